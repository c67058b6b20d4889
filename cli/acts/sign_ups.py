"""Sign-ups at the door: what a person may send, and what the desk decides about it.

Nothing is in the ledger before the desk has accepted it, by the act that registers everybody.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple, TypeVar

import click
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.acts import drops
from roundbook.cli.acts.drops import CheckedIn
from roundbook.cli.acts.registration import (
    Arrived,
    Newcomer,
    register,
    register_several,
    who_can_join,
)
from roundbook.cli.args.types import DATE, NAME, PLAYER_ID
from roundbook.cli.places import sign_ups
from roundbook.cli.places.sign_ups import SignUp, SignUps
from roundbook.cli.session.write import Done, WriteContext
from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.people.book import Display
from roundbook.ledger.people.public_names import GROWN, may_be_child
from roundbook.ledger.phrases import Phrase, phrase
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.offers import why_not

EARLIEST = 1900
"""The earliest year of birth, as in the form that registers a player."""

Read = TypeVar("Read")

_YEAR = re.compile(r"[0-9]{4}\Z", re.ASCII)


class Typed(NamedTuple):
    """What a person typed to sign up, field by field, and whether an adult ticked the box."""

    first: str = ""
    last: str = ""
    birth_year: str = ""
    birth_date: str = ""
    own_id: str = ""
    display: str = ""
    adult: str = ""


class SignUpState(StrEnum):
    """Whether people can sign up now, and if not, why.

    A list that was never opened and one that was closed with nobody on it leave no trace, so they
    are both `NOT_OPEN`.
    """

    OPEN = "open"
    NOT_OPEN = "not open"
    CLOSED = "closed"
    STARTED = "over: round 1 has started"
    OVER = "over: the tournament is closed"


NOBODY_CAN = {
    SignUpState.NOT_OPEN: phrase(
        "Sign-up is not open now. Please go to the desk, or try this page again later."
    ),
    SignUpState.CLOSED: phrase("Sign-up is closed. Please go to the desk."),
    SignUpState.STARTED: phrase(
        "Round 1 has started, so nobody can sign up here any more. Please go to the desk."
    ),
    SignUpState.OVER: phrase("The tournament is over, so nobody can sign up any more."),
}
"""Why nobody can sign up now, in words that are translated."""


WENT_AT_START = phrase(
    "Round 1 has started. Forms that the desk had not accepted by then were deleted. If you are "
    "not in the pairings, please go to the desk."
)
"""What a phone that sent a form is told from then on: the list is gone, with what it knew."""


def state_of(t: Tournament, kept: SignUps) -> SignUpState:
    """Return whether people can sign up now, and if not, why."""
    if t.closed is not None:
        return SignUpState.OVER
    if under_way(t):
        return SignUpState.STARTED
    if kept.open:
        return SignUpState.OPEN
    return SignUpState.CLOSED if kept.people else SignUpState.NOT_OPEN


def wrong_in(t: Tournament, typed: Typed) -> dict[str, Phrase]:
    """Return what is wrong with a sign-up, by field, in words that are translated; empty if none.

    The desk's own act checks it again when it is accepted.
    """
    found = dict[str, Phrase]()
    for field in ("first", "last"):
        if not _is_name(getattr(typed, field)):
            found[field] = phrase("Enter the name as in the player's account, without a comma.")
    day, year = _day(typed.birth_date), _year(typed, t)
    if typed.birth_date.strip() and day is None:
        found["birth_date"] = phrase(
            "Enter the date of birth, such as 2014-05-31, or leave the field empty."
        )
    elif year is None:
        found["birth_year"] = phrase("Enter the year of birth, such as 2014.")
    elif day and typed.birth_year.strip() and str(day.year) != typed.birth_year.strip():
        found["birth_year"] = phrase("The year of birth does not match the date of birth.")
    if _read(PLAYER_ID, typed.own_id.strip()) is None:
        found["own_id"] = phrase("A Player ID has only letters and digits.")
    if typed.display == Display.ID and not typed.own_id.strip():
        found["display"] = phrase("To show only the Player ID, enter it above.")
    if not found and _is_child(t, year) and not typed.adult:
        found["adult"] = phrase(
            "For a child born in %(year)s or later, a parent or guardian has to tick this box. If "
            "you are that child and no parent is with you, go to the desk: it can register you.",
            year=child_from(t),
        )
    return found


def signed_up(t: Tournament, typed: Typed, secret: str, at: datetime) -> SignUp:
    """Return a sign-up in which nothing is wrong, as it is kept."""
    day = _day(typed.birth_date)
    return SignUp(
        number=0,
        key=sign_ups.key_of_phone(secret),
        at=at,
        name=f"{_tidy(typed.last)}, {_tidy(typed.first)}",
        id=typed.own_id.strip(),
        birth_year=None if day else _year(typed, t),
        birth_date=day,
        display=Display(typed.display) if typed.display in {*Display} else None,
        adult=bool(typed.adult),
    )


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _read(kind: click.ParamType[Read], text: str) -> Read | None:
    """Return a text as the desk's own field would take it; None if it would refuse it."""
    try:
        return kind.convert(text, None, None)
    except click.UsageError:
        return None


