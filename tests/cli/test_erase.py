"""`roundbook people erase`: who somebody is goes, and the record stays as it was."""

import json
import os
import shutil
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from roundbook.ledger.storage import disk
from tests.cli.line import SOURCE, Line
from tests.cli.test_broken_folders import VERBS
from tests.cli.typed import IMPORTS, files, lay, roundbook, words_of

FOUR = ("Ana Lopez", "Ben Ode", "Zoë Kraft", "Dee Fox")
REASON = ("--reason", "the parents asked")
ONE = ("people erase", "p1", *REASON, "--yes")
ALL = ("people erase", "--all", "--yes")
CUP = IMPORTS / "01_cup_two_pods_cut_final.tdf"


def on(monkeypatch: pytest.MonkeyPatch, *day: int) -> None:
    """Let it be noon of a day."""
    year, month, date = day
    monkeypatch.setattr(
        "roundbook.cli.session.clock.now", lambda: datetime(year, month, date, 12, tzinfo=UTC)
    )


def played(line: Line) -> None:
    """Play a round of four players and close, on the day of the event."""
    line.begin(*FOUR, played=1)
    line.close("--end", "2026-03-07")


def holding(folder: Path, text: str) -> list[str]:
    """Return the files that hold a text: in any case, as it is or as JSON escapes it."""
    escaped = json.dumps(text)[1:-1]
    return [
        name
        for name, data in files(folder).items()
        if any(t.casefold() in data.decode(errors="replace").casefold() for t in (text, escaped))
    ]


# --- when -----------------------------------------------------------------------------------------


@pytest.mark.rule("A-43", "TOP-4f")
@pytest.mark.parametrize(("day", "code"), [((2026, 6, 6), 3), ((2026, 6, 7), 3), ((2026, 6, 8), 0)])
def test_everybody_goes_only_after_three_months(
    line: Line, monkeypatch: pytest.MonkeyPatch, day: tuple[int, int, int], code: int
) -> None:
    on(monkeypatch, 2026, 3, 7)
    played(line)
    on(monkeypatch, *day)
    before = line.files()
    said = line.at(*ALL, code=code)
    if code:
        assert (
            "the names of all people cannot be erased together "
            "yet: results are kept until 2026-06-07" in (said.err)
        )
        assert "rule: retention-running (TOP §4)" in said.err
        assert line.files() == before
        return
    for name in FOUR:
        assert holding(line.folder, name) == []
    verified = roundbook("verify", line.folder)
    assert (verified.code, "may be erased now" in verified.out) == (0, False)
    sealed = roundbook("archive", line.folder, "--out", line.home / "cup.zip")
    assert (sealed.code, "the players' names" in sealed.out) == (0, False)


