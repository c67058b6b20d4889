"""Invitations and sessions: who may sign in to a served folder, kept in the user's own folder."""

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

from roundbook.cli.places import layout as own
from roundbook.cli.places.layout import name_of, served_by
from roundbook.cli.places.members import NO_FILE, Anywhere, Version, at
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.ledger.errors import UNDECODABLE, Refused, Trouble, Unreadable
from roundbook.ledger.people.book import Book, packed
from roundbook.ledger.people.privacy import betrays, erased_terms, everybody_in, persons, without
from roundbook.ledger.phrases import phrase
from roundbook.ledger.text import reason
from roundbook.projections.reports.public_view import slug_of

# Invitations that expire, and sessions that can be revoked.

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters of codes, Crockford's digits: without I, L, O and U, which are easily misread."""

CODE = 12
"""The number of letters in a code: 60 bits, too many to guess with a few tries per minute."""

WORK = 1 << 11
"""The cost of trying one code against a copy of the file: 2 MiB, and 5 ms (scrypt)."""

DAY = timedelta(hours=18)
"""How long a session lasts: one day at the venue, without the night."""

DOES_NOT_WORK = phrase(
    "This code does not work: it has already been used, has expired or was mistyped. Ask the desk "
    "for a new card, or the organiser for a new invitation."
)
NO_MORE_CARDS = phrase(
    "This code does not work: it has already been used, has expired or was mistyped. Staff can ask "
    "the organiser for a new invitation."
)
"""The same once the tournament is closed: its desk is gone."""

IDLE = timedelta(hours=3)
"""How long a session lasts without use: longer than a round and a lunch break."""

RESTLESS = frozenset(AccessRole) - {AccessRole.PLAYER, AccessRole.SCREEN}
"""The access roles whose sessions end without use; screens and players' phones stay signed in."""


MOST_ENDED = 500
"""The maximum number of ended sessions whose end is remembered."""


class Invitation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation, by its code, to an access role at one tournament (None: at all of the folder).

    `tournament` is its name in addresses, and `event` is the id in its first entry: if the folder
    contains another tournament by now, the invitation is not valid for that one.
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
    """A person who has signed in. `number` is shown to people; `digest` is that of the token.

    `card` is the digest of a player's code, by which a phone knows its own used card.
    """

    number: int
    digest: str
    form_key: str
    seat: AccessRole
    name: str
    station: str
    tournament: str | None
    event: str | None = None
    player: str | None = None
    card: str = ""
    since: datetime
    until: datetime

    def at(self, tournament: str) -> bool:
        """Tell whether the session is valid for this tournament."""
        return self.tournament in {None, tournament}

    def is_beside(self, other: "Session | Invitation") -> bool:
        """Tell whether both are cards of a family: one phone keeps several, one for each player."""
        is_player = self.seat is other.seat is AccessRole.PLAYER
        same = (self.tournament, self.event) == (other.tournament, other.event)
        return is_player and same and self.player != other.player


