"""Few players and many rounds: a repair must not leave a dead end behind it.

Rounds are tried from the cheapest up, until one leaves another round after it. With up to 12
players they are written down; beyond, the next cheapest is found from those before it (Murty 1968):
what is left is split by the first pair of the one that failed which it does not share.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, islice

from projections.pairing.perfect import ALONE, complete
from projections.pairing.repair_board import Posted
from projections.pairing.repair_prices import RepairPrices
from projections.pairing.weighted import Price, cheapest

TRIED = 12
"""The largest field of which every round is tried."""

TRIES = 200
"""So many rounds of a larger field are tried before the best one is taken, dead end or not."""

Pairs = list[tuple[int, int]]
Table = Sequence[Sequence[Price]]


def first_that_leaves_a_round(board: Posted, prices: RepairPrices) -> Pairs | None:
    """Return the cheapest round after which another can be paired; if need be, the cheapest.

    None if there is no legal round at all.
    """
    n = len(board.names)
    table: list[list[Price]] = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u + 1, n):
            table[u][v] = table[v][u] = prices.whole(u, v)
    if board.players <= TRIED:
        found = sorted((_price(table, pairs), pairs) for pairs in _every(table, list(range(n))))
        rounds = iter([pairs for _, pairs in found])
    else:
        rounds = islice(_by_price(table), TRIES)
    best: Pairs | None = None
    for pairs in rounds:
        if leaves_a_round(board, pairs):
            return pairs
        best = best or pairs
    return best


def _every(table: Table, left: Sequence[int]) -> Iterator[Pairs]:
    """Yield every legal way to pair up those who are left."""
    if not left:
        yield []
        return
    first, *rest = left
    for place, other in enumerate(rest):
        if table[first][other] is not None:
            for more in _every(table, rest[:place] + rest[place + 1 :]):
                yield [(first, other), *more]


def _by_price(table: Table) -> Iterator[Pairs]:
    """Yield legal rounds, the cheapest first."""
    number = count()
    waiting: list[tuple[int, int, Table, Pairs]] = []

    def put(among: Table) -> None:
        found = cheapest(among)
        if found:
            heappush(waiting, (_price(among, found.pairs), next(number), among, found.pairs))

    put(table)
    while waiting:
        _, _, among, pairs = heappop(waiting)
        yield pairs
        for u, v in pairs:
            others = [list(row) for row in among]
            others[u][v] = others[v][u] = None
            put(others)
            among = _with(among, u, v)


def _price(table: Table, pairs: Pairs) -> int:
    return sum(table[u][v] or 0 for u, v in pairs)


def _with(table: Table, u: int, v: int) -> Table:
    """Return the prices of the rounds in which u and v meet."""
    return [
        [price if {i, j} == {u, v} or not {i, j} & {u, v} else None for j, price in enumerate(row)]
        for i, row in enumerate(table)
    ]


def leaves_a_round(board: Posted, pairs: Pairs) -> bool:
    """Tell whether everybody can be paired once more when this round has been played."""
    barred = [set(others) for others in board.met]
    for u, v in pairs:
        barred[u].add(v)
        barred[v].add(u)
    return complete(barred, [ALONE] * len(board.names)) is None
