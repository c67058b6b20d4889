"""Pictures of places and slips: the race, a player's path, and the turn-in of a round."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division
from roundbook.projections.standings.race import Race, races
from tests.cli.line import Line
from tests.cli.swiss import finish, number, play, standings
from tests.cli.test_flights import regional
from tests.web.by_pages import plain
from tests.web.visitor import Visitor

RACE, PATH = "/t/cup/standings", "/t/cup/players/p1"


def words(page: str, picture: str) -> str:
    """Return the title and the description of a picture, for those who do not see it."""
    found = [re.search(rf'id="{picture}-{part}">(.*?)</', page, re.DOTALL) for part in "td"]
    return " | ".join(one[1] for one in found if one)


def drawn(page: str, picture: str) -> str:
    """Return the marks of a picture."""
    found = re.search(rf'<svg[^>]*labelledby="{picture}-t {picture}-d".*?</svg>', page, re.DOTALL)
    assert found, picture
    return found[0]


def cut_in(picture: str) -> str:
    """Return the upper end of the dashed line."""
    [found] = re.findall(r'points="([^ "]+) [^"]+" class="cut"', picture)
    return str(found)


def rows(page: str, details: str) -> list[list[str]]:
    """Return the rows of the table that says the same."""
    part = page[page.index(f'<details id="{details}-rows">') :].partition("</table>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", part, re.DOTALL)
    return [[plain(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line)] for line in lines]


@pytest.fixture
def cup(line: Line) -> Line:
    """Return a cup of two divisions after two rounds."""
    line.start(Masters=8, Junior=8)
    line.announce("--rounds", 3, "--cut", "Masters=2", "--time", 50)
    play(line)
    play(line)
    return line


def test_the_standings_have_the_race_and_the_same_in_words_and_as_a_table(
    visitor: Visitor, cup: Line
) -> None:
    page = visitor.get(RACE).text
    head, *every = rows(page, "race-masters")
    spoken = "; ".join(f"{name} {', '.join(places)}" for name, *places in every)
    assert words(page, "race-masters") == (
        f"Places after each round: Masters | Places after each round, first place first: {spoken}."
    ), "every player who is drawn, and not the first alone"
    assert head == ["Player", "Round 1", "Round 2"]
    assert every[0] == ["Masters 1", "1", "1"]
    now = {str(one["name"]): str(one["place"]) for one in standings(cup)}
    assert {name: last for name, _, last in every} == {
        name: place for name, place in now.items() if name.startswith("Masters")
    }
    picture = drawn(page, "race-masters")
    assert picture.count('<polyline points="60,') == 1 + 8 + 1, "a round, eight players, the cut"
    assert picture.count('class="mine"/>') == 1, "one line speaks"
    assert "the cut to the top 2." in page
    assert "style=" not in picture, "the policy of the pages forbids it"
    juniors = drawn(page, "race-junior")
    assert "Junior 1." in juniors, "a child is named as on every public page"
    assert 'class="cut"' not in juniors, "no cut was announced"
    assert page.count('<div class="card race"') == page.count("<svg") - page.count("<use") == 2
    assert 'aria-labelledby="race-masters' in visitor.get(f"{RACE}?sort=name").text


def test_a_running_round_is_in_no_picture_and_calculates_nothing_again(
    visitor: Visitor, cup: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only complete rounds are shown; slips come every few seconds, and no place moves."""
    asked = list[int]()

    def counted(t: Tournament, rules: Ruleset) -> dict[Division, Race]:
        asked.append(t.seq)
        return races(t, rules)

    monkeypatch.setattr("roundbook.projections.reports.charts.races", counted)
    before = drawn(visitor.get(RACE).text, "race-masters")
    cup.pair()
    assert drawn(visitor.get(RACE).text, "race-masters") == before
    cup("report", "masters-3-5", "2-0")
    assert drawn(visitor.get(RACE).text, "race-masters") == before
    assert "path-d" in visitor.get(PATH).text
    assert len(asked) == 1
    cup("correct", "masters-2-5", "0-2", "--reason", "misread")
    assert drawn(visitor.get(RACE).text, "race-masters") != before
    assert len(asked) == 2


def moved(page: str) -> dict[str, str]:
    """Return what the standings say about how far each player has moved, in words."""
    lines = re.findall(r'<tr id="(p\d+)">.*?<td class="moved([^"]*)">(.*?)</td>', page, re.DOTALL)
    for _, kind, cell in lines:
        assert ("arrow-up" in cell) == ("places up" in cell or "place up" in cell) == bool(kind)
        assert ("arrow-down" in cell) == ("down" in plain(cell))
    words = ((player, re.search(r'class="quiet">(.*?)<', cell)) for player, _, cell in lines)
    return {player: found[1] if found else "" for player, found in words}


def in_words(by: int) -> str:
    if by == 0:
        return "same place"
    return f"{abs(by)} place{'' if abs(by) == 1 else 's'} {'up' if by > 0 else 'down'}"


