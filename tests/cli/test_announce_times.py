"""What is announced of time, Energy, drafts and flights; and formats that are never sanctioned."""

import shutil
from datetime import datetime

import pytest

from tests.cli.line import Line
from tests.tom import Tom


def imported(line: Line, minutes: int, *words: object) -> None:
    """Import a registration file of nine players in which a match has so many minutes."""
    tom = Tom()
    tom.join(9)
    file = line.folder.parent / "cup.tdf"
    file.write_bytes(tom.save().replace(b"<roundtime>50<", b"<roundtime>%d<" % minutes))
    assert line.run("file import", file, line.folder, *words).code == 0


@pytest.mark.rule("TRF-7.3", "A-34")
@pytest.mark.parametrize(
    ("words", "minutes", "turns"),
    [
        ((), 45, 3),
        (("--match-format", "bo1", "--format", "standard"), 30, 3),
        (("--match-format", "bo1", "--format", "sealed"), 20, 3),
        (("--edition", "dci-pod"), 50, 5),
    ],
)
def test_without_a_time_the_least_of_the_edition_is_announced(
    line: Line, words: tuple[str, ...], minutes: int, turns: int
) -> None:
    line.start(*words)
    said = line("announce", "--rounds", 3)
    event = line.ledger()[-1]["events"][0]
    assert (event["minutes"], event["extra_turns"]) == (minutes, turns)
    assert f"(minutes: {minutes}; extra turns: {turns}; " in said.out
    line.refused("announce", "--rounds", 3, "--time", minutes - 1, rule="time-too-short")
    line.refused("announce", "--rounds", 3, "--turns", turns - 1, rule="time-too-short")
    line("announce", "--rounds", 3, "--time", minutes + 10, "--turns", turns + 1)


def test_the_turns_after_time_have_the_minutes_of_the_edition(line: Line) -> None:
    """They are announced with the time, at most as many, and every clock says until when."""
    line.start("--edition", "play-2027-notes", "--table", "tcg-swiss-only", masters=4)
    line("announce", "--staff", "Ana", "--format", "Standard", "--breaks", "none")
    lasts = "A match lasts 50 minutes, then 3 turns in at most 15 minutes."
    assert lasts in line("announce").out
    said = line.refused("announce", "--turns-within", 16, rule="turns-too-long")
    assert "the turns after time must end within 15 minutes, not 16." in said
    line("announce", "--turns-within", 10)
    (event,) = line.ledger()[-1]["events"]
    assert (event["extra_turns"], event["turns_within"]) == (3, 10)
    line.pair()
    [clock] = line("round clock", "--json").data["clocks"]
    ends = [datetime.fromisoformat(clock[name]) for name in ("ends_at", "turns_end_at")]
    assert (ends[1] - ends[0]).total_seconds() == 10 * 60
    seen = ("--on", "game", "--time", "in-turn", "--dry-run")
    said = " ".join(line("time-called", "1", *seen).out.split())
    assert "turn 1 of 3; the turns end at most 10 minutes after time" in said


def test_an_organiser_may_give_the_turns_minutes_that_the_edition_does_not_limit(
    line: Line,
) -> None:
    line.start(masters=4)
    assert "turns_within" not in line("announce", "--rounds", 3, "--json").out
    line("announce", "--turns-within", 20)
    assert "45 minutes, then 3 turns in at most 20 minutes." in line("announce").out


@pytest.mark.rule("TRF-7.3")
def test_the_time_of_an_imported_file_is_announced_unless_another_is_given(line: Line) -> None:
    imported(line, 50)
    assert "(minutes: 50; extra turns: 3; " in line("announce", "--dry-run").out
    assert "Note: " not in line("announce", "--time", 60).out
    assert line.ledger()[-1]["events"][0]["minutes"] == 60
    line("announce", "--prizes", 4)
    assert line.ledger()[-1]["events"][0]["minutes"] == 60


