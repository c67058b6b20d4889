"""The draw by lots: in each cell players are put in random order, and neighbours meet.

A player left over in a bracket is random, and meets a random player of the next; the last one left
over has the bye. This is how TOP §3.1 pairs down, and if nobody has met before it is the best round
there is: no gap between brackets is crossed more than once.
"""

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate
from operator import add, contains
from typing import NamedTuple

Tables = list[tuple[int, int]]
Drawn = tuple[list[int], list[int], list[int]]
"""The two sides of the tables of a cell, and its players left over for later cells."""

SMALL = 16
"""A smaller cell is drawn at most 40 times, a larger one at most 100 times and then repaired."""


TURNS = 4
"""How many draws of a cell use the same lots, each from a different byte on."""

LEADS = [length.to_bytes(4, "big") for length in range(4 * 64 + 1)]
"""The lengths that an id can have, in bytes."""


class Ground(NamedTuple):
    """Vertices by number for the draw, with the `words` that `met` uses for them, and lots.

    If two players have met, each is in `met` of the other. `names` are ids in the form for hashing.
    """

    words: Sequence[Hashable]
    met: Sequence[AbstractSet[Hashable]]
    names: Sequence[bytes]
    key: bytes

    def lots(self, members: Sequence[int], label: str) -> list[bytes]:
        """Return the lots of vertices: `draws.lot`, many at a time."""
        # Hashing and sorting are nearly all the work in a large field, so no Python function is
        # called for each player.
        before, sha256 = part(self.key) + part(label.encode()), hashlib.sha256
        return [sha256(before + name).digest() for name in map(self.names.__getitem__, members)]

    def line(self, members: Sequence[int], label: str) -> list[int]:
        """Return vertices in the order of their lots."""
        return in_order(self.lots(members, label), members)

    def may_meet(self, u: int, v: int) -> bool:
        """Return whether two vertices have not met."""
        return self.words[v] not in self.met[u]

    def clean(self, left: Sequence[int], right: Sequence[int]) -> bool:
        """Return whether all pairs of left and right may meet."""
        met, words = map(self.met.__getitem__, left), map(self.words.__getitem__, right)
        return not any(map(contains, met, words))


def in_order(lots: list[bytes], members: Sequence[int]) -> list[int]:
    """Return members in the order of their lots, which differ."""
    by_lot = dict(zip(lots, members, strict=True))
    return list(map(by_lot.__getitem__, sorted(lots)))


class Plan(NamedTuple):
    """Pairings beyond the cells, fixed before anybody is drawn.

    `fixed` pairs are settled, and `settled` cells with them. `guests` of a cell are players of
    settled cells who meet a player of the cell. `links` of a cell are later cells, to each of which
    it sends a player. `closing` is the bye, if the last cell has it.
    """

    fixed: Tables
    settled: AbstractSet[int]
    guests: Mapping[int, Sequence[int]]
    links: Mapping[int, Sequence[int]]
    closing: int | None


class Walk(NamedTuple):
    """Both sides of the tables of each unsettled cell, and the first cell without a draw."""

    sides: list[tuple[list[int], list[int]]]
    failed: int | None


def part(data: bytes) -> bytes:
    """Return data preceded by its length, as in every hash of the draw."""
    return len(data).to_bytes(4, "big") + data


def parts(names: Iterable[str]) -> list[bytes]:
    """Return names preceded by their lengths."""
    data = list(map(str.encode, names))
    return list(map(add, map(LEADS.__getitem__, map(len, data)), data))


def chain(sizes: Sequence[int], bye: int | None) -> Plan:
    """Return the plan that parity requires: a player left over meets the next bracket."""
    above = accumulate(sizes[:-1])
    links = {cell: [cell + 1] for cell, players in enumerate(above) if players % 2}
    return Plan(fixed=[], settled=frozenset(), guests={}, links=links, closing=bye)


def walk(
    ground: Ground, cells: Sequence[Sequence[int]], plan: Plan, known: dict[Hashable, Drawn | None]
) -> Walk:
    """Draw every unsettled cell in order, up to one that cannot be drawn.

    `known` keeps the results: a cell with the same guests is drawn once.
    """
    arriving: dict[int, list[int]] = {}
    sides: list[tuple[list[int], list[int]]] = []
    for cell, members in enumerate(cells):
        if cell in plan.settled:
            continue
        meeting = (*arriving.get(cell, ()), *plan.guests.get(cell, ()))
        links = plan.links.get(cell, ())
        closing = plan.closing if cell == len(cells) - 1 else None
        # A cell depends on nothing else, so under a new plan only cells that changed are drawn
        # again.
        asked = (cell, meeting, len(links), closing)
        if asked not in known:
            known[asked] = _drawn(ground, members, meeting, len(links), closing)
        found = known[asked]
        if found is None:
            return Walk(sides, cell)
        sides.append(found[:2])
        for to, player in zip(links, found[2], strict=True):
            arriving.setdefault(to, []).append(player)
    return Walk(sides, None)


def _drawn(
    ground: Ground,
    members: Sequence[int],
    meeting: Sequence[int],
    leaving: int,
    closing: int | None,
) -> Drawn | None:
    """Draw one cell until nobody meets a former opponent; None if no draw is clean."""
    if len(members) < len(meeting) + leaving + (closing is not None):
        return None
    guests, first = len(meeting), None
    lots: list[bytes] = []
    for attempt in range(40 if len(members) < SMALL else 100):
        # The first draw without a former opponent counts, and is not repaired: so each such draw is
        # equally likely. With r rounds played about one draw in e^(r/2) is such a draw, whatever
        # the size of the cell. A hash costs more than sorting, so four draws share one: each reads
        # it from a different byte on.
        label, turn = divmod(attempt, TURNS)
        if not turn:
            lots = ground.lots(members, str(label))
        skip = turn * 32 // TURNS
        line = in_order([lot[skip:] + lot[:skip] for lot in lots] if turn else lots, members)
        left = line[len(line) - leaving :]
        del line[len(line) - leaving :]
        if closing is not None:
            line.append(closing)
        drawn = [*meeting, *line[guests::2]], line[:guests] + line[guests + 1 :: 2], left
        if ground.clean(drawn[0], drawn[1]):
            return drawn
        # The first draw is the one that is repaired, so the same lots always end in the same round.
        first = first or drawn
    # In a small cell there may be no pair to switch with, so its players go into a window, which is
    # exact.
    if first is None or len(members) < SMALL:
        return None
    return first if _switched(ground, first[0], first[1], guests) else None


def _switched(ground: Ground, one: list[int], other: list[int], guests: int) -> bool:
    """Switch partners with the next table that allows it, for every illegal table.

    Return whether there always was one.
    """
    may, tables = ground.may_meet, len(one)
    for place in range(tables):
        u, v = one[place], other[place]
        if may(u, v):
            continue
        for step in range(1, tables):
            there = (place + step) % tables
            x, y = one[there], other[there]
            if may(u, y) and may(x, v):
                other[place], other[there] = y, v
                break
            # Guests only swap partners, so each of them still meets a player of this cell.
            if place >= guests and there >= guests and may(u, x) and may(v, y):
                other[place], one[there], other[there] = x, v, y
                break
        else:
            return False
    return True
