"""Requests for the results: who asked, and what they were given (TOP §4)."""

from hashlib import sha256

from msgspec import Struct

from cli.desk.write import WriteContext
from ledger.events.catalogue import AnyEvent, RequestAnswered, RequestRecorded
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from projections.history.overview import Request, requests


class RequestKept(Struct, frozen=True, kw_only=True):
    """A request that was recorded or answered, as it stands now."""

    entries: tuple[Entry, ...]
    request: Request


class Handed(Struct, frozen=True, kw_only=True):
    """What is handed over, by its digest and its size in bytes."""

    sha256: str
    size: int


def digest(data: bytes) -> Handed:
    """Return what is kept of a file that is handed over."""
    return Handed(sha256=sha256(data).hexdigest(), size=len(data))


def record_request(
    ctx: WriteContext, *, source: str, reference: str | None, text: str | None
) -> RequestKept:
    """Record that somebody asks for the results; it gets the next number."""

    def act(t: Tournament) -> list[AnyEvent]:
        number = len(t.requests) + 1
        return [RequestRecorded(number=number, source=source, reference=reference, text=text)]

    entry = ctx.take(act)[0]
    number = next(e.number for e in entry.events if isinstance(e, RequestRecorded))
    return _kept(ctx, entry, number)


def answer_request(
    ctx: WriteContext, number: int, handed: Handed, *, text: str | None
) -> RequestKept:
    """Answer a request with a file, whose digest stands in the ledger from now on."""
    event = RequestAnswered(number=number, sha256=handed.sha256, size=handed.size, text=text)
    return _kept(ctx, ctx.post(event), number)


def _kept(ctx: WriteContext, entry: Entry, number: int) -> RequestKept:
    entries = [*ctx.venue.desk.entries, *([entry] if ctx.dry_run else [])]
    one = next(each for each in requests(entries) if each.number == number)
    return RequestKept(entries=(entry,), request=one)
