"""What stands on the slips of an invented event."""

from fractions import Fraction

from ledger.terms import MatchId, Result, Score, Verdict, won
from projections.invented.dice import Dice

_GAMES = {
    Verdict.FIRST: (Score(2, 0), Score(2, 1), Score(1, 0)),
    Verdict.SECOND: (Score(0, 2), Score(1, 2), Score(0, 1)),
    Verdict.TIE: (Score(1, 1), Score(1, 1, 1), Score(0, 0)),
}
"""How a best of three can end, time called or not (TRF §8, §9)."""


def first_result(dice: Dice, match: MatchId, ties: Fraction) -> Result:
    """Return what is reported of a match; `ties` is the share of those that nobody wins."""
    if dice.hits(ties, "tie", match):
        return _result(dice, match, Verdict.TIE)
    winner = (Verdict.FIRST, Verdict.SECOND)[dice.below(2, "winner", match)]
    return _result(dice, match, winner)


def another_result(dice: Dice, match: MatchId, before: Result, ties: Fraction) -> Result:
    """Return what a misread slip really said: another winner, or a tie where there are any."""
    possible = [v for v in _GAMES if v != before.verdict and (ties or v != Verdict.TIE)]
    return _result(dice, match, possible[dice.below(len(possible), "really", match)])


def _result(dice: Dice, match: MatchId, verdict: Verdict) -> Result:
    games = _GAMES[verdict]
    return won(games[dice.below(len(games), "games", verdict, match)])
