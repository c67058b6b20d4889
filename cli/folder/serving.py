"""One server for one folder: a lock that the system drops with the program, however it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cli.folder import members
from cli.folder.layout import SERVING
from ledger.errors import Unreadable
from ledger.storage.disk import AT_ONCE, NO_LINK, overwrite


@contextmanager
def sole(folder: Path) -> Iterator[None]:
    """Be the only server of a folder. Raises Unreadable if there is one already.

    Where nothing can be written, a read-only disk, there is no lock, and no need of one.
    """
    fd = _opened(folder / SERVING)
    if fd is None:
        yield
        return
    try:
        if not _taken(fd):
            os.lseek(fd, 0, os.SEEK_SET)
            where = os.read(fd, 200).decode("utf-8", "replace").partition("\n")[0]
            said = f": {where}" if where else ""
            msg = f"{folder} is being served already{said}."
            raise Unreadable(msg, where=str(folder), hint="Use that server, or stop it first.")
        yield
    finally:
        os.close(fd)


def _opened(path: Path) -> int | None:
    """Return the lock's file, open: made if need be, or only read where it is somebody else's."""
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
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
    try:
        with sole(folder):
            return "", ""
    except Unreadable:
        address, _, rest = members.read(folder, SERVING, 500).decode().partition("\n")
        return address, rest.strip()


if sys.platform == "win32":
    import msvcrt as msvcrt_module

    def _taken(fd: int) -> bool:
        os.lseek(fd, 4096, os.SEEK_SET)  # Behind what is written there.
        try:
            msvcrt_module.locking(fd, msvcrt_module.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl as fcntl_module

    def _taken(fd: int) -> bool:
        try:
            fcntl_module.flock(fd, fcntl_module.LOCK_EX | fcntl_module.LOCK_NB)
        except OSError:
            return False
        return True
