"""Lists as people really save them: languages, separators, encodings, workbooks, oddities."""

import io
import sys
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace
from openpyxl import Workbook

from roundbook.cli.session.errors import hint_of
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.importers.lists.columns import MOST_SAID
from roundbook.ledger.importers.lists.roster import MOST, Roster, read
from roundbook.ledger.people.book import Person
from roundbook.ledger.terms import Division

ANA = Person(name="Ana López", id="4711", birth_year=2001)


def is_ana(person: Person) -> bool:
    """Whether this is Ana López, in one piece or two; some lists give the day of birth, too."""
    told = replace(person, last=UNSET, birthday=UNSET)
    return told == ANA and person.parts == ("Ana", "López")


def one(text: str, encoding: str = "utf-8") -> Roster:
    found = read(text.encode(encoding), "list.csv")
    assert len(found.rows) == 1
    return found


def refused(data: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(data, "list.csv")
    return caught.value


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("name,year\nAna,2016\nBen,2016\n", 'the column "year" has 2016 on every line; call it'),
        ("name,Año,division\nAna,2026,Masters\nBen,2026,Junior\n", 'the column "Año" has 2026'),
    ],
)
def test_a_year_that_may_be_that_of_the_season_is_asked_about(rows: str, said: str) -> None:
    assert said in refused(rows.encode()).message
    named = read(b"name,birth year\nAna,2016\nBen,2016\n", "list.csv")
    assert [row.person.birth_year for row in named.rows] == [2016, 2016]


@pytest.mark.parametrize("years", [(1990, 1991), (1990, 1990), (2012, 2016)])
def test_a_column_called_year_has_years_of_birth_if_no_season_can_be_meant(
    years: tuple[int, int],
) -> None:
    rows = f"name,Year\nAna,{years[0]}\nBen,{years[1]}\n"
    found = read(rows.encode(), "list.csv")
    assert (tuple(row.person.birth_year for row in found.rows), found.doubts) == (years, [])


def test_nothing_is_made_of_a_list_but_what_it_says() -> None:
    found = one("name,id,birth year,division\nAna López,4711,2001,Masters\n")
    assert is_ana(found.rows[0].person)
    assert found.rows[0].division is Division.MASTERS
    assert (found.rows[0].line, found.doubts) == (2, [])


@pytest.mark.parametrize(
    "titles",
    [
        "First Name,Last Name,Player ID,Birth Year,Division",
        "FIRSTNAME,LASTNAME,USERID,BIRTHDATE,Age Division",
        "First name,Last name,POP ID,DOB,Age Group",
        "Given Name,Family Name,Player-ID,Date of Birth,Category",
        "Vorname,Nachname,Spieler-ID,Geburtsjahr,Altersklasse",
        "Vorname,Name,Spielernummer,Geburtsdatum,Kategorie",
        "Nombre,Apellidos,ID de jugador,Año de nacimiento,División",
        "Nombres,Apellido,Número de jugador,Fecha de nacimiento,Categoría",
        "Prénom,Nom,ID joueur,Année de naissance,Catégorie",
        "Prénom,Nom de famille,Numéro de joueur,Date de naissance,Catégorie d’âge",
        "Nome,Cognome,ID giocatore,Anno di nascita,Categoria",
        "Nome,Sobrenome,ID do jogador,Data de nascimento,Divisão",
        " first_name , last_name , player_id , birth_year , division ",
        '"First Name*","Last Name*","Player ID #","Birth Year","Division"',
    ],
)
def test_titles_are_known_in_several_languages(titles: str) -> None:
    rows = one(f"{titles}\nAna,López,4711,2001,Masters\n").rows
    assert is_ana(rows[0].person)
    assert rows[0].division is Division.MASTERS


@given(
    st.permutations(["Name", "Player ID", "Birth year", "Country"]),
    st.lists(st.integers(0, 999), min_size=1, max_size=12, unique=True),
)
def test_a_table_on_its_side_is_read_as_if_it_stood(titles: list[str], who: list[int]) -> None:
    """Each player is a column; whichever title comes first, the name among them."""
    cells = {"Name": "Ana Nr{}", "Player ID": "4{:06}", "Birth year": "1{:03}", "Country": "ES"}
    table = [titles, *([cells[title].format(900 + one % 100) for title in titles] for one in who)]
    standing, lying = (
        read("\n".join(";".join(row) for row in rows).encode(), "list.csv")
        for rows in (table, zip(*table, strict=True))
    )
    assert [row.person for row in lying.rows] == [row.person for row in standing.rows]
    assert lying.taken.columns.titles == standing.taken.columns.titles


