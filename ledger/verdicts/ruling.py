"""What follows from the facts of a match: its result or what comes next, and by which row."""

from enum import StrEnum

from msgspec import Struct

from ledger.ending import Side
from ledger.terms import Result, Score, Verdict
from ledger.verdicts.rows import Row, cites


class Step(StrEnum):
    """What must happen next in a match that is not over.

    `START_GAME` is the next game, `SUDDEN_DEATH` a Single Prize Sudden Death, both from the flip of
    the coin on; `DECIDER` is such a Sudden Death that decides the match itself.
    """

    START_GAME = "start-game"
    PLAY_ON = "play-on"
    FINISH_TURNS = "finish-turns"
    UNTIL_PRIZES_DIFFER = "until-prizes-differ"
    SUDDEN_DEATH = "sudden-death"
    DECIDER = "decider"


class Next(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step, in which game, and who chooses who goes first; nobody where a coin decides."""

    step: Step
    game: int | None = None
    chooses: Side | None = None


class Ruling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Either the result of a match or what must happen next, with the rows that say so.

    `won` is the game that a row awards although the match goes on.
    """

    rows: tuple[Row, ...]
    result: Result | None = None
    next: Next | None = None
    won: Side | None = None

    @property
    def cites(self) -> str:
        """The rows as they are cited."""
        return cites(self.rows)


def over(winner: Side | None, *rows: Row, games: tuple[int, int, int] | None = None) -> Ruling:
    """Return that the match is over: somebody has won it, or nobody has."""
    verdicts = {Side.FIRST: Verdict.FIRST, Side.SECOND: Verdict.SECOND, None: Verdict.TIE}
    score = Score(*games) if games else None
    return Ruling(rows=rows, result=Result(verdict=verdicts[winner], games=score))


def goes_on(
    step: Step,
    *rows: Row,
    game: int | None = None,
    chooses: Side | None = None,
    won: Side | None = None,
) -> Ruling:
    """Return that the match is not over, and what comes next."""
    return Ruling(rows=rows, next=Next(step=step, game=game, chooses=chooses), won=won)
