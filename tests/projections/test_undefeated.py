"""Only one undefeated player is left before the last announced round (A-1)."""

import pytest
from hypothesis import given

from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool, Verdict
from roundbook.projections.cut.qualifiers import alone_in, only_undefeated
from tests.scripts import play
from tests.strategies import tournaments

RULES = load("play-2017")
MASTERS = Pool("masters")
TWO_ROUNDS = """
    open
    announce {announced}
    register ana ben cho dee
    round 1 ana-ben cho-dee
    report 1-1 2-0 1-2 2-0
    round 2 ana-cho ben-dee
    report 2-1 2-0 2-2 {second}
"""


@pytest.mark.rule("A-1")
def test_one_undefeated_player_before_the_last_announced_round_is_noted() -> None:
    t = play(TWO_ROUNDS.format(announced=3, second="1-2")).tournament
    found = only_undefeated(t, RULES, MASTERS)
    assert found == ("masters", "p1", 2, 3)
    assert alone_in(t, RULES) == [found]


@pytest.mark.rule("A-1")
def test_after_the_announced_number_there_is_nothing_to_note() -> None:
    assert alone_in(play(TWO_ROUNDS.format(announced=2, second="1-2")).tournament, RULES) == []


@pytest.mark.rule("A-1")
def test_two_undefeated_players_are_nothing_to_note() -> None:
    desk = play("""
        open
        announce 3
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
    """)
    assert alone_in(desk.tournament, RULES) == []


def test_a_tie_is_no_defeat() -> None:
    desk = play("""
        open
        announce 3
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 1-1
    """)
    assert alone_in(desk.tournament, RULES) == []


def test_somebody_who_left_undefeated_is_not_counted() -> None:
    desk = play("""
        open
        announce 3
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        drop cho
    """)
    assert [one.player for one in alone_in(desk.tournament, RULES)] == ["p1"]


@pytest.mark.rule("A-1")
@given(tournaments())
def test_whoever_is_noted_has_lost_nothing_and_everybody_else_in_the_pod_has(
    entries: list[Entry],
) -> None:
    t = Tournament()
    for entry in entries:
        t.apply_entry(entry)
        for one in alone_in(t, RULES):
            assert one.after < one.announced
            for player in t.players.values():
                if player.out or player.division not in t.pods[one.pool]:
                    continue
                missed = any(number <= one.after for number in player.missed)
                beaten = lost(t, one.after, player.id) or player.late or missed
                assert (player.id == one.player) != beaten


def lost(t: Tournament, through: int, player: str) -> bool:
    """Whether a player has lost a match of Swiss up to a round, read off the slips."""
    for match, pairing in t.matches.items():
        result = t.results.get(match)
        if match.pool in t.cuts or match.round > through or player not in pairing or not result:
            continue
        losers = {
            Verdict.FIRST: {pairing.second},
            Verdict.SECOND: {pairing.first},
            Verdict.DOUBLE_LOSS: {*pairing},
        }.get(result.verdict, set())
        if player in losers:
            return True
    return False
