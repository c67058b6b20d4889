"""Finished pages: rendered once for each version of a tournament, and sent as bytes."""

import asyncio
import gzip
import hashlib
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from roundbook.ledger.state.tournament import Tournament
from roundbook.projections.reports.feed import SoFar, bytes_of, told
from roundbook.projections.reports.public_view import Sight

HTML = "text/html; charset=utf-8"
MOST = 256 * 2**20
"""The most bytes of pages that are kept; the oldest are dropped first."""

VARY = "Accept-Encoding, Accept-Language, Cookie"


class Page(Struct, frozen=True, kw_only=True):
    """A finished page: its bytes, the same compressed, and its ETag."""

    body: bytes
    packed: bytes
    etag: str
    kind: str = HTML
    status: int = 200


def finished(text: str | bytes, *, kind: str = HTML, status: int = 200) -> Page:
    """Return a finished page, compressed here once."""
    body = text.encode("utf-8", "replace") if isinstance(text, str) else text
    tag = hashlib.sha256(body).hexdigest()[:20]
    packed = gzip.compress(body, 6, mtime=0)
    return Page(body=body, packed=packed, etag=f'"{tag}"', kind=kind, status=status)


def answer(request: Request, page: Page, *, cache: str = "no-cache", vary: str = VARY) -> Response:
    """Return a page as the browser accepts it: compressed, or `304` if it already has it."""
    headers = {"ETag": page.etag, "Cache-Control": cache, "Vary": vary}
    if page.status == 200 and _has(request.headers.get("if-none-match", ""), page.etag):
        return Response(status_code=304, headers=headers)
    body = page.body
    if len(body) > 400 and _unpacks(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = page.packed
    return Response(body, status_code=page.status, headers=headers, media_type=page.kind)


def _has(known: str, etag: str) -> bool:
    """Tell whether the browser sent this ETag; the prefix `W/` makes no difference for GET."""
    return any(part.strip().removeprefix("W/") in {etag, "*"} for part in known.split(","))


def _unpacks(accepted: str) -> bool:
    """Tell whether a browser accepts gzip."""
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


Key = tuple[str, ...]


class Pages:
    """The finished pages of one version of a tournament.

    Each page is rendered once: requests that arrive meanwhile wait for the same result. Used in the
    event loop only; the rendering runs elsewhere.
    """

    def __init__(self) -> None:
        """Start empty."""
        self.size = 0
        self._pages: dict[Key, Page] = {}
        self._making: dict[Key, asyncio.Task[Page]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[Page]]) -> Page:
        """Return a page, rendered by `make` unless it is here already."""
        if page := self._pages.get(key):
            return page
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._made(key, make))
        # A visitor who leaves must not stop the page for all who wait for it.
        return await asyncio.shield(task)

    async def _made(self, key: Key, make: Callable[[], Awaitable[Page]]) -> Page:
        """Render a page and keep it, unless it is an error page."""
        try:
            page = await make()
        finally:
            del self._making[key]
        if page.status == 200:
            self._pages[key] = page
            self.size += len(page.body) + len(page.packed)
            while self.size > MOST:
                oldest = self._pages.pop(next(iter(self._pages)))
                self.size -= len(oldest.body) + len(oldest.packed)
        return page


# A tournament's feed so far: each entry is converted once, however many listeners there are.


class FeedPosition(NamedTuple):
    """The position of an object in the feed: its entry, and its number within the entry."""

    entry: int
    number: int

    def __str__(self) -> str:
        """Return the mark as sent to listeners and back: `17.2`."""
        return f"{self.entry}.{self.number}"


class Piece(NamedTuple):
    """One public object as a line of JSON."""

    mark: FeedPosition
    line: bytes


START = FeedPosition(0, 0)
"""The mark before the first object."""


class FeedCache:
    """The feed of one tournament, extended as its ledger grows.

    It starts again if a name has changed, or the ledger was replaced. Used in one thread only, with
    sights in order.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._sight: Sight | None = None
        self._so_far = SoFar(t=Tournament(), shown=set())
        self._pieces: list[Piece] = []

    def up_to(self, sight: Sight, after: FeedPosition = START) -> Sequence[Piece]:
        """Return the objects after a mark, as of a sight."""
        if sight is not self._sight:
            self._follow(sight)
        return self._pieces[bisect_right(self._pieces, after, key=lambda piece: piece.mark) :]

    def _follow(self, sight: Sight) -> None:
        """Add what a sight has beyond the previous one."""
        if self._sight is None or not _goes_on(self._sight, sight):
            self._so_far = SoFar(t=Tournament(), shown=set())
            self._pieces = []
        for entry in sight.entries[self._so_far.t.seq :]:
            items = told(self._so_far, entry, sight.book)
            self._pieces += [
                Piece(FeedPosition(entry.seq, number), bytes_of(item))
                for number, item in enumerate(items, start=1)
            ]
        self._sight = sight


def _goes_on(before: Sight, sight: Sight) -> bool:
    """Tell whether a sight only adds to another: the same entries and names."""
    known = len(before.entries)
    return sight.entries[:known][-1:] == before.entries[-1:] and all(
        sight.book.name(player) == before.book.name(player) for player in before.t.players
    )
