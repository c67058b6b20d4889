"""A table on paper: how wide its columns are, and its rows as strips of a page."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from projections.reports.paper.document import Column, Table
from projections.reports.paper.letters import letter
from projections.reports.paper.press import GREY, Press, Side
from projections.reports.paper.setting import width, wrapped
from projections.reports.paper.strips import Strip
from projections.reports.paper.typefaces import Typefaces

GAP, NARROWEST, SMALLEST = 10, 60, 6
GRID_LEADING = 1.25


def rows_of(table: Table, type_: Typefaces, room: float) -> Iterator[Strip]:
    """Yield a table as strips: its titles, which stand again on the next page, and its rows."""
    size, widths = table.size, _widths(table, type_, room, table.size)
    while sum(widths) + GAP * (len(widths) - 1) > room + 0.01 and size > SMALLEST:
        size -= 0.5
        widths = _widths(table, type_, room, size)
    titles = [column.title for column in table.columns]
    head = _strip(table.columns, titles, widths, size, type_, heads=True)
    yield head
    for row in table.rows:
        first = letter(row[table.ranged]) if table.ranged is not None else ""
        strip = _strip(table.columns, row, widths, size, type_, heads=False)
        yield strip._replace(under=head, first=first)


def _widths(table: Table, type_: Typefaces, room: float, size: float) -> list[float]:
    """Return how wide each column is: what wraps shares what the others leave.

    A title has one line where there is room for that, or else is broken between its words.
    """
    free = room - GAP * (len(table.columns) - 1)
    least, natural, whole = [], [], []
    for index, column in enumerate(table.columns):
        words = [width(type_, word, size, bold=True) for word in column.title.split(" ")]
        cells = [width(type_, row[index], size, bold=column.bold) for row in table.rows]
        least.append(max(words))
        natural.append(max([*words, *cells]))
        whole.append(max(natural[-1], width(type_, column.title, size, bold=True)))
    natural = whole if sum(whole) <= free else natural
    wrapping = [index for index, column in enumerate(table.columns) if column.wraps]
    left = free - sum(each for index, each in enumerate(natural) if index not in wrapping)
    for count, index in enumerate(sorted(wrapping, key=lambda index: natural[index])):
        share = max(left / (len(wrapping) - count), least[index], min(NARROWEST, natural[index]))
        natural[index] = min(natural[index], share)
        left -= natural[index]
    if wrapping and left > 0:
        for index in wrapping:
            natural[index] += left / len(wrapping)
    return natural


class Cell(NamedTuple):
    """One cell: its lines, how wide it is, and how they stand in it."""

    lines: tuple[str, ...]
    wide: float
    side: Side
    bold: bool


def _strip(
    columns: Sequence[Column],
    row: Sequence[str],
    widths: Sequence[float],
    size: float,
    type_: Typefaces,
    *,
    heads: bool,
) -> Strip:
    """Return one row, as high as its longest cell needs."""
    cells = []
    for column, text, wide in zip(columns, row, widths, strict=True):
        bold, side = heads or column.bold, Side.RIGHT if column.right else Side.LEFT
        cells.append(Cell(wrapped(type_, text, wide + 0.01, size, bold=bold), wide, side, bold))
    deep = max(len(cell.lines) for cell in cells)
    high = deep * size * GRID_LEADING + size * 0.35
    return Strip(high=high, draw=partial(_draw, cells=cells, size=size, heads=heads), glued=heads)


def _draw(
    press: Press, x: float, y: float, *, cells: Sequence[Cell], size: float, heads: bool
) -> None:
    """Draw one row; y is its upper edge."""
    left, deep = x, max(len(cell.lines) for cell in cells)
    for cell in cells:
        for number, line in enumerate(cell.lines):
            at = left + cell.wide if cell.side is Side.RIGHT else left
            base = y + size * (1.05 + GRID_LEADING * number)
            press.text((at, base), line, size, bold=cell.bold, side=cell.side)
        left += cell.wide + GAP
    end = y + deep * size * GRID_LEADING + size * 0.25
    if heads:
        press.line(x, end, left - GAP, end, thick=1)
    else:
        press.line(x, end, left - GAP, end, thick=0.4, grey=GREY)
