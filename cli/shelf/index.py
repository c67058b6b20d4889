"""The index of a shelf: one SQLite file, made from the events, which alone count.

It lists each event with what its files looked like when it was read. An event that looks different
is verified and read again, one that is gone is taken out, and the whole file can be deleted at any
time.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places.layout import CHECKPOINT, EDITION, HEAD, LEDGER, PEOPLE, own_home
from roundbook.cli.places.shelf import DEEPEST, Shelf, index_of, take_out
from roundbook.cli.places.shelf_databases import also_there, elsewhere
from roundbook.ledger.errors import Trouble, Unreadable
from roundbook.projections.season.placings import Placing, PlayedMatch, ShelfEvent

FORM = 4
"""The form of the index; one of another form is made again."""

ENDINGS = (".tdf", ".json", ".zip", ".zip.gz")
"""The extensions of the files that are read; a ledger is a folder."""

_WATCHED = (LEDGER, HEAD, PEOPLE, CHECKPOINT, EDITION)
"""What makes a folder look different."""

_SCHEMA = """
CREATE TABLE events (event TEXT PRIMARY KEY, looks TEXT NOT NULL, told TEXT NOT NULL);
CREATE TABLE placings (
    event TEXT NOT NULL, player TEXT NOT NULL, person TEXT NOT NULL, shown TEXT NOT NULL,
    told TEXT NOT NULL, PRIMARY KEY (event, player)
) WITHOUT ROWID;
CREATE TABLE matches (
    event TEXT NOT NULL, match TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    told TEXT NOT NULL, PRIMARY KEY (event, match)
) WITHOUT ROWID;
CREATE INDEX people ON placings (person);
"""
Line = TypeVar("Line", bound=Struct)


class Indexed(Struct, frozen=True, kw_only=True):
    """What bringing an index up to date did: how many events were read, and how many are gone."""

    read: int
    gone: int


def looks(shelf: Shelf) -> dict[str, str]:
    """Return what each event looks like: sizes and times of its files, which any change alters."""
    if isinstance(shelf, Path):
        # What this program notes for the user is no event, even if it lies within the shelf.
        ours = os.path.relpath(os.path.realpath(own_home()), os.path.realpath(shelf))
        found = dict(sorted(_below(str(shelf), "", DEEPEST, but=ours)))
        for address in also_there(shelf).databases:
            found |= _in_database(address)
        return found
    return shelf.looks()


def _in_database(address: str) -> dict[str, str]:
    """Return what each tournament of a database looks like; if the database cannot be read, why."""
    try:
        there = elsewhere(address)
        return {there.address_of(name): look for name, look in there.looks().items()}
    except Trouble as trouble:
        return {address: trouble.message}


def _below(shelf: str, inside: str, deepest: int, but: str) -> Iterator[tuple[str, str]]:
    """Yield the paths of all events below a folder and what each looks like.

    Nothing inside a ledger's folder is looked at, nor in the folder `but`.
    """
    with os.scandir(f"{shelf}/{inside}" if inside else shelf) as found:
        here = [one for one in found if not one.name.startswith(".")]
    for one in here:
        path = f"{inside}/{one.name}" if inside else one.name
        if one.is_dir(follow_symlinks=False):
            if os.path.lexists(f"{one.path}/{LEDGER}"):
                yield path, " ".join(_look(f"{one.path}/{name}") for name in _WATCHED)
            elif deepest and path != but:
                yield from _below(shelf, path, deepest - 1, but)
        elif one.name.lower().endswith(ENDINGS) and one.is_file():
            yield path, _look(one.path)


def _look(file: str) -> str:
    try:
        one = os.stat(file)  # noqa: PTH116 - a path object for each would take longer.
    except OSError:
        return "-"
    # A file that was put back may have its old size and time, but nobody can set the ctime.
    return f"{one.st_size}.{one.st_mtime_ns}.{one.st_ctime_ns}.{one.st_ino}"


@contextmanager
def opened(shelf: Shelf) -> Iterator[sqlite3.Connection]:
    """Open the index of a shelf, or make it; one that is damaged or of another form is replaced.

    Raises Unreadable if the folder cannot be written to.
    """
    file = index_of(shelf)
    try:
        index = _opened(file)
    except sqlite3.DatabaseError:
        file.unlink(missing_ok=True)
        try:
            index = _opened(file)
        except (sqlite3.DatabaseError, OSError) as error:
            raise _unwritable(file) from error
    except OSError as error:
        raise _unwritable(file) from error
    with closing(index):
        yield index


def _unwritable(file: Path) -> Unreadable:
    return Unreadable(
        f"the index of the shelf cannot be written to {file.parent}.",
        where=str(file.parent),
        hint="Copy the events to a folder of your own.",
    )


def _opened(file: Path) -> sqlite3.Connection:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # SQLite would make a file that others can read, and it has names in it.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    index = sqlite3.connect(file, timeout=60)
    try:
        index.execute("PRAGMA secure_delete = ON")  # Erased names must not stay in free pages.
        if _form(index) != FORM:
            # A page and the thread that reads may both make it: the second one waits, and finds it.
            index.execute("BEGIN IMMEDIATE")
            if _form(index) != FORM:
                _make(index)
            index.commit()
    except sqlite3.DatabaseError:
        index.close()
        raise
    return index


def _form(index: sqlite3.Connection) -> object:
    return index.execute("PRAGMA user_version").fetchone()[0]


def _make(index: sqlite3.Connection) -> None:
    """Make the tables in place of those of another form, if there are any."""
    for (name,) in index.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        index.execute(f'DROP TABLE "{name}"')
    for statement in _SCHEMA.split(";"):
        index.execute(statement)
    index.execute(f"PRAGMA user_version = {FORM}")


Watch = Callable[[int, int], object]
"""What is told after each event how many have been read, and of how many."""


def bring_up_to_date(
    index: sqlite3.Connection, shelf: Shelf, *, again: bool = False, watch: Watch | None = None
) -> Indexed:
    """Read every event that is new or looks different, on all processors; `again` reads all.

    Each event is kept as soon as it is read, so an interrupted run continues where it stopped. With
    a `watch`, this process alone reads one after the other, so that it can do other things as well.
    """
    now = looks(shelf)
    known = dict(index.execute("SELECT event, looks FROM events"))
    gone = known.keys() - now.keys()
    for event in gone:
        take_out(index, event)
    index.commit()
    changed = [event for event in now if again or known.get(event) != now[event]]
    if changed:
        _bring_in(index, shelf, now, changed, watch)
    return Indexed(read=len(changed), gone=len(gone))


def _bring_in(
    index: sqlite3.Connection,
    shelf: Shelf,
    now: Mapping[str, str],
    changed: Sequence[str],
    watch: Watch | None,
) -> None:
    from roundbook.cli.session.batch import progress  # It loads what opens a tournament.

    read = _read(shelf, changed, alone=watch is not None)
    for done, (event, lines) in enumerate(
        read if watch else progress(read, "events", len(changed)), start=1
    ):
        if watch:
            watch(done, len(changed))
        take_out(index, event)
        _put(index, now[event], lines)
        index.commit()
    # At the end, since the copy that records an erasure may be read after the others.
    _spread_erasures(index)


def _spread_erasures(index: sqlite3.Connection) -> None:
    """Take people who were erased from one copy of an event out of the lines of all others.

    Archives, and files that ledgers were made from, keep their names; their numbers are the same.
    """
    events = events_of(index)
    gone: dict[str, set[str]] = {}
    for one in events:
        for same in filter(None, (one.same, one.told)):
            gone.setdefault(same, set()).update(one.gone)
    for one in events:
        for player in sorted(gone.get(one.same, ())):
            where = (one.event, player)
            rows = index.execute("SELECT told FROM placings WHERE event = ? AND player = ?", where)
            for line in _lines(rows.fetchall(), Placing):
                index.execute(
                    "UPDATE placings SET person = '', shown = '', told = ? "
                    "WHERE event = ? AND player = ?",
                    (_packed(replace(line, person="", shown="")), *where),
                )
    index.commit()


FEW = 3
"""Up to this number, events are read faster by this process than by new ones."""


def _read(shelf: Shelf, events: Sequence[str], *, alone: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield each event as it has been read, in no particular order."""
    if not events:
        return
    from roundbook.cli.shelf.reading import read_event  # It loads every reader.

    if alone or len(events) <= FEW:
        for event in events:
            yield event, read_event(shelf, event)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed

    # This process may be allowed fewer processors than the machine has.
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    workers = min(there or 1, len(events))
    with ProcessPoolExecutor(workers) as pool:
        jobs = {pool.submit(read_event, shelf, event): event for event in events}
        try:
            for job in as_completed(jobs):
                yield jobs[job], job.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _put(index: sqlite3.Connection, looks: str, lines: Any) -> None:
    event, placings, matches = lines
    index.execute("INSERT INTO events VALUES (?, ?, ?)", (event.event, looks, _packed(event)))
    index.executemany(
        "INSERT INTO placings VALUES (?, ?, ?, ?, ?)",
        ((one.event, one.player, one.person, one.shown, _packed(one)) for one in placings),
    )
    index.executemany(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?)",
        ((one.event, one.match, one.first, one.second, _packed(one)) for one in matches),
    )


