"""The end of a match: the facts that a judge sees at the table (TRF §7–10)."""

from enum import StrEnum
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, Struct

from roundbook.ledger.events.event import Event
from roundbook.ledger.terms import MatchFormat, MatchId


class Stage(StrEnum):
    """The stage of a tournament, with its own tables: Swiss (TRF §8) or elimination (TRF §9)."""

    SWISS = "swiss"
    ELIMINATION = "elimination"


class Side(StrEnum):
    """One of the two players, as on the slip."""

    FIRST = "first"
    SECOND = "second"


class GameEnd(StrEnum):
    """How a game ended: who won it, and whether Sudden Death decided it.

    `BOTH`: both won at the same time, and the game is not decided yet. `UNCOUNTED`: the game does
    not count, and its number is played again.
    """

    FIRST = "first"
    SECOND = "second"
    FIRST_BY_SUDDEN_DEATH = "first-by-sudden-death"
    SECOND_BY_SUDDEN_DEATH = "second-by-sudden-death"
    BOTH = "both"
    UNCOUNTED = "uncounted"


class UnderWay(StrEnum):
    """What is being played; it has started once its starting player is known (TRF §8.1, §9.1)."""

    NOTHING = "nothing"
    GAME = "game"
    SUDDEN_DEATH = "sudden-death"


class TimeCalled(StrEnum):
    """When time was called: in a player's turn, between two turns, or with no game under way.

    `BETWEEN_GAMES` is before the starting player of game 1, of the next game or of Sudden Death was
    known.
    """

    NOT_YET = "not-yet"
    IN_TURN = "in-turn"
    BETWEEN_TURNS = "between-turns"
    BETWEEN_GAMES = "between-games"


class Away(StrEnum):
    """The players who were late to the match, or away from it without permission."""

    NOBODY = "nobody"
    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class Prizes(NamedTuple):
    """The Prize cards that each player has left."""

    first: Annotated[int, Meta(ge=0, le=6)]
    second: Annotated[int, Meta(ge=0, le=6)]

    def __str__(self) -> str:
        """Return the Prize cards as people say them: `2 to 4`."""
        return f"{self.first} to {self.second}"


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a judge sees at the table, in the order of the slip.

    - `games`: the games that are over, in the order they were played.
    - `last_turn_ended`: the last of the turns after time is over.
    - `initial`: the Prize cards of each side at the start of the game, such as 6 (TRF §11, §14).
      `prizes`: what each has left in the game under way, at the end of the last turn.
    - `judge_told`: a judge knew of the absence before the match ended.
    - `decider`: the winner of a Sudden Death that decided the match, not one of its games.
    """

    part: Stage = Stage.SWISS
    match_format: MatchFormat = MatchFormat.BEST_OF_THREE
    games: Annotated[tuple[GameEnd, ...], Meta(max_length=9)] = ()
    under_way: UnderWay = UnderWay.NOTHING
    time: TimeCalled = TimeCalled.NOT_YET
    last_turn_ended: bool = False
    initial: Annotated[int, Meta(ge=1, le=6)] = 6
    prizes: Prizes | None = None
    away: Away = Away.NOBODY
    judge_told: bool = False
    decider: Side | None = None


class MatchEnded(Event, frozen=True, kw_only=True, tag="match-ended"):
    """A judge saw the state of a match when it ended, or when time was called (TRF §8, §9).

    The verdict is not recorded: it follows from the facts. If the result is reported at once, it is
    in the same entry.
    """

    apart: ClassVar[bool] = True
    match: MatchId
    facts: Facts
