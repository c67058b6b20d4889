"""At the desk: only one undefeated player is left before the last announced round (A-1)."""

import pytest

from tests.cli.line import Line
from tests.cli.swiss import play

BY_HAND = ("--reason", "an example without chance")
NOTE = "nly Ana Lopez{} is undefeated in masters after round 2; 3 rounds are"


@pytest.mark.rule("A-1")
def test_pair_and_standings_note_that_one_undefeated_player_is_left(line: Line) -> None:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line("announce", "--rounds", 3)
    for number, seats in enumerate(("p1-p2 p3-p4", "p1-p3 p2-p4"), start=1):
        assert "undefeated" not in line("pair", "--by-hand", seats, *BY_HAND).out
        line("start")
        line.play(number)
    standings = line.run("standings", "-C", line.folder)
    assert f"note: o{NOTE.format('')}" in standings.out
    data = line.run("standings", "-C", line.folder, "--json").data
    ana = {"player": "p1", "name": "Ana Lopez"}
    assert data["undefeated"] == [{"pool": "masters", "player": ana, "after": 2, "announced": 3}]
    said = line("pair", "--by-hand", "p1-p4 p2-p3", *BY_HAND)
    assert f"\nO{NOTE.format(' (p1)')} planned, and that number applies (TOP §3.1).\n" in said.out
    line("start")
    line.play(3)
    assert "undefeated in" not in line.run("standings", "-C", line.folder).out


def test_the_note_belongs_to_the_division_that_is_asked_for(line: Line) -> None:
    line.start(senior=8, masters=9)
    line.announce("--rounds", 4)
    for _ in range(3):
        play(line)
    for words, said in (((), True), (("senior",), True), (("masters",), False)):
        assert (
            "senior 1 is undefeated" in line.run("standings", "-C", line.folder, *words).out
        ) == said


@pytest.mark.rule("TOP-3.3.5d")
def test_another_number_of_rounds_than_the_table_needs_a_reason(line: Line) -> None:
    line.start("--style", "swiss-plus-cut")
    for number in range(9):
        line("register", f"Player {number}", "--birth-year", 1990)
    for rounds in (5, 2):
        line.refused("announce", "--rounds", rounds, rule="rounds-differ")
    for rounds in (4, 3):
        line("announce", "--rounds", rounds)
    because = "the hall closes at six"
    line("announce", "--rounds", 2, "--override", "rounds-differ", "--because", because)
    [event] = line.ledger()[-1]["events"]
    assert event["override"]["reason"] == because
    line.refused("announce", "--rounds", 4, "--rounds", "masters=7", rule="rounds-differ")
    line("announce", "--rounds", 9, "--rounds", "masters=4")
