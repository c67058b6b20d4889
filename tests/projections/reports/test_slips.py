"""Match slips on paper: every one of them, and in table order once the stack is cut."""

import os
import subprocess
import sys
import unicodedata
from hashlib import sha256
from io import BytesIO

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.paper.press import SIZES
from roundbook.projections.reports.paper.slips import BACK, TO_A_PAGE, code, collated, slips_pdf
from tests.house.tree import ROOT
from tests.projections.paper import in_order, joined, ours, pages_of, slip, words

TYPE = ours()


@given(st.integers(0, 3000))
def test_a_cut_stack_lies_in_table_order(count: int) -> None:
    pages = collated(count)
    assert all(len(page) == TO_A_PAGE for page in pages)
    piles = [[page[place] for page in pages] for place in range(TO_A_PAGE)]
    stack = [each for pile in piles for each in pile]
    assert stack[:count] == list(range(count))
    assert set(stack[count:]) <= {None}
    assert len(stack) - count < TO_A_PAGE * max(len(pages), 1)
    assert len(pages) == (count + 3) // 4


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9])
def test_every_match_has_one_slip_where_the_cut_puts_it(paper: Paper, count: int) -> None:
    made = [slip(table, f"Left{table}, Ana", f"Right{table}, Ben") for table in range(1, count + 1)]
    pages = pages_of(slips_pdf(made, paper=paper, type_=TYPE, backs=False))
    assert len(pages) == (count + 3) // 4
    for page, places in zip(pages, collated(count), strict=True):
        there = [n + 1 for n in places if n is not None]
        assert page.count("Table ") == len(there)
        assert in_order(page, *(f"Table {table}\n" for table in there))
    said = words(slips_pdf(made, paper=paper, type_=TYPE, backs=False))
    for table in range(1, count + 1):
        assert said.count(f"Left{table}, Ana") == 1
        assert said.count(f"Right{table}, Ben") == 1
        assert said.count(f"match masters-3-{table} ") == 1


@pytest.mark.rule("TOP-4d", "TOP-4i", "TRF-7.2")
def test_a_slip_says_all_that_is_asked_of_it() -> None:
    said = words(slips_pdf([slip(7)], paper=Paper.A4, type_=TYPE))
    for text in (
        "Table 7", "Cup", "masters, round 3", "match masters-3-7", "Lopez, Ana", "Ode, Ben",
        "1-0-1, 4 points", "0-1-1, 1 point", "p1 · id …0001 · Masters", "Game 1", "Game 2",
        "Game 3", "Match", "Drop", "Tie", "50 minutes and 3 turns", "Extra: ______ minutes",
        "Check your record (TOP §4).",
    ):  # fmt: skip
        assert text in said, text
    assert said.count("Signed") == 2


def test_a_match_that_has_a_winner_has_no_box_for_a_tie() -> None:
    made = slips_pdf([slip(1, tie=None), slip(2)], paper=Paper.A4, type_=TYPE, backs=False)
    assert words(made).count("Tie") == 1


def test_the_back_asks_a_judge_in_this_order_and_lies_behind_every_front() -> None:
    assert BACK == ("Judge", "Player", "Infraction", "Description", "Penalty")
    made = slips_pdf([slip(n) for n in range(1, 6)], paper=Paper.LETTER, type_=TYPE)
    pages = pages_of(made)
    assert len(pages) == 4
    for back in pages[1::2]:
        assert in_order(back, *BACK * TO_A_PAGE)
        assert "Table" not in back
    assert all("Infraction" not in front for front in pages[::2])


@pytest.mark.parametrize("paper", list(Paper))
def test_slips_are_of_one_size_and_nothing_stands_where_it_is_cut(paper: Paper) -> None:
    """A printer reaches all but the edges; whoever cuts needs some room on both sides."""
    name = "Wolfeschlegelsteinhausenbergerdorff " * 3
    made = slips_pdf([slip(n, name, name) for n in range(1, 5)], paper=paper, type_=TYPE)
    wide, high = SIZES[paper]
    for page in PdfReader(BytesIO(made)).pages:
        assert (page.mediabox.width, page.mediabox.height) == (wide, high)
        bases: list[float] = []

        def see(text: str, matrix: list[float], at: list[float], *_: object) -> None:
            if text.strip():
                bases.append(at[5] + matrix[5])  # noqa: B023 - it is called at once.

        page.extract_text(visitor_text=see)
        assert bases
        for base in bases:
            assert min(abs(base - place * high / TO_A_PAGE) for place in range(5)) > 8


def test_no_name_is_cut_off_however_long_it_is() -> None:
    names = ["X" * 100, "Wolfe-" * 16, "Ana " * 24 + "End", "Łukasz " * 14]
    for name in names:
        made = slips_pdf([slip(1, name.strip())], paper=Paper.A4, type_=TYPE, backs=False)
        assert joined([name]) in joined(pages_of(made))


@given(st.text(max_size=60))
@settings(max_examples=60)
def test_a_hostile_name_breaks_no_page_and_is_read_as_it_is_spelled(name: str) -> None:
    made = slips_pdf([slip(1, name)], paper=Paper.A4, type_=TYPE, backs=False)
    [page] = pages_of(made)
    assert "Ode, Ben" in page
    for character in name:
        if unicodedata.category(character) in {"Cc", "Cf", "Co", "Cn"}:
            assert f"<U+{ord(character):04X}>" in joined([page])
        elif character.isascii():
            assert character in page


@given(st.from_regex(r"[a-z][a-z0-9-]{0,31}-[1-9][0-9]{0,2}-[1-9][0-9]{0,3}", fullmatch=True))
@settings(max_examples=40)
def test_the_code_is_that_of_the_match_whatever_its_pool_is_called(match: str) -> None:
    """Bars are the dark modules, each once: laid out again they are the code that segno makes."""
    made = code(match)
    grid = [[0] * made.size for _ in range(made.size)]
    for bar in made.bars:
        for x in range(bar.x, bar.x + bar.wide):
            assert grid[bar.y][x] == 0
            grid[bar.y][x] = 1
    expected = segno.make(match.upper(), mode="alphanumeric", error="L", boost_error=True)
    assert grid == [list(row) for row in expected.matrix]
    assert expected.is_micro == (made.size <= 17)


def test_the_code_of_a_common_match_is_a_micro_qr() -> None:
    assert code("senior-masters-12-1234").size <= 21
    assert code("masters-12-1234").size <= 17


AGAIN = """
import hashlib
from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.paper.slips import slips_pdf
from tests.projections.paper import ours, slip
made = [slip(n, f"Łopez{n}, Ана") for n in range(1, 30)]
print(hashlib.sha256(slips_pdf(made, paper=Paper.A4, type_=ours())).hexdigest())
"""


def test_the_same_slips_are_the_same_bytes_in_every_process() -> None:
    made = [slip(n, f"Łopez{n}, Ана") for n in range(1, 30)]
    one, two = (slips_pdf(made, paper=Paper.A4, type_=TYPE) for _ in range(2))
    assert one == two
    digests = {
        subprocess.run(
            [sys.executable, "-c", AGAIN],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(digests) == 1
    assert digests == {f"{sha256(one).hexdigest()}\n"}


def test_a_print_tells_no_time_and_is_not_compressed() -> None:
    made = slips_pdf([slip(1)], paper=Paper.A4, type_=TYPE)
    assert b"FlateDecode" not in made
    assert b"(D:20000101000000+00'00')" in made
