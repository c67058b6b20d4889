"""Who takes which card at a draft, pick by pick: booster, Rochester and Solomon (TRF §11.2)."""

from collections.abc import Iterator

from msgspec import Struct

# A booster draft: everybody picks at once, and the packs go round (TRF §11.2.2).


class BoosterPick(Struct, frozen=True, tag_field="draft", tag="booster"):
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

    `packs` are those of each player, `cards` those in a pack. Seats stand clockwise, so who sits to
    the left has the next number, and the last passes to the first. A pack goes on round until its
    cards have all been picked, however many players there are.
    """
    for pack in range(1, packs + 1):
        step = -1 if passes_left(pack) else 1
        for pick in range(1, cards + 1):
            for seat in range(1, players + 1):
                opened_by = (seat - 1 + step * (pick - 1)) % players + 1
                yield BoosterPick(pack, pick, seat, opened_by)


# A Rochester draft: two packs face up, and picks that go round like a snake (TRF §11.2.3).

AT_ONCE = 2
"""How many packs are opened together."""


class RochesterPick(Struct, frozen=True, tag_field="draft", tag="rochester"):
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


# A Solomon draft: two players and one stack, four cards at a time (TRF §11.2.4).

PILE = 4
"""How many cards are laid out at a time."""

_FIRST_TO_PICK = (True, False, False, True)
"""In each pile who lays it out takes one card, the other one two, and the first the last."""


class SolomonPick(Struct, frozen=True, tag_field="draft", tag="solomon"):
    """One card: `seat` takes it as `pick` of the pile that seat `opener` has laid out."""

    pile: int
    opener: int
    pick: int
    seat: int


def solomon(cards: int) -> Iterator[SolomonPick]:
    """Yield every card of a stack in order; seat 1 has won the flip of the coin.

    The players lay out piles in turn. Where the stack is not a multiple of four, the last pile goes
    by the same pattern until it is empty (A-33).
    """
    for card in range(cards):
        pile, place = divmod(card, PILE)
        opener = pile % 2 + 1
        seat = opener if _FIRST_TO_PICK[place] else 3 - opener
        yield SolomonPick(pile + 1, opener, place + 1, seat)
