"""Blame: the entries without which a cell of the standings or of a round would be different.

An entry made a cell if the ledger without this one entry shows something else in it. Entries whose
effect is hidden by a floor or a cap are listed separately: they changed a figure used in the
calculation, but not the cell.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Result
from roundbook.projections.standings.percentages import Basis, basis, figures, op_win
from roundbook.projections.standings.records import Record, record_of, records
from roundbook.projections.standings.shown import settled_entries
from roundbook.projections.standings.standings import standings

# The cells of the standings and of a round, and the entries that can have made a cell.


class Figure(StrEnum):
    """A column of the standings for a player."""

    PLACE = "place"
    POINTS = "points"
    RECORD = "record"
    OP_WIN = "op-win"
    OP_OP_WIN = "op-op-win"
    GAME_WIN = "game-win"
    OP_GAME_WIN = "op-game-win"


class MatchCell(StrEnum):
    """A part of a match in a round."""

    PAIRING = "pairing"
    RESULT = "result"


class Cell(Struct, frozen=True, kw_only=True):
    """One cell: a figure of a player, or a part of a match."""

    of: PlayerId | MatchId
    shows: Figure | MatchCell


def candidates(entries: Sequence[Entry], t: Tournament, cell: Cell) -> frozenset[int]:
    """Return the numbers of the entries that can have made a cell.

    A match is made by its own events and those of its round. A figure is made by events about its
    player, about the players ever seated with that player, and so on, as far as the figure reaches;
    a place by events about any player. Events that are about no player and no match may always
    matter.
    """
    if isinstance(cell.of, MatchId):
        return frozenset(e.seq for e in entries if any(_touches(one, cell.of) for one in e.events))
    seats = _seats(entries)
    near = _near(seats, t, cell.of, cell.shows)
    return frozenset(
        entry.seq for entry in entries if any(_matters(e, near, seats) for e in entry.events)
    )


def _touches(event: ev.AnyEvent, match: MatchId) -> bool:
    """Tell whether an event can change the players of a match, or its result."""
    if isinstance(event, ev.Seating | ev.RoundWithdrawn | ev.ThirdPlacePlayoffPaired):
        return (event.pool, event.round) == match[:2]
    return getattr(event, "match", None) == match


Seats = dict[MatchId, set[PlayerId]]
"""All players ever seated at a match, also before its round was paired again."""

_REACH = {Figure.POINTS: 0, Figure.RECORD: 0, Figure.GAME_WIN: 0, Figure.OP_WIN: 1}
"""How far a figure reaches: 0 is the player's own rounds, 1 the opponents' rounds; all others are
2."""


def _seats(entries: Iterable[Entry]) -> Seats:
    found: Seats = {}
    for _, event in each_event(entries):
        for match, pairing in _seated(event):
            # All players ever seated there: without a repair or a withdrawal the first pairing
            # would stand.
            found.setdefault(match, set()).update(pairing)
    return found


def _seated(event: ev.AnyEvent) -> Iterator[tuple[MatchId, Pairing]]:
    if isinstance(event, ev.Seating):
        for table, pairing in zip(event.tables, event.pairings, strict=False):
            yield MatchId(event.pool, event.round, table), pairing
    elif isinstance(event, ev.ThirdPlacePlayoffPaired):
        yield MatchId(event.pool, event.round, event.table), event.pairing


def _near(
    seats: Seats, t: Tournament, player: PlayerId, shows: Figure | MatchCell
) -> set[PlayerId]:
    """Return all players whose results a figure of a player depends on."""
    beside: dict[PlayerId, set[PlayerId]] = {}
    for players in seats.values():
        for one in players:
            beside.setdefault(one, set()).update(players)
    near = {player}
    if shows is Figure.PLACE:
        near = {one.id for one in t.players.values()}  # Players may change division.
    for _ in range(_REACH.get(shows, 2) if isinstance(shows, Figure) else 0):
        near |= {other for one in near for other in beside.get(one, ())}
    return near


def _matters(event: ev.AnyEvent, near: set[PlayerId], seats: Seats) -> bool:
    """Tell whether an event can matter to a figure that depends on these players."""
    match event:
        case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn():
            return bool(near & seats.get(event.match, set()))
        case (
            ev.NoteMade()
            | ev.FactAdded()
            | ev.MatchEnded()
            | ev.EntryRefused()
            | ev.StaffNamed()
            | ev.HandRenamed()
            | ev.PlayerCheckedIn()
            | ev.CheckInUndone()
            | ev.JudgeCalled()
            | ev.CallTaken()
            | ev.CallEnded()
            | ev.MessageSent()
            | ev.MessageWithdrawn()
            | ev.ContradictionFound()
            | ev.ContradictionDecided()
        ):
            return False
        case ev.LateTagSet() | ev.LateTagCleared() | ev.PlayerDropped() | ev.PlayerReinstated():
            return event.player in near
        case ev.PlayerRegistered() | ev.PlayerDisqualified() | ev.LatePlayerAdmitted():
            return event.player in near
        case _:
            return True


# The tournament as it would be if one entry had never been written: the ledger replayed without it.
# `apply` checks nothing, so it accepts a ledger with a gap. If an entry only reported a result that
# never changed, removing the result has the same effect, and saves the replay of everything after
# it.


def without(entries: Sequence[Entry], asked: frozenset[int]) -> Iterator[tuple[int, Tournament]]:
    """Yield, for each number in `asked`, the tournament without that entry."""
    whole = Tournament.replay(entries)
    alone = reported_alone(entries, whole)
    # One pass for all numbers in `asked`: the tournament before the gap is shared, and only the
    # entries after it are applied again.
    before = Tournament()
    for place, entry in enumerate(entries):
        if entry.seq in asked and entry.seq in alone:
            other = whole.copy()
            for match in alone[entry.seq]:
                del other.results[match]
            yield entry.seq, other
        elif entry.seq in asked:
            other = before.copy()
            for later in entries[place + 1 :]:
                other.apply_entry(later)
            yield entry.seq, other
        before.apply_entry(entry)


def reported_alone(entries: Sequence[Entry], whole: Tournament) -> dict[int, list[MatchId]]:
    """Return the entries that only reported results which have not changed since."""
    told: Counter[MatchId] = Counter()
    seated: Counter[MatchId] = Counter()
    only: dict[int, list[MatchId]] = {}
    for entry in entries:
        results = [e.match for e in entry.events if isinstance(e, ev.ResultReported)]
        # A drop or a penalty in the same entry would be lost with it.
        if len(results) == len(entry.events):
            only[entry.seq] = results
        for event in entry.events:
            match event:
                case ev.ResultReported() | ev.ResultCorrected() | ev.ResultWithdrawn():
                    told[event.match] += 1
                case ev.RoundPaired() | ev.RoundRepaired():
                    seated.update(MatchId(event.pool, event.round, n) for n in event.tables)
                case ev.ThirdPlacePlayoffPaired():
                    seated[MatchId(event.pool, event.round, event.table)] += 1
                case _:
                    pass
    return {
        seq: matches
        for seq, matches in only.items()
        # If the round was paired again, or the result changed, later entries depend on this one, so
        # only a replay gives the answer.
        if all(told[m] == seated[m] == 1 and m in whole.results for m in matches)
    }


def registered_alone(entries: Sequence[Entry]) -> dict[int, PlayerId]:
    """Return the entries that only registered one player, who was not registered again."""
    found: dict[int, PlayerId] = {}
    times: Counter[PlayerId] = Counter()
    for entry, event in each_event(entries):
        if isinstance(event, ev.Joining):
            times[event.player] += 1
            if len(entry.events) == 1:
                found[entry.seq] = event.player
    return {seq: player for seq, player in found.items() if times[player] == 1}


# The place and the figures of one player without one result, or without one other player. They
# agree with the standings, but are calculated for one player alone: in a large event nearly every
# line stays as it is. If players are tied on everything compared here, or if the standings depend
# on more than Swiss, there is no answer, and the full standings are needed.


class Lacking(NamedTuple):
    """The basis of the figures without entry `seq`, and the players whose Op Win % may change.

    `gone` is the player who would not be registered.
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
    """Yield each entry in `asked` without which a player's figures can be calculated quickly."""
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
    """Return a tournament without the result of a Swiss match; None if that is not enough."""
    paired, pair = t.rounds.get((match.pool, match.round)), t.matches.get(match)
    if paired is None or not paired.started or pair is None or pair.first == pair.second:
        return None
    table = dict(b.table)
    for player in pair:
        shorter = _shorter(table[player], match) if player in table else None
        if shorter is None:
            return None
        table[player] = shorter
    # The two have one round and one opponent fewer. So their win % changes, and with it the Op Win
    # % of all players they have met; no other player's changes.
    return Lacking(seq, replace(b, table=table), (*pair, *_met(b, pair)))


