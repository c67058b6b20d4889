"""Dice that fall the same way every time: one throw for every question, from a seed.

A throw is a SHA-256 of the seed and of what is asked, so that no throw hangs on how many were
thrown before: whoever asks one question more changes no other answer.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from ledger.record import draws

Thing = TypeVar("Thing")

TAG = "roundbook invented event v1"
"""What every throw begins with, so that none is a key or a lot of a real draw."""


class Dice(Struct, frozen=True):
    """Where an invented event has its chance from."""

    seed: str

    def throw(self, *asked: object) -> bytes:
        """Return 32 bytes that belong to a question."""
        return draws.digest([TAG, self.seed, *map(str, asked)])

    def below(self, sides: int, *asked: object) -> int:
        """Return a whole number from 0 to below `sides`."""
        return int.from_bytes(self.throw(*asked), "big") * sides >> 256

    def hits(self, share: Fraction, *asked: object) -> bool:
        """Tell whether something happens that happens in this share of all cases."""
        return self.below(share.denominator, *asked) < share.numerator

    def shuffled(self, items: Iterable[Thing], *asked: object) -> list[Thing]:
        """Return things in a random order; each needs a text of its own."""
        return sorted(items, key=lambda item: self.throw(*asked, item))
