"""The sheet of a pod as it is printed: blank, half filled in, and at the end (POD-15)."""

from fractions import Fraction

import pytest

from roundbook.ledger.text import cells_of
from roundbook.projections.podsheet import as_on_the_sheet
from tests.cli.line import Line
from tests.cli.test_pod import EIGHT, begin, matches, play
from tests.projections.paper import words

LETTERS = "ABCDEFGHIJKL"


def sheet(line: Line, *words: object) -> str:
    said = line.run("round podsheet", "-C", line.folder, *words, code=0)
    assert max(map(cells_of, said.out.splitlines())) <= 80
    return said.out


def data(line: Line) -> tuple[list[dict], list[dict]]:  # type: ignore[type-arg]
    found = line.run("round podsheet", "-C", line.folder, "--json").data
    return [one for part in found["chart"] for one in part], found["lines"]


@pytest.mark.rule("POD-15", "POD-1", "POD-3")
def test_before_the_event_the_sheet_is_blank(line: Line) -> None:
    line.start("--edition", "dci-pod")
    said = sheet(line)
    assert "8 players, best of three, three rounds; 50 minutes, then 5 extra turns\n" in said
    for number in range(1, 9):
        assert f"\n{number:02}    ____" in said
    for one in ("A      (1) ____", "D      (4) ____", "E      (winner A)", "L      (loser G)"):
        assert one in said
    chart, lines = data(line)
    assert "".join(one["letter"] for one in chart) == LETTERS
    assert [one["places"] for one in chart[:4]] == [["1", "5"], ["2", "6"], ["3", "7"], ["4", "8"]]
    assert chart[8]["places"] == ["winner E", "winner F"]
    assert [one["number"] for one in lines] == list(range(1, 9))


@pytest.mark.rule("POD-15", "POD-4", "POD-9", "POD-10", "POD-11", "POD-12", "POD-13")
def test_at_the_end_every_line_holds_what_was_played(line: Line) -> None:
    begin(line)
    scores = ("2-0", "2-1", "1-2", "1-0")
    for number in (1, 2, 3):
        play(line, number, *scores)
    line("note", "Deck: water and fire", "--player", "p3")
    line("note", "first pick: a rare one", "--player", "p3")
    line("note", "deck: grass", "--player", "p3")
    (circle,) = next(
        event["tables"]
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "draft-seated"
    )
    chart, lines = data(line)
    assert [one["player"] for one in lines] == circle
    # What everybody did, counted anew from the ledger.
    met: dict[str, list[tuple[str, int, int]]] = {player: [] for player in circle}
    for number in (1, 2, 3):
        paired = line.paired(number)
        for score, (one, other) in zip(scores, paired["pairings"], strict=True):
            won, lost = int(score[0]), int(score[2])
            met[one].append((other, won, lost))
            met[other].append((one, lost, won))
    points = {player: sum(3 * (won > lost) for _, won, lost in met[player]) for player in circle}
    gwp = {
        player: Fraction(3 * sum(m[1] for m in met[player]), sum(m[1] + m[2] for m in met[player]))
        for player in circle
    }
    for one in lines:
        mine = met[one["player"]]
        assert [part["games"] for part in one["rounds"]] == [
            f"{won}-{lost}" for _, won, lost in mine
        ]
        assert [part["matches"] for part in one["rounds"]] == [
            "1-0" if won > lost else "0-1" for _, won, lost in mine
        ]
        wins = sum(won > lost for _, won, lost in mine)
        assert (one["record"], one["points"]) == (f"{wins}-{3 - wins}", 3 * wins)
        assert Fraction(one["omp"]) == Fraction(sum(max(3, points[m[0]]) for m in mine), 3)
        assert Fraction(one["gwp"]) == gwp[one["player"]]
        assert Fraction(one["ogp"]) == sum(max(Fraction(1), gwp[m[0]]) for m in mine) / 3
    for letter, one in zip(LETTERS, chart, strict=True):
        assert one["letter"] == letter
        first, second = one["players"]
        number = LETTERS.index(letter) // 4
        assert met[first][number] == (second, *one["games"])
    placed = line.run("standings", "-C", line.folder, "--json").standings
    assert {one["player"]: one["rank"] for one in lines} == {
        one["player"]: one["place"] for one in placed
    }
    (noted,) = [one for one in lines if one["player"] == "p3"]
    assert (noted["deck"], noted["first_pick"]) == ("grass", "a rare one")
    said = sheet(line)
    assert "grass" in said
    assert "OMP" in said


