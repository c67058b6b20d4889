"""Results that are reported as one list: all of them or none, an entry for each."""

import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


def listed(line: Line, *rows: str, titles: str = "match,result,drop") -> str:
    """Write a list of results; return its path."""
    path = line.home.parent / "round.csv"
    path.write_text("\n".join([titles, *rows]), encoding="utf-8")
    return str(path)


def test_a_list_is_reported_with_an_entry_for_each_result(line: Line) -> None:
    line.begin(*FOUR)
    left = line.paired(1)["pairings"][1][0]
    before = len(line.ledger())
    path = listed(line, "masters-1-1,2-1", f"masters-1-2,tie,{left}")
    said = line("report", path).out.splitlines()
    at = "Entry {}: match masters-1-{} was reported: {}"
    assert said[0].startswith(at.format(before + 1, 1, "2-1 (a win for "))
    assert said[1] == at.format(before + 2, 2, "a tie.")
    assert said[2].startswith(f"Entry {before + 2}: ")
    assert said[2].endswith(f" ({left}) dropped, after round 1.")
    assert said[3:] == [
        f"{path} was read as UTF-8, separated by commas.",
        "2 of 2 results of round 1 of masters are in.",
        "next: roundbook pair masters",
    ]
    one, two = line.ledger()[before:]
    assert [event["event"] for event in one["events"]] == ["result-reported"]
    assert [event["event"] for event in two["events"]] == ["result-reported", "player-dropped"]
    assert two["cmd"] == f"{one['cmd']}/2"
    assert line.run("verify", line.folder).code == 0


def test_the_name_of_a_list_may_have_spaces(line: Line) -> None:
    line.begin(*FOUR)
    path = line.home.parent / "round 1.csv"
    path.write_text("match,result\nmasters-1-1,2-1\n", encoding="utf-8")
    assert "2-1 (a win for " in line("report", *str(path).split(" ")).out


@pytest.mark.parametrize(
    ("row", "code", "said"),
    [
        ("masters-1-2,won", 5, 'line 3: "won" is not a result; use the game score'),
        ("masters-1-2,3-9", 3, "line 3: 3-9 cannot happen in a best of three.\n  rule: score-imp"),
        ("masters,2-1", 5, 'line 3: "masters" is not a match; give pool, round and table'),
        ("masters-1-2,2-1,nobody", 5, "line 3: no player matches"),
        ("masters-1-2,2-1,e", 5, "line 3: "),
        ("masters-1-9,2-1", 3, "line 3: there is no match masters-1-9"),
    ],
)
def test_what_cannot_be_written_is_named_and_nothing_is(
    line: Line, row: str, code: int, said: str
) -> None:
    line.begin(*FOUR)
    path = listed(line, "masters-1-1,2-1", row)
    assert said in line.refused("report", path, code=code)


