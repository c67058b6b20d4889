"""`docs/pairing.md`: the round that it explains is a round that is drawn."""

from pathlib import Path

import pytest

from tests.transcripts import Golden, type_page


def test_the_round_of_the_page_is_explained_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/pairing.md", tmp_path, monkeypatch, golden)
