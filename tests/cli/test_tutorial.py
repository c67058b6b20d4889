"""`docs/tutorial.md` can be typed from top to bottom; `roundbook lab demo` gives its list."""

from pathlib import Path

import pytest

from tests.cli.typed import roundbook
from tests.transcripts import Golden, transcript, type_page


@pytest.mark.skipif("sys.platform == 'win32'", reason="its paths are those of a shell")
def test_the_tutorial_can_be_typed_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/tutorial.md", tmp_path, monkeypatch, golden)
    assert sum(len(step.typed) for step in transcript("docs/tutorial.md")) > 25
    [archive] = Path().glob("*.zip")
    assert roundbook("verify", archive).code == 0


def test_the_list_of_invented_players_is_saved_over_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    assert roundbook("lab demo", "--players", file).code == 0
    assert roundbook("lab demo", "--players", file).code == 0, "the same list again changes nothing"
    file.write_text("mine")
    said = roundbook("lab demo", "--players", file)
    assert said.code != 0
    assert "already exists, and is different" in said.err
    assert file.read_text() == "mine"
