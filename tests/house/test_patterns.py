"""Every id is marked with the pattern that it must match, which msgspec holds it to."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin

import pytest
from msgspec import Meta

from ledger import terms
from ledger.people.book import Book
from ledger.record.entry import Entry
from tests.house.tree import ROOT, modules
from tests.laws.patterns import marked, patterns_of

IDS = {"PlayerId": "p7", "Hand": "h7", "Pool": "masters"}


@pytest.mark.parametrize("name", IDS)
def test_an_id_has_a_pattern_that_is_its_own(name: str) -> None:
    (pattern,) = patterns_of(getattr(terms, name))
    for other, text in IDS.items():
        if {name, other} != {"PlayerId", "Pool"} and {name, other} != {"Hand", "Pool"}:
            assert bool(re.match(pattern, text)) is (name == other)


def kinds() -> Iterator[tuple[str, Any]]:
    """Every name of the ledger that stands for a marked text."""
    for path in modules():
        if path.parts[0] == "ledger" and path.name != "__init__.py":
            module = import_module(".".join(path.with_suffix("").parts))
            for name, named in vars(module).items():
                kind = getattr(named, "__supertype__", named)
                if get_origin(kind) is Annotated:
                    yield f"{path.as_posix()} {name}", kind


def test_a_pattern_looks_at_a_text_from_its_first_character_to_its_last() -> None:
    """`$` would let a LF pass behind the last one."""
    metas = [(name, m) for name, kind in kinds() for m in get_args(kind)[1:]]
    found = {name: m.pattern for name, m in metas if isinstance(m, Meta) and m.pattern}
    assert len(found) > 5
    for name, pattern in found.items():
        assert pattern.startswith("^"), name
        assert pattern.endswith(r"\Z"), name


def test_the_search_finds_what_it_looks_for() -> None:
    assert {text for _, text in marked(Book, Book(hands={"x": "Ana"}))} == {"x"}  # type: ignore[dict-item]
    assert "hand" in Entry.__struct_fields__


GIVEN = {
    "cli/commands/edition.py": "those of two fields of an edition",
    "cli/args/words.py": "the patterns of our own options",
    "ledger/importers/tdf/xml.py": "those of a date",
    "projections/reports/api/resources.py": "those of the words in an address",
}
"""Where a pattern is handed in, and which ones that are."""


def test_no_pattern_is_made_of_what_somebody_typed() -> None:
    """A pattern that a stranger writes can take longer than the event (CWE-1333)."""
    found = set()
    for path in modules():
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[what, *_]) if any(
                    isinstance(one, ast.Name) and not one.id.isupper() for one in ast.walk(what)
                ):
                    found.add(path.as_posix())
                case _:
                    pass
    assert found == set(GIVEN)
