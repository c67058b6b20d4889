"""Report the result of a match."""

import click

from cli.mending import lost_by_leaving
from cli.outcome import after, next_after
from cli.params import MATCH, RESULT
from cli.turn import Turn, at_desk
from cli.who import find_player
from ledger.errors import Refused
from ledger.events import AnyEvent, PlayerDropped, ResultReported
from ledger.field import latest_started, open_matches
from ledger.terms import MatchId, Result
from ledger.tournament import Tournament
from ledger.validators.styles import eliminates
from projections.records import records


@click.command("report")
@click.argument("match", type=MATCH)
@click.argument("result", type=RESULT)
@click.option("--drop", "leaving", metavar="PLAYER", multiple=True, help="Leaves after this match.")
@at_desk
def command(turn: Turn, match: MatchId, result: Result, leaving: tuple[str, ...]) -> None:
    r"""Report RESULT of MATCH, as seen from the left of the slip.

    RESULT is games (2-1, 1-1-1), 1 or 2 for who won, tie, id (a tie on which the players agreed),
    double-loss or unplayed. Whoever does not come has lost: no-show:1, no-show:2 or no-show:both.

    \b
    Examples:
      roundbook report masters-1-14 2-1
      roundbook report masters-1-15 2 --drop "Ana Lopez"
      roundbook report masters-1-16 no-show:1 --drop p17
    """
    players = [find_player(text, turn.tournament, turn.book) for text in leaving]

    def act(t: Tournament) -> list[AnyEvent]:
        for player in players:
            if match in t.matches and player not in t.matches[match]:
                raise Refused(
                    f"{player} does not play in match {match}.", hint="Use `roundbook drop`."
                )
        drops = [PlayerDropped(player=p, after=latest_started(t, p)) for p in players]
        return [ResultReported(match=match, result=result), *drops]

    entry = turn.take(act)[0]
    t = after(turn, entry)
    table = {} if eliminates(t) else records(t, turn.rules)
    seated = t.matches[match]
    said = [f"{turn.named(p)} {table[p].score}" if p in table else turn.named(p) for p in seated]
    lines = [f"match {match}: {result.in_words(turn.rules.tie_word)}", "  " + " - ".join(said)]
    lines += [f"  {turn.named(player)} has dropped" for player in players]
    lines += [line for player in players for line in lost_by_leaving(t, player)]
    lines += _may_have_left(turn, t, match, result)
    paired = t.rounds.get((match.pool, match.round))
    if paired:
        missing = open_matches(t, paired)
        every = len(paired.pairings)
        lines.append(f"  {every - len(missing)} of {every} are in")
        if not missing:
            lines.append(next_after(t, turn.rules, match.pool, match.round))
    turn.say(entry, *lines)


def _may_have_left(turn: Turn, t: Tournament, match: MatchId, result: Result) -> list[str]:
    """Return that whoever did not come is seated again next round, unless they drop."""
    first, second = t.matches[match]
    absent = {"first": [first], "second": [second], "both": [first, second]}
    still = [p for p in absent.get(result.no_show or "", []) if not t.players[p].out]
    return [
        f"  {turn.named(p)} did not come: `roundbook drop {p}` if they have left" for p in still
    ]
