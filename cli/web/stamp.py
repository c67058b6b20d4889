"""What tells, without reading, whether somebody has written in a tournament's folder."""

import zlib
from pathlib import Path
from typing import NamedTuple

from cli.absent import LEDGER
from cli.wiring import PEOPLE

_File = tuple[int, int, int]


class Stamp(NamedTuple):
    """Which files the ledger and the names are, how long, and when they were last written."""

    ledger: _File
    people: _File

    @classmethod
    def of(cls, folder: Path) -> "Stamp":
        """Look at the two files of a folder."""
        return cls(_file(folder / LEDGER), _file(folder / PEOPLE))

    def version(self, seq: int, leaf: str) -> str:
        """Return what tells two states apart, the same after a restart: the entry, the names."""
        return f"{seq}-{leaf[:8]}-{zlib.crc32(repr(self.people).encode()):08x}"

    def is_continued_by(self, now: "Stamp") -> bool:
        """Tell whether the ledger is the one that it was, and no shorter."""
        return self.ledger[0] == now.ledger[0] and self.ledger[1] <= now.ledger[1]


def _file(path: Path) -> _File:
    """Return which file this is, how long, and when it was last written; nothing for none."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_ino, found.st_size, found.st_mtime_ns)
