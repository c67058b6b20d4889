"""The default store: a folder with the ledger as a text file, one line for every entry.

A writer takes the lock, reads and checks what others wrote, writes once, counts, waits for the
disk, and only then reports success. The head is written last, without waiting for the disk: lines
newer than the head are just as valid.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self
from zlib import crc32

from roundbook.ledger.errors import Conflict, Occupied, Refused, Unreadable, advice, do
from roundbook.ledger.record.chain import Ahead, Head, Mark, Survey, claim, follow, survey
from roundbook.ledger.record.entry import leaf_hash
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.store import Behind

# How the ledger in the folder of a tournament is checked.

_HEAD_SIZE = 200
"""More bytes than any head has; a longer file is not a head."""


class FileStamp(NamedTuple):
    """Which file it is, and a state of it: another one after anybody has written to it."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, fd: int) -> "FileStamp":
        """Return the current stamp of an open file. Raises OSError."""
        now = os.fstat(fd)
        return cls(now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns)


class ReadUpTo(NamedTuple):
    """How far a file has been read: the place before the last line, and the hash of that line.

    `checksum` is of the bytes before that place, and `stamp` that of the file before it was read.
    `line` and `head` are the bytes that end the ledger and that the head then has, and `found` is
    what a survey from that place finds in them.
    """

    before: Mark
    leaf: str
    checksum: int
    stamp: FileStamp
    line: bytes
    head: bytes
    found: Survey


class Places(NamedTuple):
    """The paths of the files of a tournament."""

    folder: Path
    ledger: Path
    head: Path
    lock: Path


def places(folder: Path) -> Places:
    """Return the paths of the files of the tournament in `folder`."""
    return Places(folder, folder / disk.LEDGER, folder / disk.HEAD, folder / disk.LOCK)


def read_up_to(
    lines: Sequence[bytes], leaf: bytes, end: Mark, stamp: FileStamp, known: ReadUpTo | None
) -> ReadUpTo | None:
    """Return that a file has been read up to `end`; `lines` are those read now, `known` before.

    `leaf` is the hash of the last of them.
    """
    said = claim(lines[-1]) if lines else None
    if said is None:
        return None
    before = Mark(said.seq - 1, said.prev, end.offset - len(lines[-1]) - 1)
    goes_on = known and known.before.seq == end.seq - len(lines)
    # A CRC continues from any place, so an append costs its own bytes and not those of the whole
    # file.
    checksum = crc32(b"\n".join([*lines[:-1], b""]), known.checksum if known and goes_on else 0)
    last = lines[-1]
    clean = Survey([last], [leaf], end, {}, (), b"", None, None)
    return ReadUpTo(before, end.leaf, checksum, stamp, last + b"\n", _head_after(end), clean)


def survey_file(
    fd: int, at: Places, *, after: int, known: ReadUpTo | None, stamp: FileStamp
) -> Survey:
    """Survey the last known line and everything after it, or the whole ledger.

    The survey begins before line `after`. The last known line is read again: if it has changed, all
    lines before it may have changed too. If another program has written to the file, it may have
    damaged any line. The head is read before the ledger, so it may be older than the lines but
    never newer. `stamp` is of the file just before. Raises OSError, and Unreadable for an endless
    file.
    """
    head_read = _read_head(at.head)
    if known and _is_still_there(fd, after, known, stamp):
        if head_read == known.head and disk.ends_with(fd, known.before.offset, known.line):
            return known.found  # The same bytes again, so what was found in them.
        data = disk.read_from(fd, known.before.offset, at.ledger)
        found = survey(data, Head.from_bytes(head_read), known.before)
        if found.clean and found.lines and leaf_hash(found.lines[0]) == known.leaf:
            return found
    return survey(disk.read_from(fd, 0, at.ledger), Head.from_bytes(head_read))


def _read_head(path: Path) -> bytes:
    """Return the bytes of the head; none if it is missing or cannot be read."""
    try:
        return disk.read_start(path, _HEAD_SIZE)
    except (OSError, Unreadable):
        return b""


def _head_after(end: Mark) -> bytes:
    return Head(leaf=end.leaf, seq=end.seq).to_bytes()


def _is_still_there(fd: int, after: int, known: ReadUpTo, now: FileStamp) -> bool:
    """Return whether this is the file that was read, intact, and the wanted lines come after."""
    offset = known.before.offset
    # Another device or inode: the file was replaced, so nothing is known about this one.
    if now[:2] != known.stamp[:2] or known.before.seq > after or offset > now.size:
        return False
    # A checksum of what is known takes a thirtieth of the time of a survey.
    return now == known.stamp or disk.checksum(fd, offset) == known.checksum


