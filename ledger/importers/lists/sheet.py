"""Reading a spreadsheet: the encoding or sheet, the separator, the header row, the rows."""

import codecs
import csv
import io
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import count, islice, pairwise
from typing import Any, NamedTuple

from roundbook.ledger.errors import Unreadable, advice, option
from roundbook.ledger.importers.lists.columns import (
    MAX_BYTES,
    Columns,
    Source,
    Titles,
    columns,
    enough,
)
from roundbook.ledger.optional_packages import missing
from roundbook.ledger.text import short

# The encodings in which a text may have been saved.

UTF_8, UTF_16 = "UTF-8", "UTF-16"
ENCODINGS = {
    UTF_8: "utf-8-sig",
    UTF_16: "utf-16",
    "Windows-1252": "cp1252",
    "Windows-1250": "cp1250",
    "Windows-1254": "cp1254",
    "Mac-Roman": "mac_roman",
    "Windows-1251": "cp1251",
    "Windows-1253": "cp1253",
    "Shift-JIS": "cp932",
    "EUC-KR": "cp949",
    "GB18030": "gb18030",
    "Big5": "big5",
}
"""The encodings in which lists are saved, the likeliest first, and their codecs."""

_CALLED = {"ansi": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "iso-8859-1": "cp1252"}
"""What people call an encoding, if Python means another one or none."""
_SAVED_IN = re.compile("utf-(8|16)|cp[0-9]|iso[28]|koi8|mac|euc|shift|gb|big5|tis|hz|johab|kz|ptcp")
"""Encodings in which programs save lists; Python knows others, such as those of host names."""


def encoding_called(name: str) -> str | None:
    """Return an encoding as people name it: `latin1`, `shift_jis`, `cp850`; None if it is unknown.

    Besides those that are detected, any other in which programs save lists can be named.
    """
    plain = name.strip().lower()
    for called, codec in ENCODINGS.items():
        if plain in {called.lower(), codec}:
            return called
    try:
        codec = codecs.lookup(_CALLED.get(plain, plain)).name
    except (LookupError, ValueError):
        return None
    if not _SAVED_IN.match(codec):
        return None
    return next((called for called, one in ENCODINGS.items() if one == codec), codec)


WINDOWS, _WESTERN = "Windows-1252", [*ENCODINGS][2:6]
_MARKED = re.compile("[\u00c0-\u024f]")
"""An accented Latin letter, which is not saved in an encoding of other alphabets."""
_LIGATURES = re.compile("[\ufb00-\ufb06ƒ]")
_APOSTROPHES = "’‘´・\N{IDEOGRAPHIC SPACE}"  # noqa: RUF001 - as people type them.


def decoded(data: bytes, source: Source, encoding: str | None = None) -> dict[str, str]:
    """Return the possible texts, by the encodings that they may be in. Raises Unreadable.

    UTF-8, and UTF-16 that has a mark or in which every other byte is empty, is certain. Any other
    text may be in any encoding of Latin letters, or in one of other alphabets that
    `charset_normalizer` finds.
    """
    codec = ENCODINGS.get(encoding, encoding) if encoding else _sixteen(data)
    if codec:
        called = encoding or UTF_16
        try:
            return {called: data.decode(codec)}
        except UnicodeDecodeError as error:
            line = data[: error.start].decode(codec, "replace").count("\n") + 1
            also = f"it is not {called} text; save the list as UTF-8"
            raise source.wrong(line, also) from None
    with suppress(UnicodeDecodeError):
        return {UTF_8: data.decode(ENCODINGS[UTF_8])}
    from charset_normalizer import from_bytes

    likely = {
        name
        for found in from_bytes(data, cp_isolation=[*ENCODINGS.values()][2:])
        for name in found.could_be_from_charset
    }
    texts = {}
    for called, name in [*ENCODINGS.items()][2:]:
        with suppress(UnicodeDecodeError):
            text = data.decode(name)
            if called in _WESTERN or (name in likely and not _MARKED.search(text)):
                texts[called] = text
    return texts


