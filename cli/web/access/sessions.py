"""Lets people in: the doors of one served folder, kept in the user's own folder between runs."""

import base64
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import scrypt, sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cli.desk.venue import now, random_bytes
from cli.folder import layout as own
from cli.folder.layout import name_of, served_by
from cli.folder.members import NO_FILE, Anywhere, Version, at
from cli.web.access.permissions import AccessRole
from ledger.errors import UNDECODABLE, Refused, Trouble, Unreadable
from ledger.people.book import Book, packed
from ledger.people.privacy import betrays, everybody_in, needles, persons, without
from ledger.phrases import phrase
from ledger.text import reason
from projections.reports.public_view import slug_of

# Who may sign in, and who is in: invitations that expire, sessions that can be revoked.

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's digits: no I, L, O or U, which are misread."""

CODE = 12
"""Letters of a code: 60 bits, which nobody guesses through a limit of some tries a minute."""

WORK = 1 << 11
"""How hard it is to try one code against a copy of the file: 2 MiB, and 5 ms (scrypt)."""

DAY = timedelta(hours=18)
"""How long somebody stays signed in: one day at the venue, and no night."""

IDLE = timedelta(hours=3)
"""How long somebody stays signed in who does nothing: longer than a round and a lunch."""

RESTLESS = frozenset(AccessRole) - {AccessRole.PLAYER, AccessRole.SCREEN}
"""Whose sessions end by that: a screen only shows, and a player's phone lies in a pocket."""


MOST_ENDED = 500
"""Of so many sessions it is known when they ended."""


class Invitation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way in, by its code: to which seat, of which tournament (None: all of the folder).

    `tournament` is its name in addresses, `event` the id in its first entry: where another one lies
    in the folder of that name by now, nobody has been invited to it.
    """

    digest: str
    seat: AccessRole
    name: str
    station: str
    tournament: str | None
    event: str | None = None
    player: str | None = None
    until: datetime
    uses: int = 1


class Session(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who has come in. `number` names the session to people; `digest` is of its token."""

    number: int
    digest: str
    form_key: str
    seat: AccessRole
    name: str
    station: str
    tournament: str | None
    event: str | None = None
    player: str | None = None
    since: datetime
    until: datetime

    def at(self, tournament: str) -> bool:
        """Tell whether the session is good for this tournament."""
        return self.tournament in {None, tournament}


