"""Show which entries made a figure of the standings, a pairing or a result."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import click

from cli.args.players import find_player
from cli.args.types import match_or_round
from cli.args.words import quoted
from cli.commands.history import COLUMNS, row
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.terminal.tables import show
from ledger.terms import MatchId, Result
from projections.explain.blame import Blamed, Cell, Figure, MatchCell, Value, blame
from projections.history.history import Happening, history
from projections.reports.api.staff import blame_of
from projections.reports.text.reading import named, who_wrote
from projections.standings.percentages import percent
from projections.text import counted


@click.command("blame")
@at_ledger("PLAYER|MATCH", "[WHAT]")
def command(ctx: ReadContext, of: str, what: str | None) -> None:
    r"""Show which entries made a cell: those without which, one by one, it would be another.

    PLAYER has place (if nothing is said), points, record, op-win, op-op-win, game-win and
    op-game-win; MATCH has result (if nothing is said) and pairing. Entries that a floor or a cap
    keeps from showing are told apart: the figure would be the same without them.

    \b
    Examples:
      roundbook blame cup p7
      roundbook blame cup p7 op-win --as-of "before round 4"
      roundbook blame cup masters-3-7
      roundbook blame cup masters-3-7 pairing
    """
    cell = _cell(ctx, of, what)
    found = blame(ctx.entries, ctx.rules, cell)
    wanted = {*found.made_by, *found.held}
    told = [one for one in history(ctx.entries, tie=ctx.rules.tie_word) if one.seq in wanted]
    if ctx.as_json:
        say_answer(blame_of(ctx.sight(), found, told, partial(who_wrote, ctx)))
        return
    of = str(cell.of) if isinstance(cell.of, MatchId) else named(ctx, cell.of)
    echo(shown(f"{of} {cell.shows}: {_in_words(ctx, found.value)}"))
    _show(ctx, found, told)


def _cell(ctx: ReadContext, of: str, what: str | None) -> Cell:
    """Return the cell that is asked for; raises a usage error."""
    place = match_or_round(of)
    match = place if isinstance(place, MatchId) else None
    kinds: Sequence[Figure | MatchCell] = [*MatchCell] if match else [*Figure]
    usual = MatchCell.RESULT if match else Figure.PLACE
    shows = next((one for one in kinds if one == what), None) if what else usual
    if shows is None:
        some = ", ".join(kinds)
        raise click.UsageError(f"{quoted(what or '')} is no cell of this; write one of {some}.")
    return Cell(of=match or find_player(of, ctx.t, ctx.book), shows=shows)


def _show(ctx: ReadContext, found: Blamed, told: Sequence[Happening]) -> None:
    """Show the entries that made a cell, and apart from them those that were held."""
    made = [one for one in told if one.seq in found.made_by]
    held = [one for one in told if one.seq in found.held]
    if not made:
        echo("no entry made it by itself: without any one of them it would be the same.")
    else:
        count = counted(len(found.made_by), "entry", "entries")
        echo(f"made by {count}: without any one of them it would be another.\n")
        show(COLUMNS, [row(one, ctx) for one in made], plain=ctx.plain)
    if held:
        echo("\nheld by a floor or a cap: without any one of these it would be the same.\n")
        show(COLUMNS, [row(one, ctx) for one in held], plain=ctx.plain)


def _in_words(ctx: ReadContext, value: Value) -> str:
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
