"""A save of TOM, and which of two is the later one (A-70)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from roundbook.ledger.importers.tdf.shapes import Outcome, TdfFile
from roundbook.ledger.phrases import counted
from roundbook.ledger.text import joined

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
        what = joined(
            [counted(number, kind, _MANY.get(kind, kind)) for kind, number in sorted(more.items())]
        )
        return f"{than.label} contains everything in this file, and also {what}"
    ours, theirs = save.moment, than.moment
    if ours[0] != theirs[0]:
        return f"TOM's clock shows {ours[0]} seconds in this file, but {theirs[0]} in {than.label}"
    if ours[1] != theirs[1]:
        return f"the latest time in this file is {ours[1]}, but {theirs[1]} in {than.label}"
    return f"the file was written before {than.label}"


_MANY = {"round": "rounds", "match": "matches", "result": "results"}


def in_order(saves: Iterable[Save]) -> Iterator[Save]:
    """Yield saves in the order of the event: none before one that it contains (A-70)."""
    waiting = sorted(saves, key=lambda save: save.moment)
    while waiting:
        first = next(s for s in waiting if not any(one.content < s.content for one in waiting))
        waiting.remove(first)
        yield first
