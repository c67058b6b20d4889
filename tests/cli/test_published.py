"""Events that others have published in JSON, as a person imports and checks them."""

import copy
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from openpyxl import Workbook

from roundbook.cli.checking.sources import published_case
from roundbook.ledger.rulesets import released
from roundbook.projections.compare.conventions import values
from roundbook.projections.compare.edition_search import PublishedCase, find_edition
from roundbook.projections.standings.percentages import basis
from tests.cli.typed import rewrite, roundbook

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "tournaments"
GAMES = sorted(FIXTURES.glob("1?_eight_player_swiss3.json"))
REGIONAL = FIXTURES / "09_regional_masters_531.json"
START = ("--start", "2026-03-07")


pytestmark = pytest.mark.usefixtures("here")


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.rule("A-36", "POD-10")
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.name)
def test_every_published_place_and_figure_of_games_is_ours(file: Path) -> None:
    said = roundbook("file check", file, code=0)
    assert "no difference in 8 official places, 24 published figures, 8 point totals." in said.out


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.name)
def test_games_become_a_ledger_that_shows_the_published_standings(file: Path) -> None:
    assert roundbook("file import", file, "pod", *START).code == 0
    verified = roundbook("verify", "pod", code=0)
    assert "no rules broken" in verified.out
    published = {one["player"]: one for one in read(file)["published_standings"]}
    shown = roundbook("standings", "-C", "pod", "--json").standings
    assert len(shown) == 8
    for one in shown:
        theirs = published[one["name"]]
        assert (one["place"], one["match_points"]) == (theirs["rank"], theirs["points"])


def test_an_edition_that_was_asked_for_is_used_and_differs_where_it_must() -> None:
    said = roundbook("file check", GAMES[0], "--edition", "tom", code=1)
    assert "under the edition tom" in said.out


def test_a_figure_that_was_changed_is_found(here: Path) -> None:
    event = read(GAMES[0])
    event["published_standings"][3]["ogw"] += 0.01
    (here / "changed.json").write_text(json.dumps(event), encoding="utf-8")
    said = roundbook("file check", "changed.json", "--json")
    [difference] = said.data["files"][0]["differences"]
    assert (said.code, difference["what"], difference["name"]) == (
        1,
        "Op Game Win %",
        event["published_standings"][3]["player"],
    )


@pytest.mark.rule("T2", "T3")
def test_a_regional_differs_only_by_the_matches_that_were_never_played() -> None:
    said = roundbook("file check", REGIONAL, "--json")
    [file] = said.data["files"]
    kinds = [one["what"] for one in file["differences"]]
    assert (file["places"], file["figures"], file["records"]) == (530, 3 * 531, 531)
    assert (kinds.count("Win %"), kinds.count("Op Win %"), kinds.count("Op Op Win %")) == (0, 4, 23)
    told = roundbook("file check", REGIONAL)
    assert "  42 of 42 differences are explained:" in told.out
    assert (
        " 27 unplayed: a match that was never played counts as played, as a tie or as a loss "
        in " ".join(told.out.split())
    )
    assert " of 42 differences; `--all` lists all" in told.out
    assert told.out.count(" Op Op Win % ") == 2
    whole = roundbook("file check", REGIONAL, "--all").out
    assert whole.count(" Op Op Win % ") == 23
    assert "Player 0347 (P0347) is not seated in round 3 of masters." in told.out


def test_a_regional_becomes_a_ledger_with_its_second_day_and_its_cut() -> None:
    made = roundbook("file import", REGIONAL, "regional", *START, code=0)
    assert "does not give the seeds of its cut" in made.err
    lines = Path("regional/ledger.jsonl").read_bytes().splitlines()
    events = [event for line in lines for event in json.loads(line)["events"]]
    [day] = [event for event in events if event["event"] == "day-two-made"]
    [cut] = [event for event in events if event["event"] == "cut-made"]
    assert (day["after"], len(day["players"]), len(cut["seeds"])) == (9, 56, 8)
    winner = next(one for one in read(REGIONAL)["players"] if one["placing"] == 1)
    shown = roundbook("standings", "-C", "regional", "--json").standings
    assert next(one["name"] for one in shown if one["place"] == 1) == winner["name"]
    verified = roundbook("verify", "regional", "--json")
    assert verified.data["faults"] == []
    kinds = {one["rule"] for one in verified.data["violations"]}
    assert kinds == {"not-seated", "day-two-differs", "rematch"}


