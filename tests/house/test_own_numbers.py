"""The numbers of our own requirements and decisions stay in docs and code: nobody meets one."""

import ast
import json
import re
from collections.abc import Iterator

from roundbook.cli.commands.schema import ANSWERS, schema_of
from tests.house.pages import commands
from tests.house.tree import ROOT, modules

NUMBER = re.compile(r"\b(?:A|LED|POD|GTB|FL)-\d+")
"""A-21 and its like; whoever knows one looks it up with `rules A-21`."""


def spoken(tree: ast.Module) -> Iterator[str]:
    """Every text of a module that is no docstring: what may reach a person."""
    documented = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documented:
            yield str(node.value)


def test_no_message_names_a_number_of_ours() -> None:
    found = [
        f"{path}: {text[:60]}"
        for path in modules()
        if "reference" not in path.parts
        for text in spoken(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if NUMBER.search(text)
    ]
    assert found == []


def test_no_help_and_no_schema_names_one() -> None:
    helps = commands()
    assert NUMBER.findall(helps) == ["A-25"]  # The example of `rules`, which looks them up.
    assert [name for name in ANSWERS if NUMBER.search(json.dumps(schema_of(name)))] == []


def test_the_search_finds_what_it_looks_for() -> None:
    code = '"""Of A-1."""\n\ndef f():\n    """Of A-2."""\n    return f"{f} (TOP §4, A-49)"\n'
    assert [text for text in spoken(ast.parse(code)) if NUMBER.search(text)] == [" (TOP §4, A-49)"]
