"""Show what happens as lines of JSON that everybody may see, for screens and streams."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import click

from cli.desk.command import PLACE
from cli.desk.read import looked_at
from cli.desk.venue import Venue
from cli.folder.members import Anywhere
from cli.folder.people import read_book
from ledger.record.entry import Entry
from projections.reports.feed import bytes_of, feed

EVERY = 0.5
"""So many seconds pass between two looks at a ledger that is followed."""


@click.command("feed")
@click.argument("folder", type=PLACE, default=Path(), metavar="[DIR]")
@click.option("--from", "since", type=click.IntRange(min=1), default=1, help="From this entry on.")
@click.option("--follow", is_flag=True, help="Go on as long as the tournament does.")
def command(folder: Anywhere, since: int, *, follow: bool) -> None:
    r"""Write what happens as JSON, a line for each event that is everybody's business.

    Names are shown as people chose; ids, years of birth, penalties, deck lists and notes are not in
    it. Pairings come when they are put up, or when the round starts. `entry` is the number in the
    ledger: whoever was cut off goes on with --from and the next one. docs/tables.md says what each
    line holds.

    \b
    Examples:
      roundbook feed cup
      roundbook feed cup --follow --from 120
    """
    here = looked_at(folder)
    goes_on = follow and here.folder == folder  # What was sealed does not.
    entries = _followed(here) if goes_on else iter(here.desk.entries)
    with suppress(KeyboardInterrupt):  # Whoever follows stops when they have seen enough.
        for item in feed(entries, lambda: read_book(folder) if goes_on else here.book, since):
            sys.stdout.buffer.write(bytes_of(item))
            sys.stdout.buffer.flush()


def _followed(here: Venue) -> Iterator[Entry]:
    """Yield every entry, and then each that is added, until somebody stops it."""
    told, wait = 0, Event()
    while True:
        entries = here.desk.entries
        yield from entries[told:]
        told = len(entries)
        wait.wait(EVERY)
        here.desk.refresh()