def _is_name(text: str) -> bool:
    tidy = _read(NAME, text)
    return bool(tidy) and "," not in str(tidy)


def _day(text: str) -> date | None:
    return _read(DATE, text.strip()) if text.strip() else None


def _year(typed: Typed, t: Tournament) -> int | None:
    """Return the year of birth; None if it is missing or cannot be."""
    day, text = _day(typed.birth_date), typed.birth_year.strip()
    year = day.year if day else int(text) if _YEAR.match(text) else 0
    latest = t.opened.start.year if t.opened else EARLIEST
    return year if EARLIEST <= year <= latest else None


def _is_child(t: Tournament, year: int | None) -> bool:
    return year is not None and may_be_child(year, None, t)


def child_from(t: Tournament) -> int:
    """Return the first year of birth for which a parent or guardian has to agree (LED-9)."""
    return (t.opened.start.year if t.opened else EARLIEST) - GROWN


# What the desk decides.


class WhatChanged(StrEnum):
    """What the desk did with the waiting list, apart from accepting somebody."""

    OPENED = "opened"
    CLOSED = "closed"
    REFUSED = "refused"
    PUT_BACK = "put-back"
    DELETED = "deleted"


class ListChanged(Struct, frozen=True, kw_only=True):
    """What the desk did with the waiting list, and the sign-ups that it concerns, by number."""

    what: WhatChanged
    numbers: tuple[int, ...] = ()
    waiting: int = 0
    entries: tuple[Entry, ...] = ()


