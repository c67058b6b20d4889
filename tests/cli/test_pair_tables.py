"""Tables that are not used, and players who always sit at the same one."""

import re

import pytest

from tests.cli.line import Line
from tests.cli.swiss import finish, last, play

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


def sits(line: Line, number: int, player: str) -> int:
    """Return the table of a player in a round."""
    paired = line.paired(number)
    at = zip(paired["tables"], paired["pairings"], strict=True)
    return next(int(table) for table, pair in at if player in pair)


def test_a_fixed_table_is_said_once_and_kept_until_it_is_let_go(six: Line) -> None:
    six.announce("--rounds", 3)
    said = six("pair", "--fixed", "p4=9").out
    assert "3 matches; fixed tables from now on: 9 for Dee Fox (p4).\n" in said
    assert six.paired(1)["kept"] == {"p4": 9}
    six("start")
    finish(six)
    said = six("pair").out
    assert "fixed tables" not in said
    assert (sits(six, 2, "p4"), six.paired(2)["fixed"]) == (9, ["p4"])
    assert "kept" not in six.paired(2)
    said = six("pair", "--again", "--reason", "a table broke", "--block", "9").out
    assert "Dee Fox (p4) does not sit at fixed table 9 this time." in said
    assert "fixed" not in six.paired(2)
    six("start")
    finish(six)
    six("pair")
    assert (sits(six, 3, "p4"), six.paired(3)["fixed"]) == (9, ["p4"]), "the next round again"
    said = six("pair", "--again", "--reason", "not needed", "--fixed", "p4=none").out
    assert "fixed tables from now on: none" in said
    assert six.paired(3)["kept"] == {}
    assert sits(six, 3, "p4") < 9
    assert "was paired: 3 matches; fixed tables from now on: none" in " ".join(
        six.run("history", "-C", six.folder).out.split()
    )
    assert six.run("verify", six.folder).code == 0


def test_a_fixed_table_outlives_the_withdrawal_of_its_round(six: Line) -> None:
    six("pair", "--fixed", "p4=9")
    six("withdraw", "masters-1", "--reason", "too early")
    six("pair")
    assert (sits(six, 1, "p4"), six.paired(1)["fixed"]) == (9, ["p4"])


def test_two_fixed_players_who_meet_sit_at_one_of_their_tables(six: Line) -> None:
    six.announce("--rounds", 3)
    by_hand = ("--by-hand", "p1-p2 p3-p4 p5-p6", "--reason", "they sat down so")
    six("pair", *by_hand, "--fixed", "p1=8", "--fixed", "p3=5")
    six("start")
    finish(six)
    said = six("pair", "--by-hand", "p1-p3 p2-p5 p4-p6", "--reason", "so again").out
    assert (sits(six, 2, "p1"), six.paired(2)["fixed"]) == (5, ["p3"])
    assert "Ana Lopez (p1) does not sit at fixed table 8 this time." in said
    six("start")
    finish(six)
    six("pair", "--by-hand", "p1-p5 p3-p6 p2-p4", "--reason", "so again")
    assert (sits(six, 3, "p1"), sits(six, 3, "p3")) == (8, 5)


def semis(line: Line, *fixed: str) -> list[str]:
    """Play a cut to the losers of its semi-finals, with fixed tables for seeds; return the seeds.

    The better seed wins: seeds 3 and 4 play for third place.
    """
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4", "--third-place")
    for _ in range(3):
        play(line)
    line("cut")
    seeds: list[str] = last(line, "cut-made")["seeds"]
    words = (f"{seeds[int(seed) - 1]}={table}" for seed, table in (one.split("=") for one in fixed))
    line.pair("masters-cut", *(each for word in words for each in ("--fixed", word)))
    finish(line, lambda one, other: "1" if seeds.index(one) < seeds.index(other) else "2")
    return seeds


def third(line: Line) -> int:
    return int(last(line, "third-place-playoff-paired")["table"])


