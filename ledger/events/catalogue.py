"""Everything that can happen at a tournament, as facts that are never changed.

The tag of an event is its name on disk: a promise, so it is written out. A field that is absent
means its default, and is not written: the same fact always has the same bytes.
"""

from datetime import date
from typing import Annotated, ClassVar

from msgspec import Meta

from ledger.events.decks import DeckRegistered as DeckRegistered
from ledger.events.decks import Format
from ledger.events.drafts import BuildingStarted as BuildingStarted
from ledger.events.drafts import DraftSeated as DraftSeated
from ledger.events.drafts import PairedBy
from ledger.events.event import Drawn, Event, Moment
from ledger.events.flights import FlightsAssigned as FlightsAssigned
from ledger.events.judging import DeckCheckDrawn as DeckCheckDrawn
from ledger.events.judging import DeckChecked as DeckChecked
from ledger.events.judging import PenaltyIssued as PenaltyIssued
from ledger.events.judging import PenaltyWithdrawn as PenaltyWithdrawn
from ledger.events.judging import ProxyMade as ProxyMade
from ledger.events.match_end import MatchEnded as MatchEnded
from ledger.events.posting import CallEnded as CallEnded
from ledger.events.posting import CallTaken as CallTaken
from ledger.events.posting import JudgeCalled as JudgeCalled
from ledger.events.posting import Language as Language
from ledger.events.posting import MessageSent as MessageSent
from ledger.events.posting import MessageWithdrawn as MessageWithdrawn
from ledger.events.posting import Paper as Paper
from ledger.events.posting import PostedSheet as PostedSheet
from ledger.events.posting import Printed as Printed
from ledger.events.posting import TimeExtended as TimeExtended
from ledger.events.retention import PeopleErased as PeopleErased
from ledger.events.retention import RequestAnswered as RequestAnswered
from ledger.events.retention import RequestRecorded as RequestRecorded
from ledger.terms import (
    Bye,
    Commitment,
    Count,
    Digest,
    Division,
    Hand,
    MatchFormat,
    MatchId,
    Pairing,
    PlayerId,
    PoolName,
    Result,
    RoundNumber,
    Style,
    Table,
    Text,
)

VKEY = r"^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\Z"
"""A published key: a name, its number, and the Ed25519 key."""


# --- set-up ---------------------------------------------------------------------------------------


class TournamentOpened(Event, frozen=True, kw_only=True, tag="tournament-opened"):
    """The ledger begins: under which edition of the rules, how and when the event is run.

    `edition_sha256` is the digest of the exact edition text. `commitment` is the published end of
    the chain of secrets from which every draw comes; a file that was told has none. `pairing` says
    whether the rounds go by the sheet of an eight-player pod. `region` is where it is played, which
    says what languages of cards are local (TRF §1.8).
    """

    tournament: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,64}\Z")]
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    edition: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")]
    edition_sha256: Digest
    style: Style
    start: date
    end: date | None = None
    rounds_table: Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z")] | None = None
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE
    pairing: PairedBy = PairedBy.SWISS
    format: Format | None = None
    premier: bool = False
    championship_points: bool = False
    sanction: Annotated[str, Meta(max_length=40)] | None = None
    region: Annotated[str, Meta(pattern=r"^[a-z-]{1,40}\Z")] | None = None
    commitment: Commitment | None = None
    public_key: Annotated[str, Meta(pattern=VKEY)] | None = None


class AnnouncementMade(Event, frozen=True, kw_only=True, tag="announcement-made"):
    """What the players were told before the first round (TOP §2).

    The number of Swiss rounds, how many advance in single elimination (per division, 0 for none),
    how many receive prizes (0 for none, None if nothing was said), and whatever else they need to
    know: `minutes` of a match and `extra_turns` after them (TRF §7.3); whether basic Energy is
    provided, and that this was told before the date too (TRF §11.2); a re-draft, a cooperative
    draft (TRF §11.2.4); flights. `day_two` are the Swiss rounds of a second day, per division;
    `rounds` are then those of the first. A later announcement is whole again: what it did not name,
    it repeats.
    """

    rounds: RoundNumber
    cut: dict[Division, Count] = {}  # noqa: RUF012 - msgspec gives each event its own.
    day_two: dict[Division, Count] = {}  # noqa: RUF012
    prizes: Count | None = None
    third_place_playoff: bool = False
    text: Annotated[str, Meta(max_length=4000)] = ""
    minutes: Annotated[int, Meta(ge=1, le=999)] | None = None
    extra_turns: Annotated[int, Meta(ge=0, le=99)] | None = None
    basic_energy: bool | None = None
    energy_told_ahead: bool = False
    redraft: bool = False
    cooperative_draft: bool = False
    flights: dict[Division, Count] = {}  # noqa: RUF012 - as above.


