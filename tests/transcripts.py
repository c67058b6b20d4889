"""Reads the commands that a page of the docs shows, types them, and compares what they say."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.typed import roundbook

ROOT = Path(__file__).resolve().parents[1]
ANYTHING = "…"


class Step(NamedTuple):
    """A command after `$`, what is typed into it after `>`, and the lines that it shows."""

    command: str
    typed: list[str]
    shown: list[str]


def transcript(page: str) -> list[Step]:
    """Return every command of the consoles of a page, in order."""
    steps: list[Step] = []
    for console in re.findall(r"```console\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL):
        for line in console.splitlines():
            if line.startswith("$ "):
                steps.append(Step(line.removeprefix("$ "), [], []))
            elif line.startswith("> "):
                steps[-1].typed.append(line.removeprefix("> "))
            else:
                steps[-1].shown.append(line)
    return steps


def matches(shown: list[str], said: str) -> bool:
    """Whether what was said is what the page shows, where `…` stands for any words or lines."""
    parts = [
        r"(?:.*\n)*" if line == ANYTHING else f"{re.escape(line).replace(ANYTHING, '.*')}\n"
        for line in shown
    ]
    return re.fullmatch("".join(parts), said) is not None


def type_page(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type every command of a page, beginning in a new folder.

    A command ends well unless the page shows that it is refused.
    """
    monkeypatch.setenv("ROUNDBOOK_HOME", str(folder / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    (folder / "work").mkdir()
    monkeypatch.chdir(folder / "work")
    for command, typed, shown in transcript(page):
        verb, *words = shlex.split(command)
        if verb == "cd":
            monkeypatch.chdir(words[0])
            continue
        assert verb == "roundbook", command
        said = roundbook(*words, stdin="".join(f"{line}\n" for line in typed).encode())
        assert matches(shown, said.err + said.out), f"{command}\n{said.out}{said.err}"
        refused = any(line.startswith("refused: ") for line in shown)
        assert (said.code != 0) == refused, f"{command}\n{said.out}{said.err}"
