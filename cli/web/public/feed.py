"""The feed for other programs: lines up to now, or a stream until the tournament closes."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from roundbook.cli.web.public.api import AskedWronglyError, route, said
from roundbook.cli.web.public.live import AWAY, STILL_HERE, come_back, listening, wait_for
from roundbook.cli.web.server.page_cache import FeedPosition, Page, Piece, finished
from roundbook.cli.web.server.page_routes import elsewhere, served_or_none, shown_now
from roundbook.cli.web.server.problems import OPEN, opened, problem
from roundbook.cli.web.server.tournaments import ServedTournament, TournamentFolder, tournaments_of
from roundbook.ledger.errors import Trouble
from roundbook.projections.reports.api.openapi import LINES, STREAM
from roundbook.projections.reports.api.resources import FROM, ROOT
from roundbook.projections.reports.public_view import Sight

VARY = "Accept, Accept-Encoding"
WHOLE = 999_999_999
"""Higher than the number of any event of an entry; a mark without one means the whole entry."""

AT_ONCE = 200
"""The maximum number of events sent in one piece, for listeners who begin with the first."""

AWAY_EVENT, BACK_EVENT = (
    f'event: {name}\ndata: {{"event":"{name}"}}\n\n'.encode() for name in (AWAY, "back")
)
"""Events that tell listeners that nothing can be read now, or again. They have no mark, since they
are not in the ledger; their data is an object like all others, for clients that read only these."""

MARK = re.compile(r"([0-9]{1,9})(?:[.]([0-9]{1,9}))?", re.ASCII)


async def feed(request: Request) -> Response:
    """Send the events up to now as lines, or as a stream that continues."""
    served = served_or_none(request)
    if served is None:
        tournaments_of(request).refuse_missing()
        return problem(404, "There is no tournament with this name here.")
    try:
        since = int(said(request, (FROM,)).get(FROM.name, "1"))
    except AskedWronglyError as wrong:
        return problem(400, str(wrong))
    sight, _ = await shown_now(served)
    after = FeedPosition(since - 1, WHOLE)
    if STREAM in request.headers.get("accept", ""):
        last = request.headers.get("last-event-id", "")
        return await _stream(request, served, sight, marked(last) if last else after)
    page = await elsewhere(tournaments_of(request), _lines, served, sight, after)
    return opened(request, page, VARY)


def marked(last: str) -> FeedPosition:
    """Return the mark after which to continue; the beginning if the text is not one of ours."""
    found = MARK.fullmatch(last)
    return FeedPosition(int(found[1]), int(found[2] or WHOLE)) if found else FeedPosition(0, WHOLE)


def _lines(served: ServedTournament, sight: Sight, after: FeedPosition) -> Page:
    """Return the events after a mark, one object per line."""
    pieces = served.reel.up_to(sight, after)
    return finished(b"".join(piece.line for piece in pieces), kind=LINES)


async def _stream(
    request: Request, served: ServedTournament, sight: Sight, after: FeedPosition
) -> Response:
    """Return a stream of the events after a mark, and of all future ones.

    If there are none and the tournament is closed, the answer is 204, at which browsers stop
    reconnecting.
    """
    headers = {**OPEN, "Cache-Control": "no-store", "Vary": VARY, "X-Accel-Buffering": "no"}
    tournaments = tournaments_of(request)
    if sight.t.closed and not await elsewhere(tournaments, served.reel.up_to, sight, after):
        return Response(status_code=204, headers=headers)
    if request.method == "HEAD":
        return Response(headers=headers, media_type=STREAM)
    events = _events(served, tournaments, after)
    return StreamingResponse(events, media_type=STREAM, headers=headers)


async def _events(
    served: ServedTournament, tournaments: TournamentFolder, after: FeedPosition
) -> AsyncIterator[bytes]:
    """Yield the events for one listener, until the tournament closes or the server stops."""
    yield come_back().encode()
    closed = is_away = False
    with listening(served, tournaments):
        while not (closed or tournaments.ending):
            news = served.news
            pieces: Sequence[Piece] = ()
            with suppress(Trouble):  # A ledger that cannot be read now is read later.
                sight, _ = await shown_now(served)
                pieces = await elsewhere(tournaments, served.reel.up_to, sight, after)
                closed = sight.t.closed is not None
            if is_away != served.is_away:
                is_away = served.is_away
                yield AWAY_EVENT if is_away else BACK_EVENT
            for start in range(0, len(pieces), AT_ONCE):
                some = pieces[start : start + AT_ONCE]
                after = some[-1].mark
                yield b"".join(b"id: %s\ndata: %s\n" % (str(m).encode(), li) for m, li in some)
            if not (closed or await wait_for(news)):
                yield AWAY_EVENT if is_away else STILL_HERE.encode()


ROUTES = (route(f"{ROOT}/{{slug}}/feed", feed),)
