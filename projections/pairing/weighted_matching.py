"""The cheapest way to pair everybody up: an exact matching on whole numbers of any size.

Edmonds' blossom algorithm with weights, in O(n³): labels on players, alternating trees from all who
are still alone, odd circles shrunk into one and opened again. The numbers are Python integers, so a
price may contain a whole list of objectives, the first of them in the highest digits.
"""

from collections.abc import Sequence
from typing import NamedTuple

# The alternating trees of a matching with weights, and the odd circles shrunk in them. Labels bound
# what a pair is worth from above. A pair is tight if the labels allow nothing more; only tight
# pairs are ever matched, so in the end the matching and the labels prove each other best. This
# class is the bookkeeping; the order of the steps is in `_grow`.

FREE, OUTER, INNER = -1, 0, 1


class Blossoms:
    """The state of one search. Vertices are 1 … n, blossoms n+1 … 2n; 0 is nobody.

    `edge[x][y]` is the best real edge between two vertices or blossoms, as its real ends; `top` the
    outermost blossom of each; `label` the dual values, doubled so they stay whole.
    """

    def __init__(self, worth: Sequence[Sequence[int]]) -> None:
        """Begin with nobody paired; a worth of 0 means that there is no edge."""
        n = self.n = len(worth)
        size = self.size = n + n // 2 + 2
        self.used = n
        self.worth = [[0] * (n + 1), *([0, *row] for row in worth)]
        self.edge: list[list[tuple[int, int] | None]] = [[None] * size for _ in range(size)]
        for u in range(1, n + 1):
            for v in range(1, n + 1):
                if self.worth[u][v]:
                    self.edge[u][v] = (u, v)
        # Labels this high bound every worth, so the search begins with a sound proof for no pairs,
        # and keeps it sound at every step.
        highest = max((max(row, default=0) for row in worth), default=0)
        self.label = [highest if 1 <= u <= n else 0 for u in range(size)]
        self.match = [0] * size
        self.top = [u if u <= n else 0 for u in range(size)]
        self.parent = [0] * size
        self.kind = [FREE] * size
        self.slack = [0] * size
        self.seen = [0] * size
        self.clock = 0
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.within = [
            [u if u == x and 1 <= u <= n else 0 for x in range(n + 1)] for u in range(size)
        ]
        self.queue: list[int] = []

    def gap(self, edge: tuple[int, int]) -> int:
        """Return how far an edge is from being tight."""
        # It is asked between different outermost blossoms: no circle contains both ends, so the
        # labels of circles do not matter.
        u, v = edge
        return self.label[u] + self.label[v] - 2 * self.worth[u][v]

    def at(self, x: int, y: int) -> tuple[int, int]:
        """Return an edge that must exist."""
        edge = self.edge[x][y]
        assert edge is not None
        return edge

    def note_slack(self, u: int, x: int) -> None:
        """Remember u as the nearest outer vertex of x, if it is nearer than the known one."""
        if not self.slack[x] or self.gap(self.at(u, x)) < self.gap(self.at(self.slack[x], x)):
            self.slack[x] = u

    def find_slack(self, x: int) -> None:
        """Find the nearest outer vertex of x again."""
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.edge[u][x] and self.top[u] != x and self.kind[self.top[u]] == OUTER:
                self.note_slack(u, x)

    def enqueue(self, x: int) -> None:
        """Queue every vertex within x."""
        self.queue += self.inside(x)

    def inside(self, x: int) -> list[int]:
        """Return every vertex within x."""
        return [x] if x <= self.n else [u for p in self.petals[x] for u in self.inside(p)]

    def put_under(self, x: int, top: int) -> None:
        """Record that everything within x now belongs to `top`."""
        self.top[x] = top
        for petal in self.petals[x] if x > self.n else ():
            self.put_under(petal, top)

    def even_way(self, b: int, petal: int) -> int:
        """Turn the circle b until the path from its base to a petal is even; return its length."""
        place = self.petals[b].index(petal)
        if place % 2:
            self.petals[b][1:] = self.petals[b][:0:-1]
            return len(self.petals[b]) - place
        return place

    def pair(self, u: int, v: int) -> None:
        """Match u to v, and everything within u accordingly."""
        edge = self.at(u, v)
        self.match[u] = edge[1]
        if u > self.n:
            # Whichever petal of an odd circle is paired outside, the others can be paired among
            # themselves: neighbours round the circle. That is why it may be shrunk into one vertex.
            # The petal that was paired outside is the base from now on.
            petal = self.within[u][edge[0]]
            place = self.even_way(u, petal)
            for i in range(place):
                self.pair(self.petals[u][i], self.petals[u][i ^ 1])
            self.pair(petal, v)
            self.petals[u] = self.petals[u][place:] + self.petals[u][:place]

    def augment(self, u: int, v: int) -> None:
        """Swap matched and unmatched edges from u down to its root."""
        while True:
            above = self.top[self.match[u]]
            self.pair(u, v)
            if not above:
                return
            self.pair(above, self.top[self.parent[above]])
            u, v = self.top[self.parent[above]], above

    def meeting(self, u: int, v: int) -> int:
        """Return where the paths from u and v to their roots meet; 0 if the roots differ."""
        # One step from each side in turn. Passed vertices carry the number of this search, so no
        # marks have to be cleared.
        self.clock += 1
        while u or v:
            if u:
                if self.seen[u] == self.clock:
                    return u
                self.seen[u] = self.clock
                u = self.top[self.match[u]]
                if u:
                    u = self.top[self.parent[u]]
            u, v = v, u
        return 0

    def shrink(self, u: int, base: int, v: int) -> None:
        """Make one blossom of the odd circle that the edge from u to v closes."""
        # A number that is free again is used first: there are at most n // 2 circles within
        # circles.
        b = next(x for x in range(self.n + 1, self.size) if x > self.used or not self.top[x])
        self.used = max(self.used, b)
        # A label of 0 changes no bound, so every tight edge stays tight and the proof stays sound.
        self.label[b] = 0
        self.kind[b] = OUTER
        self.match[b] = self.match[base]
        self.petals[b] = [base]
        # The order of petals round the circle: from the base up to u, over the new edge to v, and
        # back down. Inner vertices become outer, as now they can also be reached over an even path;
        # so their edges have to be checked.
        for side in (u, v):
            x = side
            while x != base:
                y = self.top[self.match[x]]
                self.petals[b] += [x, y]
                self.enqueue(y)
                x = self.top[self.parent[y]]
            if side is u:
                self.petals[b][1:] = self.petals[b][:0:-1]
        self.put_under(b, b)
        self.take_edges(b)
        self.find_slack(b)

    def take_edges(self, b: int) -> None:
        """Give a blossom the best edge of its petals to everything else."""
        for x in range(1, self.used + 1):
            self.edge[b][x] = self.edge[x][b] = None
        self.within[b] = [0] * (self.n + 1)
        # Only the best edge to each vertex is kept: the labels of all petals go down together, so
        # it stays the best while the circle exists.
        for petal in self.petals[b]:
            for x in range(1, self.used + 1):
                edge, best = self.edge[petal][x], self.edge[b][x]
                if edge and (best is None or self.gap(edge) < self.gap(best)):
                    self.edge[b][x] = edge
                    self.edge[x][b] = self.edge[x][petal]
            for x in range(1, self.n + 1):
                if self.within[petal][x]:
                    self.within[b][x] = petal

    def expand(self, b: int) -> None:
        """Open an inner blossom whose label has reached 0."""
        for petal in self.petals[b]:
            self.put_under(petal, petal)
        # Only the even half of the circle, from where the tree enters to the base where it
        # continues, alternates as a tree must. The other half is paired within itself, and leaves
        # the tree.
        entry = self.within[b][self.at(b, self.parent[b])[0]]
        place = self.even_way(b, entry)
        for i in range(0, place, 2):
            inner, outer = self.petals[b][i], self.petals[b][i + 1]
            self.parent[inner] = self.at(outer, inner)[0]
            self.kind[inner], self.kind[outer] = INNER, OUTER
            self.slack[inner] = 0
            self.find_slack(outer)
            self.enqueue(outer)
        self.kind[entry] = INNER
        self.parent[entry] = self.parent[b]
        for petal in self.petals[b][place + 1 :]:
            self.kind[petal] = FREE
            self.find_slack(petal)
        self.top[b] = 0

    def follow(self, edge: tuple[int, int]) -> bool:
        """Grow, shrink or augment along a tight edge; return whether the matching has grown."""
        u, v = self.top[edge[0]], self.top[edge[1]]
        if self.kind[v] == FREE:
            # Grow: v can be reached, so its partner could be freed for another vertex.
            self.parent[v] = edge[0]
            self.kind[v] = INNER
            after = self.top[self.match[v]]
            self.slack[v] = self.slack[after] = 0
            self.kind[after] = OUTER
            self.enqueue(after)
        elif self.kind[v] == OUTER:
            # Two outer ends: in different trees the edge makes a path from one lone vertex to
            # another, along which one more pair fits; in the same tree it closes an odd circle.
            base = self.meeting(u, v)
            if not base:
                self.augment(u, v)
                self.augment(v, u)
                return True
            self.shrink(u, base, v)
        return False


