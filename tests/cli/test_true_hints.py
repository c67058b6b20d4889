"""What is said next, or of what is missing, is so in every kind of event."""

from pathlib import Path

import pytest

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
    mode = "mode: CUSTOM was chosen, as for the rounds table vg-two-day, for which TOM has no mode"
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


WHY = ("--reason", "x")


@pytest.mark.parametrize(
    "words",
    [("post",), ("round slips",), ("start",), ("pair",), ("pair", "--again", *WHY)],
)
def test_a_hint_proposes_what_is_allowed_now(line: Line, words: tuple[str, ...]) -> None:
    def hint() -> str:
        return line.refused(*words).rpartition("hint: ")[2].strip()

    line.start()
    assert "`roundbook register" in hint()
    line.register("Ana", "Ben", "Cho", "Dee")
    line("announce", "--rounds", 1)
    line.pair()
    line.play(1)
    assert hint() == "Continue with `roundbook close`."
    line("close")
    reopen = "The tournament is closed; `roundbook shelf reopen --reason …` opens it again."
    assert hint() == reopen
    for more in ("cut", "round day-two"):
        assert reopen in line.refused(more), "not how to make one anyway"


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


def test_nobody_is_checked_in_where_nobody_is(line: Line) -> None:
    line.start()
    said = line.refused("people check-in", "--all")
    assert "there are no active players to check in." in said
    assert "everybody has checked in" not in said


def test_a_pool_that_does_not_exist_has_no_round_to_repair(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    said = line.refused("round repair", "foo")
    assert "there is no pool foo." in said
    assert "Pools: masters." in said


def test_an_event_without_teams_is_not_told_to_form_them(line: Line) -> None:
    line.enrol("Ana", "Ben")
    said = line.run("team", "seats", "-C", line.folder, code=3).err
    assert "this event is not a team battle, so there are no teams." in said
    said = line.run("team", "list", "-C", line.folder, code=0).out
    assert "this event is not a team battle, so there are no teams." in said
    assert "without a partner" not in said
    assert "team form" not in said


def test_a_3rd_place_match_has_the_reason_of_the_only_bracket(line: Line) -> None:
    line.start("--style", "single-elimination")
    line.register("Ana", "Ben", "Cho", "Dee")
    line("announce", "--third-place", "--prizes", 4)
    follows = "A 3rd-place match follows the semi-finals, which have not been paired yet."
    assert follows in line.refused("round third-place")
    line("round seed")
    said = line.refused("round third-place")
    assert "the 3rd-place match of bracket cannot be paired now." in said
    assert follows in said


def test_sign_up_is_not_opened_with_advice_that_is_refused(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert "Admit a late player" in line.refused("people sign-ups", "open")
    line.play(1)
    line.close()
    said = line.refused("people sign-ups", "open")
    assert "the tournament is closed" in said
    assert "late" not in said


def test_a_list_that_can_no_longer_be_handed_in_is_not_asked_for(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    words = ("deck", "show", "-C", line.folder, "p1")
    assert "Accept it before the player's first round" in line.run(*words, code=3).err
    line.first_round()
    assert "deck register" not in line.run(*words, code=3).err


def test_a_result_is_withdrawn_alone(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    words = ("withdraw", "masters-1-1", "--together", "--reason", "x")
    said = line.refused(*words, code=2)
    assert "leave this out: it is only for rounds." in said


def test_check_ins_are_undone_by_name_or_all_of_them(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    for words in (("p1", "--all"), ()):
        said = line.refused("people check-in", *words, "--undo", code=2)
        assert "--all: name the players, or undo all check-ins." in said
    assert "nobody has checked in." in line.refused("people check-in", "--all", "--undo")
    line("people check-in", "p1", "p3")
    assert line("people check-in", "--all", "--undo", "--cmd", "u").out.splitlines()[1:] == [
        "Entry 7: the check-in of Cho (p3) was undone.",
        "0 players have checked in; 4 still to check in.",
    ]
    assert line("people check-in", "--all", "--undo", "--cmd", "u").code == 0


def test_a_single_elimination_without_players_has_no_row_of_rounds(line: Line) -> None:
    line.start("--style", "single-elimination")
    assert "0 players" not in line("announce", "--prizes", "4").out


def test_seats_and_building_are_not_asked_for_once_round_1_has_started(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    for words, asked in (
        (("draft", "seats", "--undo"), "Draw them"),
        (("draft", "build", "--undo"), "Start it"),
    ):
        said = line.refused(*words, "--reason", "x")
        assert asked not in said
        assert "To note what happened, use `roundbook note`" in said


def test_what_is_unsure_about_a_file_is_not_listed_as_left_out(line: Line) -> None:
    line.start("--style", "single-elimination")
    line.register("Ana", "Ben", "Cho", "Dee")
    out = line.folder.parent / "out.tdf"
    found = line.run("file export", "-C", line.folder, out, "--placeholders", code=0)
    said = " ".join((found.out + found.err).split())
    doubt = "so TOM may not be able to read this one."
    assert doubt in said.partition("a .tdf file cannot contain, for example:")[0]


def test_nothing_is_to_be_checked_at_once_after_the_close(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    reminder = "tell the staff at once if it is wrong"
    shown = ("announce", "-C", line.folder)
    assert reminder in " ".join(line.run(*shown, code=0).out.split())
    line.close()
    assert reminder not in " ".join(line.run(*shown, code=0).out.split())
