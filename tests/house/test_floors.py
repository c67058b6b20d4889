"""The floors hold, every room has its floor, and the contracts bite."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.house.tree import PACKAGES, ROOT

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask the contracts about the package `roundbook` in a folder."""
    settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"]
    command = [sys.executable, "-c", LINT, *settings]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = settings["tool"]["importlinter"]["contracts"]
    assert isinstance(found, list)
    return found


def laid_out(folder: Path) -> Path:
    """Copy the checkout into a folder as an installation has it, and return the package."""
    package = folder / "roundbook"
    package.mkdir()
    shutil.copy(ROOT / "roundbook.py", package / "__init__.py")
    for room in PACKAGES:
        shutil.copytree(ROOT / room, package / room)
    return package


@pytest.mark.tools
def test_every_import_goes_down_the_stair(tmp_path: Path) -> None:
    laid_out(tmp_path)
    lint = lint_imports(tmp_path)
    assert lint.returncode == 0, lint.stdout + lint.stderr


@pytest.mark.parametrize("package", [*PACKAGES, "cli.web"])
def test_every_folder_has_its_storey(package: str) -> None:
    [contract] = [
        each
        for each in contracts()
        if each.get("containers") == [f"roundbook.{package}"] and each["type"] == "layers"
    ]
    named = set(re.findall(r"\w+", " ".join(contract["layers"])))
    folders = {found.parent.name for found in (ROOT / package.replace(".", "/")).glob("*/*.py")}
    assert folders <= named, f"{package}: a folder without a storey"


BREACHES = {
    "One stair: cli, then projections, then ledger": (
        "ledger/terms.py",
        "import roundbook.projections",
    ),
    "No circles, at any depth": (
        "projections/standings/records.py",
        "import roundbook.projections.standings.standings",
    ),
    "The rooms of ledger": ("ledger/events/event.py", "import roundbook.ledger.state.tournament"),
    "The rooms of projections": (
        "projections/standings/lots.py",
        "import roundbook.projections.reports.rendering",
    ),
    "The rooms of cli": ("cli/args/types.py", "import roundbook.cli.session.write"),
    "The rooms of cli.web": (
        "cli/web/server/tournaments.py",
        "import roundbook.cli.web.staff.page_frame",
    ),
    "Everything but the rim is pure": (
        "ledger/record/entry.py",
        "def later() -> None:\n    import pathlib",
    ),
    "Only the desk and the archive know that there is a store": (
        "projections/rounds_by_attendance.py",
        "import roundbook.ledger.storage",
    ),
    "One room of cli opens a tournament's folder, through the store below it": (
        "cli/practice.py",
        "import roundbook.ledger.storage.jsonl",
    ),
    "Terminals live in cli": ("projections/__init__.py", "import click"),
    "pydantic reads what a person wrote: importers, and an edition that is brought": (
        "ledger/state/tournament.py",
        "import pydantic",
    ),
    "XML is read by importers, through defusedxml": (
        "cli/__init__.py",
        "import xml.etree.ElementTree",
    ),
}


@pytest.mark.tools
def test_each_contract_refuses_what_it_is_there_to_refuse(tmp_path: Path) -> None:
    """A copy of the house with a wrong import for each contract: each says so."""
    package = laid_out(tmp_path)
    for file, breach in BREACHES.values():
        with (package / file).open("a", encoding="utf-8") as module:
            module.write(f"\n\n{breach}\n")
    lint = lint_imports(tmp_path)
    assert lint.returncode == 1, lint.stdout + lint.stderr
    broken = set(re.findall(r"^(.+?) BROKEN", lint.stdout, flags=re.MULTILINE))
    assert set(BREACHES) <= broken
