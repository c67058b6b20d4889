"""Databases whose events are also on a folder's shelf, and opening an event wherever it is."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import digest, is_address, own_home
from roundbook.cli.places.members import Anywhere, Place
from roundbook.cli.places.shelf import (
    DEEPEST,
    INDEX,
    INDICES,
    Elsewhere,
    Shelf,
    indices_at_home,
    take_out,
)
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable
from roundbook.ledger.storage.disk import make_folder, put, read_whole, unwritten

if TYPE_CHECKING:
    import sqlite3

# Which databases they are is kept at home: a file in the folder might come from somebody else, and
# lead this program to their server.


class AlsoThere(Struct, frozen=True, kw_only=True):
    """The databases on the shelf of a folder: the key of each, by its address."""

    folder: str
    databases: dict[str, str]


def _also(folder: Path) -> Path:
    return own_home() / INDICES / f"{digest(str(folder.resolve()))}.also"


def also_there(folder: Path) -> AlsoThere:
    """Return the databases on the shelf of a folder."""
    return _read_also(_also(folder)) or AlsoThere(folder=str(folder.resolve()), databases={})


def _read_also(file: Path) -> AlsoThere | None:
    with suppress(FileNotFoundError, *UNDECODABLE):
        return msgspec.json.decode(read_whole(file), type=AlsoThere)
    return None


def elsewhere(address: str) -> Elsewhere:
    """Return the database with an address, or the one that holds the tournament named by it."""
    try:
        from roundbook.cli.places.database import hall  # An extra, and rarely needed.
    except ImportError as error:
        raise Unreadable(
            f"{address} cannot be read: the packages for databases are not installed.",
            where=address,
            hint="Install roundbook[postgres].",
        ) from error
    return hall(address)


def join(folder: Path, address: str) -> None:
    """Put the events of a database on the shelf of a folder. Raises Refused, Unreadable."""
    there = elsewhere(address)
    if there.only is not None:
        raise Refused(
            f"{there.address_of(there.only)} is a single tournament, not a database of several.",
            hint="Give the address without the name of the tournament.",
        )
    if str(there) != address:
        raise Refused(
            "a saved address must not contain a password.",
            hint="Leave it out, and put the password in ~/.pgpass.",
        )
    _keep_also(folder, also_there(folder).databases | {address: there.whole})


def part(folder: Path) -> None:
    """Take the events of all databases off the shelf of a folder. Raises Unreadable."""
    _keep_also(folder, {})


def _keep_also(folder: Path, databases: dict[str, str]) -> None:
    kept = AlsoThere(folder=str(folder.resolve()), databases=databases)
    file = _also(folder)
    try:
        make_folder(file.parent, mode=0o700)
        put(file, msgspec.json.encode(kept) + b"\n", private=True)
    except OSError as error:
        raise unwritten(error, file) from error


def folders_with(place: Place) -> Iterator[tuple[Path, str]]:
    """Yield the folders on whose shelves a tournament of a database is, and its name there."""
    for file in sorted((own_home() / INDICES).glob("*.also")):
        kept = _read_also(file)
        if kept is None:
            continue
        for address, key in kept.databases.items():
            if key == place.around:
                yield Path(kept.folder), elsewhere(address).address_of(place.name)


# Reaching an event in a folder or in a database.


@contextmanager
def opened_at(shelf: Shelf, event: str) -> Iterator[Anywhere]:
    """Open the place of an event by its path below the shelf, or by its name in a database."""
    if isinstance(shelf, Path) and is_address(event):
        there = elsewhere(event)
        with there.opened(there.only or "") as place:
            yield place
    elif isinstance(shelf, Path):
        yield shelf / event
    else:
        with shelf.opened(event) as place:
            yield place


def forget(folder: Anywhere) -> None:
    """Take an event out of the index of every shelf that holds it, so that it is read again.

    Its archives, and the file that it was made from, are taken out as well: these still name people
    erased from the event, who would then be in no index.
    """
    for file, event in _indices(folder):
        import sqlite3  # Hardly any folder is on a shelf.

        with suppress(sqlite3.DatabaseError, *UNDECODABLE), closing(sqlite3.connect(file)) as index:
            index.execute("PRAGMA secure_delete = ON")
            for one in _copies(index, event):
                take_out(index, one)
            index.commit()


class _Indexed(Struct):
    """What an index knows of an event: its ledger, and the file that this was made from."""

    same: str
    told: str = ""


def _copies(index: "sqlite3.Connection", event: str) -> list[str]:
    """Return an event and its copies in an index."""
    rows = index.execute("SELECT event, told FROM events").fetchall()
    known = {name: msgspec.json.decode(told, type=_Indexed) for name, told in rows}
    own = known.get(event)
    same = {*filter(None, (own.same, own.told))} if own else set[str]()
    return [event, *(name for name, one in known.items() if one.same in same and name != event)]


def _indices(folder: Anywhere) -> Iterator[tuple[Path, str]]:
    """Yield the indices that may have lines of an event, and what they call it."""
    if not isinstance(folder, Path):
        yield from ((file, folder.name) for file in indices_at_home(folder))
        for shelf, event in folders_with(folder):
            if (shelf / INDEX).is_file():
                yield shelf / INDEX, event
        return
    here = folder.resolve()
    for shelf in [*here.parents][: DEEPEST + 1]:
        if (shelf / INDEX).is_file():
            yield shelf / INDEX, here.relative_to(shelf).as_posix()
