"""Watches a folder for TOM saves: finds new ones, checks that they are complete, and orders them.

Size and modification time tell whether to read a file, and the digest tells whether it is a new
save. This also works on network drives, which send no notifications.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from roundbook.cli.session.named_files import read_start
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import Outcome, TdfFile
from roundbook.ledger.importers.tdf.xml import MAX_BYTES
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import has_extension

_AUTOMATIC = re.compile(r"_r([0-9]+)-(begin|end)$", re.IGNORECASE)


Fact = tuple[object, ...]


class Save(Struct, frozen=True, kw_only=True, dict=True):
    """A save that was read completely: its path, its time, and its contents."""

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
        """Its name for people: `r3-begin` for an automatic save, else the file name."""
        automatic = _AUTOMATIC.search(self.path.stem)
        return automatic[0][1:] if automatic else self.path.name

    @cached_property
    def content(self) -> frozenset[Fact]:
        """What has happened so far: rounds, pairings, decided matches, and the end."""
        found: set[Fact] = {("final standings",)} if self.file.finalised else set()
        found |= {("round", p.category, one.number) for p in self.file.pods for one in p.rounds}
        for pod, played, match in self.file.matches():
            met = (pod.category, played.number, frozenset(seat.userid for seat in match.players))
            found.add(("match", *met))
            if match.outcome != Outcome.OPEN:
                found.add(("result", *met))
        return frozenset(found)

    @property
    def moment(self) -> tuple[int, datetime, int, str]:
        """The time of the save: TOM's own clock, the newest time inside, and the file's time."""
        return self.file.timeelapsed, self.file.newest_time(), self.written, str(self.path)


def is_older(save: Save, than: Save) -> bool:
    """Tell whether a save shows an earlier state of the event than another one (A-70).

    A save whose contents are part of the other's is older, whatever its date; else the clocks
    inside decide, and the time of the file only if these are equal.
    """
    if save.content != than.content and (
        save.content < than.content or than.content < save.content
    ):
        return save.content < than.content
    return save.moment < than.moment


def why_older(save: Save, than: Save) -> str:
    """Return why a save counts as older than another."""
    if save.content < than.content:
        more = Counter(str(fact[0]) for fact in than.content - save.content)
        what = " and ".join(
            counted(number, kind, _MANY.get(kind, kind)) for kind, number in sorted(more.items())
        )
        return f"{than.label} contains everything in this file, and also {what}"
    ours, theirs = save.moment, than.moment
    if ours[0] != theirs[0]:
        return f"TOM's clock shows {ours[0]} seconds in this file, but {theirs[0]} in {than.label}"
    if ours[1] != theirs[1]:
        return f"the latest time in this file is {ours[1]}, but {theirs[1]} in {than.label}"
    return f"the file was written before {than.label}"


_MANY = {"round": "rounds", "match": "matches", "result": "results"}


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


def in_order(saves: Iterable[Save]) -> Iterator[Save]:
    """Yield saves in the order of the event: none before one that it contains (A-70)."""
    waiting = sorted(saves, key=lambda save: save.moment)
    while waiting:
        first = next(s for s in waiting if not any(one.content < s.content for one in waiting))
        waiting.remove(first)
        yield first


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
