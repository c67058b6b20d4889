"""Output that a full disk cuts off is never passed for the whole: exit code 5, and a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.line import PROGRAM, Line
from tests.cli.typed import words_of

ROOM = 1000
"""The bytes that a file may have: beyond them a write is short, and then fails (EFBIG)."""
SMALL = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({ROOM}, {ROOM})); {PROGRAM}"

HINT = (
    "  hint: Free some disk space. Before you repeat the command, use `roundbook history` to see "
    "what was recorded."
)

WORDS = {
    "text": ("history", "-C", "CUP"),
    "json": ("history", "-C", "CUP", "--json"),
    "bytes": ("file export", "-", "--format", "json", "-C", "CUP"),
    "page": ("proof dossier", "masters-1-1", "-C", "CUP"),
    "lines": ("lab feed", "-C", "CUP"),
    "help": ("help", "all"),
    "schema": ("lab schema",),
}
"""One command for each way to print."""


@pytest.fixture
def cup(line: Line) -> Path:
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay", "Gus", "Hal", played=1)
    return line.folder


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("way", WORDS)
def test_a_cut_output_ends_with_five_and_a_sentence(
    cup: Path, tmp_path: Path, way: str, *, buffered: bool
) -> None:
    """Python writes unbuffered in many containers, and then a short write raises nothing."""
    words = [str(cup) if word == "CUP" else word for word in WORDS[way]]
    env = os.environ | {"PYTHONUNBUFFERED": "" if buffered else "1"}
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-c", SMALL, *words_of(words)],
            env=env,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 5, done.stderr
    assert (tmp_path / "out").stat().st_size == ROOM
    assert done.stderr.decode().splitlines() == [
        "cannot write: not everything was written: file too large.",
        HINT,
    ]


def test_where_nothing_can_be_said_the_exit_code_says_it(tmp_path: Path) -> None:
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); {PROGRAM}"
    with (tmp_path / "out").open("wb") as out:
        said = subprocess.run(
            [sys.executable, "-c", code, "history", "nowhere"],
            stdout=out,
            stderr=out,
            check=False,
        )
    assert said.returncode == 5
