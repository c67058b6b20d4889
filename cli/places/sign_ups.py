"""The waiting list of people who signed up: `sign-ups.json`, next to the names file.

Many of them are children, and the desk has not accepted them yet. So nothing of the list is in the
ledger or on a public page, and the file is removed as a whole once a round has started.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places.layout import SIGN_UPS, SIGN_UPS_LOCK, others_may_read
from roundbook.cli.places.members import Anywhere, at
from roundbook.cli.places.phone_claims import event_of
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.people.book import Display, typed_name
from roundbook.ledger.state.rounds import under_way
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage import disk
from roundbook.ledger.text import reason

MOST = 2_000
"""The most people on the list, so that a flood of forms cannot fill the disk."""


class SignUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One person on the list, with what was typed.

    The desk calls it by its `number`; the phone that sent it finds it again by the `key`, a digest
    of what only that phone knows. One comma separates the last name from the first. `adult` tells
    whether an adult has agreed, and `here` whether the player says that they are in the hall. Once
    the desk has accepted it, it only has the number of the `player`: the names file has the rest.
    """

    number: int
    key: str
    at: datetime
    name: str = ""
    id: str = ""
    birth_year: int | None = None
    birth_date: date | None = None
    display: Display | None = None
    adult: bool = False
    here: bool = False
    refused: bool = False
    player: str = ""

    @property
    def whole_name(self) -> str:
        """The name with the first name first; empty once the desk has accepted it."""
        return typed_name(self.name)[0] if self.name else ""

    @property
    def year(self) -> int | None:
        """The year of birth, also of somebody who typed the date; None if it was not typed."""
        return self.birth_date.year if self.birth_date else self.birth_year

    @property
    def waits(self) -> bool:
        """Whether the desk has still to decide."""
        return not (self.refused or self.player)


class SignUps(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The waiting list of the tournament with the id `event`, and whether people may sign up.

    `last` is the last number given.
    """

    event: str = ""
    open: bool = False
    last: int = 0
    people: tuple[SignUp, ...] = ()

    @property
    def waiting(self) -> list[SignUp]:
        """Those on whom the desk has still to decide, oldest first."""
        return [one for one in self.people if one.waits]

    @property
    def refused(self) -> list[SignUp]:
        """Those whom the desk has refused."""
        return [one for one in self.people if one.refused]

    @property
    def accepted(self) -> list[SignUp]:
        """Those whom the desk has accepted."""
        return [one for one in self.people if one.player]

    @property
    def is_full(self) -> bool:
        """Whether nobody else can sign up until the desk has decided on some."""
        return len(self.waiting) + len(self.refused) >= MOST

    def found(self, key: str) -> SignUp | None:
        """Return the sign-up with this key, or None."""
        return next((one for one in self.people if one.key == key), None)

    def adding(self, one: SignUp) -> "SignUps":
        """Return the list with one more; the same list if it has that key, or is full."""
        if self.found(one.key) or self.is_full:
            return self
        number = self.last + 1
        return replace(self, last=number, people=(*self.people, replace(one, number=number)))

    def changing(
        self, numbers: Collection[int], changed: Callable[[SignUp], SignUp | None]
    ) -> "SignUps":
        """Return the list with some sign-ups changed, or removed for None."""
        every = (changed(one) if one.number in numbers else one for one in self.people)
        return replace(self, people=tuple(one for one in every if one))


def key_of_phone(secret: str) -> str:
    """Return the key of a sign-up from what only the phone that sent it knows."""
    return sha256(secret.encode()).hexdigest()[:32]


def read(folder: Anywhere, t: Tournament) -> SignUps:
    """Return the waiting list; empty once a round has started. Raises Unreadable."""
    found = _stored(folder)
    return found if found.event == event_of(t) and not under_way(t) else SignUps()


def says_here(folder: Anywhere, t: Tournament, player: str) -> bool:
    """Tell whether somebody who was accepted has said that they are here.

    If the list is damaged, the answer is no: other commands report the damage.
    """
    try:
        return any(one.here and one.player == player for one in read(folder, t).people)
    except Unreadable:
        return False


def waiting_names(folder: Anywhere, t: Tournament) -> list[str]:
    """Return the names of those who wait for the desk, until a round starts; none if damaged."""
    try:
        return [one.whole_name for one in read(folder, t).waiting]
    except Unreadable:
        return []


def is_kept(folder: Anywhere) -> bool:
    """Tell whether there is a waiting list, which there must not be once a round has started."""
    return at(folder).has(SIGN_UPS)


def open_to_others(folder: Anywhere) -> Path | None:
    """Return the file if another user of this machine may read it; None if nobody else may."""
    file = folder / SIGN_UPS if isinstance(folder, Path) else None
    return file if file and others_may_read(file) else None


def _stored(folder: Anywhere) -> SignUps:
    where = at(folder).where(SIGN_UPS)
    try:
        data = at(folder).read(SIGN_UPS)
    except FileNotFoundError:
        return SignUps()
    except OSError as error:
        raise disk.unread(error, Path(where)) from error
    try:
        return msgspec.json.decode(data, type=SignUps)
    except UNDECODABLE as error:
        msg = f"the waiting list in {where} cannot be read: {reason(error)}."
        hint = "Remove the file, and ask everybody who is not registered yet to sign up again."
        raise Unreadable(msg, where=where, hint=hint) from error


def change(folder: Anywhere, t: Tournament, changed: Callable[[SignUps], SignUps]) -> SignUps:
    """Change the list and return the new one. Raises Unreadable.

    A lock keeps other writers out between reading and writing, so of many who sign up at once none
    is lost. It is only readable by its owner.
    """
    with _alone(folder):
        after = replace(changed(read(folder, t)), event=event_of(t))
        if not (after.open or after.people):
            _remove(folder)
        else:  # As for what players report: the same may be there, and not last.
            data = msgspec.json.encode(after, order="sorted") + b"\n"
            at(folder).write(SIGN_UPS, data, private=True)
        return after


def forget(folder: Anywhere) -> list[str]:
    """Remove the list, with everybody on it; return the names of those who still waited."""
    if not is_kept(folder):
        return []
    with _alone(folder):
        try:
            waited = [one.whole_name for one in _stored(folder).waiting]
        except Unreadable:
            waited = []
        _remove(folder)
    return waited


def _remove(folder: Anywhere) -> None:
    at(folder).remove(SIGN_UPS)
    at(folder).settle()


@contextmanager
def _alone(folder: Anywhere) -> Iterator[None]:
    with ExitStack() as stack:
        try:
            stack.enter_context(at(folder).held(SIGN_UPS_LOCK))
        except OSError as error:
            raise disk.unwritten(error, Path(str(folder))) from error
        yield
