"""Let players leave."""

import click

from cli.args.players import find_player
from cli.desk.write import WriteContext, at_desk
from ledger.events.catalogue import PlayerDropped
from ledger.state.queries import latest_started
from projections.rounds.needs_repair import lost_by_leaving


@click.command("drop")
@click.argument("who", metavar="PLAYER...", nargs=-1, required=True)
@at_desk
def command(ctx: WriteContext, who: tuple[str, ...]) -> None:
    r"""Let each PLAYER leave, after the latest round that has started.

    PLAYER is a number (p17), an organiser's id, or an unambiguous part of a name. Nobody drops from
    single elimination: there it is the loss of the match, whatever its result (TOP §3.2).

    \b
    Examples:
      roundbook drop p17
      roundbook drop "Ana Lopez" 4711
    """
    players = list(dict.fromkeys(find_player(text, ctx.tournament, ctx.book) for text in who))
    entry = ctx.take(
        lambda t: [PlayerDropped(player=p, after=latest_started(t, p)) for p in players]
    )[0]
    said = [f"{ctx.named(player)} has dropped" for player in players]
    said += [line for player in players for line in lost_by_leaving(ctx.tournament, player)]
    ctx.say(entry, *said, *ctx.to_repair())
