"""`docs/disputes.md`: how a dispute is settled, in time and too late, typed as the page shows."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.chance import alike
from tests.cli.line import Line
from tests.transcripts import OPENING, Clock, Golden, type_page

EIGHT = (
    *("Aiko Brandt", "Bela Novak", "Carla Mendes", "Çetin Demir"),
    *("Dana Whitlock", "Emil Sørensen", "Freya Lindqvist", "Goran Petrović"),
)


@pytest.mark.skipif("sys.platform == 'win32'", reason="its head is that of a shell")
def test_every_command_of_a_dispute_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home-"))
    before = Clock(OPENING - timedelta(hours=1))
    monkeypatch.setattr("roundbook.cli.session.clock.datetime", before)
    (tmp_path / "work").mkdir()
    with alike("eight players, in round 2"):
        line = Line(tmp_path / "home-", tmp_path / "work" / "cup")
        line.enrol(*EIGHT)
        line("announce", "--prizes", "4")
        line("people staff", "Cem Kaya", "head-judge")
        line.pair()
        line.play(1, "2-0")
        line.pair()
    type_page("docs/disputes.md", tmp_path, monkeypatch, golden)
    for page, named in (("complaint.html", True), ("for-others.html", False)):
        text = Path(page).read_text("utf-8")
        assert ("Emil Sørensen" in text) == named
        assert "masters-1-2" in text
