"""The round that is proposed, and the refusal where there is none."""

from msgspec import Struct

from ledger.errors import Refused
from ledger.events.event import Drawn
from ledger.terms import Bye, Pairing, Pool

DRAW = "search-1"
"""The name of the drawing procedure that docs/pairing.md specifies."""

REMATCHES = "rematches-1"
"""The procedure for the fewest rematches, where no round is legal."""


class Proposal(Struct, frozen=True, kw_only=True):
    """The next round of a pool: pairings in table order, the byes, and the draw they came from.

    It becomes history when it is posted as a `round-paired`, with the tables it is played at.
    """

    pool: Pool
    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    drawn: Drawn


class NoLegalRound(Refused):
    """Nobody can pair this round without a rematch or a second bye; the message says why (A-11)."""
