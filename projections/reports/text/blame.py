"""Which entries made a figure, as it is read out: those that made it, those that a floor hides."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.terms import MatchId, Result
from projections.explain.blame import Blamed, Cell, Value
from projections.history.history import Happening
from projections.reports.text.history import happenings
from projections.reports.text.reading import Reading, named
from projections.reports.text.tables import Part
from projections.standings.percentages import percent
from projections.text import counted


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
