"""Live updates of open pages: events that announce a newer version, or that none can be read."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.guard import SignInError, access_of, has_card, seated
from roundbook.cli.web.access.permissions import AT_DESK, SEES_ALL, AccessRole
from roundbook.cli.web.server.listing import TournamentList, listing_of
from roundbook.cli.web.server.page_routes import served_of, shown_now
from roundbook.cli.web.server.tournaments import ServedTournament, TournamentFolder, tournaments_of
from roundbook.ledger.errors import Trouble

LOOK_EVERY = 0.5
"""Seconds between two looks at a ledger, while a page is listening."""

HEARTBEAT = 20.0
"""Seconds without news after which a line shows that the connection is alive."""

AT_ONCE, APART = 50, 0.025
"""Listeners told in one batch, and seconds between two batches, to leave time for others."""

REST = 0.001
"""Seconds that the next news waits for each listener told: two seconds for two thousand."""

SPREAD = 3
"""Milliseconds between the reloads of two listeners: two thousand take six seconds."""

BETWEEN_CLAIMS = 0.1
"""Seconds within which claims make one event: at the end of a round many players report."""

STILL_HERE = ": still here\n\n"
"""The line that is sent if there is no news."""

OUT = "event: out\ndata: -\n\n"
"""The event that ends the stream of a phone that was signed out."""

AWAY = "away"
"""The state of a tournament that cannot be read now, in place of its version."""

RETRY_FROM, RETRY_OVER = 1_500, 6_000
"""Milliseconds after which a browser reconnects, and the maximum added at random."""


Followed = ServedTournament | TournamentList
"""What an open page follows: the tournament that it is about, or the list of all."""


async def listen(request: Request) -> Response:
    """Send the version of the tournament at once, and again whenever it changes.

    Every browser gets a delay of its own, so that two thousand do not reload at the same time.
    """
    return _listen(request, served_of(request))


async def listen_to_list(request: Request) -> Response:
    """Send the same for the list of tournaments, which changes when one is new."""
    return _listen(request, listing_of(request))


def _listen(
    request: Request,
    followed: Followed,
    player: str = "",
    is_in: Callable[[], bool] = lambda: True,
) -> Response:
    # nginx would collect events in its buffer instead of passing each one on.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":  # The stream would never end.
        return Response(headers=headers, media_type="text/event-stream")
    news = _news(followed, tournaments_of(request), player, is_in)
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def listen_at_desk(request: Request) -> Response:
    """Send the same to the desk, and an event whenever players report something by phone.

    Claims are not ledger entries and concern only those who settle or judge them, so the event is
    only a number that changes each time.
    """
    session = seated(request, SEES_ALL | AT_DESK)
    served = served_of(request)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    is_in = partial(access_of(request).is_in, session)
    news = _desk_news(served, tournaments_of(request), is_in, claims=session.seat in AT_DESK)
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)


async def listen_on_phone(request: Request) -> Response:
    """Send the same to a player's phone, and an event whenever there is a claim for their match.

    The stream ends with the session.
    """
    session = seated(request, frozenset({AccessRole.PLAYER}))
    if not has_card(request, session):
        raise SignInError
    is_in = partial(access_of(request).is_in, session)
    return _listen(request, served_of(request), session.player or "", is_in)


SIGNED_UP = "sign-ups"
"""The listener who stands for every phone that waits for the desk to accept a sign-up."""


async def listen_at_door(request: Request) -> Response:
    """Send the same to a phone that signed somebody up, and an event when the desk has decided.

    The event only says that there is news, because the list itself is nobody's to read.
    """
    return _listen(request, served_of(request), SIGNED_UP)


def seen_by(served: ServedTournament, version: str, player: str) -> str:
    """Return the version of a listener's own page: the ledger's, and that of what concerns them."""
    return f"{version}-{served.spoken[player]}" if player else version


def state_of(followed: Followed, player: str = "") -> str:
    """Return the version that open pages should show; empty before the first look, or AWAY."""
    if followed.is_away:
        return AWAY
    if followed.version and isinstance(followed, ServedTournament):
        return seen_by(followed, followed.version, player)
    return followed.version


def news_of(state: str, spread: int = 0) -> str:
    """Return the event that tells a page of a new version, or that none can be read."""
    if state == AWAY:
        return f"event: {AWAY}\ndata: -\n\n"
    return f"event: entry\ndata: {state} {spread}\n\n"


async def _desk_news(
    served: ServedTournament,
    tournaments: TournamentFolder,
    is_in: Callable[[], bool],
    *,
    claims: bool,
) -> AsyncIterator[str]:
    """Yield the events for one desk, without delay, since few desks listen.

    They end with the session.
    """
    yield come_back()
    told = ""
    heard: int | None = None
    with listening(served, tournaments):
        while not tournaments.ending and is_in():
            # Taken before the state is read: what happens in between sets this event, so it is not
            # missed.
            news = served.desk_news
            if (state := state_of(served)) not in {told, ""}:
                told = state
                yield news_of(told)
            if claims and served.claimed != heard:
                heard = served.claimed
                yield f"event: claims\ndata: {heard}\n\n"
            if not await wait_for(news):
                yield STILL_HERE
            elif not tournaments.ending:
                await asyncio.sleep(BETWEEN_CLAIMS)


async def _news(
    followed: Followed,
    tournaments: TournamentFolder,
    player: str,
    is_in: Callable[[], bool],
) -> AsyncIterator[str]:
    """Yield the events for one browser, until the server stops or the session ends.

    `player` is the owner of the phone, if it is a player's own.
    """
    yield come_back()
    told = ""
    with listening(followed, tournaments):
        batch = (followed.listeners - 1) // AT_ONCE
        while not tournaments.ending and is_in():
            # Taken before the state is read: what happens in between sets this event, so it is not
            # missed.
            news = followed.news
            if player and isinstance(followed, ServedTournament):
                news = followed.phones.setdefault(player, asyncio.Event())
            if (state := state_of(followed, player)) not in {told, ""}:
                told = state
                yield news_of(told, followed.listeners * SPREAD)
            if not await wait_for(news):
                yield STILL_HERE
            elif not tournaments.ending:
                await asyncio.sleep(batch * APART)
        if not tournaments.ending:
            yield OUT


def come_back() -> str:
    """Return the line that tells a browser when to reconnect, at a random delay."""
    return f"retry: {RETRY_FROM + int.from_bytes(random_bytes(2), 'big') % RETRY_OVER}\n\n"


async def wait_for(news: asyncio.Event) -> bool:
    """Wait for news, at most for a heartbeat; return whether there is any."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await news.wait()
    except TimeoutError:
        return False
    return True


