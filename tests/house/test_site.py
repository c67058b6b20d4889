"""docs/ is built into a site, strictly: every page is found, and no link leads nowhere."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.house.pages import BUILT
from tests.house.tree import ROOT, files

pytestmark = pytest.mark.tools

LOADED = re.compile(r"<(?:script|link|img|source)\b[^>]*?\b(?:src|href)=[\"']([^\"']*)[\"']")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


def test_every_page_is_in_the_site(site: Path) -> None:
    pages = {
        path.relative_to("docs")
        for path in files()
        if path.parts[0] == "docs" and path.suffix == ".md"
    }
    roots = {Path(name) for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "index.md")}
    made = {path.relative_to(site).with_suffix(".md") for path in site.rglob("*.html")}
    built = {Path(name) for name in BUILT}
    assert made - {Path("404.md"), Path("decisions/index.md")} == pages | roots | built
    first = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="tutorial.html"' in first
    listed = (site / "decisions/index.html").read_text(encoding="utf-8")
    assert all(f"{path.stem}.html" in listed for path in pages if path.parent.name == "decisions")


def test_what_only_the_program_knows_is_made_for_the_site(site: Path) -> None:
    shown = {name: (site / name).with_suffix(".html").read_text("utf-8") for name in BUILT}
    assert "Usage: roundbook deck judge" in shown["commands.md"]
    assert "<code>result-locked</code>" in shown["rules-in-force.md"]
    assert "The sheet of an eight-player pod" in shown["verdicts.md"]
    assert "no virus scanner" in shown["asvs.md"]
    assert "The example of 49.67%, exactly 149/300" in shown["rules.md"]


def test_no_page_of_the_repository_links_to_one_that_only_the_site_has() -> None:
    linked = [
        (path, target)
        for path in files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:]+)", (ROOT / path).read_text("utf-8"))
    ]
    assert (Path("docs/security.md"), "../SECURITY.md") in linked
    assert [(path, target) for path, target in linked if Path(target).name in BUILT] == []


def test_what_is_made_for_the_site_is_not_kept_in_docs_as_well() -> None:
    """A merge once brought the whole table back. What editions cite only leads to the list."""
    kept = {path.name for path in files() if path.parent == Path("docs")} & {*BUILT}
    assert kept == {"rules.md"}
    assert len((ROOT / "docs/rules.md").read_text("utf-8").splitlines()) < 10


def test_a_page_of_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = LOADED.findall(page.read_text(encoding="utf-8"))
        assert loaded
        assert [one for one in loaded if re.match(r"(?:\w+:)?//", one)] == []


@pytest.fixture(scope="module")
def hooks() -> Any:
    """Return what makes pages of the repository into pages of the site."""
    spec = importlib.util.spec_from_file_location("site_hooks", ROOT / ".ci/site.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("place", "written", "led"),
    [
        ("formats.md", "[lists](tom.md#csv)", "[lists](tom.md#csv)"),
        ("formats.md", "[README](../README.md#try-it)", "[README](index.md#try-it)"),
        ("formats.md", "[a test](../tests/conftest.py)", "a test"),
        ("index.md", "[decks](docs/formats.md)", "[decks](formats.md)"),
        ("index.md", "[a file](LICENSE)", "a file"),
        ("CONTRIBUTING.md", "[decisions](docs/decisions)", "[decisions](decisions/index.md)"),
        ("decisions/0001-x.md", "[words](../day.md#words)", "[words](../day.md#words)"),
        ("decisions/0001-x.md", "[log](../../CHANGELOG.md)", "[log](../CHANGELOG.md)"),
        ("formats.md", "[out](https://example.org/x.md)", "[out](https://example.org/x.md)"),
        ("formats.md", "[here](#below)", "[here](#below)"),
        ("formats.md", "[nowhere](nowhere.md)", "[nowhere](nowhere.md)"),
        ("formats.md", "```\n[a test](../tests/conftest.py)\n```", None),
    ],
)
def test_a_link_leads_to_the_page_of_the_site_or_becomes_its_text(
    hooks: Any, place: str, written: str, led: str | None
) -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=place))
    assert hooks.on_page_markdown(written, page=page) == (led or written)
