"""The ground under the desk: a folder that is missing, damaged, full or not to be written."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
REASON = ("--reason", "a mistake")
VERBS: list[tuple[object, ...]] = [
    ("register", "Eve Ray", "--birth-year", 1990),
    ("announce", "--rounds", 3),
    ("pair",),
    ("start",),
    ("report", "masters-1-1", "2-0"),
    ("correct", "masters-1-1", "2-0", *REASON),
    ("withdraw", "masters-1-1", *REASON),
    ("drop", "p1"),
    ("late", "Eve Ray", "--birth-year", 1990, "--informed"),
    ("people disqualify", "p1", *REASON),
    ("people reinstate", "p1", *REASON),
    ("people late-tag", "p1", "--set", *REASON),
    ("people award-bye", "p1", 2),
    ("people amend", "p1", "--name", "Fay Cole", *REASON),
    ("penalty", "p1", "warning", "--for", "slow play"),
    ("ruling proxy", "p1", "Switch", "--damaged", "bent", "--kept"),
    ("ruling deckcheck", "draw"),
    ("ruling deckcheck", "record", "p1", "--counted", 60),
    ("note", "all is well"),
    ("lab fact", "example.org/seats/1", "plan-2"),
    ("close",),
    ("shelf reopen", *REASON),
    ("round new-secrets", *REASON),
]
every_verb = pytest.mark.parametrize("words", VERBS, ids=lambda words: str(words[0]))


@every_verb
def test_where_there_is_no_tournament_one_sentence_says_so(
    line: Line, tmp_path: Path, words: tuple[object, ...]
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for folder in (tmp_path / "nowhere", tmp_path, file):
        said = line.run(*words, "-C", folder, code=5)
        is_file = "is a file, not a tournament's folder"
        why = is_file if folder == file else "does not contain a tournament"
        assert said.err.splitlines()[0] == f"cannot read: {folder} {why}."
        assert said.err.count("\n") == 2
    assert sorted(tmp_path.iterdir()) == [file]


@every_verb
def test_a_damaged_ledger_is_named_by_line_and_left_alone(
    line: Line, words: tuple[object, ...]
) -> None:
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"p2"', b'"p3"', 1))
    said = line.refused(*map(str, words), code=5)
    assert said.startswith("cannot read: ")
    assert "line 3" in said


@every_verb
def test_a_ledger_of_a_newer_roundbook_asks_for_an_update(
    line: Line, words: tuple[object, ...]
) -> None:
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    *lines, last = path.read_bytes().splitlines()
    entry = json.loads(last) | {"events": [{"event": "player-cloned", "player": "p1"}], "v": 9}
    newer = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()
    path.write_bytes(b"".join(line + b"\n" for line in (*lines, newer)))
    (line.folder / "head").unlink()
    said = line.refused(*map(str, words), code=5)
    assert "was written by a newer roundbook" in said
    assert "hint: Update roundbook." in said
    assert "damaged" not in said


@every_verb
def test_on_a_disk_that_cannot_be_written_nothing_changes(
    line: Line, words: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)
    really = os.open

    def read_only(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        inside = str(line.folder) in str(path)
        if inside and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, "Read-only file system", str(path))
        return really(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", read_only)
    before = line.files()
    said = line.at(*map(str, words))
    assert said.code in {3, 5}
    assert line.files() == before
    if said.code == 5:
        assert "read-only" in said.err.lower()


@every_verb
def test_a_dry_run_writes_nothing_whatever_comes_of_it(
    line: Line, words: tuple[object, ...]
) -> None:
    line.begin(*FOUR)
    before = line.files()
    said = line.at(*map(str, words), "--dry-run", "--as", "Somebody New")
    assert said.code in {0, 3}
    assert line.files() == before
    assert not (line.folder / "attempts.jsonl").exists()


@every_verb
def test_help_shows_an_example(line: Line, words: tuple[object, ...]) -> None:
    verb = words[:2] if words[0] == "ruling deckcheck" else words[:1]  # That is a family of verbs.
    said = line.run(*verb, "--help", code=0)
    assert f"roundbook {' '.join(map(str, verb))}" in said.out
    assert "--dry-run" in said.out


def test_a_damaged_book_of_names_is_said_and_left_alone(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "people.json").write_bytes(b"{")
    for verb in ("drop", "register"):
        said = line.refused(
            verb, "p1", *(("--birth-year", 1990) if verb == "register" else ()), code=5
        )
        assert "the names file" in said


def test_hostile_names_in_the_book_cannot_move_the_cursor(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "people.json"
    path.write_bytes(path.read_bytes().replace(b"Ana Lopez", b"Ana\\u001b[2J\\u202eLopez"))
    said = line("drop", "p1")
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out
    assert "Ana\ufffd[2J\ufffdLopez (p1) dropped, after round 1.\n" in said.out


def test_after_names_are_erased_the_event_goes_on_by_number(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "people.json").unlink()
    assert line("drop", "p1").out.startswith("Entry 9: p1 dropped, after round 1.\n")
    line.play(1)


def test_a_ledger_that_lost_its_end_is_written_only_for_a_reason(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    said = line.refused("note", "all is well", code=5)
    assert "7" in said
    assert "8" in said
    assert "--accept-shorter" in said
    assert line.refused("note", "all is well", "--dry-run", code=5) == said
    before = line.files()
    line("note", "all is well", "--accept-shorter", "restored", "--dry-run")
    assert line.files() == before
    line.forget()  # Now only the head says so.
    said = line.refused("note", "all is well", code=5)
    assert line.refused("note", "all is well", "--dry-run", code=5) == said
    line("note", "all is well", "--accept-shorter", "restored from the copy of noon")
    line("note", "all is still well")


def test_a_torn_tail_is_put_aside_and_said(line: Line) -> None:
    line.begin(*FOUR)
    with (line.folder / "ledger.jsonl").open("ab") as file:
        file.write(b'{"at":"2026')
    said = line("note", "all is well")
    assert said.err.count("quarantine") >= 1
    assert line("note", "again").err == ""
