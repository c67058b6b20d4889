"""What happened to each player, entry by entry: what they may hold against the ledger."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from ledger.events import catalogue as ev
from ledger.events.event import Event
from ledger.record.entry import Entry
from ledger.terms import MatchId, Pairing, PlayerId, Result, Verdict
from projections.reports.sight import Sight


class What(StrEnum):
    """What everybody may know that happened to a player; penalties are none of it."""

    REGISTERED = "registered"
    LATE = "came late"
    BYE = "bye awarded"
    REPORTED = "reported"
    CORRECTED = "corrected"
    TAKEN_BACK = "taken back"
    LEFT = "left"
    BACK = "back"


class Item(Struct, frozen=True, kw_only=True):
    """One thing that happened to a player: in which entry, when, and to which match.

    `result` is the result as this player sees it; `why` the reason that was given for a change.
    """

    seq: int
    at: datetime
    what: What
    round: int | None = None
    match: MatchId | None = None
    result: Result | None = None
    why: str | None = None


def logs(sight: Sight) -> dict[PlayerId, list[Item]]:
    """Return what happened to each player, in order."""
    seated: dict[MatchId, Pairing] = {}
    found: dict[PlayerId, list[Item]] = {}
    for entry in sight.entries:
        for event in entry.events:
            if isinstance(event, ev.RoundPaired | ev.RoundRepaired):
                for table, pair in zip(event.tables, event.pairings, strict=False):
                    seated[MatchId(event.pool, event.round, table)] = pair
            elif isinstance(event, ev.ThirdPlacePlayoffPaired):
                seated[MatchId(event.pool, event.round, event.table)] = event.pairing
            for player, item in _items(entry, event, seated):
                found.setdefault(player, []).append(item)
    return found


def _items(
    entry: Entry, event: Event, seated: dict[MatchId, Pairing]
) -> Iterator[tuple[PlayerId, Item]]:
    """Yield what an event was to each player whom it is about."""
    match event:
        case ev.PlayerRegistered():
            yield event.player, _item(entry, What.REGISTERED)
        case ev.LatePlayerAdmitted():
            yield event.player, _item(entry, What.LATE)
        case ev.ByeAwarded():
            yield event.player, Item(seq=entry.seq, at=entry.at, what=What.BYE, round=event.round)
        case ev.PlayerDropped():
            yield event.player, _item(entry, What.LEFT)
        case ev.PlayerReinstated():
            yield event.player, _item(entry, What.BACK)
        case ev.ResultReported() | ev.ResultCorrected():
            is_new = isinstance(event, ev.ResultReported)
            why = None if isinstance(event, ev.ResultReported) else event.reason
            for player, is_first in _sides(seated, event.match):
                yield (
                    player,
                    Item(
                        seq=entry.seq,
                        at=entry.at,
                        what=What.REPORTED if is_new else What.CORRECTED,
                        round=event.match.round,
                        match=event.match,
                        result=event.result if is_first else turned(event.result),
                        why=why,
                    ),
                )
        case ev.ResultWithdrawn():
            for player, _ in _sides(seated, event.match):
                yield (
                    player,
                    Item(
                        seq=entry.seq,
                        at=entry.at,
                        what=What.TAKEN_BACK,
                        round=event.match.round,
                        match=event.match,
                        why=event.reason,
                    ),
                )
        case _:
            return


def turned(result: Result) -> Result:
    """Return a result as the second player sees it: their own games first."""
    other = {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST}
    games = result.games
    return Result(
        verdict=other.get(result.verdict, result.verdict),
        games=games and games._replace(first=games.second, second=games.first),
        agreed=result.agreed,
    )


def _item(entry: Entry, what: What) -> Item:
    return Item(seq=entry.seq, at=entry.at, what=what)


def _sides(seated: dict[MatchId, Pairing], match: MatchId) -> tuple[tuple[PlayerId, bool], ...]:
    """Return the players of a match, and who of them is the first."""
    pair = seated.get(match)
    return ((pair.first, True), (pair.second, False)) if pair else ()