def test_what_is_changed_in_the_ledger_of_games_is_found(here: Path) -> None:
    assert roundbook("file import", GAMES[0], "pod", *START).code == 0
    [kept] = (here / "pod" / "sources").iterdir()
    assert kept.suffix == ".json"
    assert kept.read_bytes() == GAMES[0].read_bytes()
    rewrite(here / "pod", lambda line: line.replace('"verdict":"first"', '"verdict":"second"'))
    said = roundbook("verify", "pod", code=5)
    assert "does not match" in said.out


def test_nobody_guesses_when_an_event_was_played(here: Path) -> None:
    said = roundbook("file import", GAMES[0], "pod", code=2)
    assert "does not give the date of the event: add --start 2026-03-07." in said.err
    assert not (here / "pod").exists()


def games(change: Callable[[Any], None]) -> str:
    event = copy.deepcopy(read(GAMES[0]))
    change(event)
    return json.dumps(event)


def listed(change: Callable[[Any], None]) -> str:
    part = {"result": "W", "table": 1, "opponent": "b"}
    other = {"result": "L", "table": 1, "opponent": "a"}
    event = {
        "label": "Two",
        "players": [
            {"id": "a", "name": "Ann", "placing": 1, "rounds": {"1": part}},
            {"id": "b", "name": "Ben", "placing": 2, "rounds": {"1": other}},
        ],
    }
    change(event)
    return json.dumps(event)


BROKEN = {
    "{": "it is not JSON: expecting property name",
    "[1, 2]": "its JSON is not in a format that roundbook can read",
    '{"a": 1}': "its JSON is not in a format that roundbook can read",
    games(
        lambda e: e["rounds"][0]["matches"][0].pop("player1")
    ): "rounds[0].matches[0].player1 is missing",
    games(lambda e: e["rounds"][0]["matches"][0]["games"].update(player1="2")): "games.player1",
    games(lambda e: e["rounds"][0]["matches"].append(e["rounds"][0]["matches"][0])): (
        "Player 0003 plays twice in round 1"
    ),
    games(lambda e: e["published_standings"].append(e["published_standings"][0])): (
        "published_standings lists somebody twice"
    ),
    listed(lambda e: e["players"].append(e["players"][0])): "players lists a twice",
    listed(lambda e: e["players"][0]["rounds"]["1"].update(opponent="c")): (
        "round 1 of a names the opponent 'c', who is not among the players"
    ),
    listed(lambda e: e["players"][1]["rounds"].clear()): (
        "round 1 of a names an opponent whose own rounds do not show the match"
    ),
    listed(lambda e: e["players"][1]["rounds"]["1"].update(result="W")): ("contradict each other"),
    listed(
        lambda e: e["players"][0]["rounds"].update({"1000": {}})
    ): "players[0].rounds.1000 does not have the expected form",
}


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: BROKEN[text][:40])
def test_what_is_no_published_event_is_refused_in_one_sentence(here: Path, text: str) -> None:
    (here / "bad.json").write_text(text, encoding="utf-8")
    for words in (("file check", "bad.json"), ("file import", "bad.json", "made", *START)):
        said = roundbook(*words, code=5)
        assert said.err.startswith("cannot read: bad.json: ")
        assert BROKEN[text] in said.err
    assert not (here / "made").exists()


