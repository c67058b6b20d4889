"""Each mistake that the tests have to notice can still be made in the code of today."""

import pytest

from tests.house.tree import ROOT
from tests.mutations import MUTATIONS


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mistake_fits_the_code_in_one_place(name: str) -> None:
    """`python -m tests.mutations` makes them, and is not part of the gate."""
    mistake = MUTATIONS[name]
    assert (ROOT / mistake.file).read_text(encoding="utf-8").count(mistake.right) == 1
    assert all((ROOT / tests).exists() for tests in mistake.tests)
