import pytest

from tests.cli.line import Line

FOUR = ("Ana", "Ben", "Cho", "Dee")


def test_a_withdrawn_result_leaves_the_match_open(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    said = line("withdraw", "masters-1-1", "--reason", "it was table 2")
    assert "the result of match masters-1-1 was withdrawn.\n" in said.out
    assert "\n0 of 2 results of round 1 of masters are in.\n" in said.out
    line("report", "masters-1-1", "0-2")


@pytest.mark.rule("A-48")
def test_a_withdrawn_round_keeps_locked_what_it_locked(line: Line) -> None:
    line.begin(*FOUR, played=2)
    line("pair")
    why = ("--reason", "somebody wants to correct round 1")
    would = line("withdraw", "masters-3", *why, "--dry-run").out
    assert "\nThe results of round 1 of masters would stay locked (TOP §4).\n" in would
    said = line("withdraw", "masters-3", *why)
    assert said.out.startswith(
        "Entry 16: round 3 of masters was withdrawn.\n"
        "The results of round 1 of masters stay locked (TOP §4).\n"
    )
    assert "stay locked" not in line("withdraw", "masters-2-1", "--reason", "not locked").out
    line.refused("correct", "masters-1-1", "0-2", "--reason", "too late", rule="result-locked")
    line.refused("withdraw", "masters-1-1", "--reason", "too late", rule="result-locked")


def test_a_round_that_locks_nothing_is_withdrawn_without_a_word_on_locks(line: Line) -> None:
    line.begin(*FOUR, played=1)
    line("pair")
    assert "locked" not in line("withdraw", "masters-2", "--reason", "somebody came back").out


@pytest.mark.parametrize(
    ("what", "code", "sentence"),
    [
        ("masters-2", 3, "round 2 of masters is not paired"),
        ("masters-1-7", 3, "masters-1-7"),
        ("masters", 2, '"masters" is neither a match such as masters-1-14 nor a round'),
        ("masters-x", 2, "is neither"),
    ],
)
def test_what_is_not_there_cannot_be_withdrawn(
    line: Line, what: str, code: int, sentence: str
) -> None:
    line.begin(*FOUR)
    assert sentence in line.refused("withdraw", what, "--reason", "a mistake", code=code)


def test_a_withdrawn_round_is_to_be_paired_first_whatever_others_play(line: Line) -> None:
    line.start("--style", "swiss")
    line.crowd(masters=6, senior=6)
    line("announce", "--rounds", 3)
    line("pair")
    line("post")
    line("start", "masters")
    assert "next: roundbook start senior" in line.run("status", "-C", line.folder).out
    said = line("withdraw", "senior-1", "--reason", "somebody came back").out
    assert "next: roundbook pair senior\n" in said
    assert "meanwhile" not in said
    assert line.run("status", "-C", line.folder, "--json").data["next"]["verb"] == "pair"
    line("pair", "senior")
    assert "next: roundbook post senior\n" in line.run("status", "-C", line.folder).out
