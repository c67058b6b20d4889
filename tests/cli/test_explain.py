"""`roundbook explain`: why a player stands there, so that it can be reckoned again by hand."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.typed import GOLDEN, IMPORTS, lay, roundbook, transcript

CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


@pytest.fixture
def here(here: Path) -> Path:
    lay(IMPORTS / "01_cup_two_pods_cut_final.tdf", here / "cup")
    return lay(CHALLENGE, here / "challenge")


def test_explanations_fit_eighty_columns(here: Path, golden: Callable[[str, str], None]) -> None:
    golden(
        f"{GOLDEN}/explain.txt",
        transcript(
            ("explain", "-C", "challenge", "p5"),
            ("explain", "-C", "challenge", "p5", "--proof"),
            ("explain", "-C", "cup", "9000019", "--as-of", "before round 7 of masters-cut"),
        ),
    )


@pytest.mark.parametrize("number", range(1, 10))
def test_the_printed_fractions_add_up_to_the_printed_mean(here: Path, number: int) -> None:
    text = roundbook("explain", "-C", "challenge", f"p{number}", "--proof").out
    figures = text.split("\n\n")
    means = [part for part in figures if part.startswith(("Op Win %", "Op Op Win %"))]
    assert len(means) == 2
    for part in means:
        shares = [Fraction(one) for one in re.findall(r"counts ([0-9/]+)", part)]
        result = re.search(r"= ([0-9/]+) = [0-9.]+%$", part)
        assert result
        assert sum(shares, Fraction(0)) / len(shares) == Fraction(result[1])


def test_what_a_program_reads_is_what_the_standings_say(here: Path) -> None:
    rows = roundbook("standings", "-C", "challenge", "--json").standings
    for row in rows:
        said = roundbook("explain", "-C", "challenge", row["player"], "--json").data
        assert said["figures"]["op_win"]["result"]["exact"] == row["op_win"]
        assert said["figures"]["op_op_win"]["result"]["exact"] == row["op_op_win"]
        assert said["standing"]["place"] == row["place"]
        assert said["places_by_round"][-1] == row["place"]
        shares = [Fraction(share["counts"]["exact"]) for share in said["figures"]["op_win"]["of"]]
        assert sum(shares, Fraction(0)) / len(shares) == Fraction(row["op_win"])


@pytest.mark.parametrize("word", ["p5", "P5", "9000008", "player 0008"])
def test_a_player_is_a_number_an_id_or_a_part_of_a_name(here: Path, word: str) -> None:
    assert roundbook("explain", "-C", "challenge", word).out.startswith("Player 0008 (p5): place 6")


def test_two_players_are_not_a_folder_and_a_player(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No word is a folder; one word too many is named."""
    monkeypatch.chdir(here)
    said = roundbook("explain", "p5", "p3", code=2)
    assert '"p3" does not belong here: give one PLAYER|MATCH|ROUND at a time' in said.err
    assert roundbook("explain", "-C", ".", "p5").code == 0
    assert roundbook("explain", "-C", str(here), "p5").code == 0
    monkeypatch.chdir(here.parent)
    assert "does not contain a tournament" in roundbook("explain", "p5").err
