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
from html import unescape
from itertools import count, islice, pairwise
from typing import Any, NamedTuple

from roundbook.ledger.errors import Unreadable, advice, option
from roundbook.ledger.importers.lists.chat_lines import Loose
from roundbook.ledger.importers.lists.columns import (
    HALF_QUOTED,
    MAX_BYTES,
    Columns,
    Source,
    Titles,
    columns,
    enough,
)
from roundbook.ledger.importers.lists.pages_and_forms import tables
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
    "KOI8-R": "koi8-r",
    "Windows-1255": "cp1255",
    "Windows-874": "cp874",
    "CP850": "cp850",
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
_APOSTROPHES = "’‘´・ー々\N{IDEOGRAPHIC SPACE}"  # noqa: RUF001 - as people type them.


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
            if called in {*_WESTERN, "CP850"} or (name in likely and not _MARKED.search(text)):
                texts[called] = text
    return texts


def _sixteen(data: bytes) -> str | None:
    """Return the codec of UTF-16; None if the text has a different encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    begin = data[:64]
    if len(begin) >= 4 and len(begin) % 2 == 0:
        if not any(begin[1::2]) and all(begin[0::2]):
            return "utf-16-le"
        if not any(begin[0::2]) and all(begin[1::2]):
            return "utf-16-be"
        # Letters of one alphabet have the same first byte, and what separates them has none.
        few = [set(begin[at::2]) for at in (0, 1)]
        for codec, (high, low) in (("utf-16-le", few[::-1]), ("utf-16-be", few)):
            if len(high) == 2 and 0 in high and len(low) > 4:
                return codec
    return None


_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([A-Za-z0-9_-]{2,40})", re.IGNORECASE)


def _of_page(data: bytes) -> str | None:
    """Return the encoding that a page names; None if it is not one, or its name is unknown."""
    found = _CHARSET.search(data[:4_000])
    return encoding_called(found[1].decode("ascii")) if found else None


_ENTITY = re.compile(r"&(?:#x?[0-9a-fA-F]{2,6}|[A-Za-z]{2,8});")


def _without_entities(text: str) -> str:
    """Return a text with its entities as letters, so that their semicolons separate nothing."""

    def letter(found: re.Match[str]) -> str:
        said = unescape(found[0])
        return said if len(said) == 1 and (said.isalpha() or said in "'’\u00a0") else found[0]

    return _ENTITY.sub(letter, text)


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
_TO_TIDY = re.compile(r"[\t\r\n]|  ")

MOST_LINES, MOST_CELLS = 50_000, 1_000
"""The most lines of a list, and cells of a line: fifteen rounds of 5,000 players take 37,500."""


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
            if len(kept) > MOST_LINES:
                raise source.empty(
                    f"has more than {MOST_LINES:,} lines, the most that can be read."
                )
    except csv.Error as error:
        said = str(error).rstrip(".")
        if "expected after" in said or "end of data" in said:
            said = HALF_QUOTED
        raise source.wrong(kept[-1][0] + 1 if kept else 1 + skipped, said) from None
    return kept


def tidy(cell: str) -> str:
    """Return a cell without extra spaces; a line break counts as a space."""
    return (_SPACES.sub(" ", cell) if _TO_TIDY.search(cell) else cell).strip()


def _rows(text: str, separator: str, *, strict: bool) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)
    begins = 1
    for row in reader:
        if strict and len(row) > MOST_CELLS:
            raise csv.Error(f"it has {len(row):,} cells; at most {MOST_CELLS:,} can be read")
        cells = [tidy(cell) for cell in row[:MOST_CELLS]]
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

    Rows that were hidden, perhaps by a filter, or struck through, are apart: `hidden` and `struck`
    are their numbers. `shown` is
    whether the sheet itself can be seen, `is_open` whether it was on the screen when the workbook
    was saved.
    """

    name: str
    rows: list[Row]
    hidden: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    shown: bool = True
    is_open: bool = False


