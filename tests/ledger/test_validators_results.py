"""Which results can be reported, and when; scripts first."""

import itertools

import pytest
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.terms import MatchId, Pool, Result, Score, Verdict
from tests.scripts import play

pytestmark = pytest.mark.fast

PAIRED = """
    register ana ben cho dee
    round 1 ana-ben cho-dee
"""


def played_out(enough: int, most: int) -> set[tuple[int, ...]]:
    """Every score that games played one after the other can reach; time may be called any time."""
    reached: set[tuple[int, ...]] = {(0, 0, 0)}
    for games in itertools.product(range(3), repeat=most):
        score = [0, 0, 0]
        for winner in games:
            if max(score[:2]) == enough:
                break
            score[winner] += 1
            reached.add((score[0], score[1], score[2]))
    return reached


@pytest.mark.parametrize(("match_format", "enough", "most"), [("bo1", 1, 1), ("bo3", 2, 3)])
def test_a_score_is_possible_if_games_can_be_played_so_and_say_what_the_result_says(
    match_format: str, enough: int, most: int
) -> None:
    desk = play(f"open {match_format}\nannounce 3\n{PAIRED}")
    possible = played_out(enough, most)
    accepted = set()
    for games in itertools.product(range(5), repeat=3):
        for verdict in (Verdict.FIRST, Verdict.SECOND, Verdict.TIE):
            result = Result(verdict=verdict, games=Score(*games))
            event = ev.ResultReported(match=MatchId(Pool("masters"), 1, 1), result=result)
            entry = replace(desk.entries[-1], events=(event,))
            found = desk.checks.judge_entry(desk.tournament, entry, desk.rules)
            ahead = (games[0] > games[1]) - (games[0] < games[1])
            says = {1: Verdict.FIRST, -1: Verdict.SECOND, 0: Verdict.TIE}[ahead]
            assert (found == []) == (games in possible and verdict is says), (games, verdict)
            if not found:
                accepted.add(games)
    assert accepted == possible


@pytest.mark.parametrize(
    "result", ["2-0", "2-1", "1-0", "0-0", "1-1", "1-1-1", "0-1-2", "first", "tie", "double-loss"]
)
def test_a_slip_of_a_best_of_three_can_say(result: str) -> None:
    play(f"{PAIRED}\nreport 1-1 {result}")


@pytest.mark.parametrize("result", ["3-0", "2-2", "2-1-1", "0-3", "1-1-2", "0-0-4"])
def test_a_slip_of_a_best_of_three_cannot_say(result: str) -> None:
    play(f"{PAIRED}\nreport 1-1 {result}  ! score-impossible")


@pytest.mark.parametrize("verdict", [Verdict.DOUBLE_LOSS, Verdict.UNPLAYED])
def test_who_lost_both_or_did_not_play_won_no_games(verdict: Verdict) -> None:
    desk = play(PAIRED)
    for score, rules in ((Score(0, 0), []), (Score(1, 0), ["score-impossible"])):
        result = Result(verdict=verdict, games=score)
        event = ev.ResultReported(match=MatchId(Pool("masters"), 1, 1), result=result)
        entry = replace(desk.entries[-1], events=(event,))
        found = desk.checks.judge_entry(desk.tournament, entry, desk.rules)
        assert [violation.rule for violation in found] == rules


def test_a_correction_may_not_say_what_no_slip_can() -> None:
    play(f"""
        {PAIRED}
        report  1-1 2-0
        correct 1-1 3-0     ! score-impossible
        correct 1-1 2-0     ! same-result
        correct 1-1 2-1
    """)


@pytest.mark.rule("LED-4")
def test_a_report_is_made_once_and_then_corrected_or_withdrawn() -> None:
    desk = play(f"""
        {PAIRED}
        correct  1-1 2-0    ! not-reported
        withdraw 1-1        ! not-reported
        report   1-1 2-0
        report   1-1 0-2    ! already-reported
        withdraw 1-1
        report   1-1 0-2
        report   1-9 0-2    ! match-unknown
        correct  1-9 0-2    ! match-unknown
        withdraw 1-9        ! match-unknown
        event {{"event":"note-made","text":"A long match.","match":["masters",1,9]}} ! match-unknown
    """)
    said = [event for entry in desk.entries for event in entry.events]
    both = [e.result.verdict for e in said if isinstance(e, ev.ResultReported)]
    assert both == [Verdict.FIRST, Verdict.SECOND]


@pytest.mark.rule("TOP-4a")
def test_a_round_that_has_not_started_has_no_results() -> None:
    play("""
        register ana ben
        pair 1 ana-ben
        report 1-1 2-0      ! round-not-started
        start 1
        report 1-1 2-0
    """)


def test_a_match_of_a_bracket_is_won_or_lost_by_both() -> None:
    play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 1-1 1-2 unplayed
        cut masters ana ben cho dee
        masters-cut: round 2 ana-dee ben-cho
        masters-cut: report 2-1 tie         ! tie-in-cut
        masters-cut: report 2-1 unplayed    ! tie-in-cut
        masters-cut: report 2-1 double-loss 2-2 first
        masters-cut: correct 2-2 1-1        ! tie-in-cut
    """)


def test_the_two_who_lost_the_semi_finals_meet_for_the_third_place() -> None:
    play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana ben cho dee
        masters-cut: round 2 ana-dee ben-cho
        masters-cut: playoff 3 dee-cho 2    ! not-due
        masters-cut: report 2-1 2-0 2-2 2-0
        masters: playoff 3 dee-cho 2        ! pool-unknown
        masters-cut: playoff 3 dee-ben 2    ! not-due
        masters-cut: playoff 3 dee-cho 2    ~ playoff-unannounced
        masters-cut: playoff 3 dee-cho 3    ! seated-twice
        masters-cut: pair 3 ana-ben at:2    ! table-twice
        masters-cut: round 3 ana-ben at:1
        masters-cut: report 3-1 2-0
        masters-cut: report 3-2 2-1
        close
    """)


def test_the_match_for_the_third_place_does_not_take_the_table_of_the_final() -> None:
    play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana ben cho dee
        masters-cut: round 2 ana-dee ben-cho
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: round 3 ana-ben at:1
        masters-cut: playoff 3 dee-cho 1    ! table-twice
        masters-cut: playoff 3 dee-cho 2    ~ playoff-unannounced
    """)