def shown() -> list[str]:
    """Return the files that the page about importing shows."""
    page = Path(__file__).resolve().parents[2] / "docs" / "tom.md"
    return re.findall(
        r"^```json\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_both_kinds_are_read_as_the_page_shows_them(here: Path) -> None:
    files = shown()
    assert len(files) == 2
    for text in files:
        (here / "shown.json").write_text(text, encoding="utf-8")
        said = roundbook("file check", "shown.json")
        assert (said.code, "no difference in 2 official places" in said.out) == (0, True), said


def test_a_small_event_with_a_bye_and_who_left_is_told(here: Path) -> None:
    file = here / "three.json"
    first = {"player1": "Ann", "player2": "Ben", "games": {"player1": 2, "player2": 0}}
    later = {"player1": "Ann", "player2": "Cho", "games": {"player1": 1, "player2": 1}}
    rounds = [{"matches": [first, {"player1": "Cho"}]}, {"matches": [later]}]
    file.write_text(json.dumps({"rounds": rounds}), encoding="utf-8")
    assert roundbook("file import", file, "three", *START).code == 0
    shown = roundbook("standings", "-C", "three", "--json").standings
    assert {one["name"]: one["record"] for one in shown} == {
        "Ann": "1-0-1",
        "Cho": "1-0-1",
        "Ben": "0-1-0",
    }
    assert roundbook("verify", "three").code == 0


def met(first: str, second: str, **said: object) -> dict[str, Any]:
    return {"player1": first, "player2": second, "result": "W", **said}


TOP_4: list[dict[str, Any]] = [
    {"matches": [met("a", "d"), met("b", "e"), met("c", "f")]},
    {"matches": [met("a", "d"), met("c", "b")], "phase": "cut"},
]


def by_player(rounds: list[dict[str, Any]]) -> str:
    """Return the rounds as those of each player, without their phases."""
    own: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(rounds, start=1):
        for match in one["matches"]:
            seats = (match["player1"], match["player2"])
            kind = {"kind": match["kind"]} if "kind" in match else {}
            for player, foe, result in zip(seats, seats[::-1], "WL", strict=True):
                played = {"opponent": foe, "result": result} | kind
                own.setdefault(player, {})[f"{number}"] = played
    ended = {"e": 1, "f": 1}
    players = [
        {
            "id": one,
            "name": one,
            "placing": None,
            "rounds": rounds_,
            "dropped_after_round": ended.get(one),
        }
        for one, rounds_ in sorted(own.items())
    ]
    return json.dumps({"players": players})


THIRD = {"kind": "third-place"}
FINALS = {
    "said": json.dumps({"rounds": [*TOP_4, {"matches": [met("a", "c"), met("d", "b") | THIRD]}]}),
    "seen": json.dumps({"rounds": [*TOP_4, {"matches": [met("d", "b"), met("a", "c")]}]}),
    "by player": by_player([*TOP_4, {"matches": [met("a", "c"), met("d", "b") | THIRD]}]),
}


@pytest.mark.parametrize("text", FINALS.values(), ids=FINALS)
def test_a_match_for_third_place_next_to_the_final_gives_its_place(here: Path, text: str) -> None:
    (here / "cup.json").write_text(text, encoding="utf-8")
    said = roundbook("file import", "cup.json", "cup", "--edition", "tom", *START)
    assert (said.code, "the file breaks rules" in said.out) == (0, False), said
    placed = roundbook("standings", "-C", "cup", "--json").standings
    assert [one["name"] for one in sorted(placed, key=lambda one: one["place"])][:4] == [*"acdb"]


def test_a_match_for_third_place_has_no_place_in_swiss(here: Path) -> None:
    rounds = [{"matches": [met("a", "b") | THIRD]}]
    (here / "cup.json").write_text(json.dumps({"rounds": rounds}), encoding="utf-8")
    said = roundbook("file import", "cup.json", "cup", *START, code=5)
    assert "round 1: a 3rd-place match is played in the cut, not in Swiss." in said.err


def test_a_player_whose_rounds_begin_late_has_the_late_tag(here: Path) -> None:
    """One who played before, or who just lost a round, has not."""
    lost = [{"player1": "late", "kind": "late"}, {"player1": "lost", "kind": "loss"}]
    rounds = [
        {"matches": [met("a", "b"), *lost]},
        {"matches": [met("late", "a"), met("lost", "b")]},
        {"matches": [met("late", "lost"), {"player1": "b"}, {"player1": "a", "kind": "late"}]},
    ]
    (here / "cup.json").write_text(json.dumps({"rounds": rounds}), encoding="utf-8")
    assert roundbook("file import", "cup.json", "cup", *START).code == 0
    assert roundbook("verify", "cup").code == 0
    shown = roundbook("standings", "-C", "cup", "--json").standings
    assert [(one["name"], one["record"]) for one in shown if one["late"]] == [("late", "2-1-0")]


# --- what publishers write, end to end ------------------------------------------------------------

FORMS = FIXTURES.parent / "imports" / "published"


@pytest.mark.parametrize(
    ("name", "form", "agrees"),
    [
        (
            "melee.json",
            "an export from Melee",
            "no difference in 5 official places, 14 published figures, 5 point totals.",
        ),
        (
            "divisions.json",
            "tournament data by division",
            "no difference in 9 official places, 30 published figures, 10 records.",
        ),
        (
            "limitless.json",
            "standings from Limitless, without rounds",
            "no difference in 3 official places, 3 records.",
        ),
        (
            "results.csv",
            "a table of results, UTF-8, separated by semicolons",
            "nothing to compare: there are no official places or seeds yet.",
        ),
    ],
)
def test_each_form_is_recognised_and_its_figures_made_by_hand_are_ours(
    name: str, form: str, agrees: str
) -> None:
    said = roundbook("file check", FORMS / name, code=0)
    assert agrees in said.out
    assert f"  read as {form}\n" in said.out


@pytest.mark.parametrize("name", ["melee.json", "divisions.json", "results.csv"])
def test_each_form_with_rounds_becomes_a_ledger_that_verifies(name: str, here: Path) -> None:
    start = START if name.endswith("csv") else ()
    said = roundbook("file import", FORMS / name, "cup", *start, code=0)
    assert "read as " in said.out
    assert roundbook("verify", "cup").code in {0, 1}
    assert "faults" not in roundbook("verify", "cup").out
    (kept,) = (here / "cup" / "sources").iterdir()
    assert kept.read_bytes() == (FORMS / name).read_bytes()


def test_a_match_format_is_only_for_a_save(here: Path) -> None:
    words = ("file import", FORMS / "melee.json", "cup", "--match-format", "bo1")
    assert "is not a TOM save: leave --match-format out" in roundbook(*words).err
    assert not (here / "cup").exists()


@pytest.mark.parametrize("start", [START, ()], ids=["a day", "no day"])
def test_standings_without_rounds_are_not_imported(here: Path, start: tuple[str, ...]) -> None:
    said = roundbook("file import", FORMS / "limitless.json", "cup", *start)
    assert (said.code, "so there is nothing to import" in said.err) == (5, True)
    assert not (here / "cup").exists()
    said = roundbook("file replay", FORMS / "limitless.json")
    assert (said.code, "so there is nothing to replay" in said.err) == (5, True)


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        (
            "Name;Player ID\nAna;11\n",
            "is a list of players, without results",
            "`roundbook register",
        ),
        (
            "place,rank,player\n1,1,Ana\n",
            ("two columns contain the same information"),
            "docs/tom.md",
        ),
        ("card,count\nPikachu,4\n", "no header row: results need round, player1", "docs/"),
    ],
)
def test_a_table_of_something_else_is_told_what_it_is(
    here: Path, text: str, said: str, hint: str
) -> None:
    (here / "players.csv").write_text(text, encoding="utf-8")
    for words in (("file check", "players.csv"), ("file import", "players.csv", "cup", *START)):
        answer = roundbook(*words)
        assert (answer.code, said in answer.err, hint in answer.err) == (5, True, True), answer
    assert not (here / "cup").exists()


