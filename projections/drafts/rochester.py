"""A Rochester draft: two packs face up, and picks that go round like a snake (TRF §11.2.3)."""

from collections.abc import Iterator
from typing import NamedTuple

AT_ONCE = 2
"""So many packs are opened together."""


class RochesterPick(NamedTuple):
    """One card: `seat` takes it as `pick` of the cards that seat `opener` has laid out.

    `opening` counts how often packs were opened; all count from 1. After the last pick of an
    opening everybody may put the cards they have in any order.
    """

    opening: int
    opener: int
    pick: int
    seat: int


def rochester(players: int, packs: int, cards: int) -> Iterator[RochesterPick]:
    """Yield every card of a Rochester draft in order.

    `packs` are those of each player, `cards` those in a pack. Seat 1 opens two packs, then seat 2
    to the left, and so on round; if the packs of each are odd in number, the last are opened one by
    one.
    """
    opening = 0
    left = packs
    while left > 0:
        opened = min(AT_ONCE, left)
        for opener in range(1, players + 1):
            opening += 1
            for pick, seat in enumerate(snake(players, opener, opened * cards), start=1):
                yield RochesterPick(opening, opener, pick, seat)
        left -= opened


def snake(players: int, opener: int, cards: int) -> Iterator[int]:
    """Yield the seat that takes each of the cards laid out: round clockwise from the opener, back.

    Who stands at an end of the snake takes two cards running, the last on the way there and the
    first on the way back.
    """
    for card in range(cards):
        turn, place = divmod(card, players)
        along = place if turn % 2 == 0 else players - 1 - place
        yield (opener - 1 + along) % players + 1
