"""What goes wrong names players to people; programs, and those who may not know, get numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.terms import PlayerId
from roundbook.ledger.text import with_names
from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
NAMES = {PlayerId(f"p{n}"): name for n, name in enumerate(FOUR, start=1)}


def named(player: PlayerId) -> str:
    return f"{NAMES[player]} ({player})" if player in NAMES else player


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("p1 is active but not seated.", "Ana Lopez (p1) is active but not seated."),
        ("p1, p2 and p99 are out.", "Ana Lopez (p1), Ben Ode (p2) and p99 are out."),
        ("Ana Lopez (p1) is out.", "Ana Lopez (p1) is out."),
        ("use `roundbook drop p1`", "use `roundbook drop p1`"),
        ('write "p1" instead', 'write "p1" instead'),
        ('it wants "p1-p4 p2-p3 bye:p1"', 'it wants "p1-p4 p2-p3 bye:p1"'),
        ("cup1 and mp1 and p1x", "cup1 and mp1 and p1x"),
    ],
)
def test_a_number_becomes_a_name_unless_it_is_typed_quoted_or_named(said: str, told: str) -> None:
    assert with_names(said, named) == told


@given(st.text(st.sampled_from('p12 `"(),.-:=ab'), max_size=30))
def test_who_has_a_name_is_named_once(said: str) -> None:
    once = with_names(said, named)
    assert with_names(once, named) == once
    assert with_names(said, lambda player: player) == said


def test_a_refusal_tells_names_and_json_numbers(line: Line) -> None:
    line.begin(*FOUR)
    line("drop", "p2")
    assert line.refused("drop", "p2").startswith("refused: Ben Ode (p2) ")
    said = line.at("drop", "p2", "--json")
    assert said.data["refused"]["message"].startswith("p2 ")
    assert "Ben Ode" not in said.out + said.err
    assert "Ben Ode" not in str(line.attempts())


def test_somebody_who_comes_is_named_though_nobody_is_registered_yet(line: Line) -> None:
    line.begin(*FOUR)
    said = line.refused("late", "Eve Ray", "--birth-year", "1990")
    assert "Eve Ray (p5)" in said
    assert "Eve Ray" not in line.at("late", "Eve Ray", "--birth-year", "1990", "--json").out


@pytest.mark.rule("LED-9")
def test_who_was_erased_and_who_is_not_shown_stays_a_number(line: Line) -> None:
    line.begin(*FOUR)
    line("drop", "p1")
    line("people erase", "p1", "--reason", "the parents asked", "--yes")
    assert line.refused("drop", "p1").startswith("refused: p1 ")
    line("people amend", "p2", "--display", "initial", "--reason", "they asked")
    shown = line.run("explain", "-C", line.folder, "bye", "p2").err
    public = line.run("explain", "-C", line.folder, "bye", "p2", "--public").err
    assert "refused: Ben Ode (p2) has had no bye." in shown
    assert "refused: Ben O. (p2) has had no bye." in public
