"""The pages of a print: its parts one below the other, with a head and a foot on every page."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, Optional

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.names import letter
from roundbook.projections.reports.paper.document import (
    Column,
    Document,
    Heading,
    NewPage,
    Paragraph,
    Table,
)
from roundbook.projections.reports.paper.press import (
    GREY,
    SIZES,
    Press,
    Side,
    fitted,
    pressed,
    width,
    wrapped,
)
from roundbook.projections.reports.paper.typefaces import Typefaces

# A strip: a piece as wide as the page that is never split.

Draw = Callable[[Press, float, float], None]
"""Draws a strip with its upper left corner at these coordinates."""


class Strip(NamedTuple):
    """A strip: its height, and how it is drawn.

    A `glued` one stays with the next. `under` is the strip repeated above it at the top of a new
    page. `first` is its letter, for the top of the page. `title` begins a page with that title.
    """

    high: float
    draw: Draw
    glued: bool = False
    under: Optional["Strip"] = None
    first: str = ""
    title: str | None = None


# A table on paper: the widths of its columns, and its rows as strips of a page. Columns that never
# wrap get what they need; the rest is shared among those that do. Only if even that is too wide,
# the letters become smaller, half a point at a time.

GAP, NARROWEST, WRAPPED, SMALLEST = 10, 60, 90, 6
GRID_LEADING = 1.25


def rows_of(table: Table, type_: Typefaces, room: float) -> Iterator[Strip]:
    """Yield a table as strips: its titles, which are repeated on the next page, and its rows."""
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
    """Return the width of each column; those that wrap share what the others leave.

    A title has one line if there is room for it, or else is broken between its words.
    """
    free = room - GAP * (len(table.columns) - 1)
    least, natural, whole = [], [], []
    for index, column in enumerate(table.columns):
        words = [width(type_, word, size, bold=True) for word in column.title.split(" ")]
        cells = [width(type_, row[index], size, bold=column.bold) for row in table.rows]
        least.append(max(words))
        natural.append(max([*words, *cells]))
        whole.append(max(natural[-1], width(type_, column.title, size, bold=True)))
    wrapping = [index for index, column in enumerate(table.columns) if column.wraps]
    # What wraps can do with less, so that a title of figures is not broken for it.
    needed = [min(one, WRAPPED) if at in wrapping else one for at, one in enumerate(whole)]
    natural = whole if sum(needed) <= free else natural
    left = free - sum(each for index, each in enumerate(natural) if index not in wrapping)
    # The column that needs least comes first: what it leaves of its share goes to the next.
    for count, index in enumerate(sorted(wrapping, key=lambda index: natural[index])):
        share = max(left / (len(wrapping) - count), least[index], min(NARROWEST, natural[index]))
        natural[index] = min(natural[index], share)
        left -= natural[index]
    if wrapping and left > 0:
        for index in wrapping:
            natural[index] += left / len(wrapping)
    return natural


class Cell(NamedTuple):
    """One cell: its lines, its width, and their alignment."""

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


# The pages: the strips on each, with head and foot.

MARGIN, HEAD, FOOT = 36.0, 46.0, 12.0
LEADING = 1.3
_KEPT = "\N{NO-BREAK SPACE}"
"""A space at which no line is broken: in an exact text not even a space is left out."""


class Page(NamedTuple):
    """One page: its title, and its strips."""

    title: str
    strips: tuple[Strip, ...]

    @property
    def letters(self) -> str:
        """The first letters on this page, such as `A–D`; empty if that says nothing."""
        there = [strip.first for strip in self.strips if strip.first]
        if not there:
            return ""
        return there[0] if there[0] == there[-1] else f"{there[0]}–{there[-1]}"


def as_pdf(document: Document, *, paper: Paper, type_: Typefaces) -> bytes:
    """Return a print as PDF."""
    found = pages(document, paper=paper, type_=type_)

    def draw(press: Press) -> None:
        for number, page in enumerate(found, start=1):
            _page(press, page, document, document.page % {"number": number, "of": len(found)})
            press.turn()

    return pressed(draw, paper=paper, type_=type_, title=document.title, language=document.language)


def pages(document: Document, *, paper: Paper, type_: Typefaces) -> list[Page]:
    """Return the pages with their strips; a strip too high for any page gets one of its own."""
    across, high = SIZES[paper]
    room = across - 2 * MARGIN
    free = high - 2 * MARGIN - HEAD - FOOT * (len(_foot(document, type_, room)) + 0.5)
    found: list[Page] = []
    title, here, left = document.title, list[Strip](), free
    # A page begins only when a block does not fit; a block is a strip with those that must stay
    # with it, so that no heading is alone at the end of a page.
    for block in _blocks(_strips(document, type_, room)):
        opens = block[0].title
        needed = sum(strip.high for strip in block)
        above = block[0].under
        if opens is not None or (needed > left and here):
            if here:
                found.append(Page(title, tuple(here)))
            title, here, left = opens or title, [], free
            if above and opens is None:
                here.append(above)
                left -= above.high
        here += block
        left -= needed
    return [*found, Page(title, tuple(here))] if here or not found else found


def _blocks(strips: Iterator[Strip]) -> Iterator[list[Strip]]:
    """Yield the strips with those to which they are glued."""
    block: list[Strip] = []
    for strip in strips:
        if strip.title is not None and block:
            yield block
            block = []
        block.append(strip)
        if not strip.glued:
            yield block
            block = []
    if block:
        yield block


def _strips(document: Document, type_: Typefaces, room: float) -> Iterator[Strip]:
    """Yield the parts of a print as strips."""
    for framed, parts in groupby(document.parts, key=_is_framed):
        lines = [strip for part in parts for strip in _part(part, type_, room, framed=framed)]
        if not framed:
            yield from lines
            continue
        # Each strip draws its own part of the frame, so a frame may continue on the next page.
        yield Strip(high=7, draw=_nothing, glued=True)
        for number, strip in enumerate(lines):
            edges = (number == 0, number == len(lines) - 1)
            yield strip._replace(draw=partial(_framed, strip=strip, edges=edges, room=room))
        yield Strip(high=5, draw=_nothing)


def _is_framed(part: object) -> bool:
    return isinstance(part, Paragraph) and part.framed


def _part(
    part: Heading | Paragraph | Table | NewPage, type_: Typefaces, room: float, *, framed: bool
) -> Iterator[Strip]:
    match part:
        case Table():
            yield from rows_of(part, type_, room)
        case NewPage():
            yield Strip(high=0, draw=_nothing, glued=True, title=part.title)
        case Heading():
            lines = wrapped(type_, part.text, room, part.size, bold=True)
            for number, line in enumerate(lines):
                above = part.size * 0.7 if number == 0 else 0
                draw = partial(_line, text=line, size=part.size, above=above, bold=True)
                yield Strip(high=part.size * LEADING + above, draw=draw, glued=True)
        case Paragraph():
            inner = room - 16 if framed else room
            written = part.text.replace(" ", _KEPT) if part.exact else part.text
            for text in written.split("\n"):
                lines = wrapped(type_, text, inner, part.size)
                for number, line in enumerate(lines):
                    last = number == len(lines) - 1
                    below = part.size * 0.35 if last and not part.exact else 0
                    draw = partial(_line, text=line, size=part.size, above=0, bold=False)
                    yield Strip(high=part.size * LEADING + below, draw=draw)


def _nothing(press: Press, x: float, y: float) -> None:
    del press, x, y


def _line(
    press: Press, x: float, y: float, *, text: str, size: float, above: float, bold: bool
) -> None:
    press.text((x, y + above + size), text, size, bold=bold)


def _framed(
    press: Press, x: float, y: float, *, strip: Strip, edges: tuple[bool, bool], room: float
) -> None:
    """Draw a strip with its part of a frame around it."""
    strip.draw(press, x + 8, y)
    top, end = y - 3, y + strip.high + 1
    for side in (x, x + room):
        press.line(side, top, side, end, thick=1.2)
    for at, wanted in zip((top, end), edges, strict=True):
        if wanted:
            press.line(x, at, x + room, at, thick=1.2)


def _foot(document: Document, type_: Typefaces, room: float) -> list[str]:
    """Return the lines at the end of every page; the last one leaves room for the page number."""
    return [line for text in document.foot for line in wrapped(type_, text, room - 70, 9)]


def _page(press: Press, page: Page, document: Document, which: str) -> None:
    """Draw a page: its head, its strips, its foot."""
    right, letters = press.width - MARGIN, page.letters
    aside = 30 + 14 * len(letters) if letters else 0
    title = fitted(press.type, page.title, (right - MARGIN - aside, 24), most=18, bold=True)
    for number, line in enumerate(title.lines):
        press.text((MARGIN, MARGIN + 16 + number * title.size * 1.1), line, title.size, bold=True)
    if letters:
        press.text((right, MARGIN + 18), letters, 24, bold=True, side=Side.RIGHT)
    under = fitted(press.type, document.under, (right - MARGIN, 13), most=11)
    for number, line in enumerate(under.lines):
        press.text((MARGIN, MARGIN + 36 + number * under.size * 1.1), line, under.size)
    y = MARGIN + HEAD
    for strip in page.strips:
        strip.draw(press, MARGIN, y)
        y += strip.high
    foot: Sequence[str] = _foot(document, press.type, right - MARGIN)
    base = press.height - MARGIN
    for number, line in enumerate(reversed(foot)):
        press.text((MARGIN, base - number * FOOT), line, 9)
    press.text((right, base), which, 9, side=Side.RIGHT)
