"""Show the penalties, the infractions and the judges."""

from functools import partial

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show_parts
from roundbook.projections.judging.penalties import penalties
from roundbook.projections.reports.api.staff import penalties_of
from roundbook.projections.reports.text.judging import penalties_text
from roundbook.projections.reports.text.tables import who_wrote


@click.command("penalties")
@at_ledger("[PLAYER]", staff=True)
def command(ctx: ReadContext, who: str | None) -> None:
    r"""Show all penalties, or those of one PLAYER: look here before you give another.

    Disqualifications and withdrawn penalties are listed too, with the reason. To give a penalty,
    use `roundbook penalty`.

    \b
    Examples:
      roundbook penalty -C cup
      roundbook penalty -C cup p17
    """
    player = find_player(who, ctx.t, ctx.book) if who else None
    found = penalties(ctx.entries, player)
    if ctx.as_json:
        say_answer(penalties_of(ctx.sight(), found, partial(who_wrote, ctx)))
        return
    echo(heading(ctx))
    show_parts(penalties_text(found, ctx, player), plain=ctx.plain)
