"""Compares an organiser's file with roundbook's own standings."""

from collections.abc import Sequence
from typing import NamedTuple

import click

from cli.desk.read import ledger_named, read_ledger
from cli.desk.venue import new_id
from cli.tom.read import Telling, read_telling, salted_book, say_warnings
from ledger.events.catalogue import AnyEvent
from ledger.people.book import Book
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.tournament import Tournament
from projections.compare.conventions import explained
from projections.compare.official import Comparison, compare, standings_alone, with_figures


def told_events(telling: Telling) -> tuple[list[AnyEvent], Book]:
    """Return the events of a file, and its names."""
    book = salted_book(telling)
    return [event for act in telling.acts(book, new_id()) for event in act], book


def compare_file(telling: Telling) -> tuple[Tournament, Comparison, Book]:
    """Return a file's tournament, how its standings compare with roundbook's, and its names."""
    happened, book = told_events(telling)
    return *compared(telling, happened), book


def compared(telling: Telling, happened: Sequence[AnyEvent]) -> tuple[Tournament, Comparison]:
    """Return a file's tournament, and how its places and figures compare with roundbook's."""
    if not telling.counts()[1] and telling.published():
        return Tournament(), standings_alone(telling.published(), telling.rules)
    published = telling.published()
    t, found = compare(happened, telling.rules, telling.official())
    found = with_figures(found, t, telling.rules, published)
    return t, explained(found, t, telling.rules, published)


class Told(NamedTuple):
    """The contents of a folder, an archive or a file: its tournament, rules, names, and entries."""

    t: Tournament
    rules: Ruleset
    book: Book
    entries: Sequence[Entry] = ()


def told_by(where: str, edition: str | None, moment: str | None = None) -> Told:
    """Return the contents of a ledger, an archive or a file. Raises Unreadable."""
    if (ledger := ledger_named(where)) is not None:
        ctx = read_ledger(ledger, moment)
        return Told(ctx.t, ctx.rules, ctx.book, ctx.entries)
    if moment:
        raise click.UsageError("--as-of is only for a ledger; a file shows a single moment.")
    telling = read_telling(where, edition)
    say_warnings(telling)
    events, book = told_events(telling)
    t = Tournament()
    for event in events:
        t.apply(event, 0)
    return Told(t, telling.rules, book)
