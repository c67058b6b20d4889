"""Tables as a workbook (.xlsx): one sheet each, the same bytes for the same tournament."""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from roundbook.ledger.optional_packages import missing
from roundbook.ledger.text import UNSAFE
from roundbook.projections.reports.cells import FORMULA, Cell, Row, fields, text, title

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_DAY = (1980, 1, 1, 0, 0, 0)
"""The time of every part of a workbook: the earliest that a zip file can record."""

_SAVED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_WIDEST = 60


def bytes_of(
    tables: Mapping[str, Sequence[Row]], remarks: Sequence[str] = (), *, day: date | None = None
) -> bytes:
    """Return a workbook with a sheet for every table, and one for the notes.

    `day` is the day on which it claims to have been made. Text stays text, whatever it begins with;
    whole numbers and percentages are numbers, written as they are printed. Raise Refused if the
    package that writes workbooks is not installed.
    """
    try:
        from openpyxl import Workbook  # An extra, and slow to load.
    except ImportError as error:
        raise missing(error) from None
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in tables.items():
        _fill(book.create_sheet(name[:31]), rows)
    if remarks:
        _fill(book.create_sheet("remarks"), [{"remark": said} for said in remarks])
    out = io.BytesIO()
    book.save(out)
    return _settled(out.getvalue(), day or date(*_DAY[:3]))


def _fill(sheet: "Worksheet", rows: Sequence[Row]) -> None:
    """Write rows into a sheet: the titles stay in view, and columns are as wide as their cells."""
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    for column, field in enumerate(fields(rows), start=1):
        head = sheet.cell(1, column, title(field))
        head.font = Font(bold=True)
        widest = len(title(field))
        for line, row in enumerate(rows, start=2):
            widest = max(widest, _write(sheet, (line, column), field, row[field]))
        sheet.column_dimensions[get_column_letter(column)].width = min(widest, _WIDEST) + 2
    sheet.freeze_panes = "A2"


def _write(sheet: "Worksheet", place: tuple[int, int], field: str, value: Cell) -> int:
    """Write one cell; return how many characters it shows."""
    shown = UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text(value))
    if not shown:
        return 0
    cell = sheet.cell(*place)
    cell.value = shown
    if field.endswith("_percent"):
        cell.data_type, cell.number_format = "n", "0.00"
    elif isinstance(value, int) and not isinstance(value, bool):
        cell.data_type = "n"
    else:
        cell.data_type = "s"  # Even if it begins with an equals sign.
        cell.quotePrefix = shown.startswith(FORMULA)
    return len(shown)


def _settled(data: bytes, day: date) -> bytes:
    """Return a workbook without the time of writing."""
    at = datetime(day.year, day.month, day.day).strftime("%Y-%m-%dT00:00:00Z").encode()  # noqa: DTZ001
    out = io.BytesIO()
    # The library that writes workbooks stores the time of saving in one of the parts, and the zip
    # file stores a time for each part, so both are written again.
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            content = old.read(part)
            if part.filename == "docProps/core.xml":
                content = _SAVED.sub(rb"\g<1>" + at, content)
            named = zipfile.ZipInfo(part.filename, _DAY)
            named.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(named, content)
    return out.getvalue()
