"""Rows as a text that spreadsheets read: RFC 4180, UTF-8, CRLF, and nothing in it a formula."""

import csv
import io
from collections.abc import Sequence

from projections.reports.grids import FORMULA, grid
from projections.reports.rows import Row


def bytes_of(rows: Sequence[Row], remarks: Sequence[str] = (), *, marked: bool = False) -> bytes:
    """Return rows as a table that no spreadsheet takes for formulas.

    A cell that begins like one gets an apostrophe before it. What has to be remarked follows below
    an empty line. `marked` begins with a byte order mark, without which a spreadsheet may take the
    letters of names for others.
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
