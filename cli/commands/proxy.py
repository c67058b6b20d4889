"""Record that a judge made a proxy for a card that was damaged during the event."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext


@click.command("proxy")
@click.argument("who", metavar="PLAYER")
@click.argument("card", type=WORDS)
@click.option("--damaged", "reason", type=WORDS, required=True, help="How the card was damaged.")
@click.option("--kept", is_flag=True, help="Confirm that the damaged card is kept for reference.")
@at_desk
def command(ctx: WriteContext, who: str, card: str, reason: str, kept: bool) -> None:  # noqa: FBT001
    r"""Record a proxy for PLAYER's CARD, which was damaged during the event (TRF §1.7).

    Only a judge may issue a proxy, and the damaged card must be kept. A proxy made by a player is a
    fake card.

    \b
    Example:
      roundbook proxy p17 "Switch ROS 91" --damaged "bent" --kept --role judge
    """
    player = find_player(who, ctx.tournament, ctx.book)
    done = judging.make_proxy(ctx, player, card=card, reason=reason, kept=kept)
    say_done(
        ctx,
        done.entries,
        f"a proxy replaces {card} of {ctx.person(player)} for the rest of the event",
        "  keep the damaged card with the deck, for reference during play",
    )