@pytest.mark.parametrize("gap", [" ", "\u00a0"])
def test_a_gap_without_an_end_in_a_pasted_line_is_read_at_once(gap: str) -> None:
    """Patterns that try each place of a gap to its end take longer than anybody waits."""
    far = f"Ana{gap * 130_000} López, 4711, Masters\nBen Ode, 4712, Senior\n"
    assert [row.person.id for row in read(far.encode(), "list.txt").rows] == ["4711", "4712"]


def test_a_column_called_player_is_the_name_only_where_no_other_one_is() -> None:
    assert one("Player,Year\nAna,2001\n").rows[0].person.name == "Ana"
    found = one("player,name,year\np1,Ana,2001\n")
    assert found.rows[0].person.name == "Ana"
    assert found.taken.columns.unread == ["player"]


@pytest.mark.parametrize(
    ("word", "division"),
    [
        ("Master", Division.MASTERS),
        ("Máster", Division.MASTERS),
        ("MA", Division.MASTERS),
        ("masters division", Division.MASTERS),
        ("Meister", Division.MASTERS),
        ("Séniors", Division.SENIOR),
        ("SR", Division.SENIOR),
        ("Seniors (2010-2013)", Division.SENIOR),
        ("Júnior", Division.JUNIOR),
        ("jr.", Division.JUNIOR),
        ("", None),
    ],
)
def test_divisions_are_known_by_many_words(word: str, division: Division | None) -> None:
    assert one(f"name,division,id\nAna,{word},1\n").rows[0].division is division


@pytest.mark.parametrize(
    "date",
    ["2001", "2001-02-27", "27.02.2001", "02/27/2001", "27-02-2001", "2001/2/27",
     "2001-02-27 00:00:00"],
)  # fmt: skip
def test_of_a_date_the_year_is_taken(date: str) -> None:
    assert one(f"name,birthdate\nAna,{date}\n").rows[0].person.birth_year == 2001


def test_two_columns_may_tell_the_year_and_must_tell_the_same() -> None:
    titles = "name,birth year,DOB\n"
    assert one(f"{titles}Ana,,27.02.2001\n").rows[0].person.birth_year == 2001
    assert one(f"{titles}Ana,2001,27.02.2001\n").rows[0].person.birth_year == 2001
    said = refused(f"{titles}Ana,2002,27.02.2001\n".encode()).message
    assert (
        said
        == "list.csv, line 2, Ana: the year of birth is 2002 in one column, but 2001 in another."
    )


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
@pytest.mark.parametrize(
    ("separator", "called"), [(",", "commas"), (";", "semicolons"), ("\t", "tabs"), ("|", "bars")]
)
def test_it_is_said_which_encoding_and_separator_were_taken(
    encoding: str, said: str, separator: str, called: str
) -> None:
    text = "First Name|Last Name|Birth Year|Player ID\r\nAna|López|2001|4711\r\n"
    found = one(text.replace("|", separator), encoding)
    assert is_ana(found.rows[0].person)
    assert found.taken.form == f"{said}, separated by {called}"
    assert found.taken.guessed == (said == "Windows-1252")


def test_what_a_spreadsheet_says_of_its_separator_is_believed() -> None:
    for first in ("sep=;", '"sep=;"', "SEP=;"):
        found = one(f"{first}\r\nname;remark, and more;year\r\nAna;a, b, c;2001\r\n")
        assert found.rows[0].line == 3
        assert found.taken.columns.unread == ["remark, and more"]


def test_more_commas_in_the_titles_than_semicolons_mislead_nobody() -> None:
    found = one("name;year;shirt (S, M, L, XL)\nAna;2001;M\n")
    assert found.rows[0].person == Person(name="Ana", birth_year=2001)


def test_lines_above_the_titles_empty_lines_and_columns_without_a_title_are_passed_over() -> None:
    text = "Cup of the North,,\n,,\n\nname,year,\n\nAna,2001,\n,,\n"
    assert one(text).rows[0].line == 6


def test_a_line_break_in_quotes_is_a_space_and_lines_are_counted_as_an_editor_does() -> None:
    text = 'name,note\n"Ana\nLópez","a\nb"\nBen,"x"\n'
    rows = read(text.encode(), "list.csv").rows
    assert [(row.line, row.person.name) for row in rows] == [(2, "Ana López"), (5, "Ben")]


