"""The verdict table of 2026, over everything that can be seen at a table.

The rows are typed from public notes on TCG-H §7.4.3 and §7.4.4, not from the code: part, format,
game, what is on and the condition as in `tests.ledger.verdicts.tables`, and what follows.
"""

import pytest
from msgspec.structs import replace

from roundbook.ledger.events.match_end import (
    Away,
    Facts,
    GameEnd,
    Prizes,
    Side,
    Stage,
    TimeCalled,
    UnderWay,
)
from roundbook.ledger.terms import MatchFormat, Verdict
from roundbook.ledger.verdicts.decide import TABLES, ruling
from roundbook.ledger.verdicts.tables import Next, NextStep, Ruling
from roundbook.ledger.verdicts.tables import Row as Name
from tests.ledger.verdicts.matches import possible, with_absences
from tests.ledger.verdicts.tables import Row, Situation, always, differ, equal, situation
from tests.ledger.verdicts.test_tables import _seen_by, after_the_last_turn, as_words, is_won

ROWS = (
    # Swiss: a tie, unless game 1 alone has a winner.
    Row("row 1", "S", 1, 1, "GBD", always, "tie 0-0-1"),
    Row("row 1", "S", 1, 1, "-", always, "tie 0-0"),
    Row("row 2", "S", 3, 1, "GD", always, "tie 0-0-1"),
    Row("row 3", "S", 3, 1, "B", always, "tie 0-0-1"),
    Row("row 4", "S", 3, 2, "-", always, "leader 1-0"),
    Row("row 5", "S", 3, 2, "GD", always, "leader 1-0-1"),
    Row("row 6", "S", 3, 2, "B", always, "leader 1-0-1"),
    Row("row 7", "S", 3, 3, "-", always, "tie 1-1"),
    Row("row 8", "S", 3, 3, "GD", always, "tie 1-1-1"),
    Row("row 9", "S", 3, 3, "B", always, "tie 1-1-1"),
    Row("row 10", "S", 3, 1, "-", always, "tie 0-0"),
    # Elimination, a single game.
    Row("row 1", "E", 1, 1, "G", differ, "fewer 1-0"),
    Row("row 2", "E", 1, 1, "G", equal, "until the Prize cards differ"),
    Row("row 3", "E", 1, 1, "B", always, "sudden death, game 1"),
    Row("row 3", "E", 1, 1, "D", always, "play on, game 1"),
    Row("row 4", "E", 1, 1, "-", always, "sudden death for the match"),
    # Elimination, best of three: at 1-0 the winner of game 1 has won the match.
    Row("row 5", "E", 3, 1, "G", differ, "fewer 1-0"),
    Row("row 6", "E", 3, 1, "G", equal, "until the Prize cards differ"),
    Row("row 7", "E", 3, 1, "B", always, "sudden death, game 1"),
    Row("row 7", "E", 3, 1, "D", always, "play on, game 1"),
    Row("row 8", "E", 3, 2, "-", always, "leader 1-0"),
    Row("row 9", "E", 3, 2, "GBD", always, "leader 1-0"),
    Row("row 10", "E", 3, 3, "-", always, "sudden death for the match"),
    Row("row 11", "E", 3, 3, "G", differ, "fewer 1-1"),
    Row("row 12", "E", 3, 3, "G", equal, "until the Prize cards differ"),
    Row("row 13", "E", 3, 3, "B", always, "sudden death, game 3"),
    Row("row 13", "E", 3, 3, "D", always, "play on, game 3"),
    Row("row 14", "E", 3, 1, "-", always, "sudden death for the match"),
)


def ruled(facts: Facts) -> Ruling:
    return ruling(facts, verdicts="tcg-2026")


def fitting(s: Situation) -> list[Row]:
    return [
        row
        for row in ROWS
        if (row.part, row.format, row.game) == (s.part, s.format, s.game)
        if s.on in row.on and row.fits(s)
    ]


