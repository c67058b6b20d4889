"""150 lists that another hand made without a look at the reader, with what a careful human reads.

`clear` is read without a question, for `ask` somebody is asked or told, `refuse` holds no list.
A list may have other acceptable outcomes in `also`, and so may a person, field by field.
"""

import json
import unicodedata
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.lists.roster import Roster, RosterRow, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "lists" / "another_hand"
LISTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
AT_LEAST = 110


@cache
def outcome(name: str) -> Roster | None:
    """Return the list as it is read; None if it is refused with a sentence."""
    try:
        return read((FOLDER / name).read_bytes(), LISTS[name]["name"])
    except Unreadable:
        return None


def words(text: str | None) -> str:
    """Return a text as two are compared: composed, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def is_meant(wanted: dict[str, Any], row: RosterRow) -> bool:
    """Tell whether a row is the person that the list means."""
    ways = [wanted, *wanted.get("also", [])]

    def may_be(field: str) -> set[str]:
        return {words(way[field]) for way in ways if field in way}

    who, parts = row.person, row.person.parts
    born = str(who.birth_date or who.birth_year or "")
    return (
        (words(parts.first), words(parts.last)) in product(may_be("first"), may_be("last"))
        and who.id in may_be("id")
        and born in may_be("born")
        and (row.division or "") in may_be("division")
    )


def is_right(name: str, found: Roster) -> bool:
    """Tell whether everybody is read as in one of the acceptable outcomes."""
    wanted = LISTS[name]
    outcomes = [
        wanted["people"],
        *(one["people"] for one in wanted.get("also", []) if one["people"] is not None),
    ]
    return any(
        len(people) == len(found.rows) and all(map(is_meant, people, found.rows))
        for people in outcomes
    )


@pytest.mark.parametrize("name", LISTS)
def test_no_list_is_read_wrong_without_a_word(name: str) -> None:
    found = outcome(name)
    assert found is None or found.doubts or is_right(name, found), [
        (row.person, row.division) for row in found.rows
    ]


def test_most_lists_are_read_right_without_a_question() -> None:
    kinds = Counter[str]()
    for name in LISTS:
        found = outcome(name)
        right = found is not None and is_right(name, found)
        kinds["read" if right and found and not found.doubts else "asked"] += 1
    assert kinds["read"] >= AT_LEAST, kinds


def test_where_there_is_no_list_nobody_is_read() -> None:
    none = [name for name, one in LISTS.items() if one["kind"] == "refuse"]
    assert [name for name in none if outcome(name) is not None] == []
    assert len(none) == 8
