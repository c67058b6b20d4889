import re
from collections.abc import Sequence
from datetime import timedelta

import pytest

from roundbook.cli.session.venue import venue
from roundbook.ledger.events.catalogue import CutMade, RoundPaired, RoundStarted
from roundbook.ledger.events.event import Override
from roundbook.ledger.terms import Division, Pairing, PlayerId, Pool
from tests.cli.line import Line
from tests.cli.typed import NOON, roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
ONE_EACH = ("--games", "1,2")
IN_GAME = ("--on", "game", "--time", "in-turn", "--last-turn-ended")
STILL_RUNS = "still shows|still has|has not started yet"


def named(player: str) -> str:
    """A player of the four as answers name them."""
    return f"{FOUR[int(player[1:]) - 1]} ({player})"


def events_of(line: Line) -> list[dict[str, object]]:
    """The events of the last entry."""
    events: list[dict[str, object]] = line.ledger()[-1]["events"]
    return events


@pytest.mark.rule("TRF-8.3", "A-28")
def test_facts_and_the_result_that_follows_are_one_entry(line: Line) -> None:
    line.begin(*FOUR)
    words = ("time-called", "masters-1-1", "--games", "1", "--time", "between-games", "--report")
    said = line(*words, "--cmd", "e1")
    left, right = line.paired(1)["pairings"][0]
    names = dict(zip(("p1", "p2", "p3", "p4"), FOUR, strict=True))
    assert said.out == (
        f"Result: 1-0 (a win for {names[left]} ({left})).\n"
        "TRF §8.3 row 4: time has been called, game 1 is won, and game 2 has not started: the "
        "winner of game 1 wins the match.\n"
        "If this result is wrong, use `roundbook correct masters-1-1 RESULT --reason …`.\n"
        "The clock for round 1 has not started yet.\n"
        f"Entry 9: match masters-1-1 as a judge saw it: game 1 was won by {names[left]} ({left}); "
        "time was called with no game under way.\n"
        f"Entry 9: match masters-1-1 was reported: 1-0 (a win for {names[left]} ({left})).\n"
        f"{names[left]} ({left}) 1-0-0 - {names[right]} ({right}) 0-1-0.\n"
        "1 of 2 results of round 1 of masters is in.\n"
    )
    ended, reported = events_of(line)
    assert ended == {
        "event": "match-ended",
        "match": ["masters", 1, 1],
        "facts": {"games": ["first"], "time": "between-games"},
    }
    assert reported["result"] == {"verdict": "first", "games": [1, 0, 0]}
    before = line.files()
    assert line(*words, "--cmd", "e1").out == said.out
    assert line.files() == before


def test_facts_alone_say_what_follows_and_report_nothing(line: Line) -> None:
    line.begin(*FOUR)
    said = line("time-called", "masters-1-1", *ONE_EACH, *IN_GAME)
    assert "Result: 1-1-1 (a tie).\n" in said.out
    assert "\nIf the judge agrees, use `roundbook report masters-1-1 1-1-1`.\n" in said.out
    assert [event["event"] for event in events_of(line)] == ["match-ended"]
    line.refused("report", "masters-1-1", "2-1", rule="verdict-differs")
    line("report", "masters-1-1", "1-1-1")
    again = line("time-called", "masters-1-1", *ONE_EACH, *IN_GAME).out
    assert "\nThe recorded result agrees with it.\n" in again
    assert "If the judge agrees" not in again


def test_without_a_fact_there_is_nothing_to_record(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)
    cases: list[tuple[str, ...]] = [(), ("--report",), ("--result", "1"), ("--initial", "6")]
    for words in cases:
        said = line.refused("time-called", "masters-1-1", *words, code=2)
        assert "describe what was seen at the table: the games won" in said
        assert "--games 1 --time between-games" in said
    monkeypatch.setattr("roundbook.cli.commands.time_called.at_terminal", lambda: True)
    answers = b"1\nnothing\nbetween-games\nnobody\n"
    asked = roundbook("time-called", "masters-1-1", "--report", "-C", line.folder, stdin=answers)
    assert asked.code == 0, asked
    assert "Which part" not in asked.err + asked.out
    first = f"({line.paired(1)['pairings'][0][0]})"
    reported = re.search(r"was reported: 1-0 \(a win for .* (\(p\d\))\)\.\n", asked.out)
    assert reported, asked.out
    assert reported[1] == first
    assert events_of(line)[0]["facts"] == {"games": ["first"], "time": "between-games"}


