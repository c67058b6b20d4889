"""A deck list in a spreadsheet: a column for the count, one for the name, and others."""

import csv

from ledger.decks.cards import DeckList, Line, title_key
from ledger.importers.deck_words import (
    SECTIONS,
    UNUSED,
    LineError,
    Said,
    card,
    language_of,
    line,
    plain_number,
)

_HEADERS = {
    "count": {"count", "quantity", "qty", "copies", "amount", "number of copies", "#"},
    "name": {"name", "card", "card name", "title"},
    "set": {"set", "set code", "expansion", "set name", "code"},
    "number": {"number", "collector number", "card number", "no", "no.", "nr"},
    "language": {"language", "lang"},
    "section": {"section", "type", "category", "supertype"},
    "note": {"note", "notes", "remark"},
}


def rows(numbered: list[tuple[int, str]]) -> DeckList | None:
    """Read a spreadsheet; None if the first line is no heading of columns. Raises LineError."""
    delimiter = max(",;\t", key=numbered[0][1].count)
    columns: dict[str, int] | None = None
    lines: list[Line] = []
    for number, text in numbered:
        cells = _cells(number, text, delimiter, strict=columns is not None)
        if columns is None:
            columns = _columns(number, cells)
            if columns is None:
                return None
        else:
            lines.append(_line(number, cells, columns))
    return DeckList(lines=tuple(lines))


def _cells(number: int, text: str, delimiter: str, *, strict: bool) -> list[str]:
    try:
        [cells] = csv.reader([text], delimiter=delimiter, strict=strict)
    except csv.Error as mistake:
        raise LineError(number, str(mistake).rstrip(".")) from None
    return [" ".join(cell.split()) for cell in cells]


def _columns(number: int, cells: list[str]) -> dict[str, int] | None:
    """Return where each thing stands in a row; None if this is no heading of columns."""
    columns: dict[str, int] = {}
    for place, title in enumerate(cells):
        words = title_key(title.replace("_", " "))
        for name, titles in _HEADERS.items():
            if words in titles:
                if name in columns:
                    raise LineError(number, f'two columns hold the same: the second is "{words}"')
                columns[name] = place
    return columns if {"count", "name"} <= columns.keys() else None


def _line(number: int, cells: list[str], columns: dict[str, int]) -> Line:
    """Return one row as a line of the list."""
    said = {name: cells[place] for name, place in columns.items() if place < len(cells)}
    part = title_key(said.get("section", ""))
    section = SECTIONS.get(part)
    if part and section is None and part not in UNUSED:
        msg = f'"{part[:20]}" is no part of a deck; they are pokemon, trainer, energy and unused'
        raise LineError(number, msg)
    words = said.get("language", "")
    language = language_of(words)
    if words and not language:
        raise LineError(number, f'"{words[:20]}" is no language; write two letters, such as en')
    name = said.get("name", "")
    if "set" in columns or "number" in columns:
        found = Said(name, said.get("set", ""), plain_number(said.get("number", "")))
    else:
        found = card(name, number)  # Some write the print behind the name.
    if len(found.number) > 20:
        raise LineError(number, "the collector number has more than 20 characters")
    found = found._replace(
        language=language or found.language, note=said.get("note", "") or found.note
    )
    return line(number, said.get("count", ""), found, section=section, unused=part in UNUSED)
