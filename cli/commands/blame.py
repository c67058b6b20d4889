"""Show which entries decide a figure of the standings, a pairing or a result."""

from functools import partial

import click

from roundbook.cli.args.choices import cell_named
from roundbook.cli.args.table_numbers import place_meant
from roundbook.cli.args.types import typed_as
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.terms import MatchId
from roundbook.projections.explain.blame import blame
from roundbook.projections.history.history import history
from roundbook.projections.reports.api.staff import blame_of
from roundbook.projections.reports.text.tables import who_wrote
from roundbook.projections.reports.text.what_if import blame_text


@click.command("blame")
@at_ledger("PLAYER|MATCH", "[WHAT]", staff=True)
@click.option("--proof", is_flag=True, help="List every entry with its author, time and reason.")
def command(ctx: ReadContext, of: str, what: str | None, *, proof: bool) -> None:
    r"""Show which entries decide a value: without any one of them, the value would be different.

    The values of a PLAYER are place (the default), points, record, op-win, op-op-win, game-win and
    op-game-win; those of a MATCH are result (the default) and pairing. Entries whose effect is
    hidden by a minimum or maximum are listed separately: without them the value would be the same.

    \b
    Examples:
      roundbook proof blame -C cup p7
      roundbook proof blame -C cup p7 op-win --as-of "before round 4"
      roundbook proof blame -C cup masters-3-7 --proof
      roundbook proof blame -C cup masters-3-7 pairing
    """
    place = place_meant(of, ctx.t, ctx.book)
    with typed_as():
        cell = cell_named(str(place) if isinstance(place, MatchId) else of, what, ctx.t, ctx.book)
    found = blame(ctx.entries, ctx.rules, cell)
    wanted = {*found.made_by, *found.held}
    told = [one for one in history(ctx.entries, tie=ctx.rules.tie_word) if one.seq in wanted]
    if ctx.as_json:
        say_answer(blame_of(ctx.sight(), found, told, partial(who_wrote, ctx)))
        return
    show_parts(blame_text(cell, found, told, ctx, proof=proof), plain=ctx.plain)