def _sixteen(data: bytes) -> str | None:
    """Return the codec of UTF-16, or None if this is another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    begin = data[:64]
    if len(begin) >= 4 and len(begin) % 2 == 0:
        if not any(begin[1::2]) and all(begin[0::2]):
            return "utf-16-le"
        if not any(begin[0::2]) and all(begin[1::2]):
            return "utf-16-be"
    return None


def may_be_typed(cell: str) -> bool:
    """Return whether a person may have typed this: words of letters, each of one alphabet.

    In another encoding `Jürgen` is `JŸrgen`, or has a sign among its letters.
    """
    odd = [c for c in cell if not c.isascii() and c not in _APOSTROPHES]
    if _LIGATURES.search(cell) or any(unicodedata.category(c) not in _LETTERS for c in odd):
        return False
    return all(map(_is_word, re.split(r"[\W_]+", cell))) if odd else True


_LETTERS = {"Lu", "Ll", "Lo", "Mn", "Mc"}
_OF_ONE = ({"LATIN", "FEMININE", "MASCULINE"}, {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
"""Alphabets that may be mixed in one word, with the ordinals of `Mª` and `Nº`."""


def _is_word(word: str) -> bool:
    alphabets = {unicodedata.name(c, "?").split()[0] for c in word if c.isalpha()}
    if len(alphabets) > 1 and not any(alphabets <= every for every in _OF_ONE):
        return False
    mixed = any(map(str.islower, word))
    return not any(
        b.isupper() and mixed and (not b.isascii() or (a.islower() and not a.isascii()))
        for a, b in pairwise(word)
    )


# Lines of cells that are separated by commas, semicolons, tabs or bars.

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
"""The separators, and their names."""

Row = tuple[int, list[str]]
"""The number of the line on which a row begins, and its cells."""

_SAID = re.compile(r'"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
"""The first line with which a spreadsheet gives the separator."""

_SPACES = re.compile(r"[ \t\r\n]+")


def beginning(text: str, separator: str, most: int) -> list[Row]:
    """Return the first rows that are not empty, as far as they can be read."""
    try:
        return list(islice(_rows(text, separator, strict=False), most))
    except csv.Error:
        return []


def rows(text: str, separator: str, source: Source, *, skipped: int) -> list[Row]:
    """Return the rows that are not empty, numbered after the skipped lines. Raises Unreadable."""
    kept: list[Row] = []
    try:
        for number, cells in _rows(text, separator, strict=True):
            kept.append((number + skipped, cells))
    except csv.Error as error:
        said = str(error).rstrip(".")
        if "expected after" in said or "end of data" in said:
            said = "a cell begins with a quotation mark, but does not end with one"
        raise source.wrong(kept[-1][0] + 1 if kept else 1 + skipped, said) from None
    return kept


def tidy(cell: str) -> str:
    """Return a cell without extra spaces; a line break counts as a space."""
    return _SPACES.sub(" ", cell).strip()


def _rows(text: str, separator: str, *, strict: bool) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)
    begins = 1
    for row in reader:
        cells = [tidy(cell) for cell in row]
        if any(cells):
            yield begins, cells
        begins = reader.line_num + 1


MAX_UNPACKED = 12_000_000
"""The most bytes of an unpacked workbook: 20,000 players with about ten columns."""

MAX_FRAME = 500_000
"""The most bytes of a part other than a sheet, its words or a picture."""

MAX_PARTS, MAX_SHEETS, MAX_MARKS = 500, 20, 1_000_000
MAX_ROWS, MAX_COLUMNS, MAX_CELLS, MAX_CELL = 25_000, 100, 300_000, 2_000

ZIP, OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""The first bytes of a workbook, and of one in the old format."""


class WorkbookSheet(NamedTuple):
    """One sheet of a workbook: its name, and the rows that are not empty.

    Rows that were hidden, perhaps by a filter, are apart: `hidden` are their numbers. `shown` is
    whether the sheet itself can be seen, `is_open` whether it was on the screen when the workbook
    was saved.
    """

    name: str
    rows: list[Row]
    hidden: tuple[int, ...] = ()
    shown: bool = True
    is_open: bool = False


