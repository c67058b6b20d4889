"""Show how much time the rounds have left."""

import click

from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, reckoned_at, say_answer
from cli.terminal.language import heading
from cli.terminal.tables import show_parts
from projections.reports.api.rounds import clocks_at
from projections.reports.text.announcement import clocks_text
from projections.rounds.clock import building, clocks


@click.command("clock")
@at_ledger("[POOL]")
def command(ctx: ReadContext, pool: str | None) -> None:
    r"""Show the time that is left in every round being played, and to build decks.

    The clock starts two minutes after the round (TRF §7.1), or when `roundbook start --clock-at`
    said so. Matches with more time are listed. Decks are built for 30 minutes after
    `roundbook draft build` (TRF §11.2). With --as-of it is reckoned for that moment, not for now.

    \b
    Examples:
      roundbook clock cup
      roundbook clock cup masters --as-of 2026-03-07T14:30
      roundbook clock cup --json
    """
    at = reckoned_at(ctx)
    asked = pool.lower() if pool else None
    running = [one for one in clocks(ctx.entries, ctx.rules) if asked in {None, one.pool}]
    if ctx.as_json:
        say_answer(clocks_at(ctx.sight(), running, at))
        return
    echo(heading(ctx))
    show_parts(clocks_text(running, at, building(ctx.entries, ctx.t)), plain=ctx.plain)
