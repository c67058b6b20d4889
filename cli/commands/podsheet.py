"""Show or print the sheet of an eight-player pod."""

from functools import partial

import click

from roundbook.cli.args.types import POOL
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.printing.pod_sheet import (
    BOTH,
    CHART,
    FIGURES,
    LINES,
    chart,
    chart_notes,
    figures,
    how_played,
    pod_sheets_print,
    ranked,
    two_forms,
    two_rows,
)
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language, show_in, tell
from roundbook.ledger.errors import Refused
from roundbook.ledger.terms import Pool
from roundbook.projections.podsheet import PodSheet, pod_sheets
from roundbook.projections.reports.api.staff import filled_sheet


@click.command("podsheet")
@at_ledger()
@click.option("--pool", type=POOL, help="The pod, if the event has several, such as pod-b.")
@on_paper
@in_language
def command(ctx: ReadContext, pool: Pool | None, on_paper: PdfRequest | None) -> None:
    r"""Show the sheet for an eight-player pod: the chart and its eight lines (POD).

    Before round 1 the sheet is blank, for printing; it is then filled in round by round, with notes
    where chance or a swap decided who played whom. An event with several pods has a sheet for each.
    The deck and the first pick are taken from notes, such as `roundbook note "deck: fire" --player
    p3`.

    \b
    Examples:
      roundbook round podsheet -C pod
      roundbook round podsheet -C pod --as-of "before round 3"
      roundbook round podsheet -C pod --pool pod-b --json
      roundbook round podsheet -C pod --pdf pod.pdf --lang fr
    """
    sheets = pod_sheets(ctx.t, ctx.rules, ctx.entries, only=pool)
    if on_paper:
        write_pdf(ctx, on_paper, partial(pod_sheets_print, sheets), "the pod sheet")
        return
    if ctx.as_json:
        if len(sheets) > 1:
            pods = ", ".join(str(one.pool) for one in sheets)
            raise Refused(f"there are several pods: {pods}.", hint="Give one with --pool.")
        say_answer(filled_sheet(ctx.sight(), sheets[0]))
        return
    echo(heading(ctx))
    for sheet in sheets:
        if len(sheets) > 1:
            echo()
            tell(str(sheet.pool), ctx)
        tell(how_played(ctx, sheet), ctx)
        echo()
        _show(sheet, ctx)


def _show(sheet: PodSheet, ctx: ReadContext) -> None:
    """Print the sheet of one pod."""
    show_in(CHART, chart(sheet, ctx), ctx)
    for note in chart_notes(sheet, ctx):
        tell(note, ctx)
    echo()
    show_in(LINES, [row for one in sheet.lines for row in two_rows(one, ctx)], ctx)
    tell(BOTH, ctx)
    if places := ranked(sheet):
        echo()
        show_in(FIGURES, [figures(one, ctx) for one in places], ctx)
    for note in two_forms(sheet, ctx):
        tell(note, ctx)
