"""Events about what is kept: results requested and handed over, and people erased."""

from typing import Annotated, ClassVar

from msgspec import Meta

from roundbook.ledger.events.event import Event
from roundbook.ledger.terms import MAX_INT, Commitment, Digest, Hand, PlayerId, Text

RequestNumber = Annotated[int, Meta(ge=1, le=9999)]
"""The number of a request; each tournament counts from 1."""


class RequestRecorded(Event, frozen=True, kw_only=True, tag="request-recorded"):
    """The sanctioning body, or another entitled person, requests kept results (TOP §4).

    `source` is who asks, `reference` their name for the request, `text` what they ask for.
    """

    apart: ClassVar[bool] = True
    number: RequestNumber
    source: Text
    reference: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    text: Text | None = None


class RequestAnswered(Event, frozen=True, kw_only=True, tag="request-answered"):
    """Requested results were handed over: a file, identified by its digest and size."""

    apart: ClassVar[bool] = True
    number: RequestNumber
    sha256: Digest
    size: Annotated[int, Meta(ge=0, le=MAX_INT)]
    text: Text | None = None


class PeopleErased(Event, frozen=True, kw_only=True, tag="people-erased"):
    """These people were erased from everything that is kept next to the ledger (A-43).

    Players and staff are given by number, people who were not admitted by commitment; `everybody`
    is every player registered by now. The ledger itself does not change: it has people by number,
    and full names of players were kept out of its texts.
    """

    apart: ClassVar[bool] = True
    reason: Text
    everybody: bool = False
    players: tuple[PlayerId, ...] = ()
    hands: tuple[Hand, ...] = ()
    refused: tuple[Commitment, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """All people who are named by a number or a commitment."""
        return (*self.players, *self.hands, *self.refused)
