"""`docs/disputes.md`: how a dispute is settled, in time and too late, typed as the page shows."""

from pathlib import Path

import pytest

from tests.transcripts import Golden, type_page


@pytest.mark.skipif("sys.platform == 'win32'", reason="its head is that of a shell")
def test_every_command_of_a_dispute_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/disputes.md", tmp_path, monkeypatch, golden)
    for page, named in (("complaint.html", True), ("for-others.html", False)):
        text = Path(page).read_text("utf-8")
        assert ("Aiko Brandt" in text) == named
        assert "masters-1-2" in text
