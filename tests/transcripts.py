"""Reads the commands that a page of the docs shows, types them, and compares what they say.

Every page has its own clock and its own chance, so it always shows the same. `…` in a line stands
for any words. `…` alone in a line stands for more lines that begin like the one above it, such as
further rows of a table, so it cannot hide a warning. Only what a shell says may be left out freely.
"""

import os
import re
import shlex
import subprocess
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

import pytest

from roundbook.cli.session import errors
from tests.chance import alike
from tests.cli.typed import roundbook

ROOT = Path(__file__).resolve().parents[1]
ANYTHING = "…"
TROUBLE = ("refused: ", "cannot read: ", "damaged: ")
OPENING = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
"""When the first command of a page is typed; a minute later comes the next."""

FEW = 4
"""Rows of a list that a page shows whole, even where it leaves out others."""

FINDERS = (
    *("file check", "file diff", "file follow", "file merge"),
    *("proof lint", "edition compare", "deck judge", "lab practise"),
)
"""What ends with another exit code if it finds something."""

PROMPT = re.compile(r"([a-z0-9-]*)\$ ")
TYPED = re.compile(r"(?:(?:no round|\d+ of \d+ in.*)?> |.*(?:\[y/N\]|Enter for 1\]): ?)(.*)")
"""What somebody types behind a prompt, or as the answer to a question."""

