"""Lists that are not tables: JSON, pages, forms sent by mail and lines of a chat, as rows."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

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
        """Keep the open cell; one that spans rows stands again in those below."""
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


# Lines without titles, as people write and paste them: a name, and perhaps an ID and a division.


class _Piece(NamedTuple):
    """What a line says of one player."""

    line: int
    names: tuple[str, ...]
    id: str
    day: str
    division: str


class Loose(NamedTuple):
    """Players from lines without titles, and sentences on how they were read."""

    rows: list[Row]
    left_out: tuple[str, ...]


TITLES = ("name", "id", "date of birth", "division")
_MARKS = re.compile('[\u2705\u2714\u2611\ufe0f\u20e3\u2022\u25cf\u25aa\u00b7*>_`"“”]+|[✓✗]')
_COUNT = re.compile(r"\s*[(\[]?(\d{1,3})\s*(?:[.):\]]|-(?=\s)|–(?=\s))\s*")
_KEYCAP = re.compile("^\\s*(\\d{1,2})[\ufe0f\u20e3]+\\s*")
_BULLET = re.compile(r"\s*[-–—+•]\s+")
_ID = re.compile(r"#?\d{4,10}")
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_YEAR = re.compile(r"(19|20)\d\d")
_MAIL = re.compile(r"<?[^\s<>,;]+@[^\s<>,;]+>?")
_CALLED = re.compile(r"\b(?:player )?(?:id|pop|nr|no|num)\b[.:#]?", re.IGNORECASE)
_CUT = re.compile(r"\s*[,;\t|()\[\]]\s*|\s+[-–—:]\s+")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’.-])*")
_PICTURES = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff]")


def loose(  # noqa: C901 - one kind of line after the other.
    text: str, division_of: Callable[[str], bool], is_out: Callable[[str], bool]
) -> Loose | None:
    """Return the players of a text without titles; None if a line may be anything else.

    A line above others may give their division, or say that they are on a waiting list.
    """
    found: list[_Piece] = []
    left, unknown = list[str](), 0
    division, outside, counts = "", "", list[int]()
    for number, raw in _pieces(text):
        line = _MARKS.sub(" ", raw).strip()
        if not re.search(r"[^\W_]", line):
            outside = outside if line or raw.strip() else ""
            continue
        counted, line = _counted(raw, line)
        counts += counted
        heading = line.rstrip(": ").strip()
        if not re.search(r"[^\W\d_]", line):
            if _ID.fullmatch(line) and found and not found[-1].id and not counted:
                found[-1] = found[-1]._replace(id=line)
            elif line:
                return None
            continue
        if division_of(heading):
            division, outside = heading, ""
            continue
        if is_out(heading) and not _ID.search(line):
            outside = heading
            continue
        one = _read(number, line, division_of)
        if one is None or (not found and line.endswith(":")):
            if found and not _PICTURES.search(raw):
                return None
            unknown += 1
            left.append(f'line {number} ("{line[:40]}") is not a player, and was not read.')
        elif outside:
            who = " ".join(one.names)
            left.append(f'line {number}, {who}: below "{outside[:40]}", and was not read.')
        else:
            found.append(one._replace(division=one.division or division))
    steps = [b - a for a, b in pairwise(counts)]
    in_order = all(step == 1 or b == 1 for step, b in zip(steps, counts[1:], strict=True)) or (
        all(step > 0 for step in steps)
    )
    if len(found) < 2 or unknown > len(found) or not in_order:
        return None
    return _as_rows(found, left)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers; a single line is cut where a player ends."""
    lines = text.strip("\ufeff").splitlines()
    filled = [line for line in lines if line.strip()]
    if len(filled) == 1:
        cut = r";" if ";" in filled[0] else r",|\b(?:and|und|et|y|e|en|i)\b(?=[^()]*\()|(?<=:)\s"
        for part in re.split(cut, filled[0]):
            yield 1, part.strip().rstrip(".")
        return
    yield from enumerate(lines, 1)


def _counted(raw: str, line: str) -> tuple[list[int], str]:
    """Return the number with which a line begins, if it counts the players, and the rest."""
    if found := _KEYCAP.match(raw):
        return [int(found[1])], _MARKS.sub(" ", raw[found.end() :]).strip()
    if found := _COUNT.match(line):
        return [int(found[1])], line[found.end() :]
    bullet = _BULLET.match(line)
    return [], line[bullet.end() :] if bullet else line


def _read(number: int, line: str, division_of: Callable[[str], bool]) -> _Piece | None:
    """Return what a line says, if it is a name with an ID, a date and a division at most."""
    line = _CALLED.sub(" ", _MAIL.sub(" ", line))
    names, ids, days, divisions = list[str](), list[str](), list[str](), list[str]()
    for part in filter(None, (one.strip(" .") for one in _CUT.split(line))):
        words = part.split()
        if _DATE.fullmatch(part):
            days.append(part)
        elif _ID.fullmatch(part):
            ids.append(part)
        elif division_of(part):
            divisions.append(part)
        elif len(words) > 1 and _ID.fullmatch(words[-1]):
            names.append(" ".join(words[:-1]))
            ids.append(words[-1])
        elif len(words) > 1 and _ID.fullmatch(words[0]):
            names.append(" ".join(words[1:]))
            ids.append(words[0])
        else:
            names.append(part)
    if max(len(ids), len(days), len(divisions)) > 1 or not 1 <= len(names) <= 2:
        return None
    if not all(map(_is_name, names)) or (len(names) == 1 and " " not in names[0]):
        return None
    return _Piece(number, tuple(names), "".join(ids).lstrip("#"), "".join(days), "".join(divisions))


def _is_name(text: str) -> bool:
    """Tell whether a text may be a person's name, and not a sentence or the name of a card."""
    words = text.split()
    if not 1 <= len(words) <= 5 or not all(map(_WORD.fullmatch, words)):
        return False
    return all(one[0].isupper() or not one[0].islower() for one in (words[0], words[-1]))


def _as_rows(found: Sequence[_Piece], left: Iterable[str]) -> Loose | None:
    """Return the players as rows below titles; None if some lines have two names, others one."""
    kinds = {len(one.names) for one in found}
    if len(kinds) > 1:
        return None
    two = kinds == {2}
    titles = ["first name", "last name", *TITLES[1:]] if two else [*TITLES]
    rows = [(one.line, [*one.names, one.id, one.day, one.division]) for one in found]
    used = [any(cells[at] for _, cells in rows) for at in range(len(titles))]
    kept = [at for at, is_used in enumerate(used) if is_used]
    rows = [(line, [cells[at] for at in kept]) for line, cells in rows]
    first = found[0]
    asked = (
        f"line {first.line}: there are no titles; is {first.names[0]} the first name, and "
        f"{first.names[-1]} the last name?"
    )
    said = [asked] if two else []
    return Loose([(first.line, [titles[at] for at in kept]), *rows], (*said, *left))
