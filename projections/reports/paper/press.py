"""A page that is drawn on, measured in points from its upper left corner."""

from collections.abc import Callable
from enum import StrEnum
from io import BytesIO
from typing import Any

from msgspec import Struct

from ledger.events.posting import Paper
from projections.reports.messages import SOURCE
from projections.reports.paper.setting import width
from projections.reports.paper.typefaces import Typefaces

SIZES = {Paper.A4: (595.0, 842.0), Paper.LETTER: (612.0, 792.0)}
"""Width and height of a page in points, upright."""

GREY = 0.6


class Side(StrEnum):
    """To which side of its place a text stands."""

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
        """Write a line of text; `at` is where its baseline begins, or ends, or has its middle."""
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

    def dashes(self, x1: float, x2: float, y: float) -> None:
        """Draw a line to cut along."""
        self.canvas.setDash(3, 3)
        self.line(x1, y, x2, y, thick=0.4, grey=GREY)
        self.canvas.setDash()

    def box(self, x: float, y: float, wide: float, high: float, *, thick: float = 0.8) -> None:
        """Draw an empty box; x and y are its upper left corner."""
        self.canvas.setLineWidth(thick)
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
    """Return what was drawn as PDF: the same bytes for the same drawing, whenever and wherever.

    Nothing is compressed, since two machines may compress differently; nothing in it tells the
    time.
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
