"""Rounds of a bracket are called by their names wherever people read of them."""

import re
from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.cli.typed import roundbook
from tests.projections.paper import words

IMPORTS = Path(__file__).parents[2] / "fixtures" / "imports"


@pytest.fixture
def cup(line: Line) -> Line:
    """Eight players, three rounds, a cut to four, and a match for third place; all is played."""
    line.start(masters=8)
    line("announce", "--rounds", "3", "--cut", "masters=4", "--third-place")
    for _ in range(3):
        play(line)
    line("cut")
    play(line)
    return line


def ended(cup: Line) -> Line:
    third = cup("round third-place").out
    cup("report", re.findall(r"masters-cut-5-[0-9]+|$", third)[0] or "masters-cut-5-2", "1")
    play(cup)
    return cup


def explained(cup: Line, place: int) -> str:
    placed = roundbook("standings", "-C", cup.folder, "--json").standings
    (player,) = (one["player"] for one in placed if one["place"] == place)
    return roundbook("explain", "-C", cup.folder, player).out


@pytest.mark.rule("TOP-3.3.6b")
def test_a_place_in_a_bracket_is_explained_by_the_names_of_its_rounds(cup: Line) -> None:
    ended(cup)
    second = explained(cup, 2)
    assert "    lost in the final; masters 1 (p1): won the final\n" in second
    assert "\n  semi-finals: beat " in second
    assert "\n  final: lost to " in second
    assert "\nLost in the final, knocked out by " in second
    assert "rank by seed" not in second
    assert not re.search(r"round [45]", second)


@pytest.mark.rule("TOP-3.3.6c")
def test_third_and_fourth_place_are_explained_by_the_match_that_decided_them(cup: Line) -> None:
    ended(cup)
    third, fourth = explained(cup, 3), explained(cup, 4)
    parted = "  decided by the 3rd-place match (TOP §3.3.6.1):\n"
    won, lost = "won the 3rd-place match", "lost the 3rd-place match"
    assert re.search(rf"{re.escape(parted)}    {won}; \S.*: {lost}\n", third)
    assert re.search(rf"{re.escape(parted)}    {lost}; \S.*: {won}\n", fourth)
    assert "\n  3rd-place match: lost to " in fourth
    said = " ".join(fourth.split())
    assert "Out in the semi-finals, knocked out by " in said
    assert re.search(r"; lost the 3rd-place match against [^;]+ \(TOP §3\.3\.6\.1\)\.", said)
    assert "rank by seed" not in said


@pytest.mark.rule("TOP-3.3.6b")
def test_a_paper_says_who_won_the_3rd_place_match_and_that_it_decided_the_places(cup: Line) -> None:
    """Its lower player won, so the games are turned: the winner's come first."""
    said = cup("round third-place").out
    file = cup.folder.parent / "before.pdf"
    roundbook("round bracket", "-C", cup.folder, "--pdf", file)
    assert re.search(r"Third place: .+ against .+, table 2 ", f"{words(file.read_bytes())} ")
    cup("report", re.findall(r"masters-cut-5-[0-9]+|$", said)[0] or "masters-cut-5-2", "0-2")
    play(cup)
    for verb in ("round bracket", "standings"):
        file = cup.folder.parent / f"{verb}.pdf"
        shown = roundbook(verb, "-C", cup.folder).out
        roundbook(verb, "-C", cup.folder, "--pdf", file)
        paper = words(file.read_bytes())
        if verb == "standings":
            assert shown.count("third-place\n") == paper.count("the 3rd-place match") == 2
            assert "bracket\n" in shown
        else:
            assert re.search(r"third place: [^,]+, against .+ 2-0\n", shown)
            assert re.search(r"Third place: [^,]+, against .+ 2-0", paper)


def test_the_3rd_place_match_is_no_result_of_the_final(cup: Line) -> None:
    cup("round third-place")
    trial = cup("report", "masters-cut-5-2", "1", "--dry-run").out
    assert "1 of 1 result of the 3rd-place match (masters cut) would be in." in trial
    cup("pair")
    said = cup("report", "masters-cut-5-2", "1").out
    assert "1 of 2 results of the final and the 3rd-place match (masters cut) is in." in said


