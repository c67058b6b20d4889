"""Report the result of a match, or all results of a list."""

import click

from cli.acts.results import Slip, act_of, after, all_said, came_in, listed, report_all
from cli.args.players import find_player
from cli.args.types import MATCH, RESULT
from cli.desk.command import at_desk, say_done
from cli.desk.named_files import called, is_list
from cli.desk.write import WriteContext
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Result
from ledger.validators.opening import eliminates
from projections.rounds.needs_repair import lost_by_leaving
from projections.standings.records import records
from projections.text import counted


@click.command("report")
@click.argument("match", metavar="MATCH|FILE.csv")
@click.argument("result", required=False)
@click.option("--drop", "leaving", metavar="PLAYER", multiple=True, help="Leaves after this match.")
@at_desk
def command(turn: WriteContext, match: str, result: str | None, leaving: tuple[str, ...]) -> None:
    r"""Report RESULT of MATCH, as seen from the left of the slip, or all results in FILE.csv.

    RESULT is games (2-1, 1-1-1), 1 or 2 for who won, tie, id (a tie on which the players agreed),
    double-loss or unplayed. Whoever does not come has lost: no-show:1, no-show:2 or no-show:both.

    A list (CSV or .xlsx; `-` reads it from stdin) has a line of titles: match, result, and drop for
    those who leave. All of it is judged before anything is written; each result is an entry of its
    own. With --dry-run it says how the list was read.

    \b
    Examples:
      roundbook report masters-1-14 2-1
      roundbook report masters-1-15 2 --drop "Ana Lopez"
      roundbook report masters-1-16 no-show:1 --drop p17
      roundbook report round-1.csv --cmd round-1
    """
    if is_list(match):
        if result or leaving:
            raise click.UsageError("the list says the results and who leaves; give it alone.")
        _report_all(turn, match)
        return
    context = click.get_current_context()
    params = {each.name: each for each in context.command.params}
    if result is None:
        raise click.MissingParameter(ctx=context, param=params["result"])
    _report(
        turn,
        Slip(
            match=MATCH.convert(match, params["match"], context),
            result=RESULT.convert(result, params["result"], context),
            leaving=tuple(find_player(text, turn.tournament, turn.book) for text in leaving),
        ),
    )


def _report(turn: WriteContext, slip: Slip) -> None:
    match = slip.match
    entry = turn.take(act_of(slip))[0]
    t = after(turn, entry)
    seated = t.matches[match]
    table = {} if eliminates(t) else records(t, turn.rules, of=seated)
    said = [f"{turn.named(p)} {table[p].score}" if p in table else turn.named(p) for p in seated]
    words = slip.result.in_words(turn.rules.tie_word)
    lines = [f"match {match}: {words}", "  " + " - ".join(said)]
    lines += [f"  {turn.named(player)} has dropped" for player in slip.leaving]
    lines += [line for p in slip.leaving for line in lost_by_leaving(t, p)]
    lines += _may_have_left(turn, t, match, slip.result)
    say_done(turn, entry, *lines, *came_in(t, turn.rules, [match]))


def _report_all(turn: WriteContext, name: str) -> None:
    slips, taken = listed(turn, name)
    entries = report_all(turn, slips, name)
    t = after(turn, *entries)
    read_as = f", read as {taken}" if turn.dry_run else ""
    first = f"{counted(len(slips), 'result')} of {called(name)}{read_as}"
    lost = [line for s in slips for p in s.leaving for line in lost_by_leaving(t, p)]
    lost += [line for s in slips for line in _may_have_left(turn, t, s.match, s.result)]
    say_done(turn, entries, first, *all_said(turn, t, slips), *lost)


def _may_have_left(turn: WriteContext, t: Tournament, match: MatchId, result: Result) -> list[str]:
    """Return that whoever did not come is seated again next round, unless they drop."""
    first, second = t.matches[match]
    absent = {"first": [first], "second": [second], "both": [first, second]}
    still = [p for p in absent.get(result.no_show or "", []) if not t.players[p].out]
    return [
        f"  {turn.named(p)} did not come: `roundbook drop {p}` if they have left" for p in still
    ]
