"""What holds of every ledger: order, repetition and copies change nothing that they should not."""

from collections.abc import Sequence

from hypothesis import find, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Violation
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import START, Entry, from_line, leaf_hash, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.store import MemoryStore
from roundbook.ledger.validators.checks import Checks
from roundbook.ledger.validators.in_force import VALIDATORS
from tests.scripts import new_desk
from tests.strategies import ELIMINATION, SWISS, tournaments

CHECKS = Checks(VALIDATORS)
RULES = released.load("play-2017")


def told(t: Tournament) -> dict[str, object]:
    """Everything that a tournament tells, but for which entry told it."""
    return {name: value for name, value in vars(t).items() if name not in {"changed", "seq"}}


def in_another_order(entries: Sequence[Entry], data: st.DataObject) -> list[Entry]:
    """Return the entries with the reports of each run of reports in another order."""
    ordered: list[Entry] = []
    run: list[Entry] = []

    def settle() -> None:
        shuffled = data.draw(st.permutations(run)) if run else []
        for place, slip in zip(run, shuffled, strict=True):
            ordered.append(replace(place, events=slip.events))
        run.clear()

    for entry in entries:
        if all(isinstance(event, ev.ResultReported) for event in entry.events):
            run.append(entry)
        else:
            settle()
            ordered.append(entry)
    settle()
    return ordered


def breaches(entries: list[Entry]) -> list[Violation]:
    """Return what breaks a rule that no official has let pass."""
    return [found for found in CHECKS.review(entries, RULES) if not found.overridden]


@given(tournaments(), st.data())
def test_slips_may_come_in_in_any_order(entries: list[Entry], data: st.DataObject) -> None:
    """A match that ends late is not worth less. Only pairings are history."""
    shuffled = in_another_order(entries, data)
    assert told(Tournament.replay(shuffled)) == told(Tournament.replay(entries))
    assert breaches(shuffled) == []


@given(tournaments())
def test_what_a_desk_has_written_breaks_no_rule(entries: list[Entry]) -> None:
    assert breaches(entries) == []


@given(tournaments(), st.data())
def test_a_correction_undone_restores(entries: list[Entry], data: st.DataObject) -> None:
    t = Tournament.replay(entries[: data.draw(st.integers(0, len(entries)))])
    if not t.results:
        return
    match, first = data.draw(st.sampled_from(sorted(t.results.items(), key=str)))
    other = data.draw(st.sampled_from([each for each in (*SWISS, *ELIMINATION) if each != first]))
    before = t.copy()
    for result in (other, first):
        t.apply(ev.ResultCorrected(match=match, result=result, reason="A slip."), t.seq + 1)
        assert t.results[match] == result
    assert told(t) == told(before)


@given(tournaments(), st.data())
def test_a_withdrawn_report_made_again_restores(entries: list[Entry], data: st.DataObject) -> None:
    t = Tournament.replay(entries)
    if not t.results:
        return
    match, result = data.draw(st.sampled_from(sorted(t.results.items(), key=str)))
    before = t.copy()
    t.apply(ev.ResultWithdrawn(match=match, reason="A slip."), t.seq + 1)
    assert match not in t.results
    assert t.endings == before.endings  # What a judge saw binds the next report as well.
    t.apply(ev.ResultReported(match=match, result=result), t.seq + 2)
    assert told(t) == told(before)


@given(tournaments(), st.data())
def test_a_replay_in_two_halves_is_a_replay_at_once(
    entries: list[Entry], data: st.DataObject
) -> None:
    half = data.draw(st.integers(0, len(entries)))
    t = Tournament.replay(entries[:half])
    for entry in entries[half:]:
        t.apply_entry(entry)
    assert vars(t) == vars(Tournament.replay(entries))


@given(tournaments(), st.data())
def test_a_copy_goes_on_alone(entries: list[Entry], data: st.DataObject) -> None:
    half = data.draw(st.integers(0, len(entries)))
    t = Tournament.replay(entries[:half])
    other = t.copy()
    for entry in entries[half:]:
        other.apply_entry(entry)
    assert vars(t) == vars(Tournament.replay(entries[:half]))
    assert vars(other) == vars(Tournament.replay(entries))


@given(tournaments())
def test_a_ledger_read_back_from_its_lines_is_the_same(entries: list[Entry]) -> None:
    lines = [to_line(entry) for entry in entries]
    again = [from_line(line, number) for number, line in enumerate(lines, start=1)]
    assert again == entries
    assert [entry.prev for entry in again] == [START, *map(leaf_hash, lines)][: len(lines)]


@given(tournaments())
def test_a_second_desk_finds_what_the_first_one_wrote(entries: list[Entry]) -> None:
    store = MemoryStore()
    lines = [to_line(entry) for entry in entries]
    store.append(lines, after=0)
    desk = new_desk(store)
    assert desk.entries == entries
    assert vars(desk.tournament) == vars(Tournament.replay(entries))


@given(tournaments())
def test_judging_an_entry_lets_nothing_happen(entries: list[Entry]) -> None:
    t = Tournament()
    for entry in entries:
        before = t.copy()
        CHECKS.judge_entry(t, entry, RULES)
        assert vars(t) == vars(before)
        t.apply_entry(entry)


@given(tournaments(), st.data())
def test_a_result_that_nobody_paired_changes_nothing(
    entries: list[Entry], data: st.DataObject
) -> None:
    t = Tournament.replay(entries)
    before = t.copy()
    result = data.draw(st.sampled_from(SWISS))
    match = next(iter(t.matches), None)
    if match is None:
        return
    stray = match._replace(table=9999)
    for event in (
        ev.ResultReported(match=stray, result=result),
        ev.ResultCorrected(match=stray, result=result, reason="A slip."),
        ev.ResultWithdrawn(match=stray, reason="A slip."),
    ):
        t.apply(event, t.seq + 1)
    assert told(t) == told(before)


def test_a_counterexample_becomes_a_short_event() -> None:
    """The dice of an event shrink: what has nothing to do with it is left out."""

    def corrected(entries: list[Entry]) -> bool:
        return any(isinstance(one, ev.ResultCorrected) for entry in entries for one in entry.events)

    found = find(tournaments(), corrected, settings=settings(max_examples=200, database=None))
    assert len(found) < 16
