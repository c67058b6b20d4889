"""Tables for people: in colour on a terminal, in plain aligned columns everywhere else."""

import os
import sys
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size

from cli.desk.errors import shown
from cli.desk.output import echo, voice
from ledger.text import cells_of
from projections.reports.text.tables import Column, Part, Table, lines

_GAP_IN_COLOUR, _EDGES_IN_COLOUR = 3, 2


def show(columns: Sequence[Column], rows: Sequence[Sequence[str]], *, plain: bool) -> None:
    """Print a table on stdout."""
    clean = [[shown(cell) for cell in row] for row in rows]
    if plain or not _on_a_terminal() or _least(columns, clean) > get_terminal_size().columns:
        for line in lines(columns, clean):
            echo(line)
        return
    _show_in_colour(columns, clean)


def show_parts(parts: Iterable[Part], *, plain: bool) -> None:
    """Print an answer part by part."""
    for part in parts:
        if isinstance(part, Table):
            show(part.columns, part.rows, plain=plain)
        else:
            echo(shown(part))


def _on_a_terminal() -> bool:
    return voice() is None and sys.stdout.isatty()


def _least(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns a terminal needs, so that a table in colour breaks no name.

    A plain table is narrower: where one in colour would need two lines for a player, it takes one.
    """
    needed = _EDGES_IN_COLOUR - _GAP_IN_COLOUR
    for index, column in enumerate(columns):
        widest = max(cells_of(text) for text in (column.title, *(row[index] for row in rows)))
        needed += _GAP_IN_COLOUR + widest
    return needed


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
