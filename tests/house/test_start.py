"""Starting is cheap: a command loads nothing that only others need."""

import os
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path

import click
import pytest

from roundbook.cli.verbs import ELSEWHERE, VERBS, load
from tests.cli.line import Line
from tests.cli.seasons import RULE, invent
from tests.house.tree import PACKAGES, ROOT

HEAVY = {"pydantic", "defusedxml", "starlette", "reportlab", "psycopg", "cryptography"}
LEDGER = {"roundbook.ledger.events", "roundbook.ledger.record", "roundbook.ledger.state"}
"""What reads a ledger: `--help` has none."""
READER = {
    *("roundbook.ledger.importers.tdf", "roundbook.projections.tdf.export"),
    *("html.parser", "statistics"),
}
"""What reads and writes a .tdf file, and what reads lists: a native event has none."""
WRITER = {"roundbook.ledger.validators", "roundbook.projections.standings", "multiprocessing"}
"""What writes a ledger, and what indexes many at once."""

SELDOM = {"roundbook.cli.plugins", "roundbook.cli.library"}
"""What asks plug-ins, and what Python programs use: a command of a normal event has none."""

TYPED = """
import sys
sys.argv = ["roundbook", *sys.argv[1:]]
from roundbook import main
try:
    main()
except SystemExit as done:
    assert not done.code, done.code
print(*sorted(sys.modules), file=sys.stderr)
"""


def typed(*words: str, folder: Path) -> tuple[str, set[str]]:
    """Type a command in a folder; return its output, and every module that it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", TYPED, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    names = done.stderr.splitlines()[-1].split()
    return done.stdout, {".".join(name.split(".")[:n]) for name in names for n in range(1, 5)}


def test_help_is_printed_from_any_folder_and_loads_no_ledger(tmp_path: Path) -> None:
    said, loaded = typed("--help", folder=tmp_path)
    assert said.startswith("Usage: roundbook ")
    assert "click" in loaded
    assert loaded & {*HEAVY, *LEDGER, *SELDOM} == set()


def test_status_names_the_folder_in_what_is_next_without_loading_that_command(
    tmp_path: Path,
) -> None:
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.begin("Ana", "Ben", "Cho", "Dee")
    said, loaded = typed("status", "-C", "cup", folder=tmp_path)
    assert "next: roundbook report masters-1-1 RESULT -C cup" in said
    assert loaded & {"roundbook.cli.commands.report", "roundbook.cli.keying", "zipfile"} == set()


def test_the_commands_without_a_place_are_listed() -> None:
    """Their advice names no folder, or names it in another way."""
    at_event = {
        verb
        for verb in VERBS
        if not isinstance(command := load(verb), click.Group)
        if any("-C" in param.opts for param in command.params)
    }
    assert {*VERBS} - at_event == ELSEWHERE


@pytest.mark.parametrize(
    "words",
    [("status",), ("report", "1", "2-0", "--dry-run"), ("standings",), ("note", "x", "--dry-run")],
)
def test_a_native_event_loads_neither_pydantic_nor_the_reader_of_toms_file(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The peer: importing a .tdf file loads both."""
    line = Line(tmp_path / "home", tmp_path / "cup")
    line.begin("Ana", "Ben", "Cho", "Dee")
    _, loaded = typed(*words, folder=line.folder)
    assert loaded >= LEDGER
    assert loaded & {*HEAVY, *READER, *SELDOM} == set()
    cup = ROOT / "fixtures" / "imports" / "01_cup_two_pods_cut_final.tdf"
    _, others = typed("file", "import", str(cup), "told", "--dry-run", folder=line.folder.parent)
    assert {"pydantic", "roundbook.ledger.importers.tdf"} <= others


@pytest.mark.parametrize("words", [("player", "70001"), ("points", "league.toml"), ("find", "x")])
def test_a_question_to_a_shelf_loads_nothing_that_reads_or_writes_an_event(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The peer: the first question indexes, which loads what reads every kind of event."""
    invent(tmp_path, 1)
    (tmp_path / "league.toml").write_text(RULE, encoding="utf-8")
    _, others = typed("shelf", "--json", folder=tmp_path)
    assert "roundbook.projections.standings" in others
    _, loaded = typed("shelf", *words, folder=tmp_path)
    assert "roundbook.cli.shelf.index" in loaded
    assert loaded & {*HEAVY, *LEDGER, *WRITER} == set()


def test_no_other_distribution_provides_our_name() -> None:
    assert set(metadata.packages_distributions().get("roundbook", [])) <= {"roundbook"}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_packages_under_test_are_those_of_this_checkout(package: str) -> None:
    file = import_module(f"roundbook.{package}").__file__
    assert file is not None
    assert Path(file).parent == ROOT / package
