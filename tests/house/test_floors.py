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
    command = [sys.executable, "-c", LINT, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = settings["tool"]["importlinter"]["contracts"]
    assert isinstance(found, list)
    return found


def test_every_import_goes_down_the_stair() -> None:
    lint = lint_imports(ROOT)
    assert lint.returncode == 0, lint.stdout + lint.stderr


@pytest.mark.parametrize("package", [*PACKAGES, "cli.web"])
def test_every_folder_has_its_storey(package: str) -> None:
    [contract] = [
        each
        for each in contracts()
        if each.get("containers") == [package] and each["type"] == "layers"
    ]
    named = set(re.findall(r"\w+", " ".join(contract["layers"])))
    folders = {found.parent.name for found in (ROOT / package.replace(".", "/")).glob("*/*.py")}
    assert folders <= named, f"{package}: a folder without a storey"


BREACHES = {
    "One stair: cli, then projections, then ledger": ("ledger/terms.py", "import projections"),
    "No circles, at any depth": (
        "projections/standings/records.py",
        "import projections.standings.standings",
    ),
    "The rooms of ledger": ("ledger/events/event.py", "import ledger.state.tournament"),
    "The rooms of projections": (
        "projections/standings/lots.py",
        "import projections.reports.rendering",
    ),
    "The rooms of cli": ("cli/args/types.py", "import cli.desk.write"),
    "The rooms of cli.web": ("cli/web/server/tournaments.py", "import cli.web.desk.page_frame"),
    "Everything but the rim is pure": (
        "ledger/record/entry.py",
        "def later() -> None:\n    import pathlib",
    ),
    "Only the desk and the archive know that there is a store": (
        "projections/rounds_by_attendance.py",
        "import ledger.storage",
    ),
    "One room of cli opens a tournament's folder, through the store below it": (
        "cli/practice.py",
        "import ledger.storage.jsonl",
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


def test_each_contract_refuses_what_it_is_there_to_refuse(tmp_path: Path) -> None:
    """A copy of the house with a wrong import for each contract: each says so."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package)
    for file, breach in BREACHES.values():
        with (tmp_path / file).open("a", encoding="utf-8") as module:
            module.write(f"\n\n{breach}\n")
    lint = lint_imports(tmp_path)
    assert lint.returncode == 1, lint.stdout + lint.stderr
    broken = set(re.findall(r"^(.+?) BROKEN", lint.stdout, flags=re.MULTILINE))
    assert set(BREACHES) <= broken
