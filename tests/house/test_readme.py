"""The page that people read first: what it shows is what happens."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import page, page_digest
from tests.cli.typed import roundbook
from tests.transcripts import (
    ANYTHING,
    ROOT,
    Golden,
    elided,
    matches,
    shows_all,
    with_fewer_rows,
    with_outputs,
)


def blocks(kind: str) -> list[str]:
    """Return the blocks of README of a kind, in order."""
    text = (ROOT / "README.md").read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_first_command_of_the_readme_prints_what_it_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second one is carried out by the gate, in a fresh clone (.ci/run)."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    first, _ = blocks("sh")
    [shown] = blocks("text")
    making, installing, command = first.strip().split(" && ")
    assert (making, installing) == ("python3 -m venv .venv", ".venv/bin/pip install .")
    said = roundbook(*command.removeprefix(".venv/bin/roundbook ").split(), code=0)
    assert matches(shown.splitlines(), said.out), said.out


def test_the_readme_fits_two_screens_and_leads_to_six_pages() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 70
    assert len(set(re.findall(r"\]\((docs/\w+\.md)[#)]", text))) == 6


def test_a_line_that_differs_would_be_seen() -> None:
    assert matches(["a", ANYTHING, "d"], "a\nb\nc\nd\n")
    assert not matches(["a", "d"], "a\nb\nd\n")
    assert not matches(["a."], "ab\n")
    assert matches([f"entry {ANYTHING}: a tie"], "entry 12: a tie\n")
    assert not matches([f"entry {ANYTHING}: a tie"], "entry 12: a win\n")


def test_a_page_leaves_out_rows_and_no_warning() -> None:
    rows = "Entry 1: a\nEntry 2: b\nEntry 3: c\n"
    assert shows_all(["Entry 1: a", ANYTHING, "next"], f"{rows}next\n")
    assert not shows_all(["Entry 1: a", ANYTHING, "next"], f"{rows}3 decks are missing\nnext\n")
    assert not shows_all([ANYTHING], rows)
    assert with_fewer_rows([ANYTHING], f"{rows}a warning\n") == [*rows.split("\n")[:3], "a warning"]
    assert with_fewer_rows([ANYTHING], f"{rows}Entry 4: d\nEntry 5: e\na warning\n") == [
        "Entry 1: a",
        "Entry 2: b",
        ANYTHING,
        "a warning",
    ]


def test_only_what_differs_is_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.transcripts.ROOT", tmp_path)
    page = (
        "Try it:\n\n```console\n$ one\na …\nlaptop-2$ two\n> typed\nold\n$ three\n```\nThe end.\n"
    )
    (tmp_path / "page.md").write_text(page, "utf-8")
    assert with_outputs("page.md", ["a b\n", "> typed\nold\n", ""]) == page
    assert with_outputs("page.md", ["a b\n", "> typed\nnew\n", "more\n"]) == page.replace(
        "old\n$ three\n", "new\n$ three\nmore\n"
    )


def test_what_is_typed_stands_above_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.transcripts.ROOT", tmp_path)
    page = (
        "```console\n$ desk\n> one\nfirst\n> two\nsecond\n```\nThen:\n```console\n> q\nbye\n```\n"
    )
    said = "> one\nfirst\n> two\nsecond\n> q\nbye\n"
    (tmp_path / "page.md").write_text(page, "utf-8")
    assert with_outputs("page.md", [said]) == page
    (tmp_path / "page.md").write_text(page.replace("> one\nfirst\n", "first\n> one\n"), "utf-8")
    assert with_outputs("page.md", [said]) == page
    more = said.replace("first\n", "first\nmore\n")
    assert with_outputs("page.md", [more]) == page.replace("first\n", "first\nmore\n")


def test_what_the_page_leaves_out_stays_left_out() -> None:
    assert elided(["a", ANYTHING, "d"], "A\nb\nc\nD\n") == ["A", ANYTHING, "D"]
    assert elided([ANYTHING], "a\nb\n") == [ANYTHING]
    assert elided(["a", ANYTHING], "b\n") == ["b", ANYTHING]
    assert elided(["a", "b"], "c\n") == ["c"]


def test_the_hash_of_the_genuine_page_is_given_outside_of_any_archive(
    golden: Golden,
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
