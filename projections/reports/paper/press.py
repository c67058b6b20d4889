"""A page to draw on, measured in points from its upper left corner."""

from collections.abc import Callable
from enum import StrEnum
from io import BytesIO
from typing import Any, NamedTuple

from msgspec import Struct

from roundbook.ledger.events.posting import Paper
from roundbook.projections.reports.languages import SOURCE
from roundbook.projections.reports.paper.typefaces import Run, Typefaces

# How a text is made to fit: smaller if that is enough, otherwise in several lines, never cut.

STEP = 0.5
"""The steps in which a text is made smaller, in points."""


class Set(NamedTuple):
    """A text as it is set: its lines, and the size in points."""

    lines: tuple[str, ...]
    size: float


def width(type_: Typefaces, text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text, in points."""
    return _wide(type_.runs(text, bold=bold), size)


def _wide(runs: list[Run], size: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return sum(stringWidth(run.text, run.font, size) for run in runs)


def wrapped(
    type_: Typefaces, text: str, room: float, size: float, *, bold: bool = False
) -> tuple[str, ...]:
    """Return a text as lines that fit: broken between words, and within words that are too long."""
    if width(type_, text, size, bold=bold) <= room:
        return (text,)
    found = [""]
    for word in text.split(" "):
        joined = f"{found[-1]} {word}" if found[-1] else word
        if width(type_, joined, size, bold=bold) <= room:
            found[-1] = joined
            continue
        if found[-1]:
            found.append("")
        for character in word:
            longer = found[-1] + character
            if found[-1] and width(type_, longer, size, bold=bold) > room:
                found.append(character)
            else:
                found[-1] = longer
    return tuple(found)


def fitted(
    type_: Typefaces,
    text: str,
    room: tuple[float, float],
    *,
    most: float,
    least: float = 5,
    bold: bool = False,
) -> Set:
    """Return a text as large as it can be in a space of a width and a height.

    One line is tried down to three quarters of `most`; then several lines, as small as necessary.
    At `least` it is set whatever the space: nothing is left out.
    """
    across, high = room
    wide = width(type_, text, 1, bold=bold)
    size = most
    while size >= most * 3 / 4:
        if wide * size <= across:
            return Set((text,), size)
        size -= STEP
    size = most
    while size > least:
        # Wrapping is slow, and cannot help if the text is longer than all lines together.
        if wide * size <= across * (high // (size * 1.12)):
            lines = wrapped(type_, text, across, size, bold=bold)
            if len(lines) * size * 1.12 <= high:
                return Set(lines, size)
        size -= STEP
    return Set(wrapped(type_, text, across, least, bold=bold), least)


SIZES = {Paper.A4: (595.0, 842.0), Paper.LETTER: (612.0, 792.0)}
"""Width and height of a page in points, upright."""

GREY = 0.6


class Side(StrEnum):
    """Which side of a text is at its position."""

    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


class Press(Struct, frozen=True, kw_only=True):
    """What a page is drawn with: the canvas, its size, and the fonts."""

    canvas: Any
    width: float
    height: float
    type: Typefaces

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        *,
        bold: bool = False,
        side: Side = Side.LEFT,
    ) -> None:
        """Write a line of text; `at` is where its baseline begins or ends, or its middle."""
        x, y = at
        if side is not Side.LEFT:
            wide = width(self.type, text, size, bold=bold)
            x -= wide if side is Side.RIGHT else wide / 2
        runs = self.type.runs(text, bold=bold)
        for run in runs:
            self.canvas.setFont(run.font, size)
            self.canvas.drawString(x, self.height - y, run.text)
            if run is not runs[-1]:
                x += self.canvas.stringWidth(run.text, run.font, size)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, thick: float = 0.5, grey: float = 0
    ) -> None:
        """Draw a line."""
        self.canvas.setLineWidth(thick)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(x1, self.height - y1, x2, self.height - y2)

    def dashes(self, y: float) -> None:
        """Draw a dashed line across the page to cut along."""
        self.canvas.setDash(3, 3)
        self.line(0, y, self.width, y, thick=0.4, grey=GREY)
        self.canvas.setDash()

    def box(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw an empty box; x and y are its upper left corner."""
        self.canvas.setLineWidth(0.8)
        self.canvas.setStrokeGray(0)
        self.canvas.rect(x, self.height - y - high, wide, high)

    def turn(self) -> None:
        """Begin the next page."""
        self.canvas.showPage()


def pressed(
    draw: Callable[[Press], None],
    *,
    paper: Paper,
    type_: Typefaces,
    title: str,
    lying: bool = False,
    language: str = SOURCE,
) -> bytes:
    """Return what was drawn as a PDF: always the same bytes for the same drawing.

    Nothing is compressed, as two machines may compress differently, and no time is recorded.
    """
    from reportlab.pdfgen.canvas import Canvas

    size = SIZES[paper][::-1] if lying else SIZES[paper]
    out = BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=0, lang=language)
    canvas.setTitle(title)
    canvas.setAuthor("roundbook")
    draw(Press(canvas=canvas, width=size[0], height=size[1], type=type_))
    canvas.save()
    return out.getvalue()
