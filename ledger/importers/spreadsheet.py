"""A list as people keep it in a spreadsheet: bytes in, a row of titles and numbered rows out."""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers import separated, workbook
from ledger.importers.encodings import WINDOWS, decoded
from ledger.importers.separated import SEPARATORS, Row
from ledger.importers.sources import Source
from ledger.importers.titles import Columns, Titles, columns, enough

LOOKED_AT = 10
"""The row of titles is one of the first so many that are not empty."""

Needs = Sequence[frozenset[str]]
"""The columns that there have to be: all of one of these."""


class Taken(NamedTuple):
    """How a list was read: its encoding or sheet, its separator, and what its columns are."""

    form: str
    columns: Columns
    guessed: bool = False

    @property
    def in_words(self) -> str:
        """How it was read, as one line."""
        return f"{self.form}{'; a guess, look at the accents' if self.guessed else ''}"


class Sheet(NamedTuple):
    """A list: how it was taken, the line of its titles, and its rows with their numbers."""

    taken: Taken
    line: int
    rows: list[Row]

    def said(self, cells: Sequence[str]) -> dict[str, str]:
        """Return what a row says, by what its columns hold."""
        places = self.taken.columns.places
        return {name: cells[place] for name, place in places.items() if place < len(cells)}


def read(data: bytes, source: Source, titles: Titles, needs: Needs, missing: str) -> Sheet:
    """Return a list of whichever form. Raises Unreadable, naming the line.

    `titles` are what columns may be called, `needs` which of them there have to be, `missing` what
    is said where they are not. Lines above the titles are passed over, and so are empty ones.
    """
    found = _of_workbook if workbook.is_workbook(data) else _of_text
    taken, rows = found(data, source, titles, needs)
    if not rows:
        raise source.empty("is empty.")
    at = _titles_at(rows, titles, needs)
    line, header = rows[at or 0]
    if at is None:
        raise source.wrong(line, f"{missing}; it says {_quoted(header)}")
    held = columns(header, titles)
    if held.twice:
        raise source.wrong(line, f'two columns hold the same: the second is "{held.twice}"')
    return Sheet(taken._replace(columns=held), line, rows[at + 1 :])


_NONE = Columns({}, (), None)


def _of_text(data: bytes, source: Source, titles: Titles, needs: Needs) -> tuple[Taken, list[Row]]:
    """Return the rows of a text, apart by what makes most of its titles."""
    text, encoding = decoded(data, source)
    body = separated.body(text)

    def fits(separator: str) -> tuple[int, int]:
        first = separated.beginning(body, separator, LOOKED_AT)
        at = _titles_at(first, titles, needs)
        known = 0 if at is None else len(columns(first[at][1], titles).places)
        return known, len(first[at or 0][1]) if first else 0

    said = body.separator
    separator = said if said in SEPARATORS else max(SEPARATORS, key=fits)
    form = f"{encoding}, apart by {SEPARATORS[separator]}"
    return Taken(form, _NONE, guessed=encoding == WINDOWS), separated.rows(body, separator, source)


def _of_workbook(
    data: bytes, source: Source, titles: Titles, needs: Needs
) -> tuple[Taken, list[Row]]:
    """Return the rows of the first sheet that has the titles, or of the first."""
    every = workbook.sheets(data, source)
    if not every:
        return Taken("a workbook", _NONE), []
    fit = (one for one in every if _titles_at(one.rows, titles, needs) is not None)
    chosen = next(fit, every[0])
    return Taken(f'sheet "{chosen.name}" of a workbook', _NONE), chosen.rows


def _titles_at(rows: Sequence[Row], titles: Titles, needs: Needs) -> int | None:
    """Return which row holds the titles, or None."""
    for at, (_, cells) in enumerate(rows[:LOOKED_AT]):
        if enough(columns(cells, titles), needs):
            return at
    return None


def _quoted(header: Sequence[str]) -> str:
    """Return what stands where the titles should be, shortly and safely."""
    some = [title for title in header if title][:4]
    more = ", …" if len(header) > len(some) else ""
    return ", ".join(ascii(title[:20])[1:-1].join('""') for title in some) + more