def test_a_result_that_follows_says_how_far_the_round_is_and_what_comes_next(line: Line) -> None:
    line.begin(*FOUR)
    words = ("--games", "1,1", "--report")
    said = line("time-called", "masters-1-1", *words).out
    assert said.endswith("\n1 of 2 results of round 1 of masters is in.\n")
    said = line("time-called", "masters-1-2", *words).out
    all_in = "\n2 of 2 results of round 1 of masters are in.\n"
    assert said.endswith(f"{all_in}next: roundbook pair masters\n")


@pytest.mark.rule("TRF-7.1")
def test_a_clock_that_still_runs_is_pointed_out(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: NOON)
    line.begin(*FOUR)
    time = ("--games", "1", "--time", "between-games")

    def noted(table: int, minutes: int) -> str:
        moment = NOON + timedelta(minutes=minutes)
        monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: moment)
        out = line("time-called", f"masters-1-{table}", *time).out
        return "\n".join(said for said in out.splitlines() if re.search(STILL_RUNS, said))

    assert noted(1, 1) == "The clock for round 1 has not started yet."
    assert noted(1, 17) == "The clock for round 1 still shows 30:00."
    line("extend", "masters-1-2", 5, "--informed")
    assert noted(2, 17) == "Match masters-1-2 still has 35:00 left, with its extra time."
    assert noted(1, 47) == ""
    untimed = line("time-called", "masters-1-2", "--games", "1").out
    assert not re.search(STILL_RUNS, untimed)


@pytest.mark.rule("TRF-7.1")
def test_the_clock_of_a_bracket_is_named_as_its_round_is(line: Line) -> None:
    line.start("--style", "single-elimination", Masters=4)
    for verb in ("announce", "round seed", "pair", "start"):
        line(verb)
    said = line("time-called", "bracket-1-1", "--games", "1", "--time", "between-games").out
    assert "\nThe clock for the semi-finals has not started yet.\n" in said


