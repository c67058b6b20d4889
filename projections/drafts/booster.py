"""A booster draft: everybody picks at once, and the packs go round (TRF §11.2.2)."""

from collections.abc import Iterator
from typing import NamedTuple


class BoosterPick(NamedTuple):
    """One card: `seat` takes it as `pick` of pack number `pack`, which `opened_by` had opened.

    All count from 1. Everybody takes the card of the same pack and pick at the same time.
    """

    pack: int
    pick: int
    seat: int
    opened_by: int


def passes_left(pack: int) -> bool:
    """Tell whether the packs go to the left: the first do, the second to the right, and so on."""
    return pack % 2 == 1


def booster(players: int, packs: int, cards: int) -> Iterator[BoosterPick]:
    """Yield every card of a booster draft in order, seat by seat where all pick at once.

    `packs` are those of each player, `cards` those in a pack. Seats stand clockwise, so that who
    sits to the left has the next number, and the last passes to the first. A pack goes on round
    until its cards have all been picked, however many players there are.
    """
    for pack in range(1, packs + 1):
        step = -1 if passes_left(pack) else 1
        for pick in range(1, cards + 1):
            for seat in range(1, players + 1):
                opened_by = (seat - 1 + step * (pick - 1)) % players + 1
                yield BoosterPick(pack, pick, seat, opened_by)
