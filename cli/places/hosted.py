"""The set of tournaments that are served together: all in a folder, or all in a database.

Code that answers requests never waits for a network: `stamps` returns what is already known, while
`look` may take its time. `tests/web/test_database.py` tests the promises of both kinds.
"""

import zlib
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import NamedTuple, Protocol

from roundbook.cli.places import layout
from roundbook.cli.places.layout import (
    HEAD,
    LEDGER,
    LOCK,
    LOOK,
    MEMBERS,
    PEOPLE,
    PEOPLE_LOCK,
    SERVING,
    is_folder,
    is_tournament,
    name_of,
    names_people,
    new_folder,
)
from roundbook.cli.places.members import NO_FILE, Anywhere, Place, Version, at, has
from roundbook.cli.places.shelf import Shelf
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage.disk import unread

DEEPEST = 2
"""How many levels of folders below the served one are searched."""


class Stamps(NamedTuple):
    """The versions of a tournament's ledger, its names, and its colour and logo."""

    ledger: Version
    people: Version
    look: Version = NO_FILE

    @classmethod
    def of(cls, folder: Anywhere) -> "Stamps":
        """Return the current versions of the three files."""
        return cls(*(at(folder).version(name) for name in (LEDGER, PEOPLE, LOOK)))

    def version(self, seq: int, leaf: str) -> str:
        """Return a string that differs for every state, from the last entry and the versions.

        It is the same after a restart.
        """
        beside = (self.people, *([self.look] if self.look != NO_FILE else []))
        return f"{seq}-{leaf[:8]}-{zlib.crc32(repr([*map(tuple, beside)]).encode()):08x}"


class Places(Protocol):
    """Many tournaments, or one that is served alone.

    1. `tournaments`, `apart`, `stamps`, `holds` and `missing` answer from memory, or at once.
    2. `look` asks about one tournament and `found` about all; the answer is known from then on.
    3. `new` returns a free place without creating anything. Raises Unreadable if `missing`.
    4. While `followed`, writes by others are known within seconds, even after a lost connection.
    """

    @property
    def whole(self) -> str:
        """Its unique full path or address, which also names its access list."""
        ...

    @property
    def is_one(self) -> bool:
        """Whether this is a single tournament, so that no others can be opened next to it."""
        ...

    @property
    def around(self) -> "Sequence[Path | Places]":
        """The larger places that contain it, and may be served instead."""
        ...

    @property
    def shelf(self) -> Shelf:
        """All its events together, also those that are not served."""
        ...

    def tournaments(self) -> Iterable[Anywhere]:
        """Return the known tournaments."""
        ...

    def found(self) -> Iterable[Anywhere]:
        """Look for the tournaments that exist now. Raises Unreadable if there is no answer."""
        ...

    def apart(self, one: Anywhere) -> Anywhere:
        """Return the same place for separate use, so that slow work delays nothing else."""
        ...

    def holds(self, one: Anywhere) -> bool:
        """Tell whether a known tournament still exists."""
        ...

    def stamps(self, one: Anywhere) -> Stamps:
        """Return the known versions of a tournament."""
        ...

    def look(self, one: Anywhere) -> Stamps:
        """Return the current versions of a tournament. Raises Unreadable without an answer."""
        ...

    def new(self, name: str) -> Anywhere:
        """Return the place of a new tournament: `name-2` if `name` exists."""
        ...

    def missing(self) -> str:
        """Return a sentence on why nothing can be served; empty if all is well."""
        ...

    def followed(self) -> AbstractContextManager[object]:
        """Follow what others write while pages are served. Raises Unreadable."""
        ...


