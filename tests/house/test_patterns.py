"""Every id is marked with the pattern that it must match, which msgspec holds it to."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin

import pytest
from msgspec import Meta

from ledger import terms
from ledger.people.book import Book
from ledger.record.entry import Entry
from tests.house.tree import modules
from tests.laws.patterns import marked, patterns_of

IDS = {"PlayerId": "p7", "HandId": "h7", "Pool": "masters"}


@pytest.mark.parametrize("name", IDS)
def test_an_id_has_a_pattern_that_is_its_own(name: str) -> None:
    (pattern,) = patterns_of(getattr(terms, name))
    for other, text in IDS.items():
        if {name, other} != {"PlayerId", "Pool"} and {name, other} != {"HandId", "Pool"}:
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
