"""Each player's Swiss record: wins, ties, losses, byes, opponents and games.

Matches after the cut never count here: they decide places by themselves (TOP §3.3.6).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import rounds_of
from roundbook.ledger.state.tournament import Player, Round, Tournament
from roundbook.ledger.terms import ByeKind, MatchId, Pairing, PlayerId, Pool, Result, Score, Verdict

# The result of each Swiss round for each player: a win, a tie, a loss or a bye.

NO_GAMES = Score(0, 0, 0)


class Scored(StrEnum):
    """The result of one round for one player."""

    WIN = "win"
    TIE = "tie"
    LOSS = "loss"
    DOUBLE_LOSS = "double loss"
    FORCED_LOSS = "forced loss"
    BYE = "bye"
    AWARDED_BYE = "awarded bye"
    UNPLAYED = "not played"


class PlayedRound(NamedTuple):
    """One round of one player. `games` are those won, lost and drawn by the player.

    `opponent` is None if there was none: a bye, a forced loss, a match that was never played.
    """

    round: int
    pool: Pool
    scored: Scored
    match_points: int
    opponent: PlayerId | None = None
    games: Score = NO_GAMES


def rounds_played(
    t: Tournament,
    rules: Ruleset,
    *,
    count_unplayed: bool = False,
    through: int | None = None,
    of: Collection[PlayerId] | None = None,
) -> dict[PlayerId, list[PlayedRound]]:
    """Return the Swiss rounds of every player, in order; see `records`."""
    played: dict[PlayerId, list[PlayedRound]] = {
        player: [] for player in (t.players if of is None else of)
    }
    worth = {scored: _worth(scored, rules) for scored in Scored}
    for paired in _swiss_rounds(t):
        if through is None or paired.number <= through:
            for player, part in _parts(
                t, paired, rules, worth, count_unplayed=count_unplayed, of=of
            ):
                if player in played:
                    played[player].append(part)
    for player, parts in played.items():
        late = t.players[player]
        if late.losses or late.missed:
            played[player] = _with_forced_losses(late, parts, rules, through)
    return played


def _swiss_rounds(t: Tournament) -> Iterator[Round]:
    """Yield every valid Swiss round, pool by pool, in order."""
    pools = dict.fromkeys(pool for pool, _ in t.rounds if pool not in t.cuts)
    for pool in pools:
        yield from rounds_of(t, pool)


def _parts(
    t: Tournament,
    paired: Round,
    rules: Ruleset,
    worth: Mapping[Scored, int],
    *,
    count_unplayed: bool,
    of: Collection[PlayerId] | None,
) -> Iterator[tuple[PlayerId, PlayedRound]]:
    """Yield the result of a round for each player in it, or only for the players in `of`."""
    # A later round of the pool shows that this one was played, even if a file gives no start.
    under_way = paired.started or paired.number < t.latest.get(paired.pool, 0)
    under_way = under_way or any(match in t.results for match, _ in paired.matches())
    found = paired.matches() if of is None else dict.fromkeys(map(paired.match_of, of))
    for match, pairing in filter(None, found):
        result = t.results.get(match)
        if result is None:
            continue
        yield from _both_sides(match, pairing, result, worth, count_unplayed=count_unplayed)
    if not under_way:
        return
    for player in paired.absent:  # The games of a bye, the other way round.
        lost, games = Scored.FORCED_LOSS, Score(*reversed(rules.bye_games))
        yield player, PlayedRound(paired.number, paired.pool, lost, worth[lost], None, games)
    for player, kind in paired.byes:
        scored = Scored.AWARDED_BYE if kind == ByeKind.AWARDED else Scored.BYE
        games = Score(*rules.bye_games)
        yield (
            player,
            PlayedRound(paired.number, paired.pool, scored, rules.win_points, None, games),
        )


SCORED = {
    Verdict.FIRST: (Scored.WIN, Scored.LOSS),
    Verdict.SECOND: (Scored.LOSS, Scored.WIN),
    Verdict.TIE: (Scored.TIE, Scored.TIE),
    Verdict.DOUBLE_LOSS: (Scored.DOUBLE_LOSS, Scored.DOUBLE_LOSS),
    Verdict.UNPLAYED: (Scored.UNPLAYED, Scored.UNPLAYED),
}
"""What each way to end a match is to its first player, and to its second."""


def _both_sides(
    match: MatchId,
    pairing: Pairing,
    result: Result,
    worth: Mapping[Scored, int],
    *,
    count_unplayed: bool,
) -> tuple[tuple[PlayerId, PlayedRound], tuple[PlayerId, PlayedRound]]:
    """Return a match as each of its two players sees it."""
    met = result.verdict != Verdict.UNPLAYED
    first, second = SCORED[result.verdict]
    here = result.games if result.games and met else NO_GAMES
    there = Score(here.second, here.first, here.drawn) if here != NO_GAMES else NO_GAMES
    pool, number, _ = match
    one, other = pairing if met or count_unplayed else (None, None)
    return (
        (pairing.first, PlayedRound(number, pool, first, worth[first], other, here)),
        (pairing.second, PlayedRound(number, pool, second, worth[second], one, there)),
    )


def _worth(scored: Scored, rules: Ruleset) -> int:
    """Return the match points for a result at a table (TOP §3.1)."""
    match scored:
        case Scored.WIN | Scored.BYE | Scored.AWARDED_BYE:
            return rules.win_points
        case Scored.TIE:
            return rules.tie_points
        case Scored.LOSS | Scored.DOUBLE_LOSS | Scored.FORCED_LOSS:
            return rules.loss_points
        case Scored.UNPLAYED:
            return 0


def _with_forced_losses(
    player: Player, parts: list[PlayedRound], rules: Ruleset, through: int | None
) -> list[PlayedRound]:
    """Add a loss for every round that started without the player (TOP §3.1.3; A-60)."""
    lost = (*range(1, player.losses + 1), *player.missed)
    # A round in which the player has a seat counts by its result, and never a second time as a
    # loss.
    seated = {part.round for part in parts}
    pool = parts[0].pool if parts else player.pool or Pool("late")
    forced = [
        PlayedRound(number, pool, Scored.FORCED_LOSS, rules.loss_points)
        for number in dict.fromkeys(lost)
        if number not in seated and (through is None or number <= through)
    ]
    return sorted([*forced, *parts], key=lambda part: part.round)


# The record that these rounds add up to.


class Record(Struct, frozen=True, kw_only=True):
    """A player's Swiss rounds and their totals.

    `wins`, `losses` and `ties` leave byes out; losses include double losses (A-51) and rounds that
    started without the player (TOP §3.1.3). `rounds` include byes. `games` are won, lost and drawn,
    including those that the edition gives for a bye.
    """

    wins: int = 0
    losses: int = 0
    ties: int = 0
    byes: int = 0
    awarded_byes: int = 0
    match_points: int = 0
    games: Score = NO_GAMES
    rounds: tuple[PlayedRound, ...] = ()

    @property
    def opponents(self) -> tuple[PlayerId, ...]:
        """All opponents in order of rounds; an opponent met twice is listed twice (A-47)."""
        return tuple(part.opponent for part in self.rounds if part.opponent is not None)

    @property
    def last_opponent(self) -> PlayerId | None:
        """The last Swiss opponent, without byes and forced losses (A-22); None if there is none."""
        met = (part.opponent for part in reversed(self.rounds) if part.opponent is not None)
        return next(met, None)

    def __str__(self) -> str:
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
    """Return the Swiss record of every player, in order of registration, or of the players `of`.

    `through` is the last round that counts; None counts them all. A match without a result is
    neither a round nor an opponent. A bye counts once its round is under way: while a round is
    posted but not started, players check the standings of the round before (TOP §4).

    With `count_unplayed`, an opponent whom a player was paired with but never played counts as met
    (still no round). Some publishers count like this; no edition does.
    """
    played = rounds_played(t, rules, count_unplayed=count_unplayed, through=through, of=of)
    return {player: record_of(parts) for player, parts in played.items()}


_NONE = dict.fromkeys(Scored, 0)


def record_of(parts: Sequence[PlayedRound]) -> Record:
    """Return the totals of one player's rounds."""
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
        games=Score(won, lost, drawn),
        rounds=tuple(parts),
    )
