from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.typed import Said, roundbook

LAST_TURN = ("--on", "game", "--time", "in-turn", "--last-turn-ended")


def flat(said: Said) -> str:
    assert said.code == 0, said
    return " ".join(said.out.split())


@pytest.mark.rule("TRF-8.3", "A-26")
def test_a_judge_asks_without_any_tournament() -> None:
    said = roundbook("ruling verdict", "--time", "between-games")
    assert said.out == (
        "seen: time was called with no game under way\n"
        "  result: 0-0 (a tie)\n"
        "  TRF §8.3 row 10: time is called before game 1 starts: the match is a tie\n"
    )


@pytest.mark.rule("TRF-9.3", "A-24")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--prizes", "3-4"), "result: 1-0 (a win for the left player) TRF §9.3 row 6"),
        (("--prizes", "3-2"), "next: Single Prize Sudden Death decides the match; a new coin flip"),
        (
            ("--prizes", "2-2"),
            "next: game 2 continues, from the effects between turns, until the",
        ),
        (
            ("--prizes", "1-2", "--initial", "4"),
            "result: 2-0 (a win for the left player) TRF §9.3 row 7",
        ),
    ],
)
def test_game_2_in_a_bracket_goes_by_the_prizes(words: Sequence[str], said: str) -> None:
    asked = ("ruling verdict", "--elimination", "--games", "1", *LAST_TURN, *words)
    assert said in flat(roundbook(*asked))


@pytest.mark.rule("TRF-10", "A-31")
@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("none", "next: game 1 starts; a new coin flip decides who goes first"),
        ("1", "next: game 2 starts; the right player, who lost, chooses who goes first, at"),
        ("sd2", "next: game 2 starts; the left player, who lost, chooses who goes first, at"),
        ("1,void", "next: game 2 starts; a new coin flip decides who goes first"),
        ("1,both", "next: Single Prize Sudden Death decides game 2; a new coin flip decides"),
    ],
)
def test_who_goes_first_in_what_comes_next(games: str, said: str) -> None:
    assert said in flat(roundbook("ruling verdict", "--games", games))


@pytest.mark.rule("TRF-8.1", "A-34")
def test_the_edition_gives_the_turns_and_the_word_for_a_tie() -> None:
    turns = ("ruling verdict", "--on", "game", "--time", "in-turn")
    assert "turn 1 of 3" in flat(roundbook(*turns))
    assert "turn 1 of 5" in flat(roundbook(*turns, "--edition", "dci-pod"))
    tie = ("ruling verdict", "--games", "1,2", *LAST_TURN)
    assert max(map(len, roundbook(*tie).out.splitlines())) <= 80
    assert "result: 1-1-1 (a tie)" in flat(roundbook(*tie))
    assert "result: 1-1-1 (a draw)" in flat(roundbook(*tie, "--edition", "dci-pod"))


