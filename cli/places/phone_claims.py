"""What waits for the desk, kept in the user's own folder and not in the ledger.

Players send results, wishes to drop, and deck lists; the desk may type a second result.
"""

from collections.abc import Callable, Collection, Container
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundbook.cli.places import layout as own
from roundbook.cli.places.members import Anywhere, at
from roundbook.ledger.errors import UNDECODABLE, Unreadable
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.ledger.text import reason
from roundbook.ledger.validators.decks import is_frozen

Word = Literal["1", "2", "tie"]
"""A reported result: the upper player on the slip won, the lower player won, or a tie."""


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result that one side reported for a match, as seen by the upper player on the slip.

    `games` is the score in games, if reported: `2-1`. `decided` is whether the desk kept another
    result, knowing of this one.
    """

    match: str
    player: str
    word: Word
    at: datetime
    games: str = ""
    decided: bool = False


class HandedList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck list that a player submitted by phone and the desk has not yet registered.

    `unread` are the numbers of the lines above the cards that were not read, and `breaches` the
    rules that the list broke when the player sent it all the same. A list that was `returned` to
    the player may have a reason, `why`.
    """

    player: str
    text: str
    cards: int
    at: datetime
    returned: bool = False
    unread: tuple[int, ...] = ()
    why: str = ""
    breaches: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, which tells this list from the player's other ones."""
        return sha256(self.text.encode()).hexdigest()


