"""Write something down that changes nothing."""

import click

from cli.params import MATCH
from cli.turn import Turn, at_desk
from cli.who import find_player
from cli.words import WORDS
from ledger.events import NoteMade
from ledger.terms import MatchId


@click.command("note")
@click.argument("text", type=WORDS)
@click.option("--match", type=MATCH, help="The match it is about.")
@click.option("--player", "who", metavar="PLAYER", help="The player it is about.")
@at_desk
def command(turn: Turn, text: str, match: MatchId | None, who: str | None) -> None:
    r"""Keep TEXT in the ledger, without names: write p17.

    \b
    Example:
      roundbook note "p17 disputes the result; the slip is in the folder" --match masters-1-14
    """
    player = find_player(who, turn.tournament, turn.book) if who else None
    entry = turn.post(NoteMade(text=text, match=match, player=player))
    turn.say(entry, "noted")
