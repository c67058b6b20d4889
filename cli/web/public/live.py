"""News for whoever looks at a page: a hint that there is a newer version, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cli.desk.venue import now, random_bytes
from cli.web.access.guard import access_of, seated
from cli.web.access.permissions import AT_DESK, MAY, SEES_ALL, AccessRole
from cli.web.server.page_routes import served_of, shown_now
from cli.web.server.tournaments import ServedTournament, TournamentFolder, tournaments_of
from ledger.errors import Trouble

LOOK_EVERY = 0.5
"""So many seconds pass between two looks at a ledger to which somebody listens."""

HEARTBEAT = 20.0
"""After so many seconds without news the connection is shown to be alive."""

AT_ONCE, APART = 50, 0.025
"""So many are told in one go, and so many seconds lie between two goes: others get their turn."""

REST = 0.001
"""For each who is told, the next news waits so many seconds: two of them for two thousand."""

SPREAD = 3
"""So many milliseconds lie between two who are told the same: two thousand take six seconds."""

BETWEEN_CLAIMS = 0.1
"""What comes within so many seconds is one hint: at the end of a round many report at once."""

STILL_HERE = ": still here\n\n"
"""What is sent where there is no news."""

RETRY_FROM, RETRY_OVER = 1_500, 6_000
"""A browser that lost us comes back after so many milliseconds, and up to so many more."""


async def listen(request: Request) -> Response:
    """Send the version of the tournament at once, and again whenever it changes.

    Every browser is given a pause of its own, so that two thousand do not come back at once.
    """
    return _listen(request)


def _listen(
    request: Request, player: str = "", is_in: Callable[[], bool] = lambda: True
) -> Response:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":  # There is no end to wait for.
        return Response(headers=headers, media_type="text/event-stream")
    news = _news(served_of(request), tournaments_of(request), player, is_in)
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def listen_at_desk(request: Request) -> Response:
    """Send the same to the desk, and a hint whenever players report something by phone.

    Claims are no entries and nobody else's business: the hint is a number, another one each time.
    """
    session = seated(request, SEES_ALL | AT_DESK)
    served = served_of(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    is_in = partial(access_of(request).is_in, session)
    news = _desk_news(served, tournaments_of(request), is_in, decides="report" in MAY[session.seat])
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def listen_on_phone(request: Request) -> Response:
    """Send the same to a player's phone, and a hint whenever something is said of their match.

    It ends with the session.
    """
    session = seated(request, frozenset({AccessRole.PLAYER}))
    return _listen(request, session.player or "", partial(access_of(request).is_in, session))


def seen_by(served: ServedTournament, version: str, player: str) -> str:
    """Return the version of a player's own page: of the record, and of what is said."""
    return f"{version}-{served.spoken[player]}" if player else version


async def _desk_news(
    served: ServedTournament,
    tournaments: TournamentFolder,
    is_in: Callable[[], bool],
    *,
    decides: bool,
) -> AsyncIterator[str]:
    """Yield the events for one desk: few are there, so each is told at once.

    They end with the session.
    """
    yield come_back()
    told = ""
    heard: int | None = None
    with listening(served, tournaments):
        while not tournaments.ending and is_in():
            news = served.desk_news
            if served.version not in {told, ""}:
                told = served.version
                yield f"event: entry\ndata: {told} 0\n\n"
            if decides and served.claimed != heard:
                heard = served.claimed
                yield f"event: claims\ndata: {heard}\n\n"
            if not await wait_for(news):
                yield STILL_HERE
            elif not tournaments.ending:
                await asyncio.sleep(BETWEEN_CLAIMS)


async def _news(
    served: ServedTournament,
    tournaments: TournamentFolder,
    player: str,
    is_in: Callable[[], bool],
) -> AsyncIterator[str]:
    """Yield the events for one browser, until the server stops or it may look no longer.

    `player` is whose phone it is, if it is one's own.
    """
    yield come_back()
    told = ""
    with listening(served, tournaments):
        ctx = (served.listeners - 1) // AT_ONCE
        while not tournaments.ending and is_in():
            news = served.phones.setdefault(player, asyncio.Event()) if player else served.news
            seen = seen_by(served, served.version, player)
            if served.version and seen != told:
                told = seen
                spread = served.listeners * SPREAD
                yield f"event: entry\ndata: {told} {spread}\n\n"
            if not await wait_for(news):
                yield STILL_HERE
            elif not tournaments.ending:
                await asyncio.sleep(ctx * APART)


def come_back() -> str:
    """Return after how long a browser that lost us comes back: each after another while."""
    return f"retry: {RETRY_FROM + int.from_bytes(random_bytes(2), 'big') % RETRY_OVER}\n\n"


async def wait_for(news: asyncio.Event) -> bool:
    """Wait until there is news, and tell whether there is; no longer than a heartbeat."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await news.wait()
    except TimeoutError:
        return False
    return True


@contextmanager
def listening(served: ServedTournament, tournaments: TournamentFolder) -> Iterator[None]:
    """Be one of those for whom a tournament is watched."""
    served.listeners += 1
    if served.watcher is None or served.watcher.done():
        served.watcher = asyncio.create_task(_watch(served, tournaments))
    try:
        yield
    finally:
        served.listeners -= 1


async def _watch(served: ServedTournament, tournaments: TournamentFolder) -> None:
    """Look at a ledger as long as somebody listens, and wake them all when it has changed."""
    known = served.version
    while served.listeners and not tournaments.ending:
        with suppress(Trouble):  # What cannot be read now is read later.
            await shown_now(served)
        if served.version != known:
            known = served.version
            served.wake()
        await asyncio.sleep(max(LOOK_EVERY, served.listeners * REST))


async def tell_time(request: Request) -> Response:
    """Say what time it is here, in milliseconds: the clocks on phones are set by it."""
    del request
    return Response(
        str(int(now().timestamp() * 1000)),
        media_type="text/plain",
        headers={"Cache-Control": "no-store"},
    )


ROUTES = (
    Route("/t/{slug}/live", listen),
    Route("/t/{slug}/mine/live", listen_on_phone),
    Route("/t/{slug}/desk/live", listen_at_desk),
    Route("/now", tell_time),
)