def test_standings_that_contradict_themselves_are_found() -> None:
    said = roundbook("file check", FORMS / "standings.csv", "--json")
    found = [(one["kind"], one["said"], one["ours"]) for one in said.data["findings"]]
    assert (said.code, found) == (1, [("place", "2", "3"), ("place", "3", "2")])


def test_published_points_and_records_are_compared(here: Path) -> None:
    event = read(FORMS / "divisions.json")
    event["tournament_data"][0]["data"][0]["record"]["wins"] = 4
    (here / "other.json").write_text(json.dumps(event), encoding="utf-8")
    [other] = roundbook("file check", "other.json", "--json").data["files"][0]["differences"]
    assert (other["what"], other["said"], other["ours"]) == ("record", "4-0-0", "3-0-0")
    event = read(FORMS / "melee.json")
    event["Standings"][0]["Points"] = 7
    (here / "other.json").write_text(json.dumps(event), encoding="utf-8")
    [other] = roundbook("file check", "other.json", "--json").data["files"][0]["differences"]
    assert (other["what"], other["said"], other["ours"]) == ("points", 7, 6)


def test_a_list_of_the_best_is_compared_as_far_as_it_goes(here: Path) -> None:
    event = read(GAMES[0])
    event["published_standings"] = event["published_standings"][:3]
    (here / "top.json").write_text(json.dumps(event), encoding="utf-8")
    said = roundbook("file check", "top.json")
    assert (said.code, "no difference in 3 official places" in said.out) == (0, True), said


