"""Names stay out of the record: what is written for good must not hold what can be erased."""

from collections.abc import Iterator
from typing import get_args

from ledger.entries import Entry
from ledger.events import AnyEvent, EntryRefused
from ledger.people import Book
from ledger.rulesets.ruleset import Ruleset
from ledger.tournament import Tournament
from ledger.violations import Check, Violation


def names_stay_out(book: Book) -> Check:
    """Return the check that no reason or note holds a full name or an organiser's id of the book.

    The record is for ever, a name is not: a family may ask to have it erased. Where a player is
    meant, their number says so. Only those count who were registered by then, or by this event: a
    text that was lawful stays so when somebody of that name comes.
    """

    def name_in_text(
        t: Tournament, entry: Entry, event: AnyEvent, rules: Ruleset
    ) -> Iterator[Violation]:
        """A reason or note names somebody; the record holds numbers only (LED-9)."""
        del rules
        own = getattr(event, "player", None)
        known = {*t.players, own} if own else t.players
        for text in texts(event):
            if isinstance(event, EntryRefused) and book.names_refused(text, event.commitment):
                yield Violation(
                    rule="name-in-text",
                    seq=entry.seq,
                    message="the text names who is not admitted, and names stay out of the record.",
                    cites="LED-9",
                    hint="Say why without the name.",
                )
                return
            player = book.named_in(text, known)
            if player:
                yield Violation(
                    rule="name-in-text",
                    seq=entry.seq,
                    message=f"the text names {player}, and names stay out of the record.",
                    cites="LED-9",
                    hint=f"Write {player} instead of the name.",
                )
                return

    return Check(name_in_text, get_args(AnyEvent))


def texts(event: AnyEvent) -> Iterator[str]:
    """Yield what a person wrote in an event, in their own words."""
    for field in ("reason", "text", "source", "reference"):
        text = getattr(event, field, None)
        if text:
            yield text
    if event.override:
        yield event.override.reason
