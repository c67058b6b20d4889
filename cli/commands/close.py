"""Close the tournament."""

from collections.abc import Sequence
from datetime import date

import click

from roundbook.cli.acts import closing
from roundbook.cli.answers.spoken import say
from roundbook.cli.args.types import DATE
from roundbook.cli.session.ask import answered, at_terminal, confirm
from roundbook.cli.session.command import at_desk
from roundbook.cli.session.errors import command as as_typed
from roundbook.cli.session.errors import typed
from roundbook.cli.session.venue import today
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import do
from roundbook.ledger.phrases import counted, several
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import is_of_a_file
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.tdf.gaps import (
    BIRTH_DATE,
    Gap,
    has_no_ids,
    lacking,
    lacking_advice,
    missing,
    unfit,
)


@click.command("close")
@click.option("--end", type=DATE, help="The last day of the event.  [default: as opened, or today]")
@at_desk
def command(ctx: WriteContext, end: date | None) -> None:
    r"""Close the tournament: lock its last results, and make the places final.

    An event cannot be closed while anything is missing: an announced round, cut or 3rd-place match,
    a winner or a result. Anything still missing is listed, and an official may override the
    rule that asks for it.
    Closing puts players who are tied on every tiebreaker in random order, and records the draw,
    unless the edition orders them differently.
    At a terminal, you are asked for the last day if it was not given and may not be today, and to
    confirm if some players lack details for a .tdf file.

    \b
    Example:
      roundbook close
      roundbook close --override rounds-unplayed --because "power failure"
    """
    end = end or _last_day(ctx)
    gaps = lacking(ctx.tournament, ctx.book, ctx.venue.desk.entries)
    lacks = [typed(one) for one in lacking_advice(gaps, ctx.tournament, ctx.book)]
    only = (
        ["Once the tournament is closed, only reopening it lets you add these details."]
        if gaps
        else []
    )
    kept, forgotten = _kept_until(end, ctx.rules), ctx.forgotten()
    question = "Close without them?" if lacks else "Close with this last day?"
    question = "Close anyway?" if forgotten else question
    found = closing.close(
        ctx,
        end=end,
        agree=lambda: confirm(ctx, [*forgotten, *kept, *lacks, *only], question),
    )
    notes = [f"Note: {one}" for one in (*forgotten, *lacks)] if ctx.dry_run else _for_tom(ctx, gaps)
    say(ctx, found, *_overridden(ctx), *notes, keep_until=found.until)


def _kept_until(end: date | None, rules: Ruleset) -> list[str]:
    """Return until when results are kept, if they are and the last day is not today (TOP §4)."""
    if end is None or end >= today():
        return []
    until = keep_until(end, rules)
    if until is None:
        return []
    left = (until - today()).days
    then = f"which is in {counted(left, 'day')}" if left > 0 else "which has passed"
    if left == 0:
        then = "which is today"
    ago = counted((today() - end).days, "day")
    return [f"The last day, {end}, was {ago} ago: results must be kept until {until}, {then}."]


def _last_day(ctx: WriteContext) -> date | None:
    """Ask at a terminal for the last day, if it may be another than today (TOP §4).

    The time for which results are kept begins with it. A file that ends the event says it itself.
    """
    opened = ctx.tournament.opened
    if opened is None or opened.end or opened.start == today() or is_of_a_file(ctx.tournament):
        return None
    if ctx.dry_run or ctx.manner.as_json or ctx.first() or not at_terminal():
        return None
    lines = [f"The event began on {opened.start}, and its last day was not given."]
    while typed := answered(lines, f"Last day, such as {opened.start} [today, {today()}]:"):
        try:
            return DATE.convert(typed, None, None)
        except click.UsageError as wrong:
            lines = [wrong.message]
    return None


def _for_tom(ctx: WriteContext, gaps: Sequence[Gap]) -> list[str]:
    """Return how to write a file for TOM, what it needs, and for whom it gives 27 February."""
    if why := unfit(ctx.tournament):
        return [f"A file for TOM cannot be written: {why}."]
    if has_no_ids(ctx.book):
        return ["A file for TOM needs Player IDs, and nobody here has one."]

    def of_players(gaps: list[Gap]) -> str:
        return " and ".join(missing(gaps, lambda players: several(map(ctx.person, players))))

    needed = of_players([gap for gap in gaps if gap.what != BIRTH_DATE])
    undated = of_players([gap for gap in gaps if gap.what == BIRTH_DATE])
    write = f"To write a file for TOM: `{as_typed(do('export', 'FILE.tdf'))}`."
    found = [f"A file for TOM needs {needed}." if needed else write]
    found += [f"The file gives 27 February as {undated}."] if undated else []
    reopen = as_typed(do("reopen", "--reason", "…"))
    return [
        *found,
        *([f"To add what is missing, reopen the tournament first: `{reopen}`."] if gaps else []),
    ]


def _overridden(ctx: WriteContext) -> list[str]:
    """Return what was missing, and why an official closed the event anyway."""
    override = ctx.manner.override
    if override is None:
        return []
    return [f'The {override.official} overrides {", ".join(override.rules)}: "{override.reason}"']
