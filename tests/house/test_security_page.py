"""Every requirement of the security standard is answered, and its evidence is there."""

import re

import pytest

from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ASKED = re.findall(
    r"^([0-9.]+) L[12]$", (ROOT / "fixtures" / "asvs-5.0.0.txt").read_text(), re.MULTILINE
)
ROWS = re.findall(
    r"^\| ((?:[0-9]+[.][0-9]+[.][0-9]+(?:, )?)+) \| ([^|]*) \| (.*) \|$", PAGE, re.MULTILINE
)
STATES = {"met", "partly", "not met", "n/a"}


def test_every_requirement_is_answered_once() -> None:
    answered = [number for numbers, _, _ in ROWS for number in numbers.split(", ")]
    assert len(ASKED) > 200
    assert sorted(answered) == sorted(ASKED)


@pytest.mark.parametrize("row", ROWS, ids=[row[0].partition(",")[0] for row in ROWS])
def test_an_answer_has_a_state_and_a_reason_or_evidence_that_is_there(
    row: tuple[str, str, str],
) -> None:
    _, state, words = row
    assert state in STATES
    assert len(words.split()) > 1 or state == "met"
    for path in re.findall(r"`((?:tests|cli|ledger|projections|fixtures|[.]ci)/[\w./-]+)`", words):
        assert (ROOT / path).exists(), path
    if state in {"partly", "not met"}:
        assert len(words.split()) >= 10, "what is not met needs a reason"


def anchors(text: str) -> set[str]:
    """Return by which words a page's headings are linked to."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in titles}


def test_links_to_headings_lead_to_them() -> None:
    for name, anchor in re.findall(r"\]\(([\w.]*)#([\w-]+)\)", PAGE):
        text = (ROOT / "docs" / (name or "security.md")).read_text(encoding="utf-8")
        assert anchor in anchors(text), (name, anchor)
