"""Small fields: among all the best rounds, each is equally likely.

Every way to pair the field up is weighed, but none twice: what is left of a field after some pairs
is solved once, however one got there.
"""

from collections.abc import Iterator

from ledger import chance
from projections.pairing.board import Board
from projections.pairing.objectives import Objectives

MOST = 16
"""The largest field for which all rounds are weighed."""

Best = tuple[int, int]
"""The lowest price of what is left, and how many ways there are to get it; (0, 0) for no way."""


def draw(board: Board) -> list[tuple[int, int]] | None:
    """Return one of the best rounds, drawn by one lot; None if there is no legal one.

    The best rounds are numbered in dictionary order of their pairs; the lot, as a fraction of
    2^256, says which one is taken.
    """
    objectives = Objectives(board)
    known: dict[int, Best] = {0: (0, 1)}
    everybody = (1 << len(board.names)) - 1
    price, ways = _best(objectives, everybody, known)
    if not ways:
        return None
    lot = int.from_bytes(chance.lot(board.key, "round", ""), "big")
    number = lot * ways >> 256
    pairs: list[tuple[int, int]] = []
    left = everybody
    while left:
        for u, v, cost, rest in _choices(objectives, left):
            lower, ways = known[rest]
            if not ways or cost + lower != price:
                continue
            if number < ways:
                pairs.append((u, v))
                price, left = lower, rest
                break
            number -= ways
    return pairs


def _best(objectives: Objectives, left: int, known: dict[int, Best]) -> Best:
    """Return the lowest price of pairing up those left, a set of bits, and how often it is met."""
    found = known.get(left)
    if found is not None:
        return found
    best, count = 0, 0
    for _, _, cost, rest in _choices(objectives, left):
        lower, ways = _best(objectives, rest, known)
        if not ways:
            continue
        if not count or cost + lower < best:
            best, count = cost + lower, ways
        elif cost + lower == best:
            count += ways
    known[left] = (best, count)
    return best, count


def _choices(objectives: Objectives, left: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield each partner for the first of those left, the price, and who is left then."""
    u = (left & -left).bit_length() - 1
    others = left & (left - 1)
    rest = others
    while rest:
        low = rest & -rest
        v = low.bit_length() - 1
        price = objectives.price(u, v)
        if price is not None:
            yield u, v, price, others ^ low
        rest ^= low
