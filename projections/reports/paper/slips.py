"""Match slips: four to a page, cut as one stack that is then in table order (TOP §4)."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import NamedTuple

from msgspec import Struct

from roundbook.ledger.events.posting import Paper
from roundbook.ledger.phrases import phrase
from roundbook.ledger.text import opened
from roundbook.projections.reports.languages import SOURCE, said, translations
from roundbook.projections.reports.paper.press import SIZES, Press, Side, fitted, pressed, width
from roundbook.projections.reports.paper.typefaces import Typefaces

# A small code that a camera reads: the match of a slip.


class Bar(NamedTuple):
    """Dark modules side by side: the column of the first, the row, and how many."""

    x: int
    y: int
    wide: int


class Code(NamedTuple):
    """A code of `size` modules across and down, without the white margin around it."""

    size: int
    bars: tuple[Bar, ...]


def code(text: str) -> Code:
    """Return a text as the smallest code that can hold it: Micro QR if that is enough.

    It is written in capitals, which take less space: `MASTERS-3-14`.
    """
    import segno

    made = segno.make(text.upper(), mode="alphanumeric", error="L", boost_error=True)
    bars = []
    for y, row in enumerate(made.matrix):
        start = None
        for x, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                bars.append(Bar(start, y, x - start))
                start = None
    return Code(len(made.matrix), tuple(bars))


# What every match slip shows: the boxes, the lines for signatures, and the back for judges.

EDGE, PAD = 22.0, 15.0
"""Margins that printers cannot reach: at the sides, and at every cut."""
HEAD, END = 47.0, 34.0
"""The heights of the head of a slip, and of its end with the signatures."""
BOX, RECORD = 15.0, 100.0
BACK = (
    phrase("Judge"),
    phrase("Player"),
    phrase("Infraction"),
    phrase("Description"),
    phrase("Penalty"),
)
"""What a judge writes down about a penalty, in this order."""

Frame = tuple[int, str | None]
"""How many games have boxes, and the word for a tie; None if the match must have a winner."""


def record_at(press: Press, games: int) -> float:
    """Return the position of the records."""
    return min(_columns(press, games)) - RECORD


def row_height(high: float, *, tie: bool) -> float:
    """Return the height of a player's row, on a slip of a height."""
    return (high - 2 * PAD - HEAD - END) / (3 if tie else 2)


def _columns(press: Press, games: int) -> list[float]:
    """Return the positions of the boxes, from the right: drop, match, games."""
    drop = press.width - EDGE - 26
    match = drop - 54
    return [drop, match, *(match - 44 * (games - number) for number in range(games))]


def draw_frame(
    press: Press, games: int, tie: str | None, high: float, words: NullTranslations
) -> None:
    """Draw what all slips of an event have in common, at the upper edge of the page."""
    left, right, columns = EDGE, press.width - EDGE, _columns(press, games)
    game = words.gettext("Game %(number)s")
    titles = [words.gettext("Drop"), words.gettext("Match")]
    titles += [game % {"number": number} for number in range(1, games + 1)]
    y = PAD + HEAD
    press.text((left, y - 3), words.gettext("Player"), 8)
    press.text((record_at(press, games), y - 3), words.gettext("Record"), 8)
    for x, title in zip(columns, titles, strict=True):
        press.text((x + BOX / 2, y - 3), title, 8, side=Side.MIDDLE)
    tall = row_height(high, tie=bool(tie))
    for row in range(3 if tie else 2):
        press.line(left, y, right, y, thick=0.5)
        for x in columns[1:] if row == 2 else columns:
            press.box(x, y + (tall - BOX) / 2, BOX, BOX)
        if tie and row == 2:
            press.text((left, y + tall / 2 + 4), opened(tie), 12)
        y += tall
    press.line(left, y, right, y, thick=0.5)
    middle = (left + right) / 2
    for start, end in ((left, middle - 6), (middle + 6, right)):
        signed = words.gettext("Signed")
        press.text((start, y + 17), signed, 7.5)
        press.line(
            start + max(30, width(press.type, signed, 7.5) + 2), y + 18, end, y + 18, thick=0.6
        )


def back(press: Press, top: float, high: float, words: NullTranslations) -> None:
    """Draw the back of a slip from its upper edge; the description has two lines."""
    left, right = EDGE, press.width - EDGE
    step = (high - 2 * PAD - 12) / (len(BACK) + 1)
    y = top + PAD + 8
    press.text((left, y), words.gettext("For judges"), 8, bold=True)
    y += step
    for field in BACK:
        press.text((left, y), said(field, words), 10)
        press.line(left + 70, y + 1, right, y + 1, thick=0.5)
        y += step
        if field == "Description":
            press.line(left + 70, y + 1, right, y + 1, thick=0.5)
            y += step


# The slips themselves, four to a page.

TO_A_PAGE = 4
QR = 36.0
"""The width of the code, in points: 12.7 mm."""


class Player(Struct, frozen=True, kw_only=True):
    """One side of a slip; `about` is the number, the end of the id, and the division."""

    name: str
    about: str
    record: str


