"""Prints tables with aligned columns, as wide as the terminal and with bold titles there."""

import os
from collections.abc import Iterable, Sequence

import click

from roundbook.cli.session.errors import shown
from roundbook.cli.session.output import at_terminal, echo, fitted, terminal_size
from roundbook.projections.reports.text.tables import WIDTH, Column, Part, Table, lines_of_rows


def show(columns: Sequence[Column], rows: Sequence[Sequence[str]], *, plain: bool) -> None:
    """Print a table on stdout; `plain` output is the same everywhere."""
    coloured = not plain and at_terminal()
    width = terminal_size().columns if coloured else WIDTH
    clean = [[shown(cell) for cell in row] for row in rows]
    titles, *others = lines_of_rows(columns, clean, width)
    if coloured and "NO_COLOR" not in os.environ:
        echo(click.style("\n".join(titles), bold=True) + "\n", nl=False)
    else:
        others.insert(0, titles)
    found = (fitted(line, err=False) for row in others for line in row)
    echo("".join(f"{line}\n" for line in found), nl=False)


def show_parts(parts: Iterable[Part], *, plain: bool) -> None:
    """Print the parts of an answer."""
    for part in parts:
        if isinstance(part, Table):
            show(part.columns, part.rows, plain=plain)
        else:
            echo(shown(part))
