"""News for whoever looks at a page: a hint that there is a newer version, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from cli.desk.venue import now, random_bytes
from cli.web.access.guard import seated
from cli.web.access.permissions import AT_DESK, MAY, SEES_ALL
from cli.web.server.page_routes import house_of, missing, shown_now
from cli.web.server.tournaments import ServedTournament, TournamentFolder, hall_of
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
    house = house_of(request)
    if house is None:
        return missing(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":  # There is no end to wait for.
        return Response(headers=headers, media_type="text/event-stream")
    news = _news(house, hall_of(request))
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def listen_at_desk(request: Request) -> Response:
    """Send the same to the desk, and a hint whenever players report something by phone.

    Claims are no entries and nobody else's business: the hint is a number, another one each time.
    """
    session = seated(request, SEES_ALL | AT_DESK)
    house = house_of(request)
    if house is None:
        return missing(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    news = _desk_news(house, hall_of(request), decides="report" in MAY[session.seat])
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def _desk_news(
    house: ServedTournament, hall: TournamentFolder, *, decides: bool
) -> AsyncIterator[str]:
    """Yield the events for one desk: few are there, so each is told at once."""
    yield come_back()
    told = ""
    heard: int | None = None
    with listening(house, hall):
        while not hall.ending:
            news = house.desk_news
            if house.version not in {told, ""}:
                told = house.version
                yield f"event: entry\ndata: {told} 0\n\n"
            if decides and house.claimed != heard:
                heard = house.claimed
                yield f"event: claims\ndata: {heard}\n\n"
            if not await wait_for(news):
                yield STILL_HERE
            elif not hall.ending:
                await asyncio.sleep(BETWEEN_CLAIMS)


async def _news(house: ServedTournament, hall: TournamentFolder) -> AsyncIterator[str]:
    """Yield the events for one browser, until the server stops or the browser has gone."""
    yield come_back()
    told = ""
    with listening(house, hall):
        ctx = (house.listeners - 1) // AT_ONCE
        while not hall.ending:
            news = house.news
            if house.version not in {told, ""}:
                told = house.version
                spread = house.listeners * SPREAD
                yield f"event: entry\ndata: {told} {spread}\n\n"
            if not await wait_for(news):
                yield STILL_HERE
            elif not hall.ending:
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
def listening(house: ServedTournament, hall: TournamentFolder) -> Iterator[None]:
    """Be one of those for whom a tournament is watched."""
    house.listeners += 1
    if house.watcher is None or house.watcher.done():
        house.watcher = asyncio.create_task(_watch(house, hall))
    try:
        yield
    finally:
        house.listeners -= 1


async def _watch(house: ServedTournament, hall: TournamentFolder) -> None:
    """Look at a ledger as long as somebody listens, and wake them all when it has changed."""
    known = house.version
    while house.listeners and not hall.ending:
        with suppress(Trouble):  # What cannot be read now is read later.
            await shown_now(house)
        if house.version != known:
            known = house.version
            house.wake()
        await asyncio.sleep(max(LOOK_EVERY, house.listeners * REST))


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
    Route("/t/{slug}/desk/live", listen_at_desk),
    Route("/now", tell_time),
)
