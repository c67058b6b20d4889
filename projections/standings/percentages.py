"""Win percentages of players and opponents, with floor and cap, and those of games.

Exact fractions, so two players who are tied stay tied; a rate becomes a percentage only where it is
printed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.pools import pool_of
from roundbook.ledger.state.rounds import open_matches, planned_rounds, rounds_of
from roundbook.ledger.state.tournament import Player, Tournament
from roundbook.ledger.terms import Division, PlayerId, Pool
from roundbook.projections.rounds_left import has_ended
from roundbook.projections.standings.records import PlayedRound, Record, Scored, records

# What the percentages are calculated from: records, drops, and the rounds they cover. The rounds
# that a figure covers are its span: all of them, those up to a player's drop if the edition freezes
# it, those of one day.

ALWAYS = 1_000_000
"""A round number that no tournament reaches."""


class Span(NamedTuple):
    """The rounds after `after`, up to and including `upto`."""

    after: int = 0
    upto: int = ALWAYS


class Basis(Struct, frozen=True, kw_only=True):
    """What the percentages of a tournament are calculated from.

    `spans` are the rounds that a player's own figures cover; `left` the last round of each player
    who has dropped; `planned` the Swiss rounds that each player was to play. `cut` are the players
    whose division has a cut, announced or made. With `losses_alone`, a loss without an opponent
    counts as an opponent with the floor percentage: some publishers count like this, no edition
    does.
    """

    rules: Ruleset
    table: Mapping[PlayerId, Record]
    spans: Mapping[PlayerId, Span]
    left: Mapping[PlayerId, int]
    planned: Mapping[PlayerId, int]
    cut: Collection[PlayerId]
    losses_alone: bool = False


def basis(
    t: Tournament, rules: Ruleset, *, count_unplayed: bool = False, losses_alone: bool = False
) -> Basis:
    """Return what the percentages of a tournament are calculated from."""
    table = records(t, rules, count_unplayed=count_unplayed)
    ended = {pool for pool in t.pods if has_ended(t, pool)}
    known = {p.id: _course(t, p, table[p.id], rules, ended) for p in t.players.values()}
    cut = _with_cut(t)
    return Basis(
        rules=rules,
        table=table,
        spans={player: span for player, (span, _) in known.items()},
        left={p.id: p.after for p in t.players.values() if p.after is not None},
        planned={player: planned for player, (_, planned) in known.items()},
        cut={p.id for p in t.players.values() if p.division in cut},
        losses_alone=losses_alone,
    )


def _with_cut(t: Tournament) -> set[Division]:
    """Return the divisions whose cut was announced or made."""
    told = t.announcement.cut if t.announcement else {}
    made = {cut.division for cut in t.cuts.values() if cut.division}
    return made | {division for division, size in told.items() if size}


def _course(
    t: Tournament, player: Player, record: Record, rules: Ruleset, ended: Collection[Pool]
) -> tuple[Span, int]:
    """Return the rounds that a player's figures cover, and how many the player was to play.

    The planned rounds are those set or announced; once the cut is made or the tournament closed, or
    if nothing more is announced or legal, they are the paired ones (A-73). Players outside the
    second day keep the figures of the first (A-20).
    """
    # The pool of the last round counts, for a player who changed pools.
    pool = record.rounds[-1].pool if record.rounds else pool_of(t, player)
    if pool is None:
        return Span(), 0
    present = t.latest.get(pool, 0)
    cut = any(c.division == player.division for c in t.cuts.values())
    over = t.closed is not None or cut or pool in ended
    planned = present if over else planned_rounds(t, pool) or present
    after, upto = 0, ALWAYS
    taken = t.day_two.get(pool)
    if rules.freeze_dropped and player.after is not None:
        upto = player.after
    if taken and player.id not in taken.players:
        upto = min(upto, taken.after)
        planned = taken.after
    elif taken and rules.day_two == "day-two-only" and upto > taken.after:
        # Only if the span goes on into that day: a player who dropped before it would have no round
        # left.
        after = taken.after
    return Span(after, upto), planned


def within(b: Basis, player: PlayerId, span: Span) -> Sequence[PlayedRound]:
    """Return the rounds of a player within a span."""
    played = b.table[player].rounds
    if span == (0, ALWAYS):
        return played
    return [part for part in played if span.after < part.round <= span.upto]


def has_left(b: Basis, player: PlayerId, span: Span) -> bool:
    """Return whether a player has dropped by the end of a span."""
    return player in b.left and b.left[player] <= span.upto


# The rates of one player over a span, and what they count for an opponent.

BYES = (Scored.BYE, Scored.AWARDED_BYE)


def win_rate(b: Basis, player: PlayerId, span: Span) -> Fraction | None:
    """Return a player's win % over a span, before floor and cap; None without a round."""
    won, of = won_of(b, player, span)
    return Fraction(won, of) if of else None