def sheets(data: bytes, source: Source) -> list[WorkbookSheet]:
    """Return every sheet that is not empty. Raises Unreadable with a sentence."""
    if data.startswith(OLD):
        raise source.empty(
            "is in an old format, or protected by a password; save it as .xlsx without a password, "
            "or as CSV."
        )
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
        hidden, struck = _hidden_rows(one, data), set[int]()
        for number, cells in _rows_workbook(one, struck):
            left -= len(cells) or 1
            if left < 0:
                raise source.empty(
                    f"has more than {MAX_CELLS:,} cells; save only the list, in a new file."
                )
            if cells:
                kept.append((number, cells))
        yield WorkbookSheet(
            name=str(one.title),
            rows=[row for row in kept if row[0] not in hidden | struck],
            hidden=tuple(number for number, _ in kept if number in hidden),
            struck=tuple(sorted(struck - hidden)),
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


def _rows_workbook(sheet: Any, struck: set[int]) -> Iterator[Row]:
    """Yield the rows with their numbers, without the empty cells at their ends.

    Rows that are struck through from end to end are noted in `struck`.
    """
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS)
    for number, row in enumerate(rows, start=1):
        cells = [_cell(cell) for cell in row]
        filled = [cell for cell in row if cell.value is not None]
        if filled and all(cell.has_style and cell.font.strike for cell in filled):
            struck.add(number)
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
            "is damaged or protected: it begins like a workbook, but cannot be unpacked; copy it "
            "again, or save it as CSV."
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


WITHOUT_TITLES = "lines without a header row"
"""How a list was read that has no titles."""


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
        check = "detected automatically, so check the accents in the list of players"
        return f"{self.form}; {check}" if self.guessed else self.form


