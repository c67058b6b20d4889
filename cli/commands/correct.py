"""Replace a result, before it locks."""

import click

from cli.acts import results
from cli.args.types import MATCH, RESULT
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.terminal.results import corrected
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
    found = results.correct(ctx, match, result, reason=reason)
    say_done(ctx, found.entries, *corrected(ctx, found))
