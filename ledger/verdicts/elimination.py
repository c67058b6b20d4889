"""Elimination: somebody has to win a match that is unresolved after the last turn (TRF §9.2, §9.3).

A match of one game is game 1 of the table, but for the number of its rows.
"""

from ledger.ending import Facts, Side, UnderWay
from ledger.terms import MatchFormat
from ledger.verdicts.rows import Row
from ledger.verdicts.ruling import Ruling, Step, goes_on, over
from ledger.verdicts.tally import Tally, tally

_ONE = 0
"""The number under which a match of one game has its rows."""

_PRIZES = {
    _ONE: Row.CUT_ONE_PRIZES,
    1: Row.CUT_1_PRIZES,
    2: Row.CUT_2_PRIZES,
    3: Row.CUT_3_PRIZES,
}
_EQUAL = {_ONE: Row.CUT_ONE_EQUAL, 1: Row.CUT_1_EQUAL, 2: Row.CUT_2_EQUAL, 3: Row.CUT_3_EQUAL}
_BOTH = {_ONE: Row.CUT_ONE_BOTH, 1: Row.CUT_1_BOTH, 2: Row.CUT_2_BOTH, 3: Row.CUT_3_BOTH}
_LEVEL = {_ONE: Row.CUT_ONE_NO_GAME, 1: Row.CUT_NO_GAME, 3: Row.CUT_2_OVER}


def unresolved(facts: Facts) -> Ruling:
    """Return who has won, or what must be played until somebody has."""
    count = tally(facts)
    if count.pending:
        return _both(facts, count)
    if facts.under_way is UnderWay.GAME:
        return _by_prizes(facts, count)
    if count.leader:
        return over(count.leader, Row.CUT_1_OVER, games=(count.first, count.second, 0))
    row = _LEVEL[_number(facts, count)]
    if facts.decider:
        return over(facts.decider, row)
    return goes_on(Step.PLAY_ON if facts.under_way is UnderWay.SUDDEN_DEATH else Step.DECIDER, row)


def _number(facts: Facts, count: Tally) -> int:
    return _ONE if facts.match_format is MatchFormat.BEST_OF_ONE else count.game


def _both(facts: Facts, count: Tally) -> Ruling:
    """Both won at once: Sudden Death decides the game, and goes on until it does."""
    playing = facts.under_way is UnderWay.SUDDEN_DEATH
    step = Step.PLAY_ON if playing else Step.SUDDEN_DEATH
    return goes_on(step, _BOTH[_number(facts, count)], game=count.game)


def _by_prizes(facts: Facts, count: Tally) -> Ruling:
    """The game under way is won by whoever has fewer prizes left.

    In game 2 it counts only if a player has less than half of the initial prizes left, and that is
    asked first (A-24).
    """
    assert facts.prizes is not None, "facts without prizes contradict themselves"
    number = _number(facts, count)
    if number == 2 and all(2 * left >= facts.initial for left in facts.prizes):
        games = (count.first, count.second, 0)
        return over(count.leader, Row.CUT_2_UNCOUNTED, games=games)
    first, second = facts.prizes
    if first == second:
        return goes_on(Step.UNTIL_PRIZES_DIFFER, _EQUAL[number], game=count.game)
    winner = Side.FIRST if first < second else Side.SECOND
    row = _PRIZES[number]
    won = (count.first + (first < second), count.second + (second < first), 0)
    if number != 2:
        return over(winner, row, games=won)
    if winner is count.leader:
        return over(winner, row, Row.CUT_2_WINS_MATCH, games=won)
    return goes_on(Step.DECIDER, row, Row.CUT_2_LEVEL, won=winner)
