"""Who would advance to a cut or day two now; a draw between tied players is named, never done."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from roundbook.ledger.errors import Refused
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import pool_of, size_at_start
from roundbook.ledger.state.rounds import latest_round, open_matches, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.cut.day_two import (
    attendance,
    divisions_on,
    enough,
    first_day_order,
    least_to_advance,
    qualified,
)
from roundbook.projections.cut.planner import size_due
from roundbook.projections.cut.qualifiers import Contender, best, still_in, swiss_order
from roundbook.projections.standings import lots
from roundbook.projections.standings.records import Record, records
from roundbook.projections.standings.standings import first_day


class WouldAdvance(Struct, frozen=True, kw_only=True):
    """A player who would advance, with place, match points and record after Swiss.

    `seeds` are the first and the last seed that the player may get; they differ only if tied
    players would be ordered at random, and then a player may also miss the cut. Day two has no
    seeds.
    """

    player: PlayerId
    seeds: tuple[int, ...]
    place: int
    points: int
    record: str


class TiedAhead(Struct, frozen=True, kw_only=True):
    """Players tied on everything whom a draw would order; `advance` of them would advance."""

    players: tuple[PlayerId, ...]
    advance: int


class CutAhead(Struct, frozen=True, kw_only=True):
    """A division's cut or day two as it would be made now, out of the `came` players who came.

    `flight` is the flight whose day two it is, if the division plays in flights. `players` are in
    the order of their seeds, with everybody whom a draw might let advance. For day two, `points`
    are enough to advance, and at least `least` players do; `everybody` tells whether all advance.
    """

    division: Division
    size: int
    came: int
    players: tuple[WouldAdvance, ...]
    tied: tuple[TiedAhead, ...]
    flight: Pool | None = None
    points: int = 0
    least: int = 0
    everybody: bool = False


def cut_ahead(
    t: Tournament, rules: Ruleset, division: Division, *, size: int | None = None
) -> CutAhead | None:
    """Return who would advance if the cut were made now, or made again (TOP §3.3).

    Every Swiss round has been played. None if no cut of this `size` can be made.
    """
    number = size or size_due(t, rules, division)
    if not number:
        return None
    try:
        seeds = [one.player for one in best(t, rules, division, number)]
    except Refused:
        return None
    tied = [*_tied(t, rules, division, seeds)]
    inside = {*seeds, *(player for one in tied for player in one.players)}
    order = [one for one in still_in(t, swiss_order(t, rules, division)) if one.player in inside]
    return CutAhead(
        division=division,
        size=number,
        came=max(attendance(t, rules, division), 1),
        players=_listed(
            order, records(t, rules), {one.player: _seeds(seeds, tied, one.player) for one in order}
        ),
        tied=tuple(tied),
    )


def day_two_ahead(t: Tournament, rules: Ruleset, pool: Pool) -> list[CutAhead]:
    """Return who would play day two of a pool if it were made now, or made again (TOP §3.3.5)."""
    made, latest = t.day_two.get(pool), latest_round(t, pool)
    before = first_day(t) if made else t
    if latest is None or any(open_matches(before, one) for one in rounds_of(before, pool)):
        return []
    after = made.after if made else latest.number
    table = records(before, rules, through=after)
    found = []
    for division in divisions_on(t, rules, pool) or t.pods.get(pool, ()):
        sure = [one.player for one in qualified(t, rules, division, pool, after)]
        tied = [*_tied(before, rules, division, sure)]
        inside = {*sure, *(player for one in tied for player in one.players)}
        order = first_day_order(t, rules, division, pool)
        drawn = tuple(one for one in tied if one.advance < len(one.players))
        flight = pool if pool in t.flights.get(division, ()) else None
        came = size_at_start(t, pool) if flight else attendance(t, rules, division)
        found.append(
            CutAhead(
                division=division,
                size=len(sure),
                came=max(came, 1),
                players=_listed([one for one in order if one.player in inside], table, {}),
                tied=drawn,
                flight=flight,
                points=enough(t, rules, division, after),
                least=least_to_advance(t, rules, division),
                everybody=len(sure) == len(order),
            )
        )
    return found


def _listed(
    order: Sequence[Contender],
    table: Mapping[PlayerId, Record],
    seeds: Mapping[PlayerId, tuple[int, int]],
) -> tuple[WouldAdvance, ...]:
    """Return players who would advance, in this order, with their records and seeds."""
    return tuple(
        WouldAdvance(
            player=one.player,
            seeds=seeds.get(one.player, ()),
            place=one.place,
            points=table[one.player].match_points,
            record=str(table[one.player]),
        )
        for one in order
    )


def _tied(
    t: Tournament, rules: Ruleset, division: Division, seeds: Sequence[PlayerId]
) -> Iterator[TiedAhead]:
    """Yield the active players who are tied with a seed, and compete with it for theirs.

    Every flight sends its own players, so nobody competes for a seed of another flight.
    """
    for group in lots.level(t, rules).get(division, []):
        inside = [player for player in group if player in seeds]
        flights = {pool_of(t, t.players[player]) for player in inside}
        players = tuple(
            player
            for player in group
            if not t.players[player].out and pool_of(t, t.players[player]) in flights
        )
        if len(players) > 1:
            yield TiedAhead(players=players, advance=len(inside))


def _seeds(
    seeds: Sequence[PlayerId], tied: Sequence[TiedAhead], player: PlayerId
) -> tuple[int, int]:
    """Return the first and the last seed that a player may get."""
    group = next((one.players for one in tied if player in one.players), (player,))
    numbers = [number for number, one in enumerate(seeds, start=1) if one in group]
    return numbers[0], numbers[-1]
