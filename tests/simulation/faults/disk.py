"""A disk of our own: every effect passes through here, is noted, and may go wrong.

The files are real, in a folder, so the program's own code runs unchanged: while the disk is in use,
the calls of `os` that change something there are ours. Each is an effect: a place where the program
can be killed, the power can go, the disk can be full, and where another program may have its turn.
Beside the files we keep what is certain to outlast a power cut, and what may or may not.
"""

import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

SECTOR = 512


class Ended(BaseException):
    """The program was killed, or the power went: nothing of it runs any more."""


class Data(NamedTuple):
    """Bytes that were written to a file, or None where it was cut to a length."""

    file: int
    at: int
    data: bytes | None


class Sync(NamedTuple):
    """The bytes of a file are on the disk."""

    file: int


class Name(NamedTuple):
    """A name that came, went or moved: `file` is None for a folder."""

    kind: str
    path: str
    file: int | None = None
    to: str = ""


class NameSync(NamedTuple):
    """The names in a folder are on the disk."""

    folder: str


Op = Data | Sync | Name | NameSync


class Image:
    """What a disk holds: names, and the bytes of each file; and what may not have reached it.

    `names` and `held` outlast a power cut. `waiting` are the effects that may be lost, in order.
    """

    def __init__(self) -> None:
        self.names: dict[str, int | None] = {}
        self.held: dict[int, bytes] = {}
        self.waiting: list[Data | Name] = []

    def copy(self) -> "Image":
        """Return an image that goes on alone."""
        other = Image()
        other.names, other.held = self.names.copy(), self.held.copy()
        other.waiting = self.waiting.copy()
        return other

    def add(self, op: Op) -> None:
        """Note an effect; a wait for the disk makes earlier ones certain."""
        match op:
            case Sync(file):
                self._settle(lambda one: isinstance(one, Data) and one.file == file)
            case NameSync(folder):
                self._settle(lambda one: isinstance(one, Name) and _among(one, folder))
            case Data() | Name():
                self.waiting.append(op)

    def settle(self) -> None:
        """Let everything reach the disk."""
        self._settle(lambda _: True)

    def _settle(self, certain: Callable[[Data | Name], bool]) -> None:
        for one in self.waiting:
            if certain(one):
                self.keep(one)
        self.waiting = [one for one in self.waiting if not certain(one)]

    def keep(self, op: Data | Name, most: int | None = None, *, zeros: bool = False) -> None:
        """Let an effect reach the disk: of written bytes the first `most`, perhaps zeros after."""
        if isinstance(op, Name):
            self._name(op)
            return
        held = self.held.get(op.file, b"")
        if op.data is None:
            self.held[op.file] = held[: op.at].ljust(op.at, b"\0")
            return
        data = op.data if most is None else op.data[:most]
        if zeros:
            data = data.ljust(len(op.data), b"\0")
        held = held.ljust(op.at, b"\0")
        self.held[op.file] = held[: op.at] + data + held[op.at + len(data) :]

    def _name(self, op: Name) -> None:
        match op.kind:
            case "make":
                self.names[op.path] = op.file
                if op.file is not None:
                    self.held.setdefault(op.file, b"")
            case "remove":
                self.names.pop(op.path, None)
            case _:  # It moves.
                self.names.pop(op.path, None)
                self.names[op.to] = op.file
                inside = f"{op.path}/"
                for path in [one for one in self.names if one.startswith(inside)]:
                    self.names[op.to + path[len(op.path) :]] = self.names.pop(path)

    def files(self) -> dict[str, bytes | None]:
        """Return what stands under each name: None for a folder; nothing without its folder."""
        found: dict[str, bytes | None] = {}
        for path, file in sorted(self.names.items()):
            parent = path.rpartition("/")[0]
            if parent and found.get(parent, b"") is not None:
                continue
            found[path] = None if file is None else self.held.get(file, b"")
        return found


def _among(one: Name, folder: str) -> bool:
    return folder in {path.rpartition("/")[0] for path in (one.path, one.to or one.path)}


