"""The list of served tournaments: cached, refreshed in the background, paged and searched.

Nobody waits for ten thousand folders: a refresh runs next to the answers, reads only what has
changed, and then rests for much longer than it took.
"""

import asyncio
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from time import perf_counter, thread_time
from typing import NamedTuple

from starlette.requests import Request

from roundbook.cli.places.members import Anywhere, Version
from roundbook.cli.web.server.page_cache import Pages
from roundbook.cli.web.server.tournaments import (
    REST,
    ServedTournament,
    TournamentFolder,
    first_entry,
)
from roundbook.ledger.errors import Trouble
from roundbook.ledger.text import folded
from roundbook.projections.reports.event_page import ListedTournament, in_order, listed_by

PATIENCE = 0.1
"""The seconds to wait for a refresh before answering with the previous list."""

MOST_NEAR = 20
"""The number of events of today and yesterday that are read whole, to say what is being played."""

A_PAGE = 50
"""The number of tournaments on a page of the list."""


class Row(NamedTuple):
    """A tournament's line in the list, and the version of the ledger it was made from."""

    folder: Anywhere
    ledger: Version
    line: ListedTournament


class ListPage(NamedTuple):
    """A page of the list: its number, the number of pages, its lines, and the total `found`."""

    number: int
    of: int
    lines: tuple[ListedTournament, ...]
    found: int


class Listing(NamedTuple):
    """All tournaments, one line each, in the order for a day; `words` is the text to search.

    `version` is the same on every server that has the same lines.
    `names` counts equal names; `pages` are the answers made from this list, by the number of a page
    that exists, so that numbers past the end make no more of them.
    """

    day: date
    version: str
    lines: tuple[ListedTournament, ...]
    words: Mapping[str, str]
    names: Counter[str]
    pages: Pages

    def found(self, letters: str) -> tuple[ListedTournament, ...]:
        """Return the tournaments whose name or address contains all the words typed."""
        wanted = folded(letters).split()
        if not wanted:
            return self.lines
        return tuple(
            one for one in self.lines if all(word in self.words[one.slug] for word in wanted)
        )

    def page(self, number: int, letters: str = "") -> ListPage:
        """Return a page of the tournaments found; the last page if there are fewer."""
        every = self.found(letters)
        of = max(1, -(-len(every) // A_PAGE))
        number = max(1, min(number, of))
        return ListPage(number, of, every[(number - 1) * A_PAGE :][:A_PAGE], len(every))


class TournamentList:
    """The list of the tournaments in one folder or database.

    `listeners` counts open pages that wait for `news`, and `watcher` looks for changes for them.
    """

    def __init__(self, tournaments: TournamentFolder, clock: Callable[[], date]) -> None:
        """Start empty; the clock tells the date."""
        self._tournaments, self._clock = tournaments, clock
        self.listeners = 0
        self.news = asyncio.Event()
        self.watcher: asyncio.Task[None] | None = None
        self._rows: dict[str, Row] = {}
        self._listing: Listing | None = None
        self._looking: asyncio.Future[Listing] | None = None
        self._rests_until = 0.0

    @property
    def version(self) -> str:
        """The version of the list; empty before the first look."""
        return self._listing.version if self._listing else ""

    @property
    def is_away(self) -> bool:
        """Whether no tournament can be read now."""
        return bool(self._tournaments.places.missing())

    def wake(self) -> None:
        """Wake all listeners. Called in the event loop only."""
        self.news.set()
        self.news = asyncio.Event()

    async def now(self) -> Listing:
        """Return the current list, or the previous one if refreshing it takes long.

        Raises Unreadable while no tournament can be read.
        """
        self._tournaments.refuse_missing()
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
        """Read what has changed and return the list. Runs in one thread at a time.

        For a tournament that is not open, only the first line is read, unless it may be going on.
        One that cannot be read does not stop the others.
        """
        began, day, known = thread_time(), self._clock(), self._listing
        self._tournaments.look_again()
        opened = {one.slug: one for one in self._tournaments.opened}
        rows = dict[str, Row]()
        near = 0
        for slug, folder in self._tournaments.folders.items():
            row, ledger = self._rows.get(slug), self._tournaments.places.stamps(folder).ledger
            if (
                row is None
                or (row.folder, row.ledger) != (folder, ledger)
                or row.line.start is None  # Perhaps the database was away.
                or (slug in opened and row.line.players is None)
            ):
                line = _line(slug, folder, opened.get(slug))
                row = Row(folder, ledger, line)
            if row.line.is_near(day):
                near += 1
                if row.line.players is None and near <= MOST_NEAR:
                    line = _line(slug, folder, self._tournaments.at(slug), whole=True)
                    row = Row(folder, ledger, line)
            rows[slug] = row
        lines = [row.line for row in rows.values()]
        if known is None or known.day != day or lines != [row.line for row in self._rows.values()]:
            known = Listing(
                day=day,
                version=f"{zlib.crc32(repr((day, lines)).encode()):08x}",
                lines=tuple(in_order(lines, day)),
                words={one.slug: f"{folded(one.name)} {one.slug}" for one in lines},
                names=Counter(one.name for one in lines),
                pages=Pages(),
            )
        self._rows, self._listing = rows, known
        self._rests_until = perf_counter() + REST * (thread_time() - began)
        return known


def _line(
    slug: str, folder: Anywhere, served: ServedTournament | None, *, whole: bool = False
) -> ListedTournament:
    """Return a tournament's line: from its open state, or from its first entry.

    With `whole`, one that has not been read yet is read.
    """
    try:
        found = served.listed(whole=whole) if served else None
        return found or listed_by(slug, first_entry(folder))
    except Trouble:
        return ListedTournament(slug=slug, name=slug)


def listing_of(request: Request) -> TournamentList:
    """Return the list of served tournaments."""
    found = request.app.state.listing
    assert isinstance(found, TournamentList)
    return found
