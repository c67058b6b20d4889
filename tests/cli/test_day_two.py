"""An event of two days at the desk: who plays the second one, and the cut after it."""

from typing import Any

import pytest

from roundbook.cli.acts.cut import OtherRoundsError
from tests.cli.line import Line
from tests.cli.swiss import last, play, standings


def tie(first: str, second: str) -> str:
    return "tie"


def two_days(line: Line, players: int, first: int, second: int, cut: int = 4) -> None:
    """Announce an event of two days, small enough to be played here."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=players)
    words = ("--rounds", first, "--day-two", f"masters={second}", "--cut", f"masters={cut}")
    line.announce(*words)


def ids(line: Line) -> list[Any]:
    return [one["player"] for one in standings(line)]


@pytest.mark.rule("A-19", "A-20", "TOP-3.3.5")
def test_the_second_day_is_played_by_the_best_and_goes_on_to_the_cut(line: Line) -> None:
    """Forty players, three rounds: 35 have X-2-0 or better, more than 32."""
    two_days(line, 40, 3, 1)
    for _ in range(3):
        play(line)
    assert "day two of masters has not begun" in line.refused("cut", rule="swiss-unfinished")
    assert "Begin day two: `roundbook round day-two masters`" in line.refused("pair", "masters")
    day_one = standings(line)
    told = " ".join(line.run("round day-two", "--help").out.split())
    assert "X-2-0 (3 match points for every round but two, with or without ties)" in told
    assert "two losses" not in told, "1-1-2 has one loss and is not X-2-0 or better (A-19)"
    said = line("round day-two").out
    made, planned = line.ledger()[-1]["events"]
    points = {one["player"]: one["match_points"] for one in day_one}
    assert made["players"] == [p for p in points if points[p] >= 3]
    assert (made["pool"], made["after"], planned["rounds"]) == ("masters", 3, 4)
    going_on = set(made["players"])
    assert f": {len(going_on)} players of masters advance to day two, after round 3.\n" in said
    assert "masters plays round 4.\n" in said
    assert "X-2-0 is 3 match points after round 3" in said
    assert f"Just out: masters {day_one[len(going_on)]['player'][1:]}" in said
    play(line)
    seated = {p for pair in last(line, "round-paired")["pairings"] for p in pair}
    assert seated | {bye[0] for bye in last(line, "round-paired").get("byes", [])} == going_on
    assert ids(line)[len(going_on) :] == [o["player"] for o in day_one][len(going_on) :]
    line.refused("pair", "masters", rule="rounds-complete")
    after = ids(line)
    line("cut")
    assert last(line, "cut-made")["seeds"] == after[:4]
    out = line.run("explain", "-C", line.folder, day_one[-1]["player"]).out
    assert f"Missed day two of {len(going_on)} (masters)" in out
    assert "Missed the cut" not in out
    assert (
        "Missed the cut of 4 (masters-cut)" in line.run("explain", "-C", line.folder, after[4]).out
    )
    play(line)
    play(line)
    line("close")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-19", "A-23", "A-44")
def test_the_last_places_of_the_second_day_go_by_lot_and_to_the_next_in_rank(line: Line) -> None:
    """Thirty-six players tie their three rounds: nobody has X-2-0 but by ties, so 36 are level."""
    two_days(line, 36, 4, 2)
    for _ in range(4):
        play(line, tie)
    assert line("round day-two", "--dry-run").out.startswith(
        "Nothing was written. In masters, these tied players would be ordered at random: "
        "masters 1 (p1), masters 10 (p10), "
    )
    begun = line.refused("round day-two", "--again")
    assert "no day two has begun whose players could be chosen again" in begun
    assert "Begin day two: `roundbook round day-two`" in begun
    line("round day-two", "masters")
    lots, made, planned = line.ledger()[-1]["events"]
    assert made["players"] == lots["lots"][:32]
    assert planned["rounds"] == 6
    line("drop", made["players"][0])
    again = ("round day-two", "masters", "--again", "--rounds", 1)
    line.refused(*again, code=2)
    line(*again, "--reason", "The hall closes at eight.", "--dry-run")
    already = line.refused("round day-two")
    assert "day two has already begun" in already
    assert "Continue with `roundbook round day-two masters --again`" in already
    begun = line.refused("round day-two", "masters")
    assert "day two of masters has already begun" in begun
    assert "roundbook round day-two masters --again" in begun
    line("round day-two", "--again")
    assert last(line, "day-two-made")["players"] == lots["lots"][1:33]
    assert [event["event"] for event in line.ledger()[-1]["events"]] == ["day-two-made"]
    line.refused("round day-two", "--again", rule="day-two-too-late")
    play(line)
    started = line.refused("round day-two", "masters")
    assert "day two of masters has already begun" in started
    assert "--again" not in started
    line.refused("round day-two", "--again", rule="day-two-too-late")
    line.refused("cut", rule="swiss-unfinished")
    play(line)
    line("cut")
    line.refused("round day-two", "--again", rule="day-two-too-late")
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-19")
def test_below_227_players_there_is_no_second_day_but_for_a_reason(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=8)
    line.announce("--rounds", 1)
    line("pair")
    line.refused(
        "round day-two", "masters", "--rounds", 2, "--reason", "b", rule="day-two-too-early"
    )
    line("start")
    for table in range(1, 5):
        line("report", f"masters-1-{table}", "1")
    said = line.refused("round day-two")
    assert "masters has no day two: Masters: 8 players, TOP §3.3.5, TCG two-day, 8 players." in said
    assert "has no day two" in line.refused("round day-two", "masters")
    said = line.refused("round day-two", "masters", "--rounds", 2, code=2)
    assert (
        "--reason: a different number of rounds needs a reason: day two should have no rounds."
        in said
    )
    said = line("round day-two", "masters", "--rounds", 2, "--reason", "A league of its own.").out
    assert ": 8 players of masters advance to day two, after round 1.\n" in said
    assert "masters plays rounds 2 to 3.\n" in said
    assert last(line, "rounds-set")["reason"] == "A league of its own."


def test_a_different_number_of_rounds_is_refused_with_the_number_that_is_due() -> None:
    refused = OtherRoundsError(2, 5)
    assert (
        refused.message
        == "a different number of rounds needs a reason: day two should have 5 rounds."
    )
    assert refused.field == "reason"


@pytest.mark.rule("TOP-3.3.5")
def test_the_table_of_two_days_is_announced_with_both(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=227, senior=20)
    said = line("announce").out
    told = last(line, "announcement-made")
    assert (told["rounds"], told["day_two"]) == (9, {"Masters": 5})
    assert told["cut"] == {"Masters": 8, "Senior": 4}
    assert "rounds of day two of Masters: 5; " in said
    assert (
        "Day two is for players with X-2-0 or better, or for the top 32 of a division if that"
        in said
    )


@pytest.mark.rule("TOP-3.3.5b")
def test_one_round_less_than_the_table_is_announced_on_request(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=9)
    line.refused("announce", "--rounds", 4, "--one-less", code=2)
    assert "3 rounds (TOP §3.3.5, TCG single-day, 9-12 players, one round fewer)" in (
        line("announce", "--one-less").out
    )
    assert last(line, "announcement-made")["rounds"] == 3
    for _ in range(3):
        play(line)
    line("cut")


def test_rounds_of_the_second_day_are_written_like_cuts(line: Line) -> None:
    line.start()
    said = line.refused("announce", "--rounds", 3, "--day-two", "masters=many", code=2)
    assert '"masters=many" is not a number of rounds; use masters=5 or masters=none.' in said


def test_the_desk_says_when_the_second_day_is_due_and_who_plays_it(line: Line) -> None:
    two_days(line, 4, 1, 1, cut=2)
    line.pair()
    line("report", "masters-1-1", "1")
    assert "next: roundbook round day-two masters" in line("report", "masters-1-2", "1").out
    rehearsed = line("round day-two", "--dry-run").out
    assert "This would be entry 11: 4 players of masters advance to day two, " in rehearsed
    assert "masters plays round 2.\n" in rehearsed
    line("round day-two")
    assert "Masters: 4 advance to day two" in line.run("standings", "-C", line.folder).out
    assert "4 players of masters advance to day two, after round 1" in (
        " ".join(line.run("history", "-C", line.folder).out.split())
    )
    assert "rounds of day two of Masters: 1" in " ".join(
        line.run("history", "-C", line.folder).out.split()
    )
    play(line)
    assert "masters-cut: 2 of 4 players (50%) advance" in line("cut").out


@pytest.mark.rule("TOP-3.3.5")
def test_beside_a_second_day_each_division_goes_its_own_way(line: Line) -> None:
    """Seniors have no second day, so their cut can be made; nobody who is out waits for a round."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=40, senior=8)
    rounds = ("--rounds", "masters=3", "--rounds", "senior=3", "--day-two", "masters=1")
    line.announce(*rounds, "--cut", "masters=4", "--cut", "senior=2")
    for _ in range(3):
        play(line)
    said = line.run("status", "-C", line.folder).out
    assert "next: roundbook round day-two masters" in said
    assert "meanwhile: roundbook cut senior" in said
    posted = " ".join(line.run("pairings", "-C", line.folder, "senior", "--round", 2).out.split())
    assert "until the single-elimination bracket is paired" in posted
    posted = " ".join(line.run("pairings", "-C", line.folder, "masters", "--round", 2).out.split())
    assert "until round 4 is paired" in posted
    line("round day-two", "masters")
    line("cut", "senior")
    line("pair", "masters")
    assert "not in a round yet" not in line.run("status", "-C", line.folder).out


