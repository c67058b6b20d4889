"""What-if and blame in words: changed places, rounds and cuts, and what made a figure."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from roundbook.ledger.phrases import counted
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.rounds import rounds_started
from roundbook.ledger.terms import MatchId, PlayerId, Result
from roundbook.ledger.text import with_sides
from roundbook.projections.explain.blame import Blamed, Cell, Value
from roundbook.projections.explain.what_if import Cost, WhatIf
from roundbook.projections.history.history import Happening
from roundbook.projections.reports.text.history import happenings
from roundbook.projections.reports.text.tables import (
    Column,
    Part,
    Reading,
    Table,
    named,
    wrapped,
)
from roundbook.projections.standings.percentages import percent

COLUMNS = (
    Column("Player", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("New place", right=True),
    Column("Points", right=True),
    Column("New points", right=True),
)


def what_if_text(found: WhatIf, costs: list[Cost], ctx: Reading) -> Iterator[Part]:
    """Yield what would be different, and the cost of each correction."""
    yield from _otherwise(found, ctx)
    for one in costs:
        yield from _cost(one, found, ctx.width)


def _otherwise(found: WhatIf, ctx: Reading) -> Iterator[Part]:
    """Yield the places, points, rounds and cuts that would be different."""
    for match in found.locked:
        yield (
            f"The result of {match} is locked (TOP §4), so this is only a hypothetical question."
        )
    if not (found.places or found.rounds or found.cuts):
        yield "The change would not affect any place, points, pairing or cut."
        return
    if found.places:
        rows = [
            [
                ctx.name(one.player),
                one.division.value,
                str(one.place or "-"),
                str(one.would_be or "-"),
                str(one.match_points),
                str(one.would_have),
            ]
            for one in found.places
        ]
        yield ""
        yield Table(COLUMNS, rows)
    for unlike in found.rounds:
        where = read_out(ctx.t, unlike.pool, unlike.round)
        if unlike.players is None:
            yield f"{where} could not have been paired without a rematch or a second bye."
        else:
            others = counted(unlike.players, "player")
            yield f"{where} would have been paired differently, for at least {others}."
    for cut in found.cuts:
        if not (cut.joins or cut.leaves):
            yield f"the cut of {cut.division} would have had the same players in another order."
            continue
        joins = ", ".join(map(ctx.name, cut.joins)) or "nobody"
        leaves = ", ".join(map(ctx.name, cut.leaves)) or "nobody"
        would = f"the cut of {cut.division} would have included {joins} and left out {leaves}"
        if rounds_started(ctx.t, cut.pool):
            yield f"{would}; the bracket has already started, so it does not change."
        else:
            yield f"{would}; the bracket has not started, so the cut would be made again."


def reached_by(one: Cost) -> str:
    """Return whose figures a correction affects: in a bracket, only two records."""
    if not one.players:
        return "no record"
    said = counted(len(one.players), "record")
    if not one.in_swiss:
        return said
    more = f" and of {counted(len(one.opponents), 'more player')}" if one.opponents else ""
    beyond = f", and the Op Op Win % of {len(one.beyond)} more" if one.beyond else ""
    return f"{said}{',' if beyond else ' and'} the Op Win % of these players{more}{beyond}"


def _cost(one: Cost, found: WhatIf, width: int) -> list[str]:
    """Return the cost of a correction: how long ago, players affected, and places that move."""
    when = f"reported in entry {one.entry}" if one.entry else "not reported"
    when += f", with {counted(one.rounds, 'round')} paired since" if one.rounds else ""
    steps = [
        abs(each.place - each.would_be) for each in found.places if each.place and each.would_be
    ]
    moved = [step for step in steps if step]
    move = {0: "No place changes", 1: "1 place changes"}.get(
        len(moved), f"{len(moved)} places change"
    )
    furthest = f", the furthest by {max(moved)}" if moved else ""
    said = (
        f"cost of correcting {one.match}: {when}. It affects {reached_by(one)}. {move}{furthest}."
    )
    return wrapped(said, width)


# Which entries made a figure: those that made it, and those that a floor or cap hides.


def blame_text(
    cell: Cell, found: Blamed, told: Sequence[Happening], ctx: Reading, *, proof: bool
) -> Iterator[Part]:
    """Yield the value of a cell and what made it, by cause; with `proof`, also each entry.

    `told` are those entries in words. A place or a figure that no single result or pairing decides
    is secure: nearly everything affects it, but nothing does alone.
    """
    of = str(cell.of) if isinstance(cell.of, MatchId) else named(ctx, cell.of)
    yield f"{of} {cell.shows}: {_in_words(ctx, found.value, cell.of)}"
    made = [one for one in told if one.seq in found.made_by]
    held = [one for one in told if one.seq in found.held]
    if isinstance(cell.of, MatchId) or any(one.match or one.round for one in made):
        count = counted(len(found.made_by), "entry", "entries")
        without = "it" if len(found.made_by) == 1 else "any one of them"
        yield f"{count} decided this value: if {without} were missing, it would change."
    else:
        together = counted(found.bearing, "entry affects", "entries affect")
        yield f"No single result or pairing decides this value: {together} it."
        if made:
            yield "If any one of these were missing, the value would change:"
    yield from _by_cause(made, ctx, proof=proof)
    if held:
        yield (
            "A floor or a cap hides the effect of these entries: if any one of them "
            "were missing, nothing would change."
        )
        yield from _by_cause(held, ctx, proof=proof)
    if not proof and told:
        yield "--proof lists the entries: who wrote them, when, and why."


CAUSES = ("results", "pairings", "players", "event")


def _by_cause(told: Sequence[Happening], ctx: Reading, *, proof: bool) -> Iterator[Part]:
    """Yield entries by what they are about: as numbers or, as a proof, each in a row.

    An entry is listed once, under the first cause that one of its events has.
    """
    cause = dict[int, str]()
    for one in sorted(told, key=lambda one: CAUSES.index(_cause(one))):
        cause.setdefault(one.seq, _cause(one))
    for name in CAUSES:
        some = [one for one in told if cause[one.seq] == name]
        numbers = list(dict.fromkeys(str(one.seq) for one in some))
        if some and proof:
            yield from ("", f"{name}:")
            yield happenings(some, ctx)
        elif some:
            entries = "entry" if len(numbers) == 1 else "entries"
            yield from (
                f"  {line}" for line in wrapped(f"{name}: {entries} {', '.join(numbers)}", 76)
            )


def _cause(one: Happening) -> str:
    """Return the cause of a cell's value that an event belongs to."""
    if one.match:
        return "results"
    if one.round:
        return "pairings"
    return "players" if one.players else "event"


def _in_words(ctx: Reading, value: Value, of: PlayerId | MatchId) -> str:
    """Return the value of a cell of a player or a match, as people read it."""
    match value:
        case None:
            return "nothing"
        case Fraction():
            return f"{value} = {percent(value)}%"
        case Result():
            pair = ctx.t.matches.get(of) if isinstance(of, MatchId) else None
            said = value.in_words(ctx.rules.tie_word)
            return with_sides(said, *map(ctx.name, pair)) if pair else said
        case tuple():
            return " and ".join(ctx.name(player) for player in value)
        case _:
            return str(value)
