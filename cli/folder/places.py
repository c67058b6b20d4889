"""Where the tournaments lie that are served together: in a folder, or in a database.

What answers requests never waits for a network: `stamps` is what is known already, and `look` may
take its time. How each kind keeps these promises, `tests/web/test_database.py` holds.
"""

import zlib
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import NamedTuple, Protocol

from cli.folder import layout
from cli.folder.layout import (
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
from cli.folder.members import NO_FILE, Anywhere, Place, Version, at
from ledger.errors import Unreadable
from ledger.storage.disk import unread

DEEPEST = 2
"""So many folders below the one that is served are looked into."""


class Stamps(NamedTuple):
    """How the ledger and the names of a tournament stand, and its colour and logo."""

    ledger: Version
    people: Version
    look: Version = NO_FILE

    @classmethod
    def of(cls, folder: Anywhere) -> "Stamps":
        """Look at the three files of a folder."""
        return cls(*(at(folder).version(name) for name in (LEDGER, PEOPLE, LOOK)))

    def version(self, seq: int, leaf: str) -> str:
        """Return what tells two states apart, the same after a restart: the entry, the names."""
        beside = (self.people, *([self.look] if self.look != NO_FILE else []))
        return f"{seq}-{leaf[:8]}-{zlib.crc32(repr([*map(tuple, beside)]).encode()):08x}"


class Places(Protocol):
    """Where many tournaments lie, or the one that is served alone.

    1. `tournaments`, `apart`, `stamps`, `holds` and `missing` answer from memory, or at once.
    2. `look` asks the tournament itself, and `found` for all; what was seen is known from then on.
    3. `new` names a place where nothing lies yet, and makes nothing.
    4. While `followed`, what anybody writes is known within seconds, also after a lost connection.
    """

    @property
    def whole(self) -> str:
        """Its path or address in full, by which its doors are kept; no other has it."""
        ...

    @property
    def is_one(self) -> bool:
        """Whether this is one tournament, and none can be begun beside it."""
        ...

    def tournaments(self) -> Iterable[Anywhere]:
        """Return those that are there."""
        ...

    def found(self) -> Iterable[Anywhere]:
        """Look which are there now. Raises Unreadable where nobody answers."""
        ...

    def apart(self, one: Anywhere) -> Anywhere:
        """Return the same place for whoever works there, whom no other keeps waiting."""
        ...

    def holds(self, one: Anywhere) -> bool:
        """Tell whether one that was there still is."""
        ...

    def stamps(self, one: Anywhere) -> Stamps:
        """Return how one stands, as far as is known."""
        ...

    def look(self, one: Anywhere) -> Stamps:
        """Return how one stands. Raises Unreadable where it cannot be reached."""
        ...

    def new(self, name: str) -> Anywhere:
        """Return the place of a new tournament: `name-2`, where there is `name`."""
        ...

    def missing(self) -> str:
        """Say in a sentence why nothing can be served now; nothing where all is well."""
        ...

    def followed(self) -> AbstractContextManager[object]:
        """Hear what others write for as long as pages are served. Raises Unreadable."""
        ...


class FolderOfMany(NamedTuple):
    """The tournaments in a folder and below, or the one that it is."""

    path: Path

    @property
    def whole(self) -> str:
        """Return its path."""
        return at(self.path).whole

    @property
    def is_one(self) -> bool:
        """Tell whether a ledger lies in the folder itself."""
        return is_tournament(self.path)

    def tournaments(self) -> Iterable[Path]:
        """Walk through the folders."""
        return layout.tournaments(self.path, deepest=DEEPEST)

    def found(self) -> Iterable[Path]:
        """Walk through the folders."""
        return self.tournaments()

    def apart(self, one: Anywhere) -> Anywhere:
        """Return the folder: who reads a file keeps nobody waiting."""
        return one

    def holds(self, one: Anywhere) -> bool:
        """Tell whether its ledger lies there."""
        return is_tournament(one)

    def stamps(self, one: Anywhere) -> Stamps:
        """Look at its files."""
        return Stamps.of(one)

    def look(self, one: Anywhere) -> Stamps:
        """Look at its files."""
        return Stamps.of(one)

    def new(self, name: str) -> Path:
        """Return a folder that does not exist yet."""
        return new_folder(self.path, name)

    def missing(self) -> str:
        """Say that the folder is gone, such as with its disk."""
        return "" if is_folder(self.path) else "The folder to serve does not exist."

    def followed(self) -> AbstractContextManager[object]:
        """A disk is asked each time: there is nothing to hear."""
        return nullcontext()


def called(one: Anywhere) -> str:
    """Return what a tournament is called; a folder named as the place where we are, is asked."""
    return one.name if one.name.strip(".") else name_of(one)


# Copies a tournament to another place, byte for byte: from a folder to a database, or back.

_OF_THE_PLACE = {LEDGER, HEAD, LOCK, PEOPLE_LOCK, SERVING}
"""What each place makes for itself."""


class Copied(NamedTuple):
    """How many lines were copied, and the names of the members beside them."""

    lines: int
    members: tuple[str, ...]


def copy(source: Anywhere, target: Anywhere) -> Copied:
    """Make the tournament at `source` once more at `target`, or nothing. Raises Unreadable.

    Nobody writes names meanwhile. The lines come last: as long as there is none, whatever breaks
    off leaves nothing behind.
    """
    with layout.founding(target, at(target).make) as record:
        there = at(target)
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
    """Return the members of a place, but those that each place makes for itself."""
    found: list[str] = []
    for member in MEMBERS:
        if member.shelf:
            found += place.names(member.name)
        elif member.name not in _OF_THE_PLACE and place.has(member.name):
            found.append(member.name)
    return found
