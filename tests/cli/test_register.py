import json
from pathlib import Path

import pytest

from roundbook.ledger.people.book import Person, commitment
from tests.cli.line import Line


def people(line: Line) -> dict[str, str]:
    """Return the names in the book, by number."""
    book = json.loads((line.folder / "people.json").read_text())
    return {player: known["person"]["name"] for player, known in book["players"].items()}


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "players.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_a_player_gets_a_number_and_the_name_stays_in_the_book(line: Line) -> None:
    line.start()
    said = line("register", " Ana   Lopez ", "--birth-year", 2001, "--id", "4711")
    assert said.out == (
        "Entry 2: Ana Lopez (p1) was registered in Masters.\n"
        "next: roundbook register NAME --birth-year YEAR\n"
    )
    assert people(line) == {"p1": "Ana Lopez"}
    record = (line.folder / "ledger.jsonl").read_text()
    assert "Lopez" not in record
    assert "4711" not in record
    assert "2001" not in record


@pytest.mark.rule("LED-9")
def test_the_record_holds_a_commitment_that_the_book_can_show(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 2001)
    known = json.loads((line.folder / "people.json").read_text())["players"]["p1"]
    event = line.ledger()[1]["events"][0]
    person = Person(name="Ana Lopez", birth_year=2001)
    assert event["commitment"] == commitment(person, known["salt"])


@pytest.mark.rule("TOP-3.1.1a")
@pytest.mark.parametrize(
    ("year", "division"), [(2014, "Junior"), (2013, "Senior"), (2009, "Masters")]
)
def test_the_division_follows_from_the_year_of_birth(line: Line, year: int, division: str) -> None:
    line.start()
    said = line("register", "Ana", "--birth-year", year).out
    assert f"Ana (p1) was registered in {division}.\n" in said


def test_an_edition_without_divisions_asks_for_none(line: Line) -> None:
    line.start("--edition", "dci-mtr")
    assert "Ana (p1) was registered in Open.\n" in line("register", "Ana").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Ana",), "the year of birth or the division is missing"),
        (("Ana", "--birth-year", "2001", "--division", "junior"), "not in Junior"),
        (("Ana", "--division", "open"), "Open cannot be used"),
        (("Ana", "--division", "elder"), '"elder" is not a division; use junior, senior'),
        (("Ana", "--birth-year", "1066"), "1066 is not in the range"),
        (("", "--division", "junior"), "a name must not be empty"),
        (("Ana\x1b[2J", "--division", "junior"), "control or text-direction characters"),
        (("Ana\u202eanA", "--division", "junior"), "control or text-direction characters"),
        (("A\nB", "--division", "junior"), "control or text-direction characters"),
        (("x" * 101, "--division", "junior"), "has 101 characters; at most 100 can be kept"),
        (("x" * 10_000_000, "--division", "junior"), "has 10,000,000 characters"),
        (("Ana", "--division", "junior", "--left-off"), "must be used together"),
        (("Ana", "--division", "junior", "--id", "a b"), '"a b" cannot be used'),
    ],
)
def test_what_cannot_be_a_player_registers_nobody(
    line: Line, words: tuple[str, ...], sentence: str
) -> None:
    line.start()
    said = line.refused("register", *words, code=2)
    assert sentence in said
    assert len(said) < 600


def test_the_same_id_twice_is_refused_with_the_number(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 2001, "--id", "4711")
    said = line.refused("register", "Anna Lopes", "--birth-year", 2001, "--id", "4711")
    assert "refused: Player ID 4711 belongs to Ana Lopez (p1), who is already registered." in said
    assert line.attempts()[-1]["rule"] == "not-possible"
    assert "Lop" not in (line.folder / "attempts.jsonl").read_text()


def test_the_same_name_and_year_without_ids_is_one_person(line: Line) -> None:
    line.start()
    line("register", "Ána Lopez", "--birth-year", 2001)
    assert "as Ána Lopez (p1)" in line.refused("register", "ana lopez", "--birth-year", 2001)
    line("register", "Ana Lopez", "--birth-year", 2002)
    line("register", "Ana Lopez", "--birth-year", 2001, "--id", "4712")
    assert len(people(line)) == 3


