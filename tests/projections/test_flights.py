"""The draw of flights, what each number of them means, and the standings of one flight."""

import hashlib
from base64 import urlsafe_b64decode
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.flights import NUMBERS, sizes
from roundbook.ledger.people.book import packed
from roundbook.ledger.record import draws
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.tables import RoundsTable
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.rounds.flights import (
    ADMIT,
    ASSIGN,
    admit,
    assign,
    assigned,
    option,
    options,
)
from roundbook.projections.standings.lots import level
from roundbook.projections.standings.standings import Standing, pool_standings, standings
from tests.scripts import DRAWS, SEED, play
from tests.strategies import dice

TABLES: tuple[RoundsTable, ...] = ("vg", "tcg-single-day", "tcg-two-day")
EMPTY = play("open").tournament
RULES = released.load("play-2017")
BETWEEN_TWO = replace(RULES, head_to_head="two")
MASTERS = Division.MASTERS
FIRST = draws.secret(SEED, DRAWS, 1)


def crowd(size: int, more: str = "") -> Tournament:
    return play(f"open\ncrowd {size}\npods masters\n{more}").tournament


def secrets(number: int) -> list[str]:
    """Return secrets that a chain might reveal; the same in every run."""
    return [packed(hashlib.sha256(f"secret {n}".encode()).digest()) for n in range(number)]


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = sum(counts.values()) / cells
    seen = [*counts.values(), *[0] * (cells - len(counts))]
    return sum((count - expected) ** 2 / expected for count in seen)


@pytest.mark.rule("FL-4")
def test_every_way_to_split_four_players_is_equally_likely() -> None:
    """Six ways, 5 degrees of freedom: a fair draw passes 20.5 once in a thousand times."""
    t = crowd(4)
    seen: Counter[object] = Counter()
    for secret in secrets(1_200):
        event = assign(t, division=MASTERS, number=2, secret=secret)
        seen[event.flights[Pool("masters-a")]] += 1
    assert set(seen) == set(combinations(t.players, 2))
    assert chi_square(seen, 6) < 20.5


@pytest.mark.rule("FL-6")
def test_a_late_player_joins_each_of_the_equally_small_flights_as_often() -> None:
    """Three flights of four are smallest, 2 degrees of freedom: 13.8 once in a thousand times."""
    t = crowd(14, "event " + by_hand(5, 3, 3, 3))
    seen: Counter[object] = Counter()
    for secret in secrets(1_200):
        pool, drawn = admit(t, player=PlayerId("p15"), division=MASTERS, secret=secret)
        assert (drawn.draw, drawn.number) == (ADMIT, 1)
        seen[pool] += 1
    assert set(seen) == {"masters-b", "masters-c", "masters-d"}
    assert chi_square(seen, 3) < 13.8


def by_hand(*parts: int) -> str:
    """Return the JSON of flights of these sizes, which a file tells: they are too small to fly."""
    players = iter(range(1, sum(parts) + 1))
    held = ",".join(
        f'"masters-{letter}":[{",".join(f"{chr(34)}p{next(players)}{chr(34)}" for _ in range(n))}]'
        for letter, n in zip("abcd", parts, strict=False)
    )
    told = f'"told":{{"sha256":"{"f" * 64}"}}'
    return f'{{"event":"flights-assigned","division":"Masters","flights":{{{held}}},{told}}}'


