"""The common parts of answers in the public JSON API: players, records, figures, the moment.

These shapes are a promise. In version 1 a field may be added; none is removed, renamed, or given
another meaning.
"""

from datetime import datetime
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, UnsetType

from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports.public_view import Sight

Number = Annotated[
    str, Meta(pattern="^p[1-9][0-9]{0,5}$", description="A player's number, such as `p17`.")
]
Where = Annotated[
    str, Meta(description="A group of players paired together, such as `masters` or `masters-cut`.")
]
MatchText = Annotated[str, Meta(description="A match as staff write it, such as `masters-1-3`.")]
Exact = Annotated[str, Meta(pattern="^[0-9]+(/[1-9][0-9]*)?$", description="An exact fraction.")]
Percent = Annotated[
    str, Meta(pattern="^[0-9]+[.][0-9]{2}$", description="The percentage as it is printed.")
]
OrganiserId = Annotated[
    str | UnsetType | None, Meta(description="The Player ID, only in answers for staff.")
]
"""Not in public answers (LED-9); null if it is unknown."""


class Moment(Struct, frozen=True, kw_only=True):
    """Which tournament an answer is about, and up to which entry of its ledger.

    `tournament` is its name in URLs, `name` its title.
    """

    tournament: str
    name: str
    entry: int
    at: datetime | None
    closed: bool


class Who(Struct, frozen=True, kw_only=True):
    """A player; `name` is as the player chose to be shown, null if the player is anonymous."""

    player: Number
    name: str | None


class Scores(Struct, frozen=True, kw_only=True):
    """A record: matches won, lost and tied. A bye is a win."""

    wins: int
    losses: int
    ties: int


class Games(Struct, frozen=True, kw_only=True):
    """The games of a match: won by the first player, by the second, and drawn."""

    first: int
    second: int
    drawn: int


class Rate(Struct, frozen=True, kw_only=True):
    """A figure, exactly and as it is printed."""

    exact: Exact
    percent: Percent


class FeedLine(Struct, frozen=True, kw_only=True):
    """One line of the feed, with more fields for each kind of event (docs/tables.md)."""

    entry: int
    at: datetime
    event: str
    remarks: tuple[str, ...] = ()


class Problem(Struct, frozen=True, kw_only=True):
    """Why there is no answer (RFC 9457); `detail` is one sentence for people."""

    type: str
    title: str
    status: int
    detail: str


Answer = TypeVar("Answer", bound=Struct)


def taken(shape: type[Answer], value: object, **own: Any) -> Answer:
    """Return an answer with the fields of a value under their own names, except for `own`."""
    shared = {name: getattr(value, name) for name in shape.__struct_fields__ if name not in own}
    return shape(**shared, **own)


def moment(sight: Sight) -> Moment:
    """Return which tournament an answer is about, and as of when."""
    return Moment(
        tournament=sight.slug,
        name=sight.event,
        entry=sight.t.seq,
        at=sight.entries[-1].at if sight.entries else None,
        closed=sight.t.closed is not None,
    )


def named(sight: Sight, player: PlayerId) -> str | None:
    """Return a player's public name; None if the player is anonymous."""
    return sight.book.name(player) if player in sight.book.players else None