@pytest.mark.rule("A-43", "TOP-4f")
def test_a_last_day_long_ago_empties_the_names_file_only_for_a_reason(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the last day alone the three months are over on the day of the close."""
    on(monkeypatch, 2026, 3, 1)
    line.begin(*FOUR, played=1)
    on(monkeypatch, 2026, 11, 28)
    words = ("--end", "2026-07-01", "--override", "rounds-unplayed", "--because", "a fire alarm")
    told = (
        "The last day, 2026-07-01, was 150 days ago: results must be kept until 2026-10-01, which "
    )
    with monkeypatch.context() as terminal:
        terminal.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
        terminal.setattr("roundbook.cli.session.ask.agreed", lambda _: False)
        stopped = line.at("close", *words, code=3)
    assert (told in stopped.err, "Nothing was recorded." in stopped.err) == (True, True)
    assert told in line("close", *words).err
    said = " ".join(line.at(*ALL, code=3).err.split())
    assert "was closed on 2026-11-28 with the last day 2026-07-01; until 2027-02-28" in said
    assert "needs a reason" in said
    assert holding(line.folder, "Ana Lopez") or holding(line.folder, FOUR[0])
    on(monkeypatch, 2027, 2, 28)
    line.at(*ALL, code=3)
    on(monkeypatch, 2027, 3, 1)
    line.at(*ALL, "--dry-run", code=0)
    on(monkeypatch, 2026, 11, 28)
    line(*ALL, "--reason", "everybody asked for it")
    assert holding(line.folder, FOUR[0]) == []


@pytest.mark.rule("A-43")
@pytest.mark.parametrize("words", [ALL, ("people erase", "p1", "p2", *REASON, "--yes")])
def test_before_the_close_no_three_months_have_begun(line: Line, words: tuple[str, ...]) -> None:
    line.begin(*FOUR)
    assert (
        "results are kept for three months after the last day, and the tournament is not closed yet"
        in line.refused(*words, rule="retention-running")
    )


def test_a_tournament_that_is_opened_again_is_kept(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, 2026, 3, 7)
    played(line)
    line("shelf reopen", "--reason", "a result is disputed")
    on(monkeypatch, 2027, 3, 7)
    line.refused(*ALL, rule="retention-running")


@pytest.mark.rule("A-43", "TOP-4e", "TOP-4f")
def test_nothing_goes_by_itself_and_every_round_can_be_shown_ten_years_later(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, 2026, 3, 7)
    line.begin(*FOUR, played=2)
    shown = {
        words: line.at(*words).out
        for words in (
            ("standings", "--as-of", "before round 2 was paired"),
            ("pairings", "--as-of", "before round 2 was paired"),
            ("standings",),
        )
    }
    line.close("--end", "2026-03-07")
    on(monkeypatch, 2036, 3, 7)
    people = (line.folder / "people.json").read_bytes()
    for words in VERBS:
        line.at(*map(str, words))
    for verb in ("verify", "people requests", "shelf tournaments", "history"):
        line.at(verb)
    kept = json.loads((line.folder / "people.json").read_bytes())["players"]
    assert json.loads(people)["players"].items() <= kept.items()
    for words, before in shown.items():
        if "--as-of" in words:
            assert line.at(*words).out == before


# --- who ------------------------------------------------------------------------------------------


@pytest.mark.rule("LED-9", "A-43")
def test_one_person_goes_at_any_time_for_a_reason(line: Line) -> None:
    line.begin(*FOUR)
    before = (line.folder / "ledger.jsonl").read_bytes()
    assert "it stays in the ledger with the erasure" in line.refused(
        "people erase", "p1", "--yes", code=2
    )
    said = line("people erase", "ana lopez", *REASON, "--yes")
    assert said.out.startswith("Entry 9: p1 was erased from the names file.\nErased: 1 name.\n")
    assert (line.folder / "ledger.jsonl").read_bytes().startswith(before)
    assert line.ledger()[-1]["events"] == [
        {"event": "people-erased", "players": ["p1"], "reason": "the parents asked"}
    ]
    assert holding(line.folder, "Ana Lopez") == []
    shown = roundbook("standings", "-C", line.folder, "--json").standings
    assert {one["player"]: one["name"] for one in shown}["p1"] is None
    verified = roundbook("verify", line.folder, code=0)
    assert "note: p1 was erased from the names file by entry 9: the parents asked." in (
        verified.out
    )
    assert "p1 was erased" in roundbook("history", "-C", line.folder, "--player", "p1").out


@pytest.mark.rule("LED-9")
def test_an_erased_name_that_returned_is_not_sealed(line: Line) -> None:
    line.begin(*FOUR)
    before = (line.folder / "people.json").read_bytes()
    line("people erase", "p1", *REASON, "--yes")
    (line.folder / "people.json").write_bytes(before)
    file = line.folder.parent / "cup.zip"
    words = ("archive", line.folder, "--out", file, "--unfinished", "the office asked")
    said = line.run(*words)
    again = "the names of erased people are in the folder again"
    assert (said.code, again in said.err) == (3, True)
    assert line.run(*words, "--anonymous").code == 0
    assert b"Ana Lopez" not in file.read_bytes()


@pytest.mark.rule("LED-9")
def test_a_part_of_the_name_in_the_ledger_is_told(line: Line) -> None:
    """A surname is often a common word, so only full names are refused in notes and reasons."""
    line.begin(*FOUR)
    line("note", "the Lopez family has left; the lopez-car too")
    said = line("people erase", "p1", *REASON, "--yes")
    told = (
        "entry 9 contains the word “lopez”, which is part of the name, and a ledger is never "
        "changed."
    )
    assert said.out.count(told) == 1
    assert "part of the name" not in line("people erase", "p2", *REASON, "--yes").out


@pytest.mark.rule("LED-9")
def test_a_file_whose_own_name_has_the_name_is_named(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "Ana Lopez dossier.pdf").touch()
    said = line("people erase", "p1", *REASON, "--yes")
    assert "the file name Ana Lopez dossier.pdf contains the person's name" in said.out


def test_a_name_that_somebody_else_has_too_stays_theirs(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--id", 4711)
    line("register", "Ana Lopez", "--birth-year", 2001, "--id", 4712)
    line("note", "we begin", "--as", "Ána LOPEZ")
    said = line(*ONE)
    for who in ("p2", "h2"):
        assert (
            f"\n{who} has the same name and is not erased: is this the same person?\n"
        ) in said.out
    book = json.loads((line.folder / "people.json").read_bytes())["players"]
    assert {player: known["person"]["id"] for player, known in book.items()} == {"p2": "4712"}
    assert holding(line.folder, "4711") == []
    assert roundbook("verify", line.folder).code == 0
    line.refused("note", "Ana Lopez is late", rule="name-in-text")


@pytest.mark.rule("LED-9")
def test_the_guard_goes_on_for_those_who_stay(line: Line) -> None:
    line.begin(*FOUR)
    line.refused("people erase", "p1", "--reason", "Ana Lopez asked", "--yes", rule="name-in-text")
    line.refused("people erase", "p1", "--reason", "Ben Ode asked", "--yes", rule="name-in-text")
    line(*ONE)
    line.refused("note", "Ben Ode is late", rule="name-in-text")


def test_who_was_erased_is_not_erased_again_or_named_anew(line: Line) -> None:
    line.begin(*FOUR)
    line(*ONE)
    before = line.files()
    said = line(*ONE)
    assert said.out == (
        "p1: already erased; the name is no longer known here, so files added since then cannot "
        "be searched for it.\n"
    )
    assert line.files() == before
    line("people erase", "p2", "--reason", "they asked", "--yes")
    assert [e["events"][0]["players"] for e in line.ledger()[-2:]] == [["p1"], ["p2"]]


@pytest.mark.rule("LED-9")
def test_a_second_erasure_lists_again_what_still_holds_the_name(line: Line) -> None:
    """The names of files are noted, but not one that is the name of the person."""
    line.begin("Ella Storm", *FOUR[1:])
    for name in ("spieler.csv", "s1.txt", "gone.txt", "Ella Storm.txt"):
        (line.folder / name).write_text("Ella Storm", encoding="utf-8")
    assert (
        line.run("archive", line.folder, "--unfinished", "x", "--out", line.folder / "c.zip").code
        == 0
    )
    first = line(*ONE)
    assert "\nElla Storm.txt still contains the name" in first.out
    note = (line.folder / "erased.json").read_text(encoding="utf-8")
    assert json.loads(note) == [
        {"people": ["p1"], "files": ["c.zip", "gone.txt", "s1.txt", "spieler.csv"]}
    ]
    (line.folder / "gone.txt").unlink()
    again = line(*ONE)
    assert again.code == 0
    assert again.out.splitlines()[1:] == [
        "c.zip may still contain the name: delete or check it.",
        "s1.txt may still contain the name: delete or check it.",
        "spieler.csv may still contain the name: delete or check it.",
    ]
    assert json.loads((line.folder / "erased.json").read_bytes()) == json.loads(note)
    (line.folder / "erased.json").write_bytes(b"[1")
    assert "already erased" in line(*ONE).out
    line("people erase", "p2", "--reason", "they asked", "--yes")
    other = line("people erase", "p2", "--reason", "they asked", "--yes")
    assert "spieler.csv" not in other.out


@pytest.mark.rule("LED-5")
def test_a_repeated_command_answers_the_first(line: Line) -> None:
    line.begin(*FOUR)
    said = line(*ONE, "--cmd", "r1")
    before = line.files()
    again = line(*ONE, "--cmd", "r1")
    assert again.out.splitlines()[0] == said.out.splitlines()[0]
    assert line.files() == before


def test_of_the_staff_the_name_goes_and_the_number_is_given_to_nobody_else(line: Line) -> None:
    line.start("--as", "Bea Stone")
    line("note", "the doors are open", "--as", "Cid Moss")
    line("note", "go", "--as", "Bea Stone")
    line("people erase", "h1", *REASON, "--yes", "--as", "Cid Moss")
    assert holding(line.folder, "Bea Stone") == []
    line("note", "on we go", "--as", "Eve Ray")
    hands = json.loads((line.folder / "people.json").read_bytes())["hands"]
    assert hands == {"h1": "h1", "h2": "Cid Moss", "h3": "Eve Ray"}
    assert [e["hand"]["id"] for e in line.ledger()] == ["h1", "h2", "h1", "h2", "h3"]
    assert roundbook("verify", line.folder).code == 0
    line.refused("people erase", "h9", *REASON, "--yes")


def test_who_was_not_admitted_can_be_erased_too(line: Line) -> None:
    line.begin(*FOUR)
    late = ("late", "Eve Ray", "--birth-year", 1990, "--refuse", "--reason", "too late")
    line(*late)
    line.refused("people erase", "--not-admitted", 8, *REASON, "--yes")
    line("people erase", "--not-admitted", 9, *REASON, "--yes")
    assert holding(line.folder, "Eve Ray") == []
    assert roundbook("verify", line.folder).code == 0


# --- what -----------------------------------------------------------------------------------------


@pytest.mark.rule("LED-9")
def test_no_byte_of_a_name_is_left_in_the_folder_and_what_stays_is_named(line: Line) -> None:
    line.begin(*FOUR)
    folder, quarantine = line.folder, line.folder / "quarantine"
    line.at("report", "masters-9-9", "2-0", "--cmd", "zoe-kraft-1")
    line.at("report", "masters-9-9", "2-0", "--cmd", "dee-1")
    with (folder / "attempts.jsonl").open("a", encoding="utf-8") as attempts:
        attempts.write(json.dumps({"message": "KRAFT, ZOË"}) + "\n")
        attempts.write(json.dumps({"message": "zoë kraft"}, ensure_ascii=False) + "\n")
    quarantine.mkdir()
    shutil.copy(folder / "people.json", quarantine / "people.json")
    (quarantine / "torn-at-byte-9").write_text('{"text":"Zo\\u00eb Kraft', encoding="utf-8")
    (quarantine / "torn-at-byte-99").write_text('{"text":"Dee', encoding="utf-8")
    shutil.copy(folder / "people.json", folder / "people.json.new")
    (folder / "cup.zip").write_bytes(b"PK")
    (folder / "list.csv").write_text("name\nZoë Kraft\n", encoding="utf-8")
    (folder / "other").mkdir()
    (folder / "other" / "ledger.jsonl").write_text("Zoë Kraft", encoding="utf-8")
    (folder / "other" / "sources").mkdir()
    (folder / "other" / "sources" / "x.tdf").write_text("Zoë Kraft", encoding="utf-8")
    said = line("people erase", "p3", *REASON, "--yes")
    assert "Erased: 1 name, 3 refused commands, 2 files in quarantine.\n" in said.out
    assert "\ncup.zip is not changed, so any names in it remain.\n" in said.out
    assert "\nlist.csv still contains the name: delete it if you can.\n" in said.out
    assert "other" not in said.out
    theirs = ["other/ledger.jsonl", "other/sources/x.tdf"]
    assert holding(folder, "Zoë Kraft") == ["list.csv", *theirs]
    assert [attempt["cmd"] for attempt in line.attempts()] == ["dee-1"]
    assert [path.name for path in quarantine.iterdir()] == ["torn-at-byte-99"]
    assert not (folder / "people.json.new").exists()


def test_what_cannot_be_looked_into_is_named_too(line: Line) -> None:
    line.begin(*FOUR)
    folder = line.folder
    for name in ("cup.xlsx", "cup.ics"):
        assert line.run("file export", "-C", folder, folder / name).code == 0
    assert line.run("pairings", "-C", folder, "--pdf", folder / "pairings.pdf").code == 0
    (folder / "utf-16.csv").write_bytes("name\nZoë Kraft\n".encode("utf-16"))
    (folder / "latin-2.csv").write_bytes("name\nZoë Kraft\n".encode("iso8859-2"))
    (folder / "notes.txt").write_text("Żółć came on time.\n", encoding="utf-8")
    said = line("people erase", "p3", *REASON, "--yes").out
    for name in ("cup.xlsx", "pairings.pdf", "utf-16.csv", "latin-2.csv"):
        assert f"\n{name} cannot be searched as text, so any names in it remain.\n" in said
    for name in ("cup.ics", "notes.txt", "ledger.jsonl", "checkpoint", "head"):
        assert f"\n{name} " not in said


def test_old_books_of_names_go_with_everybody(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, 2026, 3, 7)
    played(line)
    (line.folder / "quarantine").mkdir()
    old = (line.folder / "people.json").read_text(encoding="utf-8").replace("Ana Lopez", "Eve Ray")
    (line.folder / "quarantine" / "people.json").write_text(old, encoding="utf-8")
    on(monkeypatch, 2026, 7, 1)
    line(*ALL)
    assert holding(line.folder, "Eve Ray") == []


def test_where_the_book_is_lost_its_draft_goes_all_the_same(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "people.json").rename(line.folder / "people.json.new")
    line(*ONE)
    assert holding(line.folder, "Ana Lopez") == []


def test_who_is_registered_at_another_desk_meanwhile_is_not_lost(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)

    def meanwhile(*_: object) -> None:
        line("register", "Eve Ray", "--birth-year", 1990)

    monkeypatch.setattr("roundbook.cli.acts.erase.seat", meanwhile)
    line(*ONE)
    book = json.loads((line.folder / "people.json").read_bytes())["players"]
    assert {player: known["person"]["name"] for player, known in book.items()} == {"p2": "Eve Ray"}
    assert [e["events"][0]["event"] for e in line.ledger()[-2:]] == [
        "player-registered",
        "people-erased",
    ]


def test_a_name_that_stands_in_the_record_itself_is_said(line: Line) -> None:
    line.begin(*FOUR)
    line("note", "hello", "--cmd", "ana-lopez-7")
    said = line(*ONE)
    assert "ledger.jsonl itself contains the name, and a ledger is never changed." in said.out


def test_files_that_were_imported_go_with_the_first_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    cup = lay(CUP, tmp_path / "cup")
    name = json.loads((cup / "people.json").read_bytes())["players"]["p5"]["person"]["name"]
    said = roundbook("people erase", "p5", *REASON, "--yes", "-C", cup)
    assert "Erased: 1 name, 1 imported file.\n" in said.out
    assert "can no longer be exported byte for byte" in said.out
    assert holding(cup, name) == []
    assert roundbook("verify", cup).code == 0
    assert roundbook("people erase", "--all", "--yes", "-C", cup).code == 0
    assert json.loads((cup / "people.json").read_bytes())["players"] == {}
    assert roundbook("verify", cup).code == 0


def test_a_deck_list_goes_with_its_player(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "decks").mkdir()
    for name in ("p1-x.json", "p12-x.json", "pool-x.toml"):
        (line.folder / "decks" / name).write_text("{}")
    assert "Erased: 1 name, 1 deck list.\n" in line(*ONE).out
    left = sorted(path.name for path in (line.folder / "decks").iterdir())
    assert left == ["p12-x.json", "pool-x.toml"]


# --- how ------------------------------------------------------------------------------------------


def test_the_penalties_of_an_erased_player_have_the_number_once(line: Line) -> None:
    line.begin(*FOUR)
    line("penalty", "p1", "caution", "--for", "drew a card")
    line("people erase", "p1", *REASON, "--yes")
    assert line.run("penalty", "-C", line.folder).out.split("\n")[2].count("p1") == 1


def test_a_dry_run_says_what_would_go_and_nothing_does(line: Line) -> None:
    line.begin(*FOUR)
    before = files(line.folder)
    said = line("people erase", "p1", *REASON, "--dry-run")
    assert said.out.startswith(
        "Nothing was written.\n"
        "This would be entry 9: Ana Lopez (p1) was erased from the names file.\n"
        "Would be erased: 1 name.\n"
    )
    assert said.out.endswith(
        "Backups, exports, prints and copies elsewhere were not searched: delete the names there.\n"
        "If you still need a .tdf file, write it first: `roundbook file export FILE.tdf`.\n"
    )
    data = line("people erase", "p1", *REASON, "--dry-run", "--json").data
    assert (data["erased"], data["gone"]["people"]) == (["p1"], 1)
    after = files(line.folder)
    assert {k: v for k, v in after.items() if k != ".people.lock"} == {
        k: v for k, v in before.items() if k != ".people.lock"
    }


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        *((b"p1\n", 0), (b"P1 \n", 0), (b"ana  lopez\n", 0)),
        *((b"yes\n", 3), (b"Ana\n", 3), (b"\n", 3), (b"", 3)),
    ],
)
def test_a_person_at_a_terminal_types_whom_they_erase(
    line: Line, monkeypatch: pytest.MonkeyPatch, typed: bytes, code: int
) -> None:
    line.begin(*FOUR)
    words = ("people erase", "p1", *REASON, "-C", line.folder)
    assert "add --yes, or confirm it at a terminal" in roundbook(*words, stdin=typed).err
    monkeypatch.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
    said = roundbook(*words, stdin=typed, code=code)
    assert "Would be erased: 1 name." in said.err
    assert 'Type "p1" to erase Ana Lopez (p1): ' in said.err
    assert "Ana" not in said.out
    if code:
        other = typed.decode().strip()
        told = f': "{other}" was typed instead of "p1"' if other else ""
        assert said.err.endswith(f": Nothing was erased{told}.\n")
    assert bool(holding(line.folder, "Ana Lopez")) == bool(code)


@pytest.mark.parametrize("who", ["Ana", "lopez", "e"])
def test_part_of_a_name_erases_nobody(line: Line, who: str) -> None:
    line.begin(*FOUR)
    said = line.refused("people erase", who, *REASON, "--yes")
    assert f'"{who}" is only part of a name' in said
    line("people erase", "ana lopez", *REASON, "--yes")
    assert holding(line.folder, "Ana Lopez") == []


def test_whom_it_is_about_has_to_be_said(line: Line) -> None:
    line.begin(*FOUR)
    assert "--all, or" in line.refused("people erase", "--yes", code=2)
    assert "--all, or" in line.refused("people erase", "p1", "--all", "--yes", code=2)


# --- what breaks off, and what comes back ---------------------------------------------------------


class Killed(BaseException):
    """The program ends here."""


STEPS = {
    "plan": "roundbook.cli.acts.erase.carry_out",
    "unlink": "roundbook.cli.places.members.Path.unlink",
    "put": "roundbook.cli.places.members.disk.put",
    "make_names_durable": "roundbook.cli.places.members.disk.make_names_durable",
    "keep_book": "roundbook.cli.places.erasure.keep_book",
}


@pytest.mark.rule("LED-6", "A-43")
@pytest.mark.parametrize("step", STEPS)
def test_an_erasure_that_breaks_off_is_said_until_it_is_done(
    line: Line, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    line.begin(*FOUR)
    (line.folder / "attempts.jsonl").write_text('{"cmd":"ana-lopez"}\n')
    (line.folder / "quarantine").mkdir()
    shutil.copy(line.folder / "people.json", line.folder / "quarantine" / "people.json")
    with monkeypatch.context() as broken:
        broken.setattr(STEPS[step], _kill)
        with pytest.raises(Killed):
            line.at(*ONE)
    assert [e["events"][0]["event"] for e in line.ledger()].count("people-erased") == 1
    said = roundbook("verify", line.folder, code=1)
    assert "not erased: p1 is in people.json, but entry 9 records that" in said.out
    for words in (("standings",), ("history",), ("note", "hello")):
        told = line.at(*words).err
        assert "p1 is in people.json" in told
        assert "Remove them: `roundbook people erase p1`." in told
    saved = line.at("file backup", line.folder.parent / "b.roundbook-backup")
    assert "p1 is in people.json" in saved.err
    line("people erase", "p1", "--yes")
    assert holding(line.folder, "Ana Lopez") == []
    assert holding(line.folder, "ana-lopez") == []
    assert [e["events"][0]["event"] for e in line.ledger()].count("people-erased") == 1
    assert roundbook("verify", line.folder).code == 0


def _kill(*_: object, **__: object) -> None:
    raise Killed


@pytest.mark.rule("LED-6")
def test_a_killed_program_loses_neither_the_record_nor_what_it_says(line: Line) -> None:
    line.begin(*FOUR)
    program = f"""
import os, signal, sys
from roundbook.cli.places import erasure as erasing
erasing.keep_book = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
sys.argv = ["roundbook", *{words_of([*ONE, "-C", str(line.folder)])!r}]
from roundbook.cli.main import main
main()
"""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "ROUNDBOOK_HOME": str(line.home)}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (-signal.SIGKILL, b"")
    assert roundbook("verify", line.folder).code == 1
    line("people erase", "p1", "--yes")
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.rule("LED-7")
def test_a_copy_that_brings_names_back_is_noticed(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, 2026, 3, 7)
    played(line)
    old = (line.folder / "people.json").read_bytes()
    on(monkeypatch, 2026, 7, 1)
    line(*ALL)
    assert roundbook("verify", line.folder).code == 0
    (line.folder / "people.json").write_bytes(old)
    (line.folder / "sources").mkdir()
    (line.folder / "sources" / "old.tdf").write_bytes(b"")
    said = roundbook("verify", line.folder, "--json", code=1)
    people, sources = said.data["restored"]
    assert "p1, p2, p3 and p4 are in people.json" in people
    assert "Remove them: `roundbook people erase --all`." in people
    assert "sources contains files with names again" in sources
    line(*ALL)
    assert holding(line.folder, "Ben Ode") == []
    assert roundbook("verify", line.folder).code == 0
    assert len([e for e in line.ledger() if e["events"][0]["event"] == "people-erased"]) == 1


def test_a_disk_that_says_no_is_said_and_the_erasure_is_not_done(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)
    (line.folder / "attempts.jsonl").write_text('{"cmd":"ana-lopez"}\n')

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "attempts.jsonl")

    with monkeypatch.context() as broken:
        broken.setattr(disk, "put", full)
        said = line.at(*ONE)
    assert said.code == 5
    assert "the disk is full" in said.err
    seq = len(line.ledger())
    assert line.ledger()[-1]["events"][0]["event"] == "people-erased"
    assert f"Entry {seq} records the erasure. Not everything is deleted yet:" in (
        " ".join(said.err.split())
    )
    assert roundbook("verify", line.folder).code == 1
    line("people erase", "p1", "--yes")
    assert roundbook("verify", line.folder).code == 0


@pytest.mark.parametrize(
    "words", [("people erase", "p1", *REASON, "--yes"), ("people requests", "record")]
)
def test_where_there_is_no_tournament_or_a_damaged_one_nothing_goes(
    line: Line, tmp_path: Path, words: tuple[str, ...]
) -> None:
    typed = (*words, "--from", "the body") if words[0] == "people requests" else words
    said = roundbook(*typed, "-C", tmp_path)
    assert (said.code, said.err.splitlines()[0]) == (
        5,
        f"cannot read: {tmp_path} does not contain a tournament.",
    )
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"p2"', b'"p3"', 1))
    line.refused(*typed, code=5)
    assert holding(line.folder, "Ana Lopez") == ["people.json"]


@pytest.mark.rule("A-43", "TOP-4f")
def test_results_kept_until_today_are_still_kept(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(monkeypatch, 2026, 3, 1)
    line.begin(*FOUR, played=1)
    on(monkeypatch, 2026, 10, 1)
    words = ("--end", "2026-07-01", "--override", "rounds-unplayed", "--because", "a fire alarm")
    assert "must be kept until 2026-10-01, which is today." in line("close", *words).err
