"""Show what was announced to the players before round 1, or print it as a poster."""

import click

from roundbook.cli.printing.lists import announcement, told_to_players
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language, tell
from roundbook.projections.reports.api.event import announcement as answered
from roundbook.projections.reports.text.announcement import announced_lines
from roundbook.projections.reports.text.tables import say


@click.command("announcement")
@at_ledger()
@on_paper
@in_language
def command(ctx: ReadContext, on_paper: PdfRequest | None) -> None:
    r"""Show what the players were told before round 1 (TOP §2), or print it in large type.

    \b
    Examples:
      roundbook announce -C cup
      roundbook announce -C cup --pdf board.pdf
      roundbook announce -C cup --lang es
    """
    show(ctx, on_paper)


def show(ctx: ReadContext, on_paper: PdfRequest | None = None) -> None:
    """Print the announcement. Raises Refused if there is none."""
    lines = list(announced_lines(told_to_players(ctx), ctx))
    if ctx.as_json:
        answer = answered(ctx.sight(), lines)
        assert answer
        say_answer(answer)
        return
    if on_paper:
        write_pdf(ctx, on_paper, announcement, "the announcement")
        return
    echo(heading(ctx))
    for line in lines:
        for part in say(line, ctx).split("\n"):
            tell(part, ctx)
