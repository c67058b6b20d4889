"""Record where a match stood when time was called, and the result that follows."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.args.facts import facts_of, with_facts
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import RESULT, as_typed, typed_as
from roundbook.cli.desk.ask import ask, at_terminal
from roundbook.cli.desk.command import at_desk, next_line, say_done
from roundbook.cli.desk.write import WriteContext
from roundbook.cli.terminal.results import both, how_far
from roundbook.cli.terminal.verdict import in_lines, verdict_answer
from roundbook.ledger.errors import do
from roundbook.ledger.events.match_end import Facts
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import MatchFormat, MatchId, Result
from roundbook.projections.reports.text.announcement import still_running

EXAMPLE = "For example: --games 1 --time between-games."


@click.command("time-called")
@click.argument("match", type=AT_TABLE)
@with_facts
@click.option("--report", is_flag=True, help="Report the result that follows from the rules.")
@click.option("--result", type=RESULT, help="A different result, decided by the head judge.")
@click.option("--reason", help="The reason for correcting the recorded result.")
@at_desk
def command(
    ctx: WriteContext,
    match: MatchId,
    facts: Facts,
    report: bool,  # noqa: FBT001 - a flag.
    result: Result | None,
    reason: str | None,
) -> None:
    r"""Record where MATCH stood when it ended or time was called, and the outcome.

    GAMES lists the winners: 1, 2, sd1 or sd2 (by Sudden Death), both (at the same time) or void
    (does not count). Player 1 is the upper player. If you enter no facts, you are
    asked for them; `roundbook verdict` records nothing.

    \b
    Example:
      roundbook time-called 14 --games 1 --time between-games --report
    """
    if report and result:
        raise click.UsageError(
            "--report takes the result from the tables of TRF §8 and §9; leave out --result."
        )

    if facts == facts_of() and at_terminal() and not ctx.manner.as_json:
        facts = _asked(ctx.tournament, match)
    with typed_as(games=f"{judging.NOTHING_SEEN} {EXAMPLE}"):
        found = judging.time_called(ctx, match, facts, report=report, result=result, reason=reason)
    lines = [f"match {match}, as seen at the table", *in_lines(found)]
    if found.reported:
        scores = found.follows.scores if found.follows else {}
        lines.append(f"  reported: {found.reported.in_words(ctx.rules.tie_word)}")
        lines.append(both(ctx, match, scores))
    elif found.ruling.result:
        act = do("report", str(match), as_typed(found.ruling.result))
        lines += ["  report this result if the judge agrees", next_line(act)]
    if found.clock:
        told = still_running(ctx.tournament, found.clock, match, found.entries[0].at)
        lines.append(f"  note: {told}")
    if found.follows:
        lines += how_far(ctx, found.follows)
    answer = verdict_answer(found)
    say_done(ctx, found.entries, *lines, verdict=answer)


def _asked(t: Tournament, match: MatchId) -> Facts:
    """Return the facts from a judge; the stage and format come from the event."""
    opened = t.opened
    prizes = {"initial": judging.prizes_at_start(t)} if opened and opened.format else {}
    games = opened.match_format if opened else MatchFormat.BEST_OF_THREE
    return ask(prizes, part=part_of(t, match.pool), match_format=games)
