"""What players send by phone and nobody has decided, kept in the user's own folder.

It is outside the record: what players say of their matches, who wants to drop, and deck lists.
"""

from collections.abc import Callable, Collection, Container
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cli.folder import layout as own
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Unreadable
from ledger.state.tournament import Round, Tournament
from ledger.terms import PlayerId
from ledger.text import reason
from ledger.validators.decks import is_frozen

Word = Literal["1", "2", "tie"]
"""A result as it is reported: the left of the slip has won, the right, or nobody."""


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side of a match says, as seen from the left of the slip, and when they said it.

    `games` are the games where they told them: `2-1`.
    """

    match: str
    player: str
    word: Word
    at: datetime
    games: str = ""


class HandedList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck list that a player handed in by phone, until the desk takes it or sends it back."""

    player: str
    text: str
    cards: int
    at: datetime
    returned: bool = False

    @property
    def digest(self) -> str:
        """What tells this list from another of the same player."""
        return sha256(self.text.encode()).hexdigest()


class Claims(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether players may say anything at a tournament, `event` by its id, and what they said.

    `leaving` want to drop at the end of their round; `drops` is the organiser's rule that they do,
    without the desk. `decks` is whether deck lists are handed in by phone, `lists` are those that
    the desk has not taken; `unregistered` are players whose list was discarded before it was.
    """

    event: str = ""
    allowed: bool = False
    claims: tuple[Claim, ...] = ()
    leaving: tuple[str, ...] = ()
    drops: bool = False
    decks: bool = False
    lists: tuple[HandedList, ...] = ()
    unregistered: tuple[str, ...] = ()

    def handing(self, player: str, handed: HandedList | None) -> "Claims":
        """Return the claims with the list of a player in place of the one before, or without."""
        others = tuple(each for each in self.lists if each.player != player)
        still = tuple(each for each in self.unregistered if each != player)
        return replace(self, lists=(*others, handed) if handed else others, unregistered=still)

    def discarding(self, lists: Collection[HandedList]) -> "Claims":
        """Return the claims without these deck lists, whose players can read that they are gone."""
        players = {*self.unregistered, *(each.player for each in lists)}
        kept = self.keeping(lambda each: each not in lists)
        return replace(kept, unregistered=tuple(sorted(players)))

    def keeping(self, wanted: Callable[[HandedList], bool]) -> "Claims":
        """Return the claims with those deck lists only that are wanted."""
        return replace(self, lists=tuple(filter(wanted, self.lists)))

    def wishing(self, player: str, *, leaves: bool) -> "Claims":
        """Return the claims with a player who wants to drop, or no longer does."""
        others = tuple(each for each in self.leaving if each != player)
        return replace(self, leaving=(*others, player) if leaves else others)

    def saying(self, claim: Claim) -> "Claims":
        """Return the claims with what somebody says now, in place of what they said before."""
        others = (
            each for each in self.claims if (each.match, each.player) != (claim.match, claim.player)
        )
        return replace(self, claims=(*others, claim))

    def within(self, matches: Collection[str]) -> "Claims":
        """Return what is claimed of these matches: a result ends every claim."""
        return replace(self, claims=tuple(each for each in self.claims if each.match in matches))


def to_bytes(claims: Claims) -> bytes:
    """Return the claims as they are kept."""
    return msgspec.json.encode(claims, order="sorted") + b"\n"


def from_bytes(data: bytes, where: str) -> Claims:
    """Return the claims that are kept. Raises Unreadable where the file is damaged."""
    try:
        return msgspec.json.decode(data, type=Claims)
    except UNDECODABLE as error:
        msg = f"the players' reports in {where} cannot be read: {reason(error)}."
        raise Unreadable(
            msg, where=where, hint="Remove the file: only results on slips count."
        ) from error


class PlayerReports:
    """The claims of one tournament, beside the doors and outside the record.

    Every claim is on the disk before anybody is told that it was taken.
    """

    def __init__(self, home: Path, folder: Anywhere) -> None:
        """Name the file; nothing is read yet."""
        self._home, self._name = home, own.of_folder(own.CLAIMS, folder)

    def read(self, t: Tournament | None = None) -> Claims:
        """Return what is claimed; nothing where nobody has allowed it. Raises Unreadable.

        What was claimed at another tournament, which lay in this folder before `t`, is nothing.
        """
        try:
            data = own.read(self._home, self._name)
        except FileNotFoundError:
            return Claims()
        claims = from_bytes(data, at(self._home).where(self._name))
        return claims if t is None or claims.event in {"", event_of(t)} else Claims()

    def change(self, changed: Callable[[Claims], Claims], t: Tournament | None = None) -> Claims:
        """Keep other claims in place of those that are kept. Raises Unreadable.

        What is changed is read while nobody else writes it, as `read` does.
        """
        with own.held(self._home, self._name):
            before = self.read(t)
            claims = changed(before)
            if claims != before:
                own.keep_at_home(self._home, self._name, to_bytes(claims), "what players report")
            return claims


def event_of(t: Tournament) -> str:
    """Return which tournament this is, by the id in its first entry."""
    return t.opened.tournament if t.opened else ""


def may_hand_in(t: Tournament, player: PlayerId) -> bool:
    """Tell whether a player may still hand in a deck list (TRF §4)."""
    known = t.players.get(player)
    return bool(known and not known.out and t.closed is None and not is_frozen(t, player))


def leaving(t: Tournament, claims: Claims) -> list[PlayerId]:
    """Return who wants to drop and has not, the first who said so first."""
    wish = (PlayerId(player) for player in claims.leaving if t.closed is None)
    return [player for player in wish if player in t.players and not t.players[player].out]


def asked_to_drop(folder: Anywhere, t: Tournament) -> list[PlayerId]:
    """Return who asked by phone to drop and would be paired; a damaged file asks for nobody."""
    try:
        return leaving(t, _kept(folder).read(t))
    except Unreadable:
        return []


def lists_to_check(t: Tournament, claims: Claims) -> list[HandedList]:
    """Return the deck lists that wait for the desk, the oldest first."""
    waiting = (each for each in claims.lists if not each.returned)
    return [each for each in waiting if may_hand_in(t, PlayerId(each.player))]


def to_be_dropped(t: Tournament, claims: Claims, rounds: Collection[Round]) -> list[HandedList]:
    """Return the deck lists that wait and that nobody can register once these rounds start."""
    seated = {
        player
        for paired in rounds
        for first in paired.players()
        for player in (t.teams[first].players if first in t.teams else (first,))
    }
    return [each for each in lists_to_check(t, claims) if each.player in seated]


# Deck lists that nobody has decided on go where their player is erased, or begins to play.


def handed_in(folder: Anywhere, t: Tournament, gone: Container[str]) -> int:
    """Count the undecided deck lists of these players. Raises Unreadable."""
    return sum(each.player in gone for each in _kept(folder).read(t).lists)


def erase_lists(folder: Anywhere, t: Tournament, gone: Container[str]) -> None:
    """Take the undecided deck lists of these players away. Raises Unreadable."""
    if handed_in(folder, t, gone):
        _kept(folder).change(lambda claims: claims.keeping(lambda each: each.player not in gone), t)


def drop_frozen(folder: Anywhere, t: Tournament, *, trial: bool) -> list[PlayerId]:
    """Drop the deck lists of players whose first round has started; return who waited in vain.

    `trial` only looks. A file that is damaged keeps no round from starting.
    """
    try:
        frozen = [
            each
            for each in _kept(folder).read(t).lists
            if each.player in t.players and is_frozen(t, PlayerId(each.player))
        ]
        if frozen and not trial:
            _kept(folder).change(lambda claims: claims.discarding(frozen), t)
    except Unreadable:
        return []
    return [PlayerId(each.player) for each in frozen if not each.returned]


def _kept(folder: Anywhere) -> PlayerReports:
    return PlayerReports(own.settings(), folder)
