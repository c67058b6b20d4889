"""Calls for a judge and messages of the desk, as they are typed and listed."""

import pytest

from roundbook.cli.places.people import read_book
from roundbook.ledger.record.entry import entries_of
from roundbook.projections.reports.feed import feed
from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
JO = ("--as", "Jo Park", "--role", "judge")


@pytest.fixture
def hall(line: Line) -> Line:
    line.begin(*FOUR)
    return line


@pytest.mark.rule("TRF-1.2")
def test_a_judge_is_called_takes_the_call_and_is_done(hall: Line) -> None:
    said = hall("call", "masters-1-2", "--for", "a card was missed")
    assert said.out == (
        "Entry 9: a judge was called to match masters-1-2.\n"
        "Match masters-1-2 is waiting for a judge.\n"
    )
    two = hall("call", "masters-1-1")
    assert two.out.endswith("Match masters-1-2 and 1 more table are waiting for a judge.\n")
    took = hall("call", "masters-1-2", "--take", *JO)
    assert took.out.endswith(
        ": the call from match masters-1-2 was taken: a judge is on the way.\n"
        "Match masters-1-1 is waiting for a judge.\n"
    )
    waits, goes = hall.run("call", "-C", hall.folder, "--json").data["calls"]
    assert (waits["match"], waits["taken_by"]) == ("masters-1-1", None)
    assert goes["taken_by"].startswith("Jo Park")
    status = hall.run("status", "-C", hall.folder)
    assert "tables waiting for a judge: masters-1-2, masters-1-1\n" in status.out
    assert "a card was missed" in hall.run("call", "-C", hall.folder).out
    done = hall("call", "masters-1-2", "--done", *JO, "--json")
    assert done.data["waiting"] == ["masters-1-1"]
    hall.refused("call", "masters-1-2", "--take", rule="call-missing")
    both = hall.refused("call", "masters-1-1", "--take", "--done", code=2)
    assert "--take: either call a judge, take the call, or mark it as done." in both
    before = hall.run("call", "-C", hall.folder, "--json", "--as-of", 9).data["calls"]
    assert [one["match"] for one in before] == ["masters-1-2"]


def test_where_no_table_calls_the_list_says_so(hall: Line) -> None:
    assert "no table is waiting for a judge\n" in hall.run("call", "-C", hall.folder).out


def test_a_message_is_shown_with_names_until_it_is_taken_back(hall: Line) -> None:
    sent = hall("message", "p1, come to the desk", "--match", "masters-1-1").out
    assert "`roundbook serve` shows the message on players' phones.\n" in sent
    hall("message", "The small hall.", "--division", "senior")
    listed = hall.run("message", "-C", hall.folder)
    assert "Ana Lopez, come to the desk" in listed.out
    senior, table = hall.run("message", "-C", hall.folder, "--json").data["messages"]
    assert (senior["division"], senior["match"]) == ("Senior", None)
    assert (table["text"], table["said"]) == ("p1, come to the desk", "Ana Lopez, come to the desk")
    hall("message", "--withdraw", table["seq"])
    hall.refused("message", "--withdraw", table["seq"], rule="message-gone")
    hall("message", "--withdraw", senior["seq"])
    assert "there are no current messages\n" in hall.run("message", "-C", hall.folder).out
    assert hall.refused("message", "Ana Lopez, come!", rule="name-in-text")
    assert "TEXT" in hall.refused("message", "x", "--withdraw", 9, code=2)


def test_the_feed_tells_messages_as_everybody_may_read_them(hall: Line) -> None:
    hall("message", "p1, come to the desk", "--match", "masters-1-1")
    hall("call", "masters-1-1")
    hall("message", "--withdraw", 9)
    entries = [*entries_of((hall.folder / "ledger.jsonl").read_bytes().splitlines())]
    sent, gone = feed(entries, lambda: read_book(hall.folder), since=9)
    assert sent["text"] == "Ana Lopez, come to the desk"
    assert (sent["event"], sent["table"]) == ("message-sent", 1)
    assert (gone["event"], gone["message"]) == ("message-withdrawn", 9)
