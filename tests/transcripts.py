"""Reads the commands that a page of the docs shows, types them, and compares what they say."""

import re
import shlex
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from roundbook.cli.session import errors
from tests.cli.typed import roundbook

ROOT = Path(__file__).resolve().parents[1]
ANYTHING = "…"
TROUBLE = ("refused: ", "cannot read: ", "damaged: ")
PROMPT = re.compile(r"([a-z0-9-]*)\$ ")


Golden = Callable[[str, str], None]
"""The fixture `golden`: compares a text with a file, or rewrites the file (`--regenerate`)."""


class Step(NamedTuple):
    """A command after `$`, what is typed into it after `>`, and the lines that it shows.

    It is typed on a `machine` of its own where the prompt names one: `laptop-2$ roundbook …`.
    """

    machine: str
    command: str
    typed: list[str]
    shown: list[str]


def transcript(page: str) -> list[Step]:
    """Return every command of the consoles of a page, in order."""
    steps: list[Step] = []
    for console in re.findall(r"```console\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL):
        for line in console.splitlines():
            if prompt := PROMPT.match(line):
                steps.append(Step(prompt[1], line[prompt.end() :], [], []))
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


def with_outputs(page: str, said: Iterable[str]) -> str:
    """Return the text of a page with what its commands said, where it shows something else."""
    text, outputs = (ROOT / page).read_text("utf-8"), iter(said)
    consoles = re.compile(r"(```console\n)(.*?)(```)", re.DOTALL)

    def told(console: re.Match[str]) -> str:
        steps = re.split(r"^(?=[a-z0-9-]*\$ )", console[2], flags=re.MULTILINE)
        return console[1] + "".join(map(step, filter(None, steps))) + console[3]

    def step(one: str) -> str:
        lines, output = one.splitlines(), next(outputs)
        typed = [line for n, line in enumerate(lines) if n == 0 or line.startswith("> ")]
        shows = lines[len(typed) :]
        if matches(shows, output):
            return one
        return "".join(f"{line}\n" for line in (*typed, *elided(shows, output)))

    return consoles.sub(told, text)


def elided(shown: list[str], output: str) -> list[str]:
    """Return what was said, without the lines in the middle that the page has left out."""
    said = output.splitlines()
    if shown.count(ANYTHING) != 1:
        return said
    first = shown.index(ANYTHING)
    last = len(shown) - first - 1
    return [*said[:first], ANYTHING, *said[max(len(said) - last, first) :]]


def type_page(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden) -> None:
    """Type every command of a page, beginning in a new folder, and compare what it shows.

    A command ends well unless the page shows that it is refused, or finds something wrong.
    """
    outputs: list[str] = []
    monkeypatch.setenv("COLUMNS", "80")
    (folder / "work").mkdir()
    monkeypatch.chdir(folder / "work")
    for machine, command, typed, shown in transcript(page):
        monkeypatch.setenv("ROUNDBOOK_HOME", str(folder / f"home-{machine}"))
        verb, *words = shlex.split(command)
        if verb == "cd":
            monkeypatch.chdir(words[0])
            outputs.append("")
            continue
        if verb != "roundbook":
            subprocess.run(command, shell=True, check=True)  # noqa: S602 - as the page shows it.
            outputs.append("")
            continue
        said = roundbook(*words, stdin="".join(f"{line}\n" for line in typed).encode())
        either = (said.out + said.err, said.err + said.out)
        outputs.append(next((one for one in either if matches(shown, one)), either[0]))
        ends_badly = any(line.startswith(TROUBLE) for line in shown)
        well = {0, errors.FOUND} if words[:2] in (["file", "diff"], ["file", "merge"]) else {0}
        assert (said.code not in well) == ends_badly, f"{command}\n{said.out}{said.err}"
    golden(page, with_outputs(page, outputs))
