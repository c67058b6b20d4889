"""`roundbook compare-editions`: what another edition would have said, and which clause."""

from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook

CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


def test_a_file_says_whom_the_awarded_bye_moves(line: Line) -> None:
    said = roundbook("compare-editions", CHALLENGE, "play-2017")
    assert said.code == 1, said.err
    assert "play-2017 beside tom: 3 of 9 places would be others." in said.out
    row = next(row for row in said.out.splitlines() if row.startswith("p1 Player 0005"))
    assert " ".join(row.split()) == "p1 Player 0005 Masters 4 6 what an awarded bye is"
    data = roundbook("compare-editions", CHALLENGE, "play-2017", "--json").data
    [one] = data["editions"]
    assert [each["player"] for each in one["elsewhere"]] == ["p7", "p5", "p1"]
    assert all(each["clauses"] == ["awarded_bye"] for each in one["elsewhere"])
    assert data["names"]["p1"] == "Player 0005"


def test_a_ledger_is_compared_with_tom_the_text_and_the_guide(line: Line, tmp_path: Path) -> None:
    folder = lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "told")
    said = roundbook("compare-editions", folder)
    assert said.code == 1, said.err
    assert "top-2017-literal beside tom: 2 of 35 places would be others." in said.out
    assert "play-2017 beside tom: the same 35 places." in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    again = roundbook("compare-editions", folder, "play-2017", "--swiss")
    assert (again.code, again.out) == (0, "play-2017 beside tom: the same 35 places.\n")


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        ((CHALLENGE, "tommy"), 2, "'tommy' is no edition; the released ones are play-2017, tom"),
        ((CHALLENGE, "--as-of", "3"), 2, "--as-of is for a ledger"),
        (("nowhere.tdf",), 5, "nowhere.tdf"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    line: Line, words: tuple[object, ...], code: int, why: str
) -> None:
    said = roundbook("compare-editions", *words)
    assert (said.code, said.out) == (code, "")
    assert why in said.err
    assert "Traceback" not in said.err
