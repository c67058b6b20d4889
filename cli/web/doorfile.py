"""The file of the doors of a folder: what was read of it, and whether it was written since."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cli.web.doors import Doors, Session, digest_of, from_bytes
from cli.web.stamps import NO_FILE, Stamp, stamp_of
from ledger.storage.disk import unread


class Known(NamedTuple):
    """The doors as they were read from a file, and who is in, by the digests of their tokens."""

    stamp: Stamp
    doors: Doors
    sessions: Mapping[str, Session]

    def session(self, token: str, moment: datetime) -> Session | None:
        """Return whose token this is; None for nobody's, or one that has ended or was revoked."""
        found = self.sessions.get(digest_of(token))
        return found if found and found.until > moment else None


NOTHING = Known(NO_FILE, Doors(), {})
"""What is known before there is a file: nobody is invited, and nobody is in."""


def known_now(path: Path, known: Known) -> Known:
    """Return what is known, read again if the file was written since. Raises Unreadable."""
    stamp = stamp_of(path)
    if stamp == known.stamp:
        return known
    try:
        doors = from_bytes(path.read_bytes(), str(path)) if stamp != NO_FILE else Doors()
    except OSError as error:
        raise unread(error, path) from error
    return known_of(doors, stamp)


def known_as(path: Path, doors: Doors) -> Known:
    """Return what is known after the doors were written to a file."""
    return known_of(doors, stamp_of(path))


def named(folder: Path) -> str:
    """Return a name for what is kept of a folder, which no other folder has."""
    return sha256(str(folder.resolve()).encode(errors="surrogateescape")).hexdigest()[:24]


def known_of(doors: Doors, stamp: Stamp = NO_FILE) -> Known:
    """Return what is known of doors as they are."""
    return Known(stamp, doors, {each.digest: each for each in doors.sessions})
