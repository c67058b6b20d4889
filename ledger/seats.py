"""A player as registered, and a round as paired."""

from collections.abc import Iterator
from functools import cached_property
from itertools import repeat

from msgspec import Struct

from ledger.terms import Bye, Division, MatchId, Pairing, PlayerId, Pool


class Player(Struct, frozen=True, kw_only=True):
    """A player as registered; `after` is the last round that counts for one who has left.

    `told_out` says that a file tells it: what it tells of their last match stands as it is.
    """

    id: PlayerId
    division: Division
    commitment: str
    seq: int
    late: bool = False
    losses: int = 0
    after: int | None = None
    disqualified: bool = False
    told_out: bool = False
    pool: Pool | None = None

    @property
    def out(self) -> bool:
        """Whether the player has dropped or was disqualified."""
        return self.after is not None


class Round(Struct, frozen=True, kw_only=True, dict=True):
    """A paired round of a pool. What a file tells counts as started: it does not say when.

    `posted` tells whether its pairings were put up, `slips` whether its slips were printed.
    """

    pool: Pool
    number: int
    pairings: tuple[Pairing, ...]
    tables: tuple[int, ...]
    byes: tuple[Bye, ...]
    seq: int
    told: bool
    posted: bool = False
    started: bool = False
    slips: bool = False

    def matches(self) -> tuple[tuple[MatchId, Pairing], ...]:
        """Return every match of the round with its two players, in table order."""
        return self._matches

    @cached_property
    def _matches(self) -> tuple[tuple[MatchId, Pairing], ...]:
        """A large round is asked for its matches again and again while one slip is entered."""
        named = map(MatchId, repeat(self.pool), repeat(self.number), self.tables)
        return tuple(zip(named, self.pairings, strict=False))

    def players(self) -> Iterator[PlayerId]:
        """Yield everybody who is seated or has a bye."""
        for pairing in self.pairings:
            yield from pairing
        for bye in self.byes:
            yield bye.player
