"""Replace a result, before it locks."""

import click

from cli.acts.cut import outdated
from cli.args.types import MATCH, RESULT
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.events.catalogue import CutMade, ResultCorrected
from ledger.state.queries import brackets_seeded, latest_round, rounds_started
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Result


@click.command("correct")
@click.argument("match", type=MATCH)
@click.argument("result", type=RESULT)
@click.option(
    "--reason", required=True, type=WORDS, help="Why it was wrong. Kept in the ledger for good."
)
@at_desk
def command(ctx: WriteContext, match: MatchId, result: Result, reason: str) -> None:
    r"""Replace the result of MATCH with RESULT, before it locks.

    \b
    Example:
      roundbook correct masters-1-14 2-1 --reason "slip read upside down"
    """
    entry = ctx.post(ResultCorrected(match=match, result=result, reason=reason))
    said = result.in_words(ctx.rules.tie_word)
    lines = [*_resting(ctx.tournament, match), *_seeding(ctx, match)]
    say_done(ctx, entry, f"match {match} corrected to {said}", *lines)


def _seeding(ctx: WriteContext, match: MatchId) -> list[str]:
    """Return what a corrected Swiss record means for the brackets that it has seeded (A-40)."""
    t = ctx.tournament
    said = []
    for pool in brackets_seeded(t, match):
        cut = t.cuts[pool]
        if rounds_started(t, pool):
            said.append(f"it is not used for seeding {pool}, which is being played (A-40)")
        elif isinstance(cut, CutMade) and outdated(t, ctx.rules, cut.division):
            again = f"roundbook cut {cut.division.lower()} --again"
            said.append(f"the seeds of {pool} are others now: `{again}`")
    return said


def _resting(t: Tournament, match: MatchId) -> list[str]:
    """Return the choice that there is where a round that waits was paired by the wrong record."""
    waiting = latest_round(t, match.pool)
    if waiting is None or waiting.started or waiting.number <= match.round:
        return []
    which = f"round {waiting.number} of {match.pool}"
    if match.pool in t.cuts:
        return [f"{which} was paired before: repair it (`roundbook repair {match.pool}`)"]
    return [
        f"{which} was paired before: repair it (`roundbook repair {match.pool}`),",
        "  or start it as it is; the pairing after it will be right (TOP §4)",
    ]
