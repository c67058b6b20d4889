"""A place that would be another under another edition is one, and a clause that does it does it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId
from roundbook.projections.explain.other_editions import CLAUSES, compare_editions
from roundbook.projections.standings.standings import standings
from tests.scripts import happened
from tests.strategies import dice, simulate

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
OTHERS = [released.load(name) for name in ("tom", "top-2017-literal", "dci-mtr")]


def placed(t: Tournament, rules: Ruleset) -> dict[PlayerId, int | None]:
    return {one.player: one.place for one in standings(t, rules)}


@given(dice(), st.sampled_from(OTHERS))
def test_who_is_named_stands_elsewhere_and_nobody_else_does(chance: Random, other: Ruleset) -> None:
    t = simulate(chance).t
    [found] = compare_editions(t, RULES, [other])
    here, there = placed(t, RULES), placed(t, other)
    assert {one.player: (one.place, one.would_be) for one in found.elsewhere} == {
        player: (here[player], there[player]) for player in here if here[player] != there[player]
    }


@given(dice(), st.sampled_from(OTHERS))
def test_a_clause_that_is_named_moves_the_player_by_itself(chance: Random, other: Ruleset) -> None:
    t = simulate(chance).t
    [found] = compare_editions(t, RULES, [other])
    for one in found.elsewhere:
        for clause in one.clauses:
            taken_back = replace(other, **{clause: getattr(RULES, clause)})
            alone = replace(RULES, **{clause: getattr(other, clause)})
            needed = placed(t, taken_back)[one.player] != one.would_be
            assert needed or placed(t, alone)[one.player] == one.would_be


@given(dice())
def test_an_edition_beside_itself_moves_nobody(chance: Random) -> None:
    [found] = compare_editions(simulate(chance).t, RULES, [RULES])
    assert (found.unlike, found.elsewhere) == ((), ())


def test_a_tie_is_worth_nothing_in_the_win_rate_of_the_literal_text() -> None:
    """Who met the players with the ties falls behind: by the guide a tie is half a win.

    p1 has beaten p3, who tied once (1/2 of a round), and p2 has beaten p4, who won nothing.
    """
    told = happened("crowd 8; round 1 1>3 2>4 5=6 7>8; round 2 3=5 4<6 1=2 7=8")
    [found] = compare_editions(told.tournament, RULES, [released.load("top-2017-literal")])
    assert found.unlike == ("rate", "cap_applies")
    assert found.elsewhere
    assert {one.clauses for one in found.elsewhere} == {("rate",)}


NO_PLACE = {
    *("edition", "title", "source", "parent", "sanctioned", "tie_word", "intentional_draws"),
    *("unchecked", "meant_from", "meant_until", "intentional_draws_in", "penalties"),
    *("verdicts", "citations", "deck_rules", "retention_months", "unanswered"),
    *("not_said", "remark"),
    *("late_entry_until", "late_players_count", "rematch_invalidates_until"),
    *("one_round_fewer", "cut_best_of_three", "tables"),
    *("rounds_until_lock", "late_entry_until_round", "pods", "minimum_division", "minimum_pod"),
    *("pairing", "missed_rounds", "byes_each", "announced"),
    *("divisions", "times", "fewest_rounds", "rounds_source"),
    *("vg", "tcg_two_day", "tcg_single_day"),
}
"""What of an edition moves no place while the results and pairings stay."""


def test_every_clause_that_can_move_a_place_has_words() -> None:
    assert set(Ruleset.__struct_fields__) - NO_PLACE == set(CLAUSES)
