"""What was put up for a round or handed out, as it is listed: which sheet, when, its digest."""

from collections.abc import Iterable, Iterator

from ledger.events.catalogue import RoundPosted
from ledger.events.posting import PostedSheet
from ledger.record.entry import Entry

SHEETS = {PostedSheet.PAIRINGS: "the pairings", PostedSheet.SLIPS: "the match slips"}

OTHERWISE = (
    "this is not byte for byte what was posted: a name has changed since,",
    "or this roundbook prints it otherwise.",
)
"""What is said of a sheet that comes out otherwise than its digest says."""


def postings(entries: Iterable[Entry]) -> Iterator[tuple[Entry, RoundPosted]]:
    """Yield everything that was posted, with its entry."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, RoundPosted):
                yield entry, event


def posted_text(found: Iterable[tuple[Entry, RoundPosted]]) -> Iterator[str]:
    """Yield two lines for each that was posted."""
    for entry, event in found:
        at = entry.at.isoformat(sep=" ", timespec="minutes")
        sheet = f"{SHEETS[event.sheet]} of round {event.round} of {event.pool}"
        yield f"entry {entry.seq}, {at}: {sheet}"
        yield f"  SHA-256 {event.sha256}"
