"""Show the pairings of a round."""

import re
from functools import partial

import click

from roundbook.cli.printing.lists import pairings, rounds_asked
from roundbook.cli.printing.paper import PdfRequest, on_paper, write_pdf
from roundbook.cli.session.errors import command as typed
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading, in_language
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.errors import do
from roundbook.projections.reports.api.rounds import pairings_of
from roundbook.projections.reports.lists import listed
from roundbook.projections.reports.text.pairings import round_text
from roundbook.projections.rounds.rounds import corrected_later

_ROUND = re.compile(r"(?:([a-z][a-z0-9-]*?)[ -])??(?:round )?([1-9][0-9]{0,2})")
"""A round as typed: `round 2`, `masters round 2`, `masters-2`, `2`."""


def _meant(ctx: ReadContext, words: str) -> tuple[str | None, int | None]:
    """Return the pool and the round in the words; None for each that is left out."""
    found = None if words in ctx.t.latest else _ROUND.fullmatch(words)
    if found:
        return found[1], int(found[2])
    if " " in words:
        raise click.UsageError(f"{words!r} is not a round; use the form masters round 2.")
    return words or None, None


@click.command("pairings")
@at_ledger("[POOL]", "[round]", "[N]")
@click.option("--round", "number", type=click.IntRange(min=1), help="The round, if not the latest.")
@click.option("--by-name", "named", is_flag=True, help="List each player once, by last name.")
@on_paper
@in_language
def command(
    ctx: ReadContext,
    first: str | None,
    second: str | None,
    third: str | None,
    number: int | None,
    *,
    named: bool,
    on_paper: PdfRequest | None,
) -> None:
    r"""Show the pairings with tables, and each player's record before the round.

    With --pdf, you get a list by table for the staff, with boxes for results. To print the pairings
    for the players, use `roundbook post`, which also records what was posted.

    \b
    Examples:
      roundbook pairings -C cup
      roundbook pairings round 2
      roundbook pairings -C cup masters round 2
      roundbook pairings -C cup --pdf tables.pdf
      roundbook pairings -C cup --by-name --lang fr
    """
    pool, of = _meant(ctx, " ".join(filter(None, (first, second, third))).lower())
    rounds = rounds_asked(ctx, pool, number or of)
    if on_paper:
        write_pdf(ctx, on_paper, partial(pairings, rounds, named=named), "the pairings")
        return
    if ctx.as_json:
        say_answer(pairings_of(ctx.sight(), [listed(ctx.sight(), one) for one in rounds]))
        return
    echo(heading(ctx))
    if not rounds:
        echo(f"nothing has been paired yet; use `{typed(do('pair'))}`.")
    was = corrected_later(ctx.entries, ctx.t)
    for one in rounds:
        echo()
        show_parts(round_text(one, ctx, named=named, was=was), plain=ctx.plain)
