"""Every id is marked with the pattern that it must match, which msgspec holds it to."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin

import pytest
from msgspec import Meta, Struct
from msgspec.structs import fields

from roundbook.ledger import terms
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import MatchId
from tests.house.tree import ROOT, modules
from tests.laws.patterns import marked, patterns_of

IDS = {"PlayerId": "p7", "Hand": "h7", "PoolName": "masters"}


@pytest.mark.parametrize("name", IDS)
def test_an_id_has_a_pattern_that_is_its_own(name: str) -> None:
    (pattern,) = patterns_of(getattr(terms, name))
    for other, text in IDS.items():
        if {name, other} != {"PlayerId", "PoolName"} and {name, other} != {"Hand", "PoolName"}:
            assert bool(re.match(pattern, text)) is (name == other)


def kinds() -> Iterator[tuple[str, Any]]:
    """Every name of the ledger that stands for a marked text."""
    for path in modules():
        if path.parts[0] == "ledger" and path.name != "__init__.py":
            module = import_module(".".join(("roundbook", *path.with_suffix("").parts)))
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
    "cli/args/types.py": "the patterns of our own options",
    "ledger/importers/lists/chat_lines.py": "one of two of its own",
    "ledger/importers/tdf/xml.py": "those of a date",
    "projections/reports/api/resources.py": "those of the words in an address",
}
"""Where a pattern is handed in, and which ones that are."""


def kinds_in(kind: Any) -> Iterator[Any]:
    """A kind, and every kind that it is put together from."""
    yield kind
    for part in (getattr(kind, "__supertype__", None), *get_args(kind)):
        if part is not None:
            yield from kinds_in(part)


def test_the_match_of_an_event_stands_where_its_pool_is_looked_at() -> None:
    """The pattern of its pool is no mark: `refuse_odd_pools` looks at the field `match`."""
    held = [
        (field.name, field.type)
        for event in get_args(AnyEvent)
        for field in fields(event)
        if MatchId in kinds_in(field.type)
    ]
    assert len(held) > 10
    assert {(name, str(kind)) for name, kind in held} <= {
        ("match", str(kind)) for kind in (MatchId, MatchId | None)
    }
    kept = {
        one for event in get_args(AnyEvent) for each in fields(event) for one in kinds_in(each.type)
    }
    deeper = [one for one in kept if isinstance(one, type) and issubclass(one, Struct)]
    assert deeper
    for one in deeper:
        assert not any(MatchId in kinds_in(field.type) for field in fields(one)), one


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
