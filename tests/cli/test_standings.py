"""`roundbook standings`: who stands where, for people and for programs."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from roundbook.ledger.record.entry import from_line
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.terms import Division
from roundbook.projections.standings.standings import standings
from tests.cli.line import Line
from tests.cli.typed import GOLDEN, IMPORTS, lay, roundbook, transcript

CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


@pytest.fixture
def here(here: Path) -> Path:
    """A folder in which `cup` and `challenge` are tournaments."""
    lay(CUP, here / "cup")
    lay(CHALLENGE, here / "challenge")
    return here


def test_standings_fit_eighty_columns(here: Path, golden: Callable[[str, str], None]) -> None:
    golden(
        f"{GOLDEN}/standings.txt",
        transcript(
            ("standings", "-C", "cup"),
            (
                "standings",
                "-C",
                "cup",
                "--division",
                "senior",
                "--as-of",
                "before round 3",
            ),
            ("standings", "-C", "cup", "--overall"),
            ("standings", "-C", "challenge"),
        ),
    )


@pytest.mark.parametrize("name", ["cup", "challenge"])
def test_what_a_program_reads_is_what_the_ledger_gives(here: Path, name: str) -> None:
    lines = JsonlStore(here / name).lines()
    t = Tournament.replay(from_line(line, number) for number, line in enumerate(lines, start=1))
    said = roundbook("standings", "-C", name, "--json").standings
    ours = sorted(standings(t, load("tom")), key=lambda one: [*Division].index(one.division))
    assert len(said) == len(ours) > 8
    for row, one in zip(said, ours, strict=True):
        assert (row["division"], row["place"]) == (one.division.value, one.place)
        assert (row["player"], row["match_points"]) == (one.player, one.match_points)
        assert row["record"] == f"{one.wins}-{one.losses}-{one.ties}"
        assert Fraction(row["op_win"]) == one.op_win
        assert Fraction(row["op_op_win"]) == one.op_op_win
        assert (row["dropped"], row["late"]) == (one.dropped, one.late)
        assert row["decided_by"] == one.decided_by
        assert "game_win" not in row


def test_an_exact_fraction_stays_one(here: Path) -> None:
    said = roundbook("standings", "-C", "cup", "--json").standings
    first = next(row for row in said if row["division"] == "Masters")
    assert (first["op_win"], first["op_op_win"]) == ("57/100", "541/1000")
    assert (first["name"], first["id"]) == ("Player 0020", "9000020")


def test_games_are_there_where_the_edition_counts_them(here: Path) -> None:
    assert roundbook("file import", CHALLENGE, "melee", "--edition", "dci-mtr").code == 0
    said = roundbook("standings", "-C", "melee", "--json").standings
    assert all({"game_win", "op_game_win"} <= row.keys() for row in said)
    assert "Op Game %" in roundbook("standings", "-C", "melee").out


def test_one_division_is_a_part_of_all(here: Path) -> None:
    every = roundbook("standings", "-C", "cup", "--json").standings
    some = roundbook("standings", "-C", "cup", "--division", "Senior", "--json").standings
    assert some == [row for row in every if row["division"] == "Senior"] != []


def test_one_list_of_all_divisions_goes_down_in_match_points_within_a_division(here: Path) -> None:
    rows = roundbook("standings", "-C", "cup", "--overall", "--json").standings
    assert [row["place"] for row in rows] == list(range(1, 36))
    assert {row["division"] for row in rows} == {"Masters", "Senior", "Junior"}


def test_as_of_an_entry_is_what_was_known_then(here: Path) -> None:
    for number in (36, 78, 144):
        rows = roundbook("standings", "-C", "cup", "--as-of", number, "--json").data
        assert rows["as_of"]["entry"] == number
    early = roundbook("standings", "-C", "cup", "--as-of", 36, "--json").standings
    assert {row["match_points"] for row in early} == {0}


def test_before_a_round_was_paired_is_the_entry_before_its_pairing(here: Path) -> None:
    said = roundbook("history", "-C", "cup", "--round", "masters-3", "--json").data["history"]
    paired = next(one["seq"] for one in said if "was paired" in one["what"])
    for words in ("before round 3 of masters", "Before round 3 of masters was paired"):
        assert (
            roundbook("standings", "-C", "cup", "--as-of", words, "--json").data["as_of"]["entry"]
            == paired - 1
        )


def test_before_anybody_is_registered_it_says_so(here: Path) -> None:
    assert roundbook("open", "new", "--name", "A new cup").code == 0
    said = roundbook("standings", "-C", "new", code=0)
    assert "nobody is registered yet; begin with `roundbook register NAME -C new`." in said.out
    assert (
        "nobody had been registered yet at entry 1."
        in roundbook("standings", "-C", "cup", "--as-of", 1).out
    )
    assert (
        "nobody plays in Junior."
        in roundbook("standings", "-C", "challenge", "--division", "junior").out
    )


def test_a_name_that_would_move_the_cursor_is_shown_replaced(here: Path) -> None:
    book = here / "cup" / "people.json"
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace("Player 0020", "Player\\u001b[2J\\u202e0020"), encoding="utf-8")
    program = roundbook("standings", "-C", "cup", "--json")
    assert not re.search("[\x1b\u202e]", program.out)
    assert "Player\x1b[2J\u202e0020" in {row["name"] for row in program.standings}
    for words in (
        ("standings", "-C", "cup"),
        ("pairings", "-C", "cup"),
        ("explain", "-C", "cup", "p5"),
    ):
        said = roundbook(*words, code=0)
        assert "Player\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}0020" in said.out
        assert not re.search("[\x1b\u202e]", said.out + said.err)


def test_erased_names_leave_the_numbers(here: Path) -> None:
    (here / "cup" / "people.json").unlink()
    rows = roundbook("standings", "-C", "cup", "--json").standings
    assert all(row["name"] is None and row["id"] is None for row in rows)


@pytest.mark.rule("A-92")
def test_before_round_1_is_complete_nobody_has_a_place(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    rows = line.run("standings", "-C", line.folder).out.splitlines()[4:8]
    assert [row.split()[0] for row in rows] == ["-"] * 4
    line("report", "masters-1-1", "1")
    first = line.paired(1)["pairings"][0][0]
    said = line.run("explain", "-C", line.folder, first).out
    assert said.endswith(": no place yet, as no round of Masters is complete\n")
    line("report", "masters-1-2", "1")
    assert "place 1 in Masters" in line.run("explain", "-C", line.folder, first).out


@pytest.mark.rule("A-92")
def test_standings_are_those_after_a_complete_round_and_say_so(line: Line) -> None:
    """Five players: in round 2 one has a bye, one match is over, one is being played."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve")
    for match in line.tables(1):
        line("report", match, "1")
    line("pair")
    line("start")
    before = points(line)
    first, second = line.tables(2)
    line("report", first, "1")
    bye, winner = line.paired(2)["byes"][0][0], line.paired(2)["pairings"][0][0]
    assert points(line) == before
    said = line.run("standings", "-C", line.folder).out
    assert "Masters (5 players), after round 1; round 2: 1 of 2 in\n" in said
    answer = json.loads(line.run("standings", "-C", line.folder, "--json").out)
    running = {"round": 2, "there": 1, "every": 2}
    after = [{"pool": "masters", "after": 1, "running": running}]
    assert (answer["live"], answer["divisions"][0]["after"]) == (False, after)
    live = line.run("standings", "-C", line.folder, "--live").out
    assert "Masters (5 players), round 2 so far: 1 of 2 in\n" in live
    assert points(line, "--live") == {**before, winner: before[winner] + 3}, "the bye waits"
    overall = line.run("standings", "-C", line.folder, "--overall").out
    assert "after round 1; round 2: 1 of 2 in\n" in overall
    explained = line.run("explain", "-C", line.folder, winner).out
    assert f"{before[winner]} match points" in explained, "of the place that is shown"
    line("correct", "masters-1-1", "2", "--reason", "misread")
    assert points(line) != before, "a correction of a complete round shows at once"
    line("report", second, "1")
    assert points(line)[bye] == before[bye] + 3
    assert ", after round 2\n" in line.run("standings", "-C", line.folder).out
    assert points(line) == points(line, "--live")


