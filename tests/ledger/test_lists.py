"""Sixty lists as people write them, against the answers that were written before the reader."""

import io
import tomllib
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.roster import read
from roundbook.ledger.importers.lists.sheet import encoding_called
from roundbook.ledger.people.book import Person

LISTS = tomllib.loads(
    (Path(__file__).parents[2] / "fixtures" / "lists" / "lists.toml").read_text(encoding="utf-8")
)["list"]


def bytes_of(one: dict[str, Any]) -> bytes:
    if "text" in one:
        text: str = one["text"]
        return text.encode(one.get("encoding", "utf-8"))
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in one["sheets"]:
        made = book.create_sheet(sheet["title"])
        for row in sheet["rows"]:
            made.append(row)
        for column, form in sheet.get("formats", {}).items():
            for cell in made[column][1:]:
                cell.number_format = form
        for number in sheet.get("hidden_rows", []):
            made.row_dimensions[number].hidden = True
        made.sheet_state = "hidden" if sheet.get("hidden") else "visible"
        if sheet.get("active"):
            book.active = made
    if not any(sheet.get("active") for sheet in one["sheets"]):
        book.active = next(made for made in book.worksheets if made.sheet_state == "visible")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def line(person: Person) -> str:
    born = person.birth_date or person.birth_year or ""
    return f"{person.parts.last} | {person.parts.first} | {person.id} | {born}"


@pytest.mark.parametrize("one", LISTS, ids=lambda one: one["name"][:2])
def test_a_list_is_read_right_or_asked_about(one: dict[str, Any]) -> None:
    """None is read wrong without a word."""
    named = encoding_called(one["named"]) if "named" in one else None
    assert named or "named" not in one, one["named"]
    if "asks" in one:
        with pytest.raises(Unreadable) as caught:
            read(bytes_of(one), "list", encoding=named)
        told = " ".join((caught.value.message, *caught.value.others, hint_of(caught.value) or ""))
        assert [words for words in one["asks"] if words not in told] == [], told
        return
    found = read(bytes_of(one), "list", encoding=named)
    assert [line(row.person) for row in found.rows] == one["people"]
    assert (
        any(one["look"] in said for said in (*found.doubts, *found.notes, found.open_days or ""))
        if "look" in one
        else True
    )
