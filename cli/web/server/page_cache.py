"""Finished pages: made once for each version of a tournament, and handed out as bytes."""

import asyncio
import gzip
import hashlib
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ledger.state.tournament import Tournament
from projections.reports.feed import SoFar, bytes_of, told
from projections.reports.public_view import Sight

HTML = "text/html; charset=utf-8"
MOST = 256 * 2**20
"""So many bytes of pages are kept at most; beyond it the oldest go."""

VARY = "Accept-Encoding, Accept-Language, Cookie"


class Page(Struct, frozen=True, kw_only=True):
    """A page as it goes out: its bytes, the same packed, and a tag that says which bytes."""

    body: bytes
    packed: bytes
    etag: str
    kind: str = HTML
    status: int = 200


def finished(text: str | bytes, *, kind: str = HTML, status: int = 200) -> Page:
    """Return a page ready to go out; it is packed here, once."""
    body = text.encode("utf-8", "replace") if isinstance(text, str) else text
    tag = hashlib.sha256(body).hexdigest()[:20]
    packed = gzip.compress(body, 6, mtime=0)
    return Page(body=body, packed=packed, etag=f'"{tag}"', kind=kind, status=status)


def answer(request: Request, page: Page, *, cache: str = "no-cache", vary: str = VARY) -> Response:
    """Return a page as the browser can take it: packed, or `304` where it has it already."""
    headers = {"ETag": page.etag, "Cache-Control": cache, "Vary": vary}
    if page.status == 200 and _has(request.headers.get("if-none-match", ""), page.etag):
        return Response(status_code=304, headers=headers)
    body = page.body
    if len(body) > 400 and _unpacks(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        body = page.packed
    return Response(body, status_code=page.status, headers=headers, media_type=page.kind)


def _has(known: str, etag: str) -> bool:
    """Tell whether the browser named this tag; `W/` says the same to a GET."""
    return any(part.strip().removeprefix("W/") in {etag, "*"} for part in known.split(","))


def _unpacks(accepted: str) -> bool:
    """Tell whether a browser takes gzip."""
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


Key = tuple[str, ...]


class Pages:
    """The finished pages of one tournament at one version.

    A page that is being made is made once: whoever asks for it meanwhile waits for the same one.
    Asked and answered in the event loop only; the making goes on elsewhere.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.size = 0
        self._pages: dict[Key, Page] = {}
        self._making: dict[Key, asyncio.Task[Page]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[Page]]) -> Page:
        """Return a page, made by `make` if nobody has asked for it yet."""
        if page := self._pages.get(key):
            return page
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._made(key, make))
        return await asyncio.shield(task)

    async def _made(self, key: Key, make: Callable[[], Awaitable[Page]]) -> Page:
        """Make a page and keep it; what is not there is not kept."""
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


# What a tournament's feed has told so far: each entry is looked at once, however many listen.


class Mark(NamedTuple):
    """Where an object stands in the feed: in which entry, and the how manieth of it."""

    entry: int
    number: int

    def __str__(self) -> str:
        """Return the mark as it is sent, and sent back: `17.2`."""
        return f"{self.entry}.{self.number}"


class Piece(NamedTuple):
    """One public object, as a line of JSON."""

    mark: Mark
    line: bytes


START = Mark(0, 0)
"""Before everything."""


class FeedCache:
    """The feed of one tournament, told on as its ledger grows.

    Where a name that was told is another one now, or another ledger stands in its place, it is told
    anew. Followed in one thread only, with each sight after those before it.
    """

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._sight: Sight | None = None
        self._so_far = SoFar(t=Tournament(), shown=set())
        self._pieces: list[Piece] = []

    def up_to(self, sight: Sight, after: Mark = START) -> Sequence[Piece]:
        """Return what is told after a mark, as of a sight."""
        if sight is not self._sight:
            self._follow(sight)
        return self._pieces[bisect_right(self._pieces, after, key=lambda piece: piece.mark) :]

    def _follow(self, sight: Sight) -> None:
        """Tell what a sight has more than the one before."""
        if self._sight is None or not _goes_on(self._sight, sight):
            self._so_far = SoFar(t=Tournament(), shown=set())
            self._pieces = []
        for entry in sight.entries[self._so_far.t.seq :]:
            items = told(self._so_far, entry, sight.book)
            self._pieces += [
                Piece(Mark(entry.seq, number), bytes_of(item))
                for number, item in enumerate(items, start=1)
            ]
        self._sight = sight


def _goes_on(before: Sight, sight: Sight) -> bool:
    """Tell whether a sight only adds to another: the same entries, the same names."""
    known = len(before.entries)
    return sight.entries[:known][-1:] == before.entries[-1:] and all(
        sight.book.name(player) == before.book.name(player) for player in before.t.players
    )
