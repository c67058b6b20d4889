"""Show a bracket: the seeds, the matches, and who advanced."""

from functools import partial

import click

from roundbook.cli.printing.brackets import brackets_asked, brackets_drawn, third_place
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language, tell
from roundbook.ledger.phrases import phrase
from roundbook.projections.bracket.tree import tree
from roundbook.projections.reports.api.standings import brackets, brackets_of
from roundbook.projections.reports.text.bracket import picture
from roundbook.projections.reports.text.tables import words_of


@click.command("bracket")
@at_ledger("[POOL]")
@on_paper
@in_language
def command(ctx: ReadContext, pool: str | None, on_paper: PdfRequest | None) -> None:
    r"""Show a bracket as a picture: the seeds, who met whom, and who advanced (TOP §3.2, §3.3).

    Give POOL for one bracket, such as masters-cut; without POOL, all brackets are shown. A large
    bracket is shown in sections of eight players, with the early rounds first.

    \b
    Examples:
      roundbook round bracket -C cup
      roundbook round bracket -C cup masters-cut
      roundbook round bracket -C cup --as-of "before round 3"
      roundbook round bracket -C cup masters-cut --pdf top8.pdf --lang de
    """
    if ctx.as_json and not (pool or on_paper):
        say_answer(brackets(ctx.sight(), {}))
        return
    found = [tree(ctx.t, each) for each in brackets_asked(ctx, pool)]
    if on_paper:
        write_pdf(ctx, on_paper, partial(brackets_drawn, found), "the bracket")
        return
    if ctx.as_json:
        say_answer(brackets_of(ctx.sight(), found))
        return
    echo(heading(ctx))
    for one in found:
        for line in picture(one, lambda player: shown(ctx.name(player)), words_of(ctx)):
            echo(line)
        if one.third_place:
            third = phrase("third place: %(result)s", result=third_place(one.third_place, ctx))
            echo()
            tell(third, ctx)
        if one.winner:
            name = ctx.name(one.winner)
            won = phrase("%(pool)s: won by %(name)s", pool=one.pool, name=name)
            echo()
            tell(won, ctx)
