import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.mark.rule("LED-4")
def test_both_results_stay_in_the_ledger(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    said = line("correct", "masters-1-1", "0-2", "--reason", "slip read upside down")
    first, second = (f"{FOUR[int(p[1:]) - 1]} ({p})" for p in line.paired(1)["pairings"][0])
    assert said.out == (
        f"Entry 10: match masters-1-1 was corrected to 0-2 (a win for {second}).\n"
        f"{first} 0-1-0 - {second} 1-0-0.\n"
        "1 of 2 results of round 1 of masters is in.\n"
    )
    verdicts = [entry["events"][0]["result"]["verdict"] for entry in line.ledger()[-2:]]
    assert verdicts == ["first", "second"]


@pytest.mark.rule("TOP-4h")
def test_the_second_pairing_after_it_locks_a_result(line: Line) -> None:
    line.begin(*FOUR)
    for number in (1, 2):
        line.play(number)
        line.pair()
    said = line.refused(
        "correct", "masters-1-1", "0-2", "--reason", "too late", rule="result-locked"
    )
    first, second = (f"{FOUR[int(p[1:]) - 1]} ({p})" for p in line.paired(1)["pairings"][0])
    assert said == (
        f"refused: match masters-1-1 ({first} – {second}) is locked: round 3 has been paired.\n"
        "  rule: result-locked (TOP §4)\n"
        "  hint: The result stands; to note the dispute, use `roundbook note`.\n"
    )
    line("correct", "masters-2-1", "0-2", "--reason", "in time")


def test_the_refusal_in_json(line: Line) -> None:
    line.begin(*FOUR)
    said = line.at("correct", "masters-1-1", "0-2", "--reason", "never reported", "--json", code=3)
    assert said.data["refused"]["rule"] == "not-reported"
    assert said.data["refused"]["message"] == "match masters-1-1 has no result yet."


def test_a_result_that_is_not_there_is_not_reported_to_be_withdrawn(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("withdraw", "masters-1-1", "--reason", "never reported")
    assert "There is no result to withdraw." in said


def test_a_table_without_a_result_yet_is_told_with_its_result_of_the_round_before(
    line: Line,
) -> None:
    line.begin(*FOUR, played=1)
    line.pair()
    said = line.refused("correct", "2", "0-2", "--reason", "slip misread", rule="not-reported")
    assert "(`roundbook report`), or correct round 1 at this table" in said
    assert "(`roundbook correct masters-1-2 …`), which was " in said
    line.play(2)
    line("pair")
    said = line.refused("correct", "2", "0-2", "--reason", "slip misread", rule="not-reported")
    assert "correct round 2 at this table (`roundbook correct masters-2-2 …`)" in said
    line("withdraw", "masters-2-2", "--reason", "slip misread")
    said = line.refused("correct", "masters-2-2", "0-2", "--reason", "a", rule="not-reported")
    assert "hint: Report it: `roundbook report`." in said, "round 1 is locked"


@pytest.mark.rule("LED-9")
def test_a_reason_that_names_somebody_is_refused_and_not_kept(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    for reason in ("ana LÓPEZ misread it", "said Lopez, Ana", "Ana Lopez"):
        said = line.refused(
            "correct", "masters-1-1", "0-2", "--reason", reason, rule="name-in-text"
        )
        assert 'Write "p1" instead of the name.' in said
    kept = (line.folder / "attempts.jsonl").read_text().lower()
    assert "lopez" not in kept
    assert "lópez" not in kept


@pytest.mark.rule("LED-9")
def test_a_conflict_does_not_keep_a_name_either(line: Line) -> None:
    line.begin(*FOUR)
    seen = len(line.ledger())
    line("report", "masters-1-1", "2-0")
    reason = "Ana Lopez says so"
    line.refused("correct", "masters-1-1", "0-2", "--reason", reason, "--seen", seen, code=4)
    assert "Lopez" not in (line.folder / "attempts.jsonl").read_text()


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("", "the value must not be empty."),
        ("x" * 2001, "the value has 2,001 characters; at most 2,000 are allowed."),
        ("a\x00b", "the value contains control or text-direction characters; remove them."),
        ("a\u2066b", "the value contains control or text-direction characters; remove them."),
        ("a\udc80b", "the value contains control or text-direction characters; remove them."),
    ],
)
def test_a_reason_that_cannot_be_kept_is_misuse(line: Line, reason: str, sentence: str) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-0")
    said = line.refused("correct", "masters-1-1", "0-2", "--reason", reason, code=2)
    assert sentence in said


def test_a_bare_table_is_a_match_of_the_round_as_in_report(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "2", "20")
    said = line("correct", "2", "0-2", "--reason", "misread").out
    second = line.paired(1)["pairings"][1][1]
    won = f"{FOUR[int(second[1:]) - 1]} ({second})"
    assert f"match masters-1-2 was corrected to 0-2 (a win for {won}).\n" in said
    before = line.files()
    for words, sentence in (
        (("9", "20"), "there is no table 9; the tables are 1 to 2."),
        (("2",), "give the result of match masters-1-2, such as 2-0."),
        (("2", "20", "d1"), "to drop a player, use `roundbook drop PLAYER`."),
    ):
        assert sentence in line.at("correct", *words, "--reason", "misread").err
    assert {**line.files(), "attempts.jsonl": b""} == {**before, "attempts.jsonl": b""}
