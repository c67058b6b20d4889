"""Deck lists, and the formats of an event and which of them are sanctioned (TRF §11, §13, §14)."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta

from roundbook.ledger.events.event import Event
from roundbook.ledger.terms import Commitment, Count, Digest, PlayerId

# Deck lists: handed in, and bound to the ledger without being shown.

Named = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,59}\Z")]


class DeckRegistered(Event, frozen=True, kw_only=True, tag="deck-registered"):
    """A player has handed in a deck list (TRF §4).

    A list is secret until the event is over: the ledger holds a commitment to it, SHA-256(salt ‖
    canonical JSON of the list), and the list is kept next to the ledger. It was checked by the
    rules of `format` and by the card pool `pool`, given with the digest of its exact text; `cards`
    are those of the deck, `unused` those also handed out. `breaches` counts what was wrong with it,
    apart from its size. A later list replaces the earlier one.
    """

    apart: ClassVar[bool] = True
    player: PlayerId
    commitment: Commitment
    format: Named
    cards: Count
    unused: Count = 0
    pool: Named | None = None
    pool_sha256: Digest | None = None
    breaches: Count = 0


class Format(StrEnum):
    """The format of the card game: the card pool of Constructed, or the kind of Limited.

    The formats of TRF §14 are fun formats: their events may not be sanctioned.
    """

    STANDARD = "standard"
    EXPANDED = "expanded"
    UNLIMITED = "unlimited"
    SEALED = "sealed"
    BOOSTER_DRAFT = "booster-draft"
    ROCHESTER_DRAFT = "rochester-draft"
    SOLOMON_DRAFT = "solomon-draft"
    THIRTY_CARD_CONSTRUCTED = "30-card-constructed"
    THIRTY_CARD_LIMITED = "30-card-limited"
    TWO_ON_TWO_CONSTRUCTED = "2-on-2-constructed"
    TWO_ON_TWO_LIMITED = "2-on-2-limited"
    TEAM_BATTLE_CONSTRUCTED = "team-battle-constructed"
    TEAM_BATTLE_LIMITED = "team-battle-limited"

    @property
    def teams(self) -> bool:
        """Whether two players are a team (TRF §14.3)."""
        return self in {Format.TEAM_BATTLE_CONSTRUCTED, Format.TEAM_BATTLE_LIMITED}

    @property
    def limited(self) -> bool:
        """Whether players build their decks from what the organiser gives out (TRF §11.2)."""
        return self in _LIMITED

    @property
    def fun(self) -> bool:
        """Whether it is a format of TRF §14, which is never sanctioned (TRF §11, §14)."""
        return self in _FUN

    @property
    def prizes(self) -> int:
        """The Prize cards of each side at the start of a game (TRF §11, §14).

        In a team battle each player puts down half of them, but they are the team's (A-83).
        """
        if self in {Format.THIRTY_CARD_CONSTRUCTED, Format.THIRTY_CARD_LIMITED}:
            return 3
        return 4 if self.limited else 6


_TEAMS = {Format.TEAM_BATTLE_CONSTRUCTED, Format.TEAM_BATTLE_LIMITED}
_FUN = {
    Format.THIRTY_CARD_CONSTRUCTED,
    Format.THIRTY_CARD_LIMITED,
    Format.TWO_ON_TWO_CONSTRUCTED,
    Format.TWO_ON_TWO_LIMITED,
    *_TEAMS,
}
_LIMITED = {
    Format.SEALED,
    Format.BOOSTER_DRAFT,
    Format.ROCHESTER_DRAFT,
    Format.SOLOMON_DRAFT,
    Format.THIRTY_CARD_LIMITED,
    Format.TWO_ON_TWO_LIMITED,
    Format.TEAM_BATTLE_LIMITED,
}
