"""A person is the same in the list, in the names file, in the `.tdf` file, and after an import."""

import csv
import io
from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from roundbook.ledger.importers.lists.roster import read as read_list
from roundbook.ledger.importers.tdf.events import people
from roundbook.ledger.importers.tdf.reader import read as read_tdf
from roundbook.ledger.people.book import Book, BookEntry, Person, from_bytes, to_bytes, typed_name
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.terms import PlayerId
from roundbook.projections.tdf.export import tdf_file
from tests.projections.tdf.holds import SALT
from tests.scripts import happened

NAMES = [
    ("Ana", "García Márquez"), ("María José", "López Ruiz"), ("Luis", "de la Cruz"),  # Spain
    ("João", "da Silva Santos"), ("Inês", "Costa e Silva"),  # Portugal
    ("Jan", "van den Berg"), ("Eva", "Smit"),  # the Netherlands
    ("Jürgen", "von Öhler"), ("Änne", "Groß"),  # Germany
    ("François", "Lefèvre"), ("Zoé", "d'Aubigné"),  # France
    ("Marco", "De Luca"), ("Maria", "Rossi"),  # Italy
    ("Łukasz", "Wiśniewski"), ("Żaneta", "Dąbrowska-Nowak"),  # Poland
    ("János", "Nagy"), ("Anna Mária", "Szabó"),  # Hungary
    ("Иван Иванович", "Иванов"), ("Анна", "Петрова"),  # Russia
    ("Văn An", "Nguyễn"), ("Thị Bích Ngọc", "Trần"),  # Vietnam
    ("太郎", "山田"), ("花子", "佐藤"),  # Japan
    ("Suharto", ""), ("", "Madonna"), ("Conor", "O'Neil"), ("Mary Ann", "Smith"),  # and elsewhere
]  # fmt: skip
HEADERS = [
    ("First name", "Last name", "Player ID", "Date of birth"),
    ("Nombre", "Apellidos", "ID de jugador", "Fecha de nacimiento"),
    ("Keresztnév", "Vezetéknév", "Azonosító", "Születési dátum"),
    ("Tên", "Họ", "Mã số", "Ngày sinh"),
    ("名", "姓", "プレイヤーID", "生年月日"),
]
DAYS = st.dates(date(1950, 1, 1), date(2006, 12, 31))
BIRTHS = DAYS | DAYS.map(lambda day: day.year)
KNOWN = st.tuples(st.sampled_from(NAMES), BIRTHS)


def meant(person: Person) -> tuple[str, str, str, int | None, str | None]:
    """What has to come through; TOM's 27 February is no day."""
    day = person.birth_date
    known = day and (day.month, day.day) != (2, 27)
    return (*person.parts, person.id, person.birth_year, day.isoformat() if day and known else None)


@given(
    known=st.lists(KNOWN, min_size=1, max_size=8),
    header=st.sampled_from(HEADERS),
    amended=st.lists(st.tuples(st.integers(0, 7), KNOWN), max_size=3),
)
def test_a_list_the_names_file_and_toms_file_have_the_same_people(
    known: list[tuple[tuple[str, str], date | int]],
    header: tuple[str, ...],
    amended: list[tuple[int, tuple[tuple[str, str], date | int]]],
) -> None:
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(header)
    for number, ((first, last), born) in enumerate(known):
        table.writerow((first, last, 4711000 + number, born))
    found = [row.person for row in read_list(out.getvalue().encode(), "list.csv").rows]
    expected = [
        (first, last, str(4711000 + number), *_birth(born))
        for number, ((first, last), born) in enumerate(known)
    ]
    assert [meant(person) for person in found] == expected
    for number, ((first, last), born) in amended:
        if number < len(found) and first and last:
            name, family = typed_name(f"{last}, {first}")
            year, day = _birth(born)
            found[number] = replace(
                found[number],
                name=name,
                last=family,
                birth_year=year,
                birthday=day[5:] if day else UNSET,
            )
            expected[number] = (first, last, expected[number][2], year, day)
    kept = Book(
        players={
            PlayerId(f"p{n}"): BookEntry(person=person, salt=SALT)
            for n, person in enumerate(found, 1)
        }
    )
    book = from_bytes(to_bytes(kept), "people.json")
    told = happened("register " + " ".join(f"p{n}" for n in range(1, len(found) + 1)))
    file = tdf_file(told.entries, load("tom"), book)
    assert [meant(person) for person in people(read_tdf(file.data))] == expected
    undated = [n for n, one in enumerate(expected, 1) if _undated(found[n - 1])]
    listed = [one for one in file.to_complete if "date of birth" in one]
    assert len(listed) == bool(undated)
    assert all(f"p{n}" in listed[0] for n in undated)


def _undated(person: Person) -> bool:
    return person.birth_date is None


def _birth(born: date | int) -> tuple[int, str | None]:
    """Return the year, and the day in ISO form unless it is the one that TOM always writes."""
    if isinstance(born, int):
        return born, None
    return born.year, None if (born.month, born.day) == (2, 27) else born.isoformat()
