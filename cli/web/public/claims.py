"""What players say on their own phones of their match: claims, until they are a result."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cli.acts.act import Facts, outcome
from cli.acts.results import report
from cli.acts.standing import drop
from cli.args.slips import Slip
from cli.args.types import result_named
from cli.desk.errors import stopped
from cli.desk.venue import Operator, Venue
from cli.desk.write import CommandOptions, WriteContext
from cli.folder import layout as own
from cli.folder.members import Anywhere, at
from ledger.errors import UNDECODABLE, Hint, Unreadable
from ledger.state.queries import latest_round, open_matches
from ledger.state.tournament import Tournament
from ledger.terms import MatchFormat, MatchId, PlayerId, Result, Role, Verdict
from ledger.text import reason
from ledger.validators.decks import is_frozen

Word = Literal["1", "2", "tie"]
"""A result as it is reported: the left of the slip has won, the right, or nobody."""

_RESULTS: Mapping[Word, Result] = {
    "1": Result(verdict=Verdict.FIRST),
    "2": Result(verdict=Verdict.SECOND),
    "tie": Result(verdict=Verdict.TIE),
}
_WORDS: Mapping[Verdict, Word] = {result.verdict: word for word, result in _RESULTS.items()}
_SAYS: Mapping[str, Word] = {"won": "1", "lost": "2", "tied": "tie"}


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side of a match says, as seen from the left of the slip, and when they said it.

    `games` are the games where they told them: `2-1`.
    """

    match: str
    player: str
    word: Word
    at: datetime
    games: str = ""

    @property
    def result(self) -> Result:
        """What is entered once the other side says the same."""
        return (result_named(self.games) if self.games else None) or _RESULTS[self.word]


