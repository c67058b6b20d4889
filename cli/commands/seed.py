"""Draw the seeds for single elimination."""

import click

from roundbook.cli.acts import bracket
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import WORDS
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.write import WriteContext


@click.command("seed")
@click.option(
    "--reason", type=WORDS, help="The reason, such as a drop; needed to draw the seeds again."
)
@at_desk
def command(ctx: WriteContext, reason: str | None) -> None:
    r"""Draw the seeds for single elimination: all active players, all ages in one bracket.

    Seeds are drawn at random, using the next secret in the chain, so anyone can repeat the draw.
    The byes of round 1 go to the highest seeds (TOP §3.2).

    If a player arrives before round 1 has started, either refuse the player (`roundbook late
    --refuse`), or register the player and draw the seeds again with a reason: this withdraws a
    paired round 1, so pair it again. Once it has started, no player can be added (TOP §3.2.2).

    \b
    Examples:
      roundbook round seed
      roundbook round seed --reason "p54 came before the start"
    """
    say(ctx, bracket.seed(ctx, reason=reason))
