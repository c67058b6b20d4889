"""`roundbook shelf people` and `shelf due`: who is kept over events, and what has to be done."""

import shlex
import stat
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from roundbook.cli.places.known_people import KNOWN
from roundbook.cli.places.shelf import INDEX
from tests.cli.line import Line
from tests.cli.seasons import Season, invent
from tests.cli.typed import Said, roundbook

ANN = "69999"


@pytest.fixture
def two(here: Path) -> Season:
    """Two ledgers, and two events that have not begun; one knows a date of birth."""
    found = invent(here, 2, ledgers=2)
    for name in ("old", "new"):
        roundbook("open", name, "--name", name.title(), "--start", "2026-03-07", code=0)
    words = ("register", "Ann Old", "--id", ANN, "--birth-date", "1990-04-17", "-C", "old")
    roundbook(*words, code=0)
    return found


def at(monkeypatch: pytest.MonkeyPatch, *day: int) -> None:
    moment = datetime(*day, 12, tzinfo=UTC)  # type: ignore[misc, arg-type]
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: moment)
    monkeypatch.setattr("roundbook.cli.acts.registration.today", moment.date)
    monkeypatch.setattr("roundbook.cli.commands.shelf.today", moment.date)


@pytest.mark.rule("LED-9")
def test_a_choice_to_show_less_of_a_name_is_kept_with_the_person_and_said(
    here: Path, two: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 2026, 3, 7)
    roundbook("people amend", "p1", "--display", "initial", "-C", "old", code=0)
    roundbook("shelf", "people", "--until", "2026-12-31", code=0)
    said = roundbook("register", ANN, "-C", "new", code=0)
    assert "Names are shown as chosen at an earlier event: Ann Old (initial)." in said.err
    assert "Ann O." in roundbook("players", "-C", "new", "--public", code=0).out
    roundbook("people unregister", "p1", "-C", "new", code=0)
    said = roundbook("register", ANN, "--display", "full", "-C", "new", code=0)
    assert "earlier event" not in said.err


@pytest.mark.rule("LED-9")
def test_people_are_kept_over_events_only_if_asked_for_and_fill_in_names(
    here: Path, two: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, 2026, 3, 7)
    assert "there is no book of people" in roundbook("shelf", "people", code=0).out
    missing = roundbook("register", ANN, "-C", "new")
    assert (missing.code, "--birth-year" in missing.err) == (2, True)
    assert not (here / KNOWN).exists()
    kept = roundbook("shelf", "people", "--until", "2026-12-31", "--json", code=0).data
    everybody = {one for places in two.places.values() for one in places} | {ANN}
    assert {one["id"] for one in kept["people"]} == everybody
    assert stat.S_IMODE((here / KNOWN).stat().st_mode) == 0o600
    shown = roundbook("shelf", "people", code=0).out
    assert f"{len(everybody)} people, used until 2026-12-31\n" in shown
    assert "1990-04-17" in shown
    roundbook("register", ANN, "-C", "new", code=0)
    book = (here / "new" / "people.json").read_text(encoding="utf-8")
    for told in ('"Ann Old"', f'"{ANN}"', "1990", '"04-17"'):
        assert told in book
    assert '"display"' not in book
    # Without a date in the book, it is asked for as ever; a name that was typed stays.
    other = next(iter(everybody - {ANN}))
    missing = roundbook("register", other, "-C", "new")
    assert (missing.code, "--birth-year" in missing.err) == (2, True)
    words = ("register", "Other Name", "--id", other, "--birth-year", "1991", "-C", "new")
    roundbook(*words, code=0)
    assert "Other Name" in (here / "new" / "people.json").read_text(encoding="utf-8")
    roundbook("people unregister", "p1", "-C", "new", code=0)
    at(monkeypatch, 2027, 1, 1)
    over = roundbook("register", ANN, "-C", "new")
    assert (over.code, "--birth-year" in over.err) == (2, True)
    assert (
        "which has passed: delete the book with --end" in roundbook("shelf", "people", code=0).out
    )
    assert "shelf people --end" in roundbook("shelf", "due", code=0).out
    assert "no book of people" in roundbook("shelf", "people", "--end", code=0).out
    assert not (here / KNOWN).exists()


