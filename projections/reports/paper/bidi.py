"""Right-to-left text: the order of the letters of a line on paper.

This is the Unicode Bidirectional Algorithm (UAX #9) for one line without embeddings and overrides,
which no text here may have. The only isolate is the one around a name: its content is ordered
separately, and it counts as one sign in its sentence.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import dropwhile

from roundbook.projections.reports.names import CLOSE, OPEN

# Which letters of a line are read from right to left: the rules of UAX #9 for one line. The line
# has no embeddings, overrides or isolates: the levels follow from its own letters, and from the
# direction of the line itself.

BRACKETS = {"(": ")", "[": "]", "{": "}"}
DEEPEST = 63
"""The greatest depth of nested brackets that is considered (BD16)."""

_NEUTRAL = frozenset({"B", "S", "WS", "ON"})
_NUMBERS = frozenset({"EN", "AN"})


def levels(text: str, base: int) -> list[int]:
    """Return the level of each character: odd levels are read from right to left."""
    own = [unicodedata.bidirectional(each) for each in text]
    side = "R" if base else "L"
    kinds = _weak(own, side)
    _brackets(text, own, kinds, side)
    # Spaces and signs between two letters of the same direction go with them; at a border they go
    # with the line (N1, N2).
    for start, end in _spans(kinds):
        before = _strong(kinds[start - 1]) if start else side
        after = _strong(kinds[end]) if end < len(kinds) else side
        kinds[start:end] = [before if before == after else side] * (end - start)
    found = [base + (kind != side if kind in {"L", "R"} else 2 - base % 2) for kind in kinds]
    for index, kind in enumerate(own):  # The end of a line, or before a tab (L1).
        after = next(dropwhile("WS".__eq__, own[index:]), "B") if kind == "WS" else kind
        if after in {"S", "B"}:
            found[index] = base
    return found


def _weak(own: Sequence[str], side: str) -> list[str]:
    """Return the kinds with marks, figures and characters between figures resolved (W1 to W7)."""
    kinds = _figures(_marked(own, side), side)
    # A single dot or comma between figures belongs to the number, as in 1.50 (W4).
    for index in range(1, len(kinds) - 1):
        left, kind, right = kinds[index - 1 : index + 2]
        if left == right and ((kind == "CS" and left in _NUMBERS) or (kind, left) == ("ES", "EN")):
            kinds[index] = left
    # So do signs such as % and € on either side of it (W5); the others are treated like any other
    # sign (W6).
    for index in [index for index, kind in enumerate(kinds) if kind == "EN"]:
        for way in (-1, 1):
            at = index + way
            while 0 <= at < len(kinds) and kinds[at] == "ET":
                kinds[at] = "EN"
                at += way
    kinds = ["ON" if kind in {"ES", "ET", "CS"} else kind for kind in kinds]
    # Figures after Latin letters are read like them (W7).
    strong = side
    for index, kind in enumerate(kinds):
        strong = kind if kind in {"L", "R"} else strong
        if (kind, strong) == ("EN", "L"):
            kinds[index] = "L"
    return kinds


def _marked(own: Sequence[str], side: str) -> list[str]:
    """Return the kinds with each mark as the character that it is on (W1)."""
    found: list[str] = []
    for kind in own:
        found.append((found[-1] if found else side) if kind == "NSM" else kind)
    return found


def _figures(kinds: Sequence[str], side: str) -> list[str]:
    """Return the kinds with the figures after Arabic letters as Arabic ones (W2, W3)."""
    found, strong = [], side
    for kind in kinds:
        strong = kind if kind in {"L", "R", "AL"} else strong
        found.append("AN" if (kind, strong) == ("EN", "AL") else "R" if kind == "AL" else kind)
    return found


def _brackets(text: str, own: Sequence[str], kinds: list[str], side: str) -> None:
    """Give both brackets of a pair the direction of their content (N0)."""
    for start, end in _pairs(text, kinds):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]} & {"L", "R"}
        if not inside:
            continue
        before = [_strong(kind) for kind in kinds[:start]]
        around = next((kind for kind in reversed(before) if kind in {"L", "R"}), side)
        taken = side if side in inside else around
        for at in (start, end):
            kinds[at] = taken
            for index in range(at + 1, len(own)):
                if own[index] != "NSM":
                    break
                kinds[index] = taken


def _pairs(text: str, kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of brackets, in the order in which they open."""
    waiting: list[tuple[str, int]] = []
    found = []
    for index, each in enumerate(text):
        if kinds[index] != "ON":
            continue
        if each in BRACKETS:
            # The rule says to give up here, not to continue with fewer: other programs do the same.
            if len(waiting) == DEEPEST:
                return []
            waiting.append((BRACKETS[each], index))
        elif each in BRACKETS.values():
            depth = next(
                (n for n in range(len(waiting) - 1, -1, -1) if waiting[n][0] == each), None
            )
            if depth is not None:
                found.append((waiting[depth][1], index))
                del waiting[depth:]
    return sorted(found)