@pytest.mark.rule("TRF-7.3")
@pytest.mark.parametrize(("minutes", "taken"), [(44, 45), (45, 45), (46, 46), (0, 45)])
def test_a_time_in_a_file_that_the_edition_forbids_is_not_taken(
    line: Line, minutes: int, taken: int
) -> None:
    imported(line, minutes)
    said = line("announce").out
    assert line.ledger()[-1]["events"][0]["minutes"] == taken
    note = f"Note: the imported file has {minutes} minutes a match, but this event needs more"
    assert (note in said) == (minutes == 44)
    assert "Note: " not in line("announce", "--prizes", 4).out


@pytest.mark.rule("TRF-7.3")
def test_single_games_are_given_with_the_import(line: Line) -> None:
    """No file contains the match format; a single game may last 30 minutes."""
    imported(line, 30)
    hint = line.refused("announce", "--time", 30, rule="time-too-short")
    assert "import FILE DIR --match-format bo1" in hint
    shutil.rmtree(line.folder)
    imported(line, 30, "--match-format", "bo1")
    save = line.folder.parent / "cup.tdf"
    assert line.run("file follow", save, "-C", line.folder, "--once").code == 0
    again = line.run("file import", save, line.folder, "--match-format", "bo3")
    assert again.code != 0
    assert "Note: " not in line("announce", "--prizes", "none").out
    assert line.ledger()[-1]["events"][0]["minutes"] == 30
    assert line.run("verify", line.folder).code == 0


@pytest.mark.rule("TOP-2b")
def test_what_a_file_of_an_event_under_way_lacks_is_announced_once(line: Line) -> None:
    """It has the rounds, one fewer than the table, and the time; its rounds then have a clock."""
    tom = Tom()
    tom.join(9)
    tom.pair()
    file = line.folder.parent / "cup.tdf"
    file.write_bytes(tom.save().replace(b"<lessswiss>false", b"<lessswiss>true"))
    assert line.run("file import", file, line.folder).code == 0
    line("announce", "--prizes", 4)
    (event,) = line.ledger()[-1]["events"]
    assert (event["rounds"], event["minutes"]) == (3, 50)
    line.refused("announce", "--prizes", 8, rule="announcement-late")
    for table in (1, 2, 3, 4):
        line("report", f"all-1-{table}", "1")
    line("round new-secrets", "--reason", "the event goes on here")
    line.pair()
    assert "for 50 minutes and 3 turns" in line("round clock").out


@pytest.mark.rule("TOP-2b", "TRF-11.2a")
def test_what_else_has_to_be_told_is_announced_with_it(line: Line) -> None:
    line.start("--format", "solomon-draft")
    words = ("--basic-energy", "--energy-told-ahead", "--redraft", "--cooperative-draft")
    said = line(
        "announce", "--rounds", 3, "--third-place", "--prizes", 4, "--flights", "masters=2", *words
    ).out
    told = said.partition("3 rounds were announced (")[2].partition(")")[0]
    assert told.split("; ") == [
        "minutes: 45",
        "extra turns: 3",
        "flights of Masters: 2",
        "third place: a match",
        "number of prizes: 4",
        "basic Energy: provided",
        "basic Energy announced in advance: yes",
        "re-draft: yes",
        "cooperative draft: yes",
    ]
    (event,) = line.ledger()[-1]["events"]
    assert event == {
        "event": "announcement-made",
        "rounds": 3,
        "prizes": 4,
        "third_place_playoff": True,
        "minutes": 45,
        "extra_turns": 3,
        "basic_energy": True,
        "energy_told_ahead": True,
        "redraft": True,
        "cooperative_draft": True,
        "flights": {"Masters": 2},
    }


