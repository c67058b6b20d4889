"""What happens to the results of a tournament after it: kept, asked for, handed over, erased."""

from calendar import monthrange
from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.event import Event
from ledger.terms import MAX_INT, Commitment, Digest, Hand, PlayerId, Text

MONTHS = 3
"""How long results are kept, and handed to the sanctioning body when it asks (TOP-4f)."""

RequestNumber = Annotated[int, Meta(ge=1, le=9999)]
"""Requests are counted per tournament, from 1."""


def keep_until(end: date) -> date:
    """Return the day on which three months have passed since the end of a tournament.

    Where that month is too short, its last day.
    """
    year, month = divmod(end.year * 12 + end.month - 1 + MONTHS, 12)
    return date(year, month + 1, min(end.day, monthrange(year, month + 1)[1]))


class RequestRecorded(Event, frozen=True, kw_only=True, tag="request-recorded"):
    """The sanctioning body, or somebody else who may, asks for what is kept (TOP §4).

    `source` is who asks, `reference` what they call it, `text` what they ask for.
    """

    number: RequestNumber
    source: Text
    reference: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    text: Text | None = None


class RequestAnswered(Event, frozen=True, kw_only=True, tag="request-answered"):
    """What was asked for was handed over: a file, known from now on by its digest and size."""

    number: RequestNumber
    sha256: Digest
    size: Annotated[int, Meta(ge=0, le=MAX_INT)]
    text: Text | None = None


class PeopleErased(Event, frozen=True, kw_only=True, tag="people-erased"):
    """Who these people were is erased from everything that stands next to the record (A-43).

    Players and staff by number, who was not admitted by commitment; `everybody` is every player
    there is by now. The record itself never held a name, so nothing in it changes.
    """

    reason: Text
    everybody: bool = False
    players: tuple[PlayerId, ...] = ()
    hands: tuple[Hand, ...] = ()
    refused: tuple[Commitment, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """Everybody who is named by a number or a commitment."""
        return (*self.players, *self.hands, *self.refused)