class AccessList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody invited and everybody signed in, at one folder.

    Codes are kept as scrypt makes them with `salt`; those from before there was one, as a hash.
    """

    salt: str = ""
    invitations: tuple[Invitation, ...] = ()
    sessions: tuple[Session, ...] = ()
    given: int = 0

    def at(self, moment: datetime) -> "AccessList":
        """Return the doors without what has ended by then."""
        return replace(
            self,
            invitations=tuple(each for each in self.invitations if each.until > moment),
            sessions=tuple(each for each in self.sessions if each.until > moment),
        )

    def inviting(self, *invitations: Invitation) -> "AccessList":
        """Return the doors with more invitations."""
        return replace(self, invitations=(*self.invitations, *invitations))

    def inviting_anew(self, invitations: Iterable[Invitation]) -> "AccessList":
        """Return the doors with invitations of players, in place of those that they had before."""
        new = tuple(invitations)
        mine = {(each.tournament, each.player) for each in new}
        before = [
            each.digest
            for each in self.invitations
            if each.seat is AccessRole.PLAYER and (each.tournament, each.player) in mine
        ]
        return self.uninviting(before).inviting(*new)

    def invited(self, code: str, moment: datetime) -> Invitation | None:
        """Return the invitation that a code opens now, however it was typed; None for none."""
        digests = {digest_of_code(code, self.salt), digest_of(spelled(code))}
        alive = self.at(moment).invitations
        return next((each for each in alive if each.digest in digests), None)

    def entering(
        self, invitation: Invitation, *, token: str, form_key: str, now: datetime, name: str
    ) -> tuple["AccessList", Session]:
        """Return the doors after somebody came in by an invitation, and their session."""
        session = Session(
            number=self.given + 1,
            digest=digest_of(token),
            form_key=form_key,
            seat=invitation.seat,
            name=name,
            station=invitation.station,
            tournament=invitation.tournament,
            event=invitation.event,
            player=invitation.player,
            since=now,
            until=now + DAY,
        )
        kept = (*(each for each in self.invitations if each is not invitation),)
        if invitation.uses > 1:
            kept = (*kept, replace(invitation, uses=invitation.uses - 1))
        entered = replace(
            self, given=session.number, invitations=kept, sessions=(*self.sessions, session)
        )
        return entered, session

    def revoking(self, numbers: Iterable[int]) -> "AccessList":
        """Return the doors without these sessions: their next click asks them to sign in."""
        gone = set(numbers)
        stays = tuple(each for each in self.sessions if each.number not in gone)
        return replace(self, sessions=stays)

    def uninviting(self, digests: Iterable[str]) -> "AccessList":
        """Return the doors without these invitations."""
        gone = set(digests)
        stays = tuple(each for each in self.invitations if each.digest not in gone)
        return replace(self, invitations=stays)


def code_of(chance: bytes) -> str:
    """Return a code, in fours, of eight or more bytes that nobody could foresee."""
    number = int.from_bytes(chance, "big")
    letters = "".join(LETTERS[number >> 5 * place & 31] for place in range(CODE))
    return "-".join(letters[at : at + 4] for at in range(0, CODE, 4))


def spelled(code: str) -> str:
    """Return a code as it was meant: case, spaces and dashes aside, O for 0, I and L for 1."""
    return code.upper().translate(str.maketrans("OIL", "011", " -\t"))


def digest_of_code(code: str, salt: str) -> str:
    """Return what is kept in place of a code, however it was typed: slow to try (ASVS 6.5.2)."""
    if len(spelled(code)) != CODE:
        return ""
    digest = scrypt(spelled(code).encode(), salt=salt.encode(), n=WORK, r=8, p=1, dklen=32)
    return packed(digest)


def digest_of(text: str) -> str:
    """Return what is kept in place of a token, of 256 bits."""
    digest = sha256(b"roundbook door\n" + text.encode(errors="replace")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def to_bytes(doors: AccessList) -> bytes:
    """Return the doors as they are kept."""
    return msgspec.json.format(msgspec.json.encode(doors, order="sorted"), indent=1) + b"\n"


def from_bytes(data: bytes, where: str) -> AccessList:
    """Return the doors that are kept. Raises Unreadable where the file is damaged."""
    try:
        return msgspec.json.decode(data, type=AccessList)
    except UNDECODABLE as error:
        msg = f"{where} does not say who may sign in: {reason(error)}."
        hint = "Remove the file; everybody must then sign in again with a new invitation."
        raise Unreadable(msg, where=where, hint=hint) from error


# The file of the doors of a folder: what was read of it, and whether it was written since.


class AccessSnapshot(NamedTuple):
    """The doors as they were read from a file, and who is in, by the digests of their tokens."""

    stamp: Version
    doors: AccessList
    sessions: Mapping[str, Session]

    def session(self, token: str, moment: datetime) -> Session | None:
        """Return whose token this is; None for nobody's, or one that has ended or was revoked."""
        found = self.sessions.get(digest_of(token))
        return found if found and found.until > moment else None


NOTHING = AccessSnapshot(NO_FILE, AccessList(), {})
"""What is known before there is a file: nobody is invited, and nobody is in."""


def known_now(home: Path, name: str, known: AccessSnapshot) -> AccessSnapshot:
    """Return what is known, read again if the file was written since. Raises Unreadable."""
    stamp = at(home).version(name)
    if stamp == known.stamp:
        return known
    try:
        data = own.read(home, name)
    except FileNotFoundError:
        return NOTHING
    return known_of(from_bytes(data, at(home).where(name)), stamp)


def known_of(doors: AccessList, stamp: Version = NO_FILE) -> AccessSnapshot:
    """Return what is known of doors as they are."""
    return AccessSnapshot(stamp, doors, {each.digest: each for each in doors.sessions})


