"""The result of an unfinished match by the rules: from its facts to a ruling (TRF §8–10)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from roundbook.ledger.events.match_end import (
    Away,
    Facts,
    GameEnd,
    Side,
    Stage,
    TimeCalled,
    UnderWay,
)
from roundbook.ledger.terms import MatchFormat
from roundbook.ledger.verdicts.contradictions import contradiction, has_decider
from roundbook.ledger.verdicts.tables import NextStep, Row, Ruling, goes_on, over
from roundbook.ledger.verdicts.tally import Tally, decided, games_started, other, tally, winner_of

# Elimination: a match that is unresolved after the last turn needs a winner (TRF §9.2, §9.3). A
# match of one game is game 1 of the table, except for the numbers of its rows.

_ONE = 0
"""The key for the rows of a match of one game."""

_WON = {_ONE: Row.CUT_ONE_PRIZES, 1: Row.CUT_1_PRIZES, 2: Row.CUT_2_PRIZES, 3: Row.CUT_3_PRIZES}
_EQUAL = {_ONE: Row.CUT_ONE_EQUAL, 1: Row.CUT_1_EQUAL, 2: Row.CUT_2_EQUAL, 3: Row.CUT_3_EQUAL}
_BOTH = {_ONE: Row.CUT_ONE_BOTH, 1: Row.CUT_1_BOTH, 2: Row.CUT_2_BOTH, 3: Row.CUT_3_BOTH}
_LEVEL = {_ONE: Row.CUT_ONE_NO_GAME, 1: Row.CUT_NO_GAME, 3: Row.CUT_2_OVER}


def unresolved_elimination(facts: Facts) -> Ruling:
    """Return the winner, or what must be played until there is one."""
    count = tally(facts)
    sudden_death = facts.under_way is UnderWay.SUDDEN_DEATH
    if count.pending:  # Sudden Death decides the game, and continues until it does.
        step = NextStep.PLAY_ON if sudden_death else NextStep.SUDDEN_DEATH
        return goes_on(step, _BOTH[_number(facts, count)], game=count.game)
    if facts.under_way is UnderWay.GAME:
        return _by_prizes(facts, count)
    if count.leader:
        return over(count.leader, Row.CUT_1_OVER, games=(count.first, count.second, 0))
    row = _LEVEL[_number(facts, count)]
    if facts.decider:
        return over(facts.decider, row)
    return goes_on(NextStep.PLAY_ON if sudden_death else NextStep.DECIDER, row)


def _number(facts: Facts, count: Tally) -> int:
    return _ONE if facts.match_format is MatchFormat.BEST_OF_ONE else count.game


def _by_prizes(facts: Facts, count: Tally) -> Ruling:
    """Return the ruling in which the player with fewer Prize cards left wins the game under way.

    Game 2 counts only if a player has less than half of the initial Prize cards left, and that is
    checked first (A-24).
    """
    assert facts.prizes is not None, "the facts must include the Prize cards left"
    number = _number(facts, count)
    if number == 2 and all(2 * left >= facts.initial for left in facts.prizes):
        games = (count.first, count.second, 0)
        return over(count.leader, Row.CUT_2_UNCOUNTED, games=games)
    first, second = facts.prizes
    if first == second:
        return goes_on(NextStep.UNTIL_PRIZES_DIFFER, _EQUAL[number], game=count.game)
    winner = Side.FIRST if first < second else Side.SECOND
    row = _WON[number]
    won = (count.first + (first < second), count.second + (second < first), 0)
    if number != 2:
        return over(winner, row, games=won)
    if winner is count.leader:
        return over(winner, row, Row.CUT_2_WINS_MATCH, games=won)
    return goes_on(NextStep.DECIDER, row, Row.CUT_2_LEVEL, won=winner)


# Which player chooses who goes first (TRF §10).


def who_chooses(games: Sequence[GameEnd]) -> Side | None:
    """Return the player who chooses who starts the next game; None if a coin flip decides.

    That is the loser of the previous game, even if Sudden Death decided it. Before the first game,
    for Sudden Death, and after a game that does not count, it is the coin (TRF §10; A-31).
    """
    winner = winner_of(games[-1]) if games else None
    return other(winner) if winner else None


# Swiss: the outcome of a match that is unresolved after the last turn (TRF §8.2, §8.3).

_GAMES = {
    # The game, whether it is being played, whether both players have won it at once.
    (1, True, False): Row.SWISS_1_PLAYED,
    (1, False, True): Row.SWISS_1_BOTH,
    (1, False, False): Row.SWISS_NO_GAME,
    (2, True, False): Row.SWISS_2_PLAYED,
    (2, False, True): Row.SWISS_2_BOTH,
    (2, False, False): Row.SWISS_1_OVER,
    (3, True, False): Row.SWISS_3_PLAYED,
    (3, False, True): Row.SWISS_3_BOTH,
    (3, False, False): Row.SWISS_2_OVER,
}


def unresolved_swiss(facts: Facts) -> Ruling:
    """Return the outcome: the winner of the only game that was won, otherwise a tie.

    A game that has started and has no winner is drawn: 1-1-1, not 1-1 (POD-8). A Sudden Death that
    has started is part of the game that it decides; none starts after time (A-30).
    """
    count = tally(facts)
    games = (count.first, count.second, games_started(facts) - count.first - count.second)
    if facts.match_format is MatchFormat.BEST_OF_ONE:
        return over(None, Row.SWISS_ONE_TIE, games=games)
    played = facts.under_way is not UnderWay.NOTHING
    row = _GAMES[count.game, played, count.pending and not played]
    return over(count.leader, row, games=games)


# The sheet of a pod: best of three, without a rule for a player who was late or away.


def unresolved_by_sheet(facts: Facts) -> Ruling:
    """Return the outcome: the player with more games won wins, else it is a draw (POD-4).

    A game counts if it has started (POD-8).
    """
    count = tally(facts)
    games = (count.first, count.second, games_started(facts) - count.first - count.second)
    return over(count.leader, Row.POD_MORE if count.leader else Row.POD_LEVEL, games=games)


class _Part(NamedTuple):
    """The rows of a stage that apply to every game, and its ruling after the last turn."""

    won: Row
    goes_on: Row
    in_turn: Row
    between_turns: Row
    unresolved: Callable[[Facts], Ruling]


_SWISS = _Part(
    Row.SWISS_WON,
    Row.SWISS_GOES_ON,
    Row.SWISS_IN_TURN,
    Row.SWISS_BETWEEN_TURNS,
    unresolved_swiss,
)
_CUT = _Part(
    Row.CUT_WON,
    Row.CUT_GOES_ON,
    Row.CUT_IN_TURN,
    Row.CUT_BETWEEN_TURNS,
    unresolved_elimination,
)
_SHEET = _Part(
    Row.POD_WON,
    Row.POD_GOES_ON,
    Row.POD_IN_TURN,
    Row.POD_BETWEEN_TURNS,
    unresolved_by_sheet,
)

_PRESENT = {Away.FIRST: Side.SECOND, Away.SECOND: Side.FIRST}


def ruling(facts: Facts, *, sheet: bool = False) -> Ruling:
    """Return the result of a match, or what must happen next; raise ValueError with a sentence.

    The order is that of the rules: a clear winner; the turns after time; a player who was late or
    away, unless both were (A-25); then the table of the part and the format. With `sheet` a Swiss
    match follows the sheet of a pod, which has no rule for late players.
    """
    if sentence := contradiction(facts):
        raise ValueError(sentence)
    part = (_SHEET if sheet else _SWISS) if facts.part is Stage.SWISS else _CUT
    count = tally(facts)
    if winner := decided(facts):
        return over(winner, part.won, games=(count.first, count.second, 0))
    if facts.time is TimeCalled.NOT_YET:
        return _before_time(facts, part.goes_on)
    called = facts.time in {TimeCalled.IN_TURN, TimeCalled.BETWEEN_TURNS}
    playing = facts.under_way is not UnderWay.NOTHING
    # A game that is won ends the turns after time; Sudden Death for the match begins after them.
    if called and playing and not facts.last_turn_ended and not has_decider(facts):
        if facts.time is TimeCalled.IN_TURN:
            return goes_on(NextStep.FINISH_TURNS, part.in_turn, game=count.game)
        return goes_on(NextStep.BEGIN_TURNS, part.between_turns, game=count.game)
    # The absence comes before a Sudden Death that was played all the same (TRF §9.3; A-84).
    if facts.judge_told and facts.away in _PRESENT and part is not _SHEET:
        return _absent(facts, _PRESENT[facts.away])
    return part.unresolved(facts)


def _absent(facts: Facts, winner: Side) -> Ruling:
    """Return that the player who was late or away loses; the number of games is not known."""
    one = facts.match_format is MatchFormat.BEST_OF_ONE
    if facts.part is Stage.SWISS:
        return over(winner, Row.SWISS_ONE_AWAY if one else Row.SWISS_AWAY)
    return over(winner, Row.CUT_ONE_AWAY if one else Row.CUT_AWAY)


def _before_time(facts: Facts, row: Row) -> Ruling:
    """Return what happens before time is called: the game continues, or the next one starts."""
    count = tally(facts)
    if facts.under_way is not UnderWay.NOTHING:
        return goes_on(NextStep.PLAY_ON, row, game=count.game)
    if count.pending:
        return goes_on(NextStep.SUDDEN_DEATH, row, Row.COIN_STARTS, game=count.game)
    chooses = who_chooses(facts.games)
    start = Row.LOSER_STARTS if chooses else Row.COIN_STARTS
    return goes_on(NextStep.START_GAME, row, start, game=count.game, chooses=chooses)