def words(*parts: bytes) -> bytes:
    """Return the SHA-256 of parts as docs/pairing.md says it, written out once more."""
    return hashlib.sha256(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def key_of(draw: str, *facts: str) -> bytes:
    state = words(draw.encode(), b"masters", *(fact.encode() for fact in facts))
    secret = urlsafe_b64decode(FIRST + "=")
    return words(b"roundbook draw v1", b"spring-cup", b"masters", b"0", b"1", state, secret, b"")


@pytest.mark.rule("LED-3")
def test_the_draw_is_the_one_that_the_documents_describe() -> None:
    t = crowd(66)
    event = assign(t, division=MASTERS, number=2, secret=FIRST)
    players = [f"p{n}" for n in range(1, 67)]
    key = key_of("flights-1", "2", *players)
    line = sorted(players, key=lambda player: words(key, b"flights-1", player.encode()))
    assert set(event.flights[Pool("masters-a")]) == set(line[:34])
    assert set(event.flights[Pool("masters-b")]) == set(line[34:])
    assert event.drawn
    assert (event.drawn.draw, event.drawn.number) == (ASSIGN, 1)
    late = key_of("late-flight-1", "p67", "masters-a", "masters-b")
    t.apply(by_numbers(33, 33), 4)
    pool, _ = admit(t, player=PlayerId("p67"), division=MASTERS, secret=FIRST)
    both = ("masters-a", "masters-b")
    assert pool == min(both, key=lambda flight: words(late, b"late-flight-1", flight.encode()))


def by_numbers(*parts: int) -> ev.FlightsAssigned:
    players = iter(range(1, sum(parts) + 1))
    flights = {
        Pool(f"masters-{letter}"): tuple(PlayerId(f"p{next(players)}") for _ in range(n))
        for letter, n in zip("abcd", parts, strict=False)
    }
    return ev.FlightsAssigned(division=MASTERS, flights=flights, reason="As the script says.")


def test_whoever_has_left_is_in_no_flight_that_is_drawn() -> None:
    t = crowd(67, "drop p9 0")
    event = assign(t, division=MASTERS, number=2, secret=FIRST)
    assert "p9" not in {player for held in event.flights.values() for player in held}
    assert sorted(map(len, event.flights.values())) == [32, 34]


# --- how many rounds ------------------------------------------------------------------------------


def rounds(players: int, table: RoundsTable) -> dict[int, tuple[int | None, int | None]]:
    """Return the rounds of every number of flights: by the largest flight, and by doubling."""
    found = options(crowd(players), RULES, MASTERS, table)
    return {one.flights: (one.rounds, one.by_doubling) for one in found}


@pytest.mark.rule("FL-3", "A-16")
def test_the_examples_of_the_procedures_hold_by_the_row_of_the_largest_flight() -> None:
    vg, tcg = rounds(512, "vg"), rounds(512, "tcg-single-day")
    assert vg == {1: (9, 9), 2: (8, 8), 4: (7, 7), 8: (6, 6), 16: (5, 5)}
    assert (tcg[8][0], tcg[16][0]) == (6, 5)
    assert tcg == {1: (10, 10), 2: (9, 9), 4: (7, 8), 8: (6, 7), 16: (5, 6)}


@pytest.mark.rule("FL-8", "A-16")
@pytest.mark.parametrize("table", ["vg", "tcg-single-day", "tcg-two-day"])
def test_143_masters_play_7_rounds_in_2_flights_and_6_in_4(table: RoundsTable) -> None:
    found = rounds(143, table)
    assert (found[1], found[2], found[4]) == ((8, 8), (7, 7), (6, 6))


@pytest.mark.rule("FL-1", "FL-3")
@given(st.integers(64, 3_000), st.sampled_from(NUMBERS), st.sampled_from(TABLES))
def test_twice_as_many_flights_never_play_more_rounds_and_mostly_one_less(
    players: int, flights: int, table: RoundsTable
) -> None:
    """The rows of a table are wider at its end, so that a doubling may save none there, or two."""
    whole, half, one = (
        option(EMPTY, RULES, MASTERS, table, sizes(players, number))
        for number in (1, flights // 2, flights)
    )
    assert whole.rounds is not None
    assert half.rounds is not None
    assert one.rounds is not None
    assert half.rounds - 2 <= one.rounds <= half.rounds
    assert one.by_doubling == whole.rounds - {2: 1, 4: 2, 8: 3, 16: 4}[flights]
    if one.sizes[-1] >= 32 and whole.sizes[0] <= 226:
        assert one.rounds == one.by_doubling == half.rounds - 1


@pytest.mark.rule("FL-8")
def test_a_top_16_takes_8_of_each_of_2_flights_and_4_of_each_of_4() -> None:
    t = crowd(143)
    t.apply(ev.AnnouncementMade(rounds=8, cut={MASTERS: 16}), 9)
    found = {one.flights: one.of_each for one in options(t, RULES, MASTERS, "vg")}
    assert found == {1: 16, 2: 8, 4: 4, 8: 2, 16: None}


def test_without_a_rounds_table_the_sizes_are_all_that_is_known() -> None:
    one = options(crowd(64), RULES, MASTERS, None)[1]
    assert (one.sizes, one.rounds, one.by_doubling) == ((32, 32), None, None)


def test_what_is_assigned_means_what_its_own_sizes_mean() -> None:
    t = crowd(66, "flights masters 33 33 ~ flights-uneven")
    one = assigned(t, RULES, MASTERS, "vg")
    assert (one.flights, one.sizes, one.rounds) == (2, (33, 33), 6)


# --- the standings of one flight ------------------------------------------------------------------

FOUR_AND_FOUR = f"""
    open
    crowd 8
    pods masters
    event {by_hand(4, 4)}
    announce 2
    masters-a: round 1 p1-p2 p3-p4
    masters-a: report 1-1 2-0 1-2 2-0
    masters-b: round 1 p5-p6 p7-p8
    masters-b: report 1-1 2-0 1-2 1-1
    masters-a: round 2 p1-p3 p2-p4
    masters-a: report 2-1 2-0 2-2 1-1
    masters-b: round 2 p5-p7 p6-p8
    masters-b: report 2-1 2-0 2-2 2-0
"""


def test_a_flight_holds_its_players_and_the_division_all_of_them() -> None:
    t = play(FOUR_AND_FOUR).tournament
    assert len(standings(t, RULES)) == 8
    for pool, there in (("masters-a", "p1 p2 p3 p4"), ("masters-b", "p5 p6 p7 p8")):
        own = pool_standings(t, RULES, Pool(pool))
        assert {one.player for one in own} == set(there.split())
        assert own[0].place == 1
        assert {one.division for one in own} == {MASTERS}
    assert pool_standings(t, RULES, Pool("masters-c")) == []


def test_the_places_of_a_flight_count_within_it_and_name_the_earliest_clause() -> None:
    """Reckoned by hand: 6, 3, 1, 1 points in the one flight, 6, 3, 1, 1 in the other."""
    t = play(FOUR_AND_FOUR).tournament
    own = pool_standings(t, RULES, Pool("masters-b"))
    assert [(one.player, one.match_points) for one in own] == [
        ("p5", 6),
        ("p6", 3),
        ("p7", 1),
        ("p8", 1),
    ]
    assert [one.place for one in own] == [1, 2, 3, 4]
    assert [one.decided_by for one in own[:3]] == ["match-points"] * 3
    assert own[3].decided_by == "op-win", "p7 met p5, who won both; p8 met p6, who won one"


def everybody_met(first: str, second: str) -> Tournament:
    """Two flights of four in which everybody has met everybody; the results of the six matches."""
    return play(f"""
        open
        crowd 8
        pods masters
        event {by_hand(4, 4)}
        announce 3
        {all_matches("masters-a", "p1 p2 p3 p4", first)}
        {all_matches("masters-b", "p5 p6 p7 p8", second)}
    """).tournament


def all_matches(pool: str, players: str, results: str) -> str:
    """Return the script of three rounds: 12 34, 13 24, 14 23."""
    a, b, c, d = players.split()
    won = results.split()
    lines = []
    for number, (one, other) in enumerate([((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]):
        n, first = number + 1, 1 if pool == "masters-a" else 11
        pairs = f"{'-'.join(one)} {'-'.join(other)} at:{first},{first + 1}"
        lines.append(f"{pool}: round {n} {pairs}")
        lines.append(
            f"{pool}: report {n}-{first} {won[2 * number]} {n}-{first + 1} {won[2 * number + 1]}"
        )
    return "\n".join(lines)


DECIDED = ["head-to-head", "match-points", "head-to-head"]
TWO_LEVEL = "2-0 2-0 2-0 2-0 0-2 2-0"
"""Everybody met everybody: 2-1, 2-1, 1-2, 1-2; who is level has met the same three others."""
NONE_LEVEL = "2-0 2-0 2-0 2-0 2-0 2-0"
"""3-0, 2-1, 1-2, 0-3."""


@pytest.mark.rule("A-21")
def test_two_who_alone_are_level_in_the_division_are_parted_by_their_match() -> None:
    t = everybody_met(TWO_LEVEL, NONE_LEVEL)
    placed = {one.player: one for one in standings(t, RULES)}
    assert placed[PlayerId("p2")].decided_by == "head-to-head"
    own = pool_standings(t, RULES, Pool("masters-a"))
    assert [(one.player, one.place) for one in own[:2]] == [("p1", 1), ("p2", 2)]


@pytest.mark.rule("A-21")
def test_where_four_of_two_flights_are_level_matches_decide_in_the_flights_alone() -> None:
    """Ties of the list of a division are broken inside it, for exactly two (A-21).

    Each flight sends its best into the cut, and in it no more than two are level.
    """
    t = everybody_met(TWO_LEVEL, TWO_LEVEL)
    placed = {one.player: one.place for one in standings(t, BETWEEN_TWO)}
    assert [placed[PlayerId(p)] for p in ("p1", "p2", "p5", "p6")] == [1] * 4
    assert [placed[PlayerId(p)] for p in ("p3", "p4", "p7", "p8")] == [5] * 4
    assert level(t, BETWEEN_TWO) == {MASTERS: [("p1", "p2", "p5", "p6"), ("p3", "p4", "p7", "p8")]}
    for pool, order in (("masters-a", "p1 p2 p3 p4"), ("masters-b", "p5 p6 p7 p8")):
        own = pool_standings(t, BETWEEN_TWO, Pool(pool))
        assert [one.player for one in own] == order.split()
        assert [one.place for one in own] == [1, 2, 3, 4]
        assert [one.decided_by for one in own] == [
            "head-to-head",
            "head-to-head",
            "match-points",
            "head-to-head",
        ]


@given(dice())
def test_by_points_and_figures_a_flight_stands_as_in_its_division(chance: Random) -> None:
    """Whatever the results: only matches, last opponents and lots may order a flight otherwise."""
    scores = ("2-0", "0-2", "1-1")
    t = everybody_met(*(" ".join(chance.choices(scores, k=6)) for _ in "ab"))
    whole = standings(t, RULES)
    for pool in ("masters-a", "masters-b"):
        own = pool_standings(t, RULES, Pool(pool))
        there = [one for one in whole if one.player in {each.player for each in own}]
        assert [figures(one) for one in own] == [figures(one) for one in there]
        assert [figures(one) for one in own] == sorted(map(figures, own), reverse=True)


def figures(one: Standing) -> tuple[int, Fraction, Fraction]:
    return one.match_points, one.op_win, one.op_op_win


def test_players_of_a_flight_who_share_a_place_share_it_there_too() -> None:
    t = play(FOUR_AND_FOUR.split("masters-a: round 1", maxsplit=1)[0]).tournament
    own = pool_standings(t, RULES, Pool("masters-a"))
    assert [(one.place, one.decided_by) for one in own] == [(1, None)] * 4


def test_a_disqualified_player_has_no_place_in_a_flight_either() -> None:
    t = play(FOUR_AND_FOUR + "disqualify p1 2").tournament
    own = pool_standings(t, RULES, Pool("masters-a"))
    assert [one.place for one in own] == [1, 2, 3, None]
    assert own[-1].player == "p1"
