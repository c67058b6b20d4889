"""Who is on the staff, and what every entry says of who wrote it."""

import json
import re
from datetime import datetime

import pytest

from tests.cli.line import Line

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.mark.rule("LED-1", "LED-9")
def test_somebody_is_named_with_roles_and_the_name_stays_out_of_the_record(line: Line) -> None:
    line.start()
    said = line("people staff", "Jo Park", "judge", "scorekeeper", "judge")
    assert said.out.splitlines()[-1] == "Jo Park is h2, judge and scorekeeper."
    assert said.out.count("Entry 2: ") == 2
    events = line.ledger()[-1]["events"]
    assert [(event["event"], event["hand"], event["role"]) for event in events] == [
        ("staff-named", "h2", "judge"),
        ("staff-named", "h2", "scorekeeper"),
    ]
    assert len({event["commitment"] for event in events}) == 1
    assert "Jo Park" not in (line.folder / "ledger.jsonl").read_text()
    book = json.loads((line.folder / "people.json").read_text())
    assert book["hands"]["h2"] == book["staff"]["h2"]["person"]["name"] == "Jo Park"
    line.refused("people staff", "Jo Park", "judge", rule="staff-named-twice")
    line("people staff", "Jo Park", "head-judge")
    assert line.run("verify", line.folder).code == 0


def test_organizer_is_read_as_the_ledger_spells_it(line: Line) -> None:
    line.start()
    said = line("people staff", "Jo Park", "organizer").out
    assert said.startswith("Entry 2: ")
    assert said.endswith("\nJo Park is h2, organiser.\n")
    assert line("note", "the doors are open", "--role", "organizer").code == 0
    invited = line.run("people invite", "organizer", "-C", line.folder.parent, "--json")
    assert (invited.code, json.loads(invited.out)["seat"]) == (0, "organiser")


def test_whoever_has_written_before_keeps_the_number(line: Line) -> None:
    line.start()
    line("register", "Ana", "--birth-year", 1990, "--as", "Kim Sun")
    said = line("people staff", "Kim Sun", "scorekeeper").out
    assert said.startswith("Entry 3: ")
    assert said.endswith("\nKim Sun is h2, scorekeeper.\n")


@pytest.mark.rule("LED-1")
def test_somebody_on_the_staff_acts_in_their_own_role_unless_they_say_another(line: Line) -> None:
    line.start()
    line("people staff", "Bea Stone", "scorekeeper")
    line("people staff", "Jo Park", "judge", "head-judge")

    def acts(name: str, *words: object) -> str:
        line("note", "the doors are open", "--as", name, *words)
        role: str = line.ledger()[-1]["hand"]["role"]
        return role

    assert acts("Bea Stone") == "scorekeeper"
    assert acts("bea  STONE") == "scorekeeper"
    assert acts("Bea Stone", "--role", "judge") == "judge"
    assert acts("Jo Park") == acts("Kim Sun") == "organiser"
    because = ("--override", "announcement-missing", "--because", "said aloud")
    line.register(*FOUR[:2])
    line("pair")
    line.refused("start", *because, "--as", "Bea Stone", rule="announcement-missing")
    line("start", *because, "--as", "Jo Park", "--role", "head-judge")
    assert line.ledger()[-1]["events"][0]["override"]["official"] == "head-judge"
    assert line.run("verify", line.folder).code == 0


def test_a_name_that_is_new_on_the_staff_is_said_once(line: Line) -> None:
    line.start()
    line("people staff", "Bea Stone", "scorekeeper")
    assert line("note", "doors", "--as", "BEA stone").err == ""
    tried = line("note", "doors", "--as", "Nobody Here", "--dry-run")
    assert tried.err == ""
    said = line("note", "doors", "--as", "Nobody Here")
    assert said.err == (
        "Nobody Here is new here, and acts as organiser; a judge adds `--role judge`.\n"
    )
    assert line("note", "doors", "--as", "nobody here").err == ""
    assert line("people staff").out.splitlines()[1:] == [
        "h2, Bea Stone, scorekeeper: 1 entry.",
        "h3, Nobody Here, organiser: 2 entries.",
    ]
    assert "is new" not in line.refused("pair", "--as", "Jo")
    assert line("people staff", "bea stone", "judge").out.endswith("\nBea Stone is h2, judge.\n")


