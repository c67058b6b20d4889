"""When a record can no longer be altered, as a judge would tell it (TOP §4)."""

import pytest

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused
from tests.scripts import play

pytestmark = pytest.mark.fast

TWO_ROUNDS = """
    register ana ben cho dee
    round    1  ana-ben cho-dee
    report   1-1 2-0  1-2 2-0
    round    2  ana-cho ben-dee
    report   2-1 2-0  2-2 2-0
"""


@pytest.mark.rule("TOP-4h")
def test_the_second_subsequent_pairing_locks_a_result() -> None:
    play("""
        register ana ben cho dee
        round    1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-0
        correct  1-1 1-2
        round    2  ana-cho ben-dee
        correct  1-1 0-2
        report   2-1 2-0  2-2 2-0
        correct  1-1 2-1
        pair     3  ana-dee ben-cho
        correct  1-1 2-0             ! result-locked
        withdraw 1-1                 ! result-locked
        correct  2-1 0-2
        start    3
        report   3-1 2-0  3-2 2-0
        correct  2-1 2-0
        correct  3-1 0-2
    """)


@pytest.mark.rule("TOP-4h", "A-63")
def test_what_a_judge_saw_of_a_locked_match_moves_nothing() -> None:
    seen = (
        'event {{"event":"match-ended","match":["masters",1,1],"facts":{{"games":["{0}","{0}"]}}}}'
    )
    against, agreeing = seen.format("second"), seen.format("first")
    play(f"""
        {TWO_ROUNDS}
        {against}                       ! verdict-differs
        pair     3  ana-dee ben-cho
        {agreeing}
        {against}                       ! verdict-differs
        {against}                       ~ verdict-differs
        correct  1-1 0-2                ! result-locked
        withdraw 1-1                    ! result-locked
    """)


@pytest.mark.rule("TOP-4h")
def test_the_desk_says_which_match_is_locked_and_which_round_did_it() -> None:
    with pytest.raises(Refused) as caught:
        play(f"{TWO_ROUNDS}\npair 3 ana-dee ben-cho\ncorrect 1-1 0-2")
    assert caught.value.message == "match masters-1-1 is locked: round 3 has been paired."
    assert hint_of(caught.value) == "The result stands; to note the dispute, use `roundbook note`."
    assert [v.cites for v in caught.value.violations] == ["TOP §4"]


@pytest.mark.rule("A-48")
def test_taking_the_round_back_does_not_unlock() -> None:
    play(f"""
        {TWO_ROUNDS}
        pair     3  ana-dee ben-cho
        withdraw 3
        correct  1-1 0-2             ! result-locked
        withdraw 1-1                 ! result-locked
        pair     3  ben-cho ana-dee
        pair     3  ana-dee ben-cho
        correct  1-1 0-2             ! result-locked
        correct  2-1 0-2
    """)
    with pytest.raises(Refused) as caught:
        play(f"{TWO_ROUNDS}\npair 3 ana-dee ben-cho\nwithdraw 3\ncorrect 1-1 0-2")
    assert caught.value.message == (
        "match masters-1-1 is locked: round 3 was paired, and withdrawing it does not unlock "
        "anything."
    )


@pytest.mark.rule("TOP-4h")
def test_no_override_opens_the_lock() -> None:
    play(f"{TWO_ROUNDS}; pair 3 ana-dee ben-cho; correct 1-1 0-2 ~ result-locked ! result-locked")
    with pytest.raises(Refused) as caught:
        play(f"{TWO_ROUNDS}; pair 3 ana-dee ben-cho; correct 1-1 0-2 ~ result-locked")
    said = hint_of(caught.value) or ""
    assert said.startswith("Nobody may override result-locked. The result stands;")


@pytest.mark.rule("TOP-4g")
def test_a_wrong_record_found_before_the_start_may_be_put_right_and_the_round_paired_again() -> (
    None
):
    play("""
        register ana ben cho dee
        round    1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-0
        pair     2  ana-cho ben-dee
        correct  1-1 0-2
        pair     2  ben-cho ana-dee
        start    2
        pair     2  ana-cho ben-dee  ! round-already-started
    """)


@pytest.mark.rule("A-40")
def test_the_rounds_of_the_cut_count_as_subsequent_rounds() -> None:
    with pytest.raises(Refused) as caught:
        play("""
            register ana ben cho dee
            round    1  ana-ben cho-dee
            report   1-1 2-0  1-2 2-0
            cut masters ana cho ben dee
            correct  1-1 2-1
            masters-cut: pair 2 ana-dee cho-ben
            correct  1-1 2-0
            masters-cut: start 2
            correct  1-1 2-1         ! seeding-frozen
            correct  1-1 2-1         ~ seeding-frozen
            masters-cut: report 2-1 2-0 2-2 2-0
            masters-cut: pair 3 ana-cho
            correct  1-1 2-0         ~ seeding-frozen
        """)
    said = "match masters-1-1 is locked: the final of masters-cut has been paired."
    assert caught.value.message == said


