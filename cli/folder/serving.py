"""One server for one folder: a lock that the system drops with the program, however it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

from cli.folder.layout import LEDGER, SERVING
from cli.folder.members import at, has, within
from ledger.errors import Unreadable
from ledger.storage.disk import AT_ONCE, NO_LINK, overwrite

DEEPEST = 2
"""So many folders below the one that is served are looked into."""


@contextmanager
def sole(folder: Path) -> Iterator[list[Path]]:
    """Be the only server of a folder; give the tournaments in it.

    Raises Unreadable if it is served, or one in or around it is.

    Two servers of one tournament know nothing of each other's sessions and limits. Each takes its
    own lock before it looks for others, so of two that start at once no more than one goes on.
    Where nothing can be written, a read-only disk, there is no lock, and no need of one.
    """
    fd = _opened(folder / SERVING, os.O_CREAT)
    try:
        mine = fd is None or _taken(fd)
        inside = [*within(folder, LEDGER, deepest=DEEPEST)]
        locks = [one for one, _ in inside if one != folder and has(one, SERVING)]
        overlapping = (*folder.resolve().parents[:DEEPEST], *locks)
        served = chain(() if mine else (folder,), filter(_is_served, overlapping))
        if other := next(served, None):
            where, _ = _said(other)
            msg = f"{other} is being served already{where and f': {where}'}."
            raise Unreadable(msg, where=str(folder), hint="Use that server, or stop it first.")
        yield [one for one, holds in inside if holds]
    finally:
        if fd is not None:
            os.close(fd)


def _is_served(folder: Path) -> bool:
    """Tell whether a server holds the lock of a folder; no lock is made to find that out."""
    fd = _opened(folder / SERVING)
    try:
        return fd is not None and not _taken(fd, share=True)
    finally:
        if fd is not None:
            os.close(fd)


def _opened(path: Path, make: int = 0) -> int | None:
    """Return the lock's file, open: only to read where it is somebody else's; None without one."""
    for flags in (os.O_RDWR | make, os.O_RDONLY):
        with suppress(OSError):
            return os.open(path, flags | AT_ONCE | NO_LINK, 0o666)
    return None


def say_where(folder: Path, address: str, fingerprint: str = "") -> None:
    """Write down at which address a folder is served, for whoever tries a second time."""
    with suppress(OSError):
        overwrite(folder / SERVING, f"{address}\n{fingerprint}\n".encode())


def served_at(folder: Path) -> tuple[str, str]:
    """Return the address at which a folder is being served, and the fingerprint to compare.

    Both are empty where nobody serves it.
    """
    return _said(folder) if _is_served(folder) else ("", "")


def served_around(folder: Path) -> Path | None:
    """Return the folder around this one by which it is being served, None where none is."""
    return next(filter(_is_served, folder.resolve().parents[:DEEPEST]), None)


def _said(folder: Path) -> tuple[str, str]:
    address, _, rest = at(folder).read(SERVING, 500).decode("utf-8", "replace").partition("\n")
    return address, rest.strip()


if sys.platform == "win32":
    import msvcrt as msvcrt_module

    def _taken(fd: int, *, share: bool = False) -> bool:  # noqa: ARG001 - There is no such lock.
        os.lseek(fd, 4096, os.SEEK_SET)  # Behind what is written there.
        try:
            msvcrt_module.locking(fd, msvcrt_module.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl as fcntl_module

    def _taken(fd: int, *, share: bool = False) -> bool:
        how = fcntl_module.LOCK_SH if share else fcntl_module.LOCK_EX
        try:
            fcntl_module.flock(fd, how | fcntl_module.LOCK_NB)
        except OSError:
            return False
        return True