def test_the_staff_is_listed_with_roles_and_entries(line: Line) -> None:
    line.start()
    line("people staff", "Jo Park", "judge")
    line("register", "Ana", "--birth-year", 1990, "--as", "Kim Sun")
    line("note", "doors", "--as", "Lee Oh", "--role", "judge")
    before = line.files()
    assert line("people staff").out == (
        "h1, organiser, organiser: 2 entries.\n"
        "h2, Jo Park, judge: 0 entries.\n"
        "h3, Kim Sun, organiser: 1 entry.\n"
        "h4, Lee Oh, judge: 1 entry.\n"
    )
    assert line("people staff", "--json").data["staff"][1] == {
        "hand": "h2",
        "name": "Jo Park",
        "roles": ["judge"],
        "entries": 0,
    }
    assert line.files() == before


def test_a_dry_run_and_a_refusal_name_nobody(line: Line) -> None:
    line.start()
    before = line.files()
    said = line("people staff", "Jo Park", "judge", "--dry-run")
    assert said.out == (
        "Nothing was written.\n"
        "This would be entry 2: h2 joined the staff as judge.\n"
        "Jo Park is h2, judge.\n"
    )
    assert line.files() == before
    assert "ROLE: choose from organiser, head-judge, judge, scorekeeper." in (
        line.refused("people staff", "Jo Park", code=2)
    )
    line.refused("people staff", "Jo Park", "cook", code=2)


@pytest.mark.rule("LED-5")
def test_a_repeated_naming_answers_the_first(line: Line) -> None:
    line.start()
    first = line("people staff", "Jo Park", "judge", "--cmd", "s1")
    before = line.files()
    assert line("people staff", "Jo Park", "judge", "--cmd", "s1") == first
    assert line.files() == before


@pytest.mark.rule("LED-1")
def test_verify_remarks_on_a_hand_that_nobody_knows_and_on_a_changed_name(line: Line) -> None:
    line.start()
    line("people staff", "Jo Park", "judge")
    line("note", "The doors are open.", "--as", "Kim Sun")
    path = line.folder / "people.json"
    whole = path.read_text()
    book = json.loads(whole)
    del book["hands"]["h3"]
    path.write_text(json.dumps(book))
    said = line.run("verify", line.folder, code=0)
    assert (
        "note: h3, who appears in entry 3, is not in people.json: the name is unknown.\n"
        in said.out
    )
    path.write_text(whole.replace("Jo Park", "Jo Clark"))
    said = line.run("verify", line.folder, code=1)
    assert "h2: what people.json says about this person does not match the ledger" in said.out
    path.write_text(whole)
    lines = line.run("verify", line.folder).out.splitlines()
    assert lines == ["3 entries: intact, no rules broken.", "Not signed yet: no round has started."]


@pytest.mark.rule("LED-1")
def test_every_entry_says_who_in_which_role_where_and_when_and_what_it_follows(line: Line) -> None:
    line.start()
    for name in FOUR:
        line("register", name, "--birth-year", 1990, "--role", "scorekeeper", "--station", "door")
    line("people staff", "Jo Park", "head-judge")
    line("pair", "--as", "Jo Park")
    because = ("--override", "announcement-missing", "--because", "said aloud at ten")
    line("start", *because, "--as", "Jo Park")
    line("report", "masters-1-1", 1, "--as", "Kim Sun", "--role", "judge", "--station", "table-1")
    line("correct", "masters-1-1", 2, "--reason", "the slip was read upside down")
    seen, bound_hands = set(), set()
    for number, entry in enumerate(line.ledger(), start=1):
        assert set(entry) == {"seq", "at", "hand", "cmd", "prev", "v", "events"}
        assert entry["seq"] == number
        assert datetime.fromisoformat(entry["at"]).utcoffset() is not None
        assert re.search(r"(Z|[+-]\d\d:\d\d)$", entry["at"])
        hand = entry["hand"]
        bound = {"commitment"} if hand["id"] not in bound_hands else set()
        bound_hands.add(hand["id"])
        assert set(hand) == {"id", "role", "station"} | bound
        seen.add((entry["hand"]["role"], entry["hand"]["station"]))
        for event in entry["events"]:
            if event["event"] in {"result-corrected", "round-withdrawn"}:
                assert event["reason"]
            if "override" in event:
                assert set(event["override"]) == {"rule", "reason", "official"}
                assert all(event["override"].values())
    assert len(line.ledger()) == 10
    assert seen == {
        ("organiser", "desk"),
        ("scorekeeper", "door"),
        ("head-judge", "desk"),
        ("judge", "table-1"),
    }


