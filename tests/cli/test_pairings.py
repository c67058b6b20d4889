"""`roundbook pairings`: who plays whom, by table and by name, and until when it can change."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import GOLDEN, IMPORTS, lay, roundbook, transcript

RUNNING = IMPORTS / "05_challenge_round1_in_progress_two_pods.tdf"
PAIRED = IMPORTS / "04a_vgc_cup_round4_paired.tdf"
CUT = IMPORTS / "01_cup_two_pods_cut_final.tdf"
TOP8 = IMPORTS / "04b_vgc_cup_top8_paired.tdf"


@pytest.fixture
def here(here: Path) -> Path:
    for name, file in (("running", RUNNING), ("paired", PAIRED), ("cut", CUT), ("top8", TOP8)):
        lay(file, here / name)
    return here


def test_pairings_fit_eighty_columns(here: Path, golden: Callable[[str, str], None]) -> None:
    golden(
        f"{GOLDEN}/pairings.txt",
        transcript(
            ("pairings", "-C", "running"),
            ("pairings", "-C", "running", "senior-masters", "--by-name"),
            ("pairings", "-C", "paired"),
            ("pairings", "-C", "top8"),
            ("pairings", "-C", "cut", "masters", "--round", "4"),
        ),
    )


@pytest.mark.parametrize("name", ["running", "paired", "top8"])
def test_an_event_that_is_under_way_shows_its_pairings(here: Path, name: str) -> None:
    said = roundbook("pairings", "-C", name, "--json").data
    assert said["pairings"]
    for one in said["pairings"]:
        seated = [
            side["player"] for line in one["tables"] for side in (line["first"], line["second"])
        ]
        seated += [bye["player"] for bye in one["byes"]]
        assert len(seated) == len(set(seated))
        out = {line["match"] for line in one["tables"] if line["result"] is None}
        assert set(one["open"]) == out
        assert one["check_until"] == one["round"] + 2


def test_every_player_stands_on_the_left_once(here: Path) -> None:
    said = roundbook("pairings", "-C", "running", "senior-masters", "--by-name").out
    rows = [line for line in said.splitlines() if line.startswith("Player 0")]
    names = [line[:11] for line in rows]
    assert len(names) == 11
    assert names == sorted(names)
    assert [row.rstrip().endswith("bye") for row in rows].count(True) == 1


@pytest.mark.rule("TOP-4h")
def test_a_round_that_is_locked_says_so(here: Path) -> None:
    locked = roundbook("pairings", "-C", "paired", "--round", "2", "--json").data["pairings"]
    open_still = roundbook("pairings", "-C", "paired", "--round", "3", "--json").data["pairings"]
    assert [one["locked"] for one in locked] == [True]
    assert [one["locked"] for one in open_still] == [False]
    assert "are locked (TOP §4)" in roundbook("pairings", "-C", "paired", "--round", "2").out
    said = roundbook("pairings", "-C", "paired", "--round", "3").out
    assert "can be corrected until round 5 is paired" in " ".join(said.split())


def test_before_anything_is_paired_it_says_what_to_do(here: Path) -> None:
    said = roundbook("pairings", "-C", "cut", "--as-of", 20, code=0)
    assert "nothing has been paired yet; use `roundbook pair -C cut`." in said.out


def test_a_bracket_hides_the_pod_that_it_came_from(here: Path) -> None:
    rounds = roundbook("pairings", "-C", "cut", "--json").data["pairings"]
    assert [(one["pool"], one["round"]) for one in rounds] == [
        ("senior-cut", 6),
        ("masters-cut", 8),
    ]
