"""Start the round that is paired."""

from collections.abc import Sequence

import click

from cli.outcome import after, next_after
from cli.params import POOL
from cli.turn import Turn, at_desk
from ledger.errors import Refused
from ledger.events import RoundStarted
from ledger.field import latest_round
from ledger.terms import Pool
from ledger.tournament import Tournament
from projections.deck_checks import last_round, remark


@click.command("start")
@click.argument("pool", type=POOL, required=False)
@at_desk
def command(turn: Turn, pool: Pool | None) -> None:
    r"""Start the round that is paired: of POOL, or of every pool that waits.

    From then on none of its pairings can change (TOP §4).

    \b
    Examples:
      roundbook start
      roundbook start masters
    """

    def act(t: Tournament) -> list[RoundStarted]:
        if pool:
            return [RoundStarted(pool=pool, round=max(t.latest.get(pool, 0), 1))]
        latest = [latest_round(t, each) for each in t.latest]
        waiting = [paired for paired in latest if paired and not paired.started]
        if not waiting:
            raise Refused("no round waits to be started.", hint="Pair one: `roundbook pair`.")
        return [RoundStarted(pool=paired.pool, round=paired.number) for paired in waiting]

    entry = turn.take(act)[0]
    started = [event for event in entry.events if isinstance(event, RoundStarted)]
    lines = [f"round {event.round} of {event.pool} has started" for event in started]
    t = after(turn, entry)
    if any(last_round(t, event.pool, event.round) for event in started):
        lines += remark(t)
    turn.say(entry, *lines, _next(t, started))


def _next(t: Tournament, started: Sequence[RoundStarted]) -> str:
    """Return what comes next: results, unless nobody plays in a round that holds only byes."""
    rounds = [t.rounds[event.pool, event.round] for event in started]
    if not rounds or any(paired.pairings for paired in rounds):
        return "next: roundbook report MATCH RESULT"
    return next_after(t, rounds[0].pool, rounds[0].number)
