"""What would stand is what really stands once it has happened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import MatchId, Result
from roundbook.projections.explain.what_if import WhatIf, what_if
from roundbook.projections.standings.standings import Standing, standings
from tests.strategies import ELIMINATION, SWISS, Event, dice, simulate

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")


def placed(event: Event) -> list[Standing]:
    return standings(event.desk.tournament, RULES)


def moved(before: list[Standing], after: list[Standing]) -> set[tuple[object, ...]]:
    was = {one.player: (one.place, one.match_points) for one in before}
    return {
        (one.player, *was[one.player], one.place, one.match_points)
        for one in after
        if was[one.player] != (one.place, one.match_points)
    }


def asked(found: WhatIf) -> set[tuple[object, ...]]:
    return {
        (one.player, one.place, one.match_points, one.would_be, one.would_have)
        for one in found.places
    }


def some_match(event: Event, data: st.DataObject) -> tuple[MatchId, Result] | None:
    reported = sorted(event.t.results)
    if not reported:
        return None
    match = data.draw(st.sampled_from(reported))
    results = ELIMINATION if match.pool in event.t.cuts else SWISS
    return match, data.draw(st.sampled_from(results))


@given(dice(), st.data())
def test_asking_changes_nothing_and_answers_what_a_correction_then_does(
    chance: st.DataObject, data: st.DataObject
) -> None:
    event = simulate(chance)  # type: ignore[arg-type]
    asks = some_match(event, data)
    if asks is None:
        return
    match, result = asks
    before, count = placed(event), len(event.desk.entries)
    found = what_if(event.desk.entries, RULES, results={match: result})
    assert (placed(event), len(event.desk.entries)) == (before, count)
    try:
        event.desk.post(ev.ResultCorrected(match=match, result=result, reason="the slip"))
    except Refused as refused:
        rules = {one.rule for one in refused.violations}
        assert ("result-locked" in rules) == (match in found.locked)
        return
    assert match not in found.locked
    assert asked(found) == moved(before, placed(event))


@given(dice())
def test_what_happened_anyway_changes_nothing(chance: st.DataObject) -> None:
    event = simulate(chance)  # type: ignore[arg-type]
    same = {match: result for match, result in event.t.results.items() if match.round == 1}
    found = what_if(event.desk.entries, RULES, results=same)
    assert replace(found, locked=()) == WhatIf(places=(), rounds=(), cuts=(), locked=())


@given(dice())
def test_a_drop_that_is_asked_about_is_as_one_that_happens(chance: st.DataObject) -> None:
    event = simulate(chance)  # type: ignore[arg-type]
    still = [player for player in event.t.players.values() if not player.out]
    if not still or event.t.closed:
        return
    drop = ev.PlayerDropped(player=still[0].id, after=max(event.t.latest.values(), default=0))
    before = placed(event)
    found = what_if(event.desk.entries, RULES, results={}, events=[drop])
    event.t.apply(drop, event.t.seq)
    assert asked(found) == moved(before, placed(event))
