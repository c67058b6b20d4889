"""What the rules of flights say beyond their smallest breach: must and should, by hand and told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.desk import Desk
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.rules_in_force import checks
from tests.scripts import commitment, play

pytestmark = pytest.mark.fast

CHECKS = checks(Book())
RULES = released.load("play-2017")
MASTERS = Division.MASTERS


def broken(t: Tournament, last: Entry, event: ev.AnyEvent) -> list[str]:
    return [violation.rule for violation in CHECKS.judge(t, last, event, RULES)]


@pytest.mark.rule("FL-2", "FL-3", "FL-4")
@pytest.mark.parametrize(
    ("players", "parts", "rule"),
    [
        (64, "32 32", None),
        (143, "72 71", None),
        (143, "36 36 36 35", None),
        (142, "36 36 36 34", None),
        (512, "32 " * 16, None),
        (63, "32 31", "flights-too-small"),
        (127, "32 32 32 31", "flights-too-small"),
        (143, "18 " * 7 + "17", "flights-too-small"),
        (142, "36 36 35 35", "flights-uneven"),
        (66, "33 33", "flights-uneven"),
        (96, "32 32 32", "flights-number"),
        (1024, "32 " * 32, "flights-number"),
        (64, "64", "flights-number"),
    ],
)
def test_how_many_flights_of_which_sizes_there_may_be(
    players: int, parts: str, rule: str | None
) -> None:
    refusal = f" ! {rule}" if rule else ""
    play(f"""
        open
        crowd {players // 2}
        crowd {players - players // 2}
        pods masters
        flights masters {parts}{refusal}
    """)


@pytest.mark.rule("FL-4", "A-17")
def test_an_official_may_let_other_sizes_pass_but_not_other_numbers() -> None:
    play("open; crowd 142; pods masters; flights masters 36 36 35 35 ~ flights-uneven")
    play("""
        open
        crowd 126
        pods masters
        flights masters 42 42 42 ~ flights-number   ! flights-number
    """)


@pytest.mark.rule("FL-2")
def test_only_swiss_plus_single_elimination_has_flights() -> None:
    play("open swiss; crowd 64; pods masters; flights masters 32 32 ! flights-without-cut")
    play("open single-elimination; crowd 64; flights masters 32 32 ! flights-without-cut")


@pytest.mark.rule("FL-2")
def test_an_edition_without_divisions_and_an_event_without_pods_have_no_flights() -> None:
    desk = play("open dci-mtr swiss-plus-cut")
    players = [PlayerId(f"p{n}") for n in range(1, 65)]
    desk.post(
        *(
            ev.PlayerRegistered(player=p, division=Division.OPEN, commitment=commitment(p))
            for p in players
        )
    )
    halves = {Pool("open-a"): tuple(players[:32]), Pool("open-b"): tuple(players[32:])}
    event = ev.FlightsAssigned(division=Division.OPEN, flights=halves, reason="As I like it.")
    assert broken(desk.tournament, desk.entries[-1], event) == ["flights-mixed"]
    desk.post(ev.PodsFormed(pods={Pool("open"): (Division.OPEN,)}))
    assert broken(desk.tournament, desk.entries[-1], event) == ["flights-mixed"]


@pytest.mark.rule("FL-5")
def test_flights_are_not_rebalanced_once_their_round_1_is_paired_whoever_drops() -> None:
    pairs = " ".join(f"p{n}-p{n + 16}" for n in range(1, 17))
    play(f"""
        open
        crowd 64
        pods masters
        flights masters 32 32
        masters-a: pair 1 {pairs}
        flights masters 32 32 ! flights-frozen
        drop p1
        flights masters 32 32 ! flights-frozen
        masters-a: withdraw 1
        reinstate p1
        flights masters 32 32
    """)


@pytest.mark.rule("FL-5")
def test_nobody_is_seated_in_another_flight() -> None:
    pairs = " ".join(f"p{n}-p{n + 16}" for n in range(1, 16))
    play(f"""
        open
        crowd 64
        pods masters
        flights masters 32 32
        masters-a: pair 1 {pairs} p16-p33 ! not-due
        masters-a: pair 1 {pairs} ! not-seated
        masters: pair 1 {pairs} ! pool-unknown
    """)


def test_another_division_may_play_while_flights_are_assigned() -> None:
    play("""
        open
        announce 3
        crowd 64
        senior s1 s2 s3 s4 s5 s6
        pods masters senior
        senior: round 1 s1-s2 s3-s4 s5-s6
        flights masters 32 32
    """)


def test_what_a_file_tells_of_late_players_is_believed() -> None:
    desk = play("open; crowd 66; pods masters; flights masters 34 32")
    late = ev.LatePlayerAdmitted(
        player=PlayerId("p67"),
        division=MASTERS,
        commitment=commitment("late"),
        losses=1,
        pool=Pool("masters-a"),
        told=ImportedFrom(sha256="f" * 64),
    )
    assert broken(desk.tournament, desk.entries[-1], late) == []


STATES = [
    play(text)
    for text in (
        "open",
        "open\nregister ana ben\npods masters",
        "open\ncrowd 64\npods masters\nflights masters 32 32",
        "open\nregister ana\njunior ben\npods junior-masters",
    )
]
POOLS = st.sampled_from(["masters", "masters-a", "masters-b", "senior", "junior-masters", "x"])
PLAYERS = st.integers(1, 70).map(lambda n: PlayerId(f"p{n}"))


@given(
    st.sampled_from(STATES),
    st.builds(
        ev.FlightsAssigned,
        division=st.sampled_from(Division),
        flights=st.dictionaries(POOLS.map(Pool), st.lists(PLAYERS, max_size=5).map(tuple)),
        reason=st.just("Nonsense."),
    ),
)
def test_whatever_flights_somebody_writes_down_they_are_judged_and_followed(
    desk: Desk, event: ev.FlightsAssigned
) -> None:
    """A ledger made elsewhere may hold anything; it is refused, but nothing breaks on it."""
    last, t = desk.entries[-1], desk.tournament.copy()
    given_up = event.division in t.flights and not event.flights
    assert bool(broken(t, last, event)) is not given_up
    t.apply(event, 99)
    joins = ev.PlayerRegistered(
        player=PlayerId("p65"), division=event.division, commitment=commitment("x")
    )
    broken(t, last, joins)
    t.apply(joins, 100)
    t.apply(ev.FlightsAssigned(division=event.division, flights={}, reason="Back."), 101)
    assert event.division not in t.flights