# --- why a figure or a place is another -----------------------------------------------------------


def altered(
    here: Path, name: str, change: Callable[[Any], None]
) -> dict[tuple[str, str], str | None]:
    """Return the causes of what differs in a file that was changed, by first name and figure."""
    event = read(FORMS / name)
    change(event)
    (here / "altered.json").write_text(json.dumps(event), encoding="utf-8")
    [file] = roundbook("file check", "altered.json", "--json").data["files"]
    return {(one["name"].split()[0], one["what"]): one["cause"] for one in file["differences"]}


def rates(at: int, **rates: float) -> Callable[[Any], None]:
    return lambda e: e["tournament_data"][0]["data"][at]["resistances"].update(rates)


BY_HAND: dict[str, tuple[Callable[[Any], None], tuple[str, str]]] = {
    # Ben met Cho (1/2) and Ann (1/3), and never played Kim (1/4): 13/36.
    "unplayed": (rates(3, opp=0.361111), ("Ben", "Op Win %")),
    # Without her awarded bye Ann met Ben (1/2) and Dee (1).
    "bye": (rates(2, opp=0.75), ("Ann", "Op Win %")),
    # Eve dropped after round 1; if she is not frozen there, Kim ends with 1/4.
    "dropped": (rates(4, opp=0.25), ("Eve", "Op Win %")),
    # Kim met Dee (1) and lost a round without an opponent (1/4).
    "late": (rates(6, opp=0.625), ("Kim", "Op Win %")),
    "floor": (rates(6, self=0.333333), ("Kim", "Win %")),
}


@pytest.mark.parametrize("cause", BY_HAND)
def test_a_figure_by_another_convention_names_it(here: Path, cause: str) -> None:
    change, what = BY_HAND[cause]
    assert altered(here, "divisions.json", change) == {what: cause}


def test_a_figure_that_no_convention_gives_has_no_cause(here: Path) -> None:
    assert altered(here, "divisions.json", rates(3, opp=0.987)) == {("Ben", "Op Win %"): None}


def test_a_figure_that_follows_from_another_one_says_so(here: Path) -> None:
    def change(event: Any) -> None:
        rates(3, opp=0.9)(event)
        rates(1, oppopp=0.7)(event)  # Cho met Ben (0.9) and Kim (0.5).

    assert altered(here, "divisions.json", change) == {
        ("Ben", "Op Win %"): None,
        ("Cho", "Op Op Win %"): "follows",
    }