class ColumnSheet(NamedTuple):
    """A list: how it was read, the line of the header row, and its rows with their numbers."""

    taken: Taken
    line: int
    rows: list[Row]

    def said(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row by their content."""
        places = self.taken.columns.places
        return {name: cells[place] for name, place in places.items() if place < len(cells)}


class Kin(NamedTuple):
    """What a reader knows of the lists of one kind.

    `titles` are the possible titles of columns, `needs` the required ones, `missing` the message if
    they are not there. `at_home` returns the encodings that are usual in the language of a header
    row, and `letters` the letters with marks. `loosely` reads a text without a header row.
    `is_part` tells whether the name of a sheet, or the text above one of several tables, says
    what its rows have in common.
    """

    titles: Titles
    needs: Needs
    missing: str
    at_home: AtHome = lambda _: ()
    letters: Callable[[Sequence[str]], str] = lambda _: ""
    loosely: Callable[[str], Loose | None] = lambda _: None
    is_part: Callable[[str], bool] = lambda _: False


def read(data: bytes, source: Source, kin: Kin, encoding: str | None = None) -> ColumnSheet:
    """Return a list in any form. Raises Unreadable, naming the line.

    Lines above the header row are skipped, and so are empty ones. If a text reads differently in
    different encodings, `encoding` has to say which one it is, or the language of the header row.
    """
    if len(data) > MAX_BYTES:
        most = f"a list of {source.what} can have at most {MAX_BYTES:,}."
        raise source.empty(f"has {len(data):,} bytes; {most}")
    if data.startswith((ZIP, OLD)):
        return _with_columns(*_of_workbook(data, source, kin), source, kin)
    encoding = encoding or _of_page(data)
    readings: dict[str, ColumnSheet] = {}
    failures: list[Unreadable] = []
    texts = decoded(data, source, encoding)
    for called, text in texts.items():
        try:
            readings[called] = _with_columns(*_of_text(text, called, source, kin), source, kin)
        except Unreadable as failure:
            failures.append(failure)
    is_known = encoding or not texts.keys() - {UTF_8, UTF_16}
    if not is_known and (sure := _by_titles(data, source, kin)):
        return sure
    for called, text in texts.items():
        if found := _loosely(text, readings.get(called), failures, kin):
            form = f"{called}, {WITHOUT_TITLES}"
            taken = Taken(form, _NONE, left_out=found.left_out)
            readings[called] = _with_columns(taken, found.rows, source, kin)
    if not readings:
        raise failures[0]
    return readings[called] if is_known else _not_in_doubt(readings, source, kin)


def _loosely(
    text: str, tried: ColumnSheet | None, failures: Sequence[Unreadable], kin: Kin
) -> Loose | None:
    """Return the lines of a text without a header row; None if it has one, or is something else.

    Its first line may seem to be one if it has only one cell.
    """
    if tried is not None and len(tried.taken.columns.titles) > 1:
        return None
    if tried is None and len(text.splitlines()) > 1 and kin.missing not in failures[0].message:
        return None
    return kin.loosely(text)


def _with_columns(taken: Taken, rows: list[Row], source: Source, kin: Kin) -> ColumnSheet:
    """Return a list whose columns are known by their titles. Raises Unreadable."""
    if not rows:
        raise source.empty("is empty.")
    at = _titles_at(rows, kin)
    if (turned := _turned(rows)) and _says_more(
        turned[0][1], [] if at is None else rows[at][1], kin
    ):
        at, rows = 0, turned
    line, header = rows[at or 0]
    if at is None:
        raise source.wrong(line, f"{kin.missing}; it says {_quoted(header)}")
    held = columns(header, kin.titles)
    if held.twice and (apart := _side_by_side(rows, at, kin)):
        rows, at, header = apart, 0, apart[0][1]
        held = columns(header, kin.titles)
    if held.twice:
        raise source.wrong(
            line, f'two columns contain the same information: the second is "{held.twice}"'
        )
    return ColumnSheet(taken._replace(columns=held), line, rows[at + 1 :])


def _by_titles(data: bytes, source: Source, kin: Kin) -> ColumnSheet | None:
    """Return the reading in the only encoding in which titles with letters of their own are known.

    Nobody writes such titles by chance; None if several encodings have them, or none.
    """
    sure = dict[tuple[str, ...], ColumnSheet]()
    for called, codec in [*ENCODINGS.items()][2:]:
        with suppress(UnicodeDecodeError, Unreadable):
            text = data.decode(codec)
            found = _with_columns(*_of_text(text, called, source, kin), source, kin)
            header = found.taken.columns.titles
            own = [header[at] for at in found.taken.columns.places.values()]
            read = tuple(cell for _, cells in found.rows for cell in found.said(cells).values())
            if sum(not title.isascii() for title in own) > 1 and all(map(may_be_typed, read)):
                sure.setdefault(read, found)
    if len(sure) != 1:
        return None
    (only,) = sure.values()
    return only._replace(taken=only.taken._replace(guessed=True))


def _turned(rows: Sequence[Row]) -> list[Row]:
    """Return rows and columns exchanged, for a list whose titles are below each other."""
    width = max(len(cells) for _, cells in rows)
    if len(rows) > LOOKED_AT or width < 2:
        return []
    return [
        (at, [cells[at - 1] if at <= len(cells) else "" for _, cells in rows])
        for at in range(1, width + 1)
    ]


def _side_by_side(rows: Sequence[Row], at: int, kin: Kin) -> list[Row]:
    """Return tables that stand side by side as one; empty if these are not such tables.

    Empty columns are between them. The text above each one may be about all of its rows.
    """
    line, header = rows[at]
    begins = [n for n, one in enumerate(header) if one and (n == 0 or not header[n - 1])]
    blocks = [slice(a, b) for a, b in pairwise([*begins, len(header)])]
    heads = [tuple(filter(None, header[block])) for block in blocks]
    if (
        len(blocks) < 2
        or len(set(heads)) > 1
        or not enough(columns(heads[0], kin.titles), kin.needs)
    ):
        return []
    above = rows[at - 1][1] if at else []
    parts = ["".join(above[block]) for block in blocks]
    named = all(map(kin.is_part, parts))
    found: list[Row] = [(line, [*heads[0], *(["division"] if named else [])])]
    for block, part in zip(blocks, parts, strict=True):
        for number, cells in rows[at + 1 :]:
            own = (cells[block] + [""] * len(heads[0]))[: len(heads[0])]
            if any(own):
                found.append((number, [*own, *([part] if named else [])]))
    return found


class EncodingUnclearError(Unreadable):
    """A list gives names in several encodings: `readings` has one of them, by encoding."""

    def __init__(self, wrong: Unreadable, readings: Mapping[str, str]) -> None:
        """Keep what may be meant, for a caller that can ask."""
        super().__init__(wrong.message, where=wrong.where, hint=wrong.hint)
        self.readings = readings


def _not_in_doubt(readings: Mapping[str, ColumnSheet], source: Source, kin: Kin) -> ColumnSheet:
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
        if called in kin.at_home(readings[called].taken.columns.titles)
    }
    if len(usual) > 1:
        usual = {
            odd: called
            for odd, called in usual.items()
            if {one for _, cell in odd for one in cell.casefold() if not one.isascii()}
            <= {*kin.letters(readings[called].taken.columns.titles)}
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
    apart = {odd[at]: called for odd, called in reversed(different.items()) if at < len(odd)}
    may_be = {called: short(cell) for (_, cell), called in reversed(apart.items())}
    either = " or ".join(f'"{cell}" ({called})' for called, cell in may_be.items())
    line = min(line for line, _ in apart)
    wrong = told.wrong(line, f"depending on the encoding, this may be {either}")
    raise EncodingUnclearError(wrong, may_be)


_NONE = Columns({}, (), None)


def _of_text(text: str, called: str, source: Source, kin: Kin) -> tuple[Taken, list[Row]]:
    """Return the rows of a text, split by the separator that finds the most titles."""
    fit = [table for table in tables(text) if _titles_at(table, kin) is not None]
    if fit:
        return Taken(f"{called}, a list with its own header row", _NONE), max(fit, key=len)
    text = _without_entities(text)
    said = _SAID.match(text)
    body = text[said.end() :] if said else text

    def fits(separator: str) -> tuple[int, int]:
        first = beginning(body, separator, LOOKED_AT)
        at = _titles_at(first, kin)
        known = 0 if at is None else len(columns(first[at][1], kin.titles).places)
        return known, len(first[at or 0][1]) if first else 0

    separator = said[1] if said and said[1] in SEPARATORS else max(SEPARATORS, key=fits)
    taken = Taken(f"{called}, separated by {SEPARATORS[separator]}", _NONE)
    return taken, rows(body, separator, source, skipped=1 if said else 0)


def _of_workbook(data: bytes, source: Source, kin: Kin) -> tuple[Taken, list[Row]]:
    """Return the rows of a sheet with a header row; without one, of the first sheet.

    The sheet that was open comes before the others. A hidden sheet is read only if it is alone.
    """
    every = sheets(data, source)
    shown = [one for one in every if one.shown] or every
    if not shown:
        return Taken("a workbook", _NONE), []
    fit = [one for one in shown if _titles_at(one.rows, kin) is not None]
    if len(fit) > 1 and all(kin.is_part(one.name) for one in fit):
        return Taken(f"{len(fit)} sheets of a workbook", _NONE), _one_below_the_other(fit)
    chosen = next((one for one in fit if one.is_open), (fit or shown)[0])
    others = [one.name for one in fit if one is not chosen]
    left_out = [
        f'sheet "{name}" of the workbook also has a list, which was not read; is it the right one?'
        for name in others
    ]
    for numbers, how in ((chosen.hidden, "hidden"), (chosen.struck, "struck through")):
        if numbers:
            lines = ", ".join(map(str, numbers[:_MOST_HIDDEN]))
            more = ", …" if len(numbers) > _MOST_HIDDEN else ""
            one, some = (
                f"row {lines} is {how}, so it was",
                f"rows {lines}{more} are {how}, so they were",
            )
            left_out.append(f"{some if len(numbers) > 1 else one} not read.")
    taken = Taken(f'sheet "{chosen.name}" of a workbook', _NONE, left_out=tuple(left_out))
    return taken, chosen.rows


def _one_below_the_other(parts: Sequence[WorkbookSheet]) -> list[Row]:
    """Return the rows of sheets that are named after divisions, below the titles of the first."""
    (line, header), *_ = parts[0].rows
    rows = [
        (number, [*cells, *[""] * (len(header) - len(cells)), one.name])
        for one in parts
        for number, cells in one.rows
        if cells != header
    ]
    return [(line, [*header, "division"]), *((at, cells) for at, (_, cells) in enumerate(rows, 2))]


_MOST_HIDDEN = 10
"""How many hidden rows are named."""


def _titles_at(rows: Sequence[Row], kin: Kin) -> int | None:
    """Return where the header row is; the second of two, if it says more than the first."""
    looked = [cells for _, cells in rows[: LOOKED_AT + 1]]
    known = (columns(cells, kin.titles) for cells in looked[:LOOKED_AT])
    at = next((at for at, one in enumerate(known) if enough(one, kin.needs)), None)
    if at is None or at + 1 >= len(looked):
        return at
    return at + 1 if _says_more(looked[at + 1], looked[at], kin) else at


def _says_more(header: Sequence[str], other: Sequence[str], kin: Kin) -> bool:
    """Return whether cells are titles of a list, and of more columns than other cells are."""
    found = columns(header, kin.titles)
    return enough(found, kin.needs) and len(found.places) > len(columns(other, kin.titles).places)


def _quoted(header: Sequence[str]) -> str:
    """Return what is in place of the header row, shortened and made safe."""
    some = [title for title in header if title][:4]
    more = ", …" if len(header) > len(some) else ""
    return ", ".join(f'"{short(title, 20)}"' for title in some) + more
