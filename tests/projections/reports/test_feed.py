"""The feed: every public event once, as everybody may see it, and nothing that is private."""

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given

from roundbook.ledger.people.book import Book, BookEntry, Display, Person
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports.feed import Item, bytes_of, feed
from tests.scripts import play
from tests.strategies import tournaments

PRIVATE = {
    "penalty-issued", "penalty-withdrawn", "proxy-made", "deck-check-drawn", "deck-checked",
    "deck-registered", "note-made", "staff-named", "request-recorded", "request-answered",
    "people-erased", "entry-refused", "player-disqualified", "match-ended", "late-tag-set",
    "judge-called", "call-taken", "call-ended", "player-checked-in", "check-in-undone",
    "player-amended", "secret-committed", "key-rotated",
}  # fmt: skip


def known(name: str, year: int = 1990, display: Display | None = None) -> BookEntry:
    person = Person(name=name, id=f"47{year}", birth_year=year)
    return BookEntry(person=person, salt="A" * 43, display=display)


PEOPLE = Book(
    players={
        PlayerId("p1"): known("Ana Lopez"),
        PlayerId("p2"): known("Ben van Ode", display=Display.INITIAL),
        PlayerId("p3"): known("Cho Min", display=Display.ANONYMOUS),
        PlayerId("p4"): known("Dee Fox", 2012),
    }
)


def told(entries: list[Entry], since: int = 1) -> list[Item]:
    return list(feed(entries, lambda: PEOPLE, since))


def script() -> list[Entry]:
    return play("""
        register ana ben cho dee
        round 1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-1
        correct  1-2 0-2
        note     the hall is cold
        disqualify dee
    """).entries


def test_names_are_shown_as_people_chose() -> None:
    registered = [item for item in told(script()) if item["event"] == "player-registered"]
    assert [item["name"] for item in registered] == ["Ana Lopez", "Ben O.", None, "Dee F."]


def test_a_result_says_who_met_at_which_table_and_what_came_of_it() -> None:
    result = next(item for item in told(script()) if item["event"] == "result-corrected")
    assert {key: result[key] for key in ("match", "table", "result", "games")} == {
        "match": "masters-1-2",
        "table": 2,
        "result": "second",
        "games": [0, 2, 0] if len(result["games"]) == 3 else [0, 2],
    }
    assert result["second"]["name"] == "Dee F."


def test_who_was_disqualified_has_left_and_nobody_is_told_why() -> None:
    items = told(script())
    assert items[-1]["event"] == "player-left"
    assert "note-made" not in {item["event"] for item in items}


def test_pairings_come_when_they_are_put_up_and_not_before() -> None:
    entries = play("""
        register ana ben cho dee
        pair 1   ana-ben cho-dee
        post 1
        repair 1 ana-cho ben-dee
        start 1
    """).entries
    rounds = [item for item in told(entries) if "round" in item]
    assert [(item["event"], "tables" in item) for item in rounds] == [
        ("round-paired", False),
        ("round-posted", True),
        ("round-repaired", False),
        ("round-started", True),
    ]
    seats = rounds[3]["tables"][0]
    assert (seats["first"]["player"], seats["second"]["player"]) == ("p1", "p3")


def test_what_was_done_by_hand_or_let_pass_is_remarked() -> None:
    items = told(
        play("""
        register ana ben cho dee
        round 1  ana-ben cho-dee
        report   1-1 2-0  1-2 2-1
        round 2  ana-ben cho-dee ~ rematch
    """).entries
    )
    remarks = [remark for item in items for remark in item.get("remarks", [])]
    assert any("overrode rematch" in remark for remark in remarks)
    assert any("was paired by hand" in remark for remark in remarks)


@given(tournaments())
def test_a_feed_can_be_taken_up_anywhere_and_tells_the_same(entries: list[Entry]) -> None:
    whole = told(entries)
    for since in (1, len(entries) // 2, len(entries), len(entries) + 1):
        assert told(entries, since) == [item for item in whole if item["entry"] >= since]


@given(tournaments())
def test_a_feed_tells_nothing_that_is_private(entries: list[Entry]) -> None:
    for item in told(entries):
        assert item["event"] not in PRIVATE
        line = bytes_of(item)
        assert line.endswith(b"}\n")
        assert line.count(b"\n") == 1
        said = json.loads(line)
        assert not {"commitment", "hand", "secret", "salt", "cmd", "id"} & set(keys(said))
        text = line.decode()
        assert not re.search("van Ode|Cho Min|Fox|471990|472012|h1", text)


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


@pytest.mark.parametrize("odd", ["\u202e", "\x1b", "\x7f", "\u2028"])
def test_nothing_in_a_line_can_move_a_cursor_or_break_it(odd: str) -> None:
    line = bytes_of({"entry": 1, "event": "x", "name": f"a{odd}b"})
    assert odd not in line.decode()
    assert json.loads(line)["name"] == f"a{odd}b"
