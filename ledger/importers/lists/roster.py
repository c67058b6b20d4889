"""Reading a list of players from a spreadsheet: bytes in, rows out."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median_low
from typing import NamedTuple, TypeVar

from roundbook.ledger.importers.lists import sheet as spreadsheet
from roundbook.ledger.importers.lists.columns import ROSTER, Mistake, Source, Who, at, folded
from roundbook.ledger.importers.lists.sheet import ColumnSheet, Taken
from roundbook.ledger.people.book import Person, tidy_name
from roundbook.ledger.phrases import counted
from roundbook.ledger.terms import Division
from roundbook.ledger.text import plain, turned

# Oddities in a list of players that are not mistakes, but should be checked before registration.

Numbered = tuple[int, Person]


def doubts(people: Sequence[Numbered], halves: Mapping[int, str | None]) -> list[str]:
    """Return the odd lines, each with what is odd about it, in the order of the list.

    `halves` says of which lines half of the name is missing.
    """
    odd = [*_names(people), *_twins(people), *_turned(people), *_years(people), *_ids(people)]
    found = [*((line, said) for line, said in halves.items() if said), *odd]
    who = {line: one.name for line, one in people}
    return [f"{at(line, who)}: {said}" for line, said in sorted(found)]


def _names(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if "," in one.name:
            yield line, "the name has a comma in it; is it the wrong way round?"
        elif "@" in one.name:
            yield line, "the name looks like an address."
        elif any(map(str.isdigit, one.name)):
            yield line, "the name has digits in it."
        elif "?" in one.name or "\N{REPLACEMENT CHARACTER}" in one.name:
            yield line, "the name may have lost its accents."
        elif "Ã" in one.name or "â€" in one.name:
            yield line, "the name seems to have been saved in one encoding and read in another."


def _of_words(last_names: Iterable[tuple[int, str]]) -> Iterator[str]:
    """Yield one sentence on the last names of several words: names are kept in one piece."""
    found = [(line, last.split()) for line, last in last_names if " " in last]
    for line, words in found[:1]:
        more = f" and {counted(len(found) - 1, 'more line')}" if found[1:] else ""
        yield (
            f"line {line}{more}: the last name ({' '.join(words)}) has several words; lists by "
            f"last name and .tdf files use the last word, {words[-1]}."
        )


def _twins(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield players with the same name as a player above, but a different id or year."""
    above: dict[str, int] = {}
    for line, one in people:
        first = above.setdefault(folded(one.name), line)
        if first != line:
            yield line, f"the same name is on line {first}; are they two different people?"


