"""Every requirement of the security standard is answered, and its evidence is there."""

import re

import pytest

from tests.house.pages import ASVS
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ANSWERS = (ROOT / ASVS).read_text(encoding="utf-8")
ASKED = re.findall(
    r"^([0-9.]+) L[12]$", (ROOT / "fixtures" / "asvs-5.0.0.txt").read_text(), re.MULTILINE
)
ROWS = re.findall(
    r"^((?:[0-9]+[.][0-9]+[.][0-9]+(?:, )?)+) \| ([^|]*) \| (.*)$", ANSWERS, re.MULTILINE
)
STATES = {"met", "partly", "not met", "n/a"}


def test_every_requirement_is_answered_once() -> None:
    answered = [number for numbers, _, _ in ROWS for number in numbers.split(", ")]
    assert len(ASKED) > 200
    assert sorted(answered) == sorted(ASKED)
    lines = [line for line in ANSWERS.splitlines() if line and not line.startswith("#")]
    assert len(lines) == len(ROWS)


def test_the_page_names_whatever_is_not_met() -> None:
    """A reader of the page alone meets the gaps; nobody has to look for them in a list."""
    assert re.findall(r"^\| ([0-9.]+) \|", PAGE, re.MULTILINE) == [
        numbers for numbers, state, _ in ROWS if state == "not met"
    ]


@pytest.mark.parametrize("row", ROWS, ids=[row[0].partition(",")[0] for row in ROWS])
def test_an_answer_has_a_state_and_a_reason_or_evidence(
    row: tuple[str, str, str],
) -> None:
    _, state, words = row
    assert state in STATES
    assert len(words.split()) > 1 or state == "met"
    if state in {"partly", "not met"}:
        assert len(words.split()) >= 10, "what is not met needs a reason"


@pytest.mark.parametrize(
    "path",
    sorted({*re.findall(r"`((?:tests|cli|ledger|projections|[.]ci)/[\w./-]+)`", PAGE + ANSWERS)}),
)
def test_evidence_that_is_named_is_there(path: str) -> None:
    """A module that is there; a test, or a room of tests, in which something is tested."""
    place = ROOT / path
    if path.startswith("tests/"):
        files = place.rglob("*.py") if place.is_dir() else [place]
        texts = [file.read_text(encoding="utf-8") for file in files]
        assert any(re.search(r"^(async )?def test_", text, re.MULTILINE) for text in texts)
        assert not any(re.search(r"mark\.(skip|xfail)\b", text) for text in texts)
    assert place.exists()


def anchors(text: str) -> set[str]:
    """Return by which words a page's headings are linked to."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in titles}


def test_links_to_headings_lead_to_them() -> None:
    for name, anchor in re.findall(r"\]\(([\w.]*)#([\w-]+)\)", PAGE + ANSWERS):
        text = (ROOT / "docs" / (name or "security.md")).read_text(encoding="utf-8")
        assert anchor in anchors(text), (name, anchor)
