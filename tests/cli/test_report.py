import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


def test_a_report_says_both_names_their_records_and_how_many_are_in(line: Line) -> None:
    line.begin(*FOUR)
    left, right = line.paired(1)["pairings"][0]
    names = dict(zip(("p1", "p2", "p3", "p4"), FOUR, strict=True))
    said = line("report", "masters-1-1", "2-1")
    assert said.out == (
        f"Entry 9: match masters-1-1 was reported: 2-1 (a win for {names[left]} ({left})).\n"
        f"{names[left]} ({left}) 1-0-0 - {names[right]} ({right}) 0-1-0.\n"
        "1 of 2 results of round 1 of masters is in.\n"
    )
    assert line("report", "masters-1-2", "tie").out.endswith("next: roundbook pair masters\n")


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("2-0", {"verdict": "first", "games": [2, 0, 0]}),
        ("1-1-1", {"verdict": "tie", "games": [1, 1, 1]}),
        ("0-1", {"verdict": "second", "games": [0, 1, 0]}),
        ("1", {"verdict": "first"}),
        ("2", {"verdict": "second"}),
        ("T", {"verdict": "tie"}),
        ("x", {"verdict": "double-loss"}),
        ("unplayed", {"verdict": "unplayed"}),
    ],
)
def test_results_as_they_are_typed(line: Line, typed: str, result: dict[str, object]) -> None:
    line.begin(*FOUR)
    entry = line("report", "masters-1-1", typed, "--json").data["entries"][0]
    assert entry["events"][0]["result"] == result


@pytest.mark.parametrize(
    ("words", "games"),
    [
        (("1", "20"), [2, 0, 0]),
        (("1", "2:0"), [2, 0, 0]),
        (("1", "2-1"), [2, 1, 0]),
        (("masters", "1", "02"), [0, 2, 0]),
        (("m", "1", "0:1:1"), [0, 1, 1]),
        (("masters-1-1", "2:1"), [2, 1, 0]),
    ],
)
def test_a_slip_is_typed_in_a_shell_as_at_the_prompt(
    line: Line, words: tuple[str, ...], games: list[int]
) -> None:
    line.begin(*FOUR)
    line("report", *words)
    (reported,) = line.ledger()[-1]["events"]
    assert reported["match"] == ["masters", 1, 1]
    assert reported["result"]["games"] == games


@pytest.fixture
def of_four(line: Line) -> dict[str, tuple[str, str]]:
    """A round of four: at each table, the number and the name of the left and the right player."""
    line.start()
    for at, name in enumerate(FOUR):
        line("register", name, "--birth-year", 1990, "--id", 4711 + at)
    line.first_round()
    names = dict(zip(("p1", "p2", "p3", "p4"), FOUR, strict=True))
    left, right = line.paired(1)["pairings"][0]
    return {"left": (left, names[left]), "right": (right, names[right])}


@pytest.mark.parametrize(
    ("seat", "games"), [("left", [2, 1, 0]), ("right", [1, 2, 0])], ids=["left", "right"]
)
def test_a_slip_may_name_a_player_whose_result_it_is(
    line: Line, of_four: dict[str, tuple[str, str]], seat: str, games: list[int]
) -> None:
    number, name = of_four[seat]
    own_id = str(4710 + int(number[1:]))
    for who in ([number], [name], [own_id], name.lower().split(), [name[:5].upper()]):
        line("report", *who, "2-1", "d1", "--dry-run")
        assert line.at("report", *who, "2 - 1", "--dry-run").code == 0
    line("report", name, "2-1", "d1")
    reported, dropped = line.ledger()[-1]["events"]
    assert (reported["match"], reported["result"]["games"]) == (["masters", 1, 1], games)
    assert dropped["player"] == number
    line("correct", name, "1-2", "--reason", "misread")
    assert line.ledger()[-1]["events"][0]["result"]["games"] == [games[1], games[0], 0]


def test_the_right_player_who_did_not_show_up_is_the_second(
    line: Line, of_four: dict[str, tuple[str, str]]
) -> None:
    line("report", of_four["right"][1], "n1")
    result = line.ledger()[-1]["events"][0]["result"]
    assert result == {"verdict": "first", "no_show": "second"}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("zz", "1"), 2, '"zz" is not a match or a player'),
        (("e", "1"), 3, '3 players match "e"'),
        (("Ana Lopes", "1"), 3, "Did you mean Ana Lopez (p1)?"),
        (("p9", "1"), 3, "there is no player p9"),
        (("Ana Lopez",), 2, "give the result of match masters-1-"),
        (("Ana Lopez", "wins"), 2, '"wins" is not a result'),
        (("p1", "wins"), 2, '"wins" is not a result'),
        (("4799", "1"), 2, "there is no table 4799"),
    ],
)
def test_only_one_player_can_be_meant_by_a_name(
    line: Line,
    of_four: dict[str, tuple[str, str]],
    words: tuple[str, ...],
    code: int,
    sentence: str,
) -> None:
    assert sentence in line.refused("report", *words, code=code)


def test_players_of_the_same_name_are_told_apart_by_their_numbers(line: Line) -> None:
    line.start()
    for year in (1990, 1991):
        line("register", "Ana Lopez", "--birth-year", year)
    said = line.refused("report", "Ana Lopez", "2-0")
    assert "Give the number of the player you mean: Ana Lopez (p1), Ana Lopez (p2)." in said
    assert "Ana Lopez (p1) has no match" in line.refused("report", "p1", "2-0")


