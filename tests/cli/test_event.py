"""A whole event from the command line: what a small league does on a Saturday."""

import json
from pathlib import Path

import pytest

from tests.cli.line import Line

EIGHT = (
    "Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox", "Eve Ray", "Fay Kim", "Gil Poe", "Hal Orr",
)  # fmt: skip
RESULTS = ("2-0", "tie", "1-2", "2")


@pytest.mark.rule("TOP-4a", "LED-1", "LED-9")
def test_a_small_swiss_event_from_open_to_close(line: Line, tmp_path: Path) -> None:
    line.start("--premier")
    path = tmp_path / "players.csv"
    path.write_text("name,year\n" + "".join(f"{name},{1990 + n}\n" for n, name in enumerate(EIGHT)))
    line("register", path, "--as", "Kim the clerk", "--role", "scorekeeper", "--station", "door")
    line("announce", "--prizes", 4)
    for number in (1, 2, 3):
        line.pair()
        for match, result in zip(line.tables(number), RESULTS, strict=True):
            line("report", match, result, "--as", "Jo the judge", "--role", "judge")
    line("correct", "masters-3-1", "0-2", "--reason", "slip read upside down")
    line.refused("close", rule="deck-checks-missing")
    (drawn,) = line("ruling deckcheck", "draw", "--json").data["entries"][0]["events"][0]["players"]
    line("ruling deckcheck", "record", drawn, "--counted", 60)
    line("close")

    found = line.run("standings", "-C", line.folder, "--json").standings
    assert [one["place"] for one in found] == list(range(1, 9))
    assert sorted(one["name"] for one in found) == sorted(EIGHT)
    # Nine points were given in each round but where a tie gave one to each: 3 wins and a tie.
    assert sum(one["match_points"] for one in found) == 3 * (3 * 3 + 2)
    line.run("verify", line.folder, code=0)
    record = (line.folder / "ledger.jsonl").read_text()
    for name in (*EIGHT, "Kim the clerk", "Jo the judge"):
        assert name not in record
    hands = json.loads((line.folder / "people.json").read_text())["hands"]
    assert hands == {"h1": "organiser", "h2": "Kim the clerk", "h3": "Jo the judge"}
    entries = line.ledger()
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    door = {"id": "h2", "role": "scorekeeper", "station": "door"}
    assert entries[1]["hand"].items() > door.items()  # And what binds the name, once.
    assert "commitment" in entries[1]["hand"]


def test_the_program_itself_opens_and_refuses_with_its_exit_codes(line: Line) -> None:
    def run(*words: object) -> tuple[int, str, str]:
        process = line.process(*words)
        out, err = process.communicate()
        return process.returncode, out.decode(), err.decode()

    assert run("open", line.folder, "--name", "Cup")[0] == 0
    assert run("register", "Ana", "--birth-year", 1990, "-C", line.folder)[1] == (
        "Entry 2: Ana (p1) was registered in Masters.\n"
        f"next: roundbook register NAME --birth-year YEAR -C {line.folder}\n"
    )
    code, out, err = run("start", "-C", line.folder)
    assert (code, out, err.splitlines()[0]) == (
        3,
        "",
        "refused: there is no paired round to start.",
    )
    assert run("start", "-C", line.home)[0] == 5
    assert run("register", "-C", line.folder)[0] == 2


def test_two_new_hands_at_once_get_two_numbers(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay")
    running = [
        line.process("report", match, "1", "--as", f"Judge {match}", "-C", line.folder)
        for match in line.tables(1)
    ]
    answers = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], answers
    hands = json.loads((line.folder / "people.json").read_text())["hands"]
    assert set(hands) == {"h1", "h2", "h3", "h4"}
    for entry in line.ledger()[-3:]:
        pool, number, table = entry["events"][0]["match"]
        assert hands[entry["hand"]["id"]] == f"Judge {pool}-{number}-{table}"