def test_percentages_of_games_in_the_place_of_those_of_matches_are_seen(here: Path) -> None:
    def change(event: Any) -> None:
        event["Standings"][2]["OMWP"] = 0.8  # Eve met Ann, who won 12 of 15 in games.

    assert altered(here, "melee.json", change) == {("eve", "Op Win %"): "games"}


def test_a_record_that_leaves_byes_out_says_so(here: Path) -> None:
    def change(event: Any) -> None:
        event["tournament_data"][0]["data"][0]["record"]["wins"] = 2

    assert altered(here, "divisions.json", change) == {("Dee", "record"): "bye"}


def test_a_record_that_counts_an_unplayed_match_as_lost_says_so(here: Path) -> None:
    def change(event: Any) -> None:
        event["tournament_data"][0]["data"][3]["record"]["losses"] += 1

    assert altered(here, "divisions.json", change) == {("Ben", "record"): "unplayed"}


@pytest.mark.parametrize(("opp", "cause"), [(0.25000004, "rounding"), (0.25, "level")])
def test_two_who_are_equal_and_stand_otherwise_are_told_apart_by_rounding(
    here: Path, opp: float, cause: str
) -> None:
    """Ann and Cho have beaten a player without a win each: both have exactly 1/4."""
    places = {"cho": (2, 0.25), "ann": (1, opp), "ben": (3, 1.0), "dee": (4, 1.0)}
    foes = {"ann": ("ben", "W"), "ben": ("ann", "L"), "cho": ("dee", "W"), "dee": ("cho", "L")}
    players = [
        {
            "id": name,
            "name": name,
            "placing": place,
            "published_win_percentages": {"opp": rate},
            "rounds": {"1": dict(zip(("opponent", "result"), foes[name], strict=True))},
        }
        for name, (place, rate) in places.items()
    ]
    (here / "level.json").write_text(json.dumps({"players": players}), encoding="utf-8")
    [file] = roundbook("file check", "level.json", "--json").data["files"]
    assert {one["id"]: one["cause"] for one in file["differences"]} == {"cho": cause, "ann": cause}


def test_a_list_without_a_player_who_played_is_seen(here: Path) -> None:
    file = FORMS.parent / "08_challenge_awarded_bye_drop_final.tdf"
    text = file.read_text(encoding="utf-8")
    gone = re.search(r' *<player id="\d+" place="1" />\s*', text)
    assert gone
    text = text.replace(gone[0], "")
    for place in range(2, 10):
        text = text.replace(f'place="{place}" />', f'place="{place - 1}" />')
    (here / "cut.tdf").write_text(text, encoding="utf-8")
    said = roundbook("file check", "cut.tdf", "--json").data["files"][0]["differences"]
    assert (len(said), {one["cause"] for one in said}) == (9, {"roster"})


def test_our_standings_of_several_files_are_printed_in_every_form(here: Path) -> None:
    files = (*GAMES, FORMS / "melee.json")
    said = roundbook("file check", "--standings", "--json", *files)
    assert [len(one["standings"]) for one in said.data["files"]] == [8, 8, 8, 5]
    table = roundbook("file check", "--standings", "--format", "csv", *files).out.splitlines()
    assert len(table) == 1 + 8 + 8 + 8 + 5
    assert table[0].startswith("file,division,place,player,name,match points,")
    text = roundbook("file check", "--standings", FORMS / "melee.json").out
    assert "melee.json: our standings under the edition dci-mtr" in text
    (here / "bad.json").write_text("{}")
    assert roundbook("file check", "--standings", "bad.json", GAMES[0]).code == 5
    assert roundbook("file check", "--format", "csv", GAMES[0]).code == 2


