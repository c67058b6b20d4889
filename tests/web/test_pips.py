"""A mark for each round on a player's page: how it went, which one is now, and what is to come."""

import re

import pytest

from tests.cli.line import Line
from tests.cli.swiss import finish, last, lower_wins, play
from tests.web.by_pages import plain
from tests.web.visitor import Visitor


def pips(visitor: Visitor, player: str, more: str = "") -> list[tuple[str, str, str]]:
    """Return the marks of a player: the letter or the number, the words, and what it looks like."""
    page = visitor.get(f"/t/cup/players/{player}{more}").text
    assert page.count('<ol class="pips"') <= 1
    part = page.partition('<ol class="pips"')[2].partition("</ol>")[0]
    found = re.findall(
        r'<li(?: class="(.*?)")?><span class="quiet">(.*?)</span>'
        r'<b aria-hidden="true">(.*?)</b></li>',
        part,
    )
    assert len(found) == part.count("<li")
    return [(mark, plain(words), kind) for kind, words, mark in found]


def test_every_round_has_a_mark_in_words_too(visitor: Visitor, line: Line) -> None:
    line.start(Masters=5)
    line.announce("--rounds", 4)
    assert pips(visitor, "p1") == [], "nothing is paired yet"
    play(line)
    [bye] = [one[0] for one in last(line, "round-paired")["byes"]]
    assert pips(visitor, bye)[0] == ("W", "Round 1: bye", "")
    first, second = last(line, "round-paired")["pairings"][0]
    winner, loser = sorted((first, second))
    assert pips(visitor, winner)[0] == ("W", "Round 1: won", "")
    assert pips(visitor, loser) == [
        ("L", "Round 1: lost", ""),
        *((str(n), f"Round {n}: still to come", "later") for n in (2, 3, 4)),
    ]
    line.pair()
    playing = last(line, "round-paired")["pairings"][0][0]
    assert pips(visitor, playing)[1:] == [
        ("2", "Round 2: being played", "is-now"),
        *((str(n), f"Round {n}: still to come", "later") for n in (3, 4)),
    ]
    page = visitor.get(f"/t/cup/players/{playing}").text
    assert '<ol class="pips"' in page.partition('<div class="head">')[2].partition("against")[0]
    finish(line, lambda *_: "tie")
    assert pips(visitor, playing)[1] == ("T", "Round 2: tied", "")
    assert pips(visitor, playing, "?lang=de")[1:3] == [
        ("U", "Runde 2: Unentschieden", ""),
        ("3", "Runde 3: kommt noch", "later"),
    ]
    visitor.get("/t/cup?lang=en")
    line("drop", playing)
    assert [kind for _, _, kind in pips(visitor, playing)] == ["", ""], "nothing is to come"
    line("register", "Ann Left", "--birth-year", 1990, "--left-off", "--reason", "a list was lost")
    assert [mark for mark, _, _ in pips(visitor, "p6")] == ["L", "L", "3", "4"]


def test_in_a_bracket_the_marks_go_on_to_the_final(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    assert [kind for _, _, kind in pips(visitor, "p1")] == [""], "no cut has been made"
    line("cut")
    seeds = last(line, "cut-made")["seeds"]
    ahead = [
        ("2", "Top 4, semi-finals: still to come", "later"),
        ("3", "Final: still to come", "later"),
    ]
    assert pips(visitor, seeds[0])[1:] == ahead
    out = next(one for one in (f"p{n}" for n in range(1, 9)) if one not in seeds)
    assert len(pips(visitor, out)) == 1
    line.pair("masters-cut")
    assert pips(visitor, seeds[0])[1:] == [
        ("2", "Top 4, semi-finals: being played", "is-now"),
        ahead[1],
    ]
    finish(line, lower_wins)
    beaten = max(last(line, "round-paired")["pairings"][0], key=lambda one: int(one[1:]))
    assert [mark for mark, _, _ in pips(visitor, beaten)][1:] == ["L"]
    winner = min(last(line, "round-paired")["pairings"][0], key=lambda one: int(one[1:]))
    assert pips(visitor, winner)[1:] == [("W", "Top 4, semi-finals: won", ""), ahead[1]]


@pytest.mark.parametrize("second", [1, 2])
def test_the_rounds_of_the_second_day_are_to_come_for_who_made_it(
    visitor: Visitor, line: Line, second: int
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", Masters=8)
    line.announce("--rounds", 2, "--day-two", f"masters={second}", "--cut", "masters=2")
    play(line)
    assert [mark for mark, _, _ in pips(visitor, "p1")][1:] == ["2"]
    play(line)
    line("round day-two")
    made = last(line, "day-two-made")["players"]
    assert [mark for mark, _, _ in pips(visitor, made[0])][2:] == ["3", "4"][:second]
    for out in {f"p{n}" for n in range(1, 9)} - {*made}:
        assert len(pips(visitor, out)) == 2
