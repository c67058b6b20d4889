"""The only hands that touch what lies in a tournament's folder, or in the user's own.

What lies there is called by its name, such as `people.json` or `sources/….tdf`: nobody else joins
a path to such a folder, or opens a file in it. What else can keep named members can stand in a
folder's place one day.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from ledger.storage import disk, locks
from ledger.storage.jsonl import LEDGER


class Version(NamedTuple):
    """Which file it is, how long, and when it was last written: another one after each write."""

    file: int
    size: int
    at: int


NO_FILE = Version(0, 0, 0)


def where(place: Path, name: str) -> str:
    """Return where a member lies, for people: nobody opens it by that."""
    return str(_path(place, name))


def has(place: Path, name: str) -> bool:
    """Tell whether there is such a file."""
    return _path(place, name).is_file()


def is_taken(place: Path, name: str) -> bool:
    """Tell whether anything has that name, be it a file or not."""
    return _path(place, name).exists()


def read(place: Path, name: str, most: int = -1) -> bytes:
    """Return what a member holds, or its first `most` bytes.

    Raises OSError; Unreadable for what is not a file, or is far larger than a tournament makes it.
    """
    path = _path(place, name)
    if most >= 0:
        return disk.read_start(path, most)
    return disk.read_whole(path, disk.MAX_LEDGER if name == LEDGER else disk.MAX_FILE)


def names(place: Path, shelf: str) -> list[str]:
    """Return what lies in a shelf of a folder, in order, also further below; none where none is."""
    found = (
        path for path in _path(place, shelf).rglob("*") if path.is_symlink() or not path.is_dir()
    )
    return sorted(path.relative_to(place).as_posix() for path in found)


def version(place: Path, name: str) -> Version:
    """Return what tells, without reading, whether a member was written since; NO_FILE for none."""
    try:
        found = _path(place, name).stat()
    except OSError:
        return NO_FILE
    return Version(found.st_ino, found.st_size, found.st_mtime_ns)


def write(place: Path, name: str, data: bytes, *, private: bool = False) -> None:
    """Make a member with this content, or leave the old one, and wait for the disk.

    A `private` one is for its owner's eyes alone. Raises Unreadable.
    """
    path = _path(place, name)
    try:
        if path.parent != place:
            disk.make_folder(path.parent)
        disk.put(path, data, private=private)
    except OSError as error:
        raise disk.unwritten(error, path) from error


def write_all(place: Path, members: Mapping[str, bytes]) -> None:
    """Make a new folder with these members, for its owner's eyes alone. Raises Unreadable.

    Nobody waits for the disk: it can be done again.
    """
    try:
        for name, data in members.items():
            path = _path(place, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.put(path, data, private=True, wait=False)
    except OSError as error:
        raise disk.unwritten(error, place) from error


def append(place: Path, name: str, line: bytes) -> None:
    """Write a line, without LF, behind those that are there. Raises OSError."""
    disk.append(_path(place, name), line + b"\n")


def remove(place: Path, name: str) -> None:
    """Take a member away; it may be gone already. Raises Unreadable."""
    path = _path(place, name)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise disk.unwritten(error, path) from error


def settle(place: Path, *shelves: str) -> None:
    """Wait until the disk knows what was taken out of these shelves, or of the folder itself.

    Raises Unreadable.
    """
    for folder in (_path(place, shelf) for shelf in shelves or ("",)):
        try:
            if folder.is_dir():
                disk.make_names_durable(folder)
        except OSError as error:
            raise disk.unwritten(error, folder) from error


def held(place: Path, name: str) -> AbstractContextManager[None]:
    """Hold a lock, a file of its own, while nobody else does. Raises OSError."""
    return locks.writing(_path(place, name))


def below(place: Path, holding: str, *, deepest: int) -> Iterator[Path]:
    """Yield the folders down to `deepest` that hold such a member, in order; no hidden ones.

    What lies below one that does is its own.
    """
    for at, folders, files in os.walk(place):
        here = Path(at)
        deep = len(here.relative_to(place).parts)
        if holding in files:
            folders.clear()
            yield here
        folders[:] = sorted(one for one in folders if not one.startswith(".") and deep < deepest)


def _path(place: Path, name: str) -> Path:
    return place.joinpath(*name.split("/"))
