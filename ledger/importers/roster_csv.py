"""A list of players as people keep it in a spreadsheet: CSV bytes in, rows out."""

import csv
import io
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from ledger.errors import Unreadable
from ledger.people import Person, tidy_name
from ledger.terms import Division

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""

MOST = 20_000
"""The most players in one list: far more than any event has."""

_HEADERS = {
    "name": {"name", "player", "player name", "full name"},
    "first": {"first", "first name", "firstname", "given name"},
    "last": {"last", "last name", "lastname", "surname", "family name"},
    "id": {"id", "player id", "playerid", "pop id", "userid", "user id"},
    "birth": {
        "birth year",
        "birthyear",
        "year",
        "birthdate",
        "birth date",
        "year of birth",
        "born",
    },
    "division": {"division", "age division", "category"},
}
_HINT = "Mend the list and register it again; nothing was written."


def _year(text: str) -> int | None:
    """Return the year in a date such as 2008, 2008-04-17, 17.04.2008 or 04/17/2008."""
    if not text:
        return None
    parts = text.replace("/", "-").replace(".", "-").split("-")
    years = [part for part in parts if len(part) == 4 and part.isascii() and part.isdigit()]
    if len(years) != 1 or len(parts) not in {1, 3}:
        msg = f'"{text[:20]}" is no year of birth; write 2008'
        raise ValueError(msg)
    return int(years[0])


def _division(text: str) -> Division | None:
    """Return a division, as it or its letters are written in any case."""
    if not text:
        return None
    for division in Division:
        if division.lower().startswith(text.lower()[:12]) or text.lower() == f"{division.lower()}s":
            return division
    msg = f'"{text[:20]}" is no division; they are junior, senior and masters'
    raise ValueError(msg)


Year = Annotated[int, Field(ge=1900, le=2100)]


class _Line(BaseModel):
    """What a person wrote about a player."""

    name: Annotated[str, BeforeValidator(tidy_name)]
    id: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9._:/-]*$")] = ""
    birth: Annotated[Year | None, BeforeValidator(_year)] = None
    division: Annotated[Division | None, BeforeValidator(_division)] = None


class RosterRow(NamedTuple):
    """A player in the list, and the line of the file that they stand on."""

    line: int
    person: Person
    division: Division | None


def read(data: bytes, where: str) -> list[RosterRow]:
    """Read a list of players. Raises Unreadable with a sentence that names the line.

    The first line names the columns: name, or first and last; id; birth year; division. They are
    apart by comma, semicolon or tab.
    """
    text = _text(data, where)
    lines = _cells(text, where)
    if not lines:
        raise Unreadable(f"{where} is empty.", where=where, hint=_HINT)
    if len(lines) - 1 > MOST:
        msg = f"{where} names {len(lines) - 1:,} players; a list has at most {MOST:,}."
        raise Unreadable(msg, where=where, hint="Register fewer at once; nothing was written.")
    columns = _columns(lines[0][1], where)
    rows: list[RosterRow] = []
    seen: dict[tuple[str, str, int | None], int] = {}
    for number, cells in lines[1:]:
        row = _row(number, cells, columns, where)
        one = row.person
        key = ("id", one.id, None) if one.id else ("name", one.name.casefold(), one.birth_year)
        if key in seen:
            raise _wrong(where, number, f"this player stands on line {seen[key]} already")
        seen[key] = number
        rows.append(row)
    if not rows:
        raise Unreadable(f"{where} names no players.", where=where, hint=_HINT)
    return rows


def _text(data: bytes, where: str) -> str:
    if len(data) > MAX_BYTES:
        msg = f"{where} has {len(data):,} bytes; a list of players has at most {MAX_BYTES:,}."
        raise Unreadable(msg, where=where, hint=_HINT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _wrong(where, line, "it is not UTF-8 text; save the list as UTF-8") from error


def _cells(text: str, where: str) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, with their numbers."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                found.append((reader.line_num, stripped))
    except csv.Error as error:
        raise _wrong(where, reader.line_num, str(error).rstrip(".")) from error
    return found


def _columns(header: Sequence[str], where: str) -> dict[str, int]:
    """Return where each thing stands in a line."""
    columns: dict[str, int] = {}
    for place, title in enumerate(header):
        words = " ".join(title.lower().replace("_", " ").split())
        for name, titles in _HEADERS.items():
            if words in titles:
                if name in columns:
                    raise _wrong(where, 1, f'two columns hold the same: the second is "{words}"')
                columns[name] = place
    if "name" not in columns and not {"first", "last"} <= columns.keys():
        raise _wrong(where, 1, "no column is called name, nor two of them first and last")
    return columns


def _row(number: int, cells: Sequence[str], columns: dict[str, int], where: str) -> RosterRow:
    """Return one player; raises Unreadable."""
    said = {name: cells[place] for name, place in columns.items() if place < len(cells)}
    if "name" not in said:
        said["name"] = f"{said.pop('first', '')} {said.pop('last', '')}"
    else:
        said = {name: text for name, text in said.items() if name not in {"first", "last"}}
    try:
        line = _Line.model_validate(said)
    except ValidationError as mistakes:
        first = mistakes.errors()[0]
        raise _wrong(where, number, _sentence(first)) from None  # type: ignore[arg-type]
    person = Person(name=line.name, id=line.id, birth_year=line.birth)
    return RosterRow(line=number, person=person, division=line.division)


def _sentence(mistake: dict[str, object]) -> str:
    """Return one mistake in words."""
    place = str(mistake["loc"][0]) if mistake["loc"] else "it"  # type: ignore[index]
    said = str(mistake["msg"]).removeprefix("Value error, ").rstrip(".")
    match place:
        case "birth":
            return said if "no year" in said else "a year of birth lies between 1900 and 2100"
        case "id":
            return "an id has at most 40 letters, digits and . : / - _"
        case _:
            return said


def _wrong(where: str, line: int, what: str) -> Unreadable:
    return Unreadable(f"{where}, line {line}: {what}.", where=f"line {line}", hint=_HINT)