def _shorter(record: Record, match: MatchId) -> Record | None:
    """Return a record without a match; None if the pool of its last round would change."""
    rest = [part for part in record.rounds if (part.pool, part.round) != match[:2]]
    if len(rest) != len(record.rounds) - 1 or not rest:
        return None
    return record_of(rest) if rest[-1].pool == record.rounds[-1].pool else None


def _without_player(b: Basis, seq: int, gone: PlayerId) -> Lacking:
    """Return a tournament in which a player was never registered."""
    fewer = replace(
        b,
        table={player: record for player, record in b.table.items() if player != gone},
        spans={player: span for player, span in b.spans.items() if player != gone},
    )
    touched = tuple(player for player in _met(b, [gone]) if player != gone)
    return Lacking(seq, fewer, touched, gone)


def _met(b: Basis, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Return the opponents that players have met."""
    return [one for player in players for one in b.table[player].opponents if one in b.table]


# The place, counted among the players of the division.

Key = tuple[int | bool | Fraction, ...]
"""The sort key of players, the best first: match points, and what an edition compares next."""


class Division(Struct, frozen=True, kw_only=True):
    """The players who compete with `player` for a place, with their sort keys.

    `more` is whether Op Op Win % is compared next, for players who are tied so far.
    """

    t: Tournament
    player: PlayerId
    late: bool
    more: bool
    keys: dict[PlayerId, Key]


def division_of(t: Tournament, rules: Ruleset, player: PlayerId) -> Division | None:
    """Return the division of a player; None if the standings depend on more than Swiss."""
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
    """Return the place without an entry; None if another player is tied on everything compared."""
    own, b = division.player, there.b
    new = {one: _key(division, b, one) for one in {own, *there.touched} & division.keys.keys()}
    keys = {**division.keys, **new}
    mine = keys.pop(own)
    if there.gone:
        keys.pop(there.gone, None)
    above = sum(key < mine for key in keys.values())
    # Op Op Win % takes longest, so it is calculated only for players who are tied on all before it.
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
    """Return the sort key of a player: smaller keys rank higher."""
    one, record = division.t.players[player], b.table[player]
    late = division.late and one.late
    return (-record.match_points, one.out and not record.rounds, late, -op_win(b, player))


# The question itself: calculate the cell again without each entry that can have made it.

Value = int | str | Fraction | Pairing | Result | None
"""The value of a cell; None if it is empty."""


class Blamed(Struct, frozen=True, kw_only=True):
    """A cell, its value, and the numbers of the entries that made it, in order.

    `held` are entries that changed a figure which a floor or a cap keeps in place: the cell is the
    same without them, but would not be if there were no floor and no cap. `bearing` is how many
    entries were tried, because they can affect the cell.

    Rule: an entry made the value if the value would be different without it.
    Units: `made_by` and `held` are numbers of entries; the value is exact.
    Errors: none.

    >>> cup.blame("p1", "points").bearing > 0
    True
    """

    cell: Cell
    value: Value
    made_by: tuple[int, ...]
    held: tuple[int, ...] = ()
    bearing: int = 0


def blame(entries: Sequence[Entry], rules: Ruleset, cell: Cell) -> Blamed:
    """Return the entries that made a cell; raise Refused if there is no such cell.

    A figure is the one of the standings as they are shown: after the last complete round (A-92).
    """
    t = Tournament.replay(entries)
    _refuse_unknown(t, cell)
    if not isinstance(cell.of, MatchId):
        cell = replace(cell, of=t.entrant(cell.of))
        entries = settled_entries(entries, t)
        t = Tournament.replay(entries)
    # A floor hides what happened below it. Calculated again without floors and caps, the cell shows
    # which entries moved a figure that was then held.
    unheld = _unheld(rules) if cell.shows in _HELD else None
    value = value_of(t, rules, cell)
    free = value_of(t, unheld, cell) if unheld else None
    asked = candidates(entries, t, cell)
    # The quick way if possible, then a replay for each entry that is left.
    known = dict(_quickly(entries, t, cell, (rules, unheld), asked))
    slowly = {
        seq: (value_of(other, rules, cell), value_of(other, unheld, cell) if unheld else None)
        for seq, other in without(entries, asked - known.keys())
    }
    told = sorted({**known, **slowly}.items())
    return Blamed(
        cell=cell,
        value=value,
        made_by=tuple(seq for seq, (now, _) in told if now != value),
        held=tuple(seq for seq, (now, other) in told if now == value and other != free),
        bearing=len(asked),
    )


def _quickly(
    entries: Sequence[Entry],
    t: Tournament,
    cell: Cell,
    by: tuple[Ruleset, Ruleset | None],
    asked: frozenset[int],
) -> Iterator[tuple[int, tuple[Value, Value]]]:
    """Yield the value of a cell without an entry, if it can be found without full standings.

    The second value is by the rules without floors and caps, if these were given.
    """
    if isinstance(cell.of, MatchId) or cell.shows in {Figure.POINTS, Figure.RECORD}:
        return
    rules, unheld = by
    if cell.shows is Figure.PLACE:
        division = division_of(t, rules, cell.of)
        for one in lacking(entries, t, rules, cell.of, asked) if division else ():
            place = place_in(division, one) if division else None
            if place is not None:
                yield one.seq, (place, None)
        return
    for one in lacking(entries, t, rules, cell.of, asked):
        yield (
            one.seq,
            (
                _figure(one.b, cell),
                _figure(replace(one.b, rules=unheld), cell) if unheld else None,
            ),
        )


_HELD = {Figure.OP_WIN, Figure.OP_OP_WIN, Figure.GAME_WIN, Figure.OP_GAME_WIN}


def _unheld(rules: Ruleset) -> Ruleset:
    """Return the same rules without floors and caps."""
    nothing, all_of_it = Fraction(0), Fraction(1)
    return replace(
        rules,
        win_floor=nothing,
        own_game_floor=nothing,
        win_cap=all_of_it,
        cap_applies="never",
    )


def value_of(t: Tournament, rules: Ruleset, cell: Cell) -> Value:
    """Return the value of a cell; None if it is empty."""
    if isinstance(cell.of, MatchId):
        found: Value = (t.matches if cell.shows is MatchCell.PAIRING else t.results).get(cell.of)
        return found
    if cell.of not in t.players:
        return None
    if cell.shows is Figure.PLACE:
        return next(one.place for one in standings(t, rules) if one.player == cell.of)
    if cell.shows in {Figure.POINTS, Figure.RECORD}:
        record = records(t, rules)[cell.of]
        return record.match_points if cell.shows is Figure.POINTS else str(record)
    return _figure(basis(t, rules), cell)


def _figure(b: Basis, cell: Cell) -> Fraction | None:
    """Return a percentage of a player."""
    assert not isinstance(cell.of, MatchId), "a match has no percentages"
    found = figures(b, only=[cell.of])[cell.of]
    figure: Fraction | None = getattr(found, cell.shows.replace("-", "_"))
    return figure


def _refuse_unknown(t: Tournament, cell: Cell) -> None:
    """Raise Refused if there is no such cell."""
    if isinstance(cell.of, MatchId) and cell.of not in t.matches:
        raise Refused(
            f"match {cell.of} has not been paired.",
            hint="Give the round and the table, such as 3-7.",
        )
    if not isinstance(cell.of, MatchId) and cell.of not in t.players:
        raise Refused(
            f"there is no player {cell.of}.", hint=advice("{} lists the numbers.", do("standings"))
        )
