"""Program and page give the answers of the conformance set, which were calculated by hand."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import entries_of, to_line
from roundbook.ledger.rulesets import custom, released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators import lock
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.projections.reports.export_tables import places
from roundbook.projections.standings.standings import standings
from tests.node.test_page import Ask
from tests.scripts import happened
from tests.transcripts import Golden

CASES = Path(__file__).resolve().parents[2] / "fixtures" / "conformance"
NAMES = sorted(file.stem for file in CASES.glob("*.json"))
LOCK = Checks([Check(lock.result_locked)])
COLUMNS = ("division", "place", "player", "match_points", "op_win", "op_op_win", "decided_by")


def answer_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    return found


def read(name: str) -> tuple[list[bytes], bytes]:
    lines = (CASES / f"{name}.ledger").read_bytes().split(b"\n")[:-1]
    return lines, (CASES / f"{name}.toml").read_bytes()


def edition(changes: Mapping[str, str]) -> str:
    """Return the text of `play-2017` under another name, with other values; `+` adds a field."""
    text = released.text("play-2017").decode().replace('"play-2017"', '"conformance"', 1)
    for field, value in changes.items():
        if field.startswith("+"):
            text = text.replace("win_points", f"{field[1:]} = {value}\nwin_points", 1)
        else:
            text, found = re.subn(rf"(?m)^{field} = [^#\n]*", f"{field} = {value} ", text)
            assert found == 1, field
    return text


def told(rows: Sequence[Mapping[str, Any]], wanted: list[list[Any]]) -> list[list[Any]]:
    """Return rows as the answer has them, without what it leaves open."""
    assert len(rows) == len(wanted)
    return [
        [None if said is None else row[column] for column, said in zip(COLUMNS, one, strict=True)]
        for row, one in zip(rows, wanted, strict=True)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_ledgers_are_those_of_the_scripts(name: str, golden: Golden) -> None:
    case = answer_of(name)
    entries = happened(case["script"]).entries
    golden(f"fixtures/conformance/{name}.toml", edition(case["edition"]))
    ledger = "".join(f"{to_line(entry).decode()}\n" for entry in entries)
    golden(f"fixtures/conformance/{name}.ledger", ledger)


@pytest.mark.rule("A-48", "A-73", "A-78")
@pytest.mark.parametrize("name", NAMES)
def test_the_program_gives_the_answer(name: str) -> None:
    case, (lines, text) = answer_of(name), read(name)
    entries, rules = [*entries_of(lines)], custom.read(text)
    rows = [dict(row) for row in places(standings(Tournament.replay(entries), rules), Book())]
    assert told(rows, case["places"]) == case["places"]
    last = [len(entries)] if case["locked"] else []
    assert [one.seq for one in LOCK.review(entries, rules)] == last


@pytest.mark.node
@pytest.mark.rule("A-48", "A-73", "A-78")
@pytest.mark.parametrize("name", NAMES)
def test_the_page_gives_the_answer(name: str, ask: Ask) -> None:
    case, (lines, text) = answer_of(name), read(name)
    asked = {"lines": [line.decode() for line in lines], "edition": text.decode()}
    [answer] = ask("replay", [asked])
    assert told(answer["places"], case["places"]) == case["places"]
    last = [f"entry {len(lines)}"] if case["locked"] else []
    assert [one.partition(":")[0] for one in answer["locks"]] == last
