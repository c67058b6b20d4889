"""`roundbook standings`: who stands where, for people and for programs."""

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
            ("standings", "cup"),
            ("standings", "cup", "--division", "senior", "--as-of", "before round 3 of masters"),
            ("standings", "cup", "--overall"),
            ("standings", "challenge"),
        ),
    )


@pytest.mark.parametrize("name", ["cup", "challenge"])
def test_what_a_program_reads_is_what_the_ledger_gives(here: Path, name: str) -> None:
    lines = JsonlStore(here / name).lines()
    t = Tournament.replay(from_line(line, number) for number, line in enumerate(lines, start=1))
    said = roundbook("standings", name, "--json").standings
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
    said = roundbook("standings", "cup", "--json").standings
    first = next(row for row in said if row["division"] == "Masters")
    assert (first["op_win"], first["op_op_win"]) == ("57/100", "541/1000")
    assert (first["name"], first["id"]) == ("Player 0020", "9000020")


def test_games_are_there_where_the_edition_counts_them(here: Path) -> None:
    assert roundbook("import", CHALLENGE, "melee", "--edition", "dci-mtr").code == 0
    said = roundbook("standings", "melee", "--json").standings
    assert all({"game_win", "op_game_win"} <= row.keys() for row in said)
    assert "Op Game %" in roundbook("standings", "melee").out


def test_one_division_is_a_part_of_all(here: Path) -> None:
    every = roundbook("standings", "cup", "--json").standings
    some = roundbook("standings", "cup", "--division", "Senior", "--json").standings
    assert some == [row for row in every if row["division"] == "Senior"] != []


def test_one_list_of_all_divisions_goes_down_in_match_points_within_a_division(here: Path) -> None:
    rows = roundbook("standings", "cup", "--overall", "--json").standings
    assert [row["place"] for row in rows] == list(range(1, 36))
    assert {row["division"] for row in rows} == {"Masters", "Senior", "Junior"}


def test_as_of_an_entry_is_what_was_known_then(here: Path) -> None:
    for number in (36, 78, 144):
        rows = roundbook("standings", "cup", "--as-of", number, "--json").data
        assert rows["as_of"]["entry"] == number
    early = roundbook("standings", "cup", "--as-of", 36, "--json").standings
    assert {row["match_points"] for row in early} == {0}


def test_before_a_round_was_paired_is_the_entry_before_its_pairing(here: Path) -> None:
    said = roundbook("history", "cup", "--round", "masters-3", "--json").data["history"]
    paired = next(one["seq"] for one in said if "was paired" in one["what"])
    for words in ("before round 3 of masters", "Before round 3 of masters was paired"):
        assert (
            roundbook("standings", "cup", "--as-of", words, "--json").data["as_of"]["entry"]
            == paired - 1
        )


def test_before_anybody_is_registered_it_says_so(here: Path) -> None:
    assert roundbook("open", "new", "--name", "A new cup").code == 0
    said = roundbook("standings", "new", code=0)
    assert "nobody is registered yet; begin with `roundbook register NAME --dir new`." in said.out
    assert (
        "nobody had been registered yet at entry 1."
        in roundbook("standings", "cup", "--as-of", 1).out
    )
    assert (
        "nobody plays in Junior." in roundbook("standings", "challenge", "--division", "junior").out
    )


def test_a_name_that_would_move_the_cursor_is_shown_replaced(here: Path) -> None:
    book = here / "cup" / "people.json"
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace("Player 0020", "Player\\u001b[2J\\u202e0020"), encoding="utf-8")
    program = roundbook("standings", "cup", "--json")
    assert not re.search("[\x1b\u202e]", program.out)
    assert "Player\x1b[2J\u202e0020" in {row["name"] for row in program.standings}
    for words in (("standings", "cup"), ("pairings", "cup"), ("explain", "cup", "p5")):
        said = roundbook(*words, code=0)
        assert "Player\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}0020" in said.out
        assert not re.search("[\x1b\u202e]", said.out + said.err)


def test_erased_names_leave_the_numbers(here: Path) -> None:
    (here / "cup" / "people.json").unlink()
    rows = roundbook("standings", "cup", "--json").standings
    assert all(row["name"] is None and row["id"] is None for row in rows)


def test_before_the_first_result_nobody_has_a_place(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    rows = line.run("standings", line.folder).out.splitlines()[4:8]
    assert [row.split()[0] for row in rows] == ["-"] * 4
    said = line.run("explain", line.folder, "p1").out
    assert said == "Ana (p1): no place yet, as no result in Masters has been reported\n"
    line("report", "masters-1-1", "1")
    assert (
        "place 1 in Masters"
        in line.run("explain", line.folder, line.paired(1)["pairings"][0][0]).out
    )
