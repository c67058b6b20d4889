"""What would stand otherwise, as it is read out: places, rounds, cuts, what a correction costs."""

from collections.abc import Iterator

from projections.explain.what_if import Cost, WhatIf
from projections.reports.text.reading import Reading
from projections.reports.text.tables import WIDTH, Column, Part, Table, wrapped
from projections.text import counted

COLUMNS = (
    Column("Player", wraps=True),
    Column("Division"),
    Column("Place", right=True),
    Column("would be", right=True),
    Column("Points", right=True),
    Column("would be", right=True),
)


def what_if_text(found: WhatIf, costs: list[Cost], ctx: Reading) -> Iterator[Part]:
    """Yield what would be another, and what each correction costs."""
    yield from _otherwise(found, ctx)
    for one in costs:
        yield from _cost(one, found)


def _otherwise(found: WhatIf, ctx: Reading) -> Iterator[Part]:
    """Yield the places, points, rounds and cuts that would be others."""
    for match in found.locked:
        yield f"The result of {match} is locked (TOP §4): this is a question only."
    if not (found.places or found.rounds or found.cuts):
        yield "It would change no place, no points, no pairing and no cut."
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
        where = f"round {unlike.round} of {unlike.pool}"
        if unlike.players is None:
            yield f"{where} could not have been paired without a rematch."
        else:
            others = counted(unlike.players, "player")
            yield f"{where} would have been paired otherwise: {others} at least."
    for cut in found.cuts:
        joins = ", ".join(map(ctx.name, cut.joins)) or "nobody"
        leaves = ", ".join(map(ctx.name, cut.leaves)) or "nobody"
        yield f"the cut of {cut.division}: {joins} would be in, {leaves} would not."


def _cost(one: Cost, found: WhatIf) -> list[str]:
    """Return what a correction costs: how long ago it was, whom it reaches, who moves how far."""
    since = f"{counted(one.rounds, 'round')} paired since"
    when = f"reported by entry {one.entry}, {since}" if one.entry else f"not reported, {since}"
    steps = [
        abs(each.place - each.would_be) for each in found.places if each.place and each.would_be
    ]
    moved = [step for step in steps if step]
    move = f"{len(moved)} places move" if len(moved) != 1 else "1 place moves"
    furthest = f", the furthest by {max(moved)}" if moved else ""
    reached = counted(len(one.players), "record")
    said = (
        f"cost of correcting {one.match}: {when}; it reaches {reached}, the Op Win % of "
        f"{counted(len(one.opponents), 'opponent')} and the Op Op Win % of "
        f"{len(one.beyond)} more; {move}{furthest}."
    )
    return wrapped(said, WIDTH)
