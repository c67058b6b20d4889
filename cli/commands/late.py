"""Admit a player who arrived after the start, or refuse admission."""

import click

from roundbook.cli.acts.flights import flight_of
from roundbook.cli.acts.people import MISSING
from roundbook.cli.acts.registration import Newcomer, admit_late, turn_away
from roundbook.cli.args.choices import CHOSEN, choosing
from roundbook.cli.args.types import DATE, DIVISION, NAME, PLAYER_ID, POOL, WORDS, typed_as
from roundbook.cli.commands.register import lacking, look_alike
from roundbook.cli.desk.command import at_desk, gathered, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Pool


@click.command("late")
@click.argument("name", type=NAME)
@click.option("--id", "--player-id", type=PLAYER_ID, default="", help="The Player ID.")
@click.option(
    "--birth-year",
    type=click.IntRange(1900, 2100),
    help="The year of birth.",
    metavar="YEAR",
)
@click.option("--birth-date", type=DATE, help="The date of birth, such as 2001-04-17.")
@click.option("--division", type=DIVISION, help="The age division, if the birth year is unknown.")
@click.option("--pool", type=POOL, help="The pool to play in, if the division has none yet.")
@click.option(
    "--informed", is_flag=True, help="You have told the player about the losses and the late tag."
)
@click.option("--refuse", "refused", is_flag=True, help="Do not admit the player; needs --reason.")
@click.option("--reason", type=WORDS, help="The reason for not admitting the player.")
@choosing
@gathered(Newcomer)
@at_desk
def command(
    ctx: WriteContext,
    asked: Newcomer,
    pool: Pool | None,
    reason: str | None,
    *,
    informed: bool,
    refused: bool,
) -> None:
    r"""Admit NAME after the start, with a loss for each round already started and the late tag.

    Tell the player about the losses and the late tag (TOP §3.1.3).

    \b
    Examples:
      roundbook late "Ana Lopez" --birth-year 2001 --informed
      roundbook late "Ben Ode" --division masters --refuse --reason "no room"
    """
    if refused != (reason is not None):
        raise click.UsageError("--refuse and --reason REASON must be used together.")
    with typed_as(birth_year=f"{MISSING} Give --birth-year or --division.", **CHOSEN):
        if reason is not None:
            turned_away = turn_away(ctx, asked, reason=reason)
            say_done(ctx, turned_away.entries, f"{asked.name} is not admitted")
            return
        done = admit_late(ctx, asked, pool=pool, informed=informed)
    for event in done.events:
        told = f"{done.names[event.player]} is {event.player} ({event.division}), late"
        told += flight_of(ctx.tournament, event, dry_run=ctx.dry_run)
        say_done(
            ctx,
            done.entries,
            f"{told}, with {counted(event.losses, 'loss', 'losses')}, "
            f"and plays from round {event.losses + 1}",
            "  ranks below players with the same match points who were on time",
            *look_alike(done),
            *lacking(done),
            *ctx.to_repair(),
            players=done.players,
        )
