"""The list of the tournaments that are served: kept, brought up to date, paged, searched.

Nobody waits for ten thousand folders. A look at them goes on beside the answers, reads of a folder
only what was written since, and rests for much longer than it took.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from time import perf_counter, thread_time
from typing import NamedTuple

from starlette.requests import Request

from cli.folder.members import Anywhere, Version
from cli.web.server.page_cache import Pages
from cli.web.server.tournaments import REST, ServedTournament, TournamentFolder, first_entry
from ledger.errors import Trouble
from ledger.text import folded
from projections.reports.event_page import ListedTournament, in_order, listed_by

PATIENCE = 0.1
"""So many seconds somebody waits for a look at all folders; then they see the list before it."""

A_PAGE = 50
"""So many tournaments stand on a page of the list."""


class Row(NamedTuple):
    """What is known of a folder, and of which state of its ledger."""

    folder: Anywhere
    ledger: Version
    line: ListedTournament


class ListPage(NamedTuple):
    """A page of the list: its number, of how many, what stands on it; `found` are on all pages."""

    number: int
    of: int
    lines: tuple[ListedTournament, ...]
    found: int


class Listing(NamedTuple):
    """Every tournament in one line, as people look for them on a day; `words` are those of each.

    `names` counts how many are called the same; `pages` are the answers that were made of it.
    """

    day: date
    lines: tuple[ListedTournament, ...]
    words: Mapping[str, str]
    names: Counter[str]
    pages: Pages

    def found(self, letters: str) -> tuple[ListedTournament, ...]:
        """Return those in whose name or address all the words are that somebody typed."""
        wanted = folded(letters).split()
        if not wanted:
            return self.lines
        return tuple(
            one for one in self.lines if all(word in self.words[one.slug] for word in wanted)
        )

    def page(self, number: int, letters: str = "") -> ListPage:
        """Return a page of those that are found; the last one where there are not so many."""
        every = self.found(letters)
        of = max(1, -(-len(every) // A_PAGE))
        number = max(1, min(number, of))
        return ListPage(number, of, every[(number - 1) * A_PAGE :][:A_PAGE], len(every))


class TournamentList:
    """The list of one folder of tournaments."""

    def __init__(self, tournaments: TournamentFolder, clock: Callable[[], date]) -> None:
        """Begin with nothing read; the clock tells which day it is."""
        self._tournaments, self._clock = tournaments, clock
        self._rows: dict[str, Row] = {}
        self._listing: Listing | None = None
        self._looking: asyncio.Future[Listing] | None = None
        self._rests_until = 0.0

    async def now(self) -> Listing:
        """Return the list as it is, or as it was where a look at all folders takes long."""
        known = self._listing
        if self._looking is None or self._looking.done():
            if known and perf_counter() < self._rests_until and known.day == self._clock():
                return known
            loop = asyncio.get_running_loop()
            self._looking = loop.run_in_executor(self._tournaments.pool, self.look)
        looking = self._looking
        await asyncio.wait([looking], timeout=PATIENCE if known else None)
        return looking.result() if known is None or looking.done() else known

    def look(self) -> Listing:
        """Read what was written since the last look, and return the list; in one thread at a time.

        Of a tournament at which nobody has looked yet only the first line is read. One that cannot
        be read does not stop the others.
        """
        began, day, known = thread_time(), self._clock(), self._listing
        self._tournaments.look_again()
        opened = {one.slug: one for one in self._tournaments.opened}
        rows = dict[str, Row]()
        for slug, folder in self._tournaments.folders.items():
            row, ledger = self._rows.get(slug), self._tournaments.places.stamps(folder).ledger
            is_new = row is None or (row.folder, row.ledger) != (folder, ledger)
            if row is None or is_new or (slug in opened and row.line.players is None):
                line = _line(slug, folder, opened.get(slug))
                row = Row(folder, ledger, line)
            rows[slug] = row
        lines = [row.line for row in rows.values()]
        if known is None or known.day != day or lines != [row.line for row in self._rows.values()]:
            known = Listing(
                day=day,
                lines=tuple(in_order(lines, day)),
                words={one.slug: f"{folded(one.name)} {one.slug}" for one in lines},
                names=Counter(one.name for one in lines),
                pages=Pages(),
            )
        self._rows, self._listing = rows, known
        self._rests_until = perf_counter() + REST * (thread_time() - began)
        return known


def _line(slug: str, folder: Anywhere, served: ServedTournament | None) -> ListedTournament:
    """Return what a list says of a tournament: what was read already, or its first line."""
    try:
        found = served.listed() if served else None
        return found or listed_by(slug, first_entry(folder))
    except Trouble:
        return ListedTournament(slug=slug, name=slug)


def listing_of(request: Request) -> TournamentList:
    """Return the list of what is served."""
    found = request.app.state.listing
    assert isinstance(found, TournamentList)
    return found