class FolderOfMany:
    """The tournaments in a folder and below, or the single one that the folder is."""

    def __init__(self, path: Path) -> None:
        """Look for the server's lock: only the folder that contains it is the one being served.

        A folder that is read-only has no lock, so the system's number for it is remembered too.
        """
        self.path = path
        self._is_locked = has(path, SERVING)
        self._number = _number_of(path)

    @property
    def whole(self) -> str:
        """Return its path."""
        return at(self.path).whole

    @property
    def is_one(self) -> bool:
        """Tell whether the folder itself contains a ledger."""
        return is_tournament(self.path)

    @property
    def around(self) -> Sequence[Path]:
        """Return the folders around it."""
        return self.path.resolve().parents[:DEEPEST]

    @property
    def shelf(self) -> Path:
        """Return the folder."""
        return self.path

    def tournaments(self) -> Iterable[Path]:
        """Walk through the folders."""
        return layout.tournaments(self.path, deepest=DEEPEST)

    def found(self) -> Iterable[Path]:
        """Walk through the folders."""
        return self.tournaments()

    def apart(self, one: Anywhere) -> Anywhere:
        """Return the folder itself: reading files delays nothing else."""
        return one

    def holds(self, one: Anywhere) -> bool:
        """Tell whether its ledger exists."""
        return is_tournament(one)

    def stamps(self, one: Anywhere) -> Stamps:
        """Look at its files."""
        return Stamps.of(one)

    def look(self, one: Anywhere) -> Stamps:
        """Look at its files."""
        return Stamps.of(one)

    def new(self, name: str) -> Path:
        """Return a folder that does not exist yet."""
        if gone := self.missing():
            raise Unreadable(gone)  # The page lists the tournaments too, so it says so itself.
        return new_folder(self.path, name)

    def missing(self) -> str:
        """Say whether the folder is gone; without its disk, an empty one may be left."""
        if not is_folder(self.path):
            return (
                "The served folder is missing: it was moved, or its disk was removed. "
                "Put it back where it was."
            )
        if self._is_replaced():
            return (
                "The served folder is not the one that `serve` was started with: it was replaced, "
                "or its disk was removed. Put it back, or stop `serve` and start it again."
            )
        return ""

    def _is_replaced(self) -> bool:
        """Tell whether another folder has its path, such as the mount point of a removed disk.

        The number alone does not tell: a disk that was removed and is back may have another.
        """
        if self._is_locked:
            return not has(self.path, SERVING)
        return _number_of(self.path) != self._number and not any(self.tournaments())

    def followed(self) -> AbstractContextManager[object]:
        """Do nothing: files are looked at each time."""
        return nullcontext()


def _number_of(folder: Path) -> tuple[int, int] | None:
    """Return the number that no other folder has at this moment; None without a folder."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def called(one: Anywhere) -> str:
    """Return the name of a tournament; for `.`, that of the current folder."""
    return one.name if one.name.strip(".") else name_of(one)


# Copies a tournament to another place, byte for byte: from a folder to a database, or back.

_OF_THE_PLACE = {LEDGER, HEAD, LOCK, PEOPLE_LOCK, SERVING}
"""Members that each place creates for itself."""


class Copied(NamedTuple):
    """How many lines were copied, and the names of the other members."""

    lines: int
    members: tuple[str, ...]


def copy(source: Anywhere, target: Anywhere) -> Copied:
    """Copy the tournament at `source` to `target`, or copy nothing. Raises Unreadable.

    The source is locked while it is read. The lines are written last: a copy that breaks off before
    then leaves nothing behind.
    """
    there = at(target)
    layout.refuse_taken(
        target, instead=f"Copy it under a name that is not in use, such as {there.free_name()}."
    )
    with layout.founding(target, there.make) as record:
        with ExitStack() as alone:
            try:
                for lock in (PEOPLE_LOCK, LOCK):
                    alone.enter_context(at(source).held(lock))
                beside = {name: at(source).read(name) for name in _beside(at(source))}
                lines = layout.lines(source)
            except OSError as error:
                raise unread(error, layout.path_of(source)) from error
        for name, data in beside.items():
            there.write(name, data, private=names_people(name))
        if odd := next((name for name, data in beside.items() if there.read(name) != data), None):
            msg = f"{there.where(odd)} does not match what was written there."
            raise Unreadable(msg, where=there.where(odd), hint="Repeat the command.")
        record.append(lines, after=0)
    return Copied(len(lines), tuple(beside))


def _beside(place: Place) -> list[str]:
    """Return the members of a place, except those that each place creates for itself."""
    found: list[str] = []
    for member in MEMBERS:
        if member.shelf:
            found += place.names(member.name)
        elif member.name not in _OF_THE_PLACE and place.has(member.name):
            found.append(member.name)
    return found
