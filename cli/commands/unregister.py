"""Withdraw the registration of somebody who should not be among the players."""

import click

from roundbook.cli.acts.unregister import Unregistered, unregister
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.text import joined


@click.command("unregister")
@click.argument("who", metavar="PLAYER")
@click.option(
    "--reason", type=WORDS, help="The reason, without names; needed once the round is posted."
)
@at_desk
def command(ctx: WriteContext, who: str, reason: str | None) -> None:
    r"""Withdraw the registration of PLAYER, before round 1 starts.

    It is for somebody who should not be among the players at all, such as a double registration.
    The player is in no list, table or file, and a paired round is repaired. A player who leaves is
    dropped (`drop`); two registrations of one person are merged with `amend --same-as`.

    \b
    Examples:
      roundbook unregister p17
      roundbook unregister p17 --reason "registered by mistake"
    """
    player = find_player(who, ctx.tournament, ctx.book)
    say_unregistered(ctx, unregister(ctx, player, reason=reason))


def say_unregistered(ctx: WriteContext, done: Unregistered) -> None:
    """Print whose registration was withdrawn, and what follows from it."""
    say_done(ctx, done.entries, *unregistered_in_words(ctx, done), player=done.player)


def unregistered_in_words(ctx: WriteContext, done: Unregistered) -> list[str]:
    """Return whose registration was withdrawn, what another one took over, and the repairs."""
    was = "would be" if ctx.dry_run else "was"
    who = f"{done.name} ({done.player})" if done.name != done.player else done.player
    lines = [f"the registration of {who} {was} withdrawn"]
    if done.same_as:
        lines[0] += f": the same person as {ctx.named(done.same_as)}"
    if done.taken:
        lines.append(f"  taken over: {joined(done.taken)}")
    return [*lines, *(f"  {pool}: the paired round {was} repaired" for pool in done.repaired)]
