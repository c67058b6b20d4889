"""From a board to the best round: which search a field is given, and what proves the answer.

What it does, and in which order, is specified in docs/pairing.md: who follows that page draws the
same round from the same key.
"""

from collections.abc import Iterator
from typing import NamedTuple

from projections.pairing import cells, every
from projections.pairing.board import Board
from projections.pairing.certificate import Kind, NoRound, Window
from projections.pairing.impossible import no_legal_round
from projections.pairing.neighbours import Tables
from projections.pairing.objectives import objectives
from projections.pairing.perfect import ALONE, complete
from projections.pairing.windows import solve


class Found(NamedTuple):
    """The pairs of a round in table order, the bye among them, and what proves that it is best."""

    pairs: Tables
    kind: Kind
    windows: tuple[Window, ...] = ()
    refused: tuple[NoRound, ...] = ()
    following: Tables | None = None


def search(board: Board, where: str) -> Found:
    """Return the best round, if it need not leave another; raises NoLegalRound, naming `where`.

    In a mixed field the bye is drawn before anybody is paired (A-14); otherwise it is weighed with
    everything else, as the first objective.
    """
    refused: list[NoRound] = []
    for smaller, old, lucky in fields(board, refused):
        found = _best(smaller)
        return found._replace(
            pairs=[*((old[u], old[v]) for u, v in found.pairs), *lucky], refused=tuple(refused)
        )
    raise no_legal_round(board, where)


def fields(board: Board, refused: list[NoRound]) -> Iterator[tuple[Board, list[int], Tables]]:
    """Yield the boards that have a legal round, each with the old numbers and the bye drawn before.

    A mixed field has one for each player who can have the bye: from the lowest bracket up, and by
    lot in a bracket. Why others cannot is added to `refused`.
    """
    if not board.bye or not board.mixed:
        if board.plentiful or complete(board.barred, [ALONE] * len(board.names)) is None:
            yield board, list(range(len(board.names))), []
        return
    free = [v for v in range(board.players) if v not in board.barred[board.players]]
    by_lot = board.by_lot(free, "bye")
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


def _best(board: Board) -> Found:
    """Return the best round of a board that has one; if it is mixed, the bye is drawn already."""
    if board.players <= every.MOST:
        return by_trial(board, every.draw(board))
    best = cells.best_by_cells(board)
    if not best.proven:
        return Found(best.pairs, Kind.UNPROVEN)
    if not board.mixed and not best.windows:
        return Found(best.pairs, Kind.PARITY)
    return Found(best.pairs, Kind.WINDOW, best.windows)


def by_trial(board: Board, pairs: Tables) -> Found:
    """Put a small round into table order, and prove it: by parity, or by the field as a window."""
    ordered = in_rank(board, pairs)
    if meets_parity(board, pairs):
        return Found(ordered, Kind.PARITY)
    proof = solve(board, range(len(board.names)), [])
    assert proof is not None, "a board with a round has a best one"
    return Found(ordered, Kind.WINDOW, (proof.proof,))


def in_rank(board: Board, pairs: Tables) -> Tables:
    """Return pairs in table order: by bracket, and by lot with the label 0 within a bracket."""
    by_lot = sorted(board.by_lot(range(board.players), "0"), key=lambda v: board.brackets[v])
    rank = {v: place for place, v in enumerate(by_lot)}
    rank[board.players] = board.players
    return sorted(
        (((u, v) if rank[u] < rank[v] else (v, u)) for u, v in pairs), key=lambda p: rank[p[0]]
    )


def meets_parity(board: Board, pairs: Tables) -> bool:
    """Tell whether no gap is crossed twice, no bracket passed, no division left, no bye raised."""
    standing = sorted(set(board.brackets))
    seats = [
        seat._replace(bracket=None if seat.bracket is None else standing.index(seat.bracket))
        for seat in board.seats()
    ]
    found = objectives(((seats[u], seats[v]) for u, v in pairs), len(standing))
    straight = max(found.gaps, default=0) <= 1 and found.squares == sum(found.gaps)
    return straight and not found.bye and not found.across
