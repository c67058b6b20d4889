"""What lies where in the folder of a tournament, and how its ledger is looked at."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ledger.errors import Unreadable, advice, do
from ledger.record.chain import Head, Mark, Survey, claim, survey
from ledger.record.entry import leaf_hash
from ledger.storage import disk

LEDGER, HEAD, LOCK = "ledger.jsonl", "head", ".lock"
_HEAD_SIZE = 200
"""No head has as many bytes; what is longer is none."""

_AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)
"""Where a pipe stands in place of a file, nobody waits for its other end."""


class ReadUpTo(NamedTuple):
    """Up to where a file has been read: the place before the last line, its hash, which file."""

    before: Mark
    leaf: str
    device: int
    inode: int


class Places(NamedTuple):
    """Where the files of a tournament lie."""

    folder: Path
    ledger: Path
    head: Path
    lock: Path


def places(folder: Path) -> Places:
    """Return where the files of the tournament in `folder` lie."""
    return Places(folder, folder / LEDGER, folder / HEAD, folder / LOCK)


@contextmanager
def opened(ledger: Path, flags: int) -> Iterator[int]:
    """Open the ledger. Raises OSError, and Unreadable if that is no file."""
    fd = os.open(ledger, flags | disk.BINARY | _AT_ONCE)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            msg = f"{ledger} is no file."
            raise Unreadable(msg, where=str(ledger), hint="Restore the folder from a copy.")
        yield fd
    finally:
        os.close(fd)


def known_up_to(fd: int, last: bytes, end: Mark) -> ReadUpTo | None:
    """Return that this file has been read up to `end`, where `last` is the line before it."""
    said, now = claim(last), os.fstat(fd)
    if said is None:
        return None
    before = Mark(said.seq - 1, said.prev, end.offset - len(last) - 1)
    return ReadUpTo(before, end.leaf, now.st_dev, now.st_ino)


def look(fd: int, at: Places, *, after: int, known: ReadUpTo | None) -> Survey:
    """Survey the last known line and what stands behind it, or the whole ledger.

    The survey begins before line `after`. The last known line is read again: if it is another one
    now, so may be all before it. The head is read before the ledger: it may then be older than the
    lines, but never newer. Raises OSError, and Unreadable for an endless file.
    """
    head = _read_head(at.head)
    if known and _fits(fd, after, known):
        data = disk.read_from(fd, known.before.offset, at.ledger)
        found = survey(data, head, known.before)
        if found.clean and found.lines and leaf_hash(found.lines[0]) == known.leaf:
            return found
    return survey(disk.read_from(fd, 0, at.ledger), head)


def _read_head(path: Path) -> Head | None:
    try:
        fd = os.open(path, os.O_RDONLY | disk.BINARY | _AT_ONCE)
    except OSError:
        return None
    try:
        return Head.from_bytes(os.read(fd, _HEAD_SIZE))
    except OSError:
        return None
    finally:
        os.close(fd)


def _fits(fd: int, after: int, known: ReadUpTo) -> bool:
    """Tell whether this is the file that was read, and what is wanted stands behind that."""
    now = os.fstat(fd)
    same = (known.device, known.inode) == (now.st_dev, now.st_ino)
    return same and known.before.seq < after and known.before.offset <= now.st_size


def refuse_damage(found: Survey, ledger: Path) -> None:
    """Raise Unreadable for a damaged ledger, naming the first line and its byte."""
    if not found.damage:
        return
    first, more = found.damage[0], len(found.damage) - 1
    msg = f"{ledger} is damaged at byte {first.offset:,}: {first.sentence}"
    if more:
        msg = f"{msg.removesuffix('.')} (and {more} more)."
    hint = advice("Restore the folder from a copy; {} lists what is damaged.", do("verify"))
    raise Unreadable(msg, where=f"line {first.line}, byte {first.offset}", hint=hint)
