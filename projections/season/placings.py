"""What one event adds to a shelf: how it was verified, each player's place, and each match."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from roundbook.ledger.terms import Division, PlayerId, Verdict

What = Literal["ledger", "archive", "file", "parcel"]


class AskedFor(Struct, frozen=True, kw_only=True):
    """A request for the results of an event: who asked, and when and with what it was answered.

    `sha256` and `size` are those of the file handed over; `seq` is the entry of the answer.
    """

    number: int
    at: datetime
    source: str
    reference: str | None = None
    answered: datetime | None = None
    seq: int | None = None
    sha256: str = ""
    size: int = 0


class ShelfEvent(Struct, frozen=True, kw_only=True):
    """One event of a shelf.

    `event` is its path below the shelf. `same` is what copies of the same event share: the id of
    the tournament, or the digest of a file. `told` is the digest of the file that a ledger was made
    from. `level` is how far it is proved, in a word, and `verified` says so in a sentence;
    `trouble` is why it cannot be relied on, and then it has no players. `keep_until` is None while
    it is not closed, or if no rule says how long results are kept. `named` is how many names are
    still kept; `gone` are the players who were erased. A parcel holds archives that were handed
    over as one file, and counts nowhere.
    """

    event: str
    what: What
    same: str = ""
    told: str = ""
    title: str = ""
    start: str | None = None
    end: str | None = None
    state: str = ""
    players: int = 0
    entries: int = 0
    keep_until: str | None = None
    requests_open: int = 0
    requests: tuple[AskedFor, ...] = ()
    erased: int = 0
    named: int = 0
    gone: tuple[PlayerId, ...] = ()
    edition: str = ""
    level: str = ""
    verified: str = ""
    trouble: str | None = None


class Placing(Struct, frozen=True, kw_only=True, gc=False):
    """A player's result at one event.

    `event` is where the event is kept, `day` its last day, if that is known. `person` is the Player
    ID, empty if there is none; `shown` is the name as the event shows it in public, empty once it
    is erased. `players` is the size of the division.
    """

    event: str
    title: str
    day: date | None
    player: PlayerId
    person: str
    shown: str
    division: Division
    place: int | None
    players: int
    wins: int
    losses: int
    ties: int
    match_points: int

    @property
    def who(self) -> str:
        """The person, by Player ID; without one, each result is that of another person."""
        return self.person or f"{self.event}#{self.player}"

    @property
    def name(self) -> str:
        """What to call the player: the shown name, or the number at the event."""
        return self.shown or str(self.player)


class PlayedMatch(Struct, frozen=True, kw_only=True):
    """A match of an event; `entry` is the last entry with its result, None in a file."""

    event: str
    match: str
    first: PlayerId
    second: PlayerId
    verdict: Verdict
    entry: int | None


class Met(Struct, frozen=True, kw_only=True):
    """The matches of one person against another, from the first one's view."""

    opponent: str
    name: str
    wins: int
    losses: int
    ties: int
    matches: tuple[PlayedMatch, ...]


_SIDES = {Verdict.FIRST: (1, 0, 0), Verdict.SECOND: (0, 1, 0), Verdict.TIE: (0, 0, 1)}


def head_to_head(
    who: str, results: Iterable[Placing], matches: Sequence[PlayedMatch]
) -> tuple[Met, ...]:
    """Return a person's matches by opponent, the one met most often first.

    `results` are those of everybody at the person's events. A double loss is a loss, and a match
    that was never played does not count.
    """
    at = {(one.event, one.player): one for one in results}
    found: dict[str, list[tuple[PlayedMatch, bool]]] = {}
    names: dict[str, str] = {}
    for match in matches:
        if match.verdict is Verdict.UNPLAYED:
            continue
        for mine, theirs, is_first in (
            (match.first, match.second, True),
            (match.second, match.first, False),
        ):
            one, other = at.get((match.event, mine)), at.get((match.event, theirs))
            if one and other and one.who == who:
                found.setdefault(other.who, []).append((match, is_first))
                names[other.who] = other.name
    order = sorted(found, key=lambda other: (-len(found[other]), names[other].casefold(), other))
    return tuple(_met(other, names[other], found[other]) for other in order)


def _met(opponent: str, name: str, met: Sequence[tuple[PlayedMatch, bool]]) -> Met:
    won = lost = tied = 0
    for match, is_first in met:
        first, second, tie = _SIDES.get(match.verdict, (0, 0, 0))
        if match.verdict is Verdict.DOUBLE_LOSS:
            lost += 1
        won += first if is_first else second
        lost += second if is_first else first
        tied += tie
    return Met(
        opponent=opponent,
        name=name,
        wins=won,
        losses=lost,
        ties=tied,
        matches=tuple(match for match, _ in met),
    )
