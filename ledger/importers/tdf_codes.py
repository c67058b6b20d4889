"""The codes in a `.tdf` file, as TOM writes them.

A code that is not listed here is refused, since it could mean anything.
"""

from enum import IntEnum
from typing import Annotated

from ledger.importers.values import code

VERSIONS = frozenset({"1.7", "1.74", "1.80", "1.84", "1.86"})
GAMES = frozenset({"TRADING_CARD_GAME", "VIDEO_GAME", "GO"})
MODES = frozenset(
    {"LEAGUECHALLENGE", "TCG1DAY", "TCG2DAY", "PRERELEASE", "VGCPREMIER", "GOPREMIER", "CUSTOM"}
)
ELIMINATION, SWISS, SWISS_PLUS_CUT = 1, 2, 3
"""Of a tournament and of a round: a round of type 1 is elimination, any other is Swiss."""

REGISTRATION, FINALISED = 1, 5
"""Stages of a tournament; 3 is configured, 4 is running."""

Category = Annotated[int, code("category", 0, 1, 2, 8, 9, 10)]
"""0 Junior, 1 Senior, 2 Masters; together: 8 Junior and Senior, 9 Senior and Masters, 10 all."""


class Outcome(IntEnum):
    """How a match stands. 6 is read as 10, as every reader of such files does."""

    OPEN = 0
    FIRST = 1
    SECOND = 2
    TIE = 3
    AWARDED_BYE = 4
    BYE = 5
    DOUBLE_LOSS_TOO = 6
    FORCED_LOSS = 8
    DELETED = 9
    DOUBLE_LOSS = 10


ALONE = frozenset({Outcome.AWARDED_BYE, Outcome.BYE, Outcome.FORCED_LOSS})
"""What happens to one player alone; every other outcome takes two."""
