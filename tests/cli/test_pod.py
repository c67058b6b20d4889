"""An eight-player draft pod through the command line, from registration to the final places."""

import re
from collections import Counter
from hashlib import sha256

import pytest

from tests.cli.line import Line

EIGHT = ("Ana Ash", "Ben Bay", "Cho Cox", "Dee Day", "Eva Elm", "Fay Fox", "Gus Gil", "Hal Hay")


def begin(line: Line, names: tuple[str, ...] = EIGHT, *words: str) -> None:
    line.start("--edition", "dci-pod", *words)
    for name in names:
        line("register", name)
    said = line("announce").out
    assert "open: 3 rounds (POD-1" in said or len(names) < 8


def matches(line: Line, number: int) -> list[str]:
    return [f"open-{number}-{table}" for table in line.paired(number)["tables"]]


def play(line: Line, number: int, *results: str) -> None:
    """Pair and start a round, and report it; results are repeated as needed."""
    line("pair")
    line("start")
    for place, match in enumerate(matches(line, number)):
        line("report", match, results[place % len(results)])


def lot(*parts: bytes | str) -> bytes:
    """SHA-256 of parts, each led by its length in four bytes."""
    words = [part.encode() if isinstance(part, str) else part for part in parts]
    return sha256(b"".join(len(word).to_bytes(4, "big") + word for word in words)).digest()


@pytest.mark.rule("POD-1", "POD-2", "POD-3", "POD-9", "POD-10", "A-39")
def test_a_draft_pod_from_the_first_name_to_the_last_place(line: Line) -> None:
    begin(line)
    assert line.ledger()[0]["events"][0]["pairing"] == "pod-sheet"
    line("draft", "seats", "booster")
    (circle,) = line.ledger()[-1]["events"][0]["tables"]
    for number in (1, 2, 3):
        play(line, number, "2-0")
        assert line.paired(number)["drawn"]["draw"] == "pod-sheet-1"
    first = line.paired(1)["pairings"]
    assert first == [[circle[place], circle[place + 4]] for place in range(4)]
    assert "has played its 3 rounds" in line.refused("pair")
    level = line.run("standings", line.folder, "--json").standings
    assert Counter(one["match_points"] for one in level) == {9: 1, 6: 3, 3: 3, 0: 1}
    shared = [one["place"] for one in level]
    assert len(set(shared)) < 8, "with every match 2-0 some are level in all four criteria"
    said = line("close").out
    assert re.search(r"lots, Open: .+\(p\d\), ", said)
    final = line.run("standings", line.folder, "--json").standings
    assert [one["place"] for one in final] == list(range(1, 9))
    assert "lot" in {one["decided_by"] for one in final}
    assert final[0]["player"] == circle[0], "seat 1 won every match"
    verified = line.run("verify", line.folder)
    assert (verified.code, verified.err) == (0, "")
    checked = line.run("check", line.folder).out
    assert "3 rounds: 3 as the sheet of the pod says" in checked


@pytest.mark.rule("POD-2")
def test_without_a_draft_the_seats_are_drawn_with_the_first_round(line: Line) -> None:
    begin(line)
    assert line("pair", "--dry-run").out.startswith("would be drawn: the next round of open")
    said = line("pair", "--cmd", "one").out
    events = [event["event"] for event in line.ledger()[-1]["events"]]
    assert events == ["pods-formed", "draft-seated", "round-paired"]
    assert "the seats of the pod\n  1 " in said
    before = line.files()
    assert line("pair", "--cmd", "one").out == said
    assert line.files() == before
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("POD-3", "POD-5")
def test_explain_says_where_both_players_of_a_table_come_from(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "2-0", "2-1", "2-0")
    line("pair")
    said = " ".join(line.run("explain", line.folder, "open-2").out.split())
    assert "Match F of the sheet: " in said
    assert "winner of B, meets" in said
    assert "by lot in the winner's place of A, meets" in said
    assert "It is the round that the sheet of the pod says" in said
    data = line.run("explain", line.folder, "open-2", "--json").data
    assert {one["why"] for one in data["paired"]["tables"]} == {"pod-sheet"}
    # The lots of docs/drafts.md, reckoned with nothing but SHA-256.
    key = bytes.fromhex(data["paired"]["chance"]["key"])
    one, other = sorted(line.paired(1)["pairings"][0], key=lambda player: lot(key, "A", player))
    assert f"{one}, by lot in the winner's place of A" in str(data["paired"]["tables"])
    assert f"{other}, by lot in the loser's place of A" in str(data["paired"]["tables"])


