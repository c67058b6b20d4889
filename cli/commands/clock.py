"""Show how much time is left in each round."""

import click

from roundbook.cli.printing.lists import clocks_asked
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, reckoned_at, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show_parts
from roundbook.projections.reports.api.rounds import clocks_at
from roundbook.projections.reports.text.announcement import clocks_text
from roundbook.projections.rounds.clock import building


@click.command("clock")
@at_ledger("[POOL]")
def command(ctx: ReadContext, pool: str | None) -> None:
    r"""Show the time left in every round in progress, and in deck-building.

    The clock starts two minutes after the round starts (TRF §7.1), or at the time given with
    `roundbook start --clock-at`. Matches with extra time are listed. Players have 30 minutes to
    build decks after `roundbook draft build` (TRF §11.2). With --as-of, show the clock as it was at
    that moment.

    \b
    Examples:
      roundbook round clock -C cup
      roundbook round clock -C cup masters --as-of 2026-03-07T14:30
      roundbook round clock -C cup --json
    """
    at = reckoned_at(ctx)
    running = clocks_asked(ctx, pool)
    if ctx.as_json:
        say_answer(clocks_at(ctx.sight(), running, at))
        return
    echo(heading(ctx))
    show_parts(clocks_text(ctx.t, running, at, building(ctx.entries, ctx.t)), plain=ctx.plain)
