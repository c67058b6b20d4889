"""Flights: the parts of a large division that play Swiss separately, their number and sizes.

Flights save rounds if time is short. They are the last resort, and as few as possible (TOP §3.3.3).
"""

from roundbook.ledger.events.event import Drawn, Event
from roundbook.ledger.terms import Division, PlayerId, Pool, PoolName, Text

UNKNOWN_FLIGHTS = "The file has flights, but does not say which players are in which flight."
"""The reason of a cut in a file with flights: its seeds cannot be checked (TOP §3.3.3)."""

LEAST_DIVISION = 64
"""The least number of players in a division that is split (TOP §3.3.3.1)."""

LEAST_FLIGHT = 32
"""The least number of players in a flight (TOP §3.3.3.1)."""

NUMBERS = (2, 4, 8, 16)
"""The numbers of flights that a division may have (TOP §3.3.3.2)."""


class FlightsAssigned(Event, frozen=True, kw_only=True, tag="flights-assigned"):
    """A division plays Swiss in flights, each with these players (TOP §3.3.3.2).

    The flights replace the division's pod; without any it is one pod again. They are drawn at
    random (`drawn`), or given by staff or a file with a `reason`.
    """

    division: Division
    flights: dict[PoolName, tuple[PlayerId, ...]]
    drawn: Drawn | None = None
    reason: Text | None = None


def sizes(players: int, flights: int) -> tuple[int, ...]:
    """Return the sizes of a division's flights, the largest first (TOP §3.3.3.2; A-17).

    Parity comes first: one flight is odd if the total is, and no other. Then they are as equal as
    possible: 143 in 4 are 36, 36, 36 and 35, and 142 are 36, 36, 36 and 34.
    """
    assert flights >= 1, flights
    pairs, odd = (players + 1) // 2, players % 2
    each, more = divmod(pairs, flights)
    found = [2 * (each + 1)] * more + [2 * each] * (flights - more)
    if odd:  # One of the largest flights has one player fewer, so it has the odd number.
        found[(more or flights) - 1] -= 1
    return tuple(found)


def names(division: Division, flights: int) -> tuple[Pool, ...]:
    """Return the names of the flights: `masters-a`, `masters-b` and so on.

    Letters, so `masters-1` is always the first round of the Masters.
    """
    return tuple(Pool(f"{division.lower()}-{chr(ord('a') + n)}") for n in range(flights))
