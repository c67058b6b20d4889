"""One rule for every view: who sits where is public once it is put up, and the desk's before."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from roundbook.cli.verbs import path_of
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.projections.reports.api.resources import ROOT
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.web.events import at_the_cut
from tests.web.visitor import Visitor

API = f"{ROOT}/cup"


def cup(line: Line) -> None:
    """Play round 1 of 6 players, and pair round 2: nobody of it has met."""
    line.start(Masters=6)
    line.announce("--rounds", 3)
    play(line)
    line("pair")


def seated(line: Line) -> list[tuple[int, str, str]]:
    """Return who sits where in round 2, as the ledger has it."""
    paired = line.paired(2)
    return [(n, *pair) for n, pair in zip(paired["tables"], paired["pairings"], strict=True)]


def seen_at(visitor: Visitor) -> dict[str, bool]:
    """Tell of every view whether it shows the tables of round 2."""
    get = visitor.get
    page = get("/t/cup/players/p1").text
    return {
        "event": "round 2 of 3" in get("/t/cup").text,
        "pairings": "round 2" in get("/t/cup/pairings").text,
        "that round": get("/t/cup/pairings?round=2").status_code == 200,
        "player": '<p class="place">' in page,
        "screen": "round 2 of 3" in get("/t/cup/screen").text,
        "api pairings": get(f"{API}/pairings").json()["pairings"][0]["round"] == 2,
        "api that round": get(f"{API}/pairings?round=2").status_code == 200,
        "api matches": any(m["round"] == 2 for m in get(f"{API}/matches").json()["matches"]),
        "api player": '"round":2' in get(f"{API}/players/p1").text,
        "feed": "tables" in [*fed(visitor, 2)][-1],
    }


def fed(visitor: Visitor, number: int) -> Iterator[dict[str, object]]:
    """Yield what the feed told of a round."""
    for text in visitor.get(f"{API}/feed").text.splitlines():
        item = json.loads(text)
        if item.get("round") == number:
            yield item


@pytest.mark.rule("TOP-4a")
def test_no_view_shows_a_round_before_it_is_put_up_and_every_view_does_from_then_on(
    visitor: Visitor, line: Line
) -> None:
    cup(line)
    assert [view for view, is_seen in seen_at(visitor).items() if is_seen is not False] == []
    line("round slips")
    assert [view for view, is_seen in seen_at(visitor).items() if is_seen is not False] == []
    line("post")
    assert [view for view, is_seen in seen_at(visitor).items() if is_seen is not True] == []
    line("withdraw", "masters-2", "--reason", "a table is broken")
    assert [view for view, is_seen in seen_at(visitor).items() if is_seen is not False] == []
    line.pair()
    assert [view for view, is_seen in seen_at(visitor).items() if is_seen is not True] == []


@pytest.mark.rule("TOP-4a")
def test_the_public_view_at_the_terminal_is_that_of_the_pages(visitor: Visitor, line: Line) -> None:
    def shown(verb: str) -> Any:
        said = line.at(path_of(verb), "--public", "--json").data
        assert said == visitor.get(f"{API}/{verb}").json()
        return said

    cup(line)
    (round_1,) = shown("pairings")["pairings"]
    assert round_1["round"] == 1
    for verb in ("standings", "players", "bracket"):
        shown(verb)
    for what in ("masters-2", f"masters-2-{seated(line)[0][0]}"):
        said = line.run("explain", "-C", line.folder, what, "--public")
        assert (said.code, "round 2 of masters has not been posted" in said.err) == (3, True)
    line("post")
    assert shown("pairings")["pairings"][0]["round"] == 2
    assert line.run("explain", "-C", line.folder, "masters-2", "--public").code == 0


def test_a_bracket_in_public_does_not_tell_of_matches_that_are_not_posted(
    visitor: Visitor, line: Line
) -> None:
    top = at_the_cut(line)
    finish(top)
    top("pair")
    said = top.run("round bracket", "-C", top.folder, "--public", "--json").data
    assert said == visitor.get(f"{ROOT}/top-cut/bracket").json()
    assert said != top.run("round bracket", "-C", top.folder, "--json").data


def test_the_desk_sees_what_it_has_not_put_up(visitor: Visitor, line: Line) -> None:
    cup(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/rounds").text
    for table, first, second in seated(line):
        names = (f"Masters {player.removeprefix('p')}" for player in (first, second))
        both = ".*".join(f">{name}<" for name in names)
        assert re.search(rf'data-label="Table">{table}<.*{both}', page)
    assert "round 2: paired" in page
    assert "round 2" not in visitor.get("/t/cup/pairings").text


@pytest.mark.rule("TOP-4h")
def test_that_a_round_is_paired_is_no_secret_and_what_it_locks_is_locked(
    visitor: Visitor, line: Line
) -> None:
    cup(line)
    last = visitor.get(f"{API}/rounds").json()["rounds"][-1]
    counts = {"state": "paired", "matches": 3, "byes": 0, "out": 3}
    assert {name: last[name] for name in counts} == counts
    assert [item["event"] for item in fed(visitor, 2)] == ["round-paired"]
    line("start")
    finish(line)
    assert "can no longer change" not in visitor.get("/t/cup/players/p1").text
    line("pair")
    page = visitor.get("/t/cup/players/p1").text
    assert "can no longer change" in page
    assert "The tables for round 3 are not posted yet: they will appear here." in page


def test_a_bye_is_as_little_told_as_a_table(visitor: Visitor, line: Line) -> None:
    line.start(Masters=3)
    line.announce("--rounds", 2)
    line("pair")
    assert "without_opponent" not in visitor.get(f"{API}/feed").text
    assert all("bye in round" not in visitor.get(f"/t/cup/players/p{n}").text for n in (1, 2, 3))
    line("post")
    assert sum("bye in round" in visitor.get(f"/t/cup/players/p{n}").text for n in (1, 2, 3)) == 1
    assert "without_opponent" in visitor.get(f"{API}/feed").text
