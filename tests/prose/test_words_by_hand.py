"""The docs that people write stay short enough to be read, and each page is found from the site."""

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files

pytestmark = pytest.mark.tools

LIMIT = 46_800
DOCS = 30_000
"""Of these, the pages of docs/ that are no decisions."""
GENERATED = "Written by `pytest --regenerate`"
"""What a page says that a test writes. All others are written by hand, CHANGELOG among them."""

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def words(text: str) -> int:
    """Return how many words a page has outside its blocks of code, without the rules of tables."""
    return len(re.findall(r"\S*\w\S*", FENCED.sub("", text)))


FIRST = 340
"""Words of a first section, with all that it types and shows: a minute and a half."""

TASKS = ("docs/disputes.md", "docs/archive.md", "docs/library.md", "CONTRIBUTING.md")


def pages() -> dict[str, int]:
    """Return the pages that are written by hand, with their words."""
    texts = {
        path.as_posix(): (ROOT / path).read_text(encoding="utf-8")
        for path in files()
        if path.suffix == ".md" and (len(path.parts) == 1 or path.parts[0] == "docs")
    }
    return {page: words(text) for page, text in texts.items() if GENERATED not in text}


def test_code_is_not_counted_and_everything_else_is() -> None:
    assert words("# A title\n\nTwo *words*.\n\n```sh\nnot these\n```\nfour") == 5
    assert words("| one | `two` |\n|---|---|\n| three | – |") == 3


def test_the_docs_by_hand_are_short() -> None:
    counted = pages()
    assert {"README.md", "CHANGELOG.md", "docs/tutorial.md"} <= set(counted)
    longest = sorted(counted.items(), key=lambda one: -one[1])
    listed = "\n".join(f"{count:6} {page}" for page, count in longest)
    docs = [count for page, count in counted.items() if Path(page).parent == Path("docs")]
    assert sum(docs) <= DOCS, f"{sum(docs)} words:\n{listed}"
    assert sum(counted.values()) <= LIMIT, f"{sum(counted.values())} words:\n{listed}"


@pytest.mark.parametrize("page", TASKS)
def test_the_first_section_of_a_task_is_read_at_once(page: str) -> None:
    _, first, *_ = (ROOT / page).read_text(encoding="utf-8").split("\n## ")
    assert len(re.findall(r"\S*\w\S*", first)) <= FIRST
