import json
import re
from typing import Any

import pytest

from roundbook.ledger.record import draws
from tests.cli.line import Line

EIGHT = ("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal")
FIVE = EIGHT[:5]
FEWEST = "No repair would change fewer pairings."


def waiting(line: Line, *names: str) -> None:
    """Play round 1, the left player winning everywhere, and pair round 2."""
    line.begin(*names, played=1)
    line("pair")


def seats(event: dict[str, Any]) -> dict[int, frozenset[str]]:
    pairs = zip(event["tables"], event["pairings"], strict=True)
    return {table: frozenset(pair) for table, pair in pairs}


def met(event: dict[str, Any]) -> dict[str, str]:
    byes = [(player, "bye") for player, _ in event.get("byes", ())]
    pairs = [side for a, b in event["pairings"] for side in ((a, b), (b, a))]
    return dict([*pairs, *byes])


def repaired(line: Line) -> dict[str, Any]:
    event: dict[str, Any] = line.ledger()[-1]["events"][-1]
    assert event["event"] == "round-repaired"
    return event


@pytest.mark.rule("TOP-4g", "A-42")
def test_after_a_drop_only_the_opponent_left_alone_has_another_one(line: Line) -> None:
    line.enrol(*EIGHT)
    line("announce")
    line("pair")
    said = line("drop", "p1")
    assert "\nRound 1 of masters no longer matches the active players: repair it" in said.out
    line.refused("start", rule="seats-changed")
    said = line("round repair")
    few = "3 of 4 tables of round 1 of masters are unchanged; 1 player gets the bye."
    assert f"\n{few}\n{FEWEST}\n" in said.out
    before, after = line.paired(1), repaired(line)
    alone = met(before)["p1"]
    assert after["byes"] == [[alone, "random"]]
    assert seats(after).items() < seats(before).items()
    assert "stays empty" in said.out
    assert said.out.endswith("next: roundbook post masters\n")
    line("start")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-3.1.3b", "A-42")
def test_a_late_player_meets_whoever_has_the_bye_of_the_round_that_waits(line: Line) -> None:
    waiting(line, *FIVE)
    [[alone, _]] = line.paired(2)["byes"]
    said = line("late", "Zoe", "--birth-year", 1990, "--informed")
    assert "with 1 loss" in said.out
    assert "repair it (`roundbook round repair masters`)" in said.out
    line("round repair", "masters", "--reason", "p6 came at ten")
    before, after = line.paired(2), repaired(line)
    assert "byes" not in after
    assert met(after)["p6"] == alone
    assert seats(after).items() > seats(before).items()
    assert after["reason"] == "p6 came at ten"
    line("start")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-4g")
def test_a_corrected_result_exchanges_two_players_and_leaves_the_others(line: Line) -> None:
    waiting(line, *EIGHT)
    said = line("correct", "masters-1-1", "2", "--reason", "slip read upside down")
    assert (
        "\nRound 2 of masters was paired before the correction. Repair it (`roundbook round repair "
        "masters`), or start it: the next round will be paired correctly (TOP §4).\n"
    ) in said.out
    assert said.out.endswith(
        "\nnext: roundbook round repair masters\n"
        "or, to keep the round as it is: roundbook post masters\n"
    )
    said = line("round repair")
    some = "2 of 4 tables of round 2 of masters are unchanged; 4 players get a new opponent."
    assert f"\n{some}\n" in said.out
    before, after = met(line.paired(2)), met(repaired(line))
    changed = {player for player in before if before[player] != after[player]}
    left, right = line.paired(1)["pairings"][0]
    assert (after[left], after[right]) == (before[right], before[left])
    assert changed == {left, right, before[left], before[right]}
    line("start")
    assert line.run("verify", line.folder).code == 0


def test_only_pairings_that_were_posted_are_out_of_date(line: Line) -> None:
    waiting(line, *EIGHT)
    line("drop", "p1")
    assert "out of date" not in line("round repair").out
    line("post")
    line("drop", "p2")
    assert (
        "The posted pairings are out of date. Post them again: `roundbook post"
        in line("round repair").out
    )


