"""The cheapest way to pair everybody up: an exact matching on whole numbers of any size.

Edmonds' blossom algorithm with weights, in O(n³): labels on players, alternating trees from all who
are still alone, odd circles shrunk into one and opened again. The numbers are Python integers, so a
price may carry a whole list of objectives, the first of them in the highest digits.
"""

from collections.abc import Sequence
from typing import NamedTuple

from projections.pairing.blossoms import FREE, INNER, OUTER, Blossoms

Price = int | None
"""What it costs to pair two players; None if they must not meet."""


class Solution(NamedTuple):
    """The cheapest perfect matching, and the dual solution that proves it.

    For any two vertices, their labels less the labels of the circles that hold both are at most
    twice their price; and all labels, less that of each circle for every pair that fits into it,
    are twice the price of the matching. So no perfect matching is cheaper.
    """

    pairs: list[tuple[int, int]]
    labels: list[int]
    circles: list[tuple[tuple[int, ...], int]]


def cheapest(prices: Sequence[Sequence[Price]]) -> Solution | None:
    """Return the perfect matching with the lowest sum of prices; None if there is no perfect one.

    `prices` is a symmetric square table, from 0, with None on its diagonal. Where several matchings
    cost the same, any of them may come out: let the prices differ.
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
        labels=[top - search.label[u] for u in range(1, n + 1)],
        circles=[
            (tuple(sorted(u - 1 for u in search.inside(b))), search.label[b])
            for b in range(n + 1, search.used + 1)
            if search.top[b] and search.label[b]
        ],
    )


def _grow(bl: Blossoms) -> bool:
    """Add one pair to the matching; False when nobody is alone, or when no pair is left."""
    for x in range(1, bl.used + 1):
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
    while True:
        if _look_around(bl):
            return True
        if not _lower(bl):
            return False
        if _take_tight(bl):
            return True


def _look_around(bl: Blossoms) -> bool:
    """Follow every tight edge of the queue; tell whether the matching has grown."""
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
    """Follow what has become tight, open what has come to 0; tell whether it has grown."""
    bl.queue = []
    for x in range(1, bl.used + 1):
        near = bl.slack[x]
        if bl.top[x] == x and near and bl.top[near] != x:
            edge = bl.at(near, x)
            if not bl.gap(edge) and bl.follow(edge):
                return True
    for b in range(bl.n + 1, bl.used + 1):
        if bl.top[b] == b and bl.kind[b] == INNER and not bl.label[b]:
            bl.expand(b)
    return False
