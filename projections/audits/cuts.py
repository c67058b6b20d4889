"""A cut takes whom the standings put first."""

from collections.abc import Iterator

from ledger.entries import Entry
from ledger.events import AnyEvent, CutMade
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Style
from ledger.tournament import Tournament
from ledger.validators.wording import waiver
from ledger.violations import Violation
from projections.standings import Standing, standings


def cut_differs(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Seeds are the places after Swiss of those who are still in (TOP §3.3; A-44).

    Players who share a place may stand in either order. A pure single elimination has no Swiss
    part, and its seeds are drawn.
    """
    if not isinstance(event, CutMade) or (t.opened and t.opened.style is Style.SINGLE_ELIMINATION):
        return
    after = t.copy()
    after.happen(event, entry.seq)
    in_order = [
        one
        for one in standings(after, rules, swiss_only=True)
        if one.division == event.division and one.place is not None and not one.dropped
    ]
    placed = {one.player: one for one in in_order}
    if any(seed not in placed for seed in event.seeds):
        return  # Who may not be a seed at all is `cut-player`, which comes first.
    for number, (seed, expected) in enumerate(zip(event.seeds, in_order, strict=False), start=1):
        if placed[seed].place != expected.place:
            yield _violation(event, entry, number, placed[seed], expected)
            return


def _violation(
    event: CutMade, entry: Entry, number: int, taken: Standing, expected: Standing
) -> Violation:
    """Say which seed is the first that is not where the standings put it."""
    if event.told:
        hint = "The file seeds by other standings: compare them with `roundbook standings`."
    else:
        hint = f"Take the order of the standings; the next moves up. {waiver('cut-differs')}"
    return Violation(
        rule="cut-differs",
        seq=entry.seq,
        message=f"seed {number} of the {event.division} cut is {taken.player} in place "
        f"{taken.place}, and the standings put {expected.player} there, in place {expected.place}.",
        cites="TOP §3.3",
        hint=hint,
    )