# The search: its input and result, and the order of its steps.

Price = int | None
"""The price of pairing two players; None if they must not meet."""


class Solution(NamedTuple):
    """The cheapest perfect matching, and the dual solution that proves it.

    For any two vertices, their labels minus the labels of the circles that contain both are at most
    twice their price; and all labels, minus that of each circle for every pair that fits into it,
    are twice the price of the matching. So no perfect matching is cheaper.
    """

    pairs: list[tuple[int, int]]
    labels: list[int]
    circles: list[tuple[tuple[int, ...], int]]


def cheapest(prices: Sequence[Sequence[Price]]) -> Solution | None:
    """Return the perfect matching with the lowest sum of prices; None if there is no perfect one.

    `prices` is a symmetric square table, from 0, with None on its diagonal. If several matchings
    cost the same, the result may be any of them: make the prices differ.
    """
    n = len(prices)
    if n % 2:
        return None
    found = [price for row in prices for price in row if price is not None]
    # Worth so much that one more pair is always worth more than any saving.
    top = (max(found, default=0) + 1) * (n + 1)
    search = Blossoms([[0 if price is None else top - price for price in row] for row in prices])
    while _grow(search):
        pass
    mate = [search.match[u] - 1 for u in range(1, n + 1)]
    if any(partner < 0 for partner in mate):
        return None
    return Solution(
        pairs=[(u, v) for u, v in enumerate(mate) if u < v],
        # From worth back to price: an upper bound of a worth is a lower bound of a price.
        labels=[top - search.label[u] for u in range(1, n + 1)],
        circles=[
            # Circles within circles too: each of them is part of the proof.
            (tuple(sorted(u - 1 for u in search.inside(b))), search.label[b])
            for b in range(n + 1, search.used + 1)
            if search.top[b] and search.label[b]
        ],
    )


