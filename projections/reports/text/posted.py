"""Posted sheets and handed-over results as lists: which sheet, when, its digest."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.text import minute_of
from roundbook.projections.history.history import at_the_time
from roundbook.projections.history.requests import Request, in_words, kept_until
from roundbook.projections.reports.text.tables import Column, Part, Reading, Table

SHEETS = {PostedSheet.PAIRINGS: "the pairings", PostedSheet.SLIPS: "the match slips"}

OTHERWISE = (
    "this is not byte for byte what was posted: a name has since changed,",
    "or this version of roundbook prints it differently.",
)
"""The note on a sheet that differs from its recorded digest."""


def postings(entries: Iterable[Entry]) -> Iterator[tuple[Entry, RoundPosted]]:
    """Yield every posting, with its entry."""
    for entry, event in each_event(entries):
        if isinstance(event, RoundPosted):
            yield entry, event


def _sheet(t: Tournament, entries: Sequence[Entry], event: RoundPosted) -> str:
    """Return which sheet was posted, of which round, as it was called then."""
    then = at_the_time(t, entries, event)
    return f"{SHEETS[event.sheet]} of {read_out(then, event.pool, event.round)}"


def posted_text(
    found: Iterable[tuple[Entry, RoundPosted]], t: Tournament, entries: Sequence[Entry]
) -> Iterator[str]:
    """Yield two lines for each posting."""
    for entry, event in found:
        at = minute_of(entry.at)
        yield f"entry {entry.seq}, {at}: {_sheet(t, entries, event)}"
        yield f"  SHA-256 {event.sha256}"


POSTED = (
    Column("Entry", right=True),
    Column("Time"),
    Column("What", wraps=True),
    Column("SHA-256", wraps=True),
)


def posted_table(
    found: Iterable[tuple[Entry, RoundPosted]], t: Tournament, entries: Sequence[Entry]
) -> Table:
    """Return the same as a table, for a page."""
    rows = [
        [
            str(entry.seq),
            minute_of(entry.at),
            _sheet(t, entries, event),
            event.sha256,
        ]
        for entry, event in found
    ]
    return Table(POSTED, rows)


# Requests for the results and their answers: as a list, and one in full.

COLUMNS = (
    Column("No", right=True),
    Column("Recorded"),
    Column("Asked by", wraps=True),
    Column("Reference", wraps=True),
    Column("Asked for", wraps=True),
    Column("State", wraps=True),
)


def requests_text(found: Sequence[Request], ctx: Reading, today: date) -> Iterator[Part]:
    """Yield until when the results are kept, and the requests for them."""
    if ctx.rules.retention_months:
        yield in_words(kept_until(ctx.t, ctx.rules), today)
    if found:
        yield Table(COLUMNS, [_row(one) for one in found])
    else:
        yield "no request for the results of this tournament has been recorded."


def _row(one: Request) -> list[str]:
    asked = (one.source, one.reference or "", one.text or "")
    return [str(one.number), f"{one.at:%Y-%m-%d}", *asked, _state(one)]


def request_text(t: Tournament, one: Request) -> Iterator[str]:
    """Yield a request and its answer, or that it is still open."""
    opened = t.opened
    name = opened.name if opened else "a tournament"
    yield f"request {one.number} to {name}"
    yield f"  asked by: {one.source}"
    if one.reference:
        yield f"  reference: {one.reference}"
    if one.text:
        yield f"  asked for: {one.text}"
    yield f"  recorded: {one.at:%Y-%m-%d %H:%M}, entry {one.seq}"
    if one.answer is None:
        yield "  open: the request has not been answered"
        return
    got = one.answer
    by = f"{got.hand.id} ({got.hand.role})"
    yield f"  answered: {got.at:%Y-%m-%d %H:%M}, entry {got.seq}, by {by}"
    yield f"  handed over: {got.size:,} bytes"
    yield f"  SHA-256: {got.sha256}"
    if got.text:
        yield f"  note: {got.text}"
    if opened:
        yield f"  tournament: {opened.tournament}"


def _state(one: Request) -> str:
    """Return the state of a request, in a few words."""
    if one.answer is None:
        return "open"
    return f"answered {one.answer.at:%Y-%m-%d}, entry {one.answer.seq}"
