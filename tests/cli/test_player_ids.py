"""A missing Player ID or birth year is noticed at the desk, not at the export of a .tdf file."""

from pathlib import Path

import pytest

from roundbook.ledger.text import short
from tests.cli.line import Line

NEEDED = "no Player ID, which a .tdf file needs"
ADD = "--id ID`."


def with_ids(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990, "--id", "4711")
    line("register", "Ben Ode", "--birth-year", 1991, "--id", "4712")


def told(line: Line) -> list[str]:
    return [
        said for said in line.run("status", "-C", line.folder).out.splitlines() if NEEDED in said
    ]


def test_a_walk_in_without_a_player_id_is_told_apart_at_once_and_until_the_close(
    line: Line,
) -> None:
    with_ids(line)
    assert told(line) == []
    said = line("register", "Anna-Lena Groß", "--birth-year", 1990).out
    note = f"Anna-Lena Groß (p3) has {NEEDED}: `roundbook people amend p3 {ADD}"
    assert said.splitlines()[1:] == [note, "next: roundbook announce --prizes N"]
    assert told(line) == [note]
    line("register", "Dee Fox", "--birth-year", 1990)
    who = "2 players (Anna-Lena Groß (p3) and Dee Fox (p4))"
    both = f"{who} have {NEEDED}: `roundbook people amend PLAYER {ADD}"
    assert told(line) == [both]
    assert line.run("status", "-C", line.folder, "--json").data["at_odds"] == [both]
    line("people amend", "p3", "--id", "4713", "--reason", "she found her card")
    assert told(line) == [f"Dee Fox (p4) has {NEEDED}: `roundbook people amend p4 {ADD}"]
    line.close()
    assert told(line) == [], "once it is closed, nobody can be amended"


