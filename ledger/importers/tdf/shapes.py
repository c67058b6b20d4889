"""The elements of a `.tdf` file of TOM, as far as they are known.

There is no official schema: this was derived from real files.
"""

from collections.abc import Iterator
from datetime import date, datetime, time
from enum import IntEnum
from typing import Annotated

from pydantic import Field

from roundbook.ledger.importers.tdf.xml import (
    Day,
    LocalTime,
    Seconds,
    Seed,
    Setting,
    Shape,
    Truth,
    UserId,
    Whole,
    Words,
    code,
)
from roundbook.ledger.terms import Division

# The codes in a `.tdf` file, as TOM writes them. Any other code is refused, since it could mean
# anything.

VERSIONS = frozenset({"1.7", "1.74", "1.80", "1.84", "1.86"})
GAMES = frozenset({"TRADING_CARD_GAME", "VIDEO_GAME", "GO"})
MODES = frozenset(
    {"LEAGUECHALLENGE", "TCG1DAY", "TCG2DAY", "PRERELEASE", "VGCPREMIER", "GOPREMIER", "CUSTOM"}
)
ELIMINATION, SWISS, SWISS_PLUS_CUT = 1, 2, 3
"""The type of a tournament and of a round: a round of type 1 is elimination, any other Swiss."""

REGISTRATION, FINALISED = 1, 5
"""Stages of a tournament; 3 is configured, 4 is running."""

DIVISIONS: dict[int, tuple[Division, ...]] = {
    0: (Division.JUNIOR,),
    1: (Division.SENIOR,),
    2: (Division.MASTERS,),
    8: (Division.JUNIOR, Division.SENIOR),
    9: (Division.SENIOR, Division.MASTERS),
    10: (Division.JUNIOR, Division.SENIOR, Division.MASTERS),
}
"""The divisions that play in a pod of each category."""

Category = Annotated[int, code("category", *DIVISIONS)]


class Outcome(IntEnum):
    """The outcome of a match. 6 is read as 10, as every reader of such files does."""

    OPEN = 0
    FIRST = 1
    SECOND = 2
    TIE = 3
    AWARDED_BYE = 4
    BYE = 5
    DOUBLE_LOSS_TOO = 6
    FORCED_LOSS = 8
    DELETED = 9
    DOUBLE_LOSS = 10


ALONE = frozenset({Outcome.AWARDED_BYE, Outcome.BYE, Outcome.FORCED_LOSS})
"""The outcomes for one player alone; every other outcome needs two players."""


# The end of a `.tdf` file: the final standings, and the sizes of cut that were offered.


class PlaceRow(Shape):
    """A player in the final standings; one listed as not finished has no place."""

    id: UserId = Field(alias="@id")
    place: Whole | None = Field(alias="@place", default=None)


class StandingsRow(Shape):
    """The final standings of one division: players who finished, or who did not."""

    category: Annotated[int, code("standings category", 0, 1, 2, 10)] = Field(alias="@category")
    type: Words = Field(alias="@type")
    players: tuple[PlaceRow, ...]


class CutOption(Shape):
    """A size of the cut that was offered."""

    size: Whole


class CategoryCut(Shape):
    """The cut of a division: the sizes offered, and the one chosen."""

    key: Category = Field(alias="@key")
    options: tuple[int, ...]
    cut: Setting = 0
    playercount: Setting = 0
    paired3rd4th: Truth = False


class Organizer(Shape):
    """The organiser of the event."""

    popid: Words = Field(alias="@popid", default="")
    name: Words = Field(alias="@name", default="")


class Data(Shape):
    """The general data of the event."""

    name: Words = ""
    id: Words = ""
    city: Words = ""
    state: Words = ""
    country: Words = ""
    roundtime: Setting = 0
    finalsroundtime: Setting = 0
    organizer: Organizer | None = None
    startdate: Day
    lessswiss: Truth = False
    autotablenumber: Truth = False
    overflowtablestart: Setting = 0


class Late(Shape):
    """A player who came after the start: in which round, and for how many lost rounds."""

    round: Whole = 0
    timestamp: LocalTime = None
    forcedloss: Whole = 0
    usedforcedloss: Whole = 0


class Dropped(Shape):
    """A player's drop: 1 dropped, 2 disqualified, 0 still in; `round` is the last that counts."""

    status: Annotated[int, code("drop status", 0, 1, 2)]
    round: Whole
    timestamp: LocalTime = None


class PlayerRow(Shape):
    """A registered player; only the year of the birth date is meaningful."""

    userid: UserId = Field(alias="@userid")
    firstname: Words = ""
    lastname: Words = ""
    birthdate: Day
    starter: Truth = False
    staticseat: Words = ""
    order: Seed = None
    seed: Seed = None
    byes: Setting = 0
    late: Late | None = None
    dropped: Dropped | None = None
    creationdate: Words = ""
    lastmodifieddate: Words = ""

    @property
    def left(self) -> Dropped | None:
        """The player's drop; None for a player who is still in."""
        return self.dropped if self.dropped and self.dropped.status else None