def _strong(kind: str) -> str:
    """Return the direction of a kind; figures count as read from right to left."""
    return "R" if kind in _NUMBERS else kind


def _spans(kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each stretch without a direction of its own."""
    start = None
    for index, kind in enumerate([*kinds, "L"]):
        if kind in _NEUTRAL:
            start = index if start is None else start
        elif start is not None:
            yield start, index
            start = None


# Names, isolates and lines: the order on paper from left to right.

MIRRORED = {**BRACKETS, "<": ">", "«": "»", "≤": "≥"}
MIRRORED |= {right: left for left, right in MIRRORED.items()}
"""Characters that are mirrored when a line is read from right to left."""

_SIGN = "\N{OBJECT REPLACEMENT CHARACTER}"


def is_turned(text: str) -> bool:
    """Tell whether anything in a text is read from right to left, or is isolated."""
    return not text.isascii() and any(
        each == OPEN or unicodedata.bidirectional(each) in {"R", "AL", "AN"} for each in text
    )


def isolated(name: str) -> str:
    """Return a name that does not change the order of the text around it."""
    return f"{OPEN}{name}{CLOSE}" if is_turned(name) else name


def in_order(text: str) -> list[str]:
    """Return a line as pieces in their order on paper; right-to-left pieces are reversed already.

    A piece is a letter with its marks, or all of an isolate. Mirrored characters are replaced.
    """
    outer, inner = _parted(text)
    base = direction(outer)
    found = levels(outer, base)
    insides = iter(inner)
    pieces: list[tuple[int, str]] = []
    for each, level in zip(outer, found, strict=True):
        # The letters of a name are ordered separately, so that it cannot turn its sentence, nor the
        # other way round.
        if each == _SIGN:
            pieces.append((level, "".join(in_order(next(insides)))))
        # A mark has to stay after its letter, also when the line is reversed.
        elif pieces and unicodedata.category(each) == "Mn":
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + each)
        else:
            pieces.append((level, MIRRORED.get(each, each) if level % 2 else each))
    order = reordered([level for level, _ in pieces])
    return [pieces[index][1] for index in order]


def _parted(text: str) -> tuple[str, list[str]]:
    """Return a text with a sign in place of each isolate, and the contents of the isolates.

    If an isolate was broken over two lines, each half is an isolate.
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
    """Return 1 for a line with only right-to-left letters, and otherwise 0.

    Our sheets are read from left to right, whatever letter a name in them begins with.
    """
    kinds = {unicodedata.bidirectional(each) for each in text}
    return int(bool(kinds & {"R", "AL"}) and "L" not in kinds)


def reordered(found: Sequence[int]) -> list[int]:
    """Return the positions of characters with these levels in their order on paper (rule L2)."""
    order = list(range(len(found)))
    # The deepest level first: as it is reversed again with each level around it, numbers within
    # right-to-left words come out the right way round.
    for level in range(max(found, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order
