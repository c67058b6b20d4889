"""What became of two phone reports that differed."""

from roundbook.cli.acts.phone_reports import ReportKept
from roundbook.cli.answers.recorded import recorded
from roundbook.cli.answers.results import calls_ended, consequences
from roundbook.cli.keying.one_line import between
from roundbook.cli.session.write import WriteContext
from roundbook.ledger.errors import Hint, advice, do
from roundbook.ledger.events.catalogue import NoteMade
from roundbook.ledger.terms import Result, Role

CORRECTED_BY = "If this is wrong, a scorekeeper, the head judge or an organiser can correct it."


def kept(ctx: WriteContext, facts: ReportKept) -> list[str | Hint]:
    """Return which report was kept, what was recorded, and what the other report said.

    A judge who answers a call has to know first that it is closed.
    """
    first, second = ctx.tournament.matches[facts.match]
    name = ctx.venue.entrants.shown

    def says(result: Result) -> str:
        return between(name(first), name(second), result, ctx.rules.tie_word)

    would, gone = ("would be", "would not be") if ctx.dry_run else ("was", "was not")
    lost, other = next(one for one in facts.said.items() if one[0] != facts.kept)
    notes = [one for one in facts.entries[0].events if isinstance(one, NoteMade)]
    return [
        *calls_ended(ctx, facts.follows),
        f"{name(facts.kept)}'s report {would} kept. {name(lost)}'s {gone}: {says(other)}.",
        *recorded(ctx, facts.entries, without=notes),
        *consequences(ctx, facts.follows),
        *_if_wrong(ctx, facts),
    ]


def _if_wrong(ctx: WriteContext, facts: ReportKept) -> list[str | Hint]:
    """Return how to correct the result or, for a judge, who can."""
    if ctx.dry_run:
        return []
    if ctx.manner.operator.role is Role.JUDGE:
        return [CORRECTED_BY]
    fix = do("correct", str(facts.match), "RESULT", "--reason", "…")
    return [advice("If this is wrong: {}.", fix)]


WHOLE = {ReportKept: kept}
