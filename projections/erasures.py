"""Who was erased, when, and why: what a ledger says of the names that it no longer has."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from ledger.events.catalogue import PeopleErased
from ledger.record.entry import Entry
from ledger.terms import Hand
from projections.sentences import what


class Erasure(Struct, frozen=True, kw_only=True):
    """An erasure: by which entry and hand, `what` in words, and the reason that was given."""

    seq: int
    at: datetime
    hand: Hand
    what: str
    why: str
    everybody: bool
    people: tuple[str, ...]


def erasures(entries: Iterable[Entry]) -> list[Erasure]:
    """Return every erasure in order."""
    return [
        Erasure(
            seq=entry.seq,
            at=entry.at,
            hand=entry.hand,
            what=what(event),
            why=event.reason,
            everybody=event.everybody,
            people=event.named,
        )
        for entry in entries
        for event in entry.events
        if isinstance(event, PeopleErased)
    ]
