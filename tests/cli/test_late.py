import json
import re

import pytest

from roundbook.ledger.people.book import Person, commitment
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
    assert said.out.startswith(
        "Entry 13: Eve Ray (p5) joined Masters late, with 2 losses and the late tag, "
        "and was told by organiser.\n"
        "Eve Ray (p5) plays from round 3, and ranks below others with the same match points "
        "(TOP §3.1.3).\n"
    )
    event = line.ledger()[-1]["events"][0]
    assert (event["losses"], event["informed_by"]) == (2, "h1")


@pytest.mark.rule("TOP-3.1.3a")
def test_a_late_player_does_not_meet_somebody_with_a_bye_in_the_running_round(line: Line) -> None:
    line.begin(*FOUR, "Fay Roy")
    said = line(*LATE, "--informed").out
    assert re.search(r"^Round 1 has started, so .+ \(p[1-5]\) keeps the bye\.$", said, re.MULTILINE)
    line.play(1)
    for verb in ("pair", "start"):
        line(verb)
    said = line("late", "Gus Hall", "--birth-year", 1990, "--informed").out
    assert "plays from round 3" in said
    assert "bye" not in said, "six play round 2"


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


def test_nobody_is_told_of_losses_who_cannot_join(line: Line) -> None:
    """Neither hint would lead anywhere: the last round has started."""
    line.enrol(*FOUR)
    line.first_round(1)
    line.refused(*LATE, rule="nothing-left-to-play")
    line.refused("register", "Eve Ray", "--birth-year", 1990, rule="nothing-left-to-play")


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
    alone = "--reason: give a reason if the player is not admitted, and only then."
    assert alone in line.refused(*LATE, "--refuse", code=2)
    assert alone in line.refused(*LATE, "--informed", "--reason", "so", code=2)
    said = line(*words)
    told = "Eve Ray is not admitted. The name is kept outside the ledger.\n"
    assert said.out.startswith("Entry 9: ")
    assert said.out.endswith(told)
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
    again = line(*LATE, "--informed", "--cmd", "l1").out
    assert "with 1 loss and the late tag, and was told by organiser.\n" in again
    assert "Eve Ray (p5) plays from round 2, and " in again
    assert line.files() == before
    assert "as Eve Ray (p5)" in line.refused(*LATE, "--informed")


# --- somebody who is on the list already ---


@pytest.fixture
def left_out(line: Line) -> Line:
    """Round 1 has started without Dee Fox, who was on the list and had not come."""
    line.start()
    for name in FOUR:
        line("register", name, "--birth-year", 1990)
    line("announce")
    line("drop", "dee")
    line("pair")
    line("start")
    return line


@pytest.mark.rule("TOP-3.1.3a")
@pytest.mark.parametrize("words", [("dee",), ("p4",), ("p4", "--birth-year", 1990)])
def test_somebody_on_the_list_who_was_left_out_is_brought_back(
    left_out: Line, words: tuple[object, ...]
) -> None:
    said = left_out.refused("late", *words, "--informed")
    assert "refused: Dee Fox (p4) is already registered, and has dropped.\n" in said
    assert "To let them play again: `roundbook people reinstate p4 --reason …`." in said


@pytest.mark.rule("TOP-3.1.3a")
@pytest.mark.parametrize("age", [("--birth-year", 1990), ("--division", "masters")])
def test_nobody_gets_a_second_number_by_coming_late(
    left_out: Line, age: tuple[object, ...]
) -> None:
    said = left_out.refused("late", "dee fox", *age, "--informed")
    assert "Dee Fox (p4) is already registered, and has dropped." in said
    assert "For a different person, add a Player ID (`--id`)." in said
    words = ("Dee Fox", *age, "--informed", "--id", 99)
    other = left_out("late", *words).out
    assert "Dee Fox (p5) joined Masters late, with 1 loss and the late tag" in other
    assert "Dee Fox (p5) plays from round 2, and " in other
    assert "If they are the same person, drop the new one (`roundbook drop p5`), " in other
    assert "and let the other play: `roundbook people reinstate p4 --reason …`.\n" in other


def test_a_name_that_is_only_shared_in_part_needs_an_age(left_out: Line) -> None:
    said = left_out.refused("late", "Ana", "--informed", code=2)
    assert "--birth-year: the year of birth or the division is missing." in said
    whole = left_out.refused("late", "ana lopez", "--informed")
    assert "refused: Ana Lopez (p1) is already registered.\n" in whole
    assert "reinstate" not in whole
    assert "add the year of birth (`--birth-year`) or the division (`--division`)." in whole


@pytest.mark.rule("A-60")
def test_whoever_never_played_is_told_how_to_get_the_late_tag(left_out: Line) -> None:
    said = left_out("people reinstate", "p4", "--reason", "arrived at 10:20").out
    tag = "roundbook people late-tag p4 --set --reason …"
    assert "Dee Fox (p4) was reinstated, with 1 loss.\n" in said
    assert "The player is back, with 1 loss for round 1 (TOP §3.1.3).\n" in said
    assert (
        f"Dee Fox (p4) has no late tag. If the player arrived after the start, set the tag: "
        f"`{tag}` (TOP §3.1.3).\n" in said
    )
    left_out("drop", "p1")
    left_out.play(1)
    left_out("pair")
    left_out("start")
    assert "late tag" not in left_out("people reinstate", "p1", "--reason", "only lunch").out
