"""An older copy, or another branch, in the place of a tournament: both heads are named."""

import shutil
from pathlib import Path

import pytest

from cli.desk.venue import reloaded, venue
from ledger.errors import Replaced
from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def put_back(line: Line, copy: Path) -> None:
    """Put a copy of the folder in its place, as somebody does who restores a backup."""
    shutil.rmtree(line.folder)
    shutil.copytree(copy, line.folder)


@pytest.fixture
def copy(line: Line, tmp_path: Path) -> Path:
    """Return a copy of a tournament that has gone on since."""
    line.begin(*FOUR)
    shutil.copytree(line.folder, tmp_path / "copy")
    line("note", "the hall is cold")
    return tmp_path / "copy"


@pytest.mark.rule("LED-6")
def test_an_older_copy_in_its_place_is_refused_and_both_ends_are_named(
    line: Line, copy: Path
) -> None:
    count = len(line.ledger())
    put_back(line, copy)
    said = line.refused("note", "the hall is warm", code=5)
    assert f"this ledger ends with line {count - 1} (" in said
    assert f"but line {count} (" in said
    assert "an older copy has taken its place" in said
    read = line.run("standings", line.folder)
    assert read.code == 0
    assert "an older copy has taken its place" in read.err
    checked = line.run("verify", line.folder)
    assert checked.code == 5
    assert "damaged: this ledger ends with line" in checked.out


@pytest.mark.rule("LED-6")
def test_another_branch_is_refused_and_both_lines_are_named(line: Line, copy: Path) -> None:
    elsewhere = Line(line.home, copy)
    other_home = line.home.with_name("other-home")
    shutil.copytree(line.home, other_home)
    shutil.rmtree(other_home / "seen")
    with pytest.MonkeyPatch.context() as there:
        there.setenv("ROUNDBOOK_HOME", str(other_home))
        elsewhere("note", "the hall is warm")
    put_back(line, copy)
    said = line.refused("note", "so it is", code=5)
    assert "it is another branch of the same tournament" in said
    assert line.run("verify", line.folder).code == 5


def test_who_restores_a_copy_says_why_and_goes_on(line: Line, copy: Path) -> None:
    put_back(line, copy)
    said = line("note", "the hall is warm", "--accept-shorter", "the stick was lost")
    assert "an older copy has taken its place" in said.err
    line("note", "it goes on")
    assert line.run("verify", line.folder).code == 0


def test_a_copy_elsewhere_that_only_grew_is_no_contradiction(line: Line, copy: Path) -> None:
    put_back(line, copy)
    other_home = line.home.with_name("other-home")
    with pytest.MonkeyPatch.context() as there:
        there.setenv("ROUNDBOOK_HOME", str(other_home))
        assert line.run("verify", line.folder).code == 0
        line("note", "a second laptop knows nothing of it")
    assert not (other_home / "seen").exists() or list((other_home / "seen").iterdir())


def test_a_home_that_cannot_be_written_stops_nobody(line: Line) -> None:
    line.begin(*FOUR)
    line.forget()
    (line.home / "seen").write_text("a file in the way")
    line("note", "the hall is cold")
    assert line.run("standings", line.folder).code == 0


def test_what_was_seen_may_be_unreadable(line: Line) -> None:
    line.begin(*FOUR)
    for path in (line.home / "seen").iterdir():
        path.write_bytes(b"\xff\xfe not a head")
    line("note", "the hall is cold")
    assert line.run("verify", line.folder).code == 0


def test_a_venue_that_stays_open_notices_another_ledger_in_its_folder(
    line: Line, tmp_path: Path
) -> None:
    """It has more lines than the one that was read, and lies in the very same file."""
    line.begin("Ana", "Ben")
    here = venue(line.folder)
    other = Line(line.home, tmp_path / "other")
    other.begin(*"ABCDEF")
    for name in ("ledger.jsonl", "head", "people.json"):
        (line.folder / name).write_bytes((other.folder / name).read_bytes())
    with pytest.raises(Replaced, match=r"^line \d+ of this ledger"):
        here.desk.refresh()
    again = reloaded(here)
    assert again.desk.tournament.opened == venue(other.folder).desk.tournament.opened
    assert len(again.book.players) == 6