def _packed(line: Struct) -> str:
    return msgspec.json.encode(line).decode()


def _lines(rows: Iterable[tuple[str]], of: type[Line]) -> list[Line]:
    return msgspec.json.Decoder(of).decode_lines("\n".join([told for (told,) in rows]))


# Questions to an index.


def events_of(index: sqlite3.Connection) -> list[ShelfEvent]:
    """Return all events, the latest first; those without a day last."""
    found = _lines(index.execute("SELECT told FROM events"), ShelfEvent)
    found.sort(key=lambda one: one.event)
    return sorted(found, key=lambda one: one.end or one.start or "", reverse=True)


def relied_on(events: Iterable[ShelfEvent]) -> dict[str, ShelfEvent]:
    """Return the events that count, by path: of several copies of one event, the longest.

    Damaged and unreadable ones do not count, nor does a file of which a ledger was made.
    """
    best: dict[str, ShelfEvent] = {}
    sound = [one for one in events if one.trouble is None and one.what != "parcel"]
    ledgers = {one.told for one in sound if one.told}
    for one in sorted(sound, key=lambda one: (-one.entries, one.what != "ledger", one.event)):
        if one.what != "file" or one.same not in ledgers:
            best.setdefault(one.same, one)
    return {one.event: one for one in best.values()}


def placings_of(index: sqlite3.Connection, events: Iterable[str]) -> list[Placing]:
    """Return everybody's placings at these events."""
    wanted = set(events)
    rows = index.execute("SELECT event, told FROM placings ORDER BY event, player")
    return _lines(((told,) for event, told in rows if event in wanted), Placing)


def people_called(index: sqlite3.Connection, text: str) -> list[Placing]:
    """Return the placings of people with this Player ID; else of those whose name contains it."""
    found = _lines(index.execute("SELECT told FROM placings WHERE person = ?", (text,)), Placing)
    if found:
        return found
    rows = index.execute("SELECT shown, told FROM placings")
    wanted = text.casefold()
    return _lines(((told,) for shown, told in rows if wanted in shown.casefold()), Placing)


def matches_of(index: sqlite3.Connection, placings: Iterable[Placing]) -> list[PlayedMatch]:
    """Return the matches of a person, given the placings."""
    found: list[PlayedMatch] = []
    for one in placings:
        rows = index.execute(
            "SELECT told FROM matches WHERE event = ? AND ? IN (first, second) ORDER BY match",
            (one.event, one.player),
        )
        found += _lines(rows, PlayedMatch)
    return found
