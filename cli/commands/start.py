"""Start the round that is paired."""

from collections.abc import Sequence
from datetime import datetime

import click

from cli.acts.results import after, next_after
from cli.args.types import POOL
from cli.desk.command import at_desk, say_done
from cli.desk.errors import command as typed
from cli.desk.options import TIME
from cli.desk.write import WriteContext
from cli.folder.deck_lists import without_list
from ledger.errors import Refused
from ledger.events.catalogue import RoundStarted
from ledger.state.queries import flights_named, latest_round
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.judging.deck_checks import last_round, remark


@click.command("start")
@click.argument("pool", type=POOL, required=False)
@click.option("--clock-at", type=TIME, help="When the clock starts: 14:02.  [in two minutes]")
@at_desk
def command(ctx: WriteContext, pool: Pool | None, clock_at: datetime | None) -> None:
    r"""Start the round that is paired: of POOL, or of every pool that waits.

    From then on none of its pairings can change (TOP §4). The players have two minutes to shuffle,
    and then the clock of the round starts (TRF §7.1); --clock-at names a later time.

    \b
    Examples:
      roundbook start
      roundbook start masters --clock-at 14:02
    """

    def _started(pool: Pool, number: int) -> RoundStarted:
        return RoundStarted(pool=pool, round=number, clock_at=clock_at)

    def act(t: Tournament) -> list[RoundStarted]:
        flights = flights_named(t, pool)
        if pool and not flights:
            return [_started(pool, max(t.latest.get(pool, 0), 1))]
        latest = [latest_round(t, each) for each in t.latest]
        waiting = [paired for paired in latest if paired and not paired.started]
        if flights:
            waiting = [paired for paired in waiting if paired.pool in flights]
        if not waiting:
            raise Refused("no round waits to be started.", hint="Pair one: `roundbook pair`.")
        return [_started(paired.pool, paired.number) for paired in waiting]

    entry = ctx.take(act)[0]
    started = [event for event in entry.events if isinstance(event, RoundStarted)]
    lines = [f"round {event.round} of {event.pool} has started" for event in started]
    t = after(ctx, entry)
    warnings = [line for event in started for line in _unprinted(t, event)]
    warnings += without_list(t, started)
    if any(last_round(t, event.pool, event.round) for event in started):
        warnings += remark(t)
    say_done(ctx, entry, *lines, *warnings, _next(ctx, t, started), warnings=warnings)


def _next(ctx: WriteContext, t: Tournament, started: Sequence[RoundStarted]) -> str:
    """Return what comes next: results, unless nobody plays in a round that holds only byes."""
    rounds = [t.rounds[event.pool, event.round] for event in started]
    if not rounds or any(paired.pairings for paired in rounds):
        return "next: roundbook report MATCH RESULT"
    return f"next: {typed(next_after(t, ctx.rules, rounds[0].pool, rounds[0].number))}"


def _unprinted(t: Tournament, event: RoundStarted) -> list[str]:
    """Return warnings at a premier event: it must use match slips, and should post (TOP §4)."""
    paired = t.rounds.get((event.pool, event.round))
    if paired is None or t.opened is None or not t.opened.premier or not paired.pairings:
        return []
    which = f"round {event.round} of {event.pool}"
    found = []
    if not paired.slips:
        found.append("warning: a premier event must use match slips, and none were printed for")
        found.append(f"  {which}: print them now, `roundbook slips {event.pool}` (TOP §4)")
    if not paired.posted:
        found.append(f"warning: the pairings of {which} were not posted (TOP §4)")
    return found