FILE = re.compile(r"^`([\w.-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


Golden = Callable[[str, str], None]
"""The fixture `golden`: compares a text with a file, or rewrites the file (`--regenerate`)."""


class Step(NamedTuple):
    """A command after `$`, what is typed into it after `>` or a question, and what it shows.

    What is typed is shown too, above what it causes. It is typed on a `machine` of its own where
    the prompt names one: `laptop-2$ roundbook …`.
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
            else:
                steps[-1].typed.extend(TYPED.findall(line))
                steps[-1].shown.append(line)
    return steps


def shown_files(page: str) -> dict[str, str]:
    """Return the files of a page: each is a block below a line that ends with its name."""
    return dict(FILE.findall((ROOT / page).read_text("utf-8")))


def matches(shown: list[str], said: str) -> bool:
    """Whether what was said is what the page shows, where `…` stands for any words or lines."""
    return _found(shown, said) is not None


def shows_all(shown: list[str], said: str) -> bool:
    """Whether it is, and `…` alone in a line stands only for more rows like the one above it."""
    found = _found(shown, said)
    above = [shown[n - 1] if n else "" for n, line in enumerate(shown) if line == ANYTHING]
    return found is not None and all(
        beginning(line) == beginning(led)
        for led, hidden in zip(above, found.groups(), strict=True)
        for line in hidden.splitlines()
    )


def _found(shown: list[str], said: str) -> re.Match[str] | None:
    parts = [
        r"((?:.*\n)*?)" if line == ANYTHING else f"{re.escape(line).replace(ANYTHING, '.*')}\n"
        for line in shown
    ]
    return re.fullmatch("".join(parts), said)


def beginning(line: str) -> str:
    """Return what rows of one kind have in common: the first word, whatever number it is."""
    return re.sub(r"\d+", "0", next(iter(line.split()), ""))


def elided(shown: list[str], output: str) -> list[str]:
    """Return what was said, without the lines in the middle that the page has left out."""
    said = output.splitlines()
    if shown.count(ANYTHING) != 1:
        return said
    first = shown.index(ANYTHING)
    last = len(shown) - first - 1
    return [*said[:first], ANYTHING, *said[max(len(said) - last, first) :]]


def with_fewer_rows(shown: list[str], output: str) -> list[str]:
    """Return what was said; where the page leaves rows out, only the first two of a long list."""
    kept = list[str]()
    for _, rows in groupby(output.splitlines(), beginning):
        listed = list(rows)
        few = len(listed) <= FEW or ANYTHING not in shown
        kept += listed if few else [*listed[:2], ANYTHING]
    return kept


def with_words_left_out(shown: list[str], lines: list[str]) -> list[str]:
    """Return these lines, but those from which the page leaves out words as it shows them."""
    if len(shown) != len(lines) or ANYTHING in shown:
        return lines
    return [
        old if matches([old], f"{new}\n") else new for old, new in zip(shown, lines, strict=True)
    ]


class Manner(NamedTuple):
    """How a page shows what was said, and what is shown if it was something else."""

    same: Callable[[list[str], str], bool]
    shortened: Callable[[list[str], str], list[str]]


ROUGHLY = Manner(matches, elided)
WHOLE = Manner(shows_all, with_fewer_rows)


def with_outputs(page: str, said: Iterable[str], manner: Manner = ROUGHLY) -> str:
    """Return the text of a page with what its commands said, where it shows something else."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    kept = [[line] for line in lines]
    for (typed, *places), output in zip(_places(lines), said, strict=True):
        shows = [lines[place] for place in places]
        if not manner.same(shows, output):
            now = with_words_left_out(shows, manner.shortened(shows, output))
            _replace(kept, typed, places, shows, now)
    return "".join(f"{line}\n" for each in kept for line in each)


def _places(lines: list[str]) -> list[list[int]]:
    """Return for each step the line of its command, and those of what is shown below it."""
    steps: list[list[int]] = []
    inside = False
    for place, line in enumerate(lines):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and PROMPT.match(line):
            steps.append([place])
        elif inside:
            steps[-1].append(place)
    return steps


def _replace(
    kept: list[list[str]], typed: int, places: list[int], shows: list[str], now: list[str]
) -> None:
    """Put what is said now in the places of what a page shows; `typed` is the line above them."""
    for kind, first, last, start, end in SequenceMatcher(None, shows, now).get_opcodes():
        if kind == "equal":
            continue
        if kind == "insert":
            kept[places[first - 1] if first else typed] += now[start:end]
            continue
        each = iter(now[start:end])
        for place in places[first:last]:
            kept[place] = [*islice(each, 1)]
        kept[places[last - 1]] += each


@dataclass
class Clock:
    """In the place of `datetime`: modules that have imported `now` ask it as well."""

    at: datetime

    def now(self) -> "Clock":
        return self

    def astimezone(self) -> datetime:
        return self.at


def type_page(
    page: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    golden: Golden,
    manner: Manner = WHOLE,
    *,
    at_terminal: bool = False,
) -> None:
    """Type every command of a page, beginning in `work`, and compare what it shows.

    The files that the page shows are there. A test may lay more into `work` before.
    At a terminal, questions are asked, and every prompt is shown whole.
    A command ends well unless the page shows that it is refused, or finds something wrong.
    """
    outputs: list[str] = []
    monkeypatch.setenv("COLUMNS", "80")
    (folder / "work").mkdir(exist_ok=True)
    for name, text in shown_files(page).items():
        (folder / "work" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder / "work")
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", clock := Clock(OPENING))
    monkeypatch.setattr("roundbook.cli.commands.desk.terminal", lambda _: nullcontext(input))
    with alike(page):
        for minute, step in enumerate(transcript(page)):
            clock.at = OPENING + timedelta(minutes=minute)
            monkeypatch.setenv("ROUNDBOOK_HOME", str(folder / f"home-{step.machine}"))
            outputs.append(_anywhere(said_to(step, monkeypatch, at_terminal=at_terminal), folder))
    golden(page, with_outputs(page, outputs, manner))


def _anywhere(said: str, folder: Path) -> str:
    """Return what was said without the place of this test: a page shows no folder of a machine."""
    return said.replace(str(folder / "work"), ANYTHING).replace(str(folder), ANYTHING)


def said_to(step: Step, monkeypatch: pytest.MonkeyPatch, *, at_terminal: bool = False) -> str:
    """Carry out a step, and return what was said."""
    verb, *words = shlex.split(os.path.expandvars(step.command))
    if verb == "cd":
        monkeypatch.chdir(words[0])
        return ""
    if verb != "roundbook":
        subprocess.run(step.command, shell=True, check=True)  # noqa: S602 - as the page shows it.
        return ""
    typed = "".join(f"{line}\n" for line in step.typed).encode()
    said = roundbook(
        *words,
        stdin=typed,
        at_terminal=at_terminal,
        together=True,
        echoes="" if at_terminal else "> ",
    )
    ends_badly = any(line.startswith(TROUBLE) for line in step.shown)
    well = {0, errors.FOUND} if " ".join(words).startswith(FINDERS) else {0}
    assert (said.code not in well) == ends_badly, f"{step.command}\n{said.out}"
    return re.sub(r"\x1b\[\d*m|[ \a]+$", "", said.out, flags=re.MULTILINE)
