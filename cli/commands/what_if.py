"""Show what a correction, a drop or a late tag would change; nothing is written."""

import click

from roundbook.cli.args.players import find_player
from roundbook.cli.args.table_numbers import OUTCOME_AT_TABLE, with_matches
from roundbook.cli.session.output import echo
from roundbook.cli.session.read import ReadContext, at_ledger, say_answer
from roundbook.cli.terminal.language import heading
from roundbook.cli.terminal.tables import show_parts
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.projections.explain.what_if import changes, cost, what_if
from roundbook.projections.reports.api.staff import would_be
from roundbook.projections.reports.text.what_if import what_if_text


@click.command("what-if")
@at_ledger("[MATCH]", "[RESULT]")
@click.option(
    "--result", "outcomes", type=OUTCOME_AT_TABLE, multiple=True, help="The result to try."
)
@click.option("--drop", "drops", multiple=True, metavar="PLAYER", help="The player who would drop.")
@click.option(
    "--late",
    "lates",
    multiple=True,
    metavar="PLAYER",
    help="The player who would get the late tag.",
)
@click.option(
    "--on-time",
    "on_time",
    multiple=True,
    metavar="PLAYER",
    help="The player who would lose the late tag.",
)
def command(
    reading: ReadContext,
    match: str | None,
    result: str | None,
    outcomes: tuple[tuple[MatchId, Result], ...],
    drops: tuple[str, ...],
    lates: tuple[str, ...],
    on_time: tuple[str, ...],
) -> None:
    r"""Show what a correction, a drop or a late tag would change; nothing is written.

    You see which places, points and cuts would change, and the smallest number of pairings that
    would have been different. For a correction, you also see how long ago the match was and whose
    percentages change. You can ask about a locked result too, although it cannot be corrected.

    \b
    Examples:
      roundbook what-if 1-3 2-1
      roundbook what-if -C cup --result 1-3=tie --drop p7 --json
    """
    if match:
        typed = f"{match}={result}" if result else match
        outcome = OUTCOME_AT_TABLE.convert(typed, None, click.get_current_context())
        outcomes += (with_matches(outcome, reading.t),)

    def found_in(words: tuple[str, ...]) -> list[PlayerId]:
        return [find_player(word, reading.t, reading.book) for word in words]

    events = changes(
        reading.t, drops=found_in(drops), lates=found_in(lates), on_time=found_in(on_time)
    )
    if not outcomes and not events:
        raise click.UsageError("give a change to try: MATCH RESULT, --drop, --late or --on-time.")
    found = what_if(reading.entries, reading.rules, results=dict(outcomes), events=events)
    costs = [cost(reading.entries, reading.t, reading.rules, *one) for one in outcomes]
    if reading.as_json:
        say_answer(would_be(reading.sight(), found, costs))
        return
    echo(heading(reading))
    show_parts(what_if_text(found, costs, reading), plain=reading.plain)
