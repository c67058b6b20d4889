"""Erasures: who erased whom from what is kept next to the ledger, when and why."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from ledger.events.catalogue import PeopleErased
from ledger.record.entry import Entry
from ledger.terms import Actor
from projections.history.history import what

# Erasures: who was erased from the names file, when, and why.


class Erasure(Struct, frozen=True, kw_only=True):
    """An erasure: its entry and staff member, `what` in words, and the reason given."""

    seq: int
    at: datetime
    hand: Actor
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
