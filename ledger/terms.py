"""The basic values of a tournament: player, match, score, result; each refuses invalid values."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple, NewType, Self

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

MAX_INT = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 8785)."""

MAX_LINE = 65_535
"""The longest line in bytes, without the LF: what a tile of a transparency log can hold."""

MAX_TEXT = 2000
"""The longest reason or note, in characters: a line of the ledger has to stay short."""

PlayerId = NewType("PlayerId", Annotated[str, Meta(pattern=r"^p[1-9][0-9]{0,5}\Z")])
"""A player's number in the ledger, in order of registration: `p1`, `p2`, …"""

HandId = NewType("HandId", str)
"""The id of a staff member who writes entries: `h1`, `h2`, …"""

HAND = r"^h[1-9][0-9]{0,5}\Z"
"""The pattern of the id of a staff member."""

Hand = Annotated[HandId, Meta(pattern=HAND)]
"""The id of a staff member, checked against its pattern when it is read."""

Pool = NewType("Pool", Annotated[str, Meta(min_length=1, max_length=32)])
"""A group of players paired together: a pod, a flight of it, or the bracket of one division."""

PoolName = Annotated[Pool, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}\Z")]
"""A pool, checked against its pattern when decoded; `ledger.record.entry` checks match ids."""

RoundNumber = Annotated[int, Meta(ge=1, le=999)]
"""A round's number; each pool counts from 1."""

Table = Annotated[int, Meta(ge=1, le=999_999)]
"""A table number."""

Count = Annotated[int, Meta(ge=0, le=999_999)]
"""How many of something; never negative."""

Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
"""Something a person wrote, kept as it was written."""

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A SHA-256, in hexadecimal."""

HASH = r"^[A-Za-z0-9_-]{43}\Z"
"""The pattern of a SHA-256 in unpadded base64url."""

Commitment = Annotated[str, Meta(pattern=HASH)]
"""A SHA-256, in unpadded base64url."""

STATION = r"^[a-z0-9][a-z0-9-]{0,31}\Z"
"""The pattern of the name of a station."""


class Division(StrEnum):
    """The age division of a player, by year of birth (TOP §3.1.1).

    `OPEN` is for editions without divisions.
    """

    JUNIOR = "Junior"
    SENIOR = "Senior"
    MASTERS = "Masters"
    OPEN = "Open"


class Style(StrEnum):
    """The style of a tournament (TOP §3); `other` is not sanctioned without prior approval."""

    SWISS = "swiss"
    SWISS_PLUS_CUT = "swiss-plus-cut"
    SINGLE_ELIMINATION = "single-elimination"
    OTHER = "other"


class MatchFormat(StrEnum):
    """The number of games in a match."""

    BEST_OF_ONE = "bo1"
    BEST_OF_THREE = "bo3"


class Role(StrEnum):
    """The role in which a staff member writes an entry."""

    ORGANISER = "organiser"
    HEAD_JUDGE = "head-judge"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"


class Actor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Who wrote an entry, in which role, at which station.

    The name is in `people.json`; the ledger holds the id and, in the staff member's first entry,
    the `commitment` to the name. The patterns of `id` and `station` are checked with the entry.
    """

    id: Annotated[HandId, Meta(extra_json_schema={"pattern": HAND})]
    commitment: Commitment | UnsetType = UNSET
    role: Role = Role.ORGANISER
    station: Annotated[str, Meta(extra_json_schema={"pattern": STATION})] = "desk"


class MatchId(NamedTuple):
    """A match: its pool, round and table. Written `masters-1-14`.

    Rule: no two matches have the same; it stays when a round is repaired.
    Units: rounds and tables count from 1.
    Errors: `parse` raises ValueError, with a sentence.

    >>> str(roundbook.MatchId.parse("masters-1-14"))
    'masters-1-14'
    """

    pool: Pool
    round: RoundNumber
    table: Table

    def __str__(self) -> str:
        """Return the match as people write it."""
        return f"{self.pool}-{self.round}-{self.table}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a match as people write it; raise ValueError with a sentence."""
        pool, _, rest = text.strip().lower().partition("-")
        parts = rest.split("-")
        while len(parts) > 2:
            pool = f"{pool}-{parts.pop(0)}"
        if len(parts) != 2 or not pool or not all(p.isascii() and p.isdigit() for p in parts):
            msg = f"{text!r} is not a match; enter pool, round and table, such as masters-1-14."
            raise ValueError(msg)
        number, table = (int(part) for part in parts)
        if not (1 <= number <= 999 and 1 <= table <= 999_999):
            msg = f"{text!r} is not a match; rounds and tables are numbered from 1."
            raise ValueError(msg)
        return cls(Pool(pool), number, table)