# Who plays it when a result is corrected, or somebody drops, before its first round starts.


def begun(line: Line) -> tuple[list[str], str, str, str]:
    """Begin day two of forty players; return its players, and a match that decided who is out.

    The match was between two players with two losses each: the one who lost it is out.
    """
    two_days(line, 40, 3, 2)
    for _ in range(3):
        play(line)
    third = last(line, "round-paired")
    line("round day-two")
    inside = last(line, "day-two-made")["players"]
    for table, (first, second) in zip(third["tables"], third["pairings"], strict=True):
        if second not in inside and first in inside:
            return inside, f"masters-3-{table}", first, second
    pytest.fail("nobody lost three rounds")


@pytest.mark.rule("A-71")
def test_a_correction_before_the_second_day_is_paired_asks_for_its_players_again(
    line: Line,
) -> None:
    inside, match, out, comes = begun(line)
    line("correct", match, "0-2", "--reason", "read upside down")
    said = line.refused("pair", rule="day-two-outdated")
    assert f"cannot be paired: masters {comes[1:]} ({comes}) plays day two now." in said
    assert "Choose its players again: `roundbook round day-two masters --again`." in said
    assert "--override day-two-outdated" in said
    status = line.run("status", "-C", line.folder).out
    assert "next: roundbook round day-two masters --again" in status
    assert "Different players now belong in day two of masters" in " ".join(status.split())
    line("correct", match, "2-0", "--reason", "it was right")
    line("pair", "--dry-run")
    line("correct", match, "0-2", "--reason", "it was not")
    line("round day-two", "--again")
    assert {*last(line, "day-two-made")["players"]} == {*inside} - {out} | {comes}
    play(line)
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-71")
def test_players_are_chosen_again_although_the_first_round_is_paired(line: Line) -> None:
    """The pairing is withdrawn with them, and after the start nobody moves."""
    inside, match, out, comes = begun(line)
    line("pair")
    said = line("correct", match, "0-2", "--reason", "read upside down").out
    assert "Different players now belong in day two of masters" in " ".join(said.split())
    line.refused("start", rule="day-two-outdated")
    line.refused("round repair", rule="day-two-outdated")
    line("round day-two", "--again", "--dry-run")
    said = line("round day-two", "--again").out
    withdrawn, made = line.ledger()[-1]["events"]
    assert (withdrawn["event"], withdrawn["round"]) == ("round-withdrawn", 4)
    assert {*made["players"]} == {*inside} - {out} | {comes}
    assert (
        "Once day two starts, its players are fixed: later corrections do not change them.\n"
        in said
    )
    line("pair")
    line("start")
    line.refused("round day-two", "--again", rule="day-two-too-late")
    back = ("correct", match, "2-0", "--reason", "it was right")
    refused = line.refused(*back, rule="seeding-frozen")
    assert "counted towards day two of masters, which has started" in refused
    asked = line.run("explain", "-C", line.folder, "lock", match).out
    assert "counted towards the players of day two, whose first round was" in asked
    let = ("--override", "seeding-frozen", "--because", "The slip says so.")
    said = " ".join(line(*back, *let).out.split())
    assert "does not change the players of day two of masters, which has started" in said
    line("drop", out)
    placed = " ".join(line.run("standings", "-C", line.folder).out.split())
    assert "Day two of masters is played by the players who advanced at its start" in placed
    assert "players were fixed before the standings last changed" in (
        line.run("explain", "-C", line.folder, out).out
    )
    history = " ".join(line.run("history", "-C", line.folder).out.split())
    assert "does not change the players of day two" in history
    checked = line.run("verify", line.folder)
    assert checked.code == 0
    assert "seeding-frozen" in checked.out
    assert "note: Day two of masters is played by the players who advanced at its start" in (
        checked.out
    )


