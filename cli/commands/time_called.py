"""Record how a match ended, as a judge saw it, and what follows from that."""

import click

from cli.acts import judging
from cli.args.facts import with_facts
from cli.args.tables import AT_TABLE
from cli.args.types import RESULT
from cli.desk.command import at_desk, say_done
from cli.desk.write import WriteContext
from cli.terminal.verdict import in_lines, verdict_answer
from ledger.events.match_end import Facts
from ledger.terms import MatchId, Result


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
    r"""Record how MATCH stood when time was called or it ended, and the outcome.

    GAMES lists the winners: 1, 2, sd1 or sd2 (by Sudden Death), both (at the same time) or void
    (does not count). Player 1 is the left player on the slip. To ask without writing anything, use
    `roundbook verdict`.

    \b
    Example:
      roundbook time-called 14 --games 1 --time between-games --report
    """
    if report and result:
        raise click.UsageError(
            "--report takes the result from the tables of TRF §8 and §9; leave out --result."
        )

    found = judging.time_called(ctx, match, facts, report=report, result=result, reason=reason)
    lines = [f"match {match}, as seen at the table", *in_lines(found.ruling, ctx.rules)]
    if found.reported:
        lines.append(f"  reported: {found.reported.in_words(ctx.rules.tie_word)}")
    elif found.ruling.result:
        lines.append("next: roundbook report, if the judge agrees")
    answer = verdict_answer(found.seen, found.ruling, ctx.rules)
    say_done(ctx, found.entries, *lines, verdict=answer)
