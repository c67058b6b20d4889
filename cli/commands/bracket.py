"""Show a bracket: who met whom, and who goes on."""

from collections.abc import Sequence
from functools import partial

import click

from cli.args.words import quoted
from cli.desk.errors import shown
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.fonts import Draft
from cli.printing.paper import PdfRequest, on_paper, write_pdf
from cli.terminal.language import heading, in_language, tell
from ledger.errors import Refused
from ledger.events.posting import Paper
from ledger.terms import Pool
from projections.bracket.bracket import brackets
from projections.bracket.tree import How, Node, Tree, tree
from projections.reports.api.places import brackets_of
from projections.reports.messages import opened
from projections.reports.paper.bracket import DEPTH, Branch, branch_texts, tree_pdf
from projections.reports.text.bracket import parts_of, picture
from projections.reports.text.reading import say, words_of
from projections.text import Phrase, phrase


@click.command("bracket")
@at_ledger("[POOL]")
@on_paper
@in_language
def command(ctx: ReadContext, pool: str | None, on_paper: PdfRequest | None) -> None:
    r"""Show a bracket as a picture: the seeds, who met whom, and who goes on (TOP §3.2, §3.3).

    POOL is one bracket, such as masters-cut; without it all of them are shown. A large bracket is
    shown in parts of eight, the early rounds first.

    \b
    Examples:
      roundbook bracket cup
      roundbook bracket cup masters-cut
      roundbook bracket cup --as-of "before round 3"
      roundbook bracket cup masters-cut --pdf top8.pdf --lang de
    """
    found = [tree(ctx.t, each) for each in _asked(ctx, pool)]
    if on_paper:
        write_pdf(ctx, on_paper, partial(_draft, found, on_paper.paper), "the bracket")
        return
    if ctx.as_json:
        say_answer(brackets_of(ctx.sight(), found))
        return
    echo(heading(ctx))
    for one in found:
        for line in picture(one, lambda player: shown(ctx.name(player)), words_of(ctx)):
            echo(line)
        if one.third_place:
            third = phrase("third place: %(result)s", result=_third(one.third_place, ctx))
            echo()
            tell(third, ctx)
        if one.winner:
            name = ctx.name(one.winner)
            won = phrase("%(pool)s is won by %(name)s", pool=one.pool, name=name)
            echo()
            tell(won, ctx)


def _draft(found: Sequence[Tree], paper: Paper, ctx: ReadContext) -> Draft:
    """Return brackets as a print: a drawn tree on each page."""
    branches = [
        Branch(
            title=title,
            columns=tuple(tuple((text, games) for text, games in column) for column in columns),
            notes=_note(one.third_place, ctx),
        )
        for one in found
        for title, columns in parts_of(one, ctx.name, DEPTH, words_of(ctx))
    ]
    moment = phrase("as of entry %(seq)s", seq=ctx.t.seq)
    under = f"{ctx.event} · {say(moment, ctx)}"
    return Draft(
        texts=[*branch_texts(branches), under],
        press=lambda fonts: tree_pdf(
            branches, under, paper=paper, type_=fonts.type, language=ctx.language
        ),
    )


def _note(one: Node | None, ctx: ReadContext) -> tuple[str, ...]:
    """Return the line about the third place, where there is a match for it."""
    if one is None:
        return ()
    return (opened(say(phrase("third place: %(result)s", result=_third(one, ctx)), ctx)),)


def _asked(ctx: ReadContext, pool: str | None) -> list[Pool]:
    """Return the brackets that are asked for; raises Refused if there are none."""
    there = [bracket.pool for bracket in brackets(ctx.t)]
    if pool and Pool(pool.lower()) in there:
        return [Pool(pool.lower())]
    if there and not pool:
        return there
    known = f"There is {', '.join(there)}." if there else "No seeds and no cut stand here yet."
    raise Refused(
        f"there is no bracket {quoted(pool)}." if pool else "there is no bracket.", hint=known
    )


def _third(one: Node, ctx: ReadContext) -> Phrase:
    """Return the match for the third place in words."""
    first, second = (ctx.name(player) for player in (one.first, one.second) if player)
    if one.winner is None:
        return phrase(
            "%(first)s against %(second)s, %(match)s",
            first=first,
            second=second,
            match=str(one.match),
        )
    winner, loser = ctx.name(one.winner), second if one.winner == one.first else first
    if one.how is How.LEFT:
        return phrase(
            "%(winner)s, against %(loser)s, since the other left", winner=winner, loser=loser
        )
    games = f" {one.result.games}" if one.result and one.result.games else ""
    return phrase("%(winner)s, against %(loser)s%(games)s", winner=winner, loser=loser, games=games)
