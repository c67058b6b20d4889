import json
import stat
from typing import Any

import pytest

from roundbook.cli.places import people
from roundbook.ledger.people.book import Person, commitment
from tests.cli.line import Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Guest One")
WHY = ("--reason", "was registered as a guest")


def book(line: Line) -> Any:
    return json.loads((line.folder / "people.json").read_text(encoding="utf-8"))


def test_a_placeholder_gets_its_name_and_keeps_its_history(line: Line) -> None:
    line.begin(*FOUR, played=1)
    said = line("people amend", "guest", "--name", "Dee Fox", "--id", 4711, *WHY)
    assert said.out == (
        "Entry 11: the details of p4 were corrected.\n"
        "Name: Dee Fox (was Guest One).\n"
        "Player ID: 4711 (was missing).\n"
        "Dee Fox (p4), Masters, is shown with the full name.\n"
        "next: roundbook pair masters\n"
    )
    (event,) = line.ledger()[-1]["events"]
    assert set(event) == {"event", "player", "commitment", "reason"}
    known = book(line)["players"]["p4"]
    person = Person(name="Dee Fox", id="4711", birth_year=1990)
    assert commitment(person, str(known["salt"])) == event["commitment"]
    placed = roundbook("standings", "-C", line.folder, "--json").standings
    (dee,) = [one for one in placed if one["player"] == "p4"]
    assert (dee["name"], dee["record"]) == ("Dee Fox", dee["record"])
    assert sum(int(part) for part in dee["record"].split("-")) == 1
    assert "Dee" not in (line.folder / "ledger.jsonl").read_text(encoding="utf-8")
    assert roundbook("verify", line.folder).code == 0


def test_what_the_record_was_bound_to_before_can_still_be_shown(line: Line) -> None:
    line.begin(*FOUR)
    line("people amend", "p4", "--name", "Dee Fox", *WHY)
    (before,) = book(line)["former"]["p4"]
    registered = line.ledger()[4]["events"][0]
    person = Person(name="Guest One", birth_year=1990)
    assert commitment(person, before["salt"]) == registered["commitment"]
    line.refused("note", "Guest One asked again", rule="name-in-text")
    line.refused("note", "Dee Fox asked again", rule="name-in-text")


@pytest.mark.rule("LED-9")
def test_a_text_that_was_lawful_stays_so_when_the_name_comes(line: Line) -> None:
    line.begin(*FOUR)
    line("note", "Dee Fox has called: the bus is late")
    line("people amend", "p4", "--name", "Dee Fox", *WHY)
    assert roundbook("verify", line.folder).code == 0
    line.refused(
        "people amend", "p4", "--id", 4712, "--reason", "Dee Fox said so", rule="name-in-text"
    )


@pytest.mark.rule("LED-5")
def test_an_amendment_that_is_repeated_answers_the_first(line: Line) -> None:
    line.begin(*FOUR)
    words = ("people amend", "p4", "--name", "Dee Fox", *WHY, "--cmd", "a1")
    first = line(*words)
    before = line.files()
    assert line(*words).out == first.out
    assert line.files() == before
    line("people amend", "p4", "--birth-year", 1985, "--reason", "misread", "--cmd", "a2")
    assert len(book(line)["former"]["p4"]) == 2
    line.refused("people amend", "p4", "--name", "Eve Ray", *WHY, "--cmd", "a1")


def test_a_crash_between_book_and_record_leaves_a_player_known_both_ways(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)
    keep = people.keep_book

    def crash(*args: object) -> None:
        keep(*args)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr("roundbook.cli.acts.amend.keep_book", crash)
    assert line.at("people amend", "p4", "--name", "Dee Fox", *WHY).code == 2
    monkeypatch.undo()
    monkeypatch.setenv("ROUNDBOOK_HOME", str(line.home))
    said = roundbook("verify", line.folder, code=0)
    assert "a change to p4 was begun but not recorded: repeat the command." in said.out
    line("people amend", "p4", "--name", "Dee Fox", *WHY)
    assert [one["person"]["name"] for one in book(line)["former"]["p4"]] == ["Guest One"]
    said = roundbook("verify", line.folder)
    assert (said.code, "being amended" in said.out) == (0, False)


def test_a_book_that_is_older_than_the_record_is_still_noticed(line: Line) -> None:
    line.begin(*FOUR)
    old = (line.folder / "people.json").read_bytes()
    line("people amend", "p4", "--name", "Dee Fox", *WHY)
    (line.folder / "people.json").write_bytes(old)
    said = roundbook("verify", line.folder, code=1)
    assert "p4: what people.json says about this person does not match the ledger." in said.out


