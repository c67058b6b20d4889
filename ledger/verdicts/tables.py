"""The verdict tables, row by row, in our own words (TRF §8–10): what is cited stands here."""

from typing import NamedTuple

from ledger.verdicts.rows import Row


class Said(NamedTuple):
    """A row in words: where it stands, which game it is about, the case, and what follows."""

    section: str
    row: int
    game: int | None
    case: str
    follows: str

    @property
    def cite(self) -> str:
        """The row as it is cited."""
        return f"TRF §{self.section} row {self.row}"


_IN_TURN = (
    "time is called in a player's turn",
    "the turn is finished, effects between turns are resolved; the next turn is the first of three",
)
_BETWEEN = (
    "time is called between turns",
    "the effects between turns are resolved; the next turn is the first of three",
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
_BY_PRIZES = "the last turn ends, and the prizes differ"
_EQUAL = "the last turn ends, and the prizes are equal"
_UNTIL = "the game goes on until the prizes differ; whoever has fewer then wins it"
_BOTH = "both win at the same time"
_RULEBOOK = (
    "the rulebook decides; if need be Single Prize Sudden Death with a new coin flip, whose winner "
    "wins the game"
)
_DECIDER = "Single Prize Sudden Death with a new coin flip decides the match"

TABLES: dict[Row, tuple[int | None, str, str]] = {
    Row.SWISS_IN_TURN: (None, *_IN_TURN),
    Row.SWISS_BETWEEN_TURNS: (None, *_BETWEEN),
    Row.SWISS_WON: (None, *_WON),
    Row.SWISS_GOES_ON: (None, *_GOES_ON),
    Row.SWISS_ONE_AWAY: (None, *_ABSENT),
    Row.SWISS_ONE_TIE: (None, "nobody was, or both were (A-25)", "the match is a tie"),
    Row.SWISS_AWAY: (None, *_ABSENT),
    Row.SWISS_1_PLAYED: (1, "the last turn ends in game 1", "the match is a tie"),
    Row.SWISS_1_BOTH: (
        1,
        "time is called, both have won game 1 at once, Sudden Death has not started",
        "the match is a tie",
    ),
    Row.SWISS_1_OVER: (
        1,
        "time is called after game 1, game 2 has not started",
        "the winner of game 1 wins the match",
    ),
    Row.SWISS_2_PLAYED: (
        2,
        "the last turn ends in game 2",
        "the winner of game 1 wins the match",
    ),
    Row.SWISS_2_BOTH: (
        2,
        "time is called, both have won game 2 at once, Sudden Death has not started",
        "the winner of game 1 wins the match",
    ),
    Row.SWISS_2_OVER: (
        2,
        "time is called after game 2, which made it one game each; game 3 has not started",
        "the match is a tie",
    ),
    Row.SWISS_3_PLAYED: (3, "the last turn ends in game 3", "the match is a tie"),
    Row.SWISS_3_BOTH: (
        3,
        "time is called, both have won game 3 at once, Sudden Death has not started",
        "the match is a tie",
    ),
    Row.SWISS_NO_GAME: (None, "time is called before game 1 starts (A-26)", "the match is a tie"),
    Row.CUT_IN_TURN: (None, *_IN_TURN),
    Row.CUT_BETWEEN_TURNS: (None, *_BETWEEN),
    Row.CUT_WON: (None, *_WON),
    Row.CUT_GOES_ON: (None, *_GOES_ON),
    Row.CUT_ONE_AWAY: (None, *_ABSENT),
    Row.CUT_ONE_PRIZES: (None, _BY_PRIZES, "the player with fewer prizes wins the match"),
    Row.CUT_ONE_EQUAL: (None, _EQUAL, _UNTIL),
    Row.CUT_ONE_BOTH: (None, f"{_BOTH} (as §9.3 row 4)", _RULEBOOK),
    Row.CUT_ONE_NO_GAME: (None, "time is called before the game starts (as §9.3 row 12)", _DECIDER),
    Row.CUT_AWAY: (None, *_ABSENT),
    Row.CUT_1_PRIZES: (1, _BY_PRIZES, "the player with fewer prizes wins game 1 and the match"),
    Row.CUT_1_EQUAL: (1, _EQUAL, _UNTIL),
    Row.CUT_1_BOTH: (1, _BOTH, _RULEBOOK),
    Row.CUT_1_OVER: (
        1,
        "time is called after game 1, game 2 has not started",
        "the winner of game 1 wins the match",
    ),
    Row.CUT_2_UNCOUNTED: (
        2,
        "the last turn ends, and both have at least half the prizes left (asked first: A-24)",
        "game 2 does not count: the winner of game 1 wins the match",
    ),
    Row.CUT_2_PRIZES: (
        2,
        "the last turn ends, a player has less than half the prizes left, and the prizes differ",
        "the player with fewer prizes wins game 2",
    ),
    Row.CUT_2_EQUAL: (
        2,
        "the last turn ends, both have less than half the prizes left, and they are equal",
        _UNTIL,
    ),
    Row.CUT_2_BOTH: (2, _BOTH, _RULEBOOK),
    Row.CUT_2_WINS_MATCH: (2, "game 2 makes it two games for one player", "that player wins"),
    Row.CUT_2_LEVEL: (2, "game 2 makes it one game each", _DECIDER),
    Row.CUT_2_OVER: (2, "it is one game each, and game 3 has not started", _DECIDER),
    Row.CUT_3_PRIZES: (3, _BY_PRIZES, "the player with fewer prizes wins game 3 and the match"),
    Row.CUT_3_EQUAL: (3, _EQUAL, _UNTIL),
    Row.CUT_3_BOTH: (3, _BOTH, _RULEBOOK),
    Row.CUT_NO_GAME: (None, "time is called before game 1 starts (as row 12)", _DECIDER),
    Row.LOSER_STARTS: (
        None,
        "the game before had a loser, be it by Sudden Death (A-31)",
        "at the time of the coin flip the loser chooses who goes first",
    ),
    Row.COIN_STARTS: (
        None,
        "it is the first game or Sudden Death, or the game before does not count (A-31)",
        "a coin flip decides who goes first",
    ),
}
"""Of each row: the game that it is about, the case, and what follows."""


def said(row: Row) -> Said:
    """Return a row in words."""
    section, _, number = row.partition("-")
    return Said(section, int(number), *TABLES[row])
