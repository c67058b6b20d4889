"""The lower floors and the acts know what can be done, and not what is typed to do it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from roundbook.cli.verbs import NOUNS, VERBS, below, path_of
from tests.house.tree import ROOT, modules

TYPED = re.compile(r"\broundbook ([a-z-]+)")
OPTION = re.compile(r"--[a-z]")
EVERY = [path for path in modules() if path.parts[0] != "cli"]
ACTS = [path for path in modules() if path.parts[:2] == ("cli", "acts")]


def tree_of(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def literals(path: Path) -> Iterator[str]:
    """Every literal of a module, its docstrings too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def things_to_do() -> frozenset[str]:
    """The verb of everything that a hint says to do."""
    nodes = (node for path in modules() for node in ast.walk(tree_of(path)))
    calls = (node for node in nodes if isinstance(node, ast.Call))
    named = (call.args[0] for call in calls if getattr(call.func, "id", "") == "do")
    return frozenset(str(each.value) for each in named if isinstance(each, ast.Constant))


@pytest.mark.parametrize("path", EVERY, ids=str)
def test_no_command_line_stands_in_a_lower_floor(path: Path) -> None:
    typed = [
        verb for text in literals(path) for verb in TYPED.findall(text) if verb in {*VERBS, *NOUNS}
    ]
    assert typed == []


@pytest.mark.parametrize("path", ACTS, ids=str)
def test_no_sentence_of_an_act_names_an_option(path: Path) -> None:
    """A hint holds an option as a value, a word by itself, so that a page can show its label."""
    words = [text for text in literals(path) if OPTION.search(text)]
    assert [text for text in words if not re.fullmatch("--[a-z-]+", text)] == []


def test_what_a_hint_says_to_do_can_be_done() -> None:
    for verb in things_to_do():
        assert verb.partition(" ")[0] in VERBS, verb
        command, rest = below(path_of(verb).split())
        assert command is not None, verb
        assert not rest, verb


def test_the_search_finds_what_it_looks_for() -> None:
    assert "pair" in VERBS
    assert TYPED.findall("Pair it: `roundbook pair masters`.") == ["pair"]
    assert OPTION.search("give --tables or --players, not both.")
    assert {"pair", "draft seats"} <= things_to_do()
