"""What tells, without reading, whether somebody has written since we looked."""

import zlib
from pathlib import Path
from typing import NamedTuple

from cli.absent import LEDGER
from cli.wiring import PEOPLE

Stamp = tuple[int, int, int]
"""Which file it is, how long, and when it was last written."""

NO_FILE: Stamp = (0, 0, 0)


def stamp_of(path: Path) -> Stamp:
    """Return which file this is, how long, and when it was last written; NO_FILE for none."""
    try:
        found = path.stat()
    except OSError:
        return NO_FILE
    return (found.st_ino, found.st_size, found.st_mtime_ns)


class Stamps(NamedTuple):
    """How the ledger and the names of a folder stand."""

    ledger: Stamp
    people: Stamp

    @classmethod
    def of(cls, folder: Path) -> "Stamps":
        """Look at the two files of a folder."""
        return cls(stamp_of(folder / LEDGER), stamp_of(folder / PEOPLE))

    def version(self, seq: int, leaf: str) -> str:
        """Return what tells two states apart, the same after a restart: the entry, the names."""
        return f"{seq}-{leaf[:8]}-{zlib.crc32(repr(self.people).encode()):08x}"

    def is_continued_by(self, now: "Stamps") -> bool:
        """Tell whether the ledger is the one that it was, and no shorter."""
        return self.ledger[0] == now.ledger[0] and self.ledger[1] <= now.ledger[1]
