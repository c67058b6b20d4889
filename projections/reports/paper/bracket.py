"""A bracket printed as a tree: players on the left, and the winner on the right (TOP §3.2)."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.languages import SOURCE, translations
from roundbook.projections.reports.paper.press import Press, Side, fitted, pressed
from roundbook.projections.reports.paper.typefaces import Typefaces

MARGIN, HEAD = 32.0, 44.0
FIRST = 1.4
"""How much wider the first column is, as names there have the least height."""
DEPTH = 5
"""How many rounds fit on one page: 32 positions. A larger bracket takes several pages."""


class Branch(Struct, frozen=True, kw_only=True):
    """One page: its title, and the labels of each column, twice as many as in the next one.

    A label is a name, and the games or the match that belong to it.
    """

    title: str
    columns: tuple[tuple[tuple[str, str], ...], ...]
    notes: tuple[str, ...] = ()


def branch_texts(branches: Sequence[Branch]) -> Iterator[str]:
    """Yield every text of a tree, to find out which fonts it needs."""
    for one in branches:
        yield one.title
        yield from one.notes
        yield from (text for column in one.columns for label in column for text in label)


def tree_pdf(
    branches: Sequence[Branch],
    under: str,
    *,
    paper: Paper,
    type_: Typefaces,
    language: str = SOURCE,
) -> bytes:
    """Return a bracket as a PDF in landscape format."""
    words = translations(language)
    of, title = words.gettext("page %(number)s of %(of)s"), words.gettext("Bracket")

    def draw(press: Press) -> None:
        for number, one in enumerate(branches, start=1):
            _page(press, one, under, of % {"number": number, "of": len(branches)})
            press.turn()

    return pressed(draw, paper=paper, type_=type_, title=title, lying=True, language=language)


def _page(press: Press, one: Branch, under: str, which: str) -> None:
    """Draw one page: each label on its line, and a line from the two who meet to the winner."""
    right, bottom = press.width - MARGIN, press.height - MARGIN
    title = fitted(press.type, one.title, (right - MARGIN, 22), most=18, bold=True)
    for number, line in enumerate(title.lines):
        press.text((MARGIN, MARGIN + 14 + number * title.size * 1.1), line, title.size, bold=True)
    said = fitted(press.type, under, (right - MARGIN, 13), most=11)
    for number, line in enumerate(said.lines):
        press.text((MARGIN, MARGIN + 30 + number * said.size * 1.1), line, said.size)
    for number, line in enumerate(reversed(one.notes)):
        press.text((MARGIN, bottom - number * 13), line, 10)
    press.text((right, bottom), which, 9, side=Side.RIGHT)
    top, low = MARGIN + HEAD, bottom - 14 - 13 * len(one.notes)
    share = (right - MARGIN) / (len(one.columns) - 1 + FIRST)
    left, wide = MARGIN, share * FIRST
    step = min((low - top) / len(one.columns[0]), 60)
    bases = [top + step * (place + 0.7) for place in range(len(one.columns[0]))]
    for depth, column in enumerate(one.columns):
        room = min(step * 2**depth, 40.0)
        for base, label in zip(bases, column, strict=True):
            _label(press, label, (left, base), wide, room)
        pairs = list(zip(bases[::2], bases[1::2], strict=False))  # The last column has one label.
        for upper, lower in pairs:
            press.line(left + wide, upper, left + wide, lower, thick=0.8)
        bases = [(upper + lower) / 2 for upper, lower in pairs]
        left, wide = left + wide, share


def _label(
    press: Press, label: tuple[str, str], at: tuple[float, float], wide: float, room: float
) -> None:
    """Write a label above its line, as large as possible; no part of a name is left out."""
    left, base = at
    name, games = label
    press.line(left, base, left + wide, base, thick=0.8)
    beside = 0.0
    if games:
        said = fitted(press.type, games, (wide * 0.4, min(room, 11)), most=8)
        for number, line in enumerate(reversed(said.lines)):
            at_end = (left + wide - 4, base - 3 - number * said.size * 1.1)
            press.text(at_end, line, said.size, side=Side.RIGHT)
        beside = wide * 0.3
    found = fitted(press.type, name, (wide - 8 - beside, room - 3), most=11, least=4)
    for number, line in enumerate(reversed(found.lines)):
        press.text((left + 3, base - 3 - number * found.size * 1.1), line, found.size)
