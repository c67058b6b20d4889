"""A list of players as people keep it in a spreadsheet: bytes in, rows out."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ledger.errors import Unreadable
from ledger.importers import spreadsheet
from ledger.importers.roster_doubts import doubts
from ledger.importers.roster_words import NEEDS, TITLES, division_of, year_of
from ledger.importers.separated import Row
from ledger.importers.sources import Mistake, Source
from ledger.importers.spreadsheet import Taken
from ledger.people import Person, tidy_name
from ledger.terms import Division

MOST = 20_000
"""The most players in one list: far more than any event has."""

_HINT = "Mend the list and register it again; nothing was written."
_ID = re.compile(r"[A-Za-z0-9._:/-]{0,40}")


class RosterRow(NamedTuple):
    """A player in the list, and the line of the file that they stand on."""

    line: int
    person: Person
    division: Division | None


class Roster(NamedTuple):
    """A list of players: its rows, how it was read, and what in it is odd, by line."""

    rows: list[RosterRow]
    taken: Taken
    doubts: list[str]


Judge = Callable[[Person, Division | None], object]
"""What raises ValueError, with a sentence, for a player who cannot be registered."""


def read(data: bytes, where: str, judge: Judge = lambda *_: None) -> Roster:
    """Read a list of players. Raises Unreadable, with a sentence for every line that is wrong.

    One of the first lines names the columns: name, or first and last; id; birth year or date;
    division; in any order, among others that are not read. The list is a workbook (.xlsx) or a text
    whose cells are apart by comma, semicolon, tab or bar.
    """
    source = Source(where, "players", _HINT)
    missing = "no column is called name, nor two of them first and last"
    sheet = spreadsheet.read(data, source, TITLES, NEEDS, missing)
    if sheet.taken.columns.places.keys() & {"name", "first", "last"}:
        sheet.taken.columns.places.pop("somebody", None)  # It holds a number, or the name again.
    if len(sheet.rows) > MOST:
        msg = f"{where} names {len(sheet.rows):,} players; a list has at most {MOST:,}."
        raise Unreadable(msg, where=where, hint="Register fewer at once; nothing was written.")
    rows: list[RosterRow] = []
    mistakes: list[Mistake] = []
    seen: dict[tuple[str, str, int | None], int] = {}
    for number, cells in sheet.rows:
        try:
            one = _row(number, sheet.said(cells))
            judge(one.person, one.division)
        except ValueError as mistake:
            mistakes.append((number, str(mistake).rstrip(".")))
            continue
        first = seen.setdefault(_key(one.person), number)
        if first != number:
            mistakes.append((number, f"this player stands on line {first} already"))
        rows.append(one)
    if mistakes:
        raise source.all_wrong(mistakes)
    if not rows:
        raise source.empty("names no players.")
    people = [(row.line, row.person) for row in rows]
    return Roster(rows, sheet.taken, [*_overlong(sheet.taken, sheet.rows), *doubts(people)])


def _row(number: int, said: Mapping[str, str]) -> RosterRow:
    """Return one player; raises ValueError with a sentence."""
    name = tidy_name(_name(said))
    own_id = said.get("id", "")
    if not _ID.fullmatch(own_id):
        raise ValueError("an id has at most 40 letters, digits and . : / - _")
    year, of_day = year_of(said.get("year", "")), year_of(said.get("day", ""))
    if year and of_day and year != of_day:
        raise ValueError(f"the year of birth is {year} in one column, {of_day} in another")
    division = division_of(said.get("division", ""))
    person = Person(name=name, id=own_id, birth_year=year or of_day)
    return RosterRow(line=number, person=person, division=division)


def _name(said: Mapping[str, str]) -> str:
    """Return the whole name.

    A column called name is the other half where there is only one called first, or last: as in
    `Name; Vorname`, `Nombre; Apellidos`, `Nom; Prénom`.
    """
    whole = said.get("name", said.get("somebody", ""))
    if whole and ("first" in said) == ("last" in said):
        return whole
    if "name" in said and "last" not in said:
        return f"{said.get('first', '')} {whole}"
    if "name" in said and "first" not in said:
        return f"{whole} {said['last']}"
    return f"{said.get('first', '')} {said.get('last', '')}"


def _key(person: Person) -> tuple[str, str, int | None]:
    """Return what tells that two lines are about one player."""
    if person.id:
        return ("id", person.id, None)
    return ("name", person.name.casefold(), person.birth_year)


def _overlong(taken: Taken, rows: list[Row]) -> list[str]:
    """Return the lines with more cells than there are titles, where something stands in them."""
    width = len(taken.columns.titles)
    return [
        f"line {number}: it has more cells than there are columns; is a comma part of a name?"
        for number, cells in rows
        if any(cells[width:])
    ]