class Accepted(Struct, frozen=True, kw_only=True):
    """Players who were registered from the waiting list, and why others still wait, by number."""

    arrived: Arrived
    numbers: tuple[int, ...]
    waiting: Mapping[int, str]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that register the players."""
        return self.arrived.entries


def open_list(ctx: WriteContext) -> ListChanged:
    """Let people sign up, until round 1 starts."""
    t = ctx.tournament
    if t.closed is None and under_way(t) and not t.is_elimination:
        hint = advice("Admit a late player: {}.", do("late", "NAME", "--informed"))
        raise Refused("round 1 has started, so nobody can sign up any more.", hint=hint)
    if why := why_not(t, ctx.rules, "register"):
        raise why
    return _changed(ctx, WhatChanged.OPENED, lambda kept: replace(kept, open=True))


def close_list(ctx: WriteContext) -> ListChanged:
    """Let nobody else sign up; those on the list stay on it."""
    if under_way(ctx.tournament) and not ctx.dry_run:
        sign_ups.forget(ctx.venue.folder)
    return _changed(ctx, WhatChanged.CLOSED, lambda kept: replace(kept, open=False))


def accept(ctx: WriteContext, numbers: Sequence[int], *, every: bool) -> Accepted | Done:
    """Register people from the waiting list; those who cannot be registered stay on it."""
    if first := ctx.first():  # The form was sent twice.
        return Done(entries=(first,))
    chosen = _chosen(ctx, numbers, every=every)
    people = [newcomer_of(ctx.tournament, one) for one in chosen]
    if len(people) == 1:
        arrived, left = register(ctx, people[0]), dict[int, str]()
    else:
        arrived, left = register_several(ctx, people)
    taken = [one for at, one in enumerate(chosen) if at not in left]
    players = dict(zip((one.number for one in taken), arrived.players, strict=False))

    def accepted(one: SignUp) -> SignUp:
        player = players[one.number]
        return SignUp(number=one.number, key=one.key, at=one.at, here=one.here, player=player)

    if not ctx.dry_run:
        sign_ups.change(
            ctx.venue.folder, ctx.tournament, lambda kept: kept.changing(players, accepted)
        )
    return Accepted(
        arrived=arrived,
        numbers=tuple(one.number for one in taken),
        waiting={chosen[at].number: why for at, why in left.items()},
    )


def newcomer_of(t: Tournament, one: SignUp) -> Newcomer:
    """Return the person who signed up as the act that registers players takes them."""
    return Newcomer(
        name=one.name,
        id=one.id,
        birth_year=one.birth_year,
        birth_date=one.birth_date,
        display=one.display,
        parent=one.adult and one.display is not None and _is_child(t, one.year),
    )


def refuse(
    ctx: WriteContext, numbers: Sequence[int], *, every: bool, delete: bool = False
) -> ListChanged:
    """Refuse sign-ups; what was typed is deleted at the start of round 1, or at once."""
    if delete:
        kept = sign_ups.read(ctx.venue.folder, ctx.tournament).people
        wanted = {one.number for one in kept if not one.player and (every or one.number in numbers)}
        _refuse_missing(numbers, wanted, OFF_LIST)
        return _changed(
            ctx, WhatChanged.DELETED, lambda kept: kept.changing(wanted, lambda _: None), wanted
        )
    wanted = {one.number for one in _chosen(ctx, numbers, every=every)}
    return _changed(
        ctx,
        WhatChanged.REFUSED,
        lambda kept: kept.changing(wanted, lambda one: replace(one, refused=True)),
        wanted,
    )


def put_back(ctx: WriteContext, numbers: Sequence[int]) -> ListChanged:
    """Put refused sign-ups back on the waiting list."""
    refused = sign_ups.read(ctx.venue.folder, ctx.tournament).refused
    wanted = {one.number for one in refused if one.number in numbers}
    _refuse_missing(numbers, wanted, "has not been refused.")
    return _changed(
        ctx,
        WhatChanged.PUT_BACK,
        lambda kept: kept.changing(wanted, lambda one: replace(one, refused=False)),
        wanted,
    )


def check_in(ctx: WriteContext) -> CheckedIn:
    """Check in the accepted players who say that they are in the hall."""
    if ctx.first():
        return drops.check_in(ctx, [], undo=False)
    players = said_here(ctx.tournament, sign_ups.read(ctx.venue.folder, ctx.tournament))
    if not players:
        raise Refused(
            "no accepted player who said “I am here” is still waiting to be checked in.",
            hint=advice("Check players in one by one: {}.", do("check-in", "PLAYER")),
        )
    return drops.check_in(ctx, players)


def said_here(t: Tournament, kept: SignUps) -> list[PlayerId]:
    """Return the accepted players who say that they are here and are not checked in."""
    said = (PlayerId(one.player) for one in kept.accepted if one.here)
    return [
        player
        for player in said
        if player in t.players and player not in t.checked_in and not t.is_out(player)
    ]


def _chosen(ctx: WriteContext, numbers: Sequence[int], *, every: bool) -> list[SignUp]:
    """Return the sign-ups that are meant, of those that wait. Raises Refused."""
    kept = sign_ups.read(ctx.venue.folder, ctx.tournament)
    chosen = [one for one in kept.waiting if every or one.number in numbers]
    if every and not chosen:
        raise Refused("nobody is waiting to be accepted.")
    _refuse_missing(() if every else numbers, {one.number for one in chosen}, OFF_LIST)
    return chosen


OFF_LIST = "is not on the waiting list, or has already been decided."


def _refuse_missing(numbers: Collection[int], found: Collection[int], why: str) -> None:
    """Raise Refused for the first number that was not found, and say why it was not."""
    if missing := next((one for one in numbers if one not in found), None):
        hint = advice("See the list: {}.", do("sign-ups"))
        raise Refused(f"number {missing} {why}", hint=hint)


def _changed(
    ctx: WriteContext,
    what: WhatChanged,
    changed: Callable[[SignUps], SignUps],
    numbers: Collection[int] = (),
) -> ListChanged:
    folder, t = ctx.venue.folder, ctx.tournament
    look = ctx.dry_run
    kept = changed(sign_ups.read(folder, t)) if look else sign_ups.change(folder, t, changed)
    return ListChanged(what=what, numbers=tuple(sorted(numbers)), waiting=len(kept.waiting))


def doubts(ctx: WriteContext, waiting: Sequence[SignUp]) -> dict[int, str]:
    """Return why some of those who wait cannot be registered as they are, by number."""
    _, left = who_can_join(ctx, [newcomer_of(ctx.tournament, one) for one in waiting])
    return {waiting[at].number: why for at, why in left.items()}
