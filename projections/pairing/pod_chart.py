"""The chart of the eight-player pod: seats into matches A to D, and winners and losers onwards.

Nothing is looked up here: seats, what was paired and who won are handed in. POD-3 is the table at
the top, and the rest follows it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ledger.terms import PlayerId

SEATS = 8
"""The sheet has eight lines (POD-1)."""

ROUNDS = 3
"""The sheet has three rounds (POD-1)."""

LETTERS = ("ABCD", "EFGH", "IJKL")
"""The matches of each round, in table order."""

FEEDERS: dict[str, tuple[str, str, bool]] = {
    "E": ("A", "C", True),
    "F": ("B", "D", True),
    "G": ("A", "C", False),
    "H": ("B", "D", False),
    "I": ("E", "F", True),
    "J": ("E", "F", False),
    "K": ("G", "H", True),
    "L": ("G", "H", False),
}
"""From which two matches the players of a match come, and whether the winners do (POD-3)."""


class Slot(NamedTuple):
    """A player's place in a match, and how they came there; nobody, if the place is empty."""

    player: PlayerId | None
    how: str


class Box(NamedTuple):
    """A match of the chart, by its letter."""

    letter: str
    first: Slot
    second: Slot

    @property
    def players(self) -> tuple[PlayerId | None, PlayerId | None]:
        """Return who is in its two places."""
        return self.first.player, self.second.player


class Ended(NamedTuple):
    """How a match ended: who takes the place of the winner, and of the loser.

    `level` says that nobody won; then `winner` and `loser` are only the left and the right.
    """

    winner: PlayerId | None
    loser: PlayerId | None
    level: bool = False


Toss = Callable[[str, PlayerId | None, PlayerId | None], bool]
"""Tells whether the first of two players takes the winner's place of a match that nobody won."""


def first_round(seats: Sequence[PlayerId]) -> tuple[Box, ...]:
    """Return A to D: seat 1 meets seat 5, 2 meets 6, 3 meets 7, 4 meets 8 (POD-3)."""
    assert len(seats) <= SEATS, "the sheet has eight lines"
    places = [*seats, *[None] * (SEATS - len(seats))]
    half = SEATS // 2
    return tuple(
        Box(
            letter,
            Slot(places[line], f"seat {line + 1}"),
            Slot(places[line + half], f"seat {line + half + 1}"),
        )
        for line, letter in enumerate(LETTERS[0])
    )


def onwards(number: int, ended: Mapping[str, Ended], toss: Toss) -> tuple[Box, ...]:
    """Return the matches of round 2 or 3, from how those of the round before ended (POD-3, POD-5).

    Where nobody won, `toss` says who takes which place.
    """
    places: dict[tuple[str, bool], Slot] = {}
    for letter, end in ended.items():
        winner, loser = end.winner, end.loser
        how = ("winner of {}", "loser of {}")
        if end.level:
            how = ("by lot in the winner's place of {}", "by lot in the loser's place of {}")
            if not toss(letter, winner, loser):
                winner, loser = loser, winner
        places[letter, True] = Slot(winner, how[0].format(letter))
        places[letter, False] = Slot(loser, how[1].format(letter))
    return tuple(
        Box(letter, places[one, winners], places[other, winners])
        for letter in LETTERS[number - 1]
        for one, other, winners in (FEEDERS[letter],)
    )


def swapped(boxes: Sequence[Box], one: PlayerId, other: PlayerId) -> tuple[Box, ...]:
    """Return the matches with these two in each other's places (POD-6)."""
    change = {one: other, other: one}

    def new(slot: Slot) -> Slot:
        if slot.player not in change:
            return slot
        moved = change[slot.player]
        return Slot(moved, f"in the place of {slot.player}, {slot.how} (POD-6)")

    return tuple(Box(box.letter, new(box.first), new(box.second)) for box in boxes)
