"""The result of an unfinished match by the rules: from its facts to a ruling.

How a match ends is one procedure; what each case leads to is a row of the edition's table. The
tables are `trf-2016` (TRF §8–10) and `tcg-2026` (TCG-H §7).
"""

from collections.abc import Callable, Mapping, Sequence
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
from roundbook.ledger.rulesets.tables import VerdictTable
from roundbook.ledger.terms import MatchFormat
from roundbook.ledger.verdicts.contradictions import contradiction, has_decider
from roundbook.ledger.verdicts.tables import NextStep, Row, Ruling, goes_on, over
from roundbook.ledger.verdicts.tally import Tally, decided, games_started, other, tally, winner_of

_ONE = 0
"""The key for the rows of a match of one game."""


class Table(NamedTuple):
    """The rows of a verdict table by case; the keys are games, and `_ONE` for a single game.

    `half_counts`: in elimination, game 2 counts if a player has less than half of the Prize cards
    left; if not, it never counts. `seed_starts` is the row for game 1 of a match in elimination.
    """

    swiss: "_Part"
    cut: "_Part"
    one_tie: Row
    games: Mapping[tuple[int, bool, bool], Row]
    won: Mapping[int, Row]
    equal: Mapping[int, Row]
    both: Mapping[int, Row]
    level: Mapping[int, Row]
    first_over: Row
    uncounted: Row
    half_counts: bool
    loser_starts: Row
    coin_starts: Row
    seed_starts: Row | None = None


# Elimination: a match that is unresolved after the last turn needs a winner. A match of one game is
# game 1 of the table, except for its rows.


def unresolved_elimination(facts: Facts, table: Table) -> Ruling:
    """Return the winner, or what must be played until there is one (TRF §9.2, §9.3)."""
    count = tally(facts)
    number = _number(facts, count)
    sudden_death = facts.under_way is UnderWay.SUDDEN_DEATH
    if count.pending and number in table.both:  # A new game decides the game, however long.
        step = NextStep.PLAY_ON if sudden_death else NextStep.SUDDEN_DEATH
        return goes_on(step, table.both[number], game=count.game)
    # Only game 2 of a table in which it never counts gets here, so the winner of game 1 has won.
    if count.pending:
        return over(count.leader, table.uncounted, games=(count.first, count.second, 0))
    if facts.under_way is UnderWay.GAME:
        return _by_prizes(facts, count, table)
    if count.leader:
        return over(count.leader, table.first_over, games=(count.first, count.second, 0))
    row = table.level[number]
    if facts.decider:
        return over(facts.decider, row)
    return goes_on(NextStep.PLAY_ON if sudden_death else NextStep.DECIDER, row)


def _number(facts: Facts, count: Tally) -> int:
    return _ONE if facts.match_format is MatchFormat.BEST_OF_ONE else count.game


def _by_prizes(facts: Facts, count: Tally, table: Table) -> Ruling:
    """Return the ruling in which the player with fewer Prize cards left wins the game under way.

    By the rules of 2016, game 2 counts only if a player has less than half of the initial Prize
    cards left, and that is checked first (A-24).
    """
    assert facts.prizes is not None, "the facts must include the Prize cards left"
    number = _number(facts, count)
    halves = all(2 * left >= facts.initial for left in facts.prizes)
    if number == 2 and (halves or not table.half_counts):
        games = (count.first, count.second, 0)
        return over(count.leader, table.uncounted, games=games)
    first, second = facts.prizes
    if first == second:
        return goes_on(NextStep.UNTIL_PRIZES_DIFFER, table.equal[number], game=count.game)
    winner = Side.FIRST if first < second else Side.SECOND
    row = table.won[number]
    won = (count.first + (first < second), count.second + (second < first), 0)
    if number != 2:
        return over(winner, row, games=won)
    if winner is count.leader:
        return over(winner, row, Row.CUT_2_WINS_MATCH, games=won)
    return goes_on(NextStep.DECIDER, row, Row.CUT_2_LEVEL, won=winner)


# Which player chooses who goes first (TRF §10, TCG-H §7.2).


def who_chooses(games: Sequence[GameEnd]) -> Side | None:
    """Return the player who chooses who starts the next game; None if a coin flip decides.

    That is the loser of the previous game, even if Sudden Death decided it. Before the first game,
    for Sudden Death, and after a game that does not count, it is the coin (TRF §10; A-31).
    """
    winner = winner_of(games[-1]) if games else None
    return other(winner) if winner else None


# Swiss: the outcome of a match that is unresolved after the last turn (TRF §8.2, §8.3).


