"""More time for a match, the start of the clock, the sheets of a round, and the staff."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.terms import MatchId, Pool
from tests.scripts import BEGIN, new_desk, play

pytestmark = pytest.mark.fast

MASTERS = Pool("masters")
WAITS = """
    register ana ben
    pair 1 ana-ben
"""


@pytest.mark.rule("TRF-7.2")
def test_a_match_has_more_time_only_while_it_is_played() -> None:
    play("""
        register ana ben
        extend 1-1 3                  ! match-unknown
        pair 1 ana-ben
        extend 1-1 3                  ! round-not-started
        start 1
        extend 1-2 3                  ! match-unknown
        extend 1-1 3 untold           ! extension-not-told
        extend 1-1 3
        report 1-1 2-0
        extend 1-1 3                  ! extension-too-late
        withdraw 1-1
        extend 1-1 2
    """)


@pytest.mark.rule("TRF-7.2")
def test_an_extension_that_was_a_mistake_is_replaced() -> None:
    desk = play("""
        register ana ben
        round 1 ana-ben
        extend 1-1 0                  ! extension-of-nothing
        extend 1-1 5 instead          ! extension-of-nothing
        extend 1-1 30
        extend 1-1 30                 ! extension-too-long
        extend 1-1 40 instead
        extend 1-1 5 instead untold   ! extension-not-told
        extend 1-1 5 instead
        extend 1-1 3
    """)
    match = MatchId(MASTERS, 1, 1)
    assert desk.tournament.extensions == {match: 8}
    desk.post(ev.TimeExtended(match=match, minutes=0, instead=True, informed_by="h1"))
    assert desk.tournament.extensions == {}


@pytest.mark.rule("TRF-7.2")
def test_an_extension_says_judge_table_minutes_and_time() -> None:
    desk = play("register ana ben; round 1 ana-ben; hand judge; extend 1-1 7")
    entry = desk.entries[-1]
    [event] = entry.events
    assert isinstance(event, ev.TimeExtended)
    assert (entry.hand.id, entry.hand.role) == ("h2", "judge")
    assert (event.match.table, event.minutes, event.informed_by) == (1, 7, "h1")
    assert entry.at.utcoffset() is not None


@pytest.mark.rule("TRF-7.2")
@given(st.lists(st.integers(1, 50), min_size=1, max_size=6))
def test_extensions_add_up_and_stay_shorter_than_the_match(minutes: list[int]) -> None:
    desk = play("register ana ben\nround 1 ana-ben")
    match, given_so_far = MatchId(MASTERS, 1, 1), 0
    for more in minutes:
        event = ev.TimeExtended(match=match, minutes=more, informed_by="h1")
        if given_so_far + more < 45:
            desk.post(event)
            given_so_far += more
        else:
            with pytest.raises(Refused) as caught:
                desk.post(event)
            assert caught.value.violations[0].rule == "extension-too-long"
        assert desk.tournament.extensions.get(match, 0) == given_so_far


def test_where_no_time_was_announced_nobody_can_say_what_is_too_long() -> None:
    play("open vg; announce 3 untimed; register ana ben; round 1 ana-ben; extend 1-1 200")


@pytest.mark.rule("TRF-7.1")
@pytest.mark.parametrize(
    ("seconds", "starts"), [(0, False), (119, False), (120, True), (900, True)]
)
def test_the_clock_waits_for_the_two_minutes_of_shuffling(seconds: int, starts: bool) -> None:
    desk = play(WAITS)
    desk._clock = lambda: BEGIN + timedelta(hours=1)
    at = BEGIN + timedelta(hours=1, seconds=seconds)
    event = ev.RoundStarted(pool=MASTERS, round=1, clock_at=at)
    if starts:
        desk.post(event)
        return
    with pytest.raises(Refused) as caught:
        desk.post(event)
    assert caught.value.violations[0].rule == "clock-too-early"


@pytest.mark.rule("TOP-4a", "TOP-4c")
def test_pairings_that_are_posted_and_slips_that_are_printed_are_kept_apart() -> None:
    desk = play(WAITS)

    def known() -> tuple[bool, bool]:
        one = desk.tournament.rounds[MASTERS, 1]
        return one.posted, one.slips

    assert known() == (False, False)
    desk.post(ev.RoundPosted(pool=MASTERS, round=1, sha256="a" * 64, sheet=ev.PostedSheet.SLIPS))
    assert known() == (False, True)
    desk.post(ev.RoundPosted(pool=MASTERS, round=1, sha256="b" * 64))
    assert known() == (True, True)


@pytest.mark.rule("TOP-4a")
def test_what_was_posted_of_a_round_is_out_of_date_once_it_is_repaired() -> None:
    desk = play("""
        register ana ben cho dee
        pair 1 ana-ben cho-dee
        post 1
        slips 1
        drop dee
        repair 1 ana-ben bye:cho
    """)
    one = desk.tournament.rounds[MASTERS, 1]
    assert (one.posted, one.slips) == (False, False)


@pytest.mark.rule("LED-1")
def test_somebody_is_named_to_a_role_once_and_may_have_several() -> None:
    desk = play("open")

    def name(role: str) -> None:
        desk.post(ev.StaffNamed(hand="h2", role=role, commitment="A" * 43))

    name("judge")
    name("scorekeeper")
    with pytest.raises(Refused) as caught:
        name("judge")
    assert caught.value.violations[0].rule == "staff-named-twice"
    assert desk.tournament.staff == {"h2": ("judge", "scorekeeper")}


def test_a_desk_that_extends_conflicts_with_one_that_reports_but_not_the_other_way() -> None:
    from roundbook.ledger.state.subjects import changed_by, match_thing, rests_on

    match = MatchId(MASTERS, 1, 1)
    extended = ev.TimeExtended(match=match, minutes=3, informed_by="h1")
    assert match_thing(match) in rests_on(extended)
    assert match_thing(match) not in changed_by(extended)
    assert new_desk().tournament.extensions == {}
