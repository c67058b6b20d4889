"""The served tournaments: opened on request, kept up to date, and closed when no longer used."""

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import replace
from starlette.requests import Request

from roundbook.cli.places import layout
from roundbook.cli.places.appearance import look_of
from roundbook.cli.places.hosted import FolderOfMany, Places, Stamps, called
from roundbook.cli.places.members import NO_FILE, Anywhere, Version
from roundbook.cli.places.people import read_book
from roundbook.cli.session.venue import Venue, random_bytes, venue
from roundbook.cli.web.server.page_cache import FeedCache, Pages
from roundbook.ledger.errors import Replaced, Trouble, Unreadable
from roundbook.ledger.events.catalogue import TournamentOpened
from roundbook.ledger.people.book import Book
from roundbook.ledger.people.public_names import public_names
from roundbook.ledger.record.entry import Entry, from_line
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.reports.event_page import ListedTournament, listed
from roundbook.projections.reports.public_view import EventLook, Sight, slug_of
from roundbook.projections.rounds.published import as_put_up, held_back
from roundbook.projections.rules_in_force import checks

CHEAP, AGAIN, LONGEST = 0.05, 5, 5.0
"""A version whose pages take less than CHEAP seconds to render is replaced at once by the next.
Otherwise it is shown AGAIN times as long as its pages took, but at most LONGEST seconds. Rendering
thus uses at most a sixth of a processor, and the desk does not have to wait for it."""


Answer = TypeVar("Answer")


class Shown(NamedTuple):
    """The public view of one version, and the pages made from it."""

    sight: Sight
    pages: Pages


