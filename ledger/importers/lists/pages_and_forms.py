"""Lists that are not tables: JSON, pages and forms sent by mail, as rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import pairwise

import msgspec

Row = tuple[int, list[str]]
"""The number of the line on which a row begins, and its cells."""

MOST_ROWS, MOST_SPAN = 25_000, 1_000


_HTML = re.compile(r"<(!doctype html|html|meta|table|body|head)\b", re.IGNORECASE)


def tables(text: str) -> Iterator[list[Row]]:
    """Yield the tables that a text may contain, if it is JSON, HTML, a form or a printed report."""
    begin = text.lstrip("\ufeff \t\r\n")[:2_000]
    if begin[:1] in {"{", "["}:
        yield from _of_json(text)
    elif _HTML.match(begin):
        page = _Page()
        page.feed(text)
        page.close()
        yield from page.tables
    else:
        lines = text.splitlines()
        yield from filter(None, (_of_columns(lines), _of_form(lines)))


# JSON: one list of records, or one record on each line.


def _of_json(text: str) -> Iterator[list[Row]]:
    """Yield each list of records in a JSON text; a title is the last part of the way to a value."""
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        try:
            found = [msgspec.json.decode(line) for line in text.splitlines() if line.strip()]
        except msgspec.DecodeError:
            return
    for records in _lists(found):
        flat = [dict(_flat(one)) for one in records[:MOST_ROWS]]
        titles = list(dict.fromkeys(key for one in flat for key in one))
        rows = [(at, [one.get(key, "") for key in titles]) for at, one in enumerate(flat, 1)]
        yield [(1, titles), *rows]


def _lists(value: object) -> Iterator[list[dict[str, object]]]:
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _lists(one)


def _flat(record: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value)
        elif value is None or isinstance(value, str | int | float):
            yield "name" if key == "n" else key, "" if value is None else str(value)


# HTML: every table of a page that was saved, or that a shop calls a workbook.


class _Page(HTMLParser):
    """Collects the tables of a page, also where cells and rows are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[Row]] = []
        self._cell: list[str] | None = None
        self._spans: dict[int, tuple[int, str]] = {}
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end()
            self.tables.append([])
            self._spans = {}
        elif tag == "tr" and self.tables:
            self._end()
            self._fill()
            self.tables[-1].append((self.getpos()[0], []))
        elif tag in {"td", "th"} and self.tables and self.tables[-1]:
            self._end()
            said = dict(attrs).get("rowspan") or "1"
            self._span = min(int(said), MOST_SPAN) if said.isdecimal() else 1
            self._cell = []
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "tr", "table"}:
            self._end()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)

    def close(self) -> None:
        super().close()
        self._end()

    def _end(self) -> None:
        """Keep the open cell; one that spans rows is repeated in those below."""
        if self._cell is None:
            return
        text, self._cell = " ".join("".join(self._cell).split()), None
        self._fill()
        cells = self.tables[-1][-1][1]
        if self._span > 1:
            self._spans[len(cells)] = (self._span - 1, text)
        cells.append(text)

    def _fill(self) -> None:
        """Write the cells that span into the open row, up to its next free place."""
        cells = self.tables[-1][-1][1] if self.tables[-1] else []
        while (left := self._spans.get(len(cells))) and left[0]:
            self._spans[len(cells)] = (left[0] - 1, left[1])
            cells.append(left[1])


# Reports of fixed width, and forms with a title on each line.


def _of_columns(lines: Sequence[str]) -> list[Row]:
    """Return a report whose columns are underlined; empty if it is not one."""
    for at, (title, line) in enumerate(pairwise(lines[:30]), 2):
        if not re.fullmatch(r"\s*-{2,}(\s+-{2,})+\s*", line):
            continue
        places = [(found.start(), found.end()) for found in re.finditer("-+", line)]
        cuts = [(a, b) for (a, _), (b, _) in pairwise([*places, (10_000, 0)])]
        below = [(number, text) for number, text in enumerate(lines[at:], at + 1) if text.strip()]
        return [
            (number, _cells(text, [0, *(b for _, b in cuts[:-1])]))
            for number, text in [(at - 1, title), *below]
        ]
    return []


def _cells(text: str, begins: Sequence[int]) -> list[str]:
    """Return a line of a report cell by cell; one that runs over the columns is a single cell."""
    if any(text[at - 1 : at].strip() for at in begins if at):
        return [" ".join(text.split())]
    ends = [*begins[1:], len(text)]
    return [" ".join(text[a:b].split()) for a, b in zip(begins, ends, strict=True)]


_ENTRY = re.compile(r"\s*([^\W\d][^:]{0,40}?)\s*[:=]\s*(.*?)\s*")


def _of_form(lines: Sequence[str]) -> list[Row]:
    """Return forms with a title and a colon on each line, one below the other; empty if none."""
    records: list[tuple[int, dict[str, str]]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip(" \t-=_*"):
            continue
        found = _ENTRY.fullmatch(line)
        if found is None:
            return []
        key, value = found.groups()
        if not records or key in records[-1][1]:
            records.append((number, {}))
        records[-1][1][key] = value
    titles = list(dict.fromkeys(key for _, one in records for key in one))
    if len(titles) < 2:
        return []
    return [(1, titles), *((at, [one.get(key, "") for key in titles]) for at, one in records)]