def refuse_damage(found: Survey, ledger: Path) -> None:
    """Raise Unreadable for a damaged ledger, naming the first line and its byte."""
    if not found.damage:
        return
    first, more = found.damage[0], len(found.damage) - 1
    msg = f"{ledger} is damaged at byte {first.offset:,}: {first.sentence}"
    if more:
        msg = f"{msg.removesuffix('.')} (and {more} more)."
    hint = advice(
        "{} lists what is damaged. Restore the folder from a backup: {}.",
        do("verify"),
        do("restore", "FILE", "DIR"),
    )
    raise Unreadable(msg, where=f"line {first.line}, byte {first.offset}", hint=hint)


class JsonlStore:
    """Keeps the promises of `Store` in a folder; several programs may use it at once.

    Reading writes nothing and needs no lock, so it also works on a read-only disk.
    """

    def __init__(self, folder: Path) -> None:
        """Store the folder; nothing is read yet."""
        self.notices: list[str] = []
        self._at = places(folder)
        self._known: ReadUpTo | None = None
        self._shorter: str | None = None
        self._ahead: Ahead | None = None
        self.stuck = False

    @classmethod
    def create(cls, folder: Path) -> Self:
        """Make an empty ledger. Raises Unreadable if there already is one, or writing fails."""
        at = places(folder)
        if at.ledger.exists() or at.head.exists():
            msg = f"{folder} is already a tournament."
            raise Occupied(msg, where=str(folder), hint="Choose a folder that does not exist yet.")
        try:
            disk.make_folder(folder)
            # O_EXCL, since another desk may create the same tournament after we looked.
            os.close(os.open(at.ledger, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            # Taking the lock makes its file, so its name reaches the disk together with the others.
            with disk.locked_to_write(at.lock):
                disk.make_names_durable(folder)
        except OSError as error:
            raise disk.unwritten(error, folder) from error
        return cls(folder)

    def lines(self, after: int = 0) -> list[bytes]:
        """Return the lines after the `after`-th. Raises Unreadable, naming line and byte."""
        found = self._read(after)
        refuse_damage(found, self._at.ledger)
        first = found.end.seq - len(found.lines)
        return found.lines[after - first :]

    def survey(self) -> Survey:
        """Look at the whole ledger again, whatever is wrong with it. Raises Unreadable if none is.

        Its `lines` and `later` are what can be read of a damaged ledger.
        """
        self._known = None
        return self._read(0)

    def accept_shorter(self, reason: str) -> None:
        """Let the next append continue after the last line, although the head names a later one."""
        if not reason.strip():
            msg = "a ledger whose end is missing can be continued only with a reason."
            raise Refused(msg, hint="Give the reason with --accept-shorter.")
        self._shorter = reason

    def ready(self) -> None:
        """Raise Unreadable if the ledger, as last read, has lost its end unaccepted."""
        self._refuse_shorter(self._ahead)

    def append(self, lines: Sequence[bytes], *, after: int) -> None:
        """Write the lines after line `after`; when it returns they are on the disk."""
        assert lines, "An append needs at least one line."
        assert not any(b"\n" in line for line in lines), "A line must not contain a line feed."
        self._refuse_stuck()
        if not os.path.exists(self._at.ledger):  # noqa: PTH110 - a path's own takes three times as long.
            raise disk.unread(FileNotFoundError(), self._at.ledger)
        try:
            with (
                disk.locked_to_write(self._at.lock),
                disk.opened_itself(self._at.ledger, os.O_RDWR | os.O_APPEND) as fd,
            ):
                self._append(fd, lines, after)
        except OSError as error:
            raise disk.unwritten(error, self._at.ledger) from error

    def confirm(self, *, after: int) -> None:
        """Wait until the first `after` lines are on the disk; after `append` they are."""
        self._refuse_stuck()
        known = self._known
        if known and known.before.seq + 1 == after and _read_head(self._at.head) == known.head:
            return
        try:
            with (
                disk.locked_to_write(self._at.lock),
                disk.opened_itself(self._at.ledger, os.O_RDWR) as fd,
            ):
                found = self._look(fd, after)
                refuse_damage(found, self._at.ledger)
                # Whoever was writing may have failed, and taken the line back.
                if found.end.seq != after or (known and found.end.leaf != known.leaf):
                    raise Behind(after=after, held=found.end.seq)
                self._catch_up(fd, found)
        except OSError as error:
            raise disk.unwritten(error, self._at.ledger) from error

    def _refuse_stuck(self) -> None:
        if self.stuck:
            msg = (
                f"a write to {self._at.ledger} failed: it is unclear how much of it "
                "reached the disk."
            )
            raise Unreadable(msg, where=str(self._at.ledger), hint="Start roundbook again.")

    def _catch_up(self, fd: int, found: Survey) -> None:
        """Wait for lines that the head does not name. Raises OSError.

        They may be from a program that was killed before it waited for them: after a power cut,
        they could be missing, even in front of later ones.
        """
        if self._known and found is self._known.found:
            return  # Just now, the head did name the last line.
        if found.end.seq and _read_head(self._at.head) != _head_after(found.end):
            self._wait_for(fd)

    def _wait_for(self, fd: int) -> None:
        """Wait for the disk; if that fails, write nothing more. Raises OSError."""
        try:
            disk.make_durable(fd)
        except OSError:
            # After a failed flush the system may call the same bytes clean the next time, though
            # they never reached the disk.
            self.stuck = True
            raise

    def _append(self, fd: int, lines: Sequence[bytes], after: int) -> None:
        """Append as described in `append`, under the lock. Raises OSError too."""
        found = self._look(fd, after)
        refuse_damage(found, self._at.ledger)
        self._refuse_shorter(found.ahead)
        if found.end.seq != after:  # Another desk was quicker, between our check and the lock.
            raise Behind(after=after, held=found.end.seq)
        # Checked before the first byte is written: a line that does not follow would be damage for
        # good.
        _, end, leaves = follow(lines, found.end)
        if end.seq != after + len(lines):
            msg = f"the new line {end.seq + 1} does not follow line {end.seq}."
            raise Conflict(msg, hint="Repeat the command: it will read the ledger again.")
        self._catch_up(fd, found)
        self._clear(fd, found)
        disk.write_whole(fd, b"".join(line + b"\n" for line in lines), length=found.end.offset)
        try:
            self._wait_for(fd)
        except OSError:
            disk.cut_back(fd, found.end.offset)
            raise
        stamp, read = FileStamp.of(fd), [*found.lines[-1:], *lines]
        self._known = read_up_to(read, leaves[-1], end, stamp, self._known)
        # Overwritten in place, and last. A crash before it leaves a head that is older than the
        # lines, which is fine; a head ahead of the lines would mean that the end was cut off. So it
        # is never written before them, and a failure here does not undo the entry.
        try:
            disk.overwrite(self._at.head, self._known.head if self._known else _head_after(end))
        except OSError:
            self._say("`head` could not be written; the next entry will write it.")

    def _refuse_shorter(self, ahead: Ahead | None) -> None:
        if ahead and self._shorter is None:
            hint = advice(
                "Restore the folder from a backup ({}), or give --accept-shorter with a reason.",
                do("restore", "FILE", "DIR"),
            )
            raise Unreadable(ahead.sentence, where=str(self._at.ledger), hint=hint)

    def _clear(self, fd: int, found: Survey) -> None:
        """Move anything in the way of the next line to the quarantine. Raises OSError."""
        if found.torn:
            name = f"torn-at-byte-{found.end.offset}"
            kept = disk.set_aside(self._at.folder, name, found.torn)
            # Only now: a crash before this leaves the bytes in both places, and the next write
            # repeats the step.
            os.ftruncate(fd, found.end.offset)
            self._say(
                f"a write was cut short: {len(found.torn):,} bytes after line {found.end.seq} "
                f"were moved to {kept}."
            )
        if found.ahead:
            # Before the line: a new line must never be where the old head names another one.
            head, name = self._at.head, f"head-of-line-{found.ahead.head}"
            kept = disk.set_aside(self._at.folder, name, disk.read_whole(head))
            head.unlink()
            disk.make_names_durable(self._at.folder)
            self._say(f"{found.ahead.sentence} The old `head` was moved to {kept}: {self._shorter}")
            self._shorter = None

    def _read(self, after: int) -> Survey:
        """Check the ledger from line `after` on, or from before it, and note anything odd.

        Without the lock a line may be seen half written. So anything that looks wrong is checked
        again while nobody writes; if another desk is writing, a torn tail is theirs, and no note is
        made.
        """
        lock = self._at.lock
        try:
            with disk.opened_itself(self._at.ledger) as fd:
                found, alone = self._look(fd, after), True
                if found.torn or not found.clean:
                    # Only damage is worth waiting for: if somebody is writing, a torn end is theirs
                    # and will be whole soon.
                    with disk.locked_to_read(lock, wait=bool(found.damage)) as alone:
                        if alone:
                            found = self._look(fd, after)
        except OSError as error:
            raise disk.unread(error, self._at.ledger) from error
        self._ahead = found.ahead
        for remark in found.remarks if alone else ():
            self._say(remark)
        return found

    def _look(self, fd: int, after: int) -> Survey:
        """Survey the ledger, and note how far it has been read. Raises OSError, Unreadable."""
        stamp = FileStamp.of(fd)  # What is written while we read is looked at the next time.
        found = survey_file(fd, self._at, after=after, known=self._known, stamp=stamp)
        if self._known and found is self._known.found:
            if stamp != self._known.stamp:
                self._known = self._known._replace(stamp=stamp)
        else:
            last = found.leaves[-1] if found.leaves else b""
            self._known = read_up_to(found.lines, last, found.end, stamp, self._known)
        return found

    def _say(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)
