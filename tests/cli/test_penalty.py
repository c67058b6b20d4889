import pytest

from tests.cli.line import Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
JUDGE = ("--as", "Jo Wren", "--role", "judge")
NO_GAME = "but the result does not include a game won by the opponent."


def test_a_penalty_is_recorded_with_its_judge_and_changes_no_result(line: Line) -> None:
    line.begin(*FOUR)
    before = roundbook("standings", "-C", line.folder, "--json").standings
    said = line(
        "penalty",
        "ana",
        "warning",
        "--for",
        "drew an extra card",
        "--match",
        _of(line, "p1"),
        *JUDGE,
    )
    which = _of(line, "p1")
    told = f"Entry 9: Ana Lopez (p1) was given a warning in match {which}: drew an extra card.\n"
    assert said.out == told
    entry = line.ledger()[-1]
    assert entry["hand"].items() >= {"id": "h2", "role": "judge", "station": "desk"}.items()
    (event,) = entry["events"]
    assert (event["event"], event["penalty"], event["player"]) == (
        "penalty-issued",
        "warning",
        "p1",
    )
    assert roundbook("standings", "-C", line.folder, "--json").standings == before
    assert roundbook("verify", line.folder).code == 0


def _of(line: Line, player: str) -> str:
    """Return the match of a player in round 1."""
    paired = line.paired(1)
    at = zip(paired["pairings"], paired["tables"], strict=True)
    return next(f"masters-1-{table}" for pairing, table in at if player in pairing)


def test_the_history_of_a_player_is_told_before_the_next_penalty(line: Line) -> None:
    line.begin(*FOUR)
    line("penalty", "p1", "caution", "--for", "late to the table")
    line("penalty", "p2", "warning", "--for", "slow play")
    said = line("penalty", "p1", "double prize", "--for", "drew two cards")
    assert said.out == (
        "Entry 11: Ana Lopez (p1) was given a double Prize penalty: drew two cards.\n"
        "Earlier penalty: caution in entry 9 (late to the table).\n"
    )
    listed = roundbook("penalty", "-C", line.folder, "p1", "--json").data["penalties"]
    assert [(one["seq"], one["penalty"]) for one in listed] == [
        (9, "caution"),
        (11, "double-prize"),
    ]
    everybody = roundbook("penalty", "-C", line.folder)
    assert everybody.out.count("Ana Lopez (p1)") == 2
    assert "slow play (by organiser)" in everybody.out
    assert "no penalty for p3 is on record." in roundbook("penalty", "-C", line.folder, "p3").out


def test_what_was_withdrawn_stays_in_the_list_with_its_reason(line: Line) -> None:
    line.begin(*FOUR)
    line("penalty", "p1", "warning", "--for", "slow play")
    line("penalty", "p1", "--withdraw", 9, "--reason", "it was the opponent")
    line.refused("penalty", "p1", "--withdraw", 9, "--reason", "again", rule="penalty-unknown")
    (one,) = roundbook("penalty", "-C", line.folder, "--json").data["penalties"]
    assert one["withdrawn"] == "it was the opponent"
    said = line("penalty", "p1", "warning", "--for", "slow play")
    assert "before" not in said.out.lower()
    assert len(roundbook("penalty", "-C", line.folder, "--json").data["penalties"]) == 2


def test_a_lost_game_or_match_says_what_to_report(line: Line) -> None:
    line.begin(*FOUR)
    left, right = line.paired(1)["pairings"][0]
    words = ("match-loss", "--for", "left the table", "--match", "masters-1-1")
    lost = "The match is lost. Enter its result: `roundbook {}`.\n"
    said = line("penalty", left, *words).out
    assert said.endswith(lost.format("report masters-1-1 2"))
    said = line("penalty", right, *words).out
    assert said.endswith(lost.format("report masters-1-1 1"))
    line("report", "masters-1-1", "1")
    said = line("penalty", left, *words).out
    assert said.endswith(lost.format("correct masters-1-1 2 --reason …"))
    said = line("penalty", left, "game-loss", "--for", "59 cards").out
    counts = (
        "Include the lost game or match in the result that you report. Enter it: `roundbook report"
    )
    assert f"{counts} MATCH RESULT`.\n" in said


def test_a_result_that_does_not_count_a_penalty_is_asked_about(line: Line) -> None:
    """No rule forbids it: the slip may be right, and the penalty for another match."""
    line.begin(*FOUR)
    left = line.paired(1)["pairings"][0][0]
    other = line.paired(1)["pairings"][1][1]
    line("penalty", left, "game-loss", "--for", "59 cards", "--match", "masters-1-1")
    line("penalty", other, "match-loss", "--for", "left", "--match", "masters-1-2")
    asks = f"has a game loss in this match, {NO_GAME}"
    said = line("report", "masters-1-1", "2-0").out
    assert asks in said
    assert "correct masters-1-1 RESULT --reason …" in said
    for right_now in ("2-1", "1", "0-2", "1-1"):
        assert asks not in line("correct", "masters-1-1", right_now, "--reason", "slip").out
    assert asks in line("correct", "masters-1-1", "0-0", "--reason", "slip").out
    lost = "has a match loss in this match, but the result is not a loss for that player."
    assert lost not in line("report", "masters-1-2", "2-1").out
    assert lost in line("correct", "masters-1-2", "0-2", "--reason", "slip").out


