"""The catalogue of events: facts about a tournament that are never changed.

The tag of an event is its name on disk, which must stay the same, so it is written out. An absent
field means its default, which is not written: the same fact always has the same bytes.

Rule: each event says which (TOP, TRF); no field is ever removed, and none changes its meaning.
Units: as each field says; times have their offset.
Errors: none; a value that an event cannot have raises ValidationError where it is read.

>>> [type(one).__name__ for one in cup.entries[0].events]
['TournamentOpened']
"""

from datetime import date
from typing import Annotated, ClassVar

from msgspec import Meta

from roundbook.ledger.events.decks import DeckRegistered as DeckRegistered
from roundbook.ledger.events.decks import Format
from roundbook.ledger.events.drafts import BuildingStarted as BuildingStarted
from roundbook.ledger.events.drafts import BuildingWithdrawn as BuildingWithdrawn
from roundbook.ledger.events.drafts import DraftSeated as DraftSeated
from roundbook.ledger.events.drafts import PairedBy
from roundbook.ledger.events.drafts import SeatsWithdrawn as SeatsWithdrawn
from roundbook.ledger.events.event import Drawn, Event, Moment
from roundbook.ledger.events.facts import FactAdded as FactAdded
from roundbook.ledger.events.flights import FlightsAssigned as FlightsAssigned
from roundbook.ledger.events.judging import DeckCheckDrawn as DeckCheckDrawn
from roundbook.ledger.events.judging import DeckChecked as DeckChecked
from roundbook.ledger.events.judging import PenaltyIssued as PenaltyIssued
from roundbook.ledger.events.judging import PenaltyWithdrawn as PenaltyWithdrawn
from roundbook.ledger.events.judging import ProxyMade as ProxyMade
from roundbook.ledger.events.match_end import MatchEnded as MatchEnded
from roundbook.ledger.events.posting import CallEnded as CallEnded
from roundbook.ledger.events.posting import CallTaken as CallTaken
from roundbook.ledger.events.posting import JudgeCalled as JudgeCalled
from roundbook.ledger.events.posting import Language as Language
from roundbook.ledger.events.posting import MessageSent as MessageSent
from roundbook.ledger.events.posting import MessageWithdrawn as MessageWithdrawn
from roundbook.ledger.events.posting import Paper as Paper
from roundbook.ledger.events.posting import PostedSheet as PostedSheet
from roundbook.ledger.events.posting import Printed as Printed
from roundbook.ledger.events.posting import TimeExtended as TimeExtended
from roundbook.ledger.events.retention import PeopleErased as PeopleErased
from roundbook.ledger.events.retention import RequestAnswered as RequestAnswered
from roundbook.ledger.events.retention import RequestRecorded as RequestRecorded
from roundbook.ledger.terms import (
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
"""The pattern of a published key: its name, its id, and the Ed25519 key."""


# --- set-up ---------------------------------------------------------------------------------------


class TournamentOpened(Event, frozen=True, kw_only=True, tag="tournament-opened"):
    """The ledger begins: the edition of the rules, and how and when the event is run.

    `edition_sha256` is the digest of the exact edition text. `commitment` is the published end of
    the chain of secrets from which every draw comes; an imported tournament has none. `pairing`
    says whether the rounds follow the sheet of an eight-player pod. `region` is where it is played,
    which decides which languages of cards are local (TRF §1.8).
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


PrizedPlaces = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?\Z")]
Prize = Annotated[str, Meta(min_length=1, max_length=200)]
RoundBefore = Annotated[str, Meta(pattern=r"^[1-9][0-9]?\Z")]
BreakMinutes = Annotated[int, Meta(ge=1, le=999)]


class AnnouncementMade(Event, frozen=True, kw_only=True, tag="announcement-made"):
    """What the players were told before the first round (TOP §2).

    The number of Swiss rounds, how many players advance to single elimination (per division, 0 for
    none), how many receive prizes (0 for none, None if nothing was said), and whatever else they
    need to know: `minutes` of a match and `extra_turns` after them (TRF §7.3), `turns_within` the
    minutes they may take; whether basic Energy is provided, and that this was also told before the
    day (TRF §11.2); a re-draft, a cooperative draft (TRF §11.2.4); flights; the breaks, `none` if
    there are none; the `format` and the `staff`, if they are not recorded elsewhere. `day_two` are
    the Swiss rounds of a second day, per division; `rounds` are then those of the first.
    `prizes_by_place` says what a place wins, such as `1`, or several, such as `3-4`; `breaks_after`
    how many minutes the break after a round has. A later announcement is complete: it repeats what
    it does not change.
    """

    rounds: RoundNumber
    cut: dict[Division, Count] = {}  # noqa: RUF012 - msgspec gives each event its own.
    day_two: dict[Division, Count] = {}  # noqa: RUF012
    prizes: Count | None = None
    prizes_by_place: dict[PrizedPlaces, Prize] = {}  # noqa: RUF012 - as above.
    third_place_playoff: bool = False
    text: Annotated[str, Meta(max_length=4000)] = ""
    minutes: Annotated[int, Meta(ge=1, le=999)] | None = None
    extra_turns: Annotated[int, Meta(ge=0, le=99)] | None = None
    basic_energy: bool | None = None
    energy_told_ahead: bool = False
    redraft: bool = False
    cooperative_draft: bool = False
    flights: dict[Division, Count] = {}  # noqa: RUF012 - as above.
    breaks: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    turns_within: Annotated[int, Meta(ge=1, le=999)] | None = None
    format: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    staff: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    breaks_after: dict[RoundBefore, BreakMinutes] = {}  # noqa: RUF012 - as above.

    @property
    def has_breaks(self) -> bool:
        """Whether anything was said about breaks, even that there are none."""
        return bool(self.breaks or self.breaks_after)


class RoundsSet(Event, frozen=True, kw_only=True, tag="rounds-set"):
    """The number of Swiss rounds of a pool, or of every pool if none is named."""

    rounds: RoundNumber
    pool: PoolName | None = None
    reason: Text | None = None


class SecretCommitted(Event, frozen=True, kw_only=True, tag="secret-committed"):
    """A new chain of secrets, because the old one was lost or moved."""

    commitment: Commitment
    reason: Text


class KeyRotated(Event, frozen=True, kw_only=True, tag="key-rotated"):
    """From now on a new key signs the heads of this ledger; `public_key` is its published form."""

    apart: ClassVar[bool] = True
    public_key: Annotated[str, Meta(pattern=VKEY)]
    reason: Text


class EntropyAdded(Event, frozen=True, kw_only=True, tag="entropy-added"):
    """Public chance, such as dice on stage, joins the key of every later draw.

    `text` is the outcome, `source` where it came from; it counts for one pool, or for all.
    """

    text: Text
    source: Text
    pool: PoolName | None = None


class StaffNamed(Event, frozen=True, kw_only=True, tag="staff-named"):
    """A person joins the staff; the name is kept next to the ledger, bound by the commitment."""

    apart: ClassVar[bool] = True
    hand: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")]
    role: Annotated[str, Meta(max_length=40)]
    commitment: Commitment


class HandRenamed(Event, frozen=True, kw_only=True, tag="hand-renamed"):
    """The name of a staff member was wrong: the commitment binds the ledger to the right one."""

    apart: ClassVar[bool] = True
    hand: Hand
    commitment: Commitment
    reason: Text


# --- people ---------------------------------------------------------------------------------------


class PlayerRegistered(Event, frozen=True, kw_only=True, tag="player-registered"):
    """A player is registered and may be paired from now on.

    `commitment` binds name, Player ID and birth year without showing them. `losses` are the rounds
    already started of a player who was left off the list by mistake: no tag, but a reason (GTB-2).
    `pool` is where they play, if their division has no pod yet, or is in flights; `drawn` the lot
    between flights that were equally small.
    """

    player: PlayerId
    division: Division
    commitment: Commitment
    losses: Count = 0
    pool: PoolName | None = None
    reason: Text | None = None
    drawn: Drawn | None = None


class PlayerAmended(Event, frozen=True, kw_only=True, tag="player-amended"):
    """A player's name, Player ID, birth year or division is corrected; number and history stay.

    Once a round has been posted or has started, there is a `reason`.
    """

    player: PlayerId
    commitment: Commitment
    reason: Text | None = None
    division: Division | None = None


class LatePlayerAdmitted(Event, frozen=True, kw_only=True, tag="late-player-admitted"):
    """A player came after the start: a loss for every round already started (TOP §3.1.3).

    The player carries the late tag; `informed_by` told them about it and the losses. `pool` and
    `drawn` are as in a registration.
    """

    player: PlayerId
    division: Division
    commitment: Commitment
    losses: Count
    pool: PoolName | None = None
    informed_by: Annotated[str, Meta(pattern=r"^h[1-9][0-9]{0,5}\Z")] | None = None
    drawn: Drawn | None = None


Joining = PlayerRegistered | LatePlayerAdmitted
"""Events that add a player."""


class RegistrationWithdrawn(Event, frozen=True, kw_only=True, tag="registration-withdrawn"):
    """A registration is withdrawn before round 1 starts: this person should not play (A-99).

    The number is not given again. `same_as` is who they are, if they were registered twice.
    """

    player: PlayerId
    reason: Text | None = None
    same_as: PlayerId | None = None


class EntryRefused(Event, frozen=True, kw_only=True, tag="entry-refused"):
    """The organiser did not admit a person, for a reason (TOP §3.1.3)."""

    apart: ClassVar[bool] = True
    commitment: Commitment
    reason: Text


class LateTagSet(Event, frozen=True, kw_only=True, tag="late-tag-set"):
    """From now on a player ranks below those on time with the same match points (TOP §3.1.4.1)."""

    player: PlayerId
    reason: Text


class LateTagCleared(Event, frozen=True, kw_only=True, tag="late-tag-cleared"):
    """The late tag was a mistake, and is removed (GTB-2)."""

    player: PlayerId
    reason: Text


class PlayerDropped(Event, frozen=True, kw_only=True, tag="player-dropped"):
    """A player drops; `after` is the last round that counts for them, 0 if none does.

    `unplaced`: a file lists them among its players and nowhere else, so they have no place.
    """

    player: PlayerId
    after: Count
    unplaced: bool = False


class PlayerReinstated(Event, frozen=True, kw_only=True, tag="player-reinstated"):
    """A dropped or disqualified player is back; the `missed` rounds are losses (A-60).

    They had started while the player was out.
    """

    player: PlayerId
    reason: Text
    missed: tuple[RoundNumber, ...] = ()


class PlayerDisqualified(Event, frozen=True, kw_only=True, tag="player-disqualified"):
    """A player is out and has no place; their matches still count for their opponents (A-8).

    The `reason` is there unless a file says it, and is never shown in public (A-90).
    """

    player: PlayerId
    after: Count
    reason: Text | None = None


class ByeAwarded(Event, frozen=True, kw_only=True, tag="bye-awarded"):
    """A player is awarded a bye in a coming round (TOP §3.1)."""

    player: PlayerId
    round: RoundNumber
    reason: Text | None = None


class PlayerCheckedIn(Event, frozen=True, kw_only=True, tag="player-checked-in"):
    """A registered player has arrived, and staff have checked them in (TOP §3.1.3)."""

    apart: ClassVar[bool] = True
    player: PlayerId


class CheckInUndone(Event, frozen=True, kw_only=True, tag="check-in-undone"):
    """A player was checked in by mistake, and has not arrived."""

    apart: ClassVar[bool] = True
    player: PlayerId


class PodsFormed(Event, frozen=True, kw_only=True, tag="pods-formed"):
    """The divisions that are paired together (TOP §3.1.1, §3.1.2)."""

    pods: dict[PoolName, tuple[Division, ...]]


class TeamFormed(Event, frozen=True, kw_only=True, tag="team-formed"):
    """Two registered players form a team with a name of its own (TRF §14.3; A-65).

    From now on the first of them represents the team in pairings, results, byes and places. The
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
    """A paired round: pairings in table order, at `tables`, the byes, and losses of the `absent`.

    It comes from a procedure with its secret (`drawn`), from staff with a `reason`, from a bracket,
    or from a file. Pairing a round locks the results of the second round before it (TOP §4). An
    existing round is paired again only with a reason, drawn or not. The `fixed` players are at a
    table that was kept for them, against any opponent. From here on, `kept` are all tables that are
    kept for players; without it they stay as they were.
    """

    pool: PoolName
    round: RoundNumber
    pairings: tuple[Pairing, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    absent: tuple[PlayerId, ...] = ()
    drawn: Drawn | None = None
    reason: Text | None = None
    fixed: tuple[PlayerId, ...] = ()
    kept: dict[PlayerId, Table] | None = None


class RoundRepaired(Event, frozen=True, kw_only=True, tag="round-repaired"):
    """A paired round corrected before its start, with as few changes as possible (TOP §4).

    It contains the whole round: players who keep their opponent keep their table. It is made like a
    pairing, but locks nothing: it is the same round. What was posted before is out of date.
    """

    pool: PoolName
    round: RoundNumber
    pairings: tuple[Pairing, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    absent: tuple[PlayerId, ...] = ()
    drawn: Drawn | None = None
    reason: Text | None = None
    fixed: tuple[PlayerId, ...] = ()


Seating = RoundPaired | RoundRepaired
"""Events that seat the players of a whole round."""


class RoundWithdrawn(Event, frozen=True, kw_only=True, tag="round-withdrawn"):
    """A paired round that had not started is withdrawn; what it locked stays locked (A-48)."""

    pool: PoolName
    round: RoundNumber
    reason: Text


class RoundPosted(Event, frozen=True, kw_only=True, tag="round-posted"):
    """The pairings were posted, or the slips handed out; `sha256` is of what was printed or shown.

    That is a text in a `language`, or a PDF if the event says how it was `printed`.
    """

    pool: PoolName
    round: RoundNumber
    sha256: Digest
    sheet: PostedSheet = PostedSheet.PAIRINGS
    printed: Printed | None = None
    language: Language = "en"


class RoundStarted(Event, frozen=True, kw_only=True, tag="round-started"):
    """The round starts; from now on none of its pairings can change (TOP §4).

    `clock_at` is when the clock of the round starts, if that was given (TRF §7.1).
    """

    pool: PoolName
    round: RoundNumber
    clock_at: Moment | None = None


# --- results --------------------------------------------------------------------------------------


class ResultReported(Event, frozen=True, kw_only=True, tag="result-reported"):
    """A match has a result: the first, or the first since one was withdrawn."""

    match: MatchId
    result: Result


class ResultCorrected(Event, frozen=True, kw_only=True, tag="result-corrected"):
    """A reported result was wrong and has been replaced.

    The old result stays in the ledger, under its own entry; `reason` is what the desk tells a
    player who asks why the standings moved. Only an unlocked match can be corrected: see the
    `result-locked` rule.
    """

    match: MatchId
    result: Result
    reason: Text


class ResultWithdrawn(Event, frozen=True, kw_only=True, tag="result-withdrawn"):
    """A result was reported for the wrong match; the match is open again."""

    match: MatchId
    reason: Text


Correction = ResultCorrected | ResultWithdrawn
"""Events that change a reported result."""


class LotDrawn(Event, frozen=True, kw_only=True, tag="lot-drawn"):
    """The random order of players who are tied on everything else (A-23)."""

    division: Division
    lots: tuple[PlayerId, ...]
    drawn: Drawn | None = None


# --- cut and end ----------------------------------------------------------------------------------


class DayTwoMade(Event, frozen=True, kw_only=True, tag="day-two-made"):
    """The players who advance after the first day; `after` is its last round (TOP §3.3.5).

    Without players, day two is withdrawn (A-71).
    """

    pool: PoolName
    after: RoundNumber
    players: tuple[PlayerId, ...]


class CutMade(Event, frozen=True, kw_only=True, tag="cut-made"):
    """The players who advance to single elimination, in order of seed (TOP §3.3).

    `pool` is their bracket; `reason` says why they are more or fewer than announced, or why the
    seeds of a file cannot be checked.
    """

    division: Division
    pool: PoolName
    seeds: tuple[PlayerId, ...]
    reason: Text | None = None


class SeedsDrawn(Event, frozen=True, kw_only=True, tag="seeds-drawn"):
    """Random seeds for a single elimination of all ages, in the bracket `pool` (TOP §3.2).

    They are drawn again, for a reason, if a player joins or drops before round 1 starts (TOP
    §3.2.2).
    """

    division: ClassVar[None] = None  # Unlike a cut, it takes every division.
    pool: PoolName
    seeds: tuple[PlayerId, ...]
    drawn: Drawn | None = None
    reason: Text | None = None


Bracket = CutMade | SeedsDrawn
"""Events that give a bracket its players, in order of seed."""


class ThirdPlacePlayoffPaired(Event, frozen=True, kw_only=True, tag="third-place-playoff-paired"):
    """The losers of the semi-finals play for third place (TOP §3.3.6.1)."""

    pool: PoolName
    round: RoundNumber
    pairing: Pairing
    table: Table


class ThirdPlacePlayoffWithdrawn(
    Event, frozen=True, kw_only=True, tag="third-place-playoff-withdrawn"
):
    """The 3rd-place match was paired by mistake: it is not played, until it is paired again."""

    match: MatchId
    reason: Text


class TournamentClosed(Event, frozen=True, kw_only=True, tag="tournament-closed"):
    """The tournament is closed: the last results lock, and retention begins (TOP §4; A-49)."""

    end: date | None = None


class TournamentReopened(Event, frozen=True, kw_only=True, tag="tournament-reopened"):
    """The organiser reopens a closed tournament; this stays visible in every export (A-49)."""

    reason: Text


class HistoryShortened(Event, frozen=True, kw_only=True, tag="history-shortened"):
    """The ledger goes on from an older copy, or from another branch (A-74).

    `lines` and `leaf` are the last line that had been written before, which this ledger does not
    have; `paired` is the highest round ever paired in each pool there. What the longer ledger had
    locked stays locked here, as far as the older copy has it.
    """

    lines: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    leaf: Commitment
    paired: dict[PoolName, RoundNumber] = {}  # noqa: RUF012 - msgspec gives each event its own.
    reason: Text


class NoteMade(Event, frozen=True, kw_only=True, tag="note-made"):
    """A note that changes nothing; `ruling` marks a ruling of the head judge."""

    apart: ClassVar[bool] = True
    text: Text
    match: MatchId | None = None
    player: PlayerId | None = None
    ruling: bool = False


class ContradictionFound(Event, frozen=True, kw_only=True, tag="contradiction-found"):
    """A merge could not add an entry of another desk, so people have to decide; nothing is lost.

    `leaf` is the leaf hash of that entry, `entry` its number there, `at` its time, and `text` what
    it says and what is recorded here. If it is about a result, `match` and `result` are those of
    the other desk. It stays open until it is decided, or the result of the match is corrected.
    """

    apart: ClassVar[bool] = True
    leaf: Commitment
    entry: Annotated[int, Meta(ge=1, le=999_999_999)]
    at: Moment
    text: Text
    match: MatchId | None = None
    result: Result | None = None


class ContradictionDecided(Event, frozen=True, kw_only=True, tag="contradiction-decided"):
    """The contradiction found in an entry is decided: what is recorded here counts."""

    apart: ClassVar[bool] = True
    entry: Annotated[int, Meta(ge=1, le=999_999_999)]
    reason: Text


OfCall = JudgeCalled | CallTaken | CallEnded
"""Events about a call for a judge."""

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
    | RegistrationWithdrawn
    | PlayerReinstated
    | PlayerDisqualified
    | ByeAwarded
    | PlayerCheckedIn
    | CheckInUndone
    | PodsFormed
    | DraftSeated
    | BuildingStarted
    | BuildingWithdrawn
    | SeatsWithdrawn
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
    | ThirdPlacePlayoffWithdrawn
    | TournamentClosed
    | TournamentReopened
    | HistoryShortened
    | RequestRecorded
    | RequestAnswered
    | PeopleErased
    | NoteMade
    | FactAdded
    | ContradictionFound
    | ContradictionDecided
)
