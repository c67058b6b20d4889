"""Every reading verb, whatever lies in the folder: one sentence, one code, nothing written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import IMPORTS, Said, files, lay, rewrite, roundbook

ROOT = Path(__file__).resolve().parents[2]
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"
READING = (
    ("standings", "-C", "cup"),
    ("standings", "-C", "cup", "--overall"),
    ("standings", "-C", "cup", "--json"),
    ("pairings", "-C", "cup"),
    ("pairings", "-C", "cup", "masters"),
    ("explain", "-C", "cup", "p5"),
    ("history", "-C", "cup"),
    ("verify", "cup"),
)
WITH_AS_OF = tuple(words for words in READING if words[0] != "verify")


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    return lay(CUP, tmp_path / "cup")


def one_sentence(said: Said, *parts: str) -> None:
    """It said one sentence, perhaps with a hint, and no more."""
    first, *rest = said.err.strip().splitlines()
    assert all(line.startswith(("  hint: ", "  rule: ")) for line in rest), said.err
    assert first.endswith("."), first
    for part in parts:
        assert part in first


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_reading_writes_nothing(cup: Path, words: tuple[str, ...]) -> None:
    before = files(cup.parent)
    assert roundbook(*words).code == 0
    assert files(cup.parent) == before


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_folder_that_cannot_be_written_can_be_read(
    cup: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = os.open

    def read_only(path: str, flags: int, *rest: int, **more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(30, "Read-only file system", str(path))
        return really(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", read_only)
    assert roundbook(*words).code == 0


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_folder_that_is_no_tournament(cup: Path, words: tuple[str, ...]) -> None:
    (cup / "ledger.jsonl").unlink()
    said = roundbook(*words, code=5)
    one_sentence(said, "the ledger of the tournament in cup is missing.")
    (cup / "head").unlink()
    said = roundbook(*words, code=5)
    one_sentence(said, "cup does not contain a tournament.")


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_file_in_place_of_a_folder(cup: Path, words: tuple[str, ...]) -> None:
    cup.rename(cup.parent / "elsewhere")
    cup.write_bytes(b"no folder")
    said = roundbook(*words, code=5)
    one_sentence(said, "cup is a file, not a tournament's folder.")


@pytest.mark.parametrize("words", WITH_AS_OF, ids=" ".join)
def test_a_line_that_was_altered_is_named(cup: Path, words: tuple[str, ...]) -> None:
    ledger = cup / "ledger.jsonl"
    text = ledger.read_bytes()
    lines = text.split(b"\n")
    lines[49] = lines[49].replace(b'"first"', b'"second"').replace(b'"second"', b'"first" ', 1)
    lines[49] = lines[49][:-1] + b"]"
    ledger.write_bytes(b"\n".join(lines))
    said = roundbook(*words, code=5)
    one_sentence(said, "line 50")


@pytest.mark.parametrize("words", WITH_AS_OF, ids=" ".join)
def test_a_ledger_that_lost_its_end_is_read_and_both_numbers_are_said(
    cup: Path, words: tuple[str, ...]
) -> None:
    ledger = cup / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:100]))
    said = roundbook(*words, code=0)
    assert "100" in said.err
    assert "144" in said.err


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_rules_that_nobody_has(cup: Path, words: tuple[str, ...]) -> None:
    """The edition's digest is another, in a ledger that hangs together."""
    rewrite(cup, lambda text: text.replace('"edition":"tom"', '"edition":"mot"'))
    said = roundbook(*words, code=5)
    assert "edition mot" in said.out + said.err


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_book_of_names_that_is_none(cup: Path, words: tuple[str, ...]) -> None:
    """It is damage, and nobody has to wait for the standings because of it."""
    (cup / "people.json").write_text('{"players": 3}', encoding="utf-8")
    said = roundbook(*words)
    assert said.code == (5 if words[0] == "verify" else 0)
    assert "people.json cannot be read" in said.out + said.err


@pytest.mark.parametrize("words", WITH_AS_OF, ids=" ".join)
@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        ("145", "there is no entry 145; the ledger ends at entry 144."),
        ("2999-01-01T10:00+01:00", "2999-01-01T10:00+01:00 is in the future"),
        ("before round 77", "round 77 has never been paired."),
        ("before round 2 of nowhere", "round 2 of nowhere has never been paired."),
    ],
)
def test_a_moment_that_never_was(
    cup: Path, words: tuple[str, ...], moment: str, sentence: str
) -> None:
    said = roundbook(*words, "--as-of", moment, code=3)
    one_sentence(said, sentence)


