"""Every lint finds its smallest ledger, and every fault that is put into a clean event."""

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom, Override
from roundbook.ledger.record.entry import Attempt, Entry, from_line, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.terms import Actor, Bye, HandId, PlayerId, Pool, Result, Verdict
from roundbook.projections.lints import LINTS, lint
from tests.cli.typed import roundbook
from tests.projections.lints.cases import CASES, Given, case
from tests.strategies import dice

RULES = released.load("play-2017")
SEEDS = ("one", "two", "three")


def test_every_lint_has_a_name_a_reason_and_a_smallest_ledger() -> None:
    assert [one.name for one in LINTS] == list(CASES)
    for one in LINTS:
        assert one.reason.endswith("."), one.name
        assert len(one.reason) <= 100, one.name


@pytest.mark.parametrize("name", CASES)
def test_a_smallest_ledger_earns_these_words(name: str, golden: Callable[[str, str], None]) -> None:
    entries, attempts = case(name)
    found = [one for one in lint(entries, RULES, attempts) if one.lint == name]
    golden(
        f"fixtures/lints/{name}.ledger",
        "".join(f"{to_line(entry).decode()}\n" for entry in entries),
    )
    golden(f"fixtures/lints/{name}.txt", "".join(f"{one.seq} {one.message}\n" for one in found))
    assert found


@pytest.mark.parametrize("name", [name for name in CASES if name != "refused-attempts"])
def test_without_its_last_entry_there_is_nothing_to_see(name: str) -> None:
    entries, _ = case(name)
    assert [one for one in lint(entries[:-1], RULES) if one.lint == name] == []


@pytest.mark.rule("A-55")
def test_what_an_event_owes_is_listed_though_a_file_says_that_it_is_over() -> None:
    *before, last = case("closed-owing").entries
    told = ImportedFrom(sha256="f" * 64)
    closed = replace(last, events=tuple(replace(event, told=told) for event in last.events))
    assert lint([*before, closed], RULES) == lint([*before, last], RULES) != []


# --- faults put into clean events -----------------------------------------------------------------


@cache
def clean(seed: str) -> tuple[Entry, ...]:
    """An invented event with drops, late players, byes and corrections, and two desks."""
    with TemporaryDirectory() as away:
        folder = Path(away) / "cup"
        typed = ("--players", "11", "--rounds", "4", "--drops", "0.1", "--late", "0.1")
        more = ("--ties", "0.1", "--corrections", "0.1", "--awarded", "0.1", "--seed", seed)
        roundbook("lab generate", folder, *typed, *more, code=0)
        lines = (folder / "ledger.jsonl").read_bytes().splitlines()
    entries = [from_line(line, number) for number, line in enumerate(lines, start=1)]
    return tuple(map(_by_two_hands, entries))


def _by_two_hands(entry: Entry) -> Entry:
    """Corrections are made by the other desk, as they should be."""
    corrects = any(isinstance(event, ev.ResultCorrected) for event in entry.events)
    return replace(entry, hand=Actor(id=HandId("h2"))) if corrects else entry


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_clean_event_there_is_nothing_to_see(seed: str) -> None:
    assert lint(clean(seed), RULES) == []


def numbered(entries: list[Entry]) -> list[Entry]:
    return [replace(entry, seq=number) for number, entry in enumerate(entries, start=1)]


def inserted(entries: list[Entry], place: int, *events: ev.AnyEvent, **fields: object) -> Given:
    """A ledger with one more entry after `place` others, at the time of the one before it."""
    before = entries[place - 1]
    made = replace(before, events=events, cmd="injected", **fields)
    return Given(numbered([*entries[:place], made, *entries[place:]]))


def changed(entries: list[Entry], place: int, **fields: object) -> Given:
    return Given([*entries[:place], replace(entries[place], **fields), *entries[place + 1 :]])


def places(entries: list[Entry], kind: type[ev.AnyEvent]) -> list[int]:
    """Where an event of a kind stands alone, and the entry could be another."""
    return [
        place
        for place, entry in enumerate(entries)
        if len(entry.events) == 1 and isinstance(entry.events[0], kind)
    ]


def _back(entries: list[Entry], chance: Random) -> Given:
    place = chance.randrange(1, len(entries))
    return changed(entries, place, at=entries[place - 1].at - timedelta(minutes=1))


