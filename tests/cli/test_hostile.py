"""What nobody should do to a folder, and what people hear who find it done."""

import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from roundbook.cli.places.people import keep_book, read_book
from roundbook.cli.session.venue import Operator, venue
from roundbook.cli.session.write import seat
from roundbook.ledger.record.chain import Head
from roundbook.ledger.record.entry import START, leaf_hash
from tests.cli.line import PROGRAM, SOURCE, Line
from tests.cli.typed import roundbook

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
TOLD = {"sha256": "0" * 64}


def forge(line: Line, entries: list[Any]) -> None:
    """Write a ledger anew, chained and with its head, as a forger would."""
    prev, lines = START, []
    for number, entry in enumerate(entries, start=1):
        raw = {**entry, "seq": number, "prev": prev}
        lines.append(msgspec.json.encode(raw, order="sorted"))
        prev = leaf_hash(lines[-1])
    (line.folder / "ledger.jsonl").write_bytes(b"".join(each + b"\n" for each in lines))
    (line.folder / "head").write_bytes(Head(leaf=prev, seq=len(lines)).to_bytes())


def test_a_refused_registration_takes_no_name_from_a_ledger_that_lost_its_end(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    whole, names = path.read_bytes(), (line.folder / "people.json").read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    said = line.refused("register", "Eve Ray", "--birth-year", 1990, code=5)
    assert "--accept-shorter" in said
    assert (line.folder / "people.json").read_bytes() == names
    path.write_bytes(whole)
    assert roundbook("verify", line.folder).code == 0


def test_an_empty_ledger_is_no_intact_one(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "ledger.jsonl").write_bytes(b"")
    (line.folder / "head").unlink()
    assert roundbook("verify", line.folder).code == 5
    for verb in ("standings", "pairings", "history"):
        said = roundbook(verb, "-C", line.folder)
        assert (said.code, said.err.count("\n")) == (5, 2)
    line.refused("note", "hello", code=5)


def test_a_ledger_that_lost_its_opening_is_no_intact_one(line: Line) -> None:
    line.begin(*FOUR)
    forge(line, line.ledger()[1:])
    said = roundbook("verify", line.folder, code=5)
    assert "entry 1 is not the opening" in said.out


def test_nobody_borrows_the_word_of_a_file_at_the_desk(line: Line) -> None:
    line.begin(*FOUR, played=1)
    entries = line.ledger()
    reported = next(
        n for n, e in enumerate(entries) if e["events"][0]["event"] == "result-reported"
    )
    early = entries.pop(reported)
    early["events"][0]["told"] = TOLD
    forge(line, [*entries[: reported - 1], early, *entries[reported - 1 :]])
    said = roundbook("verify", line.folder, code=5)
    assert f"entry {reported} claims to come from an imported file" in said.out


@pytest.mark.parametrize("secret", [None, "A" * 42 + "B"])
def test_lots_without_a_true_secret_are_found(line: Line, secret: str | None) -> None:
    line.begin(*FOUR)
    lot: dict[str, Any] = {"event": "lot-drawn", "division": "Masters", "lots": ["p2", "p1"]}
    if secret:
        lot["drawn"] = {"draw": "lots-1", "number": 2, "secret": secret}
    entries = line.ledger()
    forge(line, [*entries, {**entries[-1], "cmd": "forged", "events": [lot]}])
    said = roundbook("verify", line.folder, code=1)
    assert "rule: secret-wrong" in said.out


def test_a_clock_that_went_backwards_is_remarked_and_is_no_fault(line: Line) -> None:
    line.begin(*FOUR)
    entries = line.ledger()
    entries[3]["at"] = "2020-01-01T00:00:00Z"
    forge(line, entries)
    (line.folder / "checkpoint").unlink()
    line.forget()
    said = roundbook("verify", line.folder, code=1)
    assert "note: entry 4 is dated 2020-01-01" in said.out
    assert "entries: intact, no rules broken.\nNot proved: a round has started" in said.out


@pytest.mark.parametrize("kind", ["round-paired", "round-repaired", "lot-drawn"])
@pytest.mark.rule("LED-6")
def test_a_draw_by_an_unknown_procedure_is_not_checked_and_no_damage(line: Line, kind: str) -> None:
    line.begin(*FOUR)
    entries = line.ledger()
    paired = next(e for entry in entries for e in entry["events"] if "drawn" in e)
    drawn = {**paired["drawn"], "draw": "search-9"}
    if kind == "round-paired":
        paired["drawn"] = drawn
    else:
        lot = {"event": kind, "division": "Masters", "lots": ["p2", "p1"], "drawn": drawn}
        event = lot if kind == "lot-drawn" else {**paired, "event": kind, "drawn": drawn}
        entries.append({**entries[-1], "cmd": "forged", "events": [event]})
    forge(line, entries)
    (line.folder / "checkpoint").unlink()
    line.forget()
    said = roundbook("verify", line.folder, code=1)
    assert "note: entry " in said.out
    assert "was written by a newer roundbook: this version does not recognise the draw" in said.out
    told = " ".join(said.out.split())
    assert "what was compared is intact" in told
    assert "Not proved, and not checked here: 1 draw by a newer roundbook. A round has" in told
    for word in ("damaged", "altered", "Wrong"):
        assert word not in said.out
    assert roundbook("pairings", "-C", line.folder).code == 0
    line("note", "hello", "--accept-shorter", "a line was forged for a test")


@pytest.mark.rule("LED-9")
def test_a_text_stays_lawful_when_somebody_of_that_name_comes_later(line: Line) -> None:
    line.start()
    line("note", "we will go on at 1700")
    line("register", "Will", "--birth-year", 1990, "--id", 1700)
    assert roundbook("verify", line.folder).code == 0
    line.refused("note", "Will is late", rule="name-in-text")


@pytest.mark.rule("LED-9")
def test_the_reason_for_not_admitting_somebody_does_not_name_them(line: Line) -> None:
    line.begin(*FOUR)
    words = ("late", "Eve Ray", "--birth-year", 1990, "--refuse", "--reason")
    line.refused(*words, "Eve Ray came in round 3", rule="name-in-text")
    line(*words, "came in round 3")


def test_whoever_sat_down_meanwhile_keeps_their_own_number(line: Line) -> None:
    line.start()
    operator = Operator(name="Bea")
    here = venue(line.folder, operator)
    book = read_book(line.folder)
    for name in ("Cid", "Bea"):  # Two more desks, one of them under the same name.
        book, _ = book.with_hand(name)
    keep_book(line.folder, book)
    seat(here, operator)
    assert book.hands[here.desk.hand.id] == "Bea"


def test_what_is_odd_about_the_files_is_said_once(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "head").write_bytes(b"nonsense")
    assert line("note", "hello").err.count("`head` is missing") == 1


def test_a_refusal_is_said_even_where_it_cannot_be_noted(line: Line) -> None:
    line.begin(*FOUR)
    (line.folder / "attempts.jsonl").mkdir()
    said = line.at("report", "masters-9-9", "2-0", code=3)
    assert "rule: match-unknown" in said.err
    assert "could not be recorded" in said.err


@pytest.mark.tools
@pytest.mark.parametrize("closing", [">&-", "| head -1", ">&- 2>&-"])
def test_a_reader_who_goes_away_is_no_failure(line: Line, closing: str) -> None:
    line.begin(*FOUR)
    for _ in range(40):  # More than a pipe holds.
        line("note", "x" * 2000)
    command = f'set -o pipefail; "{sys.executable}" -c "{PROGRAM}" history -C "$0" {closing}'
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        ["bash", "-c", command, str(line.folder)], env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("instead", ["nothing", "a folder"])
def test_a_tournament_without_its_ledger_is_told_to_restore_it(line: Line, instead: str) -> None:
    line.begin(*FOUR)
    (line.folder / "ledger.jsonl").unlink()
    if instead == "a folder":
        (line.folder / "ledger.jsonl").mkdir()
    for verb in ("standings", "verify", "history"):
        said = roundbook(verb, "-C", line.folder, code=5)
        assert ("is a folder, not a file" if instead == "a folder" else "is missing") in said.err
        assert "from a copy" in said.err
    again = roundbook("open", line.folder, "--name", "Cup", code=3)
    assert "is already a tournament" in again.err


def test_who_accepts_a_shorter_ledger_keeps_the_names_of_its_lost_lines(line: Line) -> None:
    line.begin(*FOUR)
    path = line.folder / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    names = (line.folder / "people.json").read_bytes()
    line("register", "Eve Ray", "--birth-year", 1990, "--accept-shorter", "the disk was swapped")
    assert (line.folder / "people.json").read_bytes() != names
    assert (line.folder / "quarantine" / "people.json").read_bytes() == names