class Contest(Struct, frozen=True, kw_only=True):
    """A match of which somebody has said something: what its left says, and its right."""

    match: MatchId
    players: tuple[PlayerId, PlayerId]
    left: Claim | None
    right: Claim | None
    refused: tuple[str | Hint, ...] = ()

    @property
    def agreed(self) -> Result | None:
        """What both say; None where they differ, or one has said nothing yet."""
        alike = self.left and self.right and self.left.result == self.right.result
        return self.left.result if self.left and alike else None


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
    the desk has not taken.
    """

    event: str = ""
    allowed: bool = False
    claims: tuple[Claim, ...] = ()
    leaving: tuple[str, ...] = ()
    drops: bool = False
    decks: bool = False
    lists: tuple[HandedList, ...] = ()

    def handing(self, player: str, handed: HandedList | None) -> "Claims":
        """Return the claims with the list of a player in place of the one before, or without."""
        others = tuple(each for each in self.lists if each.player != player)
        return replace(self, lists=(*others, handed) if handed else others)

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


WON = ("2-0", "2-1", "1-0")
"""How a best of three is won, in games; time may be called after the first (TRF §8)."""


def ways(t: Tournament, match: MatchId) -> dict[str, tuple[str, ...]]:
    """Return what a player may say of a match: won, lost or tied, each with its games, own first.

    One game has none to tell, and a match of a bracket has a winner (TOP §3.2).
    """
    three = t.opened is not None and t.opened.match_format is MatchFormat.BEST_OF_THREE
    found = {"won": WON, "lost": tuple(one[::-1] for one in WON), "tied": ("1-1", "0-0")}
    if match.pool in t.cuts:
        del found["tied"]
    return {word: games if three else () for word, games in found.items()}


def seen_from_left(word: str, *, is_left: bool) -> tuple[Word, str] | None:
    """Return what a player means by `won`, `lost`, `tied` or by games, their own first.

    It is who won, and the games where they were told; None for anything else.
    """
    said = result_named(word)
    told = _RESULTS[_SAYS[word]] if word in _SAYS else said if said and said.games else None
    if told is None:
        return None
    seen = told if is_left else told.turned()
    return _WORDS[seen.verdict], str(seen.games) if seen.games else ""


def to_bytes(claims: Claims) -> bytes:
    """Return the claims as they are kept."""
    return msgspec.json.encode(claims, order="sorted") + b"\n"


def from_bytes(data: bytes, where: str) -> Claims:
    """Return the claims that are kept. Raises Unreadable where the file is damaged."""
    try:
        return msgspec.json.decode(data, type=Claims)
    except UNDECODABLE as error:
        msg = f"{where} does not say what players have reported: {reason(error)}."
        raise Unreadable(msg, where=where, hint="Remove it; the slips are what counts.") from error


# Where the claims of players are kept, and where two that say the same become a result.

PHONES = Operator(name="players", role=Role.SCOREKEEPER, station="phones")
"""In whose name a result is written on which both players agree: they stand in for the desk."""


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

    def change(self, changed: Callable[[Claims], Claims]) -> Claims:
        """Keep other claims in place of those that are kept. Raises Unreadable."""
        with own.held(self._home, self._name):
            before = self.read()
            claims = changed(before)
            if claims != before:
                own.keep_at_home(self._home, self._name, to_bytes(claims), "what players report")
            return claims


def event_of(t: Tournament) -> str:
    """Return which tournament this is, by the id in its first entry."""
    return t.opened.tournament if t.opened else ""


def running(t: Tournament) -> dict[MatchId, tuple[PlayerId, PlayerId]]:
    """Return the matches that are being played: of rounds that have started, with no result."""
    if t.closed is not None:
        return {}
    found: dict[MatchId, tuple[PlayerId, PlayerId]] = {}
    for pool in t.latest:
        paired = latest_round(t, pool)
        if paired is not None and paired.started:
            found.update({match: t.matches[match] for match in open_matches(t, paired)})
    return found


def match_of(t: Tournament, player: PlayerId) -> MatchId | None:
    """Return the match that a player is playing; None for none."""
    return next((match for match, pair in running(t).items() if player in pair), None)


def settle(here: Venue, reports: PlayerReports) -> list[Contest]:
    """Write down what both sides of a match say alike; return what is left for the desk.

    Asked under the lock of the tournament. What was agreed and not written when a server stopped is
    written when it is next asked for; claims of what has a result are gone. What cannot be entered
    is judged again whenever somebody looks, and noted by nobody.
    """
    claims = reports.read(here.desk.tournament)
    if not claims.claims and not claims.leaving:
        return []
    refused = {}
    for contest in contests(here.desk.tournament, claims):
        if contest.agreed is not None and (why := _entered(here, contest.match, contest.agreed)):
            refused[contest.match] = why
    playing = {str(match) for match in running(here.desk.tournament)}
    if any(each.match not in playing for each in claims.claims):
        claims = reports.change(lambda kept: kept.within(playing))
    _let_go(here, reports, claims)
    left = contests(here.desk.tournament, claims)
    return [replace(each, refused=refused.get(each.match, ())) for each in left]


def leaving(t: Tournament, claims: Claims) -> list[PlayerId]:
    """Return who wants to drop and has not, the first who said so first."""
    wish = (PlayerId(player) for player in claims.leaving if t.closed is None)
    return [player for player in wish if player in t.players and not t.players[player].out]


def may_hand_in(t: Tournament, player: PlayerId) -> bool:
    """Tell whether a player may still hand in a deck list (TRF §4)."""
    known = t.players.get(player)
    return bool(known and not known.out and t.closed is None and not is_frozen(t, player))


def lists_to_check(t: Tournament, claims: Claims) -> list[HandedList]:
    """Return the deck lists that wait for the desk, the oldest first."""
    waiting = (each for each in claims.lists if not each.returned)
    return [each for each in waiting if may_hand_in(t, PlayerId(each.player))]


def _let_go(here: Venue, reports: PlayerReports, claims: Claims) -> None:
    """Drop who wants to and has played their match, where the organiser lets that happen alone."""
    t = here.desk.tournament
    latest = filter(None, (latest_round(t, pool) for pool in t.latest))
    # A round that is posted and not started goes on as it is posted: nobody leaves it by phone.
    seated = {player for paired in latest if not paired.started for player in paired.players()}
    due = [one for one in leaving(t, claims) if one not in seated and match_of(t, one) is None]
    for player in due if claims.drops else ():
        _done(here, partial(drop, players=[player]))
    still = set(leaving(here.desk.tournament, claims))
    if not still.issuperset(claims.leaving):
        reports.change(
            lambda kept: replace(kept, leaving=tuple(p for p in kept.leaving if p in still))
        )


def _entered(here: Venue, match: MatchId, result: Result) -> tuple[str | Hint, ...]:
    """Enter a result; return why it cannot be, line by line, and nothing where it is in."""
    slip = Slip(match=match, result=result)
    return _done(here, lambda ctx: report(ctx, slip))


def _done(here: Venue, act: Callable[[WriteContext], Facts]) -> tuple[str | Hint, ...]:
    """Carry an act out; return why it cannot be.

    It is rehearsed first: what is refused would be noted each time somebody looks.
    """
    for trial in (True, False):
        said = outcome(here, CommandOptions(operator=PHONES, dry_run=trial), act)
        if not said.done:
            return tuple(stopped(said.trouble, said.misuse))
    return ()


def contests(t: Tournament, claims: Claims) -> list[Contest]:
    """Return the matches that are being played and of which somebody has said something.

    The first is the one of which something was said first: what comes in later stands behind it.
    """
    said = {(each.match, each.player): each for each in claims.claims}
    found = []
    for match, (first, second) in running(t).items() if said else ():
        left, right = said.get((str(match), first)), said.get((str(match), second))
        if left or right:
            pair = (first, second)
            found.append(Contest(match=match, players=pair, left=left, right=right))
    order = {match: number for number, (match, _) in reversed([*enumerate(said)])}
    return sorted(found, key=lambda each: order[str(each.match)])
