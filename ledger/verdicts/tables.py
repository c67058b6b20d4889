"""The tables that decide unfinished matches, row by row, in our own words."""

from enum import StrEnum
from typing import Self

from msgspec import Struct

from roundbook.ledger.events.match_end import Side
from roundbook.ledger.terms import Result, Score, Verdict

# The rows by name, and how they are cited. Rows are in the order in which their section names
# them; what it leaves out comes last, with the decision that fills the gap. A place without a
# letter is in TRF §8–10, numbered as in the body of these rules; one with an `h` is in TCG-H
# §7, the TCG Tournament Handbook of 1 September 2026, as public notes give it.


_IN_TURN = (
    "time is called in a player's turn",
    (
        "the turn is finished and the effects between turns are resolved; then the turns "
        "after time begin"
    ),
)
_BETWEEN = (
    "time is called between turns",
    "the effects between turns are resolved; then the turns after time begin",
)
_WON = (
    "the games have a clear winner",
    "that player wins; no effects between turns are resolved, and no further game is started",
)
_GOES_ON = ("time has not been called, and nobody has won the match", "the match goes on")
_ABSENT = (
    "exactly one player was late or away without permission, and a judge knew before the end",
    "that player loses the match",
)
_BY_PRIZES = "the last turn ends, and the Prize cards differ"
_EQUAL = "the last turn ends, and the Prize cards are equal"
_UNTIL = (
    "the game continues until the players have different numbers of Prize cards; "
    "the one with fewer wins"
)
_BOTH = "both win at the same time"
_RULEBOOK = (
    "the rulebook decides; if needed, Single Prize Sudden Death with a new coin "
    "flip, whose winner wins the game"
)
_DECIDER = "Single Prize Sudden Death with a new coin flip decides the match"
_TIE = "the match is a tie"
_BY_GAME_1 = "the winner of game 1 wins the match"
_AT_ONCE = (
    "time is called, both players have won game {} at the same time, and Sudden Death has not "
    "started"
)
_NEW_GAME = (
    "a tiebreaker game decides the {}: a whole new game with six Prize cards and a new coin flip, "
    "won by the first lead in Prize cards"
)
_AT_ONCE_2026 = (
    "time is called, both players have won game {} at the same time, and the game is not decided "
    "yet"
)
_AFTER_1 = (1, "time has been called, game 1 is won, and game 2 has not started", _BY_GAME_1)
_AFTER_2 = "time has been called, it is one game each, and game 3 has not started"


