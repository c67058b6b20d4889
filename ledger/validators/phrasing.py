"""How the rules name several players or matches, and their number."""

from collections.abc import Iterable

from ledger.text import joined

SHOWN = 3
"""How many are named; the rest are counted, so a sentence stays a sentence."""


def several(things: Iterable[object]) -> str:
    """Return `p1`, `p1 and p2`, `p1, p2 and p3`, or `p1, p2, p3 and 4 more`."""
    words = [str(thing) for thing in things]
    if len(words) > SHOWN + 1:
        words = [*words[:SHOWN], f"{len(words) - SHOWN} more"]
    return joined(words)


def have(things: Iterable[object], *, one: str, many: str) -> str:
    """Return several things with the verb that fits their number: `p1 has`, `p1 and p2 have`."""
    words = [str(thing) for thing in things]
    return f"{several(words)} {one if len(words) == 1 else many}"


def count(number: int, word: str, *, many: str | None = None) -> str:
    """Return `1 round`, `2 rounds`; `many` where the plural is not made with an s."""
    return f"{number} {word if number == 1 else many or f'{word}s'}"
