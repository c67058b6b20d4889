"""What is said next, or of what is missing, is so in every kind of event."""

from pathlib import Path

from tests.cli.line import Line
from tests.cli.typed import IMPORTS, roundbook


def test_without_a_rounds_table_the_next_step_asks_for_the_rounds(line: Line) -> None:
    line.start("--edition", "dci-mtr")
    line.register("Ana", "Ben", "Cho", "Dee")
    assert "next: roundbook announce --rounds N" in line("status").out
    line("announce", "--rounds", "3")
    assert "next: roundbook pair" in line("status").out


def test_with_a_rounds_table_it_does_not(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    assert "--rounds N" not in line("status").out


def test_pairing_again_is_not_told_that_every_round_has_started(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.refused("pair", "masters", "--again", "--reason", "x")
    assert "no round of masters is waiting to start." in said
    assert "every paired round has started" not in said


def test_only_a_drawn_round_promises_a_draw_to_repeat(here: Path) -> None:
    tdf = next(IMPORTS.glob("04b*.tdf"))
    roundbook("file import", tdf, "told", code=0)
    said = roundbook("explain", "all-3", "-C", "told", code=0).out
    assert said.endswith("--proof shows the proof of the pairing.\n")


def test_a_table_without_a_mode_of_tom_is_named(here: Path) -> None:
    words = ("--edition", "play-2027-notes", "--table", "vg-two-day")
    roundbook("open", "v", "--name", "V", *words, code=0)
    said = roundbook("file", "export", "-C", "v", "v.tdf", "--placeholders")
    mode = "mode: CUSTOM, as for the rounds table vg-two-day, for which TOM has no mode"
    assert mode in " ".join((said.out + said.err).split())
