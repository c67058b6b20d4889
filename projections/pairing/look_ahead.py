"""The best round that leaves another: in a small field a round can make the next one impossible."""

from itertools import groupby

from msgspec.structs import replace

from roundbook.ledger.record import draws
from roundbook.projections.pairing import best_round
from roundbook.projections.pairing.best_round import LARGEST, Found, in_rank
from roundbook.projections.pairing.board import Board, objectives
from roundbook.projections.pairing.byes import fields
from roundbook.projections.pairing.certificate import Kind
from roundbook.projections.pairing.draw_by_lots import Tables
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.perfect_matching import ALONE, complete

# Few players and many rounds: the drawn round has to leave a legal round after it. Without that,
# one in eight events of eight players over seven rounds reaches a round that cannot be paired. With
# up to 12 players every round is tried; with more, the draw looks for one that leaves another, and
# does not prove that there is no better one.

TRIED = 12
"""The largest field for which every round is tried."""

TRIES = 8
"""How many later rounds are kept free in turn, in a larger field."""


def search_ahead(board: Board, where: str) -> Found:
    """Return the best round that leaves another; the best of all, if none does.

    Raises NoLegalRound, naming `where`.
    """
    if not _near_the_end(board):
        found = best_round.search(board, where)
        return found._replace(following=_following(board, found.pairs))
    if board.players <= TRIED:
        return _tried(board) or _without(best_round.search(board, where))
    found = best_round.search(board, where)
    following = _following(board, found.pairs)
    if following is not None:
        return found._replace(following=following)
    # Even if the round is the best: a proof has to show the next round as well (`verifying`), and
    # this round leaves none.
    return _kept_free(board) or found._replace(kind=Kind.UNPROVEN, windows=())


def _near_the_end(board: Board) -> bool:
    """Return whether this might be the last possible round; by Dirac's theorem not early on."""
    # With n names and r met so far, a player may meet n - 2 - r others after this round. Dirac asks
    # for at least half of n.
    return len(board.names) < 2 * (board.most_met + 1) + 2


def _following(board: Board, pairs: Tables) -> Tables | None:
    """Return one way to pair the round after this one, if nobody drops; None if there is none."""
    mate = [ALONE] * len(board.names)
    if complete(board.barring(pairs).barred, mate) is not None:
        return None
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _without(found: Found) -> Found:
    """Return a round of a field in which no round leaves another, to be checked by trial."""
    # A window proves that no round is better, but not that none leaves another. Only trying every
    # round shows both.
    return found._replace(kind=Kind.TRIAL, windows=(), refused=())


def _tried(board: Board) -> Found | None:
    """Return one of the best rounds that leave another, each equally likely; None if none does."""
    for smaller, old, lucky in fields(board, []):
        # A round that leaves another comes before a better one that does not (rule 2 of
        # docs/pairing.md), so a whole price may be passed over.
        for _, equals in groupby(best_round.rounds(smaller), key=lambda one: one[0]):
            good = []
            for _, pairs in equals:
                whole = [*((old[u], old[v]) for u, v in pairs), *lucky]
                following = _following(board, whole)
                if following is not None:
                    good.append((pairs, following))
            if good:
                pairs, following = good[best_round.taken(smaller, len(good))]
                ordered = [(old[u], old[v]) for u, v in in_rank(smaller, pairs)]
                return Found([*ordered, *lucky], Kind.TRIAL, following=following)
    return None


def _kept_free(board: Board) -> Found | None:
    """Keep a round free for later, several times, and return the best of the rounds found."""
    found: list[tuple[tuple[int, ...], int, Found]] = []
    seats = board.seats()
    # In reverse: a later round is set aside first, and this one is drawn without its pairs. So it
    # certainly leaves a round; eight are tried, as each removes different pairs.
    for number in range(TRIES if len(board.names) <= LARGEST else 0):
        # Each try has its own key, made from that of the round, so anybody can draw all eight
        # again.
        key = draws.digest([board.key, f"next {number}"])
        mate = [ALONE] * len(board.names)
        line = replace(board, key=key).by_lot(range(len(board.names)), "0")
        for u, v in zip(line[::2], line[1::2], strict=True):
            if v not in board.barred[u]:
                mate[u], mate[v] = v, u
        assert complete(board.barred, mate) is None, (
            "a legal pairing must exist: an earlier search found one"
        )
        kept = [(u, v) for u, v in enumerate(mate) if u < v]
        try:
            one = best_round.search(board.barring(kept), "the round")
        except NoLegalRound:
            continue
        pairs = [(seats[u], seats[v]) for u, v in one.pairs]
        vector = objectives(pairs, max(board.brackets) + 1).vector()
        found.append((vector, number, one._replace(kind=Kind.UNPROVEN, following=kept)))
    # The number decides between equals: of equally good rounds the first one counts.
    return min(found)[2]._replace(windows=(), refused=()) if found else None
