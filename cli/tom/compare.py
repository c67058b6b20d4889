"""Compares an organiser's file with roundbook's own standings."""

from collections.abc import Sequence
from typing import NamedTuple

import click
from msgspec.structs import replace

from roundbook.cli.session.read import ReadContext, ledger_named, read_ledger
from roundbook.cli.session.venue import new_id
from roundbook.cli.tom.export import ExportOptions, tdf
from roundbook.cli.tom.organiser_file import Telling, read_telling, salted_book, say_warnings
from roundbook.ledger.errors import Refused
from roundbook.ledger.events.catalogue import AnyEvent
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.importers.tdf.shapes import TdfFile
from roundbook.ledger.people.book import Book
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.compare.conventions import explained
from roundbook.projections.compare.official import (
    Comparison,
    check_standings_only,
    compare,
    with_figures,
)


def told_events(telling: Telling) -> tuple[list[AnyEvent], Book]:
    """Return the events of a file, and its names."""
    book = salted_book(telling)
    return [event for act in telling.acts(book, new_id()) for event in act], book


def compared(telling: Telling, happened: Sequence[AnyEvent]) -> tuple[Tournament, Comparison]:
    """Return a file's tournament, and how its places and figures compare with roundbook's."""
    if not telling.counts()[1] and telling.published():
        return Tournament(), check_standings_only(telling.published(), telling.rules)
    published = telling.published()
    t, found = compare(happened, telling.rules, telling.official())
    found = with_figures(found, t, telling.rules, published)
    return t, explained(found, t, telling.rules, published)


class Told(NamedTuple):
    """The contents of a folder, an archive or a file: its tournament, rules, names, and entries.

    `ledger` is the ledger that was read, and `tdf` the .tdf file; both are None for other files.
    """

    t: Tournament
    rules: Ruleset
    book: Book
    entries: Sequence[Entry] = ()
    ledger: ReadContext | None = None
    tdf: Telling | None = None


def told_by(where: str, edition: str | None, moment: str | None = None) -> Told:
    """Return the contents of a ledger, an archive or a file. Raises Unreadable."""
    if (ledger := ledger_named(where)) is not None:
        ctx = read_ledger(ledger, moment)
        return Told(ctx.t, ctx.rules, ctx.book, ctx.entries, ledger=ctx)
    if moment:
        raise click.UsageError("--as-of is only for a ledger; a file shows a single moment.")
    telling = read_telling(where, edition)
    say_warnings(telling)
    return _of_file(telling)


def _of_file(telling: Telling) -> Told:
    events, book = told_events(telling)
    t = Tournament()
    for event in events:
        t.apply(event, 0)
    tdf_file = telling if isinstance(telling.file, TdfFile) else None
    return Told(t, telling.rules, book, tdf=tdf_file)


def comparable(left: Told, right: Told) -> tuple[Told, Told]:
    """Return two sides that can contain the same facts.

    A ledger next to a .tdf file is read as the file that it would be exported to.
    """
    if left.ledger and right.tdf:
        return _as_tdf(left.ledger, right.tdf) or left, right
    if left.tdf and right.ledger:
        return left, _as_tdf(right.ledger, left.tdf) or right
    return left, right


def _as_tdf(ctx: ReadContext, other: Telling) -> Told | None:
    """Return what a ledger's own .tdf file contains, under the edition of another file.

    The file has placeholders for missing names and Player IDs; they identify nobody, so the names
    are left out, and if one Player ID is missing, so are all. None if it cannot be exported.
    """
    try:
        data = tdf(ctx, ExportOptions(stand_ins=True)).data
    except Refused:
        return None
    told = _of_file(replace(other, data=data, file=read(data)))
    if all(ctx.book.id(player) for player in ctx.t.players):
        return told
    known = told.book.players.items()
    players = {
        who: replace(one, person=replace(one.person, id=""))
        for who, one in known
        if who in ctx.book.players
    }
    return told._replace(book=replace(told.book, players=players))
