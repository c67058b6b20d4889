"""Who asked for the results, when, and with what they were answered (TOP §4)."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.events.catalogue import RequestAnswered, RequestRecorded
from ledger.record.entry import Entry
from ledger.terms import Hand


class Answer(Struct, frozen=True, kw_only=True):
    """What was handed over: the entry that says so, and the file by its digest and size."""

    seq: int
    at: datetime
    hand: Hand
    sha256: str
    size: int
    text: str | None = None


class Request(Struct, frozen=True, kw_only=True):
    """A request for what is kept: by whom, under which reference, and its answer, if there is."""

    number: int
    seq: int
    at: datetime
    source: str
    reference: str | None = None
    text: str | None = None
    answer: Answer | None = None


def requests(entries: Iterable[Entry]) -> list[Request]:
    """Return every request in order, each with its answer."""
    found: dict[int, Request] = {}
    for entry in entries:
        for event in entry.events:
            match event:
                case RequestRecorded():
                    found[event.number] = Request(
                        number=event.number,
                        seq=entry.seq,
                        at=entry.at,
                        source=event.source,
                        reference=event.reference,
                        text=event.text,
                    )
                case RequestAnswered() if event.number in found:
                    answer = Answer(
                        seq=entry.seq,
                        at=entry.at,
                        hand=entry.hand,
                        sha256=event.sha256,
                        size=event.size,
                        text=event.text,
                    )
                    found[event.number] = replace(found[event.number], answer=answer)
                case _:
                    pass
    return list(found.values())
