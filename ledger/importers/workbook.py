"""The sheets of a workbook (.xlsx), as rows of text; what reads them is an extra."""

import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from ledger.errors import Unreadable
from ledger.importers.separated import Row, tidy
from ledger.importers.sources import MAX_BYTES, Source

MAX_UNPACKED = 12_000_000
"""So many bytes a workbook may hold when it is unpacked: 20,000 players with some ten columns."""

MAX_FRAME = 500_000
"""So many bytes a part may have that is neither a sheet, nor its words, nor a picture."""

MAX_PARTS, MAX_SHEETS, MAX_MARKS = 500, 20, 1_000_000
MAX_ROWS, MAX_COLUMNS, MAX_CELLS, MAX_CELL = 25_000, 100, 300_000, 2_000

ZIP, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How a workbook begins, and how one of the older kind does."""


class Sheet(NamedTuple):
    """One sheet of a workbook: its name, and the rows that are not empty."""

    name: str
    rows: list[Row]


def is_workbook(data: bytes) -> bool:
    """Tell whether these bytes are a workbook, of whatever kind, and no text."""
    return data.startswith((ZIP, OLD))


def sheets(data: bytes, source: Source) -> list[Sheet]:
    """Return every sheet with something on it. Raises Unreadable with a sentence."""
    if len(data) > MAX_BYTES:
        raise source.empty(
            f"has {len(data):,} bytes; a list of {source.what} has at most {MAX_BYTES:,}."
        )
    if data.startswith(OLD):
        raise source.empty("is a workbook of the old kind; save it as .xlsx or as CSV.")
    _refuse_unfit(data, source)
    try:
        from openpyxl import load_workbook  # An extra, and slow to load.
    except ImportError:
        raise Unreadable(
            f"{source.where} is a workbook, and what reads workbooks is not installed.",
            where=source.where,
            hint='Install it with `pip install "roundbook[xlsx]"`, or save the list as CSV.',
        ) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Its remarks are about colours and styles.
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            found = list(_sheets(book.worksheets, source))
            book.close()
    except (MemoryError, Unreadable):
        raise
    except Exception:  # noqa: BLE001 - whatever a stranger's parser says of a broken file.
        raise source.empty("is no workbook that can be read; save it anew.") from None
    return [one for one in found if one.rows]


def _sheets(every: Sequence[object], source: Source) -> Iterator[Sheet]:
    """Yield the sheets with their rows. Raises Unreadable where they hold too many cells."""
    left = MAX_CELLS
    for one in every:
        kept: list[Row] = []
        for width, row in _rows(one):
            left -= width
            if left < 0:
                raise source.empty(f"has more than {MAX_CELLS:,} cells; save the list alone.")
            if row[1]:
                kept.append(row)
        yield Sheet(str(one.title), kept)  # type: ignore[attr-defined]


def _rows(sheet: object) -> Iterator[tuple[int, Row]]:
    """Yield the rows with their numbers, and how many cells each of them takes to read."""
    sheet.reset_dimensions()  # type: ignore[attr-defined]
    rows = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS, values_only=True)  # type: ignore[attr-defined]
    for number, row in enumerate(rows, start=1):
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield len(cells) or 1, (number, cells)


def _text(value: object) -> str:
    """Return a cell as it is typed: whole numbers without a point, days as 2008-04-17."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return tidy(str(value)[:MAX_CELL])


def _refuse_unfit(data: bytes, source: Source) -> None:
    """Refuse a file that is no workbook, or would be too large when it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            marks = _marks(packed, parts)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - as above: what unpacks a broken file may say anything.
        raise source.empty("is damaged: it begins like a workbook and breaks off.") from None
    if not any(part.filename == "[Content_Types].xml" for part in parts):
        raise source.empty("is no workbook (.xlsx); save the list as .xlsx or as CSV.")
    unpacked = sum(part.file_size for part in parts)
    if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED:
        raise source.empty(
            f"unpacks to {unpacked:,} bytes in {len(parts):,} parts; a list takes at most "
            f"{MAX_UNPACKED:,} in {MAX_PARTS}."
        )
    if marks > MAX_MARKS:
        raise source.empty(f"has more than {MAX_CELLS:,} cells; save the list alone.")
    if any(part.file_size > _most(part.filename) for part in parts):
        raise source.empty("has more styles, links or sheets than any list; save the list alone.")
    if sum(part.filename.startswith(_SHEETS) for part in parts) > MAX_SHEETS:
        raise source.empty(f"has more than {MAX_SHEETS} sheets; save the list alone.")


def _marks(packed: zipfile.ZipFile, parts: Sequence[zipfile.ZipInfo]) -> int:
    """Return how many elements there may be at most, if that is not too much to look at."""
    if sum(part.file_size for part in parts) > MAX_UNPACKED:
        return 0  # It is refused for that.
    return sum(
        packed.read(part).count(b"<") for part in parts if not part.filename.startswith(_PICTURES)
    )


_SHEETS, _PICTURES = "xl/worksheets/sheet", "xl/media/"


def _most(name: str) -> int:
    """Return how many bytes a part may have."""
    if name.startswith((_SHEETS, _PICTURES)) or name == "xl/sharedStrings.xml":
        return MAX_UNPACKED
    return MAX_FRAME // 10 if name == "xl/workbook.xml" else MAX_FRAME
