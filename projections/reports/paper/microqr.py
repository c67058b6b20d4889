"""A small square that a camera reads: which match a slip is of."""

from typing import NamedTuple


class Bar(NamedTuple):
    """Dark modules that stand side by side: the column of the first, the row, and how many."""

    x: int
    y: int
    wide: int


class Code(NamedTuple):
    """A code of `size` modules across and down, without what stays white around it."""

    size: int
    bars: tuple[Bar, ...]


def code(text: str) -> Code:
    """Return a text as the smallest code that holds it: Micro QR where that is enough.

    It is written in capitals, which take less room: `MASTERS-3-14`.
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
