"""Rows as a grid of text cells: what CSV, HTML and a workbook show alike."""

from collections.abc import Sequence

from projections.reports.rows import Cell, Row

FORMULA = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, also in full width."""


def fields(rows: Sequence[Row]) -> list[str]:
    """Return the columns that are shown: no exact fractions, a spreadsheet takes them for days."""
    return [name for name in rows[0] if f"{name}_percent" not in rows[0]] if rows else []


def title(field: str) -> str:
    """Return what a column is called."""
    return field.replace("_", " ")


def grid(rows: Sequence[Row]) -> list[list[str]]:
    """Return rows as cells of text, the names of the columns first.

    Nothing may look like a date to a spreadsheet: no exact fractions, and games with dashes of
    their own.
    """
    shown = fields(rows)
    if not rows:
        return []
    return [[title(name) for name in shown], *([text(row[name]) for name in shown] for row in rows)]


def text(value: Cell) -> str:
    """Return a cell as it is shown."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return "\N{EN DASH}".join(map(str, value))
    return "" if value is None else str(value)