def _grow(bl: Blossoms) -> bool:
    """Add one pair to the matching; False if nobody is alone, or no pair is left."""
    for x in range(1, bl.used + 1):
        # All trees begin again after each new pair, but the labels and the circles stay: they are
        # proved so far.
        bl.kind[x] = FREE
        bl.slack[x] = 0
    bl.queue = []
    for x in range(1, bl.used + 1):
        if bl.top[x] == x and not bl.match[x]:
            bl.parent[x] = 0
            bl.kind[x] = OUTER
            bl.enqueue(x)
    if not bl.queue:
        return False
    # Follow tight edges; if that is not enough, change the labels until more are tight. This ends,
    # as every change grows a tree, shrinks a circle, opens one, or adds a pair.
    while True:
        if _look_around(bl):
            return True
        if not _lower(bl):
            return False
        if _take_tight(bl):
            return True


def _look_around(bl: Blossoms) -> bool:
    """Follow every tight edge of the queue; return whether the matching has grown."""
    while bl.queue:
        u = bl.queue.pop()
        if bl.kind[bl.top[u]] == INNER:
            continue
        for v in range(1, bl.n + 1):
            edge = bl.edge[u][v]
            if edge and bl.top[u] != bl.top[v]:
                if bl.gap(edge):
                    bl.note_slack(u, bl.top[v])
                elif bl.follow(edge):
                    return True
    return False


def _lower(bl: Blossoms) -> bool:
    """Change the labels by the least that makes something happen; False if nothing can."""
    # How far labels can go before one of three things happens: an inner circle reaches 0 (a circle
    # with a label below 0 would prove nothing); an edge becomes tight from an outer vertex to one
    # that is in no tree (one end changes), or to another outer one (both do, so half the gap, which
    # is whole: along tight edges all labels of the trees are odd together or even together). If
    # nothing limits it, some vertices can never be paired.
    steps = [
        bl.label[b] // 2
        for b in range(bl.n + 1, bl.used + 1)
        if bl.top[b] == b and bl.kind[b] == INNER
    ]
    for x in range(1, bl.used + 1):
        if bl.top[x] == x and bl.slack[x] and bl.kind[x] != INNER:
            gap = bl.gap(bl.at(bl.slack[x], x))
            steps.append(gap if bl.kind[x] == FREE else gap // 2)
    if not steps:
        return False
    step = min(steps)
    # Outer down and inner up by as much: edges within a tree stay tight, and circles take up what
    # their petals lose or gain, so edges within them stay tight as well.
    for u in range(1, bl.n + 1):
        if bl.kind[bl.top[u]] == OUTER:
            bl.label[u] -= step
        elif bl.kind[bl.top[u]] == INNER:
            bl.label[u] += step
    for b in range(bl.n + 1, bl.used + 1):
        if bl.top[b] == b and bl.kind[b] != FREE:
            bl.label[b] += 2 * step if bl.kind[b] == OUTER else -2 * step
    return True


def _take_tight(bl: Blossoms) -> bool:
    """Follow newly tight edges, open circles at 0; return whether the matching has grown."""
    bl.queue = []
    for x in range(1, bl.used + 1):
        near = bl.slack[x]
        # A circle shrunk a moment ago may contain both ends.
        if bl.top[x] == x and near and bl.top[near] != x:
            edge = bl.at(near, x)
            if not bl.gap(edge) and bl.follow(edge):
                return True
    for b in range(bl.n + 1, bl.used + 1):
        if bl.top[b] == b and bl.kind[b] == INNER and not bl.label[b]:
            bl.expand(b)
    return False
