"""Who may come in, and who is in: invitations that expire, sessions that can be revoked.

Nothing here is a secret that would let somebody in: of every code and every session the digest is
kept. All of it is a value; a change returns another.
"""

import base64
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cli.web.permits import Seat
from ledger.errors import Unreadable
from ledger.ids import UNDECODABLE
from ledger.text import reason

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's digits: no I, L, O or U, which are misread."""

CODE = 12
"""Letters of a code: 60 bits, which nobody guesses through a limit of some tries a minute."""

DAY = timedelta(hours=18)
"""How long somebody stays signed in: one day at the venue, and no night."""


class Invitation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way in, by its code: to which seat, of which tournament (None: all of the folder).

    `tournament` is its name in addresses, `event` the id in its first entry: where another one lies
    in the folder of that name by now, nobody has been invited to it.
    """

    digest: str
    seat: Seat
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
    seat: Seat
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


class Doors(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everybody invited and everybody signed in, at one folder."""

    invitations: tuple[Invitation, ...] = ()
    sessions: tuple[Session, ...] = ()
    given: int = 0

    def at(self, moment: datetime) -> "Doors":
        """Return the doors without what has ended by then."""
        return replace(
            self,
            invitations=tuple(each for each in self.invitations if each.until > moment),
            sessions=tuple(each for each in self.sessions if each.until > moment),
        )

    def inviting(self, *invitations: Invitation) -> "Doors":
        """Return the doors with more invitations."""
        return replace(self, invitations=(*self.invitations, *invitations))

    def inviting_anew(self, invitations: Iterable[Invitation]) -> "Doors":
        """Return the doors with invitations of players, in place of those that they had before."""
        new = tuple(invitations)
        mine = {(each.tournament, each.player) for each in new}
        before = [
            each.digest
            for each in self.invitations
            if each.seat is Seat.PLAYER and (each.tournament, each.player) in mine
        ]
        return self.uninviting(before).inviting(*new)

    def invited(self, code: str, moment: datetime) -> Invitation | None:
        """Return the invitation that a code opens now, however it was typed; None for none."""
        digest = digest_of(spelled(code))
        alive = self.at(moment).invitations
        return next((each for each in alive if each.digest == digest), None)

    def entering(
        self, invitation: Invitation, *, token: str, form_key: str, now: datetime, name: str
    ) -> tuple["Doors", Session]:
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

    def revoking(self, numbers: Iterable[int]) -> "Doors":
        """Return the doors without these sessions: their next click asks them to sign in."""
        gone = set(numbers)
        stays = tuple(each for each in self.sessions if each.number not in gone)
        return replace(self, sessions=stays)

    def uninviting(self, digests: Iterable[str]) -> "Doors":
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


def digest_of(text: str) -> str:
    """Return what is kept in place of a code or a token."""
    digest = sha256(b"roundbook door\n" + text.encode(errors="replace")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def to_bytes(doors: Doors) -> bytes:
    """Return the doors as they are kept."""
    return msgspec.json.format(msgspec.json.encode(doors, order="sorted"), indent=1) + b"\n"


def from_bytes(data: bytes, where: str) -> Doors:
    """Return the doors that are kept. Raises Unreadable where the file is damaged."""
    try:
        return msgspec.json.decode(data, type=Doors)
    except UNDECODABLE as error:
        msg = f"{where} does not say who may come in: {reason(error)}."
        hint = "Remove it; everybody then signs in anew by a fresh invitation."
        raise Unreadable(msg, where=where, hint=hint) from error