def unresolved_swiss(facts: Facts, table: Table) -> Ruling:
    """Return the outcome: the winner of the only game that was won, otherwise a tie.

    A game that has started and has no winner is drawn: 1-1-1, not 1-1 (POD-8). A Sudden Death that
    has started is part of the game that it decides; none starts after time (A-30).
    """
    count = tally(facts)
    games = (count.first, count.second, games_started(facts) - count.first - count.second)
    if facts.match_format is MatchFormat.BEST_OF_ONE:
        return over(None, table.one_tie, games=games)
    played = facts.under_way is not UnderWay.NOTHING
    row = table.games[count.game, played, count.pending and not played]
    return over(count.leader, row, games=games)


# The sheet of a pod: best of three, without a rule for a player who was late or away.


def unresolved_by_sheet(facts: Facts, _table: Table) -> Ruling:
    """Return the outcome: the player with more games won wins, else it is a draw (POD-4).

    A game counts if it has started (POD-8).
    """
    count = tally(facts)
    games = (count.first, count.second, games_started(facts) - count.first - count.second)
    return over(count.leader, Row.POD_MORE if count.leader else Row.POD_LEVEL, games=games)


class _Part(NamedTuple):
    """The rows of a stage that apply to every game, and its ruling after the last turn.

    `away` are the rows for a player who was late or away: in a single game, and in a best of three.
    """

    won: Row
    goes_on: Row
    in_turn: Row
    between_turns: Row
    unresolved: Callable[[Facts, Table], Ruling]
    away: tuple[Row, Row] | None


_SHEET = _Part(
    Row.POD_WON,
    Row.POD_GOES_ON,
    Row.POD_IN_TURN,
    Row.POD_BETWEEN_TURNS,
    unresolved_by_sheet,
    away=None,
)
_OF_2026 = (Row.H_WON, Row.H_GOES_ON, Row.H_SWISS_IN_TURN, Row.H_SWISS_BETWEEN_TURNS)

# The keys of `games`: the game, whether it is being played, whether both have won it at once.
TABLES: Mapping[VerdictTable, Table] = {
    "trf-2016": Table(
        swiss=_Part(
            Row.SWISS_WON,
            Row.SWISS_GOES_ON,
            Row.SWISS_IN_TURN,
            Row.SWISS_BETWEEN_TURNS,
            unresolved_swiss,
            away=(Row.SWISS_ONE_AWAY, Row.SWISS_AWAY),
        ),
        cut=_Part(
            Row.CUT_WON,
            Row.CUT_GOES_ON,
            Row.CUT_IN_TURN,
            Row.CUT_BETWEEN_TURNS,
            unresolved_elimination,
            away=(Row.CUT_ONE_AWAY, Row.CUT_AWAY),
        ),
        one_tie=Row.SWISS_ONE_TIE,
        games={
            (1, True, False): Row.SWISS_1_PLAYED,
            (1, False, True): Row.SWISS_1_BOTH,
            (1, False, False): Row.SWISS_NO_GAME,
            (2, True, False): Row.SWISS_2_PLAYED,
            (2, False, True): Row.SWISS_2_BOTH,
            (2, False, False): Row.SWISS_1_OVER,
            (3, True, False): Row.SWISS_3_PLAYED,
            (3, False, True): Row.SWISS_3_BOTH,
            (3, False, False): Row.SWISS_2_OVER,
        },
        won={
            _ONE: Row.CUT_ONE_PRIZES,
            1: Row.CUT_1_PRIZES,
            2: Row.CUT_2_PRIZES,
            3: Row.CUT_3_PRIZES,
        },
        equal={
            _ONE: Row.CUT_ONE_EQUAL,
            1: Row.CUT_1_EQUAL,
            2: Row.CUT_2_EQUAL,
            3: Row.CUT_3_EQUAL,
        },
        both={
            _ONE: Row.CUT_ONE_BOTH,
            1: Row.CUT_1_BOTH,
            2: Row.CUT_2_BOTH,
            3: Row.CUT_3_BOTH,
        },
        level={_ONE: Row.CUT_ONE_NO_GAME, 1: Row.CUT_NO_GAME, 3: Row.CUT_2_OVER},
        first_over=Row.CUT_1_OVER,
        uncounted=Row.CUT_2_UNCOUNTED,
        half_counts=True,
        loser_starts=Row.LOSER_STARTS,
        coin_starts=Row.COIN_STARTS,
    ),
    "tcg-2026": Table(
        swiss=_Part(*_OF_2026, unresolved_swiss, away=(Row.H_AWAY, Row.H_AWAY)),
        cut=_Part(*_OF_2026, unresolved_elimination, away=(Row.H_AWAY, Row.H_AWAY)),
        one_tie=Row.H_SWISS_ONE_TIE,
        games={
            (1, True, False): Row.H_SWISS_1_PLAYED,
            (1, False, True): Row.H_SWISS_1_BOTH,
            (1, False, False): Row.H_SWISS_NO_GAME,
            (2, True, False): Row.H_SWISS_2_PLAYED,
            (2, False, True): Row.H_SWISS_2_BOTH,
            (2, False, False): Row.H_SWISS_1_OVER,
            (3, True, False): Row.H_SWISS_3_PLAYED,
            (3, False, True): Row.H_SWISS_3_BOTH,
            (3, False, False): Row.H_SWISS_2_OVER,
        },
        won={_ONE: Row.H_CUT_ONE_PRIZES, 1: Row.H_CUT_1_PRIZES, 3: Row.H_CUT_3_PRIZES},
        equal={_ONE: Row.H_CUT_ONE_EQUAL, 1: Row.H_CUT_1_EQUAL, 3: Row.H_CUT_3_EQUAL},
        both={_ONE: Row.H_CUT_ONE_BOTH, 1: Row.H_CUT_1_BOTH, 3: Row.H_CUT_3_BOTH},
        level={_ONE: Row.H_CUT_ONE_NO_GAME, 1: Row.H_CUT_NO_GAME, 3: Row.H_CUT_2_OVER},
        first_over=Row.H_CUT_1_OVER,
        uncounted=Row.H_CUT_2_UNCOUNTED,
        half_counts=False,
        loser_starts=Row.H_LOSER_STARTS,
        coin_starts=Row.H_COIN_STARTS,
        seed_starts=Row.H_SEED_STARTS,
    ),
}
"""The verdict tables that an edition can name."""

