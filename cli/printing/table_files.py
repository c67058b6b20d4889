"""Writes tables and the schedule to files: CSV, JSON, HTML, XLSX or iCalendar."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time
from pathlib import Path
from types import MappingProxyType

import click
import msgspec
from msgspec import Struct

from roundbook.cli.session.output import safe_json
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.phrases import Phrase
from roundbook.ledger.terms import PlayerId
from roundbook.projections.reports import icalendar, workbook
from roundbook.projections.reports.api import resources as answers
from roundbook.projections.reports.cells import Row, csv_bytes, html_bytes
from roundbook.projections.reports.export_tables import pairings, places, players, rounds
from roundbook.projections.reports.names import by_last_name
from roundbook.projections.reports.remarks import on_places, remarks
from roundbook.projections.standings.shown import after_which, reached_by, shown

TABLES = ("standings", "pairings", "rounds", "players")
"""The tables that can be written."""


class Wanted(Struct, frozen=True, kw_only=True):
    """What to write: the tables, and whether they contain Player IDs and birth years."""

    tables: tuple[str, ...]
    ids: bool = True
    years: bool = False
    begins: time | None = None


def wanted(
    file: str, named: Sequence[str], begins: time | None, *, public: bool, private: bool
) -> Wanted:
    """Return what to write: the tables named, or those in the file's name, or the standings.

    A workbook or JSON file contains every table if none is named. Raises UsageError.
    """
    if public and private:
        raise click.UsageError("--public and --private cannot be used together.")
    stem, ending = Path(file).stem.lower(), Path(file).suffix.lower()
    called = tuple(table for table in TABLES if table in stem)
    several = TABLES if ending in {".xlsx", ".json"} else TABLES[:1]
    return Wanted(
        tables=tuple(named) or called or several, ids=not public, years=private, begins=begins
    )


def rows_of(ctx: ReadContext, asked: Wanted) -> dict[str, list[Row]]:
    """Return the rows of the tables to write, by name."""
    t, rules, book = ctx.t, ctx.rules, ctx.book
    every: dict[str, Callable[[], list[Row]]] = {
        "standings": lambda: list(places(shown(t, rules), book)),
        "pairings": lambda: list(pairings(t, rules, book)),
        "rounds": lambda: rounds(t, book),
        "players": lambda: sorted(
            players(t, book, ids=asked.ids, years=asked.years),
            key=lambda row: by_last_name(
                str(row["name"] or row["player"]), book.last(PlayerId(str(row["player"])))
            ),
        ),
    }
    return {name: every[name]() for name in asked.tables}


def _notes(ctx: ReadContext, asked: Wanted) -> tuple[str, ...]:
    """Return the notes below the tables; for standings, while a round is played, after which."""
    after = list[Phrase]()
    if "standings" in asked.tables:
        is_played = any(one.running for one in reached_by(ctx.t))
        after = [*(after_which(ctx.t) if is_played else ()), *on_places(ctx.t, ctx.rules, ctx.name)]
    return (*map(str, after), *remarks(ctx.entries))


def as_csv(ctx: ReadContext, asked: Wanted) -> bytes:
    """Return one table as CSV in UTF-8, with a byte order mark."""
    ((_, rows),) = _one(ctx, asked).items()
    return csv_bytes(rows, _notes(ctx, asked), marked=True)


def as_html(ctx: ReadContext, asked: Wanted) -> bytes:
    """Return one table as an HTML page."""
    ((name, rows),) = _one(ctx, asked).items()
    return html_bytes(f"{ctx.event}: {name}", rows, _notes(ctx, asked))


def as_json(ctx: ReadContext, asked: Wanted) -> bytes:
    """Return tables as JSON."""
    sight = ctx.sight(years=asked.years)
    return msgspec.json.format(safe_json(answers.tables(sight, asked.tables)), indent=1).encode()


def as_workbook(ctx: ReadContext, asked: Wanted) -> bytes:
    """Return tables as a workbook with one sheet each. Raises Refused without the extra."""
    day = ctx.t.opened.start if ctx.t.opened else None
    return workbook.bytes_of(rows_of(ctx, asked), _notes(ctx, asked), day=day)


def as_calendar(ctx: ReadContext, asked: Wanted) -> bytes:
    """Return the schedule as a calendar; `begins` is when the first round is planned to start."""
    opened, begins = ctx.t.opened, None
    if asked.begins and opened:
        there = ctx.entries[0].at.tzinfo  # The venue's time zone.
        begins = datetime.combine(opened.start, asked.begins, there)
    return icalendar.bytes_of(ctx.entries, ctx.rules, begins)


def _one(ctx: ReadContext, asked: Wanted) -> dict[str, list[Row]]:
    if len(asked.tables) != 1:
        raise click.UsageError(
            "this format can contain only one table; choose it with --table, or write .xlsx."
        )
    return rows_of(ctx, asked)


FORMATS: Mapping[str, Callable[[ReadContext, Wanted], bytes]] = MappingProxyType(
    {"csv": as_csv, "json": as_json, "html": as_html, "xlsx": as_workbook, "ics": as_calendar}
)
"""The format for each file extension."""
