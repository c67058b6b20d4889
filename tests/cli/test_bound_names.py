"""A name is shown only if the ledger is bound to it: players, staff and whoever wrote an entry."""

import json
from pathlib import Path
from typing import Any

import pytest

from roundbook.ledger.archive_file import unpacked
from tests.cli.line import Line
from tests.cli.sealed import resealed
from tests.cli.typed import roundbook

IMPORTS = Path(__file__).resolve().parents[2] / "fixtures" / "imports"
SAVE = IMPORTS / "03_challenge_five_players_final.tdf"
FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
WHY = ("--reason", "read from the card")


def book(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((line.folder / "people.json").read_bytes())
    return found


def rewritten(line: Line, said: dict[str, Any]) -> None:
    (line.folder / "people.json").write_text(json.dumps(said), encoding="utf-8")


def swapped(line: Line) -> None:
    """Give p1 the name of p2 and the other way round, and call the real ones former."""
    said = book(line)
    players = said["players"]
    said["former"] = {one: [players[one]] for one in ("p1", "p2")}
    players["p1"], players["p2"] = players["p2"], players["p1"]
    rewritten(line, said)


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("where", ["folder", "archive"])
def test_real_names_under_former_hide_no_swap_in_a_closed_tournament(
    line: Line, tmp_path: Path, where: str
) -> None:
    line.begin(*FOUR, played=1)
    line.close()
    place = tmp_path / "cup.zip"
    assert line.run("archive", line.folder, "--out", place).code == 0
    swapped(line)
    forged = unpacked(place.read_bytes()) | {
        "people.json": (line.folder / "people.json").read_bytes()
    }
    place.write_bytes(resealed(forged))
    said = roundbook("verify", place if where == "archive" else line.folder, code=1)
    for player in ("p1", "p2"):
        assert (
            f"{player}: what people.json says about this person does not match the ledger"
            in said.out
        )
    assert (
        "Not proved: a name does not match its cryptographic commitment in the ledger." in said.out
    )


@pytest.mark.rule("LED-6")
def test_while_it_runs_the_bound_name_is_shown_and_the_amendment_asked_for_again(
    line: Line,
) -> None:
    line.begin(*FOUR)
    before = line.run("standings", "-C", line.folder).out
    swapped(line)
    said = roundbook("verify", line.folder, code=0)
    assert "a change to p1 was begun but not recorded: repeat the command." in said.out
    assert line.run("standings", "-C", line.folder).out == before


@pytest.mark.rule("LED-6")
def test_a_hand_is_bound_in_its_first_entry_and_by_a_correction_of_its_name(line: Line) -> None:
    line.begin(*FOUR)
    line("note", "The hall is open.", "--as", "Jo Park")
    line("note", "The hall is warm.", "--as", "Jo Park")
    hands = [entry["hand"] for entry in line.ledger()]
    assert ["commitment" in hand for hand in hands] == [
        hand["id"] not in {one["id"] for one in hands[:at]} for at, hand in enumerate(hands)
    ]
    assert roundbook("verify", line.folder).code == 0
    line("people amend", "h2", "--name", "Jo Parker", *WHY)
    assert roundbook("verify", line.folder).code == 0
    assert "the name of h2 was corrected" in line.run("history", "-C", line.folder).out


WRITES = {
    "import": ("file import", SAVE, "FOLDER"),
    "follow": ("file follow", SAVE, "-C", "FOLDER", "--once"),
    "generate": ("lab generate", "FOLDER", "--players", 4, "--rounds", 1),
}


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("verb", WRITES)
def test_whoever_imports_follows_or_generates_is_bound_as_well(line: Line, verb: str) -> None:
    assert line.run(*(line.folder if word == "FOLDER" else word for word in WRITES[verb])).code == 0
    assert [entry["seq"] for entry in line.ledger() if "commitment" in entry["hand"]] == [1]
    if verb == "follow":  # The same save again tells nothing and binds nothing.
        told = (line.folder / "ledger.jsonl").read_bytes()
        assert line.run("file follow", SAVE, "-C", line.folder, "--once").code == 0
        assert (line.folder / "ledger.jsonl").read_bytes() == told
    said = line.run("verify", line.folder, code=0)
    assert "no cryptographic commitment to the names" not in said.out
    names = book(line)
    names["hands"]["h1"] = "Maria Klein"
    rewritten(line, names)
    found = line.run("verify", line.folder, code=1)
    assert "h1: what people.json says about this person does not match the ledger." in found.out


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("how", ["name", "name and person", "without its salt"])
def test_another_name_of_a_hand_is_found(line: Line, how: str) -> None:
    line.begin(*FOUR)
    said = book(line)
    said["hands"]["h1"] = "Maria Klein"
    if how == "name and person":
        said["staff"]["h1"]["person"]["name"] = "Maria Klein"
    elif how == "without its salt":
        del said["staff"]["h1"]
    rewritten(line, said)
    found = roundbook("verify", line.folder, code=1)
    assert "h1: what people.json says about this person does not match the ledger." in found.out


def test_an_erased_hand_is_no_stranger(line: Line) -> None:
    line.begin(*FOUR)
    line("note", "The hall is open.", "--as", "Jo Park")
    line("people erase", "h2", "--reason", "she asked", "--yes")
    said = roundbook("verify", line.folder)
    assert (said.code, "h2:" in said.out) == (0, False)
    assert b"Jo Park" not in (line.folder / "people.json").read_bytes()


@pytest.mark.rule("LED-6")
def test_a_name_that_nobody_erased_or_registered_is_said(line: Line) -> None:
    line.begin(*FOUR)
    said = book(line)
    said["players"]["p99"] = said["players"].pop("p2")
    rewritten(line, said)
    found = roundbook("verify", line.folder, code=0)
    assert "p2 has no name in people.json, but no entry says that it was erased." in found.out
    assert "p99 has a name in people.json, but no entry registers this player." in found.out


@pytest.mark.rule("LED-6")
def test_a_book_that_says_a_thing_twice_is_refused(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "people.json"
    text = path.read_text("utf-8")
    path.write_text(text.replace('"name": "Ana Lopez"', '"name": "Eve", "name": "Ana Lopez"'))
    said = roundbook("verify", line.folder, code=5)
    assert "cannot be read: name appears twice." in said.out.replace("\n", " ")
    path.write_text(json.dumps(json.loads(text)), encoding="utf-8")  # Written otherwise, once each.
    assert roundbook("verify", line.folder).code == 0
