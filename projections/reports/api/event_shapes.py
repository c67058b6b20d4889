"""Answers about tournaments and the people in them."""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from ledger.terms import Division, Style
from projections.reports.api.basics import Moment, Number, Scores, Where, Who
from projections.rounds import State


class Listed(Struct, frozen=True, kw_only=True):
    """A tournament in the list; `start` is null where its ledger cannot be read now."""

    slug: Annotated[str, Meta(description="Its name in addresses.")]
    name: str
    start: date | None


class Tournaments(Struct, frozen=True, kw_only=True):
    """Every tournament that is served, by its name in addresses."""

    tournaments: tuple[Listed, ...]


class Announced(Struct, frozen=True, kw_only=True):
    """What the players were told before the first round."""

    rounds: int
    minutes: int | None
    cut: dict[str, int]
    day_two: dict[str, int]
    text: str


class Part(Struct, frozen=True, kw_only=True):
    """A pool that is in play, with its latest round; `of` how many, where that was announced."""

    pool: Where
    bracket: bool
    round: int
    of: int | None
    state: State
    out: Annotated[int, Meta(description="Matches whose results are not in yet.")]


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament: when it is, under which rules, how far it has come.

    `players` counts everybody who was ever registered, by division. `remarks` are the rounds that
    were paired by hand, the overrides and the reopenings; they are shown wherever results are.
    """

    as_of: Moment
    id: str | None
    name: str
    style: Style | None
    edition: str | None
    start: date | None
    end: date | None
    players: dict[str, int]
    announced: Announced | None
    pools: tuple[Part, ...]
    remarks: tuple[str, ...]


class PlayerLine(Struct, frozen=True, kw_only=True):
    """A player in the list; `left` tells who does not play on."""

    player: Number
    name: str | None
    division: Division
    flight: Where | None
    late: bool
    left: bool


class Players(Struct, frozen=True, kw_only=True):
    """Everybody who was ever registered, in order of registration."""

    as_of: Moment
    players: tuple[PlayerLine, ...]


class Sitting(Struct, frozen=True, kw_only=True):
    """One round of one player, seen by that player.

    `scored` is what it was worth, null while the match is out; `games` are those won, lost and
    drawn. Without an opponent it is a bye, or a round that was lost by coming late.
    """

    pool: Where
    round: int
    table: int | None
    opponent: Who | None
    scored: str | None
    games: tuple[int, int, int] | None
    match_points: int | None


class Player(Struct, frozen=True, kw_only=True):
    """A player: the seat in the latest round (`now`), the record, every round so far."""

    as_of: Moment
    player: Number
    name: str | None
    division: Division
    late: bool
    left: bool
    place: int | None
    of: Annotated[int, Meta(description="So many stand in the same list.")]
    record: Scores
    match_points: int
    now: Sitting | None
    rounds: tuple[Sitting, ...]