def test_the_division_follows_the_year_and_moves_nobody_who_is_paired(line: Line) -> None:
    line.enrol(*FOUR)
    wrong = line.refused(
        "people amend", "p1", "--birth-year", 2015, "--division", "masters", *WHY, code=2
    )
    assert "the year of birth puts the player in Junior" in wrong
    assert line("people amend", "p1", "--birth-year", 2015, *WHY).out.endswith(
        "\nDivision: Junior (was Masters).\nBirth year: changed.\n"
        "Ana Lopez (p1), Junior, is shown with the full name.\n"
        "next: roundbook announce --prizes N\n"
    )
    assert (
        "\nDivision: Masters (was Junior).\nBirth year: changed.\n"
        in line("people amend", "p1", "--birth-year", 1990, *WHY).out
    )
    line("announce")
    line("pair")
    said = line.refused("people amend", "p1", "--birth-year", 2015, *WHY, rule="division-settled")
    assert "rounds have been paired" in said
    line("people amend", "p1", "--birth-year", 1991, "--reason", "misread by a year")


def test_nobody_becomes_somebody_who_is_there_already(line: Line) -> None:
    line.begin(*FOUR)
    assert "as Ana Lopez (p1)" in line.refused("people amend", "p4", "--name", "ana lopez", *WHY)
    line("people amend", "p4", "--name", "Ana Lopez", "--id", 4711, *WHY)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "nothing would change"),
        (("--name", "Ana Lopez"), "nothing would change"),
        (("--name", "Eve Ray"), "--reason: a round is posted or started, so give a reason."),
        (("--display", "secret"), "secret"),
        (("--parent",), "--display: give the parent's choice of how the name is shown."),
    ],
)
def test_misuse_is_said_in_a_sentence(line: Line, words: tuple[str, ...], sentence: str) -> None:
    line.begin(*FOUR)
    assert sentence in line.refused("people amend", "p1", *words, code=2)


def test_a_choice_that_is_sent_again_changes_nothing_and_keeps_nobody_from_the_rest(
    line: Line,
) -> None:
    line.enrol(*FOUR)
    line("people amend", "p1", "--birth-year", 2015, *WHY)
    line("people amend", "p1", "--display", "full", "--parent")
    assert "nothing would change" in line.refused("people amend", "p1", "--parent", code=2)
    said = line("people amend", "p1", "--name", "Eve Ray", "--parent").out
    assert "Eve Ray (p1), Junior, is shown with the full name." in said


def test_a_rehearsal_writes_nothing(line: Line) -> None:
    line.begin(*FOUR)
    before = line.files()
    said = line("people amend", "p4", "--name", "Dee Fox", *WHY, "--dry-run")
    assert said.out == (
        "Nothing was written.\n"
        "This would be entry 9: the details of p4 were corrected.\n"
        "Name: Dee Fox (was Guest One).\n"
        "Dee Fox (p4), Masters, would be shown with the full name.\n"
    )
    line("people amend", "p4", "--display", "anonymous", "--dry-run")
    assert line.files() == before


def test_an_erased_name_is_given_anew_as_a_whole(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "people.json").unlink()
    said = line.at("people amend", "p4", "--id", 4711, *WHY)
    assert (said.code, "give them again" in said.err) == (3, True)
    line("people amend", "p4", "--name", "Dee Fox", *WHY)
    assert roundbook("verify", line.folder).code == 0


def test_the_name_of_a_hand_is_set_right_in_the_book(line: Line) -> None:
    line.begin(*FOUR)
    said = line(
        "people amend", "h1", "--name", "Kim Sun", "--reason", "the program's word for nobody"
    )
    assert said.out == (
        "Entry 9: the name of h1 was corrected: the program's word for nobody.\nKim Sun is h1.\n"
        "Add `--as 'Kim Sun'` to commands from now on: without it, they come from a new staff "
        "member, organiser.\n"
    )
    assert book(line)["hands"] == {"h1": "Kim Sun"}
    noted = line("note", "Round 1 is late.", "--as", "Kim Sun").out
    assert noted.startswith("Entry 10: note: Round 1 is late.\n")
    assert line.ledger()[-1]["hand"]["id"] == "h1"
    assert "Kim" not in (line.folder / "ledger.jsonl").read_text(encoding="utf-8")
    acting = ("--as", "Kim Sun")
    other = line("people amend", "h1", "--name", "Kim B Sun", *WHY, *acting).out
    assert other.endswith("Kim B Sun is h1.\n")
    acting = ("--as", "Kim B Sun")
    assert "there is no staff member h7" in line.refused(
        "people amend", "h7", "--name", "Jo", "--reason", "x", *acting
    )
    assert "for a staff member, fill in only the name and the reason." in line.refused(
        "people amend", "h1", "--display", "full", *acting, code=2
    )


@pytest.mark.rule("LED-9")
def test_nobody_but_its_owner_reads_the_book(line: Line) -> None:
    line.begin(*FOUR)
    mode = (line.folder / "people.json").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    draft = line.folder / "people.json.new"
    draft.write_bytes(b"left by a crash")
    draft.chmod(0o644)
    line("people amend", "p4", "--display", "id")
    assert stat.S_IMODE((line.folder / "people.json").stat().st_mode) == 0o600
    assert not draft.exists()
