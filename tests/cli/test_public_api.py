"""The public names of Python are a list; each says its rule, units and errors, and an example."""

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import roundbook
from roundbook.cli.library.desk import Desk
from tests.cli.line import Line

ROOT = Path(__file__).resolve().parents[2]
CUP = "fixtures/imports/01_cup_two_pods_cut_final.tdf"

WRITTEN_OUT = """
    Answer Blamed Conflict Damage Desk Entry Explanation Fact Happening Ledger MatchId Misuse
    PairingWhy Refused Report Result Round Ruleset Standing Told Tournament Tree Trouble
    Unreadable Violation WhatIf at create events follow open testing verify
"""
NAMES = WRITTEN_OUT.split()
"""A name that is new here, or gone, is meant."""


def test_the_public_names_are_these_and_no_others() -> None:
    assert roundbook.__all__ == NAMES == dir(roundbook)
    assert all(getattr(roundbook, name) is not None for name in NAMES)


def _documented() -> Iterator[tuple[str, Any]]:
    """Yield every public name, and every method of a ledger and of a desk."""
    for name in NAMES:
        yield name, getattr(roundbook, name)
    for kind in (roundbook.Ledger, roundbook.Desk):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_"):
                yield f"{kind.__name__}.{name}", method
    yield "testing.play", roundbook.testing.play
    yield "testing.happened", roundbook.testing.happened


DOCUMENTED = dict(_documented())
ACTS = {f"Desk.{name}" for name, _ in inspect.getmembers(Desk, inspect.isfunction)}
ACTS -= {"Desk.ledger", "Desk.given"}
"""Each needs a tournament in which it is possible: test_python_acts.py runs their examples."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_public_name_says_what_holds_of_it(name: str) -> None:
    said = inspect.getdoc(DOCUMENTED[name]) or ""
    for part in ("Rule: ", "Units:", "Errors: ", ">>> "):
        assert part in said, f"{name} does not say its {part}"


def test_the_examples_run(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cup that was read, and a desk with round 1 being played: what the examples have."""
    monkeypatch.chdir(ROOT)
    line.begin("Ana Roy", "Ben Ito", "Cleo Fox", "Dan Ash")
    line("people staff", "Jo Park", "judge")
    folder = str(line.folder)
    names = {
        "roundbook": roundbook,
        "cup": roundbook.open(CUP),
        "desk": roundbook.at(folder),
        "folder": folder,
    }
    said, runner = list[str](), doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for name in DOCUMENTED.keys() - ACTS:
        text = inspect.getdoc(DOCUMENTED[name]) or ""
        example = doctest.DocTestParser().get_doctest(text, dict(names), name, None, None)
        assert example.examples, name
        runner.run(example, out=said.append)
    assert not runner.failures, "".join(said)