@pytest.mark.parametrize("moment", ["", "yesterday", "before lunch", "-4", "2026-99-99", "٣"])
def test_a_moment_that_makes_no_sense_is_misuse(cup: Path, moment: str) -> None:
    said = roundbook("standings", "-C", "cup", "--as-of", moment, code=2)
    assert "is not a point in time; use an entry number such as 57" in said.err


def test_a_time_without_an_offset_is_one_at_the_venue(cup: Path) -> None:
    first, _, _ = (cup / "ledger.jsonl").read_bytes().partition(b"\n")
    naive = json.loads(first)["at"][:19]
    assert (
        roundbook("standings", "-C", "cup", "--as-of", naive, "--json").data["as_of"]["entry"] >= 1
    )
    for early in ("2001-01-01T00:00", "0"):
        said = roundbook("status", "-C", "cup", "--as-of", early)
        assert (said.code, said.out) == (3, "")
        assert "the tournament had not been opened at that moment.\n  hint: Give an" in said.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("explain", "-C", "cup", "cup"), "no player matches"),
        (("explain", "-C", "cup", "p99"), "there is no player p99"),
        (("explain", "-C", "cup", "Player"), '35 players match "Player"'),
        (("history", "-C", "cup", "--player", "nobody"), "no player matches"),
        (("pairings", "-C", "cup", "atlantis"), 'no round of "atlantis" has been paired.'),
        (("pairings", "-C", "cup", "--round", "77"), "round 77 has not been paired."),
        (("pairings", "-C", "cup", "masters", "--round", "6"), 'round 6 of "masters" has not been'),
    ],
)
def test_what_is_not_there_is_refused(cup: Path, words: tuple[str, ...], sentence: str) -> None:
    said = roundbook(*words, code=3)
    one_sentence(said, sentence)


@pytest.mark.parametrize(
    "words",
    [
        ("explain",),
        ("standings", "-C", "cup", "masters", "cup"),
        ("pairings", "-C", "cup", "masters", "senior"),
        ("standings", "-C", "cup", "--division", "Elders"),
        ("history", "-C", "cup", "--match", "nonsense"),
        ("history", "-C", "cup", "--round", "masters-1-2"),
        ("history", "-C", "cup", "--round", "nonsense"),
        ("pairings", "-C", "cup", "--round", "0"),
    ],
)
def test_misuse_has_an_exit_code_of_its_own(cup: Path, words: tuple[str, ...]) -> None:
    said = roundbook(*words, code=2)
    assert "Error: " in said.err


def test_the_folder_may_be_left_out_inside_it(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = roundbook("pairings", "-C", "cup", "masters").out
    explained = roundbook("explain", "-C", "cup", "p5").out
    monkeypatch.chdir(cup)
    assert roundbook("pairings", "masters").out == there
    assert roundbook("explain", "p5").out == explained
    assert roundbook("standings", "--json").data["as_of"]["entry"] == 144


def test_trouble_is_data_for_a_program(cup: Path) -> None:
    said = roundbook("standings", "-C", "cup", "--as-of", "145", "--json")
    assert said.data["refused"]["message"].startswith("there is no entry 145")


def test_plain_columns_are_what_a_pipe_gets(cup: Path) -> None:
    assert (
        roundbook("standings", "-C", "cup", "--plain").out
        == roundbook("standings", "-C", "cup").out
    )
    assert "\x1b" not in roundbook("standings", "-C", "cup").out


def test_the_program_itself_reads_a_folder(cup: Path) -> None:
    """As a process of its own, whose reader goes away before it has finished."""
    command = [
        sys.executable,
        "-c",
        "from roundbook.cli.main import main; main()",
        "history",
        "-C",
        str(cup),
    ]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    whole = subprocess.run(command, env=env, capture_output=True, check=True)
    assert whole.stdout.decode() == roundbook("history", "-C", cup).out
    assert whole.stderr == b""
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_name_that_a_pipe_has_no_letters_for_is_spelled_out(cup: Path) -> None:
    """As on a computer whose pipes know Western letters only."""
    book = cup / "people.json"
    text = book.read_text(encoding="utf-8").replace("Player 0020", "\u5c71\u7530 Taro")
    book.write_text(text, encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"}
    command = [
        sys.executable,
        "-c",
        "from roundbook.cli.main import main; main()",
        "standings",
        "-C",
        str(cup),
    ]
    shown = subprocess.run(command, env=env, capture_output=True, check=True)
    assert rb"\u5c71\u7530 Taro" in shown.stdout
    said = subprocess.run([*command, "--json"], env=env, capture_output=True, check=True)
    lists = json.loads(said.stdout)["divisions"]
    names = {row["name"] for each in lists for row in each["lines"]}
    assert "\u5c71\u7530 Taro" in names