def sheets(data: bytes, source: Source) -> list[WorkbookSheet]:
    """Return every sheet that is not empty. Raises Unreadable with a sentence."""
    if data.startswith(OLD):
        raise source.empty("is a workbook in an old format; save it as .xlsx or as CSV.")
    _refuse_unfit(data, source)
    try:
        from openpyxl import load_workbook  # An extra, and slow to load.
    except ImportError as error:
        raise missing(error) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Its warnings are about colours and styles.
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            found = list(_sheets(book, data, source))
            book.close()
    except (MemoryError, Unreadable):
        raise
    except Exception:  # noqa: BLE001 - whatever a parser raises for a broken file.
        raise source.empty("cannot be read as a workbook; save it again.") from None
    return [one for one in found if one.rows]


def _sheets(book: Any, data: bytes, source: Source) -> Iterator[WorkbookSheet]:
    """Yield the sheets with their rows. Raises Unreadable if they have too many cells."""
    left = MAX_CELLS
    for one in book.worksheets:
        kept: list[Row] = []
        hidden = _hidden_rows(one, data)
        for number, cells in _rows_workbook(one):
            left -= len(cells) or 1
            if left < 0:
                raise source.empty(
                    f"has more than {MAX_CELLS:,} cells; save only the list, in a new file."
                )
            if cells:
                kept.append((number, cells))
        yield WorkbookSheet(
            name=str(one.title),
            rows=[row for row in kept if row[0] not in hidden],
            hidden=tuple(number for number, _ in kept if number in hidden),
            shown=one.sheet_state == "visible",
            is_open=one is book.active,
        )


_HIDDEN = re.compile(rb"<(?:\w+:)?row\b[^>]*\shidden=[\"'](?:1|true)[\"'][^>]*>")
_NUMBERED = re.compile(rb"\sr=[\"'](\d+)[\"']")


def _hidden_rows(sheet: Any, data: bytes) -> frozenset[int]:
    """Return the numbers of hidden rows, which the parser leaves out when it reads only."""
    from zipfile import ZipFile  # Most lists are not workbooks.

    with ZipFile(io.BytesIO(data)) as packed:
        text = packed.read(sheet._worksheet_path.lstrip("/"))  # noqa: SLF001 - no public name.
    found = (_NUMBERED.search(one) for one in _HIDDEN.findall(text))
    return frozenset(int(number[1]) for number in found if number)


