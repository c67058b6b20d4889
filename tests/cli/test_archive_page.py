"""`docs/archive.md`: a closed event is sealed, checked, asked for and erased, by its commands."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.chance import alike
from tests.cli.line import Line
from tests.cli.typed import roundbook
from tests.transcripts import OPENING, Clock, Golden, type_page

FOUR = ("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")


@pytest.mark.rule("TOP-4f", "LED-6")
@pytest.mark.skipif("sys.platform == 'win32'", reason="its echo is that of a shell")
def test_every_command_after_the_close_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    work, home = tmp_path / "work", tmp_path / "home-"
    monkeypatch.setenv("ROUNDBOOK_HOME", str(home))
    before = Clock(OPENING - timedelta(hours=1))
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", before)
    work.mkdir()
    with alike("a closed event"):
        line = Line(home, work / "cup")
        line.enrol(*FOUR)
        line("announce", "--rounds", 2)
        for number in (1, 2):
            line.pair()
            line.play(number)
        line("close")
        line.run("archive", line.folder, "--out", work / "sent.zip", code=0)
        key, code, *_ = roundbook("proof key", "-C", line.folder, code=0).out.splitlines()
        monkeypatch.setenv("KEY", key.removeprefix("log "))
        monkeypatch.setenv("CODE", code.rpartition(" ")[2])
    type_page("docs/archive.md", tmp_path, monkeypatch, golden)
    assert "Cho Min" not in (line.folder / "people.json").read_text("utf-8")
