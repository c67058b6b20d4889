"""A ledger that goes on from an older copy says so for good, and unlocks nothing."""

import shutil
from pathlib import Path

import pytest

from roundbook.ledger.record.chain import Head
from tests.cli.line import Line
from tests.cli.test_seen import put_back
from tests.cli.typed import roundbook

NAMES = ("Ana Lima", "Ben Ito", "Cho Park", "Dee Roy")
TOLD = "the ledger continues from an older copy: {} lines had been written before, up to round {}"


@pytest.fixture
def copy(line: Line, tmp_path: Path) -> Path:
    """Return a copy with the results of round 1, of a tournament that went on to round 3."""
    line.enrol(*NAMES)
    line.announce("--rounds", 3)
    line.pair()
    line.play(1)
    shutil.copytree(line.folder, tmp_path / "copy")
    line.pair()
    line.play(2)
    line("pair")
    return tmp_path / "copy"


@pytest.mark.rule("A-74")
def test_an_older_copy_is_said_for_good_in_a_first_entry_of_its_own(
    line: Line, copy: Path, tmp_path: Path
) -> None:
    count, head = len(line.ledger()), Head.from_bytes((line.folder / "head").read_bytes())
    assert head is not None
    put_back(line, copy)
    older = len(line.ledger())
    before = line.files()
    tried = line("note", "it is warm", "--accept-shorter", "the stick was lost", "--dry-run")
    assert (line.files(), "would be entry" in tried.out) == (before, True)
    said = line("note", "it is warm", "--accept-shorter", "the stick was lost", "--cmd", "warm")
    told = TOLD.format(count, "3 of masters")
    assert f"entry {older + 1}: {told}." in said.err
    [event] = line.ledger()[older]["events"]
    assert event == {
        "event": "history-shortened",
        "lines": count,
        "leaf": head.leaf,
        "paired": {"masters": 3},
        "reason": "the stick was lost",
    }
    assert line.ledger()[older + 1]["cmd"] == "warm"
    line("note", "it is warm", "--accept-shorter", "the stick was lost", "--cmd", "warm")
    line("note", "and warmer", "--accept-shorter", "the stick was lost")
    kinds = [event["event"] for entry in line.ledger() for event in entry["events"]]
    assert kinds.count("history-shortened") == 1, "a repeat has nothing more to say"

    report = line.run("verify", line.folder, code=0).out
    assert f"note: {told}; entry {older + 1} says why: the stick was lost." in report
    history = str(line.run("history", "-C", line.folder, "--json").data)
    assert told in history
    assert "the stick was lost" in history
    assert told in str(line.run("proof lint", "-C", line.folder, "--json").data)
    remark = f"entry {older + 1}: {told}: the stick was lost"
    table = tmp_path / "standings.html"
    assert line.run("file export", table, "-C", line.folder, "--table", "standings").code == 0
    assert remark in table.read_text("utf-8")


@pytest.mark.rule("A-74")
def test_what_the_longer_ledger_had_locked_stays_locked(line: Line, copy: Path) -> None:
    put_back(line, copy)
    first = len(line.ledger()) + 1
    before = line.files()
    words = ("--reason", "a slip", "--accept-shorter", "the stick was lost")
    said = line.refused("correct", "masters-1-1", "0-2", *words, rule="result-locked")
    whole = (
        "match masters-1-1 of Ana Lima against "
        f"is locked: it was played before entry {first}, which continues from an older copy."
    )
    assert whole.partition(" of ")[0] in said
    assert whole.partition(" is ")[2] in said
    assert line.files()["ledger.jsonl"] == before["ledger.jsonl"], "a refused command says nothing"
    line("note", "we go on", "--accept-shorter", "the stick was lost")
    line.refused("correct", "masters-1-1", "0-2", "--reason", "a slip", rule="result-locked")
    why = line.run("explain", "lock", "masters-1-1", "-C", line.folder, code=0).out
    told = "had been paired before the ledger was continued from an older copy."
    assert told in " ".join(why.split())
    assert line.run("verify", line.folder, code=0)


