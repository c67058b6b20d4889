"""An eight-player draft pod through the command line, from registration to the final places."""

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.ledger.rulesets import released
from tests.cli.line import Line

ROOM = Path(released.__file__).parent
EIGHT = ("Ana Ash", "Ben Bay", "Cho Cox", "Dee Day", "Eva Elm", "Fay Fox", "Gus Gil", "Hal Hay")


def begin(line: Line, names: tuple[str, ...] = EIGHT, *words: str) -> None:
    line.start("--edition", "dci-pod", *words)
    for name in names:
        line("register", name)
    said = line("announce").out
    assert "open: 3 rounds (Pod sheet" in said or len(names) < 8


def matches(line: Line, number: int) -> list[str]:
    return [f"open-{number}-{table}" for table in line.paired(number)["tables"]]


def play(line: Line, number: int, *results: str) -> None:
    """Pair and start a round, and report it; results are repeated as needed."""
    line.pair()
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
    assert "The 3 rounds of open have been played" in line.refused("pair")
    level = line.run("standings", "-C", line.folder, "--json").standings
    assert Counter(one["match_points"] for one in level) == {9: 1, 6: 3, 3: 3, 0: 1}
    shared = [one["place"] for one in level]
    assert len(set(shared)) < 8, "with every match 2-0 some are level in all four criteria"
    said = line("close").out
    order = r"Open players tied on every tiebreaker were ordered at random: .+\(p\d\), "
    assert re.search(order, said)
    final = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["place"] for one in final] == list(range(1, 9))
    assert "lot" in {one["decided_by"] for one in final}
    assert final[0]["player"] == circle[0], "seat 1 won every match"
    proof = line.run("explain", "-C", line.folder, circle[0], "--proof").out
    assert "\nOp Win %: " in proof
    assert "Op Op Win %" not in proof, "this edition does not compare it"
    verified = line.run("verify", line.folder)
    assert (verified.code, verified.err) == (0, "")
    checked = line.run("file check", line.folder).out
    assert "3 rounds: 3 as on the pod sheet" in checked


@pytest.mark.rule("POD-2")
def test_without_a_draft_the_seats_are_drawn_with_the_first_round(line: Line) -> None:
    begin(line)
    would = "Nothing was written. Round 1 of open would be paired."
    assert line("pair", "--dry-run").out.startswith(would)
    said = line("pair", "--cmd", "one").out
    events = [event["event"] for event in line.ledger()[-1]["events"]]
    assert events == ["pods-formed", "draft-seated", "round-paired"]
    (circle,) = line.ledger()[-1]["events"][1]["tables"]
    told = re.findall(r"^Draft table 1, seat (\d): .+ \((p\d)\)\.$", said, re.MULTILINE)
    assert told == [(str(seat), player) for seat, player in enumerate(circle, start=1)]
    before = line.files()
    assert line("pair", "--cmd", "one").out == said
    assert line.files() == before
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("POD-3", "POD-5")
def test_explain_says_where_both_players_of_a_table_come_from(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "2-0", "2-1", "2-0")
    line("pair")
    said = " ".join(line.run("explain", "-C", line.folder, "open-2").out.split())
    assert "Match F of the sheet: " in said
    assert "winner of B, meets" in said
    assert "chosen at random as the winner of match A, meets" in said
    assert "The round follows the pod sheet" in said
    data = line.run("explain", "-C", line.folder, "open-2", "--json").data
    assert {one["why"] for one in data["paired"]["tables"]} == {"pod-sheet"}
    # The lots of docs/formats.md, reckoned with nothing but SHA-256.
    key = bytes.fromhex(data["paired"]["chance"]["key"])
    one, other = sorted(line.paired(1)["pairings"][0], key=lambda player: lot(key, "A", player))
    assert f"{one}, chosen at random as the winner of match A" in str(data["paired"]["tables"])
    assert f"{other}, chosen at random as the loser of match A" in str(data["paired"]["tables"])


