"""A posted round may be repaired until it starts, and must then be as lawful as any other."""

import pytest

from roundbook.ledger.terms import MatchId, Pool
from tests.scripts import play

pytestmark = pytest.mark.fast

POOL = Pool("masters")
WAITING = """
    register ana ben cho dee eva
    round    1  ana-ben cho-dee bye:eva
    report   1-1 2-0  1-2 2-0
    pair     2  ana-cho eva-ben bye:dee
"""


@pytest.mark.rule("TOP-4g", "TOP-4b")
def test_a_repaired_round_starts_and_cannot_be_repaired_any_more() -> None:
    play(f"""
        {WAITING}
        correct  1-2 0-2
        repair   2  ana-dee eva-ben bye:cho
        start    2
        repair   2  ana-cho eva-ben bye:dee     ! round-already-started
        report   2-1 2-0
    """)


@pytest.mark.rule("TOP-4g")
def test_or_the_round_is_started_as_it_is_and_the_next_pairing_is_right() -> None:
    desk = play(f"""
        {WAITING}
        correct  1-2 0-2
        start    2
        report   2-1 2-0  2-2 2-0
        pair     3  ana-eva cho-ben bye:dee     ~ second-bye
        start    3
    """)
    assert desk.tournament.rounds[POOL, 3].started


def test_only_a_paired_round_is_repaired() -> None:
    play("""
        register ana ben
        repair 1 ana-ben                        ! round-not-paired
        pair   1 ana-ben
        repair 2 ana-ben                        ! round-not-paired
    """)


@pytest.mark.rule("TOP-3.1.3b", "A-42")
def test_until_the_start_whoever_comes_is_added_and_from_then_on_waits() -> None:
    play(f"""
        {WAITING}
        late     fay 1
        start    2                              ! seats-changed
        repair   2  ana-cho eva-ben bye:dee     ! not-seated
        repair   2  ana-cho eva-ben dee-fay
        start    2
        late     gus 2
        repair   2  ana-cho eva-ben dee-fay bye:gus     ! round-already-started
        report   2-1 2-0  2-2 2-0  2-3 2-0
        pair     3  ana-eva cho-dee fay-ben     ! not-seated
        pair     3  ana-dee cho-ben fay-gus bye:eva     ! second-bye
        pair     3  ana-eva cho-ben gus-dee bye:fay
    """)


def test_a_repaired_round_is_as_lawful_as_a_paired_one() -> None:
    play(f"""
        {WAITING}
        drop     cho
        repair   2  ana-cho eva-ben bye:dee     ! not-due
        repair   2  ana-ana eva-ben bye:dee     ! seated-twice
        repair   2  ana-dee eva-ben at:1,1      ! table-twice
        repair   2  ana-dee eva-ben at:1        ! tables-count
        repair   2  ana-ben eva-dee             ! rematch
        repair   2  ana-dee bye:eva bye:ben     ! random-byes
        repair   2  ana-zoe eva-ben bye:dee     ! player-unknown
        repair   2  eva-ben ana-dee at:1,2      ! table-changed
        repair   2  ana-dee eva-ben
        repair   2  ana-dee eva-ben             ! nothing-repaired
    """)


def test_a_bye_is_given_by_a_repair_as_by_a_pairing() -> None:
    play(f"""
        {WAITING}
        drop     dee
        late     fay 1
        repair   2  ana-cho fay-ben bye:eva     ! second-bye
        repair   2  ana-cho eva-ben awarded:fay ! bye-not-awarded
        repair   2  ana-cho eva-ben bye:fay
    """)


@pytest.mark.rule("TOP-4a")
def test_no_round_is_repaired_while_an_earlier_one_lacks_a_result() -> None:
    play(f"""
        {WAITING}
        withdraw 1-1
        drop     dee
        repair   2  ana-cho eva-ben             ! results-missing
        report   1-1 2-0
        repair   2  ana-cho eva-ben
    """)


@pytest.mark.rule("TOP-4h")
def test_a_repair_locks_nothing_that_the_pairing_did_not() -> None:
    desk = play(f"{WAITING}; drop dee; repair 2 ana-cho eva-ben; correct 1-1 2-1")
    assert desk.tournament.ever_paired[POOL] == 2
    assert desk.tournament.latest[POOL] == 2


def test_the_matches_of_the_tables_as_posted_are_gone_and_it_is_to_be_posted_again() -> None:
    desk = play(f"""
        {WAITING}
        post     2
        drop     eva
        repair   2  ana-cho dee-ben at:1,7
        start    2
        report   2-2 2-0                        ! match-unknown
        report   2-7 2-0
    """)
    assert not desk.tournament.rounds[POOL, 2].posted
    assert MatchId(POOL, 2, 2) not in desk.tournament.matches


@pytest.mark.rule("LED-3")
def test_a_round_that_waits_is_drawn_again_for_a_reason_only() -> None:
    play("""
        register ana ben cho dee
        pair  1 ana-ben cho-dee
        event {"event":"round-paired","pool":"masters","round":1,"tables":[1,2],\
"pairings":[["p1","p3"],["p2","p4"]]}           ! reason-missing
        pair  1 ana-cho ben-dee
    """)
