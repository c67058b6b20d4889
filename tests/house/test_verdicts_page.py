"""The verdict tables as they are shown: the rows that the program cites, and no others."""

from collections.abc import Callable

import pytest

from roundbook.ledger.verdicts.tables import Row
from tests.house.pages import TITLES, VERDICTS, rows, verdicts


@pytest.mark.rule("A-28")
def test_the_verdict_tables_are_kept_for_review(golden: Callable[[str, str], None]) -> None:
    golden(VERDICTS, rows(verdicts()))


def test_rows_are_numbered_without_a_gap_in_every_section() -> None:
    numbers: dict[str, list[int]] = {}
    for row in Row:
        numbers.setdefault(row.section, []).append(row.number)
    assert list(numbers) == list(TITLES)
    assert all(found == [*range(1, len(found) + 1)] for found in numbers.values())
