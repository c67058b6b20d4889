"""The public JSON: every resource at every stage of an event, and nothing private in any."""

import gzip
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.projections.reports.api.openapi import description
from roundbook.projections.reports.api.resources import RESOURCES, ROOT
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.web.events import HOSTILE, over, running, stages
from tests.web.visitor import Visitor

ANSWERS = {each.path: each.answer for each in RESOURCES}


def ask(visitor: Visitor, path: str) -> Any:
    answer = visitor.get(f"{ROOT}/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(visitor: Visitor, path: str) -> tuple[int, str]:
    answer = visitor.get(path)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["access-control-allow-origin"] == "*"
    said = answer.json()
    assert said["status"] == answer.status_code
    assert set(said) == {"type", "title", "status", "detail"}
    return answer.status_code, said["detail"]


def walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every field at every depth, and its value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


def test_every_resource_answers_at_every_stage_as_it_is_described(
    visitor: Visitor, line: Line
) -> None:
    for one in stages(line):
        players = ask(visitor, f"{one.folder.name}/players")["players"]
        for path, shape in ANSWERS.items():
            for player in players if "{player}" in path else [{"player": ""}]:
                where = f"{one.folder.name}{path.format(player=player['player'])}"
                answer = visitor.get(f"{ROOT}/{where}")
                assert answer.status_code == 200, where
                msgspec.json.decode(answer.content, type=shape)
                said = answer.json()
                assert set(said) == set(shape.__struct_fields__), where
                assert said["as_of"]["entry"] == len(one.ledger())
                assert not [value for _, value in walk(said) if isinstance(value, float)]
        for told in visitor.get(f"{ROOT}/{one.folder.name}/feed").text.splitlines():
            assert {"entry", "at", "event"} <= set(json.loads(told))


def test_what_is_public_is_the_same_to_the_byte_wherever_it_is_asked(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=6)
    line.announce("--rounds", 3)
    for _ in range(3):
        play(line)
    for verb in ("standings", "pairings"):
        said = line.run(verb, "-C", line.folder, "--public", "--json").data
        assert said == visitor.get(f"{ROOT}/{line.folder.name}/{verb}").json()


def test_the_tournaments_are_listed_with_their_names_in_addresses(
    visitor: Visitor, line: Line
) -> None:
    assert visitor.get(ROOT).json() == {"tournaments": []}
    line.start()
    (line.folder.parent / "torn").mkdir()
    (line.folder.parent / "torn" / "ledger.jsonl").write_bytes(b"nothing\n")
    assert visitor.get(ROOT).json()["tournaments"] == [
        {"slug": "cup", "name": "Cup", "start": "2026-03-07"},
        {"slug": "torn", "name": "torn", "start": None},
    ]
    assert refused(visitor, f"{ROOT}/torn/standings") == (
        503,
        "The data cannot be read right now; the organiser's terminal shows the reason.",
    )


def test_figures_are_exact_and_as_printed(visitor: Visitor, line: Line) -> None:
    over(line)
    standings = ask(visitor, "over/standings")
    assert standings["compared"] == ["op_win", "op_op_win"]
    printed = line.run("standings", "-C", line.folder.parent / "over").out
    for one in standings["divisions"][0]["lines"]:
        why = ask(visitor, f"over/standings/{one['player']}")
        assert why["standing"] == one
        for name in standings["compared"]:
            figure = one["figures"][name]
            assert figure["percent"] in printed
            shares = [Fraction(part["counts"]["exact"]) for part in why["figures"][name]["of"]]
            assert Fraction(figure["exact"]) == sum(shares) / len(shares)
            assert why["figures"][name]["result"] == figure


def test_the_points_of_the_standings_are_those_of_the_matches(visitor: Visitor, line: Line) -> None:
    over(line)
    won: dict[str, int] = {}
    for match in ask(visitor, "over/matches")["matches"]:
        for side in (match["first"], match["second"]):
            if side and match["winner"] == side["player"]:
                won[side["player"]] = won.get(side["player"], 0) + 1
    lines = ask(visitor, "over/standings")["divisions"][0]["lines"]
    assert {one["player"]: one["record"]["wins"] for one in lines if one["record"]["wins"]} == won


def test_a_division_is_found_in_small_letters_too(visitor: Visitor, line: Line) -> None:
    running(line)
    found = ask(visitor, "running/standings?division=masters")
    assert found["divisions"]
    assert found == ask(visitor, "running/standings?division=Masters")


def test_a_round_and_a_pool_can_be_asked_for(visitor: Visitor, line: Line) -> None:
    running(line)
    both = ask(visitor, "running/rounds")["rounds"]
    assert [(one["round"], one["state"]) for one in both] == [(1, "completed"), (2, "started")]
    (now,) = ask(visitor, "running/pairings")["pairings"]
    (first,) = ask(visitor, "running/pairings?round=1&pool=masters")["pairings"]
    assert (now["round"], first["round"]) == (2, 1)
    for table in first["tables"]:
        lower = int(table["first"]["player"][1:]) < int(table["second"]["player"][1:])
        assert table["result"] == ("first" if lower else "second")
    assert [table["games"] for table in now["tables"][:1]] == [
        {"first": 1, "second": 2, "drawn": 0}
    ]
    matches = ask(visitor, "running/matches?round=1")["matches"]
    assert [m["match"] for m in matches if m["table"]] == [t["match"] for t in first["tables"]]
    (clock,) = ask(visitor, "running/clock")["clocks"]
    assert clock["out"] == both[1]["out"] == len(now["tables"]) - 1
    assert [one["minutes"] for one in clock["longer"]] == [5]


@pytest.mark.rule("LED-9")
def test_nobody_is_shown_otherwise_than_they_chose(visitor: Visitor, line: Line) -> None:
    line.start()
    line(
        "register", "Ada Winter", "--birth-year", 1990, "--id", "4711001", "--display", "anonymous"
    )
    line("register", "Bruno Castel", "--birth-year", 1991, "--id", "4711002")
    line("register", "Cleo Young", "--birth-year", 2020, "--id", "4711003")
    line(
        "register",
        "Dora Small",
        "--birth-year",
        2019,
        "--id",
        "4711004",
        "--display",
        "full",
        "--parent",
    )
    line.announce("--rounds", 2)
    play(line)
    line("penalty", "p2", "warning", "--for", "tardiness", "--as", "Jo Wren", "--role", "judge")
    everything = ""
    for path in (*(p for p in ANSWERS if "{" not in p), "/feed"):
        everything += visitor.get(f"{ROOT}/cup{path}").text
    for player in ("p1", "p2", "p3", "p4"):
        everything += visitor.get(f"{ROOT}/cup/players/{player}").text
        everything += visitor.get(f"{ROOT}/cup/standings/{player}").text
    assert "Bruno Castel" in everything
    assert "Dora Small" in everything
    assert not re.search(
        r"Winter|Ada|Young|4711|\b(1990|1991|2019|2020)\b|tardiness|warning|Wren", everything
    )
    names = [one["name"] for one in ask(visitor, "cup/players")["players"]]
    assert names == [None, "Bruno Castel", "Cleo Y.", "Dora Small"]


def test_who_is_erased_has_no_name_any_more_in_any_answer(visitor: Visitor, line: Line) -> None:
    over(line)
    before = visitor.get(f"{ROOT}/over/feed").text
    assert "Masters 3" in before
    line.run(
        "people erase",
        "p3",
        "-C",
        line.folder.parent / "over",
        "--reason",
        "asked",
        "--yes",
        code=0,
    )
    for path in ("players", "standings", "matches", "feed"):
        assert "Masters 3" not in visitor.get(f"{ROOT}/over/{path}").text
    assert ask(visitor, "over/players/p3")["name"] is None


def test_a_round_by_hand_and_an_override_are_remarked_wherever_results_are(
    visitor: Visitor, line: Line
) -> None:
    running(line)
    shown = ("", "/rounds", "/pairings", "/matches", "/standings", "/standings/p1", "/bracket")
    for path in shown:
        (remark,) = ask(visitor, f"running{path}")["remarks"]
        assert "overrode rounds-differ: it is a small event" in remark


def test_names_that_would_be_something_else_are_only_names(visitor: Visitor, line: Line) -> None:
    running(line)
    answer = visitor.get(f"{ROOT}/running/players")
    assert set(HOSTILE) <= {one["name"] for one in answer.json()["players"]}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"] == "application/json"


def test_what_is_known_is_not_sent_again_and_the_rest_is_packed(
    visitor: Visitor, line: Line, tournaments: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start(Masters=30)
    path = f"{ROOT}/cup/players"
    headers, packed = visitor.raw(path, headers={"Accept-Encoding": "gzip"})
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed) == visitor.get(path).content
    same = visitor.get(path, headers={"If-None-Match": headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert same.headers["access-control-allow-origin"] == "*"
    line("drop", "p1")
    assert visitor.get(path, headers={"If-None-Match": headers["etag"]}).status_code == 200

    def never(*words: Any) -> None:
        raise AssertionError(words)

    monkeypatch.setattr("roundbook.cli.web.public.api.json_of", never)
    assert visitor.get(path, headers={"Accept-Language": "de"}).status_code == 200
    assert tournaments.at("cup").shown is not None


def test_pages_elsewhere_may_ask_below_api_and_nowhere_else(visitor: Visitor, line: Line) -> None:
    line.start()
    for path in ("/api", "/api/openapi.json", ROOT, f"{ROOT}/cup", f"{ROOT}/cup/feed"):
        answer = visitor.get(path, headers={"Origin": "https://overlay.example"})
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        assert "set-cookie" not in answer.headers
        first = visitor.ask("OPTIONS", path, headers={"Access-Control-Request-Method": "GET"})
        assert first.status_code == 204
        assert first.headers["access-control-allow-methods"] == "GET, HEAD"
    for path in ("/t/cup", "/sign-in", "/static/roundbook.css", "/now"):
        headers = visitor.ask("HEAD", path).headers
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/nothing", 404, "/api lists the addresses"),
        ("/api/v2/tournaments", 404, "/api lists the addresses"),
        (f"{ROOT}/other", 404, "There is no tournament with this name"),
        (f"{ROOT}/other/feed", 404, "There is no tournament with this name"),
        (f"{ROOT}/cup/players/p9", 404, "no player with this number"),
        (f"{ROOT}/cup/players/ana", 404, "no player with this number"),
        (f"{ROOT}/cup/standings/p9", 404, "no player with this number"),
        (f"{ROOT}/cup/pairings?round=7", 404, "No such round has been paired."),
        (f"{ROOT}/cup/standings?division=Open", 404, "Nobody is in this division."),
        (f"{ROOT}/cup/matches?round=7", 404, "No such round has been paired."),
        (f"{ROOT}/cup/matches?pool=nopool", 404, "No such round has been paired."),
        (f"{ROOT}/cup/standings?division=open", 404, "Nobody is in this division."),
        (f"{ROOT}/cup/standings?division=old", 400, "one of Junior, Senior, Masters, Open"),
        (f"{ROOT}/cup/pairings?round=", 400, "a whole number from 1 to 999"),
        (f"{ROOT}/cup/pairings?round=0", 400, "a whole number from 1 to 999"),
        (f"{ROOT}/cup/pairings?round=1&round=2", 400, "given once"),
        (f"{ROOT}/cup/pairings?round=%D9%A1", 400, "a whole number from 1 to 999"),
        (f"{ROOT}/cup/pairings?pool=..%2F", 400, "the name of a pool"),
        (f"{ROOT}/cup/feed?from=-1", 400, "the number of an entry"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(
    visitor: Visitor, line: Line, path: str, status: int, words: str
) -> None:
    line.start()
    said = refused(visitor, path)
    assert said[0] == status
    assert words in said[1]


def test_nothing_can_be_written_there(visitor: Visitor, line: Line) -> None:
    line.start()
    before = line.files()
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = visitor.ask(method, f"{ROOT}/cup", content=b"{}")
        assert answer.status_code == 405
        assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
        assert answer.json()["detail"] == "This address is read-only."
    assert line.files() == before


def test_a_mistake_of_ours_is_a_problem_too_and_tells_nothing(
    visitor: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    monkeypatch.setattr("roundbook.cli.web.public.api.json_of", lambda value: 1 // 0 + value)
    status, said = refused(visitor, f"{ROOT}/cup")
    assert (status, said) == (500, "Something went wrong here; see the organiser's terminal.")


def test_the_page_for_people_names_everything_that_can_be_asked_for(visitor: Visitor) -> None:
    page = visitor.get("/api")
    assert page.headers["content-type"].startswith("text/html")
    assert "//" not in re.sub("<!--.*?-->", "", page.text).replace("https://", "")
    for path, said in description()["paths"].items():
        assert f"<code>GET {path}</code>" in page.text
        assert said["get"]["summary"] in page.text
    for shape, said in description()["components"]["schemas"].items():
        assert f'id="{shape}"' in page.text
        for field in said.get("properties", {}):
            assert f"<code>{field}</code>" in page.text


@pytest.mark.rule("TOP-4a")
def test_a_bracket_round_that_is_not_posted_is_counted_and_not_shown(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut")
    for _ in range(2):
        line("pair")
        held = ask(visitor, "cup/rounds")["rounds"][-1]
        assert (held["pool"], held["state"], held["out"]) == (
            "masters-cut", "paired", held["matches"],
        )  # fmt: skip
        line("start")
        finish(line)
