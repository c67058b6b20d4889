"""Lets people in: the doors of one served folder, kept in the user's own folder between runs."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cli import private
from cli.web.doors import Doors, Invitation, Session, code_of, digest_of, from_bytes, spelled
from cli.web.doors import to_bytes as kept_as
from cli.web.permits import Seat
from ledger.errors import Refused
from ledger.people import packed
from ledger.storage.locks import writing
from projections.phrases import phrase

FIRST = timedelta(minutes=15)
"""So long the way in lasts that is shown in the organiser's terminal."""


class Porch:
    """Who may come in to a served folder, and who is in.

    Every change is on the disk before anybody is told of it, so that a server that is started again
    knows everybody. Outside the tournaments' folders: a copy of one lets nobody in.
    """

    def __init__(
        self,
        home: Path,
        folder: Path,
        *,
        clock: Callable[[], datetime],
        fresh: Callable[[int], bytes],
    ) -> None:
        """Read who is known. Raises Unreadable where the file is damaged."""
        self._path = home / "doors" / f"{_named(folder)}.json"
        self._clock, self._fresh = clock, fresh
        self._lock = threading.Lock()
        self._written = 0
        self._doors = Doors()
        self._look()

    @property
    def doors(self) -> Doors:
        """Return who is invited and who is in now; the command line may have invited meanwhile."""
        with self._lock:
            self._look()
            return self._doors.at(self._clock())

    def invite(
        self,
        seat: Seat,
        *,
        name: str,
        station: str,
        tournament: str | None,
        lasting: timedelta,
        uses: int = 1,
        player: str | None = None,
    ) -> str:
        """Return the code of a new invitation, which is kept nowhere. Raises Unreadable."""
        code = code_of(self._fresh(16))
        invitation = Invitation(
            digest=digest_of(spelled(code)),
            seat=seat,
            name=name,
            station=station,
            tournament=tournament,
            player=player,
            until=self._clock() + lasting,
            uses=uses,
        )
        self._change(lambda doors: doors.inviting(invitation))
        return code

    def invited(self, code: str) -> Invitation | None:
        """Return the invitation that a code opens now."""
        return self.doors.invited(code, self._clock())

    def enter(self, code: str, *, name: str = "") -> tuple[str, Session]:
        """Let somebody in by a code; return the token for their browser, and their session.

        Raises Refused where the code opens nothing, or nobody says who they are.
        """
        token, made = packed(self._fresh(32)), list[Session]()
        form_key = packed(self._fresh(24))

        def entering(doors: Doors) -> Doors:
            now = self._clock()
            found = doors.invited(code, now)
            if found is None:
                msg = phrase(
                    "this code opens nothing: it was used, has ended, or was typed wrongly."
                )
                raise Refused(msg, hint="Ask the organiser for another invitation.")
            who = found.name or name
            if not who:
                raise Refused(phrase("nobody comes in without a name."), hint="Say who you are.")
            after, session = doors.entering(
                found, token=token, form_key=form_key, now=now, name=who
            )
            made.append(session)
            return after

        self._change(entering)
        return token, made[0]

    def session(self, token: str | None) -> Session | None:
        """Return whose token this is; None for nobody's, or one that has ended or was revoked."""
        return self.doors.session(token, self._clock()) if token else None

    def revoke(self, numbers: Iterable[int]) -> None:
        """Sign people out, wherever they are."""
        gone = tuple(numbers)
        self._change(lambda doors: doors.revoking(gone))

    def uninvite(self, digest: str) -> None:
        """Take an invitation back."""
        self._change(lambda doors: doors.uninviting(digest))

    def _change(self, changed: Callable[[Doors], Doors]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._lock, writing(self._path.with_suffix(".lock")):
            self._look()
            doors = changed(self._doors.at(self._clock()))
            private.keep(self._path, kept_as(doors), "who may come in")
            self._doors, self._written = doors, _stamp(self._path)

    def _look(self) -> None:
        """Read the file again if somebody else has written it."""
        stamp = _stamp(self._path)
        if stamp != self._written:
            self._doors = from_bytes(self._path.read_bytes(), str(self._path)) if stamp else Doors()
            self._written = stamp


def _named(folder: Path) -> str:
    """Return a name for the doors of a folder that no other folder has."""
    return sha256(str(folder.resolve()).encode(errors="surrogateescape")).hexdigest()[:24]


def _stamp(path: Path) -> int:
    """Return what tells whether a file was written since; 0 for none."""
    try:
        found = path.stat()
    except OSError:
        return 0
    return hash((found.st_ino, found.st_mtime_ns, found.st_size)) or 1
