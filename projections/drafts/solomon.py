"""A Solomon draft: two players and one stack, four cards at a time (TRF §11.2.4)."""

from collections.abc import Iterator
from typing import NamedTuple

PILE = 4
"""So many cards are laid out at a time."""

_FIRST_TO_PICK = (True, False, False, True)
"""In each pile who lays it out takes one card, the other one two, and the first the last."""


class SolomonPick(NamedTuple):
    """One card: `seat` takes it as `pick` of the pile that seat `opener` has laid out."""

    pile: int
    opener: int
    pick: int
    seat: int


def solomon(cards: int) -> Iterator[SolomonPick]:
    """Yield every card of a stack in order; seat 1 has won the flip of the coin.

    The players lay out piles in turn. Where the stack is no multiple of four, the last pile goes by
    the same pattern until it is empty (A-33).
    """
    for card in range(cards):
        pile, place = divmod(card, PILE)
        opener = pile % 2 + 1
        seat = opener if _FIRST_TO_PICK[place] else 3 - opener
        yield SolomonPick(pile + 1, opener, place + 1, seat)
