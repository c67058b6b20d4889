"""Flights: the parts of a large division that play apart in Swiss, how many and how large.

Flights save rounds where time is short. They are the last resort, and as few as will do
(TOP §3.3.3).
"""

from ledger.events.event import Drawn, Event
from ledger.terms import Division, PlayerId, Pool, PoolName, Text

LEAST_DIVISION = 64
"""A division that is split has at least that many players (TOP §3.3.3.1)."""

LEAST_FLIGHT = 32
"""No flight has fewer players (TOP §3.3.3.1)."""

NUMBERS = (2, 4, 8, 16)
"""How many flights a division may have (TOP §3.3.3.2)."""


class FlightsAssigned(Event, frozen=True, kw_only=True, tag="flights-assigned"):
    """A division plays Swiss in flights: who plays in which (TOP §3.3.3.2).

    The flights stand in the place of the division's pod; without any it is one pod again. Drawn at
    random (`drawn`), or told by a hand or a file with a `reason`.
    """

    division: Division
    flights: dict[PoolName, tuple[PlayerId, ...]]
    drawn: Drawn | None = None
    reason: Text | None = None


def sizes(players: int, flights: int) -> tuple[int, ...]:
    """Return how large the flights of a division are, the largest first (TOP §3.3.3.2; A-17).

    Parity comes first: one flight is odd if the total is, and no other. Then they are as equal as
    can be: 143 in 4 are 36, 36, 36 and 35, and 142 are 36, 36, 36 and 34.
    """
    assert flights >= 1, flights
    pairs, odd = (players + 1) // 2, players % 2
    each, more = divmod(pairs, flights)
    found = [2 * (each + 1)] * more + [2 * each] * (flights - more)
    if odd:  # One of the largest flights gives up the player whom nobody is paired with.
        found[(more or flights) - 1] -= 1
    return tuple(found)


def names(division: Division, flights: int) -> tuple[Pool, ...]:
    """Return what the flights are called: `masters-a`, `masters-b` and so on.

    Letters, so `masters-1` is always the first round of the Masters.
    """
    return tuple(Pool(f"{division.lower()}-{chr(ord('a') + n)}") for n in range(flights))
