"""Why a round was paired as it was, where that follows from a bracket and not from chance."""

import pytest

from roundbook.ledger.errors import Refused
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.explain.pairing import Made, explain_round, only_table
from tests.scripts import play

RULES = released.load("play-2017")
CUT = Pool("masters-cut")
SEMIS = """
    register ana ben cho dee
    round 1 ana-ben cho-dee
    report 1-1 2-0 1-2 2-0
    cut masters ana ben cho dee
    masters-cut: round 2 ana-dee ben-cho
    masters-cut: report 2-1 2-0 2-2 2-0
    masters-cut: playoff 3 dee-cho 2    ~ playoff-unannounced
    masters-cut: round 3 ana-ben at:1
"""


@pytest.mark.rule("TOP-3.3.6c")
def test_the_match_for_third_place_is_told_from_the_final() -> None:
    entries = play(SEMIS).entries
    final = explain_round(entries, RULES, CUT, 3)
    assert (final.made, final.judged, final.certificate) == (Made.BRACKET, None, None)
    first, third = final.tables
    assert (first.players, first.why) == (("p1", "p2"), "elimination")
    assert "third place" not in first.sentence
    assert third.players == ("p4", "p3")
    assert "both lost a semi-final, and play for third place" in third.sentence
    assert only_table(final, MatchId(CUT, 3, 2)).tables == (third,)


def test_a_round_that_was_withdrawn_is_not_explained() -> None:
    entries = play("register ana ben\npods masters\npair 1 ana-ben at:1\nwithdraw 1").entries
    with pytest.raises(Refused, match="no round 1 of masters has been paired"):
        explain_round(entries, RULES, Pool("masters"), 1)
