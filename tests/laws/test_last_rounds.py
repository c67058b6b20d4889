"""What holds of every pool that has played its last round, announced or not (A-73, A-78)."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.rounds import (
    latest_round,
    latest_started,
    open_matches,
    planned_rounds,
)
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Pool
from roundbook.projections.rounds_left import has_ended
from roundbook.projections.standings.standings import Standing, standings
from tests.strategies import Event, dice, simulate

pytestmark = pytest.mark.fast

EDITIONS = [released.load(name) for name in ("play-2017", "tom")]


def is_over(event: Event, pool: Pool) -> bool:
    """Tell the same by hand: pair the next round, trying everything."""
    paired = latest_round(event.t, pool)
    if paired is None or not paired.started or open_matches(event.t, paired):
        return False
    announced = planned_rounds(event.t, pool) or 0
    return paired.number >= announced or event.pairing(pool, paired.number + 1) is None


def have_ended(t: Tournament) -> bool:
    return all(has_ended(t, pool) for pool in t.pods if t.latest.get(pool))


def lines(placed: Iterable[Standing]) -> list[Standing]:
    return [replace(one, dropped=False) for one in placed]


@pytest.mark.rule("A-73", "A-78")
@given(dice())
def test_a_pool_has_ended_when_no_round_is_announced_or_legal(chance: Random) -> None:
    event = simulate(chance)
    for pool in event.t.pods:
        assert has_ended(event.t, pool) == is_over(event, pool)


@pytest.mark.rule("A-73")
@given(dice())
def test_after_the_last_round_neither_a_drop_nor_the_close_moves_a_place(chance: Random) -> None:
    event = Event(chance, lambda _: None)
    event.begin()
    event.swiss(4)
    if not have_ended(event.t):
        return
    before = [lines(standings(event.t, rules)) for rules in EDITIONS]
    for player in event.t.players.values():
        t = event.t.copy()
        gone = ev.PlayerDropped(player=player.id, after=latest_started(t, player.id))
        for act in (gone, ev.TournamentClosed())[player.out :]:
            t.apply(act, t.seq)
            if not have_ended(t):  # Those who stay are even in number now, and can be paired.
                break
            assert [lines(standings(t, rules)) for rules in EDITIONS] == before, act
