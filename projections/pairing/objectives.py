"""What a pairing costs: the objectives as one whole number, the first in the highest digits.

1. how far the bye is from the lowest bracket (TOP §3.1, A-10);
2. pairs across divisions (TOP §3.1.2, A-14);
3. pairs that straddle each gap between neighbouring brackets, from the top (A-12);
4. the squares of how many brackets a pair goes down.
"""

from collections.abc import Iterable
from typing import NamedTuple

from projections.pairing.certificate import Objectives


class VertexSeat(NamedTuple):
    """Where a vertex stands: its bracket from 0, the highest, and its division.

    The bye is in no bracket.
    """

    bracket: int | None
    division: int = 0


class Scale:
    """The prices of pairs, each objective weighed so that no sum of later ones reaches it."""

    def __init__(self, seats: Iterable[VertexSeat]) -> None:
        """Measure the vertices that are to be paired, the bye among them."""
        brackets = [seat.bracket for seat in seats]
        standing = [bracket for bracket in brackets if bracket is not None]
        self.lowest = max(standing, default=0)
        highest = min(standing, default=0)
        # No objective counts more than one for each pair, but for the squares, which come last and
        # together stay below the first weight. So each has a digit of its own, and one sum compares
        # them all.
        digit = len(brackets) // 2 + 1
        weight = digit * (self.lowest - highest + 1) ** 2
        gaps = [0]
        for _ in range(highest, self.lowest):
            gaps.append(gaps[-1] + weight)
            weight *= digit
        # below[b]: what a pair pays that reaches from bracket b down to the lowest.
        self.below = {self.lowest - steps: total for steps, total in enumerate(gaps)}
        self.across = weight
        self.bye = weight * digit

    def price(self, one: VertexSeat, other: VertexSeat) -> int:
        """Return what it costs to pair two vertices."""
        if one.bracket is None or other.bracket is None:
            stands = other.bracket if one.bracket is None else one.bracket
            assert stands is not None, "there is one bye"
            return self.bye * (self.lowest - stands)
        high, low = sorted((one.bracket, other.bracket))
        price = self.below[high] - self.below[low] + (low - high) ** 2
        return price + self.across * (one.division != other.division)


def objectives(pairs: Iterable[tuple[VertexSeat, VertexSeat]], brackets: int) -> Objectives:
    """Return how good a round is, in a field with so many brackets."""
    bye = across = squares = 0
    steps = [0] * (brackets + 1)
    for one, other in pairs:
        if one.bracket is None or other.bracket is None:
            stands = other.bracket if one.bracket is None else one.bracket
            assert stands is not None, "there is one bye"
            bye = brackets - 1 - stands
            continue
        across += one.division != other.division
        down = other.bracket - one.bracket
        if down:
            # Only where it begins and ends; the sums below fill in the gaps between.
            high, low = sorted((one.bracket, other.bracket))
            steps[high] += 1
            steps[low] -= 1
            squares += down * down
    gaps: list[int] = []
    crossing = 0
    for change in steps[: max(0, brackets - 1)]:
        crossing += change
        gaps.append(crossing)
    return Objectives(bye=bye, across=across, gaps=tuple(gaps), squares=squares)
