"""Two desks that went on alone tell one tournament again, or it is said where they do not."""

from random import Random

import pytest
from hypothesis import given

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Result, Verdict
from roundbook.projections.compare.ledgers import differences
from roundbook.projections.compare.merge import Merge, merge
from tests.scripts import MASTERS, happened, play, player
from tests.strategies import dice

pytestmark = pytest.mark.fast

RESULTS = [Result(verdict=verdict) for verdict in (Verdict.FIRST, Verdict.SECOND, Verdict.TIE)]
MATCHES = [MatchId(MASTERS, 1, table) for table in range(1, 5)]


def begun() -> Desk:
    return happened("register 1 2 3 4 5 6 7 8; round 1 1-2 3-4 5-6 7-8")


def alone(chance: Random, mark: str) -> Desk:
    """A desk that goes on alone for a while: results, corrections, drops, notes."""
    told = begun()
    told.post(ev.NoteMade(text=f"{mark} went on alone."))
    for _ in range(chance.randrange(7)):
        match = chance.choice(MATCHES)
        result = chance.choice(RESULTS)
        number = chance.randint(1, 8)
        if chance.random() < 0.2 and not told.tournament.players[player(number)].out:
            play(f"drop {number} 1", told)
        elif match in told.tournament.results:
            told.post(ev.ResultCorrected(match=match, result=result, reason="the slip"))
        else:
            told.post(ev.ResultReported(match=match, result=result))
    return told


def told_of(told: Desk, match: MatchId) -> list[Result]:
    """The results that a branch has told of a match, one after the other."""
    return [
        event.result
        for entry in told.entries
        for event in entry.events
        if isinstance(event, ev.ResultReported | ev.ResultCorrected) and event.match == match
    ]


def merged(ours: Desk, found: Merge) -> Tournament:
    t = Tournament.replay(ours.entries)
    for one in found.taken:
        for event in one.events:
            t.apply(event, t.seq + 1)
    return t


@pytest.mark.rule("LED-5")
@given(dice())
def test_what_one_branch_alone_tells_is_taken_and_what_both_tell_otherwise_is_named(
    chance: Random,
) -> None:
    ours, theirs = alone(chance, "One"), alone(chance, "The other")
    found = merge(ours.entries, theirs.entries)
    after = merged(ours, found).results
    named = " ".join(one.message for one in found.undecided)
    for match in MATCHES:
        here, there = told_of(ours, match), told_of(theirs, match)
        goes_on = there[: len(here)] == here  # The other branch knew all that we know.
        behind = here[: len(there)] == there or here[-1:] == there[-1:]
        assert (str(match) in named) == (not goes_on and not behind)
        last = there if goes_on else here
        assert after.get(match) == (last[-1] if last else None)


@given(dice())
def test_what_is_merged_without_a_decision_means_the_same_from_either_side(chance: Random) -> None:
    ours, theirs = alone(chance, "One"), alone(chance, "The other")
    one, other = merge(ours.entries, theirs.entries), merge(theirs.entries, ours.entries)
    assert bool(one.undecided) == bool(other.undecided)
    if not one.undecided:
        assert differences(merged(ours, one), merged(theirs, other)) == []


@given(dice())
def test_every_entry_of_the_other_branch_is_accounted_for_once(chance: Random) -> None:
    ours, theirs = alone(chance, "One"), alone(chance, "The other")
    found = merge(ours.entries, theirs.entries)
    seqs = [one.seq for one in found.taken] + [one.seq for one in found.undecided]
    seqs += found.same
    assert sorted(seqs) == [entry.seq for entry in theirs.entries[found.fork :]]


@given(dice())
def test_a_ledger_has_nothing_to_take_from_itself(chance: Random) -> None:
    told = alone(chance, "One")
    found = merge(told.entries, told.entries)
    assert (found.taken, found.same, found.undecided) == ((), (), ())


def test_branches_that_have_both_paired_are_refused() -> None:
    ours, theirs = begun(), begun()
    for told, pairs in ((ours, "1-3 2-4"), (theirs, "1-4 2-3")):
        play(f"round 2 {pairs}", told)
    with pytest.raises(
        Refused,
        match="both branches have changed rounds, cuts or draws since they split: entry 12 here",
    ):
        merge(ours.entries, theirs.entries)


def test_what_was_paired_on_the_other_branch_alone_is_to_be_decided() -> None:
    ours, theirs = begun(), begun()
    play("round 2 1>3 2-4", theirs)
    found = merge(ours.entries, theirs.entries)
    assert found.taken == ()
    said = [one.message for one in found.undecided]
    assert said[0].startswith(
        "there, round 2 of masters was paired: 2 matches, as entry 12: repeat"
    )
    assert "masters-2-1" in said[-1]


def test_two_tournaments_are_no_branches() -> None:
    ours, theirs = happened(""), happened("open tom")
    with pytest.raises(Refused, match="no line in common"):
        merge(ours.entries, theirs.entries)
