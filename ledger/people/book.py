"""The names file: names kept next to the ledger, bound to it by commitments, and erasable.

The ledger holds only a commitment, SHA-256(salt ‖ canonical JSON of the person). Anyone who has the
names file can show that the name belongs to the number; without it, nobody can guess the name.
"""

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import count
from typing import Annotated, Protocol

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.events.catalogue import TeamFormed
from roundbook.ledger.people.name_parts import NameParts, parts_of, with_comma
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Commitment, Hand, HandId, PlayerId
from roundbook.ledger.text import UNSPACED, Sought, Spoken, folded, in_words, reason, short

SALT_BYTES = 32
"""The bytes of the salt with which a name is bound."""

_BIRTHDAY = r"^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\Z"


def birthday(day: date) -> str:
    """Return the month and day of a date, as a person has them: `04-17`."""
    return day.isoformat()[5:]


class Person(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person as the commitment binds them; `id` is the Player ID, empty if unknown.

    `last` is the part of the name that is the last name, if somebody said so: its end, or its
    beginning where the family name comes first. `birthday` is the month and day, if they are known.
    """

    name: str
    id: str = ""
    birth_year: Annotated[int, Meta(ge=1900, le=2100)] | None = None
    last: str | UnsetType = UNSET
    birthday: Annotated[str, Meta(pattern=_BIRTHDAY)] | UnsetType = UNSET

    @property
    def parts(self) -> NameParts:
        """The first and the last name: as they were given, or split by a rule."""
        return parts_of(self.name, self.last_name)

    @property
    def last_name(self) -> str | None:
        """The last name, if somebody said which one it is."""
        return None if self.last is UNSET else self.last

    @property
    def birth_date(self) -> date | None:
        """The date of birth, if the day is known and is in the calendar."""
        if self.birth_year is None or self.birthday is UNSET:
            return None
        try:
            return date.fromisoformat(f"{self.birth_year}-{self.birthday}")
        except ValueError:  # 29 February, of a year that was corrected later.
            return None


class Display(StrEnum):
    """How a player's name is shown to the public, as the player, or a child's parent, chose."""

    FULL = "full"
    INITIAL = "initial"
    ID = "id"
    ANONYMOUS = "anonymous"


class BookEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person in the names file, with the salt of their commitment (unpadded base64url).

    `display` is how the name is shown to the public, if somebody has chosen.
    """

    person: Person
    salt: Commitment
    display: Display | None = None

    @property
    def bound(self) -> str:
        """The commitment to this person."""
        return commitment(self.person, self.salt)


class Committed(Protocol):
    """A player in the ledger, which holds a commitment to a person and no name."""

    @property
    def commitment(self) -> str:
        """The commitment to this person."""


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True, weakref=True):
    """The names file: players and staff, by their numbers in the ledger; anyone can be erased.

    `former` are the players as they were before they were amended. `refused` are people who were
    not admitted, by their commitment: they have no number. `staff` are those who have a role or
    wrote an entry, as their commitment binds them. `seniors` is how Seniors under 18 are shown to
    the public if they have chosen nothing; first name and initial, if the organiser has not said.
    """

    players: dict[PlayerId, BookEntry] = {}
    hands: dict[Hand, str] = {}
    refused: dict[Commitment, BookEntry] = {}
    staff: dict[Hand, BookEntry] = {}
    former: dict[PlayerId, tuple[BookEntry, ...]] = {}
    seniors: Display | UnsetType = UNSET

    def name(self, player: PlayerId) -> str:
        """Return a player's name, or their number if the name is unknown or erased."""
        known = self.players.get(player)
        return known.person.name if known else player

    def hand(self, hand: str) -> str:
        """Return a staff member's name, or their number if the name is unknown or erased."""
        return self.hands.get(HandId(hand), hand)

    def shown(self, player: PlayerId) -> str:
        """Return a name as people read it, with the number if another player's looks the same."""
        name = self.name(player)
        return f"{name} ({player})" if folded(name) in self._shared else name

    @cached_property
    def by_last_word(self) -> Mapping[str, Sequence[PlayerId]]:
        """The players by each word of their last names, without particles."""
        owned: dict[str, list[PlayerId]] = {}
        for player, known in self.players.items():
            for word in _last_words(known.person):
                owned.setdefault(word, []).append(player)
        return owned

    def last(self, player: PlayerId) -> str | None:
        """Return a player's last name, if somebody said which part of the name it is."""
        known = self.players.get(player)
        return known.person.last_name if known else None

    @cached_property
    def written(self) -> bytes:
        """The content of the file on disk; cached, since it is often compared with it."""
        return msgspec.json.format(_encoder.encode(self), indent=1) + b"\n"

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The names that two players share, without accents: people read over them."""
        counts = Counter(folded(known.person.name) for known in self.players.values())
        return frozenset(name for name, count in counts.items() if count > 1)

    def named(self, player: PlayerId) -> str:
        """Return a player as messages name them: `Ana Lopez (p1)`, or `p1` without a name."""
        known = self.players.get(player)
        return f"{known.person.name} ({player})" if known else player

    def id(self, player: PlayerId) -> str | None:
        """Return the Player ID of a player, if it is known."""
        known = self.players.get(player)
        return known.person.id or None if known else None

    def as_bound(self, players: Mapping[PlayerId, Committed]) -> "Book":
        """Return the names file with the people whom the ledger binds, even if it has newer ones.

        An amendment writes the names file first. If it is interrupted there, the ledger still means
        the old name.
        """
        kept = dict(self.players)
        for player in self.former.keys() & kept.keys() & players.keys():
            bound = players[player].commitment
            if kept[player].bound != bound:
                meant = (one for one in self.former[player] if one.bound == bound)
                kept[player] = next(meant, kept[player])
        return self if kept == self.players else replace(self, players=kept)

    def is_bound(self, players: Mapping[PlayerId, Committed]) -> bool:
        """Tell whether everybody who was amended is the person whom the ledger binds."""
        among = self.former.keys() & self.players.keys() & players.keys()
        return all(self.players[one].bound == players[one].commitment for one in among)

    def named_in(
        self,
        text: str,
        among: Container[PlayerId] | None = None,
        bound: Container[str] | None = None,
    ) -> PlayerId | None:
        """Return a player whose full name or Player ID is in `text`, or None.

        If `among` is given, only those players count; if `bound` is, an amended player counts only
        as one of those commitments binds them.
        """
        spoken = Spoken(text)
        for player, known, sought in self._sought:
            if not spoken.names(sought) or (among is not None and player not in among):
                continue
            if bound is None or not self.former.get(player) or known.bound in bound:
                return player
        return None

    @cached_property
    def _sought(self) -> Sequence[tuple[PlayerId, BookEntry, Sought]]:
        """Every player under every name they have or had: cached, since every text asks."""
        return [
            (player, one, Sought.of(one.person.name, one.person.id))
            for player, known in self.players.items()
            for one in (known, *self.former.get(player, ()))
        ]

    def names_refused(self, text: str, bound: Container[str]) -> bool:
        """Return whether a text names a person not admitted under one of the commitments."""
        spoken = Spoken(text)
        return any(
            spoken.names(Sought.of(known.person.name, known.person.id))
            for commitment, known in self.refused.items()
            if commitment in bound
        )

    def hand_named(self, name: str) -> HandId | None:
        """Return the number of a staff member by name; None if the name is new."""
        wanted = _plain(name)
        same = (hand for hand, known in self.hands.items() if _plain(known) == wanted)
        return next(map(HandId, same), None)

    def with_hand(self, name: str, taken: Collection[HandId] = ()) -> tuple["Book", HandId]:
        """Return the names file with one more staff member, and their number, not one of `taken`.

        Names that differ only in case or spaces are the same person; the first spelling is kept.
        """
        if known := self.hand_named(name):
            return self, known
        hand = next(
            hand
            for number in count(len(self.hands) + 1)
            if (hand := HandId(f"h{number}")) not in taken
        )
        return replace(self, hands={**self.hands, hand: name}), hand

    def with_staff(self, hand: HandId, salt: str) -> "Book":
        """Return the names file with a name and a salt for the commitment to a staff member."""
        known = self.staff.get(hand)
        if known and known.person.name == self.hands[hand]:
            return self
        known = BookEntry(person=Person(name=self.hands[hand]), salt=salt)
        return replace(self, staff={**self.staff, hand: known})


_encoder = msgspec.json.Encoder(order="sorted")


def _plain(name: str) -> str:
    """Return a name as it is compared: without case and extra spaces."""
    return " ".join(name.split()).casefold()


def typed_name(text: str) -> tuple[str, str | UnsetType]:
    """Return a name as it was typed, and the last name if a comma says which one it is.

    `García Márquez, Ana` is Ana García Márquez, whose last name is García Márquez.
    """
    parts = with_comma(text)
    return (parts.joined(), parts.last) if parts else (text, UNSET)


def commitment(person: Person, salt: str) -> str:
    """Return the commitment to a person: SHA-256(salt ‖ canonical JSON), base64url."""
    digest = hashlib.sha256(_unpacked(salt) + _encoder.encode(person)).digest()
    return packed(digest)


def packed(data: bytes) -> str:
    """Return bytes as unpadded base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def from_bytes(data: bytes, where: str) -> Book:
    """Read the names file; raise Unreadable."""
    try:
        book = msgspec.json.decode(data, type=Book)
        if to_bytes(book) != data:  # Then it was not written by roundbook.
            json.loads(data, object_pairs_hook=_once)
    except (*UNDECODABLE, ValueError) as error:
        msg = f"the names file {where} cannot be read: {reason(error)}."
        raise Unreadable(msg, where=where, hint="Restore the file from a copy.") from error
    return book


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object; raise ValueError if a key is repeated."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        msg = f"{short(twice)} appears twice"
        raise ValueError(msg)
    return found