class Row(StrEnum):
    """A row by its section and number: the game it is about, the case, and what follows."""

    game: int | None
    case: str
    follows: str

    def __new__(cls, place: str, game: int | None, case: str, follows: str) -> Self:
        """Make a row, which is identified by its place."""
        row = str.__new__(cls, place)
        row._value_, row.game, row.case, row.follows = place, game, case, follows
        return row

    SWISS_IN_TURN = ("8.1-1", None, *_IN_TURN)
    SWISS_BETWEEN_TURNS = ("8.1-2", None, *_BETWEEN)
    SWISS_WON = ("8.1-3", None, *_WON)
    SWISS_GOES_ON = ("8.1-4", None, *_GOES_ON)
    SWISS_ONE_AWAY = ("8.2-1", None, *_ABSENT)
    SWISS_ONE_TIE = ("8.2-2", None, "neither player was late or away, or both were", _TIE)
    SWISS_AWAY = ("8.3-1", None, *_ABSENT)
    SWISS_1_PLAYED = ("8.3-2", 1, "the last turn ends in game 1", _TIE)
    SWISS_1_BOTH = ("8.3-3", 1, _AT_ONCE.format(1), _TIE)
    SWISS_1_OVER = ("8.3-4", *_AFTER_1)
    SWISS_2_PLAYED = ("8.3-5", 2, "the last turn ends in game 2", _BY_GAME_1)
    SWISS_2_BOTH = ("8.3-6", 2, _AT_ONCE.format(2), _BY_GAME_1)
    SWISS_2_OVER = ("8.3-7", 2, _AFTER_2, _TIE)
    SWISS_3_PLAYED = ("8.3-8", 3, "the last turn ends in game 3", _TIE)
    SWISS_3_BOTH = ("8.3-9", 3, _AT_ONCE.format(3), _TIE)
    SWISS_NO_GAME = ("8.3-10", None, "time is called before game 1 starts", _TIE)
    CUT_IN_TURN = ("9.1-1", None, *_IN_TURN)
    CUT_BETWEEN_TURNS = ("9.1-2", None, *_BETWEEN)
    CUT_WON = ("9.1-3", None, *_WON)
    CUT_GOES_ON = ("9.1-4", None, *_GOES_ON)
    CUT_ONE_AWAY = ("9.2-1", None, *_ABSENT)
    CUT_ONE_PRIZES = ("9.2-2", None, _BY_PRIZES, "the player with fewer Prize cards wins the match")
    CUT_ONE_EQUAL = ("9.2-3", None, _EQUAL, _UNTIL)
    CUT_ONE_BOTH = ("9.2-4", None, f"{_BOTH} (as §9.3 row 4)", _RULEBOOK)
    CUT_ONE_NO_GAME = (
        "9.2-5",
        None,
        "time is called before the game starts (as §9.3 row 12)",
        _DECIDER,
    )
    CUT_AWAY = ("9.3-1", None, *_ABSENT)
    CUT_1_PRIZES = (
        "9.3-2",
        1,
        _BY_PRIZES,
        "the player with fewer Prize cards wins game 1 and the match",
    )
    CUT_1_EQUAL = ("9.3-3", 1, _EQUAL, _UNTIL)
    CUT_1_BOTH = ("9.3-4", 1, _BOTH, _RULEBOOK)
    CUT_1_OVER = ("9.3-5", *_AFTER_1)
    CUT_2_UNCOUNTED = (
        "9.3-6",
        2,
        "the last turn ends, and both have at least half their Prize cards left (checked first)",
        "game 2 does not count: the winner of game 1 wins the match",
    )
    CUT_2_PRIZES = (
        "9.3-7",
        2,
        (
            "the last turn ends, a player has fewer than half their Prize cards left, and the "
            "numbers differ"
        ),
        "the player with fewer Prize cards wins game 2",
    )
    CUT_2_EQUAL = (
        "9.3-8",
        2,
        (
            "the last turn ends, both have fewer than half their Prize cards left, and the numbers "
            "are equal"
        ),
        _UNTIL,
    )
    CUT_2_BOTH = ("9.3-9", 2, _BOTH, _RULEBOOK)
    CUT_2_WINS_MATCH = (
        "9.3-10",
        2,
        "after game 2, one player has won two games",
        "that player wins",
    )
    CUT_2_LEVEL = ("9.3-11", 2, "after game 2, each player has won one game", _DECIDER)
    CUT_2_OVER = ("9.3-12", 2, "it is one game each, and game 3 has not started", _DECIDER)
    CUT_3_PRIZES = (
        "9.3-13",
        3,
        _BY_PRIZES,
        "the player with fewer Prize cards wins game 3 and the match",
    )
    CUT_3_EQUAL = ("9.3-14", 3, _EQUAL, _UNTIL)
    CUT_3_BOTH = ("9.3-15", 3, _BOTH, _RULEBOOK)
    CUT_NO_GAME = ("9.3-16", None, "time is called before game 1 starts (as row 12)", _DECIDER)
    LOSER_STARTS = (
        "10-1",
        None,
        "the previous game had a loser, even by Sudden Death",
        "at the time of the coin flip the loser chooses who goes first",
    )
    COIN_STARTS = (
        "10-2",
        None,
        "it is the first game or Sudden Death, or the previous game does not count",
        "a coin flip decides who goes first",
    )

    H_SWISS_IN_TURN = ("h7.4.3-1", None, *_IN_TURN)
    H_SWISS_BETWEEN_TURNS = ("h7.4.3-2", None, *_BETWEEN)
    H_WON = ("h7.4.3-3", None, *_WON)
    H_GOES_ON = ("h7.4.3-4", None, *_GOES_ON)
    H_AWAY = ("h7.4.4.1-1", None, *_ABSENT)
    H_SWISS_ONE_TIE = ("h7.4.4.2-1", None, "a single game has no winner after the last turn", _TIE)
    H_SWISS_1_PLAYED = ("h7.4.4.2-2", 1, "the last turn ends in game 1", _TIE)
    H_SWISS_1_BOTH = ("h7.4.4.2-3", 1, _AT_ONCE_2026.format(1), _TIE)
    H_SWISS_1_OVER = ("h7.4.4.2-4", *_AFTER_1)
    H_SWISS_2_PLAYED = ("h7.4.4.2-5", 2, "the last turn ends in game 2", _BY_GAME_1)
    H_SWISS_2_BOTH = ("h7.4.4.2-6", 2, _AT_ONCE_2026.format(2), _BY_GAME_1)
    H_SWISS_2_OVER = ("h7.4.4.2-7", 2, _AFTER_2, _TIE)
    H_SWISS_3_PLAYED = ("h7.4.4.2-8", 3, "the last turn ends in game 3", _TIE)
    H_SWISS_3_BOTH = ("h7.4.4.2-9", 3, _AT_ONCE_2026.format(3), _TIE)
    H_SWISS_NO_GAME = ("h7.4.4.2-10", None, "time is called before game 1 starts", _TIE)
    H_CUT_ONE_PRIZES = (
        "h7.4.4.3-1",
        None,
        f"in a single game, {_BY_PRIZES}",
        "the player with fewer Prize cards wins the match",
    )
    H_CUT_ONE_EQUAL = ("h7.4.4.3-2", None, f"in a single game, {_EQUAL}", _UNTIL)
    H_CUT_ONE_BOTH = ("h7.4.4.3-3", None, f"in a single game, {_BOTH}", _NEW_GAME.format("game"))
    H_CUT_ONE_NO_GAME = (
        "h7.4.4.3-4",
        None,
        "time is called before a single game starts (as row 10)",
        _NEW_GAME.format("match"),
    )
    H_CUT_1_PRIZES = (
        "h7.4.4.3-5",
        1,
        _BY_PRIZES,
        "the player with fewer Prize cards wins game 1 and the match",
    )
    H_CUT_1_EQUAL = ("h7.4.4.3-6", 1, _EQUAL, _UNTIL)
    H_CUT_1_BOTH = ("h7.4.4.3-7", 1, _BOTH, _NEW_GAME.format("game"))
    H_CUT_1_OVER = ("h7.4.4.3-8", *_AFTER_1)
    H_CUT_2_UNCOUNTED = (
        "h7.4.4.3-9",
        2,
        "time is called in game 2, which nobody has won after the last turn",
        _BY_GAME_1,
    )
    H_CUT_2_OVER = (
        "h7.4.4.3-10",
        2,
        "it is one game each, and game 3 has not started",
        _NEW_GAME.format("match"),
    )
    H_CUT_3_PRIZES = (
        "h7.4.4.3-11",
        3,
        _BY_PRIZES,
        "the player with fewer Prize cards wins game 3 and the match",
    )
    H_CUT_3_EQUAL = ("h7.4.4.3-12", 3, _EQUAL, _UNTIL)
    H_CUT_3_BOTH = ("h7.4.4.3-13", 3, _BOTH, _NEW_GAME.format("game"))
    H_CUT_NO_GAME = (
        "h7.4.4.3-14",
        None,
        "time is called before game 1 starts (as row 10)",
        _NEW_GAME.format("match"),
    )
    H_LOSER_STARTS = (
        "h7.2-1",
        None,
        "the previous game had a loser, even by a tiebreaker game",
        "at the time of the coin flip the loser chooses who goes first",
    )
    H_COIN_STARTS = (
        "h7.2-2",
        None,
        "it is game 1 of a Swiss match or a tiebreaker game, or the previous game does not count",
        "a coin flip decides who goes first",
    )
    H_SEED_STARTS = (
        "h7.2-3",
        1,
        "it is game 1 of a single-elimination match",
        "the player with the higher seed chooses who goes first",
    )

    POD_IN_TURN = ("pod-1", None, *_IN_TURN)
    POD_BETWEEN_TURNS = ("pod-2", None, *_BETWEEN)
    POD_WON = ("pod-3", None, "a player has won two games", "that player wins the match")
    POD_GOES_ON = ("pod-4", None, *_GOES_ON)
    POD_MORE = (
        "pod-5",
        None,
        "time has run out, and a player has won more games",
        "that player wins the match",
    )
    POD_LEVEL = (
        "pod-6",
        None,
        "time has run out, and both have won the same number of games",
        "the match is a draw",
    )

    @property
    def section(self) -> str:
        """The section of the rules that contains the row."""
        return self.partition("-")[0]

    @property
    def number(self) -> int:
        """The number of the row in its section."""
        return int(self.partition("-")[2])

    @property
    def by_prizes(self) -> bool:
        """Whether the row depends on the Prize cards left."""
        return "Prize cards" in self.case

    @property
    def by_absence(self) -> bool:
        """Whether the row depends on who was late or away."""
        return self.case == _ABSENT[0]

    @property
    def cite(self) -> str:
        """The citation of the row."""
        return cites((self,))


