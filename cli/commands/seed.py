"""Draw the seeds for single elimination."""

import click

from roundbook.cli.acts import bracket
from roundbook.cli.args.types import WORDS
from roundbook.cli.desk.command import at_desk, leading_on, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.phrases import counted


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
    --refuse`), or withdraw the round, draw the seeds again, and pair the round again. Once the
    round has started, no player can be added (TOP §3.2.2).

    \b
    Examples:
      roundbook seed
      roundbook seed --reason "p54 came before the start"
    """
    found = bracket.seed(ctx, reason=reason)
    players, byes = found.players, found.byes
    broken = [
        f"  round {number} was withdrawn: all of its matches were broken up (TOP §3.2.2)"
        for number in found.broken
    ]
    in_all = f"{counted(players, 'player')}, {counted(byes, 'bye')} in round 1"
    if ctx.dry_run:
        said = f"the seeds would be drawn: {in_all}"
        say_done(ctx, [], said, *broken, players=players, byes=byes)
        return
    lines = [
        f"  seed {number}: {ctx.named(player)}{', bye in round 1' if number <= byes else ''}"
        for number, player in enumerate(found.seeds, start=1)
    ]
    say_done(
        ctx,
        found.entries,
        f"the seeds were drawn: {in_all}",
        *broken,
        *lines,
        *leading_on(ctx, found.entries),
        byes=byes,
    )
