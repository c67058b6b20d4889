"""A list as people keep it in a spreadsheet: CSV bytes in, numbered lines of cells out."""

import csv
import io
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ledger.errors import Unreadable

MAX_BYTES = 5_000_000
"""The longest list, in bytes."""


class Source(NamedTuple):
    """Where a list comes from, what it is a list of, and what to do where it is wrong."""

    where: str
    what: str
    hint: str

    def wrong(self, line: int, said: str) -> Unreadable:
        """Return that a line is wrong, and how."""
        where = f"line {line}"
        return Unreadable(f"{self.where}, {where}: {said}.", where=where, hint=self.hint)

    def empty(self, said: str) -> Unreadable:
        """Return that the whole list is of no use, and why."""
        return Unreadable(f"{self.where} {said}", where=self.where, hint=self.hint)


def cells(data: bytes, source: Source) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, with their numbers: the first holds the titles.

    Cells are apart by comma, semicolon or tab. Raises Unreadable, naming the line.
    """
    text = _text(data, source)
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            stripped = [cell.strip() for cell in row]
            if any(stripped):
                found.append((reader.line_num, stripped))
    except csv.Error as error:
        raise source.wrong(reader.line_num, str(error).rstrip(".")) from error
    if not found:
        raise source.empty("is empty.")
    return found


def columns(
    header: Sequence[str], titles: Mapping[str, AbstractSet[str]], source: Source
) -> dict[str, int]:
    """Return where each thing stands in a line, by what its column may be called."""
    found: dict[str, int] = {}
    for place, title in enumerate(header):
        words = " ".join(title.lower().replace("_", " ").split())
        for name, known in titles.items():
            if words in known:
                if name in found:
                    raise source.wrong(1, f'two columns hold the same: the second is "{words}"')
                found[name] = place
    return found


def _text(data: bytes, source: Source) -> str:
    if len(data) > MAX_BYTES:
        raise source.empty(
            f"has {len(data):,} bytes; a list of {source.what} has at most {MAX_BYTES:,}."
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise source.wrong(line, "it is not UTF-8 text; save the list as UTF-8") from error