class AccessList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All invitations and sessions of one folder; codes are kept as scrypt digests with `salt`."""

    salt: str = ""
    invitations: tuple[Invitation, ...] = ()
    sessions: tuple[Session, ...] = ()
    given: int = 0

    def at(self, moment: datetime) -> "AccessList":
        """Return the list without invitations and sessions that have ended by then."""
        return replace(
            self,
            invitations=tuple(each for each in self.invitations if each.until > moment),
            sessions=tuple(each for each in self.sessions if each.until > moment),
        )

    def inviting(self, *invitations: Invitation) -> "AccessList":
        """Return the list with more invitations."""
        return replace(self, invitations=(*self.invitations, *invitations))

    def inviting_anew(self, invitations: Iterable[Invitation]) -> "AccessList":
        """Return the list with new invitations for players, which replace their earlier ones."""
        new = tuple(invitations)
        mine = {(each.tournament, each.player) for each in new}
        before = [
            each.digest
            for each in self.invitations
            if each.seat is AccessRole.PLAYER and (each.tournament, each.player) in mine
        ]
        return self.uninviting(before).inviting(*new)

    def invited(self, code: str, moment: datetime) -> Invitation | None:
        """Return the invitation that a code, however typed, opens now; None if there is none."""
        digest = digest_of_code(code, self.salt)
        return next((each for each in self.at(moment).invitations if each.digest == digest), None)

    def entering(
        self, invitation: Invitation, *, token: str, form_key: str, now: datetime, name: str
    ) -> tuple["AccessList", Session]:
        """Return the list after somebody signed in with an invitation, and the new session."""
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
            card=invitation.digest if invitation.seat is AccessRole.PLAYER else "",
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
        """Return the list without these sessions, whose next click leads to the sign-in page."""
        gone = set(numbers)
        stays = tuple(each for each in self.sessions if each.number not in gone)
        return replace(self, sessions=stays)

    def uninviting(self, digests: Iterable[str]) -> "AccessList":
        """Return the list without these invitations."""
        gone = set(digests)
        stays = tuple(each for each in self.invitations if each.digest not in gone)
        return replace(self, invitations=stays)


def code_of(chance: bytes) -> str:
    """Return a code, in groups of four, made of eight or more random bytes."""
    number = int.from_bytes(chance, "big")
    letters = "".join(LETTERS[number >> 5 * place & 31] for place in range(CODE))
    return "-".join(letters[at : at + 4] for at in range(0, CODE, 4))


def spelled(code: str) -> str:
    """Return a code in uppercase without spaces and dashes, O read as 0, and I and L as 1."""
    return code.upper().translate(str.maketrans("OIL", "011", " -\t"))


def digest_of_code(code: str, salt: str) -> str:
    """Return the digest to keep instead of a code, however typed: slow to try (ASVS 6.5.2)."""
    # Nothing else can be a code, so nobody can make the server hash it.
    if len(spelled(code)) != CODE:
        return ""
    digest = scrypt(spelled(code).encode(), salt=salt.encode(), n=WORK, r=8, p=1, dklen=32)
    return packed(digest)


def digest_of(text: str) -> str:
    """Return the digest to keep instead of a token of 256 bits."""
    digest = sha256(b"roundbook door\n" + text.encode(errors="replace")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def to_bytes(doors: AccessList) -> bytes:
    """Return the list as the bytes of its file."""
    return msgspec.json.format(msgspec.json.encode(doors, order="sorted"), indent=1) + b"\n"


def from_bytes(data: bytes, where: str) -> AccessList:
    """Return the list in the bytes of its file. Raise Unreadable if the file is damaged."""
    try:
        return msgspec.json.decode(data, type=AccessList)
    except UNDECODABLE as error:
        msg = f"the list of people who may sign in, {where}, cannot be read: {reason(error)}."
        hint = "Remove the file; everybody must then sign in again with a new invitation."
        raise Unreadable(msg, where=where, hint=hint) from error


# The access file of a folder: what was last read, and whether it has been written since.


class AccessSnapshot(NamedTuple):
    """The access list as it was read from its file, and the sessions by the digests of tokens."""

    stamp: Version
    doors: AccessList
    sessions: Mapping[str, Session]

    def session(self, token: str, moment: datetime) -> Session | None:
        """Return the session of a token; None if it is unknown, has ended or was revoked."""
        found = self.sessions.get(digest_of(token))
        return found if found and found.until > moment else None


NOTHING = AccessSnapshot(NO_FILE, AccessList(), {})
"""The snapshot before there is a file: no invitations and no sessions."""


def known_now(home: Path, name: str, known: AccessSnapshot) -> AccessSnapshot:
    """Return the snapshot, read again if the file has been written since. Raise Unreadable."""
    stamp = at(home).version(name)
    if stamp == known.stamp:
        return known
    try:
        data = own.read(home, name)
    except FileNotFoundError:
        return NOTHING
    return known_of(from_bytes(data, at(home).where(name)), stamp)


def known_of(doors: AccessList, stamp: Version = NO_FILE) -> AccessSnapshot:
    """Return a snapshot of the list."""
    return AccessSnapshot(stamp, doors, {each.digest: each for each in doors.sessions})


FIRST = timedelta(minutes=15)
"""How long the invitation in the organiser's terminal lasts."""


