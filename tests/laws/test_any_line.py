"""A ledger that breaks rules can be read to say which: whatever it holds, nobody breaks off."""

import json
from datetime import date
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundbook.cli.archive.contents import Recorded, sealed
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import entries_of, to_line
from roundbook.ledger.rulesets import released
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.rules_in_force import checks
from tests.any_line import with_any_entries
from tests.cli.sealed import chained
from tests.strategies import simulate

RULES = released.load("play-2017")
SEEDS = st.integers(0, 2**32)


def judged(chance: Random) -> None:
    """Judge an event with any entries in it, and seal it."""
    lines = map(to_line, simulate(chance).desk.entries)
    made = chained([json.dumps(one).encode() for one in with_any_entries([*lines], chance)])
    entries = [*entries_of(made)]
    found = {one.seq for one in checks(Book()).review(entries, RULES)}
    assert found <= {entry.seq for entry in entries}
    what = Recorded(lines=tuple(made), edition=released.text("play-2017"), unfinished=b"so\n")
    assert sealed(what, entries, RULES, Book())


@pytest.mark.rule("LED-6")
@given(SEEDS)
@settings(max_examples=25, deadline=None)
def test_no_ledger_of_valid_lines_stops_the_judge_or_the_seal(seed: int) -> None:
    judged(Random(seed))  # noqa: S311 - a million words would be drawn one by one.


@pytest.mark.long
@given(SEEDS)
@settings(max_examples=1_500, deadline=None)
def test_no_ledger_of_many_valid_lines_stops_them(seed: int) -> None:
    judged(Random(seed))  # noqa: S311 - a million words would be drawn one by one.


SEEDED = {"event": "seeds-drawn", "pool": "cut", "seeds": ["p9", "p8"]}
A_DOUBLE_LOSS = (
    {"event": "round-paired", "pool": "cut", "round": 1, "pairings": [["p9", "p8"]], "tables": [1]},
    {"event": "round-started", "pool": "cut", "round": 1},
    {"event": "result-reported", "match": ["cut", 1, 1], "result": {"verdict": "double-loss"}},
)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize(
    "events",
    [
        ({"event": "pods-formed", "pods": {"masters": []}},),
        (SEEDED,),
        (SEEDED, *A_DOUBLE_LOSS),
        ({"event": "team-formed", "players": ["p9", "p8"], "name": "Rocket"},),
    ],
    ids=lambda events: events[-1]["event"],
)
def test_what_is_about_nobody_is_read_and_said(events: tuple[dict[str, object], ...]) -> None:
    """Each of them was once the end of `verify`, with a traceback."""
    opened, *lines = map(to_line, simulate(Random(3)).desk.entries)  # noqa: S311 - chosen once.
    known = [json.loads(line) for line in (opened, *lines)]
    closed = {**known[-1], "cmd": "close", "events": [{"event": "tournament-closed"}]}
    more = {**known[-1], "cmd": "odd", "events": [*events]}
    made = chained([json.dumps(one).encode() for one in (*known, more, closed)])
    entries = [*entries_of(made)]
    assert len(known) + 1 in {one.seq for one in checks(Book()).review(entries, RULES)}
    what = Recorded(
        lines=tuple(made), edition=released.text("play-2017"), people=b"{}", unfinished=b"so\n"
    )
    assert sealed(what, entries, RULES, Book())


def test_results_of_the_last_day_of_the_calendar_are_kept_until_then() -> None:
    assert keep_until(date.max, RULES) == date.max