@pytest.mark.parametrize("final_first", [False, True])
def test_a_fixed_table_is_kept_in_the_final_and_in_the_3rd_place_match(
    line: Line, *, final_first: bool
) -> None:
    seeds = semis(line, "1=8", "3=9")
    acts = [("pair", "masters-cut"), ("round third-place",)]
    for words in acts if final_first else reversed(acts):
        assert "this time" not in line(*words).out
    assert (sits(line, 5, seeds[0]), third(line)) == (8, 9)
    text = line.run("pairings", "-C", line.folder).out
    assert len(re.findall(r"\bfixed [89]\b", text)) == 2, "both are marked on the list"
    assert line.run("verify", line.folder).code == 0


def test_two_fixed_players_for_third_place_sit_at_the_lower_table_as_in_rounds(line: Line) -> None:
    seeds = semis(line, "3=9", "4=7")
    said = line("round third-place").out
    assert third(line) == 7
    assert f"({seeds[2]}) does not sit at fixed table 9 this time." in said
    assert f"({seeds[3]}) does not sit" not in said


def test_a_3rd_place_match_leaves_the_fixed_tables_of_the_final_free(line: Line) -> None:
    seeds = semis(line, "2=2")
    line("round third-place")
    assert third(line) == 3
    line("pair", "masters-cut")
    assert sits(line, 5, seeds[1]) == 2


def test_a_3rd_place_match_can_be_put_elsewhere_and_says_so(line: Line) -> None:
    seeds = semis(line, "4=9")
    said = line("round third-place", "--table", 5).out
    assert third(line) == 5
    assert f"({seeds[3]}) does not sit at fixed table 9 this time." in said
    assert "fixed 5" not in line.run("pairings", "-C", line.folder).out


def test_a_repair_seats_a_fixed_player_with_another_opponent_at_their_table(six: Line) -> None:
    by_hand = ("--by-hand", "p1-p2 p3-p4 p5-p6", "--reason", "they sat down so")
    six("pair", *by_hand, "--fixed", "p4=9")
    six("drop", "p3")
    six("register", "Late Ann", "--birth-year", 1990)
    six("round repair")
    repaired = six.ledger()[-1]["events"][-1]
    assert repaired["event"] == "round-repaired"
    at = zip(repaired["tables"], repaired["pairings"], strict=True)
    assert next(table for table, pair in at if "p4" in pair) == 9
    assert repaired["fixed"] == ["p4"]


def test_what_cannot_be_is_refused(six: Line) -> None:
    assert "table 3 is the fixed table of Dee Fox (p4), but is blocked." in six.refused(
        "pair", "--block", "3", "--fixed", "p4=3"
    )
    assert "a table is fixed for p9, but there is no such player." in six.refused(
        "pair", "--fixed", "p9=3"
    )
    said = six.refused("pair", "--fixed", "p4=none")
    assert "Dee Fox (p4) has no fixed table." in said
    assert "Nobody has a fixed table." in said
    said = six.refused("pair", "--fixed", "p4=3", "--fixed", "p5=3")
    assert "table 3 is the fixed table of Dee Fox (p4) and of Eva Ray (p5)." in said


@pytest.mark.parametrize(
    ("option", "word", "said"),
    [
        ("--block", "8-5", '"8-5" is not a table; use 12, or 5-8 for four tables.'),
        ("--block", "", '"" is not a table; use 12, or 5-8 for four tables.'),
        ("--block", "0", '"0" is not a table'),
        ("--fixed", "3=p7", '"3=p7" is not a fixed table; use p7=3, or p7=none'),
    ],
)
def test_what_nobody_can_read_is_misuse(six: Line, option: str, word: str, said: str) -> None:
    assert said in six.refused("pair", option, word, code=2)


def test_a_player_has_one_table(six: Line) -> None:
    said = six.refused("pair", "--fixed", "p4=3", "--fixed", "p4=5", code=2)
    assert "p4 has two fixed tables, 3 and 5; give only one." in said
    said = six.refused("pair", "--fixed", "p4=3", "--fixed", "p4=none", code=2)
    assert "p4 has two fixed tables, 3 and none; give only one." in said


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
