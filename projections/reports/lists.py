"""A round as it is posted: by table, and by name."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from roundbook.ledger.state.lock import locking_round
from roundbook.ledger.state.pools import flights_named
from roundbook.ledger.terms import ByeKind, Division, MatchId, PlayerId, Pool, Result, Verdict
from roundbook.projections.reports.names import by_last_name, letter, listed_as
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.rounds import (
    ByeLine,
    PostedRound,
    Seat,
    TableLine,
    in_play,
    posted_round,
    third_alone,
)


class ByName(Struct, frozen=True, kw_only=True):
    """A player's line: the table and the opponent, of division `against`; without them a bye.

    Names have the last name first.
    """

    player: PlayerId
    name: str
    seat: Seat
    pool: Pool
    division: Division
    match: MatchId | None = None
    opponent: str | None = None
    against: Division | None = None
    bye: ByeKind | None = None
    third_place: bool = False
    fixed: bool = False


class ByTable(Struct, frozen=True, kw_only=True):
    """A table's line, left player first; `verdict` is how the match counts, None while out."""

    line: TableLine
    first: str
    second: str
    result: Result | None
    verdict: Verdict | None


class Board(Struct, frozen=True, kw_only=True):
    """One round, by table and by name; `mixed` if players of several divisions are in it.

    Results can be corrected until round `until` is paired.
    """

    round: PostedRound
    tables: tuple[ByTable, ...]
    names: tuple[ByName, ...]
    mixed: bool
    byes: tuple[tuple[ByeLine, str], ...]
    in_bracket: bool
    until: int

    @property
    def is_third(self) -> bool:
        """Whether it is the 3rd-place match alone, which is played before the final."""
        return all(one.line.playoff for one in self.tables) and bool(self.tables)


def latest(sight: Sight) -> list[Board]:
    """Return the latest round of every pool in play, after a 3rd-place match before its final."""
    return [found for pool in in_play(sight.t) for found in _boards(sight, pool, None)]


def in_hall(boards: Sequence[Board]) -> list[Board]:
    """Return these rounds without the semi-finals of a pool whose 3rd-place match is shown."""
    alone = {board.round.pool for board in boards if board.is_third}
    return [one for one in boards if one.is_third or one.round.pool not in alone]


def asked_for(sight: Sight, pool: str, number: int | None) -> list[Board]:
    """Return the rounds with this number, of one pool or all; without a number, the latest."""
    t = sight.t
    if not pool and number is None:
        return sight.once(latest)
    named = Pool(pool.lower())
    pools = [*(flights_named(t, named) or (named,))] if pool else list(t.latest)
    return [one for each in pools for one in _boards(sight, each, number)]


def _boards(sight: Sight, pool: Pool, number: int | None) -> Iterator[Board]:
    """Yield a round of a pool as it is posted, if it was paired; without a number, the latest."""
    t, rules = sight.t, sight.rules
    third = third_alone(t, rules, pool)
    if third and number in {None, third.number}:
        yield listed(sight, third)
    if posted := posted_round(t, rules, pool, number or t.latest.get(pool, 0)):
        yield listed(sight, posted)


def listed(sight: Sight, posted: PostedRound) -> Board:
    """Return a round by table and by name."""
    tables = tuple(
        ByTable(
            line=line,
            first=sight.name(line.first.player),
            second=sight.name(line.second.player),
            result=line.result,
            verdict=line.by_leaving or (line.result.verdict if line.result else None),
        )
        for line in posted.tables
    )
    names = sorted(_names(sight, posted), key=lambda one: by_last_name(one.name))
    return Board(
        round=posted,
        tables=tables,
        names=tuple(names),
        mixed=len({one.division for one in names}) > 1,
        byes=tuple((bye, sight.name(bye.seat.player)) for bye in posted.byes),
        in_bracket=posted.pool in sight.t.cuts,
        until=locking_round(posted.number, sight.rules),
    )


def _names(sight: Sight, posted: PostedRound) -> Iterator[ByName]:
    """Yield every player of a round once, with the table."""
    for line in posted.tables:
        for mine, other in ((line.first, line.second), (line.second, line.first)):
            yield ByName(
                player=mine.player,
                name=listed_as(sight, mine.player),
                seat=mine,
                pool=posted.pool,
                division=sight.t.players[mine.player].division,
                match=line.match,
                opponent=listed_as(sight, other.player),
                against=sight.t.players[other.player].division,
                third_place=line.playoff,
                fixed=line.fixed,
            )
    for bye in posted.byes:
        yield ByName(
            player=bye.seat.player,
            name=listed_as(sight, bye.seat.player),
            seat=bye.seat,
            pool=posted.pool,
            division=sight.t.players[bye.seat.player].division,
            bye=bye.kind,
        )


# The seats of a draft for pages: shown until round 1 is posted.


class DraftTable(Struct, frozen=True, kw_only=True):
    """A draft table: its number, and its players with their names, clockwise from seat 1.

    `gone` are those who have dropped since the draw.
    """

    number: int
    seats: tuple[tuple[PlayerId, str], ...]
    gone: frozenset[PlayerId]


def draft_tables(sight: Sight) -> tuple[DraftTable, ...]:
    """Return the tables of the latest draft; empty once a round is posted."""
    t = sight.t
    if not t.drafts or any(t.latest.values()):
        return ()
    return tuple(
        DraftTable(
            number=number,
            seats=tuple((player, sight.name(player)) for player in circle),
            gone=frozenset(filter(t.is_out, circle)),
        )
        for number, circle in enumerate(t.drafts[-1].tables, start=1)
    )


def draft_seat(sight: Sight, player: PlayerId) -> tuple[int, int] | None:
    """Return the draft table and the seat of a player; None if there is none."""
    for table in sight.once(draft_tables):
        for seat, (who, _) in enumerate(table.seats, start=1):
            if who == player:
                return table.number, seat
    return None


def split(rows: Sequence[Sequence[str]], boards: int) -> list[Sequence[Sequence[str]]]:
    """Return rows in this many parts of similar length, each beginning with a new letter."""
    letters = [letter(row[0]) for row in rows]
    starts = [n for n in range(1, len(rows)) if letters[n] != letters[n - 1]]
    cuts = [0]
    for board in range(1, boards):
        wanted = board * len(rows) / boards
        later = [n for n in starts if n > cuts[-1]]
        if later:
            cuts.append(min(later, key=lambda n: (abs(n - wanted), n)))
    return [rows[a:b] for a, b in zip(cuts, [*cuts[1:], len(rows)], strict=True)]
