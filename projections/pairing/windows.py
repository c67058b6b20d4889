"""Where a draw clashes for good: the tables around the clash are paired anew, exactly.

A window is a run of neighbouring tables. It grows until no gap between brackets is crossed more
than once, or until it is as large as windows get; what lies outside it stays as it was drawn.
"""

from collections.abc import Sequence

from projections.pairing.board import Board
from projections.pairing.neighbours import Tables
from projections.pairing.objectives import Objectives
from projections.pairing.perfect import ALONE, complete
from projections.pairing.weighted import cheapest

REACH = (8, 16, 32)
"""How many tables a window holds on each side of the clash."""


def settle(board: Board, chain: Sequence[Sequence[int]], tables: Tables) -> Tables:
    """Return the tables with clashes settled from the top, up to one that no window can settle."""
    cells = {v: place for place, cell in enumerate(chain) for v in cell}
    if board.bye:
        cells[board.players] = len(chain)
    place = 0
    while place < len(tables):
        u, v = tables[place]
        if v in board.barred[u]:
            anew = _around(board, cells, tables, place)
            if anew is None:
                return tables
            tables = anew
        place += 1
    return tables


def solve(board: Board) -> Tables | None:
    """Return the best pairing of a whole board; None if there is no legal one."""
    if complete(board.barred, [ALONE] * len(board.names)) is not None:
        return None  # Known much sooner than what the best one would cost.
    return cheapest(Objectives(board).table())


def _around(board: Board, cells: dict[int, int], tables: Tables, place: int) -> Tables | None:
    """Pair the tables around `place` anew; None if no window has an answer."""
    settled: Tables | None = None
    for reach in REACH:
        start, end = max(0, place - reach), place + reach + 1
        inside = [v for table in tables[start:end] for v in table]
        smaller, old = board.only(inside)
        pairs = solve(smaller)
        if pairs is None:
            continue
        anew = sorted(
            ((old[u], old[v]) for u, v in pairs),
            key=lambda table: (min(cells[table[0]], cells[table[1]]), table),
        )
        settled = [*tables[:start], *anew, *tables[end:]]
        if _straight(cells, settled, inside):
            break
    return settled


def _straight(cells: dict[int, int], tables: Tables, inside: Sequence[int]) -> bool:
    """Tell whether no gap between the cells of a window is crossed by two tables."""
    first = min(cells[v] for v in inside)
    crossed = [0] * (max(cells[v] for v in inside) - first)
    for u, v in tables:
        low, high = sorted((cells[u], cells[v]))
        for gap in range(max(low, first), min(high, first + len(crossed))):
            crossed[gap - first] += 1
    return all(times <= 1 for times in crossed)