def after_power_cut(image: Image, pick: Callable[[int], int]) -> Image:
    """Return an image as a disk may hold it after a power cut; `pick(n)` decides, below `n`.

    The names of a folder come and go in order, so those that outlast it are the first ones. Bytes
    that nobody waited for may be there, in any order, in part, or as zeros. A file that only
    changes within a sector changes at once or not at all.
    """
    found = image.copy()
    found.waiting = []
    folders = sorted({op.path.rpartition("/")[0] for op in image.waiting if isinstance(op, Name)})
    left = {folder: pick(1 + sum(_of(op, folder) for op in image.waiting)) for folder in folders}
    for op in image.waiting:
        if isinstance(op, Name):
            folder = op.path.rpartition("/")[0]
            if left[folder]:
                left[folder] -= 1
                found.keep(op)
            continue
        how = pick(4)
        grows = op.data is not None and op.at + len(op.data) > len(found.held.get(op.file, b""))
        if how == 1:
            continue
        if how > 1 and op.data and grows:
            found.keep(op, pick(len(op.data)), zeros=how == 3)
        else:
            found.keep(op)
    return found


def _of(op: Data | Name, folder: str) -> bool:
    return isinstance(op, Name) and op.path.rpartition("/")[0] == folder


def lines_in(ledger: Path) -> list[bytes]:
    """Return the lines of a ledger that end, up to what a power cut left of others.

    Zeros are bytes that never arrived: in no line, and nothing behind them was acknowledged.
    """
    whole = ledger.read_bytes().split(b"\n")[:-1] if ledger.exists() else []
    return [*takewhile(lambda line: b"\0" not in line, whole)]


