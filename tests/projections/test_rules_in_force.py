"""One list of rules: every face that judges asks for it here, and in this order."""

import ast

from roundbook.ledger.people.book import Book
from roundbook.ledger.validators.in_force import VALIDATORS
from roundbook.projections.audits import AUDITS
from roundbook.projections.rules_in_force import rules_in_force
from tests.house.tree import ROOT, modules

LISTS = {"VALIDATORS", "AUDITS", "names_stay_out"}


def test_names_come_first_then_what_the_ledger_says_then_what_follows_from_it() -> None:
    names, *others = rules_in_force(Book())
    assert names.rule == "name-in-text"
    assert others == [*VALIDATORS, *AUDITS]
    rules = [check.rule for check in rules_in_force(Book())]
    assert len(rules) == len(set(rules))


def test_nobody_else_puts_the_rules_together() -> None:
    """`replay` asks the audits alone: they make again what chance decided.

    A script of a test asks what may be written, and not whether chance fell so.
    """
    found = {
        path.as_posix(): named
        for path in modules()
        if path.name not in {"__init__.py", "in_force.py"}
        for tree in [ast.parse((ROOT / path).read_text(encoding="utf-8"))]
        if (named := {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & LISTS)
    }
    assert found == {
        "projections/rules_in_force.py": LISTS,
        "cli/commands/replay.py": {"AUDITS"},
        "cli/library/testing.py": {"VALIDATORS"},
    }
