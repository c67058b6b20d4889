"""A page of the desk that is not there, or not for this seat: said within the frame of the desk."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cli.web.desk.frames import desk_frame, shown
from cli.web.guard import TurnedAwayError, is_at, seated, session_of
from cli.web.permits import AT_DESK, Seat
from cli.web.showing import house_of, within
from ledger.errors import Trouble

SEATS = AT_DESK | {Seat.AUDITOR}


async def nothing(request: Request) -> Response:
    """Say that there is no such page."""
    seated(request, SEATS)
    raise TurnedAwayError("There is no such page at the desk.", status=404)


async def in_frame(request: Request, status: int, sentence: str) -> Response | None:
    """Return the sentence within the frame of the desk; None for whoever does not sit there."""
    session = session_of(request)
    house = house_of(request) if "slug" in request.path_params else None
    if house is None or session is None or session.seat not in SEATS:
        return None
    try:
        if not is_at(request, session, house.slug):
            return None
        frame = await within(house, lambda here: desk_frame(request, session, here))
    except Trouble:
        return None
    return await shown(request, "sorry.html", status=status, frame=frame, sentence=sentence)


ROUTES = (Route("/t/{slug}/desk/{rest:path}", nothing, methods=["GET", "POST"]),)
