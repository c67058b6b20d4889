"""The tables of a round: where its pool played before, and fixed tables of players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count as counting
from typing import NamedTuple

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import several
from roundbook.ledger.state.rounds import latest_round, open_matches
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Pairing, PlayerId, Pool


class TablePlan(NamedTuple):
    """The organiser's settings for the tables of a round.

    `start` is the first table, `blocked` ones are not used, and each player in `fixed` sits at that
    table from now on, with any opponent; None lets the player sit anywhere again.
    """

    start: int | None = None
    blocked: frozenset[int] = frozenset()
    fixed: Mapping[PlayerId, int | None] = {}

    def kept(self, t: Tournament) -> dict[PlayerId, int]:
        """Return all tables that are kept for players from now on. Raises Refused."""
        unknown = [player for player in self.fixed if player not in t.players]
        if unknown:
            raise Refused(
                f"a table is fixed for {unknown[0]}, but there is no such player.",
                hint=advice("Look up the number: {}.", do("players")),
            )
        idle = [one for one, table in self.fixed.items() if table is None and one not in t.kept]
        if idle:
            there = several(f"{table} for {player}" for player, table in t.kept.items())
            raise Refused(
                f"{idle[0]} has no fixed table.",
                hint=f"Fixed tables: {there}." if there else "Nobody has a fixed table.",
            )
        now = {one: table for one, table in {**t.kept, **self.fixed}.items() if table is not None}
        owner: dict[int, PlayerId] = {}
        for player, table in now.items():
            if table in owner:
                raise Refused(
                    f"table {table} is the fixed table of {owner[table]} and of {player}.",
                    hint="Choose another table for one of them, or free one: "
                    f"`--fixed {owner[table]}=none`.",
                )
            owner[table] = player
        return now


def at_own(
    kept: Mapping[PlayerId, int], pairings: Sequence[Pairing], numbers: Sequence[int]
) -> tuple[PlayerId, ...]:
    """Return the players who sit at the table that is kept for them, in table order."""
    at = zip(pairings, numbers, strict=True)
    return tuple(player for pair, table in at for player in pair if kept.get(player) == table)


def tables(
    t: Tournament,
    pool: Pool,
    count: int,
    start: int | None = None,
    blocked: Collection[int] = (),
) -> tuple[int, ...]:
    """Return `count` table numbers for a round of a pool, from `start` or where it played before.

    So players find their pool in the same place: it begins at its lowest table of the round before,
    or at 1. A table where a match of another pool has not finished is taken, so pods in play share
    one numbering; so is a blocked table.
    """
    taken = {*in_play(t, pool), *blocked}
    first = start or _area(t, pool, blocked)
    free = (table for table in counting(first) if table not in taken)
    return tuple(next(free) for _ in range(count))


def _area(t: Tournament, pool: Pool, blocked: Collection[int]) -> int:
    """Return the first table of a pool: as in its latest round, without blocked and fixed ones."""
    before = latest_round(t, pool)
    at = zip(before.tables, before.pairings, strict=False) if before else ()
    own = [table for table, pair in at if before and not set(pair) & set(before.fixed)]
    return min((table for table in own if table not in blocked), default=min(own, default=1))


def tables_in(
    t: Tournament,
    pool: Pool,
    pairings: Sequence[Pairing],
    hall: TablePlan,
    kept: Mapping[PlayerId, int],
) -> list[int]:
    """Return the table of each pairing: fixed, or the lowest free one for the others, in order.

    A kept table stays free for its player, whether they play in this round or not. Raises Refused
    if a table that is fixed now is blocked or taken, or if two such players with different tables
    meet. A table that was fixed for an earlier round gives way then, for this round.
    """
    found = _fixed(t, pool, pairings, hall)
    there = {player: table for player, table in kept.items() if not t.players[player].out}
    taken = {*in_play(t, pool), *hall.blocked, *found.values()}
    pair_of = {player: pair for pair in pairings for player in pair}
    for player, table in sorted(there.items(), key=lambda one: one[1]):
        pair = pair_of.get(player)
        if pair and pair not in found and table not in taken:
            found[pair] = table
    blocked = {*hall.blocked, *there.values()}
    others = iter(tables(t, pool, len(pairings) - len(found), hall.start, blocked))
    return [found[pair] if pair in found else next(others) for pair in pairings]


def table_of_playoff(t: Tournament, pool: Pool, pairing: Pairing, semis: Round) -> int:
    """Return the table of a 3rd-place match: one kept for its players, or one next to the final.

    If both players have one, the lower table counts. Those that are kept for others stay free.
    """
    final = latest_round(t, pool)
    beside = final.tables if final and final.number > semis.number else ()
    taken = {*in_play(t, pool), *beside}
    own = [t.kept[player] for player in pairing if player in t.kept]
    if free := sorted(table for table in own if table not in taken):
        return free[0]
    there = [table for player, table in t.kept.items() if not t.players[player].out]
    numbers = tables(t, pool, 2, blocked=(*beside, *there))
    return numbers[0 if beside else 1]  # The final is played at the first.


def in_play(t: Tournament, pool: Pool) -> Iterator[int]:
    """Yield the tables at which another pool, or a 3rd-place match, is still playing."""
    for other in sorted(t.latest):
        paired = latest_round(t, other)
        if other != pool and paired:
            yield from (match.table for match in open_matches(t, paired))
    yield from (match.table for match in t.playoffs.values() if match not in t.results)


def _fixed(
    t: Tournament, pool: Pool, pairings: Sequence[Pairing], hall: TablePlan
) -> dict[Pairing, int]:
    """Return the table of each pairing with a table that is fixed now; refuse the impossible."""
    taken = set(in_play(t, pool))
    found: dict[Pairing, int] = {}
    for pair in pairings:
        here = {player: table for player in pair if (table := hall.fixed.get(player)) is not None}
        if len(here) > 1:
            (one, first), (other, second) = here.items()
            raise Refused(
                (
                    f"{one} and {other} are paired with each other, but "
                    f"their fixed tables are {first} and {second}."
                ),
                hint=f"Give only one of the two players a fixed table: `--fixed {one}={first}`.",
            )
        for player, table in here.items():
            if table in hall.blocked or table in taken:
                why = "is blocked" if table in hall.blocked else "is still being played at"
                raise Refused(
                    f"table {table} is the fixed table of {player}, but {why}.",
                    hint="Choose another fixed table, or wait until this table is free.",
                )
            found[pair] = table
    return found
