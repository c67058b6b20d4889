"""Why a round cannot be paired, in words that a judge can check on the match slips (A-11)."""

from collections.abc import Iterable

from roundbook.ledger.errors import Refused
from roundbook.projections.pairing.board import Board
from roundbook.projections.perfect_matching import ALONE, Witness, complete

SHOWN = 12
"""How many players a sentence names; the rest are counted."""


HINT = "End Swiss here, or pair by hand with an override of `rematch` or `second-bye`."
"""What the organiser can do instead, where `pair --allow-rematches` does not help."""


class NoLegalRound(Refused):
    """The round cannot be paired without a rematch or a second bye; the message says why (A-11)."""


def has_legal_round(board: Board) -> bool:
    """Return whether all vertices of a board can be paired."""
    return board.plentiful or complete(board.barred, [ALONE] * len(board.names)) is None


def no_legal_round(board: Board, where: str) -> NoLegalRound:
    """Return the refusal of a board that has no legal round, with the reason."""
    if board.bye and len(board.barred[board.players]) == board.players > 1:
        reason = f"All {board.players} players to be paired have had a bye"
    else:
        witness = complete(board.barred, [ALONE] * len(board.names))
        assert witness is not None, "a refusal must have a reason"
        reason = _reason(board, witness)
    return NoLegalRound(
        f"{where} cannot be paired without a rematch or a second bye. {reason}.",
        hint=HINT,
    )


def _reason(board: Board, witness: Witness) -> str:
    """Return a witness as a sentence: odd groups, and too few others for them."""
    groups = sorted(witness.groups, key=lambda group: (len(group), group))
    others = sorted(witness.others)
    alone = [group[0] for group in groups if len(group) == 1]
    if alone and not others:
        bye = " and has had a bye" if board.bye else ""
        return f"{board.names[alone[0]]} has met everybody else to be paired{bye}"
    if len(alone) == len(groups):
        return (
            f"{_counted(board, alone)} have only {_few(len(others))} between them: "
            f"{_named(board, others)}"
        )
    against = f", or with {_named(board, others)}" if others else ""
    if len(groups) == 1 or not others:
        odd = min((group for group in groups if len(group) % 2), key=len)
        return (
            f"{_counted(board, odd)} can only be paired among themselves, and their number is odd"
        )
    listed = "; ".join(_named(board, group) for group in groups)
    return (
        f"These {len(groups)} groups can each only be paired within themselves{against}, and each "
        f"has an odd number of players: {listed}"
    )


def _number(name: str) -> tuple[int, str]:
    """Return the sort key of an id: `p9` before `p10`."""
    return len(name), name


def _few(count: int) -> str:
    return "this one possible opponent" if count == 1 else f"these {count} possible opponents"


def _counted(board: Board, vertices: Iterable[int]) -> str:
    """Return `These 5 players (p1, p2, …)`, with the bye if it is among them."""
    everyone = list(vertices)
    players = sum(v < board.players for v in everyone)
    word = "This player" if players == 1 else f"These {players} players"
    bye = " and the bye" if players < len(everyone) else ""
    return f"{word}{bye} ({_named(board, everyone)})"


def _named(board: Board, vertices: Iterable[int]) -> str:
    """Return names in order, only the first of them if there are many."""
    everyone = list(vertices)
    players = sorted((board.names[v] for v in everyone if v < board.players), key=_number)
    names = players if len(players) == len(everyone) else [*players, "the bye"]
    if len(names) <= SHOWN:
        return ", ".join(names)
    return f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
