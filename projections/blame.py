"""Which entries made a cell of the standings or of a round: those without which it would differ.

An entry made a cell if the ledger without this one entry says something else there. What a floor or
a cap keeps from showing is told apart: it changed a figure on the way, and not the cell.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Pairing, Result
from projections.basis import Basis, basis
from projections.cells import Cell, Figure, Part, candidates
from projections.figures import figures
from projections.one_place import division_of, lacking, place_in
from projections.records import records
from projections.removal import without
from projections.standings import standings

Value = int | str | Fraction | Pairing | Result | None
"""What stands in a cell; None where there is nothing."""


class Blamed(Struct, frozen=True, kw_only=True):
    """A cell, what stands in it, and the numbers of the entries that made it, in order.

    `held` are entries that changed a figure which a floor or a cap holds in place: the cell would
    be the same without them, and would not, were there no floor and no cap.
    """

    cell: Cell
    value: Value
    made_by: tuple[int, ...]
    held: tuple[int, ...] = ()


def blame(entries: Sequence[Entry], rules: Ruleset, cell: Cell) -> Blamed:
    """Return which entries made a cell; raises Refused where there is no such cell."""
    t = Tournament.of(entries)
    _refuse_unknown(t, cell)
    unheld = _unheld(rules) if cell.shows in _HELD else None
    value = value_of(t, rules, cell)
    free = value_of(t, unheld, cell) if unheld else None
    asked = candidates(entries, t, cell)
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
    )


def _quickly(
    entries: Sequence[Entry],
    t: Tournament,
    cell: Cell,
    by: tuple[Ruleset, Ruleset | None],
    asked: frozenset[int],
) -> Iterator[tuple[int, tuple[Value, Value]]]:
    """Yield what a cell would show without an entry, where it can be told without standings.

    The second value is by the rules without floors and caps, where these are asked for.
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
    """Return what stands in a cell; None where there is nothing."""
    if isinstance(cell.of, MatchId):
        found: Value = (t.matches if cell.shows is Part.PAIRING else t.results).get(cell.of)
        return found
    if cell.of not in t.players:
        return None
    if cell.shows is Figure.PLACE:
        return next(one.place for one in standings(t, rules) if one.player == cell.of)
    if cell.shows in {Figure.POINTS, Figure.RECORD}:
        record = records(t, rules)[cell.of]
        return record.match_points if cell.shows is Figure.POINTS else record.score
    return _figure(basis(t, rules), cell)


def _figure(b: Basis, cell: Cell) -> Fraction | None:
    """Return a percentage of a player."""
    assert not isinstance(cell.of, MatchId), "a match has no percentages"
    found = figures(b, only=[cell.of])[cell.of]
    figure: Fraction | None = getattr(found, cell.shows.replace("-", "_"))
    return figure


def _refuse_unknown(t: Tournament, cell: Cell) -> None:
    """Refuse a cell that is not there."""
    if isinstance(cell.of, MatchId) and cell.of not in t.matches:
        raise Refused(
            f"match {cell.of} is not paired here.",
            hint="Write the pool, the round and the table, such as masters-3-7.",
        )
    if not isinstance(cell.of, MatchId) and cell.of not in t.players:
        raise Refused(
            f"there is no player {cell.of}.", hint="`roundbook standings` lists the numbers."
        )
