"""Tables and paragraphs as plain lines, as wide as a terminal was when it was made of paper."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.text import cells, cells_of

WIDTH = 80
"""Columns of a plain table, whatever the terminal is: what is piped is the same everywhere."""

GAP, NARROWEST = 2, 12
"""Columns between two cells, and how narrow a column that wraps may become."""


class Column(NamedTuple):
    """A column's title, and whether its cells stand to the right, as numbers do.

    A column that `wraps` goes on below itself where the line is too short for it: nothing that a
    person should read is ever cut off.
    """

    title: str
    right: bool = False
    wraps: bool = False


def lines(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as plain aligned lines, titles first, within `WIDTH` where that can be.

    Raises ValueError if a row has other than one cell per column.
    """
    table = [[column.title for column in columns], *rows]
    widths = [
        max(cells_of(row[index]) for row in table if _fits(row, columns))
        for index in range(len(columns))
    ]
    wrapping = [index for index, column in enumerate(columns) if column.wraps]
    while sum(widths) + GAP * (len(widths) - 1) > WIDTH:
        widest = max(wrapping, key=lambda index: widths[index], default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return [line for row in table for line in _row(columns, row, widths)]


def _fits(row: Sequence[str], columns: Sequence[Column]) -> bool:
    if len(row) != len(columns):
        raise ValueError(f"a row has {len(row)} cells for {len(columns)} columns")
    return True


def _row(columns: Sequence[Column], row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return one row, as many lines as its longest cell needs."""
    parts = [
        wrapped(cell, width) if column.wraps else [cell]
        for column, cell, width in zip(columns, row, widths, strict=True)
    ]
    found = []
    for number in range(max(len(part) for part in parts)):
        cells = [part[number] if number < len(part) else "" for part in parts]
        padded = [
            _padded(cell, width, right=column.right)
            for column, cell, width in zip(columns, cells, widths, strict=True)
        ]
        found.append((" " * GAP).join(padded).rstrip())
    return found


def _padded(cell: str, width: int, *, right: bool) -> str:
    space = " " * (width - cells_of(cell))
    return space + cell if right else cell + space


def wrapped(text: str, width: int) -> list[str]:
    """Return a text as lines of at most `width` columns, broken between words where it can be."""
    found = [""]
    for word in text.split(" "):
        joined = f"{found[-1]} {word}" if found[-1] else word
        if cells_of(joined) <= width:
            found[-1] = joined
            continue
        if found[-1]:
            found.append("")
        for character in word:
            if found[-1] and cells_of(found[-1]) + cells(character) > width:
                found.append("")
            found[-1] += character
    return found


class Table(NamedTuple):
    """Rows under their titles, in the middle of a text: whoever shows it knows how wide it is."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]


Part = str | Table
"""What an answer is made of: a line, or a table."""
