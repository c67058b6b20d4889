"""Allows only one server per folder, with a lock that the system releases when the program ends.

A database may have several servers. Their addresses are noted at home, never in the database.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

from roundbook.cli.places.hosted import DEEPEST, FolderOfMany, Places
from roundbook.cli.places.layout import LEDGER, SERVED, SERVING, of_folder, own_home
from roundbook.cli.places.members import Anywhere, at, has, within
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage.disk import AT_ONCE, NO_LINK, make_folder, overwrite, refuse_link


@contextmanager
def serving(served: Path | Places) -> Iterator[Iterable[Anywhere] | None]:
    """Take the lock of a folder, or share that of a database; yield the tournaments found."""
    if isinstance(served, Path):
        with sole(served) as found:
            yield found
        return
    lock = _lock(served)
    with suppress(OSError):
        make_folder(lock.parent, mode=0o700)
    fd = _opened(lock, os.O_CREAT)
    try:
        if fd is not None:
            _taken(fd, share=True)
        with served.followed():
            yield None
    finally:
        if fd is not None:
            os.close(fd)


def _lock(served: Path | Places) -> Path:
    """Return the file that a server locks, and to which it writes its address."""
    if isinstance(served, Path):
        return served / SERVING
    return own_home() / of_folder(SERVED, served).replace(".json", ".txt")


@contextmanager
def sole(folder: Path) -> Iterator[list[Path]]:
    """Take the lock of a folder as its only server; yield the tournaments in it.

    Raises Unreadable if the folder, or one in or around it, is being served.

    Two servers of one tournament would not know each other's sessions and limits. Each takes its
    own lock before it looks for others, so of two that start together at most one continues. A
    read-only disk has no lock and needs none.
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
            msg = f"{other} is already being served{where and f': {where}'}."
            raise Unreadable(msg, where=str(folder), hint="Use that server, or stop it first.")
        yield [one for one, holds in inside if holds]
    finally:
        if fd is not None:
            os.close(fd)


def _is_served(folder: Path | Places) -> bool:
    """Tell whether a server holds the lock of a folder, without creating a lock file."""
    fd = _opened(_lock(folder))
    try:
        return fd is not None and not _taken(fd, share=isinstance(folder, Path))
    finally:
        if fd is not None:
            os.close(fd)


def _opened(path: Path, make: int = 0) -> int | None:
    """Return the lock file, opened, read-only if it is another user's; None if there is none.

    Raises Unreadable for a link: taken for no lock, it would let two servers start.
    """
    refuse_link(path)
    for flags in (os.O_RDWR | make, os.O_RDONLY):
        with suppress(OSError):
            return os.open(path, flags | AT_ONCE | NO_LINK, 0o666)
    return None


def say_where(folder: Path | Places, address: str, fingerprint: str = "") -> None:
    """Note the address at which a folder is served, for a second attempt to serve it."""
    with suppress(OSError):
        overwrite(_lock(folder), f"{address}\n{fingerprint}\n".encode())


def served_at(folder: Path | Places) -> tuple[str, str]:
    """Return the address at which a folder is being served, and the certificate's fingerprint.

    Both are empty if it is not being served.
    """
    return _said(folder) if _is_served(folder) else ("", "")


def server_of(folder: Path) -> Path | Places | None:
    """Return the served folder that contains this one, or is it, or None."""
    return folder if _is_served(folder) else served_around(folder)


def served_around(folder: Path | Places) -> Path | Places | None:
    """Return the parent folder or the database through which this is being served, or None."""
    places = FolderOfMany(folder) if isinstance(folder, Path) else folder
    return next(filter(_is_served, places.around), None)


def _said(folder: Path | Places) -> tuple[str, str]:
    lock = _lock(folder)
    address, _, rest = (
        at(lock.parent).read(lock.name, 500).decode("utf-8", "replace").partition("\n")
    )
    return address, rest.strip()


if sys.platform == "win32":
    import msvcrt as msvcrt_module

    def _taken(fd: int, *, share: bool = False) -> bool:  # noqa: ARG001 - There is no such lock.
        os.lseek(fd, 4096, os.SEEK_SET)  # After the text in the file.
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
