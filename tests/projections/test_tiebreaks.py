"""The worked examples of the rules, and the steps that decide one place."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.reference.library import entries
from roundbook.ledger.rulesets.released import EDITIONS, load
from roundbook.ledger.terms import Bye, MatchId, Pairing, PlayerId, Result, Verdict
from roundbook.projections.explain.other_editions import compare_editions, other_reading
from roundbook.projections.explain.place import explain_place
from roundbook.projections.standings.percentages import Span, basis, percent, share
from roundbook.projections.standings.records import PlayedRound, Scored, record_of, records
from roundbook.projections.standings.standings import (
    Standing,
    as_shown,
    first_day,
    overall,
    standings,
)
from roundbook.projections.standings.tiebreaks import TiebreakLine, among_all
from tests.scripts import MASTERS, happened, play, player

pytestmark = pytest.mark.fast

PLAY = ("play-2017", "tom", "top-2017-literal")


def places(told: Desk, edition: str = "play-2017") -> dict[str, tuple[int | None, str | None]]:
    """Return who stands where, and by which clause."""
    return {
        one.player: (one.place, one.decided_by) for one in standings(told.tournament, load(edition))
    }


def line(told: Desk, number: int, edition: str = "play-2017") -> Standing:
    found = standings(told.tournament, load(edition))
    return next(one for one in found if one.player == player(number))


@pytest.mark.rule("T2", "GTB-4")
@pytest.mark.parametrize("edition", PLAY)
@pytest.mark.parametrize(
    ("results", "dropped", "counts"),
    [
        (">>><<", None, Fraction(3, 5)),
        ("<<<<<", None, Fraction(1, 4)),
        ("<", 1, Fraction(1, 4)),
        (">", 1, Fraction(3, 4)),
    ],
)
def test_the_four_worked_cases_of_the_win_percentage(
    edition: str, results: str, dropped: int | None, counts: Fraction
) -> None:
    told = happened("crowd 6; rounds 5")
    for number, result in enumerate(results, start=1):
        play(f"round {number} 1{result}{number + 1}", told)
    if dropped:
        play(f"drop 1 {dropped}", told)
    b = basis(told.tournament, load(edition))
    assert share(b, player(1), Span()) == counts


@pytest.mark.rule("A-60", "A-9")
@pytest.mark.parametrize("edition", PLAY)
def test_who_came_back_is_neither_capped_nor_frozen(edition: str) -> None:
    """Four wins, and the second round missed, are four fifths: the cap would be three quarters."""
    told = happened("""
        crowd 6; rounds 5
        round 1 1>2; drop 1 1; round 2 3>4; reinstate 1 2
        round 3 1>3; round 4 1>4; round 5 1>5
    """)
    b = basis(told.tournament, load(edition))
    assert str(b.table[player(1)]) == "4-1-0"
    assert share(b, player(1), Span()) == Fraction(4, 5)


@pytest.mark.rule("TOP-3.1a", "GTB-3", "A-4")
@pytest.mark.parametrize(
    ("results", "points", "counts"),
    [
        (">>>", 9, Fraction(1)),
        (">>=", 7, Fraction(5, 6)),
        (">==", 5, Fraction(2, 3)),
        ("===", 3, Fraction(1, 2)),
        ("==<", 2, Fraction(1, 3)),
        ("><<", 3, Fraction(1, 3)),
    ],
)
def test_a_win_is_three_points_and_one_a_tie_one_point_and_a_half(
    results: str, points: int, counts: Fraction
) -> None:
    told = happened("crowd 4; rounds 3")
    for number, result in enumerate(results, start=1):
        play(f"round {number} 1{result}{number + 1}", told)
    assert line(told, 1).match_points == points
    assert share(basis(told.tournament, load("play-2017")), player(1), Span()) == counts


@pytest.mark.rule("GTB-5", "A-6")
@pytest.mark.parametrize(
    ("edition", "counts"), [("play-2017", Fraction(1, 3)), ("top-2017-literal", Fraction(1, 4))]
)
def test_one_win_in_three_rounds_played_of_six_is_a_third(edition: str, counts: Fraction) -> None:
    told = happened("crowd 12; rounds 6; round 1 1>2; round 2 1<3; round 3 1<4")
    assert share(basis(told.tournament, load(edition)), player(1), Span()) == counts


@pytest.mark.rule("GTB-7", "A-3")
def test_three_and_two_with_a_bye_is_two_and_two() -> None:
    told = happened("crowd 5; round 1 1")
    for number, result in enumerate("><><", start=2):
        play(f"round {number} 1{result}{number}", told)
    found = line(told, 1)
    assert (found.match_points, found.record) == (9, "3-2-0")
    b = basis(told.tournament, load("play-2017"))
    assert share(b, player(1), Span()) == Fraction(1, 2)


@pytest.mark.rule("GTB-7", "A-3", "A-53")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bye_counts_in_a_win_rate_as_the_look_up_says(edition: str) -> None:
    """After a bye, a win and a loss: a half without the bye, and more or less where it counts."""
    [said] = next(one for one in entries() if one.cite == "A-3").points
    plain, _, others = said.partition("Other readings: ")
    assert "neither a win nor a round" in plain
    both, as_round = others.replace(",", "").split("; under ")
    told = happened("crowd 5; rounds 3; round 1 1; round 2 1>2; round 3 1<3").tournament
    counts = share(basis(told, load(edition)), player(1), Span())
    as_said = Fraction(2, 3) if edition in both.split() else Fraction(1, 2)
    assert counts == (Fraction(1, 3) if as_round.startswith(edition) else as_said)
    awarded = happened(
        "crowd 5; rounds 3; round 1 2>4 3>5 awarded:1; round 2 1>2; round 3 1<3"
    ).tournament
    is_tom = edition.startswith("tom")
    given = share(basis(awarded, load(edition)), player(1), Span())
    assert given == (Fraction(2, 3) if is_tom else counts)


@pytest.mark.rule("GTB-8", "T2")
@pytest.mark.parametrize("edition", ["play-2017", "tom"])
def test_the_golden_example_of_the_guide_is_149_of_300(edition: str) -> None:
    """Opponents with 50, 33.33, 20 (which counts 25), 80 and 60 %."""
    told = happened("""
        crowd 40
        rounds 9
        round 1 1>2 3<7 4<9 4<10 4<11 5>12 5>13 5>14 6>15
        round 2 1>3 2>16 4>17 5>18 6>19
        round 3 1>4 3>20 6>21
        round 4 1>5 6<22
        round 5 1>6
    """)
    found = line(told, 1, edition)
    assert found.op_win == Fraction(149, 300)
    assert percent(found.op_win) == "49.67"


@pytest.mark.rule("POD-14", "POD-10", "POD-11", "POD-12", "POD-13", "A-35", "A-36")
def test_the_golden_example_of_the_pod_sheet() -> None:
    """Three players on 6 points: D by the opponents' match wins, M before B by games."""
    told = happened("open dci-pod; crowd 8")
    d, m, b, x = 1, 2, 3, 4
    play(
        """
        round 1 1>2:2-1 3>5:2-0 4>6:2-0 7>8:2-1
        round 2 1>3:2-1 4>7:2-0 2>5:2-0 6>8:2-1
        round 3 4>1:2-1 3>7:2-1 2>6:2-0 5>8:2-0
    """,
        told,
    )
    found = standings(told.tournament, load("dci-pod"))
    assert [one.player for one in found[:4]] == [player(x), player(d), player(m), player(b)]
    assert [one.match_points for one in found[:4]] == [9, 6, 6, 6]
    assert [one.op_win * 9 for one in found[1:4]] == [7, 4, 4]
    assert [found[2].game_win, found[3].game_win] == [Fraction(15, 21), Fraction(15, 24)]
    assert [one.decided_by for one in found[:4]] == [
        "match-points",
        "match-points",
        "op-win",
        "game-win",
    ]


