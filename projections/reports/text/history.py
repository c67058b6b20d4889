"""The history as a table: entry, time, staff member, what happened and why."""

from collections.abc import Iterator, Sequence

from roundbook.ledger.text import with_names
from roundbook.projections.history.history import Happening
from roundbook.projections.reports.text.tables import (
    Column,
    Part,
    Reading,
    Table,
    named,
    person,
    who_wrote,
)

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("By", wraps=True, least=16),
    Column("What", wraps=True),
)


def history_text(found: Sequence[Happening], ctx: Reading) -> Iterator[Part]:
    """Yield the events found as a table, or a line that there are none."""
    if found:
        yield happenings(found, ctx)
    else:
        yield "nothing matches that." if ctx.t.seq else "nothing has happened yet."


def happenings(found: Sequence[Happening], ctx: Reading) -> Table:
    """Return events as a table."""
    return Table(COLUMNS, [[*when_and_who(one, ctx), told(one, ctx)] for one in found])


def when_and_who(one: Happening, ctx: Reading) -> tuple[str, str, str]:
    """Return the entry of an event, when it was written, and by whom."""
    time = one.at.isoformat(sep=" ", timespec="seconds")[:19]
    return str(one.seq), time, who_wrote(ctx, one.hand)


def told(one: Happening, ctx: Reading) -> str:
    """Return what happened, with names, the reason, an override, and the imported file."""
    about, name = set(one.players), person if one.of_people else named
    said = with_names(one.what, lambda who: name(ctx, who) if who in about else who)
    because = f': "{one.why}"' if one.why else ""
    source = " [imported from a file]" if one.told else ""
    allowed = f" [{one.allowed}]" if one.allowed else ""
    return f"{said}{because}{allowed}{source}"
