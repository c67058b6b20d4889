"""Who stands above whom, as it is asked for at the desk: drops, disqualifications, the late tag."""

import itertools
import shutil
from typing import Any

import pytest
from hypothesis import given

from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.standings.standings import standings
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.strategies import tournaments

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
HAND = ("--reason", "an example without chance")


def placed(line: Line) -> list[Any]:
    found: list[Any] = roundbook("standings", "-C", line.folder, "--json").standings
    return found


def begin(line: Line, *first: str) -> None:
    """Register four players and play round 1 as it is said."""
    line.enrol(*FOUR)
    line("announce", "--rounds", 3)
    play(line, 1, "p1-p2 p3-p4", *first)


def play(line: Line, number: int, seats: str, *results: str) -> None:
    line.pair("--by-hand", seats, *HAND)
    for table, result in enumerate(results, start=1):
        line("report", f"masters-{number}-{table}", result)


@pytest.mark.rule("TOP-3.1h")
def test_with_drops_the_winner_may_have_lost_a_match(line: Line) -> None:
    begin(line, "1", "1")
    line("drop", "p1")
    line("drop", "p3")  # Both undefeated, and gone.
    play(line, 2, "p2-p4", "1")
    line("drop", "p4")
    line("late", "Eve Ray", "--birth-year", 1990, "--informed")
    play(line, 3, "p2-p5", "1")
    line("close")
    first, *others = placed(line)
    assert (first["player"], first["place"], first["record"]) == ("p2", 1, "2-1-0")
    assert {one["player"]: one["record"] for one in others} == {
        "p1": "1-0-0",
        "p3": "1-0-0",
        "p4": "0-2-0",
        "p5": "0-3-0",
    }


@pytest.mark.rule("TOP-3.1.4a")
def test_match_points_come_first_then_the_late_tag_then_the_percentages(line: Line) -> None:
    begin(line, "1", "1")
    line("people late-tag", "p1", "--set", "--reason", "came after the start")
    play(line, 2, "p1-p4 p2-p3", "1", "2")
    found = placed(line)
    # p1 and p3 have six points; p3 came on time. Then p2 and p4 without any, by their opponents.
    assert [(one["player"], one["match_points"]) for one in found][:2] == [("p3", 6), ("p1", 6)]
    assert [one["decided_by"] for one in found][1:3] == ["late", "match-points"]


ORDER = ("match-points", "late", "op-win", "op-op-win")
AFTER = {"head-to-head", "last-opponent", "lot"}


@pytest.mark.rule("TOP-3.1.4a")
@given(tournaments())
def test_every_step_of_the_standings_is_decided_by_the_first_clause_that_parts_them(
    entries: list[Entry],
) -> None:
    """Match points, then T1 to T5, in this order, and no later one where an earlier one speaks."""
    t, rules = Tournament.replay(entries), load("play-2017")
    if t.day_two:
        return  # Who plays a second day stands above all others first.
    lines = [one for one in standings(t, rules, swiss_only=True) if one.place is not None]
    for above, below in itertools.pairwise(lines):
        if above.division != below.division or below.decided_by == "never-played":
            continue
        figures = [
            (-one.match_points, one.late, -one.op_win, -one.op_op_win) for one in (above, below)
        ]
        assert figures[0] <= figures[1]
        parted = [name for name, a, b in zip(ORDER, *figures, strict=True) if a != b]
        if parted:
            assert below.decided_by == parted[0]
            assert below.place != above.place
        elif below.place != above.place:
            assert below.decided_by in AFTER


