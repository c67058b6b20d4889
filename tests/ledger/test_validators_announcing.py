"""What the players are told before round 1: enough for their event, and no match too short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.decks import Format
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.match_time import Limit, least
from roundbook.ledger.terms import Division, MatchFormat
from tests.scripts import new_desk, opening, play

pytestmark = pytest.mark.fast

LEAST = {
    # TRF §7.3 for the two kinds of single game and for three games; the pod sheet; the DCI's rules.
    ("play-2017", "bo1", "standard"): (30, 3),
    ("play-2017", "bo1", "sealed"): (20, 3),
    ("play-2017", "bo1", None): (20, 3),
    ("play-2017", "bo3", "standard"): (45, 3),
    ("play-2017", "bo3", "solomon-draft"): (45, 3),
    ("dci-pod", "bo3", "booster-draft"): (50, 5),
    ("dci-mtr", "bo3", None): (50, 5),
    ("dci-pod", "bo1", "sealed"): None,
}


@pytest.mark.rule("TRF-7.3", "A-34")
@pytest.mark.parametrize(("case", "minutes"), LEAST.items())
def test_the_least_time_of_a_match_is_that_of_the_edition(
    case: tuple[str, str, str | None], minutes: tuple[int, int] | None
) -> None:
    edition, games, cards = case
    opened = opening(
        edition, match_format=MatchFormat(games), format=Format(cards) if cards else None
    )
    found = least(opened, load(edition))
    assert found == (Limit(*minutes) if minutes else None)


def test_of_the_time_of_a_video_game_the_rules_of_the_card_game_say_nothing() -> None:
    assert least(opening(rounds_table="vg"), load("play-2017")) is None


@pytest.mark.rule("TRF-7.3", "A-34")
@given(
    edition=st.sampled_from(["play-2017", "tom", "dci-pod"]),
    minutes=st.integers(1, 120),
    turns=st.none() | st.integers(0, 9),
)
def test_an_announced_time_is_refused_exactly_where_it_is_too_short(
    edition: str, minutes: int, turns: int | None
) -> None:
    desk = new_desk()
    desk.post(opening(edition))
    shortest, after = (50, 5) if edition == "dci-pod" else (45, 3)
    event = ev.AnnouncementMade(rounds=3, minutes=minutes, extra_turns=turns)
    if minutes >= shortest and (turns is None or turns >= after):
        desk.post(event)
        assert desk.tournament.announcement == event
        return
    with pytest.raises(Refused) as caught:
        desk.post(event)
    assert caught.value.violations[0].rule == "time-too-short"


@pytest.mark.rule("TOP-2b", "TRF-7.3")
def test_round_1_waits_for_the_time_of_a_match() -> None:
    play("""
        open
        announce 3 untimed
        register ana ben
        pair 1 ana-ben
        start 1                            ! announcement-incomplete
        announce 3 time:60
        start 1
    """)


def test_an_official_may_start_without_the_time() -> None:
    play("""
        open
        announce 3 untimed
        register ana ben
        pair 1 ana-ben
        start 1                            ~ announcement-incomplete
    """)


def test_where_no_edition_has_a_least_time_none_has_to_be_announced() -> None:
    play("open vg; announce 3 untimed; register ana ben; round 1 ana-ben")


@pytest.mark.rule("TRF-11.2a", "TOP-2b")
@pytest.mark.parametrize(
    ("energy", "ahead", "starts"),
    [
        (None, True, False),
        (None, False, False),
        (True, False, True),
        (True, True, True),
        (False, True, True),
    ],
)
def test_in_limited_basic_energy_is_announced_before_the_date_and_at_the_event(
    energy: bool | None, ahead: bool, starts: bool
) -> None:
    desk = play("open sealed; register ana ben; pair 1 ana-ben")
    desk.post(
        ev.AnnouncementMade(
            rounds=3,
            cut={Division.MASTERS: 0},
            prizes=0,
            minutes=45,
            basic_energy=energy,
            energy_told_ahead=ahead,
        )
    )
    begin = ev.RoundStarted(pool=next(iter(desk.tournament.pods)), round=1)
    if starts:
        desk.post(begin)
        return
    with pytest.raises(Refused) as caught:
        desk.post(begin)
    assert caught.value.violations[0].rule == "announcement-incomplete"
    assert "basic Energy" in caught.value.message


def test_in_constructed_nobody_has_to_speak_of_basic_energy() -> None:
    play("open standard; announce 3; register ana ben; round 1 ana-ben")


@pytest.mark.rule("TRF-11a")
@given(format_=st.sampled_from(Format), sanction=st.sampled_from([None, "18-03-000123"]))
def test_a_fun_format_is_never_sanctioned(format_: Format, sanction: str | None) -> None:
    desk = new_desk()
    begin = replace(opening(), format=format_, sanction=sanction)
    if sanction is None or not format_.value.startswith(("30-card", "2-on-2", "team")):
        desk.post(begin)
        return
    with pytest.raises(Refused) as caught:
        desk.post(begin)
    assert caught.value.violations[0].rule == "format-unsanctioned"
