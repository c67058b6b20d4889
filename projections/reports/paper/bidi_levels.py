"""Which letters of a line are read from right to left: the rules of UAX #9 for one line.

The line has no embeddings, overrides or isolates: the levels of what it holds follow from its own
letters, and from the direction in which the line itself is read.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import dropwhile

BRACKETS = {"(": ")", "[": "]", "{": "}"}
DEEPEST = 63
"""So many brackets within one another are looked at (BD16)."""

_NEUTRAL = frozenset({"B", "S", "WS", "ON"})
_NUMBERS = frozenset({"EN", "AN"})


def levels(text: str, base: int) -> list[int]:
    """Return the level of each character: odd ones are read from right to left."""
    own = [unicodedata.bidirectional(each) for each in text]
    side = "R" if base else "L"
    kinds = _weak(own, side)
    _brackets(text, own, kinds, side)
    for start, end in _spans(kinds):
        before = _strong(kinds[start - 1]) if start else side
        after = _strong(kinds[end]) if end < len(kinds) else side
        kinds[start:end] = [before if before == after else side] * (end - start)
    found = [base + (kind != side if kind in {"L", "R"} else 2 - base % 2) for kind in kinds]
    for index, kind in enumerate(own):  # What ends a line, or stands before a tab (L1).
        after = next(dropwhile("WS".__eq__, own[index:]), "B") if kind == "WS" else kind
        if after in {"S", "B"}:
            found[index] = base
    return found


def _weak(own: Sequence[str], side: str) -> list[str]:
    """Return the kinds with marks, figures and what stands between figures resolved (W1 to W7)."""
    kinds = _figures(_marked(own, side), side)
    for index in range(1, len(kinds) - 1):
        left, kind, right = kinds[index - 1 : index + 2]
        if left == right and ((kind == "CS" and left in _NUMBERS) or (kind, left) == ("ES", "EN")):
            kinds[index] = left
    for index in [index for index, kind in enumerate(kinds) if kind == "EN"]:
        for way in (-1, 1):
            at = index + way
            while 0 <= at < len(kinds) and kinds[at] == "ET":
                kinds[at] = "EN"
                at += way
    kinds = ["ON" if kind in {"ES", "ET", "CS"} else kind for kind in kinds]
    strong = side
    for index, kind in enumerate(kinds):
        strong = kind if kind in {"L", "R"} else strong
        if (kind, strong) == ("EN", "L"):
            kinds[index] = "L"
    return kinds


def _marked(own: Sequence[str], side: str) -> list[str]:
    """Return the kinds with each mark as what it stands on (W1)."""
    found: list[str] = []
    for kind in own:
        found.append((found[-1] if found else side) if kind == "NSM" else kind)
    return found


def _figures(kinds: Sequence[str], side: str) -> list[str]:
    """Return the kinds with the figures behind Arabic letters as Arabic ones (W2, W3)."""
    found, strong = [], side
    for kind in kinds:
        strong = kind if kind in {"L", "R", "AL"} else strong
        found.append("AN" if (kind, strong) == ("EN", "AL") else "R" if kind == "AL" else kind)
    return found


def _brackets(text: str, own: Sequence[str], kinds: list[str], side: str) -> None:
    """Give both brackets of a pair the direction of what they hold (N0)."""
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
    """Return the pairs of brackets, by where they open."""
    waiting: list[tuple[str, int]] = []
    found = []
    for index, each in enumerate(text):
        if kinds[index] != "ON":
            continue
        if each in BRACKETS:
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
    """Return the direction of a kind, where figures count as read from right to left."""
    return "R" if kind in _NUMBERS else kind


def _spans(kinds: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where what has no direction of its own begins and ends."""
    start = None
    for index, kind in enumerate([*kinds, "L"]):
        if kind in _NEUTRAL:
            start = index if start is None else start
        elif start is not None:
            yield start, index
            start = None
