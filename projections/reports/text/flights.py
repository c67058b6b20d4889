"""Flights as they are read out: how many there are and how large, their rounds, their cut."""

from collections import Counter

from projections.rounds.flights import Option
from projections.text import counted


def sizes_in_words(one: Option) -> str:
    """Return the sizes of flights: `36, 36, 36, 35`, or `16 × 32` where there are many."""
    if one.flights <= 4:
        return ", ".join(map(str, one.sizes))
    found = Counter(one.sizes)
    return ", ".join(f"{n} × {size}" if n > 1 else f"{size}" for size, n in found.items())


def in_words(one: Option) -> str:
    """Return how many flights there are and how large: `4 flights of 36, 36, 36, 35`."""
    if one.flights == 1:
        return f"{counted(one.sizes[0], 'player')} without flights"
    return f"{one.flights} flights of {sizes_in_words(one)}"


def rounds_in_words(one: Option) -> str:
    """Return the rounds and where they stand, and the other reading if it differs (A-16)."""
    if one.rounds is None:
        return "no rounds table says how many rounds"
    said = f"{counted(one.rounds, 'round')} ({one.cites})"
    if one.by_doubling in {None, one.rounds}:
        return said
    return f"{said}; one less for each doubling would be {one.by_doubling} (A-16)"


def cut_in_words(one: Option) -> str:
    """Return how many of each flight play on, or how large the cut would have to be."""
    if one.of_each is None:
        return f"a cut of {2 * one.flights} or more" if one.flights > 1 else "no cut"
    return f"top {one.of_each} of each" if one.flights > 1 else f"top {one.cut}"
