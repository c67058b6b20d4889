"""The tournaments served here: opened when asked for, followed as others write, let go."""

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

from cli.desk.venue import Venue, checks, random_bytes, venue
from cli.folder import layout
from cli.folder.appearance import look_of
from cli.folder.members import NO_FILE, Anywhere, Version
from cli.folder.people import read_book
from cli.folder.places import FolderOfMany, Places, Stamps, called
from cli.web.server.page_cache import FeedCache, Pages
from ledger.errors import Replaced, Trouble, Unreadable
from ledger.events.catalogue import TournamentOpened
from ledger.people.book import Book
from ledger.record.entry import Entry, from_line
from ledger.state.tournament import Tournament
from projections.history.overview import in_public
from projections.reports.event_page import ListedTournament, listed
from projections.reports.public_view import EventLook, Sight, slug_of
from projections.rounds.rounds import as_put_up, held_back

CHEAP, AGAIN, LONGEST = 0.05, 5, 5.0
"""While the pages of a version take less than CHEAP seconds, every new version is shown at once;
otherwise a version is shown AGAIN times as long as its pages took, or for LONGEST, if that is less.
So making pages takes a sixth of a processor at most, and the desk need not wait for it."""


Answer = TypeVar("Answer")


class Shown(NamedTuple):
    """What everybody may see at one version, and the pages that were made of it."""

    sight: Sight
    pages: Pages


class Lane:
    """Work that is done one after the other, each piece in whichever thread of a pool is free.

    However much waits in one lane, it takes one thread at most from the others.
    """

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        """Begin with nothing to do."""
        self._pool = pool
        self._waiting = deque[tuple[Future[Any], Callable[[], Any]]]()
        self._lock = threading.Lock()

    def submit(self, work: Callable[[], Answer]) -> "Future[Answer]":
        """Return what `work` will make, once what came before is done."""
        done = Future[Answer]()
        with self._lock:
            self._waiting.append((done, work))
            if len(self._waiting) == 1:
                self._pool.submit(self._do_next)
        return done

    def _do_next(self) -> None:
        done, work = self._waiting[0]
        if done.set_running_or_notify_cancel():
            try:
                made = work()
            except BaseException as error:  # noqa: BLE001 - Whoever waits for it is told.
                done.set_exception(error)
            else:
                done.set_result(made)
        with self._lock:
            self._waiting.popleft()
            if self._waiting:
                self._pool.submit(self._do_next)


