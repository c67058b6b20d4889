"""The draw of a large field: bracket by bracket in the order of lots, neighbours meet.

The one who is left over in a bracket was drawn at random, and meets a random player of the next;
the last one left over has the bye. That is the way down of TOP §3.1, and where nobody has met
before it is the best round there is: no gap between brackets is crossed more than once.
"""

from collections.abc import Sequence
from typing import NamedTuple

from projections.pairing.board import Board

Tables = list[tuple[int, int]]

SMALL = 16
"""Below this size a bracket is drawn at most 40 times, otherwise at most 100."""


class Drawn(NamedTuple):
    """One draw of a cell: its tables, who is left over, and how many tables are not allowed."""

    tables: Tables
    left: int | None
    clashes: int


def chain_of(board: Board) -> list[list[int]]:
    """Return the cells of a board in the order in which they are drawn.

    One division: its brackets from the top. More: division by division, so that nobody leaves one
    without need; of two divisions with an odd number the first goes down and the second comes up
    behind it, so that the two who are left over stand low. A mixed board has no bye on it.
    """
    chains: list[list[list[int]]] = []
    for division in sorted(set(board.divisions)):
        cells: dict[int, list[int]] = {}
        for v, own in enumerate(board.divisions):
            if own == division:
                cells.setdefault(board.brackets[v], []).append(v)
        chains.append(list(cells.values()))
    even = [chain for chain in chains if sum(map(len, chain)) % 2 == 0]
    odd = [chain for chain in chains if sum(map(len, chain)) % 2]
    for i in range(1, len(odd), 2):
        odd[i].reverse()
    return [cell for chain in (*even, *odd) for cell in chain]


def draw(board: Board, chain: Sequence[Sequence[int]]) -> Tables:
    """Return the tables of a draw; where no attempt was clean, some are not allowed."""
    tables: Tables = []
    left: int | None = None
    for place, cell in enumerate(chain):
        last = place == len(chain) - 1
        best = _attempt(board, cell, left, 0, last=last)
        for attempt in range(1, 40 if len(cell) < SMALL else 100):
            if not best.clashes:
                break
            best = min(best, _attempt(board, cell, left, attempt, last=last), key=_clashes)
        tables += best.tables
        left = best.left
    assert left is None, "an odd field has the bye on its board"
    return tables


def _clashes(drawn: Drawn) -> int:
    return drawn.clashes


def _attempt(
    board: Board, cell: Sequence[int], left: int | None, attempt: int, *, last: bool
) -> Drawn:
    """Draw one cell, behind whoever came down into it."""
    line = board.by_lot(cell, str(attempt))
    if left is not None:
        line.insert(0, left)
    if last and len(line) % 2 and board.bye:
        line.append(board.players)
    tables = list(zip(line[::2], line[1::2], strict=False))
    clashes = sum(v in board.barred[u] for u, v in tables)
    return Drawn(tables, line[-1] if len(line) % 2 else None, clashes)