def won_of(b: Basis, player: PlayerId, span: Span) -> tuple[Fraction | int, int]:
    """Return how much a player won over a span, and how much was possible.

    In rounds, or in match points if the edition's rate is one of points (A-3, A-4, A-6, A-36).
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
            # Rounds still to come count as well, by the words of the rulebook. Players who have
            # dropped are not due in those; and no player has fewer rounds than they took part in.
            due = 0 if has_left(b, player, span) else min(b.planned[player], span.upto) - span.after
            return wins + counted, max(present, due)
        case "points" | "points-of-three":
            # Tied matches have given a point each, so there is nothing to halve here.
            counted = byes if rules.bye_in_rate else counted
            points = sum(part.match_points for part in parts if part.scored not in BYES)
            of = SHEET_ROUNDS if rules.rate == "points-of-three" else rounds + counted
            return points + counted * rules.win_points, of * rules.win_points


SHEET_ROUNDS = 3
"""The sheet of a pod has three rounds (POD-1)."""


class TwoForms(NamedTuple):
    """The OMP of a player in points of three rounds: as it counts, and as the sheet words it."""

    counts: Fraction
    as_worded: Fraction


def forms_that_differ(t: Tournament, rules: Ruleset) -> dict[PlayerId, TwoForms]:
    """Return the OMP of players whose opponents had a bye or played fewer rounds (POD-11, A-62).

    The edition uses a rate, which the sheet states as points of nine; the two are the same once
    everybody has played three rounds, so nothing is compared before.
    """
    if rules.rate != "points" or rules.bye_in_rate:
        return {}
    over = {
        pool
        for pool, number in t.latest.items()
        if number >= SHEET_ROUNDS and not any(open_matches(t, one) for one in rounds_of(t, pool))
    }
    whole = rules.win_points * SHEET_ROUNDS
    worded = replace(rules, rate="points-of-three", bye_in_rate=True)
    counts, words = (figures(basis(t, each)) for each in (rules, worded))
    return {
        player.id: TwoForms(counts[player.id].op_win * whole, words[player.id].op_win * whole)
        for player in t.players.values()
        if pool_of(t, player) in over and counts[player.id].op_win != words[player.id].op_win
    }


def share(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return what a player counts as an opponent: the win %, at least the floor; capped.

    The cap is for a player who has dropped by the end of the span (TOP §3.1.4.1, T2; GTB-4).
    """
    rate = max(b.rules.win_floor, win_rate(b, player, span) or Fraction(0))
    return min(rate, b.rules.win_cap) if is_capped(b, player, span) else rate


def is_capped(b: Basis, player: PlayerId, span: Span) -> bool:
    """Return whether a player counts no more than the cap as an opponent, as of this span.

    The cap is for players who dropped before the event was completed (TOP §3.1.4.1, T2; A-73):
    `dropped-early`, before the last of their Swiss rounds, so that no drop after it moves a place;
    `dropped`, then too, and at any time if a cut completes the event.
    """
    match b.rules.cap_applies:
        case "never":
            return False
        case "dropped":
            early = player in b.cut or b.left.get(player, 0) < b.planned[player]
            return has_left(b, player, span) and early
        case "dropped-early":
            return has_left(b, player, span) and b.left[player] < b.planned[player]


def games_count(rules: Ruleset) -> bool:
    """Return whether this edition orders players by the games won in their matches."""
    return not {"game-win", "op-game-win"}.isdisjoint(rules.tiebreaks)


