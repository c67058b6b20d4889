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


def test_a_pool_that_does_not_exist_is_never_said_to_be_unpaired(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    for words in (("start", "foo"), ("withdraw", "foo-1", "--reason", "x")):
        said = line.refused(*words, rule="round-not-paired")
        assert "there is no pool foo." in said
        assert "Pools: masters." in said
    said = line.refused("start", "masters-cut", rule="round-not-paired")
    assert "Make the cut first: `roundbook cut masters`" in said


def test_a_round_that_is_started_again_has_started_already(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.refused("start", "masters", rule="round-already-started")
    assert "round 1 of masters has already started." in said
    assert "Report its results: `roundbook report MATCH RESULT`" in said
    line.play(1)
    said = line.refused("start", "masters", rule="round-already-started")
    assert "there is nothing more to start." in said


def test_a_locked_result_is_not_to_be_corrected(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", "Eva", "Fay", played=1)
    assert "use `roundbook correct`" in line.refused("report", "masters-1-1", "2")
    for number in (2, 3):
        line("pair", *(("--allow-rematches", "--reason", "x") if number > 3 else ()))
        if number == 2:
            line("start")
            line.play(2)
    said = line.refused("report", "masters-1-1", "2", rule="already-reported")
    assert "It is locked (TOP §4); to note a dispute, use `roundbook note`" in said


def test_constructed_has_no_deck_building_to_advise(line: Line) -> None:
    line.start("--format", "standard")
    line.register("Ana", "Ben", "Cho", "Dee")
    said = line.refused("draft seats", "booster", rule="draft-elsewhere")
    assert "Players bring their decks; a draft needs an event opened in its format." in said


def test_nothing_asks_for_a_cut_in_a_style_without_one(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line("pair")
    said = line.refused("start", rule="announcement-missing")
    assert "the rounds and the prizes have not been announced" in said


def test_a_player_with_a_seed_is_kept_for_the_seed(line: Line) -> None:
    line.start("--style", "single-elimination")
    line.register("Ana", "Ben", "Cho", "Dee")
    line.announce()
    line("round seed")
    line("pair")
    said = line.refused("people unregister", "p3", rule="registration-stays")
    assert "cannot be withdrawn: Cho (p3) has a seed in the bracket." in said
    assert "drop them: `roundbook drop p3`" in said
