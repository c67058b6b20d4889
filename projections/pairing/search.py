"""The procedure `search-1`: from a board to one legal round, as good as it can be found.

What it does, and in which order, is specified in docs/pairing.md: who follows that page draws the
same round from the same key.
"""

from projections.pairing import every, neighbours, windows
from projections.pairing.board import Board
from projections.pairing.impossible import no_legal_round
from projections.pairing.neighbours import Tables
from projections.pairing.perfect import ALONE, complete

EXACT = 128
"""The largest field that is solved as a whole, so that no better round exists."""


def search(board: Board, where: str) -> Tables:
    """Return the pairs of a round, the bye among them; raises NoLegalRound, naming `where`.

    In a mixed field the bye is drawn before anybody is paired (A-14); otherwise it is weighed with
    everything else, as the first objective.
    """
    if board.bye and board.mixed:
        lucky = _draw_bye(board)
        if lucky is None:
            raise no_legal_round(board, where)
        smaller, old = board.without({lucky, board.players})
        return [*((old[u], old[v]) for u, v in search(smaller, where)), (lucky, board.players)]
    if board.players <= every.MOST:
        found = every.draw(board)
    elif board.players <= EXACT:
        found = _exact(board)
    else:
        found = _large(board)
    if found is None:
        raise no_legal_round(board, where)
    return found


def _draw_bye(board: Board) -> int | None:
    """Return who has the bye: the first by lot, from the lowest bracket, who leaves a round."""
    free = [v for v in range(board.players) if v not in board.barred[board.players]]
    by_lot = board.by_lot(free, "bye")
    for v in sorted(by_lot, key=lambda v: -board.brackets[v]):
        smaller, _ = board.without({v, board.players})
        if complete(smaller.barred, [ALONE] * smaller.players) is None:
            return v
    return None


def _exact(board: Board) -> Tables | None:
    """Draw neighbours; where that is not the best round, solve the whole field."""
    if not board.mixed:
        tables = neighbours.draw(board, neighbours.chain_of(board))
        if not _clash(board, tables):
            return tables
    return windows.solve(board)


def _large(board: Board) -> Tables | None:
    """Draw neighbours, settle clashes in windows, and if need be look through the whole field."""
    chain = neighbours.chain_of(board)
    tables = neighbours.draw(board, chain)
    if _clash(board, tables):
        tables = windows.settle(board, chain, tables)
    if _clash(board, tables):
        return _augmented(board, tables)
    return tables


def _augmented(board: Board, tables: Tables) -> Tables | None:
    """Keep the tables that are allowed as far as possible, and seat everybody else."""
    mate = [ALONE] * len(board.names)
    for u, v in tables:
        if v not in board.barred[u]:
            mate[u], mate[v] = v, u
    if board.bye:
        lucky = _draw_bye(board)
        if lucky is None:
            return None
        for v in (lucky, board.players):
            if mate[v] != ALONE:
                mate[mate[v]] = ALONE
        mate[lucky], mate[board.players] = board.players, lucky
        # Nobody else is offered the bye, so that no path gives it away again.
        fixed = [b | {board.players, lucky} for b in board.barred]
        fixed[lucky] = fixed[board.players] = set(range(board.players)) - {lucky}
    else:
        fixed = [set(b) for b in board.barred]
    if complete(fixed, mate) is not None:
        return None
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _clash(board: Board, tables: Tables) -> bool:
    """Tell whether two players meet who must not, or the bye goes to one who must not have it."""
    return any(v in board.barred[u] for u, v in tables)
