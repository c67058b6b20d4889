"""Whoever does not come, whoever loses together, and what such rounds are worth."""

from fractions import Fraction
from typing import Any

import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


def standing(line: Line, player: str) -> Any:
    placed = roundbook("standings", "-C", line.folder, "--json").standings
    return next(one for one in placed if one["player"] == player)


@pytest.mark.rule("A-7", "A-51")
@pytest.mark.parametrize(
    ("typed", "verdict", "records"),
    [
        ("no-show:1", "second", ("0-1-0", "1-0-0")),
        ("NO-SHOW:First", "second", ("0-1-0", "1-0-0")),
        ("no-show:2", "first", ("1-0-0", "0-1-0")),
        ("no-show:both", "double-loss", ("0-1-0", "0-1-0")),
    ],
)
def test_a_no_show_is_a_lost_round_and_is_visible(
    line: Line, typed: str, verdict: str, records: tuple[str, str]
) -> None:
    line.begin(*FOUR)
    left, right = line.paired(1)["pairings"][0]
    said = line("report", "masters-1-1", typed)
    absent = {"1": [left], "first": [left], "2": [right]}.get(typed.lower()[8:], [left, right])
    for player in (left, right):
        named = f"({player}) will be paired again next round."
        drop = f"To drop the player: `roundbook drop {player}`."
        assert (f"{named} {drop}\n" in said.out) is (player in absent)
    result = line.ledger()[-1]["events"][0]["result"]
    assert (result["verdict"], "no_show" in result) == (verdict, True)
    line("report", "masters-1-2", "1")
    assert tuple(standing(line, player)["record"] for player in (left, right)) == records
    told = roundbook("history", "-C", line.folder, "--match", "masters-1-1").out
    assert ("neither" if len(absent) == 2 else "did not show up") in " ".join(told.split())
    assert "(no-show)" in roundbook("pairings", "-C", line.folder).out
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("A-51")
def test_the_two_of_a_double_loss_and_of_a_no_show_are_opponents(line: Line) -> None:
    line.begin(*FOUR)
    (one, two), (three, four) = line.paired(1)["pairings"]
    line("report", "masters-1-1", "double-loss")
    line("report", "masters-1-2", "no-show:2")
    for player, opponent, op_win in (
        (one, two, "1/4"),  # Lost its only round: 0, raised to the floor.
        (two, one, "1/4"),
        (three, four, "1/4"),
        (four, three, "1"),
    ):
        explained = roundbook("explain", "-C", line.folder, player, "--json").data
        assert [share["opponent"]["player"] for share in explained["figures"]["op_win"]["of"]] == [
            opponent
        ]
        assert Fraction(explained["figures"]["op_win"]["result"]["exact"]) == Fraction(op_win)


@pytest.mark.rule("A-51")
def test_a_forced_loss_is_a_round_without_an_opponent(line: Line) -> None:
    line.begin(*FOUR)
    line("late", "Eve Ray", "--birth-year", 1990, "--informed")
    line.play(1)
    explained = roundbook("explain", "-C", line.folder, "p5", "--json").data
    (one,) = explained["rounds"]
    assert (one["round"], one["scored"], one["match_points"]) == (1, "forced loss", 0)
    assert one["opponent"] is None
    assert explained["figures"]["op_win"]["of"] == []
    assert standing(line, "p5")["record"] == "0-1-0"


@pytest.mark.rule("A-7")
def test_a_no_show_who_drops_has_played_that_round_and_no_other(line: Line) -> None:
    line.begin(*FOUR)
    (left, right), _ = line.paired(1)["pairings"]
    line("report", "masters-1-1", "no-show:1", "--drop", left)
    assert [event["event"] for event in line.ledger()[-1]["events"]] == [
        "result-reported",
        "player-dropped",
    ]
    line("report", "masters-1-2", "tie")
    line.pair()
    line.play(2)
    assert standing(line, left)["record"] == "0-1-0"
    explained = roundbook("explain", "-C", line.folder, right, "--json").data
    shares = {share["opponent"]["player"]: share for share in explained["figures"]["op_win"]["of"]}
    assert Fraction(shares[left]["counts"]["exact"]) == Fraction(1, 4)


@pytest.mark.rule("A-7")
def test_a_round_that_had_not_started_does_not_count_for_who_leaves(line: Line) -> None:
    line.begin(*FOUR, played=1)
    line("pair")
    line("drop", "p1")
    assert line.ledger()[-1]["events"][0]["after"] == 1
    line("round repair", "masters")
    line("start")
    (still,) = roundbook("pairings", "-C", line.folder, "--json").data["pairings"][0]["open"]
    line("report", still, "1")
    assert sum(int(part) for part in standing(line, "p1")["record"].split("-")) == 1


def test_whoever_left_before_round_1_has_no_match_and_ranks_last(line: Line) -> None:
    line.enrol(*FOUR)
    line("drop", "p2")
    line.first_round()
    line.play(1, "double-loss")
    placed = roundbook("standings", "-C", line.folder, "--json").standings
    assert [one["player"] for one in placed][-1] == "p2"
    assert placed[-1]["record"] == "0-0-0"


def test_a_no_show_can_be_corrected_when_they_had_been_there(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "no-show:1")
    line("correct", "masters-1-1", "2-1", "--reason", "sat at the wrong table")
    assert "no_show" not in line.ledger()[-1]["events"][0]["result"]
    said = roundbook("history", "-C", line.folder, "--match", "masters-1-1").out
    assert "the left player did not show up" in " ".join(said.split())


def test_a_rehearsed_report_shows_what_would_be(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-2", "2-0")
    left, right = line.paired(1)["pairings"][0]
    words = ("report", "masters-1-1", "2-1", "--drop", right)
    would, done = line(*words, "--dry-run").out, line(*words).out
    seq = len(line.ledger())
    said = done.replace("are in.", "would be in.").splitlines()
    first, also, *rest = (one.removeprefix(f"Entry {seq}: ") for one in said)
    assert rest.pop() == "next: roundbook pair masters"
    assert would.splitlines() == [  # It leads nowhere yet.
        "Nothing was written.",
        f"This would be entry {seq}: {first}",
        f"In the same entry: {also}",
        *rest,
    ]
    assert also.endswith(f"({right}) dropped, after round 1.")
    assert f"({left}) 1-0-0" in done
    assert "2 of 2 results of round 1 of masters are in.\n" in done


@pytest.mark.rule("A-7")
def test_nobody_is_said_to_be_paired_again_where_no_swiss_round_follows(line: Line) -> None:
    line.enrol(*FOUR)
    line.announce("--rounds", "1", "--cut", "masters=2")
    line("pair")
    line("start")
    again = "will be paired again next round"
    assert again not in line("report", "masters-1-1", "no-show:1").out
    assert again not in line("report", "masters-1-2", "no-show:2").out
    line("cut", "masters", "--size", "2", "--reason", "a small event")
    line("pair")
    line("start")
    assert again not in line("report", "masters-cut-2-1", "no-show:1").out
