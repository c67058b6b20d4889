"""The only hands that touch what lies with a tournament, or in the user's own folder.

What lies there is called by its name, such as `people.json` or `sources/….tdf`: nobody else joins
a path to such a folder, or opens a file in it. So a tournament may lie in a folder or elsewhere.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from ledger.errors import Unreadable
from ledger.storage import disk, locks
from ledger.storage.jsonl import LEDGER, JsonlStore
from ledger.storage.store import LastingStore

Made = TypeVar("Made")


class Version(NamedTuple):
    """Which file it is, how long, and when it was last written: another one after each write."""

    file: int
    size: int
    at: int


NO_FILE = Version(0, 0, 0)


class Place(Protocol):
    """Where one tournament lies: its record, and the members beside it, by their names.

    Its promises, each one held by `tests/cli/test_members.py`:

    1. What was written is read back byte for byte, by whoever looks; the last that was written.
    2. A member is whole or not there: a write that raises has changed nothing. One that returns is
       durable, as an append to the record is.
    3. A `private` member is from its first byte on for those alone who may know names.
    4. Lines are added behind those that are there, in the order of their writing, and none is lost
       where several add some.
    5. What is removed is gone for every reader, and durably once its shelf is settled; removing
       twice is no trouble.
    6. A version is another one after each write, and the same as long as there was none.
    7. A lock is held by one at a time, and let go of with its holder, however that ends.
    8. The ledger and its head are members too, for those who prove or copy: they are only read.

    Signing keys, the secrets of draws, and what was last seen of a ledger never lie in a place:
    who restores or reads it could forge, foresee, or hide what they did. They are files at home.
    """

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """What it is called among others, wherever we look at it from."""
        ...

    @property
    def whole(self) -> str:
        """Its path or address in full, which no other place has."""
        ...

    @property
    def around(self) -> str:
        """The path or address in full of what it lies in, among others."""
        ...

    def store(self) -> LastingStore:
        """Return what keeps the record; nothing is read yet."""
        ...

    def make(self) -> LastingStore:
        """Make an empty record. Raises Unreadable if there is one."""
        ...

    def founding(self, make: Callable[[], Made]) -> AbstractContextManager[Made]:
        """Make a tournament here, and leave nothing behind if it comes to nothing."""
        ...

    def where(self, name: str) -> str:
        """Return where a member lies, for people: nobody opens it by that."""
        ...

    def has(self, name: str) -> bool:
        """Tell whether there is such a member."""
        ...

    def is_taken(self, name: str) -> bool:
        """Tell whether anything has that name, be it a member or not."""
        ...

    def read(self, name: str, most: int = -1) -> bytes:
        """Return what a member holds, or its first `most` bytes.

        Raises FileNotFoundError for none, OSError, and Unreadable for what is far too large.
        """
        ...

    def names(self, shelf: str) -> list[str]:
        """Return the members of a shelf, in order, also further below; none where none is."""
        ...

    def version(self, name: str) -> Version:
        """Return what tells, without reading, whether a member was written since."""
        ...

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:
        """Make a member with this content, or leave the old one, durably. Raises Unreadable."""
        ...

    def append(self, name: str, line: bytes) -> None:
        """Write a line, without LF, behind those that are there. Raises OSError."""
        ...

    def remove(self, name: str) -> None:
        """Take a member away; it may be gone already. Raises Unreadable."""
        ...

    def settle(self, *shelves: str) -> None:
        """Wait until what was removed from these shelves, or beside them, is gone for good.

        Raises Unreadable.
        """
        ...

    def held(self, name: str) -> AbstractContextManager[None]:
        """Hold a lock while nobody else does. Raises OSError."""
        ...


class Folder(NamedTuple):
    """A folder as the place of a tournament, or as the user's own: each member is a file."""

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

    def store(self) -> JsonlStore:
        """Return the ledger file."""
        return JsonlStore(self.path)

    def make(self) -> JsonlStore:
        """Make the folder, if need be, and an empty ledger."""
        return JsonlStore.create(self.path)

    @contextmanager
    def founding(self, make: Callable[[], Made]) -> Iterator[Made]:
        """Make the folder of a tournament, or nothing at all."""
        folder = self.path
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        kept = set(folder.iterdir()) if folder.is_dir() else set[Path]()
        ours = True
        try:
            try:
                made = make()
            except Unreadable:
                ours = False  # Somebody else was first, or nothing could be written.
                raise
            except BaseException:
                # We were stopped on the way: an empty ledger is ours, one with a line cannot be.
                ours = not self.version(LEDGER).size
                raise
            yield made
        except BaseException:
            with suppress(OSError):
                # What lies in the folder of somebody who was first is theirs.
                for path in sorted(set(folder.iterdir()) - kept) if ours else ():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                for path in missing:
                    path.rmdir()
            raise

    def where(self, name: str) -> str:
        """Return the path of a file."""
        return str(self._path(name))

    def has(self, name: str) -> bool:
        """Tell whether there is such a file."""
        return self._path(name).is_file()

    def is_taken(self, name: str) -> bool:
        """Tell whether anything lies there."""
        return self._path(name).exists()

    def read(self, name: str, most: int = -1) -> bytes:
        """Return the bytes of a file; raises Unreadable for a pipe, a device or a folder too."""
        path = self._path(name)
        if most >= 0:
            return disk.read_start(path, most)
        return disk.read_whole(path, disk.MAX_LEDGER if name == LEDGER else disk.MAX_FILE)

    def names(self, shelf: str) -> list[str]:
        """Return the files below a folder, and links."""
        files = (
            one for one in self._path(shelf).rglob("*") if one.is_symlink() or not one.is_dir()
        )
        return sorted(path.relative_to(self.path).as_posix() for path in files)

    def version(self, name: str) -> Version:
        """Return which file it is, and when it was last written."""
        try:
            found = _status(self.path, name)
        except OSError:
            return NO_FILE
        return Version(found.st_ino, found.st_size, found.st_mtime_ns)

    def write(self, name: str, data: bytes, *, private: bool = False) -> None:
        """Put a new file in the place of the old one."""
        path = self._path(name)
        try:
            if path.parent != self.path:
                disk.make_folder(path.parent)
            disk.put(path, data, private=private)
        except OSError as error:
            raise disk.unwritten(error, path) from error

    def append(self, name: str, line: bytes) -> None:
        """Write at the end of a file, and do not wait for the disk."""
        disk.append(self._path(name), line + b"\n")

    def remove(self, name: str) -> None:
        """Unlink a file."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise disk.unwritten(error, path) from error

    def settle(self, *shelves: str) -> None:
        """Wait until the disk knows the names that are left in these folders."""
        for folder in (self._path(shelf) for shelf in shelves or ("",)):
            try:
                if folder.is_dir():
                    disk.make_names_durable(folder)
            except OSError as error:
                raise disk.unwritten(error, folder) from error

    def held(self, name: str) -> AbstractContextManager[None]:
        """Hold a lock, which is a file of its own."""
        return locks.writing(self._path(name))

    def _path(self, name: str) -> Path:
        return self.path.joinpath(*name.split("/"))


Anywhere = Path | Place
"""Where a tournament lies as it was named: the path of a folder, or another place."""


def at(named: Anywhere) -> Place:
    """Return the place that was named."""
    return Folder(named) if isinstance(named, Path) else named


def set_aside(place: Anywhere, name: str, data: bytes) -> None:
    """Keep bytes that cannot stay where they are in the quarantine, for good. Raises Unreadable.

    A name that is taken by other bytes gets a number. The same bytes are kept once: whoever was
    interrupted here does it again.
    """
    there = at(place)
    names = (f"{disk.FOLDER}/{name}{f'-{number}' * (number > 1)}" for number in count(1))
    free = next(one for one in names if not there.has(one) or there.read(one) == data)
    there.write(free, data)


def write_all(folder: Path, members: Mapping[str, bytes]) -> None:
    """Make a new folder with these members, for its owner's eyes alone. Raises Unreadable.

    Nobody waits for the disk: it can be done again.
    """
    try:
        for name, data in members.items():
            path = folder.joinpath(*name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.put(path, data, private=True, wait=False)
    except OSError as error:
        raise disk.unwritten(error, folder) from error


def below(folder: Path, holding: str, *, deepest: int) -> Iterator[Path]:
    """Yield the folders down to `deepest` that hold such a member, in order; no hidden ones."""
    return (one for one, holds in within(folder, holding, deepest=deepest) if holds)


def within(folder: Path, holding: str, *, deepest: int) -> Iterator[tuple[Path, bool]]:
    """Yield a folder and those in it, down to `deepest`, and whether each holds such a member.

    What lies below one that does is its own.
    """
    is_here = has(folder, holding)
    yield folder, is_here
    if deepest and not is_here:
        with suppress(OSError), os.scandir(folder) as found:
            names = [one.name for one in found if one.is_dir(follow_symlinks=False)]
            for name in sorted(one for one in names if not one.startswith(".")):
                yield from within(folder / name, holding, deepest=deepest - 1)


def has(folder: Path, name: str) -> bool:
    """Tell whether anything but a folder has that name there."""
    try:
        return not stat.S_ISDIR(_status(folder, name).st_mode)
    except OSError:
        return False


def _status(folder: Path, name: str) -> os.stat_result:
    """Ask for a file without a path of its own: of thousands, making it takes longest."""
    return os.stat(f"{folder}/{name}")  # noqa: PTH116 - See above.