class TdfSeat(Shape):
    """One of the players of a match or of a subgroup."""

    userid: UserId = Field(alias="@userid")
    staticseat: Words = Field(alias="@staticseat", default="")


class MatchRow(Shape):
    """A match, a bye or a forced loss: one player or two, in order, and the table (0 for none)."""

    outcome: Annotated[Outcome, code("outcome", *Outcome)] = Field(alias="@outcome")
    players: tuple[TdfSeat, ...]
    timestamp: LocalTime = None
    tablenumber: Whole


class RoundRow(Shape):
    """A round of a pod."""

    number: Whole = Field(alias="@number")
    type: Annotated[int, code("round type", 1, 2, 3)] = Field(alias="@type")
    stage: Annotated[int, code("round stage", 2, 4, 5, 6, 8)] = Field(alias="@stage")
    timeleft: Seconds = 0
    pairtime: LocalTime = None
    starttime: LocalTime = None
    matches: tuple[MatchRow, ...]


class PodData(Shape):
    """The settings of a pod."""

    startingtable: Setting = 1
    playoff3rd4th: Truth = False
    subgroupcount: Setting = 1
    additionalrounds: Setting = 0
    blockedranges: Words = ""


class Subgroup(Shape):
    """The players of a pod, as they are listed in the pod."""

    number: Whole = Field(alias="@number", default=1)
    players: tuple[TdfSeat, ...]


class PodRow(Shape):
    """A pod: players who are paired together, and their rounds."""

    category: Category = Field(alias="@category")
    stage: Annotated[int, code("pod stage", 0, 1, 2)] = Field(alias="@stage")
    poddata: PodData | None
    subgroups: tuple[Subgroup, ...]
    rounds: tuple[RoundRow, ...]

    def lists(self, player: PlayerRow) -> bool:
        """Return whether a player is in a subgroup of this pod."""
        return any(seat.userid == player.userid for one in self.subgroups for seat in one.players)


class TdfFile(Shape):
    """A whole file; `warnings` are sentences on what was not read or is unknown."""

    type: Annotated[int, code("tournament type", 1, 2, 3)] = Field(alias="@type")
    stage: Annotated[int, code("tournament stage", 1, 3, 4, 5)] = Field(alias="@stage")
    version: Words = Field(alias="@version")
    gametype: Words = Field(alias="@gametype", default="")
    mode: Words = Field(alias="@mode", default="")
    data: Data
    timeelapsed: Seconds = 0
    players: tuple[PlayerRow, ...]
    pods: tuple[PodRow, ...]
    standings: tuple[StandingsRow, ...] | None
    finalsoptions: tuple[CategoryCut, ...]
    warnings: tuple[str, ...] = ()

    @property
    def finalised(self) -> bool:
        """Whether the final standings have been made."""
        return self.stage == FINALISED

    def matches(self) -> Iterator[tuple[PodRow, RoundRow, MatchRow]]:
        """Yield every match, bye and forced loss that was not deleted, with pod and round."""
        for pod in self.pods:
            for played in pod.rounds:
                for match in played.matches:
                    if match.outcome != Outcome.DELETED:
                        yield pod, played, match

    def idle(self, player: PlayerRow) -> bool:
        """Return whether a listed player neither started, came late, nor dropped.

        Players who start are marked once round 1 of their pod is paired; before that nobody is. The
        mark means nothing for players who are in no pod, since they cannot be due.
        """
        own = [pod for pod in self.pods if pod.lists(player)]
        if (player.starter and own) or player.late or player.left:
            return False
        return any(pod.rounds for pod in own or self.pods)

    def unplaced(self) -> frozenset[str]:
        """Return the players who are listed but are in no pod, match or standings (A-68).

        Empty as long as the file seats nobody at all.
        """
        named = {seat.userid for _, _, match in self.matches() for seat in match.players}
        named |= {row.id for listed in self.standings or () for row in listed.players}
        for pod in self.pods:
            named |= {seat.userid for one in pod.subgroups for seat in one.players}
        return frozenset(row.userid for row in self.players if named) - named

    def newest_time(self) -> datetime:
        """Return the newest time in the file; midnight of the first day if there is none."""
        players = [one for row in self.players for one in (row.late, row.dropped) if one]
        rounds = [played for pod in self.pods for played in pod.rounds]
        times = [
            *(one.timestamp for one in players),
            *(at for played in rounds for at in (played.pairtime, played.starttime)),
            *(match.timestamp for _, _, match in self.matches()),
        ]
        first = datetime.combine(self.data.startdate, time.min)
        return max([first, *(one for one in times if one)])

    def last_day(self) -> date:
        """Return the day of the last result, or the first day if no result is later."""
        times = (match.timestamp for _, _, match in self.matches())
        return max([self.data.startdate, *(time.date() for time in times if time)])
