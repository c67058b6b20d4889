"""Pools: who plays in which, their pods, flights and brackets, and their next draw."""

from collections import Counter
from collections.abc import Mapping

from roundbook.ledger.errors import Do
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.phrases import counted
from roundbook.ledger.record import draws
from roundbook.ledger.state.subjects import ANNOUNCEMENT, flights_thing
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool

LEAST_PER_FLIGHT = 2
"""The fewest players that each flight sends to the cut (TOP §3.3.3)."""


def pool_of(t: Tournament, player: Player) -> Pool | None:
    """Return the pool in which a player plays Swiss; None before the pods are formed."""
    if player.pool or player.division in t.flights:
        return player.pool
    for pool, divisions in t.pods.items():
        if player.division in divisions:
            return pool
    return None


def in_no_pod(t: Tournament) -> list[PlayerId]:
    """Return the active players who belong to no pod: nobody pairs them (TOP §3.1.1)."""
    return [p.id for p in t.players.values() if not p.out and pool_of(t, p) is None]


def active_by_division(t: Tournament) -> Counter[Division]:
    """Return how many active players each division has."""
    return Counter(player.division for player in t.players.values() if not player.out)


def in_teams(t: Tournament) -> bool:
    """Return whether this is a team battle, also before its teams are formed (TRF §14.3)."""
    played = t.opened.format if t.opened else None
    return bool(t.teams) or (played is not None and played.teams)


def counted_entrants(t: Tournament, number: int) -> str:
    """Return how many are paired, in words: `7 players`, or `7 teams` in a team battle."""
    return counted(number, "team" if t.teams else "player")


def by_sheet(t: Tournament) -> bool:
    """Return whether the rounds of this tournament follow the sheet of a pod."""
    return t.opened is not None and t.opened.pairing is PairedBy.POD_SHEET


def draft_pods(t: Tournament) -> tuple[Pool, ...]:
    """Return the pods that the tables of a draft play as; empty if there are none (A-66)."""
    return tuple(pool for pool in t.pods if any(pool in one.pools for one in t.drafts))


def members(t: Tournament, pool: Pool) -> list[PlayerId]:
    """Return the players of a Swiss pool, dropped ones too, in order of registration."""
    return [player.id for player in t.players.values() if pool_of(t, player) == pool]


def size_at_start(t: Tournament, pool: Pool) -> int:
    """Return how many players a flight had when its first round started (TOP §3.3.3.2).

    Players who came later, or dropped before any round, do not count. Before the first round has
    started it is the current number of players.
    """
    there = (player for player in t.players.values() if player.pool == pool)
    return sum(player.losses == 0 and player.after != 0 for player in there)


def smallest_flights(t: Tournament, division: Division) -> list[Pool]:
    """Return the flights of a division that were smallest at the start, by name; empty if none."""
    sizes = {pool: size_at_start(t, pool) for pool in sorted(t.flights.get(division, ()))}
    return [pool for pool, size in sizes.items() if size == min(sizes.values())]


def largest_flight(t: Tournament, pool: Pool) -> int | None:
    """Return the size of the largest flight in a flight's division; None for any other pool.

    Its row of the rounds table decides the rounds of all of them (A-16).
    """
    flights = next((pools for pools in t.flights.values() if pool in pools), ())
    return max((size_at_start(t, each) for each in flights), default=None)


def flights_by_player(t: Tournament) -> dict[PlayerId, Pool]:
    """Return the flight of every player who plays in one."""
    flights = {pool for pools in t.flights.values() for pool in pools}
    return {p.id: p.pool for p in t.players.values() if p.pool and p.pool in flights}


def formed_pods(t: Tournament) -> dict[Pool, tuple[Division, ...]]:
    """Return the pods as they were formed: a division in flights is one pod."""
    whole = {pool: Pool(age.lower()) for age, pools in t.flights.items() for pool in pools}
    return {whole.get(pool, pool): ages for pool, ages in t.pods.items()}


def flights_named(t: Tournament, pool: Pool | None) -> tuple[Pool, ...]:
    """Return the flights of a division if `pool` is the division's name; empty for other names."""
    return next((pools for age, pools in t.flights.items() if pool == age.lower()), ())


