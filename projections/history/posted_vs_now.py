"""What posted sheets told a player, next to what is known now.

A sheet shows what was known when it was posted. A later correction changes the record, but not the
sheet; a player who was misled can see here by which sheet, and since when.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import PlayerId, Pool
from roundbook.projections.rounds.rounds import PostedRound, posted_round


class PostedSeat(Struct, frozen=True, kw_only=True):
    """A player's line on a sheet: table, opponent (None for a bye) and the record before."""

    table: int | None
    opponent: PlayerId | None
    record: str
    match_points: int


class Twice(Struct, frozen=True, kw_only=True):
    """A sheet posted by entry `seq`: what it said then of a player, and what it would say now.

    `now` is null if the round no longer stands, or the player is no longer in it; `differs` names
    the fields that would be different.
    """

    seq: int
    pool: Pool
    round: int
    then: PostedSeat
    now: PostedSeat | None
    differs: tuple[str, ...]


def _differs(then: PostedSeat, now: PostedSeat | None) -> tuple[str, ...]:
    if now is None:
        return ("round",)
    names = ("table", "opponent", "record", "match_points")
    return tuple(one for one in names if getattr(then, one) != getattr(now, one))


def twice(entries: Sequence[Entry], rules: Ruleset, player: PlayerId) -> list[Twice]:
    """Return every sheet that lists a player, in order, then and now."""
    now = Tournament.replay(entries)
    return list(_sheets(entries, rules, player, now))


def _sheets(
    entries: Sequence[Entry], rules: Ruleset, player: PlayerId, now: Tournament
) -> Iterator[Twice]:
    t = Tournament()
    for entry, event in each_event(entries):
        if isinstance(event, RoundPosted):
            then = _said(posted_round(t, rules, event.pool, event.round), player)
            if then:
                latest = _said(posted_round(now, rules, event.pool, event.round), player)
                yield Twice(
                    seq=entry.seq,
                    pool=event.pool,
                    round=event.round,
                    then=then,
                    now=latest,
                    differs=_differs(then, latest),
                )
        t.apply(event, entry.seq)


def _said(posted: PostedRound | None, player: PlayerId) -> PostedSeat | None:
    """Return a player's line on a sheet; None if the player is not on it."""
    if posted is None:
        return None
    for line in posted.tables:
        for seat, other in ((line.first, line.second), (line.second, line.first)):
            if seat.player == player:
                return PostedSeat(
                    table=line.table,
                    opponent=other.player,
                    record=seat.record,
                    match_points=seat.match_points,
                )
    for bye in posted.byes:
        if bye.seat.player == player:
            seat = bye.seat
            return PostedSeat(
                table=None, opponent=None, record=seat.record, match_points=seat.match_points
            )
    return None