class RoundsSet(Event, frozen=True, kw_only=True, tag="rounds-set"):
    """The number of Swiss rounds of a pool (of every pool, if none is named)."""

    rounds: RoundNumber
    pool: PoolName | None = None
    reason: Text | None = None


class SecretCommitted(Event, frozen=True, kw_only=True, tag="secret-committed"):
    """A new chain of secrets: the old one was lost or moved, and everybody may know why."""

    commitment: Commitment
    reason: Text


class KeyRotated(Event, frozen=True, kw_only=True, tag="key-rotated"):
    """Another key signs the heads of this ledger from now on; it is shown as it is published."""

    public_key: Annotated[str, Meta(pattern=VKEY)]
    reason: Text


class EntropyAdded(Event, frozen=True, kw_only=True, tag="entropy-added"):
    """Chance that everybody saw, such as dice at the stage, joins the key of every later draw.

    `text` is what came of it, `source` where it came from; it counts for one pool, or for all.
    """

    text: Text
    source: Text
    pool: PoolName | None = None


class StaffNamed(Event, frozen=True, kw_only=True, tag="staff-named"):
    """Somebody joins the staff; the name stands next to the ledger, behind the commitment."""

    hand: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")]
    role: Annotated[str, Meta(max_length=40)]
    commitment: Commitment


class HandRenamed(Event, frozen=True, kw_only=True, tag="hand-renamed"):
    """The name of a hand was wrong: from now on the record is bound to another, or newly to it."""

    hand: Hand
    commitment: Commitment
    reason: Text


# --- people ---------------------------------------------------------------------------------------


class PlayerRegistered(Event, frozen=True, kw_only=True, tag="player-registered"):
    """Somebody may be paired from now on.

    `commitment` binds name, organiser's id and birth year without showing them. `losses` are the
    rounds already started of a player who was left off the list by mistake: no tag, but a reason
    (GTB-2). `pool` is where they play, if their division plays nowhere yet, or in flights; `drawn`
    the lot between flights that were equally small.
    """

    player: PlayerId
    division: Division
    commitment: Commitment
    losses: Count = 0
    pool: PoolName | None = None
    reason: Text | None = None
    drawn: Drawn | None = None


class PlayerAmended(Event, frozen=True, kw_only=True, tag="player-amended"):
    """Who a player is was written down wrongly, and is now right; the number and history stay."""

    player: PlayerId
    commitment: Commitment
    reason: Text
    division: Division | None = None


class LatePlayerAdmitted(Event, frozen=True, kw_only=True, tag="late-player-admitted"):
    """Somebody came after the start: a loss for every round already started (TOP §3.1.3).

    The player carries the late tag and was told so, and how many losses, by `informed_by`. `pool`
    and `drawn` are as at a registration.
    """

    player: PlayerId
    division: Division
    commitment: Commitment
    losses: Count
    pool: PoolName | None = None
    informed_by: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")] | None = None
    drawn: Drawn | None = None


Joining = PlayerRegistered | LatePlayerAdmitted
"""What makes somebody a player."""


class EntryRefused(Event, frozen=True, kw_only=True, tag="entry-refused"):
    """The organiser did not admit somebody, and says why (TOP §3.1.3)."""

    commitment: Commitment
    reason: Text


class LateTagSet(Event, frozen=True, kw_only=True, tag="late-tag-set"):
    """A player ranks below those of the same match points from now on (TOP §3.1.4.1)."""

    player: PlayerId
    reason: Text


class LateTagCleared(Event, frozen=True, kw_only=True, tag="late-tag-cleared"):
    """The late tag was a mistake, and is gone (GTB-2)."""

    player: PlayerId
    reason: Text


class PlayerDropped(Event, frozen=True, kw_only=True, tag="player-dropped"):
    """A player leaves. `after` is the last round that counts for them; 0 if none does.

    `unplaced`: a file lists them among its players and nowhere else, so they have no place.
    """

    player: PlayerId
    after: Count
    unplaced: bool = False


class PlayerReinstated(Event, frozen=True, kw_only=True, tag="player-reinstated"):
    """A dropped or disqualified player is back; the `missed` rounds are losses (A-60).

    They had started while the player was out. Lines before schema 2 do not say which.
    """

    player: PlayerId
    reason: Text
    missed: tuple[RoundNumber, ...] | None = None