def _night(entries: list[Entry], chance: Random) -> Given:
    place = chance.choice(places(entries, ev.ResultReported))
    return changed(entries, place, at=entries[place].at.replace(hour=2))


def _early(entries: list[Entry], chance: Random) -> Given:
    place = chance.choice(places(entries, ev.ResultReported))
    return changed(entries, place, at=entries[place].at - timedelta(hours=2))


def _long(entries: list[Entry], chance: Random) -> Given:
    place = chance.choice(places(entries, ev.ResultReported))
    return changed(entries, place, at=entries[place].at + timedelta(hours=4))


def _haste(entries: list[Entry], chance: Random) -> Given:
    place = chance.choice(places(entries, ev.RoundStarted))
    [started] = entries[place].events
    assert isinstance(started, ev.RoundStarted)
    posted = ev.RoundPosted(pool=started.pool, round=started.round, sha256="f" * 64)
    moved = inserted(entries, place, posted).entries
    return Given(moved)


def _other(result: Result) -> Result:
    to = Verdict.SECOND if result.verdict is Verdict.FIRST else Verdict.FIRST
    return Result(verdict=to)


def _correction(entries: list[Entry], place: int) -> ev.ResultCorrected:
    [event] = entries[place].events
    assert isinstance(event, ev.ResultReported | ev.ResultCorrected)
    result = _other(event.result)
    return ev.ResultCorrected(match=event.match, result=result, reason="as the slip says")


def _own(entries: list[Entry], chance: Random) -> Given:
    """The same hand corrects what it entered, while another hand reports elsewhere."""
    two = [*entries]
    first, place = chance.sample(places(entries, ev.ResultReported), 2)
    two[first] = replace(two[first], hand=Actor(id=HandId("h3")))
    return inserted(two, place + 1, _correction(two, place))


def _again(entries: list[Entry], chance: Random) -> Given:
    place = chance.choice(places(entries, ev.ResultReported))
    two = Actor(id=HandId("h2"))
    once = inserted(entries, place + 1, _correction(entries, place), hand=two).entries
    return inserted(once, place + 2, _correction(once, place + 1), hand=Actor(id=HandId("h3")))


def _before_cut(entries: list[Entry], chance: Random) -> Given:
    """A result of the last rounds is corrected, and the cut is made at once."""
    place = places(entries, ev.ResultReported)[-1]
    told = inserted(entries, place + 1, _correction(entries, place), hand=Actor(id=HandId("h2")))
    [registered] = [e for e in entries if e.seq == _first_registered(entries)]
    [player] = registered.events
    assert isinstance(player, ev.PlayerRegistered)
    seeds = (player.player,)
    cut = ev.CutMade(division=player.division, pool=Pool("masters-cut"), seeds=seeds)
    return inserted(told.entries, place + 2, cut)


def _first_registered(entries: list[Entry]) -> int:
    return next(
        e.seq
        for e in entries
        if len(e.events) == 1 and isinstance(e.events[0], ev.PlayerRegistered)
    )


def _with_override(entries: list[Entry], place: int, reason: str) -> list[Entry]:
    let = Override(rule="drop-round", reason=reason, official="head-judge")
    events = tuple(replace(event, override=let) for event in entries[place].events)
    return changed(entries, place, events=events).entries


def _unexplained(entries: list[Entry], chance: Random) -> Given:
    return Given(_with_override(entries, chance.randrange(1, len(entries)), "because"))


def _often(entries: list[Entry], chance: Random) -> Given:
    for place in chance.sample(range(1, len(entries)), 3):
        entries = _with_override(entries, place, "the bus of the team was late")
    return Given(entries)


def _attempt(entries: list[Entry], chance: Random) -> Given:
    last = entries[-1]
    rule = chance.choice(["result-locked", "tournament-closed", "cut-result-final"])
    said = "match masters-1-1 is locked."
    made = Attempt(last.at, last.hand, "c", last.seq, rule, message=said)
    return Given(entries, (made,))


def _seatings(entries: list[Entry]) -> list[tuple[int, int]]:
    return [
        (place, number)
        for place, entry in enumerate(entries)
        for number, event in enumerate(entry.events)
        if isinstance(event, ev.RoundPaired) and event.round > 1
    ]


def _reseated(entries: list[Entry], place: int, number: int, **fields: object) -> Given:
    events = list(entries[place].events)
    events[number] = replace(events[number], **fields)
    return changed(entries, place, events=tuple(events))


