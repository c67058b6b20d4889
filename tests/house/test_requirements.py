"""The requirements: each is known and proved, and each marker names one."""

import re
import textwrap
from pathlib import Path

import pytest

from tests.house import matrix
from tests.house.pages import requirements


def test_every_requirement_has_an_id_of_its_own_and_a_known_mark() -> None:
    rows = matrix.requirements()
    ids = [row.id for row in rows]
    assert [row.id for row in rows if ids.count(row.id) > 1] == []
    assert {row.mark for row in rows} <= {"[C]", "[R]", "[D]", "[H]", "[C/R]"}
    assert all(row.section for row in rows)


def test_the_decisions_stand_in_order_once_and_without_a_gap() -> None:
    numbers = [
        int(row.id.removeprefix("A-"))
        for row in matrix.requirements()
        if re.fullmatch(r"A-\d+", row.id)
    ]
    assert numbers == [*range(1, max(numbers) + 1)]


def test_every_marker_names_a_requirement_that_exists() -> None:
    known = {row.id for row in matrix.requirements()}
    unknown = [
        f"{proof.file}::{proof.test} names {proof.id}, which docs/requirements.txt does not know"
        for proof in matrix.proofs()
        if proof.id not in known
    ]
    assert unknown == []


def test_every_requirement_has_a_test_or_is_left_to_people() -> None:
    proved = {proof.id for proof in matrix.proofs()}
    rows = matrix.requirements()
    assert [row.id for row in rows if not row.human and row.id not in proved] == []


def test_no_text_to_look_up_is_proved_by_its_existence_alone() -> None:
    assert matrix.unread(matrix.requirements()) == []
    unknown = matrix.Requirement("X-1", "[D]", "One", "Section")
    assert matrix.unread([unknown]) == ["X-1"]


def test_a_requirement_has_its_source() -> None:
    assert matrix.source("TOP-3.1.3e") == "TOP §3.1.3"
    assert matrix.source("TRF-11.2.3") == "TRF §11.2.3"


def test_the_page_has_a_line_for_every_requirement_and_nothing_open() -> None:
    page = requirements()
    shown = re.findall(r"^\| (\S+) \| \[", page, re.MULTILINE)
    assert shown == [row.id for row in matrix.requirements()]
    assert "**open**" not in page


def test_a_marker_counts_wherever_pytest_would_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrix, "ROOT", tmp_path)
    file = tmp_path / "test_x.py"
    file.write_text(
        textwrap.dedent("""
            import pytest
            from pytest import mark
            pytestmark = [pytest.mark.rule("FILE")]
            ID = "VARIABLE"

            @pytest.mark.rule("ONE", "TWO")
            @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("ROW"))])
            def test_alone(n): ...

            @mark.rule("CLASS")
            class TestTogether:
                @mark.rule(ID)
                def test_inside(self): ...
        """),
        encoding="utf-8",
    )
    assert set(matrix.proofs_in(file)) == {
        ("FILE", "test_x.py", ""),
        ("ONE", "test_x.py", "test_alone"),
        ("TWO", "test_x.py", "test_alone"),
        ("ROW", "test_x.py", "test_alone"),
        ("CLASS", "test_x.py", "test_inside"),
        ("ID", "test_x.py", "test_inside"),
    }


def test_a_half_written_test_file_stops_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrix, "ROOT", tmp_path)
    file = tmp_path / "test_y.py"
    file.write_text("def test_half(:\n", encoding="utf-8")
    assert list(matrix.proofs_in(file)) == []


def test_the_page_says_what_is_proved_what_is_open_and_what_is_left_to_people() -> None:
    rows = [
        matrix.Requirement("X-1", "[C]", "One", "Section"),
        matrix.Requirement("X-2", "[R]", "Two", "Section"),
        matrix.Requirement("X-3", "[H]", "Three", "Section"),
    ]
    page = matrix.page(rows, [matrix.Proof("X-1", "tests/a/test_b.py", "test_it_is_so")])
    assert "3 requirements and decisions: 1 are proved by a test, 1 are open, 1 are left" in page
    said = "[a/test_b.py](../tests/a/test_b.py): it is so"
    assert f"| X-1 | [C] | decided | One | {said} |" in page
    assert "| X-2 | [R] | decided | Two | **open** |" in page
    assert page.endswith("| X-3 | [H] | decided | Three | people |\n")