def test_an_edition_is_given_by_name_or_as_a_file(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    roundbook("edition", "new", ours, "--from", "dci-mtr", code=0)
    ours.write_text(ours.read_text("utf-8").replace("extra_turns = 5", "extra_turns = 7"), "utf-8")
    turns = ("ruling verdict", "--on", "game", "--time", "in-turn", "--edition")
    assert "turn 1 of 7" in flat(roundbook(*turns, ours))
    (tmp_path / "wrong.toml").write_text("win_points = 3\n", "utf-8")
    refused = roundbook(*turns, tmp_path / "wrong.toml", code=5).err
    assert "edition is missing" in refused
    unknown = roundbook(*turns, "play-1999", code=2).err
    assert 'there is no edition "play-1999"; give a file, or one of play-2017' in unknown


@pytest.mark.parametrize("table", ["trf-2016", "tcg-2026"])
def test_a_row_of_a_table_whose_document_is_not_the_editions_names_the_table(
    tmp_path: Path, table: str
) -> None:
    """A handbook that plays by such a table has no row in it, and is not cited for one."""
    ours = tmp_path / "ours.toml"
    roundbook("edition", "new", ours, "--from", "tom", code=0)
    text = ours.read_text("utf-8").replace('rounds_source = "', 'rounds_source = "Own, not ')
    text = text.replace("TOP §", "§").replace("win_points", f"verdicts = '{table}'\nwin_points", 1)
    ours.write_text(f"{text}\n[citations]\n'TOP §2' = 'OLH §1'\n", "utf-8")
    asked = ("ruling verdict", "--time", "between-games", "--edition", ours)
    said = flat(roundbook(*asked))
    assert f"table {table} §" in said
    assert "TRF" not in said
    assert "TCG-H" not in said
    data = roundbook(*asked, "--json", code=0).data
    assert data["cites"].startswith(f"table {table} §")
    assert [row["cite"] for row in data["rows"]] == [data["cites"]]


def test_a_row_has_the_word_of_the_edition_for_a_match_without_a_winner() -> None:
    """Where the word is draw, nothing says tie: no row, in lines or as data."""
    asked = ("ruling verdict", "--time", "between-games", "--edition", "dci-mtr")
    said = flat(roundbook(*asked))
    assert "result: 0-0 (a draw)" in said
    assert "the match is a draw" in said
    data = roundbook(*asked, "--json", code=0).data
    assert [row["follows"] for row in data["rows"]] == ["the match is a draw"]
    assert "the match is a tie" in flat(roundbook("ruling verdict", "--time", "between-games"))


@pytest.mark.rule("POD-4", "POD-8")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "1", *LAST_TURN), "result: 1-0-1 (a win for the left player) POD row 5"),
        (("--games", "1,2", *LAST_TURN), "result: 1-1-1 (a draw) POD row 6"),
        (("--games", "1,2", "--time", "between-games"), "result: 1-1 (a draw) POD row 6"),
        (("--games", "1,1"), "result: 2-0 (a win for the left player) POD row 3"),
        (("--games", "2-0"), "result: 2-0 (a win for the left player) POD row 3"),
        (
            ("--on", "game", "--time", "in-turn"),
            "the next turn is turn 1 of 5 POD row 1",
        ),
    ],
)
def test_a_pod_is_decided_by_its_sheet(words: Sequence[str], said: str) -> None:
    assert said in flat(roundbook("ruling verdict", "--edition", "dci-pod", *words))


@pytest.mark.rule("POD-4")
def test_the_sheet_of_a_pod_has_no_rule_for_a_player_who_was_away() -> None:
    away = ("ruling verdict", "--games", "1", *LAST_TURN, "--judge-told", "--away", "1")
    assert "result: a win for the right player TRF §8.3 row 1" in flat(roundbook(*away))
    assert "result: 1-0-1" in flat(roundbook(*away, "--edition", "dci-pod"))
    for other in ("--single", "--elimination"):
        said = roundbook("ruling verdict", other, "--edition", "dci-pod", "--games", "none", code=3)
        assert "Swiss rounds with best-of-three matches" in said.err


def test_no_row_says_another_number_of_turns_than_the_edition() -> None:
    for edition in ("play-2017", "dci-mtr", "dci-pod"):
        said = flat(
            roundbook("ruling verdict", "--on", "game", "--time", "in-turn", "--edition", edition)
        )
        assert "first of three" not in said


@pytest.mark.rule("A-25")
def test_whoever_was_away_loses_unless_both_were() -> None:
    match = ("ruling verdict", "--single", *LAST_TURN, "--judge-told", "--away")
    assert "result: a win for the left player TRF §8.2 row 1" in flat(roundbook(*match, "2"))
    assert "result: 0-0-1 (a tie) TRF §8.2 row 2" in flat(roundbook(*match, "both"))


@pytest.mark.rule("A-84")
def test_whoever_was_away_loses_although_sudden_death_was_played() -> None:
    tied = ("ruling verdict", "--elimination", "--games", "1,2", "--time", "between-games")
    said = flat(roundbook(*tied, "--away", "1", "--judge-told", "--decider", "1"))
    assert "result: a win for the right player TRF §9.3 row 1" in said
    assert "Sudden Death makes no difference: the absence is considered first" in said


