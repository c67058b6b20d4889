"""A field too large to weigh every round of: cells drawn by lots, and windows where that fails.

A cell is a bracket, or where divisions are mixed the players of one division in a bracket. All
cells are drawn by lots as the plan links them; a cell that cannot be drawn is put into a window by
name, which is solved exactly and changes the plan; and so on until all others can be drawn.
"""

from collections.abc import Hashable, Sequence
from itertools import accumulate
from typing import NamedTuple

from projections.pairing.board import Board
from projections.pairing.certificate import Window
from projections.pairing.neighbours import Drawn, Ground, Plan, Tables, chain, parts, walk
from projections.pairing.objectives import Seat
from projections.pairing.perfect import ALONE, complete
from projections.pairing.windows import Outside, Solved, TooLargeError, guests_of, solve

NAMED = 3
"""Up to this size a cell of a mixed field is put into the window by name from the start."""


class Best(NamedTuple):
    """The best round of a board in table order, with the windows that prove it; or not proven."""

    pairs: Tables
    windows: tuple[Window, ...] = ()
    proven: bool = True


def best_by_cells(board: Board) -> Best:
    """Return the best round of a board that has a legal one. A mixed board has no bye on it."""
    cells = _Cells(board)
    try:
        while True:
            plan, proofs = cells.planned()
            if plan is None:
                continue
            found = walk(cells.ground, cells.members, plan, cells.known)
            if found.failed is None:
                drawn = [list(zip(*sides, strict=True)) for sides in found.sides]
                return Best(_in_order(board, [plan.fixed, *drawn]), proofs)
            cells.settled.add(found.failed)
    except TooLargeError:
        return Best(_in_order(board, [_any_round(cells)]), proven=False)


def ground_of(board: Board) -> Ground:
    """Return a board as the draw by lots takes it."""
    return Ground(
        words=range(len(board.names)),
        met=board.barred,
        names=parts(board.names),
        key=board.key,
    )


class _Cells:
    """The cells of a board, which of them are settled in windows, and what is known of them."""

    def __init__(self, board: Board) -> None:
        """Begin with every cell to be drawn by lots, but for the small ones of a mixed field."""
        self.board = board
        self.ground = ground_of(board)
        own: dict[tuple[int, int], list[int]] = {}
        for v, seat in enumerate(zip(board.brackets, board.divisions, strict=True)):
            own.setdefault(seat, []).append(v)
        self.seats = sorted(own)
        self.members = [own[seat] for seat in self.seats]
        self.settled: set[int] = set()
        if board.mixed:
            self.settled = {c for c, cell in enumerate(self.members) if len(cell) <= NAMED}
        self.known: dict[Hashable, Drawn | None] = {}
        self.solved: dict[tuple[int, ...], Solved] = {}

    def planned(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Return the plan that the windows ask for; none if they have to grow before."""
        if self.board.mixed:
            return self._whole()
        return self._runs()

    def _whole(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Plan a mixed field: one window, in which every cell drawn by lots has its copies."""
        outside = [
            Outside(
                seat=Seat(*self.seats[cell]),
                odd=len(members) % 2 == 1,
                cell=cell,
                division=self.board.kinds[self.seats[cell][1]],
            )
            for cell, members in enumerate(self.members)
            if cell not in self.settled
        ]
        named = sorted(v for cell in self.settled for v in self.members[cell])
        found = solve(self.board, named, outside)
        if found is None:
            return self._everybody()
        links: dict[int, list[int]] = {}
        for one, other in found.links:
            links.setdefault(one, []).append(other)
        plan = Plan(found.pairs, frozenset(self.settled), guests_of([found]), links, None)
        return plan, (found.proof,)

    def _runs(self) -> tuple[Plan | None, tuple[Window, ...]]:
        """Plan brackets: a window for each run of settled ones, and parity between them.

        A window grows over a neighbour that someone would have to pass, or that the bye went to.
        """
        plan = chain([len(members) for members in self.members], self._bye())
        links = dict(plan.links)
        found: list[Solved] = []
        grown: set[int] = set()
        for run in self._settled_runs():
            solved = self._window(run)
            if solved is None:
                return self._everybody()
            found.append(solved)
            above, below = run[0] - 1, run[-1] + 1
            if solved.links or (self._bye(), above) in solved.guests:
                grown |= {above, below} & set(range(len(self.members)))
            for cell in (above, *run):
                links.pop(cell, None)
        if grown:
            self.settled |= grown
            return None, ()
        last = len(self.members) - 1
        plan = Plan(
            fixed=[pair for each in found for pair in each.pairs],
            settled=frozenset(self.settled),
            guests=guests_of(found),
            links=links,
            closing=None if last in self.settled else plan.closing,
        )
        return plan, tuple(each.proof for each in found)

    def _bye(self) -> int | None:
        """Return the vertex of the bye."""
        return self.board.players if self.board.bye else None

    def _settled_runs(self) -> list[tuple[int, ...]]:
        """Return the settled brackets, neighbours together."""
        runs: list[tuple[int, ...]] = []
        for cell in sorted(self.settled):
            if runs and runs[-1][-1] == cell - 1:
                runs[-1] = (*runs[-1], cell)
            else:
                runs.append((cell,))
        return runs

    def _everybody(self) -> tuple[None, tuple[Window, ...]]:
        """Let the window be the whole field, which is no larger."""
        self.settled = set(range(len(self.members)))
        return None, ()

    def _window(self, run: tuple[int, ...]) -> Solved | None:
        """Solve the window of neighbouring brackets, everybody above and below as copies."""
        if run in self.solved:
            return self.solved[run]
        above = [0, *accumulate(map(len, self.members))]
        first, last = run[0], run[-1]
        named = [v for cell in run for v in self.members[cell]]
        outside: list[Outside] = []
        if first:
            outside.append(self._beyond(first - 1, odd=above[first] % 2 == 1))
        if last + 1 < len(self.members):
            odd = (len(self.board.names) - above[last + 1]) % 2 == 1
            outside.append(self._beyond(last + 1, odd=odd))
        elif self.board.bye:
            named.append(self.board.players)
        found = solve(self.board, named, outside)
        if found is not None:
            self.solved[run] = found
        return found

    def _beyond(self, cell: int, *, odd: bool) -> Outside:
        """Return everybody beyond a window, who all stand in its neighbour."""
        return Outside(Seat(self.seats[cell][0]), odd=odd, cell=cell)


def _any_round(cells: _Cells) -> Tables:
    """Return a legal round: neighbours by lot where they may meet, and paths through the rest."""
    board = cells.board
    line = [v for members in cells.members for v in cells.ground.line(members, "0")]
    line += [board.players] * board.bye
    mate = [ALONE] * len(board.names)
    for u, v in zip(line[::2], line[1::2], strict=True):
        if v not in board.barred[u]:
            mate[u], mate[v] = v, u
    witness = complete(board.barred, mate)
    assert witness is None, "a board without a legal round is refused before"
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _in_order(board: Board, tables: Sequence[Tables]) -> Tables:
    """Return the tables by the bracket of the higher player, then as they were drawn."""
    at = (*board.brackets, len(board.names))
    pairs = [(u, v) if at[u] <= at[v] else (v, u) for drawn in tables for u, v in drawn]
    return sorted(pairs, key=lambda pair: at[pair[0]])
