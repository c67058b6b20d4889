"""The one door to the tables: from the facts of a match to what follows from them (TRF §8–10)."""

from ledger.ending import Away, Facts, Part, Side, TimeCalled, UnderWay
from ledger.terms import MatchFormat
from ledger.verdicts import elimination, swiss
from ledger.verdicts.contradictions import contradiction, has_decider
from ledger.verdicts.rows import Row
from ledger.verdicts.ruling import Ruling, Step, goes_on, over
from ledger.verdicts.starting import who_chooses
from ledger.verdicts.tally import decided, tally

_PRESENT = {Away.FIRST: Side.SECOND, Away.SECOND: Side.FIRST}


def ruling(facts: Facts) -> Ruling:
    """Return the result of a match, or what must happen next. Raises ValueError with a sentence.

    The order is that of the rules: a clear winner; the turns after time; the player who was late or
    away, unless both were (A-25); then the table of the part and the format.
    """
    if sentence := contradiction(facts):
        raise ValueError(sentence)
    swiss_part = facts.part is Part.SWISS
    count = tally(facts)
    if winner := decided(facts):
        row = Row.SWISS_WON if swiss_part else Row.CUT_WON
        return over(winner, row, games=(count.first, count.second, 0))
    if facts.time is TimeCalled.NOT_YET:
        return _before_time(facts)
    if _has_turns_left(facts):
        in_turn = facts.time is TimeCalled.IN_TURN
        if swiss_part:
            row = Row.SWISS_IN_TURN if in_turn else Row.SWISS_BETWEEN_TURNS
        else:
            row = Row.CUT_IN_TURN if in_turn else Row.CUT_BETWEEN_TURNS
        return goes_on(Step.FINISH_TURNS, row, game=count.game)
    if facts.judge_told and facts.away in _PRESENT and facts.decider is None:
        return _absent(facts, _PRESENT[facts.away])
    return swiss.unresolved(facts) if swiss_part else elimination.unresolved(facts)


def _absent(facts: Facts, winner: Side) -> Ruling:
    """Return that the one who was late or away loses; by how many games is not said."""
    one = facts.match_format is MatchFormat.BEST_OF_ONE
    if facts.part is Part.SWISS:
        return over(winner, Row.SWISS_ONE_AWAY if one else Row.SWISS_AWAY)
    return over(winner, Row.CUT_ONE_AWAY if one else Row.CUT_AWAY)


def _has_turns_left(facts: Facts) -> bool:
    """Tell whether turns after time are still to be played.

    A game that is won ends them. A Sudden Death that decides the match began after them.
    """
    called = facts.time in {TimeCalled.IN_TURN, TimeCalled.BETWEEN_TURNS}
    playing = facts.under_way is not UnderWay.NOTHING
    return called and playing and not facts.last_turn_ended and not has_decider(facts)


def _before_time(facts: Facts) -> Ruling:
    """Time has not been called: the game goes on, or the next one starts."""
    count = tally(facts)
    row = Row.SWISS_GOES_ON if facts.part is Part.SWISS else Row.CUT_GOES_ON
    if facts.under_way is not UnderWay.NOTHING:
        return goes_on(Step.PLAY_ON, row, game=count.game)
    if count.pending:
        return goes_on(Step.SUDDEN_DEATH, row, Row.COIN_STARTS, game=count.game)
    chooses = who_chooses(facts.games)
    start = Row.LOSER_STARTS if chooses else Row.COIN_STARTS
    return goes_on(Step.START_GAME, row, start, game=count.game, chooses=chooses)
