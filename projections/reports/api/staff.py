"""Answers for the staff: history, penalties, calls, locks, blame, what-if and disputes."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from roundbook.ledger.events.catalogue import RoundPosted
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.people.book import own_name
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import Actor, Pairing, PlayerId, Pool, Result
from roundbook.projections.explain.blame import Blamed, Value
from roundbook.projections.explain.dossier import Dossier, Then
from roundbook.projections.explain.lock import LockWhy, Sealed
from roundbook.projections.explain.lock import State as LockState
from roundbook.projections.explain.pairing import Granted, PairingWhy
from roundbook.projections.explain.what_if import Cost, Moved, Recut, Unlike, WhatIf
from roundbook.projections.history.history import Happening
from roundbook.projections.history.posted_vs_now import Twice
from roundbook.projections.judging.calls_and_messages import OpenCall
from roundbook.projections.judging.penalties import GivenPenalty
from roundbook.projections.lints import LINTS, Remark
from roundbook.projections.podsheet import PodSheet, SheetLine, SheetMatch, SheetNote
from roundbook.projections.reports.api.basics import (
    MatchText,
    Moment,
    Number,
    Where,
    Who,
    moment,
    named,
    taken,
    who,
)
from roundbook.projections.reports.public_view import Sight

Names = Annotated[
    dict[PlayerId, str],
    Meta(
        description="The names of the players mentioned, or the numbers of players without a name."
    ),
]
Writer = Callable[[Actor], str]
"""Returns the name of a staff member, with role and station if they say more."""


class HistoryLine(Struct, frozen=True, kw_only=True):
    """One event of the ledger in words: `what` is a sentence without a full stop.

    `by` is who wrote it; `told` is the digest of the file it was imported from; `allowed` says who
    overrode a rule and why. `players`, `match` and `round` are what it is about.
    """

    seq: int
    at: datetime
    hand: Actor
    by: str
    what: str
    why: str | None
    told: str | None
    allowed: str | None
    players: tuple[PlayerId, ...]
    names: Names
    match: MatchText | None
    round: str | None


class History(Struct, frozen=True, kw_only=True):
    """What happened, when, by whom and why."""

    as_of: Moment
    history: tuple[HistoryLine, ...]


class PenaltyLine(Struct, frozen=True, kw_only=True):
    """A penalty; `withdrawn` is the reason why it was withdrawn, if it was."""

    seq: int
    at: datetime
    hand: Actor
    by: str
    player: Number
    name: str | None
    penalty: str
    infraction: str
    match: MatchText | None
    withdrawn: str | None


class Penalties(Struct, frozen=True, kw_only=True):
    """Every penalty of the event, or of one player; never public."""

    as_of: Moment
    penalties: tuple[PenaltyLine, ...]


class CallLine(Struct, frozen=True, kw_only=True):
    """A table that calls a judge; `player` called, the judge `taken_by` is on the way."""

    match: MatchText
    seq: int
    at: datetime
    names: Names
    player: Number | None
    reason: str | None
    taken_by: str | None
    taken_at: datetime | None


class Calls(Struct, frozen=True, kw_only=True):
    """The tables that call a judge, longest wait first, then those to which one is on the way."""

    as_of: Moment
    calls: tuple[CallLine, ...]


class RoundWhy(Struct, frozen=True, kw_only=True):
    """Why a round, some of its tables or a bye is as it is; `granted` if a bye was awarded."""

    as_of: Moment
    by: str
    names: Names
    paired: PairingWhy
    granted: Granted | None


class MatchLock(Struct, frozen=True, kw_only=True):
    """Whether the result of a match can be corrected, and what decided that; `said` in sentences.

    `locks_with` is the round whose pairing locks the match, `pools` the pools in which it may be
    paired; `by` is the entry that decided it, written by `name`.
    """

    as_of: Moment
    match: MatchText
    players: tuple[PlayerId, ...]
    result: Result | None
    state: LockState
    locks_with: int
    pools: tuple[Pool, ...]
    by: Sealed | None
    withdrawn: bool
    name: str | None
    said: tuple[str, ...]


class Blame(Struct, frozen=True, kw_only=True):
    """The entries without which a figure, a pairing or a result would be different.

    `held` are entries that changed a figure which a floor or a cap keeps in place.
    """

    as_of: Moment
    of: str
    shows: str
    value: int | str | Pairing | Result | None
    made_by: tuple[int, ...]
    held: tuple[int, ...]
    history: tuple[HistoryLine, ...]


class CorrectionCost(Struct, frozen=True, kw_only=True):
    """The players affected by a correction: records, Op Win %, and Op Op Win % `beyond`."""

    match: MatchText
    entry: int | None
    rounds: int
    players: tuple[PlayerId, ...]
    opponents: tuple[PlayerId, ...]
    beyond: tuple[PlayerId, ...]


class WouldBe(Struct, frozen=True, kw_only=True):
    """What other results, drops or late tags would change; hypothetical for `locked` matches."""

    as_of: Moment
    names: Names
    places: tuple[Moved, ...]
    rounds: tuple[Unlike, ...]
    cuts: tuple[Recut, ...]
    locked: tuple[MatchText, ...]
    costs: tuple[CorrectionCost, ...]


class PostedRecord(Struct, frozen=True, kw_only=True):
    """What every posted sheet told a player, in order."""

    as_of: Moment
    player: Who
    sheets: tuple[Twice, ...]


class PostedLine(Struct, frozen=True, kw_only=True):
    """A sheet that was posted or handed out, with the digest of what was printed."""

    entry: int
    at: datetime
    hand: Actor
    pool: Where
    round: int
    sheet: PostedSheet
    sha256: str


class PostedSheets(Struct, frozen=True, kw_only=True):
    """Every sheet that was posted or handed out."""

    as_of: Moment
    posted: tuple[PostedLine, ...]


class Unusual(Struct, frozen=True, kw_only=True):
    """What an auditor should look at, whether or not it breaks a rule."""

    as_of: Moment
    remarks: tuple[Remark, ...]


class LintLine(Struct, frozen=True, kw_only=True):
    """A kind of finding of `lint`, and why an auditor should look at it."""

    name: str
    reason: str


class Lints(Struct, frozen=True, kw_only=True):
    """Every kind of finding of `lint`."""

    lints: tuple[LintLine, ...]


class FilledSheet(Struct, frozen=True, kw_only=True):
    """The sheet of an eight-player pod: its chart round by round, notes on it, its eight lines."""

    as_of: Moment
    names: Names
    pool: Pool | None
    chart: tuple[tuple[SheetMatch, ...], ...]
    notes: tuple[SheetNote, ...]
    lines: tuple[SheetLine, ...]


class DisputeLock(Struct, frozen=True, kw_only=True):
    """Whether a match of a dispute can still be corrected; the fields are those of `MatchLock`."""

    match: MatchText
    players: tuple[PlayerId, ...]
    result: Result | None
    state: LockState
    locks_with: int
    pools: tuple[Pool, ...]
    by: Sealed | None
    withdrawn: bool


class Dispute(Struct, frozen=True, kw_only=True):
    """Everything needed to decide a dispute about a match or a player.

    `then` is what posted sheets said; `entries` are the entries about it; `asked` is what the
    `claim` would change, with its locked matches.
    """

    as_of: Moment
    names: Names
    match: MatchText | None
    player: PlayerId | None
    players: tuple[PlayerId, ...]
    happenings: tuple[HistoryLine, ...]
    then: tuple[Then, ...]
    locks: tuple[DisputeLock, ...]
    entries: tuple[int, ...]
    claim: Result | None
    asked: WouldBe | None


def history_of(sight: Sight, found: Iterable[Happening], by: Writer) -> History:
    """Return events as an answer."""
    return History(as_of=moment(sight), history=lines_of(sight, found, by))


def lines_of(sight: Sight, found: Iterable[Happening], by: Writer) -> tuple[HistoryLine, ...]:
    """Return events with the names of the players concerned."""
    return tuple(
        taken(
            HistoryLine,
            one,
            by=by(one.hand),
            names=_own_names(sight, one.players) if one.of_people else _names(sight, one.players),
            round="-".join(str(part) for part in one.round) if one.round else None,
        )
        for one in found
    )


def penalties_of(sight: Sight, found: Iterable[GivenPenalty], by: Writer) -> Penalties:
    """Return penalties as an answer."""
    return Penalties(
        as_of=moment(sight),
        penalties=tuple(
            taken(
                PenaltyLine,
                one,
                by=by(one.hand),
                name=_own_names(sight, [one.player])[one.player]
                if named(sight, one.player)
                else None,
            )
            for one in found
        ),
    )


def calls_of(sight: Sight, found: Iterable[OpenCall], by: Writer) -> Calls:
    """Return open calls as an answer."""
    return Calls(
        as_of=moment(sight),
        calls=tuple(
            taken(
                CallLine,
                one,
                names=_own_names(sight, filter(None, [one.player]))
                | _names(sight, sight.t.matches[one.match]),
                taken_by=by(one.taken_by) if one.taken_by else None,
            )
            for one in found
        ),
    )


def round_why(
    sight: Sight, found: PairingWhy, by: Writer, granted: Granted | None = None
) -> RoundWhy:
    """Return why a round is as it is."""
    people = {player for one in found.tables for player in one.players} | {*found.moved}
    return RoundWhy(
        as_of=moment(sight),
        by=by(found.hand),
        names=_names(sight, sorted(people)),
        paired=found,
        granted=granted,
    )


def match_lock(sight: Sight, found: LockWhy, *, name: str | None, said: Sequence[str]) -> MatchLock:
    """Return whether a match is locked, and why."""
    return taken(MatchLock, found, as_of=moment(sight), name=name, said=tuple(said))


def blame_of(sight: Sight, found: Blamed, told: Iterable[Happening], by: Writer) -> Blame:
    """Return the entries that made a cell, with what they say."""
    return Blame(
        as_of=moment(sight),
        of=str(found.cell.of),
        shows=found.cell.shows,
        value=_exact(found.value),
        made_by=found.made_by,
        held=found.held,
        history=lines_of(sight, told, by),
    )


def would_be(sight: Sight, found: WhatIf, costs: Iterable[Cost] = ()) -> WouldBe:
    """Return what would be different, and the cost of the corrections."""
    return taken(
        WouldBe,
        found,
        as_of=moment(sight),
        names=_names(sight, (one.player for one in found.places)),
        costs=tuple(taken(CorrectionCost, one) for one in costs),
    )


def posted_record(sight: Sight, player: PlayerId, found: Iterable[Twice]) -> PostedRecord:
    """Return what posted sheets said of a player."""
    return PostedRecord(
        as_of=moment(sight),
        player=who(sight, player),
        sheets=tuple(found),
    )


def posted_sheets(sight: Sight, found: Iterable[tuple[Entry, RoundPosted]]) -> PostedSheets:
    """Return the sheets that were posted."""
    return PostedSheets(
        as_of=moment(sight),
        posted=tuple(
            taken(PostedLine, event, entry=entry.seq, at=entry.at, hand=entry.hand)
            for entry, event in found
        ),
    )


def unusual(sight: Sight, found: Iterable[Remark]) -> Unusual:
    """Return what an auditor should look at."""
    return Unusual(as_of=moment(sight), remarks=tuple(found))


def lints() -> Lints:
    """Return what `lint` looks for."""
    return Lints(lints=tuple(taken(LintLine, one) for one in LINTS))


def filled_sheet(sight: Sight, sheet: PodSheet) -> FilledSheet:
    """Return the sheet of a pod."""
    return FilledSheet(
        as_of=moment(sight),
        names=_names(sight, (one.player for one in sheet.lines if one.player)),
        pool=sheet.pool,
        chart=sheet.chart,
        notes=sheet.notes,
        lines=sheet.lines,
    )


def dispute(sight: Sight, found: Dossier, by: Writer) -> Dispute:
    """Return a dispute as data."""
    return taken(
        Dispute,
        found,
        as_of=moment(sight),
        names=_names(sight, found.players),
        happenings=lines_of(sight, found.happenings, by),
        asked=would_be(sight, found.asked) if found.asked else None,
    )


def _names(sight: Sight, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
    return {player: sight.book.name(player) for player in players}


def _own_names(sight: Sight, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
    """Return the names of people: one who represents a team has their own (A-65)."""
    return {player: own_name(sight.book, sight.t, player) for player in players}


def _exact(value: Value) -> int | str | Pairing | Result | None:
    """Return the value of a cell; a figure as an exact fraction in text."""
    return str(value) if isinstance(value, Fraction) else value
