"""The place and the figures of one player without one result, or without one other player.

They are what the standings say, reckoned for one player alone: in a large event nearly every line
stays as it is. Where players are level in what is compared here, or where the standings know more
than Swiss, nothing is said, and whoever asks has to ask the standings.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, PlayerId
from projections.basis import Basis, basis
from projections.figures import figures, op_win
from projections.records import Record, record_of
from projections.removal import registered_alone, reported_alone


class Lacking(NamedTuple):
    """What figures rest on without entry `seq`, and whose Op Win % may be another.

    `gone` is who would not be there.
    """

    seq: int
    b: Basis
    touched: tuple[PlayerId, ...]
    gone: PlayerId | None = None


def lacking(
    entries: Sequence[Entry],
    t: Tournament,
    rules: Ruleset,
    player: PlayerId,
    asked: Collection[int],
) -> Iterator[Lacking]:
    """Yield each entry asked for without which the figures of a player can be reckoned quickly."""
    if t.day_two:
        return
    b = basis(t, rules)
    for seq, matches in reported_alone(entries, t).items():
        if seq not in asked or len(matches) != 1:
            continue
        if found := _without_result(t, b, seq, matches[0]):
            yield found
    for seq, other in registered_alone(entries).items():
        if seq in asked and other != player and other in t.players:
            yield _without_player(b, seq, other)


def _without_result(t: Tournament, b: Basis, seq: int, match: MatchId) -> Lacking | None:
    """Return a tournament without the result of a Swiss match; None where it is more than that."""
    paired, pair = t.rounds.get((match.pool, match.round)), t.matches.get(match)
    if paired is None or not paired.started or pair is None or pair.first == pair.second:
        return None
    table = dict(b.table)
    for player in pair:
        shorter = _shorter(table[player], match) if player in table else None
        if shorter is None:
            return None
        table[player] = shorter
    return Lacking(seq, replace(b, table=table), (*pair, *_met(b, pair)))


def _shorter(record: Record, match: MatchId) -> Record | None:
    """Return a record without a match; None where the pool of its last round would be another."""
    rest = [part for part in record.played if (part.pool, part.round) != match[:2]]
    if len(rest) != len(record.played) - 1 or not rest:
        return None
    return record_of(rest) if rest[-1].pool == record.played[-1].pool else None


def _without_player(b: Basis, seq: int, gone: PlayerId) -> Lacking:
    """Return a tournament for which somebody was never registered."""
    fewer = replace(
        b,
        table={player: record for player, record in b.table.items() if player != gone},
        spans={player: span for player, span in b.spans.items() if player != gone},
    )
    touched = tuple(player for player in _met(b, [gone]) if player != gone)
    return Lacking(seq, fewer, touched, gone)


def _met(b: Basis, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Return everybody whom players have met."""
    return [one for player in players for one in b.table[player].opponents if one in b.table]


# --- the place ------------------------------------------------------------------------------------

Key = tuple[int | bool | Fraction, ...]
"""What orders players, the best first: match points, and what an edition compares next."""


class Division(Struct, frozen=True, kw_only=True):
    """The players who compete with `player` for a place, by what orders them first.

    `more` is what comes next, in which players who are level so far are compared.
    """

    t: Tournament
    player: PlayerId
    late: bool
    more: bool
    keys: dict[PlayerId, Key]


def division_of(t: Tournament, rules: Ruleset, player: PlayerId) -> Division | None:
    """Return the division of a player; None where the standings know more than Swiss."""
    own = t.players[player]
    plain = tuple(takewhile({"late", "op-win", "op-op-win"}.__contains__, rules.tiebreaks))
    if (
        own.disqualified
        or t.day_two
        or t.cuts
        or plain[:2] not in {("late", "op-win"), ("op-win",)}
    ):
        return None
    b = basis(t, rules)
    empty = Division(t=t, player=player, late="late" in plain, more="op-op-win" in plain, keys={})
    keys = {
        one.id: _key(empty, b, one.id)
        for one in t.players.values()
        if one.division == own.division and not one.disqualified
    }
    return replace(empty, keys=keys)


def place_in(division: Division, there: Lacking) -> int | None:
    """Return the place without an entry; None where somebody is level in all that is compared."""
    own, b = division.player, there.b
    new = {one: _key(division, b, one) for one in {own, *there.touched} & division.keys.keys()}
    keys = {**division.keys, **new}
    mine = keys.pop(own)
    if there.gone:
        keys.pop(there.gone, None)
    above = sum(key < mine for key in keys.values())
    level = [one for one, key in keys.items() if key == mine]
    if not level:
        return 1 + above
    if not division.more:
        return None
    further = {one: found.op_op_win for one, found in figures(b, only=[own, *level]).items()}
    if any(further[one] == further[own] for one in level):
        return None
    return 1 + above + sum(further[one] > further[own] for one in level)


def _key(division: Division, b: Basis, player: PlayerId) -> Key:
    """Return what orders a player first: the smaller stands above."""
    one, record = division.t.players[player], b.table[player]
    late = division.late and one.late
    return (-record.match_points, one.out and not record.played, late, -op_win(b, player))