def test_a_correction_that_changes_no_pairing_does_not_ask_for_a_repair(line: Line) -> None:
    """The games of a match are no tie-break, and a correction can be corrected back."""
    waiting(line, *EIGHT)
    said = line("correct", "masters-1-1", "2-1", "--reason", "a game was missing")
    assert "paired before the correction" not in said.out
    assert "was paired before" not in line.run("status", "-C", line.folder).out
    assert "there is nothing to repair" in line.refused("round repair")
    said = line("correct", "masters-1-1", "2", "--reason", "slip read upside down")
    assert "paired before the correction" in said.out
    assert (
        "Round 2 of masters was paired before masters-1-1 was corrected"
        in line.run("status", "-C", line.folder).out
    )
    line("correct", "masters-1-1", "1", "--reason", "it was right after all")
    assert "was paired before" not in line.run("status", "-C", line.folder).out


@pytest.mark.rule("TOP-4g")
def test_or_the_round_is_started_as_it_is_and_the_next_pairing_is_right(line: Line) -> None:
    waiting(line, *EIGHT)
    line("correct", "masters-1-1", "2", "--reason", "slip read upside down")
    line("start")
    line.play(2)
    line("pair")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("LED-3")
def test_a_repair_reveals_the_next_secret_and_is_judged_by_it(line: Line) -> None:
    waiting(line, *FIVE)
    line("drop", line.paired(2)["pairings"][0][0])
    line("round repair")
    drawn, last = repaired(line)["drawn"], line.paired(2)["drawn"]
    assert (drawn["draw"], drawn["number"]) == ("repair-1", 3)
    assert draws.follows(drawn["secret"], last["secret"])


def test_who_is_back_is_seated_by_a_repair_too(line: Line) -> None:
    waiting(line, *EIGHT)
    line("drop", "p3")
    line("round repair")
    line("people reinstate", "p3", "--reason", "stays after all")
    said = line("round repair")
    assert f"\n{FEWEST}\n" in said.out
    assert set(met(repaired(line))) == {f"p{number}" for number in range(1, 9)}
    line("start")


def test_a_repair_is_shown_in_the_history_and_the_round_as_it_stands(line: Line) -> None:
    waiting(line, *FIVE)
    line("late", "Zoe", "--birth-year", 1990, "--informed")
    line("round repair", "--reason", "p6 came at ten")
    said = " ".join(line.run("history", "-C", line.folder).out.split())
    assert 'round 2 of masters was repaired: 3 matches: "p6 came at ten"' in said
    assert "Zoe" in line.run("pairings", "-C", line.folder).out


def test_every_pool_that_is_wrong_is_repaired_in_one_entry(line: Line) -> None:
    line.start()
    rows = [f"{division} {n},{division}" for division in ("masters", "junior") for n in range(8)]
    path = line.home.parent / "list.csv"
    path.write_text("\n".join(["name,division", *rows]))
    line("register", path)
    line("announce")
    line("pair")
    line("drop", "p1")
    line("round repair")
    assert [event["pool"] for event in line.ledger()[-1]["events"]] == ["masters"]
    line("drop", "p2", "p16")
    assert "nothing to repair in any pool" not in line("round repair").out
    assert {event["pool"] for event in line.ledger()[-1]["events"]} == {"masters", "junior"}
    line("start")


def test_a_round_that_is_right_is_not_repaired(line: Line) -> None:
    waiting(line, *EIGHT)
    assert "there is nothing to repair in masters" in line.refused("round repair", "masters")
    assert "there is nothing to repair in any pool" in line.refused("round repair")


@pytest.mark.rule("TOP-4b")
def test_a_round_that_has_started_is_not_repaired(line: Line) -> None:
    line.begin(*EIGHT)
    line("drop", "p1")
    assert "there is no round to repair" in line.refused("round repair")
    assert "masters has no round to repair" in line.refused("round repair", "masters")
    assert "there is no pool junior." in line.refused("round repair", "juniors")


def test_a_dry_run_tells_how_many_and_not_who(line: Line) -> None:
    waiting(line, *EIGHT)
    line("drop", "p1")
    before = line.files()
    said = line("round repair", "--dry-run")
    nothing, changes, fewest, _ = said.out.splitlines()
    assert nothing == "Nothing was written."
    assert re.fullmatch(
        r"[0-3] of 4 tables of round 2 of masters are unchanged; \d players? gets? a new "
        r"opponent\.",
        changes,
    )
    assert fewest == FEWEST
    assert not any(name in said.out for name in EIGHT)
    data = line("round repair", "--dry-run", "--json").data
    [only] = data.pop("rounds")
    assert data == {"dry_run": True, "entries": []}
    assert (only["pool"], only["number"]) == ("masters", 2)
    assert only["changed"] == only["byes"] == only["empty"] == []
    assert line.files() == before