def test_a_match_that_is_not_over_has_no_result_to_report(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused(
        "time-called", "masters-1-1", "--on", "game", "--time", "in-turn", "--report"
    )
    assert "according to these facts, match masters-1-1 (" in said
    assert ") is not over yet." in said
    assert "the next turn is turn 1 of 3" in said
    seen = line("time-called", "masters-1-1", "--games", "1")
    second = line.paired(1)["pairings"][0][1]
    assert f"game 2 starts; {named(second)}, who lost, chooses who goes first" in seen.out


def test_facts_that_cannot_be_are_refused_in_one_sentence(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused(
        "time-called", "masters-1-1", "--games", "1,1", "--on", "game", rule="facts-impossible"
    )
    assert said.startswith("refused: the match has been won: no game can be under way.\n")
    line.refused("time-called", "masters-1-9", rule="match-unknown")
    wrong = line.refused("time-called", "masters-1-1", "--report", "--result", "1", code=2)
    assert "leave out --result" in wrong


@pytest.mark.rule("TRF-8.3", "TRF-1.2")
def test_the_head_judge_decides_otherwise_and_both_stay_in_the_ledger(line: Line) -> None:
    line.begin(*FOUR)
    line("people staff", "Max Low", "head-judge")
    words = (
        "time-called",
        "masters-1-1",
        "--games",
        "1",
        "--time",
        "between-games",
        "--result",
        "tie",
    )
    line.refused(*words, rule="verdict-differs")
    leave = ("--override", "verdict-differs", "--because", "The opponent had stalled.")
    line.refused(*words, *leave, rule="verdict-differs")
    line.refused(*words, *leave, "--role", "head-judge", rule="verdict-differs")
    line(*words, *leave, "--as", "Max Low")
    ended, reported = events_of(line)
    assert (ended["event"], reported["result"]) == ("match-ended", {"verdict": "tie"})
    line.run("verify", line.folder, code=0)
    assert "verdict-differs" in line.run("history", "-C", line.folder).out


@pytest.mark.rule("POD-8", "POD-4")
@pytest.mark.parametrize(
    ("facts", "games"),
    [
        ((*ONE_EACH, *IN_GAME), [1, 1, 1]),
        ((*ONE_EACH, "--time", "between-games"), [1, 1, 0]),
        (("--games", "2,1,2"), [1, 2, 0]),
        (("--games", "2", "--time", "between-games"), [0, 1, 0]),
        (("--games", "2", *IN_GAME), [0, 1, 1]),
    ],
)
def test_at_a_pod_only_games_that_started_are_counted(
    line: Line, facts: Sequence[str], games: list[int]
) -> None:
    pod(line)
    line("time-called", "open-1-1", *facts, "--report")
    assert events_of(line)[1]["result"]["games"] == games  # type: ignore[index]
    pairings = line.run("pairings", "-C", line.folder).out
    shown = "-".join(str(count) for count in (games if games[2] else games[:2]))
    assert f" {shown}\n" in pairings


@pytest.mark.rule("POD-8")
def test_at_a_pod_a_game_that_did_not_start_cannot_be_claimed(line: Line) -> None:
    pod(line)
    line("time-called", "open-1-1", *ONE_EACH, "--time", "between-games")
    line.refused("report", "open-1-1", "1-1-1", rule="game-not-started")
    line("report", "open-1-1", "1-1")


@pytest.mark.rule("POD-7", "A-34")
def test_at_a_pod_nobody_agrees_on_a_draw_and_a_tie_is_called_a_draw(line: Line) -> None:
    pod(line)
    said = line.refused("report", "open-1-1", "ID", rule="tie-agreed")
    assert "players may not agree on a draw: match open-1-1 (" in said
    assert ") must be played." in said
    assert "open-1-1 was reported: a draw.\n" in line("report", "open-1-1", "draw").out
    assert "1-1-1 (a draw)" in line("report", "open-1-2", "1-1-1").out
    assert " draw\n" in line.run("pairings", "-C", line.folder).out
    words = " ".join(line.run("history", "-C", line.folder).out.split())
    assert "reported: a draw" in words
    assert "a tie" not in words
    corrected = line("correct", "open-1-2", "1-1", "--reason", "Game 3 had not started.")
    assert "corrected to 1-1 (a draw)" in corrected.out


@pytest.mark.rule("A-34")
def test_where_the_edition_lets_them_players_may_agree_on_a_tie(line: Line) -> None:
    line.begin(*FOUR)
    said = line("report", "masters-1-1", "id").out
    assert "masters-1-1 was reported: an intentional tie.\n" in said
    assert events_of(line)[0]["result"] == {"verdict": "tie", "agreed": True}
    assert "intentional tie" in line.run("pairings", "-C", line.folder).out


@pytest.mark.rule("A-30", "TRF-9.3")
def test_in_a_bracket_the_table_of_elimination_counts(line: Line) -> None:
    final(line)
    said = line("time-called", "masters-cut-2-1", *ONE_EACH, "--time", "between-games")
    assert "Single Prize Sudden Death decides the match" in said.out
    assert "TRF §9.3 row 12" in said.out
    facts = events_of(line)[0]["facts"]
    assert facts["part"] == "elimination"  # type: ignore[index]
    words = (*ONE_EACH, "--time", "between-games", "--decider", "2", "--report")
    line("time-called", "masters-cut-2-1", *words)
    assert events_of(line)[1]["result"] == {"verdict": "second"}


def test_history_tells_what_the_judge_saw(line: Line) -> None:
    line.begin(*FOUR)
    away = ("--away", "2", "--judge-told")
    line("time-called", "masters-1-1", "--games", "1", *IN_GAME, *away, "--report")
    words = " ".join(line.run("history", "-C", line.folder, "--plain").out.split())
    assert "match masters-1-1 as a judge saw it: game 1 was won by the left player;" in words
    assert "game 2 under way; time was called during a turn; the last turn has ended;" in words
    assert "the right player was late or away, and a judge knew" in words


def final(line: Line, *opening: str) -> None:
    """Play one round of Swiss between two, and seat both again for the final."""
    line.start(*opening)
    line.register(*FOUR[:2])
    line("announce", "--rounds", 1, *(("--basic-energy", "--energy-told-ahead") if opening else ()))
    line.pair()
    seeds = Pairing(*map(PlayerId, line.paired(1)["pairings"][0]))
    line.play(1)
    desk, bracket = venue(line.folder, noting=False).desk, Pool("masters-cut")
    few = Override(rule="cut-too-large", reason="They are two.", official="organiser")
    desk.post(CutMade(division=Division.MASTERS, pool=bracket, seeds=seeds, override=few))
    reason = "The final."
    desk.post(RoundPaired(pool=bracket, round=2, pairings=(seeds,), tables=(1,), reason=reason))
    desk.post(RoundStarted(pool=bracket, round=2))


def pod(line: Line) -> None:
    """Open a pod of eight and start its first round."""
    line.start("--edition", "dci-pod", "--style", "swiss")
    for number in range(8):
        line("register", f"Player {'ABCDEFGH'[number]}", "--division", "open")
    line("announce", "--rounds", 3)
    line.pair()


def test_the_verdict_in_json_holds_the_rows_and_what_comes_next() -> None:
    said = roundbook(
        "ruling verdict", "--elimination", *ONE_EACH, "--time", "between-games", "--json"
    )
    assert said.code == 0, said
    assert said.data["over"] is False
    assert said.data["next"] == {"step": "decider"}
    assert said.data["cites"] == "TRF §9.3 row 12"
    assert said.data["rows"][0]["case"] == "it is one game each, and game 3 has not started"
    assert said.data["facts"]["games"] == ["first", "second"]


@pytest.mark.rule("A-64", "TRF-9.3")
def test_in_limited_game_2_counts_below_two_prize_cards(line: Line) -> None:
    final(line, "--format", "sealed")
    counted = ("--games", "1", *IN_GAME, "--prizes", "3-2")
    said = line("time-called", "masters-cut-2-1", *counted, "--report")
    assert "TRF §9.3 row 6" in said.out
    assert events_of(line)[0]["facts"]["initial"] == 4  # type: ignore[index]
    assert events_of(line)[1]["result"]["verdict"] == "first"  # type: ignore[index]
    other = line.refused(
        "time-called", "masters-cut-2-1", *counted, "--initial", 5, rule="facts-elsewhere"
    )
    assert "starts with 4 Prize cards for each player (sealed), not with 5." in other


@pytest.mark.rule("A-63")
def test_facts_and_the_correction_they_ask_for_are_one_entry(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "tie")
    words = ("time-called", "masters-1-1", "--games", "1", "--time", "between-games")
    line.refused(*words, rule="verdict-differs")
    assert "already has the result a tie" in line.refused(*words, "--report")
    said = line(*words, "--report", "--reason", "Game 2 had not started.")
    first = line.paired(1)["pairings"][0][0]
    assert f"was corrected to 1-0 (a win for {named(first)}).\n" in said.out
    assert [event["event"] for event in events_of(line)] == ["match-ended", "result-corrected"]
    line(*words, "--report")
    assert [event["event"] for event in events_of(line)] == ["match-ended"]


@pytest.mark.rule("A-86", "TRF-7.3")
def test_the_announced_turns_are_counted_at_the_table_and_on_the_clock(line: Line) -> None:
    line.start()
    for name in FOUR:
        line("register", name, "--birth-year", 1990)
    line("announce", "--rounds", 3, "--time", 50, "--turns", 5)
    line("pair")
    line("start")
    playing = ("time-called", "masters-1-1", "--on", "game", "--time", "in-turn")
    assert "the next turn is turn 1 of 5" in " ".join(line(*playing).out.split())
    assert "the next turn is turn 1 of 5" in line.refused(*playing, "--report")
    assert "50 minutes and 5 turns" in line.at("round slips").out
    assert "for 50 minutes and 5 turns" in line.run("round clock", "-C", line.folder).out
