"""Released editions keep their promise: they are never edited, and nobody asks for one by name."""

import ast
import hashlib
import re
from pathlib import Path

import pytest

from roundbook.ledger.rulesets.released import EDITIONS, digest
from roundbook.ledger.rulesets.ruleset import Ruleset

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


ANOTHER_MEANING = {
    "projections/practice/invented.py": "a day on which a practice event is played",
    "cli/forms/field.py": "TOM as a word, in capitals",
    "cli/library/testing.py": "the rules and the day of an event that a test plays",
}
"""The files in which such a word or number means something else."""


def names_a_season(tree: ast.Module) -> list[int]:
    """The lines of code, without docstrings and help, that name an edition or a recent year."""
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in said
        if node.value in EDITIONS or re.fullmatch("20[1-3][0-9]", str(node.value))
    ]


def test_no_code_outside_of_the_editions_names_one_or_a_season_or_a_year() -> None:
    """A new season is a new file, and one list of editions; nothing else knows about it."""
    found = [
        f"{name}:{line}"
        for room in ("ledger", "projections", "cli")
        for file in sorted((ROOT / room).rglob("*.py"))
        if ROOM not in file.parents
        and (name := file.relative_to(ROOT).as_posix()) not in ANOTHER_MEANING
        for line in names_a_season(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_no_script_and_no_template_names_an_edition() -> None:
    """The second reader of archives knows the fields of editions, and none by name."""
    named = [name for name in EDITIONS if "-" in name]
    files = [
        file
        for room in ("cli", "projections")
        for kind in ("*.js", "*.html")
        for file in sorted((ROOT / room).rglob(kind))
    ]
    assert len(files) > 40
    assert not [
        (file.name, name) for file in files for name in named if name in file.read_text("utf-8")
    ]


def test_the_page_of_an_archive_has_looked_at_every_field_of_an_edition() -> None:
    """Each is read there, or is said to bear on no place, no point and no lock."""
    script = (ROOT / "cli" / "archive" / "edition.js").read_text("utf-8")
    lists = re.findall(r"const (?:NO_BEARING|READ) = \[(.*?)\];", script, re.DOTALL)
    assert len(lists) == 2
    named = [name for one in lists for name in re.findall(r'"([a-z_]+)"', one)]
    assert sorted(named) == sorted(Ruleset.__struct_fields__)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('edition = "play-2017"', [1]),
        ('x = {"tom": 1}', [1]),
        ("if start.year >= 2026: pass", [1]),
        ('if season == "2027": pass', [1]),
        ('"""Rules of play-2017."""', []),
        ("MOST = 65_535", []),
    ],
)
def test_the_search_finds_editions_seasons_and_years(code: str, lines: list[int]) -> None:
    assert names_a_season(ast.parse(code)) == lines


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
