"""Somebody who does not know the verbs yet is led to them, whatever they try first."""

import re
from pathlib import Path

import pytest

from roundbook.cli.verbs import VERBS, WORDS, path_of, unknown
from tests.cli.line import Line
from tests.cli.typed import roundbook

MEANT: dict[str, list[str]] = {}
for each in VERBS.values():
    for meaning in each.words.split():
        MEANT.setdefault(meaning, []).append(each.name)


@pytest.mark.parametrize("word", sorted(MEANT))
def test_a_word_of_other_programs_leads_to_verbs_that_there_are(word: str) -> None:
    assert word not in {*VERBS, *WORDS}
    said = roundbook(word, code=2)
    assert set(MEANT[word]) <= set(VERBS)
    assert all(path_of(verb) in said.err for verb in MEANT[word])


NEWCOMERS = {
    "open": "new create tournament init",
    "import": "tdf load xml",
    "register": "add signup entrants csv",
    "players": "roster attendance player names",
    "announce": "rounds settings",
    "pair": "next draw swiss",
    "repair": "fix",
    "pair --swap": "swap switch",
    "pair --allow-rematches": "rematch",
    "report": "no-show noshow score win absent",
    "correct": "undo change edit wrong",
    "withdraw": "undo unreport cancel unpair",
    "drop": "quit remove leave",
    "disqualify": "dq ban kick",
    "late": "latecomer",
    "award-bye": "bye byes",
    "penalty": "warning game-loss infraction",
    "note": "remark comment",
    "deckcheck": "deck-check",
    "deck": "decklist lists",
    "cut": "topcut top-cut top8 top4 top16 playoff elimination",
    "third-place": "bronze",
    "day-two": "day2",
    "close": "finish end",
    "archive": "zip",
    "open-archive": "unzip",
    "backup": "usb copy",
    "restore": "recover",
    "erase": "forget delete gdpr privacy",
    "status": "summary state where overview",
    "clock": "timer time",
    "bracket": "finals tree",
    "serve": "web phones website",
    "invite": "login password",
    "explain": "why tiebreakers resistance",
    "history": "log audit",
    "export": "save xlsx tdf",
    "follow": "tom sync",
    "merge": "sync",
    "demo": "tutorial example",
    "what-if": "simulate",
    "dossier": "dispute appeal",
}
"""What people try first, by the command that they look for."""


@pytest.mark.parametrize(
    ("word", "verb"), [(word, verb) for verb in NEWCOMERS for word in NEWCOMERS[verb].split()]
)
def test_what_newcomers_try_leads_to_the_command(word: str, verb: str) -> None:
    meant = unknown(word).partition("Do you mean ")[2]
    assert f"`{path_of(verb)}`" in meant
    assert meant.count("`") <= 10, meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("opne", "open"),
        ("standing", "standings"),
        ("PAIR", "pair"),
        ("regsiter", "register"),
        ("cup.tdf", "import"),
    ],
)
def test_a_slip_of_the_keys_leads_to_the_verb(typed: str, meant: str) -> None:
    said = roundbook(typed, code=2)
    assert f"there is no command {typed!r}. Do you mean" in said.err
    assert meant in said.err.rpartition("Do you mean")[2]


def test_a_word_that_is_like_nothing_leads_to_the_list() -> None:
    assert unknown("qqq") == "there is no command 'qqq'. `help all` lists the commands."
    assert "`help all` lists the commands" in roundbook("qqq").err


def test_help_is_a_word_too() -> None:
    assert roundbook("help") == roundbook("--help")
    assert roundbook("help", "pair") == roundbook("pair", "--help")
    assert roundbook("help", "pair").code == 0


def test_the_prompt_leads_to_the_verbs_too(line: Line) -> None:
    line.start()
    said = roundbook("desk", "-C", line.folder, stdin=b"unreport\n")
    assert "Do you mean `withdraw`?" in said.err


def test_a_folder_above_or_inside_a_tournament_says_where_it_lies(line: Line) -> None:
    line.start()
    above = line.folder.parent
    said = roundbook("standings", "-C", above, code=5)
    assert f"hint: There is one in {line.folder}: add `-C {line.folder}`, or" in said.err
    inside = line.folder / "printed"
    inside.mkdir()
    assert str(inside / "..") in roundbook("standings", "-C", inside).err


