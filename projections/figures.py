"""The percentages that order players who are level on match points, for every player at once."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ledger.terms import PlayerId
from projections.basis import Basis, Span, within
from projections.played import Scored
from projections.rates import game_share, game_win, games_count, mean, share


class Figures(NamedTuple):
    """A player's percentages. Those of games are None where the edition does not count games."""

    op_win: Fraction
    op_op_win: Fraction
    game_win: Fraction | None = None
    op_game_win: Fraction | None = None


Asked = tuple[PlayerId, Span]
"""A player's figure, over these rounds."""


def figures(b: Basis, *, only: Iterable[PlayerId] | None = None) -> dict[PlayerId, Figures]:
    """Return the percentages of every player, in order of registration; or of some, quickly."""
    spans = b.spans if only is None else {player: b.spans[player] for player in only}
    own = {(player, span): met_in(b, player, span) for player, span in spans.items()}
    asked: dict[Asked, list[Asked]] = dict(own)
    for met in own.values():
        for one in met:
            if one not in asked:
                asked[one] = met_in(b, *one)
    rates: dict[Asked, Fraction] = {}
    op_wins: dict[Asked, Fraction] = {}
    for (player, span), met in asked.items():
        shares = [Fraction(1)] * awarded_in(b, player, span)
        for opponent, _ in met:
            rate = rates.get((opponent, span))
            if rate is None:
                rate = rates[opponent, span] = share(b, opponent, span)
            shares.append(rate)
        op_wins[player, span] = mean(shares, b.rules.op_win_without_opponents)
    nobody = b.rules.op_win_without_opponents
    games = games_count(b.rules)
    return {
        player: Figures(
            op_win=op_wins[player, span],
            op_op_win=mean([op_wins[one] for one in met], nobody),
            game_win=game_win(b, player, span) if games else None,
            op_game_win=mean([game_share(b, p, span) for p, _ in met], nobody) if games else None,
        )
        for (player, span), met in own.items()
    }


def op_win(b: Basis, player: PlayerId) -> Fraction:
    """Return the Op Win % of one player, quickly (TOP T2)."""
    span = b.spans[player]
    shares = [Fraction(1)] * awarded_in(b, player, span)
    shares += [share(b, opponent, span) for opponent, _ in met_in(b, player, span)]
    return mean(shares, b.rules.op_win_without_opponents)


def met_in(b: Basis, player: PlayerId, span: Span) -> list[Asked]:
    """Return the opponents met in a span, each with the rounds that their own figures look at.

    Inside another player's Op Op Win %, the Op Win % of somebody who was frozen stays frozen.
    """
    return [
        (part.opponent, span if own.upto >= span.upto else Span(span.after, own.upto))
        for part in within(b, player, span)
        if part.opponent is not None and (own := b.spans.get(part.opponent))
    ]


def awarded_in(b: Basis, player: PlayerId, span: Span) -> int:
    """Return how many awarded byes of a span are one more opponent with 100 %, by the edition."""
    if b.rules.awarded_bye != "opponent" or not b.table[player].awarded_byes:
        return 0
    return sum(part.scored == Scored.AWARDED_BYE for part in within(b, player, span))
