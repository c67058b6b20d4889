"""Released editions keep their promise: they are never edited, and nobody asks for one by name."""

import ast
import hashlib
from pathlib import Path

import pytest

from roundbook.ledger.rulesets.released import EDITIONS, digest

ROOT = Path(__file__).resolve().parents[2]
ROOM = ROOT / "ledger" / "rulesets"
RELEASED = dict(line.split(" ") for line in (ROOM / "RELEASED").read_text().splitlines())


def test_every_edition_was_released_and_no_other() -> None:
    assert set(RELEASED) == set(EDITIONS)
    assert {f"{name.replace('-', '_')}.toml" for name in RELEASED} == {
        file.name for file in ROOM.glob("*.toml")
    }


@pytest.mark.parametrize("edition", sorted(RELEASED))
def test_a_released_file_is_never_edited(edition: str) -> None:
    found = (ROOM / f"{edition.replace('-', '_')}.toml").read_bytes()
    assert hashlib.sha256(found).hexdigest() == RELEASED[edition]
    assert digest(edition) == RELEASED[edition]


@pytest.mark.parametrize("edition", sorted(RELEASED))
def test_a_released_file_has_the_same_bytes_on_every_system(edition: str) -> None:
    found = (ROOM / f"{edition.replace('-', '_')}.toml").read_bytes()
    assert b"\r" not in found
    assert found.endswith(b"\n")
    assert not found.startswith(b"\xef\xbb\xbf")
    assert max(map(len, found.decode().splitlines())) <= 100


def asks_for_an_edition(tree: ast.Module) -> list[int]:
    """The lines that compare or match an edition with a name written out."""
    lines: list[int] = []
    sides: list[ast.AST]
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
            case ast.Match(subject=subject, cases=cases):
                sides = [subject, *(part for case in cases for part in ast.walk(case.pattern))]
            case _:
                continue
        names = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
        texts = {
            text.value
            for side in sides
            for text in ast.walk(side)
            if isinstance(text, ast.Constant) and isinstance(text.value, str)
        }
        if "edition" in names and texts:
            lines.append(node.lineno)
    return lines


def test_no_code_asks_which_edition_it_is() -> None:
    """A rule that holds in one edition is a field of the edition, never an `if`."""
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for room in ("ledger", "projections", "cli")
        for file in sorted((ROOT / room).rglob("*.py"))
        for line in asks_for_an_edition(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'if rules.edition == "tom": pass',
        'x = "tom" != edition',
        'if t.opened.edition in {"tom", "dci-pod"}: pass',
        'match rules.edition:\n    case "tom":\n        pass',
    ],
)
def test_the_search_finds_what_it_looks_for(code: str) -> None:
    assert asks_for_an_edition(ast.parse(code)) == [1]