FIRST = timedelta(minutes=15)
"""So long the way in lasts that is shown in the organiser's terminal."""


class AccessStore:
    """Who may sign in to a served folder, and who is in.

    Every change is on the disk before anybody is told of it, so that a server that is started again
    knows everybody. Outside the tournaments' folders, in `home`: a copy of one lets nobody in.
    `cookie` is what their token is called in a browser.
    """

    def __init__(
        self,
        home: Path,
        folder: own.Whereabouts,
        *,
        clock: Callable[[], datetime],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """Read who is known. Raises Unreadable where the file is damaged."""
        self.home = home
        self._name = own.of_folder(own.DOORS, folder)
        self.cookie = f"roundbook-{own.digest(folder)[:8]}"  # Every port of a machine is sent it.
        self._clock, self._fresh = clock, random_bytes
        self._lock = threading.Lock()
        self._began, self._last = clock(), dict[int, datetime]()
        self._ended = dict[str, datetime]()
        self._known = NOTHING
        self._look()

    @property
    def doors(self) -> AccessList:
        """Return who is invited and who is in now; the command line may have invited meanwhile."""
        return self._look().doors.at(self._clock())

    def last(self, session: Session) -> datetime | None:
        """Return when somebody last asked for something; None for not since this server began."""
        return self._last.get(session.number)

    def invite(  # noqa: PLR0913 - one argument per fact.
        self,
        seat: AccessRole,
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
            digest=digest_of_code(code, self._salt()),
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
        salt = self._salt()
        until = self._clock() + lasting
        invitations = [
            Invitation(
                digest=digest_of_code(code, salt),
                seat=AccessRole.PLAYER,
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

        def invited(doors: AccessList) -> Invitation:
            found = doors.invited(code, self._clock())
            if found is None:
                msg = phrase("this code does not work: it was used, has expired, or was mistyped.")
                raise Refused(msg, hint="Ask the organiser for another invitation.")
            return found

        return self._enter(invited, name, leaving)

    def admit(
        self,
        seat: AccessRole,
        *,
        name: str,
        station: str,
        tournament: str | None,
        event: str | None,
        leaving: Session | None = None,
    ) -> tuple[str, Session]:
        """Let somebody in whom a provider has signed in and who has this seat by a group.

        Raises Refused where nobody says who they are.
        """
        made_out = Invitation(
            digest="",
            seat=seat,
            name=name,
            station=station,
            tournament=tournament,
            event=event,
            until=self._clock(),
        )
        return self._enter(lambda _: made_out, name, leaving)

    def _enter(
        self, invited: Callable[[AccessList], Invitation], name: str, leaving: Session | None
    ) -> tuple[str, Session]:
        token, made = packed(self._fresh(32)), list[Session]()
        form_key = packed(self._fresh(24))

        def entering(doors: AccessList) -> AccessList:
            now = self._clock()
            found = invited(doors)
            who = found.name or name
            if not who:
                raise Refused(phrase("the name is missing."), hint="Enter your name.")
            after, session = doors.entering(
                found, token=token, form_key=form_key, now=now, name=who
            )
            made.append(session)
            return after.revoking([leaving.number]) if leaving else after

        self._change(entering)
        return token, made[0]

    def session(self, token: str | None, *, acting: bool = True) -> Session | None:
        """Return whose token this is; None for nobody's, or one that has ended or was revoked.

        A page that only brings itself up to date is not `acting`: its session ends all the same.
        """
        found = self._look().session(token, self._clock()) if token else None
        if found is None:
            return None
        if not self.is_in(found):
            self._end(found, min(found.until, self._active(found) + IDLE))
            with suppress(Trouble):  # So that a server that is started again knows it too.
                self.revoke([found.number])
            return None
        if acting:
            self._last[found.number] = self._clock()
        return found

    def is_in(self, session: Session) -> bool:
        """Tell whether a session goes on: neither revoked nor at its end, nor left alone too long.

        A server that is started again begins to wait anew for whoever was in then.
        """
        now = self._clock()
        waited = session.seat in RESTLESS and now - self._active(session) > IDLE
        return not waited and session.until > now and session.digest in self._look().sessions

    def _active(self, session: Session) -> datetime:
        """Return when somebody last asked for something, or could have been waited for."""
        return self._last.get(session.number, max(session.since, self._began))

    def ended(self, token: str) -> datetime | None:
        """Return when the session of a token ended; None where that is not known here."""
        digest, now = digest_of(token), self._clock()
        late = self._look().sessions.get(digest)
        return late.until if late and late.until <= now else self._ended.get(digest)

    def _end(self, session: Session, at: datetime) -> None:
        """Keep when a session ended; of many the oldest are forgotten."""
        self._ended.setdefault(session.digest, at)
        while len(self._ended) > MOST_ENDED:
            del self._ended[next(iter(self._ended))]

    def revoke(self, numbers: Iterable[int]) -> None:
        """Sign people out, wherever they are."""
        gone = tuple(numbers)
        for one in self._look().doors.sessions:
            if one.number in gone:
                self._end(one, self._clock())
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

        def forgetting(doors: AccessList) -> AccessList:
            without = doors.revoking(one.number for one in doors.sessions if wanted(one))
            return without.uninviting(one.digest for one in doors.invitations if wanted(one))

        self._change(forgetting)

    def _salt(self) -> str:
        """Return the salt of the codes, which is made once."""
        if not self._look().doors.salt:
            fresh = packed(self._fresh(16))
            self._change(lambda doors: doors if doors.salt else replace(doors, salt=fresh))
        return self._look().doors.salt

    def _change(self, changed: Callable[[AccessList], AccessList]) -> None:
        with self._lock, own.held(self.home, self._name):
            doors = changed(self._look().doors.at(self._clock()))
            own.keep_at_home(self.home, self._name, to_bytes(doors), "who may come in")
            self._known = known_of(doors, at(self.home).version(self._name))

    def _look(self) -> AccessSnapshot:
        """Return what is known, read again if somebody else has written it.

        No lock is taken: whoever only asks never waits for the disk of whoever comes in. At worst
        an older reading is kept for a moment, and is seen to be old at the next look.
        """
        self._known = known = known_now(self.home, self._name, self._known)
        return known


# Signs out whoever is erased, so that no name of theirs stays among those who may come in.

Guest = Session | Invitation


def guests(home: Path, folder: Anywhere, book: Book, gone: Container[str]) -> int:
    """Count who is signed in or invited as one of these people, ended or not. Raises Unreadable."""
    return sum(access.counted(_one_of(folder, book, gone)) for access in _accesses(home, folder))


def sign_out(home: Path, folder: Anywhere, book: Book, gone: Container[str]) -> None:
    """Sign these people out, and take their invitations back. Raises Unreadable."""
    wanted = _one_of(folder, book, gone)
    for access in _accesses(home, folder):
        if access.counted(wanted):
            access.forget(wanted)


def _accesses(home: Path, folder: Anywhere) -> Iterator[AccessStore]:
    """Yield the doors of a tournament: of its own folder, and of the one that it lies in."""
    for served in served_by(folder):
        if at(home).has(own.of_folder(own.DOORS, served)):
            yield AccessStore(home, served, clock=now, random_bytes=random_bytes)


def _one_of(folder: Anywhere, book: Book, gone: Container[str]) -> Callable[[Guest], bool]:
    """Return what tells one of these people: by number as a player, else by name.

    Whoever stays in the book under the same name stays signed in.
    """
    wanted = needles(persons(book, [who for who in _everybody(book) if who in gone]))
    rest = without(book, gone)
    staying = {one.name for one in persons(rest, _everybody(rest))}
    slug = slug_of(name_of(folder))

    def one_of(guest: Guest) -> bool:
        if guest.seat is AccessRole.PLAYER and guest.tournament == slug and guest.player in gone:
            return True
        known = guest.name in staying or guest.name == guest.player
        return not known and betrays(guest.name.encode(), wanted, as_words=True)

    return one_of


def _everybody(book: Book) -> list[str]:
    return [who for shelf in everybody_in(book) for who in shelf]
