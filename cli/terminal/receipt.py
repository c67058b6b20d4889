"""What is given to whoever asked for the results: what they got, and how to prove it."""

from collections.abc import Iterator

from ledger.state.tournament import Tournament
from projections.history.overview import Request


def receipt(t: Tournament, one: Request) -> Iterator[str]:
    """Yield the lines of the receipt of a request, and how a terminal proves it."""
    yield from in_words(t, one)
    if one.answer is not None:
        yield f"  proof that this stands in the ledger: roundbook proof {one.answer.seq}"


def in_words(t: Tournament, one: Request) -> Iterator[str]:
    """Yield what was asked and what was given, or what is known of a request that is open."""
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
        yield "  open: it has not been answered"
        return
    got = one.answer
    by = f"{got.hand.id} ({got.hand.role})"
    yield f"  answered: {got.at:%Y-%m-%d %H:%M}, entry {got.seq}, by {by}"
    yield f"  handed over: {got.size:,} bytes"
    yield f"  SHA-256: {got.sha256}"
    if got.text:
        yield f"  remark: {got.text}"
    if opened:
        yield f"  tournament: {opened.tournament}"


def due(one: Request) -> str:
    """Return how a request stands, in a few words."""
    if one.answer is None:
        return "open"
    return f"answered {one.answer.at:%Y-%m-%d}, entry {one.answer.seq}"
