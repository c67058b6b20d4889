"""`roundbook proof record`: what posted sheets told a player, and what is known now."""

import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
BY_HAND = ("--reason", "an example without chance")


def posted(line: Line) -> None:
    """Post both sheets of two rounds; a result of the first is corrected after the second."""
    line.enrol(*FOUR)
    line("announce", "--rounds", 3)
    line("pair", "--by-hand", "p1-p2 p3-p4", *BY_HAND)
    line("post")
    line("start")
    line("report", "masters-1-1", "2-0")
    line("report", "masters-1-2", "2-0")
    line("pair", "--by-hand", "p1-p3 p2-p4", *BY_HAND)
    line("post")
    line("round slips")


@pytest.mark.rule("TOP-4i")
def test_a_correction_changes_the_record_and_never_what_was_posted(line: Line) -> None:
    posted(line)
    before = line.run("proof record", "-C", line.folder, "p2")
    assert before.out.endswith("3 sheets: no sheet would be different now.\n")
    line("correct", "masters-1-1", "0-2", "--reason", "the slip was read upside down")
    said = line.run("proof record", "-C", line.folder, "p2", "--json").data["sheets"]
    assert [one["round"] for one in said] == [1, 2, 2]
    assert [one["differs"] for one in said] == [[], *[["record", "match_points"]] * 2]
    assert [one["then"]["record"] for one in said] == ["0-0-0", "0-1-0", "0-1-0"]
    assert [one["now"]["record"] for one in said] == ["0-0-0", "1-0-0", "1-0-0"]
    shown = " ".join(line.run("proof record", "-C", line.folder, "ben").out.split())
    assert "0-1-0 (0), table 2, Dee Fox 1-0-0 (3), table 2, Dee Fox" in shown
    assert shown.endswith("3 sheets: 2 would be different now.")


def test_the_now_can_be_an_earlier_one(line: Line) -> None:
    posted(line)
    last = line.ledger()[-1]["seq"]
    line("correct", "masters-1-1", "0-2", "--reason", "the slip was read upside down")
    said = line.run("proof record", "-C", line.folder, "p2", "--as-of", last).out
    assert "no sheet would be different now" in said


def test_a_round_that_was_withdrawn_had_been_posted_all_the_same(line: Line) -> None:
    posted(line)
    line("withdraw", "masters-2", "--reason", "a result was missing")
    said = line.run("proof record", "-C", line.folder, "p2", "--json").data["sheets"]
    assert [one["now"] is None for one in said] == [False, True, True]
    assert "the round was withdrawn" in " ".join(
        line.run("proof record", "-C", line.folder, "p2").out.split()
    )


def test_who_stands_on_no_sheet_is_told_so(line: Line) -> None:
    line.begin(*FOUR)
    assert "not on any posted sheet" in line.run("proof record", "-C", line.folder, "p1").out
    assert line.run("proof record", "-C", line.folder, "p9").code == 3