def test_a_round_is_named_after_the_bracket_that_it_was_in(line: Line) -> None:
    """A cut of four, paired and posted, is made one of two: its first round is another one."""
    line.start(masters=8)
    line("announce", "--rounds", "1", "--cut", "masters=4")
    play(line)
    line("cut")
    line("pair")
    line("post")
    said = line("cut", "masters", "--size", 2, "--again", "--reason", "short of time")
    assert "semi-finals of masters-cut was withdrawn" in said.out + said.err
    line("pair")
    posted = roundbook("proof posted", "-C", line.folder).out
    assert "the pairings of the semi-finals (masters cut)" in posted
    checked = roundbook("verify", "-C", line.folder).out
    assert "paired again" not in " ".join(checked.split())
    line("withdraw", "masters-cut-2", "--reason", "another table")
    line("pair")
    checked = " ".join(roundbook("verify", "-C", line.folder).out.split())
    assert "the final of masters-cut was paired again by entry" in checked


def test_what_was_posted_names_the_final_and_its_cup(cup: Line) -> None:
    cup("round third-place")
    cup("report", "masters-cut-5-2", "1")
    cup("pair")
    said = cup("post", "masters-cut").err
    assert re.search(r"^Entry \d+: final of masters-cut was posted\.$", said, re.MULTILINE)
    listed = roundbook("proof posted", "-C", cup.folder).out
    assert listed.splitlines()[0].endswith(": the pairings of the final (masters cut)")
    cup("start")
    finish(cup)
    dossier = roundbook("proof dossier", "-C", cup.folder, "p1").out
    assert "the final (masters cut)" in dossier
    assert "masters-cut, round 5" not in dossier


def test_a_match_of_a_bracket_can_be_corrected_until_its_next_round_starts(cup: Line) -> None:
    said = roundbook("explain", "-C", cup.folder, "lock", "masters-cut-4-1").out
    assert "masters-cut-4-1 can be corrected until the next round starts, or the" in said


@pytest.mark.rule("TOP-3.3.6c")
def test_after_the_semi_finals_the_announced_match_for_third_place_comes_first(cup: Line) -> None:
    said = cup.run("status", "-C", cup.folder).out
    assert said.endswith("next: roundbook round third-place masters-cut\n")
    assert cup("round third-place").out.endswith("next: roundbook pair masters-cut\n")
    said = cup("report", "masters-cut-5-2", "1").out
    assert "roundbook round third-place" not in said
    assert cup.run("status", "-C", cup.folder).out.endswith("next: roundbook pair masters-cut\n")


def test_a_tied_final_names_the_commands_that_find_a_winner(cup: Line) -> None:
    cup("round third-place")
    cup("report", "masters-cut-5-2", "1")
    cup.pair()
    said = cup.refused("report", "masters-cut-5-1", "1-1", rule="tie-in-cut")
    assert "`roundbook time-called`" in said
    assert "`roundbook ruling verdict --elimination`" in said


def test_a_champion_who_lost_in_swiss_is_not_called_unbeaten(tmp_path: Path) -> None:
    """Player 0020 of this real event won the final with 4-1-0 (TOP §3.3.6)."""
    roundbook("file import", IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "cup")
    first = roundbook("explain", "-C", tmp_path / "cup", "p5").out
    assert "4-1-0" in first
    assert first.endswith("Won the final (TOP §3.3.6).\n")
    assert re.search(r"    won the final; \S.*: lost in the final\n", first)
    assert "beaten" not in first


def test_in_pure_elimination_the_winner_and_players_who_are_still_in_are_told_apart(
    line: Line,
) -> None:
    line.start("--style", "single-elimination", masters=4)
    line("announce", "--rounds", "2")
    line("round seed")
    play(line)
    standings = roundbook("standings", "-C", line.folder, "--json").standings
    now = [roundbook("explain", "-C", line.folder, one["player"]).out for one in standings]
    in_final = "Still in: for now, players who are not out rank by seed."
    assert [in_final in text for text in now] == [True, True, False, False]
    play(line)
    assert "Won the final (TOP §3.2)." in explained(line, 1)
    assert ", place 1: won the final." in explained(line, 2)
