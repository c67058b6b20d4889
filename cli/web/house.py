"""One tournament that is being served: opened once, followed as others write, read by all."""

import asyncio
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from cli.absent import LEDGER
from cli.web.pages import Pages
from cli.wiring import PEOPLE, Venue, checks, read_book, venue
from ledger.errors import Trouble, Unreadable
from projections.public_names import in_public
from projections.reports.sight import Sight

_File = tuple[int, int, int]
_Stat = tuple[_File, _File]


class House:
    """A tournament's folder, open: its venue, a lock, and what everybody may see of it.

    Whatever touches the venue happens under the lock, in a thread that may wait (`held`, `sight`).
    `stale` alone may be asked at any time: it looks at two files and reads nothing. `listeners`
    counts who waits for `news`, `watcher` looks for them, `pages` are finished ones.
    """

    def __init__(self, slug: str, folder: Path) -> None:
        """Name the folder; nothing is read yet."""
        self.slug = slug
        self.folder = folder
        self.pages = Pages()
        self.listeners = 0
        self.news = asyncio.Event()
        self.watcher: asyncio.Task[None] | None = None
        self.version = ""
        self._lock = threading.RLock()
        self._venue: Venue | None = None
        self._sight: Sight | None = None
        self._seen: _Stat | None = None

    @property
    def stale(self) -> bool:
        """Whether somebody has written since we last read: a look at the files' sizes and times."""
        return self._seen is None or self._seen != self._stat()

    @contextmanager
    def held(self) -> Iterator[Venue]:
        """Hold the tournament for ourselves, up to date; raises Trouble where it cannot be read.

        What is written to the venue meanwhile is seen by the next reader.
        """
        with self._lock:
            self._follow()
            assert self._venue is not None
            yield self._venue

    @contextmanager
    def sight(self) -> Iterator[Sight]:
        """Hold the tournament, and yield what everybody may see of it."""
        with self.held() as here:
            if self._sight is None:
                self._sight = Sight(
                    slug=self.slug,
                    version=self.version,
                    t=here.desk.tournament,
                    rules=here.desk.rules,
                    entries=here.desk.entries,
                    book=in_public(here.book, here.desk.tournament),
                )
            yield self._sight

    def wake(self) -> None:
        """Wake whoever waits for news; called in the event loop only."""
        news, self.news = self.news, asyncio.Event()
        news.set()

    def refresh(self) -> None:
        """Follow what others have written; raises Trouble where it cannot be read."""
        with self.held():
            pass

    def _follow(self) -> None:
        """Read what is new; everything, where the names have changed or the ledger is another."""
        now = self._stat()
        if self._venue is not None and now == self._seen:
            return
        before, self._seen, self._sight = self._seen, None, None
        try:
            if self._venue is None or before is None or _another(before[0], now[0]):
                self._venue = venue(self.folder, names_needed=False)
            else:
                self._venue.desk.refresh()
                if before[1] != now[1]:
                    self._venue = _with_names(self._venue)
        except Trouble:
            self._venue = None  # What is damaged or replaced is read from the beginning.
            raise
        except OSError as error:
            self._venue = None
            reason = (error.strerror or str(error)).lower()
            msg = f"{self.folder / LEDGER} cannot be read: {reason}."
            raise Unreadable(msg, where=str(self.folder)) from error
        self._seen = now
        desk = self._venue.desk
        seq = desk.tournament.seq
        book = zlib.crc32(repr(now[1]).encode())
        self.version = f"{seq}-{desk.leaf(seq)[:8]}-{book:08x}"

    def _stat(self) -> _Stat:
        """Return what tells whether the ledger or the names have changed."""
        return _look(self.folder / LEDGER), _look(self.folder / PEOPLE)


def _another(before: _File, now: _File) -> bool:
    """Tell whether a ledger is not the one that we read, grown longer."""
    return before[0] != now[0] or now[1] < before[1]


def _with_names(here: Venue) -> Venue:
    """Return a venue with the names as they stand now, which its desk keeps out of the record."""
    book = read_book(here.folder)
    here.desk.checks = checks(book)
    return replace(here, book=book)


def _look(path: Path) -> _File:
    """Return which file this is, how long, and when it was last written; nothing for none."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_ino, found.st_size, found.st_mtime_ns)
