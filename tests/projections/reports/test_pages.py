"""Lists on paper: every row once, titles on every page, nothing cut off, the same bytes."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roundbook.ledger.events.posting import Paper
from roundbook.projections.explain.dossier_page import paragraph, section, table, whole
from roundbook.projections.reports.names import by_last_name, letter
from roundbook.projections.reports.paper.bracket import Branch, tree_pdf
from roundbook.projections.reports.paper.document import (
    Column,
    Document,
    Heading,
    NewPage,
    Paragraph,
    Part,
    Table,
)
from roundbook.projections.reports.paper.flow import as_pdf, pages
from roundbook.projections.reports.paper.from_page import parts_of
from roundbook.projections.reports.paper.press import SIZES, fitted, width, wrapped
from tests.projections.paper import in_order, joined, ours, pages_of, words

TYPE = ours()
COLUMNS = (
    Column("Player", wraps=True, bold=True),
    Column("Table", right=True),
    Column("Record"),
    Column("Opponent", wraps=True),
)


def listing(*rows: tuple[str, ...], size: float = 14) -> Document:
    listed = Table(columns=COLUMNS, rows=rows, size=size, ranged=0)
    return Document(title="masters, round 3", under="Cup", parts=(listed,), foot=("Check it.",))


def rows_of(count: int) -> list[tuple[str, ...]]:
    return [
        (f"{chr(65 + n % 26)}nn{n}q, Ana", str(n), "0-0-0 (0)", f"Opp{n}q") for n in range(count)
    ]


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("count", [1, 2, 3, 35, 101])
def test_every_row_stands_once_and_every_page_has_its_titles_and_its_foot(
    paper: Paper, count: int
) -> None:
    rows = sorted(rows_of(count))
    made = as_pdf(listing(*rows), paper=paper, type_=TYPE)
    found = pages_of(made)
    said = words(made)
    assert all(said.count(row[0]) == said.count(f" {row[3]}") == 1 for row in rows)
    assert in_order(said, *(row[0] for row in rows))
    for number, page in enumerate(found, start=1):
        assert in_order(page, "masters, round 3")
        for text in ("Player", "Opponent", "Cup", "Check it.", f"page {number} of {len(found)}"):
            assert page.count(text) == 1


def test_the_letters_at_the_top_are_those_of_the_page() -> None:
    rows = sorted(rows_of(101))
    for page in pages(listing(*rows), paper=Paper.A4, type_=TYPE):
        letters = [strip.first for strip in page.strips if strip.first]
        expected = letters[0] if len(set(letters)) == 1 else f"{letters[0]}–{letters[-1]}"
        assert page.letters == expected
        assert letters == sorted(letters)


NAMES = st.text(st.characters(codec="latin-1", categories=("Lu", "Ll")), min_size=1, max_size=90)


@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=40), st.sampled_from(list(Paper)))
@example([("X" * 100, "W" * 100)] * 30, Paper.LETTER)
@settings(max_examples=30)
def test_nothing_is_cut_off_and_no_page_is_fuller_than_it_is_high(
    names: list[tuple[str, str]], paper: Paper
) -> None:
    document = listing(*((left, "9", "0-0-0 (0)", right) for left, right in names))
    wanted = Counter(joined([left + right for left, right in names]))
    said = Counter(joined(pages_of(as_pdf(document, paper=paper, type_=TYPE))))
    assert wanted <= said
    for page in pages(document, paper=paper, type_=TYPE):
        assert sum(strip.high for strip in page.strips) < SIZES[paper][1] - 36 * 2 - 46


def test_the_posted_list_is_of_fourteen_points_even_with_long_names() -> None:
    document = listing(*((name, "999", "10-10-10 (40)", name) for name in ("W" * 80, "Ana Lopez")))
    assert b" 14 Tf" in as_pdf(document, paper=Paper.A4, type_=TYPE)


@given(
    st.text("abcdefghij XYZ", min_size=1, max_size=80),
    st.floats(30, 300),
    st.sampled_from([6, 9.5, 14]),
)
def test_a_wrapped_text_has_room_and_keeps_every_letter(
    text: str, room: float, size: float
) -> None:
    lines = wrapped(TYPE, text, room, size)
    assert joined(lines) == joined([text])
    assert all(width(TYPE, line, size) <= room or len(line) == 1 for line in lines)


def test_a_text_becomes_smaller_before_it_takes_two_lines_and_then_as_large_as_can_be() -> None:
    assert fitted(TYPE, "Ana", (200, 24), most=15) == (("Ana",), 15)
    little = fitted(TYPE, "Ana Maria Lopez Ode", (115, 24), most=15)
    assert (len(little.lines), 11.25 <= little.size < 15) == (1, True)
    much = fitted(TYPE, "Ana Maria Lopez Ode Fox Min", (100, 24), most=15)
    assert (len(much.lines), much.size > 8) == (2, True)


def test_what_belongs_together_is_not_torn() -> None:
    """A heading never ends a page, and a title of a table never stands without a row."""
    parts: list[Part] = []
    for number in range(60):
        parts.append(Heading(text=f"Heading {number}."))
        parts.append(Table(columns=(Column("One"),), rows=((f"row {number}.",),)))
    document = Document(title="Cup", under="", parts=tuple(parts))
    for page in pages_of(as_pdf(document, paper=Paper.A4, type_=TYPE)):
        for number in range(60):
            assert (f"Heading {number}." in page) == (f"row {number}." in page)


def test_a_new_page_has_its_own_title() -> None:
    parts = (NewPage("First"), Paragraph(text="one"), NewPage("Second"), Paragraph(text="two"))
    made = pages_of(
        as_pdf(Document(title="Cup", under="", parts=parts), paper=Paper.A4, type_=TYPE)
    )
    assert [("First" in page, "one" in page) for page in made] == [(True, True), (False, False)]
    assert "Second" in made[1]
    assert "two" in made[1]


def test_a_print_without_parts_is_one_page() -> None:
    made = as_pdf(Document(title="Cup", under="", parts=()), paper=Paper.A4, type_=TYPE)
    assert len(pages_of(made)) == 1


def test_a_page_of_ours_becomes_a_print_with_every_word_of_it() -> None:
    page = whole(
        "A & B",
        [
            "<h1>A &amp; B</h1>",
            '<div class="box">',
            paragraph("In <short>."),
            "</div>",
            *section("Rows", table(("Entry", "What"), [["1", "a < b"], ["2", ""]])),
            "<ul>",
            "<li><strong>TOP §4</strong>: a rule</li>",
            "</ul>",
            '<pre>{"a":  1}</pre>',
            paragraph("small", "small"),
        ],
    )
    assert parts_of(page) == (
        Heading(text="A & B", size=18),
        Paragraph(text="In <short>.", framed=True),
        Heading(text="Rows", size=13),
        Table(
            columns=(Column("Entry"), Column("What", wraps=True)),
            rows=(("1", "a < b"), ("2", "")),
            size=9,
        ),
        Paragraph(text="• TOP §4: a rule"),
        Paragraph(text='{"a":  1}', size=7.5, exact=True),
        Paragraph(text="small", size=9),
    )


def test_a_page_with_what_no_page_of_ours_has_is_refused() -> None:
    with pytest.raises(ValueError, match="<script>"):
        parts_of("<p>a</p><script>b</script>")


def test_a_name_stands_under_its_letter_whatever_marks_it_carries() -> None:
    names = ["Zimmer", "Çelik", "Østby", "Łopez", "Cruz", "Dee", "Ævar", "Ñu", "Nu"]
    order = ["Ævar", "Çelik", "Cruz", "Dee", "Łopez", "Nu", "Ñu", "Østby", "Zimmer"]
    assert sorted(names, key=by_last_name) == order
    assert [letter(name) for name in order] == list("ACCDLNNOZ")
    assert letter("") == ""


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_drawn_bracket_names_everybody_once_in_each_round(paper: Paper, rounds: int) -> None:
    columns = tuple(
        tuple((f"Name{depth}x{n}. Maria Longname", "2-1" if depth else "") for n in range(2**left))
        for depth, left in enumerate(range(rounds, -1, -1))
    )
    one = Branch(title="masters-cut", columns=columns, notes=("Third place: p3",))
    [page] = pages_of(tree_pdf([one], "Cup", paper=paper, type_=TYPE))
    said = joined([page])
    for depth, column in enumerate(columns):
        assert all(said.count(f"Name{depth}x{n}.") == 1 for n in range(len(column)))
    assert "Third place: p3" in page


def test_the_titles_of_figures_are_not_broken_for_a_long_reason_beside_them() -> None:
    names = ("Place", "Player", "Points", "Record", "Op Win %", "Op Op Win %", "Decided by")
    row = ("1", "Ana " * 12, "9", "3-0-0", "50.00", "50.00", "how far they got in the bracket")
    columns = tuple(Column(one, wraps=one in {"Player", "Decided by"}) for one in names)
    made = Table(columns=columns, rows=(row,), size=11)
    data = as_pdf(
        Document(title="Standings", under="Cup", parts=(made,)), paper=Paper.A4, type_=TYPE
    )
    lines = {line.strip() for line in pages_of(data)[0].splitlines()}
    assert {"Op", "Win %", "Win"}.isdisjoint(lines)
    assert "Op Op Win %" in words(data)