def test_a_folder_far_from_any_tournament_says_how_to_begin_one(tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    assert "create one with `roundbook open`" in roundbook("standings", "-C", tmp_path / "away").err


def test_a_match_of_another_pool_is_told_from_one_that_there_is_not(line: Line) -> None:
    line.begin("Ana", "Ben")
    said = line.refused("report", "all-1-1", "2-0")
    assert re.search(
        r"Did you mean masters-1-1 \((Ana|Ben) \(p[12]\) – (Ana|Ben) \(p[12]\)\)\?", said
    )
    assert "Perhaps" not in line.refused("report", "all-1-9", "2-0")


def test_a_match_of_a_pool_that_is_over_is_not_taken_for_one_of_another(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    said = line.refused("report", "all-1-1", "2-0")
    assert "Did you mean" not in said, "it has a result already"
    assert "Did you mean" not in line.refused("report", "masters-1-3", "2-0")


def test_an_open_match_of_the_same_division_comes_first(line: Line) -> None:
    line.start()
    for number, division in enumerate(["masters"] * 7 + ["senior"] * 7):
        line("register", f"Player {number}", "--division", division)
    line("pair")
    _, *rounds = line.ledger()[-1]["events"]
    other = next(one for one in rounds if 1 not in one["tables"])
    matches = [f"{other['pool']}-1-{table}" for table in other["tables"]]
    said = line.refused("report", f"{other['pool']}-1-1", "2-0")
    assert f"Did you mean {' or '.join(matches)}?" in said


def test_what_a_pool_waits_for_is_said_with_what_to_do(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert "hint: Report the missing results (`roundbook report`)" in line.refused("pair")
    line.play(1)
    line("pair")
    assert "hint: Start the round (`roundbook start`)" in line.refused("pair")
    line("start")
    line.play(2)
    line.pair()
    line.play(3)
    assert "hint: Continue with `roundbook close`." in line.refused("pair")


def test_a_name_without_quotation_marks_is_told_of_them(line: Line) -> None:
    line.start()
    said = line.at("register", "Ana", "Lima", "--birth-year", 1990, code=2)
    told = (
        '"Lima" does not belong here: put words that belong together in quotation marks, such as '
    )
    shown = '`roundbook register "Ana Lima"`; `roundbook register --help` shows the options.'
    assert said.err == f"Error: {told}{shown}\n"
    said = roundbook("desk", "-C", line.folder, stdin=b"late Ana Lima --informed\n")
    assert f'{told}`late "Ana Lima"`; `late --help` shows the options.' in said.err


def test_a_folder_is_no_player_and_no_list(line: Line) -> None:
    line.start()
    said = line.at("register", line.folder.parent, "--birth-year", 1990, code=2)
    assert "is a folder; give a player, or a list inside the folder." in said.err


def test_what_comes_next_can_be_typed_as_it_is_said(line: Line, tmp_path: Path) -> None:
    folder = tmp_path / "My Cup"
    said = roundbook("open", folder, "--name", "My Cup")
    assert f"next: roundbook register -C '{folder}' FILE" in said.out
    assert f"-C '{folder}'`" in roundbook("standings", "-C", folder).out
    assert f"`roundbook pair -C '{folder}'`" in roundbook("pairings", "-C", folder).out


def test_a_day_far_away_is_asked_about(tmp_path: Path) -> None:
    roundbook("open", tmp_path / "cup", "--name", "Cup", "--start", "2962-11-28", code=0)
    asked = " ".join(roundbook("status", "-C", tmp_path / "cup", code=0).out.split())
    assert "days away: is the date right?" in asked
    roundbook("open", tmp_path / "b", "--name", "Cup", code=0)
    assert "is the date right?" not in roundbook("status", "-C", tmp_path / "b", code=0).out


@pytest.mark.parametrize("words", [(), ("--end", "2962-11-27")])
def test_no_tournament_ends_before_it_begins(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder = tmp_path / "cup"
    roundbook("open", folder, "--name", "Cup", "--start", "2962-11-28")
    said = roundbook("close", "-C", folder, *words, code=3)
    assert "before the first day, 2962-11-28." in said.err
    assert "correct the clock of this computer" in said.err
    unplayed = ("--override", "nothing-played", "--because", "nobody came")
    assert roundbook("close", "-C", folder, "--end", "2962-11-28", *unplayed).code == 0


SAVE = "Use the .tdf file that TOM saved"


@pytest.mark.parametrize(
    ("begin", "kind", "hint"),
    [
        (b"%PDF-1.4\n%\xe2\xe3", "a PDF", SAVE),
        (b"PK\x03\x04\x14\x00", "a workbook or an archive", SAVE),
        (b"PK\x03\x04\x14\x00", "a workbook or an archive", "`roundbook file unpack FILE DIR`"),
        (bytes.fromhex("d0cf11e0a1b11ae1"), "a workbook in an old format or with a password", SAVE),
        (b"<!DOCTYPE html><html>", "a web page", SAVE),
        (b"\x1f\x8b\x08\x00\xff", "a compressed file", "Unpack it"),
        (b"roundbook-backup/2\nPK\x03\x04\xff", "a backup", "`roundbook file restore FILE DIR`"),
        (
            b"roundbook-backup/2 scrypt chacha20-poly1305\n\xff",
            "a backup",
            "`roundbook file restore",
        ),
    ],
)
def test_a_file_of_another_kind_is_called_what_it_is(
    tmp_path: Path, begin: bytes, kind: str, hint: str
) -> None:
    file = tmp_path / "cup.tdf"
    file.write_bytes(begin)
    said = roundbook("file import", file, tmp_path / "cup", code=5)
    assert f"this is {kind}, not a tournament file." in said.err
    assert hint in said.err


@pytest.mark.parametrize(
    ("verb", "typed", "shown"),
    [
        ("register", "--player-id", "--id"),
        ("late", "--player-id", "--id"),
        ("people amend", "--player-id", "--id"),
        ("open", "--rounds-table", "--table"),
        ("deck judge", "--card-pool", "--pool"),
        ("deck register", "--card-pool", "--pool"),
        ("announce", "--one-fewer", "--one-less"),
        ("file export", "--placeholders", "--stand-ins"),
    ],
)
def test_an_option_has_the_name_that_people_type(verb: str, typed: str, shown: str) -> None:
    said = roundbook(*verb.split(), "--help").out
    assert f"{shown}, {typed}" in said
