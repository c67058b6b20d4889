"""Reads and writes all files that belong to a tournament, or are in the user's own folder.

Each file is a member with a name, such as `people.json` or `sources/….tdf`. Other code never joins
paths to these folders or opens files in them, so a tournament may be in a folder or elsewhere.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.disk import LEDGER

if TYPE_CHECKING:
    from roundbook.ledger.storage.jsonl import JsonlStore
    from roundbook.ledger.storage.store import LastingStore

Made = TypeVar("Made")


class Version(NamedTuple):
    """Which file it is, its size, and when it was last written; different after each write."""

    file: int
    size: int
    at: int


NO_FILE = Version(0, 0, 0)


class Place(Protocol):
    """The place of one tournament: its ledger and the members next to it, by name.

    Its promises, each tested by `tests/cli/test_members.py`:

    1. Reading returns, byte for byte, what was last written, to every reader.
    2. A member is complete or not there: a write that raises has changed nothing. A write that
       returns is durable, as an append to the ledger is.
    3. A `private` member can be read, from its first byte on, only by those who may know names.
    4. Lines are appended in the order of writing, and none is lost when several writers append.
    5. A removed member is gone for every reader, and durably once its shelf is settled; removing it
       twice is harmless.
    6. A version changes with each write, and only then.
    7. A lock has one holder at a time, and is released when the holder ends, however that happens.
    8. The ledger and its head are members too, for proofs and copies: they are only read.

    Signing keys, the secrets for draws, and the notes on what was last seen are never in a place:
    anyone who restores or reads it could forge, foresee, or hide what they did. They are files at
    home.
    """

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Its name among other tournaments, even if it was given as `.`."""
        ...

    @property
    def whole(self) -> str:
        """Its full path or address, which no other place has."""
        ...

    @property
    def around(self) -> str:
        """The full path or address of the folder or database that it is in."""
        ...

    def free_name(self) -> str:
        """Return a name for a copy next to it, which nothing has: `cup-2`."""
        ...

    def store(self) -> "LastingStore":
        """Return the store of the ledger without reading it."""
        ...

    def make(self) -> "LastingStore":
        """Create an empty ledger. Raises Unreadable if there is one."""
        ...

    def founding(self, make: Callable[[], Made]) -> AbstractContextManager[Made]:
        """Create a tournament here; leave nothing behind if the creation fails."""
        ...

    def where(self, name: str) -> str:
        """Return a member's path or address, only for showing it to people."""
        ...

    def has(self, name: str) -> bool:
        """Tell whether the member exists."""
        ...

    def is_taken(self, name: str) -> bool:
        """Tell whether anything has that name, even if it is not a member."""
        ...

    def read(self, name: str, most: int = -1) -> bytes:
        """Return the contents of a member, or its first `most` bytes.

        Raises FileNotFoundError if it does not exist, OSError, and Unreadable if it is far too
        large.
        """
        ...

    def names(self, shelf: str) -> list[str]:
        """Return the members of a shelf in order, at any depth; empty if there are none."""
        ...

    def version(self, name: str) -> Version:
        """Return a member's version, which shows without reading whether it was written since."""
        ...

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:
        """Write a member durably, replacing the old one as a whole. Raises Unreadable."""
        ...

    def append(self, name: str, line: bytes) -> None:
        """Append a line, given without LF. Raises OSError."""
        ...

    def remove(self, name: str) -> None:
        """Remove a member, which may be gone already. Raises Unreadable."""
        ...

    def settle(self, *shelves: str) -> None:
        """Wait until removals from these shelves, or next to them, are durable."""
        ...

    def held(self, name: str) -> AbstractContextManager[None]:
        """Hold a lock, alone. Raises OSError."""
        ...


