"""`docs/shelf.md`: an invented season, with every command of the page."""

from pathlib import Path

import pytest

from tests.chance import alike
from tests.cli.seasons import invent
from tests.transcripts import OPENING, Clock, Golden, type_page


def test_every_command_about_many_events_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    events = tmp_path / "work" / "events"
    events.mkdir(parents=True)
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home-"))
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", Clock(OPENING))
    with alike("a season"):
        invent(events, 4, ledgers=2, archives=1)
    type_page("docs/shelf.md", tmp_path, monkeypatch, golden)
