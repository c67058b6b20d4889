"""What has to be kept is kept, and what may go goes only by a person's hand (TOP §4; A-43)."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.validators.retention import keep_until
from roundbook.projections.history.requests import kept_until
from tests.cli.line import Line
from tests.cli.test_broken_folders import VERBS
from tests.cli.typed import files, roundbook
from tests.conftest import ROOT
from tests.scripts import happened

RULES = load("play-2017")

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
READING = ("standings", "pairings", "history", "penalties", "verify", "check")

TAKES_AWAY = {
    "cli/places/members.py": "what the modules below name, and a tournament that came to nothing",
    "cli/places/backup.py": "what a restore had half laid, when it failed",
    "cli/places/database.py": "the same of what lies in a database",
    "cli/places/publish.py": "partial tiles in a published copy, once the full tile is there",
    "cli/places/shelf.py": "an event from the index of a shelf, once a name in it was erased",
    "cli/places/known_people.py": "the book of people over events, when its owner ends it",
    "cli/shelf/index.py": "an index of another form, which is made again",
    "cli/places/secrets.py": "a chain of secrets that no ledger speaks of",
    "cli/places/appearance.py": "the logo, when the organiser takes it back",
    "cli/places/last_seen.py": "what was kept of a folder under the path from which it was moved",
    "cli/acts/people.py": "the deck lists of whoever should not have been registered",
    "cli/places/sign_ups.py": "who signed up and was not accepted, at the start of round 1",
    "cli/places/erasure.py": "the names of whoever is erased, on request",
    "ledger/storage/disk.py": "half a line that a full disk took; a draft",
    "ledger/storage/jsonl.py": "a torn tail that is in quarantine; a head that cannot be written",
}
"""The only modules that take anything from a disk, and what."""


@pytest.mark.rule("A-43")
def test_nothing_else_in_the_program_takes_anything_from_a_disk() -> None:
    removes = re.compile(
        r"\.unlink\(|rmtree\(|\.rmdir\(|os\.remove|truncate\(|shutil\.move"
        r"|\bat\([\w.]+\)\.remove\(|DELETE FROM"
    )
    found = {
        path.relative_to(ROOT).as_posix()
        for package in ("ledger", "projections", "cli")
        for path in (ROOT / package).rglob("*.py")
        if removes.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(TAKES_AWAY)


@pytest.mark.rule("A-43", "TOP-4f")
def test_ten_years_later_no_command_takes_anything_away(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR, played=1)
    line.close("--end", "2026-03-07")
    for module in ("roundbook.cli.session.clock.now", "roundbook.cli.session.command.now"):
        monkeypatch.setattr(module, lambda: datetime(2036, 3, 7, 12, tzinfo=UTC))
    before = files(line.folder)
    people = before.pop("people.json")
    del before["head"]
    for words in VERBS:
        line.at(*map(str, words))
    for verb in READING:
        roundbook(verb, "-C", line.folder)
    after = files(line.folder)
    before.pop("checkpoint")  # The signed head is made anew; what it signs only grows.
    assert {name for name in before if not after[name].startswith(before[name])} == set()
    for name in FOUR:
        assert name.encode() in people
        assert name.encode() in after["people.json"]


@pytest.mark.rule("A-43")
def test_the_close_says_how_long_and_the_offer_comes_after_that(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.begin(*FOUR, played=1)
    monkeypatch.setattr("roundbook.cli.acts.closing.today", lambda: date(2026, 11, 30))
    said = line.close("--end", "2026-11-30")
    until = "Keep the results until 2027-02-28, three months from 2026-11-30 (TOP §4).\n"
    assert f"\n{until}" in said.out
    assert "erased" not in said.out, "three months later is early enough to read of it"
    offer = "note: the results had to be kept until 2027-02-28, so names may be erased now"
    for day, offered in ((date(2027, 2, 28), False), (date(2027, 3, 1), True)):
        monkeypatch.setattr("roundbook.cli.verify.inspect.today", lambda day=day: day)
        verified = roundbook("verify", line.folder)
        assert (verified.code, offer in verified.out) == (0, offered)
    line("shelf reopen", "--reason", "closed too early")
    assert offer not in roundbook("verify", line.folder).out


@pytest.mark.rule("A-43", "TOP-4f")
@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)))
def test_what_is_offered_has_been_kept_three_months(end: date) -> None:
    told = happened("")
    told.post(ev.TournamentClosed(end=end))
    closed = Tournament.replay(told.entries)
    assert kept_until(closed, RULES) == keep_until(end, RULES)
    assert ((keep_until(end, RULES) or end) - end).days >= 89
    assert kept_until(Tournament.replay(told.entries[:1]), RULES) is None
