"""The times of events as a .tdf file gives them: local time without a zone."""

from collections.abc import Iterable
from datetime import date, datetime

from msgspec import Struct

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.terms import MatchId, PlayerId, Pool


class Moments(Struct, frozen=True, kw_only=True):
    """The times of a tournament: of the latest such event; for a registration, of the first."""

    registered: dict[PlayerId, str] = {}
    amended: dict[PlayerId, str] = {}
    late: dict[PlayerId, str] = {}
    left: dict[PlayerId, str] = {}
    paired: dict[tuple[Pool, int], str] = {}
    started: dict[tuple[Pool, int], str] = {}
    reported: dict[MatchId, str] = {}


def moments(entries: Iterable[Entry], *, untold: str) -> Moments:
    """Return when everything in these entries happened.

    Events imported without a time get the time `untold`: the time of the import is not theirs.
    """
    found = Moments()
    for entry, event in each_event(entries):
        local = event.told.local_time if event.told else None
        at = stamp(datetime.fromisoformat(local) if local else entry.at)
        unknown = event.told is not None and local is None
        _note(found, event, untold if unknown else at)
    return found


def stamp(moment: datetime) -> str:
    """Return a time as TOM writes it."""
    return f"{day(moment)} {moment:%H:%M:%S}"


def midnight(start: date) -> str:
    """Return the beginning of a day, for events on that day or later whose time is unknown."""
    return f"{day(start)} 00:00:00"


def day(moment: date) -> str:
    """Return a day as TOM writes it, with a four-digit year."""
    return f"{moment:%m/%d}/{moment.year:04}"


def _note(found: Moments, event: ev.AnyEvent, at: str) -> None:
    match event:
        case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
            found.registered.setdefault(event.player, at)
            found.late[event.player] = at
        case ev.LateTagSet():
            found.late[event.player] = at
        case ev.PlayerAmended():
            found.amended[event.player] = at
        case ev.PlayerDropped() | ev.PlayerDisqualified():
            found.left[event.player] = at
        case ev.RoundPaired() | ev.RoundRepaired():
            found.paired[event.pool, event.round] = at
        case ev.ThirdPlacePlayoffPaired():
            found.paired.setdefault((event.pool, event.round), at)
        case ev.RoundStarted():
            clock = stamp(event.clock_at) if event.clock_at else at
            found.started[event.pool, event.round] = clock
        case ev.ResultReported() | ev.ResultCorrected():
            found.reported[event.match] = at
        case ev.RoundWithdrawn():
            found.started.pop((event.pool, event.round), None)
        case _:
            pass
