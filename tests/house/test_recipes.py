"""The recipes of CONTRIBUTING.md are carried out, each in a copy of the checkout."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files

pytestmark = pytest.mark.tools

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(
    re.findall(
        r"^### (.+?)\n(.*?)(?=^###? |\Z)",
        PAGE.partition("## Five recipes\n")[2],
        re.MULTILINE | re.DOTALL,
    )
)
STEP = re.compile(
    r"^`(?P<file>[^`\n]+)`, (?P<where>new|at the end|above|below)(?: `(?P<line>[^\n]+)`)?:\n\n"
    r"```\w+\n(?P<text>.*?)```$",
    re.MULTILINE | re.DOTALL,
)
OF_OTHERS = ("An importer", "A remark", "A fact")
"""What a program of its own adds: nothing here is changed for it."""
COMMANDS = re.compile(r"^```sh\n(.*?)```$", re.MULTILINE | re.DOTALL)


def carry_out(step: re.Match[str], checkout: Path) -> None:
    """Write what one step of a recipe says, where it says."""
    file, where, anchor, text = step.group("file", "where", "line", "text")
    path = checkout / file
    path.parent.mkdir(exist_ok=True)
    before = "" if where == "new" else path.read_text(encoding="utf-8")
    lines = before.splitlines(keepends=True)
    at = len(lines)
    if anchor:
        there = [number for number, line in enumerate(lines) if line.strip() == anchor]
        assert len(there) == 1, f"{file} has {len(there)} lines {anchor!r}"
        at = there[0] + (where == "below")
    path.write_text("".join([*lines[:at], text, *lines[at:]]), encoding="utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of all that git keeps; what is compiled in it serves every recipe."""
    folder = tmp_path_factory.mktemp("recipes") / "checkout"
    for path in files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, folder / path)
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", str(folder)]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "-m", "A copy"]):
        subprocess.run([*git, *words], check=True)
    return folder


@pytest.fixture
def checkout(copied: Path) -> Iterator[Path]:
    """Return the copy; what a recipe changes in it is undone."""
    yield copied
    for words in (["reset", "--quiet", "--hard"], ["clean", "--quiet", "--force", "-d"]):
        subprocess.run(["git", "-C", copied, *words], check=True)


def test_there_is_a_recipe_for_whatever_is_added_most() -> None:
    ours = ["A rule", "An event", "An edition", "A verb", "A page"]
    assert [*RECIPES] == [*ours, *OF_OTHERS]


def test_what_others_add_is_short_and_leaves_our_files_alone() -> None:
    for name in OF_OTHERS:
        steps = [*STEP.finditer(RECIPES[name])]
        assert steps
        assert sum(step["text"].count("\n") for step in steps) < 60, name
        assert {step["where"] for step in steps} == {"new"}, name
        assert not any((ROOT / step["file"]).exists() for step in steps), name


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_does_what_it_says(name: str, checkout: Path, tmp_path: Path) -> None:
    for step in STEP.finditer(RECIPES[name]):
        carry_out(step, checkout)
    here = str(Path(sys.executable).parent)
    env = os.environ | {
        "PATH": os.pathsep.join([here, os.environ["PATH"]]),
        "PYTHONPATH": str(checkout),
        "ROUNDBOOK_HOME": str(tmp_path / "home"),
        "HYPOTHESIS_PROFILE": "fast",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INDEX": "1",
    }
    for commands in COMMANDS.findall(RECIPES[name]):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=checkout, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
