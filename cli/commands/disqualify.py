"""Disqualify a player; their matches still count for their opponents."""

import click

from cli.args.players import find_player
from cli.args.words import WORDS
from cli.desk.write import WriteContext, at_desk
from ledger.events.catalogue import PlayerDisqualified
from ledger.state.queries import latest_started
from projections.rounds.needs_repair import lost_by_leaving


@click.command("disqualify")
@click.argument("who", metavar="PLAYER")
@click.option("--reason", type=WORDS, help="Why, without names. Kept in the ledger for good.")
@at_desk
def command(ctx: WriteContext, who: str, reason: str | None) -> None:
    r"""Disqualify PLAYER, who has no place from now on.

    \b
    Example:
      roundbook disqualify p17 --reason "unsporting conduct, severe"
    """
    player = find_player(who, ctx.tournament, ctx.book)
    entry = ctx.take(
        lambda t: [
            PlayerDisqualified(player=player, after=latest_started(t, player), reason=reason)
        ]
    )[0]
    lost = lost_by_leaving(ctx.tournament, player)
    ctx.say(entry, f"{ctx.named(player)} is disqualified", *lost, *ctx.to_repair())
