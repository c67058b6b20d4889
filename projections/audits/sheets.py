"""A pod goes by its sheet as long as the sheet says who meets whom."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, RoundPaired
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.validators.phrasing import waiver
from projections.pairing.pod_sheet import POD_SHEET, by_sheet, propose_by_sheet


def sheet_left(t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset) -> Iterator[Violation]:
    """A drawn round of a pod goes by the sheet, wherever that says who meets whom (POD-3, A-37).

    A round by hand has its reason, and a file tells.
    """
    if not isinstance(event, RoundPaired) or event.drawn is None or not by_sheet(t):
        return
    if event.drawn.draw == POD_SHEET:
        return  # Whether it is what the sheet says is `draw-differs`.
    try:
        found = propose_by_sheet(t, rules, pool=event.pool, secret=event.drawn.secret)
    except Refused:
        return  # The sheet says no more, or the secret is none: that is `secret-wrong`.
    if found.round != event.round:
        return  # A round at the wrong time is `round-number`, which comes first.
    yield Violation(
        rule="sheet-left",
        seq=entry.seq,
        message=f"round {event.round} of {event.pool} goes by the sheet of the pod, and was drawn "
        f"by {event.drawn.draw}.",
        cites="POD-3, A-37",
        hint=f"Let `roundbook pair` follow the sheet. {waiver('sheet-left')}",
    )