@pytest.mark.rule("POD-6")
def test_explain_says_who_has_swapped_brackets(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "2-0", "2-0", "2-0")
    a = line.paired(1)["pairings"][0]
    line("pair")
    line("start")
    for match, pairing in zip(matches(line, 2), line.paired(2)["pairings"], strict=True):
        line("report", match, "0-2" if pairing[1] in a else "2-0")
    line("pair")
    said = " ".join(line.run("explain", line.folder, "open-3").out.split())
    assert said.count("in the place of") == 2
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-37", "POD-12")
def test_two_draws_leave_the_sheet(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "1-1-1", "2-0", "2-0")
    said = line("pair").out
    assert "the sheet does not say who meets whom here: by match points" in said
    assert line.paired(2)["drawn"]["draw"] == "search-1"
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-38", "POD-9")
def test_who_faces_a_player_who_has_left_has_a_bye_without_games(line: Line) -> None:
    begin(line)
    play(line, 1, "2-0")
    line("pair")
    left = line.paired(2)["pairings"][0][0]
    there = line.paired(2)["pairings"][0][1]
    line("drop", left)
    assert "goes by the sheet of the pod" in line.refused("repair", "open")
    line("pair", "open", "--again", "--reason", "somebody has left")
    line("start")
    assert [bye[0] for bye in line.paired(2)["byes"]] == [there]
    for match in matches(line, 2):
        line("report", match, "2-0")
    said = " ".join(line.run("explain", line.folder, "open-2").out.split())
    assert "has the bye, since nobody is in the other place" in said
    found = {one["player"]: one for one in line.run("standings", line.folder, "--json").standings}
    assert (found[there]["match_points"], found[there]["game_win"]) == (6, "1")
    line("pair")
    assert line.paired(3)["drawn"]["draw"] == "pod-sheet-1"
    assert line.run("verify", line.folder).code == 0


def test_nine_players_are_no_pod_and_six_play_swiss(line: Line) -> None:
    begin(line, (*EIGHT[:6],))
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "search-1"
    line("withdraw", "open-1", "--reason", "three more have come")
    for name in (*EIGHT[6:], "Ida Ives"):
        line("register", name)
    said = line.refused("pair")
    assert "the sheet of a pod has 8 lines, and 9 players are in." in said


def test_who_registers_after_the_seats_were_drawn_needs_another_draw(line: Line) -> None:
    begin(line, EIGHT[:7])
    line("draft", "seats", "rochester")
    line("register", EIGHT[7])
    assert "p8 came after the seats were drawn" in line.refused("pair")
    line("draft", "seats", "rochester", "--reason", "Hal came just in time for the draft.")
    line("pair")


def test_an_organiser_may_ask_for_swiss_or_for_the_sheet_by_name(line: Line) -> None:
    begin(line, EIGHT, "--pairing", "swiss")
    assert "pairing" not in line.ledger()[0]["events"][0]
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "search-1"


def test_an_edition_without_a_sheet_is_swiss_unless_somebody_says_otherwise(line: Line) -> None:
    line.start("--pairing", "pod-sheet")
    for name in EIGHT:
        line("register", name, "--birth-year", 1990)
    line("announce")
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "pod-sheet-1"
