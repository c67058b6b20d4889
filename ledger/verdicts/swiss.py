"""Swiss: the outcome of a match that is unresolved after the last turn (TRF §8.2, §8.3)."""

from ledger.ending import Facts, UnderWay
from ledger.terms import MatchFormat
from ledger.verdicts.rows import Row
from ledger.verdicts.ruling import Ruling, over
from ledger.verdicts.tally import games_started, tally

_GAMES = {
    # The game, whether it is being played, whether both have won it at once.
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


def unresolved(facts: Facts) -> Ruling:
    """Return the outcome: the winner of the only game that was won, otherwise a tie.

    A game that has started and has no winner is drawn: 1-1-1, not 1-1 (POD-8). Sudden Death, once
    it has started, is a part of the game that it decides; after time none starts (A-30).
    """
    count = tally(facts)
    games = (count.first, count.second, games_started(facts) - count.first - count.second)
    if facts.match_format is MatchFormat.BEST_OF_ONE:
        return over(None, Row.SWISS_ONE_TIE, games=games)
    played = facts.under_way is not UnderWay.NOTHING
    row = _GAMES[count.game, played, count.pending and not played]
    return over(count.leader, row, games=games)
