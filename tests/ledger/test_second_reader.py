"""The specification is enough: a reader that uses nothing of ours gives the hand-made answers."""

import ast
import sys
from pathlib import Path

import pytest

from roundbook.ledger.record.entry import to_line
from tests.foreign import reader
from tests.node.test_conformance import NAMES, answer_of
from tests.scripts import play

pytestmark = pytest.mark.fast

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "fixtures" / "conformance"


def test_it_uses_nothing_of_ours_and_nothing_but_python() -> None:
    tree = ast.parse(Path(reader.__file__).read_text(encoding="utf-8"))
    used = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            used |= {one.name.partition(".")[0] for one in node.names}
        if isinstance(node, ast.ImportFrom):
            used.add((node.module or "").partition(".")[0])
    assert used <= sys.stdlib_module_names


@pytest.mark.rule("A-48")
@pytest.mark.parametrize("name", NAMES)
def test_it_gives_the_answer_of_the_conformance_set(name: str) -> None:
    case = answer_of(name)
    data = (CASES / f"{name}.ledger").read_bytes()
    entries = reader.read(data)
    assert len(entries) == data.count(b"\n")
    broken = [*reader.broken_locks(entries, (CASES / f"{name}.toml").read_bytes())]
    assert broken == ([len(entries)] if case["locked"] else [])


def test_the_set_has_locks_that_were_kept_and_broken() -> None:
    locked = [bool(answer_of(name)["locked"]) for name in NAMES]
    assert {True, False} == {*locked}
    assert any("cut-made" in (CASES / f"{name}.ledger").read_text() for name in NAMES)


LINES = [to_line(entry) for entry in play("register ana ben; note über alles").entries]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line.replace(b"Spring", b"Sprang"), "2: it names another hash"),
        (lambda line: line.replace(b'"seq":1', b'"seq":2'), "1: its number"),
        (lambda line: line.replace(b'{"at"', b'{ "at"'), "1: it is not canonical"),
        (lambda line: line.replace(b'"v":3', b'"v":4'), "1: it is not an entry of this version"),
        (lambda line: line.replace(b'"v":3', b'"v":3.0'), "1: 3.0"),
        (lambda line: line.replace(b"Spring", b"Spr\\u00edng"), "1: it is not canonical"),
        (lambda line: line.replace(b"Spring", "\u202eSpring".encode()), "1: a text"),
        (lambda line: line[:-1], "1: Expecting"),
    ],
)
def test_it_finds_what_is_not_as_the_specification_says(change: object, said: str) -> None:
    assert callable(change)
    lines = [change(LINES[0]), *LINES[1:]]
    with pytest.raises(reader.DamagedError) as caught:
        reader.read(b"\n".join([*lines, b""]))
    assert str(caught.value).startswith(said)


def test_it_reads_what_we_write() -> None:
    data = b"\n".join([*LINES, b""])
    assert [entry["seq"] for entry in reader.read(data)] == [*range(1, len(LINES) + 1)]
    with pytest.raises(reader.DamagedError, match="a torn tail"):
        reader.read(data + b"{")
    again = b"\n".join([LINES[0], LINES[1].replace(b'"cmd":"c2"', b'"cmd":"c1"'), b""])
    with pytest.raises(reader.DamagedError, match="its command has been given before"):
        reader.read(again)
