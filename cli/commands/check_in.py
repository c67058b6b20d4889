"""Check in players who are in the hall, before round 1."""

import click

from roundbook.cli.acts import drops
from roundbook.cli.args.players import find_player
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.errors import Refused
from roundbook.ledger.phrases import counted
from roundbook.ledger.state.check_in import absent


@click.command("check-in")
@click.argument("who", metavar="PLAYER...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Check in everybody who has not checked in yet.")
@click.option("--undo", is_flag=True, help="Undo the check-in of a player.")
@at_desk
def command(ctx: WriteContext, who: tuple[str, ...], *, every: bool, undo: bool) -> None:
    r"""Check in each PLAYER who has arrived; check-in ends when round 1 starts (TOP §3.1.3).

    PLAYER is a number (p17), a Player ID, or an unambiguous part of a name. Once anyone is checked
    in, `roundbook pair` asks, before round 1, about all players who are not. `roundbook players
    --absent` lists those players.

    \b
    Examples:
      roundbook check-in p17
      roundbook check-in "Ana Lopez" 4711
      roundbook check-in --all
      roundbook check-in p17 --undo
    """
    if every == bool(who) or (every and undo):
        raise click.UsageError("name the players, or check everybody in with --all.")
    named = [find_player(text, ctx.tournament, ctx.book) for text in who]
    players = absent(ctx.tournament) if every else named
    if not players and ctx.first() is None:
        raise Refused("everybody has checked in already.")
    done = drops.check_in(ctx, players, undo=undo)
    became = "is no longer checked in" if undo else "has checked in"
    said = [f"{ctx.person(player)} {became}" for player in done.players]
    say_done(ctx, done.entries, *said, still_to_come(done), absent=done.absent)


def still_to_come(done: drops.CheckedIn) -> str:
    """Return how many players have checked in, and how many have not."""
    if not done.absent:
        return f"all players have checked in ({done.came})"
    came = counted(done.came, "player has", "players have")
    return f"{came} checked in, {counted(len(done.absent), 'player has', 'players have')} not yet"