@pytest.mark.rule("POD-6")
def test_explain_says_who_has_swapped_brackets(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "2-0", "2-0", "2-0")
    a = line.paired(1)["pairings"][0]
    line.pair()
    for match, pairing in zip(matches(line, 2), line.paired(2)["pairings"], strict=True):
        line("report", match, "0-2" if pairing[1] in a else "2-0")
    line("pair")
    said = " ".join(line.run("explain", "-C", line.folder, "open-3").out.split())
    assert said.count("in the place of") == 2
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-37", "POD-12")
def test_two_draws_leave_the_sheet(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1", "1-1-1", "2-0", "2-0")
    said = line("pair").out
    off_sheet = (
        "The pod sheet does not give the pairings of round 2 of open, so it was paired by match "
        "points."
    )
    assert f"\n{off_sheet}\n" in said
    assert line.paired(2)["drawn"]["draw"] == "draw-1"
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-38", "POD-9")
def test_who_faces_a_player_who_has_left_has_a_bye_without_games(line: Line) -> None:
    begin(line)
    play(line, 1, "2-0")
    line("pair")
    left = line.paired(2)["pairings"][0][0]
    there = line.paired(2)["pairings"][0][1]
    again = "pair it again from the pod sheet (`roundbook pair open --again --reason …`)"
    assert again in line("drop", left).out
    assert (
        "next: roundbook pair open --again --reason …" in line.run("status", "-C", line.folder).out
    )
    assert "follows the pod sheet" in line.refused("round repair", "open")
    line.pair("open", "--again", "--reason", "somebody has left")
    assert [bye[0] for bye in line.paired(2)["byes"]] == [there]
    for match in matches(line, 2):
        line("report", match, "2-0")
    said = " ".join(line.run("explain", "-C", line.folder, "open-2").out.split())
    assert "has the bye, because the other place" in said
    found = {
        one["player"]: one for one in line.run("standings", "-C", line.folder, "--json").standings
    }
    assert (found[there]["match_points"], found[there]["game_win"]) == (6, "1")
    line("pair")
    assert line.paired(3)["drawn"]["draw"] == "pod-sheet-1"
    assert line.run("verify", line.folder).code == 0


def seats(line: Line) -> dict[str, list[str]]:
    """Return who was seated at each pod, in order of seats."""
    seated = next(
        event
        for entry in reversed(line.ledger())
        for event in entry["events"]
        if event["event"] == "draft-seated"
    )
    return dict(zip(seated["pools"], seated["tables"], strict=True))


def play_pods(line: Line, number: int, result: str = "2-0") -> dict[str, dict]:  # type: ignore[type-arg]
    """Pair, start and report a round of every pod; return what was paired in each."""
    line.pair()
    paired = {
        event["pool"]: event
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "round-paired" and event["round"] == number
        if event["pool"].startswith("pod-")
    }
    for pool, event in paired.items():
        for table in event["tables"]:
            line("report", f"{pool}-{number}-{table}", result)
    return paired


@pytest.mark.rule("A-66", "A-32", "POD-2", "POD-3")
def test_fifteen_players_are_two_pods_with_a_sheet_each(line: Line) -> None:
    line.start("--edition", "dci-pod")
    for number in range(15):
        line("register", f"Player {chr(65 + number)}")
    assert "open: 3 rounds (Pod sheet" in line("announce").out
    line("draft", "seats", "booster")
    tables = seats(line)
    assert {pod: len(table) for pod, table in tables.items()} == {"pod-a": 8, "pod-b": 7}
    # The seats of the draft are those of the sheets: 1 meets 5, and so on; seat 8 of B is empty.
    first = play_pods(line, 1)
    for pod, table in tables.items():
        pairs = [[table[n], table[n + 4]] for n in range(4) if n + 4 < len(table)]
        assert first[pod]["pairings"] == pairs
        assert first[pod]["drawn"]["draw"] == "pod-sheet-1"
    assert [bye[0] for bye in first["pod-b"]["byes"]] == [tables["pod-b"][3]]
    taken = [table for event in first.values() for table in event["tables"]]
    assert len(set(taken)) == 7, "every match has a table of its own"
    second = play_pods(line, 2)
    # Everybody who sits first has won: E is 1-3, F is 2-4.
    for pod, table in tables.items():
        assert [table[0], table[2]] in second[pod]["pairings"]
        assert {"pod-sheet-1"} == {second[pod]["drawn"]["draw"]}
    play_pods(line, 3)
    assert "The 3 rounds of pod-a have been played" in line.refused("pair")
    no_file = "it has one pod for each division, and this draft has several"
    assert f"\nA file for TOM cannot be written: {no_file}.\n" in line("close").out
    assert no_file in line.refused("file export", line.folder.parent / "cup.tdf")
    for pod, table in tables.items():
        found = line.run("round podsheet", "-C", line.folder, "--pool", pod, "--json").data
        assert found["pool"] == pod
        lines = [one for one in found["lines"] if one["player"]]
        assert [one["player"] for one in lines] == table
        best = next(one for one in lines if one["rank"] == 1)
        assert (best["player"], best["points"]) == (table[0], 9)
        assert max(one["rank"] for one in lines) <= len(table)
        placed = line.run("standings", "-C", line.folder, "--flight", pod, "--json").standings
        assert {one["player"]: one["place"] for one in placed} == {
            one["player"]: one["rank"] for one in lines
        }
    said = line.run("round podsheet", "-C", line.folder).out
    assert said.index("\npod-a\n8 players, best of three") < said.index("\npod-b\n7 players, ")
    refused = line.run("round podsheet", "-C", line.folder, "--json")
    assert (refused.code, "Give one with --pool." in refused.err) == (3, True)
    assert (
        "there is no pod pod-c."
        in line.run("round podsheet", "-C", line.folder, "--pool", "pod-c").err
    )
    verified = line.run("verify", line.folder)
    assert (verified.code, verified.err) == (0, "")


@pytest.mark.rule("A-66", "A-37")
def test_pods_below_seven_players_are_paired_by_their_records(line: Line) -> None:
    begin(line, (*EIGHT[:6],))
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "draw-1"
    line("withdraw", "open-1", "--reason", "three more have come")
    for name in (*EIGHT[6:], "Ida Ives"):
        line("register", name)
    first = play_pods(line, 1)
    assert {pod: len(table) for pod, table in seats(line).items()} == {"pod-a": 5, "pod-b": 4}
    assert "3 rounds at each draft table." in line("announce").out
    assert {event["drawn"]["draw"] for event in first.values()} == {"draw-1"}
    # A player who comes late joins the smaller pod, and meets nobody of the other.
    line("late", "Jon Jay", "--informed")
    line("pair")
    second = {
        event["pool"]: event
        for event in line.ledger()[-1]["events"]
        if event["event"] == "round-paired"
    }
    assert "p10" in str(second["pod-b"])
    assert "p10" not in str(second["pod-a"])
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("POD-4")
def test_a_pod_is_played_as_best_of_three(line: Line) -> None:
    said = line.run("open", line.folder, "--name", "Pod", "--edition", "dci-pod",
                    "--match-format", "bo1")  # fmt: skip
    assert said.code == 2
    assert "the matches of a pod sheet must be best of three" in said.err


def test_who_registers_after_the_seats_were_drawn_needs_another_draw(line: Line) -> None:
    begin(line, EIGHT[:7])
    line("draft", "seats", "rochester")
    line("register", EIGHT[7])
    assert "Hal Hay (p8) joined after the seats were drawn" in line.refused("pair")
    line("draft", "seats", "rochester", "--reason", "Hal came just in time for the draft.")
    line("pair")


def test_an_organiser_may_ask_for_swiss_or_for_the_sheet_by_name(line: Line) -> None:
    begin(line, EIGHT, "--pairing", "swiss")
    assert "pairing" not in line.ledger()[0]["events"][0]
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "draw-1"


def test_an_edition_without_a_sheet_is_swiss_unless_somebody_says_otherwise(line: Line) -> None:
    line.start("--pairing", "pod-sheet")
    line.register(*EIGHT)
    line("announce")
    line("pair")
    assert line.paired(1)["drawn"]["draw"] == "pod-sheet-1"


@pytest.mark.rule("POD-3")
def test_a_round_of_the_sheet_that_a_correction_changes_is_paired_again_from_it(line: Line) -> None:
    begin(line)
    play(line, 1, "2-0")
    line("pair")
    again = "Pair it again from the pod sheet"
    said = line("correct", matches(line, 1)[0], "0-2", "--reason", "the slip was misread").out
    assert f"{again} (`roundbook pair open --again --reason …`), or start it" in said
    assert f"{again}: `roundbook pair open --again --reason …`." in line.refused("pair", "open")


@pytest.mark.rule("POD-3", "A-99")
def test_a_waiting_round_of_the_sheet_is_paired_again_and_not_repaired(line: Line) -> None:
    begin(line)
    line("pair")
    said = line.refused("people unregister", "p2")
    assert "round 1 of open follows the pod sheet, which fixes every pairing." in said
    assert "Withdraw the round first (`roundbook withdraw open-1 --reason …`)" in said
    line("drop", "p2")
    said = line.refused("start", rule="seats-changed")
    assert "Pair it again from the pod sheet: `roundbook pair open --again --reason …`." in said


@pytest.mark.rule("POD-1")
def test_pods_of_a_paired_round_change_only_once_it_is_withdrawn(line: Line) -> None:
    line.start("--edition", "dci-pod")
    for name in (*EIGHT, *(f"{name}son" for name in EIGHT)):
        line("register", name)
    line("announce")
    line("draft seats", "booster")
    line("pair")
    said = line.refused("draft seats", "booster", "--reason", "a wrong seat", rule="draft-pods")
    assert "Withdraw round 1 first, if it has not started: `roundbook withdraw " in said
