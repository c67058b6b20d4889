"""The fold of a large event does an amount of work that grows with it, and no faster (LED-8)."""

import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.judging import Penalty
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.standings.records import records

pytestmark = pytest.mark.fast

POOL = Pool("masters")
RULES = load("play-2017")


def acts(players: int, rounds: int) -> list[ev.AnyEvent]:
    """Return the events of a tournament: a tenth of the results is corrected, a few players go."""
    ids = [PlayerId(f"p{number}") for number in range(1, players + 1)]
    told: list[ev.AnyEvent] = [
        ev.PlayerRegistered(player=player, division=Division.MASTERS, commitment="A" * 43)
        for player in ids
    ]
    told.append(ev.PodsFormed(pods={POOL: (Division.MASTERS,)}))
    for number in range(1, rounds + 1):
        half = players // 2
        pairings = tuple(Pairing(ids[n], ids[half + (n + number) % half]) for n in range(half))
        tables = tuple(range(1, half + 1))
        told.append(ev.RoundPaired(pool=POOL, round=number, pairings=pairings, tables=tables))
        told.append(ev.RoundStarted(pool=POOL, round=number))
        for table in tables:
            match, won = MatchId(POOL, number, table), Result(verdict=Verdict.FIRST)
            told.append(ev.ResultReported(match=match, result=won))
            if table % 10 == 0:
                lost = Result(verdict=Verdict.SECOND)
                told.append(ev.ResultCorrected(match=match, result=lost, reason="Misread."))
    told += [ev.PlayerDropped(player=player, after=rounds) for player in ids[::20]]
    told += [
        ev.PenaltyIssued(player=player, penalty=Penalty.CAUTION, infraction="Late.")
        for player in ids[::20]
    ]
    return told


def fold(told: Iterable[ev.AnyEvent]) -> Tournament:
    t = Tournament()
    for seq, event in enumerate(told, start=1):
        t.apply(event, seq)
    return t


def steps(work: Callable[[], object]) -> int:
    """Count the steps of the interpreter: a figure that no other load on the machine changes."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.rule("LED-8")
@pytest.mark.parametrize("larger", [(80, 5), (40, 10)], ids=["players", "rounds"])
def test_twice_the_event_is_twice_the_work_of_the_fold(larger: tuple[int, int]) -> None:
    small, large = acts(40, 5), acts(*larger)
    once, twice = steps(lambda: fold(small)), steps(lambda: fold(large))
    assert once > 1_000
    assert twice <= 2.1 * once
    assert twice * len(small) <= 1.1 * once * len(large)


@pytest.mark.rule("LED-8")
def test_records_are_added_up_in_one_pass_over_the_matches() -> None:
    small, large = fold(acts(40, 5)), fold(acts(80, 5))
    once = steps(lambda: records(small, RULES))
    assert steps(lambda: records(large, RULES)) <= 2.1 * once


def test_the_steps_of_something_quadratic_are_noticed() -> None:
    def quadratic(n: int) -> None:
        for one in range(n):
            for other in range(n):
                assert one + other >= 0

    assert steps(lambda: quadratic(40)) > 3 * steps(lambda: quadratic(20))


@pytest.mark.rule("LED-8")
def test_two_thousand_players_and_ten_rounds_fold_whole() -> None:
    t = fold(acts(2_000, 10))
    assert (len(t.players), len(t.matches), len(t.results)) == (2_000, 10_000, 10_000)
    assert len(t.penalties) == sum(player.out for player in t.players.values()) == 100