def free(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the first of `cup-2`, `cup-3` … that is not taken."""
    return next(one for number in count(2) if not is_taken(one := f"{name}-{number}"))


class Folder(NamedTuple):
    """A folder as a tournament's place or as the user's own folder: each member is a file."""

    path: Path

    @property
    def name(self) -> str:
        """Return the last part of its path."""
        return self.path.resolve().name

    @property
    def whole(self) -> str:
        """Return its path."""
        return str(self.path.resolve())

    @property
    def around(self) -> str:
        """Return the path of the folder around it."""
        return str(self.path.resolve().parent)

    def free_name(self) -> str:
        """Return the name of a file or folder that does not exist."""
        among = self.path.resolve().parent
        return free(self.name, lambda one: (among / one).exists())

    def store(self) -> "JsonlStore":
        """Return the ledger file."""
        # It loads what reads a ledger, and an index of many has been told what it needs.
        from roundbook.ledger.storage.jsonl import JsonlStore

        return JsonlStore(self.path)

    def make(self) -> "JsonlStore":
        """Create the folder if necessary, and an empty ledger."""
        from roundbook.ledger.storage.jsonl import JsonlStore

        return JsonlStore.create(self.path)

    @contextmanager
    def founding(self, make: Callable[[], Made]) -> Iterator[Made]:
        """Create the folder of a tournament, or nothing at all."""
        folder = self.path
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        kept = set(folder.iterdir()) if folder.is_dir() else set[Path]()
        ours = True
        try:
            try:
                made = make()
            except Unreadable:
                ours = False  # Another desk was first, or nothing could be written.
                raise
            except BaseException:
                # Interrupted: an empty ledger is ours, one with a line cannot be.
                ours = not self.version(LEDGER).size
                raise
            yield made
        except BaseException:
            from shutil import rmtree

            with suppress(OSError):
                # The files of another desk that was first are theirs.
                for path in sorted(set(folder.iterdir()) - kept) if ours else ():
                    rmtree(path) if path.is_dir() else path.unlink()
                for path in missing:
                    path.rmdir()
            raise

    def where(self, name: str) -> str:
        """Return the path of a file."""
        return str(self.path.joinpath(*name.split("/")))

    def has(self, name: str) -> bool:
        """Tell whether the file exists."""
        return self._path(name).is_file()

    def is_taken(self, name: str) -> bool:
        """Tell whether anything exists under that path."""
        return self._path(name).exists()

    def read(self, name: str, most: int = -1) -> bytes:
        """Return the bytes of a file; raises Unreadable for a pipe, a device or a folder too."""
        path = self._path(name)
        if "/" in name or name == LEDGER:
            disk.refuse_link(path)
        if most >= 0:
            return disk.read_start(path, most)
        return disk.read_whole(path, disk.MAX_LEDGER if name == LEDGER else disk.MAX_FILE)

    def names(self, shelf: str) -> list[str]:
        """Return the files and links in a folder, at any depth."""
        folder = self._path(shelf)
        disk.refuse_link(folder)
        files = (one for one in folder.rglob("*") if one.is_symlink() or not one.is_dir())
        return sorted(path.relative_to(self.path).as_posix() for path in files)

    def version(self, name: str) -> Version:
        """Return the version of a file."""
        try:
            found = _status(self.path, name)
        except OSError:
            return NO_FILE
        return Version(found.st_ino, found.st_size, found.st_mtime_ns)

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:
        """Replace a file as a whole."""
        path = self._path(name)
        try:
            if path.parent != self.path:
                disk.make_folder(path.parent)
            disk.put(path, data, private=private)
        except OSError as error:
            raise disk.unwritten(error, path) from error

    def append(self, name: str, line: bytes) -> None:
        """Append to a file without waiting for the disk."""
        disk.append(self._path(name), line + b"\n")

    def remove(self, name: str) -> None:
        """Unlink a file."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise disk.unwritten(error, path) from error

    def settle(self, *shelves: str) -> None:
        """Make removals from these folders durable."""
        for folder in (self._path(shelf) for shelf in shelves or ("",)):
            try:
                if folder.is_dir():
                    disk.make_names_durable(folder)
            except OSError as error:
                raise disk.unwritten(error, folder) from error

    def held(self, name: str) -> AbstractContextManager[None]:
        """Hold a lock, which is a file of its own."""
        return disk.locked_to_write(self._path(name))

    def _path(self, name: str) -> Path:
        """Return a path. Raises Unreadable if a link would lead out of the folder on the way.

        A folder from somebody else must not lead anyone to read, write or delete what is theirs.
        """
        *shelves, last = name.split("/")
        path = self.path
        for shelf in shelves:
            path = path / shelf
            disk.refuse_link(path)
        return path / last


Anywhere = Path | Place
"""A tournament's location as given: the path of a folder, or another place."""


def at(named: Anywhere) -> Place:
    """Return the place for a location."""
    return Folder(named) if isinstance(named, Path) else named


def set_aside(place: Anywhere, name: str, data: bytes) -> str:
    """Keep bytes that cannot stay where they are in the quarantine; return their name there.

    They stay for good. If the name is taken by other bytes, a number is added. The same bytes are
    kept once, so an interrupted command can be repeated. They may be names, so only their owner can
    read them. Raises Unreadable.
    """
    there = at(place)
    names = (f"{disk.FOLDER}/{name}{f'-{number}' * (number > 1)}" for number in count(1))
    free = next(one for one in names if not there.has(one) or there.read(one) == data)
    there.write(free, data, private=True)
    return free


def write_all(folder: Path, members: Mapping[str, bytes]) -> None:
    """Create a new folder with these members, readable only by its owner. Raises Unreadable.

    It does not wait for the disk, since it can be repeated.
    """
    try:
        for name, data in members.items():
            path = folder.joinpath(*name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.put(path, data, private=True, wait=False)
    except OSError as error:
        raise disk.unwritten(error, folder) from error


def below(folder: Path, holding: str, *, deepest: int) -> Iterator[Path]:
    """Yield the folders down to `deepest` that contain this member, in order, except hidden."""
    return (one for one, holds in within(folder, holding, deepest=deepest) if holds)


def within(folder: Path, holding: str, *, deepest: int) -> Iterator[tuple[Path, bool]]:
    """Yield a folder and those in it, down to `deepest`, and whether each contains this member.

    Folders below one that contains it are skipped.
    """
    is_here = has(folder, holding)
    yield folder, is_here
    if deepest and not is_here:
        with suppress(OSError), os.scandir(folder) as found:
            names = [one.name for one in found if one.is_dir(follow_symlinks=False)]
            for name in sorted(one for one in names if not one.startswith(".")):
                yield from within(folder / name, holding, deepest=deepest - 1)


def has(folder: Path, name: str) -> bool:
    """Tell whether the folder contains anything with that name except a folder."""
    try:
        return not stat.S_ISDIR(_status(folder, name).st_mode)
    except OSError:
        return False


def _status(folder: Path, name: str) -> os.stat_result:
    """Return a file's status without making a path object, which is slow for thousands of files."""
    return os.stat(f"{folder}/{name}")  # noqa: PTH116 - See above.
