"""The questions to a shelf, answered from its index: the same for the terminal and for pages."""

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins

from roundbook.cli.places.known_people import KnownPerson, read_known
from roundbook.cli.places.layout import is_folder, is_tournament, no_ledger
from roundbook.cli.places.shelf import Shelf
from roundbook.cli.shelf.index import (
    bring_up_to_date,
    events_of,
    matches_of,
    opened,
    people_called,
    placings_of,
    relied_on,
)
from roundbook.ledger.errors import Refused, Unreadable, advice, do
from roundbook.projections.season.placings import (
    AskedFor,
    Met,
    Placing,
    ShelfEvent,
    head_to_head,
)
from roundbook.projections.season.points import Line, PointsRule, read_rule, season_table

if TYPE_CHECKING:
    import sqlite3

SOON = timedelta(days=31)
"""How long before it is due an event is announced."""


class ListedEvent(Struct, frozen=True, kw_only=True):
    """An event of a shelf; it `counts` unless it is damaged, or a shorter copy of another one.

    It is `due` if results need no longer be kept, and names still are.
    """

    event: ShelfEvent
    counts: bool
    due: bool


class ShelfAnswer(Struct, frozen=True, kw_only=True):
    """All events of a shelf, as of a day; `read` of them were new or had changed."""

    day: date
    read: int
    events: tuple[ListedEvent, ...]


class PlayerHistory(Struct, frozen=True, kw_only=True):
    """A person's placings, the latest first, how far each event is proved, and head-to-head."""

    who: str
    name: str
    placings: tuple[Placing, ...]
    levels: dict[str, str]
    head_to_head: tuple[Met, ...]


class SeasonTable(Struct, frozen=True, kw_only=True):
    """The table of a season under a rule."""

    rule: str
    title: str
    events: int
    lines: tuple[Line, ...]


class FoundOnShelf(Struct, frozen=True, kw_only=True):
    """The events whose name or path contains some text, and the people called so."""

    events: tuple[ShelfEvent, ...]
    people: tuple[Placing, ...]


class AskedAt(Struct, frozen=True, kw_only=True):
    """A request for the results of an event of a shelf."""

    event: str
    title: str
    request: AskedFor


class PeopleKept(Struct, frozen=True, kw_only=True):
    """The book of people over events: until when it is kept, and who is in it, by Player ID."""

    until: date | None = None
    people: tuple[KnownPerson, ...] = ()


class ShelfDue(Struct, frozen=True, kw_only=True):
    """What has to be done about the names and results of all events, as of a day.

    `erase` are the events whose results need no longer be kept while names are, `soon` those for
    which that is at most a month away. `people_until` is the last day of the book of people.
    """

    day: date
    erase: tuple[ShelfEvent, ...]
    soon: tuple[ShelfEvent, ...]
    unanswered: tuple[AskedAt, ...]
    answered: tuple[AskedAt, ...]
    people_until: date | None


def refuse_single(shelf: Shelf) -> None:
    """Refuse one tournament, and a folder that does not exist."""
    if isinstance(shelf, Path) and not is_folder(shelf):
        raise no_ledger(shelf)
    alone = is_tournament(shelf) if isinstance(shelf, Path) else shelf.only
    if alone:
        raise Refused(
            f"{shelf if alone is True else alone} is a tournament, not a folder of several.",
            hint="Give the folder or database that holds the tournaments: -C DIR.",
        )


@contextmanager
def indexed(shelf: Shelf, *, again: bool = False) -> "Iterator[tuple[sqlite3.Connection, int]]":
    """Open the index of a shelf and bring it up to date; yield how many events were read."""
    refuse_single(shelf)
    with opened(shelf) as index:
        yield index, bring_up_to_date(index, shelf, again=again).read


def listed(index: "sqlite3.Connection", day: date) -> tuple[ListedEvent, ...]:
    """Return all events, the latest first."""
    events = events_of(index)
    counting = relied_on(events)
    return tuple(
        ListedEvent(event=one, counts=one.event in counting, due=is_due(one, day)) for one in events
    )


def ledgers(index: "sqlite3.Connection") -> list[ShelfEvent]:
    """Return the events whose ledgers are on the shelf: they alone can be handed over."""
    return [one for one in events_of(index) if one.what == "ledger"]


def is_due(one: ShelfEvent, day: date) -> bool:
    """Tell whether the results of an event need no longer be kept, and its names still are."""
    last = _last_day_of(one)
    return bool(last) and last < day.isoformat() and _erasable(one)


def _last_day_of(one: ShelfEvent) -> str:
    """Return the last day on which names have to be kept: without a period, that of the event."""
    ended = one.end if one.state == "closed" else None
    return one.keep_until or ended or ""


def _erasable(one: ShelfEvent) -> bool:
    return one.named > 0 and one.what == "ledger"


