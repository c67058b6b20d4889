"""Show the sheet of an eight-player pod."""

import click

from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.lists import (
    BOTH,
    CHART,
    FIGURES,
    LINES,
    chart,
    figures,
    how_played,
    ranked,
    sheet_print,
    two_rows,
)
from cli.printing.paper import PdfRequest, on_paper, write_pdf
from cli.terminal.language import heading, in_language, show_in, tell
from projections.podsheet.sheet import pod_sheet
from projections.reports.api.staff import filled_sheet


@click.command("podsheet")
@at_ledger()
@on_paper
@in_language
def command(ctx: ReadContext, on_paper: PdfRequest | None) -> None:
    r"""Show the sheet of an eight-player pod: the chart, and its eight lines (POD).

    Before the event it is blank, to be printed; afterwards it is filled in. Deck and first pick are
    what a note says of them: `roundbook note "deck: fire" --player p3`.

    \b
    Examples:
      roundbook podsheet pod
      roundbook podsheet pod --as-of "before round 3"
      roundbook podsheet pod --json
      roundbook podsheet pod --pdf pod.pdf --lang fr
    """
    sheet = pod_sheet(ctx.t, ctx.rules, ctx.entries)
    if on_paper:
        write_pdf(ctx, on_paper, sheet_print(sheet, on_paper.paper), "the pod sheet")
        return
    if ctx.as_json:
        say_answer(filled_sheet(ctx.sight(), sheet))
        return
    echo(heading(ctx))
    tell(how_played(ctx), ctx)
    echo()
    show_in(CHART, chart(sheet, ctx), ctx)
    echo()
    show_in(LINES, [row for one in sheet.lines for row in two_rows(one, ctx)], ctx)
    tell(BOTH, ctx)
    if places := ranked(sheet):
        echo()
        show_in(FIGURES, [figures(one, ctx) for one in places], ctx)
