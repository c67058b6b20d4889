"""Modules say what they are for, and have names that mean something."""

import ast
from pathlib import Path

import pytest

from tests.house.tree import ROOT, modules

SATELLITE = 100

NAMELESS = {"utils", "util", "helpers", "helper", "common", "base", "models", "services", "misc"}

# The two that may hold more than a docstring, and what for.
DOORS = {
    "projections/audits/__init__.py": "AUDITS",
    "projections/pairing/__init__.py": "propose",
}


def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


# A short module that only its neighbour imports, and why it stands alone all the same.
ALONE: dict[str, str] = {}


def file_of(name: str) -> Path:
    return ROOT / f"{name.removeprefix('roundbook.').replace('.', '/')}.py"


def imported_by() -> dict[str, set[str]]:
    """Which modules import each module of the three packages, by their dotted names."""
    known = {".".join(("roundbook", *path.with_suffix("").parts)): path for path in modules()}
    found: dict[str, set[str]] = {name: set() for name in known}
    for name, path in known.items():
        for node in ast.walk(tree(path)):
            targets: list[str] = []
            if isinstance(node, ast.ImportFrom) and node.module:
                targets = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            for target in targets:
                if target in found and target != name:
                    found[target].add(name)
    return found


def test_no_short_module_serves_one_neighbour_alone() -> None:
    """A module under a hundred lines that only its neighbour imports belongs into the neighbour."""
    satellites = {
        name
        for name, users in imported_by().items()
        if len(users) == 1
        and not next(iter(users)).endswith(
            ("__init__", "in_force", "forms.catalogue")
        )  # What is in force.
        and {user.rpartition(".")[0] for user in users} == {name.rpartition(".")[0]}
        # One file for each verb, whoever else asks it.
        and not name.startswith("roundbook.cli.commands.")
        and len(file_of(name).read_bytes().splitlines()) < SATELLITE
    }
    assert satellites == set(ALONE)


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [path for path in modules() if NAMELESS & {*path.parts, path.stem}] == []


def test_every_module_opens_with_a_sentence() -> None:
    silent = [
        path
        for path in modules()
        if path.name != "__init__.py" and not (ast.get_docstring(tree(path)) or "").strip()
    ]
    assert silent == []


@pytest.mark.parametrize(
    "path", [path for path in modules() if path.name == "__init__.py"], ids=Path.as_posix
)
def test_an_init_exports_nothing_unless_it_is_one_of_three_doors(path: Path) -> None:
    body = tree(path).body
    if body and ast.get_docstring(tree(path)) is not None:
        body = body[1:]
    if path.as_posix() not in DOORS:
        assert body == [], f"{path} holds more than a docstring"
        return
    kept = [name for node in body for name in names(node) if not name.startswith("_")]
    assert DOORS[path.as_posix()] in kept


def names(node: ast.stmt) -> list[str]:
    """What a statement at the top of a module binds."""
    match node:
        case ast.Assign(targets=targets):
            return [name.id for name in targets if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name for alias in aliases]
        case _:
            return []


def test_nothing_puts_off_its_annotations() -> None:
    """The fields of a Struct are read at run time (msgspec), so annotations stay what they are."""
    late = [
        path
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    ]
    assert late == []