def due(index: "sqlite3.Connection", shelf: Shelf, day: date) -> ShelfDue:
    """Return what has to be done about the names and results of all events."""
    events = events_of(index)
    events.sort(key=lambda one: (_last_day_of(one), one.event))
    last = (day + SOON).isoformat()
    counting = relied_on(events)
    asked = [
        AskedAt(event=one.event, title=one.title, request=each)
        for one in events
        for each in (one.requests if one.event in counting else ())
    ]
    known = read_known(shelf)
    return ShelfDue(
        day=day,
        erase=tuple(one for one in events if is_due(one, day)),
        soon=tuple(
            one
            for one in events
            if one.keep_until and day.isoformat() <= one.keep_until <= last
            if _erasable(one)
        ),
        unanswered=tuple(one for one in asked if one.request.answered is None),
        answered=tuple(one for one in asked if one.request.answered is not None),
        people_until=known.until if known else None,
    )


def people_kept(shelf: Shelf) -> PeopleKept:
    """Return the book of people of a shelf; an empty one without a last day if there is none."""
    known = read_known(shelf)
    return PeopleKept(until=known.until, people=known.people) if known else PeopleKept()


def history(index: "sqlite3.Connection", who: str) -> PlayerHistory:
    """Return the history of one person. Raises Refused if there is none, or several."""
    counting = relied_on(events_of(index))
    own = [one for one in people_called(index, who) if one.event in counting]
    own = _one_person(own, who)
    own.sort(key=lambda one: (one.day or date.min, one.event), reverse=True)
    everybody = placings_of(index, {one.event for one in own})
    return PlayerHistory(
        who=own[0].who,
        name=own[0].name,
        placings=tuple(own),
        levels={one.event: counting[one.event].level for one in own},
        head_to_head=head_to_head(own[0].who, everybody, matches_of(index, own)),
    )


def _one_person(found: list[Placing], who: str) -> list[Placing]:
    people = {one.who: one for one in found}
    if not people:
        raise Refused(
            f"there is no player {who[:40]} on this shelf.",
            hint=advice("{} searches for part of a name.", do("shelf", "find", who[:40])),
        )
    if len(people) > 1:
        some = ", ".join(f"{one.name} ({one.who})" for one in [*people.values()][:5])
        raise Refused(
            f"{len(people)} players are called {who[:40]}: {some}.",
            hint="Give the Player ID. Players without one are not matched across events.",
        )
    return found


def table(
    index: "sqlite3.Connection", rule: PointsRule, before: PointsRule | None = None
) -> tuple[SeasonTable, list[Line]]:
    """Return the season's table under a rule, and its lines under an earlier one."""
    counting = relied_on(events_of(index))
    placings = placings_of(index, counting)
    found = SeasonTable(
        rule=rule.rule,
        title=rule.title,
        events=len(counting),
        lines=tuple(season_table(rule, placings)),
    )
    return found, season_table(before, placings) if before else []


def rule_in(data: bytes, name: str) -> PointsRule:
    """Return the rule in a file. Raises Unreadable with one sentence."""
    try:
        found = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(
            f"{name} is not TOML: {error}.",
            where=name,
            hint="docs/shelf.md shows a complete rule.",
        ) from None
    return read_rule(found, name)


def of_player(lines: Iterable[Line], who: str) -> list[Line]:
    """Return the lines of the player with this Player ID, or whose name contains the text."""
    every = [*lines]
    exact = [line for line in every if line.who == who]
    return exact or [line for line in every if who.casefold() in line.name.casefold()]


def line_cells(line: Line) -> dict[str, Any]:
    """Return a line of a season's table as cells."""
    return {
        "division": line.division.value,
        "place": line.place,
        "name": line.name,
        "player_id": "" if "#" in line.who else line.who,
        "points": line.points,
        "events": line.events,
    }


def event_cells(one: ListedEvent) -> dict[str, Any]:
    """Return an event as cells; its requests are lines of another table."""
    cells = to_builtins(one.event)
    del cells["requests"], cells["gone"]
    return {**cells, "counts": one.counts, "due": one.due}


def moved_pairs(
    before: Iterable[Line], now: Iterable[Line]
) -> Iterator[tuple[Line | None, Line | None]]:
    """Yield the lines under two rules of everybody whose place differs."""
    old = {(line.division, line.who): line for line in before}
    new = {(line.division, line.who): line for line in now}
    for key in dict.fromkeys((*new, *old)):
        one, other = old.get(key), new.get(key)
        if one is None or other is None or one.place != other.place:
            yield one, other


def found_cells(found: FoundOnShelf) -> list[dict[str, Any]]:
    """Return what was found as cells: what it is, where, its name, and the day or the event."""
    rows = [("event", one.event, one.title, one.end or "") for one in found.events]
    rows += [("player", one.who, one.name, one.event) for one in found.people]
    return [dict(zip(("what", "where", "name", "at"), row, strict=True)) for row in rows]


def found_in(index: "sqlite3.Connection", text: str) -> FoundOnShelf:
    """Return the events whose name or path contains a text, and the people called so."""
    every = events_of(index)
    counting = relied_on(every)
    people = {one.who: one for one in people_called(index, text) if one.event in counting}
    wanted = text.casefold()
    events = [one for one in every if wanted in f"{one.event} {one.title}".casefold()]
    return FoundOnShelf(events=tuple(events), people=tuple(people.values()))
