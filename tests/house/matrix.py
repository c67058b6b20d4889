"""Which test proves which requirement, read from the tests; the site shows it as a page.

The markers are read from the text of the test files and nothing is imported, so the page can be
made while other tests are half finished.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from roundbook.ledger.reference.library import entries

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "docs" / "requirements.txt"
FACTS = ROOT / "fixtures" / "reference" / "facts.txt"
HEAD = """\
# The rules, and the tests that prove them

{} requirements and decisions: {} are proved by a test, {} are open, {} are left to people. An open
requirement fails the tests.

Texts for which tests prove only that they exist: {}. `fixtures/reference/facts.txt` contains the
facts taken from the documents, and a test checks that each text contains them.

Marks: [C] computed · [R] done by people, then recorded and checked · [D] text or data to look up ·
[H] left to people."""


class Requirement(NamedTuple):
    """One line of docs/requirements.txt, under its heading."""

    id: str
    mark: str
    title: str
    section: str

    @property
    def human(self) -> bool:
        """Left to people, so that no test can prove it."""
        return self.mark == "[H]"


class Proof(NamedTuple):
    """A test, or a whole file of tests, that names a requirement."""

    id: str
    file: str
    test: str


def requirements() -> tuple[Requirement, ...]:
    """Every requirement, in the order of the file."""
    found: list[Requirement] = []
    section = ""
    for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line and not line.startswith("#"):
            name, mark, title = line.split(maxsplit=2)
            found.append(Requirement(name, mark, title, section))
    return tuple(found)


@cache
def facts() -> dict[str, list[str]]:
    """What was read from each section of the documents, by its citation."""
    lines = FACTS.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {cite: said for cite, *said in rows}


def unread(rows: Sequence[Requirement]) -> list[str]:
    """The texts to look up of which it is only known that they exist."""
    read = {name for entry in entries() if entry.cite in facts() for name in entry.ids}
    return [row.id for row in rows if row.mark == "[D]" and row.id not in read]


def test_files() -> Iterator[Path]:
    """The files whose tests are run by a plain `pytest`."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if "bench" not in path.relative_to(ROOT).parts:
            yield path


def proofs() -> tuple[Proof, ...]:
    """Every marker of every test file, in order of file and test."""
    return tuple(sorted({proof for path in test_files() for proof in proofs_in(path)}))


def proofs_in(path: Path) -> Iterator[Proof]:
    """The markers of one file. A file that is no Python yet has none: running it will say so."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError:
        return
    file = path.relative_to(ROOT).as_posix()
    for statement in tree.body:
        yield from _proofs_of(statement, file=file, above=())


def _proofs_of(node: ast.stmt, *, file: str, above: Sequence[str]) -> Iterator[Proof]:
    """A test proves what its own markers and those of its class name; the rest is the file's."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            named = [*above, *_ids(node)]
            yield from (Proof(name, file, node.name) for name in named)
        case ast.ClassDef():
            own = [name for decorator in node.decorator_list for name in _ids(decorator)]
            for statement in node.body:
                yield from _proofs_of(statement, file=file, above=[*above, *own])
        case _:
            yield from (Proof(name, file, "") for name in _ids(node))


def _ids(node: ast.AST) -> Iterator[str]:
    """The ids in every call of `….mark.rule(…)` inside a piece of Python."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule"):
            for argument in call.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    yield ast.unparse(argument)  # No id is written so: it will be called unknown.
                else:
                    yield argument.value


def source(name: str) -> str:
    """Return where a requirement comes from, by its id: `TOP §3.1.3`, `FL-4` is TOP §3.3.3."""
    kind, _, number = name.partition("-")
    section = re.match(r"[0-9]+(?:\.[0-9]+)*", number)
    match kind:
        case "TOP" | "TRF":
            return f"{kind} §{section[0]}" if section else kind
        case "FL":
            return "TOP §3.3.3"
        case "POD":
            return "POD"
        case "GTB":
            return f"GTB {number}"
        case "LED":
            return "users"
        case _:
            return "decided"


def page(rows: Sequence[Requirement], found: Sequence[Proof]) -> str:
    """The whole page."""
    by_id: Mapping[str, list[Proof]] = defaultdict(list)
    for proof in found:
        by_id[proof.id].append(proof)
    human = [row for row in rows if row.human]
    proved = [row for row in rows if not row.human and row.id in by_id]
    open_rows = [row for row in rows if not row.human and row.id not in by_id]
    counts = (len(rows), len(proved), len(open_rows), len(human), len(unread(rows)))
    lines = [HEAD.format(*counts)]
    for section in dict.fromkeys(row.section for row in rows):
        lines += ["", f"## {section}", ""]
        lines += ["| id | mark | source | what it asks | proved by |"]
        lines += ["|---|---|---|---|---|"]
        for row in rows:
            if row.section == section:
                said = _said(row, by_id.get(row.id, ()))
                cells = (row.id, row.mark, source(row.id), row.title, said)
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _said(row: Requirement, found: Sequence[Proof]) -> str:
    """The tests of one requirement, each file named once."""
    if not found:
        return "people" if row.human else "**open**"
    by_file: dict[str, list[str]] = defaultdict(list)
    for proof in found:
        by_file[proof.file].append(proof.test.removeprefix("test_").replace("_", " "))
    return "<br>".join(
        f"[{file.removeprefix('tests/')}](../{file}): {'; '.join(filter(None, tests)) or 'all'}"
        for file, tests in by_file.items()
    )
