"""Mix a public random value, such as a dice roll, into all later draws."""

import click

from roundbook.cli.acts import closing
from roundbook.cli.args.types import POOL, WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.terms import Pool


@click.command("entropy")
@click.argument("text", type=WORDS)
@click.option(
    "--source",
    required=True,
    type=WORDS,
    help="The source of the text, such as dice; shown to everybody.",
)
@click.option("--pool", type=POOL, help="The pool whose draws use the text.  [default: all pools]")
@at_desk
def command(ctx: WriteContext, text: str, source: str, pool: Pool | None) -> None:
    r"""Mix TEXT, a random value that everybody saw (such as a dice roll), into later draws.

    Anyone who knows the secret of the next draw could predict it, but nobody can predict a dice
    roll. Earlier draws stay unchanged. Roll the dice once, after everything else is settled, and
    enter the result whatever it is: every entry stays visible, so everybody would see a second
    roll.

    \b
    Examples:
      roundbook entropy "4 2 6 6 1" --source "five dice at the stage"
      roundbook entropy "17 3 28" --source "Saturday's lottery" --pool masters
    """
    done = closing.add_entropy(ctx, text, source=source, pool=pool)
    of_pool = f" of {pool}" if pool else ""
    say_done(ctx, done.entries, f"added to every later draw{of_pool}: {text}")