class Disk:
    """The disk below a folder, while it is in use.

    `before` is asked before every effect: it may raise `Ended` or an OSError, return how many bytes
    of a write the disk takes, or let another program have its turn; `after_part` is asked after
    such a part. `wait` is asked while a lock is held by another program.
    """

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.image = Image()
        self.ops: list[Op] = []
        self.before: Callable[[Op], int | None] = lambda _: None
        self.after_part: Callable[[], None] = lambda: None
        self.wait: Callable[[], None] = _nobody_waits
        self._now: dict[str, int | None] = {"": None}
        self._open: dict[int, tuple[int, str]] = {}
        self._next = 0
        self._real = {name: getattr(os, name) for name in _CALLS}
        self._flock = fcntl.flock

    @contextmanager
    def in_use(self) -> Iterator["Disk"]:
        """Let what happens below the root happen here."""
        with (
            mock.patch.multiple(os, **{name: self._ours(name) for name in _CALLS}),
            mock.patch.object(fcntl, "flock", self._locked),
            mock.patch.object(shutil, "_use_fd_functions", False),
        ):
            yield self

    def _ours(self, name: str) -> Any:
        return self._open_ if name == "open" else getattr(self, f"_{name}")

    # --- what there is -----------------------------------------------------------------------

    def take_in(self) -> None:
        """Look at what lies there, and take it for certain."""
        self.image, self._now = Image(), {"": None}
        for here, folders, files in os.walk(self.root):
            for name in (*folders, *files):
                path = self._inside(Path(here, name))
                assert path is not None
                data = None if name in folders else Path(here, name).read_bytes()
                self._next += 1
                file = None if data is None else self._next
                self._now[path] = file
                self.image.names[path] = file
                if file is not None and data is not None:
                    self.image.held[file] = data
        self._open.clear()

    def lay(self, image: Image, *, is_on: bool = False) -> None:
        """Make the folder hold what an image holds, and nothing else.

        If the power `is_on`, programs also see what waits; and that may still be lost.
        """
        shown = image.copy()
        if is_on:
            shown.settle()
        for one in Path(self.root).iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        for path, data in shown.files().items():
            where = Path(self.root, path)
            if data is None:
                where.mkdir(parents=True, exist_ok=True)
            else:
                where.parent.mkdir(parents=True, exist_ok=True)
                where.write_bytes(data)
        self.take_in()
        if is_on:
            self.image, self._now = image.copy(), {"": None, **shown.names}
            self._next = max(filter(None, (0, *shown.names.values(), *image.held)))

    # --- the calls ---------------------------------------------------------------------------

    def _inside(self, path: Any) -> str | None:
        if isinstance(path, int):
            return None
        whole = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - a link is itself.
        if whole == self.root:
            return ""
        return whole[len(self.root) + 1 :] if whole.startswith(f"{self.root}/") else None

    def _effect(self, op: Op) -> int | None:
        return self.before(op)

    def _done(self, op: Op) -> None:
        self.ops.append(op)
        self.image.add(op)

    def _open_(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        inside = self._inside(path)
        if inside is None:
            return self._real["open"](path, flags, mode, **more)  # type: ignore[no-any-return]
        known = self._now.get(inside)
        made = Name("make", inside, self._next + 1)
        makes = inside not in self._now and flags & os.O_CREAT
        cuts = inside in self._now and flags & os.O_TRUNC
        if makes:
            self._effect(made)
        elif cuts and known is not None:
            self._effect(Data(known, 0, None))
        fd: int = self._real["open"](path, flags, mode, **more)
        if makes:
            self._next += 1
            self._now[inside] = known = self._next
            self._done(made)
        elif cuts and known is not None:
            self._done(Data(known, 0, None))
        if known is not None or inside in self._now:
            self._open[fd] = (known or 0, inside)
        return fd

    def _close(self, fd: int) -> None:
        self._open.pop(fd, None)
        self._real["close"](fd)

    def _write(self, fd: int, data: Any) -> int:
        if fd not in self._open:
            return self._real["write"](fd, data)  # type: ignore[no-any-return]
        file, _ = self._open[fd]
        end = fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_APPEND
        at = os.fstat(fd).st_size if end else os.lseek(fd, 0, os.SEEK_CUR)
        op = Data(file, at, bytes(data))
        most = self._effect(op)
        if most is not None:
            op = op._replace(data=op.data[:most] if op.data else op.data)
        wrote: int = self._real["write"](fd, op.data)
        self._done(op)
        if most is not None:
            self.after_part()
        return wrote

    def _ftruncate(self, fd: int, length: int) -> None:
        if fd in self._open:
            op = Data(self._open[fd][0], length, None)
            self._effect(op)
            self._real["ftruncate"](fd, length)
            self._done(op)
        else:
            self._real["ftruncate"](fd, length)

    def _fsync(self, fd: int) -> None:
        if fd not in self._open:
            return  # What lies elsewhere is nobody's concern: no test turns the machine off.
        file, path = self._open[fd]
        op = Sync(file) if file else NameSync(path)
        self._effect(op)
        self._done(op)

    _fdatasync = _fsync

    def _mkdir(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        inside = self._inside(path)
        op = Name("make", inside or "")
        if inside is not None and inside not in self._now:
            self._effect(op)
        self._real["mkdir"](path, mode, **more)
        if inside is not None:
            self._now[inside] = None
            self._done(op)

    def _remove(self, call: str, path: Any, **more: Any) -> None:
        inside = self._inside(path)
        there = inside is not None and inside in self._now
        op = Name("remove", inside or "")
        if there:
            self._effect(op)
        self._real[call](path, **more)
        if there and inside is not None:
            del self._now[inside]
            self._done(op)

    def _unlink(self, path: Any, **more: Any) -> None:
        self._remove("unlink", path, **more)

    def _rmdir(self, path: Any, **more: Any) -> None:
        self._remove("rmdir", path, **more)

    def _moved(self, call: str, source: Any, to: Any, **more: Any) -> None:
        one, other = self._inside(source), self._inside(to)
        if one is None or other is None:
            self._real[call](source, to, **more)
            return
        op = Name("move", one, self._now.get(one), other)
        self._effect(op)
        self._real[call](source, to, **more)
        self._now[other] = self._now.pop(one, None)
        for path in [each for each in self._now if each.startswith(f"{one}/")]:
            self._now[other + path[len(one) :]] = self._now.pop(path)
        self._done(op)

    def _replace(self, source: Any, to: Any, **more: Any) -> None:
        self._moved("replace", source, to, **more)

    def _rename(self, source: Any, to: Any, **more: Any) -> None:
        self._moved("rename", source, to, **more)

    def _locked(self, fd: Any, how: int) -> None:
        """Wait for a lock by letting others have their turn."""
        while True:
            try:
                self._flock(fd, how | fcntl.LOCK_NB)
            except BlockingIOError:
                if how & fcntl.LOCK_NB:
                    raise
                self.wait()
            else:
                return


_CALLS = (
    "open",
    "close",
    "write",
    "ftruncate",
    "fsync",
    "fdatasync",
    "mkdir",
    "unlink",
    "rmdir",
    "replace",
    "rename",
)


def _nobody_waits() -> None:
    raise OSError(errno.EDEADLK, "a lock is held by a program that does not run")
