"""Disqualify a player; the matches still count for the opponents."""

from roundbook.cli.acts.drops import at_stake
from roundbook.cli.forms import people
from roundbook.cli.forms.command import command_of
from roundbook.cli.forms.form import Filled
from roundbook.cli.session.ask import confirm
from roundbook.cli.session.write import WriteContext


def _confirm(ctx: WriteContext, filled: Filled) -> None:
    """Ask at a terminal, since a disqualified player has no place."""
    player = filled.player("who")
    named, division = ctx.named(player), ctx.tournament.players[player].division
    says = f"{named} of {division} will not play again and will have no final place; "
    lost = at_stake(ctx.tournament, player)
    if lost:
        says += f"match {lost} is lost, whatever its result; earlier results count."
    else:
        says += "the results so far count."
    confirm(ctx, [says], f"Disqualify {named}?")


command = command_of(people.DISQUALIFY, _confirm)
