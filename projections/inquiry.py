"""Why a player stands where they stand: every figure taken apart, every neighbour compared.

An explanation is data; `projections.readout` puts it into lines. Whoever adds up the fractions by
hand arrives at the same place.
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.rulesets.ruleset import Ruleset
from ledger.terms import Division, PlayerId, Score
from ledger.tournament import Tournament
from projections.basis import ALWAYS, Basis, Span, basis, within
from projections.comparison import Step, compare
from projections.falls import is_pure
from projections.played import PlayedRound
from projections.rates import game_win, games_count
from projections.shares import Mean, games_in, op_game_win_of, op_op_win_of, op_win_of
from projections.standings import Standing, clauses_of, lines, standings


class Explanation(Struct, frozen=True, kw_only=True):
    """Everything that a player's place follows from.

    `rounds` are the rounds that the match points come from. `looks_at` says which rounds the
    percentages look at where these are not all. `games` and what follows from them are None where
    the edition does not count games. `steps` compare the player with the nearest neighbours.
    """

    standing: Standing
    rounds: tuple[PlayedRound, ...]
    dropped_after: int | None
    looks_at: str | None
    op_win: Mean
    op_op_win: Mean
    games: Score | None
    game_win: Fraction | None
    op_game_win: Mean | None
    steps: tuple[Step, ...]

    @property
    def player(self) -> PlayerId:
        """Whose place it is."""
        return self.standing.player

    @property
    def division(self) -> Division:
        """The division in which it counts."""
        return self.standing.division


def explain_place(t: Tournament, rules: Ruleset, player: PlayerId) -> Explanation:
    """Return why a player stands where they stand; raises Refused if there is no such player."""
    if player not in t.players:
        raise Refused(
            f"there is no player {player}.", hint="`roundbook players` lists the numbers."
        )
    b = basis(t, rules)
    span = b.spans[player]
    games = games_count(rules)
    placed = [one for one in standings(t, rules) if one.division == t.players[player].division]
    at = next(number for number, one in enumerate(placed) if one.player == player)
    return Explanation(
        standing=placed[at],
        rounds=b.table[player].played,
        dropped_after=b.left.get(player),
        looks_at=_looks_at(t, player, span),
        op_win=op_win_of(b, player, span),
        op_op_win=op_op_win_of(b, player, span),
        games=games_in(within(b, player, span)) if games else None,
        game_win=game_win(b, player, span) if games else None,
        op_game_win=op_game_win_of(b, player, span) if games else None,
        steps=_steps(t, b, placed, at),
    )


def _steps(t: Tournament, b: Basis, placed: list[Standing], at: int) -> tuple[Step, ...]:
    """Compare a player with whoever stands directly above and directly below."""
    everybody = lines(t, b)
    clauses = clauses_of(t, b, everybody, placed[at].division)
    beside = [(number, number < at) for number in (at - 1, at + 1) if 0 <= number < len(placed)]
    steps = tuple(
        compare(b, everybody, clauses, placed[at], placed[number], is_above=is_above)
        for number, is_above in beside
        if placed[at].place is not None and placed[number].place is not None
    )
    if not is_pure(t):
        return steps
    return tuple(  # The places of a single elimination have a source of their own.
        replace(one, cites="TOP §3.2.3") if one.decided_by in {"cut", "bracket", "seed"} else one
        for one in steps
    )


def _looks_at(t: Tournament, player: PlayerId, span: Span) -> str | None:
    """Return which rounds the percentages of a player look at, where these are not all."""
    if span.after:
        return f"rounds {span.after + 1} and later, those of the second day (A-20)"
    if span.upto == ALWAYS:
        return None
    if t.players[player].after == span.upto:
        return f"as they stood after round {span.upto}, when {player} left (A-9)"
    return f"as they stood after round {span.upto}, the end of the first day (A-20)"
