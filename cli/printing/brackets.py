"""Brackets on paper and in a terminal, drawn as trees."""

from collections.abc import Sequence

from roundbook.cli.args.types import quoted
from roundbook.cli.printing.fonts import Draft
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.terms import Pool
from roundbook.ledger.text import opened
from roundbook.projections.bracket.bracket import brackets
from roundbook.projections.bracket.tree import How, Node, Tree
from roundbook.projections.reports.names import pool_title
from roundbook.projections.reports.paper.bracket import DEPTH, Branch, branch_texts, tree_pdf
from roundbook.projections.reports.text.bracket import parts_of as parts_of_bracket
from roundbook.projections.reports.text.tables import say, words_of


def brackets_asked(ctx: ReadContext, pool: str | None) -> list[Pool]:
    """Return the requested brackets. Raises Refused if there are none."""
    there = [bracket.pool for bracket in brackets(ctx.t)]
    if pool and Pool(pool.lower()) in there:
        return [Pool(pool.lower())]
    if there and not pool:
        return there
    how = do("seed") if ctx.t.is_elimination else do("cut")
    known = (
        f"The brackets are: {', '.join(there)}."
        if there
        else None
        if ctx.t.closed
        else advice("A bracket begins with {}.", how)
    )
    raise Refused(
        f"there is no bracket {quoted(pool)}." if pool else "there is no bracket.",
        hint=known,
    )


def brackets_drawn(found: Sequence[Tree], ctx: ReadContext) -> Draft:
    """Return brackets as a print, with one drawn tree on each page."""
    branches = [
        Branch(
            title=f"{pool_title(one.pool, words_of(ctx))}{title.removeprefix(one.pool)}",
            columns=tuple(tuple((text, games) for text, games in column) for column in columns),
            notes=_note(one.third_place, ctx),
        )
        for one in found
        for title, columns in parts_of_bracket(one, ctx.name, DEPTH, words_of(ctx))
    ]
    moment = phrase("as of entry %(seq)s", seq=ctx.t.seq)
    under = f"{ctx.event} · {say(moment, ctx)}"
    return Draft(
        texts=[*branch_texts(branches), under],
        press=lambda fonts, paper: tree_pdf(
            branches, under, paper=paper, type_=fonts.type, language=ctx.language
        ),
    )


def _note(one: Node | None, ctx: ReadContext) -> tuple[str, ...]:
    """Return the line about the 3rd-place match, if there is one."""
    if one is None:
        return ()
    result = third_place(one, ctx, on_paper=True)
    return (opened(say(phrase("third place: %(result)s", result=result), ctx)),)


def third_place(one: Node, ctx: ReadContext, *, on_paper: bool = False) -> Phrase:
    """Return the 3rd-place match in words; before its result, with its table or what to type."""
    first, second = (ctx.name(player) for player in (one.first, one.second) if player)
    if one.winner is None:
        table = phrase("table %(table)s", table=one.match.table) if one.match else ""
        match = table if on_paper else str(one.match)
        return phrase(
            "%(first)s against %(second)s, %(match)s", first=first, second=second, match=match
        )
    winner, loser = ctx.name(one.winner), second if one.winner == one.first else first
    if one.how is How.LEFT:
        other = one.second if one.winner == one.first else one.first
        if other and ctx.t.players[other].disqualified:
            return phrase(
                "%(winner)s, against %(loser)s, who was disqualified", winner=winner, loser=loser
            )
        return phrase("%(winner)s, against %(loser)s, who dropped", winner=winner, loser=loser)
    result = one.result.turned() if one.result and one.winner == one.second else one.result
    games = f" {result.games}" if result and result.games else ""  # The winner's games come first.
    return phrase("%(winner)s, against %(loser)s%(games)s", winner=winner, loser=loser, games=games)