def test_columns_that_nothing_is_taken_from_are_named() -> None:
    columns = one("Name,Country,E-Mail,Year\nAna,ES,a@b.c,2001\n").taken.columns
    assert columns.unread == ["Country", "E-Mail"]
    assert columns.places == {"name": 0, "year": 3}


def test_all_wrong_lines_are_named_at_once() -> None:
    error = refused(b"name,year\nAna,2001\n,2002\nBen,01\nCho,1066\nAna,2001\n")
    assert error.message == "list.csv, line 3: a name must not be empty."
    assert error.others == (
        'line 4, Ben: "01" is not a year of birth; enter four digits, such as 2001.',
        "line 5, Cho: a year of birth must be between 1900 and 2100.",
        "line 6, Ana: this player is already on line 2.",
    )


def test_a_name_that_went_through_two_encodings_is_read_as_it_was_meant() -> None:
    data = "name,id,year\nJosÃ© Perez,4711,2001\nZoÃ« Ode,4712,2001\n"
    found = read(data.encode(), "list.csv")
    assert [row.person.name for row in found.rows] == ["José Perez", "Zoë Ode"]
    assert found.notes == [
        'line 2: "JosÃ© Perez" was read as "José Perez", and 1 more cell likewise.'
    ]


@pytest.mark.parametrize(
    ("typed", "born"),
    [
        ("24.12.95", "1995-12-24"),
        ("4/17/08", "2008-04-17"),
        ("17-04-99", "1999-04-17"),
        ("99/04/17", "1999-04-17"),
        ("平成25年4月5日", "2013-04-05"),
        ("令和元年5月20日", "2019-05-20"),
        ("S63.1.7", "1988-01-07"),
        ("13/05/2560", "2017-05-13"),
        ("２０１２年", "None"),
        ("2012년 4월 5일", "2012-04-05"),
    ],
)
def test_a_year_of_two_digits_or_of_another_era_is_read(typed: str, born: str) -> None:
    (row,) = one(f"name,born\nAna,{typed}\n").rows
    assert str(row.person.birth_date) == born
    assert row.person.birth_year in {1988, 1995, 1999, 2008, 2012, 2013, 2017, 2019}


def test_all_that_is_wrong_with_a_row_is_named() -> None:
    error = refused(b"name,year,id,division\nMax,16,a b,adult\n,2001,,\n")
    assert error.message.startswith(
        "list.csv, line 2, Max: a Player ID can have at most 40 characters"
    )
    assert error.others == (
        'line 2, Max: "16" is not a year of birth; enter four digits, such as 2016.',
        'line 2, Max: "adult" is not a division; use junior, senior and masters.',
        "line 3: a name must not be empty.",
    )


@pytest.mark.parametrize("title", ["DOB year", "DOB (year)", "Year of birth", "birth year"])
def test_a_column_with_the_year_of_birth_has_many_names(title: str) -> None:
    assert one(f"name,{title}\nAna,2001\n").rows[0].person.birth_year == 2001


def test_half_a_name_is_remarked_where_each_half_has_a_column() -> None:
    data = b"first,last,year\nAna,Lopez,2001\n,Klein,2001\nMax,,2001\n"
    assert read(data, "list.csv").doubts == [
        "line 3, Klein: the first name is missing.",
        "line 4, Max: the last name is missing.",
    ]


@pytest.mark.parametrize(
    ("wrong", "last"),
    [
        (MOST_SAID, "line 21: a name must not be empty."),
        (MOST_SAID + 1, "There is 1 more mistake."),
        (3_000, "There are 2,980 more mistakes."),
    ],
)
def test_of_very_many_wrong_lines_the_rest_is_counted(wrong: int, last: str) -> None:
    error = refused(b"name,year\n" + b",2001\n" * wrong)
    assert len(error.others) == min(wrong - 1, MOST_SAID)
    assert error.others[-1] == last


def test_what_a_judge_says_stands_among_the_other_mistakes() -> None:
    def judge(person: Person, _division: Division | None) -> None:
        if person.name == "Ben":
            raise ValueError("nobody is called Ben.")

    with pytest.raises(Unreadable) as caught:
        read(b"name,year\nBen,2001\nAna,01\n", "list.csv", judge)
    assert caught.value.message == "list.csv, line 2, Ben: nobody is called Ben."
    assert len(caught.value.others) == 1