def cites(rows: tuple[Row, ...]) -> str:
    """Return the citation of rows: `TRF §9.3 rows 7 and 11`."""
    sections: dict[str, list[str]] = {}
    for row in rows:
        sections.setdefault(row.section, []).append(str(row.number))
    return ", ".join(
        f"{_document(section)} row{'s' if numbers[1:] else ''} {' and '.join(numbers)}"
        for section, numbers in sections.items()
    )


def _document(section: str) -> str:
    """Return a section with its document: `TRF §9.3`, `TCG-H §7.2`, or `POD` for the sheet."""
    if section == "pod":
        return "POD"
    return f"TCG-H §{section[1:]}" if section.startswith("h") else f"TRF §{section}"


# What follows from the facts of a match: its result or what comes next, and by which row.


class NextStep(StrEnum):
    """What must happen next in a match that is not over.

    `START_GAME` is the next game, `SUDDEN_DEATH` a Single Prize Sudden Death or the tiebreaker game
    that takes its place, both from the coin flip on; `DECIDER` is one that decides the match
    itself. `FINISH_TURNS` is after time in a turn, `BEGIN_TURNS` after time between turns, when
    there is no turn to finish.
    """

    START_GAME = "start-game"
    PLAY_ON = "play-on"
    FINISH_TURNS = "finish-turns"
    BEGIN_TURNS = "begin-turns"
    UNTIL_PRIZES_DIFFER = "until-prizes-differ"
    SUDDEN_DEATH = "sudden-death"
    DECIDER = "decider"


