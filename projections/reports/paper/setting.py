"""How a text finds room: smaller where that is enough, in several lines where not, never cut."""

from typing import NamedTuple

from projections.reports.paper.typefaces import Run, Typefaces

STEP = 0.5
"""How much smaller a text is tried, in points."""


class Set(NamedTuple):
    """A text as it is set: its lines, and the size in points."""

    lines: tuple[str, ...]
    size: float


def width(type_: Typefaces, text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is, in points."""
    return _wide(type_.runs(text, bold=bold), size)


def _wide(runs: list[Run], size: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return sum(stringWidth(run.text, run.font, size) for run in runs)


def wrapped(
    type_: Typefaces, text: str, room: float, size: float, *, bold: bool = False
) -> tuple[str, ...]:
    """Return a text as lines that have room: broken between words, a long word within itself."""
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
    """Return a text as large as it can be in a room of a width and a height.

    One line is tried down to three quarters of `most`; then several lines, as small as they must
    be. At `least` it is set whatever the room: nothing is left out.
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
        # Wrapping is slow, and cannot help where the text is longer than all lines together.
        if wide * size <= across * (high // (size * 1.12)):
            lines = wrapped(type_, text, across, size, bold=bold)
            if len(lines) * size * 1.12 <= high:
                return Set(lines, size)
        size -= STEP
    return Set(wrapped(type_, text, across, least, bold=bold), least)
