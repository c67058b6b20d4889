"""The clock of a round, reckoned from what the ledger says and from nothing else."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.match_time import Limit, Turns, turns_after_time
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.rounds.clock import building, clocks
from tests.scripts import new_desk, opening, play
from tests.strategies import tournaments

RULES = load("play-2017")
MASTERS = Pool("masters")
FOUR = """
    register ana ben cho dee
    pair 1 ana-ben cho-dee
"""


@pytest.mark.rule("TRF-7.1", "TRF-7.3")
def test_the_clock_starts_two_minutes_after_the_round_and_runs_as_announced() -> None:
    desk = play(FOUR)
    assert clocks(desk.entries, RULES) == []
    play_on = ev.RoundStarted(pool=MASTERS, round=1)
    start = desk.post(play_on)
    [one] = clocks(desk.entries, RULES)
    assert (one.pool, one.round, one.limit) == ("masters", 1, Limit(45, 3))
    assert one.started_at == start.at
    assert one.clock_at - start.at == timedelta(minutes=2)
    assert one.ends_at() == start.at + timedelta(minutes=47)
    assert one.left(start.at) == timedelta(minutes=45)
    assert one.left(start.at + timedelta(minutes=10)) == timedelta(minutes=37)
    assert one.left(start.at + timedelta(minutes=50)) == timedelta(minutes=-3)


@pytest.mark.rule("A-86")
@pytest.mark.parametrize(("said", "turns"), [(None, 0), (3, 3)])
def test_no_turns_follow_in_a_video_game_unless_they_were_announced(
    said: int | None, turns: int
) -> None:
    desk = new_desk()
    desk.post(opening(rounds_table="vg"))
    desk.post(ev.AnnouncementMade(rounds=1, minutes=20, extra_turns=said))
    assert turns_after_time(desk.tournament, RULES) == Turns(turns, None)


@pytest.mark.rule("TRF-7.1")
def test_a_clock_that_was_started_by_hand_starts_then() -> None:
    desk = play(FOUR)
    at = desk.entries[-1].at + timedelta(minutes=9)
    desk.post(ev.RoundStarted(pool=MASTERS, round=1, clock_at=at))
    [one] = clocks(desk.entries, RULES)
    assert one.clock_at == at
    assert one.ends_at() == at + timedelta(minutes=45)


@pytest.mark.rule("TRF-7.2")
@given(first=st.integers(1, 20), second=st.integers(1, 20), at=st.integers(0, 90))
def test_an_extension_is_for_its_match_alone(first: int, second: int, at: int) -> None:
    desk = play(f"{FOUR}\nstart 1\nextend 1-2 {first}\nextend 1-2 {second}")
    [one] = clocks(desk.entries, RULES)
    moment = one.clock_at + timedelta(minutes=at)
    extended, other = MatchId(MASTERS, 1, 2), MatchId(MASTERS, 1, 1)
    assert one.extensions == {extended: first + second}
    assert one.left(moment, other) == one.left(moment) == timedelta(minutes=45 - at)
    assert one.left(moment, extended) == timedelta(minutes=45 - at + first + second)


def test_a_match_that_is_over_has_no_time_left_to_show_and_a_complete_round_no_clock() -> None:
    desk = play(f"{FOUR}\nstart 1\nextend 1-2 5\nreport 1-2 2-0")
    [one] = clocks(desk.entries, RULES)
    assert (one.open, one.extensions) == ((MatchId(MASTERS, 1, 1),), {})
    play_out = ev.ResultReported(
        match=MatchId(MASTERS, 1, 1), result=desk.tournament.results[MatchId(MASTERS, 1, 2)]
    )
    desk.post(play_out)
    assert clocks(desk.entries, RULES) == []


def test_without_an_announced_time_nobody_knows_when_it_ends() -> None:
    desk = play("open vg; announce 3 untimed; register ana ben; round 1 ana-ben")
    [one] = clocks(desk.entries, RULES)
    assert (one.limit, one.ends_at(), one.left(one.clock_at)) == (None, None, None)


@pytest.mark.rule("TRF-7.1")
@given(tournaments(), st.data())
def test_of_any_moment_the_clocks_are_those_of_rounds_that_are_out(
    entries: list[Entry], data: st.DataObject
) -> None:
    seen = entries[: data.draw(st.integers(0, len(entries)))]
    for one in clocks(seen, RULES):
        starts = [
            entry
            for entry in seen
            for event in entry.events
            if isinstance(event, ev.RoundStarted)
            and (event.pool, event.round) == (one.pool, one.round)
        ]
        assert starts[-1].at == one.started_at
        assert one.open
        assert one.ends_at() == one.started_at + timedelta(minutes=47)


@pytest.mark.rule("TRF-11.2b")
def test_decks_are_built_for_thirty_minutes_until_a_round_starts() -> None:
    desk = play("open\nregister ana ben")
    assert building(desk.entries, desk.tournament) is None
    begun = desk.post(ev.BuildingStarted())
    one = building(desk.entries, desk.tournament)
    assert one is not None
    assert one.ends_at - begun.at == timedelta(minutes=30)
    again = desk.post(ev.BuildingStarted(reason="a fire alarm"))
    one = building(desk.entries, desk.tournament)
    assert one is not None
    assert one.started_at == again.at
    desk = play("""
        register ana ben
        event {"event":"building-started"}
        pair 1 ana-ben
    """)
    assert building(desk.entries, desk.tournament) is not None
    desk.post(ev.RoundStarted(pool=MASTERS, round=1))
    assert building(desk.entries, desk.tournament) is None


def test_a_clock_is_found_without_reading_the_ledger_from_its_beginning() -> None:
    """Every slip asks for the clocks of the rounds, also at an event of thousands."""
    desk = play(f"{FOUR}\nstart 1\nreport 1-2 2-0")
    start = max(n for n, entry in enumerate(desk.entries) if _starts_a_round(entry))

    class Read(list[Entry]):
        """Entries that are read from their end, and no further than the start of the round."""

        def __iter__(self) -> Iterator[Entry]:
            pytest.fail("the ledger was read from its beginning")

        def __reversed__(self) -> Iterator[Entry]:
            yield from self[-1 : start - 1 : -1]
            pytest.fail("the ledger was read to its beginning")

    [one] = clocks(Read(desk.entries), RULES, desk.tournament)
    assert one.started_at == desk.entries[start].at


def _starts_a_round(entry: Entry) -> bool:
    return any(isinstance(event, ev.RoundStarted) for event in entry.events)