def flights_to_draw(
    t: Tournament, said: Mapping[Division, int] | None = None
) -> dict[Division, int]:
    """Return how many flights of each division have not been drawn.

    They were announced, or are in `said`. Once a division is paired, it plays as it is (TOP
    §3.3.3.2).
    """
    told = {**(t.announcement.flights if t.announcement else {}), **(said or {})}
    paired = {age for pool, ages in t.pods.items() if t.latest.get(pool) for age in ages}
    undrawn = {*told} - {*t.flights} - paired
    return {age: number for age, number in told.items() if number > 1 and age in undrawn}


def split_since(t: Tournament, division: Division) -> bool:
    """Tell whether a division has other flights than the announcement says, and newer ones."""
    told = t.announcement.flights.get(division, 0) if t.announcement else 0
    newer = t.changed.get(flights_thing(division), 0) > t.changed.get(ANNOUNCEMENT, 0)
    return newer and max(told, 1) != max(len(t.flights.get(division, ())), 1)


def swiss_pools_of(t: Tournament, division: Division | None) -> list[Pool]:
    """Return the pools in which a division plays Swiss: several, if it plays in flights.

    The one bracket of a single elimination takes every division (None), and has no Swiss.
    """
    return [pool for pool, ages in t.pods.items() if division in ages]


def flights_of(t: Tournament, division: Division) -> list[Pool | None]:
    """Return the lists from which a cut is taken: one for each flight, or the whole division."""
    pools = swiss_pools_of(t, division)
    return [*pools] if len(pools) > 1 else [None]


def each_sends(t: Tournament, division: Division, size: int) -> int | None:
    """Return how many players of each flight, or of the division, a cut of this size takes.

    None if the flights cannot send the same number, and at least two (TOP §3.3.3).
    """
    flights = len(flights_of(t, division))
    each, rest = divmod(size, flights)
    return None if flights > 1 and (rest or each < LEAST_PER_FLIGHT) else each


def brackets_of(t: Tournament, division: Division) -> list[Pool]:
    """Return the brackets of a division's players."""
    return [pool for pool, cut in t.cuts.items() if cut.division == division]


def brackets_seeded(t: Tournament, match: MatchId) -> list[Pool]:
    """Return the brackets that a Swiss match has seeded; none for a match of a bracket (A-40)."""
    if match.pool in t.cuts:
        return []
    return sorted({pool for age in ages_in(t, match) for pool in brackets_of(t, age)})


def ages_in(t: Tournament, match: MatchId) -> set[Division]:
    """Return the divisions of the players of a match."""
    return {t.players[p].division for p in t.matches.get(match, ()) if p in t.players}


def entropy_for(t: Tournament, pool: str) -> bytes:
    """Return the public chance that goes into the next draw of a pool, as its key needs it.

    It consists of every text added so far for all pools or for this one, in order of entries, each
    preceded by its length; it is empty if there is none.
    """
    return draws.joined(one.text for one in t.entropy if one.pool in {None, pool})


def to_draw(t: Tournament, act: Do) -> Do:
    """Return how to draw something: if there are no secrets to draw with, how to begin a chain."""
    return act if t.commitment else draws.NEW_CHAIN


def next_draw(t: Tournament, procedure: str, secret: str) -> Drawn:
    """Return the next draw of a tournament, as the event that makes it records it."""
    return Drawn(draw=procedure, number=t.draws + 1, secret=secret)


def draw_key(t: Tournament, drawn: Drawn, pool: str, state: bytes, number: int = 0) -> bytes:
    """Return the key of a draw from the digest of its facts; `number` is the round, if it has one.

    Every lot comes from it, and anybody can calculate it again. Raise Refused if the secret is
    invalid.
    """
    assert t.opened is not None, "nothing is drawn before the tournament is opened"
    return draws.key(
        tournament=t.opened.tournament,
        pool=pool,
        round=number,
        draw=drawn.number,
        state=state,
        secret=drawn.secret,
        entropy=entropy_for(t, pool),
    )
