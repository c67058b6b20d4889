"""`docs/formats.md`: cuts, flights, brackets, drafts, decks and teams, typed as the page shows."""

import shutil
from pathlib import Path

import pytest

from tests.simulation.run_script import SCRIPTS
from tests.transcripts import Golden, type_page


@pytest.mark.skipif("sys.platform == 'win32'", reason="its head and printf are those of a shell")
def test_every_command_for_a_special_event_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    (tmp_path / "work").mkdir()
    shutil.copy(SCRIPTS / "players_64.csv", tmp_path / "work" / "large.csv")
    type_page("docs/formats.md", tmp_path, monkeypatch, golden)
