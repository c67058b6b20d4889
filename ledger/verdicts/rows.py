"""The rows of the verdict tables by name, and how they are cited (TRF §8–10).

Sections are numbered as in the body of the rules (A-28); rows are numbered in the order in which
the body names them. What the body leaves out comes last, with the decision that fills the gap.
"""

from enum import StrEnum


class Row(StrEnum):
    """The name of a row: the section, and its number there."""

    SWISS_IN_TURN = "8.1-1"
    SWISS_BETWEEN_TURNS = "8.1-2"
    SWISS_WON = "8.1-3"
    SWISS_GOES_ON = "8.1-4"
    SWISS_ONE_AWAY = "8.2-1"
    SWISS_ONE_TIE = "8.2-2"
    SWISS_AWAY = "8.3-1"
    SWISS_1_PLAYED = "8.3-2"
    SWISS_1_BOTH = "8.3-3"
    SWISS_1_OVER = "8.3-4"
    SWISS_2_PLAYED = "8.3-5"
    SWISS_2_BOTH = "8.3-6"
    SWISS_2_OVER = "8.3-7"
    SWISS_3_PLAYED = "8.3-8"
    SWISS_3_BOTH = "8.3-9"
    SWISS_NO_GAME = "8.3-10"
    CUT_IN_TURN = "9.1-1"
    CUT_BETWEEN_TURNS = "9.1-2"
    CUT_WON = "9.1-3"
    CUT_GOES_ON = "9.1-4"
    CUT_ONE_AWAY = "9.2-1"
    CUT_ONE_PRIZES = "9.2-2"
    CUT_ONE_EQUAL = "9.2-3"
    CUT_ONE_BOTH = "9.2-4"
    CUT_ONE_NO_GAME = "9.2-5"
    CUT_AWAY = "9.3-1"
    CUT_1_PRIZES = "9.3-2"
    CUT_1_EQUAL = "9.3-3"
    CUT_1_BOTH = "9.3-4"
    CUT_1_OVER = "9.3-5"
    CUT_2_UNCOUNTED = "9.3-6"
    CUT_2_PRIZES = "9.3-7"
    CUT_2_EQUAL = "9.3-8"
    CUT_2_BOTH = "9.3-9"
    CUT_2_WINS_MATCH = "9.3-10"
    CUT_2_LEVEL = "9.3-11"
    CUT_2_OVER = "9.3-12"
    CUT_3_PRIZES = "9.3-13"
    CUT_3_EQUAL = "9.3-14"
    CUT_3_BOTH = "9.3-15"
    CUT_NO_GAME = "9.3-16"
    LOSER_STARTS = "10-1"
    COIN_STARTS = "10-2"


def cites(rows: tuple[Row, ...]) -> str:
    """Return where rows stand: `TRF §9.3 rows 7 and 11`."""
    sections: dict[str, list[str]] = {}
    for row in rows:
        section, _, number = row.partition("-")
        sections.setdefault(section, []).append(number)
    return ", ".join(
        f"TRF §{section} row{'s' if numbers[1:] else ''} {' and '.join(numbers)}"
        for section, numbers in sections.items()
    )
