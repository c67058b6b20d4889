"""Drop players from the tournament."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.terminal.results import attendance


@click.command("drop")
@click.argument("who", metavar="PLAYER...", nargs=-1, required=True)
@at_desk
def command(ctx: WriteContext, who: tuple[str, ...]) -> None:
    r"""Drop each PLAYER after the latest round that has started.

    PLAYER is a number (p17), a Player ID, or an unambiguous part of a name. In single elimination a
    player who drops loses the match, whatever its result (TOP §3.2).

    \b
    Examples:
      roundbook drop p17
      roundbook drop "Ana Lopez" 4711
    """
    players = list(dict.fromkeys(find_player(text, ctx.tournament, ctx.book) for text in who))
    done = drops.drop(ctx, players)
    say_done(ctx, done.entries, *attendance(ctx, done))
