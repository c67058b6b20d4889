"""Rows of cells as CSV, as a page of its own, or as JSON, without what looks like a formula."""

import csv
import io
from collections.abc import Sequence
from html import escape

import msgspec

Cell = str | int | bool | list[int] | None
Row = dict[str, Cell]
"""One line of a table, by the names of its columns."""

# Rows as a grid of text cells, as in CSV, HTML and workbooks.

FORMULA = tuple("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the beginning of a formula, also in full width."""


def fields(rows: Sequence[Row]) -> list[str]:
    """Return the columns that are shown: no exact fractions, which spreadsheets take for dates."""
    return [name for name in rows[0] if f"{name}_percent" not in rows[0]] if rows else []


def title(field: str) -> str:
    """Return the title of a column."""
    return field.replace("_", " ")


def grid(rows: Sequence[Row]) -> list[list[str]]:
    """Return rows as cells of text, with the names of the columns first.

    Nothing may look like a date to a spreadsheet: there are no exact fractions, and games are
    joined with en dashes.
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


# Rows as a text for spreadsheets: RFC 4180, UTF-8, CRLF, and without formulas.


def csv_bytes(rows: Sequence[Row], remarks: Sequence[str] = (), *, marked: bool = False) -> bytes:
    """Return rows as CSV that no spreadsheet takes for formulas.

    A cell that begins like a formula gets an apostrophe first. Notes follow after an empty line. If
    `marked`, it begins with a byte order mark, without which a spreadsheet may show the letters of
    names wrongly.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for cells in grid(rows):
        writer.writerow(map(harmless, cells))
    if remarks:
        out.write("\r\n")
        writer.writerows(("remark", harmless(said)) for said in remarks)
    return out.getvalue().encode("utf-8-sig" if marked else "utf-8", "replace")


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


# Rows as a page of its own, without script, image or link.

_STYLE = (
    "body{font:1rem/1.5 system-ui,sans-serif;margin:1rem;color-scheme:light dark}"
    "div{overflow-x:auto}table{border-collapse:collapse}"
    "th,td{border:1px solid #8888;padding:.25rem .5rem;text-align:left}"
)


def html_bytes(title: str, rows: Sequence[Row], remarks: Sequence[str] = ()) -> bytes:
    """Return a page with one table, and the notes below it."""
    head, *body = grid(rows) or [[]]
    lines = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<h1>{escape(title)}</h1><div tabindex="0"><table>',
        f"<thead><tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>" for cells in body),
        f"</tbody></table></div>{_remarked(remarks)}</html>",
    ]
    return "\n".join((*lines, "")).encode(errors="replace")


def _remarked(remarks: Sequence[str]) -> str:
    if not remarks:
        return ""
    items = "".join(f"<li>{escape(said)}</li>" for said in remarks)
    return f"\n<h2>remarks</h2><ul>{items}</ul>"


# Rows as in an archive: rates as exact fractions and as printed, never as floats.

_encoder = msgspec.json.Encoder(enc_hook=str)


def array(rows: Sequence[Row]) -> bytes:
    """Return rows as an array of objects, as in an archive."""
    return msgspec.json.format(_encoder.encode(rows), indent=1) + b"\n"