@contextmanager
def listening(followed: Followed, tournaments: TournamentFolder) -> Iterator[None]:
    """Count as a listener of a tournament or the list, watched as long as there are any."""
    followed.listeners += 1
    # One watcher looks for all: two thousand listeners must not read the ledger two thousand times.
    if followed.watcher is None or followed.watcher.done():
        followed.watcher = asyncio.create_task(_watch(followed, tournaments))
    try:
        yield
    finally:
        followed.listeners -= 1


async def _watch(followed: Followed, tournaments: TournamentFolder) -> None:
    """Look again as long as there are listeners, and wake them all when something has changed."""
    known = state_of(followed)
    while followed.listeners and not tournaments.ending:
        with suppress(Trouble):  # What cannot be read now is read later.
            if isinstance(followed, ServedTournament):
                await shown_now(followed)
            else:
                await followed.now()
        if (state := state_of(followed)) != known:
            known = state
            followed.wake()
        await asyncio.sleep(max(LOOK_EVERY, followed.listeners * REST))
    followed.wake()  # The list's listeners too have to notice that the server stops.


async def tell_time(request: Request) -> Response:
    """Return the server's time in milliseconds, by which phones set their clocks."""
    del request
    return Response(
        str(int(now().timestamp() * 1000)),
        media_type="text/plain",
        headers={"Cache-Control": "no-store"},
    )


ROUTES = (
    Route("/live", listen_to_list),
    Route("/t/{slug}/live", listen),
    Route("/t/{slug}/mine/live", listen_on_phone),
    Route("/t/{slug}/sign-up/live", listen_at_door),
    Route("/t/{slug}/desk/live", listen_at_desk),
    Route("/now", tell_time),
)