class PlayerDisqualified(Event, frozen=True, kw_only=True, tag="player-disqualified"):
    """A player is out and has no place; their matches still count for their opponents (A-8)."""

    player: PlayerId
    after: Count
    reason: Text | None = None


class ByeAwarded(Event, frozen=True, kw_only=True, tag="bye-awarded"):
    """A player is granted a bye in a coming round (TOP §3.1)."""

    player: PlayerId
    round: RoundNumber
    reason: Text | None = None


class PlayerCheckedIn(Event, frozen=True, kw_only=True, tag="player-checked-in"):
    """A registered player is in the hall, as somebody at the door has seen (TOP §3.1.3)."""

    player: PlayerId


class CheckInUndone(Event, frozen=True, kw_only=True, tag="check-in-undone"):
    """A player was checked in by mistake: nobody has seen them yet."""

    player: PlayerId


class PodsFormed(Event, frozen=True, kw_only=True, tag="pods-formed"):
    """Which divisions are paired among themselves (TOP §3.1.1, §3.1.2)."""

    pods: dict[PoolName, tuple[Division, ...]]


class TeamFormed(Event, frozen=True, kw_only=True, tag="team-formed"):
    """Two registered players are one team, under a name of its own (TRF §14.3; A-65).

    The first of them stands for the team from now on: in pairings, results, byes and places. The
    other is neither paired nor placed. Each has a deck list.
    """

    players: tuple[PlayerId, PlayerId]
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class TeamSplit(Event, frozen=True, kw_only=True, tag="team-split"):
    """A team was formed by mistake: its two players are single players again."""

    player: PlayerId
    reason: Text


# --- rounds ---------------------------------------------------------------------------------------


