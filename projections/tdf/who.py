"""Who the players of a file are: from the book of names, and from the file that told them."""

import re
from collections.abc import Iterator, Mapping
from datetime import date

from msgspec import Struct

from ledger.errors import Refused
from ledger.importers.tdf.shapes import PlayerRow
from ledger.people.book import Book, Person, tidy_name
from ledger.rulesets.divisions import division_of
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Player, Tournament
from ledger.terms import Division, PlayerId
from projections.tdf.account import Identity
from projections.tdf.moments import day

_USERID = re.compile(r"[0-9]{1,20}")


class Gap(Struct, frozen=True):
    """What a file needs to know of a player and nobody knows: the name, the id, the birth year."""

    player: PlayerId
    what: str


def from_file(row: PlayerRow) -> Identity:
    """Return who a player is as a file says it."""
    return Identity(
        userid=row.userid,
        firstname=row.firstname,
        lastname=row.lastname,
        birthdate=day(row.birthdate),
    )


def identities(
    t: Tournament,
    rules: Ruleset,
    book: Book,
    rows: Mapping[PlayerId, PlayerRow],
    *,
    stand_ins: bool,
) -> tuple[dict[PlayerId, Identity], list[Gap]]:
    """Return who everybody is, and what stand-ins were written.

    A player whom a file told keeps what it says, letter for letter, as long as the book says the
    same. Raises Refused where something is not known, unless there may be `stand_ins`: the number
    of the ledger for a name, a free number for an id, a year of the division for a birth year.
    """
    found: dict[PlayerId, Identity] = {}
    gaps: list[Gap] = []
    taken: set[str] = set()
    persons = {player: _person(player, book, rows) for player in t.players}
    free = _free({person.id for person in persons.values()})
    for player, person in persons.items():
        row = rows.get(player)
        userid = person.id
        if not _USERID.fullmatch(userid) or userid in taken:
            gaps.append(Gap(player, "Player ID"))
            userid = next(free)
        taken.add(userid)
        if not person.name:
            gaps.append(Gap(player, "name"))
        if person.birth_year is None:
            gaps.append(Gap(player, "birth year"))
        first, last = _split(person.name or player, row)
        found[player] = Identity(
            userid=userid,
            firstname=first,
            lastname=last,
            birthdate=_birthdate(t, rules, t.players[player], person.birth_year, row),
        )
    if gaps and not stand_ins:
        raise _missing(t, gaps)
    return found, gaps


def _person(player: PlayerId, book: Book, rows: Mapping[PlayerId, PlayerRow]) -> Person:
    """Return what is known of a player; without a name, an id or a year if nothing is."""
    known = book.players.get(player)
    if known:
        return known.person
    row = rows.get(player)
    if row is None:
        return Person(name="")
    return Person(name=_name(row), id=row.userid, birth_year=row.birthdate.year)


def _name(row: PlayerRow) -> str:
    """Return the name that a row gave the book."""
    return tidy_name(f"{row.firstname} {row.lastname}".strip() or row.userid)


def _split(name: str, row: PlayerRow | None) -> tuple[str, str]:
    """Return a name in two parts: as the file has them, else the last word is the last name."""
    if row:
        if name == _name(row):
            return row.firstname, row.lastname
        first, last = (" ".join(part.split()) for part in (row.firstname, row.lastname))
        if last and name.endswith(f" {last}"):
            return name.removesuffix(f" {last}"), row.lastname
        if first and name.startswith(f"{first} "):
            return row.firstname, name.removeprefix(f"{first} ")
    first, _, last = name.rpartition(" ")
    return first, last


def _birthdate(
    t: Tournament, rules: Ruleset, player: Player, year: int | None, row: PlayerRow | None
) -> str:
    """Return a date in the year of birth; the program itself writes the same day for everybody."""
    if row and year == row.birthdate.year:
        return day(row.birthdate)
    assert t.opened is not None, "who is registered is registered for something"
    return f"02/27/{year or _year_of(player.division, t.opened.start, rules):04}"


def _year_of(division: Division, start: date, rules: Ruleset) -> int:
    """Return a year in which somebody of a division was born."""
    years = range(start.year - 10, 1900, -1)
    return next((year for year in years if division_of(year, start, rules) == division), 1990)


def _free(taken: set[str]) -> Iterator[str]:
    """Yield numbers that nobody has."""
    return (str(number) for number in range(1, 10_000_000) if str(number) not in taken)


def _missing(t: Tournament, gaps: list[Gap]) -> Refused:
    """Return which player misses what, and what can be done."""
    first = gaps[0]
    more = f", and {len(gaps) - 1} more such gaps are there" if len(gaps) > 1 else ""
    if first.player in t.erased:
        msg = f"who {first.player} is was erased, and a .tdf file names every player{more}."
    else:
        msg = f"no {first.what} is known of {first.player}, and a .tdf file needs it{more}."
    hint = (
        "Set it right with `roundbook amend`, or let --stand-ins fill the gaps: p17 for a name, "
        "a free number, a year of the division; such a file is for nobody's records."
    )
    return Refused(msg, hint=hint)
