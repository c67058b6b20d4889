"""The common parts of answers in the public JSON API: players, records, figures, the moment.

These shapes are a promise. In version 1 a field may be added; none is removed, renamed, or given
another meaning.
"""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

from msgspec import Meta, Struct, UnsetType

from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.standings.percentages import percent

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
    """One line of the feed, with more fields for each kind of event (docs/shelf.md)."""

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


def taken(shape: type[Answer], value: object, sight: Sight | None = None, **own: Any) -> Answer:
    """Return an answer with the fields of a value under their own names, except for `own`.

    A match becomes text, a figure an exact fraction and what is printed, a player one with the name
    that everybody may see in `sight`; the values within are taken likewise.
    """
    shared = {
        name: _shown(getattr(value, name), part, sight)
        for name, part in _parts(shape)
        if name not in own
    }
    return shape(**shared, **own)


def _shown(value: Any, part: type[Struct] | None, sight: Sight | None) -> Any:
    """Return a value as a field of an answer that consists of `part` shows it."""
    if isinstance(value, MatchId):
        return str(value)
    if type(value) is tuple:  # Not a named one, such as a score.
        return tuple(_shown(each, part, sight) for each in value)
    if value is None or part is None or isinstance(value, part):
        return value
    if part is Rate:
        return rate(value)
    return who(sight, value) if part is Who and sight else taken(part, value, sight)


@cache
def _parts(shape: type[Struct]) -> tuple[tuple[str, type[Struct] | None], ...]:
    """Return the fields of a shape, each with the shape that it consists of, if just one."""
    hints = get_type_hints(shape)
    found = ((name, {*_shapes_in(hints[name])}) for name in shape.__struct_fields__)
    return tuple((name, shapes.pop() if len(shapes) == 1 else None) for name, shapes in found)


def _shapes_in(kind: Any) -> Iterator[type[Struct]]:
    """Yield the shapes in a type, such as `Who` in `tuple[Who, ...]`."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    for part in get_args(kind):
        yield from _shapes_in(part)


def rate(figure: Fraction) -> Rate:
    """Return a figure, exactly and as it is printed."""
    return Rate(exact=str(figure), percent=percent(figure))


def who(sight: Sight, player: PlayerId) -> Who:
    """Return a player with the name that everybody may see."""
    return Who(player=player, name=named(sight, player))


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