@pytest.mark.rule("GTB-2")
def test_after_the_start_both_ways_of_joining_are_named(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    words = ("register", "Eve Ray", "--birth-year", 1990)
    said = line.refused(*words, rule="registration-closed")
    assert "roundbook late" in said
    assert "roundbook register --left-off --reason" in said
    line(*words, "--left-off", "--reason", "stood on the other list")
    event = line.ledger()[-1]["events"][0]
    assert (event["losses"], event["event"]) == (1, "player-registered")


@pytest.mark.rule("GTB-2")
def test_who_was_left_off_joins_the_only_pool_where_their_division_plays_nowhere(
    line: Line,
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    words = ("register", "Kid", "--birth-year", 2016, "--left-off", "--reason", "the other list")
    line.refused(*words, "--pool", "juniors", rule="pool-unknown")
    line(*words)
    event = line.ledger()[-1]["events"][0]
    assert (event["division"], event["pool"], event["losses"]) == ("Junior", "masters", 1)
    line.play(1)
    line("pair")
    seated = [player for pair in line.paired(2)["pairings"] for player in pair]
    assert "p5" in {*seated, line.paired(2)["byes"][0][0]}
    assert line.run("verify", line.folder).code == 0


def test_a_list_longer_than_any_event_is_refused_in_one_sentence(line: Line) -> None:
    line.start()
    rows = b"".join(b"a%d,1990\n" % number for number in range(20_001))
    path = line.home.parent / "long.csv"
    path.write_bytes(b"name,birth year\n" + rows)
    said = line.refused("register", path, code=5)
    assert "lists 20,001 players; a list can have at most 20,000." in said


def test_a_pool_is_named_only_for_who_was_left_off(line: Line) -> None:
    line.start()
    said = line.refused("register", "Ana", "--birth-year", 1990, "--pool", "masters", code=2)
    assert "--left-off" in said


def test_a_reason_must_not_name_the_one_who_is_being_registered(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.refused(
        "register", "Eve Ray", "--birth-year", 1990,
        "--left-off", "--reason", "Eve Ray was forgotten", rule="name-in-text",
    )  # fmt: skip
    assert "Eve" not in (line.folder / "attempts.jsonl").read_text()


def test_a_repeated_command_answers_the_first_entry(line: Line) -> None:
    line.start()
    words = ("Ana Lopez", "--birth-year", 2001, "--cmd", "r1")
    first = line("register", *words)
    line("register", "Ben Ode", "--birth-year", 2001)
    before = line.files()
    again = line("register", *words)
    told = "Entry 2: Ana Lopez (p1) was registered in Masters.\nnext: roundbook "
    assert again.out == f"{told}announce --prizes N\n", "what comes next is asked again"
    assert first.out == f"{told}register NAME --birth-year YEAR\n"
    assert line.files() == before


def test_a_repeated_command_for_somebody_else_is_refused(line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 2001, "--cmd", "r1")
    said = line.refused("register", "Ben Ode", "--birth-year", 2001, "--cmd", "r1")
    assert "command id r1 was already used by entry 2, with different content" in said


def test_a_dry_run_registers_nobody(line: Line) -> None:
    line.start()
    before = line.files()
    said = line("register", "Ana Lopez", "--birth-year", 2001, "--dry-run")
    would = "Nothing was written. The ledger would contain:\n"
    assert said.out == f"{would}Ana Lopez (p1) was registered in Masters.\n"
    assert line.files() == before


def test_a_refused_dry_run_leaves_no_trace_either(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.refused("register", "Eve", "--birth-year", 1990, "--dry-run", rule="registration-closed")
    assert not (line.folder / "attempts.jsonl").exists()


def test_a_list_is_registered_with_one_entry_each(line: Line, tmp_path: Path) -> None:
    line.start()
    path = roster(
        tmp_path,
        "\ufeffFirst Name;Last Name;Player ID;Birthdate\r\n"
        "Ana;López;1;2001-02-03\r\n"
        "\r\n"
        'Ben;"Ode; jr.";2;04/17/2014\r\n',
    )
    said = line("register", path)
    told = said.out.splitlines()
    assert told[0] == "2 players were registered: 1 in Junior, 1 in Masters."
    assert "New: Ana López (p1) and Ben Ode; jr. (p2)." in told
    assert "registered now" not in said.out, "the list is everybody"
    assert people(line) == {"p1": "Ana López", "p2": "Ben Ode; jr."}
    assert [entry["seq"] for entry in line.ledger()] == [1, 2, 3]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_list_may_be_apart_by_commas_semicolons_or_tabs(
    line: Line, tmp_path: Path, separator: str
) -> None:
    line.start()
    text = "name|id|year|division\nAna|7|2001|\nBen|8||Masters\n".replace("|", separator)
    line("register", roster(tmp_path, text))
    assert people(line) == {"p1": "Ana", "p2": "Ben"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "players.csv is empty."),
        ("name,year\n", "players.csv does not contain any players."),
        (
            "jeu,year\nAna,2001\n",
            (
                "line 1: the list needs a column called name, or two columns called first "
                'and last; it says "jeu"'
            ),
        ),
        ("name,name\nAna,Ana\n", "line 1: two columns contain the same information"),
        ("name,year\nAna,2001\n,2001\n", "line 3: a name must not be empty."),
        (
            "name,year\nAna,01\n",
            'line 2, Ana: "01" is not a year of birth; enter four digits, such as 2001.',
        ),
        ("name,year\nAna,1066\n", "line 2, Ana: a year of birth must be between 1900 and 2100."),
        ("name,division\nAna,elder\n", 'line 2, Ana: "elder" is not a division'),
        ("name,division\nAna,\n", "line 2, Ana: the year of birth or the division is missing."),
        (
            "name,year,division\nAna,2001,Junior\n",
            "line 2, Ana: the year of birth puts the player in Masters",
        ),
        (
            "name,id,year\nAna,7,2001\nBen,7,2001\n",
            "line 3, Ben: the Player ID 7 is also that of Ana on line 2; correct one of them.",
        ),
        ("name,year\nAna,2001\nana,2001\n", "line 3, ana: this player is already on line 2."),
        ("name,id,year\nAna,<b>,2001\n", "line 2, Ana: a Player ID can have at most 40 characters"),
        (
            'name,year\n"Ana,2001\n',
            "line 2: the quotation marks in a cell do not match",
        ),
        ("name,year\nA\x1bna,2001\n", "line 2: the name 'A\\x1bna' contains control"),
        (f"name,year\n{'x' * 200_000},2001\n", "line 2: field larger than field limit"),
        (
            "name,year\n" + "A B,2001\n" * 50_001,
            "has more than 50,000 lines, the most that can be read.",
        ),
        ("name,year" + "," * 1_000, "line 1: it has 1,002 cells; at most 1,000 can be read"),
        (f"name,year\n{'x' * 9_000_000},2001\n", "a list of players can have at most 5,000,000."),
    ],
)
def test_a_mistake_in_a_list_is_named_by_line_and_nobody_is_registered(
    line: Line, tmp_path: Path, text: str, sentence: str
) -> None:
    line.start()
    said = line.refused("register", roster(tmp_path, text), code=5)
    assert sentence in said
    assert said.count("\n") <= 2


def test_a_list_that_is_not_utf8_is_read_where_its_names_leave_no_doubt(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    path = roster(tmp_path, "name,year\nJürgen Weiß,2001\n", encoding="cp1252")
    said = line("register", path)
    assert people(line) == {"p1": "Jürgen Weiß"}
    assert (
        "read as Windows-1252, separated by commas; detected automatically, so check the accents "
        "in the list of players." in said.out
    )
    path = roster(tmp_path, "name,year\nJosé Niño,2001\n", encoding="cp1252")
    asked = line.refused("register", path, code=5)
    assert '"José Niño" (Windows-1252) or "José Nińo" (Windows-1250).' in asked
    assert "or name its encoding: `--encoding Windows-1252`." in asked
    said = line("register", path, "--encoding", "windows-1252")
    assert people(line)["p2"] == "José Niño"
    assert "detected" not in said.out
    assert "Invalid value for '--encoding'" in line.refused(
        "register", path, "--encoding", "utf-7", code=2
    )
    assert "--encoding can only be used with a list of players" in line.refused(
        "register", "Ana Lopez", "--encoding", "utf-8", code=2
    )


def test_a_list_that_is_missing_is_no_name(line: Line, tmp_path: Path) -> None:
    line.start()
    said = line.refused("register", tmp_path / "nobody.csv", code=5)
    assert "nobody.csv: no such file or directory." in said
    said = line.refused("register", "x.csv", "--birth-year", 2001, code=2)
    assert "leave --id, --birth-year, --birth-date and --display out" in said


def test_a_list_with_one_who_is_registered_already_registers_nobody(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    line("register", "Cho", "--birth-year", 2001)
    path = roster(tmp_path, "name,year\nAna,2001\nCho,2001\n")
    said = line.refused("register", path)
    assert "players.csv, line 3: this person is already registered as Cho (p1)." in said
    assert "--skip-known" in said
    assert people(line) == {"p1": "Cho"}


def test_a_repeated_list_resumes(line: Line, tmp_path: Path) -> None:
    line.start()
    short = roster(tmp_path, "name,year\nAna,2001\nBen,2001\n")
    line("register", short, "--cmd", "all")
    line("register", "Zoe", "--birth-year", 1980)
    long = roster(tmp_path, "name,year\nAna,2001\nBen,2001\nCho,2001\n")
    line("register", long, "--cmd", "all")
    before = line.files()
    line("register", long, "--cmd", "all")
    assert line.files() == before
    assert people(line) == {"p1": "Ana", "p2": "Ben", "p3": "Zoe", "p4": "Cho"}
    assert [entry["cmd"] for entry in line.ledger()[1:3]] == ["all", "all/2"]
    other = roster(tmp_path, "name,year\nAna,2001\nEve,2001\n")
    assert "command id all/2 was already used" in line.refused("register", other, "--cmd", "all")


def test_a_name_left_over_from_a_crash_gives_way(line: Line) -> None:
    line.start()
    book = json.loads((line.folder / "people.json").read_text())
    salt = "A" * 43
    book["players"]["p1"] = {
        "person": {"name": "Nobody", "id": "", "birth_year": 2000},
        "salt": salt,
    }
    (line.folder / "people.json").write_text(json.dumps(book))
    line("register", "Ana Lopez", "--birth-year", 2001)
    assert people(line) == {"p1": "Ana Lopez"}


def test_eight_processes_that_register_at_once_lose_nobody(line: Line) -> None:
    line.start()
    running = [
        line.process(
            "register", f"Player {n}", "--birth-year", 1990, "--as", f"Clerk {n}",
            "-C", line.folder,
        )
        for n in range(8)
    ]  # fmt: skip
    answers = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * 8, answers
    assert sorted(people(line).values()) == [f"Player {n}" for n in range(8)]
    book = json.loads((line.folder / "people.json").read_text())
    said = {out.decode().split(": ", 1)[1].splitlines()[0] for out, _ in answers}
    assert said == {
        f"{name} ({player}) was registered in Masters." for player, name in people(line).items()
    }
    entries = line.ledger()[1:]
    for entry in entries:
        (event,) = entry["events"]
        known = book["players"][event["player"]]
        person = Person(name=known["person"]["name"], birth_year=1990)
        assert event["commitment"] == commitment(person, known["salt"])
        number = known["person"]["name"].removeprefix("Player ")
        assert book["hands"][entry["hand"]["id"]] == f"Clerk {number}"


def test_a_list_can_come_from_stdin(line: Line) -> None:
    line.start()
    process = line.process("register", "-", "-C", line.folder)
    out, err = process.communicate(b"name,year\nAna,2001\nBen,2002\n")
    assert process.returncode == 0, err
    said = out.decode()
    assert said.startswith(
        "2 players were registered: 2 in Masters.\nNew: Ana (p1) and Ben (p2).\n"
    )


def test_a_file_that_is_no_list_is_nobodys_name(line: Line, tmp_path: Path) -> None:
    line.start()
    wrong = tmp_path / "players.tdf"
    wrong.write_text("<tournament/>", encoding="utf-8")
    said = line.refused("register", wrong, "--birth-year", 1990, code=2)
    assert "players.tdf is a file, but not a list (.csv, .tsv, .txt or .xlsx)." in said


def test_somebody_with_the_name_of_a_player_is_pointed_out(line: Line, tmp_path: Path) -> None:
    line.start()
    line("register", "Mia Köhler", "--birth-year", 2017)
    said = line("register", "mia köhler", "--birth-year", 2017, "--id", 5210001).out
    assert said == (
        "Entry 3: mia köhler (p2) was registered in Junior.\n"
        "mia köhler (p2) has the same name and year of birth as p1: "
        "are they two different people? "
        "If they are the same person, use `roundbook people amend p2 --same-as p1`.\n"
        "next: roundbook announce --prizes N\n"
    )
    said = line("register", "Mia Köhler", "--division", "junior", "--id", 77, "--dry-run").out
    assert "Mia Köhler (p3) has the same name as p1: are they two different people? " in said
    other = line("register", "Mia Köhler", "--birth-year", 2016, "--id", 5210002).out
    assert (
        "same name as p1, but a different year of birth: are they two different people? " in other
    )
    assert other.count("two different people?") == 1, "both have an id, so p2 is somebody else"
    twice = line("register", "Mia Köhler", "--birth-year", 2017, "--id", 521001, "--dry-run").out
    assert "same name and year of birth as p2, but a different Player ID: are they" in twice
    longer = line("register", "Mia Ida Köhler", "--birth-year", 2017, "--dry-run").out
    assert "has nearly the same name as p1, and the same year of birth: are they" in longer
    path = tmp_path / "more.csv"
    path.write_text("name,year,id\nMia Köhler,2017,5210009\nAna Lopez,2001,4711\n")
    listed = line("register", path, "--skip-known", "--dry-run").out
    assert "\nMia Köhler (p4) has the same name and year of birth as p1" in listed


def test_a_name_with_first_and_last_name_swapped_is_pointed_out(line: Line) -> None:
    line.start()
    line("register", "Mia Köhler", "--birth-year", 2017)
    said = line("register", "kohler mia", "--birth-year", 2017, "--id", 5210001).out
    assert said == (
        "Entry 3: kohler mia (p2) was registered in Junior.\n"
        "kohler mia (p2) has the same name and year of birth as p1, with first and last "
        "name swapped: are they two different people? "
        "If they are the same person, use `roundbook people amend p2 --same-as p1`.\n"
        "next: roundbook announce --prizes N\n"
    )
    unlike = line("register", "Köhler Mia", "--birth-year", 2016).out
    assert "swapped" not in unlike, "somebody born in another year is another person"


def test_a_list_with_first_and_last_name_swapped_is_registered_and_says_so(
    line: Line, tmp_path: Path
) -> None:
    line.start()
    path = tmp_path / "list.csv"
    path.write_text("name,id,year\nMia Keller,4711,2001\nAna Lopez,4712,2001\n")
    line("register", path)
    path.write_text("first,last,id,year\nKeller,Mia,4711,2001\nAna,Lopez,4712,2001\n")
    swapped = (
        "Look at line 2, Keller Mia: registered as Mia Keller (p1), with first and last name "
        "swapped.\n"
    )
    known = line("register", path, "--skip-known").out
    assert known.startswith("Nobody was registered.\n2 players are registered now.\n")
    assert known.count("is already registered.\n") == 2
    assert swapped in known
    path.write_text("first,last,id,year\nKeller,Mia,4711,2001\nBen,Ode,4713,2001\n")
    assert swapped in line("register", path, "--skip-known").out
    names = json.loads(line.files()["people.json"])["players"]
    assert names["p1"]["person"]["name"] == "Mia Keller", "nothing is changed"


def test_somebody_late_with_the_name_of_a_player_is_pointed_out(line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Min", "Dee Fox")
    said = line("late", "Ana Lopez", "--birth-year", 1990, "--id", 9, "--informed").out
    assert (
        "\nAna Lopez (p5) has the same name and year of birth as p1: "
        "are they two different people? "
        "If they are the same person, use `roundbook drop p5`.\n" in said
    )
    said = line("late", "Ben Ode", "--birth-year", 1991, "--informed").out
    assert "\nBen Ode (p6) has the same name as p2, but a different year of birth: " in said


def test_nobody_is_born_after_the_event(line: Line, tmp_path: Path) -> None:
    line.start()
    said = line.refused("register", "Ana", "--birth-year", 2027, code=2)
    assert "the year of birth is 2027, which is after this event." in said
    path = tmp_path / "more.csv"
    path.write_text("name,year\nAna,2044\n")
    assert "line 2, Ana: the year of birth is 2044, which is after this event." in (
        line.refused("register", path, code=5)
    )
    line("register", "Ana", "--birth-year", 2026)
    said = line.refused("people amend", "Ana", "--birth-year", 2028, "--reason", "typo", code=2)
    assert "after this event" in said


def test_a_player_id_unlike_those_of_the_others_is_pointed_out(line: Line) -> None:
    line.start()
    for number, own in enumerate(("4101234", "4105678", "4109012")):
        said = line("register", f"Player {number}", "--birth-year", 1990, "--id", own).out
        assert "The Player ID of" not in said
    said = line("register", "Eva", "--birth-year", 1990, "--id", "4101abc").out
    odd = "Eva (p4) has no numeric Player ID, which a .tdf file needs"
    assert f"\n{odd}: `roundbook people amend p4 --id ID`" in said
    said = line("register", "Kim", "--birth-year", 1990, "--id", "41", "--dry-run").out
    assert "41 is much shorter than the others." in said


def test_one_comma_says_which_the_last_name_is(line: Line) -> None:
    """Without a comma, the last name of a name of several words is guessed, and shown."""
    line.start()
    said = line("register", "Núñez Ibáñez, María", "--birth-year", 1990).out
    assert said.startswith("Entry 2: María Núñez Ibáñez (p1) was registered in Masters.\n")
    odd = "Ana Gil Soto is listed as Soto, Ana Gil"
    rehearsed = line("register", "Ana Gil Soto", "--birth-year", 1990, "--dry-run").out
    assert f"{odd}.\n" in rehearsed
    said = line("register", "Ana Gil Soto", "--birth-year", 1990).out
    assert f"{odd}; if that is wrong, use `roundbook people amend p2 --name 'LAST, FIRST'`" in said
    assert "listed" not in line("register", "Jan van den Berg", "--birth-year", 1990).out
    assert "listed" not in line("register", "Ana", "--birth-year", 1990).out
    said = line("people amend", "p2", "--name", "Gil Soto, Ana", "--reason", "two surnames").out
    assert "Last name: Gil Soto (was Soto).\n" in said
    line("announce", "--rounds", 3)
    line("pair")
    listed = line.run("pairings", "-C", line.folder, "--by-name").out
    order = ["Ana ", "Gil Soto, Ana", "Núñez Ibáñez, María", "van den Berg, Jan"]
    places = [listed.index(f"\n{name}") for name in order]
    assert places == sorted(places)


def test_a_date_of_birth_is_kept_and_never_shown(line: Line) -> None:
    """It has the year, so the division follows from it, and an answer shows neither (LED-9)."""
    line.start()
    said = line("register", "Ana", "--birth-date", "1990-04-17", "--id", 4711)
    line("register", "Ben", "--birth-year", 1991, "--id", 4712)
    person = json.loads((line.folder / "people.json").read_bytes())["players"]["p1"]["person"]
    assert (person["birth_year"], person["birthday"]) == (1990, "04-17")
    said = line(
        "people amend", "p2", "--birth-date", "1991-12-31", "--reason", "as the passport says"
    )
    assert "Birthday: changed.\n" in said.out
    assert "1991" not in said.out
    shown = json.loads(line.run("players", "-C", line.folder, "--json").out)
    assert "12-31" not in json.dumps(shown["players"])  # Beside it stands the day of the answer.
    wrong = line.refused(
        "register", "Cy", "--birth-date", "1990-04-17", "--birth-year", 1991, code=2
    )
    assert "the year of birth does not match the date of birth" in wrong