class Next(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step, its game, and the player who chooses who goes first (None: a coin flip).

    `by_seed` is whether the player with the higher seed chooses.
    """

    step: NextStep
    game: int | None = None
    chooses: Side | None = None
    by_seed: bool = False


class Ruling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Either the result of a match or what must happen next, with the rows that say so.

    `won` is the winner of a game that a row awards although the match continues.
    """

    rows: tuple[Row, ...]
    result: Result | None = None
    next: Next | None = None
    won: Side | None = None

    @property
    def cites(self) -> str:
        """The citation of the rows."""
        return cites(self.rows)


def over(winner: Side | None, *rows: Row, games: tuple[int, int, int] | None = None) -> Ruling:
    """Return that the match is over, with its winner or as a tie."""
    verdicts = {Side.FIRST: Verdict.FIRST, Side.SECOND: Verdict.SECOND, None: Verdict.TIE}
    score = Score(*games) if games else None
    return Ruling(rows=rows, result=Result(verdict=verdicts[winner], games=score))


def goes_on(
    step: NextStep,
    *rows: Row,
    game: int | None = None,
    chooses: Side | None = None,
    by_seed: bool = False,
    won: Side | None = None,
) -> Ruling:
    """Return that the match is not over, and what comes next."""
    then = Next(step=step, game=game, chooses=chooses, by_seed=by_seed)
    return Ruling(rows=rows, next=then, won=won)
