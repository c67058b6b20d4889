"""Disqualify a player; the matches still count for the opponents."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.ask import confirm
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.terminal.results import attendance


@click.command("disqualify")
@click.argument("who", metavar="PLAYER")
@click.option(
    "--reason",
    type=WORDS,
    required=True,
    help="The reason, without names; no public page shows it.",
)
@at_desk
def command(ctx: WriteContext, who: str, reason: str) -> None:
    r"""Disqualify PLAYER, who then gets no place. At a terminal you are asked to confirm.

    The reason stays in the ledger and its archive for good. No public page, feed or table shows it,
    nor the API.

    \b
    Example:
      roundbook disqualify p17 --reason "unsporting conduct, severe"
    """
    player = find_player(who, ctx.tournament, ctx.book)
    named, division = ctx.named(player), ctx.tournament.players[player].division
    says = [
        (
            f"{named} of {division} will not play again and has no final place; the results so far "
            "count."
        )
    ]
    confirm(ctx, says, f"Disqualify {named}?")
    done = drops.disqualify(ctx, player, reason=reason)
    say_done(ctx, done.entries, *attendance(ctx, done))
