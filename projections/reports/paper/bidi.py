"""In which order the letters of a line stand on paper where some are read from right to left.

This is the Unicode Bidirectional Algorithm (UAX #9) for one line without embeddings and overrides,
which no text here may have. Of the isolates there is the one that surrounds a name: what stands in
it is ordered by itself, and stands in its sentence like one sign.
"""

import unicodedata
from collections.abc import Sequence

from projections.reports.paper.bidi_levels import BRACKETS, levels

OPEN, CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
"""What surrounds a name that is read from right to left, so that it turns nothing beside it."""

MIRRORED = {**BRACKETS, "<": ">", "«": "»", "≤": "≥"}
MIRRORED |= {right: left for left, right in MIRRORED.items()}
"""Signs that look to the other side where a line is read from right to left."""

_SIGN = "\N{OBJECT REPLACEMENT CHARACTER}"


def is_turned(text: str) -> bool:
    """Tell whether anything in a text is read from right to left, or is isolated."""
    return not text.isascii() and any(
        each == OPEN or unicodedata.bidirectional(each) in {"R", "AL", "AN"} for each in text
    )


def isolated(name: str) -> str:
    """Return a name that turns nothing around it."""
    return f"{OPEN}{name}{CLOSE}" if is_turned(name) else name


def bare(text: str) -> str:
    """Return a text without the isolates around its names."""
    return text.replace(OPEN, "").replace(CLOSE, "")


def in_order(text: str) -> list[str]:
    """Return a line as pieces in their order on paper, those from right to left turned already.

    A piece is a letter with its marks, or all of an isolate. What is turned and has two sides looks
    to the other one.
    """
    outer, inner = _parted(text)
    base = direction(outer)
    found = levels(outer, base)
    insides = iter(inner)
    pieces: list[tuple[int, str]] = []
    for each, level in zip(outer, found, strict=True):
        if each == _SIGN:
            pieces.append((level, "".join(in_order(next(insides)))))
        elif pieces and unicodedata.category(each) == "Mn":
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + each)
        else:
            pieces.append((level, MIRRORED.get(each, each) if level % 2 else each))
    order = reordered([level for level, _ in pieces])
    return [pieces[index][1] for index in order]


def _parted(text: str) -> tuple[str, list[str]]:
    """Return a text with a sign in the place of each isolate, and what stands in these.

    Of an isolate that was broken over two lines each half is one.
    """
    text = text.replace(_SIGN, "?")
    if CLOSE in text and OPEN not in text[: text.index(CLOSE)]:
        text = OPEN + text
    first, *others = text.split(OPEN)
    halves = [other.partition(CLOSE) for other in others]
    return "".join([first, *(_SIGN + after for _, _, after in halves)]), [
        inside for inside, _, _ in halves
    ]


def direction(text: str) -> int:
    """Return 1 for a line from right to left, where nothing is read otherwise, and else 0.

    Our sheets are read from left to right, whatever a name in them begins with.
    """
    kinds = {unicodedata.bidirectional(each) for each in text}
    return int(bool(kinds & {"R", "AL"}) and "L" not in kinds)


def reordered(found: Sequence[int]) -> list[int]:
    """Return the places of what has these levels in their order on paper (rule L2)."""
    order = list(range(len(found)))
    for level in range(max(found, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order
