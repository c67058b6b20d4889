"""What happens in the hall around a round: sheets put up, slips handed out, more time."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from ledger.event import Event
from ledger.terms import MatchId, Text


class Sheet(StrEnum):
    """What was printed for a round: the pairings report, or the match slips (TOP §4)."""

    PAIRINGS = "pairings"
    SLIPS = "slips"


class TimeExtended(Event, frozen=True, kw_only=True, tag="time-extended"):
    """A judge gives a match more time, told to both players and recorded at once (TRF §7.2).

    The match names the table, the entry the judge and the time. `informed_by` is who told both
    players how many minutes they have.
    """

    match: MatchId
    minutes: Annotated[int, Meta(ge=1, le=999)]
    informed_by: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")] | None = None
    reason: Text | None = None
