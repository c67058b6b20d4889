"""What happens in the hall around a round: sheets, slips, more time, calls, messages."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ledger.events.event import Event, Moment
from ledger.terms import Digest, Division, MatchId, PlayerId, Text

Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
"""The language of a print, in two letters."""


class PostedSheet(StrEnum):
    """What was printed for a round: the pairings report, or the match slips (TOP §4)."""

    PAIRINGS = "pairings"
    SLIPS = "slips"


class Paper(StrEnum):
    """The paper that somebody prints on."""

    A4 = "a4"
    LETTER = "letter"


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a sheet that was printed as PDF rests on next to the ledger, to print it again.

    `at` is the time that stands on it. Pairings are split among `boards`; slips have `backs` or
    not. `fonts` are the SHA-256 of the font files that were used next to those of roundbook. It
    speaks a `language`.
    """

    paper: Paper
    at: Moment
    boards: Annotated[int, Meta(ge=1, le=26)] = 1
    backs: bool = True
    fonts: tuple[Digest, ...] = ()
    language: Language = "en"


class TimeExtended(Event, frozen=True, kw_only=True, tag="time-extended"):
    """A judge gives a match more time, told to both players and recorded at once (TRF §7.2).

    The match names the table, the entry the judge and the time. `informed_by` is who told both
    players how many minutes they have. With `instead` the minutes are all that the match has, in
    place of what it was given before by mistake: 0 for none.
    """

    match: MatchId
    minutes: Annotated[int, Meta(ge=0, le=999)]
    instead: bool = False
    informed_by: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")] | None = None
    reason: Text | None = None


class JudgeCalled(Event, frozen=True, kw_only=True, tag="judge-called"):
    """A judge is wanted at a table; `player` is who raised their hand, where that is known."""

    match: MatchId
    player: PlayerId | None = None
    reason: Text | None = None


class CallTaken(Event, frozen=True, kw_only=True, tag="call-taken"):
    """A judge, who is the hand, is on the way to the table that called."""

    match: MatchId


class CallEnded(Event, frozen=True, kw_only=True, tag="call-ended"):
    """The judge has left the table; what was ruled stands in entries of its own."""

    match: MatchId


class MessageSent(Event, frozen=True, kw_only=True, tag="message-sent"):
    """The desk tells something to a division, to the players at a table, or to everybody."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    division: Division | None = None
    match: MatchId | None = None


class MessageWithdrawn(Event, frozen=True, kw_only=True, tag="message-withdrawn"):
    """The message of an entry is not shown any more: it is over, or was wrong."""

    entry: Annotated[int, Meta(ge=1, le=999_999_999)]
