"""A pure single elimination, held against its definition: byes, meetings, and places."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.bracket.bracket import next_round, third_place
from roundbook.projections.bracket.placements import falls
from roundbook.projections.bracket.tree import How, tree
from roundbook.projections.explain.bracket import Went, course
from roundbook.projections.standings.lots import level
from roundbook.projections.standings.standings import overall, standings
from tests.projections import elimination
from tests.scripts import happened, of_all_ages

POOL = Pool("bracket")
RULES = load("play-2017")
AGES = (Division.MASTERS, Division.SENIOR, Division.JUNIOR)


def seeded(count: int) -> Tournament:
    """A bracket in which player n has seed n."""
    t = happened(of_all_ages(count, "register", "senior", "junior")).tournament
    t.apply(ev.SeedsDrawn(pool=POOL, seeds=tuple(t.players)), 99)
    return t


def number_of(player: PlayerId) -> int:
    return int(player[1:])


def play(t: Tournament, winners: dict[tuple[int, frozenset[int]], int]) -> list[ev.RoundPaired]:
    """Play the whole bracket: `winners` says by round and seeds who wins, 0 if both lose."""
    rounds = []
    while posted := next_round(t, POOL):
        paired = ev.RoundPaired(
            pool=POOL,
            round=posted.number,
            pairings=posted.pairings,
            tables=tuple(range(1, len(posted.pairings) + 1)),
            byes=posted.byes,
        )
        rounds.append(paired)
        t.apply(paired, 100)
        t.apply(ev.RoundStarted(pool=POOL, round=posted.number), 100)
        for table, pair in zip(paired.tables, paired.pairings, strict=True):
            first, second = (number_of(player) for player in pair)
            winner = winners[posted.number, frozenset((first, second))]
            verdict = {first: Verdict.FIRST, second: Verdict.SECOND}.get(
                winner, Verdict.DOUBLE_LOSS
            )
            match = MatchId(POOL, posted.number, table)
            t.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), 100)
    return rounds


def by_match(played: elimination.Played) -> dict[tuple[int, frozenset[int]], int]:
    return {(number, pair): winner for number, pair, winner in played.matches}


def placed(t: Tournament) -> list[int]:
    return [number_of(one.player) for one in overall(t, RULES)]


def better(_round: int, one: int, other: int) -> int:
    return min(one, other)


@pytest.mark.rule("TOP-3.2a", "TOP-3.2b", "TOP-3.2c")
@pytest.mark.parametrize("count", range(2, 131))
def test_byes_go_to_the_highest_seeds_in_round_1_only_and_seeds_end_where_they_should(
    count: int,
) -> None:
    """Seed k plays until 2^m players are left, the first power that holds k, and loses there."""
    t = seeded(count)
    expected = elimination.play(count, better)
    rounds = play(t, by_match(expected))
    power = 1 << (count - 1).bit_length()
    assert power // 2 < count <= power
    assert [
        number_of(bye.player) for bye in sorted(rounds[0].byes, key=lambda b: number_of(b[0]))
    ] == list(range(1, power - count + 1))
    assert not any(paired.byes for paired in rounds[1:])
    assert 2 ** len(rounds) == power
    out = falls(t, POOL)
    assert PlayerId("p1") not in out
    for seed in range(2, count + 1):
        left = 1 << (seed - 1).bit_length()
        fall = out[PlayerId(f"p{seed}")]
        assert 2 ** (len(rounds) - fall.round + 1) == left
        assert fall.by == f"p{left + 1 - seed}"
    for paired in rounds:
        met = {frozenset(map(number_of, pair)) for pair in paired.pairings}
        assert met == elimination.meets(expected)[paired.round]
    assert placed(t) == elimination.places(expected)


@pytest.mark.rule("TOP-3.2.3", "TOP-3.2.1")
@pytest.mark.parametrize("count", [2, 3, 5, 6, 8, 53])
@pytest.mark.parametrize("dice", range(6))
def test_a_player_stands_as_whoever_knocked_them_out_does(count: int, dice: int) -> None:
    chance = Random(f"{count} {dice}")  # noqa: S311 - dice that fall alike every time.
    expected = elimination.play(count, lambda _, one, other: chance.choice((one, other)))
    t = seeded(count)
    play(t, by_match(expected))
    order = elimination.places(expected)
    assert placed(t) == order
    assert [one.place for one in overall(t, RULES)] == list(range(1, count + 1))
    divided = standings(t, RULES)
    for age in AGES:
        own = [one for one in divided if one.division == age]
        assert [number_of(one.player) for one in own] == [
            n for n in order if AGES[(n - 1) % 3] == age
        ]
        assert [one.place for one in own] == list(range(1, len(own) + 1))


@pytest.mark.rule("TOP-3.2.3", "TOP-3.2e")
@pytest.mark.parametrize("count", [4, 6, 8, 53])
@pytest.mark.parametrize("dice", range(4))
@pytest.mark.parametrize("upset", [False, True])
def test_a_play_off_decides_the_third_place_and_that_of_its_players_victims(
    count: int, dice: int, upset: bool
) -> None:
    chance = Random(f"{count} {dice} third")  # noqa: S311 - the same.
    expected = elimination.play(count, lambda _, one, other: chance.choice((one, other)))
    final = max(number for number, _, _ in expected.matches)
    semis = [seed for seed, (number, _) in expected.out.items() if number == final - 1]
    without = elimination.places(expected)
    third = max(semis, key=without.index) if upset else min(semis, key=without.index)
    t = seeded(count)
    play(t, by_match(expected))
    pair = third_place(t, POOL)
    assert pair is not None
    assert {number_of(player) for player in pair} == set(semis)
    t.apply(ev.ThirdPlacePlayoffPaired(pool=POOL, round=final, pairing=pair, table=9), 101)
    verdict = Verdict.FIRST if number_of(pair.first) == third else Verdict.SECOND
    match = MatchId(POOL, final, 9)
    t.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), 101)
    assert placed(t) == elimination.places(expected, third=third)
    assert placed(t)[2] == third
    assert (placed(t) == without) is not upset


@pytest.mark.rule("A-50", "A-89")
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_where_both_lose_the_next_opponent_advances_and_nobody_else_has_a_bye(
    count: int, chance: Random
) -> None:
    expected = elimination.play(
        count, lambda _, one, other: chance.choice((one, one, one, other, other, 0))
    )
    t = seeded(count)
    rounds = play(t, by_match(expected))
    for paired in rounds:
        met = {frozenset(map(number_of, pair)) for pair in paired.pairings}
        assert met == elimination.meets(expected).get(paired.round, set())
        byes = {number_of(bye.player) for bye in paired.byes}
        assert byes == {seed for number, seed in expected.byes if number == paired.round}
    still = {number_of(p) for p in t.players} - {number_of(p) for p in falls(t, POOL)}
    assert still == ({expected.winner} if expected.winner else set())
    assert placed(t) == elimination.places(expected)
    last = rounds[-1].round
    lost = 0 if expected.winner else sum(at == last for at, _ in expected.out.values())
    due = [2] * lost + list(range(lost + 1, count + 1))  # Nobody is crowned by seed.
    assert [one.place for one in overall(t, RULES)] == due
    for_good = {
        PlayerId(f"p{seed}") for seed, (at, _) in expected.out.items() if lost and at == last
    }
    assert not any(for_good.intersection(*groups) for groups in level(t, RULES).values())


@pytest.mark.rule("TOP-3.2.3")
def test_the_victim_of_the_champion_is_above_all_others_who_lost_in_round_1() -> None:
    """Seed 8 wins everything, so that seed 1, the first victim, is fifth: TOP §3.2.3 says so."""
    chosen = {8: 9, 1: 0}
    expected = elimination.play(8, lambda _, a, b: max(a, b, key=lambda s: chosen.get(s, 8 - s)))
    t = seeded(8)
    play(t, by_match(expected))
    assert placed(t)[0] == 8
    in_round_1 = [number for number in placed(t) if expected.out.get(number, (9, 0))[0] == 1]
    assert in_round_1 == placed(t)[4:]
    assert in_round_1[0] == 1


@pytest.mark.rule("A-50", "TOP-3.2.3")
def test_two_who_both_lost_stand_as_whoever_went_on_in_their_place() -> None:
    """1 and 8 both lose in round 1; 4 beats 5, reaches the final without a match, and wins it."""
    t = seeded(8)
    winners = {(1, 1, 8): 0, (1, 4, 5): 4, (1, 2, 7): 2, (1, 3, 6): 3, (2, 2, 3): 2, (3, 2, 4): 4}
    play(t, {(number, frozenset((a, b))): won for (number, a, b), won in winners.items()})
    assert placed(t) == [4, 2, 3, 1, 5, 8, 7, 6]
    out = falls(t, POOL)
    assert (out[PlayerId("p1")].by, out[PlayerId("p1")].met) == ("p4", False)
    nodes = tree(t, POOL).rounds
    assert [node.how for node in nodes[0]] == [How.BOTH_LOST, *[How.PLAYED] * 3]
    assert [node.how for node in nodes[1]] == [How.BYE, How.PLAYED]
    way = course(t, RULES, PlayerId("p8"))
    assert way is not None
    assert [leg.went for leg in way.legs] == [Went.BOTH_LOST]


def test_a_bracket_that_is_not_begun_has_no_places_yet_but_its_seeds() -> None:
    t = seeded(5)
    assert placed(t) == [1, 2, 3, 4, 5]
    assert third_place(t, POOL) is None
    whole = tree(t, POOL)
    assert whole.winner is None
    assert [node.how for node in whole.rounds[0]] == [How.BYE, How.TO_COME, How.BYE, How.BYE]
    assert next_round(t, POOL) is not None


@pytest.mark.rule("TOP-3.2c")
def test_a_first_round_of_two_matches_and_two_byes_is_no_semi_final() -> None:
    t = seeded(6)
    first = next_round(t, POOL)
    assert first is not None
    assert first.pairings == (Pairing(PlayerId("p5"), PlayerId("p4")), Pairing(*_p(3, 6)))
    winners = {(1, 4, 5): 4, (1, 3, 6): 3, (2, 1, 4): 1, (2, 2, 3): 2, (3, 1, 2): 1}
    play(t, {(number, frozenset((a, b))): won for (number, a, b), won in winners.items()})
    pair = third_place(t, POOL)
    assert pair is not None
    assert set(pair) == {"p3", "p4"}


def _p(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"p{number}") for number in numbers)