@pytest.mark.rule("POD-15", "POD-6")
def test_the_chart_shows_draws_swaps_and_byes_where_they_were(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1-1", "2-0", "2-0", "2-0")
    a = line.paired(1)["pairings"][0]
    line.pair()
    for match, pairing in zip(matches(line, 2), line.paired(2)["pairings"], strict=True):
        line("report", match, "0-2" if pairing[1] in a else "2-0")
    line("pair")
    chart, lines = data(line)
    third = {frozenset(pair) for pair in line.paired(3)["pairings"]}
    assert {frozenset(one["players"]) for one in chart[8:]} == third
    assert None not in {player for one in chart for player in one["players"]}
    drew = next(one for one in lines if one["player"] == a[0])
    assert drew["rounds"][0] == {"matches": "0-0-1", "games": "1-1-1"}
    assert drew["record"] == "1-0-1"
    said = sheet(line)
    assert "1-1-1" in said
    # Chance and the swap are said, by name and by match, where a reader would believe the labels.
    found = line.run("round podsheet", "-C", line.folder, "--json").data
    lot, swap = found["notes"]
    assert (lot["kind"], lot["round"], lot["match"]) == ("lot", 1, "A")
    assert {lot["player"], lot["other"]} == set(a)
    e, g = chart[4], chart[6]
    assert lot["player"] in e["players"]
    assert lot["other"] in g["players"]
    assert swap["kind"] == "swap"
    assert {swap["player"], swap["other"]} == set(a)
    letter = next(one["letter"] for one in chart[8:] if swap["player"] in one["players"])
    assert swap["match"] == letter
    names = {one: found["names"][one] for one in a}
    told = " ".join(said.split())
    assert f"A was a draw. {names[lot['player']]} was given the winner's place" in told
    assert "had the same record after round 2, so they swapped places." in told


@pytest.mark.rule("POD-15", "A-38")
def test_a_bye_is_a_match_without_games(line: Line) -> None:
    begin(line, EIGHT[:7])
    play(line, 1, "2-0")
    chart, lines = data(line)
    assert chart[3]["players"][1] is None
    lucky = next(one for one in lines if one["player"] == chart[3]["players"][0])
    assert lucky["rounds"][0] == {"matches": "1-0", "games": "bye"}
    assert (lucky["record"], lucky["games"], lucky["points"]) == ("1-0", "0-0", 3)
    assert "(8) nobody" in sheet(line)


def test_names_of_any_length_fit_the_paper(line: Line) -> None:
    begin(line, tuple(f"{'Bartholomew ' * 6}{letter}" for letter in "ABCDEFGH"))
    line("note", "deck: " + "everything at once " * 4, "--player", "p1")
    play(line, 1, "2-1")
    assert "everything" in sheet(line)
    sheet(line, "--as-of", 3)


def test_nine_lines_are_no_sheet(line: Line) -> None:
    line.start()
    for number in range(9):
        line("register", f"Player {chr(65 + number)}", "--birth-year", 1990)
    said = line.run("round podsheet", "-C", line.folder, code=3)
    assert "a pod sheet has 8 lines, but there are 9 players." in said.err
    assert "draft seats`" in said.err
    line("pair")
    said = line.run("round podsheet", "-C", line.folder, code=3)
    assert "draft seats" not in said.err, "it is too late for pods"


def test_after_two_draws_the_matches_stand_in_the_order_of_the_tables(line: Line) -> None:
    begin(line)
    play(line, 1, "1-1")
    play(line, 2, "2-0")
    chart, _ = data(line)
    assert [one["players"] for one in chart[4:8]] == line.paired(2)["pairings"]
    # Nobody is called the winner of a match that they were never in.
    assert {tuple(one["places"]) for one in chart[4:8]} == {("", "")}
    assert [one["places"] for one in chart[:4]] == [["1", "5"], ["2", "6"], ["3", "7"], ["4", "8"]]
    said = sheet(line)
    assert "(winner A)" not in said
    assert "Round 2 was paired by match points" in said
    found = line.run("round podsheet", "-C", line.folder, "--json").data["notes"]
    assert [(one["kind"], one["round"]) for one in found] == [("records", 2)]


@pytest.mark.rule("A-62", "POD-11")
def test_where_somebody_has_left_both_forms_of_the_omp_are_shown(line: Line) -> None:
    """The sheet: "add up the points from each of their opponents", 3 at least, by how many."""
    begin(line)
    play(line, 1, "2-0")
    circle = [player for pair in zip(*line.paired(1)["pairings"], strict=True) for player in pair]
    line("drop", circle[0])
    for number in (2, 3):
        play(line, number, "2-0")
    found = line.run("round podsheet", "-C", line.folder, "--json").data
    lines = {one["player"]: one for one in found["lines"]}
    met: dict[str, list[str]] = {player: [] for player in circle}
    for number in (1, 2, 3):
        for one, other in line.paired(number)["pairings"]:
            met[one].append(other)
            met[other].append(one)
    points = {player: lines[player]["points"] for player in circle}
    differ = set()
    for player in circle:
        worded = Fraction(sum(max(3, points[one]) for one in met[player]), len(met[player]))
        if worded != Fraction(lines[player]["omp"]):
            differ.add(player)
            assert Fraction(lines[player]["omp_as_worded"]) == worded
        else:
            assert lines[player]["omp_as_worded"] is None
    # Seat 5 lost to seat 1, who had 3 of 3 points and left: 9 as a rate, 3 in the sheet's words.
    assert circle[4] in differ
    said = " ".join(sheet(line).split())
    standings = " ".join(line.run("standings", "-C", line.folder).out.split())
    explained = " ".join(line.run("explain", "-C", line.folder, circle[4], "--proof").out.split())
    assert f"{circle[4]} has an OMP of" in explained
    for text in (said, standings, explained):
        assert "has an OMP of" in text
        assert "Read literally, the sheet gives" in text
    answer = line.run("standings", "-C", line.folder, "--json").data
    assert len([one for one in answer["remarks"] if "has an OMP of" in one]) == len(differ)
    file = line.home / "standings.pdf"
    line.run("standings", "-C", line.folder, "--pdf", file)
    assert words(file.read_bytes()).count("has an OMP of") == len(differ)


@pytest.mark.rule("A-62", "POD-11")
def test_an_edition_with_the_sheets_own_words_adds_points_up(line: Line) -> None:
    line.start("--edition", "dci-pod-literal")
    for name in EIGHT:
        line("register", name)
    line("announce")
    play(line, 1, "2-0")
    circle = [player for pair in zip(*line.paired(1)["pairings"], strict=True) for player in pair]
    line("drop", circle[0])
    for number in (2, 3):
        play(line, number, "2-0")
    lines = {one["player"]: one for one in data(line)[1]}
    fifth = next(one for one in line.paired(3)["pairings"] if circle[4] in one)
    met = {circle[0], *fifth, *next(p for p in line.paired(2)["pairings"] if circle[4] in p)}
    met -= {circle[4]}
    worded = Fraction(sum(max(3, lines[one]["points"]) for one in met), len(met))
    assert Fraction(lines[circle[4]]["omp"]) == worded
    assert "own words" not in sheet(line)


@pytest.mark.rule("POD-14", "POD-15")
@pytest.mark.parametrize(
    ("figure", "written"),
    [(Fraction(21, 3), "7"), (Fraction(15, 7), "2.142"), (Fraction(15, 8), "1.875"), (None, "-")],
)
def test_figures_are_written_as_in_the_example_of_the_sheet(
    figure: Fraction | None, written: str
) -> None:
    assert as_on_the_sheet(figure) == written


@pytest.mark.rule("A-92", "POD-15")
def test_while_a_round_is_played_the_lines_are_those_after_the_last_complete_one(
    line: Line,
) -> None:
    begin(line)
    play(line, 1, "2-0")
    _, before = data(line)
    line("pair")
    line("start")
    first, *others = matches(line, 2)
    line("report", first, "2-0")
    chart, lines = data(line)
    assert lines == before
    assert [one["games"] for one in chart].count([2, 0]) == 5, "the chart has its result"
    for match in others:
        line("report", match, "2-0")
    assert data(line)[1] != before
