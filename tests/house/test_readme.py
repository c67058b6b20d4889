"""The page that people read first: what it shows is what happens."""

import re
import shlex
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from cli.archive.contents import page, page_digest
from tests.cli.typed import roundbook

ROOT = Path(__file__).resolve().parents[2]
ANYTHING = "…"


def transcript() -> list[tuple[str, list[str]]]:
    """Return every command of the page with the lines that it shows."""
    [console] = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    steps: list[tuple[str, list[str]]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            steps.append((line.removeprefix("$ "), []))
        else:
            steps[-1][1].append(line)
    return steps


def matches(shown: list[str], said: str) -> bool:
    """Whether what was said is what the page shows, where `…` stands for any lines."""
    parts = [r"(?:.*\n)*" if line == ANYTHING else f"{re.escape(line)}\n" for line in shown]
    return re.fullmatch("".join(parts), said) is not None


def test_the_tournament_of_the_readme_happens_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    for command, shown in transcript():
        verb, *words = shlex.split(command)
        if verb == "cd":
            monkeypatch.chdir(words[0])
            continue
        said = roundbook(*words)
        assert matches(shown, said.err + said.out), f"{command}\n{said.out}{said.err}"


def test_a_line_that_differs_would_be_seen() -> None:
    assert matches(["a", ANYTHING, "d"], "a\nb\nc\nd\n")
    assert not matches(["a", "d"], "a\nb\nd\n")
    assert not matches(["a."], "ab\n")


def test_the_hash_of_the_genuine_page_is_given_outside_of_any_archive(
    golden: Callable[[str, str], None],
) -> None:
    """A page that lies in a stranger's archive may say yes to everything."""
    text = (ROOT / "README.md").read_text()
    golden("README.md", re.sub(r"`[0-9a-f]{64}`", f"`{page_digest()}`", text))
    assert page_digest() == sha256(page()).hexdigest()
    assert f"`{page_digest()}`" in text


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", (ROOT / "README.md").read_text())
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []
