"""What others have published, form by form: what is read, what is noted, what is refused."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.errors import Unreadable
from roundbook.ledger.importers.published.published_event import (
    Alone,
    Published,
    Stage,
    stages_of,
)
from roundbook.ledger.importers.published.reader import read_published
from roundbook.ledger.importers.published.spreadsheets import read_table
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import Division, Result, Score, Verdict

pytestmark = pytest.mark.fast

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "imports" / "published"


def fixture(name: str) -> Published:
    data = (FIXTURES / name).read_bytes()
    return read_published(data) if name.endswith("json") else read_table(data, name)


def games(*rounds: list[dict[str, Any]], **more: object) -> bytes:
    return json.dumps({"rounds": [{"matches": one} for one in rounds], **more}).encode()


ANN_BEN = {"player1": "Ann", "player2": "Ben"}


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ({"result": "W"}, Result(verdict=Verdict.FIRST)),
        ({"result": "L", "kind": "no-show"}, Result(verdict=Verdict.SECOND, no_show="first")),
        ({"result": "W", "kind": "no-show"}, Result(verdict=Verdict.FIRST, no_show="second")),
        ({"kind": "double-loss"}, Result(verdict=Verdict.DOUBLE_LOSS)),
        ({"kind": "intentional-draw"}, Result(verdict=Verdict.TIE, agreed=True)),
        ({"kind": "unplayed"}, None),
        (
            {"games": {"player1": 2, "player2": 1}, "result": "W"},
            Result(verdict=Verdict.FIRST, games=Score(2, 1, 0)),
        ),
    ],
    ids=str,
)
def test_a_match_of_every_kind_is_read(said: dict[str, Any], result: Result | None) -> None:
    event = read_published(games([ANN_BEN | said]))
    (match,) = event.rounds[0]
    assert (match.result, event.warnings) == (result, ())


@pytest.mark.parametrize(
    ("said", "alone"),
    [
        ({}, Alone.BYE),
        ({"result": "W", "kind": "bye"}, Alone.BYE),
        ({"games": {"player1": 2, "player2": 0}, "kind": "awarded-bye"}, Alone.AWARDED_BYE),
        ({"result": "L", "kind": "loss"}, Alone.LOSS),
        ({"kind": "late"}, Alone.LATE),
        ({"kind": "no-show"}, Alone.LOSS),
    ],
    ids=str,
)
def test_a_round_without_an_opponent_of_every_kind_is_read(
    said: dict[str, Any], alone: Alone
) -> None:
    event = read_published(games([{"player1": "Ann"} | said]))
    assert event.rounds[0][0].alone is alone


def two(one: dict[str, Any], other: dict[str, Any]) -> bytes:
    players = [
        {"id": own, "name": own, "placing": None, "rounds": {"1": {"opponent": foe} | said}}
        for own, foe, said in (("ann", "ben", one), ("ben", "ann", other))
    ]
    return json.dumps({"players": players}).encode()


REFUSED = {
    games([{"player1": "Ann", "result": "L"}]): (
        "rounds[0].matches[0] has the result L without an opponent; mark such a loss "
        "with kind: loss."
    ),
    games([{"player1": "Ann", "result": "L", "kind": "bye"}]): (
        "rounds[0].matches[0] has the result L without an opponent."
    ),
    games([{"player1": "Ann", "kind": "double-loss"}]): (
        "rounds[0].matches[0] is of kind double-loss, but has no opponent."
    ),
    games([ANN_BEN | {"result": "W", "games": {"player1": 0, "player2": 2}}]): (
        "rounds[0].matches[0]: the games and the result contradict each other."
    ),
    games([ANN_BEN | {"result": "T", "kind": "no-show"}]): (
        "rounds[0].matches[0]: the results T and T contradict the kind no-show."
    ),
    games([ANN_BEN, {"player1": "Ben"}]): "Ben plays twice in round 1: if two ",
    games([ANN_BEN | {"kind": "magic"}]): "rounds[0].matches[0].kind must be 'bye', ",
    games([ANN_BEN | {"player1": ""}]): "rounds[0].matches[0].player1 must not be empty.",
    two({"result": "W"}, {"result": "W"}): (
        "round 1 of ann and of the opponent: the results W and W contradict each other."
    ),
    two({"result": "W", "table": 1}, {"result": "L", "table": 2}): (
        "round 1 of ann and of the opponent: the tables contradict each other."
    ),
    two({"opponent": None, "result": "L"}, {"opponent": None, "result": "W"}): (
        "round 1 of ann has the result L without an opponent; mark such a loss with kind: loss."
    ),
    b'{"rounds": [], "rounds": []}': "rounds appears twice in one object.",
    b'{"tournament_data": []}': "tournament_data has no players.",
    b'{"tournament_data": [{"division": "elders", "data": []}]}': (
        "tournament_data[0].division must be 'junior', "
    ),
    b'{"tournament_data": [{"name": "Ann", "rounds": {"1": {"name": "Bo", "result": "W"}}}]}': (
        "round 1 of Ann names Bo, whose own rounds do not show the match."
    ),
    b'{"Tournament": {}, "Rounds": []}': "Rounds is empty.",
    b"""{"Tournament": {}, "Rounds": [{"RoundName": "Top 2", "Matches": []},
        {"RoundName": "Round 1", "Matches": []}]}""": (
        "Rounds: a Swiss round follows a bracket round."
    ),
    b"[" * 1_000_000: "it is nested too deeply.",
}


@pytest.mark.parametrize("data", REFUSED, ids=lambda data: REFUSED[data][:50])
def test_a_contradiction_is_refused_in_one_sentence_with_its_path(data: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read_published(data)
    assert refused.value.message.startswith(REFUSED[data])
    assert "\n" not in refused.value.message


def test_what_is_odd_is_said_once_with_its_first_place() -> None:
    line = {"player": "Ann", "rank": 1, "omw": 1.2, "gw": -1, "ogw": 0.5}
    event = read_published(
        games([ANN_BEN | {"gamez": 2}], [ANN_BEN | {"gamez": 2}], published_standings=[line])
    )
    never = "it counts as not played"
    assert event.warnings == (
        "rounds[0].matches[0] has the unknown key 'gamez'; 1 more like this.",
        f"rounds[0].matches[0] has neither games nor a result, so {never}; 1 more like this.",
        "Op Win % of Ann is 1.2, which is not between 0 and 1, so it is treated as not published.",
        "Game Win % of Ann is -1, which is not between 0 and 1, so it is treated as not published.",
    )
    assert event.lines[0].figures == {"Op Game Win %": Fraction(1, 2)}


def test_phases_divisions_and_ids_are_read() -> None:
    players = [
        {"player": "a", "name": "Ann", "division": "senior"},
        {"player": "b", "name": "Ben", "division": "senior", "dropped_after_round": 1},
        {"player": "c", "name": "Cho", "division": "masters"},
    ]
    rounds = [
        {"matches": [{"player1": "a", "player2": "b", "result": "W"}, {"player1": "c"}]},
        {"phase": "day-two", "matches": [{"player1": "a", "player2": "c", "result": "T"}]},
        {"phase": "cut", "matches": [{"player1": "a", "kind": "bye"}]},
    ]
    event = read_published(json.dumps({"players": players, "rounds": rounds}).encode())
    assert event.stages == (Stage.SWISS, Stage.DAY_TWO, Stage.CUT)
    (pod,) = event.pods(load("tom"))  # The divisions met, so they are one pod.
    assert (pod.divisions, pod.swiss, pod.first_day) == ((Division.SENIOR, Division.MASTERS), 2, 1)
    assert [(one.person.name, one.person.id, one.left) for one in event.lines] == [
        ("Ann", "a", None),
        ("Ben", "b", 1),
        ("Cho", "c", None),
    ]
    backwards = json.dumps({"rounds": rounds[::-1]}).encode()
    with pytest.raises(Unreadable, match="phase is day-two, which cannot follow cut"):
        read_published(backwards)


def test_an_export_of_melee_drops_mirrored_draws_and_knows_byes_losses_and_the_bracket() -> None:
    event = fixture("melee.json")
    assert [len(one) for one in event.rounds] == [3, 3, 2, 1]
    assert event.stages == (Stage.SWISS, Stage.SWISS, Stage.CUT, Stage.CUT)
    alone = {one.players: one.alone for each in event.rounds for one in each if not one.players[1:]}
    assert [*alone.values()] == [Alone.BYE, Alone.LOSS]
    assert (str(event.start), event.edition) == ("2023-12-31", "dci-mtr")


def test_of_two_players_of_one_name_the_one_who_names_back_was_met() -> None:
    event = fixture("divisions.json")
    kims = [n for n, one in enumerate(event.lines, start=1) if one.person.name.startswith("Kim")]
    met = {
        kim: [
            event.lines[other - 1].person.name.split()[0]
            for each in event.rounds
            for one in each
            if kim in one.players
            for other in one.players
            if other != kim
        ]
        for kim in kims
    }
    assert [*met.values()] == [["Eve", "Cho"], ["Dee", "Ben"]]
    out = [one.person.name for one in event.lines if one.disqualified]
    assert out == ["Zed Moe [US]"]
    double = [one for each in event.rounds for one in each if one.result and not one.winner]
    assert Verdict.DOUBLE_LOSS in {one.result.verdict for one in double if one.result}


def test_a_table_of_results_is_read_in_other_languages() -> None:
    event = fixture("results.csv")
    assert [one.person.name for one in event.lines] == ["Ännchen", "Ben", "Cho", "Dee", "Eve"]
    results = [one.result.games for each in event.rounds for one in each if one.result]
    assert results == [Score(2, 1), Score(1, 1, 1), Score(2, 0), Score(2, 0)]
    assert event.form == "a table of results, UTF-8, separated by semicolons"


TABLES: dict[bytes, str] = {
    b"a,b\n1,2\n": "the table, line 1: there is no header row: results need round, player1",
    b"round,player1,player2,result\nx,Ann,Ben,W\n": "the table, line 2: the round is 'x', not a",
    b"round,player1,player2,result\n1,Ann,Ben,9\n": "the table, line 2: '9' is not a result; use",
    b"round,player1,player2,games1,games2\n1,Ann,Ben,a,b\n": "the table, line 2: the numbers of ",
    b"round,player1,player2,result\n": "the table has a header row and nothing below it.",
    b"round,player1,player2,result\n1,Ann,Ben,W\n1,Ann,Cho,W\n": (
        "the table, line 3: Ann plays twice in round 1, also on line 2."
    ),
    b"place,player\nx,Ann\n": "the table, line 2: the place is 'x', not a positive whole number.",
    b"place,player\n1,\n": "the table, line 2: ",
}


@pytest.mark.parametrize("data", TABLES, ids=lambda data: TABLES[data][:40])
def test_a_table_that_cannot_be_read_says_the_line(data: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read_table(data, "the table")
    assert refused.value.message.startswith(TABLES[data])


@pytest.mark.parametrize(
    ("text", "rate"),
    [("41.67%", Fraction("0.4167")), ("0,5", Fraction(1, 2)), ("66.6", Fraction("0.666"))],
)
def test_a_rate_in_a_table_is_read_as_it_is_written(text: str, rate: Fraction) -> None:
    data = f'place;player;omw\n1;Ann;"{text}"\n'.encode()
    assert read_table(data, "x").lines[0].figures == {"Op Win %": rate}


def day(players: int, on: Callable[[int], bool]) -> Published:
    """Three rounds; after the second only some play on."""
    rounds = []
    for number in (1, 2, 3):
        seats = [n for n in range(players) if number < 3 or on(n)]
        pairs = zip(seats[: len(seats) // 2], seats[len(seats) // 2 :], strict=True)
        rounds.append([{"player1": f"{a}", "player2": f"{b}", "result": "W"} for a, b in pairs])
    played: list[dict[str, Any]] = [{} for _ in range(players)]
    for number, matches in enumerate(rounds, start=1):
        for match in matches:
            a, b = int(match["player1"]), int(match["player2"])
            played[a][f"{number}"] = {"opponent": f"{b}", "result": "W"}
            played[b][f"{number}"] = {"opponent": f"{a}", "result": "L"}
    people = [
        {
            "id": f"{n}",
            "name": f"{n}",
            "placing": None,
            "dropped_after_round": None if on(n) else 2,
            "rounds": played[n],
        }
        for n in range(players)
    ]
    return read_published(json.dumps({"players": people}).encode())


def test_a_second_day_is_where_the_best_play_on_even_if_the_others_are_called_dropped() -> None:
    (pod,) = day(12, lambda n: n < 4).pods(load("tom"))
    assert pod.first_day == 2
    (pod,) = day(12, lambda n: n >= 8).pods(load("tom"))  # The best left: that is no second day.
    assert pod.first_day is None


def staged(*rounds: str) -> str:
    """The stages of rounds like `a>b c=d e`: who won, tied, had a bye."""
    marks = {">": "W", "=": "T"}
    told = []
    for number, text in enumerate(rounds, start=1):
        matches: list[dict[str, Any]] = []
        for part in text.split():
            mark = part[1:2]
            said = {"player1": part[0], "player2": part[2], "result": marks[mark]} if mark else {}
            matches.append(said or {"player1": part})
        told.append((number, matches))
    event = read_published(games(*(matches for _, matches in told)))
    return " ".join(stage.value[0] for stage in stages_of(event.rounds))


@pytest.mark.rule("A-96")
@pytest.mark.parametrize(
    ("rounds", "stages"),
    [
        # Nine advance, of whom seven have a bye: their first round is part of the cut.
        (("a>i b>h c>g d>f e", "e>d c>a b>i g>f h", "a b c d e f g h>i", "a>h b>g c>f d>e",
          "a>d b>c", "a>b"), "s s c c c c"),
        # The best of five have byes.
        (("a>b c>d e>f", "b>a d>c f>e", "a>d b c", "b>c a", "a>b"), "s s s c c"),
        # The losers of round 1 play again: that round is Swiss.
        (("a>b c>d", "a>c b>d", "a>b"), "s c c"),
        (("a>b c>d", "a>c b>d", "a>c"), "s s s"),
        # A tie leads nowhere; nor is a single match at the end a cut by itself.
        (("a>b c=d", "a>c"), "s s"),
        (("a>b c", "b>c a"), "s s"),
    ],
    ids=str,
)  # fmt: skip
def test_a_cut_is_counted_from_the_end_and_its_first_round_may_have_byes(
    rounds: tuple[str, ...], stages: str
) -> None:
    assert staged(*rounds) == stages


Slips = list[tuple[str, str | None, str]]


def melee(
    matches: Slips,
    points: dict[str, int] | list[tuple[str, int]],
    second: Slips | None = None,
    *,
    names: tuple[str, str] = ("Round 1", "Round 2"),
) -> Published:
    """An export of a round or two with these matches, and these points in the standings."""
    rounds = [
        {
            "RoundName": name,
            "Matches": [{"Player1": a, "Player2": b, "Result": said} for a, b, said in slips],
        }
        for name, slips in zip(names, (matches, second), strict=True)
        if slips is not None
    ]
    listed = points.items() if isinstance(points, dict) else points
    table = [
        {"Rank": rank, "Player": name, "Points": each}
        for rank, (name, each) in enumerate(listed, start=1)
    ]
    file = {"Tournament": {"Name": "Cup"}, "Rounds": rounds, "Standings": table}
    return read_published(json.dumps(file).encode())


@pytest.mark.parametrize("nobody", [None, "-"])
def test_a_null_opponent_of_melee_is_a_bye_a_loss_or_a_missed_round(nobody: str | None) -> None:
    event = melee(
        [("ann", nobody, "2-0-0"), ("ben", nobody, "0-2-0"), ("cho", nobody, "0-0-0")],
        {"ann": 3, "ben": 0, "cho": 0},
    )
    assert [(one.players, one.alone) for one in event.rounds[0]] == [
        ((1,), Alone.BYE),
        ((2,), Alone.LOSS),
    ]
    assert len(event.lines) == 3


@pytest.mark.parametrize(
    ("points", "is_drawn"),
    [({"ann": 1, "ben": 1}, True), ({"ann": 0, "ben": 0}, False), ({"ann": 1, "ben": 0}, False)],
)
def test_the_published_points_decide_what_0_0_0_was(points: dict[str, int], is_drawn: bool) -> None:
    [[one]] = melee([("ann", "ben", "0-0-0")], points).rounds
    assert one.result == (Result(verdict=Verdict.TIE) if is_drawn else None)


def test_a_match_that_is_listed_a_round_too_early_is_left_out_with_a_note() -> None:
    first: Slips = [("ann", "ben", "2-0-0"), ("cho", "dee", "2-0-0")]
    second: Slips = [("ann", "cho", "2-1-0"), ("ben", "dee", "2-0-0")]
    event = melee([*first, second[0]], {"ann": 6, "cho": 3}, second)
    assert event.rounds == melee(first, {"ann": 6, "cho": 3}, second).rounds
    note = "round 1 also lists 1 match of the next round, which is left out here."
    assert event.warnings == (note,)


def test_two_players_of_one_name_in_a_round_are_refused_with_what_to_do() -> None:
    with pytest.raises(Unreadable, match="have this name, write it differently for each"):
        melee([("kim", "ben", "2-0-0"), ("kim", "cho", "0-2-0")], {"kim": 3})


def test_a_player_with_two_lines_in_the_standings_of_melee_is_compared_with_neither() -> None:
    table = [("ann", 3), ("ben", 0), ("ben", 1)]
    event = melee([("ann", "ben", "0-0-0")], table)
    assert [(one.place, one.points) for one in event.lines] == [(1, 3), (None, None)]
    [[one]] = event.rounds
    assert one.result is None, "no line of ben says that this was a draw"
    note = "'ben' appears more than once in Standings, so all of that player's lines are left out."
    assert event.warnings == (note,)


@pytest.mark.parametrize(
    ("final", "places", "winners"),
    [
        ([("ann", "cho", "2-0-0")], "ann cho ben dee", [1, 3, 1]),  # Ann plays on, so she won.
        ([("ann", "cho", "0-0-3")], "cho ann ben dee", [1, 3, 3]),  # A split final: the places.
        ([("ann", "cho", "0-0-3")], "", [1, 3, None]),  # Nobody can tell who won.
    ],
    ids=["semi-final", "final", "final without places"],
)
def test_of_a_split_match_in_a_bracket_the_file_says_who_won(
    final: Slips, places: str, winners: list[int | None]
) -> None:
    semi: Slips = [("ann", "ben", "0-0-3"), ("cho", "dee", "2-0-0")]
    table = dict.fromkeys(places.split(), 0)
    event = melee(semi, table, final, names=("Top 4", "Finals"))
    assert [one.winner for each in event.rounds for one in each] == winners
    assert "the bracket match of ann and ben in round 1 has no winner in the file" in str(
        event.warnings
    )


@pytest.mark.parametrize("word", ["Remis", "unentschieden", "empate", "match nul", "patta"])
def test_a_draw_is_known_in_the_words_of_other_languages(word: str) -> None:
    data = f"round,player1,player2,result\n1,Ana,Ben,{word}\n".encode()
    (meeting,) = read_table(data, "the table").rounds[0]
    assert meeting.result
    assert meeting.result.verdict is Verdict.TIE


def test_a_result_that_became_a_date_and_a_file_of_another_game_are_named() -> None:
    data = b"round,player1,player2,result\n1,Ana,Ben,02-Jan\n"
    with pytest.raises(Unreadable, match="Excel turns results such as 2-1 into dates"):
        read_table(data, "the table")
    cobra = b'{"players":[{"id":1}],"rounds":[[{"player1":{"corpScore":3}}]]}'
    with pytest.raises(Unreadable, match="NRTM or Cobra"):
        read_published(cobra)
