"""Replace a result before it locks."""

import click

from roundbook.cli.acts import results
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import WORDS
from roundbook.cli.keying.shell_slips import slip_typed
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.write import WriteContext


@click.command("correct")
@click.argument("words", metavar="MATCH RESULT", nargs=-1, required=True)
@click.option(
    "--reason",
    required=True,
    type=WORDS,
    help="The reason for the correction; kept in the ledger, and players can read it.",
)
@at_desk
def command(ctx: WriteContext, words: tuple[str, ...], reason: str) -> None:
    r"""Replace the result of MATCH with RESULT before it locks.

    MATCH is a table or a player of the current round, 1-14 for table 14 of round 1, or the full
    name, such as masters-1-14.

    \b
    Examples:
      roundbook correct 1-14 2-1 --reason "slip read upside down"
      roundbook correct 14 2-1 --reason "slip read upside down"
    """
    slip = slip_typed(words, ctx.tournament, ctx.book)
    if slip.leaving:
        raise click.UsageError("to drop a player, use `roundbook drop PLAYER`.")
    say(ctx, results.correct(ctx, slip.match, slip.result, reason=reason))
