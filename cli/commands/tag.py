"""Set or clear a player's late tag."""

import click

from cli.turn import Turn, at_desk
from cli.who import find_player
from cli.words import WORDS
from ledger.events import LateTagCleared, LateTagSet


@click.command("tag")
@click.argument("who", metavar="PLAYER")
@click.option("--set/--clear", "late", default=None, help="Set the late tag, or clear it.")
@click.option("--reason", required=True, type=WORDS, help="Why. Kept in the ledger for good.")
@at_desk
def command(turn: Turn, who: str, late: bool | None, reason: str) -> None:  # noqa: FBT001
    r"""Set or clear the late tag of PLAYER (TOP §3.1.4.1; GTB-2).

    \b
    Example:
      roundbook tag p17 --clear --reason "was here on time; set by accident"
    """
    if late is None:
        raise click.UsageError("say --set or --clear.")
    player = find_player(who, turn.tournament, turn.book)
    event = (LateTagSet if late else LateTagCleared)(player=player, reason=reason)
    entry = turn.post(event)
    turn.say(entry, f"{turn.named(player)} {'has' if late else 'no longer has'} the late tag")