_PRESENT = {Away.FIRST: Side.SECOND, Away.SECOND: Side.FIRST}


def ruling(facts: Facts, *, sheet: bool = False, verdicts: VerdictTable = "trf-2016") -> Ruling:
    """Return the result of a match, or what must happen next; raise ValueError with a sentence.

    The order is that of the rules: a clear winner; the turns after time; a player who was late or
    away, unless both were (A-25); then the table of the part and the format. With `sheet` a Swiss
    match follows the sheet of a pod, which has no rule for late players; `verdicts` is the table
    that the edition names.
    """
    if sentence := contradiction(facts):
        raise ValueError(sentence)
    table = TABLES[verdicts]
    part = (_SHEET if sheet else table.swiss) if facts.part is Stage.SWISS else table.cut
    count = tally(facts)
    if winner := decided(facts):
        return over(winner, part.won, games=(count.first, count.second, 0))
    if facts.time is TimeCalled.NOT_YET:
        return _before_time(facts, part.goes_on, table)
    called = facts.time in {TimeCalled.IN_TURN, TimeCalled.BETWEEN_TURNS}
    playing = facts.under_way is not UnderWay.NOTHING
    # A game that is won ends the turns after time; Sudden Death for the match begins after them.
    if called and playing and not facts.last_turn_ended and not has_decider(facts):
        if facts.time is TimeCalled.IN_TURN:
            return goes_on(NextStep.FINISH_TURNS, part.in_turn, game=count.game)
        return goes_on(NextStep.BEGIN_TURNS, part.between_turns, game=count.game)
    # The absence comes before a Sudden Death that was played all the same (TRF §9.3; A-84).
    if facts.judge_told and facts.away in _PRESENT and part.away:
        one, three = part.away  # The number of games is not known.
        is_one = facts.match_format is MatchFormat.BEST_OF_ONE
        return over(_PRESENT[facts.away], one if is_one else three)
    return part.unresolved(facts, table)


def _before_time(facts: Facts, row: Row, table: Table) -> Ruling:
    """Return what happens before time is called: the game continues, or the next one starts."""
    count = tally(facts)
    if facts.under_way is not UnderWay.NOTHING:
        return goes_on(NextStep.PLAY_ON, row, game=count.game)
    if count.pending:
        return goes_on(NextStep.SUDDEN_DEATH, row, table.coin_starts, game=count.game)
    if table.seed_starts and facts.part is Stage.ELIMINATION and not facts.games:
        return goes_on(NextStep.START_GAME, row, table.seed_starts, game=count.game, by_seed=True)
    chooses = who_chooses(facts.games)
    start = table.loser_starts if chooses else table.coin_starts
    return goes_on(NextStep.START_GAME, row, start, game=count.game, chooses=chooses)