def test_a_table_of_standings_is_shown_as_it_is(here: Path) -> None:
    table = "place,player,points,record,Op Win %\n1,Ann,6,2-0-0,41.67%\n2,Ben,3,,\n2,Cho,3,1-1-0,\n"
    (here / "table.csv").write_text(table, encoding="utf-8")
    said = roundbook("file check", "--standings", "table.csv")
    assert "table.csv: the standings in the file, which has no rounds" in said.out
    [file] = roundbook("file check", "--standings", "table.csv", "--json").data["files"]
    shown = [
        (one["division"], one["place"], one["match_points"], one["wins"], one["op_win_percent"])
        for one in file["standings"]
    ]
    assert shown == [
        ("Open", 1, 6, 2, "41.67"),
        ("Open", 2, 3, None, None),
        ("Open", 2, 3, 1, None),
    ]
    assert roundbook("file check", "table.csv").code == 0


@pytest.mark.parametrize("name", ["results.xlsx", "results"])
def test_a_workbook_is_checked_as_its_table_is_not_as_an_archive(here: Path, name: str) -> None:
    rows: list[list[object]] = [
        ["place", "player", "points"],
        [1, "Ann", 6],
        [2, "Ben", 6],
        [3, "Cho", 7],
    ]
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(here / "made.xlsx")
    (here / "made.xlsx").rename(here / name)
    said = roundbook("file check", name, "--json", code=1)
    assert said.data["unreadable"] == []
    assert {one["kind"] for one in said.data["findings"]} == {"place"}
    assert "archive" not in roundbook("file check", name).err


def test_a_folder_of_every_form_is_read_whole() -> None:
    said = roundbook("file check", FORMS, "--json")
    assert len(said.data["files"]) == 5
    assert said.data["unreadable"] == []


@pytest.mark.long
@pytest.mark.rule("A-53", "T2", "T3")
def test_a_world_championship_is_ours_but_for_a_late_loss_and_what_follows_from_it(
    here: Path,
) -> None:
    """1,147 players with 92 awarded byes, double losses and a late loss; day one is compared."""
    data = gzip.decompress((FIXTURES / "13_worlds_masters_1147.json.gz").read_bytes())
    (here / "worlds.json").write_bytes(data)
    day_one = {
        one["id"]
        for one in json.loads(data)["players"]
        if not any(int(number) > 8 for number in one["rounds"])
    }
    [file] = roundbook("file check", "worlds.json", "--json").data["files"]
    assert len(day_one) == 1020
    found = {
        (one["what"], one["id"]): one["cause"]
        for one in file["differences"]
        if one["id"] in day_one and one["what"] != "place"
    }
    assert found == {
        ("Op Win %", "P1138"): "late",
        ("Op Op Win %", "P1138"): "late",
        ("Op Op Win %", "P0551"): "late",
        ("Op Op Win %", "P0582"): "late",
        ("Op Op Win %", "P0275"): "late",
    }


@pytest.mark.long
@pytest.mark.rule("A-95", "A-96")
def test_every_difference_of_a_world_championship_has_a_cause(here: Path) -> None:
    """Its second day counts both days, and the best seven of nine have a bye in the cut."""
    data = gzip.decompress((FIXTURES / "13_worlds_masters_1147.json.gz").read_bytes())
    (here / "worlds.json").write_bytes(data)
    roundbook("edition", "new", "both.toml", "--from", "tom", code=0)
    text = (here / "both.toml").read_text(encoding="utf-8")
    assert text.count('day_two = "day-two-only"') == 1
    text = text.replace('day_two = "day-two-only"', 'day_two = "both-days"')
    (here / "both.toml").write_text(text, encoding="utf-8")
    [file] = roundbook("file check", "--edition", "both.toml", "worlds.json", "--json").data[
        "files"
    ]
    causes = Counter(one["cause"] for one in file["differences"])
    assert causes == {"unpublished": 27, "level": 24, "rounding": 6, "late": 5}
    [file] = roundbook("file check", "worlds.json", "--json").data["files"]
    causes = Counter(one["cause"] for one in file["differences"])
    assert causes["days"] > 300
    assert None not in causes