def test_an_absence_that_nobody_was_told_of_is_said_to_be_not_counted() -> None:
    match = ("ruling verdict", "--games", "1", "--time", "between-games", "--away", "1")
    said = flat(roundbook(*match))
    assert "result: 1-0 (a win for the left player)" in said
    assert "not counted: the left player was late or away, but no judge was told before" in said
    assert "not counted" not in flat(roundbook(*match, "--judge-told"))


@pytest.mark.rule("A-85")
def test_nobody_finishes_a_turn_when_time_is_called_between_turns() -> None:
    said = flat(roundbook("ruling verdict", "--on", "game", "--time", "between-turns"))
    assert "next: resolve the effects between turns; the new turn is turn 1 of 3" in said
    assert "finish" not in said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (
            ("--games", "3"),
            2,
            '"3" is not a list of game winners; list them in order, such as 1,2',
        ),
        (("--games", ",".join("1" * 10)), 2, "is not a list of game winners"),
        (("--games", "1-1"), 2, '"1-1" does not say who won which game'),
        (("--games", "2-1"), 2, "such as 1,2"),
        (
            ("--prizes", "7-1"),
            2,
            '"7-1" does not give the Prize cards remaining; use the form 2-4.',
        ),
        (("--initial", "7"), 2, "--initial"),
        (("--games", "1,1,2"), 3, "the match was won before the last game listed"),
        (
            ("--judge-told",),
            3,
            "neither player was late or away, so there was nothing to tell a judge.",
        ),
        (
            ("--elimination", *LAST_TURN),
            3,
            "enter how many Prize cards each player has left: they decide (TRF §9).",
        ),
        (("--decider", "1"), 3, "Sudden Death decides a match only in elimination"),
    ],
)
def test_what_cannot_be_gets_one_sentence(words: Sequence[str], code: int, sentence: str) -> None:
    said = roundbook("ruling verdict", *words)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err
    assert len(said.err) < 500


def test_a_judge_can_be_asked_for_one_fact_after_the_other() -> None:
    answers = "elimination\nbo3\n1\ngame\nin-turn\nperhaps\ny\n4\n7-7\n1-2\n2\nn\n"
    said = roundbook("ruling verdict", "--ask", "--json", stdin=answers.encode(), code=0)
    assert said.err.count("\n") >= 1
    data = said.out[said.out.index("{") :]
    assert '"cites": "TRF §9.3 rows 7 and 10"' in data
    assert said.err.count("Please answer y or n.") == 1
    assert '"7-7" does not give the Prize cards remaining' in said.err
    assert "Prize cards remaining" in said.err + said.out
    typed = roundbook(
        "ruling verdict",
        *("--elimination", "--games", "1", *LAST_TURN),
        *("--prizes", "1-2", "--initial", "4", "--away", "2", "--json"),
    )
    assert data == typed.out


def test_what_is_given_as_an_option_is_not_asked() -> None:
    given = ("--elimination", "--single", "--games", "1", "--time", "between-games")
    said = roundbook(
        "ruling verdict", "--ask", *given, "--json", stdin=b"nothing\nnobody\n", code=0
    )
    for question in ("Which part", "Which format", "Who won", "Where was time"):
        assert question not in said.err + said.out
    data = said.out[said.out.index("{") :]
    assert data == roundbook("ruling verdict", *given, "--json").out


def test_only_what_matters_is_asked() -> None:
    said = roundbook("ruling verdict", "--ask", stdin=b"swiss\nbo3\n1,2\nnothing\nnot-yet\n")
    assert "game 3 starts; the left player, who lost, chooses" in flat(said)
    for question in ("Prizes", "late", "last turn"):
        assert question not in said.err + said.out


def test_without_an_answer_there_is_no_verdict() -> None:
    said = roundbook("ruling verdict", "--ask", stdin=b"swiss\n", code=2)
    assert "a question was not answered, so there is no verdict." in said.err