@pytest.mark.rule("A-71")
def test_an_official_may_let_the_second_day_begin_with_its_first_players(line: Line) -> None:
    """What was let pass at the pairing holds at the start, until the standings change again."""
    inside, match, _, _ = begun(line)
    line("correct", match, "0-2", "--reason", "read upside down")
    let = ("--override", "day-two-outdated", "--because", "the list has been read out")
    line("pair", *let)
    line("start", "--dry-run")
    line("correct", match, "1-1", "--reason", "a tie after all")
    line.refused("start", rule="day-two-outdated")
    line("start", *let)
    assert last(line, "day-two-made")["players"] == inside
    assert "day-two-outdated" in line.run("verify", line.folder).out


@pytest.mark.rule("A-71")
def test_the_next_player_moves_up_for_one_who_drops_before_the_second_day_starts(
    line: Line,
) -> None:
    two_days(line, 36, 4, 2)
    for _ in range(4):
        play(line, tie)
    line("round day-two")
    line("pair")
    gone = last(line, "day-two-made")["players"][5]
    line("drop", gone)
    said = line.refused("start", rule="seats-changed")
    assert "Choose its players again (`roundbook round day-two masters --again`)" in said
    line("round day-two", "--again")
    now = last(line, "day-two-made")["players"]
    assert len(now) == 32
    assert gone not in now
    line("pair")
    line("start")
    line("drop", now[0])
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("A-71")
def test_a_stage_does_not_start_while_a_result_that_chose_its_players_is_missing(
    line: Line,
) -> None:
    _, match, _, _ = begun(line)
    line("pair")
    said = line("withdraw", match, "--reason", "it was another table").out
    assert f"next: roundbook report {match} RESULT\n" in line.run("status", "-C", line.folder).out
    assert f"Match {match} counts towards the players of day two, but has no result" in said
    assert f"next: roundbook report {match} RESULT\n" in line.run("status", "-C", line.folder).out
    refused = line.refused("start", rule="results-missing")
    assert f"round 4 of masters cannot start: {match}" in refused
    line("report", match, "2-0")
    line("start")
