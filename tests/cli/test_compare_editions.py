"""`roundbook edition compare`: what another edition would have said, and which clause."""

from pathlib import Path

import pytest

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, lay, roundbook

CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


def test_a_file_says_whom_the_awarded_bye_moves(line: Line) -> None:
    said = roundbook("edition compare", CHALLENGE, "play-2017", code=1)
    assert "Under play-2017 instead of tom-2027-notes, 3 of 9 places would change." in said.out
    row = next(row for row in said.out.splitlines() if row.startswith("p1 Player 0005"))
    assert " ".join(row.split()) == "p1 Player 0005 Masters 4 6 what an awarded bye is worth"
    data = roundbook("edition compare", CHALLENGE, "play-2017", "--json").data
    [one] = data["editions"]
    assert [each["player"] for each in one["elsewhere"]] == ["p7", "p5", "p1"]
    assert all(each["clauses"] == ["awarded_bye"] for each in one["elsewhere"])
    assert data["names"]["p1"] == "Player 0005"


def test_a_ledger_is_compared_with_tom_the_text_and_the_guide(line: Line, tmp_path: Path) -> None:
    folder = lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", tmp_path / "told")
    said = roundbook("edition compare", folder, code=1)
    assert "Under top-2017-literal instead of tom, 2 of 35 places would change." in said.out
    assert "Under play-2017 instead of tom, none of 35 places would change." in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    again = roundbook("edition compare", folder, "play-2017", "--swiss")
    assert (again.code, again.out) == (
        0,
        "Under play-2017 instead of tom, none of 35 places would change.\n",
    )


def test_rules_of_ones_own_are_compared_with_as_well(tmp_path: Path) -> None:
    mine = tmp_path / "mine.TOML"
    assert roundbook("edition", "new", mine, "--from", "tom").code == 0
    said = roundbook("edition compare", CHALLENGE, mine)
    assert (said.code, said.out) == (
        0,
        "Under mine instead of tom-2027-notes, none of 9 places would change.\n",
    )
    other = mine.read_text(encoding="utf-8").replace('"opponent"', '"bye"')
    mine.write_text(other, encoding="utf-8")
    said = roundbook("edition compare", CHALLENGE, mine)
    assert (said.code, "3 of 9 places" in said.out) == (1, True)
    mine.write_text("nothing = 1", encoding="utf-8")
    assert roundbook("edition compare", CHALLENGE, mine).code == 5


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (
            (CHALLENGE, "tommy"),
            2,
            "'tommy' is not an edition; give a .toml file, or one of play-2017, tom",
        ),
        ((CHALLENGE, "--as-of", "3"), 2, "--as-of is only for a ledger"),
        (("nowhere.tdf",), 5, "nowhere.tdf"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    line: Line, words: tuple[object, ...], code: int, why: str
) -> None:
    said = roundbook("edition compare", *words)
    assert (said.code, said.out) == (code, "")
    assert why in said.err
