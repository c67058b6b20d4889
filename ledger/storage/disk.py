"""Disk operations of the stores: read, append, make durable, lock, quarantine, and messages."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from zlib import crc32

from roundbook.ledger.errors import Hint, Unreadable, Unwritable, advice, do
from roundbook.ledger.terms import MAX_LINE

LEDGER, HEAD, LOCK = "ledger.jsonl", "head", ".lock"
"""The files in the folder of a tournament: its lines, the last of them, and who writes."""

BINARY: int = getattr(os, "O_BINARY", 0)
"""The flag that keeps Windows from changing line endings."""

AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)
"""The flag that keeps us from waiting for the other end of a pipe."""

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""The flag that keeps a link in a foreign folder from redirecting our writes."""

_FIRST, _CHUNK = 1 << 12, 1 << 20
MAX_LEDGER = 1 << 30
"""The most bytes of a ledger, far beyond any tournament; a longer file is not read."""

MAX_FILE = 1 << 26
"""The most bytes of any other file that is read whole: names, heads, rules, lists, keys."""

_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}
"""The errors of a disk or folder where we may not write."""


def open_file(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> int:
    """Open a file without waiting. Raises OSError, and Unreadable for a pipe or a device."""
    fd = os.open(path, flags | BINARY | AT_ONCE, mode)
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        os.close(fd)
        raise
    if stat.S_ISREG(mode):
        return fd
    os.close(fd)
    if stat.S_ISDIR(mode):
        what = "a folder"
        hint = "Name a file in the folder, or restore the file from a copy."
    else:
        what = "a pipe" if stat.S_ISFIFO(mode) else "a device"
        hint = "Choose a different file."
    raise Unreadable(f"{path} is {what}, not a file.", where=str(path), hint=hint)


@contextmanager
def opened(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> Iterator[int]:
    """Open a file, and close it at the end. Raises as `open_file` does."""
    fd = open_file(path, flags, mode)
    try:
        yield fd
    finally:
        os.close(fd)


@contextmanager
def opened_itself(path: Path, flags: int = os.O_RDONLY) -> Iterator[int]:
    """Open a file itself, never what a link leads to; close it at the end.

    Raises as `open_file` does, and Unreadable for a link.
    """
    if not NO_LINK:
        refuse_link(path)
    try:
        fd = open_file(path, flags | NO_LINK)
    except OSError:
        refuse_link(path)  # The system speaks of too many links, which helps nobody.
        raise
    try:
        yield fd
    finally:
        os.close(fd)


def refuse_link(path: Path) -> None:
    """Raise Unreadable for a link: a folder from somebody else must lead to no file elsewhere."""
    if os.path.islink(path):  # noqa: PTH114 - before every write: a path's own takes three times as long.
        raise Unreadable(
            f"{path} is a link, and roundbook does not follow links in a tournament's folder.",
            where=str(path),
            hint="Delete the link, or put the folder or file itself in its place.",
        )


def read_whole(path: Path, most: int = MAX_FILE) -> bytes:
    """Return the bytes of a file. Raises OSError; Unreadable for more than `most`, or no file."""
    with opened(path) as fd:
        if os.fstat(fd).st_size <= most:
            return _start(fd, most)
    msg = f"{path} has more than {most:,} bytes, so it was not read."
    raise Unreadable(
        msg, where=str(path), hint="Restore the file from a copy, or choose a different file."
    )


def read_start(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file. Raises OSError; Unreadable if not a file."""
    fd = open_file(path)
    try:
        return _start(fd, most)
    finally:
        os.close(fd)


def _start(fd: int, most: int) -> bytes:
    chunks: list[bytes] = []
    while most and (chunk := os.read(fd, min(most, _CHUNK))):
        chunks.append(chunk)
        most -= len(chunk)
    return b"".join(chunks)


def ends_with(fd: int, offset: int, data: bytes) -> bool:
    """Return whether these are just the bytes from `offset` on. Raises OSError."""
    os.lseek(fd, offset, os.SEEK_SET)
    return os.read(fd, len(data) + 1) == data


def read_from(fd: int, offset: int, path: Path) -> bytes:
    """Return the bytes from `offset` on, but no more than can be lines.

    If no line ends within a megabyte, reading stops, since the file is then damaged in any case.
    Raises OSError, and Unreadable for a file larger than any tournament.
    """
    os.lseek(fd, offset, os.SEEK_SET)
    chunks: list[bytes] = []
    total = offset
    size = _FIRST
    while chunk := os.read(fd, size):  # A desk that follows the ledger has little to read.
        size = _CHUNK
        chunks.append(chunk)
        total += len(chunk)
        if len(chunk) > MAX_LINE and b"\n" not in chunk:
            break
        if total > MAX_LEDGER:
            msg = f"{path} is longer than {MAX_LEDGER:,} bytes: no tournament is that large."
            raise Unreadable(msg, where=str(path), hint="Restore the file from a copy.")
    return b"".join(chunks)


def checksum(fd: int, length: int) -> int:
    """Return the CRC-32 of the first `length` bytes of a file. Raises OSError."""
    os.lseek(fd, 0, os.SEEK_SET)
    return crc32(_start(fd, length))


def write_whole(fd: int, data: bytes, *, length: int) -> None:
    """Write `data` in one go at the end of a file of `length` bytes.

    Raises OSError after cutting the file back to `length`, since a full disk may take only a part.
    """
    try:
        _write_once(fd, data)
    except OSError:
        cut_back(fd, length)
        raise


def _write_once(fd: int, data: bytes) -> None:
    """Write everything in one go. Raises OSError, also if the disk took only a part."""
    if os.write(fd, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def cut_back(fd: int, length: int) -> None:
    """Remove the part of a line that was written; if that fails, it stays as a torn tail."""
    with suppress(OSError):
        os.ftruncate(fd, length)


def make_durable(fd: int) -> None:
    """Wait until what was written to a file is on the disk. Raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        # There `fsync` alone stops at the cache of the disk.
        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    elif sys.platform == "win32":
        os.fsync(fd)
    else:
        # It includes the length of the file; the time of the change may be lost.
        os.fdatasync(fd)


def make_names_durable(folder: Path) -> None:
    """Wait until the names of new files in a folder are on the disk. Raises OSError."""
    if sys.platform != "win32":  # There, names are written with the files.
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def overwrite(path: Path, data: bytes) -> None:
    """Overwrite a small file in place with `data`, without waiting for the disk. Raises OSError.

    Less than a sector changes at once or not at all. Replacing the file with a new one would be
    even safer, but some disks then wait for it, so each append would take twice as long.
    """
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | BINARY | AT_ONCE | NO_LINK, 0o666)
    try:
        _write_once(fd, data)
        if os.fstat(fd).st_size != len(data):
            os.ftruncate(fd, len(data))
    finally:
        os.close(fd)


def append(path: Path, data: bytes) -> None:
    """Write `data` at the end of a file that only its owner can read. Raises OSError.

    It does not wait for the disk.
    """
    with opened(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | NO_LINK, 0o600) as fd:
        _write_once(fd, data)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and its parents, and wait until their names are on disk. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent, mode)
        folder.mkdir(mode, exist_ok=True)
        make_names_durable(folder.parent)


DRAFT = ".new"
"""The end of the name of a file that is being written."""


class Unconfirmed(OSError):  # noqa: N818 - the file is there, as a whole.
    """A file was written, but the disk did not confirm that its name will last."""


def put(path: Path, data: bytes, *, private: bool = False, wait: bool = True) -> None:
    """Make a file with this content or no file, and `wait` for the disk. Raises OSError.

    It raises Unconfirmed if the file is there, and only the last wait failed. Only its owner can
    read a `private` file, from its first byte on.
    """
    draft = path.with_name(f"{path.name}{DRAFT}")
    draft.unlink(missing_ok=True)  # A draft left by a crash may be readable by others.
    mode = 0o600 if private else 0o666
    try:
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY | NO_LINK, mode)
        try:
            _write_once(fd, data)
            if wait:
                make_durable(fd)
        finally:
            os.close(fd)
        # After the bytes are on the disk: a power cut must not leave the name of the file without
        # its content.
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    if wait:
        try:
            make_names_durable(path.parent)
        except OSError as error:
            raise Unconfirmed(error.errno, error.strerror) from error


