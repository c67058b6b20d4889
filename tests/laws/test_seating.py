"""Who may be seated where: any round that somebody could type in, against a plain reckoning."""

import itertools
from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.terms import Bye, ByeKind, Pairing, PlayerId, Pool
from roundbook.projections.standings.records import records
from tests.scripts import play
from tests.strategies import dice, simulate

pytestmark = pytest.mark.fast

MASTERS = Pool("masters")
SEATING = {
    "seated-twice",
    "not-due",
    "not-seated",
    "random-byes",
    "second-bye",
    "rematch",
    "bye-not-awarded",
    "awarded-bye-missing",
}


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Pairing], list[Bye]]:
    """Return any second round for p1 to p6, most of them nonsense, and some nearly right."""
    players = [PlayerId(f"p{n}") for n in range(1, 7)]
    kinds = st.sampled_from(list(ByeKind))
    if draw(st.booleans()):
        one, two, three, four = draw(st.permutations([players[n] for n in (0, 2, 3, 4)]))
        pairings = [Pairing(one, two), Pairing(three, four)]
        return pairings, [Bye(draw(st.sampled_from(players[:2])), draw(kinds))]
    seats = draw(st.permutations(players))
    for _ in range(draw(st.integers(0, 2))):
        seats[draw(st.integers(0, 5))] = draw(st.sampled_from(players))
    away = draw(st.integers(0, 6))
    table, rest = seats[away:], seats[:away]
    pairings = [Pairing(a, b) for a, b in zip(table[::2], table[1::2], strict=False)]
    alone = [*rest, *table[2 * len(pairings) :]]
    return pairings, [Bye(player, draw(kinds)) for player in alone if draw(st.integers(0, 3))]


def sound(pairings: Iterable[Pairing], byes: Iterable[Bye]) -> bool:
    """Tell whether a second round is right, for the field of the test below.

    Five are in, p6 has dropped; p1 met p2 and p3 met p4; p5 had the bye; p2 was awarded one now.
    """
    met = [{"p1", "p2"}, {"p3", "p4"}]
    byes = list(byes)
    there = [p for pair in pairings for p in pair] + [bye.player for bye in byes]
    return (
        sorted(there) == ["p1", "p2", "p3", "p4", "p5"]
        and byes == [Bye(PlayerId("p2"), ByeKind.AWARDED)]
        and not any(set(pair) in met for pair in pairings)
    )


def first_round() -> Desk:
    """One round has been played: see `sound` for what has happened."""
    return play("""
        register ana ben cho dee eva fay
        award ben 2
        award fay 1
        round 1 ana-ben cho-dee bye:eva awarded:fay
        report 1-1 2-0 1-2 2-0
        drop fay
    """)


def second_round(pairings: Sequence[Pairing], byes: Sequence[Bye]) -> ev.RoundPaired:
    return ev.RoundPaired(
        pool=MASTERS,
        round=2,
        pairings=tuple(pairings),
        tables=tuple(range(1, len(pairings) + 1)),
        byes=tuple(byes),
        reason="Anyhow.",
    )


@pytest.mark.rule("TOP-3.1f", "TOP-3.1g", "A-11")
@given(rounds())
def test_a_round_is_accepted_if_and_only_if_everybody_is_seated_as_they_should_be(
    made: tuple[list[Pairing], list[Bye]],
) -> None:
    desk = first_round()
    if sound(*made):
        desk.post(second_round(*made))
        return
    with pytest.raises(Refused) as caught:
        desk.post(second_round(*made))
    assert {violation.rule for violation in caught.value.violations} <= SEATING


@pytest.mark.rule("TOP-3.1f", "TOP-3.1g", "A-11")
def test_of_all_rounds_with_one_bye_the_sixteen_right_ones_are_accepted() -> None:
    """Two pairings without a rematch; each in two orders of tables and four of seats."""
    desk = first_round()
    accepted = 0
    for order in itertools.permutations([PlayerId(f"p{n}") for n in range(1, 6)]):
        for kind in ByeKind:
            pairings = [Pairing(order[0], order[1]), Pairing(order[2], order[3])]
            byes = [Bye(order[4], kind)]
            entry = replace(desk.entries[-1], events=(second_round(pairings, byes),))
            found = desk.checks.judge_entry(desk.tournament, entry, desk.rules)
            assert (found == []) == sound(pairings, byes), (pairings, byes, found)
            accepted += not found
    assert accepted == 16


@pytest.mark.rule("TOP-3.1g", "A-60")
@settings(max_examples=settings().max_examples // 2)
@given(dice())
def test_every_round_that_started_counts_for_everybody_who_is_in(chance: Random) -> None:
    """As played, a bye or a loss, whether they came late, were away or were there all the time."""
    t = simulate(chance).desk.tournament
    for player, record in records(t, load("play-2017")).items():
        pool = pool_of(t, t.players[player])
        started = {one.number for one in t.rounds.values() if one.pool == pool and one.started}
        still_open = {
            match.round
            for match, pair in t.matches.items()
            if player in pair and match not in t.results
        }
        if not t.players[player].out and pool not in t.day_two:
            assert {part.round for part in record.rounds} >= started - still_open


@pytest.mark.rule("TOP-3.1f", "TOP-3.1g")
@given(dice())
def test_a_started_round_seats_everybody_once_and_nobody_has_two_byes(chance: Random) -> None:
    """Reckoned from the events alone: who had come, who had left, who had lost in a bracket."""
    here: set[str] = set()
    drawn: list[str] = []
    paired: dict[tuple[Pool, int], ev.Seating] = {}
    cuts: set[Pool] = set()
    for entry in simulate(chance).desk.entries:
        for event in entry.events:
            match event:
                case ev.PlayerRegistered() | ev.LatePlayerAdmitted() | ev.PlayerReinstated():
                    here.add(event.player)
                case ev.PlayerDropped() | ev.PlayerDisqualified():
                    here.discard(event.player)
                case ev.CutMade():
                    cuts.add(event.pool)
                case ev.RoundPaired() | ev.RoundRepaired():
                    paired[event.pool, event.round] = event
                case ev.RoundStarted():
                    started = paired[event.pool, event.round]
                    seats = [p for pair in started.pairings for p in pair]
                    seats += [bye.player for bye in started.byes]
                    assert len(seats) == len(set(seats))
                    assert set(seats) <= here
                    if event.pool not in cuts:
                        byes = [bye for bye in started.byes if bye.kind is ByeKind.RANDOM]
                        assert len(byes) <= 1
                        assert not {bye.player for bye in byes} & set(drawn)
                        drawn += [bye.player for bye in started.byes]
                case _:
                    pass
