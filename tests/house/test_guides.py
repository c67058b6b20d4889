"""The pages for contributors name files and folders that are there."""

import re

import pytest

from tests.house.tree import PACKAGES, ROOT

PAGES = ("CONTRIBUTING.md", "docs/library.md")
NAMED = re.compile(r"`((?:cli|ledger|projections|tests|docs|fixtures)/[\w/.-]+)`")


@pytest.mark.parametrize("page", PAGES)
def test_a_file_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    made = set(re.findall(r"^`([^`]+)`, new:", text, re.MULTILINE))
    named = {path for path in NAMED.findall(text) if "note-too-long" not in path} - made
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_room_is_in_the_table_of_rooms() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for package in PACKAGES:
        table = text.partition(f"| `{package}` |")[2].partition("\n\n")[0]
        rooms = {
            path.name
            for path in (ROOT / package).iterdir()
            if path.is_dir() and any(path.glob("*.py"))
        }
        assert sorted(room for room in rooms if f"`{room}`" not in table) == []


def test_each_decision_has_a_number_of_its_own() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [page.name[:4] for page in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        assert page.read_text(encoding="utf-8").startswith(f"# {page.name[:4]} "), page.name
