"""Tables for people: in colour on a terminal, in plain aligned columns everywhere else."""

import os
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import NamedTuple

from cli.desk.errors import shown
from cli.desk.folding import cells, cells_of
from cli.desk.output import echo, voice

WIDTH = 80
"""Columns of a plain table, whatever the terminal is: what is piped is the same everywhere."""

_GAP, _NARROWEST = 2, 12
_GAP_IN_COLOUR, _EDGES_IN_COLOUR = 3, 2


class Column(NamedTuple):
    """A column's title, and whether its cells stand to the right, as numbers do.

    A column that `wraps` goes on below itself where the line is too short for it: nothing that a
    person should read is ever cut off.
    """

    title: str
    right: bool = False
    wraps: bool = False


def show(columns: Sequence[Column], rows: Sequence[Sequence[str]], *, plain: bool) -> None:
    """Print a table on stdout."""
    clean = [[shown(cell) for cell in row] for row in rows]
    if plain or not _on_a_terminal() or _least(columns, clean) > get_terminal_size().columns:
        for line in lines(columns, clean):
            echo(line)
        return
    _show_in_colour(columns, clean)


def _on_a_terminal() -> bool:
    return voice() is None and sys.stdout.isatty()


def _least(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns a terminal needs, so that a table in colour cuts nothing off."""
    needed = _EDGES_IN_COLOUR - _GAP_IN_COLOUR
    for index, column in enumerate(columns):
        widest = max(cells_of(text) for text in (column.title, *(row[index] for row in rows)))
        needed += _GAP_IN_COLOUR + (min(widest, _NARROWEST) if column.wraps else widest)
    return needed


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
    while sum(widths) + _GAP * (len(widths) - 1) > WIDTH:
        widest = max(wrapping, key=lambda index: widths[index], default=None)
        if widest is None or widths[widest] <= _NARROWEST:
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
        found.append((" " * _GAP).join(padded).rstrip())
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


def _show_in_colour(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(
            Text(column.title),
            justify="right" if column.right else "left",
            no_wrap=not column.wraps,
            overflow="fold",
        )
    for row in rows:
        # A name such as [red] is a name: a Text is shown as it is, never read as markup.
        table.add_row(*(Text(cell) for cell in row))
    Console(no_color="NO_COLOR" in os.environ, highlight=False).print(table)