def test_all_that_is_wrong_with_a_row_is_named(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("report", listed(line, "masters,won,nobody"), code=5)
    assert 'line 2: "masters" is not a match' in said
    assert 'also: line 2: "won" is not a result' in said
    assert 'also: line 2: no player matches "nobody"' in said


def test_a_player_of_another_table_leaves_nowhere(line: Line) -> None:
    line.begin(*FOUR)
    elsewhere = line.paired(1)["pairings"][1][0]
    path = listed(line, f"masters-1-1,2-1,{elsewhere}")
    assert f"({elsewhere}) does not play in match masters-1-1" in line.refused("report", path)


@pytest.mark.rule("LED-5")
def test_a_repeated_list_answers_the_first_and_one_with_another_result_is_refused(
    line: Line,
) -> None:
    line.begin(*FOUR)
    path = listed(line, "masters-1-1,2-1", "masters-1-2,2")
    said = line("report", path, "--cmd", "round-1").out
    before = line.files()
    assert line("report", path, "--cmd", "round-1").out == said
    assert line.files() == before
    again = line("report", path)
    read = f"{path} was read as UTF-8, separated by commas.\n"
    assert (again.out, again.err) == (f"{read}Already recorded: 2 results.\n", "")
    assert line.files() == before
    other = listed(line, "masters-1-1,2-1", "masters-1-2,2-0")
    said = line.refused("report", other, rule="already-reported")
    assert f"{other}, line 3: " in said
    assert "roundbook correct" in said


def test_a_list_that_grows_is_read_again_and_only_what_is_new_is_recorded(line: Line) -> None:
    line.begin(*FOUR)
    left, _ = line.paired(1)["pairings"][0]
    line("report", listed(line, "masters-1-1,2-1"))
    before = len(line.ledger())
    path = listed(line, "masters-1-1,1", "masters-1-2,2-0")
    said = line("report", path, "--cmd", "grown").out.splitlines()
    assert said[0].startswith(f"Entry {before + 1}: match masters-1-2 was reported: 2-0 (a win ")
    assert said[1:] == [
        f"{path} was read as UTF-8, separated by commas.",
        "Already recorded: 1 result.",
        "2 of 2 results of round 1 of masters are in.",
        "next: roundbook pair masters",
    ]
    after = line.files()
    assert line("report", path, "--cmd", "grown").out.splitlines() == said
    assert line.files() == after
    line("report", listed(line, f"masters-1-1,2-1,{left}", "masters-1-2,2-0"))
    assert [event["event"] for event in line.ledger()[-1]["events"]] == ["player-dropped"]
    assert len(line.ledger()) == before + 2


@pytest.mark.rule("LED-5")
def test_a_list_that_was_half_written_is_gone_on_with(line: Line) -> None:
    """What a stopped machine had written stands; the same command writes the rest."""
    line.begin(*FOUR)
    line("report", listed(line, "masters-1-1,2-1"), "--cmd", "round-1")
    before = len(line.ledger())
    line("report", listed(line, "masters-1-1,2-1", "masters-1-2,2"), "--cmd", "round-1")
    assert [entry["cmd"] for entry in line.ledger()[before:]] == ["round-1/2"]


def test_a_list_of_several_pools_says_how_far_each_is_and_a_dry_run_writes_nothing(
    line: Line,
) -> None:
    line.start()
    for number in range(6):
        line("register", f"Old {number}", "--birth-year", 1990)
        line("register", f"Young {number}", "--birth-year", 2012)
    line.first_round()
    path = listed(line, "masters-1-4,1", "senior-1-1,1", "senior-1-2,2", "senior-1-3,tie")
    before = line.files()
    would = line("report", path, "--dry-run").out
    assert would.startswith("Nothing was written.\n")
    for seq in range(17, 21):
        assert f"\nThis would be entry {seq}: match " in would
    assert line.files() == before
    said = line("report", path).out.splitlines()
    assert said[0].startswith("Entry 17: match masters-1-4 was reported: a win for Old ")
    assert said[4:] == [
        f"{path} was read as UTF-8, separated by commas.",
        "1 of 3 results of round 1 of masters is in.",
        "3 of 3 results of round 1 of senior are in.",
        "next: roundbook pair senior",
    ]


def test_a_list_can_come_from_stdin(line: Line) -> None:
    line.begin(*FOUR)
    run = line.process("report", "-", "-C", line.folder)
    out, err = run.communicate(b"match,result\nmasters-1-1,2-0\n", timeout=60)
    assert (run.returncode, err) == (0, b"")
    assert b"Entry 9: match masters-1-1 was reported: 2-0 (a win for " in out
    assert b"\nstdin was read as UTF-8, separated by commas.\n" in out


def test_a_list_stands_alone_and_a_match_needs_a_result(line: Line) -> None:
    line.begin(*FOUR)
    path = listed(line, "masters-1-1,2-1")
    assert "leave RESULT and --drop out" in line.refused("report", path, "2-1", code=2)
    assert "leave RESULT and --drop out" in line.refused("report", path, "--drop", "p1", code=2)
    assert "give the result" in line.refused("report", "masters-1-1", code=2)


@pytest.mark.parametrize("dash", ["–", "−", "—", "-"])
def test_a_score_may_be_written_with_any_dash(line: Line, dash: str) -> None:
    line.begin(*FOUR)
    line("report", listed(line, f"1,2{dash}1"))
    line("report", "2", f"1{dash}2")
    games = [entry["events"][0]["result"]["games"] for entry in line.ledger()[-2:]]
    assert games == [[2, 1, 0], [1, 2, 0]]


def test_an_exported_file_of_pairings_can_be_filled_in_and_reported(line: Line) -> None:
    line.begin(*FOUR, "Eve Sun")
    path = line.home.parent / "pairings.csv"
    line.run("file export", "-C", line.folder, path)
    assert "(called match, table, slip, Tisch" in line.refused("report", path, code=5)
    header, *rows = path.read_text(encoding="utf-8-sig").splitlines()
    filled = [f"{row}," if row.endswith(" bye") else f"{row},2-0" for row in rows]
    path.write_text("\n".join([f"{header},result", *filled]), encoding="utf-8")
    said = line("report", path, "--dry-run").out
    assert said.count(" was reported: 2-0 (a win for ") == 2
    assert "\nSkipped: 1 bye.\n" in said
    assert "2 of 2 results of round 1 of masters are in.\n" in line("report", path).out


def test_what_comes_next_is_said_last(line: Line) -> None:
    line.begin(*FOUR)
    said = line("report", listed(line, "masters-1-1,2-1", "masters-1-2,n2")).out.splitlines()
    assert any(" will be paired again next round. " in one for one in said)
    assert said[-1] == "next: roundbook pair masters"
