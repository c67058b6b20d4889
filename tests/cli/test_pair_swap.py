"""`roundbook pair --swap`: two players change places, and the rest of the round stays."""

from typing import Any

import pytest

from tests.cli.line import Line

FIVE = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", "Eve Ray")
WHY = ("--reason", "they are sisters")


def waiting(line: Line) -> Any:
    line.enrol(*FIVE)
    line("announce")
    line("pair", "--first-table", 11)
    return line.paired(1)


def test_two_players_change_places_and_the_tables_stay(line: Line) -> None:
    before = waiting(line)
    (a, b), (c, d) = before["pairings"]
    said = line("pair", "--swap", a, d, *WHY).out
    after = line.paired(1)
    assert after["pairings"] == [[d, b], [c, a]]
    assert (after["tables"], after["byes"]) == (before["tables"], before["byes"])
    assert after["reason"] == "they are sisters"
    assert "drawn" not in after
    assert f"({d}) 0-0-0 - " in said
    line("start")
    assert line.run("verify", line.folder).code == 0


def test_the_bye_changes_hands_too(line: Line) -> None:
    before = waiting(line)
    [[out, _]], (a, b) = before["byes"], before["pairings"][0]
    line("pair", "--swap", out, a, *WHY)
    after = line.paired(1)
    assert after["pairings"][0] == [out, b]
    assert [bye[0] for bye in after["byes"]] == [a]


def test_a_swap_keeps_to_the_rules(line: Line) -> None:
    line.begin(*FIVE[:4])
    (a, b), (c, d) = line.paired(1)["pairings"]
    line.play(1)
    line("pair", "--by-hand", f"{a}-{c} {b}-{d}", "--reason", "no printer")
    line.refused("pair", "--swap", b, c, *WHY, rule="rematch")
    line("pair", "--swap", c, d, *WHY)
    assert line.paired(2)["pairings"] == [[a, d], [b, c]]


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("p1", "p1", *WHY), 3, "would change nothing."),
        (("p1", "Zoe", *WHY), 3, "no player matches"),
        (("p1", "p2"), 2, "--again and --swap need --reason REASON"),
        (("p1", "p2", "--again", *WHY), 2, "--swap keeps the rest of the round"),
    ],
)
def test_a_swap_that_means_nothing_is_refused(
    line: Line, words: tuple[str, ...], code: int, why: str
) -> None:
    waiting(line)
    assert why in line.refused("pair", "--swap", *words, code=code)


def test_a_swap_before_any_round_is_told_to_pair(line: Line) -> None:
    line.enrol(*FIVE)
    said = line.refused("pair", "--swap", "p1", "p2", *WHY)
    assert "No round is paired yet: `roundbook pair`." in said


def test_opponents_and_a_round_that_has_started_are_refused(line: Line) -> None:
    a, b = waiting(line)["pairings"][0]
    assert "would change nothing." in line.refused("pair", "--swap", a, b, *WHY)
    line("start")
    assert "are not both in a paired round that has not started yet" in line.refused(
        "pair", "--swap", "p1", "p2", *WHY
    )