@pytest.mark.rule("A-23", "T5")
def test_two_players_who_tied_their_only_match_share_the_place_until_a_lot_is_drawn() -> None:
    told = happened("crowd 2; round 1 1=2")
    assert places(told) == {"p1": (1, None), "p2": (1, None)}
    assert places(told, "tom") == {"p1": (1, "file-order"), "p2": (2, "file-order")}
    play("lots masters 2 1", told)
    assert places(told) == {"p2": (1, "lot"), "p1": (2, "lot")}


@pytest.mark.rule("A-23", "T5", "A-22")
def test_two_players_who_beat_the_same_last_opponent_share_the_place() -> None:
    told = happened("crowd 3; round 1 1>3 2; round 2 2>3 1")
    assert places(told) == {
        "p1": (1, "match-points"),
        "p2": (1, "match-points"),
        "p3": (3, "match-points"),
    }


def test_a_lot_that_leaves_somebody_out_orders_nobody() -> None:
    told = happened("crowd 3; lots masters 2 1")
    assert {place for place, _ in places(told).values()} == {1}


@pytest.mark.rule("GTB-12", "A-21", "A-23", "GTB-10")
def test_a_cycle_of_three_is_not_decided_head_to_head() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1: the last opponents decide, then the pair that remains."""
    told = happened("crowd 3; round 1 1>2 3; round 2 2>3 1; round 3 3>1 2")
    assert places(told) == {
        "p1": (1, "head-to-head"),
        "p2": (2, "head-to-head"),
        "p3": (3, "last-opponent"),
    }


@pytest.mark.rule("T4", "A-21", "GTB-10")
def test_of_exactly_two_who_are_level_the_winner_of_their_match_is_higher() -> None:
    told = happened("crowd 4; round 1 2>1 3>4; round 2 1>4 3>2; round 3 1>3 2>4")
    found = {one.player: one for one in standings(told.tournament, load("play-2017"))}
    level = [one for one in found.values() if one.match_points == 6]
    assert {(one.op_win, one.op_op_win) for one in level} == {(level[0].op_win, level[0].op_op_win)}
    assert len(level) == 3  # A cycle again, until player 3 is disqualified and has no place.
    play("disqualify 3 3", told)
    assert [(p, w) for p, w in places(told).items() if w[0] in {1, 2}] == [
        ("p2", (1, "head-to-head")),
        ("p1", (2, "head-to-head")),
    ]


@pytest.mark.rule("A-47", "A-21")
def test_two_matches_that_went_both_ways_decide_nothing() -> None:
    told = happened("crowd 2; round 1 1>2; round 2 1<2")
    assert places(told) == {"p1": (1, None), "p2": (1, None)}
    assert line(told, 1).op_win == Fraction(1, 2)
    assert records(told.tournament, load("play-2017"))[player(1)].opponents == (player(2),) * 2


@pytest.mark.rule("T5", "A-22", "GTB-11")
def test_whose_last_swiss_opponent_stands_higher_is_higher_and_a_bye_is_no_opponent() -> None:
    """1 and 2 beat the same two players, in the other order; then 3 beat 4."""
    told = happened("crowd 4; round 1 1>3 2>4; round 2 1>4 2>3")
    assert places(told)["p1"][0] == places(told)["p2"][0] == 1
    play("round 3 3>4 1 2", told)
    found = records(told.tournament, load("play-2017"))
    assert (found[player(1)].last_opponent, found[player(2)].last_opponent) == ("p4", "p3")
    assert places(told) == {
        "p2": (1, "last-opponent"),
        "p1": (2, "last-opponent"),
        "p3": (3, "match-points"),
        "p4": (4, "match-points"),
    }


@pytest.mark.rule("A-20")
def test_the_second_day_does_not_move_the_places_of_the_first() -> None:
    """3 and 4 lost to 1 and 2, who meet on the second day: what happens there is not theirs."""
    told = happened("crowd 4; round 1 1>3 2>4")
    play("day-two 1 1 2; round 2 2>1; drop 1 2", told)
    found = places(told)
    assert (found["p3"], found["p4"]) == ((3, "day-two"), (3, "day-two"))


@pytest.mark.rule("T1", "GTB-1", "A-45", "TOP-3.1.3a")
def test_a_late_player_is_below_those_on_time_of_the_same_points() -> None:
    told = happened("crowd 3; round 1 1>2 3")
    play("late 4 1; round 2 4>3 1>2", told)
    found = places(told)
    assert line(told, 4).record == "1-1-0"
    assert found["p4"] == (3, "late")
    play("untag 4", told)
    assert places(told)["p4"] != (3, "late")


@pytest.mark.rule("A-51", "TOP-3.1.3a")
def test_a_forced_loss_is_a_round_lost_without_an_opponent() -> None:
    told, late = happened("crowd 2; round 1 1>2; late 3 1; round 2 3>1 2"), player(3)
    record = records(told.tournament, load("play-2017"))[late]
    assert (record.wins, record.losses, len(record.rounds)) == (1, 1, 2)
    assert record.opponents == (player(1),)
    b = basis(told.tournament, load("play-2017"))
    assert share(b, late, Span()) == Fraction(1, 2)


@pytest.mark.rule("A-51")
def test_a_double_loss_is_a_loss_for_both_and_they_have_met() -> None:
    told = happened("crowd 2; round 1 1/2")
    found = records(told.tournament, load("play-2017"))
    assert [(r.losses, r.match_points, r.opponents) for r in found.values()] == [
        (1, 0, (player(2),)),
        (1, 0, (player(1),)),
    ]


def test_an_unplayed_match_is_neither_a_round_nor_an_opponent() -> None:
    told = happened("crowd 2; round 1 1?2")
    record = records(told.tournament, load("tom"))[player(1)]
    assert (str(record), record.opponents, record.match_points) == ("0-0-0", (), 0)
    counted = records(told.tournament, load("tom"), count_unplayed=True)[player(1)]
    assert (str(counted), counted.opponents) == ("0-0-0", (player(2),))


@pytest.mark.rule("TOP-4a")
def test_a_bye_counts_once_its_round_is_under_way() -> None:
    told = happened("crowd 3; round 1 1>2 3")
    t = told.tournament
    t.apply(
        ev.RoundPaired(pool=MASTERS, round=2, pairings=(), tables=(), byes=(Bye(player(2)),)), 9
    )
    assert records(t, load("tom"))[player(2)].match_points == 0
    t.apply(ev.RoundStarted(pool=MASTERS, round=2), 10)
    assert records(t, load("tom"))[player(2)].match_points == 3


@pytest.mark.rule("A-9", "A-46")
def test_the_figures_of_a_dropped_player_are_frozen_by_tom_alone() -> None:
    told = happened("crowd 3; rounds 3; round 1 2>1 3; drop 1 1; round 2 3>2")
    assert line(told, 1, "tom").op_win == 1
    assert line(told, 1, "play-2017").op_win == Fraction(1, 2)


@pytest.mark.rule("A-46")
@pytest.mark.parametrize(("edition", "op_win"), [("play-2017", Fraction(1, 4)), ("tom", 0)])
def test_a_player_with_a_bye_and_no_opponent(edition: str, op_win: Fraction) -> None:
    told = happened("crowd 3; round 1 1>2 3; drop 3 1")
    assert line(told, 3, edition).op_win == op_win


@pytest.mark.rule("A-8")
def test_a_disqualified_player_has_no_place_and_still_counts_for_opponents() -> None:
    told = happened("crowd 3; round 1 1>2 3; round 2 1>3 2; disqualify 1 2")
    found = places(told)
    assert found["p1"] == (None, "disqualified")
    assert (line(told, 1).disqualified, line(told, 1).dropped) == (True, False)
    assert sorted(place for place, _ in found.values() if place) == [1, 1]
    assert line(told, 2).op_win == 1


@pytest.mark.rule("A-7")
def test_somebody_who_left_before_the_first_round_is_last() -> None:
    told = happened("crowd 3; drop 1 0; round 1 2=3; round 2 2>3; drop 3 2")
    assert places(told)["p1"][0] == 3


@pytest.mark.rule("TOP-3.1.2c", "A-21")
def test_the_overall_list_keeps_each_division_and_puts_masters_first_where_level() -> None:
    told = happened("crowd 2; junior 3 4; senior 5 6; round 1 3>1 2>5 6>4")
    found = overall(told.tournament, load("play-2017"))
    assert [(one.player, one.place, one.decided_by) for one in found] == [
        ("p2", 1, "division"),
        ("p6", 2, "division"),
        ("p3", 3, "division"),
        ("p1", 4, "match-points"),
        ("p5", 5, "division"),
        ("p4", 6, "division"),
    ]
    own = {one.player: one.place for one in standings(told.tournament, load("play-2017"))}
    assert own == {"p2": 1, "p1": 2, "p6": 1, "p5": 2, "p3": 1, "p4": 2}


@pytest.mark.rule("A-20")
@pytest.mark.parametrize(("edition", "op_win"), [("tom", 1), ("play-2017", Fraction(5, 8))])
def test_percentages_of_the_second_day(edition: str, op_win: Fraction) -> None:
    told = happened("crowd 4; round 1 1>3 2>4; day-two 1 1 2; round 2 2>1")
    found = standings(told.tournament, load(edition))
    assert [one.player for one in found[:2]] == [player(2), player(1)]
    assert found[1].op_win == op_win
    assert [one.decided_by for one in found[:3]] == ["match-points", "match-points", "day-two"]
    assert {one.op_win for one in found[2:]} == {1}, "who is out keeps the figures of the first day"


@pytest.mark.rule("T2")
def test_printed_percentages_round_half_up_as_people_recompute_them() -> None:
    rates = [Fraction(1, 3), Fraction(149, 300), Fraction(1), Fraction(12345, 10**6)]
    assert [percent(rate) for rate in rates] == ["33.33", "49.67", "100.00", "1.23"]
    assert [percent(Fraction(1, 32)), percent(Fraction(17, 32))] == ["3.13", "53.13"]
    assert percent(Fraction(5, 10**5)) == "0.01"
    assert percent(Fraction(15, 10**5)) == "0.02"


def two_days() -> Desk:
    """1 and 2 play the second day; 3 left at the end of the first without having lost."""
    return happened("""
        crowd 5
        rounds 2
        round 1 1>5 3>4 2
        drop 3 1
        day-two 1 1 2
        round 2 2>1
        drop 1 2
    """)


@pytest.mark.rule("A-20", "GTB-4")
def test_who_leaves_after_the_last_round_of_the_first_day_did_not_leave_early() -> None:
    for edition in ("tom", "play-2017"):
        assert line(two_days(), 4, edition).op_win == 1


@pytest.mark.rule("A-73", "T2")
@pytest.mark.parametrize("edition", ["play-2017", "tom"])
def test_a_drop_after_the_last_swiss_round_moves_no_place(edition: str) -> None:
    """p1 won all three rounds that were announced, and so completed the event."""
    told = happened(f"open {edition}; crowd 4; rounds 3; {THREE_ROUNDS}")
    before = standings(told.tournament, load(edition))
    for number in (1, 4):
        play(f"drop {number}", told)
    after = standings(told.tournament, load(edition))
    assert [replace(one, dropped=False) for one in after] == before
    told.post(ev.TournamentClosed())
    assert standings(told.tournament, load(edition)) == after


@pytest.mark.rule("A-73", "T2")
def test_to_the_letter_an_event_with_a_cut_is_completed_by_its_cut() -> None:
    """So a drop between Swiss and the cut is capped, and one in pure Swiss is not."""
    for cut, counts in (("", Fraction(1)), (" masters=2", Fraction(3, 4))):
        opening = f"open top-2017-literal; announce 3{cut}; crowd 4; {THREE_ROUNDS}; drop 1"
        t = happened(opening).tournament
        assert share(basis(t, load("top-2017-literal")), player(1), Span()) == counts


@pytest.mark.rule("A-73", "T2")
@pytest.mark.parametrize("edition", ["play-2017", "tom", "top-2017-literal"])
def test_a_drop_before_the_last_swiss_round_is_capped(edition: str) -> None:
    """p5 to p8 could play a fourth round among themselves, and against p2 to p4."""
    told = happened(f"open {edition}; crowd 8; rounds 4; {THREE_ROUNDS}; drop 1")
    assert share(basis(told.tournament, load(edition)), player(1), Span()) == Fraction(3, 4)


@pytest.mark.rule("A-73", "A-78", "T2")
@pytest.mark.parametrize("edition", ["play-2017", "tom"])
def test_whoever_plays_until_no_round_is_legal_has_completed_the_event(edition: str) -> None:
    """Four were announced, but all four players have met after three: nothing moves any more."""
    told = happened(f"open {edition}; crowd 4; rounds 4; {THREE_ROUNDS}")
    before = standings(told.tournament, load(edition))
    play("drop 1", told)
    after = standings(told.tournament, load(edition))
    assert [replace(one, dropped=False) for one in after] == before
    told.post(ev.TournamentClosed())
    assert standings(told.tournament, load(edition)) == after


THREE_ROUNDS = "round 1 1>2 3>4; round 2 1>3 2>4; round 3 1>4 2>3"


@pytest.mark.rule("A-20")
def test_seen_from_the_first_day_the_rounds_of_the_tournament_are_those_of_the_first_day() -> None:
    assert line(two_days(), 5, "top-2017-literal").op_win == 1


@pytest.mark.rule("A-20")
@pytest.mark.parametrize("edition", PLAY)
def test_the_first_day_is_a_tournament_of_its_own(edition: str) -> None:
    alone = happened("crowd 5; rounds 1; round 1 1>5 3>4 2; drop 3 1")
    rules = load(edition)
    assert standings(first_day(two_days().tournament), rules) == standings(alone.tournament, rules)


@pytest.mark.rule("A-20", "A-73", "T2")
def test_to_the_letter_whoever_leaves_after_the_first_day_leaves_before_the_cut() -> None:
    """p1 won all rounds of that day and counts 3/4 for p4; p2 won two of three, and p3 one."""
    opening = f"open top-2017-literal; announce 3 masters=2; crowd 4; {THREE_ROUNDS}"
    told = happened(f"{opening}; drop 1; day-two 3 2 3")
    counted = (Fraction(3, 4), Fraction(2, 3), Fraction(1, 3))
    assert line(told, 4, "top-2017-literal").op_win == sum(counted) / 3


@pytest.mark.rule("A-36", "A-38")
@pytest.mark.parametrize(
    ("edition", "counts", "games"),
    [("dci-mtr", Fraction(1, 2), (2, 2)), ("dci-pod", Fraction(1, 3), (0, 2))],
)
def test_a_bye_in_the_two_readings_of_the_dci(
    edition: str, counts: Fraction, games: tuple[int, int]
) -> None:
    """A bye and a loss: half of the points possible, or nothing of them and the floor."""
    told = happened(f"open {edition}; crowd 3; round 1 1>2:2-0 3; round 2 1>3:2-0 2")
    t = told.tournament
    assert share(basis(t, load(edition)), player(3), Span()) == counts
    assert records(t, load(edition))[player(3)].games[:2] == games
    assert line(told, 1, edition).op_win == counts
    assert line(told, 1, edition).match_points == 6


def test_a_round_in_which_a_late_player_was_seated_is_not_lost_as_well() -> None:
    told = happened("crowd 2; round 1 1>2; late 3 2; round 2 3>1 2")
    record = records(told.tournament, load("tom"))[player(3)]
    assert (record.wins, record.losses, [part.round for part in record.rounds]) == (1, 1, [1, 2])


def test_a_bye_counts_once_a_result_of_its_round_is_in() -> None:
    told = happened("crowd 3")
    t = told.tournament
    pairings = (Pairing(player(1), player(2)),)
    byes = (Bye(player(3)),)
    t.apply(ev.RoundPaired(pool=MASTERS, round=1, pairings=pairings, tables=(1,), byes=byes), 9)
    assert records(t, load("tom"))[player(3)].match_points == 0
    result = Result(verdict=Verdict.TIE)
    t.apply(ev.ResultReported(match=MatchId(MASTERS, 1, 1), result=result), 10)
    assert records(t, load("tom"))[player(3)].match_points == 3


@pytest.mark.rule("A-21", "A-23")
def test_level_players_of_one_division_share_their_place_in_the_overall_list() -> None:
    told = happened("crowd 2; senior 3; round 1 1=2 3")
    found = overall(told.tournament, load("play-2017"))
    assert [(one.player, one.place) for one in found] == [("p3", 1), ("p1", 2), ("p2", 2)]
    assert [one.decided_by for one in found] == ["match-points"] * 3


@pytest.mark.rule("TOP-4a")
def test_places_begin_with_the_first_result_where_a_division_plays() -> None:
    told = happened("register a b c; senior d e; junior f; pods masters senior-junior")

    def placed(*, as_one: bool = False) -> set[str]:
        """Return who has a place; nothing has decided it for anybody else."""
        t, rules = told.tournament, load("tom")
        every = (overall if as_one else standings)(t, rules)
        found = as_shown(t, every, as_one=as_one)
        assert [one.player for one in found] == [one.player for one in every]
        assert all(one.decided_by is None for one in found if one.place is None)
        return {one.player for one in found if one.place}

    play("round 1 1-2 3; senior-junior: round 1 4-5 6", told)
    assert placed() == placed(as_one=True) == set(), "the byes have started, and no match is over"
    play("report 1-1 2-0", told)
    assert placed() == {"p1", "p2", "p3"}
    assert len(placed(as_one=True)) == 6, "one list of all begins as a whole"
    play("senior-junior: report 1-1 2-0", told)
    assert len(placed()) == 6, "the only Junior has a bye in a round with a result"


def test_a_closed_tournament_has_places_even_without_a_result() -> None:
    t = happened("register a b; close").tournament
    assert all(one.place for one in as_shown(t, standings(t, load("tom"))))


@pytest.mark.rule("TOP-3.1.2c", "A-7")
def test_who_left_without_a_round_is_last_overall_even_below_late_players() -> None:
    told = happened("crowd 3; drop 3 0; late 4 1 junior; round 1 1>2; round 2 1>4 2")
    found = overall(told.tournament, load("tom"))
    assert [one.player for one in found] == ["p1", "p2", "p4", "p3"]
    assert [one.place for one in found] == [1, 2, 3, 4]
    assert found[-1].decided_by == "never-played"


@pytest.mark.rule("TOP-3.3.6a", "A-21")
def test_below_the_cut_the_order_of_swiss_stays_when_one_of_three_level_players_goes_up() -> None:
    told = happened("crowd 4; round 1 3>2 4>1; round 2 4>3 2>1; round 3 4>2 1>3")
    swiss = standings(told.tournament, load("tom"))
    assert [one.player for one in swiss] == ["p4", "p2", "p3", "p1"]
    play("cut masters 4 2; masters-cut: round 4 4>2", told)
    after = standings(told.tournament, load("tom"))
    assert [one.player for one in after] == ["p4", "p2", "p3", "p1"]
    assert [one.decided_by for one in after] == ["bracket", "bracket", "cut", "last-opponent"]


@pytest.mark.rule("TOP-3.3.6a")
def test_a_disqualified_player_of_the_cut_leaves_the_order_of_swiss_as_it_was() -> None:
    told = happened("""
        crowd 4
        round 1 3>2 4>1
        round 2 4>3 2>1
        round 3 4>2 1>3
        cut masters 4 2
        masters-cut: round 4 4>2
        disqualify 2 4
    """)
    after = standings(told.tournament, load("tom"))
    assert [(one.player, one.place) for one in after] == [
        ("p4", 1),
        ("p3", 2),
        ("p1", 3),
        ("p2", None),
    ]


@pytest.mark.rule("TOP-3.3.6a", "A-23")
def test_lots_drawn_at_the_close_order_those_who_were_level_with_one_who_went_up() -> None:
    told = happened("""
        crowd 4
        round 1 1=2 3=4
        round 2 1=3 2=4
        round 3 1=4 2=3
        cut masters 2 4
        masters-cut: round 4 2>4
    """)
    before = standings(told.tournament, load("play-2017"))
    assert [(one.player, one.place) for one in before[2:]] == [("p1", 3), ("p3", 3)]
    play("lots masters 3 1", told)
    after = standings(told.tournament, load("play-2017"))
    assert [(one.player, one.place) for one in after[2:]] == [("p3", 3), ("p1", 4)]
    assert after[-1].decided_by == "lot"


@pytest.mark.rule("TOP-3.3.6a", "T2")
@pytest.mark.parametrize("edition", ["play-2017", "tom"])
def test_who_leaves_during_the_cut_changes_nobodys_percentages(edition: str) -> None:
    told = happened("""
        crowd 4
        round 1 1>2 3>4
        round 2 1>3 2>4
        cut masters 1 2
        masters-cut: round 3 1-2
    """)
    before = standings(told.tournament, load(edition))
    play("drop 1 3", told)
    after = standings(told.tournament, load(edition))
    assert {one.player: one.op_win for one in before} == {one.player: one.op_win for one in after}
    assert {one.player: one.place for one in after} == {"p2": 1, "p1": 2, "p3": 3, "p4": 4}


def chain_of_three() -> Desk:
    """6 beat 7 and 2, 7 beat 2: all three have 6 points, and level Op Win % and Op Op Win %."""
    return happened("""
        crowd 8
        round 1 1<5 2<6 7>8 3<4
        round 2 3>7 5>8 1>6 2>4
        round 3 2>8 4>5 1<3 6>7
        round 4 2<7 3<5 1>4 6<8
    """)


@pytest.mark.rule("A-52", "T4")
def test_of_three_who_are_level_whoever_beat_the_others_is_higher() -> None:
    told = chain_of_three()
    found = {p: where for p, where in places(told).items() if p in {"p2", "p6", "p7"}}
    assert list(found) == ["p6", "p7", "p2"]
    assert {by for _, by in [found["p7"], found["p2"]]} == {"head-to-head"}
    t, between_two = told.tournament, replace(load("play-2017"), head_to_head="two")
    before = [one.player for one in standings(t, between_two) if one.player in found]
    assert before == ["p2", "p7", "p6"]


@pytest.mark.rule("A-52")
def test_an_explanation_names_whom_a_player_beat_and_what_hangs_on_the_reading() -> None:
    t, rules = chain_of_three().tournament, load("play-2017")
    below = explain_place(t, rules, player(7)).steps
    assert [(step.mine, step.theirs) for step in below] == [
        ("beat p2, lost to p6", "beat p7 and p2"),
        ("beat p2, lost to p6", "lost to p6 and p7"),
    ]
    first = explain_place(t, rules, player(6))
    assert first.standing.place == 5
    assert first.reading == (
        "If head-to-head applied only between exactly two players, the place would be 7."
    )
    two = replace(rules, head_to_head="two")
    here = explain_place(t, two, player(6))
    assert here.steps[0].decided_by == "last-opponent"
    assert here.steps[0].note == (
        "p6 won their match, but head-to-head applies only between exactly two players, and 3 "
        "are tied"
    )
    other = other_reading(rules)
    assert other
    (found,) = compare_editions(t, rules, [other])
    moved = {one.player: (one.place, one.would_be, one.clauses) for one in found.elsewhere}
    assert moved == {
        "p6": (5, 7, ("head_to_head",)),
        "p2": (7, 5, ("head_to_head",)),
    }


Wins = dict[str, str]
"""Whom each player beat: `{"A": "BC"}`."""


@pytest.mark.rule("A-52", "A-21")
@pytest.mark.parametrize(
    ("wins", "ranks", "order"),
    [
        ({"1": "36", "3": "6"}, {"6": 0, "3": 1, "1": 2}, "1 3 6"),
        (
            {"A": "B", "B": "D", "C": "D", "D": "E", "E": "C"},
            dict(zip("CDEBA", range(5), strict=True)),
            "C E A B D",
        ),
        ({"A": "B"}, dict.fromkeys("ABC", 0), "AC B"),
        ({"A": "B"}, {"A": 0, "B": 0}, "AC B"),
        ({"A": "B", "B": "C", "C": "A"}, dict.fromkeys("ABC", 0), "ABC"),
        ({"A": "B", "B": "C", "C": "A"}, {"A": 1, "B": 1, "C": 0}, "C A B"),
    ],
)
def test_head_to_head_among_all_who_are_level(
    wins: Wins, ranks: dict[str, int], order: str
) -> None:
    names = sorted(set(order) - {" "})
    played: dict[PlayerId, list[PlayedRound]] = {PlayerId(name): [] for name in names}
    for winner, losers in wins.items():
        for loser in losers:
            for name, met, scored in (
                (winner, loser, Scored.WIN),
                (loser, winner, Scored.LOSS),
            ):
                part = PlayedRound(1, MASTERS, scored, 0, PlayerId(met))
                played[PlayerId(name)].append(part)
    table = {name: record_of(parts) for name, parts in played.items()}
    zero = Fraction(0)
    level = [
        TiebreakLine(
            player=PlayerId(name), order=0, match_points=0, late=False, op_win=zero, op_op_win=zero
        )
        for name in names
    ]
    parts = among_all(table, lambda _: {PlayerId(p): rank for p, rank in ranks.items()})(level)
    assert " ".join("".join(sorted(one.player for one in part)) for _, part in parts) == order


@pytest.mark.rule("A-53")
def test_under_tom_an_awarded_bye_is_an_opponent_with_100_and_with_25_per_cent() -> None:
    told = happened("open tom; crowd 3; round 1 2>3 awarded:1")
    one = line(told, 1, "tom")
    assert (one.op_win, one.op_op_win) == (Fraction(1), Fraction(1, 4))
    play("round 2 1>2 3", told)
    one = line(told, 1, "tom")
    assert one.op_win == (1 + Fraction(1, 2)) / 2
    twos = (1 + Fraction(1, 4)) / 2  # p2 has met p3, at the floor, and p1, who won all.
    assert one.op_op_win == (Fraction(1, 4) + twos) / 2
    found = explain_place(told.tournament, load("tom"), player(1)).op_op_win
    assert found
    assert [(share.opponent, share.counts) for share in found.shares] == [
        (None, Fraction(1, 4)),
        (player(2), twos),
    ]
    assert line(told, 1, "play-2017").op_op_win == twos


@pytest.mark.rule("A-54", "A-9")
def test_under_tom_a_frozen_op_win_goes_into_the_op_op_win_of_opponents() -> None:
    told = happened("open tom; crowd 4; round 1 1>2 3>4; drop p2; round 2 1<3 4")
    # p2 left when p1 had won everything; p1 has half of it by now.
    assert line(told, 2, "tom").op_win == 1
    assert line(told, 1, "tom").op_op_win == (1 + line(told, 3, "tom").op_win) / 2
    assert line(told, 2, "play-2017").op_win == Fraction(1, 2)
