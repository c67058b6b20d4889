"""Admit a player who came after the start, or refuse them."""

import click

from cli.acts.flights import flight_of, joins
from cli.acts.people import Arrival, admit, arrival, refuse, showing
from cli.args.choices import choosing
from cli.args.types import DIVISION, POOL
from cli.args.words import NAME, PLAYER_ID, WORDS
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from ledger.events.catalogue import AnyEvent, LatePlayerAdmitted
from ledger.people.book import Person
from ledger.state.queries import rounds_started
from ledger.state.tournament import Tournament
from ledger.terms import Division, PlayerId, Pool


@click.command("late")
@click.argument("name", type=NAME)
@click.option("--id", "own_id", type=PLAYER_ID, default="", help="The organiser's id.")
@click.option("--birth-year", type=click.IntRange(1900, 2100), help="Gives the division.")
@click.option("--division", type=DIVISION, help="Where the year of birth is unknown.")
@click.option("--pool", type=POOL, help="Where to play, if the division plays nowhere yet.")
@click.option("--informed", is_flag=True, help="You told the player the losses and the late tag.")
@click.option("--refuse", "refused", is_flag=True, help="Do not admit the player; needs --reason.")
@click.option("--reason", type=WORDS, help="Why the player was not admitted.")
@choosing
@at_desk
def command(  # noqa: PLR0913, PLR0917 - one argument per fact.
    ctx: WriteContext,
    name: str,
    own_id: str,
    birth_year: int | None,
    division: Division | None,
    pool: Pool | None,
    informed: bool,  # noqa: FBT001 - a flag.
    refused: bool,  # noqa: FBT001 - a flag.
    reason: str | None,
    display: str | None,
    parent: bool,  # noqa: FBT001 - a flag.
) -> None:
    r"""Admit NAME after the start: a loss for every round already started, and the late tag.

    The player has to be told both (TOP §3.1.3).

    \b
    Examples:
      roundbook late "Ana Lopez" --birth-year 2001 --informed
      roundbook late "Ben Ode" --division masters --refuse --reason "would hold up round 3"
    """
    if refused != (reason is not None):
        raise click.UsageError("--refuse and --reason REASON belong together.")
    person = Person(name=name, id=own_id, birth_year=birth_year)
    try:
        one = showing(ctx, arrival(ctx, person, division), display, parent=parent)
    except ValueError as error:
        hint = "give --birth-year or --division" if not (birth_year or division) else ""
        raise click.UsageError(f"{error} {hint}".strip()) from None
    if reason is not None:
        say_done(ctx, refuse(ctx, one, reason), f"{name} is not admitted")
        return

    def told(t: Tournament, one: Arrival, player: PlayerId, bound: str) -> AnyEvent:
        where, said, drawn = joins(t, one, player, pool)
        return LatePlayerAdmitted(
            player=player,
            division=one.division,
            commitment=bound,
            losses=rounds_started(t, where) if where else 0,
            pool=said,
            informed_by=ctx.venue.desk.hand.id if informed else None,
            drawn=drawn,
        )

    entries, book = admit(ctx, [one], told)
    for event in entries[0].events:
        if isinstance(event, LatePlayerAdmitted):
            told_them = f"{book.name(event.player)} is {event.player} ({event.division}), late"
            told_them += flight_of(ctx.tournament, event, dry_run=ctx.dry_run)
            say_done(
                ctx,
                [] if ctx.dry_run and event.drawn else entries,
                f"{told_them}, with {event.losses} loss{'' if event.losses == 1 else 'es'}",
                "  ranks below players of the same match points who came on time",
                *ctx.to_repair(),
                players=[event.player],
            )