def test_a_number_is_a_table_rather_than_a_player_id(line: Line) -> None:
    line.start()
    for name, own_id in zip(FOUR, (2, 3, 4, 5), strict=True):
        line("register", name, "--birth-year", 1990, "--id", own_id)
    line.first_round()
    line("report", "2", "2-0")
    assert line.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]
    table = next(at for at, pair in enumerate(line.paired(1)["pairings"], 1) if "p2" in pair)
    said = line.at("report", "3", "2-0", "--dry-run")  # The Player ID of p2.
    assert f"match masters-1-{table}" in said.out + said.err


def test_a_player_drops_by_the_slip_or_by_name(line: Line) -> None:
    line.begin(*FOUR)
    left, right = line.paired(1)["pairings"][1]
    line("report", "2", "1", "d2", "--drop", left)
    _, *drops = line.ledger()[-1]["events"]
    assert [drop["player"] for drop in drops] == [right, left]


def test_who_leaves_after_the_match_is_written_with_the_result(line: Line) -> None:
    line.begin(*FOUR)
    left, right = line.paired(1)["pairings"][0]
    said = line("report", "masters-1-1", "2-0", "--drop", left, "--drop", right)
    result, *drops = line.ledger()[-1]["events"]
    assert result["event"] == "result-reported"
    assert drops == [{"event": "player-dropped", "player": p, "after": 1} for p in (left, right)]
    for player in (left, right):
        assert f"({player}) dropped, after round 1.\n" in said.out


def test_nobody_leaves_at_a_table_where_they_do_not_play(line: Line) -> None:
    line.begin(*FOUR)
    elsewhere = line.paired(1)["pairings"][1][0]
    said = line.refused("report", "masters-1-1", "2-0", "--drop", elsewhere)
    assert f"({elsewhere}) does not play in match masters-1-1" in said


def test_a_finished_table_is_corrected_not_reported_again(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    said = line.refused("report", "masters-1-1", "0-2", rule="already-reported")
    assert "roundbook correct" in said
    assert said.startswith("refused: match masters-1-1 (")
    winner = line.paired(1)["pairings"][0][0]
    name = FOUR[int(winner[1:]) - 1]
    assert f") already has a result: 2-0 (a win for {name} ({winner}))." in said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("masters-1-9", "1"), 3, "masters-1-9"),
        (("juniors-1-1", "1"), 3, "juniors-1-1"),
        (("masters-1-1", "3-0"), 3, "3-0 cannot happen"),
        (
            ("masters-1", "1"),
            2,
            '"masters-1" is not a match or a player; give the table number, the match in full',
        ),
        (("masters-0-1", "1"), 2, '"masters-0-1" is not a match or a player'),
        (("1-1-1", "1"), 2, "there is no match 1-1-1"),
        (("9", "1"), 2, "there is no table 9; the tables are 1 to 2."),
        (("1", "7"), 2, '"7" is not a result'),
        (("1",), 2, "give the result of match masters-1-1"),
        (("masters-1-1",), 2, "give the result of match masters-1-1"),
        (("1", "2", "because", "so"), 2, "masters-1-1 has no result yet, so leave the reason out"),
        (("= 20",), 2, '"= 20" is not a match'),
        ((), 2, "Missing argument"),
        (("masters-1-1", "wins"), 2, '"wins" is not a result; use the game score'),
        (("masters-1-1", "9" * 5000), 2, "is not a result"),
        (("masters-1-1", "1", "--drop", "p99"), 3, "there is no player p99"),
        (("masters-1-1", "1", "--drop", "Zoe"), 3, "no player matches"),
        (("masters-1-1", "1", "--seen", "-1"), 2, "--seen"),
    ],
)
def test_what_cannot_be_reported_writes_nothing(
    line: Line, words: tuple[str, ...], code: int, sentence: str
) -> None:
    line.begin(*FOUR)
    said = line.refused("report", *words, code=code)
    assert sentence in said
    assert len(said) < 400


@pytest.mark.rule("LED-5")
def test_a_repeated_report_answers_the_first_and_another_is_refused(line: Line) -> None:
    line.begin(*FOUR)
    left = line.paired(1)["pairings"][0][0]
    words = ("report", "masters-1-1", "2-0", "--drop", left, "--cmd", "m1")
    first = line(*words, "--json").data["entries"]
    line("report", "masters-1-2", "1")
    line.pair()
    before = line.files()
    assert line(*words, "--json").data["entries"] == first
    assert line.files() == before
    line.refused("report", "masters-1-1", "0-2", "--cmd", "m1")
    assert line.attempts()[-1]["rule"] == "command-reused"


@pytest.mark.rule("LED-5")
def test_what_was_changed_since_it_was_looked_at_is_a_conflict(line: Line) -> None:
    line.begin(*FOUR)
    seen = len(line.ledger())
    line("report", "masters-1-1", "2-0")
    said = line.refused(
        "correct", "masters-1-1", "0-2", "--reason", "slip misread", "--seen", seen, code=4
    )
    assert said.startswith(f"conflict: entry {seen + 1} changed match masters-1-1 (")
    assert ") while you were typing." in said
    line("report", "masters-1-2", "2-0", "--seen", seen)


@pytest.mark.rule("LED-2")
def test_a_refused_command_is_kept_beside_the_ledger(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    line.at("report", "masters-1-1", "0-2", "--as", "Ben Ode")
    (attempt,) = line.attempts()
    assert attempt["rule"] == "already-reported"
    assert attempt["events"][0]["match"] == ["masters", 1, 1]
    assert attempt["hand"]["id"] == "h2"
    assert "Ben" not in (line.folder / "attempts.jsonl").read_text()


def test_a_score_may_have_gaps(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "1", "2 - 0")
    line("report", "masters-1-2", "1 : 2")
    games = [entry["events"][0]["result"]["games"] for entry in line.ledger()[-2:]]
    assert games == [[2, 0, 0], [1, 2, 0]]
