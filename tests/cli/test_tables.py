"""Tables: aligned whatever the script of a name, never cut off, in colour only at a terminal."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.cli.terminal.tables import show
from roundbook.ledger.text import cells_of
from roundbook.projections.reports.text.pairings import BY_TABLE
from roundbook.projections.reports.text.tables import WIDTH, Column, lines, wrapped
from tests.cli.typed import Terminal

COLUMNS = (Column("No.", right=True), Column("Name", wraps=True), Column("Rate", right=True))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def names() -> st.SearchStrategy[str]:
    letters = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
    return st.text(letters, min_size=1, max_size=120).map(lambda text: " ".join(text.split(" ")))


@given(st.lists(names(), min_size=1, max_size=5))
def test_no_character_of_a_name_is_lost(found: list[str]) -> None:
    rows = [[str(number), name, "50.00"] for number, name in enumerate(found)]
    text = "".join(lines(COLUMNS, rows)[1:])
    kept = [character for character in text if not character.isspace()]
    told = [
        character for row in rows for cell in row for character in cell if not character.isspace()
    ]
    assert sorted(kept) == sorted(told)


@given(st.lists(names(), min_size=1, max_size=5))
def test_a_table_that_can_wrap_fits(found: list[str]) -> None:
    rows = [["1", name, "50.00"] for name in found]
    assert all(cells_of(line) <= WIDTH for line in lines(COLUMNS, rows))


@given(names(), st.integers(2, 40))
def test_wrapped_lines_fit_and_say_the_same(text: str, width: int) -> None:
    found = wrapped(text, width)
    assert all(cells_of(line) <= width for line in found)
    assert "".join(found).replace(" ", "") == text.replace(" ", "")


@given(names(), names())
def test_two_columns_that_wrap_share_the_line(one: str, other: str) -> None:
    columns = (Column("A", wraps=True), Column("B", wraps=True), Column("No.", right=True))
    found = lines(columns, [[one, other, "77"]])
    assert all(cells_of(line) <= WIDTH for line in found)
    assert found[1].endswith("77")


def test_figures_stand_under_one_another_beside_any_script() -> None:
    rows = [
        ["1", "Ana", "5.00"],
        ["2", "\u5c71\u7530 \u592a\u90ce", "50.00"],
        ["3", "Zoe\u0308", "7.50"],
    ]
    found = lines(COLUMNS, rows)
    assert {cells_of(line) for line in found[1:]} == {cells_of(found[1])}
    assert [line.rpartition(" ")[2] for line in found] == ["Rate", "5.00", "50.00", "7.50"]


def test_a_row_that_does_not_fit_its_columns_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="a row has 1 cells for 3 columns"):
        lines(COLUMNS, [["1"]])


def printed(monkeypatch: pytest.MonkeyPatch, name: str, *, plain: bool) -> str:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    show(COLUMNS, [["1", name, "50.00"]], plain=plain)
    return terminal.getvalue()


def test_a_terminal_gets_bold_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    said = printed(monkeypatch, "Ana", plain=False)
    titles, row = said.splitlines()
    assert ESCAPE.findall(titles) == ["\x1b[1m", "\x1b[0m"]
    assert [ESCAPE.sub("", titles), row] == lines(COLUMNS, [["1", "Ana", "50.00"]])


def test_a_table_is_as_wide_as_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    long = " ".join(["Ana"] * 40)
    for columns, at_least in (("200", 2), ("80", 3), ("40", 6)):
        terminal = Terminal()
        monkeypatch.setattr("sys.stdout", terminal)
        monkeypatch.setenv("COLUMNS", columns)
        show(COLUMNS, [["1", long, "50.00"]], plain=False)
        said = [ESCAPE.sub("", line) for line in terminal.getvalue().splitlines()]
        assert len(said) >= at_least
        assert all(cells_of(line) <= int(columns) for line in said)
        assert (len(said) == 2) == (columns == "200")


def test_plain_is_plain_on_a_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    said = printed(monkeypatch, "Ana", plain=True)
    assert said.splitlines() == lines(COLUMNS, [["1", "Ana", "50.00"]])


def test_no_colour_where_nobody_wants_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    said = printed(monkeypatch, "Ana", plain=False)
    assert ESCAPE.findall(said) == []


@pytest.mark.parametrize("plain", [True, False])
def test_a_name_is_a_name_and_no_markup(monkeypatch: pytest.MonkeyPatch, plain: bool) -> None:
    said = printed(monkeypatch, "[red]Ana[/red] \x1b[2J\u202e", plain=plain)
    assert "[red]Ana[/red] \N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}" in said
    assert "\u202e" not in said


def test_a_column_with_a_least_width_narrows_before_names_are_broken() -> None:
    row = ["8", "Ole Finkenwerder", "1-0-0 (3)", "Sue Ibenhausen", "1-0-0 (3)"]
    shown = lines(BY_TABLE, [[*row, "right player won (no-show)"]])
    assert all(cells_of(line) <= WIDTH for line in shown)
    assert "Ole Finkenwerder" in shown[1]
    assert "Sue Ibenhausen" in shown[1]
    assert [line.split("  ")[-1].strip() for line in shown[1:]] == ["right player won", "(no-show)"]
