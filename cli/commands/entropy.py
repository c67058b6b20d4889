"""Add chance that everybody saw to every later draw."""

import click

from cli.acts import closing
from cli.args.types import POOL
from cli.args.words import WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.terms import Pool


@click.command("entropy")
@click.argument("text", type=WORDS)
@click.option("--source", required=True, type=WORDS, help="Where it came from, for everybody.")
@click.option("--pool", type=POOL, help="Only for the draws of this pool.")
@at_desk
def command(ctx: WriteContext, text: str, source: str, pool: Pool | None) -> None:
    r"""Let TEXT, which chance gave before everybody's eyes, decide with in every later draw.

    Whoever holds the secret of the next draw could foresee it; nobody foresees dice. What was drawn
    before stays as it is. Throw them once, when everything else is settled, and write down what
    came, whatever it is: each entry stays visible, and so does a second one.

    \b
    Examples:
      roundbook entropy "4 2 6 6 1" --source "five dice at the stage"
      roundbook entropy "17 3 28" --source "lottery of Saturday" --pool masters
    """
    done = closing.add_entropy(ctx, text, source=source, pool=pool)
    of_pool = f" of {pool}" if pool else ""
    say_done(ctx, done.entries, f"goes into every later draw{of_pool}: {text}")
