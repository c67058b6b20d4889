"""Record where a match stood when time was called, and the result that follows."""

import click

from roundbook.cli.acts import judging
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.facts import facts_of, with_facts
from roundbook.cli.args.table_numbers import AT_TABLE
from roundbook.cli.args.types import RESULT, typed_as
from roundbook.cli.session.ask import ask, at_terminal
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.write import WriteContext
from roundbook.cli.terminal.verdict import verdict_answer
from roundbook.ledger.events.match_end import Facts
from roundbook.ledger.state.tournament import Tournament, part_of
from roundbook.ledger.terms import MatchFormat, MatchId, Result

EXAMPLE = "For example: --games 1 --time between-games."


@click.command("time-called")
@click.argument("match", type=AT_TABLE)
@with_facts
@click.option("--report", is_flag=True, help="Report the result that follows from the rules.")
@click.option(
    "--result", type=RESULT, help="A different result; needs `--override verdict-differs`."
)
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

    GAMES lists winners: 1, 2, sd1 or sd2 (by Sudden Death), both (at once) or void (does not
    count). Player 1 is the left player (upper one on a slip). Without options, you are asked.
    `roundbook ruling verdict` records nothing.

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
    say(ctx, found, verdict=verdict_answer(found))


def _asked(t: Tournament, match: MatchId) -> Facts:
    """Return the facts from a judge; the stage and format come from the event."""
    opened = t.opened
    prizes = {"initial": judging.prizes_at_start(t)} if opened and opened.format else {}
    games = opened.match_format if opened else MatchFormat.BEST_OF_THREE
    return ask(prizes, part=part_of(t, match.pool), match_format=games)
