"""What a player counts as an opponent: the win %, with floor and cap, and the games likewise.

Exact fractions, so that two players who are level stay level; a rate becomes a percentage only
where it is printed.
"""

from fractions import Fraction
from math import lcm

from ledger.rulesets.ruleset import Ruleset
from ledger.terms import PlayerId
from projections.basis import Basis, Span, has_left, within
from projections.played import Scored

BYES = (Scored.BYE, Scored.AWARDED_BYE)


def win_rate(b: Basis, player: PlayerId, span: Span) -> Fraction | None:
    """Return a player's win % over a span, before floor and cap; None without a round."""
    won, of = won_of(b, player, span)
    return Fraction(won, of) if of else None


def won_of(b: Basis, player: PlayerId, span: Span) -> tuple[Fraction | int, int]:
    """Return what a player won over a span, and how much there was to win.

    Rounds, or match points where the rate of the edition is one of points (A-3, A-4, A-6, A-36).
    """
    rules = b.rules
    parts = within(b, player, span)
    times = [part.scored for part in parts].count
    awarded = times(Scored.AWARDED_BYE)
    byes = awarded + times(Scored.BYE)
    rounds = len(parts) - byes - times(Scored.UNPLAYED)
    wins = times(Scored.WIN)
    counted = awarded if rules.awarded_bye == "opponent" else 0
    match rules.rate:
        case "rounds-played":
            ties = times(Scored.TIE)
            half = Fraction(ties, 2) if ties else 0
            return wins + counted + half, rounds + counted
        case "rounds-planned":
            present = rounds + byes
            due = 0 if has_left(b, player, span) else min(b.planned[player], span.upto) - span.after
            return wins + counted, max(present, due)
        case "points":
            counted = byes if rules.bye_in_rate else counted
            points = sum(part.match_points for part in parts if part.scored not in BYES)
            return points + counted * rules.win_points, (rounds + counted) * rules.win_points


def share(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return what a player counts as an opponent: the win %, no less than the floor; capped.

    The cap is for somebody who has left by the end of the span (TOP §3.1.4.1, T2; GTB-4).
    """
    rate = max(b.rules.win_floor, win_rate(b, player, span) or Fraction(0))
    return min(rate, b.rules.win_cap) if is_capped(b, player, span) else rate


def is_capped(b: Basis, player: PlayerId, span: Span) -> bool:
    """Tell whether a player counts no more than the cap as an opponent, seen after this span.

    Who leaves in the cut has played all of Swiss, whose places are kept (TOP §3.3.6).
    """
    match b.rules.cap_applies:
        case "never":
            return False
        case "dropped":
            return has_left(b, player, span) and b.left[player] <= b.planned[player]
        case "dropped-early":
            return has_left(b, player, span) and b.left[player] < b.planned[player]


def games_count(rules: Ruleset) -> bool:
    """Tell whether the games won inside the matches order players in this edition."""
    return not {"game-win", "op-game-win"}.isdisjoint(rules.tiebreaks)


def game_win(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return a player's own game-win % (POD-12), no less than the edition's floor for it."""
    return max(b.rules.own_game_floor, game_rate(b, player, span) or Fraction(0))


def game_share(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return what a player's games count as an opponent, no less than the floor (POD-13)."""
    return max(b.rules.win_floor, game_rate(b, player, span) or Fraction(0))


def game_rate(b: Basis, player: PlayerId, span: Span) -> Fraction | None:
    """Return the points of the games by those there were to win; None without a game."""
    parts = within(b, player, span)
    won = sum(part.games.first for part in parts)
    drawn = sum(part.games.drawn for part in parts)
    games = won + drawn + sum(part.games.second for part in parts)
    worth = b.rules.win_points * won + b.rules.tie_points * drawn
    return Fraction(worth, b.rules.win_points * games) if games else None


def mean(rates: list[Fraction], of_none: Fraction) -> Fraction:
    """Return the exact mean; of no rates it is `of_none`."""
    if not rates:
        return of_none
    parts = [rate.as_integer_ratio() for rate in rates]
    bottom = lcm(*[below for _, below in parts])
    total = sum([above * (bottom // below) for above, below in parts])
    return Fraction(total, bottom * len(rates))


def percent(rate: Fraction) -> str:
    """Return a rate as it is printed: two decimals, half to even, such as `49.67`."""
    above, below = rate.as_integer_ratio()
    hundredths, rest = divmod(above * 10_000, below)
    if 2 * rest > below or (2 * rest == below and hundredths % 2):
        hundredths += 1
    return f"{hundredths // 100}.{hundredths % 100:02}"
