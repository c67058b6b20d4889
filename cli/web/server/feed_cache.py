"""What a tournament's feed has told so far: each entry is looked at once, however many listen."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ledger.state.tournament import Tournament
from projections.reports.feed import SoFar, bytes_of, told
from projections.reports.public_view import Sight


class Mark(NamedTuple):
    """Where an object stands in the feed: in which entry, and the how manieth of it."""

    entry: int
    number: int

    def __str__(self) -> str:
        """Return the mark as it is sent, and sent back: `17.2`."""
        return f"{self.entry}.{self.number}"


class Piece(NamedTuple):
    """One public object, as a line of JSON."""

    mark: Mark
    line: bytes


START = Mark(0, 0)
"""Before everything."""


class FeedCache:
    """The feed of one tournament, told on as its ledger grows.

    Where a name that was told is another one now, or another ledger stands in its place, it is told
    anew. Followed in one thread only, with each sight after those before it.
    """

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._sight: Sight | None = None
        self._so_far = SoFar(t=Tournament(), shown=set())
        self._pieces: list[Piece] = []

    def up_to(self, sight: Sight, after: Mark = START) -> Sequence[Piece]:
        """Return what is told after a mark, as of a sight."""
        if sight is not self._sight:
            self._follow(sight)
        return self._pieces[bisect_right(self._pieces, after, key=lambda piece: piece.mark) :]

    def _follow(self, sight: Sight) -> None:
        """Tell what a sight has more than the one before."""
        if self._sight is None or not _goes_on(self._sight, sight):
            self._so_far = SoFar(t=Tournament(), shown=set())
            self._pieces = []
        for entry in sight.entries[self._so_far.t.seq :]:
            items = told(self._so_far, entry, sight.book)
            self._pieces += [
                Piece(Mark(entry.seq, number), bytes_of(item))
                for number, item in enumerate(items, start=1)
            ]
        self._sight = sight


def _goes_on(before: Sight, sight: Sight) -> bool:
    """Tell whether a sight only adds to another: the same entries, the same names."""
    known = len(before.entries)
    return sight.entries[:known][-1:] == before.entries[-1:] and all(
        sight.book.name(player) == before.book.name(player) for player in before.t.players
    )
