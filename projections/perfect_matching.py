"""Whether everybody can be paired at all: the exact answer, with a witness if not.

Edmonds' search for an alternating path from a player who is still alone. If it fails it has found a
reason that anyone can check (Tutte 1947): groups of odd size that can only play among themselves or
against a few others, and of those there are too few.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

ALONE = -1


class Witness(NamedTuple):
    """More odd `groups` than `others`; a player left over in a group can only meet one of these."""

    groups: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]


def complete(barred: Sequence[AbstractSet[int]], mate: list[int]) -> Witness | None:
    """Pair everybody up, changing `mate` as little as each path requires.

    `mate` holds the partner of each vertex, or ALONE, and is changed in place. Returns the witness
    if it cannot be done, or None.
    """
    n = len(barred)
    # Nearly everybody finds a partner at once; paths are needed only for the few who do not.
    for u in range(n):
        if mate[u] == ALONE:
            partners = range(u + 1, n)
            v = next((v for v in partners if mate[v] == ALONE and v not in barred[u]), ALONE)
            if v != ALONE:
                mate[u], mate[v] = v, u
    # If no alternating path leads from one vertex alone to another, there is no way to pair
    # everybody up (Berge 1957). So the first one that fails settles it.
    for root in range(n):
        if mate[root] == ALONE:
            search = _Tree(barred, mate, root)
            end = search.find()
            if end == ALONE:
                return search.witness()
            search.turn(end)
    return None


class _Tree:
    """One alternating tree: `parent` of the inner vertices, `base` of each blossom."""

    def __init__(self, barred: Sequence[AbstractSet[int]], mate: list[int], root: int) -> None:
        """Begin at a vertex that is alone."""
        self.barred, self.mate, self.root = barred, mate, root
        n = len(barred)
        self.parent = [ALONE] * n
        self.base = list(range(n))
        self.outer = [False] * n
        self.outer[root] = True
        self.queue = [root]

    def find(self) -> int:
        """Return the free end of an alternating path from the root, or ALONE if there is none."""
        n = len(self.barred)
        for v in self.queue:
            for to in range(n):
                if to in self.barred[v] or to == v or self.base[v] == self.base[to]:
                    continue
                if self.mate[v] == to:
                    continue
                # A vertex is outer if swapping the pairs up to the root frees it. Two adjacent
                # outer vertices close an odd circle; a matched vertex, found for the first time,
                # makes its partner outer.
                if self.outer[to]:
                    self.shrink(v, to)
                elif self.parent[to] == ALONE:
                    self.parent[to] = v
                    if self.mate[to] == ALONE:
                        return to
                    self.outer[self.mate[to]] = True
                    self.queue.append(self.mate[to])
        return ALONE

    def shrink(self, v: int, to: int) -> None:
        """Make one blossom of the odd circle that closes between two outer vertices."""
        base = self.meeting(v, to)
        # Round an odd circle every vertex can be reached both ways, and one of the two is even; so
        # all of them are outer now.
        inside: set[int] = set()
        self.mark(v, base, to, inside)
        self.mark(to, base, v, inside)
        for u in range(len(self.base)):
            if self.base[u] in inside:
                self.base[u] = base
                if not self.outer[u]:
                    self.outer[u] = True
                    self.queue.append(u)

    def meeting(self, a: int, b: int) -> int:
        """Return the base where the paths of two outer vertices to the root meet."""
        passed: set[int] = set()
        while True:
            a = self.base[a]
            passed.add(a)
            if self.mate[a] == ALONE:
                break
            a = self.parent[self.mate[a]]
        while self.base[b] not in passed:
            b = self.parent[self.mate[self.base[b]]]
        return self.base[b]

    def mark(self, v: int, base: int, child: int, inside: set[int]) -> None:
        """Record the bases on the path from v to the base of the new blossom."""
        while self.base[v] != base:
            inside.update((self.base[v], self.base[self.mate[v]]))
            # An outer vertex could only go up through its own pair; now `turn` can also go round
            # the circle.
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[child]

    def turn(self, end: int) -> None:
        """Swap matched and unmatched pairs along the path to `end`."""
        while end != ALONE:
            before = self.parent[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = following

    def witness(self) -> Witness:
        """Return why the root stays alone: the blossoms of a tree that cannot grow."""
        # Gallai and Edmonds: blossoms of outer vertices are odd, and outside they may meet inner
        # vertices only, or the search would have continued. Each inner vertex is paired into one of
        # them, and the one with the root is left over: one more group than there are others.
        groups: dict[int, list[int]] = {}
        for v, outer in enumerate(self.outer):
            if outer:
                groups.setdefault(self.base[v], []).append(v)
        inner = [v for v, p in enumerate(self.parent) if p != ALONE and not self.outer[v]]
        return Witness(tuple(tuple(group) for group in groups.values()), tuple(inner))