class AccessStore:
    """The invitations and sessions of a served folder.

    Every change is written to disk before it is reported, so a restarted server knows everybody.
    The file is in `home`, outside the tournaments' folders, so a copy of a folder lets nobody in.
    `cookie` is the name of the cookie with the token.
    """

    def __init__(
        self,
        home: Path,
        folder: own.Whereabouts,
        *,
        clock: Callable[[], datetime],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """Read the file. Raise Unreadable if it is damaged."""
        self.home = home
        self._name = own.of_folder(own.DOORS, folder)
        self.cookie = f"roundbook-{own.digest(folder)[:8]}"  # All ports of a host share cookies.
        self._clock, self._fresh = clock, random_bytes
        self._lock = threading.Lock()
        self._began, self._last = clock(), dict[int, datetime]()
        self._ended = dict[str, datetime]()
        self._known = NOTHING
        self._look()

    @property
    def doors(self) -> AccessList:
        """Return the current list, with invitations made on the command line in the meantime."""
        return self._look().doors.at(self._clock())

    def last(self, session: Session) -> datetime | None:
        """Return when a session was last used; None if not since this server started."""
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
        """Return the code of a new invitation. The code is not kept. Raise Unreadable."""
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

        No names are kept with the codes. Earlier codes of these players that were not used no
        longer work. Raise Unreadable.
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
        """Return the invitation that a code opens now, or None."""
        return self.doors.invited(code, self._clock())

    def enter(
        self, code: str, *, name: str = "", leaving: Iterable[Session] = ()
    ) -> tuple[str, Session]:
        """Sign somebody in with a code; return the token for the browser, and the session.

        The earlier sessions of the same browser, `leaving`, end, but for other players' cards.
        Raise Refused if the code does not work, or the name is missing.
        """

        def invited(doors: AccessList) -> Invitation:
            found = doors.invited(code, self._clock())
            if found is None:
                raise Refused(DOES_NOT_WORK)
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
        leaving: Iterable[Session] = (),
    ) -> tuple[str, Session]:
        """Sign in a person whom a provider has identified, with the access role of a group.

        Raise Refused if the name is missing.
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
        self, invited: Callable[[AccessList], Invitation], name: str, leaving: Iterable[Session]
    ) -> tuple[str, Session]:
        token, made = packed(self._fresh(32)), list[Session]()
        form_key = packed(self._fresh(24))

        def entering(doors: AccessList) -> AccessList:
            now = self._clock()
            # Asked under the lock: of two people who use the same code at once, one comes too late.
            found = invited(doors)
            who = found.name or name
            if not who:
                raise Refused(phrase("the name is missing."), hint="Enter your name.")
            after, session = doors.entering(
                found, token=token, form_key=form_key, now=now, name=who
            )
            made.append(session)
            return after.revoking(one.number for one in leaving if not one.is_beside(session))

        self._change(entering)
        return token, made[0]

    def session(self, token: str | None, *, acting: bool = True) -> Session | None:
        """Return the session of a token; None if it is unknown, has ended or was revoked.

        A page that only refreshes itself is not `acting`, so it does not keep its session alive.
        """
        found = self._look().session(token, self._clock()) if token else None
        if found is None:
            return None
        if not self.is_in(found):
            self._end(found, min(found.until, self._active(found) + IDLE))
            with suppress(Trouble):  # So that a restarted server knows it too.
                self.revoke([found.number])
            return None
        if acting:
            self._last[found.number] = self._clock()
        return found

    def is_in(self, session: Session) -> bool:
        """Tell whether a session is still valid: not revoked, not ended, and not idle too long.

        When the server is restarted, the idle time of every session begins again.
        """
        now = self._clock()
        waited = session.seat in RESTLESS and now - self._active(session) > IDLE
        return not waited and session.until > now and session.digest in self._look().sessions

    def _active(self, session: Session) -> datetime:
        """Return when a session was last used, or else began or the server started."""
        return self._last.get(session.number, max(session.since, self._began))

    def ended(self, token: str) -> datetime | None:
        """Return when the session of a token ended; None if that is not known here."""
        digest, now = digest_of(token), self._clock()
        late = self._look().sessions.get(digest)
        return late.until if late and late.until <= now else self._ended.get(digest)

    def _end(self, session: Session, at: datetime) -> None:
        """Remember when a session ended; of too many, the oldest are forgotten."""
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
        """Withdraw invitations."""
        gone = tuple(digests)
        self._change(lambda doors: doors.uninviting(gone))

    def counted(self, wanted: Callable[[Session | Invitation], bool]) -> int:
        """Return how many of these are in the file, including those that have ended."""
        doors = self._look().doors
        return len([*filter(wanted, doors.sessions), *filter(wanted, doors.invitations)])

    def forget(self, wanted: Callable[[Session | Invitation], bool]) -> None:
        """Remove the sessions and invitations that are wanted."""

        def forgetting(doors: AccessList) -> AccessList:
            without = doors.revoking(one.number for one in doors.sessions if wanted(one))
            return without.uninviting(one.digest for one in doors.invitations if wanted(one))

        self._change(forgetting)

    def is_card_of(self, code: str, session: Session) -> bool:
        """Tell whether a session began with this code."""
        return bool(session.card) and session.card == digest_of_code(code, self._salt())

    def _salt(self) -> str:
        """Return the salt of the codes, made at the first call."""
        if not self._look().doors.salt:
            fresh = packed(self._fresh(16))
            self._change(lambda doors: doors if doors.salt else replace(doors, salt=fresh))
        return self._look().doors.salt

    def _change(self, changed: Callable[[AccessList], AccessList]) -> None:
        # Two locks: one for the threads of this server, one for commands such as `invite` in
        # another process.
        with self._lock, own.held(self.home, self._name):
            doors = changed(self._look().doors.at(self._clock()))
            own.keep_at_home(self.home, self._name, to_bytes(doors), "who may come in")
            self._known = known_of(doors, at(self.home).version(self._name))

    def _look(self) -> AccessSnapshot:
        """Return the snapshot, read again if another process has written the file.

        No lock is taken, so that a request never waits for the disk while somebody signs in. At
        worst an older snapshot is kept for a moment, until the next look replaces it.
        """
        self._known = known = known_now(self.home, self._name, self._known)
        return known


# Signs out people who are erased, so that their names do not stay in the access file.

Guest = Session | Invitation


def guests(home: Path, folder: Anywhere, book: Book, gone: Container[str]) -> int:
    """Count the sessions and invitations of these people, ended or not. Raise Unreadable."""
    return sum(access.counted(_one_of(folder, book, gone)) for access in _accesses(home, folder))


def sign_out(home: Path, folder: Anywhere, book: Book, gone: Container[str]) -> None:
    """Sign these people out, and withdraw their invitations. Raise Unreadable."""
    wanted = _one_of(folder, book, gone)
    for access in _accesses(home, folder):
        if access.counted(wanted):
            access.forget(wanted)


def _accesses(home: Path, folder: Anywhere) -> Iterator[AccessStore]:
    """Yield the access stores of a tournament: of its own folder, and of the folder above."""
    for served in served_by(folder):
        if at(home).has(own.of_folder(own.DOORS, served)):
            yield AccessStore(home, served, clock=now, random_bytes=random_bytes)


def _one_of(folder: Anywhere, book: Book, gone: Container[str]) -> Callable[[Guest], bool]:
    """Return a function that recognises these people: a player by number, anybody else by name.

    A name that somebody else in the names file also has is not recognised.
    """
    wanted = erased_terms(persons(book, [who for who in _everybody(book) if who in gone]))
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
