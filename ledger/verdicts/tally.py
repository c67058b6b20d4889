"""The games of a match added up: games won by each player, and the number of the next game."""

from typing import NamedTuple

from roundbook.ledger.events.match_end import Facts, GameEnd, Side, UnderWay
from roundbook.ledger.terms import MatchFormat

_WINNERS = {
    GameEnd.FIRST: Side.FIRST,
    GameEnd.FIRST_BY_SUDDEN_DEATH: Side.FIRST,
    GameEnd.SECOND: Side.SECOND,
    GameEnd.SECOND_BY_SUDDEN_DEATH: Side.SECOND,
}


class Tally(NamedTuple):
    """Games won by each player; `pending`: both won the last game at the same time."""

    first: int
    second: int
    pending: bool

    @property
    def game(self) -> int:
        """The number of the game that is under way, undecided, or next."""
        return self.first + self.second + 1

    @property
    def leader(self) -> Side | None:
        """The player who has won more games."""
        if self.first == self.second:
            return None
        return Side.FIRST if self.first > self.second else Side.SECOND


def winner_of(end: GameEnd) -> Side | None:
    """Return the winner of a game; None if it does not count or is not decided yet."""
    return _WINNERS.get(end)


def other(side: Side) -> Side:
    """Return the opponent."""
    return Side.SECOND if side is Side.FIRST else Side.FIRST


def needed(match_format: MatchFormat) -> int:
    """Return how many games win a match (POD-4)."""
    return 2 if match_format is MatchFormat.BEST_OF_THREE else 1


def tally(facts: Facts) -> Tally:
    """Return the sum of the games that are over."""
    won = [winner_of(end) for end in facts.games]
    pending = facts.games[-1:] == (GameEnd.BOTH,)
    return Tally(won.count(Side.FIRST), won.count(Side.SECOND), pending)


def decided(facts: Facts) -> Side | None:
    """Return the player who has won as many games as the match needs; None while it is open."""
    count = tally(facts)
    enough = max(count.first, count.second) >= needed(facts.match_format)
    return count.leader if enough else None


def games_started(facts: Facts) -> int:
    """Return how many games that count have started; Sudden Death is not a game of its own.

    A game has started once its starting player is known (TRF §8.1, §9.1; POD-8).
    """
    count = tally(facts)
    at_play = count.pending or facts.under_way is UnderWay.GAME
    return count.first + count.second + at_play
