"""Events in the hall around a round: sheets, slips, extra time, calls for a judge, messages."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from roundbook.ledger.events.event import Event, Moment
from roundbook.ledger.terms import Digest, Division, MatchId, PlayerId, Text

Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
"""The language of a print, as two letters."""


class PostedSheet(StrEnum):
    """What was printed for a round: the pairings, or the match slips (TOP §4)."""

    PAIRINGS = "pairings"
    SLIPS = "slips"


class Paper(StrEnum):
    """The paper size of a print."""

    A4 = "a4"
    LETTER = "letter"


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is needed, apart from the ledger, to print the same PDF again.

    `at` is the time printed on it. Pairings are split among `boards`; slips have `backs` or not.
    `fonts` are the SHA-256 of the font files that were used in addition to those of roundbook.
    `language` is that of the print.
    """

    paper: Paper
    at: Moment
    boards: Annotated[int, Meta(ge=1, le=26)] = 1
    backs: bool = True
    fonts: tuple[Digest, ...] = ()
    language: Language = "en"


class TimeExtended(Event, frozen=True, kw_only=True, tag="time-extended"):
    """A judge gives a match extra time, told to both players and recorded at once (TRF §7.2).

    The match gives the table, the entry the judge and the time. `informed_by` told both players how
    many minutes they have. With `instead` the minutes replace all earlier extra time, given by
    mistake: 0 for none.
    """

    apart: ClassVar[bool] = True
    match: MatchId
    minutes: Annotated[int, Meta(ge=0, le=999)]
    instead: bool = False
    informed_by: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")] | None = None
    reason: Text | None = None


class JudgeCalled(Event, frozen=True, kw_only=True, tag="judge-called"):
    """A judge is called to a table; `player` is the one who called, if known."""

    apart: ClassVar[bool] = True
    match: MatchId
    player: PlayerId | None = None
    reason: Text | None = None


class CallTaken(Event, frozen=True, kw_only=True, tag="call-taken"):
    """The judge who wrote this entry is on the way to the table that called."""

    apart: ClassVar[bool] = True
    match: MatchId


class CallEnded(Event, frozen=True, kw_only=True, tag="call-ended"):
    """The judge has left the table; a ruling is in an entry of its own."""

    apart: ClassVar[bool] = True
    match: MatchId


class MessageSent(Event, frozen=True, kw_only=True, tag="message-sent"):
    """The desk sends a message to a division, to the players at a table, or to everybody."""

    apart: ClassVar[bool] = True
    text: Annotated[str, Meta(min_length=1, max_length=400)]
    division: Division | None = None
    match: MatchId | None = None


class MessageWithdrawn(Event, frozen=True, kw_only=True, tag="message-withdrawn"):
    """The message of an entry is no longer shown: it is out of date, or was wrong."""

    apart: ClassVar[bool] = True
    entry: Annotated[int, Meta(ge=1, le=999_999_999)]
