"""The format on disk only grows, and every line says which roundbook can read it."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from roundbook.cli.archive.opening import inspect_archive
from roundbook.ledger.archive import unpacked
from roundbook.ledger.errors import Newer
from roundbook.ledger.events.catalogue import RoundPaired
from roundbook.ledger.record import schema
from roundbook.ledger.record.entry import Entry, entries_of, from_line, leaf_hash, to_line
from roundbook.ledger.record.schema import ADDED, SCHEMA, TAGS, schema_of
from roundbook.ledger.terms import Actor, HandId
from tests.cli.typed import roundbook
from tests.conftest import ROOT
from tests.laws.test_entries import entries
from tests.scripts import commitment, play

FORMATS = ROOT / "fixtures/formats"
FIRST: dict[str, Any] = json.loads((FORMATS / "schema-1/entry.json").read_bytes())
"""What a line of schema 1 may hold: written out once, before there was a second, and frozen."""

GOLDEN = sorted(FORMATS.glob("schema-*/*.zip"))
fits_first = jsonschema_rs.validator_for(FIRST).is_valid


@pytest.mark.rule("LED-1")
@given(entries)
def test_a_line_of_schema_1_holds_nothing_that_schema_1_did_not_know(entry: Entry) -> None:
    assert entry.v == 1
    assert fits_first(json.loads(to_line(entry)))


@pytest.mark.rule("LED-1")
def test_a_line_with_something_new_says_so_and_would_not_fit_the_schema_before() -> None:
    [first, *_] = play("register ana").entries
    bound = Actor(id=HandId("h1"), commitment=commitment("the organiser"))
    grown = replace(first, hand=bound, v=schema_of(bound, first.events))
    line = to_line(grown)
    assert grown.v == 2
    assert not fits_first(json.loads(line))
    assert fits_first(json.loads(to_line(first)))
    assert [*entries_of([line])] == [from_line(line, 1)] == [grown]
    with pytest.raises(AssertionError, match="gives schema 1, but needs 2"):
        to_line(replace(grown, v=1))


def growth() -> set[str]:
    """Return every event, field and word of a field that schema 1 has not."""
    now = msgspec.json.schema(Entry)["$defs"]
    found = set[str]()
    for name, one in now.items():
        old = FIRST["$defs"].get(name, {})
        fields, known = one.get("properties", {}), old.get("properties", {})
        found |= {str(word) for word in {*one.get("enum", ())} - {*old.get("enum", ())}}
        if old:
            found |= fields.keys() - known.keys()
            assert known.keys() <= fields.keys(), f"{name} has lost a field"
            assert {*one.get("required", ())} == {*old.get("required", ())}, f"{name} asks for more"
            assert {*old.get("enum", ())} <= {*one.get("enum", ())}, f"{name} has lost a word"
        elif tag := fields.get("event"):
            found |= {*tag["enum"]}
    assert FIRST["$defs"].keys() <= now.keys()
    return found


@pytest.mark.rule("LED-1")
def test_whatever_is_new_is_listed_with_its_schema() -> None:
    named = [name for names in ADDED.values() for name in names]
    last_words = {name.replace("=", ".").rpartition(".")[2] for name in named}
    assert growth() <= last_words, "add it to ADDED in ledger/record/schema.py"
    assert {name.partition(".")[0] for name in named} <= TAGS | {"hand", "override"}
    assert [*ADDED] == list(range(2, SCHEMA + 1))


def test_a_path_leads_through_lists_and_to_words(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, paired, _ = play("register ana ben cho\nround 1 ana-ben bye:cho").entries
    for path, needed in [
        (["tables"], 2),
        (["tables", "size"], 1),
        (["drawn"], 1),
        (["reason=As the script says."], 2),
        (["reason=Another one."], 1),
    ]:
        monkeypatch.setattr(schema, "_GROWN", {RoundPaired: [(path, 2)]})
        assert schema_of(paired.hand, paired.events) == needed


# --- a newer ledger ------------------------------------------------------------------------------

VERBS = (
    ["standings", "."],
    ["pairings", "."],
    ["history", "."],
    ["verify", "."],
    ["check", "."],
    ["lint", "."],
    ["note", "seen", "--dir", "."],
    ["archive", "."],
)


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tournament whose last line has an event that nobody here knows, of the schema we write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    assert roundbook("open", "cup", "--name", "Cup", "--start", "2026-03-07").code == 0
    ledger = tmp_path / "cup" / "ledger.jsonl"
    line = ledger.read_bytes().splitlines()[-1]
    plain = json.loads(line) | {"seq": 2, "cmd": "c2", "prev": leaf_hash(line)}
    plain["events"] = [{"event": "player-cloned", "player": "p1"}]
    last = msgspec.json.encode(plain, order="sorted")
    ledger.write_bytes(line + b"\n" + last + b"\n")
    with pytest.raises(Newer):
        from_line(last, 2)
    monkeypatch.chdir(tmp_path / "cup")
    return ledger


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_every_verb_says_that_a_newer_roundbook_wrote_it(newer: Path, words: list[str]) -> None:
    before = newer.read_bytes()
    said = roundbook(*words)
    assert said.code == 5
    assert "line 2 was written by a newer roundbook (event player-cloned)" in said.out + said.err
    assert "pdate roundbook" in said.out + said.err
    assert "damaged" not in said.out + said.err
    assert newer.read_bytes() == before


# --- what was written by every schema so far -----------------------------------------------------


@pytest.mark.rule("LED-1")
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_an_older_roundbook_sealed_stays_readable_and_whole(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    report = inspect_archive(file)
    assert (report.damage, report.faults, report.violations, report.names) == ((), (), (), ())
    members = unpacked(file.read_bytes())
    lines = members["ledger.jsonl"].splitlines()
    read = [*entries_of(lines)]
    assert [to_line(entry) for entry in read] == lines
    assert max(entry.v for entry in read) == int(file.parent.name.removeprefix("schema-"))
    assert roundbook("open-archive", file, tmp_path / "cup").code == 0
    assert roundbook("verify", tmp_path / "cup").code == 0
    assert roundbook("standings", tmp_path / "cup").code == 0


def test_every_released_schema_has_its_golden_files() -> None:
    assert {file.parent.name for file in GOLDEN} >= {f"schema-{v}" for v in range(1, SCHEMA)}
