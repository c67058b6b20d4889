import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.roster import read
from roundbook.ledger.people.tidy_names import tidy_name
from roundbook.ledger.terms import Division

pytestmark = pytest.mark.fast

words = st.text(
    st.characters(categories=("Lu", "Ll"), max_codepoint=0x24F), min_size=1, max_size=12
)
players = st.lists(
    st.tuples(words, words, st.integers(1900, 2100), st.sampled_from(["", *Division])),
    min_size=1,
    max_size=8,
    unique_by=lambda row: tidy_name(f"{row[0]} {row[1]}").casefold(),
)


@given(players, st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_a_spreadsheet_writes_is_read_back(
    rows: list[tuple[str, str, int, str]], separator: str, end: str, marked: bool
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=end)
    writer.writerow(["Division", "LAST NAME", "first", "Year of Birth", "shirt"])
    for first, last, year, division in rows:
        writer.writerow([division, last, first, year, "XL"])
    data = text.getvalue().encode("utf-8-sig" if marked else "utf-8")
    found = read(data, "list.csv").rows
    assert [
        (row.person.name, row.person.birth_year, row.division or "", row.line) for row in found
    ] == [
        (tidy_name(f"{first} {last}"), year, division, line)
        for line, (first, last, year, division) in enumerate(rows, start=2)
    ]


@given(st.binary(max_size=300))
def test_any_bytes_are_a_list_or_a_sentence(data: bytes) -> None:
    for head in (b"", b"name,year\n"):
        sentence = said_of(head + data)
        assert sentence is None or (sentence.startswith("list.csv") and sentence.endswith("."))
        assert len(sentence or "") < 400


def said_of(data: bytes) -> str | None:
    """Return what is said of a list that is refused; None if it is read."""
    try:
        rows = read(data, "list.csv").rows
    except Unreadable as refused:
        return refused.message
    assert all(row.person.name for row in rows)
    return None