def _bye(entries: list[Entry], chance: Random) -> Given:
    """Somebody has the bye in two rounds."""
    one, other = chance.sample(_seatings(entries), 2)
    bye = (Bye(PlayerId(f"p{chance.randint(1, 9)}")),)
    return _reseated(_reseated(entries, *one, byes=bye).entries, *other, byes=bye)


def _rematch(entries: list[Entry], chance: Random) -> Given:
    """A round seats two who have met in the first."""
    first = next(
        event for entry in entries for event in entry.events if isinstance(event, ev.RoundPaired)
    )
    place, number = chance.choice(_seatings(entries))
    event = entries[place].events[number]
    assert isinstance(event, ev.RoundPaired)
    pairings = (first.pairings[0], *event.pairings[1:])
    return _reseated(entries, place, number, pairings=pairings)


FAULTS: dict[str, Callable[[list[Entry], Random], Given]] = {
    "clock-set-back": _back,
    "written-at-night": _night,
    "before-the-round": _early,
    "long-after-the-round": _long,
    "started-at-once": _haste,
    "one-hand-both": _own,
    "changed-again": _again,
    "changed-before-cut": _before_cut,
    "unexplained-override": _unexplained,
    "frequent-overrides": _often,
    "refused-attempts": _attempt,
    "second-bye": _bye,
    "rematch-played": _rematch,
}
"""How each fault is put in; a worse round by hand has a test of its own."""


@pytest.mark.parametrize("name", FAULTS)
@settings(max_examples=6)
@given(dice(), st.sampled_from(SEEDS))
def test_a_fault_that_is_put_in_is_found(name: str, chance: Random, seed: str) -> None:
    entries, attempts = FAULTS[name](list(clean(seed)), chance)
    assert name in {one.lint for one in lint(entries, RULES, attempts)}


@pytest.mark.parametrize(("sheet", "found"), [("pairings", True), ("slips", False)])
def test_slips_that_are_printed_are_not_pairings_that_are_posted(sheet: str, found: bool) -> None:
    entries, _ = case("started-at-once")
    printed = [
        replace(
            entry,
            events=tuple(
                replace(event, sheet=ev.PostedSheet(sheet))
                if isinstance(event, ev.RoundPosted)
                else event
                for event in entry.events
            ),
        )
        for entry in entries
    ]
    assert ("started-at-once" in {one.lint for one in lint(printed, RULES)}) is found


def test_a_round_that_was_paired_again_was_not_posted_by_its_first_sheet() -> None:
    """Withdrawn, paired again and started at once: it was never posted, which `start` says."""
    entries, _ = case("started-at-once")
    *before, paired, posted, start = entries
    again = replace(paired, at=start.at, events=paired.events[-1:])
    found = lint([*before, paired, posted, again, start], RULES)
    assert "started-at-once" not in {one.lint for one in found}


def test_faults_of_several_kinds_are_all_found() -> None:
    entries = list(clean("one"))
    chance = Random(7)  # noqa: S311 - dice.
    wanted = ["unexplained-override", "long-after-the-round", "changed-again", "started-at-once"]
    for name in wanted:
        entries = FAULTS[name](entries, chance).entries
    assert set(wanted) <= {one.lint for one in lint(entries, RULES)}


@pytest.mark.parametrize("name", ["written-at-night", "long-after-the-round", "changed-again"])
def test_what_a_file_tells_has_no_clock_and_no_hand(name: str) -> None:
    entries, _ = case(name)
    told = ImportedFrom(sha256="f" * 64)
    silent = [
        replace(entry, events=tuple(replace(event, told=told) for event in entry.events))
        for entry in entries
    ]
    assert lint(silent, RULES) == []


def test_a_cut_that_is_made_twice_shows_a_change_once() -> None:
    entries, attempts = case("changed-before-cut")
    last = entries[-1]
    twice = [*entries, replace(last, seq=last.seq + 1)]
    found = [one for one in lint(twice, RULES, attempts) if one.lint == "changed-before-cut"]
    assert len(found) == 1


def test_a_second_is_told_in_the_singular() -> None:
    entries, attempts = case("started-at-once")
    late = [*entries[:-1], replace(entries[-1], at=entries[-2].at + timedelta(seconds=1))]
    said = [one.message for one in lint(late, RULES, attempts) if one.lint == "started-at-once"]
    assert said == ["round 1 of masters was started 1 second after it was posted."]
