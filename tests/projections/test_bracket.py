"""Single elimination: the order of a bracket, its byes, its rounds, and the places it gives."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.round_names import called, first_round
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Style,
    Verdict,
)
from roundbook.projections.bracket.bracket import (
    bracket_of,
    byes_needed,
    eliminated,
    next_round,
    order,
    third_place,
)
from roundbook.projections.rounds.rounds import posted_round
from roundbook.projections.standings.standings import standings
from tests.scripts import happened, play, player

pytestmark = pytest.mark.fast

CUT = Pool("masters-cut")
RULES = load("play-2017")


GONE = """
    register ana ben cho dee
    round 1 ana>ben cho>dee
    cut masters ana cho ben dee
    masters-cut: round 2 ana>dee cho>ben
    masters-cut: pair 3 ana-cho
"""


def told_of(t: Tournament, number: int) -> list[tuple[Verdict | None, bool]]:
    """Return how each match of a round of the cut counts, and whether it is said to be open."""
    posted = posted_round(t, RULES, CUT, number)
    assert posted is not None
    return [(line.by_leaving, line.match in posted.open) for line in posted.tables]


@pytest.mark.rule("TOP-3.2d", "A-50")
@pytest.mark.parametrize("posted", ["", "masters-cut: post 3"])
def test_a_final_that_has_not_started_is_not_won_by_a_drop_that_decides_the_semi_final(
    posted: str,
) -> None:
    """Ben, who had lost to Cho, comes back: nobody plays the final that was paired."""
    desk = play(f"{GONE}\n{posted}\ndrop cho 2")
    assert told_of(desk.tournament, 2) == [(None, False), (Verdict.SECOND, False)]
    assert told_of(desk.tournament, 3) == [(None, True)]
    play("masters-cut: repair 3 p1-p2", desk)
    assert told_of(desk.tournament, 3) == [(None, True)]
    play("masters-cut: start 3; drop p2 3", desk)
    assert told_of(desk.tournament, 3) == [(Verdict.FIRST, False)]


@pytest.mark.rule("TOP-3.2d", "A-50")
def test_a_final_is_won_by_a_drop_if_nobody_is_left_to_play_it() -> None:
    desk = play(f"{GONE}\ndrop ben 2; drop cho 2")
    assert told_of(desk.tournament, 3) == [(Verdict.FIRST, False)]


def bracket(count: int, style: Style = Style.SWISS_PLUS_CUT) -> Tournament:
    seeds = " ".join(map(str, range(1, count + 1)))
    return happened(f"open {style}; crowd {count}; cut masters {seeds}").tournament


def pair(t: Tournament) -> ev.RoundPaired | None:
    """Pair the next round of the bracket, if there is one."""
    posted = next_round(t, CUT)
    if posted is None:
        return None
    event = ev.RoundPaired(
        pool=CUT,
        round=posted.number,
        pairings=posted.pairings,
        tables=tuple(range(1, len(posted.pairings) + 1)),
        byes=posted.byes,
    )
    t.apply(event, 1)
    return event


def report(t: Tournament, number: int, table: int, verdict: Verdict) -> None:
    match = MatchId(CUT, number, table)
    t.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), 1)


def better_seed_wins(t: Tournament) -> None:
    while paired := pair(t):
        for table, (first, second) in enumerate(paired.pairings, start=1):
            better = int(first[1:]) < int(second[1:])
            report(t, paired.round, table, Verdict.FIRST if better else Verdict.SECOND)


def in_order(t: Tournament) -> list[int]:
    return [int(one.player[1:]) for one in standings(t, RULES)]


@pytest.mark.rule("TOP-3.3a", "TOP-3.2a")
def test_the_order_of_the_brackets_that_were_seen_and_of_the_next() -> None:
    assert order(2) == (1, 2)
    assert order(4) == (1, 4, 3, 2)
    assert order(8) == (1, 8, 5, 4, 3, 6, 7, 2)
    assert order(16) == (1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2)


@pytest.mark.rule("TOP-3.3a")
@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_every_seed_stands_once_and_the_better_half_is_spread_over_the_matches(size: int) -> None:
    seeds = order(size)
    assert sorted(seeds) == list(range(1, size + 1))
    assert {a + b for a, b in zip(seeds[::2], seeds[1::2], strict=True)} == {size + 1}


@pytest.mark.rule("TOP-3.2b")
@pytest.mark.parametrize(("players", "byes"), [(53, 11), (2, 0), (3, 1), (8, 0), (9, 7), (64, 0)])
def test_byes_fill_up_to_the_next_power_of_two(players: int, byes: int) -> None:
    assert byes_needed(players) == byes
    posted = next_round(bracket(players, Style.SINGLE_ELIMINATION), CUT)
    assert posted is not None
    assert sorted(int(bye.player[1:]) for bye in posted.byes) == list(range(1, byes + 1))


@pytest.mark.rule("TOP-3.2c")
@given(st.integers(2, 40), st.data())
def test_a_bracket_has_byes_in_its_first_round_only_and_ends_with_one_player(
    count: int, data: st.DataObject
) -> None:
    t = bracket(count, Style.SINGLE_ELIMINATION)
    rounds = 0
    while paired := pair(t):
        rounds += 1
        assert rounds == 1 or not paired.byes
        for table in paired.tables:
            verdict = data.draw(st.sampled_from((Verdict.FIRST, Verdict.SECOND)))
            report(t, paired.round, table, verdict)
    assert 2 ** (rounds - 1) < count <= 2**rounds
    assert len(eliminated(t, CUT)) == count - 1
    assert [one.place for one in standings(t, RULES)] == list(range(1, count + 1))


@pytest.mark.rule("TOP-3.3.6b")
@pytest.mark.parametrize(
    ("players", "names"),
    [
        (2, ["final"]),
        (3, ["Top 4, semi-finals", "final"]),
        (8, ["Top 8, quarter-finals", "Top 4, semi-finals", "final"]),
        (17, ["Top 32", "Top 16", "Top 8, quarter-finals", "Top 4, semi-finals", "final"]),
    ],
)
def test_a_round_of_a_bracket_is_called_as_players_call_it(players: int, names: list[str]) -> None:
    t = bracket(players)
    pool, first = next(iter(t.cuts)), first_round(t, next(iter(t.cuts)))
    told = [str(called(t, pool, first + n)) for n in range(len(names))]
    assert told == names
    assert called(t, Pool("masters"), first) == f"round {first}"


def test_after_swiss_those_out_in_the_same_round_stand_by_seed() -> None:
    """Seed 1 loses in the round of eight and is fifth."""
    t = bracket(8)
    pair(t)
    for table, verdict in enumerate((Verdict.SECOND, Verdict.FIRST, Verdict.FIRST, Verdict.FIRST)):
        report(t, 1, table + 1, verdict)
    pair(t)
    report(t, 2, 1, Verdict.FIRST)
    report(t, 2, 2, Verdict.SECOND)
    pair(t)
    report(t, 3, 1, Verdict.SECOND)
    assert in_order(t) == [7, 8, 3, 5, 1, 2, 4, 6]
    decided = [one.decided_by for one in standings(t, RULES)]
    assert decided == ["bracket", "bracket", "bracket", "seed", "bracket", "seed", "seed", "seed"]


@pytest.mark.rule("TOP-3.2.3")
@pytest.mark.parametrize("count", [8, 53])
def test_in_a_pure_bracket_the_place_follows_from_who_knocked_a_player_out(count: int) -> None:
    t = bracket(count, Style.SINGLE_ELIMINATION)
    better_seed_wins(t)
    placed = in_order(t)
    assert sorted(placed) == list(range(1, count + 1))
    out = eliminated(t, CUT)
    victor = {
        loser: winner
        for match, pairing in t.matches.items()
        for winner, loser in [
            pairing if t.results[match].verdict == Verdict.FIRST else pairing[::-1]
        ]
    }
    for better, worse in pairwise(placed[1:]):
        one, other = PlayerId(f"p{better}"), PlayerId(f"p{worse}")
        assert out[one] >= out[other]
        if out[one] == out[other]:
            assert placed.index(int(victor[one][1:])) < placed.index(int(victor[other][1:]))


@pytest.mark.rule("TOP-3.2e", "TOP-3.3.6c")
def test_a_play_off_parts_the_third_from_the_fourth() -> None:
    t = bracket(4)
    pair(t)
    assert third_place(t, CUT) is None
    report(t, 1, 1, Verdict.FIRST)
    report(t, 1, 2, Verdict.SECOND)
    assert third_place(t, CUT) == Pairing(player(4), player(3))
    pair(t)
    playoff = ev.ThirdPlacePlayoffPaired(
        pool=CUT, round=2, pairing=Pairing(player(4), player(3)), table=2
    )
    t.apply(playoff, 1)
    assert in_order(t)[2:] == [3, 4]
    report(t, 2, 2, Verdict.FIRST)
    report(t, 2, 1, Verdict.FIRST)
    assert in_order(t) == [1, 2, 4, 3]
    assert next_round(t, CUT) is None


@pytest.mark.rule("A-50")
def test_if_both_players_of_a_match_lose_the_next_opponent_advances_without_a_match() -> None:
    t = bracket(4)
    pair(t)
    report(t, 1, 1, Verdict.DOUBLE_LOSS)
    report(t, 1, 2, Verdict.FIRST)
    assert next_round(t, CUT) is None
    assert in_order(t) == [3, 1, 2, 4]


@pytest.mark.rule("TOP-3.2d")
def test_a_round_that_somebody_added_after_the_final_leads_to_none() -> None:
    """A forged archive may hold one; it is judged, and nothing breaks."""
    t = bracket(2)
    better_seed_wins(t)
    for number in (2, 3):
        pairing = Pairing(PlayerId("p1"), PlayerId("p2"))
        t.apply(ev.RoundPaired(pool=CUT, round=number, pairings=(pairing,), tables=(1,)), 1)
        report(t, number, 1, Verdict.FIRST)
        assert next_round(t, CUT) is None


def test_who_leaves_before_the_next_round_has_lost_the_last_match_whoever_won_it() -> None:
    t = bracket(8)
    pair(t)
    for table in range(1, 5):
        report(t, 1, table, Verdict.FIRST)
    t.apply(ev.PlayerDropped(player=player(5), after=1), 1)
    posted = next_round(t, CUT)
    assert posted is not None
    assert posted.pairings == (Pairing(player(1), player(4)), Pairing(player(3), player(7)))
    assert not posted.byes
    assert in_order(t) == [1, 3, 4, 7, 2, 5, 6, 8]


def test_no_round_is_proposed_while_a_match_is_open() -> None:
    t = bracket(4)
    pair(t)
    report(t, 1, 1, Verdict.FIRST)
    assert next_round(t, CUT) is None


@pytest.mark.rule("A-44", "TOP-3.3.6a")
def test_who_left_before_the_cut_stands_directly_below_it_in_swiss_order() -> None:
    told = happened("crowd 6; round 1 1>4 2>5 3>6; round 2 1>5 2>6 3>4; round 3 2>1 3>5 4>6")
    swiss = [int(one.player[1:]) for one in standings(told.tournament, RULES)]
    play(f"drop {swiss[0]} 3; cut masters {swiss[1]} {swiss[2]}", told)
    assert in_order(told.tournament) == [swiss[1], swiss[2], swiss[0], *swiss[3:]]
    found = standings(told.tournament, RULES)
    assert [one.seed for one in found] == [1, 2, None, None, None, None]
    assert found[2].decided_by == "cut"
    only = standings(told.tournament, RULES, swiss_only=True)
    assert [int(one.player[1:]) for one in only] == swiss
    assert bracket_of(told.tournament, Division.SENIOR) is None


def test_matches_of_the_cut_do_not_move_records_or_percentages() -> None:
    told = happened("crowd 4; round 1 1>2 3>4; cut masters 1 3")
    before = {(o.player, o.record, o.op_win) for o in standings(told.tournament, RULES)}
    play("masters-cut: round 2 3>1", told)
    after = standings(told.tournament, RULES)
    assert {(one.player, one.record, one.op_win) for one in after} == before
    assert Counter(one.place for one in after) == Counter([1, 2, 3, 3])
    assert after[0].player == player(3)


@pytest.mark.parametrize("style", list(Style))
def test_who_lost_to_somebody_who_was_out_has_a_place_all_the_same(style: Style) -> None:
    """No desk pairs such a round; a ledger that was made elsewhere, or lost a line, may hold it."""
    t = happened(f"""
        open {style}; crowd 4; cut masters 1 2 3 4
        masters-cut: round 1 1>4 2>3
        masters-cut: pair 2 3-1; masters-cut: report 2-1 2-0
    """).tournament
    assert {one.player for one in standings(t, RULES) if one.place} == set(t.players)
