"""What happened at the doors: who signed in, what failed, who was refused. No player is named.

A line of JSON for each, in the user's own folder: when (UTC), what, from which address, and of a
session its number and access role. Kept for a week, and no longer than so many lines.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.requests import Request

from cli.folder import layout as own
from cli.folder.members import at
from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import Session
from ledger.errors import UNDECODABLE, Unreadable

KEPT, MOST = timedelta(days=7), 5_000
"""So long, and so many lines, are kept."""

A_MINUTE = 120
"""So many lines are written in a minute: whoever floods us fills no disk."""

LONGEST = 120
"""So many characters of an address that was asked for are kept."""


class Happening(StrEnum):
    """What is worth a line."""

    SIGNED_IN = "signed-in"
    CODE_FAILED = "code-failed"
    SIGNED_OUT = "signed-out"
    INVITED = "invited"
    ENDED = "sessions-ended"
    REFUSED = "refused"
    TOO_MANY = "too-many"
    FAILED = "failed"


class SecurityEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line. `path` is what was asked for, without any code in it."""

    at: datetime
    what: Happening
    address: str
    session: int | None = None
    role: AccessRole | None = None
    path: str = ""


class SecurityLog:
    """The lines of one served folder; what cannot be written stops nobody."""

    def __init__(
        self, home: Path, folder: own.Whereabouts, *, clock: Callable[[], datetime]
    ) -> None:
        """Read what is kept, and leave out what is too old."""
        self._home, self._clock = home, clock
        self._name = own.of_folder(own.SECURITY, folder).replace(".json", ".jsonl")
        self._lines: deque[SecurityEvent] = deque(self._read(), MOST)
        self._written = MOST  # The file is written anew with the first line.

    def note(
        self, request: Request, what: Happening, session: Session | None = None, *, path: str = ""
    ) -> None:
        """Write a line; in a minute in which there were too many, none."""
        now = self._clock().astimezone(UTC)
        full = len(self._lines) >= A_MINUTE
        if full and now - self._lines[-A_MINUTE].at < timedelta(minutes=1):
            return
        self._lines.append(
            SecurityEvent(
                at=now,
                what=what,
                address=address_of(request),
                session=session.number if session else None,
                role=session.seat if session else None,
                path=path[:LONGEST],
            )
        )
        with suppress(OSError, Unreadable):
            self._write()

    def lately(self, what: Happening, within: timedelta) -> list[SecurityEvent]:
        """Return what happened in the last while, the latest first."""
        since = self._clock() - within
        return [one for one in reversed(self._lines) if one.what is what and one.at > since]

    def _write(self) -> None:
        """Write the last line; all of them anew after so many, or where one is too old."""
        self._written += 1
        while self._lines[0].at <= self._clock() - KEPT:
            self._lines.popleft()
            self._written = MOST
        if self._written < MOST:
            at(self._home).append(self._name, _line(self._lines[-1]))
            return
        data = b"".join(_line(one) + b"\n" for one in self._lines)
        own.keep_at_home(self._home, self._name, data, "the security log", wait=False)
        self._written = 0

    def _read(self) -> list[SecurityEvent]:
        """Return the lines that are kept and can be read."""
        found = []
        with suppress(OSError, Unreadable):
            for line in at(self._home).read(self._name).splitlines():
                with suppress(*UNDECODABLE):
                    found.append(msgspec.json.decode(line, type=SecurityEvent))
        return found


def _line(event: SecurityEvent) -> bytes:
    return msgspec.json.encode(event)


def note(
    request: Request, what: Happening, session: Session | None = None, *, path: str = ""
) -> None:
    """Write a line into the log of the server that is asked."""
    log_of(request).note(request, what, session, path=path)


def log_of(request: Request) -> SecurityLog:
    """Return the log of the server that is asked."""
    log = request.app.state.security
    assert isinstance(log, SecurityLog)
    return log


def address_of(request: Request) -> str:
    """Return from which address a request comes; a program in front of us is not believed."""
    return request.client.host if request.client else ""