def test_a_penalty_that_a_result_forgets_is_named_until_somebody_decides(line: Line) -> None:
    line.begin(*FOUR)
    left = line.paired(1)["pairings"][0][0]
    line("penalty", left, "game-loss", "--for", "59 cards", "--match", "masters-1-1")
    line.report({"masters-1-1": "2-0", "masters-1-2": "1"})
    about = f"has a game loss in match masters-1-1, {NO_GAME}"
    note = f"note TEXT --match masters-1-1 --player {left}"
    fix = f"`roundbook correct masters-1-1 RESULT --reason …` or `roundbook {note}`."
    how = f"({left}) {about} Correct the result, or say in a note why it is right: {fix}"
    assert line("status").out.count(how) == 1
    line("note", "the deck was checked", "--match", "masters-1-1")
    assert how in line.close("--dry-run").out, "a note on nobody settles nothing"
    assert how in line("pair").err
    line("correct", "masters-1-1", "2-1", "--reason", "the slip")
    assert about not in line("status").out
    line("correct", "masters-1-1", "2-0", "--reason", "the slip")
    assert about in line("status").out
    line("note", "served in round 2", "--match", "masters-1-1", "--player", left)
    assert about not in line("status").out
    line("start")
    line.report({"masters-2-1": "1", "masters-2-2": "1"})
    line("penalty", left, "match-loss", "--for", "left", "--match", "masters-1-1")
    line("pair")
    stands = "It can no longer be corrected, so say in a note why it stands: `roundbook note TEXT"
    assert f"but the result is not a loss for that player. {stands}" in line("status").out


def test_a_disqualification_is_an_act_of_its_own_and_stands_in_the_list(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("penalty", "p1", "disqualification", "--for", "bribery", code=2)
    assert "roundbook people disqualify" in said
    line("people disqualify", "p1", "--reason", "bribery")
    (one,) = roundbook("penalty", "-C", line.folder, "--json").data["penalties"]
    assert (one["penalty"], one["infraction"]) == ("disqualification", "bribery")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("warning",), 2, "--for: this field must be filled in"),
        (("--for", "slow play"), 2, "PENALTY: this field must be filled in"),
        (("yellow-card", "--for", "slow play"), 2, "'yellow-card' is not one of 'caution'"),
        (("--withdraw", "9"), 2, "--reason: this field must be filled in"),
        (
            ("warning", "--withdraw", "9", "--reason", "so"),
            2,
            "to withdraw a penalty, give only its player, its entry and the reason",
        ),
        (
            ("warning", "--for", "slow play", "--reason", "so"),
            2,
            "--reason: fill this in only to withdraw a penalty",
        ),
        (("warning", "--for", "hurt Ben Ode"), 3, "the text names Ben Ode (p2)"),
        (("warning", "--for", "slow", "--match", "masters-1-9"), 3, "there is no match"),
    ],
)
def test_what_cannot_be_is_said(
    line: Line, words: tuple[str, ...], code: int, sentence: str
) -> None:
    line.begin(*FOUR)
    assert sentence in line.refused("penalty", "p1", *words, code=code)


@pytest.mark.rule("LED-5")
def test_a_penalty_that_is_repeated_is_given_once(line: Line) -> None:
    line.begin(*FOUR)
    words = ("penalty", "p1", "warning", "--for", "slow play", "--cmd", "x1")
    first = line(*words)
    before = line.files()
    assert line(*words).out == first.out
    assert line.files() == before
    line("penalty", "p1", "caution", "--for", "late", "--dry-run")
    assert line.files() == before


@pytest.mark.rule("TRF-1.2")
def test_a_ruling_is_the_head_judges_and_belongs_to_its_match(line: Line) -> None:
    line.begin(*FOUR)
    ruling = ("note", "the effect ends with the turn", "--ruling", "--match", "masters-1-1")
    line("people staff", "Max Low", "head-judge")
    line.refused(*ruling, rule="ruling-not-head-judge")
    line.refused(*ruling, "--role", "judge", rule="ruling-not-head-judge")
    said = line(*ruling, "--as", "Max Low")
    stays = "A note cannot be withdrawn; if it is wrong, add another one that says so."
    ruled = "Entry 10: ruling on masters-1-1: the effect ends with the turn."
    assert said.out == f"{ruled}\n{stays}\n"
    *_, last = roundbook("history", "-C", line.folder, "--match", "masters-1-1", "--json").data[
        "history"
    ]
    assert last["by"] == "Max Low (head-judge)"
    assert last["what"] == "ruling on masters-1-1: the effect ends with the turn"
    (event,) = line.ledger()[-1]["events"]
    assert event["ruling"] is True


@pytest.mark.rule("TRF-1.7")
def test_a_proxy_is_recorded_and_the_damaged_card_is_kept(line: Line) -> None:
    line.begin(*FOUR)
    line("people staff", "Jo Park", "judge")
    proxy = (
        "ruling proxy",
        "ana",
        "Switch ROS 91",
        "--damaged",
        "bent by the shuffle",
        "--as",
        "Jo Park",
    )
    line.refused(*proxy[:-2], "--kept", rule="proxy-not-judge")
    line.refused(*proxy[:-2], "--as", "Kim Sun", *JUDGE, "--kept", rule="proxy-not-judge")
    said = line.at(*proxy)
    assert (said.code, "rule: damaged-card-not-kept (TRF §1.7)" in said.err) == (3, True)
    said = line(*proxy, "--kept")
    assert said.out.startswith(
        "Entry 10: a proxy was made for a damaged card of Ana Lopez (p1): Switch ROS 91.\n"
    )
    assert "The damaged card stays with the deck, for reference during play.\n" in said.out
    entry = line.ledger()[-1]
    assert entry["hand"]["role"] == "judge"
    assert entry["events"] == [
        {
            "card": "Switch ROS 91",
            "event": "proxy-made",
            "kept": True,
            "player": "p1",
            "reason": "bent by the shuffle",
        }
    ]
    shown = " ".join(roundbook("history", "-C", line.folder).out.split())
    assert "a proxy was made for a damaged card of Ana Lopez (p1): Switch ROS 91" in shown