def expected(facts: Facts) -> tuple[str, str]:
    """What the literal table says of a situation: the row that is cited, and what follows."""
    s = situation(facts)
    (row,) = fitting(s)
    where = f"TCG-H §7.4.4.{2 if s.part == 'S' else 3} {row.where}"
    word, _, rest = row.follows.partition(" ")
    fewer = "first" if s.first < s.second else "second"
    match word:
        case "tie":
            return where, f"tie {rest}"
        case "leader":
            return where, f"{s.leader} {_seen_by(rest, s.leader)}"
        case "fewer":
            games = {"1-0": ("1-0", "0-1"), "1-1": ("2-1", "1-2")}[rest]
            return where, f"{fewer} {games[fewer == 'second']}"
        case _ if facts.decider:
            return where, str(facts.decider)
        case _ if row.follows == "sudden death for the match" and facts.under_way != "nothing":
            return where, "play on"
        case _:
            return where, row.follows


def test_the_table_says_what_the_notes_say_wherever_a_match_can_stand() -> None:
    wrong = [
        (facts, as_words(found), expected(facts))
        for facts in after_the_last_turn()
        if as_words(found := ruled(facts)) != expected(facts)
    ]
    assert wrong[:3] == []


def test_every_situation_fits_exactly_one_row_and_every_row_is_met() -> None:
    found = [fitting(situation(facts)) for facts in after_the_last_turn()]
    assert {len(rows) for rows in found} == {1}
    assert {row for (row,) in found} == set(ROWS)
    met = {
        row for facts in possible(3) for seen in with_absences(facts) for row in ruled(seen).rows
    }
    assert met == {row for row in Name if row.section.startswith("h")}


def test_whoever_was_away_loses_before_anything_else_is_asked() -> None:
    other = {Away.FIRST: "second", Away.SECOND: "first"}
    for facts in after_the_last_turn():
        if facts.initial == 4:
            for seen in with_absences(facts):
                if seen.away in other and seen.judge_told:
                    assert as_words(ruled(seen)) == ("TCG-H §7.4.4.1 row 1", other[seen.away])
                else:
                    assert ruled(seen) == ruled(facts)


def test_the_higher_seed_chooses_in_game_1_of_elimination_and_nowhere_else() -> None:
    for facts in possible(3):
        if facts.time is TimeCalled.NOT_YET and not is_won(facts):
            then = ruled(facts).next
            first = facts.games == () and facts.under_way is UnderWay.NOTHING
            assert then is not None
            assert then.by_seed == (first and facts.part is Stage.ELIMINATION)
            assert not (then.by_seed and then.chooses)
            before = ruling(facts).next
            assert before is not None
            assert (then.step, then.game, then.chooses) == (
                before.step,
                before.game,
                before.chooses,
            )


# The situations that were tried on the product when the notes were made (SEASON 2027, §11).

IN_TIME = Facts(
    part=Stage.ELIMINATION,
    games=(GameEnd.FIRST,),
    under_way=UnderWay.GAME,
    time=TimeCalled.IN_TURN,
    last_turn_ended=True,
)


@pytest.mark.parametrize("left", [(6, 2), (2, 6), (1, 1), (3, 3), (1, 6)])
def test_at_1_0_the_winner_of_game_1_wins_whatever_the_prize_cards(left: tuple[int, int]) -> None:
    found = ruled(replace(IN_TIME, prizes=Prizes(*left)))
    assert as_words(found) == ("TCG-H §7.4.4.3 row 9", "first 1-0")


def test_at_1_1_a_tiebreaker_game_decides_the_match() -> None:
    level = replace(
        IN_TIME,
        games=(GameEnd.FIRST, GameEnd.SECOND),
        under_way=UnderWay.NOTHING,
        time=TimeCalled.BETWEEN_GAMES,
        last_turn_ended=False,
    )
    assert ruled(level).next == Next(step=NextStep.DECIDER)
    won = ruled(replace(level, decider=Side.SECOND)).result
    assert won is not None
    assert won.verdict is Verdict.SECOND


def test_a_table_has_a_row_for_every_case_of_both_formats() -> None:
    """A case that a table leaves open would be a KeyError at the desk."""
    for table in TABLES:
        for facts in possible(6):
            assert isinstance(ruling(facts, verdicts=table), Ruling)
    assert MatchFormat.BEST_OF_ONE in {facts.match_format for facts in possible(6)}
