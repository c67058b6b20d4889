"""Who decides who goes first (TRF §10)."""

from collections.abc import Sequence

from ledger.ending import GameEnd, Side
from ledger.verdicts.tally import other, winner_of


def who_chooses(games: Sequence[GameEnd]) -> Side | None:
    """Return who chooses who starts the next game, at the time of the coin flip; None: the coin.

    It is the loser of the game before, be it the loser of the Sudden Death that decided it. Before
    the first game, for Sudden Death, and after a game that does not count, it is the coin (TRF §10;
    A-31).
    """
    winner = winner_of(games[-1]) if games else None
    return other(winner) if winner else None
