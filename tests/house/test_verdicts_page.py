"""docs/verdicts.md shows the rows that the program cites, and no others."""

from collections.abc import Callable

import pytest

from roundbook.ledger.verdicts.tables import Row

HEAD = """\
# How a match ends: the verdict tables

Written by `pytest --regenerate` from `ledger/verdicts/tables.py`; not by hand.

`roundbook time-called MATCH …` records what a judge saw at the table and says which row applies;
`roundbook ruling verdict …` answers the same question without a tournament. The rows are in our own
words; only the English text of the Tournament Rules & Formats of 1 January 2016 (TRF) counts.
Section numbers are those in its body; the row numbers are ours.

An edition names its table (`verdicts`). `trf-2016` is the default; `tcg-2026` is the TCG Tournament
Handbook of 1 September 2026 (TCG-H), as far as public notes give it: nobody has checked its rows
against the document. There a tiebreaker game takes the place of Single Prize Sudden Death, under
the same words in the ledger and in options (`sd1`, `sudden-death`).

How to read the tables:

- A game has started once its starting player is known. In Swiss, a game that has started and has no
  winner is drawn, and a game that has not started does not count: 1-1-1 and 1-1.
- Use a table only after the last turn has ended. First check whether a player was late or away,
  then use the other rows.
- Half the Prize cards: of 6, 3 are half and 2 are fewer; of 4, 2 are half and 1 is fewer; of 3, 1
  is fewer.
- There are three turns after time (TRF §7.3), or as many as the edition sets: five on the sheet of
  a pod.
- If a row awards the match to a player who has not won the games for it, such as after an absence
  or by Sudden Death for the match, the result names only the winner, without games.
"""
TITLES = {
    "8.1": "§8.1 Swiss: when time is called",
    "8.2": "§8.2 Swiss: a single game without a winner",
    "8.3": "§8.3 Swiss: a best of three without a winner",
    "9.1": "§9.1 Elimination: when time is called",
    "9.2": "§9.2 Elimination: a single game without a winner",
    "9.3": "§9.3 Elimination: a best of three without a winner",
    "10": "§10 Who goes first",
    "h7.4.3": "TCG-H §7.4.3: when time is called",
    "h7.4.4.1": "TCG-H §7.4.4.1: a player who was late or away",
    "h7.4.4.2": "TCG-H §7.4.4.2 Swiss: a match without a winner",
    "h7.4.4.3": "TCG-H §7.4.4.3 Elimination: a match without a winner",
    "h7.2": "TCG-H §7.2: who goes first",
    "pod": "The sheet of an eight-player pod",
}


def page() -> str:
    parts = [HEAD]
    for section, title in TITLES.items():
        parts.append(f"\n## {title}\n\n| row | game | case | what follows |\n|---|---|---|---|\n")
        parts += [
            f"| {row.number} | {row.game or ''} | {row.case} | {row.follows} |\n"
            for row in Row
            if row.section == section
        ]
    return "".join(parts)


@pytest.mark.rule("A-28")
def test_the_page_of_the_verdict_tables_is_fresh(golden: Callable[[str, str], None]) -> None:
    golden("docs/verdicts.md", page())


def test_rows_are_numbered_without_a_gap_in_every_section() -> None:
    numbers: dict[str, list[int]] = {}
    for row in Row:
        numbers.setdefault(row.section, []).append(row.number)
    assert list(numbers) == list(TITLES)
    assert all(found == [*range(1, len(found) + 1)] for found in numbers.values())