def move(path: Path, to: Path) -> None:
    """Rename a file or a folder within its folder. Raises OSError."""
    path.rename(to)
    make_names_durable(to.parent)


def unread(error: OSError, path: Path) -> Unreadable:
    """Return the message for people if `path` cannot be read."""
    hint: str | Hint
    if isinstance(error, FileNotFoundError):
        message = f"{path.parent} does not contain a tournament: there is no {path.name}."
        hint = advice(
            "Give its folder, or create a tournament with {} or {}.", do("open"), do("import")
        )
    else:
        message = f"{path} cannot be read: {os.strerror(error.errno or errno.EIO)}."
        hint = "Check the permissions of the file, or restore it from a copy."
    return Unreadable(message, where=str(path), hint=hint)


def unwritten(error: OSError, path: Path) -> Unwritable:
    """Return the message for people if a write to `path` failed."""
    if isinstance(error, Unconfirmed):
        message = (
            f"{path} was written in full, but the disk did not confirm that it is stored: "
            f"{os.strerror(error.errno or errno.EIO)}."
        )
        hint = "Check that the file is there, and copy it to another disk."
    elif error.errno in _FULL:
        # A write that takes only a part does not say which of the two it was.
        message = f"the disk is full, or a limit is reached: nothing was written to {path}."
        hint = "Free some space, or have the limit raised, then repeat the command."
    elif error.errno in FORBIDDEN:
        message = f"{path} cannot be written: it is read-only here, or belongs to another user."
        hint = "Copy the folder to a place where you can write, and from then on work only there."
    else:
        message = f"{path} could not be written: {os.strerror(error.errno or errno.EIO)}."
        hint = "Copy the folder to another disk, then repeat the command there."
        if isinstance(error, FileNotFoundError):
            hint = "Create its folder first, or choose another folder."
    return Unwritable(message, where=str(path), hint=hint)


# The quarantine: bytes that cannot stay in the ledger are kept here.

FOLDER = "quarantine"


def set_aside(folder: Path, name: str, data: bytes) -> Path:
    """Keep `data` permanently in the quarantine of `folder`, and return where. Raises OSError.

    A name that is taken by other bytes gets a number. The same bytes are kept once, so an
    interrupted command can be repeated.
    """
    quarantine = folder / FOLDER
    make_folder(quarantine)
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    path = next(path for path in map(quarantine.joinpath, names) if _is_free(path, data))
    put(path, data)
    return path


def _is_free(path: Path, data: bytes) -> bool:
    # One byte more than wanted, to tell a longer file that begins with the same bytes.
    return not path.exists() or (path.is_file() and read_start(path, len(data) + 1) == data)


# The lock of a ledger: one writer at a time, released by the system when the program ends.


@contextmanager
def locked_to_write(path: Path) -> Iterator[None]:
    """Wait until nobody else is writing or blocking writers; make the file if necessary.

    Raises OSError if the file cannot be made or opened for writing, and Unreadable for a link.
    """
    with opened_itself(path, os.O_RDWR | os.O_CREAT) as fd:
        _lock(fd)
        yield


@contextmanager
def locked_to_read(path: Path, *, wait: bool) -> Iterator[bool]:
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
