"""Show how much time the rounds have left."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import click

from cli.desk.errors import shown
from cli.desk.options import moment_named
from cli.desk.output import echo
from cli.desk.read import ReadContext, at_ledger, say_answer
from cli.desk.venue import now
from projections.reports.api.rounds import clocks_at
from projections.rounds.clock import RoundClock, clocks


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
        for line in _lines(one, at):
            echo(shown(line))


def _moment(ctx: ReadContext) -> datetime:
    """Return the time to reckon with: now, the one that was named, or that of the last entry."""
    if ctx.as_of is None:
        return now()
    named = moment_named(ctx.as_of, ctx.entries)
    if isinstance(named, datetime) or not ctx.entries:
        return named if isinstance(named, datetime) else now()
    return ctx.entries[-1].at


def _lines(one: RoundClock, at: datetime) -> Iterator[str]:
    out = f"{len(one.open)} out"
    yield f"{one.pool}, round {one.round}: {_said(one, at)} ({out})"
    for match, minutes in sorted(one.extensions.items()):
        left = one.left(at, match)
        now_left = f": {_spoken(left)}" if left is not None else ""
        yield f"  table {match.table} ({match}): {minutes} more minutes{now_left}"


def _said(one: RoundClock, at: datetime) -> str:
    """Return how the clock stands, in words."""
    if one.limit is None:
        return f"no time was announced; started at {one.started_at:%H:%M}"
    end = one.ends_at()
    if at < one.clock_at:
        return f"the clock starts in {_minutes(one.clock_at - at)}, for {one.limit}"
    left = one.left(at)
    assert left is not None
    assert end is not None
    until = f", until {end:%H:%M:%S}" if left > timedelta(0) else f", then {one.limit.turns} turns"
    return f"{_spoken(left)}{until}"


def _spoken(left: timedelta) -> str:
    if left > timedelta(0):
        return f"{_minutes(left)} left"
    return "time" if not left else f"time was called {_minutes(-left)} ago"


def _minutes(span: timedelta) -> str:
    """Return `31:05`: minutes and seconds, a started second not counted."""
    minutes, seconds = divmod(span // timedelta(seconds=1), 60)
    return f"{minutes}:{seconds:02}"