@pytest.mark.rule("A-74")
def test_what_is_entered_again_may_be_corrected_until_it_locks_here(line: Line, copy: Path) -> None:
    put_back(line, copy)
    said = f", entered again after entry {len(line.ledger()) + 1}"
    line("note", "we go on", "--accept-shorter", "the stick was lost")
    line.pair()
    line.play(2)
    assert str(line.run("history", "-C", line.folder, "--json").data).count(said) == 2
    line("correct", "masters-2-1", "tie", "--reason", "misread when it was entered again")
    line.pair()
    line.play(3)
    assert str(line.run("history", "-C", line.folder, "--json").data).count(said) == 4
    assert line.run("verify", line.folder, code=0)


@pytest.mark.rule("A-74")
def test_what_was_ever_paired_is_known_although_it_was_lost_twice(line: Line, copy: Path) -> None:
    """The second copy holds no entry about the first loss: the machine's own note still knows."""
    put_back(line, copy)
    line("note", "we go on", "--accept-shorter", "the stick was lost")
    put_back(line, copy)
    line("note", "again", "--accept-shorter", "the second stick was lost, too")
    events = [event for entry in line.ledger() for event in entry["events"]]
    [lost] = [event for event in events if event["event"] == "history-shortened"]
    assert lost["paired"] == {"masters": 3}


@pytest.mark.rule("A-74")
def test_a_machine_that_never_saw_the_longer_ledger_knows_only_what_head_names(
    line: Line, copy: Path
) -> None:
    """Nothing tells which rounds were paired, so nothing stays locked; with no head, no word."""
    put_back(line, copy)
    head = (line.folder / "head").read_bytes()
    path = line.folder / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    line.forget()
    line("note", "we go on", "--accept-shorter", "the disk broke")
    [event] = line.ledger()[-2]["events"]
    known = Head.from_bytes(head)
    assert known is not None
    assert event == {
        "event": "history-shortened",
        "lines": known.seq,
        "leaf": known.leaf,
        "reason": "the disk broke",
    }
    put_back(line, copy)
    line.forget()
    line("note", "we go on", "--accept-shorter", "nothing seems to be missing")
    assert [event["event"] for event in line.ledger()[-1]["events"]] == ["note-made"]
    assert "history-shortened" not in str(line.ledger())


@pytest.mark.rule("A-74")
def test_a_backup_that_names_a_later_line_than_it_holds_says_so_when_it_is_restored(
    line: Line, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_back(line, copy)
    path = line.folder / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    line.forget()
    file = tmp_path / "cup.roundbook-backup"
    line.at("file backup", file, code=0)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "other-home"))
    again = Line(tmp_path / "other-home", tmp_path / "again")
    said = roundbook("file restore", file, again.folder, code=0)
    assert f"entry {len(lines)}: the ledger continues from an older copy" in said.err
    [event] = again.ledger()[-1]["events"]
    assert (event["event"], event["lines"]) == ("history-shortened", len(lines))
    assert event["reason"] == "The backup names a later line than it holds."
    again("note", "we go on")
    assert again.run("verify", again.folder, code=0)
    whole = tmp_path / "whole.roundbook-backup"
    again.at("file backup", whole, code=0)
    roundbook("file restore", whole, tmp_path / "third", code=0)
    kept = (tmp_path / "third" / "ledger.jsonl").read_text("utf-8")
    assert kept.count("history-shortened") == 1


@pytest.mark.rule("A-74")
def test_a_closed_ledger_says_so_as_well(line: Line, tmp_path: Path) -> None:
    line.enrol(*NAMES)
    line.announce("--rounds", 1)
    line.pair()
    line.play(1)
    line("close")
    shutil.copytree(line.folder, tmp_path / "copy")
    line("note", "a dispute")
    put_back(line, tmp_path / "copy")
    line("note", "another dispute", "--accept-shorter", "the stick was lost")
    assert line.run("verify", line.folder, code=0)
