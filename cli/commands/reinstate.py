"""Reinstate a player who dropped or was disqualified."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.terminal.results import attendance


@click.command("reinstate")
@click.argument("who", metavar="PLAYER")
@click.option(
    "--reason", required=True, type=WORDS, help="The reason, kept in the ledger for good."
)
@at_desk
def command(ctx: WriteContext, who: str, reason: str) -> None:
    r"""Let PLAYER, who dropped or was disqualified, play again.

    Each round that started in the meantime counts as a loss without an opponent (TOP §3.1.3). If a
    round is paired but has not started, repair it with `roundbook repair`. Reinstating a
    player neither sets nor clears the late tag: for that, use `roundbook late-tag`.

    \b
    Example:
      roundbook reinstate p17 --reason "the drop was meant for another player"
    """
    player = find_player(who, ctx.tournament, ctx.book)
    done = drops.reinstate(ctx, player, reason=reason)
    say_done(ctx, done.entries, *attendance(ctx, done))
