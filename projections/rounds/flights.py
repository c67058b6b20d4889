"""Flights: the random assignment of players, the flight of a late player, and their sizes."""

from collections.abc import Mapping
from itertools import islice

from msgspec import Struct

from roundbook.ledger.events.catalogue import FlightsAssigned
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.events.flights import NUMBERS, names, sizes
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.state.pools import (
    draw_key,
    flights_to_draw,
    next_draw,
    size_at_start,
    smallest_flights,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.rounds.ready_to_pair import formed
from roundbook.projections.rounds_by_attendance import Schedule, swiss_rounds

ASSIGN = "flights-1"
"""The procedure: players in the order of their SHA-256 lot of the draw's key, lowest first, fill
the flights one after the other. The state names the division, the number of flights and the
players."""

ADMIT = "late-flight-1"
"""The procedure: of the flights that were smallest at the start, the one with the lowest lot gets
the player. The state names the division, the player and these flights."""


def players_of(t: Tournament, division: Division) -> list[PlayerId]:
    """Return the active players of a division, in order of registration."""
    return [p.id for p in t.players.values() if p.division == division and not p.out]


def assign(t: Tournament, *, division: Division, number: int, secret: str) -> FlightsAssigned:
    """Assign a division to flights at random with `secret` (TOP §3.3.3.2; A-17).

    Raise Refused if the secret is not valid.
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
    """Return the flight that a new player joins, drawn with `secret` (TOP §3.3.3.2).

    `t` is the tournament before the player joined. Raise Refused if the secret is not valid.
    """
    smallest = smallest_flights(t, division)
    assert smallest, "a division without flights has no flight to join"
    key, drawn = _key(t, division, ADMIT, [player, *smallest], secret)
    return min(smallest, key=lambda pool: draws.lot(key, ADMIT, pool)), drawn


def _key(
    t: Tournament, division: Division, draw: str, facts: list[str], secret: str
) -> tuple[bytes, Drawn]:
    """Return the key of a draw of a division, and the draw as recorded."""
    drawn = next_draw(t, draw, secret)
    state = draws.digest([draw, division.lower(), *facts])
    return draw_key(t, drawn, division.lower(), state), drawn


def as_announced(
    t: Tournament, rules: Ruleset, said: Mapping[Division, int] | None = None
) -> Tournament:
    """Return the tournament as if the flights that are announced, or `said` now, were drawn.

    They decide its rounds (A-16), although nobody knows yet who plays in which.
    """
    ahead = flights_to_draw(t, said)
    if not ahead:
        return t
    then = t.copy()
    if not then.flights:
        formed(then, rules)
    for division, number in ahead.items():
        line = iter(players_of(t, division))
        parts = [tuple(islice(line, size)) for size in sizes(len(players_of(t, division)), number)]
        pools = dict(zip(names(division, number), parts, strict=True))
        then.apply(FlightsAssigned(division=division, flights=pools), t.seq + 1)
    return then


# What each number of flights would mean: their sizes, the rounds, and how many players advance.


class Option(Struct, frozen=True, kw_only=True):
    """A division in a number of flights; 1 is without flights.

    `rounds` are those of the largest flight by its row (A-16), `by_doubling` those of the whole
    division less one for each doubling (TOP §3.3.3.2); None if there is no rounds table. `cut` is
    how many players of the division advance, as announced or by the table, and `of_each` how many
    of each flight: None unless it is the same number of each, and at least two (FL-7).
    """

    division: Division
    flights: int
    sizes: tuple[int, ...]
    rounds: int | None
    by_doubling: int | None
    cites: str
    cut: int
    of_each: int | None


def options(
    t: Tournament, rules: Ruleset, division: Division, table: RoundsTable | None
) -> list[Option]:
    """Return what 1, 2, 4, 8 and 16 flights would mean for a division, allowed or not."""
    players = len(players_of(t, division))
    return [option(t, rules, division, table, sizes(players, number)) for number in (1, *NUMBERS)]


def assigned(
    t: Tournament, rules: Ruleset, division: Division, table: RoundsTable | None
) -> Option:
    """Return what the present flights of a division mean, or no flights."""
    flights = t.flights.get(division, ())
    found = [size_at_start(t, pool) for pool in flights] or [len(players_of(t, division))]
    return option(t, rules, division, table, tuple(found))


def option(
    t: Tournament,
    rules: Ruleset,
    division: Division,
    table: RoundsTable | None,
    parts: tuple[int, ...],
) -> Option:
    """Return what flights of these sizes would mean."""
    number = len(parts)
    schedule = flown(division, parts, table, rules) if table else None
    whole = swiss_rounds({division: sum(parts)}, table, rules) if table else None
    cut = schedule.cuts.get(division, 0) if schedule else 0
    if t.announcement and t.announcement.cut:
        cut = t.announcement.cut.get(division, 0)
    even = cut % number == 0 and cut >= 2 * number
    return Option(
        division=division,
        flights=number,
        sizes=parts,
        rounds=schedule.rounds if schedule else None,
        by_doubling=whole.rounds - (number.bit_length() - 1) if whole else None,
        cites=schedule.cites if schedule else "no rounds table",
        cut=cut,
        of_each=cut // number if even else None,
    )


def flown(
    division: Division, parts: tuple[int, ...], table: RoundsTable, rules: Ruleset
) -> Schedule:
    """Return the rounds of a division in flights of these sizes, and the cut of its own row.

    All flights play the rounds of the largest one (A-16).
    """
    return swiss_rounds({division: sum(parts)}, table, rules, flight=max(parts))
