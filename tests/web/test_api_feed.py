"""The feed of the public JSON: whoever was cut off misses nothing, and hears nothing twice."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

import roundbook
from roundbook.cli.web.public.feed import marked
from roundbook.cli.web.server.page_cache import FeedPosition
from roundbook.projections.reports.api.resources import ROOT
from tests.cli.line import PROGRAM, Line
from tests.cli.test_team import formed
from tests.cli.typed import words_of
from tests.web.events import HOSTILE, over, running
from tests.web.served import PATIENCE, Served
from tests.web.visitor import Visitor


def heard(address: str, last: str = "", most: int = 10_000) -> Iterator[tuple[str, str]]:
    """Yield events as they come, `most` of them at most, and then hang up."""
    headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
    number, count = "", 0
    with httpx.stream("GET", address, headers=headers, trust_env=False, timeout=PATIENCE) as answer:
        for line in answer.iter_lines():
            if line.startswith("id: "):
                number = line.removeprefix("id: ")
            elif line.startswith("data: "):
                yield number, line.removeprefix("data: ")
                count += 1
                if count == most:
                    return


def typed(*words: object) -> str:
    """Return what a command writes, in a process of its own."""
    program = [sys.executable, "-c", PROGRAM, *words_of(words)]
    return subprocess.run(program, check=True, capture_output=True).stdout.decode()


def test_the_lines_are_those_of_the_command_with_the_names_that_are_shown(
    visitor: Visitor, line: Line
) -> None:
    cup = running(line)
    answer = visitor.get(f"{ROOT}/running/feed")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.text == typed("lab feed", "-C", cup.folder)
    assert any(name in json.dumps(answer.text) for name in HOSTILE)
    part = visitor.get(f"{ROOT}/running/feed?from=20").text
    assert part == typed("lab feed", "-C", cup.folder, "--from", 20)
    assert answer.text.endswith(part)
    same = visitor.get(f"{ROOT}/running/feed", headers={"If-None-Match": answer.headers["etag"]})
    assert same.status_code == 304
    assert visitor.get(f"{ROOT}/running/feed?from=999999").text == ""


def test_the_feed_goes_on_with_the_ledger_and_follows_a_change_of_names(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    for name in ("Ada Winter", "Bruno Castel"):
        line("register", name, "--birth-year", 1990)
        assert visitor.get(f"{ROOT}/cup/feed").text == typed("lab feed", "-C", line.folder)
    line("people amend", "p1", "--display", "anonymous")
    said = visitor.get(f"{ROOT}/cup/feed").text
    assert said == typed("lab feed", "-C", line.folder)
    assert "Ada" not in said


def test_a_team_has_its_name_in_the_feed_of_the_command_too(visitor: Visitor, line: Line) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    line("pair")
    line("post")
    told = visitor.get(f"{ROOT}/cup/feed").text
    assert "Rocket (Ana Ash & Ben Bay)" in told
    assert told == typed("lab feed", "-C", line.folder)


@pytest.mark.parametrize("last", ["", "x", "1.2.3", "-1", "1" * 30, "\u0661"])
def test_a_mark_that_is_none_of_ours_begins_with_the_first(last: str) -> None:
    assert marked(last) < FeedPosition(1, 1)


def test_marks_are_in_the_order_of_the_feed() -> None:
    assert marked("9.2") < marked("9.10") < marked("9") < marked("10.1")


def test_whoever_is_cut_off_again_and_again_hears_everything_once_while_another_writes(
    line: Line,
) -> None:
    line.start()
    words = [sys.executable, "-c", WRITER, str(line.folder)]
    with Served(line.folder.parent, line.home) as served:
        address = f"{served.address}{ROOT}/cup/feed"
        with subprocess.Popen(words, stdout=subprocess.DEVNULL) as writer:
            told: list[tuple[str, str]] = []
            ctx = 0
            while not told or "tournament-closed" not in told[-1][1]:
                ctx += 1
                last = told[-1][0] if told else ""
                for one in heard(address, last, most=1 + ctx % 3):
                    told.append(one)
                    if "tournament-closed" in one[1]:
                        break
            assert writer.wait(timeout=PATIENCE) == 0
        assert ctx > 3
        whole = [*heard(address, most=len(told))]
        assert told == whole
        lines = httpx.get(address, trust_env=False, timeout=PATIENCE).text.splitlines()
    assert [text for _, text in told] == lines
    assert len({number for number, _ in told}) == len(told)


def test_the_stream_of_a_closed_tournament_ends_and_a_browser_stops_reconnecting(
    visitor: Visitor, line: Line
) -> None:
    cup = over(line)
    address, stream = f"{ROOT}/{cup.folder.name}/feed", {"Accept": "text/event-stream"}
    whole = visitor.get(address, headers=stream)
    numbers = [one[4:] for one in whole.text.splitlines() if one.startswith("id: ")]
    told = [one[6:] for one in whole.text.splitlines() if one.startswith("data: ")]
    assert told == visitor.get(address).text.splitlines()
    rest = visitor.get(address, headers={**stream, "Last-Event-ID": numbers[-2]})
    assert rest.text.count("id: ") == 1
    nothing = visitor.get(address, headers={**stream, "Last-Event-ID": numbers[-1]})
    assert (nothing.status_code, nothing.text) == (204, "")


WRITER = """
import json, sys
from tests.cli.typed import roundbook
folder = sys.argv[1]
def do(*words):
    said = roundbook(*words, "-C", folder)
    assert said.code == 0, said.err
