"""Each mistake that the tests have to notice can still be made in the code of today."""

import re
from collections import Counter

import pytest

from tests.house.tree import ROOT
from tests.mutations import MUTATIONS

DECISIVE = (
    "ledger/validators",
    "ledger/verdicts",
    "ledger/proofs",
    "projections/standings",
    "projections/pairing",
)
"""The rooms in which a mistake would move a place, a pairing or a proof."""


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_fits_the_code_in_one_place(name: str) -> None:
    """`python -m tests.mutations` makes them, and is not part of the gate."""
    mistake = MUTATIONS[name]
    assert (ROOT / mistake.file).read_text(encoding="utf-8").count(mistake.right) == 1
    assert all((ROOT / tests).exists() for tests in mistake.tests)


def test_the_page_says_how_many_mistakes_each_room_has() -> None:
    page = (ROOT / "docs/mutations.md").read_text(encoding="utf-8")
    said = dict(re.findall(r"^\| `?([a-z/ ]+?)`? \| (\d+) \|", page, re.MULTILINE))
    rooms = Counter("/".join(one.file.split("/")[:2]) for one in MUTATIONS.values())
    here = {room: rooms.pop(room) for room in DECISIVE}
    assert min(here.values()) >= 12
    assert {room: int(many) for room, many in said.items()} == {
        **here,
        "other rooms": rooms.total(),
    }
