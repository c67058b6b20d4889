"""Requests for the results, and how long the results are kept (TOP §4)."""

from collections.abc import Iterable
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.events.catalogue import RequestAnswered, RequestRecorded
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor
from roundbook.ledger.validators.retention import keep_until

# Requests for the results: who asked, when, and the answer (TOP §4).


class RequestAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a request: its entry, and the digest and size of the file handed over."""

    seq: int
    at: datetime
    hand: Actor
    sha256: str
    size: int
    text: str | None = None


class Request(Struct, frozen=True, kw_only=True):
    """A request for the results: who asked, with which reference, and the answer, if any."""

    number: int
    seq: int
    at: datetime
    source: str
    reference: str | None = None
    text: str | None = None
    answer: RequestAnswer | None = None


def requests(entries: Iterable[Entry]) -> list[Request]:
    """Return every request in order, each with its answer, if any."""
    found: dict[int, Request] = {}
    for entry, event in each_event(entries):
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
                answer = RequestAnswer(
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


# How long the results of a tournament are kept (TOP §4).


def kept_until(t: Tournament, rules: Ruleset) -> date | None:
    """Return the last day on which the results have to be kept.

    None until the tournament is closed, since only then does that time begin, and if no rule says
    how long it is.
    """
    return keep_until(t.ended, rules) if t.closed and t.ended else None


def in_words(until: date | None, today: date) -> str:
    """Return how much longer the results are kept, as part of a sentence."""
    if until is None:
        return "the tournament is not closed yet, so the time for keeping results has not begun"
    left = (until - today).days
    if left < 0:
        return f"the results had to be kept until {until}, so names may be erased now"
    more = "today is the last day" if left == 0 else f"{left} day{'' if left == 1 else 's'} left"
    return f"the results are kept until {until} ({more}; TOP §4)"
