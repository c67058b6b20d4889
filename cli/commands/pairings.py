"""Show who plays whom, at which table."""

from functools import partial

import click

from cli.args.words import quoted
from cli.desk.folding import as_typed
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.paper import PdfRequest, of_document, on_paper, write_pdf
from cli.printing.pdf import named_list, staff_list
from cli.terminal.language import heading, in_language, show_in, tell
from ledger.errors import Refused, advice, do
from ledger.state.queries import flights_named
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.reports.api.rounds import pairings_of
from projections.reports.lists import listed
from projections.reports.text.pairings import BY_NAME, BY_TABLE, by_name, by_table, remarks, title
from projections.rounds.rounds import PostedRound, in_play, posted_round


@click.command("pairings")
@at_ledger("[POOL]")
@click.option("--round", "number", type=click.IntRange(min=1), help="This round, not the latest.")
@click.option(
    "--by-name", "named", is_flag=True, help="Every player once, in order of their last name."
)
@on_paper
@in_language
def command(
    ctx: ReadContext,
    pool: str | None,
    number: int | None,
    *,
    named: bool,
    on_paper: PdfRequest | None,
) -> None:
    r"""Show who plays whom, at which table, with the records before the round.

    As PDF it is a list for the staff, with boxes for the results; what is put up for the players
    comes from `roundbook post`, which records it.

    \b
    Examples:
      roundbook pairings cup
      roundbook pairings cup masters --round 2
      roundbook pairings cup --by-name
      roundbook pairings cup --pdf tables.pdf
      roundbook pairings cup --by-name --lang fr
    """
    rounds = _rounds(ctx, pool, number)
    if on_paper and not rounds:
        raise Refused("nothing is paired yet.", hint=advice("{} does it.", do("pair")))
    if on_paper:
        build = partial(named_list if named else staff_list, rounds)
        write_pdf(ctx, on_paper, of_document(build, on_paper.paper), "the pairings")
        return
    if ctx.as_json:
        boards = (listed(ctx.sight(), one.pool, one.number) for one in rounds)
        say_answer(pairings_of(ctx.sight(), [one for one in boards if one]))
        return
    echo(heading(ctx))
    if not rounds:
        echo(f"nothing is paired yet; `roundbook pair --dir {as_typed(ctx.folder)}` does it.")
    for one in rounds:
        echo()
        tell(title(one), ctx)
        if named:
            show_in(BY_NAME, by_name(one, ctx), ctx)
        else:
            show_in(BY_TABLE, by_table(one, ctx), ctx)
        for line in remarks(one, ctx):
            tell(line, ctx)


def _rounds(ctx: ReadContext, pool: str | None, number: int | None) -> list[PostedRound]:
    """Return the rounds that are asked for; raises Refused if there is no such."""
    t = ctx.t
    shown_now = in_play(t) if number is None else list(t.latest)
    asked = [Pool(pool.lower())] if pool else shown_now
    if pool and (flights := flights_named(t, asked[0])):
        asked = list(flights)
    found = []
    for each in asked:
        posted = posted_round(t, ctx.rules, each, number or t.latest.get(each, 0))
        if posted:
            found.append(posted)
    if not found and (pool or number):
        raise _not_paired(t, pool, number)
    return found


def _not_paired(t: Tournament, pool: str | None, number: int | None) -> Refused:
    """Return that a round was asked for that is not there, and which are."""
    where = f" of {quoted(pool)}" if pool else ""
    which = f"round {number}{where} has not" if number else f"no round{where} has"
    paired = ", ".join(f"{each}-{latest}" for each, latest in t.latest.items() if latest)
    hint = f"The latest ones are {paired}." if paired else "Nothing is paired yet."
    return Refused(f"{which} been paired.", hint=hint)
