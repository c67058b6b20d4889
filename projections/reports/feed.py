"""The live feed for screens and streams: one public object per event.

It contains nothing private: names as people chose to be shown (LED-9), no ids, years, penalties,
deck lists, notes, requests, or which staff member did what. Seats appear when they are posted:
`projections.rounds.published` says when that is.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.posting import PostedSheet
from roundbook.ledger.people.book import Book, Display, team_name
from roundbook.ledger.people.public_names import shown_person
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, MatchId, PlayerId, Pool, Result
from roundbook.ledger.text import UNSAFE, with_names
from roundbook.projections.reports.remarks import remarked
from roundbook.projections.rounds.published import is_put_up

Item = dict[str, Any]
"""One public object: `entry` is its number in the ledger, `event` what happened."""

_encoder = msgspec.json.Encoder(enc_hook=str)


def bytes_of(item: Item) -> bytes:
    """Return one object as a line of JSON; nothing in it can move a terminal's cursor."""
    text = _encoder.encode(item).decode()
    return UNSAFE.sub(lambda odd: f"\\u{ord(odd[0]):04x}", text).encode() + b"\n"


def feed(entries: Iterable[Entry], book: Callable[[], Book], since: int = 1) -> Iterator[Item]:
    """Yield a public object for every public event, from entry `since` on.

    `entries` begin with the first and may continue while they are read; `book` returns the names as
    they are then. Notes that must be shown (a round by hand, an override, a reopening) are in
    `remarks`, alone if the event itself is not public.
    """
    so_far = SoFar(t=Tournament(), shown=set())
    for entry in entries:
        # Entries before `since` are applied too, as what is public depends on them; names are
        # fetched only if they are shown.
        items = told(so_far, entry, book() if entry.seq >= since else Book())
        if entry.seq >= since:
            yield from items


class SoFar(NamedTuple):
    """The progress of a feed: the tournament, and the rounds whose pairings have been sent."""

    t: Tournament
    shown: set[tuple[Pool, int]]


def told(so_far: SoFar, entry: Entry, names: Book) -> list[Item]:
    """Return the public objects of the next entry, and apply it to `so_far`."""
    t, shown = so_far
    items: list[Item] = []
    for event in entry.events:
        # Before and after the event: what it removes is there only before, and what it posts only
        # after.
        telling = _Telling(t, names, shown)
        said = telling.said(event)
        remarks = list(remarked(t, event))
        t.apply(event, entry.seq)
        said = telling.with_tables(event, said)
        if said is None and not remarks:
            continue
        item = {"entry": entry.seq, "at": entry.at, **(said or {"event": "remark"})}
        items.append({**item, "remarks": remarks} if remarks else item)
    t.seq = entry.seq
    return items


