"""What a repair costs: how good the round is, then how many players change, as one whole number."""

from ledger.record import draws
from projections.pairing.repair_board import ALONE, Cell, Posted
from projections.pairing.weighted import Price

LOT_BYTES = 8
"""How much of the lot of a pair decides between repairs that are equally good."""


class RepairPrices:
    """The prices of pairs, in order of importance; the first five are the `worth` of a round.

    1. how far the bye is from the lowest bracket (TOP §3.1);
    2. pairs across divisions (TOP §3.1.2);
    3. pairs that straddle each gap between neighbouring brackets, from the top;
    4. the squares of how many brackets a pair goes down;
    5. players whose opponent is not the one posted (TOP §4);
    6. who changes: the holder of the bye rather than others, low brackets rather than high (A-42);
    7. lots.
    """

    def __init__(self, board: Posted) -> None:
        """Weigh each so that no sum of later ones reaches it, in any round of this field."""
        self.board = board
        self.lowest = max((level for level, _ in board.cells), default=0)
        pairs = len(board.names) // 2
        self.square = len(board.names) + 1
        weight = self.square * (pairs * self.lowest**2 + 1)
        below = [0]
        for _ in range(self.lowest):
            below.append(below[-1] + weight)
            weight *= pairs + 1
        # below[level]: what a pair pays that reaches from there down to the lowest bracket.
        self.below = below[::-1]
        self.across = weight
        self.bye = weight * (pairs + 1)
        self.room = (pairs + 1) << (8 * LOT_BYTES)
        self.fine = (len(board.names) * (self.lowest + 1) + 1) * self.room

    def worth(self, one: Cell, other: Cell | None, *, kept: bool) -> int:
        """Return the price of a pair up to the players who change; None stands for the bye."""
        if other is None:
            return self.bye * (self.lowest - one[0]) + (not kept)
        high, low = sorted((one[0], other[0]))
        price = self.below[high] - self.below[low] + self.square * (low - high) ** 2
        return price + self.across * (one[1] != other[1]) + 2 * (not kept)

    def changed(self, worth: int) -> int:
        """Return how many players change, from the worth of a whole round."""
        return worth % self.square

    def pair(self, u: int, v: int) -> int | None:
        """Return the worth of two vertices, u before v; None if they must not meet."""
        board = self.board
        if v in board.barred[u]:
            return None
        other = board.cells[v] if v < board.players else None
        return self.worth(board.cells[u], other, kept=board.old[u] == v)

    def whole(self, u: int, v: int) -> Price:
        """Return the full price of two vertices, u before v; None if they must not meet."""
        worth = self.pair(u, v)
        if worth is None or self.board.old[u] == v:
            return None if worth is None else worth * self.fine
        names = self.board.names
        lot = draws.lot(self.board.key, "repair", f"{names[u]} {names[v]}")
        who = self._asked(u) + self._asked(v)
        return worth * self.fine + who * self.room + int.from_bytes(lot[:LOT_BYTES], "big")

    def _asked(self, v: int) -> int:
        """Return what it costs to take this player away from what was posted."""
        if v >= self.board.players or self.board.old[v] in {ALONE, self.board.players}:
            return 0
        return 1 + self.lowest - self.board.cells[v][0]