class Lane:
    """A queue of work, done one piece at a time in any free thread of a pool.

    However much waits in one queue, it takes at most one thread from the others.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        """Start empty."""
        self._pool = pool
        self._waiting = deque[tuple[Future[Any], Callable[[], Any]]]()
        self._lock = threading.Lock()

    def submit(self, work: Callable[[], Answer], *, soon: bool = False) -> "Future[Answer]":
        """Queue `work`, and return a future for its result.

        It goes to the front of the queue if it is `soon`: the rest of what has waited already.
        """
        done = Future[Answer]()
        with self._lock:
            # The first one in the queue is being done.
            self._waiting.insert(1 if soon else len(self._waiting), (done, work))
            if len(self._waiting) == 1:
                self._pool.submit(self._do_next)
        return done

    def _do_next(self) -> None:
        done, work = self._waiting[0]
        if done.set_running_or_notify_cancel():
            try:
                made = work()
            except BaseException as error:  # noqa: BLE001 - The caller gets it.
                done.set_exception(error)
            else:
                done.set_result(made)
        with self._lock:
            self._waiting.popleft()
            if self._waiting:
                self._pool.submit(self._do_next)


class ServedTournament:
    """A tournament that is open: its venue under a lock, and the public view of it.

    All use of the venue is under the lock, in a thread that may wait: `held`, `look`. Work from the
    event loop goes through the tournament's own queue, so that many requests for one tournament do
    not take threads from the others: `alone`. The public view is a copy, so pages are rendered
    without the lock; `version` is the one shown, and `is_away` tells whether the last look failed.
    `is_due` may be called at any time: it reads nothing, and does not wait for a network.
    `listeners` counts the listeners waiting for `news`, and `watcher` looks for changes on their
    behalf; `spent` is the time taken to render this version's pages so far; `reel` is the feed so
    far. The desk waits for `desk_news`, which includes players' claims: `claimed` changes with
    each. A player's phone waits for an event in `phones`; `spoken` counts the reports for that
    player's match.
    """

    def __init__(
        self, slug: str, folder: Anywhere, pool: ThreadPoolExecutor, among: Places
    ) -> None:
        """Name the folder and the places it belongs to, without reading anything."""
        self.slug = slug
        self._among = among
        self.folder = folder
        self.spent = 0.0
        self.listeners = 0
        self.news = asyncio.Event()
        self.claimed = int.from_bytes(random_bytes(4), "big")
        self.desk_news = asyncio.Event()
        self.phones: dict[str, asyncio.Event] = {}
        self.spoken: Counter[str] = Counter()
        self.watcher: asyncio.Task[None] | None = None
        self.shown: Shown | None = None
        self.is_away = False
        self.reel = FeedCache()
        self.looking: asyncio.Task[Shown] | None = None
        self._lock = threading.RLock()
        self._lane = Lane(pool)
        self._venue: Venue | None = None
        self._event: tuple[Version, str] | None = None
        self._seen: Stamps | None = None
        self._unreadable: tuple[Stamps, Trouble] | None = None
        self._shown_of: Stamps | None = None
        self._names_seen: Version | None = None
        self._public: tuple[tuple[object, ...], Book] | None = None
        self._shown_at = 0.0

    @property
    def version(self) -> str:
        """The version shown; empty before the first request."""
        return self.shown.sight.version if self.shown else ""

    @property
    def is_over(self) -> bool:
        """Whether the version shown is closed."""
        return self.shown is not None and self.shown.sight.t.closed is not None

    @property
    def rules(self) -> Ruleset | None:
        """The edition under which it is played; None until it has been read."""
        return self._venue.desk.rules if self._venue else None

    def is_due(self, at: float) -> bool:
        """Tell whether to look again, at a time of the loop; a busy tournament waits a little."""
        if self.shown is None or self._shown_of is None:
            return True
        now = self._among.stamps(self.folder)
        return now != self._shown_of and (self._has_rested(at) or now.people != self._names_seen)

    def _has_rested(self, at: float) -> bool:
        pause = min(AGAIN * self.spent, LONGEST) if self.spent > CHEAP else 0.0
        return not at or at >= self._shown_at + pause

    async def alone(self, work: Callable[[], Answer], *, soon: bool = False) -> Answer:
        """Return the result of `work`, run after earlier work on this tournament, or `soon`."""
        return await asyncio.wrap_future(self._lane.submit(work, soon=soon))

    def look(self, at: float = 0.0) -> Shown:
        """Return the current public view. Raises Trouble if the tournament cannot be read.

        Given a time of the event loop, a busy tournament keeps showing its last view, unless
        somebody was erased meanwhile: from then on, no page shows that name (LED-9).
        """
        with self._lock:
            try:
                now = self._follow()
            except Trouble:
                self.shown = self._shown_of = None
                self.is_away = True
                raise
            self.is_away = False
            assert self._venue is not None
            self._names_seen = now.people
            desk, before = self._venue.desk, self.shown.sight.t if self.shown else None
            erased = before and desk.tournament.erased.keys() > before.erased.keys()
            if before is None or (now != self._shown_of and (erased or self._has_rested(at))):
                t = desk.tournament.copy()
                sight = Sight(
                    slug=self.slug,
                    version=now.version(t.seq, desk.leaf(t.seq)),
                    t=as_put_up(t),
                    rules=desk.rules,
                    entries=desk.entries.copy(),
                    book=self.public_names(self._venue.book, t),
                    held_back=held_back(t),
                    look=look_of(self.folder) if now.look != NO_FILE else EventLook(),
                    carried=self.shown.sight.carried if self.shown else {},
                )
                self.shown = Shown(sight, Pages())
                self._shown_of, self._shown_at, self.spent = now, at, 0.0
            assert self.shown is not None
            return self.shown

    def public_names(self, book: Book, t: Tournament) -> Book:
        """Return the public names; they are the same object until something relevant changes.

        Called under the lock.
        """
        basis = (book, t.opened, t.teams, [player.division for player in t.players.values()])
        if self._public is None or self._public[0] != basis:
            self._public = basis, public_names(book, t)
        return self._public[1]

    @property
    def must_stay(self) -> bool:
        """Whether a write failed so that the disk's state is unknown, and no other may follow."""
        return self._venue is not None and self._venue.desk.is_stuck

    def listed(self, *, whole: bool = False) -> ListedTournament | None:
        """Return the tournament's current line for the list; None if it has not been read yet.

        With `whole`, it is read now. Raises Trouble if it cannot be read.
        """
        if self._venue is None:
            if self._unreadable and self._unreadable[0] == self._among.stamps(self.folder):
                raise self._unreadable[1]
            if not whole:
                return None
        return listed(self.slug, self.look().sight)

    def event(self) -> str:
        """Return the tournament's id, whatever its folder is called. Raises Unreadable."""
        now = self._among.look(self.folder).ledger
        if self._event is None or self._event[0] != now:
            told = first_entry(self.folder).events
            opened = next((e for e in told if isinstance(e, TournamentOpened)), None)
            self._event = (now, opened.tournament if opened else "")
        return self._event[1]

    @contextmanager
    def held(self) -> Iterator[Venue]:
        """Lock the tournament, up to date, for the caller. Raises Trouble if it cannot be read."""
        with self._lock:
            self._follow()
            assert self._venue is not None
            desk = self._venue.desk
            known = desk.tournament.seq
            yield self._venue
            if desk.tournament.seq != known:  # Entries written here are shown at once.
                with suppress(Trouble):
                    self._among.look(self.folder)

    def wake(self) -> None:
        """Wake all listeners that wait for news. Called in the event loop only."""
        # A new event each time: listeners wait on the one that they took before they read the
        # state.
        self.news.set()
        self.news = asyncio.Event()
        self.wake_desk()
        self.wake_phones([*self.phones])

    def claim(self, pair: Sequence[str] = ()) -> None:
        """Notify the desk, and both players of a match, of a new report.

        Called in the event loop only.
        """
        self.claimed += 1
        self.wake_desk()
        self.spoken.update(pair)
        self.wake_phones(pair)

    def wake_phones(self, players: Iterable[str]) -> None:
        """Wake the pages of these players on their phones. Called in the event loop only."""
        for player in players:
            if waiting := self.phones.pop(player, None):
                waiting.set()

    def wake_desk(self) -> None:
        """Wake only the desk."""
        self.desk_news.set()
        self.desk_news = asyncio.Event()

    def _follow(self) -> Stamps:
        """Read what is new, or everything if the ledger was replaced."""
        now = self._among.look(self.folder)
        if self._venue is not None and now == self._seen:
            return now
        # Unknown until it has been read: if that fails, the next request tries again.
        before, self._seen = self._seen, None
        try:
            if self._venue is not None and before is not None:
                self._venue = _followed(self._venue, names=before.people != now.people)
            else:
                self._venue = venue(self.folder, names_needed=False)
        except Trouble as trouble:
            self._venue = None  # After damage, everything is read from the beginning.
            self._unreadable = now, trouble
            raise
        except OSError as error:
            self._venue = None
            reason = (error.strerror or str(error)).lower()
            msg = f"{layout.where(self.folder)} cannot be read: {reason}."
            raise Unreadable(msg, where=str(self.folder)) from error
        self._seen = now
        return now


