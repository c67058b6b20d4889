"""`docs/day.md`: a morning at the desk, typed from top to bottom."""

from pathlib import Path

import pytest

from tests.transcripts import Golden, type_page


@pytest.mark.skipif("sys.platform == 'win32'", reason="its paths are those of a shell")
def test_the_day_at_the_desk_can_be_typed_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/day.md", tmp_path, monkeypatch, golden)
