"""What is said of a lock is what the desk then does."""

from datetime import timedelta
from random import Random

import pytest
from hypothesis import given

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import Result, Verdict
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.explain.lock import State, explain_lock
from tests.strategies import dice, simulate

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
CHECKS = Checks(VALIDATORS)
LOCKS = {"result-locked", "tournament-closed", "seeding-frozen", "cut-result-final"}
REFUSES = {
    State.LOCKED: {"result-locked"},
    State.CLOSED: {"tournament-closed"},
    State.SEEDED: {"seeding-frozen"},
    State.ADVANCED: {"cut-result-final"},
    State.OPEN: set[str](),
}


@pytest.mark.rule("A-40", "A-48", "A-49", "A-50")
@given(dice())
def test_the_state_of_a_match_is_what_a_correction_meets(chance: Random) -> None:
    event = simulate(chance)
    t, last = event.t, event.desk.entries[-1]
    for match, result in t.results.items():
        found = explain_lock(event.desk.entries, RULES, match)
        other = Verdict.SECOND if result.verdict is Verdict.FIRST else Verdict.FIRST
        corrected = ev.ResultCorrected(
            match=match, result=Result(verdict=other), reason="as the slip says"
        )
        entry = Entry(
            seq=last.seq + 1,
            at=last.at + timedelta(minutes=1),
            hand=last.hand,
            cmd="asked",
            prev=last.prev,
            events=(corrected,),
        )
        broken = {one.rule for one in CHECKS.judge_entry(t, entry, RULES)} & LOCKS
        if t.closed:
            locked = found.state is State.LOCKED
            assert locked or found.state is State.CLOSED
            assert "tournament-closed" in broken
            assert locked == ("result-locked" in broken)
        else:
            assert broken == REFUSES[found.state]


@pytest.mark.rule("A-48")
@given(dice())
def test_the_entry_that_is_named_is_the_one_that_locked(chance: Random) -> None:
    event = simulate(chance)
    for match in event.t.results:
        found = explain_lock(event.desk.entries, RULES, match)
        if found.state is not State.LOCKED:
            continue
        assert found.by is not None
        before = event.desk.entries[: found.by.seq - 1]
        paired = [
            one.round
            for entry in before
            for one in entry.events
            if isinstance(one, ev.RoundPaired) and one.pool in found.pools
        ]
        assert max(paired) < found.locks_with == found.by.round