@pytest.mark.rule("A-41")
def test_a_disqualification_acts_from_now_on_and_alters_no_record(line: Line) -> None:
    begin(line, "1", "1")
    play(line, 2, "p1-p3 p2-p4", "1", "1")
    line("pair", "--by-hand", "p1-p4 p2-p3", *HAND)
    line.refused("correct", "masters-1-1", "2", "--reason", "cheated", rule="result-locked")
    rounds = [roundbook("pairings", "-C", line.folder, "--round", n, "--json").data for n in (1, 2)]
    before = {one["player"]: one for one in placed(line)}
    line("people disqualify", "p1", "--reason", "marked cards, found in round 3")
    after = {one["player"]: one for one in placed(line)}
    assert after["p1"]["place"] is None
    assert after["p1"]["disqualified"] is True
    for player in ("p1", "p2", "p3", "p4"):
        for what in ("record", "match_points"):
            assert after[player][what] == before[player][what]
    again = [roundbook("pairings", "-C", line.folder, "--round", n, "--json").data for n in (1, 2)]
    assert [one["pairings"] for one in again] == [one["pairings"] for one in rounds]
    explained = roundbook("explain", "-C", line.folder, "p2", "--json").data
    assert "p1" in [share["opponent"]["player"] for share in explained["figures"]["op_win"]["of"]]
    line.refused("start", rule="seats-changed")
    line("round repair", "masters")
    assert "p1" not in str(roundbook("pairings", "-C", line.folder, "--json").data["pairings"])
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("GTB-2")
def test_where_a_tag_decided_places_the_explanation_is_printed(line: Line) -> None:
    begin(line, "1", "1")
    said = line("people late-tag", "p1", "--set", "--reason", "set by accident")
    assert "The late tag decides these places. For a support ticket:\n" in said.out
    assert "Ana Lopez (p1): place 2 with the tag, 1 without.\n" in said.out
    assert "Cho Min (p3): place" not in said.out
    assert "decided by lateness (TOP §3.1.4.1 (1))" in said.out
    would = line("people late-tag", "p1", "--clear", "--reason", "was here", "--dry-run").out
    said = line("people late-tag", "p1", "--clear", "--reason", "was here", "--cmd", "t1")
    seq = len(line.ledger())
    told = said.out.removeprefix(f"Entry {seq}: ")
    next_line = "next: roundbook pair masters\n"
    assert f"{would}{next_line}" == f"Nothing was written.\nThis would be entry {seq}: {told}"
    assert (
        line("people late-tag", "p1", "--clear", "--reason", "was here", "--cmd", "t1").out
        == said.out
    )
    assert "\nAna Lopez (p1): place 2 with the tag, 1 without.\n" in said.out
    assert "Ana Lopez (p1): place 1 in Masters" in said.out
    assert "Op Win %: the average of the opponents' win percentages" in said.out


@pytest.mark.rule("GTB-2")
def test_a_tag_that_decides_nothing_needs_no_ticket(line: Line) -> None:
    begin(line, "1", "tie")
    said = line("people late-tag", "p1", "--set", "--reason", "came late")
    assert said.out.splitlines()[1:] == ["next: roundbook pair masters"]


@pytest.mark.rule("TOP-3.1.3c", "LED-9")
def test_whoever_was_not_admitted_is_named_nowhere_afterwards(line: Line) -> None:
    line.start()
    eve = ("late", "Eve Ray", "--id", 4711, "--birth-year", 1990, "--refuse", "--reason")
    line("note", "Eve Ray has called")
    line(*eve, "was thrown out of the hall last week")
    for text in ("Eve Ray came back", "RAY, EVE came back", "4711 came back"):
        said = line.refused("note", text, rule="name-in-text")
        assert "who was not admitted" in said
        assert "Eve" not in said.replace("RAY, EVE", "")
    line("note", "Eve came back")
    assert roundbook("verify", line.folder).code == 0
    assert "Eve Ray" not in (line.folder / "attempts.jsonl").read_text(encoding="utf-8")


@pytest.mark.rule("LED-7")
def test_a_copy_of_the_folder_goes_on_with_names_penalties_and_choices(line: Line) -> None:
    begin(line, "1", "1")
    line("people amend", "p4", "--name", "Eve Ray", "--reason", "misspelt")
    line("people amend", "p2", "--display", "anonymous")
    line("penalty", "p1", "warning", "--for", "slow play")
    copy = Line(line.home, line.folder.with_name("copy"))
    shutil.copytree(line.folder, copy.folder)
    for verb in ("standings", "pairings", "penalty"):
        for public in ((), ("--public",)):
            here, there = (roundbook(verb, "-C", each.folder, *public) for each in (line, copy))
            assert here == there
    assert roundbook("verify", copy.folder).out == roundbook("verify", line.folder).out
    play(copy, 2, "p1-p3 p2-p4", "1", "1")
    assert roundbook("verify", copy.folder).code == 0
    assert len(line.ledger()) < len(copy.ledger())
