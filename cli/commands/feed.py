"""Write public events as lines of JSON, for screens and streams."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from threading import Event

import click

from roundbook.cli.places.members import Anywhere
from roundbook.cli.places.people import read_book
from roundbook.cli.session.command import AT_FOLDER
from roundbook.cli.session.read import looked_at
from roundbook.cli.session.venue import Venue
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.public_names import public_names
from roundbook.ledger.record.entry import Entry
from roundbook.projections.reports.feed import bytes_of, feed

EVERY = 0.5
"""The seconds between two checks of a ledger that is followed."""


@click.command("feed")
@AT_FOLDER
@click.option(
    "--from",
    "since",
    type=click.IntRange(min=1),
    default=1,
    help="The number of the first entry to write.",
)
@click.option(
    "--follow",
    is_flag=True,
    help="Keep running, and write every new event, until you press Ctrl-C.",
)
def command(folder: Anywhere, since: int, *, follow: bool) -> None:
    r"""Write public events as JSON, one event per line.

    Names are shown as players chose; IDs, years of birth, penalties, deck lists and notes are left
    out. Pairings appear once they are posted, or once the round starts. `entry` is the number in
    the ledger: after an interruption, resume with --from and the next number. docs/shelf.md
    describes the fields of each line.

    \b
    Examples:
      roundbook lab feed -C cup
      roundbook lab feed -C cup --follow --from 120
    """
    here = looked_at(folder)
    goes_on = follow and here.folder == folder  # An archive does not grow.
    entries = _followed(here) if goes_on else iter(here.desk.entries)

    @lru_cache(maxsize=1)  # The names are read again when the ledger has grown.
    def names(_: int) -> Book:
        t = here.desk.tournament
        return public_names(read_book(folder).as_bound(t.players) if goes_on else here.book, t)

    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal way to stop.
        for item in feed(entries, lambda: names(here.desk.tournament.seq), since):
            sys.stdout.buffer.write(bytes_of(item))
            sys.stdout.buffer.flush()


def _followed(here: Venue) -> Iterator[Entry]:
    """Yield every entry, then each new one, until the command is stopped."""
    told, wait = 0, Event()
    while True:
        entries = here.desk.entries
        yield from entries[told:]
        told = len(entries)
        wait.wait(EVERY)
        here.desk.refresh()
