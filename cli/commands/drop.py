"""Let players leave."""

import click

from cli.args.players import find_player
from cli.desk.write import Turn, at_desk
from ledger.events.catalogue import PlayerDropped
from ledger.state.queries import latest_started
from projections.rounds.needs_repair import lost_by_leaving


@click.command("drop")
@click.argument("who", metavar="PLAYER...", nargs=-1, required=True)
@at_desk
def command(turn: Turn, who: tuple[str, ...]) -> None:
    r"""Let each PLAYER leave, after the latest round that has started.

    PLAYER is a number (p17), an organiser's id, or an unambiguous part of a name. Nobody drops from
    single elimination: there it is the loss of the match, whatever its result (TOP §3.2).

    \b
    Examples:
      roundbook drop p17
      roundbook drop "Ana Lopez" 4711
    """
    players = list(dict.fromkeys(find_player(text, turn.tournament, turn.book) for text in who))
    entry = turn.take(
        lambda t: [PlayerDropped(player=p, after=latest_started(t, p)) for p in players]
    )[0]
    said = [f"{turn.named(player)} has dropped" for player in players]
    said += [line for player in players for line in lost_by_leaving(turn.tournament, player)]
    turn.say(entry, *said, *turn.to_repair())
