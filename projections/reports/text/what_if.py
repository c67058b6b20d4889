"""What would stand otherwise, as it is read out: places, rounds, cuts, what a correction costs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.terms import MatchId, Result
from projections.explain.blame import Blamed, Cell, Value
from projections.explain.what_if import Cost, WhatIf
from projections.history.history import Happening
from projections.reports.text.history import happenings
from projections.reports.text.tables import WIDTH, Column, Part, Reading, Table, named, wrapped
from projections.standings.percentages import percent
from projections.text import counted

COLUMNS = (
    Column("Player", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("would be", right=True),
    Column("Points", right=True),
    Column("would be", right=True),
)


def what_if_text(found: WhatIf, costs: list[Cost], ctx: Reading) -> Iterator[Part]:
    """Yield what would be another, and what each correction costs."""
    yield from _otherwise(found, ctx)
    for one in costs:
        yield from _cost(one, found)


def _otherwise(found: WhatIf, ctx: Reading) -> Iterator[Part]:
    """Yield the places, points, rounds and cuts that would be others."""
    for match in found.locked:
        yield f"The result of {match} is locked (TOP §4): this is a question only."
    if not (found.places or found.rounds or found.cuts):
        yield "It would change no place, no points, no pairing and no cut."
        return
    if found.places:
        rows = [
            [
                ctx.name(one.player),
                one.division.value,
                str(one.place or "-"),
                str(one.would_be or "-"),
                str(one.match_points),
                str(one.would_have),
            ]
            for one in found.places
        ]
        yield ""
        yield Table(COLUMNS, rows)
    for unlike in found.rounds:
        where = f"round {unlike.round} of {unlike.pool}"
        if unlike.players is None:
            yield f"{where} could not have been paired without a rematch."
        else:
            others = counted(unlike.players, "player")
            yield f"{where} would have been paired otherwise: {others} at least."
    for cut in found.cuts:
        joins = ", ".join(map(ctx.name, cut.joins)) or "nobody"
        leaves = ", ".join(map(ctx.name, cut.leaves)) or "nobody"
        yield f"the cut of {cut.division}: {joins} would be in, {leaves} would not."


def _cost(one: Cost, found: WhatIf) -> list[str]:
    """Return what a correction costs: how long ago it was, whom it reaches, who moves how far."""
    since = f"{counted(one.rounds, 'round')} paired since"
    when = f"reported by entry {one.entry}, {since}" if one.entry else f"not reported, {since}"
    steps = [
        abs(each.place - each.would_be) for each in found.places if each.place and each.would_be
    ]
    moved = [step for step in steps if step]
    move = f"{len(moved)} places move" if len(moved) != 1 else "1 place moves"
    furthest = f", the furthest by {max(moved)}" if moved else ""
    reached = counted(len(one.players), "record")
    said = (
        f"cost of correcting {one.match}: {when}; it reaches {reached}, the Op Win % of "
        f"{counted(len(one.opponents), 'opponent')} and the Op Op Win % of "
        f"{len(one.beyond)} more; {move}{furthest}."
    )
    return wrapped(said, WIDTH)


# Which entries made a figure, as it is read out: those that made it, those that a floor hides.


def blame_text(
    cell: Cell, found: Blamed, told: Sequence[Happening], ctx: Reading
) -> Iterator[Part]:
    """Yield what a cell shows, the entries that made it, and apart those that were held.

    `told` are those entries as they are told.
    """
    of = str(cell.of) if isinstance(cell.of, MatchId) else named(ctx, cell.of)
    yield f"{of} {cell.shows}: {_in_words(ctx, found.value)}"
    made = [one for one in told if one.seq in found.made_by]
    held = [one for one in told if one.seq in found.held]
    if made:
        count = counted(len(found.made_by), "entry", "entries")
        yield f"made by {count}: without any one of them it would be another."
        yield ""
        yield happenings(made, ctx)
    else:
        yield "no entry made it by itself: without any one of them it would be the same."
    if held:
        yield ""
        yield "held by a floor or a cap: without any one of these it would be the same."
        yield ""
        yield happenings(held, ctx)


def _in_words(ctx: Reading, value: Value) -> str:
    """Return what stands in a cell, as people read it."""
    match value:
        case None:
            return "nothing"
        case Fraction():
            return f"{value} = {percent(value)} %"
        case Result():
            return value.in_words(ctx.rules.tie_word)
        case tuple():
            return " and ".join(ctx.name(player) for player in value)
        case _:
            return str(value)
