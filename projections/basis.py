"""What the percentages are computed from: records, who has left, and which rounds they look at.

The rounds that a figure looks at are its span: all of them, those up to a player's drop where the
edition freezes it (A-9), those of one day (A-20).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import planned_rounds, pool_of
from ledger.state.tournament import Player, Tournament
from ledger.terms import PlayerId
from projections.played import PlayedRound
from projections.records import Record, records

ALWAYS = 1_000_000
"""A round that no tournament reaches."""


class Span(NamedTuple):
    """The rounds after `after`, up to and with `upto`."""

    after: int = 0
    upto: int = ALWAYS


class Basis(Struct, frozen=True, kw_only=True):
    """What the percentages of a tournament are computed from.

    `spans` are the rounds that a player's own figures look at; `left` the last round of those who
    have left; `planned` the Swiss rounds that each player was to play.
    """

    rules: Ruleset
    table: Mapping[PlayerId, Record]
    spans: Mapping[PlayerId, Span]
    left: Mapping[PlayerId, int]
    planned: Mapping[PlayerId, int]


def basis(t: Tournament, rules: Ruleset, *, count_unplayed: bool = False) -> Basis:
    """Return what the percentages of a tournament are computed from."""
    table = records(t, rules, count_unplayed=count_unplayed)
    known = {p.id: _course(t, p, table[p.id], rules) for p in t.players.values()}
    return Basis(
        rules=rules,
        table=table,
        spans={player: span for player, (span, _) in known.items()},
        left={p.id: p.after for p in t.players.values() if p.after is not None},
        planned={player: planned for player, (_, planned) in known.items()},
    )


def _course(t: Tournament, player: Player, record: Record, rules: Ruleset) -> tuple[Span, int]:
    """Return the rounds that a player's figures look at, and how many the player was to play.

    The planned rounds are those set or announced; once the cut is made or the tournament closed
    they are those that were paired, and so they are before anything was announced. Who does not
    play on the second day keeps the figures of the first (A-20).
    """
    pool = record.played[-1].pool if record.played else pool_of(t, player)
    if pool is None:
        return Span(), 0
    present = t.latest.get(pool, 0)
    over = t.closed is not None or any(c.division == player.division for c in t.cuts.values())
    planned = present if over else planned_rounds(t, pool) or present
    after, upto = 0, ALWAYS
    taken = t.day_two.get(pool)
    if rules.freeze_dropped and player.after is not None:
        upto = player.after
    if taken and player.id not in taken.players:
        upto = min(upto, taken.after)
        planned = taken.after
    elif taken and rules.day_two == "day-two-only" and upto > taken.after:
        after = taken.after
    return Span(after, upto), planned


def within(b: Basis, player: PlayerId, span: Span) -> Sequence[PlayedRound]:
    """Return the rounds of a player that lie in a span."""
    played = b.table[player].played
    if span == (0, ALWAYS):
        return played
    return [part for part in played if span.after < part.round <= span.upto]


def has_left(b: Basis, player: PlayerId, span: Span) -> bool:
    """Tell whether a player has left, seen after the last round of a span."""
    return player in b.left and b.left[player] <= span.upto