def places(line: Line) -> dict[str, int]:
    return {str(one["player"]): int(one["place"]) for one in standings(line)}


def upsets(first: str, second: str) -> str:
    return "2" if number(first) < number(second) else "1"


def test_the_standings_say_how_far_everybody_has_moved(visitor: Visitor, line: Line) -> None:
    line.start(Masters=8)
    line.announce("--rounds", 3, "--cut", "Masters=2")
    play(line)
    assert "Since the round before" not in visitor.get(RACE).text, "there is no round before"
    first = places(line)
    play(line)
    then = places(line)
    page = visitor.get(RACE).text
    assert moved(page) == {one: in_words(first[one] - then[one]) for one in then}
    assert moved(visitor.get(f"{RACE}?sort=name").text) == moved(page)
    told = [in_words(first[one] - then[one]) for one in sorted(then, key=lambda one: then[one])]
    visitor.come_in(AccessRole.SCOREKEEPER)
    desk, screen = "/t/cup/desk/standings", "/t/cup/screen?show=standings"
    for path in (desk, screen):
        shown = visitor.get(path).text
        cells = re.findall('class="moved[^"]*">(.*?)</li>|class="moved[^"]*">(.*?)</td>', shown)
        found = [re.search('class="quiet">(.*?)<', "".join(cell)) for cell in cells]
        assert [one[1] for one in found if one] == told, path
    assert "Since the round before" not in visitor.get(f"{desk}?live=yes").text, "no round is over"
    line.pair()
    line("report", line.tables(3)[0], "2")
    assert moved(visitor.get(RACE).text) == moved(page), "as the places, after complete rounds"
    finish(line, upsets)
    now = places(line)
    said = moved(visitor.get(RACE).text)
    assert said == {one: in_words(then[one] - now[one]) for one in now}
    assert {"up", "down"} <= {words.split()[-1] for words in said.values()}
    assert "Plätze höher" in visitor.get(f"{RACE}?lang=de").text
    line("cut")
    assert moved(visitor.get(RACE).text) == {}, "a bracket is no race"


def test_a_flight_that_is_a_round_ahead_moves_nobody(visitor: Visitor, line: Line) -> None:
    """Both flights share the places of their division."""
    regional(line, "masters=2", masters=64)
    for _ in range(2):
        play(line)
    assert len(moved(visitor.get(RACE).text)) == 64
    play(line, pool="masters-a")
    assert moved(visitor.get(RACE).text) == {}


def test_a_players_page_has_the_path_round_by_round(visitor: Visitor, cup: Line) -> None:
    page = visitor.get("/t/cup/players/p8").text
    place = next(str(one["place"]) for one in standings(cup) if one["player"] == "p8")
    assert rows(page, "path")[1:] == [["1", "lost", "5"], ["2", "lost", place]]
    assert words(page, "path") == (
        f"Place after each round: Masters 8 | Round 1: place 5. Round 2: place {place}."
    )
    assert drawn(page, "path").count('class="open"') == 2
    best = visitor.get(PATH).text
    assert drawn(best, "path").count("<circle") == 2
    assert 'class="open"' not in drawn(best, "path"), "a win is a filled dot"
    assert "Places 1 to 8" in best
    assert "Platz nach jeder Runde" in visitor.get(f"{PATH}?lang=de").text


def test_there_is_no_picture_of_a_single_round_or_of_a_bracket(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=4)
    line.announce("--rounds", 2)
    play(line)
    for page in (RACE, PATH):
        assert 'class="chart"' not in visitor.get(page).text


def test_a_single_elimination_has_no_race(visitor: Visitor, line: Line) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line.announce()
    line("round seed")
    play(line)
    play(line)
    for page in (RACE, PATH):
        assert 'class="chart"' not in visitor.get(page).text


def test_the_rounds_page_shows_when_the_slips_came_in(visitor: Visitor, cup: Line) -> None:
    cup.pair()
    visitor.come_in(AccessRole.SCOREKEEPER)
    rounds = "/t/cup/desk/rounds"
    assert "Slips by minute" in visitor.get(f"{rounds}?round=2").text
    assert "in-masters-3" not in visitor.get(rounds).text, "nothing has come in yet"
    cup("report", "masters-3-5", "2-0")
    page = visitor.get(rounds).text
    assert words(page, "in-masters-3").partition(" | ")[2] == (
        "1 of 4 slips are in, the first in minute 0, the latest in minute 0. 1 came before time "
        "was called, after 50 minutes."
    )
    assert rows(page, "in-masters-3") == [
        ["Minute", "Slips", "In by then"],
        ["0", "1", "1 of 4"],
    ]
    picture = drawn(page, "in-masters-3")
    [line] = re.findall(r'points="([^"]+)" class="mine"', picture)
    last, time = (int(one.split(",")[0]) for one in (line.split()[-1], cut_in(picture)))
    assert last < time / 2, "the line ends where the latest slip came in"
    assert picture.count("<rect") == 1
    assert picture.count('class="cut"') == 1, "the dashed line is when time is called"