for n in range(4):
    do("register", f"Player {n}", "--birth-year", "1990")
told = ("announce", "--rounds", "1", "--prizes", "none")
do(*told, "--override", "rounds-differ", "--because", "small")
do("pair")
do("start")
lines = open(folder + "/ledger.jsonl").read().splitlines()
pairs = next(e["pairings"] for x in lines for e in json.loads(x)["events"] if "pairings" in e)
for n in range(1, 3):
    do("report", f"masters-1-{n}", "1", *(["--drop", pairs[0][0]] if n == 1 else []))
do("close")
"""


def test_a_listener_does_not_keep_the_server_from_stopping(line: Line) -> None:
    line.start()
    with Served(line.folder.parent, line.home) as served:
        events = heard(f"{served.address}{ROOT}/cup/feed")
        assert "tournament-opened" in next(events)[1]
        served.process.terminate()
        assert served.process.wait(timeout=PATIENCE) == 0
        with suppress(httpx.HTTPError):
            assert [*events] == []


def test_a_program_follows_a_served_event_and_resumes_where_it_was_cut_off(line: Line) -> None:
    cup = over(line)
    name = cup.folder.name
    with Served(cup.folder.parent, line.home) as served:
        address = f"{served.address}{ROOT}/{name}"
        told = [*roundbook.follow(address)]
        lines = httpx.get(f"{address}/feed", trust_env=False, timeout=PATIENCE).text.splitlines()
        assert [(one.entry, one.event) for one in told] == [
            (item["entry"], item["event"]) for item in map(json.loads, lines)
        ]
        assert told[0].data["name"] == "Cup"
        assert [*roundbook.follow(address, after=told[-3].mark)] == told[-2:]
        assert [*roundbook.follow(address, after=told[-1].mark)] == []
        with pytest.raises(roundbook.Unreadable, match="answered 404"):
            next(roundbook.follow(f"{served.address}{ROOT}/nobody"))
    with pytest.raises(roundbook.Unreadable, match="no longer answers") as caught:
        next(roundbook.follow(address))
    assert caught.value.hint == "Check the address, and try again."
    for odd in ("ftp://example.org", "file:///etc/passwd", "http://", "cup"):
        with pytest.raises(roundbook.Unreadable, match="is not the address of a served event"):
            next(roundbook.follow(odd))
