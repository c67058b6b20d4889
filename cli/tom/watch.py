"""Watches a folder for TOM saves: finds new ones, and checks that they are complete.

Size and modification time tell whether to read a file, and the digest tells whether it is a new
save. This also works on network drives, which send no notifications.
"""

from pathlib import Path

from msgspec import Struct

from roundbook.cli.session.named_files import read_start
from roundbook.cli.tom.save_order import Save, in_order
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.xml import MAX_BYTES
from roundbook.ledger.text import has_extension


class Stamp(Struct, frozen=True):
    """A file's size and modification time, known without reading it."""

    size: int
    written: int


class Half(Struct, frozen=True, kw_only=True):
    """A file that cannot be read, perhaps still being written, and how often reading it failed."""

    path: Path
    stamp: Stamp
    why: Unreadable
    times: int


class Looked(Struct, frozen=True, kw_only=True):
    """The result of one look at a folder: new saves, in order, and files that could not be read."""

    saves: tuple[Save, ...]
    halves: dict[Path, Half]
    stamps: dict[Path, Stamp]


def look(place: Path, before: Looked | None = None) -> Looked:
    """Return what is new in a folder since the look `before`. Raises OSError if it is gone.

    A file that changes while it is read is left for the next look. The newest file is read at every
    look, since a coarse clock may hide a change.
    """
    stamps = dict(before.stamps) if before else {}
    halves: dict[Path, Half] = {}
    saves: list[Save] = []
    there = {path: _stamp(path) for path in _files(place)}
    last = max(there, key=lambda path: (there[path].written, str(path)), default=None)
    for path, stamp in there.items():
        if stamps.get(path) == stamp and path != last:
            continue
        data = read_start(path, MAX_BYTES + 1)
        if _stamp(path) != stamp:
            stamps.pop(path, None)
            why = Unreadable(f"{path} is being written.", where=str(path), hint="Wait.")
            halves[path] = Half(path=path, stamp=stamp, why=why, times=1)
            continue
        try:
            saves.append(Save(path=path, written=stamp.written, data=data, file=read(data)))
        except Unreadable as why:
            half = before.halves.get(path) if before else None
            times = half.times + 1 if half and half.stamp == stamp else 1
            halves[path] = Half(path=path, stamp=stamp, why=why, times=times)
            stamps.pop(path, None)
        else:
            stamps[path] = stamp
    return Looked(saves=tuple(in_order(saves)), halves=halves, stamps=stamps)


def _files(place: Path) -> list[Path]:
    """Return the file itself, or the .tdf files in a folder."""
    if not place.is_dir():
        return [place] if place.exists() else []
    return sorted(
        path for path in place.iterdir() if has_extension(path.name, ".tdf") and path.is_file()
    )


def _stamp(path: Path) -> Stamp:
    found = path.stat()
    return Stamp(found.st_size, found.st_mtime_ns)