def points(line: Line, *words: str) -> dict[str, int]:
    """Return the match points in the standings."""
    answer = json.loads(line.run("standings", "-C", line.folder, *words, "--json").out)
    [block] = answer["divisions"]
    return {one["player"]: one["match_points"] for one in block["lines"]}


@pytest.mark.parametrize("style", ["swiss", "single-elimination"])
def test_what_is_not_there_yet_is_refused_with_the_command_that_brings_it(
    line: Line, style: str
) -> None:
    """A hint that only says the refusal again helps nobody: "no places" and "no standings"."""
    line.start("--style", style)
    first = "round seed" if style == "single-elimination" else "cut"
    for words, refusal, hint in (
        ("standings senior --pdf x.pdf", "nobody plays in the Senior", "`roundbook register`"),
        ("standings --pdf x.pdf", "nobody plays in this tournament", "`roundbook register`"),
        ("round bracket", "there is no bracket.", f"`roundbook {first}`"),
        ("pairings masters --pdf x.pdf", 'no round of "masters" has', "`roundbook pair`"),
        ("explain masters-1", "no round 1 of masters has been", "`roundbook pair`"),
    ):
        said = line.run(*words.split(), "-C", line.folder, code=3).err
        assert refusal in said
        assert hint in said
    if style == "single-elimination":
        line.register("Ana", "Ben")
        said = line.run("standings", "--pdf", "x.pdf", "-C", line.folder, code=3).err
        assert said.startswith("refused: there are no places before the seeds are drawn.\n")
        assert "`roundbook round seed`" in said