def _followed(here: Venue, *, names: bool) -> Venue:
    """Return a venue brought up to date with its folder; `names` is whether they have changed.

    It is opened again if the ledger was replaced, or its names cannot be read.
    """
    try:
        here.desk.refresh()
        # An amendment writes the names first. If they were read before its entry, they still mean
        # the old name.
        if not names and here.book.is_bound(here.desk.tournament.players):
            return here
        book = read_book(here.folder).as_bound(here.desk.tournament.players)
    except (Replaced, Unreadable, OSError):
        return venue(here.folder, names_needed=False)
    here.desk.checks = checks(book)
    return replace(here, book=book)


# All tournaments served here: every folder below one, or a whole database.

REST = 10
"""After a look at all folders, the next one waits for this multiple of the time it took, so that
requests for wrong addresses use at most a tenth of a processor."""

THREADS = 16
"""The number of threads for all tournaments together."""

MOST_OPEN, IDLE = 64, 900.0
"""The number of tournaments kept open after the last request, and the seconds for which they are.
Those in use, or with listeners, stay open in any case."""


def first_entry(folder: Anywhere) -> Entry:
    """Return the first entry of a tournament without reading the rest. Raises Unreadable."""
    return from_line(layout.first_line(folder), 1)


class TournamentFolder:
    """The tournaments in a folder or a database, by their names in addresses, or a single one.

    `folders` are their places, `only` is the single one, and `ending` is whether the server is
    about to stop. All work is done by the threads of one `pool`, except that pages are rendered by
    `maker` in a thread of its own, so acts and looks never wait for them. Names in addresses are
    made from the folders' names: a request can only name one in the list, so no address leads
    anywhere else.

    A tournament is opened on request. While it is in use, all requests share it; those used last
    are kept open, and the others closed.
    """

    def __init__(self, folder: Path | Places, found: Iterable[Anywhere] | None = None) -> None:
        """Look for the tournaments in a folder, unless they were already `found`."""
        self.places = FolderOfMany(folder) if isinstance(folder, Path) else folder
        self.folders: Mapping[str, Anywhere] = {}
        self.only: str | None = None
        self.ending = False
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="tournaments")
        self.maker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        self._open = WeakValueDictionary[str, ServedTournament]()
        self._kept: dict[str, tuple[ServedTournament, float]] = {}
        self._opening = threading.Lock()
        self._lock = threading.Lock()
        self._rests_until = 0.0
        self.look(found)

    @property
    def folder(self) -> Path:
        """The folder, if this is not a database."""
        assert isinstance(self.places, FolderOfMany)
        return self.places.path

    def at(self, slug: str) -> ServedTournament:
        """Return a tournament in the list, opening it if necessary, and close unused ones."""
        with self._opening:
            folder, at = self.folders[slug], perf_counter()
            served = self._open.get(slug)
            if served is None or served.folder != folder:
                apart = self.places.apart(folder)
                served = self._open[slug] = ServedTournament(slug, apart, self.pool, self.places)
            # Taken out first, so that the dictionary stays in the order of use.
            self._kept.pop(slug, None)
            self._kept[slug] = served, at
            self._let_go(at)
        return served

    def _let_go(self, at: float) -> None:
        """Close the tournaments that have not been used for longest."""
        for slug, (served, asked) in tuple(self._kept.items()):
            if len(self._kept) <= MOST_OPEN and asked > at - IDLE:
                break
            if not served.must_stay:
                del self._kept[slug]

    @property
    def opened(self) -> list[ServedTournament]:
        """The open tournaments."""
        return list(self._open.values())

    def served(self, slug: str) -> ServedTournament | None:
        """Return a tournament by its name in addresses, or None; new folders are looked for.

        A tournament that is gone, or has a new name, is noticed here.
        """
        folder = self.folders.get(slug)
        if folder is None or not self.places.holds(folder):
            self.look_again()
        try:
            return self.at(slug)
        except KeyError:
            return None

    def refuse_missing(self) -> None:
        """Raise Unreadable while the folder or database is missing: there is no list to trust."""
        if wrong := self.places.missing():
            raise Unreadable(wrong)

    def look_again(self) -> None:
        """Look for new tournaments, unless the last look was a moment ago."""
        if perf_counter() >= self._rests_until:
            self.look()

    def look_now(self) -> None:
        """Look for new tournaments, waiting for the answer."""
        self.look(self.places.found())

    def wake_desks(self) -> None:
        """Wake every desk to check whether it is still signed in. Called in the event loop only."""
        for served in self.opened:
            served.wake_desk()

    def end(self) -> None:
        """Release all listeners, since the server stops. Called in the event loop only."""
        self.ending = True
        for served in self.opened:
            served.wake()

    def look(self, among: Iterable[Anywhere] | None = None) -> None:
        """Update the list of tournaments; known ones keep their names."""
        with self._lock:
            began = thread_time()
            found = dict.fromkeys(among or self.places.tournaments())
            by_slug = {slug: one for slug, one in self.folders.items() if one in found}
            known, last = set(by_slug.values()), dict[str, int]()
            for folder in found:
                if folder not in known:
                    by_slug[_free(slug_of(called(folder)), by_slug, last)] = folder
            self.folders = dict(sorted(by_slug.items()))
            self.only = next(iter(by_slug)) if found and self.places.is_one else None
            self._rests_until = perf_counter() + REST * (thread_time() - began)


def _free(slug: str, taken: Mapping[str, Anywhere], last: dict[str, int]) -> str:
    """Return a free name in addresses; `last` are the numbers used so far."""
    free = slug
    while free in taken:
        last[slug] = last.get(slug, 1) + 1
        free = f"{slug}-{last[slug]}"
    return free


def tournaments_of(request: Request) -> TournamentFolder:
    """Return the served tournaments."""
    tournaments = request.app.state.tournaments
    assert isinstance(tournaments, TournamentFolder)
    return tournaments
