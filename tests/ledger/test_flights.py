"""How many flights, how large, and what the fold makes of them."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.flights import names, sizes
from roundbook.ledger.state.pools import (
    flights_named,
    formed_pods,
    members,
    pool_of,
    size_at_start,
    smallest_flights,
)
from roundbook.ledger.state.rounds import due
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from tests.scripts import commitment, play

pytestmark = pytest.mark.fast

MASTERS, SENIOR = Division.MASTERS, Division.SENIOR
FLOWN = """
    crowd {}
    pods masters
    flights masters {}
"""


def flown(*parts: int) -> Tournament:
    """A tournament with Masters in flights of these sizes."""
    return play(FLOWN.format(sum(parts), " ".join(map(str, parts)))).tournament


def ways(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a sum of so many parts, the largest first."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -1, -1):
        for rest in ways(total - first, parts - 1, first):
            yield (first, *rest)


@pytest.mark.rule("FL-4", "A-17")
@pytest.mark.parametrize("flights", [2, 3, 4, 8])
def test_of_all_ways_with_at_most_one_odd_flight_the_most_equal_one_is_taken(flights: int) -> None:
    """Tried out: every way to split every number of players up to 26."""
    for players in range(27):
        lawful = [
            way
            for way in ways(players, flights, players)
            if sum(size % 2 for size in way) == players % 2
        ]
        least = min(sum(size * size for size in way) for way in lawful)
        best = [way for way in lawful if sum(size * size for size in way) == least]
        assert best == [sizes(players, flights)]


@pytest.mark.rule("A-17")
@given(st.integers(0, 20_000), st.sampled_from([2, 4, 8, 16]))
def test_no_player_is_lost_and_no_two_flights_differ_by_more_than_two(
    players: int, flights: int
) -> None:
    found = sizes(players, flights)
    assert (sum(found), len(found)) == (players, flights)
    assert found[0] - found[-1] <= 2
    assert sum(size % 2 for size in found) == players % 2
    assert list(found) == sorted(found, reverse=True)


@pytest.mark.rule("FL-4", "FL-8", "A-17")
@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (143, (72, 71)),
        (143, (36, 36, 36, 35)),
        (142, (36, 36, 36, 34)),
        (144, (36, 36, 36, 36)),
        (145, (37, 36, 36, 36)),
        (66, (34, 32)),
        (512, (32,) * 16),
    ],
)
def test_the_sizes_of_the_procedures_and_of_the_decision(
    players: int, expected: tuple[int, ...]
) -> None:
    assert sizes(players, len(expected)) == expected


def test_flights_are_letters_so_that_no_round_is_meant() -> None:
    assert names(MASTERS, 2) == ("masters-a", "masters-b")
    assert names(SENIOR, 16)[-1] == "senior-p"


@pytest.mark.rule("FL-5")
def test_flights_stand_in_the_place_of_the_pod_and_everybody_plays_in_one() -> None:
    t = flown(34, 32)
    assert t.pods == {Pool("masters-a"): (MASTERS,), Pool("masters-b"): (MASTERS,)}
    first, second = (set(due(t, Pool(f"masters-{letter}"), 1)) for letter in "ab")
    assert (len(first), len(second)) == (34, 32)
    assert first | second == set(t.players)
    assert not first & second


def test_other_divisions_keep_their_pods_and_their_order() -> None:
    t = play("""
        open
        crowd 64
        senior s1 s2 s3 s4 s5 s6
        junior j1 j2 j3 j4 j5 j6
        pods junior masters senior
        flights masters 32 32
    """).tournament
    assert list(t.pods) == ["junior", "senior", "masters-a", "masters-b"]
    assert formed_pods(t) == {
        Pool(age.lower()): (age,) for age in (Division.JUNIOR, MASTERS, SENIOR)
    }
    assert flights_named(t, Pool("masters")) == ("masters-a", "masters-b")
    assert flights_named(t, Pool("senior")) == ()


def test_flights_that_are_given_up_are_one_pod_again() -> None:
    t = play(
        FLOWN.format(64, "32 32")
        + """
        event {"event":"flights-assigned","division":"Masters","flights":{},"reason":"More time."}
    """
    ).tournament
    assert (t.pods, t.flights) == ({Pool("masters"): (MASTERS,)}, {})
    assert members(t, Pool("masters")) == list(t.players)


def test_pods_that_are_formed_anew_undo_flights() -> None:
    t = play(FLOWN.format(64, "32 32") + "pods masters").tournament
    assert (t.pods, t.flights) == ({Pool("masters"): (MASTERS,)}, {})
    assert members(t, Pool("masters")) == list(t.players)


def test_flights_that_are_assigned_anew_replace_those_before() -> None:
    t = flown(34, 34)
    players = list(t.players)
    moved = {Pool("masters-a"): tuple(players[34:]), Pool("masters-b"): tuple(players[:34])}
    t.apply(ev.FlightsAssigned(division=MASTERS, flights=moved, reason="Anew."), 99)
    assert members(t, Pool("masters-a")) == players[34:]
    assert list(t.pods) == ["masters-a", "masters-b"]


@pytest.mark.rule("FL-6")
def test_the_size_at_the_start_leaves_out_who_came_late_and_who_never_played() -> None:
    t = flown(34, 32)
    a, b = Pool("masters-a"), Pool("masters-b")
    assert smallest_flights(t, MASTERS) == [b]
    for number, pool in ((1, a), (40, b)):
        t.apply(ev.PlayerDropped(player=PlayerId(f"p{number}"), after=int(pool == b)), 90)
    assert (size_at_start(t, a), size_at_start(t, b)) == (33, 32)
    for number in (101, 102):
        late = ev.LatePlayerAdmitted(
            player=PlayerId(f"p{number}"),
            division=MASTERS,
            commitment=commitment(number),
            losses=1,
            pool=b,
        )
        t.apply(late, 91)
    assert (size_at_start(t, a), size_at_start(t, b)) == (33, 32)
    assert smallest_flights(t, MASTERS) == [b]
    assert len(members(t, b)) == 34


def test_whoever_is_not_assigned_yet_plays_nowhere() -> None:
    t = flown(32, 32)
    straggler = ev.PlayerRegistered(
        player=PlayerId("p65"), division=MASTERS, commitment=commitment("zoe")
    )
    t.apply(straggler, 99)
    assert pool_of(t, t.players[PlayerId("p65")]) is None


def amended(t: Tournament, player: str, division: Division | None) -> Pool | None:
    """Set the details of a player right; return where they play then."""
    number = PlayerId(player)
    event = ev.PlayerAmended(
        player=number, commitment=commitment("x"), division=division, reason="A typo."
    )
    t.apply(event, 99)
    return pool_of(t, t.players[number])


def test_a_division_that_is_set_right_moves_a_player_out_of_a_flight_and_into_one() -> None:
    t = play("""
        open
        crowd 66
        senior s1 s2 s3 s4 s5 s6
        pods masters senior
        flights masters 34 32
    """).tournament
    assert amended(t, "p1", None) == "masters-a"
    assert amended(t, "p1", SENIOR) == "senior"
    assert amended(t, "p67", MASTERS) == "masters-b"
    sizes_now = Counter(pool_of(t, player) for player in t.players.values())
    assert sizes_now == {"masters-a": 33, "masters-b": 33, "senior": 6}
    assert amended(t, "p68", MASTERS) == "masters-b", "the last of equals, which begins smallest"
