"""Few players and many rounds: the round that is drawn has to leave a round after it.

Without that, one in nine events of eight players over seven rounds reaches a round that nobody can
pair. With up to 12 players every round is tried; beyond that the draw looks for one that leaves
another, and does not prove that no better one does.
"""

from itertools import groupby

from msgspec.structs import replace

from ledger.record import draws
from projections.pairing import every
from projections.pairing.board import Board
from projections.pairing.certificate import Kind
from projections.pairing.neighbours import Tables
from projections.pairing.objectives import objectives
from projections.pairing.perfect import ALONE, complete
from projections.pairing.proposal import NoLegalRound
from projections.pairing.search import Found, fields, in_rank, search
from projections.pairing.windows import LARGEST

TRIED = 12
"""The largest field of which every round is tried."""

TRIES = 8
"""How many rounds after this one are kept free, one after the other, in a larger field."""


def search_ahead(board: Board, where: str) -> Found:
    """Return the best round that leaves another; the best of all, if none does.

    Raises NoLegalRound, naming `where`.
    """
    if not _near_the_end(board):
        found = search(board, where)
        return found._replace(following=_following(board, found.pairs))
    if board.players <= TRIED:
        return _tried(board) or _without(search(board, where))
    found = search(board, where)
    following = _following(board, found.pairs)
    if following is not None:
        return found._replace(following=following)
    return _kept_free(board) or found._replace(kind=Kind.UNPROVEN, windows=())


def _near_the_end(board: Board) -> bool:
    """Tell whether a round might be the last one; by Dirac's theorem it is not while few are."""
    return len(board.names) < 2 * (board.most_met + 1) + 2


def _following(board: Board, pairs: Tables) -> Tables | None:
    """Return one way to pair the round after this one, if nobody leaves; None if there is none."""
    mate = [ALONE] * len(board.names)
    if complete(board.barring(pairs).barred, mate) is not None:
        return None
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _without(found: Found) -> Found:
    """Say of a round that none of the field leaves another: whoever checks it tries them all."""
    return found._replace(kind=Kind.TRIAL, windows=(), refused=())


def _tried(board: Board) -> Found | None:
    """Return one of the best rounds that leave another, each equally likely; None if none does."""
    for smaller, old, lucky in fields(board, []):
        for _, equals in groupby(every.rounds(smaller), key=lambda one: one[0]):
            good = []
            for _, pairs in equals:
                whole = [*((old[u], old[v]) for u, v in pairs), *lucky]
                following = _following(board, whole)
                if following is not None:
                    good.append((pairs, following))
            if good:
                pairs, following = good[every.taken(smaller, len(good))]
                ordered = [(old[u], old[v]) for u, v in in_rank(smaller, pairs)]
                return Found([*ordered, *lucky], Kind.TRIAL, following=following)
    return None


def _kept_free(board: Board) -> Found | None:
    """Keep some round free for later, and return the best of what is found beside it."""
    found: list[tuple[tuple[int, ...], int, Found]] = []
    seats = board.seats()
    for number in range(TRIES if len(board.names) <= LARGEST else 0):
        key = draws.digest([board.key, f"next {number}"])
        mate = [ALONE] * len(board.names)
        line = replace(board, key=key).by_lot(range(len(board.names)), "0")
        for u, v in zip(line[::2], line[1::2], strict=True):
            if v not in board.barred[u]:
                mate[u], mate[v] = v, u
        assert complete(board.barred, mate) is None, "there is a round; it was found before"
        kept = [(u, v) for u, v in enumerate(mate) if u < v]
        try:
            one = search(board.barring(kept), "the round")
        except NoLegalRound:
            continue
        pairs = [(seats[u], seats[v]) for u, v in one.pairs]
        vector = objectives(pairs, max(board.brackets) + 1).vector()
        found.append((vector, number, one._replace(kind=Kind.UNPROVEN, following=kept)))
    return min(found)[2]._replace(windows=(), refused=()) if found else None
