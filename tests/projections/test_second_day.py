"""The second day: who plays it, and that nobody else is moved by it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.tables import NamedTable, Row
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.cut import day_two
from roundbook.projections.cut.day_two import attendance, enough, qualified
from roundbook.projections.explain.place import explain_place
from roundbook.projections.reports.text.explanations import lines
from roundbook.projections.standings.standings import Standing, standings
from tests.scripts import MASTERS, happened, play
from tests.strategies import ELIMINATION, Event, dice

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
BETWEEN_TWO = replace(RULES, head_to_head="two")


@pytest.mark.rule("A-19")
@pytest.mark.parametrize(("rounds", "points"), [(9, 21), (8, 18), (3, 3), (2, 0), (1, 0)])
def test_x_2_0_is_so_many_match_points(rounds: int, points: int) -> None:
    assert enough(Tournament(), RULES, Division.MASTERS, rounds) == points


def after_swiss(chance: Random, rounds: int) -> Event:
    event = Event(chance, lambda _: None)
    event.begin()
    event.swiss(rounds)
    return event


@pytest.mark.rule("A-19")
@given(dice(), st.integers(1, 4), st.integers(1, 9))
def test_the_larger_of_two_sets_plays_on(chance: Random, rounds: int, highest: int) -> None:
    """Read as it is written: everyone with X-2-0 or better, or the N ranked highest."""
    t = after_swiss(chance, rounds).t
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(day_two, "HIGHEST", highest)
        for pool in t.latest:
            played = t.latest[pool]
            for division in t.pods[pool]:
                placed = [o for o in standings(t, RULES) if o.division == division]
                inside = [o for o in placed if o.place is not None and not o.dropped]
                better = {o.player for o in inside if o.match_points >= 3 * (played - 2)}
                ranked = {o.player for o in inside[:highest]}
                found = {one.player for one in qualified(t, RULES, division, pool, played)}
                assert better <= ranked or ranked <= better
                assert found == (better if len(better) > len(ranked) else ranked)


@given(dice(), st.integers(2, 4), st.integers(1, 9))
def test_a_row_with_match_points_lets_all_who_have_them_advance_and_nobody_else(
    chance: Random, rounds: int, points: int
) -> None:
    """The threshold of a row replaces both X-2-0 and the best 32 (SEASON 2027, Variant 5)."""
    row = Row(
        least=1, swiss=rounds, cut=0, day_two_rounds=2, day_two_points=min(points, 3 * rounds)
    )
    rules = replace(RULES, tables=(NamedTable(name="two-phase", rows=(row,)),))
    t = after_swiss(chance, rounds).t
    assert t.opened is not None
    t.opened = replace(t.opened, rounds_table="two-phase")
    for pool, played in t.latest.items():
        for division in t.pods[pool]:
            found = {one.player for one in qualified(t, rules, division, pool, played)}
            placed = [one for one in standings(t, rules) if one.division == division]
            inside = [one for one in placed if one.place is not None and not one.dropped]
            need = min(points, 3 * rounds)
            assert found == {one.player for one in inside if one.match_points >= need}


@pytest.mark.rule("A-20")
@given(dice(), st.integers(1, 4), st.integers(1, 6))
def test_whatever_happens_on_the_second_day_nobody_else_changes_place(
    chance: Random, rounds: int, size: int
) -> None:
    """Places and ties of those who stay are those of the first day, one after the other."""
    event = after_swiss(chance, rounds)
    t = event.t
    for pool, number in list(t.latest.items()):
        before = standings(t, RULES)
        taken = [
            one.player
            for division in t.pods[pool]
            for one in [o for o in before if o.division == division and o.place][:size]
            if not one.dropped
        ]
        if number == 0 or len(taken) < 2:
            continue
        event.post(ev.DayTwoMade(pool=pool, after=number, players=tuple(taken)))
        event.post(ev.RoundsSet(pool=pool, rounds=number + 1))
        paired = event.pairing(pool, number + 1)
        if paired is not None:
            event.post(paired)
            event.post(ev.RoundStarted(pool=pool, round=number + 1))
            event.report([pool], ELIMINATION)
        after = standings(t, RULES)
        for division in t.pods[pool]:
            assert stayed(after, division, taken) == stayed(before, division, taken)
            first = [one.player for one in after if one.division == division]
            on = [player for player in first if player in taken]
            assert first[: len(on)] == on


def stayed(
    placed: list[Standing], division: Division, taken: list[PlayerId]
) -> list[list[PlayerId]]:
    """Return those of a division who are not on the second day, by place."""
    found: dict[int, list[PlayerId]] = {}
    for one in placed:
        if one.division == division and one.place is not None and one.player not in taken:
            found.setdefault(one.place, []).append(one.player)
    return list(found.values())


@pytest.mark.rule("A-20", "A-21")
def test_two_of_three_level_players_are_not_parted_head_to_head_when_one_plays_on() -> None:
    """Three are level, so that p5's win over p4 decides nothing; p3, who plays on, was one."""
    told = happened("""
        crowd 6
        pods masters
        round 1 1>5 2=6 4>3
        round 2 1=6 4<5 2
        round 3 5?2 6?4 3>1
    """)
    order = ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert [one.player for one in standings(told.tournament, BETWEEN_TWO)] == order
    going_on = tuple(PlayerId(player) for player in order[:3])
    told.post(ev.DayTwoMade(pool=MASTERS, after=3, players=going_on))
    found = standings(told.tournament, BETWEEN_TWO)
    assert [one.player for one in found] == order
    assert [one.decided_by for one in found[3:]] == ["day-two", "last-opponent", "match-points"]
    play("rounds 4; round 4 1>2 3", told)
    assert [one.player for one in standings(told.tournament, BETWEEN_TWO)][3:] == order[3:]
    explained = explain_place(told.tournament, BETWEEN_TWO, PlayerId("p5"))
    assert explained.steps[0].decided_by == "last-opponent"
    assert explained.steps[0].mine.startswith("p4 (3 match points")
    [miss] = explained.misses
    assert (miss.what, miss.size, miss.last) == ("day two", 3, "p3")
    assert miss.step is not None
    assert miss.step.decided_by == "last-opponent"
    assert miss.step.theirs.startswith("p1 (4 match points")
    said = lines(explained, {})
    assert "Missed day two of 3 (masters); its last player in Swiss order is p3:" in said


