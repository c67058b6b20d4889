"""The security log: sign-ins, failed sign-ins and refusals. No player is named.

Each event is one line of JSON, in the user's own folder: time (UTC), kind, network address, and the
number and access role of the session. Lines are kept for a week, up to a maximum number.
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

from roundbook.cli.places import layout as own
from roundbook.cli.places.members import at
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import Session
from roundbook.ledger.errors import UNDECODABLE, Unreadable

KEPT, MOST = timedelta(days=7), 5_000
"""How long lines are kept, and the maximum number of lines."""

A_MINUTE = 120
"""The maximum number of lines per minute, so that a flood of requests cannot fill the disk."""

LONGEST = 120
"""The maximum length of a requested path, in characters."""


class Happening(StrEnum):
    """The kind of a security event."""

    SIGNED_IN = "signed-in"
    CODE_FAILED = "code-failed"
    SIGNED_OUT = "signed-out"
    INVITED = "invited"
    ENDED = "sessions-ended"
    REFUSED = "refused"
    TOO_MANY = "too-many"
    FAILED = "failed"


class SecurityEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the log. `path` is the requested path, without any code."""

    at: datetime
    what: Happening
    address: str
    session: int | None = None
    role: AccessRole | None = None
    path: str = ""


class SecurityLog:
    """The log of one served folder. If it cannot be written, requests are still answered."""

    def __init__(
        self, home: Path, folder: own.Whereabouts, *, clock: Callable[[], datetime]
    ) -> None:
        """Read the lines that are kept, without those that are too old."""
        self._home, self._clock = home, clock
        self._name = own.of_folder(own.SECURITY, folder).replace(".json", ".jsonl")
        self._lines: deque[SecurityEvent] = deque(self._read(), MOST)
        self._written = MOST  # So the first line rewrites the file.

    def note(
        self, request: Request, what: Happening, session: Session | None = None, *, path: str = ""
    ) -> None:
        """Write a line, unless there were too many within a minute."""
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
        """Return the events of this kind within this time, latest first."""
        since = self._clock() - within
        return [one for one in reversed(self._lines) if one.what is what and one.at > since]

    def _write(self) -> None:
        """Append the last line; rewrite the file if it has grown, or a line is too old."""
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
    """Write a line to the log of the server that handles the request."""
    log_of(request).note(request, what, session, path=path)


def log_of(request: Request) -> SecurityLog:
    """Return the log of the server that handles the request."""
    log = request.app.state.security
    assert isinstance(log, SecurityLog)
    return log


def address_of(request: Request) -> str:
    """Return the client's network address, behind trusted proxies too; empty if unknown."""
    return request.client.host if request.client else ""
