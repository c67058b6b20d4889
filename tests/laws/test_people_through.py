"""What holds of people on their way from a list through the ledger into a `.tdf` file and back."""

from datetime import date
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.lists.roster import read as read_list
from roundbook.ledger.importers.tdf.events import people
from roundbook.ledger.importers.tdf.reader import read as read_file
from roundbook.ledger.people.book import Book, BookEntry, Person
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Style
from roundbook.projections.tdf.export import tdf_file
from roundbook.projections.tdf.gaps import lacking
from tests.ledger.tdf_told import entries
from tests.strategies import dice

RULES = load("tom")
START = date(2026, 3, 7)
CULTURES = (
    (("Ana María", "García Márquez"), ("Luis", "De la Cruz"), ("José", "Ortega y Gasset")),
    (("João", "dos Santos"), ("Inês", "Sá Pereira"), ("Beto", "D'Ávila")),
    (("Pieter", "van der Berg"), ("Saskia", "'t Hooft"), ("Jan-Willem", "de Vries")),
    (("Jürgen", "von Weiß"), ("Anna-Lena", "Groß"), ("Max", "Zur Mühlen")),
    (("Jean-Luc", "N'Diaye"), ("Zoé", "Le Gall"), ("Anaïs", "de La Tour")),
    (("Zsófia", "Kovács"), ("Ágnes", "Szent-Györgyi"), ("Béla", "Tóth Nagy")),
    (("Ахмед", "бин Рашид"), ("Иван Петрович", "Смирнов"), ("Ольга", "Римская-Корсакова")),
    (("太郎", "山田"), ("さくら", "伊藤"), ("翔", "長谷川")),
    (("지우", "윤"), ("도윤", "박"), ("서연", "남궁")),
    (("Thị Minh Khai", "Nguyễn"), ("Văn An", "Trần"), ("Đức", "Lê")),
    (("Ahmed", "bin Rashid"), ("Nur", "al Farsi"), ("Abdul Rahman", "ibn Omar")),
    (("Suharto", ""), ("Mary Ann", "O'Brien Jr."), ("Sam", "St. Clair")),
)
"""First and last names of twelve cultures, as people give them in two columns."""

names = st.sampled_from([name for each in CULTURES for name in each])
days = st.dates(date(1940, 1, 1), date(2019, 12, 31))
ids = st.integers(1, 9_999_999).map(str)
crowds = st.lists(
    st.tuples(names, ids, days), min_size=2, max_size=14, unique_by=(lambda one: one[1])
)


def listed(crowd: list[tuple[tuple[str, str], str, date]]) -> list[Person]:
    """Return the people of a list that is written with two columns for the name."""
    lines = ["First name;Last name;Player ID;Date of birth"]
    lines += [f"{first};{last};{own};{day}" for (first, last), own, day in crowd]
    return [row.person for row in read_list("\n".join(lines).encode(), "list.csv").rows]


def registered(crowd: list[Person], chance: Random) -> tuple[list[Entry], Book]:
    """Register people as a desk does: some wrong at first, some twice, and some by mistake."""
    opened = ev.TournamentOpened(
        tournament="people-law",
        name="Cup",
        edition="tom",
        edition_sha256=digest("tom"),
        style=Style.SWISS,
        start=START,
    )
    acts: list[tuple[ev.AnyEvent, ...]] = [(opened,)]
    book: dict[PlayerId, BookEntry] = {}
    number = 0

    def join(person: Person) -> PlayerId:
        nonlocal number
        number += 1
        player = PlayerId(f"p{number}")
        known = BookEntry(person=person, salt="A" * 43)
        division = division_of(person.birth_year or 1990, START, RULES)
        assert division
        event = ev.PlayerRegistered(player=player, division=division, commitment=known.bound)
        acts.append((event,))
        book[player] = known
        return player

    def go(player: PlayerId, same_as: PlayerId | None = None) -> None:
        acts.append((ev.RegistrationWithdrawn(player=player, same_as=same_as),))
        del book[player]

    for person in crowd:
        if chance.random() < 0.2:  # A ghost, who should never have been there.
            go(join(replace(person, name="Nobody Here", last="Here", id="")))
        wrong = chance.random() < 0.3
        typed = replace(person, name="Tom Typo", last="Typo", id="") if wrong else person
        player = join(typed)
        if wrong:
            known = BookEntry(person=person, salt="B" * 43)
            acts.append((ev.PlayerAmended(player=player, commitment=known.bound),))
            book[player] = known
        if chance.random() < 0.2:
            go(join(replace(person, id="")), player)
    return entries(acts), Book(players=book)


@given(crowds, dice())
def test_a_list_comes_back_from_the_file_with_the_same_people(
    crowd: list[tuple[tuple[str, str], str, date]], chance: Random
) -> None:
    """Names in two parts, Player IDs and dates; no ghost, no double, nobody as first mistyped."""
    ledger, book = registered(listed(crowd), chance)
    found = people(read_file(tdf_file(ledger, RULES, book).data))
    told = [(one.parts, one.id, one.birth_year, one.birth_date) for one in found]
    assert told == [
        ((first, last), own, day.year, _known(day)) for (first, last), own, day in crowd
    ]


def _known(day: date) -> date | None:
    """Return a date as it comes back: TOM writes 27 February for everybody, so it says nothing."""
    return None if (day.month, day.day) == (2, 27) else day


@given(crowds, dice())
def test_a_file_that_close_calls_complete_is_complete(
    crowd: list[tuple[tuple[str, str], str, date]], chance: Random
) -> None:
    some = [
        replace(one, birthday=one.birthday if chance.random() < 0.9 else UNSET)
        if chance.random() < 0.9
        else replace(one, id="")
        for one in listed(crowd)
    ]
    ledger, book = registered(some, chance)
    gaps = lacking(Tournament.replay(ledger), book, ledger)
    written = tdf_file(ledger, RULES, book, stand_ins=True)
    open_yet = [one for one in written.to_complete if "sanction" not in one]
    if any(one.id for one in some):  # Otherwise nobody plans to hand one in.
        assert bool(gaps) is bool(open_yet), (gaps, open_yet)