def test_a_missing_birth_year_is_told_apart_too_and_before_the_close(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_ids(line)
    said = line("register", "Cho Min", "--division", "masters", "--id", "4713").out
    needed = "Cho Min (p3) has no birth year, which a .tdf file needs"
    note = f"{needed}: `roundbook people amend p3 --birth-year YEAR`."
    assert f"\n{note}\n" in said
    assert note in line.run("status", "-C", line.folder).out
    line.first_round()  # From now on, people have seen the names, so a reason is needed.
    note = note.replace("YEAR`", "YEAR --reason …`")
    line.play(1)
    so = ("--override", "rounds-unplayed", "--because", "a storm")
    assert f"\nNote: {note}\n" in line("close", *so, "--dry-run").out
    only = "Once the tournament is closed, only reopening it lets you add these details."
    with monkeypatch.context() as there:
        there.setattr("roundbook.cli.session.ask.at_terminal", lambda: True)
        asked = line.run("close", *so, "-C", line.folder, stdin=b"n\n")
        refused = line.refused("close", rule="rounds-unplayed")
    assert asked.code == 3
    assert f"{note}\n" in asked.err
    assert f"{only}\nClose without them? [y/N]: " in asked.err
    assert line.ledger()[-1]["events"][0]["event"] != "tournament-closed"
    assert "Close without them?" not in refused, "nothing is asked about what is refused"
    closed = line("close", *so)
    assert f"{note}\n" in closed.err
    assert f"{only}\n" in closed.err
    said = closed.out
    reopen = "roundbook shelf reopen --reason …"
    dates = "the date of birth of Ana Lopez (p1) and Ben Ode (p2)"
    assert "A file for TOM needs the birth year of Cho Min (p3).\n" in said
    assert f"\nThe file gives 27 February as {dates}.\n" in said
    assert f"\nTo add what is missing, reopen the tournament first: `{reopen}`.\n" in said
    refused = line.run("file export", "-C", line.folder, line.home.parent / "cup.tdf").err
    add = "roundbook people amend p3 --birth-year YEAR --reason …"
    for way in (reopen, add, "roundbook close", "--placeholders"):
        assert way in refused
    line("shelf reopen", "--reason", "a detail is missing")
    for player in ("p1", "p2", "p3"):
        line("people amend", player, "--birth-date", "1990-04-17", "--reason", "it was missing")
    shown = line("close", *so).out
    tom = "To write a file for TOM: `roundbook file export FILE.tdf`.\n"
    assert tom in shown
    file = line.home.parent / "cup.tdf"
    words = ("file export", "-C", line.folder, file, "--force", "--json")
    missing = line.run(*words, code=0).data["to_complete"]
    assert missing == [
        "sanction: empty, but an upload needs it",
        "mode: LEAGUECHALLENGE was chosen, as for a day without a cut",
        "empty: city, state, country, organizer and popid",
    ]
    head = ("sanction=26-11-000123", "mode=CUSTOM", "city=Bonn", "organizer=Jo Dee", "popid=7")
    given = [word for one in head for word in ("--set", one)]
    whole = line.run(*words, *given, code=0).data["to_complete"]
    assert whole == ["empty: state and country"]
    assert b"<id>26-11-000123</id>" in file.read_bytes()
    assert b' mode="CUSTOM"' in file.read_bytes()
    given += ["--set", "state=NRW", "--set", "country=Germany"]
    assert line.run(*words, *given, code=0).data["to_complete"] == []


@pytest.mark.parametrize(
    ("field", "first"),
    [
        ("mode", "CUSTOM, GOPREMIER"),
        ("gametype", "GO, TRADING_CARD_GAME"),
        ("version", "1.7, 1.74"),
    ],
)
def test_a_code_that_tom_does_not_write_is_refused_with_those_it_does(
    line: Line, field: str, first: str
) -> None:
    line.start()
    file = line.home.parent / "cup.tdf"
    told = line.run("file export", "-C", line.folder, file, "--set", f"{field}=NONSENSE", code=2)
    said = " ".join(told.err.split())
    assert f'--set {field}=NONSENSE: "NONSENSE" is not one of {first}' in said
    assert not file.exists()


@pytest.mark.parametrize("typed", ["NUMBER", "…", "26-11-", "26–11–000123", "7" * 41, "26 11"])
def test_what_is_not_a_sanction_number_is_refused(line: Line, typed: str) -> None:
    line.start("--sanction", "26-11-000123")
    file = line.home.parent / "cup.tdf"
    told = line.run("file export", "-C", line.folder, file, "--set", f"sanction={typed}", code=2)
    wrong = f'"{short(typed)}" is not a sanction number, which has only digits and hyphens, as in'
    assert f"--set sanction={typed}: {wrong} 26-11-000123." in " ".join(told.err.split())
    assert not file.exists()
    other = line.home.parent / "other"
    told = line.run("open", other, "--name", "Cup", "--sanction", typed, code=2)
    assert wrong in " ".join(told.err.split())
    assert not other.exists()


def test_a_ghost_is_not_asked_for_and_a_player_id_with_letters_is(line: Line) -> None:
    """What close does not name, no export asks for (A-99)."""
    line.start()
    for number, name in enumerate(("Ana Gil", "Ben Ode"), start=4711):
        line("register", name, "--birth-date", "1990-04-17", "--id", number)
    line("register", "Ghost Nobody", "--birth-year", 1990)
    said = line("register", "Cho Min", "--birth-date", "1990-04-17", "--id", "A-17").out
    asked = "Cho Min (p4) has no numeric Player ID, which a .tdf file needs: "
    assert f"{asked}`roundbook people amend p4 --id ID`.\n" in said
    line("drop", "p3")
    told = line.run("status", "-C", line.folder, code=0).out
    assert asked in told
    assert "p3" not in told


def test_a_late_player_is_asked_for_a_player_id_too(line: Line) -> None:
    with_ids(line)
    line.first_round()
    said = line("late", "Cho Min", "--birth-year", 1990, "--informed").out
    add = "--id ID --reason …`."  # A round has started, so people have seen the names.
    assert f"\nCho Min (p3) has {NEEDED}: `roundbook people amend p3 {add}\n" in said
    said = line("late", "Dee Fox", "--birth-year", 1990, "--id", "4714", "--informed").out
    assert NEEDED not in said


def test_of_a_list_one_line_says_how_many_have_no_player_id(line: Line, tmp_path: Path) -> None:
    line.start()
    file = tmp_path / "players.csv"
    file.write_text("name,id,year\nAna,1,1990\nBen,,1990\nCho,,1990\n")
    said = line("register", file, "--dry-run").out
    assert f"\n2 players (Ben (p2) and Cho (p3)) have {NEEDED}.\n" in said
    assert "amend" not in said
    lines = line("register", file).out.splitlines()
    assert (
        f"2 players (Ben (p2) and Cho (p3)) have {NEEDED}: `roundbook people amend PLAYER {ADD}"
        in lines
    )
    assert lines[-1].startswith("next: "), "what comes next stays in sight"


def test_where_nobody_has_a_player_id_none_is_asked_for(line: Line) -> None:
    line.start()
    for name in ("Ana", "Ben"):
        assert NEEDED not in line("register", name, "--birth-year", 1990).out
    assert told(line) == []


def test_of_the_first_list_it_is_said_that_nobody_has_one(line: Line, tmp_path: Path) -> None:
    """Only the close said so, when it was too late to ask the players."""
    line.start()
    file = tmp_path / "players.csv"
    file.write_text("name,year\nAna,1990\nBen,1990\n")
    assert f"\nNobody has a {NEEDED[3:]}.\n" in line("register", file).out
    file.write_text("name,year\nCho,1990\n")
    assert NEEDED[3:] not in line("register", file).out, "it is known by now"


def test_an_erased_player_is_not_asked_for_a_player_id(line: Line) -> None:
    with_ids(line)
    line("register", "Cho Min", "--birth-year", 1990)
    line("people erase", "p3", "--reason", "the player asked", "--yes")
    assert told(line) == []
