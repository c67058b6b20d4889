"""A list of players as people keep it in a spreadsheet: CSV bytes in, rows out."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from ledger.errors import Unreadable
from ledger.importers.spreadsheet import Source, cells, columns
from ledger.people import Person, tidy_name
from ledger.terms import Division

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
    source = Source(where, "players", _HINT)
    lines = cells(data, source)
    if len(lines) - 1 > MOST:
        msg = f"{where} names {len(lines) - 1:,} players; a list has at most {MOST:,}."
        raise Unreadable(msg, where=where, hint="Register fewer at once; nothing was written.")
    places = columns(lines[0][1], _HEADERS, source)
    if "name" not in places and not {"first", "last"} <= places.keys():
        raise source.wrong(1, "no column is called name, nor two of them first and last")
    rows: list[RosterRow] = []
    seen: dict[tuple[str, str, int | None], int] = {}
    for number, row_cells in lines[1:]:
        row = _row(number, row_cells, places, source)
        one = row.person
        key = ("id", one.id, None) if one.id else ("name", one.name.casefold(), one.birth_year)
        if key in seen:
            raise source.wrong(number, f"this player stands on line {seen[key]} already")
        seen[key] = number
        rows.append(row)
    if not rows:
        raise source.empty("names no players.")
    return rows


def _row(number: int, said_in: Sequence[str], places: dict[str, int], source: Source) -> RosterRow:
    """Return one player; raises Unreadable."""
    said = {name: said_in[place] for name, place in places.items() if place < len(said_in)}
    if "name" not in said:
        said["name"] = f"{said.pop('first', '')} {said.pop('last', '')}"
    else:
        said = {name: text for name, text in said.items() if name not in {"first", "last"}}
    try:
        line = _Line.model_validate(said)
    except ValidationError as mistakes:
        first = mistakes.errors()[0]
        raise source.wrong(number, _sentence(first)) from None  # type: ignore[arg-type]
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
