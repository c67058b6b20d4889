"""The lock of a ledger: one writer at a time, released by the system when the program ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.storage.disk import AT_ONCE, NO_LINK


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Wait until nobody else is writing or blocking writers; make the file if necessary.

    Raises OSError if the file cannot be made or opened for writing.
    """
    fd = os.open(path, os.O_RDWR | os.O_CREAT | AT_ONCE | NO_LINK, 0o666)
    try:
        _lock(fd)
        yield
    finally:
        os.close(fd)


@contextmanager
def reading(path: Path, *, wait: bool) -> Iterator[bool]:
    """Block writers, and yield whether that worked; without `wait`, it fails if one is writing.

    If the file is missing or cannot be opened, we assume that nobody is writing: a ledger on a
    read-only disk has no writers.
    """
    try:
        fd = os.open(path, os.O_RDONLY | AT_ONCE)
    except OSError:
        yield True
        return
    try:
        yield _try_lock(fd, wait=wait)
    finally:
        os.close(fd)


if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        while True:
            try:
                msvcrt.locking(fd, msvcrt.LK_LOCK, 1)
            except OSError:  # The system gives up after ten seconds, but we wait on.
                continue
            return

    def _try_lock(fd: int, *, wait: bool) -> bool:
        try:
            msvcrt.locking(fd, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX)

    def _try_lock(fd: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_SH if wait else fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
