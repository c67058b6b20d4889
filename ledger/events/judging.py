"""The records of judges: penalties, proxies for damaged cards, deck checks."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta

from roundbook.ledger.events.event import Drawn, Event
from roundbook.ledger.terms import Count, MatchId, PlayerId, PoolName, RoundNumber, Text

Seq = Annotated[int, Meta(ge=1, le=999_999_999)]
"""The number of an entry."""


class Penalty(StrEnum):
    """The penalties of a judge; a disqualification is a separate event."""

    CAUTION = "caution"
    WARNING = "warning"
    PRIZE = "prize"
    DOUBLE_PRIZE = "double-prize"
    QUADRUPLE_PRIZE = "quadruple-prize"
    GAME_LOSS = "game-loss"
    MATCH_LOSS = "match-loss"


class CheckItem(StrEnum):
    """The items of a deck check (TRF §5), in this order: the cards are counted first."""

    LEGIBILITY = "legibility"
    SLEEVES = "sleeves"
    CARDS = "cards"
    CONTENTS = "contents"
    REFERENCES = "references"


OK = "ok"
"""The value of an item of a deck check that had nothing wrong."""


class PenaltyIssued(Event, frozen=True, kw_only=True, tag="penalty-issued"):
    """A judge penalises a player for an infraction, in a match or elsewhere.

    The judge is the author of the entry. It changes no result: a lost game or match is reported or
    corrected separately.
    """

    apart: ClassVar[bool] = True
    player: PlayerId
    penalty: Penalty
    infraction: Text
    match: MatchId | None = None


class PenaltyWithdrawn(Event, frozen=True, kw_only=True, tag="penalty-withdrawn"):
    """A player's penalty in an earlier entry is withdrawn; both entries stay in the ledger."""

    apart: ClassVar[bool] = True
    player: PlayerId
    entry: Seq
    reason: Text


class ProxyMade(Event, frozen=True, kw_only=True, tag="proxy-made"):
    """A judge made a proxy for a card that was damaged during the event (TRF §1.7).

    `kept` says that the damaged card is kept, to be shown whenever the proxy is played.
    """

    apart: ClassVar[bool] = True
    player: PlayerId
    card: Text
    reason: Text
    kept: bool = False


class DeckCheckDrawn(Event, frozen=True, kw_only=True, tag="deck-check-drawn"):
    """Players drawn at random for a deck check (TRF §5).

    `asked` is how many were to be drawn: players of the pool (of all pools, if none is named), or
    tables of the `round` if there is one. `players` are in the order of the draw.
    """

    players: tuple[PlayerId, ...]
    asked: Count
    drawn: Drawn
    pool: PoolName | None = None
    round: RoundNumber | None = None


class DeckChecked(Event, frozen=True, kw_only=True, tag="deck-checked"):
    """A deck was checked: the finding for each item, and the outcome.

    An item is `ok`, or says what was wrong with it. `counted` is how many cards there were.
    """

    apart: ClassVar[bool] = True
    player: PlayerId
    items: dict[CheckItem, Annotated[str, Meta(min_length=1, max_length=500)]]
    counted: Count | None = None
    outcome: Text | None = None

    @property
    def problems(self) -> dict[CheckItem, str]:
        """The items with something wrong, in the order of the check."""
        return {each: self.items[each] for each in CheckItem if self.items.get(each, OK) != OK}
