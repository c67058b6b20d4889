"""Correct the details of a player or a staff member."""

import re

import click

from roundbook.cli.acts.amend import SENIORS, Amended, Amendment, amend, rename_hand, show_seniors
from roundbook.cli.acts.unregister import unregister
from roundbook.cli.args.choices import CHOSEN, choosing
from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import DATE, DIVISION, NAME, PLAYER_ID, WORDS, typed_as
from roundbook.cli.commands.unregister import say_unregistered
from roundbook.cli.desk.command import at_desk, gathered, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.ledger.people.name_parts import is_clear
from roundbook.ledger.terms import HandId

_HAND = re.compile(r"h[1-9][0-9]{0,5}\Z", re.ASCII)


@click.command("amend")
@click.argument("who", metavar="PLAYER|STAFF|seniors")
@click.option("--name", type=NAME, help="The correct name.")
@click.option("--id", "--player-id", type=PLAYER_ID, help="The correct Player ID.")
@click.option(
    "--birth-year", type=click.IntRange(1900, 2100), help="The correct birth year.", metavar="YEAR"
)
@click.option("--birth-date", type=DATE, help="The correct date of birth.")
@click.option("--division", type=DIVISION, help="The age division, if the birth year is unknown.")
@click.option("--reason", type=WORDS, help="The reason, without names; kept in the ledger.")
@click.option("--same-as", metavar="PLAYER", help="The same person's other registration.")
@choosing
@gathered(Amendment)
@at_desk
def command(ctx: WriteContext, who: str, asked: Amendment, same_as: str | None) -> None:
    r"""Correct a player's details; the player's number and results stay the same.

    How a name is shown is not in the ledger, so give no reason for it.

    For a staff member such as h2, only --name can be corrected. `seniors` means all Seniors
    under 18 who have not chosen a --display.

    \b
    Examples:
      roundbook amend p7 --name "García Márquez, Ana" --id 4711 --reason "guest"
      roundbook amend p9 --same-as p7
    """
    name, reason = asked.name, asked.reason
    details = asked.id or asked.birth_year or asked.birth_date or asked.division
    if who == SENIORS:
        if name or reason or details or asked.parent:
            raise click.UsageError("for all Seniors at once, only --display can be changed.")
        with typed_as(display="choose how the names of Seniors are shown, such as --display full."):
            done_for_all = show_seniors(ctx, asked.display)
        would = "would be" if ctx.dry_run else "are"
        said = f"Seniors under 18 {would} shown: {done_for_all.display}"
        say_done(ctx, [], said, display=done_for_all.display)
        return
    if _HAND.match(who):
        if name is None or reason is None or details or asked.display:
            raise click.UsageError(
                "for a staff member, only --name can be changed, with a --reason."
            )
        named = rename_hand(ctx, HandId(who), name=name, reason=reason)
        say_done(ctx, named.entries, f"{who} is {name}")
        return
    player = find_player(who, ctx.tournament, ctx.book)
    if same_as is not None:
        if name or details or asked.display:
            raise click.UsageError(
                "--same-as withdraws this registration, so correct the other one."
            )
        other = find_player(same_as, ctx.tournament, ctx.book)
        say_unregistered(ctx, unregister(ctx, player, reason=reason, same_as=other))
        return
    with typed_as(
        name="nothing would change: give the correct details, such as --name NAME.",
        reason="this changes the ledger, so give a --reason.",
        **CHOSEN,
    ):
        done = amend(ctx, player, asked)
    if not done.entries:
        would, shown = "would be" if ctx.dry_run else "was", done.display.value
        say_done(ctx, [], f"the name display of {player} {would} set to {shown}", display=shown)
        return
    who_now = f"{player} is {done.known.person.name} ({done.division})"
    say_done(ctx, done.entries, who_now, *_changes(done), *ctx.to_repair(), player=player)


def _changes(done: Amended) -> list[str]:
    """Return each corrected detail with the earlier one; of a birth year, only that it changed."""
    now, was = done.known.person, done.was or done.known.person
    shows_last = now.last_name is not None or not is_clear(now.name)
    details = (
        ("name", was.name, now.name),
        *([("last name", was.parts.last, now.parts.last)] if shows_last else []),
        ("Player ID", was.id, now.id),
        ("division", done.was_in, done.division),
    )
    said = [f"  {what}: {new} (was {old or 'missing'})" for what, old, new in details if new != old]
    # No answer shows a birth year or date, which bystanders could read.
    hidden = (
        ("birth year", was.birth_year, now.birth_year),
        ("birthday", was.birthday, now.birthday),
    )
    return [*said, *(f"  {what}: changed" for what, old, new in hidden if new != old)]
