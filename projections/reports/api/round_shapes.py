"""Answers about rounds: who sits where, how the matches ended, how long a round has left."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from ledger.terms import ByeKind, Verdict
from projections.reports.api.basics import Games, Moment, Number, Where, Who
from projections.rounds import State


class RoundLine(Struct, frozen=True, kw_only=True):
    """A round that is paired: how many matches and byes, and how far it has come."""

    pool: Where
    round: int
    bracket: bool
    state: State
    matches: int
    byes: int
    out: Annotated[int, Meta(description="Matches whose results are not in yet.")]


class Rounds(Struct, frozen=True, kw_only=True):
    """Every round that stands, pool by pool."""

    as_of: Moment
    rounds: tuple[RoundLine, ...]
    remarks: tuple[str, ...]


class Seated(Struct, frozen=True, kw_only=True):
    """A player at a table, with the record before the round, or the seed in a bracket."""

    player: Number
    name: str | None
    record: str
    match_points: int
    seed: int | None


class TableLine(Struct, frozen=True, kw_only=True):
    """A table of a round. `result` is how the match counts, seen from the first; null while out."""

    match: str
    table: int
    first: Seated
    second: Seated
    result: Verdict | None
    games: Games | None
    third_place: bool


class ByeLine(Struct, frozen=True, kw_only=True):
    """A player without an opponent in a round."""

    player: Number
    name: str | None
    kind: ByeKind


class Posted(Struct, frozen=True, kw_only=True):
    """A round of one pool, by table."""

    pool: Where
    round: int
    bracket: bool
    state: State
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]


class Pairings(Struct, frozen=True, kw_only=True):
    """The latest round of every pool in play, or the rounds that were asked for."""

    as_of: Moment
    pairings: tuple[Posted, ...]
    remarks: tuple[str, ...]


class MatchLine(Struct, frozen=True, kw_only=True):
    """A match or a bye that stands. `winner` is null for a tie, a double loss, or none yet."""

    match: str | None
    pool: Where
    round: int
    table: int | None
    first: Who
    second: Who | None
    result: Verdict | None
    winner: Number | None
    games: Games | None
    kind: Annotated[str | None, Meta(description="`third place`, or which bye; null otherwise.")]


class Matches(Struct, frozen=True, kw_only=True):
    """Every match and bye that stands, pool by pool, round by round, in table order."""

    as_of: Moment
    matches: tuple[MatchLine, ...]
    remarks: tuple[str, ...]


class More(Struct, frozen=True, kw_only=True):
    """A match that was given more time."""

    match: str
    minutes: int
    ends_at: datetime | None


class Clock(Struct, frozen=True, kw_only=True):
    """The clock of a round that is being played; without an end nobody announced a time."""

    pool: Where
    round: int
    begins_at: datetime
    ends_at: datetime | None
    turns: Annotated[int, Meta(description="So many turns are played after time is called.")]
    out: int
    longer: tuple[More, ...]


class Clocks(Struct, frozen=True, kw_only=True):
    """The clocks of all rounds that are being played."""

    as_of: Moment
    clocks: tuple[Clock, ...]