def to_bytes(book: Book) -> bytes:
    """Return the names file as it is kept on disk."""
    return book.written


SHORTEST = 2
"""Words this short are not taken for last names: they are too often something else."""


def _last_words(person: Person) -> set[str]:
    """Return the words of a last name, without its particles."""
    last = (word for word in person.parts.last.split() if word != word.lower() or _wide(word))
    return {word for name in last for word in in_words(name) if len(word) > SHORTEST}


def _wide(word: str) -> bool:
    return max(word, default="") >= UNSPACED


def with_teams(book: Book, t: Tournament) -> Book:
    """Return a names file in which the player who stands for a team has its name (A-65).

    The names of both players follow in brackets. It is only for display: a commitment to a person
    cannot be checked against it.
    """
    if not t.teams:
        return book
    named: dict[PlayerId, BookEntry] = {}
    for first, team in t.teams.items():
        known = book.players.get(first)
        person = known.person if known else Person(name=first)
        if person.name.startswith(f"{team.name} ("):
            continue  # It is such a book already.
        named[first] = BookEntry(
            person=replace(person, name=team_name(team, book.name), last=UNSET),
            salt=known.salt if known else "",
            display=Display.FULL,
        )
    own = {
        first: (*book.former.get(first, ()), book.players[first])
        for first in named
        if first in book.players
    }
    return replace(book, players={**book.players, **named}, former={**book.former, **own})


def without_teams(book: Book, t: Tournament) -> Book:
    """Undo `with_teams`: return the names file without team names."""
    players, former = dict(book.players), dict(book.former)
    for first, team in t.teams.items():
        if first in players and players[first].person.name.startswith(f"{team.name} ("):
            every = former.pop(first, ())
            del players[first]
            if every:
                players[first] = every[-1]
            if every[:-1]:
                former[first] = every[:-1]
    return replace(book, players=players, former=former)


def team_name(team: TeamFormed, name: Callable[[PlayerId], str]) -> str:
    """Return the name of a team, with both its players."""
    return f"{team.name} ({' & '.join(map(name, team.players))})"


def own_name(book: Book, t: Tournament, player: PlayerId) -> str:
    """Return a player's own name from a names file `with_teams`, also if a team has the entry."""
    return own_person(book, t, player).name


def own_person(book: Book, t: Tournament, player: PlayerId) -> Person:
    """Return a player from a names file `with_teams`, also if a team has the entry.

    Without a name, the number stands for it.
    """
    former = book.former.get(player, ()) if player in t.teams else ()
    known = former[-1] if former else book.players.get(player)
    return known.person if known else Person(name=player)
