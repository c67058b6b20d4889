"""`roundbook lab demo`: a small event before the eyes of whoever tries the program first."""

import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from roundbook.cli.commands import demo
from tests.cli.line import PROGRAM, SOURCE
from tests.cli.typed import files, roundbook


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    (tmp_path / "away").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "away"))
    return tmp_path


@pytest.mark.rule("TOP-4h")
def test_the_demo_shows_a_correction_in_time_and_one_too_late(here: Path) -> None:
    said = roundbook("lab demo")
    assert (said.code, said.err) == (0, "")
    in_time = said.out.index("match masters-1-2 was corrected to 2-0")
    too_late = said.out.index("refused: match masters-1-1 (")
    assert ") is locked: round 3 has been paired.\n" in said.out[too_late:]
    assert in_time < too_late
    assert "  rule: result-locked (TOP §4)\n" in said.out
    assert said.out.count("$ roundbook report ") == 12
    intact = (
        r"\n\d+ entries: intact, no rules broken\.\nSigned: nothing has been changed since all \d+ "
    )
    assert re.search(intact, said.out)
    assert "Traceback" not in said.out


def test_at_a_terminal_the_demo_is_not_stopped_by_a_question(here: Path) -> None:
    """What pairing locks is said, and the demo goes on."""
    master, slave = pty.openpty()
    with os.fdopen(master), os.fdopen(slave) as terminal:
        played = subprocess.run(
            [sys.executable, "-c", PROGRAM, "lab", "demo", "--fast"],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdin=terminal,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (played.returncode, played.stderr) == (0, "")
    assert "The results of round 1 of masters are now locked" in played.stdout
    assert "Pair? [y/N]" not in played.stdout
    assert "entries: intact, no rules broken." in played.stdout


def test_the_demo_leaves_nothing_behind(here: Path) -> None:
    before = os.environ["ROUNDBOOK_HOME"]
    assert roundbook("lab demo", "--fast").code == 0
    assert files(here) == {}
    assert Path.cwd() == here / "work"
    assert os.environ["ROUNDBOOK_HOME"] == before


def test_a_demo_that_is_kept_is_an_event_like_any_other(here: Path) -> None:
    said = roundbook("lab demo", "--keep", "small", code=0)
    assert Path.cwd() == here / "work"
    assert roundbook("verify", "small").code == 0
    rows = roundbook("standings", "-C", "small", "--json").standings
    assert len(rows) == 8
    tried = re.findall(
        r"^  roundbook (\w+) (\S+)(.*)$", said.out.partition("Try next:")[2], re.MULTILINE
    )
    assert [verb for verb, *_ in tried] == ["explain", "standings", "history"]
    assert roundbook("explain", "-C", "small", "Ada").code == 0
    assert roundbook("standings", "-C", "small", "--as-of", "before round 3").code == 0
    assert list((here / "home" / "chains").iterdir())


def test_every_demo_has_a_secret_of_its_own(here: Path) -> None:
    for name in ("one", "two"):
        assert roundbook("lab demo", "--fast", "--keep", name).code == 0
    assert len(list((here / "home" / "chains").iterdir())) == 2


def test_a_demo_does_not_touch_a_tournament(here: Path) -> None:
    assert roundbook("open", "cup", "--name", "Cup").code == 0
    before = files(here)
    said = roundbook("lab demo", "--keep", "cup", code=3)
    assert "cup is already a tournament." in said.out
    assert files(here) == before


def test_a_demo_in_which_a_command_fails_ends_there(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "RESULTS", (("9-9", "0-2", "1-1", "2-1"),))
    said = roundbook("lab demo", code=3)
    assert said.out.rstrip().splitlines()[-3].startswith("refused: ")
    assert files(here) == {}
