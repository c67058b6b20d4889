"""Everybody in a list: the preview, who is known already, and every wrong line at once."""

import io
import json
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from openpyxl import Workbook

from roundbook.cli.commands import register as register_
from tests.cli.line import Line

TITLES = "Nombre;Apellidos;ID jugador;Año de nacimiento;País\r\n"


def written(tmp_path: Path, text: str, name: str = "players.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return path


def names(line: Line) -> list[str]:
    book = json.loads((line.folder / "people.json").read_text())
    return [known["person"]["name"] for known in book["players"].values()]


def test_a_rehearsal_shows_what_was_taken_for_what_and_writes_nothing(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    before = line.files()
    path = written(
        tmp_path, f"{TITLES}Ana;López;1;2001;ES\r\nBen;Ode;2;2014;DE\r\nCho;Min;;2015;KR\r\n"
    )
    said = line("register", path, "--dry-run").out.splitlines()
    assert said == [
        "Nothing was written.",
        "3 players in the list are new: 2 in Junior, 1 in Masters.",
        f"{path} was read as UTF-8, separated by semicolons.",
        (
            "Columns: Nombre = first name, Apellidos = last name, ID jugador = Player ID, "
            "Año de nacimiento = year of birth."
        ),
        "Columns not read: País.",
        "Look at line 4, Cho Min: the Player ID is missing.",
        "The ledger would contain:",
        "Ana López (p1) was registered in Masters.",
        "Ben Ode (p2) was registered in Junior.",
        "Cho Min (p3) was registered in Junior.",
        "Cho Min (p3) has no Player ID, which a .tdf file needs.",
    ]
    assert line.files() == before


def test_what_was_ignored_is_said_when_it_is_written_too(line: Line, tmp_path: Path) -> None:
    line.start()
    path = written(tmp_path, f"{TITLES}Ana;López;1;2001;ES\r\nBen;Ode;2;2014;DE\r\n")
    said = line("register", path).out.splitlines()
    assert "Columns not read: País." in said
    assert said[-1] == "next: roundbook announce --prizes N"


def test_a_list_without_a_known_column_for_the_division_is_refused_once(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    path = written(tmp_path, "Name,ID,Alter,Verein\nAna,1,12,A\nBen,<b>,13,A\nCho,3,14,A\n")
    said = line.refused("register", path, code=5)
    assert " ".join(said.split()).startswith(
        f"cannot read: {path}, line 1: no column has a recognised heading for the year of birth or "
        "the division, such as birth year, DOB or division; "
        'read: "Name", "ID"; ignored: "Alter", "Verein". also: line 3, Ben: a Player ID can have'
    )
    assert said.count("no column") == 1


@pytest.mark.parametrize("year", ["geb.", "Geboren", "Geb.-Jahr", "YOB", "born", "Jahrgang"])
@pytest.mark.parametrize("number", ["Player No.", "Player No", "Spieler-Nr.", "N° de joueur"])
def test_headings_as_people_shorten_them_are_known(
    line: Line, tmp_path: Path, year: str, number: str
) -> None:
    line.start()
    path = written(tmp_path, f"Name,{year},{number}\nAna,2001,4711\nBen,17.04.1990,4712\n")
    line("register", path)
    book = json.loads((line.folder / "people.json").read_text())["players"]
    people = [(one["person"]["id"], one["person"]["birth_year"]) for one in book.values()]
    assert people == [("4711", 2001), ("4712", 1990)]


def test_the_preview_is_there_for_programs_too(line: Line, tmp_path: Path) -> None:
    line.start()
    path = written(tmp_path, f"{TITLES}Ana;López;1;2001;ES\r\n")
    told = json.loads(line("register", path, "--dry-run", "--json").out)["listed"]
    assert told == {
        "name": str(path),
        "form": "UTF-8, separated by semicolons",
        "read_as": "UTF-8, separated by semicolons",
        "guessed": False,
        "columns": {
            "name": "Nombre",
            "last": "Apellidos",
            "id": "ID jugador",
            "year": "Año de nacimiento",
        },
        "not_read": ["País"],
        "divisions": {"Masters": 1},
        "known": [],
        "dated": [],
        "open_days": None,
        "doubts": [],
        "notes": [],
    }


def test_all_wrong_lines_are_told_and_nobody_is_registered(line: Line, tmp_path: Path) -> None:
    line.start()
    rows = "Ana,2001,Junior\nBen,1990,\nCho,,\nDee,x,\n"
    said = line.refused("register", written(tmp_path, f"name,year,division\n{rows}"), code=5)
    assert said.splitlines()[0].endswith(
        "line 2, Ana: the year of birth puts the player in Masters in season 2026, not in Junior."
    )
    assert said.splitlines()[1:3] == [
        "  also: line 4, Cho: the year of birth or the division is missing.",
        '  also: line 5, Dee: "x" is not a year of birth; enter four digits, such as 2008.',
    ]
    assert " ".join(said.split()).endswith(
        'nothing was written. Columns read: "name", "year", "division". You can add a column '
        "`division` with Junior, Senior or Masters."
    )


def test_all_who_are_registered_already_are_named_or_passed_over(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    first = written(tmp_path, "name,year,id\nAna,2001,1\nBen,2001,\n")
    line("register", first)
    second = written(tmp_path, "name,year,id\nCho,2001,3\nben,2001,\nAnna,2001,1\n", "more.csv")
    said = line.refused("register", second)
    assert "more.csv, line 3: this person is already registered as Ben (p2)." in said
    assert "also: line 4: this person is already registered as Ana (p1)." in said
    else_ = "hint: Register everybody else with `--skip-known`"
    assert f"{else_}; if somebody is a different person, give their Player ID." in said
    with_ids = written(tmp_path, "name,year,id\nCho,2001,3\nAna,2001,1\n", "ids.csv")
    assert f"{else_}.\n" in line.refused("register", with_ids), "all of them have one"
    nothing = "hint: Everybody in the list is registered, so there is nothing to do"
    assert nothing in line.refused("register", first)
    dates = written(tmp_path, "name,birth date,id\nAna,2001-04-03,1\n", "dates.csv")
    adds = "hint: To add only the missing dates of birth, use `--skip-known`.\n"
    assert adds in line.refused("register", dates)
    done = line("register", second, "--skip-known").out
    assert "Entry 4: Cho (p3) was registered in Masters.\n" in done
    assert "Line 3: Ben (p2) is already registered.\n" in done
    assert "Line 4: Ana (p1) is already registered.\n" in done
    assert names(line) == ["Ana", "Ben", "Cho"]
    before = line.files()
    again = line("register", second, "--skip-known").out
    assert again.startswith("Nobody was registered.\n3 players are registered now.\n")
    assert again.count("is already registered.\n") == 3
    assert line.files() == before


def test_a_list_names_its_first_players_whatever_is_in_their_names(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    odd = written(tmp_path, "name,year\nAna {},2001\nBen {0},2001\nCho %s,2001\nDee,2001\n")
    said = line("register", odd).out
    assert "\nNew: Ana {} (p1), Ben {0} (p2), Cho %s (p3) and 1 more. All players: " in said


def test_a_repeated_list_resumes_whether_or_not_known_players_are_passed_over(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    line("register", "Zoe", "--birth-year", 1980)
    short = written(tmp_path, "name,year\nZoe,1980\nAna,2001\n")
    line("register", short, "--skip-known", "--cmd", "all")
    longer = written(tmp_path, "name,year\nZoe,1980\nAna,2001\nBen,2001\n", "longer.csv")
    line("register", longer, "--skip-known", "--cmd", "all")
    line("register", longer, "--skip-known", "--cmd", "all")
    assert names(line) == ["Zoe", "Ana", "Ben"]
    assert [entry["cmd"] for entry in line.ledger()[2:]] == ["all", "all/2"]


def test_known_players_are_passed_over_only_in_a_list(line: Line) -> None:
    line.start()
    said = line.refused("register", "Ana", "--birth-year", 2001, "--skip-known", code=2)
    assert "--skip-known can only be used with a list of players." in said


def test_players_and_results_come_in_workbooks_too(line: Line, tmp_path: Path) -> None:
    line.start()
    players = saved(tmp_path / "players.xlsx", [["Player", "DOB"], ["Ana", 2001], ["Ben", 2002]])
    line("register", players)
    line.first_round()
    results = saved(tmp_path / "r1.xlsx", [["Mesa", "Resultado"], ["masters-1-1", "2-1"]])
    said = line("report", results, "--dry-run").out
    assert 'read as sheet "Sheet" of a workbook' in said
    assert "1 of 1 result of round 1 of masters is in.\n" in line("report", results).out


def saved(path: Path, rows: list[list[object]]) -> Path:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    path.write_bytes(out.getvalue())
    return path


def test_every_wrong_result_of_a_list_is_named_at_once(line: Line, tmp_path: Path) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    path = written(tmp_path, "match,result,drop\nmasters-1-1,7,\nmasters,1,\nmasters-1-2,1,Zoe\n")
    said = line.refused("report", path, code=5).splitlines()
    assert "line 2:" in said[0]
    assert said[1].startswith("  also: line 3:")
    assert said[2].startswith("  also: line 4: no player matches")


def test_a_line_that_looks_odd_is_named_when_it_is_registered_too(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    path = written(tmp_path, "name,birth year\nSmith; Kate,1990\nBen Ode,1990\n")
    said = line("register", path).out
    assert "\nLook at line 2, " in said
    assert "\nTo correct a name: `roundbook people amend PLAYER --name NAME`.\n" in said
    plain = written(tmp_path, "name,birth year\nCho Min,1990\n", "more.csv")
    assert "amend" not in line("register", plain).out


def test_a_heading_without_an_end_is_quoted_by_its_beginning(line: Line, tmp_path: Path) -> None:
    """Signs behind `name` change nothing of what the column is; a refusal stays one sentence."""
    line.start()
    path = tmp_path / "players.csv"
    path.write_text(f"name{'!' * 70_000}\nAna Lima\n", encoding="utf-8")
    said = line.at("register", path, code=5)
    assert f'read: "name{"!" * 36}…"' in said.err
    assert len(said.err) < 600


def test_a_line_that_repeats_a_player_is_told(line: Line, tmp_path: Path) -> None:
    line.start()
    file = tmp_path / "players.csv"
    file.write_text("name,id,year\nAna Lima,11,1990\nBen Ito,12,1991\nAna Lima,11,1990\n")
    said = line("register", file).out
    assert said.startswith("2 players were registered")
    assert "\nLine 4 repeats Ana Lima, who is on line 2.\n" in said


def test_two_lines_that_may_be_one_person_lead_to_the_merge(line: Line, tmp_path: Path) -> None:
    line.start()
    file = tmp_path / "players.csv"
    file.write_text("name,id,year\nAna Lima,11,1990\nBen Ito,12,1991\nAna Lima,,1990\n")
    said = line("register", file).out
    assert "the same name is on line 2; are they two different people?" in said
    told = (
        "If two players are the same person, use `roundbook people amend PLAYER --same-as OTHER`."
    )
    assert told in said.splitlines()
    assert line("people amend", "p3", "--same-as", "p1").code == 0


def test_where_dates_are_kept_whoever_lacks_one_is_told_at_once(line: Line, tmp_path: Path) -> None:
    """After the close, a date could only be added by reopening."""
    line.start()
    file = tmp_path / "players.csv"
    file.write_text("name,id,date of birth\nAna Lima,11,1990-04-17\nBen Ito,12,1991-05-18\n")
    assert "no date of birth" not in line("register", file).out
    lacks = "Cho Park (p3) has no date of birth, so a .tdf file gives 27 February. To add it: "
    said = line("register", "Cho Park", "--birth-year", 1990, "--id", 13).out
    assert f"{lacks}`roundbook people amend p3 --birth-date DATE`." in said
    assert lacks in line.run("status", "-C", line.folder).out.replace("\n", " ")
    line("people amend", "p3", "--birth-date", "1990-02-03")
    assert "no date of birth" not in line.run("status", "-C", line.folder).out


@pytest.mark.parametrize(
    ("title", "dates", "told"),
    [
        ("Date of birth (DD/MM/YYYY)", "02/11/2015 03/04/2014", ("day", "2 November 2015")),
        ("Date of birth (MM/DD/YYYY)", "02/11/2015 03/04/2014", ("month", "11 February 2015")),
        ("Geburtsdatum", "02.11.2015 03.04.2014", ("day", "2 November 2015")),
        ("Date of birth", "25/12/1990 02/11/2015", ("day", "2 November 2015")),
        ("Date of birth", "12/25/1990 02/11/2015", ("month", "11 February 2015")),
        ("Date of birth", "2015-11-02 25/12/1990", None),
        ("Date of birth", "02/02/2015 25/12/1990", None),
    ],
)
@pytest.mark.parametrize("trial", [True, False])
def test_a_date_that_may_be_read_in_two_ways_is_shown_as_it_was_read(
    line: Line, tmp_path: Path, title: str, dates: str, told: tuple[str, str] | None, *, trial: bool
) -> None:
    """The desk shows no birth dates, so nobody would see that 2 November became 11 February."""
    line.start()
    one, two = dates.split()
    path = written(tmp_path, f"Name,{title}\r\nAna Lima,{one}\r\nBen Ode,{two}\r\n")
    said = line("register", path, *(["--dry-run"] if trial else [])).out
    if told is None:
        assert "dates begin" not in said
        return
    first, day = told
    shown = next(text for text in (one, two) if text.startswith("02"))
    assert f"\nThe dates begin with the {first}: {shown} was read as {day}.\n" in said


OPEN = "Name;Player ID;DOB\nAna Lima;11;03/04/1996\nBen Ode;12;05/06/1997\nCho Park;13;02/02/1998\n"
"""Dates of which nobody can tell whether they begin with the day; one is the same either way."""


def birthdays(line: Line) -> list[str | None]:
    book = json.loads((line.folder / "people.json").read_text())
    return [known["person"].get("birthday") for known in book["players"].values()]


def test_dates_that_may_begin_with_the_day_or_the_month_are_added_by_one_command(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    path = written(tmp_path, OPEN)
    said = line("register", path).out
    may = "03/04/1996 (line 2) and 1 more date may begin with the day or with the month"
    way = "register the list again with `--skip-known` and `--day-first`, or `--month-first`."
    assert f"\n{may}, so only the year is kept. To add the dates, {way}\n" in said
    assert "Look at" not in said
    assert "--name" not in said, "no name is wrong"
    assert birthdays(line) == [None, None, "02-02"]
    again = line("register", path, "--skip-known").out
    assert "Nobody was registered." in again
    assert "was read as" not in again, "nothing of it was kept"
    assert birthdays(line) == [None, None, "02-02"]
    trial = line("register", path, "--skip-known", "--day-first", "--dry-run").out
    assert "2 missing dates of birth would be added." in trial
    assert birthdays(line) == [None, None, "02-02"]
    line("announce", "--rounds", 3)
    line("pair")
    line("post")
    words = ("register", path, "--skip-known", "--day-first", "--cmd", "dates")
    added = line(*words).out
    assert "The dates begin with the day: 03/04/1996 was read as 3 April 1996." in added
    assert "\n2 missing dates of birth were added.\n" in added
    assert birthdays(line) == ["04-03", "06-05", "02-02"]
    events = line.ledger()[-1]["events"]
    assert [(one["event"], one["player"], one["reason"]) for one in events] == [
        ("player-amended", player, "the date of birth was missing") for player in ("p1", "p2")
    ]
    assert line(*words).out == added, "repeated, it writes nothing and answers the same"
    assert line.ledger()[-1]["events"] == events
    late = line("register", path, "--skip-known", "--month-first").out
    assert "dates of birth" not in late, "a date that is known is not replaced"
    assert "may begin" not in line("register", path, "--skip-known").out
    assert birthdays(line) == ["04-03", "06-05", "02-02"]
    assert line.run("verify", line.folder).code == 0


def test_a_list_renamed_to_say_how_its_dates_begin_adds_them_too(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    line("register", written(tmp_path, OPEN))
    told = written(tmp_path, OPEN.replace("DOB", "DOB (MM/DD/YYYY)").replace("1997", "1987"))
    said = line("register", told, "--skip-known").out
    assert "1 missing date of birth was added." in said
    assert birthdays(line) == ["03-04", None, "02-02"], "another year is another date"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (["d"], ["04-03", "06-05"]),
        (["?", " Month "], ["03-04", "05-06"]),
        ([""], [None, None]),
    ],
)
def test_at_a_terminal_somebody_is_asked_how_the_dates_begin(
    line: Line,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    kept: list[str | None],
) -> None:
    asked: list[str] = []

    def answer(lines: Sequence[str], question: str, **_: str) -> str:
        asked.extend((*lines, question))
        return typed.pop(0).strip()

    monkeypatch.setattr(register_, "at_terminal", lambda: True)
    monkeypatch.setattr(register_, "answered", answer)
    line.start()
    path = written(tmp_path, OPEN)
    line("register", path, "--dry-run")
    assert asked == [], "a rehearsal asks nothing"
    said = line("register", path).out
    assert asked[0].endswith("may begin with the day or with the month.")
    assert asked[1] == (
        "Which comes first? [d: day; m: month; q: stop; Enter keeps only the years]"
    )
    assert typed == []
    assert birthdays(line) == [*kept, "02-02"]
    assert ("To add the dates" in said) == (kept[0] is None)
    asked.clear()
    line("register", written(tmp_path, OPEN.replace("03/04", "25/04"), "more.csv"), "--skip-known")
    assert asked == [], "one date that can only be read in one way decides"


@pytest.mark.parametrize(
    ("typed", "name"), [(["9", "2"], "Roy, Anaďs"), (["1"], "Roy, Anaïs"), ([""], None)]
)
def test_at_a_terminal_somebody_is_asked_which_letters_are_meant(
    line: Line,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    name: str | None,
) -> None:
    asked: list[str] = []

    def answer(lines: Sequence[str], question: str, **_: str) -> str:
        asked.extend((*lines, question))
        return typed.pop(0)

    monkeypatch.setattr(register_, "answered", answer)
    line.start()
    path = tmp_path / "tonight.csv"
    path.write_bytes("Name;Born\nAnaïs Roy;1998\n".encode("cp1252"))
    assert "--encoding" in line.at("register", path).err
    assert asked == [], "nobody is there to be asked"
    monkeypatch.setattr(register_, "at_terminal", lambda: True)
    said = line.at("register", path)
    assert asked[:4] == [
        "1  Anaïs Roy (Windows-1252)",
        "2  Anaďs Roy (Windows-1250)",
        "3  Ana\u00b4s Roy (CP850)",
        "Which is right? [1 to 3; Enter to stop]",
    ]
    assert typed == []
    assert said.code == (0 if name else 5)
    assert name is None or name in line("players").out


@pytest.mark.parametrize("key", [None, "q", "Quit"])
def test_whoever_stops_at_a_question_has_registered_nobody(
    line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    def stopped(*_: object, **__: object) -> str:
        if key is None:
            raise click.Abort
        return key

    monkeypatch.setattr(register_, "at_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", stopped)
    line.start()
    said = line.at("register", written(tmp_path, OPEN))
    assert (said.code, "Nothing was registered." in said.err) == (3, True)
    assert "registered" not in line.ledger()[-1]["events"][0]["event"]


def test_how_dates_begin_is_only_said_of_a_list(line: Line) -> None:
    line.start()
    words = ("register", "Ana Lima", "--birth-year", 1990, "--day-first")
    said = line.run(*words, "-C", line.folder, code=2)
    assert "--day-first can only be used with a list of players." in said.err
    said = line.run(*words[:-1], "--month-first", "-C", line.folder, code=2)
    assert "--month-first can only be used with a list of players." in said.err


def test_names_alone_are_in_the_division_that_is_given_for_all(line: Line, tmp_path: Path) -> None:
    """A line that says more keeps its own; without a header row none is named in a refusal."""
    line.start()
    names = written(tmp_path, "Ana López\nBen Ode\n")
    said = " ".join(line.refused("register", names, code=5).split())
    assert "line 1, Ana López: the list has no header row, and no line gives a date" in said
    assert "each was read as a name." in said
    assert "If everybody is in one division, name it: `--division masters`." in said
    assert "read: " not in said.removeprefix("cannot read: ")
    path = written(
        tmp_path, "name,birth year,division\nAna López,,\nBen Ode,2014,\nCho Min,,junior\n"
    )
    shown = line("register", path, "--division", "masters", "--dry-run", "--json").out
    assert json.loads(shown)["listed"]["divisions"] == {"Junior": 2, "Masters": 1}
