"""Show what the players were told before round 1, or print it to be put up."""

import click

from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.paper import PdfRequest, document, of_document, on_paper, write_pdf
from cli.terminal.language import heading, in_language, tell
from ledger.errors import Refused, advice, do
from projections.reports.api.event import announcement as answered
from projections.reports.paper.document import Document, Heading, Paragraph
from projections.reports.text.announcement import announced_lines
from projections.reports.text.reading import say
from projections.text import phrase

SIZE = 16


@click.command("announcement")
@at_ledger()
@on_paper
@in_language
def command(ctx: ReadContext, on_paper: PdfRequest | None) -> None:
    r"""Show what the players were told before round 1 (TOP §2), or print it in large type.

    \b
    Examples:
      roundbook announcement cup
      roundbook announcement cup --pdf board.pdf
      roundbook announcement cup --lang es
    """
    told = ctx.t.announcement
    if told is None:
        raise Refused("nothing was announced yet.", hint=advice("{} records it.", do("announce")))
    lines = list(announced_lines(told, ctx))
    if ctx.as_json:
        answer = answered(ctx.sight(), lines)
        assert answer
        say_answer(answer)
        return
    if on_paper:
        draft = of_document(_print, on_paper.paper)
        write_pdf(ctx, on_paper, draft, "the announcement")
        return
    echo(heading(ctx))
    for line in lines:
        for part in say(line, ctx).split("\n"):
            tell(part, ctx)


def _print(ctx: ReadContext) -> Document:
    """Return the announcement as a print, large enough to be read from a wall."""
    told = ctx.t.announcement
    assert told
    lines = [Paragraph(text=line, size=SIZE) for line in announced_lines(told, ctx)]
    return document(ctx, phrase("Announcement"), [Heading(text=ctx.event, size=24), *lines])