class Pairing(NamedTuple):
    """Two players who meet at one table; `first` is above on the slip and left in lists."""

    first: PlayerId
    second: PlayerId


class ByeKind(StrEnum):
    """A random bye comes from the pairing; an awarded one is granted in advance (TOP §3.1)."""

    RANDOM = "random"
    AWARDED = "awarded"


class Bye(NamedTuple):
    """A player without an opponent in a round; scored as a win."""

    player: PlayerId
    kind: ByeKind = ByeKind.RANDOM


class Score(NamedTuple):
    """Games won by the first and by the second player, and games drawn."""

    first: Count
    second: Count
    drawn: Count = 0

    def __str__(self) -> str:
        """Return `2-1`, or `1-1-1` if a game was drawn."""
        return "-".join(str(games) for games in (self if self.drawn else self[:2]))


class Verdict(StrEnum):
    """How a match ended, as on the slip."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"
    DOUBLE_LOSS = "double-loss"
    UNPLAYED = "unplayed"


NoShow = Literal["first", "second", "both"]
"""The players of a match who did not show up: they have played the round and lost it (A-51)."""

ABSENT: Mapping[NoShow, str] = {
    "first": "the left player did not show up",
    "second": "the right player did not show up",
    "both": "neither player showed up",
}
"""Who did not show up, in words; `with_sides` gives the sides their names."""


class Result(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """The result of a match, with the games if they are known.

    `unplayed` is a paired match that never took place: no round and no opponent for either player.
    `agreed` is an intentional draw.

    Rule: TOP §4: what the slip says, from the view of the left player.
    Units: `games` are those won by the first, won by the second, and drawn.
    Errors: none; a result that a match cannot have is refused when it is reported.

    >>> str(cup.tournament.results[roundbook.MatchId("masters", 1, 8)])
    'a win for the left player'
    """

    verdict: Verdict
    games: Score | None = None
    agreed: bool = False
    no_show: NoShow | None = None

    def __str__(self) -> str:
        """Return the games if they are known, and the verdict in words."""
        return self.in_words()

    def in_words(self, tie: str = "tie") -> str:
        """Return the result in words; `tie` is the edition's word for one: tie or draw."""
        words = {
            Verdict.FIRST: "a win for the left player",
            Verdict.SECOND: "a win for the right player",
            Verdict.TIE: f"an intentional {tie}" if self.agreed else f"a {tie}",
            Verdict.DOUBLE_LOSS: "a double loss",
            Verdict.UNPLAYED: "not played",
        }[self.verdict]
        words += f"; {ABSENT[self.no_show]}" if self.no_show else ""
        return f"{self.games} ({words})" if self.games else words

    def turned(self) -> "Result":
        """Return the result as seen from the other side of the table."""
        sides = {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST}
        absent: dict[NoShow | None, NoShow] = {"first": "second", "second": "first"}
        games = self.games
        return replace(
            self,
            verdict=sides.get(self.verdict, self.verdict),
            games=games and games._replace(first=games.second, second=games.first),
            no_show=absent.get(self.no_show, self.no_show),
        )


def won(score: Score) -> Result:
    """Return the result of a game score: more games win, equal games tie."""
    if score.first == score.second:
        verdict = Verdict.TIE
    else:
        verdict = Verdict.FIRST if score.first > score.second else Verdict.SECOND
    return Result(verdict=verdict, games=score)


def winner_in(pair: Pairing, verdict: Verdict | None) -> PlayerId | None:
    """Return the player who has won a match between two; None if nobody has."""
    return {Verdict.FIRST: pair.first, Verdict.SECOND: pair.second}.get(verdict or Verdict.UNPLAYED)


def no_show(who: NoShow) -> Result:
    """Return the result of a match with a no-show: a loss for the players who did not show up."""
    lost = {"first": Verdict.SECOND, "second": Verdict.FIRST, "both": Verdict.DOUBLE_LOSS}[who]
    return Result(verdict=lost, no_show=who)


DeckRules = Literal["trf-2016", "tcg-2026-notes"]
"""The rules of deck building: `ledger.decks` has them, with the card pools made for them."""
