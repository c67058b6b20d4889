"""Standings are shown after the last complete round of each pool, and say which that is (A-92)."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.rounds import open_matches, rounds_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.standings.shown import after_which, reached, running, settled, shown
from roundbook.projections.standings.standings import Standing, standings
from tests.scripts import MASTERS, play
from tests.strategies import dice, simulate

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
TWO_ROUNDS = """
    register ana ben cho dee eve
    round 1 ana>ben:2-0 cho>dee:2-0 eve
    round 2 ana-cho eve-ben dee
"""


def points(placed: list[Standing]) -> dict[PlayerId, int]:
    return {one.player: one.match_points for one in placed}


@pytest.mark.rule("A-92")
def test_a_table_counts_complete_rounds_alone_and_byes_with_them() -> None:
    """Eve had the bye of round 1, Dee has that of round 2, which is still being played."""
    told = play(TWO_ROUNDS)
    p1, p2, p3, p4, p5 = map(PlayerId, ("p1", "p2", "p3", "p4", "p5"))
    after_1 = {p1: 3, p3: 3, p5: 3, p2: 0, p4: 0}
    assert points(shown(told.tournament, RULES)) == after_1
    assert after_which(told.tournament) == ["after round 1; round 2: 0 of 2 in"]
    play("report 2-1 2-0", told)
    assert points(shown(told.tournament, RULES)) == after_1
    assert points(shown(told.tournament, RULES, live=True)) == {**after_1, p1: 6}
    assert after_which(told.tournament) == ["after round 1; round 2: 1 of 2 in"]
    assert after_which(told.tournament, live=True) == ["round 2 so far: 1 of 2 in"]
    play("correct 1-1 0-2", told)
    corrected = {**after_1, p1: 0, p2: 3}
    assert points(shown(told.tournament, RULES)) == corrected, "a correction shows at once"
    play("report 2-2 2-0", told)
    after_2 = {p5: 6, p1: 3, p2: 3, p3: 3, p4: 3}
    assert points(shown(told.tournament, RULES)) == after_2
    assert points(shown(told.tournament, RULES, live=True)) == after_2
    assert after_which(told.tournament) == ["after round 2"]
    play("pair 3 5-3 4-1 bye:2", told)
    assert after_which(told.tournament) == ["after round 2"], "nobody plays round 3 yet"
    assert points(shown(told.tournament, RULES)) == after_2


@pytest.mark.rule("A-92")
def test_before_round_1_is_complete_nobody_has_a_place() -> None:
    told = play("register ana ben cho dee\nround 1 ana>ben:2-0 cho-dee")
    assert {one.place for one in shown(told.tournament, RULES)} == {None}
    assert after_which(told.tournament) == ["round 1: 1 of 2 in"]
    assert shown(told.tournament, RULES, live=True)[0].place == 1
    assert after_which(play("register ana").tournament) == []


@pytest.mark.rule("A-92")
def test_pools_that_are_not_equally_far_are_told_apart() -> None:
    told = play("""
        register ana ben
        senior sam sue
        pods masters senior ~ pods-wrong
        masters: round 1 ana>ben
        senior: round 1 sam-sue
    """)
    t = told.tournament
    assert after_which(t) == ["senior: round 1: 0 of 1 in", "masters: after round 1"]
    assert reached(t, MASTERS).after == 1
    play('event {"event":"tournament-closed"}', told)
    assert after_which(told.tournament) == []


@pytest.mark.rule("A-92")
@given(dice())
def test_what_is_shown_is_what_a_ledger_gives_without_the_round_being_played(
    chance: Random,
) -> None:
    """At any moment of an event: replayed without what belongs to incomplete rounds."""
    entries = simulate(chance).desk.entries
    some = entries[: chance.randint(1, len(entries))]
    t = Tournament.replay(some)
    before = Tournament.replay(without(some, t))
    assert standings(settled(t), RULES) == standings(before, RULES)
    assert settled(settled(t)) is settled(t) or not incomplete(settled(t))
    assert {one.player for one in shown(t, RULES)} == {one.player for one in standings(t, RULES)}
    whole = {pool for pool in t.pods if not any(open_matches(t, r) for r in rounds_of(t, pool))}
    if whole == {*t.pods}:
        assert standings(running(t), RULES) == standings(t, RULES)


def incomplete(t: Tournament) -> dict[Pool, int]:
    """Return the first Swiss round of each pool that has no result for every match."""
    found = dict[Pool, int]()
    for (pool, number), paired in sorted(t.rounds.items()):
        waits = not paired.started or any(m not in t.results for m, _ in paired.matches())
        if t.closed is None and pool in t.pods and waits:
            found.setdefault(pool, number)
    return found


def without(entries: list[Entry], t: Tournament) -> Iterator[Entry]:
    """Yield the entries without what belongs to incomplete rounds of pools, and to later ones."""
    ends = incomplete(t)
    for entry in entries:
        kept = (event for event in entry.events if not of_round(event, ends))
        yield replace(entry, events=tuple(lost_before(event, t, ends) for event in kept))


def of_round(event: ev.AnyEvent, ends: dict[Pool, int]) -> bool:
    where = getattr(event, "match", None)
    if where is None and isinstance(event, ev.Seating | ev.RoundStarted | ev.RoundWithdrawn):
        where = (event.pool, event.round)
    return where is not None and where[1] >= ends.get(where[0], where[1] + 1)


def lost_before(event: ev.AnyEvent, t: Tournament, ends: dict[Pool, int]) -> ev.AnyEvent:
    """Return an event with the losses without an opponent in complete rounds."""
    if not isinstance(event, ev.LatePlayerAdmitted | ev.PlayerReinstated):
        return event
    pool = pool_of(t, t.players[event.player])
    last = ends.get(pool, 99) - 1 if pool else 99
    if isinstance(event, ev.LatePlayerAdmitted):
        return replace(event, losses=min(event.losses, last))
    return replace(event, missed=tuple(number for number in event.missed if number <= last))
