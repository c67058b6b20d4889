"""What holds of people on their way from a list through the ledger into a `.tdf` file and back."""

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from hypothesis import given, settings
from msgspec import UNSET
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.importers.lists.roster import read as read_list
from roundbook.ledger.importers.tdf.events import people
from roundbook.ledger.importers.tdf.reader import read as read_file
from roundbook.ledger.people.book import Book, BookEntry, Person, from_bytes, to_bytes, typed_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.divisions import division_of
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.rounds import never_came
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.tdf.export import tdf_file
from roundbook.projections.tdf.gaps import lacking, missing
from tests.projections.tdf.holds import SALT, Held, edition_of, held, reread
from tests.scripts import commitment, happened
from tests.strategies import Event, dice, simulate

# Each example is an event that is run, written and read: a third of them is many.
EVENTS = settings(max_examples=max(settings().max_examples // 3, 10))

NAMES = [
    ("Ana María", "García Márquez"), ("Luis", "De la Cruz"), ("José", "Ortega y Gasset"),  # Spain
    ("João", "dos Santos"), ("Inês", "Sá Pereira"), ("Beto", "D'Ávila"),  # Portugal, Brazil
    ("Pieter", "van der Berg"), ("Saskia", "'t Hooft"), ("Jan-Willem", "de Vries"),  # Netherlands
    ("Jürgen", "von Weiß"), ("Änne", "Groß"), ("Max", "Zur Mühlen"),  # Germany
    ("Jean-Luc", "N'Diaye"), ("Zoé", "d'Aubigné"), ("Anaïs", "de La Tour"),  # France
    ("Marco", "De Luca"), ("Łukasz", "Wiśniewski"), ("Żaneta", "Dąbrowska-Nowak"),  # Italy, Poland
    ("Anna Mária", "Szabó"), ("Ágnes", "Szent-Györgyi"), ("Béla", "Tóth Nagy"),  # Hungary
    ("Ахмед", "бин Рашид"), ("Иван Петрович", "Смирнов"), ("Ольга", "Римская-Корсакова"),  # Russia
    ("太郎", "山田"), ("さくら", "伊藤"), ("翔", "長谷川"), ("지우", "윤"), ("서연", "남궁"),
    ("Thị Minh Khai", "Nguyễn"), ("Văn An", "Trần"), ("Đức", "Lê"),  # Vietnam
    ("Ahmed", "bin Rashid"), ("Nur", "al Farsi"), ("Abdul Rahman", "ibn Omar"),  # Arabic names
    ("Suharto", ""), ("", "Madonna"), ("Mary Ann", "O'Brien Jr."), ("Sam", "St. Clair"),
]  # fmt: skip
"""First and last names of many cultures, as people give them in two columns."""

HEADERS = [
    ("First name", "Last name", "Player ID", "Date of birth"),
    ("Nombre", "Apellidos", "ID de jugador", "Fecha de nacimiento"),
    ("Keresztnév", "Vezetéknév", "Azonosító", "Születési dátum"),
    ("Tên", "Họ", "Mã số", "Ngày sinh"),
    ("名", "姓", "プレイヤーID", "生年月日"),
]
FILLER = (2, 27)
"""The month and day that TOM writes for everybody, so in its file they are nobody's birthday."""


def known(person: Person) -> tuple[str, str, str, int | None, date | None]:
    """Return what has to come through of a person."""
    return (*person.parts, person.id, person.birth_year, person.birth_date)


def listed(crowd: list[Person], header: tuple[str, ...]) -> list[Person]:
    """Write people into a list, with two columns for the name, and return who is read from it."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(header)
    for one in crowd:
        table.writerow((*one.parts, one.id, one.birth_date or one.birth_year))
    return [row.person for row in read_list(out.getvalue().encode(), "list.csv").rows]


def somebody(number: int, division: Division, event: "Played", chance: Random) -> Person:
    """Return somebody of that division, whose day of birth is known in two of three cases."""
    start, rules = event.start, load(event.edition)
    born = range(1950, start.year - 3)
    years = [year for year in born if division_of(year, start, rules) == division]
    first, last = chance.choice(NAMES)
    day = date(chance.choice(years or [1990]), 1, 1) + timedelta(days=chance.randrange(365))
    day = day.replace(month=2, day=27) if chance.random() < 0.1 else day
    return Person(
        name=" ".join(filter(None, (first, last))),
        last=last,
        id=str(4711000 + number),
        birth_year=day.year,
        birthday=day.isoformat()[5:] if chance.random() < 0.7 else UNSET,
    )


class Desk:
    """A desk where people are also registered by mistake, and taken out before round 1 starts."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.ghosts = set[PlayerId]()

    def __call__(self, event: Event) -> None:
        """Let somebody be registered who should not be there, or twice, or nobody."""
        if not event.t.players or event.t.rounds or self.chance.random() > 0.2:
            return
        ghost, there = event.next_player(), self.chance.choice([*event.t.players.values()])
        self.ghosts.add(ghost)
        bound = commitment(ghost)
        event.post(ev.PlayerRegistered(player=ghost, division=there.division, commitment=bound))
        if self.chance.random() < 0.4 or there.id in self.ghosts:
            event.post(ev.PlayerDropped(player=ghost, after=0))
        else:
            same = self.chance.choice([None, there.id])
            event.post(ev.RegistrationWithdrawn(player=ghost, same_as=same))


NOBODY = Person(name="Nobody Here")


class Played(NamedTuple):
    """An event with rounds, and the players who are no ghosts."""

    entries: list[Entry]
    t: Tournament
    players: list[PlayerId]
    edition: str
    start: date


def played(chance: Random, *, whole: bool = True) -> Played:
    """Run an event, up to some moment if it need not be `whole`."""
    desk = Desk(chance)
    entries = simulate(chance, desk).desk.entries
    begun = next(n for n, one in enumerate(entries, 1) if isinstance(one.events[0], ev.PodsFormed))
    entries = entries if whole else entries[: chance.randint(begun, len(entries))]
    t = Tournament.replay(entries)
    assert t.opened
    # A ghost who came back after all is a player like any other.
    players = [player for player in t.players if not never_came(t, player)]
    return Played(entries, t, players, edition_of(entries), t.opened.start)


def book_of(people: Mapping[PlayerId, Person], t: Tournament) -> Book:
    """Return the names file, as it is written and read again; ghosts have nothing but a name."""
    every = {player: people.get(player, NOBODY) for player in t.players}
    kept = {player: BookEntry(person=one, salt=SALT) for player, one in every.items()}
    return from_bytes(to_bytes(Book(players=kept)), "people.json")


def renumbered(found: Held, players: Sequence[PlayerId]) -> Held:
    """Return what a file can hold with the numbers that its players get when it is imported."""
    new = {old: PlayerId(f"p{n}") for n, old in enumerate(players, 1)}
    return found._replace(
        players={new[one]: said for one, said in found.players.items() if one in new},
        pods={},
        matches={
            (number, frozenset(new[one] for one in pair)): (table, new.get(PlayerId(won), won))
            for (number, pair), (table, won) in found.matches.items()
        },
        byes={(number, new[one]): kind for (number, one), kind in found.byes.items()},
        seeds={age: tuple(new[one] for one in seeds) for age, seeds in found.seeds.items()},
        thirds={frozenset(new[one] for one in pair) for pair in found.thirds},
    )


@EVENTS
@given(dice())
def test_people_and_their_matches_come_through_list_event_and_file(chance: Random) -> None:
    """Names in two parts, Player IDs, dates, matches; no ghost, no double, no wrong name."""
    event = played(chance, whole=chance.random() < 0.5)
    crowd = {
        player: somebody(n, event.t.players[player].division, event, chance)
        for n, player in enumerate(event.players, 1)
    }
    read = listed([*crowd.values()], chance.choice(HEADERS)) if crowd else []
    assert [known(one) for one in read] == [known(one) for one in crowd.values()]
    for at, one in enumerate(read):  # Somebody was mistyped, and is amended: a comma says it all.
        if all(one.parts) and chance.random() < 0.3:
            name, last = typed_name(f"{one.parts.last}, {one.parts.first}")
            read[at] = replace(one, name=name, last=last)
    book = book_of(dict(zip(event.players, read, strict=True)), event.t)
    file = tdf_file(event.entries, load(event.edition), book).data
    assert [known(one) for one in people(read_file(file))] == [
        (*rest, None if day and (day.month, day.day) == FILLER else day)
        for *rest, day in map(known, crowd.values())
    ]
    found, _ = reread(file, event.edition)
    assert held(found)._replace(pods={}) == renumbered(held(event.t), event.players)


@EVENTS
@given(dice())
def test_a_file_lacks_what_status_and_close_say_and_nothing_else(chance: Random) -> None:
    event = played(chance)
    spoiled = {}
    for n, player in enumerate(event.players, 1):
        one = somebody(n, event.t.players[player].division, event, chance)
        ways = (
            one,
            replace(one, id=chance.choice(["", "A-17"])),
            replace(one, birthday=UNSET),
            replace(one, birthday=UNSET, birth_year=None),
        )
        spoiled[player] = chance.choice(ways)
    book = book_of(spoiled, event.t)
    before = [one for one in event.entries if not isinstance(one.events[0], ev.TournamentClosed)]
    said = missing(lacking(Tournament.replay(before), book, before))
    file = tdf_file(event.entries, load(event.edition), book, stand_ins=True)
    lacks = [one.partition(":")[0] for one in file.to_complete]
    lacks = [one for one in lacks if one not in {"sanction", "mode", "empty"}]  # Of the event.
    # Where nobody has a Player ID, nobody plans to hand a file in.
    wanted = any(one.id for one in spoiled.values())
    assert sorted(said) == (sorted(lacks) if wanted else [])


def test_a_birthday_on_the_day_that_tom_writes_for_everybody_is_known() -> None:
    """Somebody born on 27 February is not asked for the date, and nothing is to be completed."""
    ana = Person(name="Ana Gil", last="Gil", id="4711", birth_year=1990, birthday="02-27")
    (one,) = listed([ana], HEADERS[0])
    assert one.birth_date == date(1990, 2, 27)
    told = happened("open; register p1 p2")
    t = told.tournament
    book = book_of({player: replace(one, id=player[1:]) for player in t.players}, t)
    assert lacking(t, book, told.entries) == []
    file = tdf_file(told.entries, load("tom"), book)
    assert [what for what in file.to_complete if "birth" in what] == []
