"""The two lower floors know what can be done, and not what is typed to do it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.verbs import VERBS, find, verb_of
from tests.house.tree import ROOT, modules

TYPED = re.compile(r"\broundbook ([a-z-]+)")
EVERY = [path for path in modules() if path.parts[0] != "cli"]


def tree_of(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def literals(path: Path) -> Iterator[str]:
    """Every literal of a module, its docstrings too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def things_to_do() -> list[str]:
    """The verb of everything that a hint says to do."""
    nodes = [node for path in modules() for node in ast.walk(tree_of(path))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    named = [call.args[0] for call in calls if getattr(call.func, "id", "") == "do"]
    return sorted({str(each.value) for each in named if isinstance(each, ast.Constant)})


@pytest.mark.parametrize("path", EVERY, ids=str)
def test_no_command_line_stands_in_a_lower_floor(path: Path) -> None:
    typed = [verb for text in literals(path) for verb in TYPED.findall(text) if verb_of(verb)]
    assert typed == []


@pytest.mark.parametrize("verb", things_to_do())
def test_what_a_hint_says_to_do_can_be_done(verb: str) -> None:
    first, _, rest = verb.partition(" ")
    assert first in VERBS  # Its name today: an older one still works, but no help shows it.
    command = find(first)
    assert command is not None
    if rest:
        assert isinstance(command, click.Group)
        assert rest in command.commands


def test_the_search_finds_what_it_looks_for() -> None:
    assert "pair" in VERBS
    assert TYPED.findall("Pair it: `roundbook pair masters`.") == ["pair"]
    assert {"pair", "draft seats"} <= set(things_to_do())