@pytest.mark.rule("A-40")
@pytest.mark.parametrize("one", ["junior", "masters"])
def test_a_match_across_divisions_locks_with_the_bracket_of_either(one: str) -> None:
    """Ana of Masters met Dee of Juniors in round 1; Ben and Cho are both Masters."""
    play(f"""
        register ana ben cho
        junior   dee eva
        pods     junior-masters
        junior-masters: round  1  ana-dee ben-cho bye:eva
        junior-masters: report 1-1 2-0  1-2 2-0
        junior-masters: round  2  ana-ben dee-eva bye:cho
        junior-masters: report 2-1 2-0  2-2 2-0
        cut junior dee eva
        cut masters ana ben
        {"junior-cut: pair 3 dee-eva" if one == "junior" else "masters-cut: pair 3 ana-ben"}
        junior-masters: correct 1-1 0-2      ! result-locked
        junior-masters: correct 1-2 0-2      {"" if one == "junior" else "! result-locked"}
        junior-masters: correct 2-1 0-2
    """)


@pytest.mark.rule("A-40")
def test_the_bracket_of_one_division_leaves_the_matches_of_another_open() -> None:
    play("""
        register ana ben
        junior   cho dee
        pods     junior-masters
        junior-masters: round  1  ana-ben cho-dee
        junior-masters: report 1-1 2-0  1-2 2-0
        junior-masters: round  2  ana-cho ben-dee
        junior-masters: report 2-1 2-0  2-2 2-0
        cut junior cho dee
        junior-cut: round 3 cho-dee
        junior-masters: correct 1-2 0-2      ! result-locked
        junior-masters: correct 1-1 0-2
        junior-masters: correct 2-1 0-2      ! seeding-frozen
    """)


@pytest.mark.rule("A-40", "A-48")
def test_nobody_is_moved_to_another_division_to_open_a_lock() -> None:
    play("""
        register ana ben
        junior   cho dee
        pods     junior-masters
        amend ana senior
        amend ana masters
        junior-masters: round  1  ana-ben cho-dee
        junior-masters: report 1-1 2-0  1-2 2-0
        cut junior cho dee
        amend cho masters           ! division-settled
        amend ana junior            ! division-settled
        amend ana masters
    """)


@pytest.mark.rule("A-49")
def test_the_last_rounds_lock_with_the_close_and_open_only_by_the_organiser() -> None:
    play(f"""
        {TWO_ROUNDS}
        staff h2 organiser
        close
        correct 2-1 0-2             ! tournament-closed
        withdraw 2-1                ! tournament-closed
        register eva                ! tournament-closed
        note The slip of the last table is disputed.
        hand judge
        reopen                      ! reopen-not-organiser
        hand organiser
        reopen
        reopen                      ! reopen-not-closed
        correct 2-1 0-2
        close
    """)


@pytest.mark.rule("A-50")
def test_a_correction_in_the_cut_moves_the_bracket_only_until_the_next_round_starts() -> None:
    desk = play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee cho-ben
        masters-cut: report 2-1 2-0 2-2 2-0
        masters-cut: pair 3 ana-cho
        masters-cut: correct 2-1 0-2
        masters-cut: start 3            ! seats-changed
        masters-cut: pair 3 ana-cho     ! not-due
        masters-cut: round 3 dee-cho
        masters-cut: correct 2-1 1-2
        masters-cut: correct 2-1 2-1    ! cut-result-final
        masters-cut: withdraw 2-1       ! cut-result-final
        masters-cut: correct 2-1 2-0    ~ cut-result-final
        masters-cut: report 3-1 2-0
        close
    """)
    assert desk.tournament.closed


@pytest.mark.rule("A-50")
def test_a_correction_that_an_official_allows_does_not_move_the_bracket() -> None:
    play("""
        register ana ben cho dee eva fay gil hal
        round 1 ana-ben cho-dee eva-fay gil-hal
        report 1-1 2-0 1-2 2-0 1-3 2-0 1-4 2-0
        cut masters ana ben cho dee eva fay gil hal
        masters-cut: round 2 ana-ben cho-dee eva-fay gil-hal
        masters-cut: report 2-1 2-0 2-2 2-0 2-3 2-0 2-4 2-0
        masters-cut: round 3 ana-cho eva-gil
        masters-cut: report 3-1 2-0 3-2 2-0
        masters-cut: correct 2-1 0-2    ~ cut-result-final
        masters-cut: pair 4 ben-eva     ! not-due
        masters-cut: round 4 ana-eva
        masters-cut: correct 2-1 2-0    ! result-locked
    """)


@pytest.mark.rule("A-50")
def test_after_a_double_loss_the_next_opponent_advances_without_a_match() -> None:
    play("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        cut masters ana cho ben dee
        masters-cut: round 2 ana-dee cho-ben
        masters-cut: report 2-1 double-loss 2-2 2-0
        masters-cut: pair 3 ana-cho     ! not-due
        masters-cut: round 3 bye:cho
        close
    """)
