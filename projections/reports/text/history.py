"""What happened, in rows: which entry, when, by whom, what with the names in it, and why."""

from collections.abc import Iterator, Sequence

from ledger.text import with_names
from projections.history.history import Happening
from projections.reports.text.tables import Column, Part, Reading, Table, named, who_wrote

COLUMNS = (
    Column("Entry", right=True),
    Column("Time"),
    Column("By", wraps=True),
    Column("What", wraps=True),
)


def history_text(found: Sequence[Happening], ctx: Reading) -> Iterator[Part]:
    """Yield what was found as a table, or that nothing was."""
    if found:
        yield happenings(found, ctx)
    else:
        yield "nothing matches that." if ctx.t.seq else "nothing has happened yet."


def happenings(found: Sequence[Happening], ctx: Reading) -> Table:
    """Return events as a table."""
    return Table(COLUMNS, [[*when_and_who(one, ctx), told(one, ctx)] for one in found])


def when_and_who(one: Happening, ctx: Reading) -> tuple[str, str, str]:
    """Return which entry an event is of, when it was written, and by whom."""
    time = one.at.isoformat(sep=" ", timespec="seconds")[:19]
    return str(one.seq), time, who_wrote(ctx, one.hand)


def told(one: Happening, ctx: Reading) -> str:
    """Return what happened, with names: why, who overrode a rule, which file it came from."""
    about = set(one.players)
    said = with_names(one.what, lambda who: named(ctx, who) if who in about else who)
    because = f': "{one.why}"' if one.why else ""
    source = " [imported from a file]" if one.told else ""
    allowed = f" [{one.allowed}]" if one.allowed else ""
    return f"{said}{because}{allowed}{source}"
