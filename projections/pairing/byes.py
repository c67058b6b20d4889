"""Who has the bye if it is drawn before anybody is paired: in a pod of several divisions (A-14)."""

from collections.abc import Iterator

from roundbook.projections.pairing.board import Board
from roundbook.projections.pairing.certificate import NoRound
from roundbook.projections.pairing.draw_by_lots import Tables
from roundbook.projections.perfect_matching import ALONE, complete


def fields(board: Board, refused: list[NoRound]) -> Iterator[tuple[Board, list[int], Tables]]:
    """Yield the boards that have a legal round, with the old numbers and a bye drawn before.

    A mixed field has one for each player who can have the bye: from the lowest bracket up, and at
    random in a bracket. The reasons why others cannot are added to `refused`.
    """
    if not board.bye or not board.mixed:
        # In most rounds Dirac's theorem says that there is one, and no search is needed.
        if board.plentiful or complete(board.barred, [ALONE] * len(board.names)) is None:
            yield board, list(range(len(board.names))), []
        return
    free = [v for v in range(board.players) if v not in board.barred[board.players]]
    by_lot = board.by_lot(free, "bye")
    # The sort is stable, so lots still decide within a bracket.
    for lucky in sorted(by_lot, key=lambda v: -board.brackets[v]):
        rest = [v for v in range(board.players) if v != lucky]
        smaller, old = board.only(rest)
        witness = None
        if not smaller.plentiful:
            witness = complete(smaller.barred, [ALONE] * smaller.players)
        if witness is None:
            yield smaller, old, [(lucky, board.players)]
            continue
        names = smaller.names
        groups = tuple(tuple(names[v] for v in group) for group in witness.groups)
        others = tuple(names[v] for v in witness.others)
        refused.append(NoRound(bye=board.names[lucky], groups=groups, others=others))