@pytest.mark.rule("TOP-2b", "TRF-11.2a")
def test_what_is_not_said_is_not_written(line: Line) -> None:
    line.start("--table", "vg")
    line("announce", "--rounds", 3)
    assert line.ledger()[-1]["events"] == [{"event": "announcement-made", "prizes": 0, "rounds": 3}]
    line("announce", "--no-basic-energy")
    assert line.ledger()[-1]["events"][0]["basic_energy"] is False
    line("announce", "--time", 60)
    assert "A match lasts 60 minutes.\n" in line("announce").out


@pytest.mark.rule("TRF-11.2a")
def test_a_sealed_event_does_not_start_before_energy_was_announced(line: Line) -> None:
    line.start("--format", "sealed")
    line.register("Ana", "Ben")
    line("announce", "--rounds", 3)
    line("pair")
    line.refused("start", rule="announcement-incomplete")
    line("announce", "--rounds", 3, "--no-basic-energy", "--energy-told-ahead")
    line("start")


@pytest.mark.rule("TRF-11a")
def test_a_fun_format_says_everywhere_that_it_is_not_sanctioned(line: Line) -> None:
    words = ("open", line.folder, "--name", "Cup", "--format", "2-on-2-limited")
    refused = line.run(*words, "--sanction", "18-03-000123", code=3)
    assert "rule: format-unsanctioned (TRF §11, §14)" in refused.err
    assert not line.folder.exists()
    flag = "not sanctioned: 2-on-2-limited is a fun format (TRF §14)\n"
    line.run(*words, code=0)
    for view in ("standings", "pairings"):
        assert line.run(view, "-C", line.folder).out.startswith(f"Cup\n{flag}")


def test_a_sanctioned_format_says_nothing_of_the_kind(line: Line) -> None:
    assert "not sanctioned:" not in line.start("--format", "expanded", "--sanction", "7").out
    assert line.ledger()[0]["events"][0]["format"] == "expanded"


def test_a_break_has_its_round_and_its_minutes(line: Line) -> None:
    """It is told, changed and taken back, and nobody says that there is none besides."""
    line.start("--edition", "play-2027-notes", "--table", "tcg-swiss-only", masters=4)
    line("announce", "--staff", "Ana", "--format", "Standard", "--break-after", "2=45")
    (event,) = line.ledger()[-1]["events"]
    assert event["breaks_after"] == {"2": 45}
    assert "Break after round 2: 45 minutes." in line("announce").out
    assert line("announce", "--json").data["announced"]["breaks_after"] == {"2": 45}
    said = line("announce", "--break-after", "3=10").out
    assert "minutes of the break after round 2: 45 → not announced." in said
    said = line("announce").out
    assert "Break after round 3: 10 minutes." in said
    assert "round 2" not in said
    line("announce", "--breaks", "none")
    (event,) = line.ledger()[-1]["events"]
    assert (event["breaks"], "breaks_after" in event) == ("none", False)
    line("announce", "--break-after", "1=20")
    (event,) = line.ledger()[-1]["events"]
    assert ("breaks" in event, event["breaks_after"]) == (False, {"1": 20})
    line("announce", "--break-after", "none")
    assert "Break" not in line("announce").out
    line("announce", "--break-after", "1=20")
    line.pair()  # The edition asks when there are breaks, and this says so.


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--break-after", "3"), '"3" is not a break; use 3=45 for 45 minutes after round 3.'),
        (("--break-after", "0=45"), '"0=45" is not a break'),
        (("--break-after", "3=0"), '"3=0" is not a break'),
        (("--break-after", "3=5", "--break-after", "3=6"), "round 3 has two breaks"),
        (("--breaks", "none", "--break-after", "3=45"), "not both"),
    ],
)
def test_a_break_that_makes_no_sense_is_refused(
    line: Line, words: tuple[str, ...], why: str
) -> None:
    line.start(masters=4)
    before = line.ledger()
    said = line.at("announce", *words)
    assert (said.code, line.ledger()) == (2, before)
    assert why in " ".join(said.err.split())
