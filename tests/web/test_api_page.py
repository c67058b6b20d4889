"""docs/library.md: the overlay is run against the real server, and says what the page says."""

import re
import subprocess
import sys
from pathlib import Path

from roundbook.projections.reports.api.resources import RESOURCES, ROOT
from tests.cli.line import Line
from tests.web.served import PATIENCE, Served

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(f"```{language}\n(.*?)```", PAGE.partition("`overlay.py`:")[2], re.DOTALL)
    assert found
    return found[1]


def test_the_overlay_of_the_page_says_what_the_page_says(line: Line, tmp_path: Path) -> None:
    line.enrol("Ana Lopez", "Ben Ode")
    line.first_round(1)
    first, _ = line.paired(1)["pairings"][0]
    line("report", "masters-1-1", "1" if first == "p1" else "2")
    line("close")
    overlay = tmp_path / "overlay.py"
    overlay.write_text(block("python"), encoding="utf-8")
    with Served(line.folder.parent, line.home) as served:
        words = [sys.executable, str(overlay), f"{served.address}{ROOT}/cup"]
        said = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True)
    wanted = block("text")
    if first == "p2":
        wanted = wanted.replace("Ana Lopez - Ben Ode, first", "Ben Ode - Ana Lopez, second")
    assert said.stdout == wanted


def test_the_page_names_every_resource() -> None:
    for each in RESOURCES:
        assert not each.path or f"`/{{slug}}{each.path}" in PAGE, each.path
        assert all(f"{word.name}=" in PAGE for word in each.words)
