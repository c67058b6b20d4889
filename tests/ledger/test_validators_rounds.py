"""The course of a round, who is seated in it, and who has the bye."""

import pytest
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn, ImportedFrom
from roundbook.ledger.record import draws
from roundbook.ledger.terms import Division, Pairing, PlayerId, Pool
from roundbook.ledger.validators.rounds import rounds_complete
from tests.scripts import DRAWS, SEED, commitment, play, tell

pytestmark = pytest.mark.fast

FOUR = """
    register ana ben cho dee
    round    1  ana-ben cho-dee
    report   1-1 2-0  1-2 2-0
"""


@pytest.mark.rule("TOP-2a")
def test_round_1_does_not_start_before_the_announcement() -> None:
    play("""
        open
        register ana ben cho dee
        pair   1  ana-ben cho-dee
        start  1                    ! announcement-missing
        announce 2
        start  1
        report 1-1 2-0  1-2 2-0
        round  2  ana-cho ben-dee
    """)


@pytest.mark.rule("TOP-2a")
def test_an_official_may_start_without_an_announcement() -> None:
    play("""
        open
        register ana ben cho dee
        pair   1  ana-ben cho-dee
        start  1                    ~ announcement-missing
        report 1-1 2-0  1-2 2-0
        round  2  ana-cho ben-dee
    """)


@pytest.mark.rule("TOP-4a")
def test_a_round_is_paired_posted_started_and_completed_in_this_order() -> None:
    play("""
        register ana ben cho dee
        post   1                    ! round-not-paired
        start  1                    ! round-not-paired
        pair   2  ana-ben cho-dee   ! round-number
        pair   1  ana-ben cho-dee
        post   1
        pair   2  ana-cho ben-dee   ! round-not-started
        start  1
        start  1                    ! round-already-started
        post   1
        pair   2  ana-cho ben-dee   ! results-missing
        report 1-1 2-0
        pair   2  ana-cho ben-dee   ! results-missing
        report 1-2 2-0
        pair   3  ana-cho ben-dee   ! round-number
        pair   2  ana-cho ben-dee
        withdraw 1                  ! round-already-started
        withdraw 2
        withdraw 2                  ! round-not-paired
        round  2  ana-cho ben-dee
    """)


@pytest.mark.rule("TOP-4b")
def test_the_pairings_of_a_started_round_cannot_change() -> None:
    play("""
        register ana ben cho dee
        pair   1  ana-ben cho-dee
        pair   1  ana-cho ben-dee
        start  1
        pair   1  ana-ben cho-dee   ! round-already-started
        withdraw 1                  ! round-already-started
        report 1-1 2-0  1-2 2-0
        pair   1  ana-ben cho-dee   ! round-already-started
    """)


@pytest.mark.rule("TOP-4a")
def test_a_result_taken_back_holds_up_the_round_after_the_next_as_well() -> None:
    play(f"""
        {FOUR}
        round    2  ana-cho ben-dee
        report   2-1 2-0  2-2 2-0
        withdraw 1-1
        pair     3  ana-dee ben-cho     ! results-missing
        report   1-1 0-2
        pair     3  ana-dee ben-cho
    """)


@pytest.mark.rule("A-1")
def test_more_rounds_than_announced_need_an_official() -> None:
    play("""
        open
        announce 1
        register ana ben cho dee
        round    1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-0
        pair     2  ana-cho ben-dee     ! rounds-complete
        pair     2  ana-cho ben-dee     ~ rounds-complete
        withdraw 2
        rounds   2
        pair     2  ana-cho ben-dee
    """)


def test_swiss_is_over_once_the_cut_is_made() -> None:
    play(f"""
        {FOUR}
        cut masters ana cho
        pair 2  ana-cho ben-dee         ! rounds-complete
        masters-cut: pair 1 ana-cho     ! round-number
        masters-cut: round 2 ana-cho
    """)


@pytest.mark.rule("A-1")
def test_after_a_cut_that_was_withdrawn_swiss_goes_on() -> None:
    """TOM opens a save of before the cut and pairs another round; the cut comes after it."""
    t = play(f"{FOUR}\ncut masters ana cho").tournament
    round_2 = ev.RoundPaired(pool=Pool("masters"), round=2, pairings=(), tables=())
    assert [*rounds_complete(t, round_2)]
    t.apply(ev.CutMade(division=Division.MASTERS, pool=Pool("masters-cut"), seeds=()), t.seq)
    t.planned[None] = 2
    assert [*rounds_complete(t, round_2)] == []


@pytest.mark.rule("TOP-3.1g")
def test_everyone_still_in_is_seated_once() -> None:
    play("""
        register ana ben cho dee eva
        drop eva
        pair 1  ana-ben                     ! not-seated
        pair 1  ana-ben cho-dee bye:eva     ! not-due
        pair 1  ana-ben cho-eva             ! not-due
        pair 1  ana-ben ana-dee             ! seated-twice
        pair 1  ana-ana cho-dee             ! seated-twice
        pair 1  ana-ben cho-p9              ! player-unknown
        pair 1  ana-ben cho-dee at:4,4      ! table-twice
        pair 1  ana-ben cho-dee at:4        ! tables-count
        senior: pair 1 ana-ben cho-dee      ! pool-unknown
        pair 1  ana-ben cho-dee at:4,7
        reinstate eva
        start 1                             ! seats-changed
        pair 1  ana-ben cho-dee bye:eva
        start 1
    """)


