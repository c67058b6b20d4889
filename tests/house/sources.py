"""Which section of which document a requirement comes from, and which code cites it.

A function that follows a rule says so in its docstring, or in what it cites to people: `TOP §4`,
`TRF §7.3`, `A-40`. That is read from the text of the packages; nothing is imported.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.house.tree import ROOT, modules

MOST = 4
"""So many places in the code are named for one requirement."""

_CITED = re.compile(r"\b(TOP|TRF|POD) ((?:§[0-9]+(?:\.[0-9]+)*(?:, |; | and )?)+)")
_NAMED = re.compile(r"\b((?:A|GTB|FL|LED|POD|TOP|TRF)-[0-9]+(?:\.[0-9]+)*[a-z]?)\b")
_RANGE = re.compile(r"\b(A|GTB|FL|LED|POD)-([0-9]+)…([0-9]+)\b")
_FLIGHTS = "TOP §3.3.3"


def source(name: str) -> str:
    """Return where a requirement comes from, by its id: `TOP §3.1.3`, `FL-4` is TOP §3.3.3."""
    kind, _, number = name.partition("-")
    section = re.match(r"[0-9]+(?:\.[0-9]+)*", number)
    match kind:
        case "TOP" | "TRF":
            return f"{kind} §{section[0]}" if section else kind
        case "FL":
            return _FLIGHTS
        case "POD":
            return "POD"
        case "GTB":
            return f"GTB {number}"
        case "LED":
            return "users"
        case _:
            return "decided"


def places(name: str, title: str) -> list[str]:
    """Return a few places in the code that cite a requirement, the likeliest first.

    By its id before its section, and the section it is part of where nobody cites that; of those,
    by how many words of the title they share.
    """
    found, words = _cited(), _stems(title)
    section = source(name)
    while section not in found and "." in section:
        section = section.rpartition(".")[0]
    every = {**dict.fromkeys(found.get(section, ()), 0), **dict.fromkeys(found.get(name, ()), 1)}
    ranked = sorted(every, key=lambda one: (-every[one], -len(words & one.stems), one.name))
    return [one.name for one in ranked[:MOST]]


class _Place(NamedTuple):
    """A function or class, and the beginnings of the words in it."""

    name: str
    stems: frozenset[str]


@cache
def _cited() -> Mapping[str, list[_Place]]:
    """Return the functions and classes of the packages by what they cite."""
    found: dict[str, list[_Place]] = defaultdict(list)
    for path in modules():
        for where, text in _texts(path):
            place = _Place(where, _stems(f"{where.replace('.', ' ')} {text}"))
            for what in _citations(text):
                found[what].append(place)
    return found


def _stems(text: str) -> frozenset[str]:
    """Return the first letters of the longer words of a text."""
    return frozenset(word[:5] for word in re.findall(r"[a-z]{4,}", text.replace("_", " ").lower()))


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each function and class at the top of a module with all text that stands in it."""
    room = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            strings = (
                each.value
                for each in ast.walk(node)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
            yield f"{room}.{node.name}", " ".join(" ".join(strings).split())


def _citations(text: str) -> Iterator[str]:
    """Yield every section and every id that a text names."""
    for document, sections in _CITED.findall(text):
        for section in re.findall(r"§[0-9.]+", sections):
            yield f"{document} {section.rstrip('.')}"
    yield from _NAMED.findall(text)
    for kind, first, last in _RANGE.findall(text):
        yield from (f"{kind}-{number}" for number in range(int(first), int(last) + 1))
