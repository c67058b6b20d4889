"""Who plays in which flight, as recorded chance gives it; and where a late player joins."""

from ledger.events.catalogue import FlightsAssigned
from ledger.events.event import Drawn
from ledger.events.flights import names, sizes
from ledger.record import draws
from ledger.state.queries import entropy_for, smallest_flights
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool

ASSIGN = "flights-1"
"""The procedure: players in order of their SHA-256 lot of the draw's key, the lowest first, fill
the flights one after the other; the state names the division, the number of flights, the players"""

ADMIT = "late-flight-1"
"""The procedure: of the flights that were smallest at the start the one with the lowest lot takes
the player; the state names the division, the player and these flights."""


def players_of(t: Tournament, division: Division) -> list[PlayerId]:
    """Return who of a division is in, in order of registration: those whom flights are made of."""
    return [p.id for p in t.players.values() if p.division == division and not p.out]


def assign(t: Tournament, *, division: Division, number: int, secret: str) -> FlightsAssigned:
    """Return a division in so many flights, as `secret` draws them (TOP §3.3.3.2; A-17).

    Raises Refused if the secret is none.
    """
    players = players_of(t, division)
    key, drawn = _key(t, division, ASSIGN, [str(number), *players], secret)
    line = iter(sorted(players, key=lambda player: draws.lot(key, ASSIGN, player)))
    parts = [[next(line) for _ in range(size)] for size in sizes(len(players), number)]
    seats = {player: part for part, held in enumerate(parts) for player in held}
    return FlightsAssigned(
        division=division,
        flights={
            pool: tuple(player for player in players if seats[player] == part)
            for part, pool in enumerate(names(division, number))
        },
        drawn=drawn,
    )


def admit(
    t: Tournament, *, player: PlayerId, division: Division, secret: str
) -> tuple[Pool, Drawn]:
    """Return the flight that a new player joins, as `secret` draws it (TOP §3.3.3.2).

    `t` is the tournament before the player. Raises Refused if the secret is none.
    """
    smallest = smallest_flights(t, division)
    assert smallest, "nobody joins a flight of a division that has none"
    key, drawn = _key(t, division, ADMIT, [player, *smallest], secret)
    return min(smallest, key=lambda pool: draws.lot(key, ADMIT, pool)), drawn


def _key(
    t: Tournament, division: Division, draw: str, facts: list[str], secret: str
) -> tuple[bytes, Drawn]:
    """Return the key of a draw of a division, and the draw as it is recorded."""
    assert t.opened is not None, "nothing is drawn before the opening"
    drawn = Drawn(draw=draw, number=t.draws + 1, secret=secret)
    key = draws.key(
        tournament=t.opened.tournament,
        pool=division.lower(),
        round=0,
        draw=drawn.number,
        state=draws.digest([draw, division.lower(), *facts]),
        secret=secret,
        entropy=entropy_for(t, division.lower()),
    )
    return key, drawn
