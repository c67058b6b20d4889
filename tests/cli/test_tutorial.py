"""`docs/tutorial.md` can be typed from top to bottom; `roundbook lab demo` gives its list."""

import re
from pathlib import Path

import pytest

from roundbook.cli.prompt.loop import SLIPS
from roundbook.cli.prompt.parts import parts
from tests.cli.typed import roundbook
from tests.transcripts import ROOT, Golden, transcript, type_page

PAGE = "docs/tutorial.md"


@pytest.mark.skipif("sys.platform == 'win32'", reason="its paths are those of a shell")
def test_the_tutorial_can_be_typed_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    type_page(PAGE, tmp_path, monkeypatch, golden, at_terminal=True)
    assert sum(len(step.typed) for step in transcript(PAGE)) > 15
    [archive] = Path().glob("*.zip")
    assert roundbook("verify", archive).code == 0


def test_the_lines_to_type_are_those_of_the_transcript_in_order() -> None:
    """The page has them twice: alone for people who are in a hurry, and with what is answered."""
    [lines] = re.findall(r"^```text\n(roundbook open .*?)^```$", _page(), re.MULTILINE | re.DOTALL)
    evening = [step for step in transcript(PAGE) if not step.command.startswith("roundbook lab")]
    # Answers are remarks there, and the text below it says what `archive` does.
    left_out = {"", "y", "archive"}
    typed = [
        line for step in evening for line in (step.command, *step.typed) if line not in left_out
    ]
    assert [parts(line) for line in lines.splitlines()] == [parts(line) for line in typed]
    assert max(map(len, lines.splitlines())) <= 80


def test_help_at_the_prompt_lists_what_the_evening_types() -> None:
    """The page, and the greeting of the prompt, say that it does."""
    typed = [text for step in transcript(PAGE) for line in step.typed for text in parts(line)]
    words = {text.split("#")[0].split()[0] for text in typed if text[:1].isalpha()}
    assert {"register", "pair", "q"} <= words
    named = set(re.findall(r"[a-z]+", SLIPS))
    assert words - {"y"} <= named, words - named


def test_what_a_reader_in_a_hurry_has_to_read_is_short() -> None:
    """The prose above the table for people who know TOM, without the list and the lines to type."""
    needed = _page().partition("## If you know TOM")[0]
    prose = re.sub(r"^```.*?^```$", "", needed, flags=re.MULTILINE | re.DOTALL)
    assert len(prose.split()) <= 150


def _page() -> str:
    return (ROOT / PAGE).read_text("utf-8")


def test_the_list_of_invented_players_is_saved_over_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    assert roundbook("lab demo", "--players", file).code == 0
    assert roundbook("lab demo", "--players", file).code == 0, "the same list again changes nothing"
    file.write_text("mine")
    said = roundbook("lab demo", "--players", file)
    assert said.code != 0
    assert "already exists, and is different" in said.err
    assert file.read_text() == "mine"
