"""Grant a player a bye in an upcoming round."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext


@click.command("award-bye")
@click.argument("who", metavar="PLAYER")
@click.argument("number", metavar="ROUND", type=click.IntRange(1, 999))
@click.option("--reason", type=WORDS, help="The reason, kept in the ledger for good.")
@at_desk
def command(ctx: WriteContext, who: str, number: int, reason: str | None) -> None:
    r"""Grant PLAYER a bye in ROUND, before that round is paired (TOP §3.1).

    \b
    Example:
      roundbook award-bye p17 1 --reason "won a last-chance event"
    """
    player = find_player(who, ctx.tournament, ctx.book)
    done = drops.award_bye(ctx, player, number=number, reason=reason)
    say_done(ctx, done.entries, f"{ctx.named(player)} has a bye in round {number}")