@pytest.mark.rule("LED-9")
def test_who_is_erased_from_an_event_is_in_the_book_of_people_no_longer(
    here: Path, two: Season
) -> None:
    who = next(iter(two.places["cup-0001"]))
    until = ("shelf", "people", "--until", "2999-12-31", "--json")
    before = roundbook(*until, code=0).data["people"]
    words = ("people erase", who, "-C", "cup-0001", "--reason", "they asked", "--yes")
    roundbook(*words, code=0)
    after = roundbook("shelf", "people", "--json", code=0).data["people"]
    assert [one for one in before if one["id"] != who] == after
    assert f'"{who}"' not in (here / KNOWN).read_text(encoding="utf-8")
    forget = ("shelf", "people", "--forget", after[0]["id"])
    assert roundbook(*forget, "--json", code=0).data["people"] == after[1:]
    assert "no Player ID" in roundbook(*forget, code=3).err


def test_a_book_of_people_that_cannot_be_read_keeps_nobody_from_playing(
    here: Path, two: Season
) -> None:
    (here / KNOWN).write_text("{", encoding="utf-8")
    roundbook("register", "Ann", "--birth-year", 1990, "-C", "new", code=0)
    assert "cannot be read" in roundbook("shelf", "people", code=5).err
    assert (
        "2001-01-01 has passed" in roundbook("shelf", "people", "--until", "2001-01-01", code=3).err
    )
    assert "give only one of" in roundbook("shelf", "people", "--end", "--forget", "1").err


