"""Looks for saves of an organiser's program: which are new, which are whole, which came first.

Size and time of change say whether to look, the digest says whether it is another save: that works
on drives of other machines too, which notify nobody.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from cli.desk.named_files import read_start
from ledger.errors import Unreadable
from ledger.importers.tdf.reader import read
from ledger.importers.tdf.shapes import Outcome, TdfFile
from ledger.importers.tdf.xml import MAX_BYTES

TOGETHER = 2_000_000_000
"""Saves that are at most so many nanoseconds apart may have been copied in any order."""

_AUTOMATIC = re.compile(r"_r([0-9]+)-(begin|end)$", re.IGNORECASE)


class Save(Struct, frozen=True, kw_only=True):
    """A save that was read whole: where it lay, when it was written, and what stands in it."""

    path: Path
    written: int
    data: bytes
    file: TdfFile

    @property
    def sha256(self) -> str:
        """The digest of its bytes, in hexadecimal."""
        return sha256(self.data).hexdigest()

    @property
    def label(self) -> str:
        """How people call it: `r3-begin` for an automatic save, else the name of the file."""
        automatic = _AUTOMATIC.search(self.path.stem)
        return automatic[0][1:] if automatic else self.path.name

    @property
    def progress(self) -> tuple[int, int, int, int]:
        """How far the event has come in it: rounds, results, who has left, and the stage."""
        rounds = sum(len(pod.rounds) for pod in self.file.pods)
        done = sum(match.outcome != Outcome.OPEN for _, _, match in self.file.matches())
        gone = sum(player.left is not None for player in self.file.players)
        return rounds, done, gone, self.file.stage


class Stamp(Struct, frozen=True):
    """What a folder says of a file without reading it: its size, and when it was written."""

    size: int
    written: int


class Half(Struct, frozen=True, kw_only=True):
    """A file that cannot be read, perhaps since it is being written, and how often it was not."""

    path: Path
    stamp: Stamp
    why: Unreadable
    times: int


class Looked(Struct, frozen=True, kw_only=True):
    """One look at a place: the saves that are new, in order, and what could not be read."""

    saves: tuple[Save, ...]
    halves: dict[Path, Half]
    stamps: dict[Path, Stamp]


def look(place: Path, before: Looked | None = None) -> Looked:
    """Return what is new at a place since the look `before`. Raises OSError if it is gone.

    A file that changes while it is read is left for the next look. The one written last is read
    at every look: a clock that ticks slowly may hide that it has changed.
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


def in_order(saves: Iterable[Save]) -> Iterator[Save]:
    """Yield saves as they were written; those of one moment by how far the event has come."""
    together: list[Save] = []
    for save in sorted(saves, key=lambda save: (save.written, str(save.path))):
        if together and save.written - together[-1].written > TOGETHER:
            yield from sorted(together, key=_order)
            together = []
        together.append(save)
    yield from sorted(together, key=_order)


def _order(save: Save) -> tuple[tuple[int, int, int, int], str]:
    return save.progress, str(save.path)


def _files(place: Path) -> list[Path]:
    """Return the files at a place: itself, or those of a folder that are called .tdf."""
    if not place.is_dir():
        return [place] if place.exists() else []
    return sorted(
        path for path in place.iterdir() if path.suffix.lower() == ".tdf" and path.is_file()
    )


def _stamp(path: Path) -> Stamp:
    found = path.stat()
    return Stamp(found.st_size, found.st_mtime_ns)
