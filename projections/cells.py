"""The cells of the standings and of a round, and which entries can have made one at all."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from ledger.events import catalogue as ev
from ledger.record.entry import Entry
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Pairing, PlayerId


class Figure(StrEnum):
    """What a cell of the standings shows of a player."""

    PLACE = "place"
    POINTS = "points"
    RECORD = "record"
    OP_WIN = "op-win"
    OP_OP_WIN = "op-op-win"
    GAME_WIN = "game-win"
    OP_GAME_WIN = "op-game-win"


class Part(StrEnum):
    """What a cell of a round shows of a match."""

    PAIRING = "pairing"
    RESULT = "result"


class Cell(Struct, frozen=True, kw_only=True):
    """A figure of a player, or a part of a match."""

    of: PlayerId | MatchId
    shows: Figure | Part


def candidates(entries: Sequence[Entry], t: Tournament, cell: Cell) -> frozenset[int]:
    """Return the numbers of the entries that can have made a cell.

    A match is made by its own events and those of its round. A figure is made by what is about its
    player, those whom the player ever sat with, and so on, as far as the figure looks; a place by
    everybody who is linked to the division. What is about no player and no match may always matter.
    """
    if isinstance(cell.of, MatchId):
        return frozenset(e.seq for e in entries if any(_touches(one, cell.of) for one in e.events))
    seats = _seats(entries)
    near = _near(seats, t, cell.of, cell.shows)
    return frozenset(
        entry.seq for entry in entries if any(_matters(e, near, seats) for e in entry.events)
    )


def _touches(event: ev.AnyEvent, match: MatchId) -> bool:
    """Tell whether an event can change who plays a match, or its result."""
    if isinstance(event, ev.Seating | ev.RoundWithdrawn | ev.ThirdPlacePlayoffPaired):
        return (event.pool, event.round) == match[:2]
    return getattr(event, "match", None) == match


Seats = dict[MatchId, set[PlayerId]]
"""Everybody who was ever seated at a match, also before its round was paired anew."""

_REACH = {Figure.POINTS: 0, Figure.RECORD: 0, Figure.GAME_WIN: 0, Figure.OP_WIN: 1}
"""How far a figure looks: 0 at the player's own rounds, 1 at the opponents'; all others at 2."""


def _seats(entries: Iterable[Entry]) -> Seats:
    found: Seats = {}
    for entry in entries:
        for event in entry.events:
            for match, pairing in _seated(event):
                found.setdefault(match, set()).update(pairing)
    return found


def _seated(event: ev.AnyEvent) -> Iterator[tuple[MatchId, Pairing]]:
    if isinstance(event, ev.Seating):
        for table, pairing in zip(event.tables, event.pairings, strict=False):
            yield MatchId(event.pool, event.round, table), pairing
    elif isinstance(event, ev.ThirdPlacePlayoffPaired):
        yield MatchId(event.pool, event.round, event.table), event.pairing


def _near(seats: Seats, t: Tournament, player: PlayerId, shows: Figure | Part) -> set[PlayerId]:
    """Return everybody whom a figure of a player looks at."""
    beside: dict[PlayerId, set[PlayerId]] = {}
    for players in seats.values():
        for one in players:
            beside.setdefault(one, set()).update(players)
    near = {player}
    if shows is Figure.PLACE:
        near = {one.id for one in t.players.values()}  # A division may be joined and left.
    for _ in range(_REACH.get(shows, 2) if isinstance(shows, Figure) else 0):
        near |= {other for one in near for other in beside.get(one, ())}
    return near


def _matters(event: ev.AnyEvent, near: set[PlayerId], seats: Seats) -> bool:
    """Tell whether an event can matter to a figure that looks at these players."""
    match event:
        case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn():
            return bool(near & seats.get(event.match, set()))
        case ev.NoteMade() | ev.MatchEnded() | ev.EntryRefused() | ev.StaffNamed():
            return False
        case ev.LateTagSet() | ev.LateTagCleared() | ev.PlayerDropped() | ev.PlayerReinstated():
            return event.player in near
        case ev.PlayerRegistered() | ev.PlayerDisqualified() | ev.LatePlayerAdmitted():
            return event.player in near
        case _:
            return True