@pytest.mark.rule("LED-5")
def test_a_repeated_repair_answers_the_first(line: Line) -> None:
    waiting(line, *EIGHT)
    line("drop", "p1")
    first = line("round repair", "--cmd", "fix").out
    before = line.files()
    assert line("round repair", "--cmd", "fix").out == first
    assert line.files() == before


@pytest.mark.rule("LED-3")
def test_a_round_that_waits_is_drawn_anew_only_by_wish_and_with_a_reason(line: Line) -> None:
    waiting(line, *EIGHT)
    said = line.refused("pair", "masters")
    assert "round 2 of masters is already paired, but has not started" in said
    assert "roundbook round repair masters" in said
    by_hand = ("pair", "masters", "--by-hand", "p1-p2", "--reason", "so it is")
    assert "is already paired" in line.refused(*by_hand)
    assert "need --reason REASON" in line.refused("pair", "--again", code=2)
    line("pair", "--again", "--reason", "the list was wrong")
    event = line.paired(2)
    assert (event["round"], event["reason"]) == (2, "the list was wrong")
    assert event["drawn"]["number"] == 3
    assert "has no round to repair" not in json.dumps(line.attempts())
    line("start")
    assert "no paired round is waiting to start" in line.refused(
        "pair", "--again", "--reason", "again"
    )
    said = line.refused("pair", "masters", "--again", "--reason", "again")
    assert "no round of masters is waiting to start" in said


def test_a_hand_may_pair_a_round_that_waits_again(line: Line) -> None:
    line.enrol(*FIVE[:4])
    line("pair")
    again = ("pair", "--again", "--by-hand", "p1-p4 p2-p3", "--reason", "brothers apart")
    line(*again)
    assert line.paired(1)["pairings"] == [["p1", "p4"], ["p2", "p3"]]


def test_a_repair_seats_nobody_at_a_blocked_table(line: Line) -> None:
    line.begin(*EIGHT[:6], played=1)
    line("pair", "--block", "4-6")
    line("late", "Ida", "--birth-year", 1990, "--informed")
    line("late", "Jon", "--birth-year", 1990, "--informed")
    line("round repair", "--block", "4-6")
    assert set(seats(repaired(line))) == {1, 2, 3, 7}


def test_before_round_1_is_paired_there_is_nothing_to_repair(line: Line) -> None:
    line.start()
    said = line.refused("round repair")
    assert "nothing has been paired yet" in said
    assert "hint: Continue with `roundbook register NAME --birth-year YEAR`." in said


@pytest.mark.rule("A-13")
def test_somebody_who_is_in_no_pod_is_named_and_plays_once_the_round_is_paired_again(
    line: Line,
) -> None:
    line.enrol(*EIGHT[:4])
    line.announce("--rounds", "2")
    line("pair")
    said = line("register", "Junior A", "--birth-year", "2018")
    stranded = "is not in a pod, so no round seats them: withdraw round 1"
    assert f"p5 {stranded}" in said.out
    status = " ".join(line.at("status").out.split())
    assert f"p5 {stranded}" in status
    assert "next: roundbook withdraw masters-1 --reason" in status
    refused = line.refused("round repair")
    assert "every active player there is paired" in refused
    assert stranded in " ".join(refused.split())
    line("withdraw", "masters-1", "--reason", "somebody came")
    assert "not in a pod" not in line("pair").out
    assert "p5" in met(line.paired(1))


@pytest.mark.rule("A-13")
def test_round_1_does_not_start_while_somebody_is_in_no_pod(line: Line) -> None:
    line.enrol(*EIGHT[:4])
    line.announce("--rounds", "2")
    line("pair")
    line("register", "Junior A", "--birth-year", "2018")
    line.refused("start", rule="pods-missing")
    line("drop", "p5")
    line("start")
    line("report", "masters-1-1", "1")
    said = line("report", "masters-1-2", "1")
    assert "close" not in said.out
    assert "p5" not in line.at("status").out
    line("pair")