class RoundPaired(Event, frozen=True, kw_only=True, tag="round-paired"):
    """Who meets whom: pairings in table order, at `tables`, the byes, and losses of the `absent`.

    Made by a drawing procedure with its secret (`drawn`), by a hand with a `reason`, or told by a
    file. Pairing a round locks the results of the second round before it (TOP §4). A round that
    stands is paired again only with a reason, drawn or not.
    """

    pool: PoolName
    round: RoundNumber
    pairings: tuple[Pairing, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    absent: tuple[PlayerId, ...] = ()
    drawn: Drawn | None = None
    reason: Text | None = None


class RoundRepaired(Event, frozen=True, kw_only=True, tag="round-repaired"):
    """A paired round has been corrected before its start, by as few pairings as possible (TOP §4).

    The whole round as it now stands: who keeps their opponent keeps the table. Made like a pairing,
    but it locks nothing: it is the same round. What was posted before is out of date.
    """

    pool: PoolName
    round: RoundNumber
    pairings: tuple[Pairing, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    absent: tuple[PlayerId, ...] = ()
    drawn: Drawn | None = None
    reason: Text | None = None


Seating = RoundPaired | RoundRepaired
"""What says who sits where in a whole round."""


class RoundWithdrawn(Event, frozen=True, kw_only=True, tag="round-withdrawn"):
    """A paired round that had not started is taken back; what it locked stays locked (A-48)."""

    pool: PoolName
    round: RoundNumber
    reason: Text


class RoundPosted(Event, frozen=True, kw_only=True, tag="round-posted"):
    """The pairings were put up, or the slips handed out; `sha256` is what was printed or shown.

    That is a text in a `language`, or a PDF where the event says how it was `printed`.
    """

    pool: PoolName
    round: RoundNumber
    sha256: Digest
    sheet: PostedSheet = PostedSheet.PAIRINGS
    printed: Printed | None = None
    language: Language = "en"


class RoundStarted(Event, frozen=True, kw_only=True, tag="round-started"):
    """The players play. From now on no pairing of the round can change (TOP §4).

    `clock_at` is when the clock of the round starts, where somebody said so (TRF §7.1).
    """

    pool: PoolName
    round: RoundNumber
    clock_at: Moment | None = None


# --- results --------------------------------------------------------------------------------------


class ResultReported(Event, frozen=True, kw_only=True, tag="result-reported"):
    """The first result of a match."""

    match: MatchId
    result: Result


class ResultCorrected(Event, frozen=True, kw_only=True, tag="result-corrected"):
    """A reported result was wrong and has been replaced.

    The old result stays in the ledger, under its own entry; `reason` is what the desk will read
    out when a player asks why the standings moved. Only an unlocked match can be corrected: see
    the `result-locked` rule.
    """

    match: MatchId
    result: Result
    reason: Text


class ResultWithdrawn(Event, frozen=True, kw_only=True, tag="result-withdrawn"):
    """A result was reported for the wrong match; the match is open again."""

    match: MatchId
    reason: Text


Correction = ResultCorrected | ResultWithdrawn
"""What changes a result that was reported."""


class LotDrawn(Event, frozen=True, kw_only=True, tag="lot-drawn"):
    """The order that recorded chance gives to players who are tied on everything (A-23)."""

    division: Division
    lots: tuple[PlayerId, ...]
    drawn: Drawn | None = None


# --- cut and end ----------------------------------------------------------------------------------


class DayTwoMade(Event, frozen=True, kw_only=True, tag="day-two-made"):
    """Who advances after the first day; `after` is the last round of that day (TOP §3.3.5)."""

    pool: PoolName
    after: RoundNumber
    players: tuple[PlayerId, ...]


class CutMade(Event, frozen=True, kw_only=True, tag="cut-made"):
    """Who advances in single elimination, in order of seed, in the bracket `pool` (TOP §3.3).

    `reason` says why they are more or fewer than was announced.
    """

    division: Division
    pool: PoolName
    seeds: tuple[PlayerId, ...]
    reason: Text | None = None


class SeedsDrawn(Event, frozen=True, kw_only=True, tag="seeds-drawn"):
    """Chance has given every player a seed: a single elimination, all ages in `pool` (TOP §3.2).

    They are drawn again, for a reason, where somebody joins or leaves before round 1 (TOP §3.2.2).
    """

    division: ClassVar[None] = None  # Unlike a cut, it takes every division.
    pool: PoolName
    seeds: tuple[PlayerId, ...]
    drawn: Drawn | None = None
    reason: Text | None = None


Bracket = CutMade | SeedsDrawn
"""What says who stands where in a bracket, in order of seed."""


class ThirdPlacePlayoffPaired(Event, frozen=True, kw_only=True, tag="third-place-playoff-paired"):
    """The losers of the semi-finals meet for the third place (TOP §3.3.6.1)."""

    pool: PoolName
    round: RoundNumber
    pairing: Pairing
    table: Table


class TournamentClosed(Event, frozen=True, kw_only=True, tag="tournament-closed"):
    """It is over: the last results lock, and the time of retention begins (TOP §4; A-49)."""

    end: date | None = None


class TournamentReopened(Event, frozen=True, kw_only=True, tag="tournament-reopened"):
    """The organiser opens a closed tournament again; this stays visible in every export (A-49)."""

    reason: Text


class NoteMade(Event, frozen=True, kw_only=True, tag="note-made"):
    """Something worth keeping that changes nothing; `ruling` is what the head judge has ruled."""

    text: Text
    match: MatchId | None = None
    player: PlayerId | None = None
    ruling: bool = False


OfCall = JudgeCalled | CallTaken | CallEnded
"""What becomes of a call for a judge."""

AnyEvent = (
    TournamentOpened
    | AnnouncementMade
    | RoundsSet
    | SecretCommitted
    | KeyRotated
    | EntropyAdded
    | StaffNamed
    | HandRenamed
    | PlayerRegistered
    | PlayerAmended
    | LatePlayerAdmitted
    | EntryRefused
    | LateTagSet
    | LateTagCleared
    | PlayerDropped
    | PlayerReinstated
    | PlayerDisqualified
    | ByeAwarded
    | PlayerCheckedIn
    | CheckInUndone
    | PodsFormed
    | DraftSeated
    | BuildingStarted
    | TeamFormed
    | TeamSplit
    | DeckRegistered
    | FlightsAssigned
    | RoundPaired
    | RoundRepaired
    | RoundWithdrawn
    | RoundPosted
    | RoundStarted
    | MatchEnded
    | TimeExtended
    | JudgeCalled
    | CallTaken
    | CallEnded
    | MessageSent
    | MessageWithdrawn
    | ResultReported
    | ResultCorrected
    | ResultWithdrawn
    | LotDrawn
    | PenaltyIssued
    | PenaltyWithdrawn
    | ProxyMade
    | DeckCheckDrawn
    | DeckChecked
    | DayTwoMade
    | CutMade
    | SeedsDrawn
    | ThirdPlacePlayoffPaired
    | TournamentClosed
    | TournamentReopened
    | RequestRecorded
    | RequestAnswered
    | PeopleErased
    | NoteMade
)
