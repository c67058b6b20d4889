"""`docs/when-something-breaks.md`: every command that it shows is carried out."""

from pathlib import Path

import pytest

from tests.transcripts import Golden, type_page


@pytest.mark.skipif("sys.platform == 'win32'", reason="its cp, printf and sed are those of a shell")
def test_every_command_for_a_bad_day_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/when-something-breaks.md", tmp_path, monkeypatch, golden)