@pytest.mark.rule("A-20")
def test_a_division_without_anybody_on_the_second_day_keeps_its_places() -> None:
    """Both Seniors lost; then the Master whom one of them had met wins on the second day."""
    told = happened("""
        register mia max
        senior sam sue
        pods senior-masters
        senior-masters: round 1 mia/sam max/sue
    """)
    names = {said: PlayerId(f"p{n}") for n, said in enumerate(["mia", "max", "sam", "sue"], 1)}

    def seniors() -> list[tuple[PlayerId, int | None]]:
        placed = standings(told.tournament, RULES)
        return [(one.player, one.place) for one in placed if one.division is Division.SENIOR]

    tied = [(names["sam"], 1), (names["sue"], 1)]
    assert seniors() == tied
    going_on = (names["mia"], names["max"])
    told.post(ev.DayTwoMade(pool=Pool("senior-masters"), after=1, players=going_on))
    play("senior-masters: rounds 2\nsenior-masters: round 2 1>2", told)
    assert seniors() == tied


def test_who_left_before_a_round_did_not_attend() -> None:
    t = play("register ana ben cho\ndrop cho\nround 1 ana-ben\ndrop ben").tournament
    assert attendance(t, RULES, Division.MASTERS) == 2
    assert attendance(Tournament(), RULES, Division.MASTERS) == 0


@pytest.mark.rule("TOP-3.3.5")
def test_rounds_of_the_second_day_are_those_that_were_set_and_no_more() -> None:
    play("""
        open
        announce 1
        register ana ben cho dee
        round 1 ana-ben cho-dee
        day-two 1 ana cho               ! day-two-too-early
        report 1-1 2-0 1-2 2-0
        day-two 2 ana cho               ! day-two-too-early
        day-two 1 ana ana               ! day-two-player
        day-two 1 ana                   ! day-two-player
        day-two 1 ana p9                ! player-unknown
        day-two 1 ana cho ben
        pair 2 ana-cho bye:ben          ! rounds-complete
        rounds 2
        pair 2 ana-cho ben-dee          ! not-due
        day-two 1 ana cho
        round 2 ana-cho
        day-two 1 ana cho ben           ! day-two-too-late
        report 2-1 2-0
        pair 3 ana-cho                  ! rounds-complete
    """)