class ServedTournament:
    """A tournament's folder, open: its venue under a lock, and what everybody may see of it.

    Whatever touches the venue happens under the lock, in a thread that may wait: `held`, `look`;
    what comes from the event loop in a lane of its own, one after the other, so that many who wait
    for one tournament take no thread from the others: `alone`. What everybody sees is a sight
    of its own, so that pages are made without the lock; `version` is the one that is shown.
    `is_due` may be asked at any time: it reads nothing, and waits for no network. `listeners`
    counts who waits for `news`, `watcher` looks for them; `spent` is how long the pages of this
    version took so far; `reel` is what the feed has told so far. The desk waits for `desk_news`,
    which players' claims are too: `claimed` is another number after each of them. A player's phone
    waits for an event in `phones`; `spoken` counts what was said of that player's match.
    """

    def __init__(
        self, slug: str, folder: Anywhere, pool: ThreadPoolExecutor, among: Places
    ) -> None:
        """Name the folder, and what it lies among; nothing is read yet."""
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
        self.reel = FeedCache()
        self.looking: asyncio.Task[Shown] | None = None
        self._lock = threading.RLock()
        self._lane = Lane(pool)
        self._venue: Venue | None = None
        self._event: tuple[Version, str] | None = None
        self._seen: Stamps | None = None
        self._shown_of: Stamps | None = None
        self._names_seen: Version | None = None
        self._public: tuple[tuple[object, ...], Book] | None = None
        self._shown_at = 0.0

    @property
    def version(self) -> str:
        """The version that is shown; none before anybody asked."""
        return self.shown.sight.version if self.shown else ""

    def is_due(self, at: float) -> bool:
        """Tell whether to look again, at a time of the loop; a busy one waits a little."""
        if self.shown is None or self._shown_of is None:
            return True
        now = self._among.stamps(self.folder)
        return now != self._shown_of and (self._has_rested(at) or now.people != self._names_seen)

    def _has_rested(self, at: float) -> bool:
        pause = min(AGAIN * self.spent, LONGEST) if self.spent > CHEAP else 0.0
        return not at or at >= self._shown_at + pause

    async def alone(self, work: Callable[[], Answer]) -> Answer:
        """Return what `work` makes, once those who came before are done."""
        return await asyncio.wrap_future(self._lane.submit(work))

    def look(self, at: float = 0.0) -> Shown:
        """Return what everybody may see now; raises Trouble where it cannot be read.

        At a time of the loop a busy tournament still shows what it did, unless somebody was erased
        meanwhile: a name that was to go is on no page from then on (LED-9).
        """
        with self._lock:
            try:
                now = self._follow()
            except Trouble:
                self.shown = self._shown_of = None
                raise
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
                    book=self.in_public(self._venue.book, t),
                    held_back=held_back(t),
                    look=look_of(self.folder) if now.look != NO_FILE else EventLook(),
                )
                self.shown = Shown(sight, Pages())
                self._shown_of, self._shown_at, self.spent = now, at, 0.0
            assert self.shown is not None
            return self.shown

    def in_public(self, book: Book, t: Tournament) -> Book:
        """Return the book as everybody may see it; a slip does not make it another one.

        Asked under the lock.
        """
        basis = (book, t.opened, t.teams, [player.division for player in t.players.values()])
        if self._public is None or self._public[0] != basis:
            self._public = basis, in_public(book, t)
        return self._public[1]

    @property
    def must_stay(self) -> bool:
        """Whether a write of ours failed so that nobody knows what is on the disk: none follows."""
        return self._venue is not None and self._venue.desk.is_stuck

    def listed(self) -> ListedTournament | None:
        """Return what a list says of the tournament now; None as long as nobody has looked at it.

        Raises Trouble where it cannot be read.
        """
        if self._venue is None:
            return None
        with self.held() as here:
            return listed(self.slug, here.desk.tournament)

    def event(self) -> str:
        """Return which tournament this is, whatever its folder is called; raises Unreadable."""
        now = self._among.look(self.folder).ledger
        if self._event is None or self._event[0] != now:
            told = first_entry(self.folder).events
            opened = next((e for e in told if isinstance(e, TournamentOpened)), None)
            self._event = (now, opened.tournament if opened else "")
        return self._event[1]

    @contextmanager
    def held(self) -> Iterator[Venue]:
        """Hold the tournament for ourselves, up to date; raises Trouble where it cannot be read."""
        with self._lock:
            self._follow()
            assert self._venue is not None
            desk = self._venue.desk
            known = desk.tournament.seq
            yield self._venue
            if desk.tournament.seq != known:  # What was written here is shown here at once.
                with suppress(Trouble):
                    self._among.look(self.folder)

    def wake(self) -> None:
        """Wake whoever waits for news; called in the event loop only."""
        self.news.set()
        self.news = asyncio.Event()
        self.wake_desk()
        self._wake_phones([*self.phones])

    def claim(self, pair: Sequence[str] = ()) -> None:
        """Tell the desk, and both players of a match, that something else is reported.

        Called in the event loop only.
        """
        self.claimed += 1
        self.wake_desk()
        self.spoken.update(pair)
        self._wake_phones(pair)

    def _wake_phones(self, players: Iterable[str]) -> None:
        for player in players:
            if waiting := self.phones.pop(player, None):
                waiting.set()

    def wake_desk(self) -> None:
        """Wake the desk alone."""
        self.desk_news.set()
        self.desk_news = asyncio.Event()

    def _follow(self) -> Stamps:
        """Read what is new; everything, where the ledger is another one."""
        now = self._among.look(self.folder)
        if self._venue is not None and now == self._seen:
            return now
        before, self._seen = self._seen, None
        try:
            if self._venue is not None and before is not None:
                self._venue = _followed(self._venue, names=before.people != now.people)
            else:
                self._venue = venue(self.folder, names_needed=False)
        except Trouble:
            self._venue = None  # What is damaged is read from the beginning.
            raise
        except OSError as error:
            self._venue = None
            reason = (error.strerror or str(error)).lower()
            msg = f"{layout.where(self.folder)} cannot be read: {reason}."
            raise Unreadable(msg, where=str(self.folder)) from error
        self._seen = now
        return now


