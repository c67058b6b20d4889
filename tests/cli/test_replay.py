"""`roundbook file replay` of a file, a folder and an archive: as recorded, or what differs."""

import json
from pathlib import Path

import pytest

from roundbook.ledger import archive_file as names
from roundbook.ledger.archive_file import unpacked
from tests.cli.line import Line
from tests.cli.sealed import summed
from tests.cli.swiss import play
from tests.cli.typed import IMPORTS, lay, rewrite, roundbook

CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
PLACES = "All 35 official places, 12 seeds and 12 bracket positions are reproduced."
DRAWS = "Every draw, seed and cut in the ledger was reproduced."


@pytest.fixture
def cup(here: Path) -> Path:
    """Return a folder that a file told, and lay its archive next to it."""
    lay(CUP, here / "cup")
    assert roundbook("archive", "cup").code == 0
    return here / "cup"


def test_file_folder_and_archive_come_out_the_same(cup: Path) -> None:
    file, folder, archive = (roundbook("file replay", each) for each in (CUP, "cup", "cup.zip"))
    assert [each.code for each in (file, folder, archive)] == [0, 0, 0]
    note = "note: tom is the default; percentages differ by edition (`--edition`)\n"
    assert [each.err for each in (file, folder, archive)] == [note, "", ""]
    assert roundbook("file replay", CUP, "--edition", "tom").err == ""
    assert file.out.splitlines()[-1] == PLACES
    assert folder.out.splitlines()[-1] == f"{DRAWS} {PLACES}"
    assert (
        archive.out.splitlines()[-1]
        == f"{DRAWS} Every place in the archive's table was reproduced too."
    )
    assert [each.out.splitlines()[:-1] for each in (folder, archive)] == [
        file.out.splitlines()[:-1]
    ] * 2
    answers = [roundbook("file replay", each, "--json").data for each in (CUP, "cup", "cup.zip")]
    lines = [each["standings"]["divisions"] for each in answers]
    assert lines[0] == lines[1] == lines[2]
    assert [bool(each["compared"]) for each in answers] == [True, True, False]


def test_without_a_file_it_is_the_folder_that_one_is_in(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = roundbook("file replay", "cup")
    above = roundbook("file replay")
    assert (above.code, "There is one in cup" in above.err) == (5, True)
    monkeypatch.chdir(cup)
    assert roundbook("file replay") == folder


def test_each_round_is_shown_and_the_end_is_as_without_steps(cup: Path) -> None:
    plain, stepped = (
        roundbook("file replay", "cup.zip"),
        roundbook("file replay", "cup.zip", "--step"),
    )
    assert stepped.code == 0
    assert stepped.out.endswith(plain.out)
    titles = [line for line in stepped.out.splitlines() if ": completed, " in line]
    assert titles[:3] == [
        "junior-senior, round 1: completed, 7 of 7 results in",
        "masters, round 1: completed, 10 of 10 results in",
        "junior-senior, round 2: completed, 7 of 7 results in",
    ]
    assert f", {len(set(titles))} rounds (2 pods and 2 brackets), " in plain.out
    first = "   14  Player 0013  0-0-0 (0)  Player 0001  0-0-0 (0)  left player won"
    assert first in stepped.out


def test_until_stops_after_a_round_as_the_ledger_stood_then(cup: Path) -> None:
    said = roundbook("file replay", "cup", "--until", "round 2", "--json").data
    then = roundbook("standings", "-C", "cup", "--as-of", "before round 3", "--json").data
    assert said["standings"]["divisions"] == then["divisions"]
    assert (said["until"], said["compared"]) == (2, None)
    short = roundbook("file replay", CUP, "--until", "2", code=0)
    assert "35 players, 4 rounds (2 pods), 34 matches, up to round 2; edition tom" in short.out
    assert short.out.endswith("\nThe recorded final places are not compared.\n")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("cup", "--until", "99"), 3, "refused: round 99 was never paired."),
        (("cup", "--until", "noon"), 2, "--until 'noon' is not a round; use the form \"round 3\"."),
        (("nowhere",), 5, "nowhere"),
        (("nowhere.zip",), 5, "nowhere.zip"),
        ((".",), 5, ". does not contain a tournament."),
    ],
)
def test_what_cannot_be_replayed_is_said_in_a_sentence(
    cup: Path, words: tuple[str, ...], code: int, sentence: str
) -> None:
    said = roundbook("file replay", *words)
    assert (said.code, said.out, sentence in said.err) == (code, "", True), said.err


@pytest.mark.rule("LED-3")
def test_a_table_in_an_archive_that_does_not_follow_is_named(cup: Path) -> None:
    members = unpacked(Path("cup.zip").read_bytes())
    rows = json.loads(members["tables/standings.json"])
    rows[0]["place"], rows[1]["place"] = rows[1]["place"], rows[0]["place"]
    table = {"tables/standings.json": json.dumps(rows, indent=1).encode() + b"\n"}
    Path("forged.zip").write_bytes(summed(members | table))
    said = roundbook("file replay", "forged.zip", code=1)
    who = rows[0]["player"]
    assert f"{who} has place 2 in the table, but 1 under the rules." in said.out
    assert "is reproduced" not in said.out
    assert len(roundbook("file replay", "forged.zip", "--json").data["differences"]) == 2
    assert names.SUMS in members


@pytest.mark.rule("LED-3")
def test_seeds_in_a_ledger_that_do_not_follow_are_named(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=9)
    line.announce("--rounds", 2, "--cut", "masters=2")
    for _ in range(2):
        play(line)
    line("cut")
    first, second = line.ledger()[-1]["events"][0]["seeds"]
    assert roundbook("file replay", line.folder).code == 0
    rewrite(
        line.folder,
        lambda text: text.replace(
            f'"seeds":["{first}","{second}"]', f'"seeds":["{second}","{first}"]'
        ),
    )
    said = roundbook("file replay", line.folder, code=1)
    assert f"entry {len(line.ledger())}: " in said.out


@pytest.mark.rule("LED-3")
def test_a_result_corrected_once_the_next_round_was_paired_says_what_it_was(line: Line) -> None:
    """Round 2 was paired by 2-0; what stands, and later records go by, is 0-2."""
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.play(1, "2-0")
    line("pair")
    line("correct", "masters-1-1", "0-2", "--reason", "misread")
    marked = "0-2 (corrected later, was 2-0)"
    for said in (
        line.run("file replay", line.folder, "--step"),
        line.run("pairings", "-C", line.folder, "round", "1"),
    ):
        assert said.out.count(marked) == 1
    assert "corrected later" not in line.run("pairings", "-C", line.folder, "--round", "2").out
