"""Report the result of a match."""

import click

from cli.mending import lost_by_leaving
from cli.params import MATCH, RESULT
from cli.playing_on import after_the_last
from cli.turn import Turn, at_desk
from cli.who import find_player
from ledger.errors import Refused
from ledger.events import AnyEvent, PlayerDropped, ResultReported
from ledger.field import latest_started, open_matches, planned_rounds
from ledger.terms import MatchId, Result
from ledger.tournament import Tournament
from ledger.validators.styles import eliminates
from projections.bracket import next_round
from projections.records import records


@click.command("report")
@click.argument("match", type=MATCH)
@click.argument("result", type=RESULT)
@click.option("--drop", "leaving", metavar="PLAYER", multiple=True, help="Leaves after this match.")
@at_desk
def command(turn: Turn, match: MatchId, result: Result, leaving: tuple[str, ...]) -> None:
    r"""Report RESULT of MATCH, as seen from the left of the slip.

    RESULT is games (2-1, 1-1-1), 1 or 2 for who won, tie, id (a tie on which the players agreed),
    double-loss or unplayed.

    \b
    Examples:
      roundbook report masters-1-14 2-1
      roundbook report masters-1-15 2 --drop "Ana Lopez"
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
    table = {} if eliminates(turn.tournament) else records(turn.tournament, turn.rules)
    seated = turn.tournament.matches[match]
    said = [f"{turn.named(p)} {table[p].score}" if p in table else turn.named(p) for p in seated]
    lines = [f"match {match}: {result.in_words(turn.rules.tie_word)}", "  " + " - ".join(said)]
    lines += [f"  {turn.named(player)} has dropped" for player in players]
    lines += [line for player in players for line in lost_by_leaving(turn.tournament, player)]
    paired = turn.tournament.rounds.get((match.pool, match.round))
    if paired:
        missing = open_matches(turn.tournament, paired)
        every = len(paired.pairings)
        lines.append(f"  {every - len(missing)} of {every} are in")
        if not missing:
            done = _is_done(turn.tournament, match)
            then = after_the_last(turn, match.pool) if done else f"roundbook pair {match.pool}"
            lines.append(f"next: {then}")
    turn.say(entry, *lines)


def _is_done(t: Tournament, match: MatchId) -> bool:
    """Tell whether the round of this match, which is complete, was the last of its pool."""
    if match.pool in t.cuts:
        return next_round(t, match.pool) is None
    planned = planned_rounds(t, match.pool)
    return planned is not None and match.round >= planned