@pytest.mark.rule("TOP-3.1f", "TOP-3.1c")
def test_an_odd_number_has_one_bye_and_nobody_a_second() -> None:
    play("""
        register ana ben cho dee eva
        pair     1  ana-ben bye:cho bye:dee bye:eva ! random-byes
        round    1  ana-ben cho-dee bye:eva
        report   1-1 2-0  1-2 2-0
        pair     2  ana-cho ben-dee bye:eva         ! second-bye
        pair     2  ana-cho ben-dee bye:eva         ~ second-bye
        drop     eva
        pair     2  ana-cho bye:ben bye:dee         ! random-byes
        pair     2  ana-cho ben-dee
    """)


@pytest.mark.rule("TOP-3.1f")
def test_nobody_has_a_random_bye_after_an_awarded_one() -> None:
    play("""
        register ana ben cho dee eva fay
        award fay 1
        award fay 1                                 ! bye-awarded-twice
        award p9 1                                  ! player-unknown
        pair   1  ana-ben cho-dee bye:eva bye:fay   ! awarded-bye-missing
        pair   1  ana-ben cho-dee eva-fay           ! awarded-bye-missing
        pair   1  ana-ben cho-dee awarded:eva awarded:fay   ! bye-not-awarded
        pair   1  ana-ben cho-dee bye:eva awarded:fay
        award  ana 1                                ! bye-award-too-late
        award  ana 2
        award  ben 3
        start  1
        report 1-1 2-0  1-2 2-0
        drop   dee
        pair   2  ben-cho eva-fay awarded:ana
        drop   ben
        pair   2  cho-eva bye:fay awarded:ana       ! second-bye
        pair   2  fay-eva bye:cho awarded:ana
    """)


@pytest.mark.rule("A-11")
def test_a_rematch_needs_an_official() -> None:
    play("""
        register ana ben
        round  1  ana-ben
        report 1-1 2-0
        pair   2  ben-ana   ! rematch
        pair   2  ben-ana   ~ rematch
        pair   2  ana-ben   ~ rematch
        start  2
    """)


def test_pairing_a_round_again_is_no_rematch() -> None:
    play("register ana ben; pair 1 ana-ben; pair 1 ben-ana; start 1")


def test_two_pods_do_not_play_at_the_same_table() -> None:
    play("""
        register ana ben
        senior cho dee
        pods masters senior                 ! pods-wrong
        pods masters senior                 ~ pods-wrong
        round 1 ana-ben at:3
        senior: pair 1 cho-dee at:3         ! table-in-play
        report 1-3 2-0
        senior: pair 1 cho-dee at:3
        senior: start 1
    """)


def chain_of(number: int, secret: int) -> ev.RoundPaired:
    """Return a drawn round 1 that calls itself draw `number` and reveals the n-th secret."""
    return ev.RoundPaired(
        pool=Pool("masters"),
        round=1,
        pairings=(Pairing(PlayerId("p1"), PlayerId("p2")),),
        tables=(1,),
        drawn=Drawn(draw="draw-1", number=number, secret=draws.secret(SEED, DRAWS, secret)),
    )


@pytest.mark.rule("LED-3")
def test_every_draw_reveals_the_next_secret_of_the_chain() -> None:
    desk = play("register ana ben\npods masters")
    for wrong in (chain_of(1, 2), chain_of(2, 1)):
        with pytest.raises(Refused) as caught:
            desk.post(wrong)
        assert [v.rule for v in caught.value.violations] == ["secret-wrong"]
    desk.post(chain_of(1, 1))
    with pytest.raises(Refused):
        desk.post(chain_of(1, 1))  # The same draw again: it would show the same secret twice.
    with pytest.raises(Refused) as caught:
        desk.post(chain_of(2, 2))
    assert [v.rule for v in caught.value.violations] == ["reason-missing"]
    desk.post(replace(chain_of(2, 2), reason="The first list was for another pod."))
    lost = ev.SecretCommitted(commitment=commitment("another chain"), reason="The laptop is lost.")
    desk.post(lost)
    with pytest.raises(Refused) as caught:
        desk.post(replace(chain_of(3, 3), reason="Once more."))
    assert [v.rule for v in caught.value.violations] == ["secret-wrong"]


@pytest.mark.parametrize("secret", ["A" * 43, "A" * 42 + "B", "_" * 43])
def test_a_secret_that_is_none_is_wrong_and_no_more(secret: str) -> None:
    desk = play("register ana ben\npods masters")
    drawn = Drawn(draw="draw-1", number=1, secret=secret)
    with pytest.raises(Refused) as caught:
        desk.post(replace(chain_of(1, 1), drawn=drawn))
    assert [v.rule for v in caught.value.violations] == ["secret-wrong"]


@pytest.mark.rule("LED-1")
def test_what_a_hand_decided_has_a_reason() -> None:
    desk = play("register ana ben\npods masters")
    by_hand = replace(chain_of(1, 1), drawn=None)
    with pytest.raises(Refused) as caught:
        desk.post(by_hand)
    assert [v.rule for v in caught.value.violations] == ["reason-missing"]
    desk.post(replace(by_hand, reason="The printer is down."))


@pytest.mark.rule("A-15")
def test_a_file_may_begin_a_smaller_bracket_later_and_a_desk_may_not() -> None:
    desk = play("""
        register ana ben
        round 1 ana-ben
        report 1-1 2-0
        cut masters ana ben
        masters-cut: pair 3 ana-ben ! round-number
    """)
    late = ev.RoundPaired(
        pool=Pool("masters-cut"),
        round=3,
        pairings=(Pairing(PlayerId("p1"), PlayerId("p2")),),
        tables=(1,),
        told=ImportedFrom(sha256="f" * 64),
    )
    tell(desk, late)
    assert list(desk.checks.review(desk.entries, desk.rules)) == []
