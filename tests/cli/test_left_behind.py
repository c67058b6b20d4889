"""What a program wrote that was killed before waiting for the disk: nobody takes it for certain.

Somebody else sees it, since the system still has it, but a power cut may take it away. So whoever
answers with it, or builds on it, waits for the disk first.
"""

import errno
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from roundbook.cli.answers.spoken import beside
from roundbook.cli.keying.one_line import enter
from roundbook.cli.places import sign_ups, sources
from roundbook.cli.places.members import Folder
from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports
from roundbook.cli.session.venue import CommandOptions, Operator, Venue, venue
from roundbook.ledger.storage import disk
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.terms import Role
from tests.cli.line import Line

BEGINS = datetime(2026, 3, 7, tzinfo=UTC)
FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note each time the program waits for the ledger."""
    noted: list[int] = []
    monkeypatch.setattr(os, "fdatasync", noted.append)
    return noted


@pytest.fixture
def puts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which files are written as a whole."""
    noted, real = list[str](), disk.put

    def noting(path: Path, *words: Any, **named: Any) -> None:
        noted.append(path.name)
        real(path, *words, **named)

    monkeypatch.setattr(disk, "put", noting)
    return noted


def here(line: Line) -> Venue:
    """Return the tournament as a desk opens it."""
    return venue(line.folder, Operator(role=Role.ORGANISER))


def leave(line: Line) -> None:
    """Let the head be as if the program had been killed right after it wrote its line."""
    (line.folder / "head").unlink()


@pytest.mark.rule("LED-6")
def test_an_interrupted_erasure_is_on_the_disk_before_it_is_finished(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by crash states: seed 2, before effect 252, how 16."""
    line.begin(*FOUR)
    names = (line.folder / "people.json").read_bytes()
    line("people erase", "p2", "--yes", "--reason", "asked for")
    (line.folder / "people.json").write_bytes(names)
    leave(line)
    there_then, real = list[bool](), JsonlStore._wait_for

    def noting(store: JsonlStore, fd: int) -> None:
        there_then.append((line.folder / "people.json").read_bytes() == names)
        real(store, fd)

    monkeypatch.setattr(JsonlStore, "_wait_for", noting)
    line("people erase", "p2", "--yes", "--reason", "asked for")
    assert there_then == [True]
    assert b"Ben Ode" not in (line.folder / "people.json").read_bytes()


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("how", ["slip", "list"])
def test_a_result_that_is_already_recorded_is_on_the_disk_before_that_is_said(
    line: Line, waits: list[int], how: str
) -> None:
    line.begin(*FOUR)
    line("report", "masters-1-1", "2-1")
    listed = line.home.parent / "round.csv"
    listed.write_text("match,result\nmasters-1-1,2-1\n", encoding="utf-8")
    for is_left in (False, True):
        if is_left:
            leave(line)
        waits.clear()
        if how == "list":
            said = line("report", listed).out
        else:
            [told] = enter(
                here(line), CommandOptions(operator=Operator()), "1 21", says=beside
            ).lines[:1]
            said = str(told)
        assert "lready recorded" in said
        assert bool(waits) == is_left
    waits.clear()
    if how == "list":
        line("report", listed, "--dry-run")
    else:
        enter(here(line), CommandOptions(operator=Operator(), dry_run=True), "1 21", says=beside)
    assert not waits


@pytest.mark.rule("LED-6")
def test_the_number_of_somebody_who_never_wrote_lasts_before_they_do(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(JsonlStore, "_append", full)
        line.at("note", "The hall is cold.", "--as", "Bea Hall", code=5)
    named = (line.folder / "people.json").read_bytes()
    assert b"Bea Hall" in named
    settled = list[int]()
    monkeypatch.setattr(Folder, "settle", lambda *_: settled.append(1))
    line("note", "The hall is cold.", "--as", "Bea Hall")
    assert settled
    assert (line.folder / "people.json").read_bytes() == named
    settled.clear()
    line("note", "It is warm again.", "--as", "Bea Hall")
    assert not settled


@pytest.mark.rule("LED-6")
def test_what_is_sent_or_read_once_more_is_kept_once_more(line: Line, puts: list[str]) -> None:
    line.begin(*FOUR)
    puts.clear()
    reports = PlayerReports(line.home, line.folder)
    claim = Claim(match="masters-1-1", player="p1", word="1", at=BEGINS)
    t = here(line).desk.tournament
    for _ in range(2):
        reports.change(lambda kept: kept.saying(claim))
        sources.keep(line.folder, "ab" * 32, "tdf", b"<tournament/>")
        sign_ups.change(line.folder, t, lambda kept: replace(kept, open=True))
    assert len(puts) == 6
    assert len(set(puts)) == 3
    assert isinstance(reports.read(), Claims)
