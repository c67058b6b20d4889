"""Ids are marked with what they must match, and msgspec alone does not look at marks."""

import re
from importlib import import_module
from typing import Any

import pytest

from ledger.ids import _look, mismatched
from ledger.people.book import Book
from tests.house.tree import ROOT, modules

LOOKED_AT = {"ledger/record/bulk_read.py": "asks `mismatched` about everything that it decodes"}
DECODED = re.compile(r"json\.Decoder\((\w+)\)|json\.decode\([^()]*(?:\(\))?[^()]*type=(\w+)")


def is_marked(kind: Any) -> bool:
    """Tell whether there is anything in a kind that msgspec would not look at."""
    return _look(kind) is not None


def decoded_kinds() -> list[tuple[str, str]]:
    """Return which module hands which kind to msgspec, by name."""
    return [
        (path.as_posix(), kind[1] or kind[2])
        for path in modules()
        for kind in DECODED.finditer((ROOT / path).read_text(encoding="utf-8"))
        if path.as_posix() not in LOOKED_AT
    ]


@pytest.mark.parametrize(("path", "name"), decoded_kinds())
def test_a_kind_with_marked_texts_is_decoded_where_marks_are_looked_at(
    path: str, name: str
) -> None:
    module = import_module(path.removesuffix(".py").replace("/", "."))
    kind = getattr(module, name, None)
    assert kind is None or not is_marked(kind), f"{path}: use ledger.ids.decode for {name}"


def test_the_search_finds_what_it_looks_for() -> None:
    assert is_marked(Book)
    assert mismatched(Book, [Book(hands={"x": "Ana"})])  # type: ignore[dict-item]
    assert ("ledger/record/chain.py", "Head") in decoded_kinds()
    assert DECODED.search("json.decode(path.read_bytes(), type=Chain)")
