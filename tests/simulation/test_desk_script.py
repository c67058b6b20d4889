"""Sixty-four players, six rounds and a top 8, keyed in at one prompt and nowhere else."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.chance import alike
from tests.cli.line import Line
from tests.simulation import reckoning
from tests.simulation.run_script import SCRIPTS

SCRIPT = SCRIPTS / "desk_64.txt"


@pytest.fixture
def answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Line, list[dict[str, Any]], int]:
    """Type the script as a program would; return the tournament, every answer, and the code."""
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players_64.csv").write_bytes((SCRIPTS / "players_64.csv").read_bytes())
    line = Line(tmp_path / "home", tmp_path / "cup")
    words = ("--style", "swiss-plus-cut", "--start", "2026-03-07")
    with alike("desk_64"):
        line.run("open", "cup", "--name", "Harbour Cup", *words)
        said = line.run("desk", "-C", "cup", "--json", stdin=SCRIPT.read_bytes())
    return line, [json.loads(text) for text in said.out.splitlines()], said.code


@pytest.mark.rule("TOP-4h", "LED-4")
def test_an_event_of_64_is_keyed_in_at_the_prompt_alone(
    answers: tuple[Line, list[dict[str, Any]], int],
) -> None:
    line, said, code = answers
    wrong = [(one["line"], one["code"], one["wrong"]) for one in said if one["wrong"]]
    (again, asked, why), (too_late, refused, rule) = wrong
    assert (asked, refused, code) == (2, 3, 2)
    assert "add `because` and the reason" in why[0]
    following = [one["line"] for one in said]
    assert following[following.index(again) + 1] == f"{again} because slip read upside down"
    assert too_late.startswith("masters-1-5 ")
    assert rule[1] == "  rule: result-locked (TOP §4)"

    event = reckoning.read(line.folder)
    assert len(event.players) == 65
    assert sum(player["late"] for player in event.players.values()) == 1
    assert sum(player["after"] is not None for player in event.players.values()) == 7
    assert list(event.results.values()).count("tie") > 5
    assert len(event.cuts["masters-cut"]["seeds"]) == 8
    assert event.cuts["masters-cut"]["seeds"] == reckoning.seeds_of(line.folder, "masters-cut")

    placed = line.run("standings", "-C", line.folder, "--json").standings
    assert [[one["player"]] for one in placed] == reckoning.places(line.folder)["Masters"]
    kinds = [each["event"] for entry in line.ledger() for each in entry["events"]]
    assert kinds.count("round-paired") == 6 + 3
    assert kinds.count("result-corrected") == 1
    assert kinds.count("result-withdrawn") == 2
    assert line.run("verify", line.folder).code == 0
    line.run("verify", line.folder.parent / "harbour-cup.zip", code=0)


def test_the_script_says_how_to_begin_and_what_it_keys_in_is_for_every_pairing() -> None:
    """No line of it names a player who may have left: it can be typed with any chance."""
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("# Before it, in a shell: roundbook open cup ")
    named = [text for text in lines if text.startswith(("drop", "disqualify", "late-tag"))]
    assert named == []
