import json

import pytest

from ledger.people.book import Person, commitment
from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
LATE = ("late", "Eve Ray", "--birth-year", 1990)


@pytest.mark.rule("TOP-3.1.3a", "TOP-3.1.3d")
def test_a_late_player_takes_a_loss_for_every_round_started(line: Line) -> None:
    line.begin(*FOUR)
    line.play(1)
    line("pair")
    line("start")
    line.refused(*LATE, rule="late-not-informed")
    said = line(*LATE, "--informed")
    assert said.out.startswith("entry 13: Eve Ray is p5 (Masters), late, with 2 losses\n")
    event = line.ledger()[-1]["events"][0]
    assert (event["losses"], event["informed_by"]) == (2, "h1")


def test_before_the_start_nobody_is_late(line: Line) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990)
    line.refused(*LATE, "--informed", rule="late-before-start")


@pytest.mark.rule("TOP-3.1.3e")
def test_for_championship_points_round_2_closes_the_door(line: Line) -> None:
    line.start("--championship-points")
    for name in FOUR:
        line("register", name, "--birth-year", 1990)
    for round_number in (1, 2):
        line("pair")
        if round_number == 1:
            line("announce")
        line("start")
        line.play(round_number)
    line.refused(*LATE, "--informed", rule="late-entry-closed")
    because = "the doors were shut by mistake"
    line(*LATE, "--informed", "--override", "late-entry-closed", "--because", because)


def test_a_division_that_plays_nowhere_joins_the_only_pool(line: Line) -> None:
    line.begin(*FOUR)
    line("late", "Kim", "--birth-year", 2016, "--informed")
    event = line.ledger()[-1]["events"][0]
    assert (event["division"], event["pool"], event["losses"]) == ("Junior", "masters", 1)
    line.refused("late", "Lee", "--birth-year", 2016, "--informed", "--pool", "juniors")


@pytest.mark.rule("TOP-3.1.3c")
def test_somebody_who_is_not_admitted_is_recorded_without_a_number(line: Line) -> None:
    line.begin(*FOUR)
    words = (*LATE, "--refuse", "--reason", "would hold up the round", "--cmd", "l1")
    assert "must be used together" in line.refused(*LATE, "--refuse", code=2)
    said = line(*words)
    assert said.out == "entry 9: Eve Ray is not admitted\n"
    (event,) = line.ledger()[-1]["events"]
    assert event["event"] == "entry-refused"
    book = json.loads((line.folder / "people.json").read_text())
    known = book["refused"][event["commitment"]]
    person = Person(name="Eve Ray", birth_year=1990)
    assert commitment(person, known["salt"]) == event["commitment"]
    assert set(book["players"]) == {"p1", "p2", "p3", "p4"}
    before = line.files()
    assert line(*words).out == said.out
    assert line.files() == before
    assert "Eve" not in (line.folder / "ledger.jsonl").read_text()


@pytest.mark.rule("LED-5")
def test_a_repeated_admission_answers_the_first(line: Line) -> None:
    line.begin(*FOUR)
    line(*LATE, "--informed", "--cmd", "l1")
    line.play(1)
    line("pair")
    line("start")
    before = line.files()
    assert "with 1 loss\n" in line(*LATE, "--informed", "--cmd", "l1").out
    assert line.files() == before
    assert "as Eve Ray (p5)" in line.refused(*LATE, "--informed")