@pytest.mark.rule("LED-1")
def test_nobody_overrides_or_corrects_without_a_reason(line: Line) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", 1)
    line.refused("correct", "masters-1-1", 2, code=2)
    line.refused("correct", "masters-1-1", 2, "--reason", " ", code=2)
    line.refused("late", "Eve", "--birth-year", 1990, "--override", "late-entry-closed", code=2)


@pytest.mark.rule("LED-9")
def test_no_station_is_called_after_a_player(line: Line) -> None:
    """It stands in every entry of the desk, for good."""
    line.start()
    line("register", "Ana López", "--birth-year", 1990)
    said = line.refused("note", "the hall is cold", "--station", "ana-lopez")
    assert "the station name ana-lopez contains the name of Ana López (p1)" in said
    assert "such as desk-2" in said
    line("note", "the hall is cold", "--station", "desk-2")


def test_a_part_or_the_number_of_a_name_on_the_staff_means_that_member(line: Line) -> None:
    line.start()
    line("people staff", "Jo Park", "judge")
    line("people staff", "Zoë O'Neil", "scorekeeper")
    for meant in ("Jo", "park", "PARK jo", "h2", "jo  park"):
        assert line("note", "doors", "--as", meant).err == ""
        assert (line.ledger()[-1]["hand"]["id"], line.ledger()[-1]["hand"]["role"]) == (
            "h2",
            "judge",
        )
    line("note", "doors", "--as", "zoe oneil")
    assert line.ledger()[-1]["hand"]["id"] == "h3"
    keyed = line.run("desk", "-C", line.folder, "--as", "jo", stdin=b"note hello\n")
    assert (keyed.code, line.ledger()[-1]["hand"]["id"]) == (0, "h2")
    assert len(line("people staff").out.splitlines()) == 3


@pytest.mark.parametrize("near", ["Jo Prak", "Par", "Jo Park Lee", "Jopark", "jo@park"])
def test_a_name_near_one_on_the_staff_is_refused(line: Line, near: str) -> None:
    line.start()
    line("people staff", "Jo Park", "judge")
    said = line.refused("note", "doors", "--as", near)
    assert said.startswith(f'refused: "{near}" is not the name of a staff member.')
    typed = f"'{near}'" if not near.isalpha() and "@" not in near else near
    assert (
        "Did you mean Jo Park (h2)? To add a new staff member, use "
        f"`roundbook people staff {typed} ROLE`." in said
    )
    asked = line.run("desk", "-C", line.folder, "--as", near, stdin=b"note hello\n")
    assert (asked.code, asked.out) == (3, "")
    line("people staff", near, "judge")
    line("note", "doors", "--as", near)
    assert line.ledger()[-1]["hand"]["id"] == "h3"


def test_words_that_two_on_the_staff_have_name_neither(line: Line) -> None:
    line.start()
    line("people staff", "Jo Park", "judge")
    line("people staff", "Kim Park", "judge")
    said = line.refused("note", "doors", "--as", "Park")
    assert "Did you mean Jo Park (h2) or Kim Park (h3)?" in said
    assert "there is no staff member h9." in line.refused("note", "doors", "--as", "h9")


def test_names_of_desks_that_differ_in_a_number_are_not_alike(line: Line) -> None:
    line.start()
    for number in (1, 2, 12):
        line("note", "doors", "--as", f"Desk {number}")
    assert len(line("people staff").out.splitlines()) == 4
