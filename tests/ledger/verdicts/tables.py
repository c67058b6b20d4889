"""The verdict tables once more, as rows of a literal list, typed from the rules and not the code.

Each row is (part, format, game, what is on, condition, what follows). A situation is put into the
words of the table by `situation`; exactly one row has to fit it.

    part      S Swiss, E elimination
    format    1 a single game, 3 best of three
    game      the number of the game that is on, undecided or next
    on        G a game is under way and its last turn has ended; B both won it at once, Sudden Death
              has not started; D Sudden Death is under way; - nothing: time was called before the
              next game started
    prizes    those of first and second, where a game is under way

What follows: `tie 1-1-1`, `leader 1-0` (who has won more games wins the match), `fewer` (whoever
has fewer prizes wins the match), `win2` (wins game 2), or what must be played.
"""

from collections.abc import Callable
from typing import NamedTuple

from roundbook.ledger.events.match_end import Facts


class Situation(NamedTuple):
    """A match after time, and after the last turn, of which nobody has won enough games."""

    part: str
    format: int
    game: int
    on: str
    first: int
    second: int
    leader: str
    initial: int


class Row(NamedTuple):
    where: str
    part: str
    format: int
    game: int
    on: str
    fits: Callable[[Situation], bool]
    follows: str


def always(_: Situation) -> bool:
    return True


def differ(s: Situation) -> bool:
    return s.first != s.second


def equal(s: Situation) -> bool:
    return s.first == s.second


# Less than half of 6 is at most 2, of 4 at most 1 (TRF §9.3); of 3 at most 1; of 5 at most 2.
BELOW_HALF = {6: (1, 2), 5: (1, 2), 4: (1,), 3: (1,), 2: (), 1: ()}


def somebody_below(s: Situation) -> bool:
    return s.first in BELOW_HALF[s.initial] or s.second in BELOW_HALF[s.initial]


def nobody_below(s: Situation) -> bool:
    return not somebody_below(s)


def below_and_differ(s: Situation) -> bool:
    return somebody_below(s) and differ(s)


def below_and_equal(s: Situation) -> bool:
    return somebody_below(s) and equal(s)


ROWS = (
    # §8.2: a tie, whatever is on the table.
    Row("TRF §8.2 row 2", "S", 1, 1, "G", always, "tie 0-0-1"),
    Row("TRF §8.2 row 2", "S", 1, 1, "B", always, "tie 0-0-1"),
    Row("TRF §8.2 row 2", "S", 1, 1, "D", always, "tie 0-0-1"),
    Row("TRF §8.2 row 2", "S", 1, 1, "-", always, "tie 0-0"),
    # §8.3, game 1.
    Row("TRF §8.3 row 2", "S", 3, 1, "G", always, "tie 0-0-1"),
    Row("TRF §8.3 row 2", "S", 3, 1, "D", always, "tie 0-0-1"),
    Row("TRF §8.3 row 3", "S", 3, 1, "B", always, "tie 0-0-1"),
    Row("TRF §8.3 row 4", "S", 3, 2, "-", always, "leader 1-0"),
    # §8.3, game 2.
    Row("TRF §8.3 row 5", "S", 3, 2, "G", always, "leader 1-0-1"),
    Row("TRF §8.3 row 5", "S", 3, 2, "D", always, "leader 1-0-1"),
    Row("TRF §8.3 row 6", "S", 3, 2, "B", always, "leader 1-0-1"),
    Row("TRF §8.3 row 7", "S", 3, 3, "-", always, "tie 1-1"),
    # §8.3, game 3.
    Row("TRF §8.3 row 8", "S", 3, 3, "G", always, "tie 1-1-1"),
    Row("TRF §8.3 row 8", "S", 3, 3, "D", always, "tie 1-1-1"),
    Row("TRF §8.3 row 9", "S", 3, 3, "B", always, "tie 1-1-1"),
    #
    Row("TRF §8.3 row 10", "S", 3, 1, "-", always, "tie 0-0"),
    # §9.2.
    Row("TRF §9.2 row 2", "E", 1, 1, "G", differ, "fewer 1-0"),
    Row("TRF §9.2 row 3", "E", 1, 1, "G", equal, "until the Prize cards differ"),
    Row("TRF §9.2 row 4", "E", 1, 1, "B", always, "sudden death, game 1"),
    Row("TRF §9.2 row 4", "E", 1, 1, "D", always, "play on, game 1"),
    Row("TRF §9.2 row 5", "E", 1, 1, "-", always, "sudden death for the match"),
    # §9.3, game 1.
    Row("TRF §9.3 row 2", "E", 3, 1, "G", differ, "fewer 1-0"),
    Row("TRF §9.3 row 3", "E", 3, 1, "G", equal, "until the Prize cards differ"),
    Row("TRF §9.3 row 4", "E", 3, 1, "B", always, "sudden death, game 1"),
    Row("TRF §9.3 row 4", "E", 3, 1, "D", always, "play on, game 1"),
    Row("TRF §9.3 row 5", "E", 3, 2, "-", always, "leader 1-0"),
    # §9.3, game 2. A-24: the test of half the prizes comes first.
    Row("TRF §9.3 row 6", "E", 3, 2, "G", nobody_below, "leader 1-0"),
    Row("TRF §9.3 row 7", "E", 3, 2, "G", below_and_differ, "win2"),
    Row("TRF §9.3 row 8", "E", 3, 2, "G", below_and_equal, "until the Prize cards differ"),
    Row("TRF §9.3 row 9", "E", 3, 2, "B", always, "sudden death, game 2"),
    Row("TRF §9.3 row 9", "E", 3, 2, "D", always, "play on, game 2"),
    Row("TRF §9.3 row 12", "E", 3, 3, "-", always, "sudden death for the match"),
    # §9.3, game 3.
    Row("TRF §9.3 row 13", "E", 3, 3, "G", differ, "fewer 1-1"),
    Row("TRF §9.3 row 14", "E", 3, 3, "G", equal, "until the Prize cards differ"),
    Row("TRF §9.3 row 15", "E", 3, 3, "B", always, "sudden death, game 3"),
    Row("TRF §9.3 row 15", "E", 3, 3, "D", always, "play on, game 3"),
    # The body is silent: as row 12.
    Row("TRF §9.3 row 16", "E", 3, 1, "-", always, "sudden death for the match"),
)


def situation(facts: Facts) -> Situation:
    """Put facts into the words of the table."""
    wins = [str(end).partition("-")[0] for end in facts.games]
    first, second = wins.count("first"), wins.count("second")
    both = wins[-1:] == ["both"]
    on = {"game": "G", "sudden-death": "D", "nothing": "B" if both else "-"}[facts.under_way]
    if on == "D" and not both:
        on = "-"  # It decides the match: no game is on.
    return Situation(
        part="S" if facts.part == "swiss" else "E",
        format=3 if facts.match_format == "bo3" else 1,
        game=first + second + 1,
        on=on,
        first=facts.prizes.first if facts.prizes else 0,
        second=facts.prizes.second if facts.prizes else 0,
        leader="" if first == second else "first" if first > second else "second",
        initial=facts.initial,
    )


def rows_that_fit(s: Situation) -> list[Row]:
    """Return every row that is about a situation; there should be one."""
    return [
        row
        for row in ROWS
        if (row.part, row.format, row.game, row.on) == (s.part, s.format, s.game, s.on)
        and row.fits(s)
    ]
