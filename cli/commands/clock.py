"""Show how much time the rounds have left."""

from datetime import datetime

import click

from cli.desk.errors import shown
from cli.desk.options import moment_named
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.desk.venue import now
from projections.reports.api.rounds import clocks_at
from projections.reports.text.clock import clock_lines
from projections.rounds.clock import clocks


@click.command("clock")
@at_ledger("[POOL]")
def command(ctx: ReadContext, pool: str | None) -> None:
    r"""Show the time that is left in every round being played, and which matches have more.

    The clock starts two minutes after the round (TRF §7.1), or when `roundbook start --clock-at`
    said so. With --as-of it is reckoned for that moment, not for now.

    \b
    Examples:
      roundbook clock cup
      roundbook clock cup masters --as-of 2026-03-07T14:30
      roundbook clock cup --json
    """
    at = _moment(ctx)
    asked = pool.lower() if pool else None
    running = [one for one in clocks(ctx.entries, ctx.rules) if asked in {None, one.pool}]
    if ctx.as_json:
        say_answer(clocks_at(ctx.sight(), running, at))
        return
    echo(ctx.heading())
    if not running:
        echo("no round is being played.")
    for one in running:
        for line in clock_lines(one, at):
            echo(shown(line))


def _moment(ctx: ReadContext) -> datetime:
    """Return the time to reckon with: now, the one that was named, or that of the last entry."""
    if ctx.as_of is None:
        return now()
    named = moment_named(ctx.as_of, ctx.entries)
    if isinstance(named, datetime) or not ctx.entries:
        return named if isinstance(named, datetime) else now()
    return ctx.entries[-1].at