def game_win(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return a player's own game-win % (POD-12), at least the edition's floor for it."""
    return max(b.rules.own_game_floor, game_rate(b, player, span) or Fraction(0))


def game_share(b: Basis, player: PlayerId, span: Span) -> Fraction:
    """Return what a player's games count as an opponent, at least the floor (POD-13)."""
    return max(b.rules.win_floor, game_rate(b, player, span) or Fraction(0))


def game_rate(b: Basis, player: PlayerId, span: Span) -> Fraction | None:
    """Return the game points won as a share of those possible; None without a game."""
    won = lost = drawn = 0
    for part in within(b, player, span):
        ours, theirs, neither = part.games
        won += ours
        lost += theirs
        drawn += neither
    games = won + lost + drawn
    worth = b.rules.win_points * won + b.rules.tie_points * drawn
    return Fraction(worth, b.rules.win_points * games) if games else None


def mean(rates: list[Fraction], of_none: Fraction) -> Fraction:
    """Return the exact mean, or `of_none` if there are no rates."""
    if not rates:
        return of_none
    # One common denominator, and one reduction at the end: adding fractions one by one would reduce
    # after each, and standings of large events do this for everybody.
    parts = [rate.as_integer_ratio() for rate in rates]
    bottom = lcm(*[below for _, below in parts])
    total = sum([above * (bottom // below) for above, below in parts])
    return Fraction(total, bottom * len(rates))


def percent(rate: Fraction) -> str:
    """Return a rate as it is printed: two decimals, half up, such as `49.67` or `3.13` for 1/32.

    People who recalculate it round like this.
    """
    above, below = rate.as_integer_ratio()
    # Whole numbers only: a float would sometimes round a half the wrong way.
    hundredths, rest = divmod(above * 10_000, below)
    if 2 * rest >= below:
        hundredths += 1
    return f"{hundredths // 100}.{hundredths % 100:02}"


# The percentages that order players with equal match points, for every player at once.


class Figures(NamedTuple):
    """A player's percentages. Those of games are None if the edition does not count games."""

    op_win: Fraction
    op_op_win: Fraction
    game_win: Fraction | None = None
    op_game_win: Fraction | None = None


Asked = tuple[PlayerId, Span]
"""A player's figure, over these rounds."""


def figures(b: Basis, *, only: Iterable[PlayerId] | None = None) -> dict[PlayerId, Figures]:
    """Return the percentages of every player in order of registration, or of some, quickly."""
    spans = b.spans if only is None else {player: b.spans[player] for player in only}
    # The players whose Op Win % is needed are collected first, with the span: an opponent's figure
    # covers the rounds that the player's own covers, so one opponent may have several.
    own = {(player, span): met_in(b, player, span) for player, span in spans.items()}
    asked: dict[Asked, list[Asked]] = dict(own)
    for met in own.values():
        for one in met:
            if one not in asked:
                asked[one] = met_in(b, *one)
    rates: dict[Asked, Fraction] = {}
    op_wins: dict[Asked, Fraction] = {}
    for (player, span), met in asked.items():
        shares = [Fraction(1)] * awarded_in(b, player, span) + floors_in(b, player, span)
        for opponent, _ in met:
            rate = rates.get((opponent, span))
            if rate is None:
                rate = rates[opponent, span] = share(b, opponent, span)
            shares.append(rate)
        op_wins[player, span] = mean(shares, b.rules.op_win_without_opponents)
    nobody = b.rules.op_win_without_opponents
    games = games_count(b.rules)
    game_shares = {
        one: game_share(b, *one)
        for one in {(p, span) for (_, span), met in own.items() for p, _ in met if games}
    }
    return {
        player: Figures(
            op_win=op_wins[player, span],
            op_op_win=mean(
                [op_wins[one] for one in met]
                + awarded_op_wins(b, player, span)
                + floors_in(b, player, span),
                nobody,
            ),
            game_win=game_win(b, player, span) if games else None,
            op_game_win=mean([game_shares[p, span] for p, _ in met], nobody) if games else None,
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
    """Return the opponents met in a span, each with the rounds that their own figures cover.

    Inside another player's Op Op Win %, the Op Win % of a frozen player stays frozen.
    """
    return [
        (part.opponent, span if own.upto >= span.upto else Span(span.after, own.upto))
        for part in within(b, player, span)
        if part.opponent is not None and (own := b.spans.get(part.opponent))
    ]


def awarded_in(b: Basis, player: PlayerId, span: Span) -> int:
    """Return how many awarded byes in a span the edition counts as an opponent with 100 %."""
    if b.rules.awarded_bye != "opponent" or not b.table[player].awarded_byes:
        return 0
    return sum(part.scored == Scored.AWARDED_BYE for part in within(b, player, span))


def awarded_op_wins(b: Basis, player: PlayerId, span: Span) -> list[Fraction]:
    """Return what awarded byes in a span count in Op Op Win %, if they count (A-53)."""
    counts = b.rules.awarded_bye_op_op_win
    return [] if counts is None else [counts] * awarded_in(b, player, span)


def floors_in(b: Basis, player: PlayerId, span: Span) -> list[Fraction]:
    """Return what losses without an opponent count as opponents, if they count as such."""
    if not b.losses_alone:
        return []
    alone = sum(part.scored == Scored.FORCED_LOSS for part in within(b, player, span))
    return [b.rules.win_floor] * alone