@pytest.mark.parametrize(
    ("row", "doubt"),
    [
        (
            "López; Ana,4711",
            "line 2, López; Ana: the name has a comma or a semicolon in it; is it the wrong way",
        ),
        ("ana@example.org,4711", "line 2, ana@example.org: the name looks like an email address."),
        ("Ana 2,4711", "line 2, Ana 2: the name has digits in it."),
        ("Jos? Perez,4711", "line 2, Jos? Perez: the name may have lost its accents."),
        ("Ana,4711,2001,spare", "line 2 has more cells than there are columns; is there a comma"),
        ("Ana,4711,1901", "line 2, Ana: born in 1901; is that right?"),
        ("Ben,,2001", "line 2, Ben: the Player ID is missing."),
        ("Ben,x7,2001", "line 2, Ben: the id is not a number, unlike the others."),
        (
            "Cho Min,5",
            "line 3, Cho Min: the same name is on line 2; are they two different people?",
        ),
    ],
)
def test_what_is_odd_and_no_mistake_is_remarked(row: str, doubt: str) -> None:
    text = f"name,id,year\n{row}\nCho  Min,12,1990\nDee,13,1990\nEve,14,1990\n"
    found = read(text.encode(), "list.csv")
    assert len(found.rows) == 4
    assert [said for said in found.doubts if said.startswith(doubt)]
    assert len(found.doubts) == 1


@pytest.mark.parametrize("titles", ["first,last", "Vorname,Name"])
def test_last_names_of_several_words_stay_together_and_guessed_ones_are_remarked_once(
    titles: str,
) -> None:
    text = f"{titles},year\nMaría,Núñez Ibáñez,1990\nBen Ali,Ode,1991\nJo,van Dam,1992\n"
    found = read(text.encode(), "list.csv")
    assert [row.person.parts.last for row in found.rows] == ["Núñez Ibáñez", "Ode", "van Dam"]
    assert found.doubts == []
    text = "name,year\nMaría Núñez Ibáñez,1990\nJo van Dam,1992\nBen Ali Ode,1991\n"
    [said] = read(text.encode(), "list.csv").doubts
    assert said.startswith(
        "line 2 and 1 more line: María Núñez Ibáñez is listed as Ibáñez, María Núñez; if that is"
    )


def test_an_id_that_is_much_shorter_than_the_others_is_remarked() -> None:
    rows = "Ana,4100001,1990\nBen,48,1990\nCho,41000,1990\nDee,4100004,1990\n"
    assert read(f"name,id,year\n{rows}".encode(), "list.csv").doubts == [
        "line 3, Ben: the id 48 is much shorter than the others."
    ]


@pytest.mark.parametrize(
    ("other", "odd"),
    [
        ("López Ana,4711,2001", True),
        ("lopez ana,,", True),
        ("López Ana,4712,2001", False),  # Two ids are two people,
        ("López Ana,,2002", False),  # and so are two years of birth.
        ("Ana López,,2001", False),
        ("López Ana María,,2001", False),
    ],
)
def test_first_and_last_name_that_are_swapped_on_another_line_are_remarked(
    other: str, *, odd: bool
) -> None:
    first = "Ana López,,2001" if "4711" in other else "Ana López,4713,2001"
    text = f"name,id,year\n{first}\n{other}\nDee,14,1990\nEve,15,1990\n"
    said = [one for one in read(text.encode(), "list.csv").doubts if "swapped" in one]
    name, *_ = other.split(",")
    expected = (
        f"line 3, {name}: line 2 has the same name with first and last name swapped; is it the "
        "same person?"
    )
    assert said == ([expected] if odd else [])


def workbook(*rows: tuple[object, ...], title: str = "Players", before: str = "") -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    if before:
        sheet.title = before
        sheet.append(["nothing", "of", "interest"])
        sheet = book.create_sheet(title)
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_like_a_list() -> None:
    from datetime import date

    data = workbook(
        ("Cup",),
        (),
        ("First Name", "Last Name", "Player ID", "Birthdate", "Division", "Paid"),
        ("Ana", "López", 4711, date(2001, 2, 27), "Masters", True),
        (),
        ("Ben", "Ode", "0815", 2002.0, None, False),
    )
    found = read(data, "list.xlsx")
    assert found.taken.form == 'sheet "Players" of a workbook'
    assert [(row.line, row.person) for row in found.rows] == [
        (4, replace(ANA, last="López", birthday="02-27")),
        (6, Person(name="Ben Ode", id="0815", birth_year=2002, last="Ode")),
    ]


