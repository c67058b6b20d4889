"""What each player has done in Swiss: wins, ties, losses, byes, opponents and games.

Matches after the cut never count here: they decide places by themselves (TOP §3.3.6).
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import PlayerId, Score
from projections.played import NO_GAMES, PlayedRound, Scored, rounds_played


class Record(Struct, frozen=True, kw_only=True):
    """A player's Swiss rounds and what they add up to.

    `wins`, `losses` and `ties` leave byes out; a loss is also a double loss (A-51) and a round that
    had started before a late player came (TOP §3.1.3). `rounds` are those played: byes are none.
    `games` are won, lost and drawn, with those that the edition gives for a bye.
    """

    wins: int = 0
    losses: int = 0
    ties: int = 0
    byes: int = 0
    awarded_byes: int = 0
    match_points: int = 0
    rounds: int = 0
    games: Score = NO_GAMES
    played: tuple[PlayedRound, ...] = ()

    @property
    def opponents(self) -> tuple[PlayerId, ...]:
        """Everybody met, in order of the rounds; who was met twice stands twice (A-47)."""
        return tuple(part.opponent for part in self.played if part.opponent is not None)

    @property
    def last_opponent(self) -> PlayerId | None:
        """The last Swiss opponent, byes and forced losses aside (A-22); None if there is none."""
        met = (part.opponent for part in reversed(self.played) if part.opponent is not None)
        return next(met, None)

    @property
    def score(self) -> str:
        """Wins, losses and ties as people say them: `4-1-0`. A bye is a win (TOP §3.1)."""
        return f"{self.wins + self.byes + self.awarded_byes}-{self.losses}-{self.ties}"


def records(
    t: Tournament,
    rules: Ruleset,
    *,
    count_unplayed: bool = False,
    through: int | None = None,
    of: Collection[PlayerId] | None = None,
) -> dict[PlayerId, Record]:
    """Return the Swiss record of every player, in order of registration; or `of` some, as named.

    `through` is the last round that is looked at; None takes them all. A match without a result is
    neither a round nor an opponent. A bye counts once its round is under way: while a round is
    posted and not started, players check the standings of the round before (TOP §4).

    With `count_unplayed`, an opponent whom a player was paired with but never played is one that
    was met (still no round). Some publishers count so; no edition does.
    """
    played = rounds_played(t, rules, count_unplayed=count_unplayed, through=through, of=of)
    return {player: record_of(parts) for player, parts in played.items()}


_NONE = dict.fromkeys(Scored, 0)


def record_of(parts: Sequence[PlayedRound]) -> Record:
    """Add up the rounds of one player."""
    tally = _NONE.copy()
    match_points = won = lost = drawn = 0
    for part in parts:
        tally[part.scored] += 1
        match_points += part.match_points
        won += part.games.first
        lost += part.games.second
        drawn += part.games.drawn
    losses = tally[Scored.LOSS] + tally[Scored.DOUBLE_LOSS] + tally[Scored.FORCED_LOSS]
    return Record(
        wins=tally[Scored.WIN],
        losses=losses,
        ties=tally[Scored.TIE],
        byes=tally[Scored.BYE],
        awarded_byes=tally[Scored.AWARDED_BYE],
        match_points=match_points,
        rounds=tally[Scored.WIN] + tally[Scored.TIE] + losses,
        games=Score(won, lost, drawn),
        played=tuple(parts),
    )
