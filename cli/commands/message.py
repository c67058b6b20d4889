"""Send a message to everybody, a division or a table."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import DIVISION, WordsType
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.terms import Division, MatchId

TEXT = WordsType(400)


@click.command("message")
@click.argument("text", type=TEXT, required=False)
@click.option("--division", type=DIVISION, help="The division that gets the message.")
@click.option("--match", type=AT_TABLE, help="The match whose players get the message.")
@click.option(
    "--withdraw",
    "seq",
    type=click.IntRange(min=1),
    help="The entry number of the message to withdraw.",
)
@at_desk
def command(
    ctx: WriteContext,
    text: str | None,
    division: Division | None,
    match: MatchId | None,
    seq: int | None,
) -> None:
    r"""Send TEXT to everybody, a division or a table: it appears on phones and on the screen.

    The text is kept in the ledger for good, so write numbers, not names: p17 is shown as the
    player's name. The message stays up until you withdraw it. `roundbook messages` lists all
    current messages.

    \b
    Examples:
      roundbook message "Lunch until 13:00; round 4 follows at once."
      roundbook message "Seniors play in the small hall." --division senior
      roundbook message "p17, please come to the desk." --match masters-2-14
      roundbook message --withdraw 73
    """
    if (text is None) == (seq is None) or (seq is not None and (division or match)):
        raise click.UsageError("give a TEXT, or --withdraw ENTRY and nothing else.")
    if text is None:
        done = judging.withdraw_message(ctx, seq or 0)
        say_done(ctx, done.entries, f"the message in entry {seq} is no longer shown")
        return
    done = judging.send_message(ctx, text, division=division, match=match)
    say_done(
        ctx,
        done.entries,
        "the message is sent: `roundbook serve` shows it on phones and on the screen",
    )