class _Telling(NamedTuple):
    """The view of one event: the tournament as it is, and the names as they are now.

    `shown` are the rounds whose tables have been sent; `with_tables` keeps it up to date.
    """

    t: Tournament
    book: Book
    shown: set[tuple[Pool, int]]

    def said(self, event: ev.AnyEvent) -> Item | None:  # noqa: C901, PLR0912 - flat.
        """Return the public part of an event that is about to be applied; None if it has none."""
        match event:
            case ev.TournamentOpened():
                return _of(event, "tournament", "name", "style", "start", "end", "edition")
            case ev.AnnouncementMade():
                return _of(event, "rounds", "cut", "day_two", "prizes", "minutes", "text")
            case ev.RoundsSet():
                return _of(event, "rounds", "pool")
            case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
                return {**_of(event, "division"), **self._who(event.player, event.division)}
            case ev.PlayerDropped() | ev.PlayerDisqualified():
                return {"event": "player-left", **self._side(event.player), "after": event.after}
            case ev.PlayerReinstated():
                return {**_of(event), **self._side(event.player)}
            case ev.RoundPaired() | ev.RoundRepaired():
                # A repaired round has different tables: they are sent again once they are posted.
                self.shown.discard((event.pool, event.round))
                counts = {"matches": len(event.pairings), "byes": len(event.byes)}
                return {**_of(event, "pool", "round"), **counts}
            case ev.RoundPosted():
                is_list = event.sheet is PostedSheet.PAIRINGS
                return _of(event, "pool", "round") if is_list else None
            case ev.RoundStarted():
                clock = {"clock_at": event.clock_at} if event.clock_at else {}
                return {**_of(event, "pool", "round"), **clock}
            case ev.RoundWithdrawn():
                return _of(event, "pool", "round")
            case ev.ResultReported() | ev.ResultCorrected():
                return {**_of(event), **self._match(event.match), **_ended(event.result)}
            case ev.ResultWithdrawn():
                return {**_of(event), **self._match(event.match)}
            case ev.TimeExtended():
                return {**_of(event, "minutes", "instead"), **self._match(event.match)}
            case ev.MessageSent():
                text = with_names(event.text, lambda who: self._who(who)["name"] or who)
                to = self._match(event.match) if event.match else {}
                return {**_of(event, "division"), "text": text, **to}
            case ev.MessageWithdrawn():
                return {**_of(event), "message": event.entry}
            case ev.DayTwoMade():
                return {**_of(event, "pool"), "players": [self._side(p) for p in event.players]}
            case ev.CutMade() | ev.SeedsDrawn():
                seeds = [self._side(player) for player in event.seeds]
                return {**_of(event, "division", "pool"), "seeds": seeds}
            case ev.ThirdPlacePlayoffPaired():
                first, second = event.pairing
                sides = {"first": self._side(first), "second": self._side(second)}
                return {**_of(event, "pool", "round", "table"), **sides}
            case ev.ThirdPlacePlayoffWithdrawn():
                return {**_of(event), **self._match(event.match)}
            case ev.TournamentClosed() | ev.TournamentReopened():
                return _of(event)
            case _:
                return None

    def with_tables(self, event: ev.AnyEvent, said: Item | None) -> Item | None:
        """Return the object of an event that was applied: with seats, once these are posted."""
        match event:
            case ev.RoundPaired() | ev.RoundRepaired() | ev.RoundPosted() | ev.RoundStarted():
                key = event.pool, event.round
            case ev.ResultReported():
                key = event.match.pool, event.match.round
            case _:
                return said
        paired = self.t.rounds.get(key)
        if said is None or paired is None or key in self.shown or not is_put_up(self.t, paired):
            return said
        self.shown.add(key)
        return {**said, **self._seats(paired)}

    def _seats(self, paired: ev.Seating | Round) -> Item:
        """Return the tables of a round, and its byes."""
        pairs = zip(paired.tables, paired.pairings, strict=False)
        return {
            "tables": [
                {"table": table, "first": self._side(pair[0]), "second": self._side(pair[1])}
                for table, pair in pairs
            ],
            "without_opponent": [self._side(bye.player) for bye in paired.byes],
        }

    def _who(self, player: PlayerId, division: Division | None = None) -> Item:
        """Return a player with the public name; `name` is null if the player is anonymous.

        `division` is that of a player who is about to be registered: it decides whether a child's
        name is shortened.
        """
        known, sat = self.book.players.get(player), self.t.players.get(player)
        seniors = self.book.seniors or Display.INITIAL
        plays = sat.division if sat else division
        shown = shown_person(known, plays, self.t, seniors) if known else None
        return {"player": player, "name": shown.name if shown else None}

    def _side(self, player: PlayerId) -> Item:
        """Return who is paired and placed: a player, or a team with both its players (A-65)."""
        team = self.t.teams.get(player)
        if team is None:
            return self._who(player)
        name = team_name(team, lambda one: self._who(one)["name"] or one)
        return {"player": player, "name": name}

    def _match(self, match: MatchId) -> Item:
        seated = self.t.matches.get(match)
        sides = {"first": self._side(seated[0]), "second": self._side(seated[1])} if seated else {}
        where = {"pool": match.pool, "round": match.round, "table": match.table}
        return {"match": str(match), **where, **sides}


def _of(event: ev.AnyEvent, *fields: str) -> Item:
    """Return the tag of an event, with the values of the named fields."""
    values = {field: getattr(event, field) for field in fields}
    said = {field: value for field, value in values.items() if value not in (None, {}, "")}
    return {"event": str(type(event).__struct_config__.tag), **said}


def _ended(result: Result) -> Item:
    games = {"games": list(result.games)} if result.games else {}
    return {"result": result.verdict.value, **games}
