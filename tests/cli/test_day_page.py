"""`docs/day.md`: a morning at the desk, typed from top to bottom."""

import re
from pathlib import Path

import pytest

from tests.cli.test_shown_commands import wrong
from tests.transcripts import ROOT, Golden, type_page


def test_the_day_at_the_desk_can_be_typed_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page("docs/day.md", tmp_path, monkeypatch, golden)


def test_every_command_in_the_table_can_be_typed() -> None:
    rows = re.findall(
        r"^\| .+? \| `([^`]+)`", (ROOT / "docs/day.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(rows) > 12
    assert {row: why for row in rows if (why := wrong(row.removeprefix("roundbook ")))} == {}