# --- under which rules somebody publishes ---------------------------------------------------------


def older_melee(here: Path) -> Path:
    """An export by Melee's older rule: a player's own game-win percentage has no floor.

    By hand: Dee won 1 game and drew 1 of 5, which is 4/15; Ben won 1 of 5, which is 1/5.
    """
    event = read(FORMS / "melee.json")
    event["Standings"][3]["GWP"], event["Standings"][4]["GWP"] = 0.266667, 0.2
    file = here / "older.json"
    file.write_text(json.dumps(event), encoding="utf-8")
    return file


def test_a_publishers_own_rule_is_found_in_its_figures(here: Path) -> None:
    said = roundbook("file check", "--find-edition", older_melee(here), "--json")
    found = said.data["found"]
    assert (said.code, found["figures"], found["agreeing"], found["by_edition"]) == (0, 14, 14, 12)
    assert (found["edition"], found["changed"]) == ("dci-mtr", ["own_game_floor"])
    assert found["parameters"]["own_game_floor"] == "0"
    assert "cap_applies" in found["undecided"]
    text = roundbook("file check", "--find-edition", "older.json").out
    assert '  own_game_floor = "0"' in text
    assert "next: roundbook edition new NAME.toml --from dci-mtr" in text


def test_two_rules_that_help_only_together_are_found() -> None:
    """One change after the other stops at 25 of 30 figures, where no further one helps alone."""
    case = published_case(str(FORMS / "divisions.json"))
    tom = released.load("tom")
    own = replace(tom, rate="points", bye_in_rate=True)
    rates = values(basis(case.t, own, count_unplayed=True), set(case.published))
    said = {
        player: replace(line, figures={what: rates[player, what] for what in line.figures})
        for player, line in case.published.items()
    }
    told = list[int]()
    found = find_edition([PublishedCase(case.t, said)], [tom], told.append)
    assert (found.agreeing, found.figures) == (30, 30)
    assert (found.changed, found.count_unplayed) == (("rate", "bye_in_rate"), True)
    assert told == [*range(1, len(told) + 1)]
    assert len(told) < 400


def test_the_edition_that_was_found_can_be_written_and_checked_by(here: Path) -> None:
    file = older_melee(here)
    said = roundbook("file check", file, code=1)
    assert "2 of 2 differences are explained:\n    2 floor: " in said.out
    assert roundbook("edition", "new", "older.toml", "--from", "dci-mtr").code == 0
    text = (here / "older.toml").read_text(encoding="utf-8")
    own = text.replace('own_game_floor = "1/3"', 'own_game_floor = "0"')
    assert own != text
    (here / "older.toml").write_text(own, encoding="utf-8")
    said = roundbook("file check", "--edition", "older.toml", file)
    assert (said.code, "no difference in 5 official places, 14 published" in said.out) == (0, True)


def test_figures_of_several_files_are_weighed_together(here: Path) -> None:
    said = roundbook("file check", "--find-edition", "--json", *GAMES, FORMS / "melee.json")
    found = said.data["found"]
    assert (found["figures"], found["agreeing"], found["edition"]) == (86, 86, "dci-mtr")
    assert found["changed"] == []


def test_an_edition_that_is_none_and_files_without_figures_are_refused(here: Path) -> None:
    assert roundbook("file check", "--edition", "dci-2024", GAMES[0]).code == 2
    said = roundbook("file check", "--edition", "none.toml", GAMES[0])
    assert (said.code, "Traceback" in said.err) == (5, False)
    (here / "odd.toml").write_text("edition = 3", encoding="utf-8")
    assert roundbook("file check", "--edition", "odd.toml", GAMES[0]).code == 5
    said = roundbook("file check", "--find-edition", FORMS / "results.csv")
    assert (said.code, "has no published percentages" in said.err) == (5, True)
