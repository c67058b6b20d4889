"""Answers about rounds, from public data."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from roundbook.ledger.state.rounds import open_matches, verdict_of
from roundbook.ledger.terms import ByeKind, MatchId, NoShow, Result, Verdict
from roundbook.projections.reports.api.basics import (
    Games,
    Moment,
    Number,
    OrganiserId,
    Where,
    Who,
    moment,
    named,
    taken,
)
from roundbook.projections.reports.api.event import remarked
from roundbook.projections.reports.export_tables import Played, played
from roundbook.projections.reports.lists import Board, ByTable, asked_for
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.clock import RoundClock, building
from roundbook.projections.rounds.clock import clocks as every_clock
from roundbook.projections.rounds.rounds import Seat, State, state_of

# Answers about rounds: who plays at which table, how the matches ended, how much time is left.


class RoundLine(Struct, frozen=True, kw_only=True):
    """A round that has been paired: how many matches and byes, and its state."""

    pool: Where
    round: int
    bracket: bool
    state: State
    matches: int
    byes: int
    out: Annotated[int, Meta(description="Matches whose results are not in yet.")]


class Rounds(Struct, frozen=True, kw_only=True):
    """Every round that stands, pool by pool."""

    as_of: Moment
    rounds: tuple[RoundLine, ...]
    remarks: tuple[str, ...]


class Seated(Struct, frozen=True, kw_only=True):
    """A player at a table, with the record before the round, or the seed in a bracket."""

    player: Number
    name: str | None
    record: str
    match_points: int
    seed: int | None
    id: OrganiserId = UNSET


class TableLine(Struct, frozen=True, kw_only=True):
    """A table of a round. `result` is how it counts for the first player; null while out.

    `by_leaving` is whether it counts so because a player of a bracket dropped, whatever was
    `reported`; `agreed` marks an intentional draw.
    """

    match: str
    table: int
    first: Seated
    second: Seated
    result: Verdict | None
    games: Games | None
    reported: Verdict | None
    agreed: bool
    no_show: NoShow | None
    by_leaving: bool
    locked: bool
    third_place: bool
    fixed: Annotated[bool, Meta(description="Whether the table was kept for one of the two.")]


class ByeLine(Struct, frozen=True, kw_only=True):
    """A player without an opponent in a round, with the record before it."""

    player: Number
    name: str | None
    record: str
    match_points: int
    seed: int | None
    kind: ByeKind
    id: OrganiserId = UNSET


class Posted(Struct, frozen=True, kw_only=True):
    """A round of one pool, by table.

    `locked` is whether none of its results can be corrected any more. `check_until` is the
    round whose pairing locks it, two rounds later unless the edition says otherwise (TOP §4);
    results of a bracket are settled when the next round starts, and the last rounds when the
    tournament is closed. `open` are the matches without a result.
    """

    pool: Where
    round: int
    bracket: bool
    state: State
    locked: bool
    check_until: int
    open: tuple[str, ...]
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]


class Pairings(Struct, frozen=True, kw_only=True):
    """The latest round of every pool in play, or the rounds that were requested."""

    as_of: Moment
    pairings: tuple[Posted, ...]
    remarks: tuple[str, ...]


class MatchLine(Struct, frozen=True, kw_only=True):
    """A match, a bye or a loss without an opponent. `winner` is null if nobody has won."""

    match: str | None
    pool: Where
    round: int
    table: int | None
    first: Who
    second: Who | None
    result: Verdict | None
    winner: Number | None
    games: Games | None
    kind: Annotated[
        str | None, Meta(description="`third place`, `loss`, or the kind of bye; otherwise null.")
    ]


class Matches(Struct, frozen=True, kw_only=True):
    """Every match and bye that counts, pool by pool, round by round, in table order."""

    as_of: Moment
    matches: tuple[MatchLine, ...]
    remarks: tuple[str, ...]


SecondsLeft = Annotated[
    int | UnsetType | None,
    Meta(description="The seconds left, below 0 once time has been called; only if `at` is given."),
]


class More(Struct, frozen=True, kw_only=True):
    """A match that was given extra time."""

    match: str
    table: int
    minutes: int
    ends_at: datetime | None
    seconds_left: SecondsLeft = UNSET


class Clock(Struct, frozen=True, kw_only=True):
    """The clock of a round in progress; without an end, no time was announced."""

    pool: Where
    round: int
    started_at: datetime
    begins_at: datetime
    ends_at: datetime | None
    minutes: int | None
    turns: Annotated[int, Meta(description="How many turns are played after time is called.")]
    turns_end_at: Annotated[
        datetime | None,
        Meta(description="When they are over at the latest, if that was announced."),
    ]
    out: int
    open: tuple[str, ...]
    longer: tuple[More, ...]
    seconds_left: SecondsLeft = UNSET


class Building(Struct, frozen=True, kw_only=True):
    """The time in which players build their Limited decks, before a round starts."""

    started_at: datetime
    ends_at: datetime
    seconds_left: SecondsLeft = UNSET


class Clocks(Struct, frozen=True, kw_only=True):
    """The clocks of all rounds in progress; `at` is when the seconds left were counted.

    `building` is set while players build decks, and null otherwise.
    """

    as_of: Moment
    at: datetime | None
    clocks: tuple[Clock, ...]
    building: Building | None


def rounds(sight: Sight, words: Mapping[str, str]) -> Rounds:
    """Return every round that stands; if it is not posted, only that it has been paired."""
    del words
    t = sight.t
    lines: list[RoundLine] = []
    waiting = {(paired.pool, paired.number): paired for paired in sight.held_back}
    for (pool, number), paired in sorted({**t.rounds, **waiting}.items()):
        matches = list(paired.matches())
        # A round that nobody may see yet is not in the tournament that everybody sees.
        is_held = (pool, number) in waiting
        out = [match for match, _ in matches]
        if pool in t.cuts and not is_held:
            out = [match for match in out if verdict_of(t, match) is None]
        elif not is_held:
            out = open_matches(t, paired)
        playoff = t.playoffs.get(pool)
        if playoff and playoff.round == number:
            matches.append((playoff, t.matches[playoff]))
            out += [playoff] if verdict_of(t, playoff) is None else []
        line = RoundLine(
            pool=pool,
            round=number,
            bracket=pool in t.cuts,
            state=state_of(paired, is_open=bool(out)),
            matches=len(matches),
            byes=len(paired.byes),
            out=len(out),
        )
        lines.append(line)
    return Rounds(as_of=moment(sight), rounds=tuple(lines), remarks=sight.once(remarked))


def pairings(sight: Sight, words: Mapping[str, str]) -> Pairings | None:
    """Return the latest rounds, or those requested; None if none of these has been paired."""
    pool, number = words.get("pool", ""), words.get("round", "")
    boards = asked_for(sight, pool, int(number) if number else None)
    if not boards and (pool or number):
        return None
    return pairings_of(sight, boards)


def pairings_of(sight: Sight, boards: Iterable[Board]) -> Pairings:
    """Return these rounds."""
    posted = tuple(_posted(sight, board) for board in boards)
    return Pairings(as_of=moment(sight), pairings=posted, remarks=sight.once(remarked))


def matches(sight: Sight, words: Mapping[str, str]) -> Matches | None:
    """Return every match, bye and loss alone, or those of one pool or round; None if not there."""
    pool, number = words.get("pool"), words.get("round")
    lines = [
        _match_line(sight, one)
        for one in played(sight.t)
        if pool in {None, one.pool} and number in {None, str(one.round)}
    ]
    if not lines and (pool or number):
        return None
    return Matches(as_of=moment(sight), matches=tuple(lines), remarks=sight.once(remarked))


def clocks(sight: Sight, words: Mapping[str, str]) -> Clocks:
    """Return the clock of every round in progress."""
    del words
    return clocks_at(sight, every_clock(sight.entries, sight.rules, sight.t))


def clocks_at(sight: Sight, found: Iterable[RoundClock], at: datetime | None = None) -> Clocks:
    """Return clocks, with the seconds left at a moment if one is given."""
    built = building(sight.entries, sight.t)
    return Clocks(
        as_of=moment(sight),
        at=at,
        clocks=tuple(_clock(one, at) for one in found),
        building=taken(
            Building,
            built,
            ends_at=built.ends_at,
            seconds_left=(built.ends_at - at) // timedelta(seconds=1) if at else UNSET,
        )
        if built
        else None,
    )


def _clock(one: RoundClock, at: datetime | None) -> Clock:
    """Return the clock of a round."""

    def left(match: MatchId | None = None) -> int | UnsetType | None:
        span = one.left(at, match) if at else None
        return (None if span is None else span // timedelta(seconds=1)) if at else UNSET

    return taken(
        Clock,
        one,
        begins_at=one.clock_at,
        ends_at=one.ends_at(),
        minutes=one.limit.minutes if one.limit else None,
        turns=one.limit.turns if one.limit else 0,
        turns_end_at=one.turns_end_at(),
        out=len(one.open),
        longer=tuple(
            More(
                match=str(match),
                table=match.table,
                minutes=minutes,
                ends_at=one.ends_at(match),
                seconds_left=left(match),
            )
            for match, minutes in sorted(one.extensions.items())
        ),
        seconds_left=left(),
    )


def games_of(result: Result | None) -> Games | None:
    """Return the games of a result; None if they were not reported."""
    if result is None or result.games is None:
        return None
    return taken(Games, result.games)


def _posted(sight: Sight, board: Board) -> Posted:
    """Return one round by table."""
    return taken(
        Posted,
        board.round,
        round=board.round.number,
        bracket=board.in_bracket,
        check_until=board.until,
        tables=tuple(_table_line(sight, one) for one in board.tables),
        byes=tuple(
            taken(
                ByeLine,
                bye.seat,
                name=named(sight, bye.seat.player),
                kind=bye.kind,
                id=sight.id(bye.seat.player),
            )
            for bye, _ in board.byes
        ),
    )


def _table_line(sight: Sight, one: ByTable) -> TableLine:
    """Return one table."""
    return TableLine(
        match=str(one.line.match),
        table=one.line.table,
        first=_seated(sight, one.line.first),
        second=_seated(sight, one.line.second),
        result=one.verdict,
        games=games_of(one.result),
        reported=one.result.verdict if one.result else None,
        agreed=bool(one.result and one.result.agreed),
        no_show=one.result.no_show if one.result else None,
        by_leaving=one.line.by_leaving is not None,
        locked=one.line.locked,
        third_place=one.line.playoff,
        fixed=one.line.fixed,
    )


def _seated(sight: Sight, seat: Seat) -> Seated:
    """Return a player at a table."""
    return taken(Seated, seat, name=named(sight, seat.player), id=sight.id(seat.player))


def _match_line(sight: Sight, one: Played) -> MatchLine:
    """Return a match or a bye, with how it counts."""
    verdict = verdict_of(sight.t, one.match) if one.match else one.result
    winners = {Verdict.FIRST: one.first, Verdict.SECOND: one.second}
    return taken(
        MatchLine,
        one,
        sight,
        table=one.match.table if one.match else None,
        result=verdict,
        winner=winners.get(verdict) if verdict else None,
    )
