"""Names stay out of the record: what is written for good must not hold what can be erased."""

from collections.abc import Iterator

from ledger.events.catalogue import AnyEvent, DeckChecked
from ledger.people.book import Book
from ledger.state.tournament import Tournament
from ledger.validators.checks import Breach, Check, Found


def names_stay_out(book: Book) -> Check:
    """Return the check that no reason or note holds a full name or an organiser's id of the book.

    The record is for ever, a name is not: a family may ask to have it erased. Where a player is
    meant, their number says so. Only those count who were registered by then, or by this event, and
    under the names that they were known by then: a text that was lawful stays so when somebody of
    that name comes. Whoever was not admitted is named in no text either.
    """

    def name_in_text(t: Tournament, event: AnyEvent) -> Found:
        """A reason or note names somebody; the record holds numbers only (LED-9)."""
        said = list(texts(event))
        if not said:
            return
        own, binds = getattr(event, "player", None), getattr(event, "commitment", None)
        known = {*t.players, own} if own else t.players
        bound = {*t.bound, binds} if binds else t.bound
        for text in said:
            player = book.named_in(text, known, bound)
            if player:
                message = f"the text names {player}, and names stay out of the record."
                hint = f"Write {player} instead of the name."
            elif book.names_refused(text, bound):
                message = "the text names who was not admitted, and names stay out of the record."
                hint = "Say it without the name."
            else:
                continue
            yield Breach(message=message, cites="LED-9", hint=hint)
            return

    return Check(name_in_text)


def texts(event: AnyEvent) -> Iterator[str]:
    """Yield what a person wrote in an event, in their own words."""
    for field in ("reason", "text", "source", "infraction", "card", "outcome", "reference"):
        text = getattr(event, field, None)
        if text:
            yield text
    if isinstance(event, DeckChecked):
        yield from event.problems.values()
    if event.override:
        yield event.override.reason
