"""The race of places by round, and the slips of a round by minute: exact, and from the ledger."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.rounds.turn_in import turn_in
from roundbook.projections.standings.race import basis_of_races, races
from roundbook.projections.standings.shown import shown
from tests.scripts import MASTERS, play
from tests.strategies import tournaments

pytestmark = pytest.mark.fast

RULES = load("play-2017")
THREE = """
    register ana ben cho dee
    round 1  ana>ben cho>dee
    round 2  ana>cho ben>dee
    round 3  ana<dee ben<cho
"""
SIX = """
    crowd 6
    round 1  1>2 3>4 5>6
    round 2  1>3 5>2 4>6
"""
ANA, BEN, CHO, DEE = (PlayerId(f"p{number}") for number in (1, 2, 3, 4))


def places(t: Tournament, division: Division = Division.MASTERS) -> list[dict[PlayerId, int]]:
    """Return the places of everybody who has one, round by round."""
    return [
        {player: place for player, place in after.items() if place is not None}
        for after in races(t, RULES)[division].places
    ]


@pytest.mark.rule("A-92")
def test_a_race_has_the_places_that_the_standings_showed_after_each_round() -> None:
    desk = play(THREE)
    then = dict[int, dict[PlayerId, int]]()
    for until in range(1, len(desk.entries) + 1):
        t = Tournament.replay(desk.entries[:until])
        for division, race in races(t, RULES).items():
            own = (one for one in shown(t, RULES) if one.division == division)
            then[len(race.places)] = {one.player: one.place for one in own if one.place}
    assert [then[number] for number in (1, 2, 3)] == places(desk.tournament)
    assert then[1] != then[2]


def test_a_correction_moves_the_places_of_every_round_since() -> None:
    desk = play(f"{THREE}\ncorrect 3-1 2-0")
    assert [race[ANA] for race in places(desk.tournament)] == [1, 1, 1]
    assert [race[DEE] for race in places(desk.tournament)][:2] == [3, 4]


@pytest.mark.rule("A-20")
def test_a_day_two_lifts_nobody_in_the_rounds_before_it() -> None:
    """Who advanced is above the others from then on, not in the rounds when nobody had."""
    desk = play(THREE)
    before = places(desk.tournament)
    after = desk.tournament.copy()
    after.apply(ev.DayTwoMade(pool=Pool("masters"), after=3, players=(BEN, DEE)), 99)
    assert places(after) == before


@pytest.mark.rule("A-89")
def test_a_final_that_both_lost_moves_nobody_in_the_rounds_before_it() -> None:
    """Then nobody has first place in the bracket; after a Swiss round somebody does."""
    desk = play("""
        crowd 4
        pods masters
        round 1 1>2 3>4
        round 2 1>3 4>2
        cut masters 1 3 2 4
        masters-cut: round 3 1>4 3>2
        masters-cut: pair 4 1-3
        masters-cut: start 4
    """)
    before = places(desk.tournament)
    after = desk.tournament.copy()
    final = MatchId(Pool("masters-cut"), 4, after.rounds[Pool("masters-cut"), 4].tables[0])
    after.apply(ev.ResultReported(match=final, result=Result(verdict=Verdict.DOUBLE_LOSS)), 99)
    assert [one for one in shown(after, RULES) if one.place == 1] == []
    assert places(after) == before


def test_nobody_races_before_a_round_is_complete_or_in_single_elimination() -> None:
    assert races(play("register ana ben\npair 1 ana-ben\nstart 1").tournament, RULES) == {}
    assert races(play("unopened").tournament, RULES) == {}


@settings(max_examples=20)
@given(tournaments())
def test_races_change_only_with_their_basis(entries: list[Entry]) -> None:
    """A server may keep them: whatever moves a place is part of the basis."""
    tail = range(max(1, len(entries) - 4), len(entries) + 1)
    told = [(entries[:until], Tournament.replay(entries[:until])) for until in tail]
    for (some, t), (more, then) in pairwise(told):
        if basis_of_races(some, t) == basis_of_races(more, then):
            assert races(t, RULES) == races(then, RULES)


def test_a_slip_of_the_running_round_is_not_part_of_the_basis() -> None:
    started = play(f"{SIX}\nround 3 1-4 2-6 3-5")
    reported = play(f"{SIX}\nround 3 1-4 2-6 3-5\nreport 3-1 2-0")
    both = [basis_of_races(one.entries, one.tournament) for one in (started, reported)]
    assert both[0] == both[1] == basis_of_races(play(SIX).entries, play(SIX).tournament)
    complete = play(f"{SIX}\nround 3 1>4 2>6 3>5")
    assert basis_of_races(complete.entries, complete.tournament) != both[0]


FOUR = """
    crowd 8
    pair 1 1-2 3-4 5-6 7-8
"""


def test_the_turn_in_counts_slips_by_the_minute_of_the_clock() -> None:
    """The clock starts two minutes after the round; a slip before it is of the first minute."""
    desk = play(f"{FOUR}\nstart 1\nreport 1-1 2-0\nat 10:30\nreport 1-2 2-0 1-3 0-2")
    found = turn_in(desk.entries, desk.tournament, RULES, MASTERS, 1)
    assert found is not None
    start = next(e for e in desk.entries if any(isinstance(x, ev.RoundStarted) for x in e.events))
    late = int((desk.entries[-1].at - start.at).total_seconds()) // 60 - 2
    assert found.minutes == ((0, 1), (late, 2))
    assert [*found.so_far()][-1] == (late, 2, 3)
    assert (found.together, found.every, found.limit, found.in_time) == (3, 4, 45, 3)


def test_a_withdrawn_slip_counts_when_it_comes_again_and_a_correction_not_at_all() -> None:
    told = f"{FOUR}\nstart 1\nreport 1-1 2-0 1-2 2-0\nat 10:40\ncorrect 1-2 0-2"
    desk = play(told)
    before = turn_in(desk.entries, desk.tournament, RULES, MASTERS, 1)
    assert before is not None
    assert (before.together, before.minutes[-1][0] < 10) == (2, True)
    gone = play(f"{told}\nwithdraw 1-1")
    left = turn_in(gone.entries, gone.tournament, RULES, MASTERS, 1)
    assert left is not None
    assert left.together == 1
    again = play(f"{told}\nwithdraw 1-1\nreport 1-1 1-2")
    came = turn_in(again.entries, again.tournament, RULES, MASTERS, 1)
    assert came is not None
    assert (came.together, came.minutes[-1][0] > 20) == (2, True)


def test_without_a_start_or_a_slip_there_is_no_turn_in() -> None:
    for told in (FOUR, f"{FOUR}\nstart 1"):
        desk = play(told)
        assert turn_in(desk.entries, desk.tournament, RULES, MASTERS, 1) is None