@pytest.mark.rule("TOP-4f")
def test_where_no_rule_says_how_long_no_day_is_said_to_be_over(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(line.folder.parent)
    line.start("--edition", "play-2027-notes", Masters=4)
    told = ("--format", "standard", "--staff", "Jo", "--breaks", "none")
    line.announce("--rounds", 1, *told)
    line("pair")
    line("start")
    line.play(1)
    assert line("close", "--end", "2026-03-07", "--json").data["keep_until"] is None
    [listed] = roundbook("shelf", "tournaments", "--json", code=0).data["tournaments"]
    assert listed["overview"]["keep_until"] is None
    assert "not said" in roundbook("shelf", "tournaments", code=0).out
    assert roundbook("people requests", "-C", "cup", "--json", code=0).data["keep_until"] is None
    assert "keep the results" not in roundbook("status", "-C", "cup", code=0).out
    at(monkeypatch, 2026, 3, 7)
    assert "nothing is due" in roundbook("shelf", "due", code=0).out
    at(monkeypatch, 2026, 3, 9)
    [event] = roundbook("shelf", "due", "--json", code=0).data["erase"]
    assert (event["keep_until"], event["end"]) == (None, "2026-03-07")
    due = roundbook("shelf", "due", code=0).out
    assert "erase names: cup: Cup, no rule says how long to keep them\n" in due
    listed = " ".join(roundbook("shelf", code=0).out.split())
    assert "closed due" in listed


@pytest.mark.rule("TOP-4f", "TOP-4e", "A-43")
def test_what_is_due_at_all_events_is_in_one_look(
    here: Path, two: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """cup-0001 ended on 2 February 2026 and is kept until 2 May; cup-0002 a month longer."""
    roundbook("archive", "cup-0001", "--out", "cup.zip", code=0)
    for source in ("the office", "a family"):
        roundbook("people requests", "record", "--from", source, "-C", "cup-0001", code=0)
    roundbook("people requests", "answer", "1", "--with", "cup.zip", "-C", "cup-0001", code=0)
    at(monkeypatch, 2026, 5, 10)
    said = roundbook("shelf", "due", "--json", code=0).data
    assert [one["event"] for one in said["erase"]] == ["cup-0001"]
    assert [one["event"] for one in said["soon"]] == ["cup-0002"]
    [waiting], [done] = said["unanswered"], said["answered"]
    assert (waiting["event"], waiting["request"]["source"]) == ("cup-0001", "a family")
    assert (done["request"]["number"], done["request"]["source"]) == (1, "the office")
    assert done["request"]["size"] == (here / "cup.zip").stat().st_size
    shown = " ".join(roundbook("shelf", "due", code=0).out.split())
    for act in ("erase --all", "requests answer", "requests receipt"):
        assert act in shown
    assert "asked by: the office" in typed_as_shown(roundbook("shelf", "due", code=0), "receipt")
    rows = roundbook("shelf", "due", "--csv", code=0).out.splitlines()
    assert [row.partition(",")[0] for row in rows[1:3]] == ["erase names", "keep names"]
    at(monkeypatch, 2026, 2, 10)
    assert roundbook("shelf", "due", "--json", code=0).data["erase"] == []
    assert (here / INDEX).exists()


def typed_as_shown(said: Said, act: str) -> str:
    """Type the one command in an answer that has this word, and return what it says."""
    [line] = [line for line in said.out.splitlines() if act in line]
    words = shlex.split(line[line.index("roundbook ") :])
    return roundbook(*words[1:], code=0).out


def test_where_nothing_is_due_that_is_said(here: Path) -> None:
    assert roundbook("shelf", "due", code=0).out == "nothing is due.\n"


@pytest.mark.rule("TOP-4f", "TOP-4e")
def test_several_events_are_handed_over_as_one_file_with_a_receipt_in_each(
    here: Path, two: Season
) -> None:
    office = ("--from", "the office", "--reference", "2026-117")
    hand = ("shelf", "hand-over", "--all", *office, "--out", "season.zip", "--json")
    roundbook("people requests", "record", *office, "-C", "cup-0001", code=0)
    done = roundbook(*hand, code=0).data
    data = (here / "season.zip").read_bytes()
    assert (done["sha256"], done["size"]) == (sha256(data).hexdigest(), len(data))
    assert [(one["event"], one["number"]) for one in done["receipts"]] == [
        ("cup-0001", 1),
        ("cup-0002", 1),
    ]
    for one in done["receipts"]:
        shown = roundbook("people requests", "receipt", "1", "-C", one["event"], code=0).out
        assert done["sha256"] in shown
        assert "the office" in shown
        assert "intact" in roundbook("verify", one["event"], code=0).out
    with ZipFile(here / "season.zip") as parcel:
        parcel.extractall(here / "opened")
    for name in ("cup-0001.zip", "cup-0002.zip"):
        assert "no rules broken" in roundbook("verify", here / "opened" / name, code=0).out
    due = roundbook("shelf", "due", "--json", code=0).data
    assert due["unanswered"] == []
    assert {one["request"]["sha256"] for one in due["answered"]} == {done["sha256"]}
    # On the shelf, the file is what it is: no event, and nothing wrong.
    [parcel_] = [
        one
        for one in roundbook("shelf", "--json", code=0).data["events"]
        if one["event"]["event"] == "season.zip"
    ]
    assert (parcel_["event"]["title"], parcel_["counts"]) == (
        "2 events handed over as one file",
        False,
    )
    assert parcel_["event"]["trouble"] is None


def test_what_is_handed_over_without_names_says_which_texts_stay(here: Path, two: Season) -> None:
    roundbook("note", "Judge Kim was here.", "-C", "cup-0001", code=0)
    hand = ("shelf", "hand-over", "cup-0001", "--from", "the office", "--anonymous")
    said = roundbook(*hand, "--out", "season.zip", code=0).err
    assert "note: cup-0001: Texts that staff wrote stay unchanged, in entr" in said, said
    assert "`roundbook history -C " in said
    assert "cup-0001`" in said
    shown = roundbook(*hand, "--out", "again.zip", "--json", code=0).data["receipts"][0]
    assert "Texts that staff wrote stay unchanged" in " ".join(shown["remarks"]), shown


def test_one_event_that_cannot_be_handed_over_stops_the_rest(here: Path, two: Season) -> None:
    before = (here / "cup-0001" / "ledger.jsonl").read_bytes()
    hand = ("shelf", "hand-over", "--from", "the office", "--out", "season.zip")
    assert "not closed" in roundbook(*hand, "cup-0001", "new", code=3).err
    assert "nowhere is not a ledger on this shelf" in roundbook(*hand, "nowhere", code=3).err
    assert "give one or more events, or --all" in roundbook(*hand, code=2).err
    assert not (here / "season.zip").exists()
    assert (here / "cup-0001" / "ledger.jsonl").read_bytes() == before
    (here / "season.zip").write_bytes(b"other")
    assert "already exists" in roundbook(*hand, "cup-0001", code=3).err
    assert (here / "cup-0001" / "ledger.jsonl").read_bytes() == before
