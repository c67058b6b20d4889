"""From a state to a drawn round: the engine, without a tournament."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain as joined
from itertools import groupby

from msgspec.structs import replace

from roundbook.ledger.record import draws
from roundbook.projections.pairing import best_round, draw_by_lots
from roundbook.projections.pairing.best_round import LARGEST, Found, in_rank
from roundbook.projections.pairing.board import Board, board_of, objectives
from roundbook.projections.pairing.byes import fields
from roundbook.projections.pairing.certificate import DRAW, Certificate, Kind, Objectives
from roundbook.projections.pairing.draw_by_lots import Tables
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.state import BYE, DrawnRound, Field
from roundbook.projections.perfect_matching import ALONE, complete

# Few players and many rounds: the drawn round has to leave a legal round after it. Without that,
# one in nine events of eight players over seven rounds reaches a round that cannot be paired. With
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
    return _kept_free(board) or found._replace(kind=Kind.UNPROVEN, windows=())


def _near_the_end(board: Board) -> bool:
    """Return whether this might be the last possible round; by Dirac's theorem not early on."""
    return len(board.names) < 2 * (board.most_met + 1) + 2


def _following(board: Board, pairs: Tables) -> Tables | None:
    """Return one way to pair the round after this one, if nobody drops; None if there is none."""
    mate = [ALONE] * len(board.names)
    if complete(board.barring(pairs).barred, mate) is not None:
        return None
    return [(u, v) for u, v in enumerate(mate) if u < v]


def _without(found: Found) -> Found:
    """Return a round of a field in which no round leaves another, to be checked by trial."""
    return found._replace(kind=Kind.TRIAL, windows=(), refused=())


def _tried(board: Board) -> Found | None:
    """Return one of the best rounds that leave another, each equally likely; None if none does."""
    for smaller, old, lucky in fields(board, []):
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
    return min(found)[2]._replace(windows=(), refused=()) if found else None


# The whole draw: by lots alone if that is enough, or else by a search.


def draw(field: Field, where: str = "the round") -> DrawnRound:
    """Return the best round of a field, as its key draws it (TOP §3.1, A-10 to A-14).

    Nobody meets a former opponent; the bye goes to the lowest bracket, and to nobody twice; if
    divisions are mixed, as few pairs as possible cross them; then as few as possible leave their
    bracket, from the highest to the lowest; the rest is chance. With many rounds for few players
    the round must first of all leave another one. Raises NoLegalRound, with a reason that can be
    checked, in a sentence that begins with `where`.
    """
    mixed = field.age_modified and len({player.division for player in field.players}) > 1
    if len(field.players) > best_round.MOST and not mixed and not field.looks_ahead:
        found = _by_lots(field)
        if found is not None:
            return found
    board = board_of(field)
    searched = search_ahead if field.looks_ahead else best_round.search
    return _written(field, board, searched(board, where))


def _by_lots(field: Field) -> DrawnRound | None:
    """Return the round that lots alone draw; None if a bracket cannot be drawn by them."""
    # The fast path for nearly every round of a large event: the cells and lots of `search`, but on
    # ids as they are. Numbering everybody on a board takes longer than the whole draw.
    players = field.players
    brackets: defaultdict[int, list[int]] = defaultdict(list)
    for place, player in enumerate(players):
        brackets[player.points].append(place)
    members = [brackets[points] for points in sorted(brackets, reverse=True)]
    ids = [player.id for player in players]
    met: list[frozenset[str]] = [player.opponents for player in players]
    bye = len(players) if len(players) % 2 else None
    if bye is not None:
        had = [place for place, player in enumerate(players) if player.had_bye]
        for place in had:
            met[place] = met[place] | {BYE}
        met.append(frozenset(ids[place] for place in had))
        ids.append(BYE)
    ground = draw_by_lots.Ground(
        words=ids,
        met=met,
        names=draw_by_lots.parts(ids),
        key=bytes.fromhex(field.key),
    )
    plan = draw_by_lots.chain([len(cell) for cell in members], bye)
    found = draw_by_lots.walk(ground, members, plan, {})
    if found.failed is not None:
        return None
    one, other = (joined.from_iterable(side) for side in zip(*found.sides, strict=True))
    pairs = list(zip(map(ids.__getitem__, one), map(ids.__getitem__, other), strict=True))
    lucky = None
    if bye is not None:
        # Only the last cell can hold the bye, so only its tables are searched.
        last = len(pairs) - len(found.sides[-1][0])
        place = next(i for i in range(last, len(pairs)) if BYE in pairs[i])
        with_bye = pairs.pop(place)
        lucky = with_bye[with_bye[0] == BYE]
    gaps = tuple(int(cell in plan.links) for cell in range(len(members) - 1))
    reached = Objectives(bye=0, across=0, gaps=gaps, squares=sum(gaps))
    return DrawnRound(
        procedure=DRAW,
        round=field.round,
        pairs=tuple(pairs),
        bye=lucky,
        certificate=Certificate(kind=Kind.PARITY, objectives=reached),
    )


def _written(field: Field, board: Board, found: Found) -> DrawnRound:
    """Return the result of a search, by name."""
    names, seats = board.names, board.seats()
    pairs = [pair for pair in found.pairs if board.players not in pair]
    lucky = next((sum(pair) - board.players for pair in found.pairs if board.players in pair), None)
    return DrawnRound(
        procedure=DRAW,
        round=field.round,
        pairs=_named(names, pairs),
        bye=None if lucky is None else names[lucky],
        certificate=Certificate(
            kind=found.kind,
            objectives=objectives(
                ((seats[u], seats[v]) for u, v in found.pairs), max(board.brackets, default=0) + 1
            ),
            windows=found.windows,
            refused=found.refused,
            following=None if found.following is None else _named(names, found.following),
        ),
    )


def _named(names: Sequence[str], pairs: Sequence[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    """Return pairs by name."""
    return tuple((names[u], names[v]) for u, v in pairs)
