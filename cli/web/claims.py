"""What players say on their own phones of their match: claims, until they are a result."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Unreadable
from ledger.ids import UNDECODABLE
from ledger.terms import MatchId, PlayerId
from ledger.text import reason

Word = Literal["1", "2", "tie"]
"""A result as it is reported: the left of the slip has won, the right, or nobody."""


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side of a match says, as seen from the left of the slip, and when they said it."""

    match: str
    player: str
    word: Word
    at: datetime


class Contest(Struct, frozen=True, kw_only=True):
    """A match of which somebody has said something: what its left says, and its right."""

    match: MatchId
    players: tuple[PlayerId, PlayerId]
    left: Claim | None
    right: Claim | None
    refused: str = ""

    @property
    def agreed(self) -> Word | None:
        """What both say; None where they differ, or one has said nothing yet."""
        alike = self.left and self.right and self.left.word == self.right.word
        return self.left.word if self.left and alike else None


class Claims(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether players may say anything at a tournament, `event` by its id, and what they said."""

    event: str = ""
    allowed: bool = False
    claims: tuple[Claim, ...] = ()

    def saying(self, claim: Claim) -> "Claims":
        """Return the claims with what somebody says now, in place of what they said before."""
        others = (
            each for each in self.claims if (each.match, each.player) != (claim.match, claim.player)
        )
        return replace(self, claims=(*others, claim))

    def within(self, matches: Collection[str]) -> "Claims":
        """Return what is claimed of these matches: a result ends every claim."""
        return replace(self, claims=tuple(each for each in self.claims if each.match in matches))


def seen_from_left(word: str, *, is_left: bool) -> Word | None:
    """Return what a player means by `won`, `lost` or `tied`; None for anything else."""
    words: dict[tuple[str, bool], Word] = {
        ("won", True): "1",
        ("won", False): "2",
        ("lost", True): "2",
        ("lost", False): "1",
        ("tied", True): "tie",
        ("tied", False): "tie",
    }
    return words.get((word, is_left))


def to_bytes(claims: Claims) -> bytes:
    """Return the claims as they are kept."""
    return msgspec.json.encode(claims, order="sorted") + b"\n"


def from_bytes(data: bytes, where: str) -> Claims:
    """Return the claims that are kept. Raises Unreadable where the file is damaged."""
    try:
        return msgspec.json.decode(data, type=Claims)
    except UNDECODABLE as error:
        msg = f"{where} does not say what players have reported: {reason(error)}."
        raise Unreadable(msg, where=where, hint="Remove it; the slips are what counts.") from error
