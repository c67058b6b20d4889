"""Lines of cells that stand apart by commas, semicolons, tabs or bars."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ledger.importers.sources import Source

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
"""What may stand between two cells, and what it is called."""

Row = tuple[int, list[str]]
"""The number of the line on which a row begins, and its cells."""

_SAID = re.compile(r'"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
"""The first line by which a spreadsheet says what the separator is."""

_SPACES = re.compile(r"[ \t\r\n]+")


class Body(NamedTuple):
    """The lines of a list, and what their first one said of the separator; None if nothing."""

    text: str
    separator: str | None
    skipped: int


def body(text: str) -> Body:
    """Return a text without the line that names the separator, if its first line does."""
    said = _SAID.match(text)
    if said is None:
        return Body(text, None, 0)
    return Body(text[said.end() :], said[1], 1)


def beginning(found: Body, separator: str, most: int) -> list[Row]:
    """Return the first rows that are not empty, as far as they can be read."""
    try:
        return list(islice(_rows(found, separator, strict=False), most))
    except csv.Error:
        return []


def rows(found: Body, separator: str, source: Source) -> list[Row]:
    """Return the rows that are not empty. Raises Unreadable, naming the line."""
    kept: list[Row] = []
    try:
        kept.extend(_rows(found, separator, strict=True))
    except csv.Error as error:
        last = kept[-1][0] + 1 if kept else 1 + found.skipped
        raise source.wrong(last, _said_of(error)) from None
    return kept


def _said_of(error: csv.Error) -> str:
    """Return what is wrong with the form of a line, in words."""
    said = str(error).rstrip(".")
    if "expected after" in said or "end of data" in said:
        return "a quotation mark opens a cell, and does not close it where the cell ends"
    return said


def tidy(cell: str) -> str:
    """Return a cell without spaces to spare; a line break in it is one."""
    return _SPACES.sub(" ", cell).strip()


def _rows(found: Body, separator: str, *, strict: bool) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(found.text, newline=""), delimiter=separator, strict=strict)
    begins = 1
    for row in reader:
        cells = [tidy(cell) for cell in row]
        if any(cells):
            yield begins + found.skipped, cells
        begins = reader.line_num + 1
