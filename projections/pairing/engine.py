"""From a state to a drawn round: the engine, without a tournament."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain as joined

from roundbook.projections.pairing import best_round, draw_by_lots
from roundbook.projections.pairing.best_round import Found
from roundbook.projections.pairing.board import Board, board_of, objectives
from roundbook.projections.pairing.certificate import DRAW, Certificate, Kind, Objectives
from roundbook.projections.pairing.look_ahead import search_ahead
from roundbook.projections.pairing.state import BYE, DrawnRound, Field

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
    # Lots alone cannot do the rest: a small field numbers all its best rounds, divisions need a
    # window, and looking ahead needs several tries.
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
        # The bye counts as one more opponent, so one test serves rematches and second byes.
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
    # A link leads to the next bracket only, so each square is 1, and parity proves the round
    # without a window.
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