def _followed(here: Venue, *, names: bool) -> Venue:
    """Return a venue as its folder is now; `names` is whether they are others.

    Opened anew where another ledger lies there, or where its names cannot be read.
    """
    try:
        here.desk.refresh()
        if not names:
            return here
        book = read_book(here.folder).as_bound(here.desk.tournament.players)
    except (Replaced, Unreadable, OSError):
        return venue(here.folder, names_needed=False)
    here.desk.checks = checks(book)
    return replace(here, book=book)


# The tournaments served here: every folder below one.

REST = 10
"""After a look at all folders there is none for so many times as long as it took: addresses that
lead nowhere cost a tenth of a processor at most."""

THREADS = 16
"""So many threads work for all tournaments together."""

MOST_OPEN, IDLE = 64, 900.0
"""So many tournaments stay open for whoever comes next, and none for longer than so many seconds
after the last who came. Those that somebody listens to, or waits for, are open besides."""


def first_entry(folder: Anywhere) -> Entry:
    """Return the first entry of a tournament, without reading the rest; raises Unreadable."""
    return from_line(layout.first_line(folder), 1)


class TournamentFolder:
    """The tournaments in a folder or a database, by their name in addresses; or the only one.

    `folders` are where they lie, `only` is that one, `ending` whether the server is about to stop.
    Whatever is done with them is done by the threads of one `pool`; pages are made by `maker`, in
    a thread of their own, so that acts and looks never wait behind them. Names in addresses come
    from the names of the folders: a request can only ask for one in the list, so no address leads
    anywhere else.

    A tournament is opened when somebody asks for it. As long as anybody has it in their hands, all
    are given the same; the last who were asked for are kept, and the others let go.
    """

    def __init__(self, folder: Path | Places, found: Iterable[Anywhere] | None = None) -> None:
        """Look into a folder, unless it was `found` already which tournaments lie there."""
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
        """The folder, where they lie in one."""
        assert isinstance(self.places, FolderOfMany)
        return self.places.path

    def at(self, slug: str) -> ServedTournament:
        """Return a tournament in the list, opened if it is not; let go of those nobody wants."""
        with self._opening:
            folder, at = self.folders[slug], perf_counter()
            served = self._open.get(slug)
            if served is None or served.folder != folder:
                apart = self.places.apart(folder)
                served = self._open[slug] = ServedTournament(slug, apart, self.pool, self.places)
            self._kept.pop(slug, None)
            self._kept[slug] = served, at
            self._let_go(at)
        return served

    def _let_go(self, at: float) -> None:
        """Let go of the tournaments that were asked for longest ago."""
        for slug, (served, asked) in tuple(self._kept.items()):
            if len(self._kept) <= MOST_OPEN and asked > at - IDLE:
                break
            if not served.must_stay:
                del self._kept[slug]

    @property
    def opened(self) -> list[ServedTournament]:
        """Those that are open now."""
        return list(self._open.values())

    def served(self, slug: str) -> ServedTournament | None:
        """Return a tournament by its name in addresses; a new folder is found when asked for.

        One that is gone, or is called otherwise now, is noticed when it is asked for.
        """
        folder = self.folders.get(slug)
        if folder is None or not self.places.holds(folder):
            self.look_again()
        try:
            return self.at(slug)
        except KeyError:
            return None

    def look_again(self) -> None:
        """See which tournaments there are now, unless we have looked a moment ago."""
        if perf_counter() >= self._rests_until:
            self.look()

    def look_now(self) -> None:
        """See which tournaments there are, and wait for the answer."""
        self.look(self.places.found())

    def wake_desks(self) -> None:
        """Let every desk see whether it is still signed in; called in the event loop only."""
        for served in self.opened:
            served.wake_desk()

    def end(self) -> None:
        """Let whoever waits for news go home: the server stops. Called in the event loop only."""
        self.ending = True
        for served in self.opened:
            served.wake()

    def look(self, among: Iterable[Anywhere] | None = None) -> None:
        """See which tournaments there are now; those that were known keep their names."""
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
    """Return a name that no other tournament has; `last` are the numbers that were given."""
    free = slug
    while free in taken:
        last[slug] = last.get(slug, 1) + 1
        free = f"{slug}-{last[slug]}"
    return free


def tournaments_of(request: Request) -> TournamentFolder:
    """Return the tournaments that are served."""
    tournaments = request.app.state.tournaments
    assert isinstance(tournaments, TournamentFolder)
    return tournaments
