"""Lets people in: the doors of one served folder, kept in the user's own folder between runs."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path

from cli import private
from cli.web.doorfile import NOTHING, Known, known_as, known_now, named
from cli.web.doors import Doors, Invitation, Session, code_of, digest_of, spelled
from cli.web.doors import to_bytes as kept_as
from cli.web.permits import Seat
from ledger.errors import Refused
from ledger.people.book import packed
from ledger.storage.locks import writing
from projections.text import phrase

FIRST = timedelta(minutes=15)
"""So long the way in lasts that is shown in the organiser's terminal."""


class Porch:
    """Who may come in to a served folder, and who is in.

    Every change is on the disk before anybody is told of it, so that a server that is started again
    knows everybody. Outside the tournaments' folders, in `home`: a copy of one lets nobody in.
    `cookie` is what their token is called in a browser.
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
        self.home = home
        self._path = home / "doors" / f"{named(folder)}.json"
        self.cookie = f"roundbook-{named(folder)[:8]}"  # Every port of a machine is sent it.
        self._clock, self._fresh = clock, fresh
        self._lock = threading.Lock()
        self._last: dict[int, datetime] = {}
        self._known = NOTHING
        self._look()

    @property
    def doors(self) -> Doors:
        """Return who is invited and who is in now; the command line may have invited meanwhile."""
        return self._look().doors.at(self._clock())

    def last(self, session: Session) -> datetime | None:
        """Return when somebody last asked for something; None for not since this server began."""
        return self._last.get(session.number)

    def invite(  # noqa: PLR0913 - one argument per fact.
        self,
        seat: Seat,
        *,
        name: str,
        station: str,
        tournament: str | None,
        lasting: timedelta,
        event: str | None = None,
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
            event=event,
            player=player,
            until=self._clock() + lasting,
            uses=uses,
        )
        self._change(lambda doors: doors.inviting(invitation))
        return code

    def invite_players(
        self,
        tournament: str,
        players: Iterable[str],
        *,
        lasting: timedelta,
        event: str | None = None,
    ) -> dict[str, str]:
        """Return a code for the phone of each of these players of a tournament, by number.

        Nobody's name is kept with it. Codes that they were given before and did not use open
        nothing any more. Raises Unreadable.
        """
        codes = {player: code_of(self._fresh(16)) for player in players}
        until = self._clock() + lasting
        invitations = [
            Invitation(
                digest=digest_of(spelled(code)),
                seat=Seat.PLAYER,
                name=player,
                station="phone",
                tournament=tournament,
                event=event,
                player=player,
                until=until,
            )
            for player, code in codes.items()
        ]
        self._change(lambda doors: doors.inviting_anew(invitations))
        return codes

    def invited(self, code: str) -> Invitation | None:
        """Return the invitation that a code opens now."""
        return self.doors.invited(code, self._clock())

    def enter(
        self, code: str, *, name: str = "", leaving: Session | None = None
    ) -> tuple[str, Session]:
        """Let somebody in by a code; return the token for their browser, and their session.

        The seat in which the same browser was before, `leaving`, is given up. Raises Refused where
        the code opens nothing, or nobody says who they are.
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
            return after.revoking([leaving.number]) if leaving else after

        self._change(entering)
        return token, made[0]

    def session(self, token: str | None) -> Session | None:
        """Return whose token this is; None for nobody's, or one that has ended or was revoked."""
        if not token:
            return None
        now = self._clock()
        found = self._look().session(token, now)
        if found is not None:
            self._last[found.number] = now
        return found

    def revoke(self, numbers: Iterable[int]) -> None:
        """Sign people out, wherever they are."""
        gone = tuple(numbers)
        self._change(lambda doors: doors.revoking(gone))

    def uninvite(self, digests: Iterable[str]) -> None:
        """Take invitations back."""
        gone = tuple(digests)
        self._change(lambda doors: doors.uninviting(gone))

    def counted(self, wanted: Callable[[Session | Invitation], bool]) -> int:
        """Return how many stand in the file, those who have ended among them."""
        doors = self._look().doors
        return len([*filter(wanted, doors.sessions), *filter(wanted, doors.invitations)])

    def forget(self, wanted: Callable[[Session | Invitation], bool]) -> None:
        """Sign out whoever is wanted, and take their invitations back."""

        def forgetting(doors: Doors) -> Doors:
            without = doors.revoking(one.number for one in doors.sessions if wanted(one))
            return without.uninviting(one.digest for one in doors.invitations if wanted(one))

        self._change(forgetting)

    def _change(self, changed: Callable[[Doors], Doors]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._lock, writing(self._path.with_suffix(".lock")):
            doors = changed(self._look().doors.at(self._clock()))
            private.keep(self._path, kept_as(doors), "who may come in")
            self._known = known_as(self._path, doors)

    def _look(self) -> Known:
        """Return what is known, read again if somebody else has written it.

        No lock is taken: whoever only asks never waits for the disk of whoever comes in. At worst
        an older reading is kept for a moment, and is seen to be old at the next look.
        """
        self._known = known = known_now(self._path, self._known)
        return known