def _turned(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield players who may be one above with first and last name swapped.

    Two ids, or two years of birth, mean two people.
    """
    above: dict[str, list[Numbered]] = {}
    for line, one in people:
        for at_line, other in (found for way in turned(one.name) for found in above.get(way, ())):
            years = {one.birth_year, other.birth_year} - {None}
            if not (one.id and other.id) and len(years) < 2:
                swapped = f"line {at_line} has the same name with first and last name swapped"
                yield line, f"{swapped}; is it the same person?"
        above.setdefault(plain(one.name), []).append((line, one))


def _years(people: Iterable[Numbered]) -> Iterator[tuple[int, str]]:
    for line, one in people:
        if one.birth_year is not None and one.birth_year < 1930:
            yield line, f"born in {one.birth_year}; is that right?"


def _ids(people: Sequence[Numbered]) -> Iterator[tuple[int, str]]:
    """Yield ids that are unlike nearly all others: missing, with letters, or far too short."""
    usual = usual_length([one.id for _, one in people])
    for line, one in people if usual else ():
        if not one.id:
            yield line, "the id is missing."
        elif odd := odd_id(one.id, usual):
            yield line, f"the id {odd}."


def usual_length(ids: Sequence[str]) -> int | None:
    """Return how many digits ids have that are mostly numbers; None if they are not."""
    digits = [len(one) for one in ids if one.isdigit()]
    return median_low(digits) if 2 * len(digits) > len(ids) else None


def odd_id(own: str, usual: int | None) -> str | None:
    """Return what is odd about an id, where the others usually have that many digits."""
    if usual is None:
        return None
    if not own.isdigit():
        return "is not a number, unlike the others"
    return f"{own} is much shorter than the others" if 2 * len(own) < usual else None


# The words of a list of players: years and divisions, as people write them.


NEEDS = (frozenset({"name"}), frozenset({"first", "last"}), frozenset({"somebody"}))
"""The required columns. A column called player is the name only if no other one is."""

_DIVISIONS = {
    Division.JUNIOR: "junior, juniors, juniores, jr, jun, junioren",
    Division.SENIOR: "senior, seniors, seniores, sénior, séniors, sr, sen, senioren",
    Division.MASTERS: "masters, master, meister, maestro, maestros, máster, másters, ma, mas, "
    "maître, maîtres",
    Division.OPEN: "open",
}
_BY_WORD = {
    folded(word): division for division, words in _DIVISIONS.items() for word in words.split(",")
}


def year_of(text: str) -> int | None:
    """Return the year in a date such as 2008, 2008-04-17, 17.04.2008 or 04/17/2008.

    None for an empty text. Raise ValueError with a sentence.
    """
    if not text:
        return None
    day, _, time = text.partition(" ")
    parts = (day if time[:1].isdigit() else text).replace("/", "-").replace(".", "-").split("-")
    parts = [part.strip() for part in parts]
    years = [part for part in parts if len(part) == 4 and part.isascii() and part.isdigit()]
    if len(years) != 1 or len(parts) not in {1, 3}:
        short = re.fullmatch(r"(\d\d?[./-]\d\d?[./-])?(\d\d)", text, re.ASCII)
        century = "20" if short and short[2] < "30" else "19"
        in_full = f"{short[1] or ''}{century}{short[2]}" if short else "2008"
        write = "the year in full," if short and short[1] else "four digits, such as"
        msg = f'"{text[:20]}" is not a year of birth; enter {write} {in_full}'
        raise ValueError(msg)
    year = int(years[0])
    if not 1900 <= year <= 2100:
        raise ValueError("a year of birth must be between 1900 and 2100")
    rest = [part for part in parts if part != years[0]]
    if len(rest) == 2 and all(part.isascii() and part.isdigit() for part in rest):
        a, b = map(int, rest)
        # A date that begins with the year goes on with the month; any other may begin with either.
        orders = ((a, b),) if parts[0] == years[0] else ((a, b), (b, a))
        if not any(_is_date(year, month, day) for month, day in orders):
            msg = f'"{text[:20]}" is not a real date; enter just the year, {year}'
            raise ValueError(msg)
    return year


def _is_date(year: int, month: int, day: int) -> bool:
    """Return whether a day is in the calendar."""
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def division_of(text: str) -> Division | None:
    """Return a division from its name or abbreviation, in any case and several languages.

    None for an empty text. Raise ValueError with a sentence.
    """
    words = folded(text)
    if not words:
        return None
    if words in _BY_WORD:
        return _BY_WORD[words]
    for division in Division:
        if division.lower().startswith(words):
            return division
    first = words.split()[0]  # As in `Masters Division` and `Senior (2010-2013)`.
    if first in _BY_WORD:
        return _BY_WORD[first]
    msg = f'"{text[:20]}" is not a division; use junior, senior and masters'
    raise ValueError(msg)


MOST = 20_000
"""The most players in one list: far more than any event has."""

_HINT = "Correct the list and register the players again; nothing was written."
_ID = re.compile(r"[A-Za-z0-9._:/-]{0,40}")


class RosterRow(NamedTuple):
    """A player in the list, with the line in the file."""

    line: int
    person: Person
    division: Division | None


class Roster(NamedTuple):
    """A list of players: its rows, how it was read, and its oddities by line."""

    rows: list[RosterRow]
    taken: Taken
    doubts: list[str]


class NoDivision(ValueError):  # noqa: N818 - it is missing from a row, not a fault.
    """A player cannot be registered: neither the year of birth nor the division is known."""


Judge = Callable[[Person, Division | None], object]
"""A check that raises ValueError, with a sentence, for a player who cannot be registered."""

Taking = TypeVar("Taking")

_OF_DIVISION = ("year", "day", "division")


def read(
    data: bytes, where: str, judge: Judge = lambda *_: None, *, encoding: str | None = None
) -> Roster:
    """Read a list of players. Raises Unreadable, with a sentence for every wrong line.

    One of the first lines names the columns: name, or first and last; id; birth year or date;
    division; in any order, among others that are ignored. The list is a workbook (.xlsx) or a text
    whose cells are separated by commas, semicolons, tabs or bars.
    """
    source = Source(where, "players", _HINT, names_encoding=True)
    missing = "the list needs a column called name, or two columns called first and last"
    sheet = spreadsheet.read(data, source, ROSTER, NEEDS, missing, encoding)
    if sheet.taken.columns.places.keys() & {"name", "first", "last"}:
        sheet.taken.columns.places.pop("somebody", None)  # It contains a number, or the name again.
    if len(sheet.rows) > MOST:
        too_many = source._replace(hint="Register fewer players at a time; nothing was written.")
        raise too_many.empty(
            f"lists {len(sheet.rows):,} players; a list can have at most {MOST:,}."
        )
    rows, mistakes, names = _judged(sheet, judge)
    if mistakes:
        source = source._replace(hint=f"{_HINT} {_advice(sheet.taken, mistakes)}".rstrip())
        raise source.all_wrong(mistakes, names)
    if not rows:
        raise source.empty("does not contain any players.")
    width = len(sheet.taken.columns.titles)
    overlong = [
        f"line {number} has more cells than there are columns; is there a comma in a name?"
        for number, cells in sheet.rows
        if any(cells[width:])
    ]
    people = [(row.line, row.person) for row in rows]
    halves = {number: _missing_half(sheet.said(cells)) for number, cells in sheet.rows}
    last = [(number, _last_name(sheet.said(cells))) for number, cells in sheet.rows]
    return Roster(rows, sheet.taken, [*_of_words(last), *overlong, *doubts(people, halves)])


def _judged(sheet: ColumnSheet, judge: Judge) -> tuple[list[RosterRow], list[Mistake], Who]:
    """Return the players of a list, everything that is wrong with it, and the name on each line."""
    rows: list[RosterRow] = []
    mistakes: list[Mistake] = []
    names: dict[int, str] = {}
    seen: dict[tuple[str, str, int | None], int] = {}
    no_column = not any(name in sheet.taken.columns.places for name in _OF_DIVISION)
    for number, cells in sheet.rows:
        one, wrong = _row(number, sheet.said(cells), judge)
        if one.person.name:
            names[number] = one.person.name
        for mistake in wrong:
            if not (no_column and isinstance(mistake, NoDivision)):
                mistakes.append((number, str(mistake).rstrip(".")))
            elif sheet.line not in dict(mistakes):  # True of every row, so reported once.
                mistakes.append((sheet.line, _without_division(sheet.taken)))
        if wrong:
            continue
        who = one.person
        # Two lines with the same id are one player; without ids, with the same name and year.
        key = ("id", who.id, None) if who.id else ("name", who.name.casefold(), who.birth_year)
        first = seen.setdefault(key, number)
        if first != number:
            mistakes.append((number, f"this player is already on line {first}"))
        rows.append(one)
    return rows, mistakes, names


def _missing_half(said: Mapping[str, str]) -> str | None:
    """Return which half of a name is missing in a row, if each has a column."""
    halves = {half: said.get(half) for half in ("first", "last")}
    empty = [half for half, text in halves.items() if text == ""]
    return f"the {empty[0]} name is missing." if len(empty) == 1 and "name" not in said else None


def _without_division(taken: Taken) -> str:
    """Return the mistake that no column gives the divisions, with possible titles for one."""
    return (
        "no column has a recognised heading for the year of birth or the division, such as "
        f"birth year, DOB or division; {_how_read(taken)}"
    )


def _how_read(taken: Taken) -> str:
    """Return which columns were read and which were ignored."""
    read = ", ".join(f'"{taken.columns.titles[at]}"' for at in taken.columns.places.values())
    other = ", ".join(f'"{title[:20]}"' for title in taken.columns.unread)
    return f"read: {read}{f'; ignored: {other}' if other else ''}"


def _advice(taken: Taken, mistakes: Iterable[Mistake]) -> str:
    """Return which columns were read, and how to give a division, if that may help."""
    lines = dict(mistakes)
    said = [] if _without_division(taken) in lines.values() else [f"Columns {_how_read(taken)}."]
    if any("the division" in mistake for mistake in lines.values()):
        said.append("A column division may say Junior, Senior or Masters.")
    return " ".join(said)


def _row(number: int, said: Mapping[str, str], judge: Judge) -> tuple[RosterRow, list[ValueError]]:
    """Return one player, and everything that is wrong with the row."""
    wrong: list[ValueError] = []

    def taken(read: Callable[[str], Taking], text: str) -> Taking | None:
        try:
            return read(text)
        except ValueError as mistake:
            wrong.append(mistake)
            return None

    name, own_id = taken(tidy_name, _name(said)), taken(_own_id, said.get("id", ""))
    so_far = len(wrong)
    year, of_day = taken(year_of, said.get("year", "")), taken(year_of, said.get("day", ""))
    division = taken(division_of, said.get("division", ""))
    if year and of_day and year != of_day:
        wrong.append(
            ValueError(f"the year of birth is {year} in one column, but {of_day} in another")
        )
    person = Person(name=name or "", id=own_id or "", birth_year=year or of_day)
    if len(wrong) == so_far:  # The fields about the age are valid.
        try:
            judge(person, division)
        except ValueError as mistake:
            wrong.append(mistake)
    return RosterRow(line=number, person=person, division=division), wrong


def _own_id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError("an id can have at most 40 characters: letters, digits and . : / - _")
    return text


def _last_name(said: Mapping[str, str]) -> str:
    """Return the last name, if it has a column of its own, as in `_name`."""
    return said.get("last", said.get("name", "") if "first" in said else "").strip()


def _name(said: Mapping[str, str]) -> str:
    """Return the whole name.

    A column called name is the other half if only one is called first, or last: as in `Name;
    Vorname`, `Nombre; Apellidos`, `Nom; Prénom`.
    """
    whole = said.get("name", said.get("somebody", ""))
    if whole and ("first" in said) == ("last" in said):
        return whole
    if "name" in said and "last" not in said:
        return f"{said.get('first', '')} {whole}"
    if "name" in said and "first" not in said:
        return f"{whole} {said['last']}"
    return f"{said.get('first', '')} {said.get('last', '')}"
