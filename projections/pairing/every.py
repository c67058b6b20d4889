"""Small fields: among all the best rounds, each is equally likely.

Every way to pair the field up is weighed, but none twice: what is left of a field after some pairs
is solved once, however one got there.
"""

from collections.abc import Iterator

from ledger.record import draws
from projections.pairing.board import Board
from projections.pairing.objectives import Scale

MOST = 16
"""The largest field for which all rounds are weighed."""

Pairs = list[tuple[int, int]]
Best = tuple[int, int]
"""The lowest price of what is left, and how many ways there are to get it; (0, 0) for no way."""


def draw(board: Board) -> Pairs:
    """Return one of the best rounds, drawn by one lot, of a board that has a legal one.

    The best rounds are numbered in dictionary order of their pairs; the lot, as a fraction of
    2^256, says which one is taken.
    """
    prices = _Prices(board)
    known: dict[int, Best] = {0: (0, 1)}
    everybody = (1 << len(board.names)) - 1
    price, ways = _best(prices, everybody, known)
    assert ways, "a board without a legal round is refused before"
    number = taken(board, ways)
    pairs: Pairs = []
    left = everybody
    while left:
        for u, v, cost, rest in prices.choices(left):
            lower, ways = known[rest]
            if not ways or cost + lower != price:
                continue
            if number < ways:
                pairs.append((u, v))
                price, left = lower, rest
                break
            number -= ways
    return pairs


def taken(board: Board, ways: int) -> int:
    """Return which of so many rounds the lot takes, from 0."""
    return int.from_bytes(draws.lot(board.key, "round", ""), "big") * ways >> 256


def rounds(board: Board) -> list[tuple[int, Pairs]]:
    """Return every legal round with its price, the best first, equals in dictionary order."""
    prices = _Prices(board)

    def split(left: int) -> Iterator[tuple[int, Pairs]]:
        if not left:
            yield 0, []
            return
        for u, v, cost, rest in prices.choices(left):
            for more, pairs in split(rest):
                yield cost + more, [(u, v), *pairs]

    return sorted(split((1 << len(board.names)) - 1))


class _Prices:
    """Whom a player may meet, and at what price."""

    def __init__(self, board: Board) -> None:
        """Weigh every pair once."""
        seats = board.seats()
        scale = Scale(seats)
        self.of = [
            [
                (v, 1 << v, scale.price(seats[u], seats[v]))
                for v in range(u + 1, len(seats))
                if v not in board.barred[u]
            ]
            for u in range(len(seats))
        ]

    def choices(self, left: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield each partner for the first of those left, the price, and who is left then."""
        first = left & -left
        u = first.bit_length() - 1
        others = left ^ first
        for v, bit, price in self.of[u]:
            if others & bit:
                yield u, v, price, others ^ bit


def _best(prices: _Prices, left: int, known: dict[int, Best]) -> Best:
    """Return the lowest price of pairing up those left, a set of bits, and how often it is met."""
    found = known.get(left)
    if found is not None:
        return found
    best, count = 0, 0
    for _, _, cost, rest in prices.choices(left):
        lower, ways = _best(prices, rest, known)
        if not ways:
            continue
        if not count or cost + lower < best:
            best, count = cost + lower, ways
        elif cost + lower == best:
            count += ways
    known[left] = (best, count)
    return best, count
