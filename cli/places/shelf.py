"""The file of a shelf's index: in the folder that holds the events, or at home for a database."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from roundbook.cli.places.layout import digest, is_address, own_home
from roundbook.cli.places.members import Anywhere, Place
from roundbook.ledger.errors import UNDECODABLE, Refused, Unreadable
from roundbook.ledger.storage.disk import make_folder, put, read_whole, unwritten

if TYPE_CHECKING:
    import sqlite3

INDEX = ".roundbook-shelf.sqlite"
"""The name of the index; it is for its owner only, because it contains names."""

INDICES = "shelves"
"""The folder at home with the index of each database, for each of its users."""

DEEPEST = 3
"""The number of levels of subfolders that belong to a shelf."""

TABLES = ("placings", "matches", "events")
"""The tables with lines of an event, whose `event` is its path below the shelf."""


class Elsewhere(Protocol):
    """Many events that are not in a folder: those in a database. As text, it has no password."""

    @property
    def whole(self) -> str:
        """The key of the database, the same for every user and spelling of the address."""
        ...

    @property
    def user(self) -> str:
        """The user of the database, who may be one that does not see names."""
        ...

    @property
    def only(self) -> str | None:
        """The only tournament that was named, if it is not about all."""
        ...

    def address_of(self, name: str) -> str:
        """Return the address of a tournament as people write it."""
        ...

    def looks(self) -> dict[str, str]:
        """Return what each tournament looks like, which any change alters."""
        ...

    def opened(self, name: str) -> AbstractContextManager[Place]:
        """Open the place of one of its tournaments with a connection of its own."""
        ...


Shelf = Path | Elsewhere
"""Many events together: those in a folder, or those in a database."""


def index_of(shelf: Shelf) -> Path:
    """Return the file of a shelf's index. Users of a database may see different names there."""
    if isinstance(shelf, Path):
        return shelf / INDEX
    user = sha256(shelf.user.encode(errors="surrogateescape")).hexdigest()[:8]
    return own_home() / INDICES / f"{digest(shelf.whole)}-{user}.sqlite"


def rules_beside(shelf: Shelf) -> dict[str, Path]:
    """Return the rules for season points next to a shelf's index, by the names of their files."""
    found = index_of(shelf).parent.glob("*.toml")
    return {one.name: one for one in sorted(found) if one.is_file()}


def path_of(shelf: Shelf, event: str) -> str:
    """Return where an event of a shelf is, as it can be typed."""
    if isinstance(shelf, Path):
        return event if is_address(event) else str(shelf / event)
    return shelf.address_of(event)


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


# Databases whose events stand on the shelf of a folder as well. That is kept at home: a file in the
# folder might come from somebody else, and lead this program to their server.


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
            f"{address} cannot be read without what speaks to databases.",
            where=address,
            hint="Install roundbook[postgres].",
        ) from error
    return hall(address)


def join(folder: Path, address: str) -> None:
    """Put the events of a database on the shelf of a folder. Raises Refused, Unreadable."""
    there = elsewhere(address)
    if there.only is not None:
        raise Refused(
            f"{there.address_of(there.only)} is a tournament, not a database of several.",
            hint="Give the address without the name of the tournament.",
        )
    if str(there) != address:
        raise Refused(
            "an address that is kept must not have a password in it.",
            hint="Leave it out, and put the password in ~/.pgpass.",
        )
    _keep_also(folder, also_there(folder).databases | {address: there.whole})


def part(folder: Path, address: str) -> None:
    """Take the events of a database off the shelf of a folder. Raises Refused, Unreadable."""
    kept = also_there(folder).databases
    if address not in kept:
        there = ", ".join(kept) or "there is none"
        raise Refused(f"{address} is not on this shelf.", hint=f"Its databases: {there}.")
    _keep_also(folder, {one: key for one, key in kept.items() if one != address})


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


def take_out(index: "sqlite3.Connection", event: str) -> None:
    """Take the lines of an event out of an index."""
    for table in TABLES:
        # The names of the tables are ours.
        index.execute(f"DELETE FROM {table} WHERE event = ?", (event,))  # noqa: S608


def forget(folder: Anywhere) -> None:
    """Take an event out of the index of every shelf that holds it, so that it is read again.

    Whoever was erased from the event is then in no index either.
    """
    for file, event in _indices(folder):
        import sqlite3  # Hardly any folder is on a shelf.

        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as index:
            index.execute("PRAGMA secure_delete = ON")
            take_out(index, event)
            index.commit()


def indices_at_home(place: Place) -> list[Path]:
    """Return the indices of the database that a tournament is in, one for each user."""
    return sorted((own_home() / INDICES).glob(f"{digest(place.around)}-*.sqlite"))


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
