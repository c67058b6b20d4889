"""What the page of each player of a team says (A-65)."""

import re

import pytest

from tests.cli.line import Line
from tests.cli.test_team import formed
from tests.web.visitor import Visitor


@pytest.mark.rule("A-65")
def test_the_page_of_each_of_a_team_says_where_it_plays(line: Line, visitor: Visitor) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    for player in ("p1", "p2"):
        assert "dropped" not in visitor.get(f"/t/cup/players/{player}").text
    line("pair")
    line("start")
    tables = line.paired(1)
    at = next(
        table
        for table, pair in zip(tables["tables"], tables["pairings"], strict=True)
        if "p1" in pair
    )
    said = visitor.get("/t/cup/players/p2").text
    assert "plays for team Rocket (Ana Ash &amp; Ben Bay)" in said
    assert f'<span>Table</span> <b class="plate">{at}</b>' in said
    assert "dropped" not in said
    line("report", f"masters-1-{at}", "2-0")
    record = [
        re.findall(r"<b>(\d-\d-\d)</b>", visitor.get(f"/t/cup/players/{one}").text)
        for one in ("p1", "p2")
    ]
    assert record[0] == record[1] != []
    line("drop", "p1")
    assert "dropped" in visitor.get("/t/cup/players/p2").text


@pytest.mark.rule("A-65")
def test_both_players_of_a_team_are_counted_on_the_page_of_the_event(
    line: Line, visitor: Visitor
) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    line("drop", "p7")
    assert "8 players" in visitor.get("/t/cup").text
    line("pair")
    line("start")
    assert "6 players" in visitor.get("/t/cup").text, "a team never came"
