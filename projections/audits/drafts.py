"""The seats of a draft are the ones that their secret draws."""

from collections.abc import Iterator

from ledger.errors import Refused, Violation
from ledger.events.catalogue import AnyEvent, DraftSeated
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId
from projections.drafts.seats import SEATS, draw


def seats_differ(
    t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
) -> Iterator[Violation]:
    """Everybody sits at a draft where the secret puts them (POD-2, LED-3).

    Who has a seat, and how large the tables are, is `draft-players` and `draft-tables`, which come
    first. Other procedures than the one this program knows are not judged by it.
    """
    if not isinstance(event, DraftSeated) or event.drawn is None or event.drawn.draw != SEATS:
        return
    if t.opened is None:
        return  # Nothing is drawn before the opening: that is `not-open`, which comes first.
    try:
        drawn = draw(t, draft=event.draft, secret=event.drawn.secret)
    except Refused:
        return  # What is no secret is `secret-wrong`; what cannot be seated, `draft-tables`.
    if event.tables == drawn.tables or _shape(event) != _shape(drawn):
        return
    here = [player for circle in event.tables for player in circle]
    there = [player for circle in drawn.tables for player in circle]
    moved = sum(one != other for one, other in zip(here, there, strict=True))
    yield Violation(
        rule="seats-differ",
        seq=entry.seq,
        message=f"the seats of the draft are not what their secret draws: {moved} players sit "
        "elsewhere.",
        cites="POD-2, LED-3",
        hint="Let them be drawn: `roundbook draft seats`.",
    )


def _shape(event: DraftSeated) -> tuple[list[PlayerId], list[int]]:
    """Return who has a seat, and how large the tables are, whatever the order."""
    players = sorted(player for circle in event.tables for player in circle)
    return players, sorted(len(circle) for circle in event.tables)
