"""What happens to deck lists: handed in, and bound to the record without being shown."""

from typing import Annotated

from msgspec import Meta

from ledger.event import Event
from ledger.terms import Commitment, Count, Digest, PlayerId

Named = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z")]


class DeckRegistered(Event, frozen=True, kw_only=True, tag="deck-registered"):
    """A player has handed in the list of their deck (TRF §4).

    A list is secret until the event is over: the record holds a commitment to it, SHA-256(salt ‖
    canonical JSON of the list), and the list stands beside the ledger. `format` is what it was
    judged by, `pool` the card pool with the digest of its exact text; `cards` are those of the
    deck, `unused` those that were handed out besides. `breaches` counts what was found wrong with
    it, beyond its size. A list that is handed in again takes the place of the one before.
    """

    player: PlayerId
    commitment: Commitment
    format: Named
    cards: Count
    unused: Count = 0
    pool: Named | None = None
    pool_sha256: Digest | None = None
    breaches: Count = 0
