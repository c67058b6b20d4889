"""The page that people read first: what it shows is what happens."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.cli.archive.contents import page, page_digest
from tests.transcripts import (
    ANYTHING,
    ROOT,
    ROUGHLY,
    Golden,
    elided,
    matches,
    shows_all,
    type_page,
    with_fewer_rows,
    with_outputs,
)


def test_the_tournament_of_the_readme_happens_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("README.md", tmp_path, monkeypatch, golden, ROUGHLY)


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
    assert with_outputs("page.md", ["a b\n", "old\n", ""]) == page
    assert with_outputs("page.md", ["a b\n", "new\n", "more\n"]) == page.replace(
        "old\n$ three\n", "new\n$ three\nmore\n"
    )


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
