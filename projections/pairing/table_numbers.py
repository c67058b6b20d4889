"""The tables of a round: where its pool played before, and fixed tables of players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count as counting
from typing import NamedTuple

from roundbook.ledger.errors import Refused
from roundbook.ledger.state.rounds import latest_round, open_matches
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pairing, PlayerId, Pool


class TablePlan(NamedTuple):
    """The organiser's settings for the tables of a round.

    `start` is the first table, `blocked` ones are not used, and each player in `fixed` always sits
    at that table, with any opponent.
    """

    start: int | None = None
    blocked: frozenset[int] = frozenset()
    fixed: Mapping[PlayerId, int] = {}


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
    taken = {*_in_play(t, pool), *blocked}
    first = start or _area(t, pool, blocked)
    free = (table for table in counting(first) if table not in taken)
    return tuple(next(free) for _ in range(count))


def _area(t: Tournament, pool: Pool, blocked: Collection[int]) -> int:
    """Return the first table of a pool: as in its latest round, without blocked ones."""
    before = latest_round(t, pool)
    own = before.tables if before else ()
    return min((table for table in own if table not in blocked), default=min(own, default=1))


def tables_in(t: Tournament, pool: Pool, pairings: Sequence[Pairing], hall: TablePlan) -> list[int]:
    """Return the table of each pairing: fixed, or the lowest free one for the others, in order.

    A fixed table is kept free for its player, whether they play in this round or not. Raises
    Refused if a fixed table is blocked or taken or belongs to two matches, or if two players with
    different fixed tables meet.
    """
    fixed = _fixed(t, pool, pairings, hall)
    blocked = {*hall.blocked, *hall.fixed.values()}
    others = iter(tables(t, pool, len(pairings) - len(fixed), hall.start, blocked))
    return [fixed[pair] if pair in fixed else next(others) for pair in pairings]


def _in_play(t: Tournament, pool: Pool) -> Iterator[int]:
    """Yield the tables at which another pool, or a 3rd-place match, is still playing."""
    for other in sorted(t.latest):
        paired = latest_round(t, other)
        if other != pool and paired:
            yield from (match.table for match in open_matches(t, paired))
    yield from (match.table for match in t.playoffs.values() if match not in t.results)


def _fixed(
    t: Tournament, pool: Pool, pairings: Sequence[Pairing], hall: TablePlan
) -> dict[Pairing, int]:
    """Return the table of each pairing with a fixed table; refuse what is impossible."""
    taken = set(_in_play(t, pool))
    found: dict[Pairing, int] = {}
    owner: dict[int, PlayerId] = {}
    for pair in pairings:
        here = {player: hall.fixed[player] for player in pair if player in hall.fixed}
        if len(set(here.values())) > 1:
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
            if table in owner and owner[table] not in pair:
                raise Refused(
                    f"table {table} is the fixed table of "
                    f"{owner[table]} and of {player}, who do not "
                    "play each other.",
                    hint="Choose another fixed table for one of the two players.",
                )
            owner[table] = player
            found[pair] = table
    return found
