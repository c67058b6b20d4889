"""Tables that are not used, and players who always sit at the same one."""

import re

import pytest

from tests.cli.line import Line
from tests.cli.swiss import finish, play

SIX = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", "Eva Ray", "Fay Hal")


@pytest.fixture
def six(line: Line) -> Line:
    line.enrol(*SIX)
    return line


def test_blocked_tables_stay_empty_and_a_fixed_player_sits_at_their_own(six: Line) -> None:
    said = six("pair", "--block", "1-2,5", "--fixed", "p4=4")
    paired = six.paired(1)
    assert paired["tables"] == [3, 4, 6]
    assert "p4" in paired["pairings"][1]
    tables = [text.split(":")[0] for text in said.out.splitlines() if text.startswith("  table")]
    assert tables == ["  table 3", "  table 4", "  table 6"]
    assert six.run("verify", six.folder).code == 0


def test_a_round_by_hand_goes_around_them_too(six: Line) -> None:
    by_hand = ("--by-hand", "p1-p2 p3-p4 p5-p6", "--reason", "they sat down so")
    six("pair", *by_hand, "--first-table", 10, "--block", "11", "--fixed", "p5=3")
    paired = six.paired(1)
    assert paired["tables"] == [3, 10, 12]
    assert paired["pairings"] == [["p5", "p6"], ["p1", "p2"], ["p3", "p4"]]


def test_what_cannot_be_is_refused(six: Line) -> None:
    assert "table 3 is the fixed table of Dee Fox (p4), but is blocked." in six.refused(
        "pair", "--block", "3", "--fixed", "p4=3"
    )
    assert "a table is fixed for p9, but there is no such player." in six.refused(
        "pair", "--fixed", "p9=3"
    )


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [
        ("--block", "8-5", '"8-5" is not a table; use 12, or 5-8 for four tables.'),
        ("--block", "", '"" is not a table; use 12, or 5-8 for four tables.'),
        ("--block", "0", '"0" is not a table'),
        ("--fixed", "3=p7", '"3=p7" is not a fixed table; use the form p7=3.'),
    ],
)
def test_what_nobody_can_read_is_misuse(six: Line, option: str, word: str, said: str) -> None:
    assert said in six.refused("pair", option, word, code=2)


def test_a_player_has_one_table(six: Line) -> None:
    said = six.refused("pair", "--fixed", "p4=3", "--fixed", "p4=5", code=2)
    assert "p4 has two fixed tables, 3 and 5; give only one." in said


def test_a_division_keeps_its_tables_from_round_to_round_and_the_youngest_come_first(
    line: Line,
) -> None:
    line.start(masters=8, senior=8, junior=8)
    line("announce", "--rounds", "4", "--override", "rounds-differ", "--because", "small")
    play(line)
    line("drop", "p17")
    line("drop", "p18")
    said = line("pair").out
    heads = re.findall("^Round 2 of (.*):$", said, re.MULTILINE)
    assert heads == ["junior", "senior", "masters"]
    pairs = [each for each in line.ledger()[-1]["events"] if each["event"] == "round-paired"]
    tables = {each["pool"]: each["tables"] for each in pairs}
    assert tables == {"junior": [1, 2, 3], "senior": [5, 6, 7, 8], "masters": [9, 10, 11, 12]}
    line("start")
    finish(line)
    pools = [
        text.split()[0] for text in line.run("status", "-C", line.folder).out.splitlines()[5:8]
    ]
    assert pools == ["junior", "senior", "masters"]
    shown = line.run("standings", "-C", line.folder).out
    assert shown.index("Junior (") < shown.index("Senior (") < shown.index("Masters (")


def test_a_cut_that_is_made_later_stands_where_its_division_does(line: Line) -> None:
    line.start(masters=8, junior=8)
    line("announce", "--rounds", "3", "--cut", "masters=4", "--cut", "junior=4")
    for _ in range(2):
        play(line)
    line.pair()
    tables = [*line.tables(3), *(f"junior-3-{number}" for number in range(1, 5))]
    path = line.home.parent / "round.csv"
    path.write_text("\n".join(["match,result", *(f"{match},1" for match in tables)]))
    line("report", path)
    line("cut", "masters")
    line("cut", "junior")
    said = line("pair").out
    assert said.index("junior-cut was paired: 2 matches") < said.index(
        "masters-cut was paired: 2 matches"
    )
    assert said.index(" of junior-cut:\n") < said.index(" of masters-cut:\n")
    line("start")
    path.write_text("match,result\n" + "".join(f"{table},1\n" for table in range(1, 5)))
    nexts = [text for text in line("report", path).out.splitlines() if "next:" in text]
    assert nexts == ["next: roundbook pair"]
