"""A round that nobody can pair without a rematch, drawn because the organiser wants it."""

import pytest

from tests.cli.line import Line

DECIDED = ("--allow-rematches", "--override", "rematch", "--because", "they want a fourth round")


@pytest.fixture
def stuck(line: Line) -> Line:
    """Four players who have all met, before the fourth of four rounds."""
    line.enrol("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    line("announce", "--rounds", 4)
    for number in (1, 2, 3):
        line.pair()
        line.play(number)
    return line


@pytest.mark.rule("A-11")
def test_the_organiser_has_the_fewest_rematches_drawn(stuck: Line) -> None:
    said = stuck.refused("pair")
    assert "cannot be paired without a rematch" in said
    assert "`roundbook pair masters --allow-rematches --override rematch --because …`" in said
    said = stuck("pair", *DECIDED).out
    assert "round 4 of masters was paired: 2 matches.\n" in said
    paired = stuck.paired(4)
    assert paired["drawn"]["draw"] == "rematch-1"
    assert paired["override"]["rule"] == "rematch"
    third = {frozenset(pair) for pair in stuck.paired(3)["pairings"]}
    assert third.isdisjoint(frozenset(pair) for pair in paired["pairings"])
    verified = stuck.run("verify", stuck.folder, code=0)
    assert "1 override" in verified.out
    assert "newer roundbook" not in verified.out + verified.err
    assert stuck.run("file check", stuck.folder).code == 0
    stuck("start")
    stuck.play(4)


def test_nobody_gets_a_rematch_by_accident(stuck: Line) -> None:
    """The decision and its reason are asked for, and a round by hand is another thing."""
    needs = "--allow-rematches needs --override rematch --because REASON"
    assert needs in stuck.refused("pair", "--allow-rematches", code=2)
    other = ("--override", "second-bye", "--because", "why not")
    assert needs in stuck.refused("pair", "--allow-rematches", *other, code=2)
    by_hand = ("--by-hand", "p1-p2 p3-p4", "--reason", "so")
    assert needs in stuck.refused("pair", *by_hand, *DECIDED, code=2)


@pytest.mark.rule("A-11")
def test_a_round_that_can_be_paired_has_no_rematches(line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", played=1)
    said = line.refused("pair", *DECIDED)
    assert "the next round of masters can be paired without a rematch" in said


def test_where_all_have_had_a_bye_rematches_are_not_offered(line: Line) -> None:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Min")
    line("announce", "--rounds", 4)
    for number in (1, 2, 3):
        line.pair()
        line.play(number)
    said = line.refused("pair")
    assert "have had a bye" in said
    assert "allow-rematches" not in said
    assert "have had a bye" in line.refused("pair", *DECIDED)


def test_it_says_by_which_procedure_it_was_drawn(stuck: Line) -> None:
    stuck("pair", *DECIDED)
    said = stuck.run("explain", "-C", stuck.folder, "masters-4", "--proof", code=0)
    assert "rematch-1" in said.out