class PrintedSlip(Struct, frozen=True, kw_only=True):
    """The content of a slip. `games` is the number of boxes; no `tie` if there must be a winner."""

    event: str
    where: str
    match: str
    place: str
    matched: str
    first: Player
    second: Player
    games: int
    tie: str | None
    time: str
    reminder: str

    @property
    def frame(self) -> Frame:
        """What this slip shares with others: the boxes, and the word for a tie."""
        return self.games, self.tie


def slip_texts(slip: PrintedSlip) -> tuple[str, ...]:
    """Return every text of a slip that is not ours, to find out which fonts it needs."""
    names = (slip.first.name, slip.second.name)
    return (*names, slip.event, slip.first.about, slip.second.about)


def collated(count: int) -> list[tuple[int | None, ...]]:
    """Return the slips of each page, from the top; None for an empty place.

    All pages are cut at once, and the piles are put on one another, upper ones on top: then the
    slips are in order, with empty places at the end.
    """
    pages = -(-count // TO_A_PAGE)
    return [
        tuple(n if (n := place * pages + page) < count else None for place in range(TO_A_PAGE))
        for page in range(pages)
    ]


def slips_pdf(
    slips: Sequence[PrintedSlip],
    *,
    paper: Paper,
    type_: Typefaces,
    backs: bool = True,
    language: str = SOURCE,
) -> bytes:
    """Return slips as a PDF; with `backs`, every second page is the back of the one before.

    A slip is as wide as the page, so its back is behind it when the page is turned over its long
    edge.
    """
    high, words = SIZES[paper][1] / TO_A_PAGE, translations(language)

    def draw(press: Press) -> None:
        frames = {slip.frame: f"frame{n}" for n, slip in enumerate(slips)}
        for frame, name in frames.items():  # The common part is in the file only once.
            press.canvas.beginForm(name)
            draw_frame(press, *frame, high, words)
            press.canvas.endForm()
        press.canvas.beginForm("backs")
        for place in range(TO_A_PAGE):
            back(press, place * high, high, words)
        press.canvas.endForm()
        for page in collated(len(slips)):
            for place in range(1, TO_A_PAGE):
                press.dashes(place * high)
            for place, number in enumerate(page):
                if number is not None:
                    _slip(press, slips[number], frames, place * high, high)
            press.turn()
            if backs:
                press.canvas.doForm("backs")
                press.turn()

    title = words.gettext("Match slips")
    return pressed(draw, paper=paper, type_=type_, title=title, language=language)


def _slip(
    press: Press, slip: PrintedSlip, frames: Mapping[Frame, str], top: float, high: float
) -> None:
    """Draw one slip from its upper edge."""
    left, right = EDGE, press.width - EDGE
    y: float = top + PAD
    press.canvas.saveState()
    press.canvas.translate(0, -top)
    press.canvas.doForm(frames[slip.frame])
    press.canvas.restoreState()
    _code(press, slip.match, right - QR, y - 3)
    press.text((left, y + 19), slip.place, 24, bold=True)
    aside = left + 132
    room = (right - QR - 14 - aside, 13)
    heads = ((slip.event, 9.0, False), (slip.where, 24.0, True))
    for text, base, bold in heads:
        found = fitted(press.type, text, room, most=11, bold=bold)
        for number, line in enumerate(found.lines):
            press.text((aside, y + base + number * found.size * 1.1), line, found.size, bold=bold)
    press.text((aside, y + 36), slip.matched, 8)
    record, tall = record_at(press, slip.games), row_height(high, tie=bool(slip.tie))
    y += HEAD
    for player in (slip.first, slip.second):
        name = fitted(press.type, player.name, (record - left - 8, tall - 3), most=15)
        deep = len(name.lines) * name.size * 1.12
        at = y + (tall - deep) / 2 + name.size
        for number, line in enumerate(name.lines):
            press.text((left, at + number * name.size * 1.12), line, name.size)
        press.text((record, y + tall / 2 + 1), player.record, 11)
        about = fitted(press.type, player.about, (RECORD - 6, 9), most=7.5, least=4)
        for number, line in enumerate(about.lines):
            press.text((record, y + tall / 2 + 10 + number * about.size), line, about.size)
        y += tall
    if slip.tie:
        y += tall
    time = fitted(press.type, slip.time, (right - left, 9), most=7.5, least=4)
    press.text((left, y + 27), time.lines[0], time.size)
    reminder = fitted(press.type, slip.reminder, (right - left, 9), most=7.5)
    for number, line in enumerate(reminder.lines):
        press.text((left, y + 35.5 + number * reminder.size * 1.1), line, reminder.size)


def _code(press: Press, match: str, x: float, y: float) -> None:
    """Draw the code of a match; the slip shows the same in letters as well."""
    made = code(match)
    canvas = press.canvas
    canvas.saveState()
    canvas.translate(x, press.height - y)
    canvas.scale(QR / made.size, QR / made.size)
    path = canvas.beginPath()
    for bar in made.bars:
        path.rect(bar.x, -bar.y - 1, bar.wide, 1)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()