def _rows_workbook(sheet: Any) -> Iterator[Row]:
    """Yield the rows with their numbers, without the empty cells at their ends."""
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS)
    for number, row in enumerate(rows, start=1):
        cells = [_cell(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield number, cells


_ZEROS = re.compile("0{2,20}")
"""The format of a number that is shown with zeros in front."""


def _cell(cell: Any) -> str:
    """Return a cell as it is read in the spreadsheet, with the zeros that its format shows."""
    text = _text(cell.value)
    if (
        text.isdigit()
        and isinstance(cell.value, int | float)
        and _ZEROS.fullmatch(cell.number_format)
    ):
        return text.zfill(len(cell.number_format))
    return text


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
    """Refuse a file that is not a workbook, or would be too large when it is unpacked."""
    from zipfile import ZipFile  # Most lists are not workbooks.

    try:
        with ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            unpacked = sum(part.file_size for part in parts)
            # The most elements there may be; a file that is too large to check is refused below.
            looked = parts if unpacked <= MAX_UNPACKED else []
            texts = (part for part in looked if not part.filename.startswith(_PICTURES))
            marks = sum(packed.read(part).count(b"<") for part in texts)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - as above: unpacking a broken file may raise anything.
        raise source.empty(
            "is damaged: it begins like a workbook, but its end is missing."
        ) from None
    if not any(part.filename == "[Content_Types].xml" for part in parts):
        raise source.empty("is not a workbook (.xlsx); save the list as .xlsx or as CSV.")
    if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED:
        raise source.empty(
            f"unpacks to {unpacked:,} bytes in {len(parts):,} parts; at most "
            f"{MAX_UNPACKED:,} in {MAX_PARTS} are allowed."
        )
    if marks > MAX_MARKS:
        raise source.empty(f"has more than {MAX_CELLS:,} cells; save only the list, in a new file.")
    if any(part.file_size > _most(part.filename) for part in parts):
        raise source.empty(
            "has too many styles, links or sheets; save only the list, in a new file."
        )
    if sum(part.filename.startswith(_SHEETS) for part in parts) > MAX_SHEETS:
        raise source.empty(f"has more than {MAX_SHEETS} sheets; save only the list, in a new file.")


_SHEETS, _PICTURES = "xl/worksheets/sheet", "xl/media/"


def _most(name: str) -> int:
    if name.startswith((_SHEETS, _PICTURES)) or name == "xl/sharedStrings.xml":
        return MAX_UNPACKED
    return MAX_FRAME // 10 if name == "xl/workbook.xml" else MAX_FRAME


# A list as people keep it in a spreadsheet: bytes in, a header row and numbered rows out.

LOOKED_AT = 10
"""How many rows that are not empty are searched for the header row."""

Needs = Sequence[frozenset[str]]
"""The required columns: all of one of these."""

AtHome = Callable[[Sequence[str]], Iterable[str]]
"""Returns the encodings that are usual in the language of a header row."""


class Taken(NamedTuple):
    """How a list was read: its encoding or sheet, its separator, and its columns.

    `left_out` are sentences on what was not read: hidden rows, and other sheets with a list.
    """

    form: str
    columns: Columns
    guessed: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """How the list was read, in one line."""
        return (
            f"{self.form}{'; detected automatically, so check the accents' if self.guessed else ''}"
        )


class ColumnSheet(NamedTuple):
    """A list: how it was read, the line of the header row, and its rows with their numbers."""

    taken: Taken
    line: int
    rows: list[Row]

    def said(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row by their content."""
        places = self.taken.columns.places
        return {name: cells[place] for name, place in places.items() if place < len(cells)}


def read(
    data: bytes,
    source: Source,
    titles: Titles,
    needs: Needs,
    missing: str,
    encoding: str | None = None,
    at_home: AtHome = lambda _: (),
) -> ColumnSheet:
    """Return a list in any form. Raises Unreadable, naming the line.

    `titles` are the possible titles of columns, `needs` the required ones, `missing` the message if
    they are not there. Lines above the header row are skipped, and so are empty ones. If a text
    reads differently in different encodings, `encoding` has to say which one it is, or `at_home`
    the encodings that are usual in the language of a header row.
    """
    if len(data) > MAX_BYTES:
        most = f"a list of {source.what} can have at most {MAX_BYTES:,}."
        raise source.empty(f"has {len(data):,} bytes; {most}")

    def with_columns(taken: Taken, rows: list[Row]) -> ColumnSheet:
        if not rows:
            raise source.empty("is empty.")
        at = _titles_at(rows, titles, needs)
        line, header = rows[at or 0]
        if at is None:
            raise source.wrong(line, f"{missing}; it says {_quoted(header)}")
        held = columns(header, titles)
        if held.twice:
            raise source.wrong(
                line, f'two columns contain the same information: the second is "{held.twice}"'
            )
        return ColumnSheet(taken._replace(columns=held), line, rows[at + 1 :])

    if data.startswith((ZIP, OLD)):
        return with_columns(*_of_workbook(data, source, titles, needs))
    readings: dict[str, ColumnSheet] = {}
    failures: list[Unreadable] = []
    texts = decoded(data, source, encoding)
    for called, text in texts.items():
        try:
            readings[called] = with_columns(*_of_text(text, called, source, titles, needs))
        except Unreadable as failure:
            failures.append(failure)
    if not readings:
        raise failures[0]
    is_known = encoding or called in {UTF_8, UTF_16}
    return readings[called] if is_known else _not_in_doubt(readings, source, at_home)


def _not_in_doubt(
    readings: Mapping[str, ColumnSheet], source: Source, at_home: AtHome
) -> ColumnSheet:
    """Return the only reading whose names may all have been typed. Raises Unreadable.

    Of several, it is the one in an encoding that is usual in the language of its header row.
    """
    different: dict[tuple[tuple[int, str], ...], str] = {}
    for called, sheet in readings.items():
        odd = [
            (line, cell)
            for line, cells in sheet.rows
            for cell in sheet.said(cells).values()
            if not cell.isascii()
        ]
        if all(may_be_typed(cell) for _, cell in odd):
            different.setdefault(tuple(odd), called)
    usual = {
        odd: called
        for odd, called in different.items()
        if called in at_home(readings[called].taken.columns.titles)
    }
    if len(usual) == 1:
        different = usual
    if len(different) == 1:
        found = readings[next(iter(different.values()))]
        return found._replace(taken=found.taken._replace(guessed=True))
    named = option("--encoding", next(iter(different.values()), WINDOWS))
    asked = advice("Save the list as UTF-8, or name its encoding: {}.", named)
    told = source._replace(hint=asked if source.names_encoding else "Save the list as UTF-8.")
    if not different:
        raise told.empty("is not UTF-8, and no other encoding gives readable names.")
    at = next(n for n in count() if len({odd[n : n + 1] for odd in different}) > 1)
    said = {odd[at]: called for odd, called in reversed(different.items()) if at < len(odd)}
    either = " or ".join(
        f'"{short(cell)}" ({called})' for (_, cell), called in reversed(said.items())
    )
    line = min(line for line, _ in said)
    raise told.wrong(line, f"depending on the encoding, this may be {either}")


_NONE = Columns({}, (), None)


def _of_text(
    text: str, called: str, source: Source, titles: Titles, needs: Needs
) -> tuple[Taken, list[Row]]:
    """Return the rows of a text, split by the separator that finds the most titles."""
    said = _SAID.match(text)
    body = text[said.end() :] if said else text

    def fits(separator: str) -> tuple[int, int]:
        first = beginning(body, separator, LOOKED_AT)
        at = _titles_at(first, titles, needs)
        known = 0 if at is None else len(columns(first[at][1], titles).places)
        return known, len(first[at or 0][1]) if first else 0

    separator = said[1] if said and said[1] in SEPARATORS else max(SEPARATORS, key=fits)
    taken = Taken(f"{called}, separated by {SEPARATORS[separator]}", _NONE)
    return taken, rows(body, separator, source, skipped=1 if said else 0)


def _of_workbook(
    data: bytes, source: Source, titles: Titles, needs: Needs
) -> tuple[Taken, list[Row]]:
    """Return the rows of a sheet with a header row; without one, of the first sheet.

    The sheet that was open comes before the others. A hidden sheet is read only if it is alone.
    """
    every = sheets(data, source)
    shown = [one for one in every if one.shown] or every
    if not shown:
        return Taken("a workbook", _NONE), []
    fit = [one for one in shown if _titles_at(one.rows, titles, needs) is not None]
    chosen = next((one for one in fit if one.is_open), (fit or shown)[0])
    others = [one.name for one in fit if one is not chosen]
    left_out = [f'sheet "{name}" of the workbook was not read.' for name in others]
    if chosen.hidden:
        lines = ", ".join(map(str, chosen.hidden[:_MOST_HIDDEN]))
        more = ", …" if len(chosen.hidden) > _MOST_HIDDEN else ""
        one, some = f"row {lines} is hidden, and was", f"rows {lines}{more} are hidden, and were"
        left_out.append(f"{some if len(chosen.hidden) > 1 else one} not read.")
    taken = Taken(f'sheet "{chosen.name}" of a workbook', _NONE, left_out=tuple(left_out))
    return taken, chosen.rows


_MOST_HIDDEN = 10
"""How many hidden rows are named."""


def _titles_at(rows: Sequence[Row], titles: Titles, needs: Needs) -> int | None:
    fit = (enough(columns(cells, titles), needs) for _, cells in rows[:LOOKED_AT])
    return next((at for at, fits in enumerate(fit) if fits), None)


def _quoted(header: Sequence[str]) -> str:
    """Return what is in place of the header row, shortened and made safe."""
    some = [title for title in header if title][:4]
    more = ", …" if len(header) > len(some) else ""
    return ", ".join(f'"{short(title, 20)}"' for title in some) + more
