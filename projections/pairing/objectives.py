"""What a pairing costs: the objectives as one whole number, the first in the highest digits."""

from ledger import chance
from projections.pairing.board import Board
from projections.pairing.weighted import Price

LOT_BYTES = 8
"""How much of the lot of a pair decides between rounds that are equally good."""


class Objectives:
    """The prices of pairs on one board, in order of importance.

    1. how far the bye is from the lowest bracket (TOP §3.1, A-10);
    2. pairs across divisions (TOP §3.1.2, A-14);
    3. pairs that straddle each gap between neighbouring brackets, from the top (A-12);
    4. the squares of how many brackets a pair goes down.
    """

    def __init__(self, board: Board) -> None:
        """Weigh each objective so that no sum of later ones reaches it."""
        self.board = board
        self.lowest = max(board.brackets, default=0)
        highest = min(board.brackets, default=0)
        digit = len(board.names) // 2 + 1
        squares = digit * (self.lowest - highest + 1) ** 2
        gaps = [0]
        weight = squares
        for _ in range(highest, self.lowest):
            gaps.append(gaps[-1] + weight)
            weight *= digit
        # below[b]: what a pair pays that reaches from bracket b down to the lowest.
        self.below = {self.lowest - steps: total for steps, total in enumerate(gaps)}
        self.across = weight
        self.bye = weight * digit

    def price(self, u: int, v: int) -> Price:
        """Return what it costs to pair two vertices, u before v; None if they must not meet."""
        board = self.board
        if v in board.barred[u]:
            return None
        high = board.brackets[u]
        if v >= board.players:
            return self.bye * (self.lowest - high)
        low = board.brackets[v]
        price = self.below[high] - self.below[low] + (low - high) ** 2
        return price + self.across * (board.divisions[u] != board.divisions[v])

    def table(self) -> list[list[Price]]:
        """Return the prices of all pairs, each with the lot that decides between equals."""
        board = self.board
        n = len(board.names)
        prices: list[list[Price]] = [[None] * n for _ in range(n)]
        room = (n // 2 + 1) << (8 * LOT_BYTES)
        for u in range(n):
            for v in range(u + 1, n):
                price = self.price(u, v)
                if price is not None:
                    lot = chance.lot(board.key, "pair", f"{board.names[u]} {board.names[v]}")
                    price = price * room + int.from_bytes(lot[:LOT_BYTES], "big")
                    prices[u][v] = prices[v][u] = price
        return prices