class OpenSlip(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip that `name` typed at `station` for a match with another result: it is not entered.

    It is open until the result changes after the entry `seq`, or somebody keeps the recorded one.
    """

    match: str
    result: Result
    leaving: tuple[str, ...] = ()
    name: str
    station: str
    seq: int


class Claims(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What players reported at the tournament with the id `event`, and whether they may.

    `leaving` want to drop at the end of their round; `drops` is whether they are then dropped
    without the desk. `decks` is whether deck lists can be submitted by phone; `lists` are those
    that the desk has not registered; `unregistered` are players whose list was discarded first.
    `shown` is whether registered lists are shown once that can no longer help anybody, and
    `consents` are the players who have agreed to that. `slips` are open until somebody decides.
    """

    event: str = ""
    allowed: bool = False
    claims: tuple[Claim, ...] = ()
    leaving: tuple[str, ...] = ()
    drops: bool = False
    decks: bool = False
    lists: tuple[HandedList, ...] = ()
    unregistered: tuple[str, ...] = ()
    shown: bool = False
    consents: tuple[str, ...] = ()
    slips: tuple[OpenSlip, ...] = ()

    def consenting(self, player: str, *, agrees: bool) -> "Claims":
        """Return the claims with a player's consent to show the deck list given, or withdrawn."""
        others = tuple(each for each in self.consents if each != player)
        return replace(self, consents=(*others, player) if agrees else others)

    def handing(self, player: str, handed: HandedList | None) -> "Claims":
        """Return the claims with a player's deck list replaced, or removed for None."""
        others = tuple(each for each in self.lists if each.player != player)
        still = tuple(each for each in self.unregistered if each != player)
        return replace(self, lists=(*others, handed) if handed else others, unregistered=still)

    def discarding(self, lists: Collection[HandedList]) -> "Claims":
        """Return the claims without these deck lists; their players are told that."""
        players = {*self.unregistered, *(each.player for each in lists)}
        kept = self.keeping(lambda each: each not in lists)
        return replace(kept, unregistered=tuple(sorted(players)))

    def keeping(self, wanted: Callable[[HandedList], bool]) -> "Claims":
        """Return the claims with only the deck lists that are wanted."""
        return replace(self, lists=tuple(filter(wanted, self.lists)))

    def wishing(self, player: str, *, leaves: bool) -> "Claims":
        """Return the claims with a player added to those who want to drop, or taken off."""
        others = tuple(each for each in self.leaving if each != player)
        return replace(self, leaving=(*others, player) if leaves else others)

    def saying(self, claim: Claim) -> "Claims":
        """Return the claims with a report in place of the player's earlier one for that match."""
        others = (
            each for each in self.claims if (each.match, each.player) != (claim.match, claim.player)
        )
        return replace(self, claims=(*others, claim))

    def within(self, matches: Collection[str]) -> "Claims":
        """Return the claims for these matches only."""
        return replace(self, claims=tuple(each for each in self.claims if each.match in matches))


def to_bytes(claims: Claims) -> bytes:
    """Return the bytes of the claims file."""
    return msgspec.json.encode(claims, order="sorted") + b"\n"


def from_bytes(data: bytes, where: str) -> Claims:
    """Return the claims in the file. Raises Unreadable if it is damaged."""
    try:
        return msgspec.json.decode(data, type=Claims)
    except UNDECODABLE as error:
        msg = f"the players' reports in {where} cannot be read: {reason(error)}."
        raise Unreadable(
            msg,
            where=where,
            hint="Remove the file. Results reported only on phones are lost with it, so take them "
            "from the slips.",
        ) from error


class PlayerReports:
    """The claims file of one tournament, kept next to the access list and outside the ledger.

    Every claim is on disk before the player is told that it was received.
    """

    def __init__(self, home: Path, folder: Anywhere) -> None:
        """Name the file without reading it."""
        self._home, self._name = home, own.of_folder(own.CLAIMS, folder)

    def read(self, t: Tournament | None = None) -> Claims:
        """Return the claims; empty if reporting was never allowed. Raises Unreadable.

        Claims from another tournament that was in this folder before `t` are ignored.
        """
        try:
            data = own.read(self._home, self._name)
        except FileNotFoundError:
            return Claims()
        claims = from_bytes(data, at(self._home).where(self._name))
        return claims if t is None or claims.event in {"", event_of(t)} else Claims()

    def change(self, changed: Callable[[Claims], Claims], t: Tournament | None = None) -> Claims:
        """Change the claims and return the new ones. Raises Unreadable.

        A lock keeps other writers out between reading (as `read` does) and writing.
        """
        with own.held(self._home, self._name):
            claims = changed(self.read(t))
            # Written even if nothing changes: a program that was killed may have written the same
            # without waiting for the disk.
            own.keep_at_home(self._home, self._name, to_bytes(claims), "what players report")
            return claims


def event_of(t: Tournament) -> str:
    """Return the tournament's id, as given by its first entry."""
    return t.opened.tournament if t.opened else ""


def may_hand_in(t: Tournament, player: PlayerId) -> bool:
    """Tell whether a player may still submit a deck list (TRF §4)."""
    if player not in t.players or t.is_out(player):
        return False
    return t.closed is None and not is_frozen(t, player)


def leaving(t: Tournament, claims: Claims) -> list[PlayerId]:
    """Return the players who want to drop and have not yet, in the order of asking."""
    wish = (PlayerId(player) for player in claims.leaving if t.closed is None)
    return [player for player in wish if player in t.players and not t.players[player].out]


def asked_to_drop(folder: Anywhere, t: Tournament) -> list[PlayerId]:
    """Return the players who asked by phone to drop and are still in; none for a damaged file."""
    try:
        return leaving(t, _kept(folder).read(t))
    except Unreadable:
        return []


def reports_kept(folder: Anywhere, t: Tournament) -> Claims:
    """Return what was reported and typed; nothing after the close, or for a damaged file."""
    try:
        return _kept(folder).read(t) if t.closed is None else Claims()
    except Unreadable:
        return Claims()


def leave_open(
    folder: Anywhere, t: Tournament, decided: Collection[str], new: Collection[OpenSlip] = ()
) -> None:
    """Leave the `new` slips open, and no longer the slips and reports of the `decided` matches.

    Of a match, the latest slip is kept. A damaged file does not stop anybody from entering slips.
    """
    gone = {*decided, *(one.match for one in new)}

    def changed(kept: Claims) -> Claims:
        others = (one for one in kept.slips if one.match not in gone)
        claims = (
            replace(one, decided=True) if one.match in decided else one for one in kept.claims
        )
        return replace(kept, event=event_of(t), slips=(*new, *others), claims=tuple(claims))

    with suppress(Unreadable):
        if gone:
            _kept(folder).change(changed, t)


def of_match(folder: Anywhere, t: Tournament, match: MatchId) -> dict[PlayerId, Claim]:
    """Return the reports of a match by phone, by player. Raises Unreadable."""
    claims = _kept(folder).read(t).claims
    return {PlayerId(each.player): each for each in claims if each.match == str(match)}


def lists_to_check(t: Tournament, claims: Claims) -> list[HandedList]:
    """Return the deck lists that are waiting for the desk, oldest first."""
    waiting = (each for each in claims.lists if not each.returned)
    return [each for each in waiting if may_hand_in(t, PlayerId(each.player))]


def waiting_lists(folder: Anywhere, t: Tournament) -> list[PlayerId]:
    """Return the players whose deck list from a phone waits for the desk; none if damaged."""
    try:
        return [PlayerId(each.player) for each in lists_to_check(t, _kept(folder).read(t))]
    except Unreadable:
        return []


def lost_at_start(folder: Anywhere, t: Tournament, rounds: Collection[Round]) -> list[PlayerId]:
    """Return the players whose waiting deck list goes once these rounds start; none if damaged."""
    try:
        lost = to_be_dropped(t, _kept(folder).read(t), rounds)
    except Unreadable:
        return []
    return [PlayerId(each.player) for each in lost]


def to_be_dropped(t: Tournament, claims: Claims, rounds: Collection[Round]) -> list[HandedList]:
    """Return the waiting deck lists that can no longer be registered once these rounds start."""
    seated = {
        player for paired in rounds for first in paired.players() for player in t.players_of(first)
    }
    return [each for each in lists_to_check(t, claims) if each.player in seated]


def lists_shown(t: Tournament, claims: Claims, viewer: PlayerId | None) -> list[PlayerId]:
    """Return the players whose registered list a visitor may read.

    Each of them has agreed. After the close it is everybody; before, only the players of a cut read
    the lists of that cut, if they show their own.
    """
    agreed = [one for one in t.decks if one in claims.consents and one not in t.erased]
    if not claims.shown or t.closed is not None:
        return agreed if claims.shown else []
    mine = t.entrant(viewer) if viewer in agreed else None
    cut = next((one.seeds for one in t.cuts.values() if mine in one.seeds), ())
    return [one for one in agreed if t.entrant(one) in cut]


# A waiting deck list is deleted when its player is erased or starts to play.


def handed_in(folder: Anywhere, t: Tournament, gone: Container[str]) -> int:
    """Return how many waiting deck lists these players have. Raises Unreadable."""
    return sum(each.player in gone for each in _kept(folder).read(t).lists)


def erase_lists(folder: Anywhere, t: Tournament, gone: Container[str]) -> None:
    """Delete the waiting deck lists of these players. Raises Unreadable."""
    if handed_in(folder, t, gone):
        _kept(folder).change(lambda claims: claims.keeping(lambda each: each.player not in gone), t)


def drop_frozen(folder: Anywhere, t: Tournament, *, trial: bool) -> list[PlayerId]:
    """Delete the waiting deck lists of players whose first round has started; return those players.

    `trial` only looks. Players whose list was sent back are not returned. A damaged file does not
    stop a round from starting.
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
    return PlayerReports(own.own_home(), folder)
