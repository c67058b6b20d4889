"""Replace a result, before it locks."""

import click

from cli.params import MATCH, RESULT
from cli.turn import Turn, at_desk
from cli.words import WORDS
from ledger.events import ResultCorrected
from ledger.field import latest_round
from ledger.terms import MatchId, Result
from ledger.tournament import Tournament


@click.command("correct")
@click.argument("match", type=MATCH)
@click.argument("result", type=RESULT)
@click.option(
    "--reason", required=True, type=WORDS, help="Why it was wrong. Kept in the ledger for good."
)
@at_desk
def command(turn: Turn, match: MatchId, result: Result, reason: str) -> None:
    r"""Replace the result of MATCH with RESULT, before it locks.

    \b
    Example:
      roundbook correct masters-1-14 2-1 --reason "slip read upside down"
    """
    entry = turn.post(ResultCorrected(match=match, result=result, reason=reason))
    turn.say(entry, f"match {match} corrected to {result}", *_resting(turn.tournament, match))


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
