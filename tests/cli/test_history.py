"""`roundbook history`: who did what, when and why; what was corrected stands beside what it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import GOLDEN, IMPORTS, NOON, lay, roundbook, transcript

CHALLENGE = IMPORTS / "08_challenge_awarded_bye_drop_final.tdf"


@pytest.fixture
def here(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small event of our own in `small`, and an imported one in `challenge`."""
    monkeypatch.setattr("roundbook.cli.session.clock.now", lambda: NOON)
    lay(CHALLENGE, here / "challenge")
    at = ("-C", "small")
    pairs = ("--by-hand", "p1-p2 p3-p4", "--reason", "nobody can foresee a draw")
    for words in (
        ("open", "small", "--name", "Small", "--start", "2026-03-07", "--sanction", "26-03-000001"),
        *(("register", name, "--birth-year", "1990", *at) for name in ("Ana", "Ben", "Cho", "Dee")),
        ("announce", "--prizes", "none", *at),
        ("pair", *pairs, *at),
        ("start", *at),
        ("report", "masters-1-1", "2-0", *at),
        ("report", "masters-1-2", "2-1", *at, "--as", "Jo", "--role", "judge"),
        ("correct", "masters-1-1", "1-2", "--reason", "the slip was read upside down", *at),
    ):
        roundbook(*words, code=0)
    return here


@pytest.mark.rule("LED-4")
def test_the_history_fits_eighty_columns(here: Path, golden: Callable[[str, str], None]) -> None:
    golden(
        f"{GOLDEN}/history.txt",
        transcript(
            ("history", "-C", "small"), ("history", "-C", "small", "--match", "masters-1-1")
        ),
    )


@pytest.mark.rule("LED-4")
def test_both_results_of_a_correction_are_visible(here: Path) -> None:
    said = roundbook("history", "-C", "small", "--match", "masters-1-1").out
    squeezed = " ".join(said.split())
    assert "2-0 (a win for the left player)" in squeezed
    assert "corrected to 1-2 (a win for the right player)" in squeezed
    assert "the slip was read upside down" in squeezed


@pytest.mark.rule("LED-1")
def test_nothing_is_left_out(here: Path) -> None:
    said = roundbook("history", "-C", "challenge", "--json").data["history"]
    assert [one["seq"] for one in said] == list(range(1, 36))
    digest = next((here / "challenge" / "sources").iterdir()).stem
    assert {one["told"] for one in said} == {digest}
    assert all(one["at"] and one["by"] and one["what"] for one in said)


def test_a_players_history_is_about_that_player(here: Path) -> None:
    said = roundbook("history", "-C", "challenge", "--player", "p4", "--json").data["history"]
    assert said
    assert all("p4" in one["players"] for one in said)
    every = roundbook("history", "-C", "challenge", "--json").data["history"]
    assert said == [
        one | {"what": mine["what"]} for one in every for mine in said if one["seq"] == mine["seq"]
    ]


def test_a_rounds_history_holds_its_pairing_and_its_results(here: Path) -> None:
    said = roundbook("history", "-C", "challenge", "--round", "masters-2", "--json").data["history"]
    assert {one["round"] for one in said} == {"masters-2"}
    assert "was paired" in said[0]["what"]
    assert len(said) == 1 + len([one for one in said if one["match"]])


def test_as_of_an_entry_shows_nothing_later(here: Path) -> None:
    said = roundbook("history", "-C", "small", "--as-of", 9, "--json").data["history"]
    assert max(one["seq"] for one in said) == 9


def test_nothing_to_tell_is_said(here: Path) -> None:
    for words in (("masters-7-7",), ("--match", "masters-7-7"), ("--round", "masters-7")):
        said = roundbook("history", "-C", "small", *words)
        assert (said.code, said.out) == (3, "")
        assert "the ledger contains nothing about " in said.err
