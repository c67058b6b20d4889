"""Slips by hand: a table is tapped, and its result; however many play, an answer stays small."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import last
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

DESK = "/t/cup/desk"


def begun(line: Line, players: int, rounds: int, *words: object) -> None:
    """Start round 1."""
    line.start(*words, Masters=players)
    line.first_round(rounds, "--time", 50)


@pytest.mark.parametrize(
    ("won", "games", "said"),
    [
        ("1", "2-1", {"verdict": "first", "games": [2, 1, 0]}),
        ("2", "2-0", {"verdict": "second", "games": [0, 2, 0]}),
        ("2", "", {"verdict": "second"}),
        ("t", "2-1", {"verdict": "tie"}),
        ("x", "2-1", {"verdict": "double-loss"}),
        ("n2", "", {"verdict": "first", "no_show": "second"}),
    ],
)
def test_a_tap_on_a_table_opens_who_won_and_the_games(
    visitor: Visitor, line: Line, won: str, games: str, said: dict[str, object]
) -> None:
    begun(line, 8, 3)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get(DESK).text
    [link] = re.findall(r'href="\?(table=[^"]+)" data-line="3 "', page)
    opened = visitor.get(f"{DESK}?{link}").text
    tiles = re.findall(r'name="won" value="(.)" required><span><bdi>([^<]+)', opened)
    names = re.findall(r"<strong>3</strong> <span>(.+?) – (.+?)<", opened)[0]
    assert tiles == [("1", names[0]), ("t", "Tie"), ("2", names[1])]
    filled = {**hidden(opened), "line": link.removeprefix("table="), "won": won, "games": games}
    answer = visitor.post(DESK, data=filled)
    assert "1 of 4 in" in answer.text
    assert "Who won?" not in answer.text
    assert last(line, "result-reported")["result"] == said


def test_a_player_drops_by_a_tap(visitor: Visitor, line: Line) -> None:
    begun(line, 8, 3)
    visitor.come_in(AccessRole.SCOREKEEPER)
    match = line.tables(1)[0]
    opened = visitor.get(f"{DESK}?table={match}").text
    filled = {**hidden(opened), "line": match, "won": "2", "games": "2-0", "d1": "yes"}
    visitor.post(DESK, data=filled)
    assert last(line, "player-dropped")["player"] == line.paired(1)["pairings"][0][0]


def test_a_table_whose_slip_is_in_says_so_and_one_game_asks_for_no_games(
    visitor: Visitor, line: Line
) -> None:
    begun(line, 8, 3, "--match-format", "bo1")
    visitor.come_in(AccessRole.SCOREKEEPER)
    match = line.tables(1)[0]
    page = visitor.get(f"{DESK}?table={match}").text
    assert "Recorded already" not in page
    assert 'name="games"' not in page
    line("report", match, "1")
    page = visitor.get(f"{DESK}?table={match}").text
    assert "Recorded already" in page
    assert f"{DESK}/correct/{match}" in page
    assert "Who won?" not in visitor.get(f"{DESK}?table=masters-9-9").text


def test_the_answer_to_a_slip_does_not_grow_with_the_hall(visitor: Visitor, line: Line) -> None:
    """At most 40 tables stand beside the box: ten times the players add digits, no tables."""
    sizes = []
    every = ""
    for players, rounds in ((100, 7), (1000, 10)):
        line.folder = line.folder.parent / f"cup{players}"
        begun(line, players, rounds)
        visitor.client.cookies.clear()
        visitor.come_in(AccessRole.SCOREKEEPER)
        desk = f"/t/{line.folder.name}/desk"
        page = visitor.get(desk)
        form = {**hidden(page.text), "line": "1 1"}
        answer = visitor.post(desk, data=form, headers={"X-Part": "yes"})
        assert f"1 of {players // 2} in" in answer.text
        assert answer.text.count("data-line=") == 40
        assert f"Show all {players // 2 - 1} tables" in answer.text
        sizes.append(len(answer.content))
        every = visitor.get(f"{desk}?out=all").text
    assert sizes[1] <= 10_000
    assert sizes[1] - sizes[0] <= 200
    assert 'data-line="500 "' in every


def test_the_tables_beside_the_box_are_shared_by_the_pools(visitor: Visitor, line: Line) -> None:
    """Of 40, two large pools have the same number, and a small one all of its tables."""
    line.start(Junior=50, Senior=20, Masters=90)
    line.first_round(7, "--time", 50)
    visitor.come_in(AccessRole.SCOREKEEPER)
    _, *pools = visitor.get(DESK).text.split("Still out: ")
    shown = {one.partition(" ")[0]: one.count("data-line=") for one in pools}
    assert shown == {"Junior": 15, "Senior": 10, "Masters": 15}


def test_a_result_above_an_open_table_is_for_that_table(visitor: Visitor, line: Line) -> None:
    begun(line, 8, 3)
    visitor.come_in(AccessRole.SCOREKEEPER)
    match = line.tables(1)[2]
    page = visitor.get(f"{DESK}?table={match}").text
    form = re.findall(r'<form[^>]*class="entry.*?</form>', page, re.DOTALL)[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert fields["open"] == match
    answer = visitor.post(DESK, data={**fields, "line": "", "result": "20"})
    assert "1 of 4 in" in answer.text
    reported = last(line, "result-reported")
    assert "-".join(map(str, reported["match"])) == match
    none = visitor.post(DESK, data={**hidden(answer.text), "line": "", "result": "20"})
    assert "Enter the table number first" in none.text


def test_a_bracket_offers_no_tie(visitor: Visitor, line: Line) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce")
    line("round seed")
    line.pair()
    visitor.come_in(AccessRole.SCOREKEEPER)
    [match, *_] = re.findall(r'href="\?table=([^"]+)"', visitor.get(DESK).text)
    page = visitor.get(f"{DESK}?table={match}").text
    assert re.findall(r'name="won" value="([12t])"', page) == ["1", "2"]
    assert re.findall(r'name="result" value="(1|2|t)"', page) == ["1", "2"]
    correct = visitor.get(f"{DESK}/correct/{match}").text
    assert re.findall(r'name="won" value="([12t])"', correct) == ["1", "2"]