def test_the_sheet_with_the_titles_is_found() -> None:
    data = workbook(("name", "year"), ("Ana", 2001), title="Liste", before="Cover")
    assert read(data, "list.xlsx").taken.form == 'sheet "Liste" of a workbook'


def without(name: str) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for part in old.infolist():
                if part.filename != name:
                    new.writestr(part, old.read(part))
        return out.getvalue()

    return changed


def with_more(name: str, before: bytes, more: bytes) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for part in old.infolist():
                held = old.read(part)
                if part.filename == name:
                    held = held.replace(before, more + before)
                new.writestr(part.filename, held, zipfile.ZIP_DEFLATED)
        return out.getvalue()

    return changed


CELLS = b"<row>" + b"<c/>" * 100 + b"</row>"
FULL = CELLS.replace(b"<c/>", b"<c><v>1</v></c>")


def swollen(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/more.xml", b" " * 20_000_000)
    return out.getvalue()


def wrong_sum(data: bytes) -> bytes:
    """A workbook with a bit of its sheet turned: all of it is there, but it cannot be unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sheet = packed.getinfo("xl/worksheets/sheet1.xml")
    at = sheet.header_offset + 30 + len(sheet.filename) + sheet.compress_size // 2
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda data: data[:-40],
            "is damaged or protected: it begins like a workbook, but cannot be unpacked; copy it",
        ),
        (wrong_sum, "is damaged or protected: it begins like a workbook, but cannot be unpacked;"),
        (without("xl/workbook.xml"), "cannot be read as a workbook; save it again."),
        (without("[Content_Types].xml"), "is not a workbook (.xlsx); save the list as .xlsx or"),
        (swollen, "bytes in 10 parts; at most 12,000,000 in 500 are allowed."),
        (
            with_more("xl/worksheets/sheet1.xml", b"</sheetData>", CELLS * 10_000),
            "has more than 300,000 cells; save only the list, in a new file.",
        ),
        (
            with_more("xl/worksheets/sheet1.xml", b"</sheetData>", FULL * 3_100),
            "has more than 300,000 cells; save only the list, in a new file.",
        ),
        (
            with_more("xl/workbook.xml", b"</sheets>", b'<sheet name="x" sheetId="9"/>' * 4_000),
            "has too many styles, links or sheets; save only the list, in a new file.",
        ),
        (
            lambda _: b"\xd0\xcf\x11\xe0 old",
            "is in an old format, or protected by a password; save it as .xlsx without a",
        ),
        (lambda _: workbook(), "is empty."),
    ],
)
def test_a_workbook_that_cannot_be_read_is_refused_in_one_sentence(
    change: Callable[[bytes], bytes], said: str
) -> None:
    error = refused(change(workbook(("name", "year"), ("Ana", 2001))))
    assert error.message.startswith("list.csv ")
    assert said in error.message
    assert error.message.count(".") <= 4


def test_a_cell_at_the_very_end_of_a_sheet_does_no_harm() -> None:
    last = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    data = with_more("xl/worksheets/sheet1.xml", b"</sheetData>", last)(
        workbook(("name", "year"), ("Ana", 2001))
    )
    assert [row.person.name for row in read(data, "list.xlsx").rows] == ["Ana"]


def test_where_the_extra_is_missing_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = workbook(("name", "year"), ("Ana", 2001))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(Refused) as caught:
        read(data, "list.xlsx")
    error = caught.value
    assert error.message == "workbooks need openpyxl, which is not installed."
    assert "roundbook[xlsx]" in (hint_of(error) or "")


def test_a_workbook_has_no_more_players_than_a_text() -> None:
    data = workbook(("name", "year"), *((f"a{n}", 1990) for n in range(MOST + 1)))
    assert "lists 20,001 players; a list can have at most 20,000." in refused(data).message


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "11-10-12",
            '"11-10-12" is not a year of birth; enter the year in full, 11-10-2012.',
        ),
        ("31.02.1983", '"31.02.1983" is not a real date; enter just the year, 1983.'),
        ("1983-13-40", '"1983-13-40" is not a real date; enter just the year, 1983.'),
        ("1990-15-05", '"1990-15-05" is not a real date; enter just the year, 1990.'),
    ],
)
def test_a_date_that_is_short_or_never_was_is_a_fault_of_its_row(typed: str, said: str) -> None:
    assert refused(f"name,born\nAna,{typed}\n".encode()).message == f"list.csv, line 2, Ana: {said}"
