"""Show who plays whom, at which table."""

from functools import partial

import click

from cli.desk.output import as_typed, echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.printing.lists import pairings, rounds_asked
from cli.printing.paper import PdfRequest, on_paper, write_pdf
from cli.terminal.language import heading, in_language
from cli.terminal.tables import show_parts
from projections.reports.api.rounds import pairings_of
from projections.reports.lists import listed
from projections.reports.text.pairings import round_text


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
    rounds = rounds_asked(ctx, pool, number)
    if on_paper:
        write_pdf(ctx, on_paper, partial(pairings, rounds, named=named), "the pairings")
        return
    if ctx.as_json:
        boards = (listed(ctx.sight(), one.pool, one.number) for one in rounds)
        say_answer(pairings_of(ctx.sight(), [one for one in boards if one]))
        return
    echo(heading(ctx))
    if not rounds:
        echo(f"nothing is paired yet; `roundbook pair --dir {as_typed(ctx.source)}` does it.")
    for one in rounds:
        echo()
        show_parts(round_text(one, ctx, named=named), plain=ctx.plain)
