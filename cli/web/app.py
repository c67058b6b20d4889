"""The application: all routes, and what stands in front of them."""

from collections.abc import Sequence

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from cli.web import live, players, screen, static
from cli.web.hall import Hall
from cli.web.headers import HEADERS, Headers
from cli.web.limits import Limits
from cli.web.showing import missing, sorry

ROUTES: tuple[Sequence[BaseRoute], ...] = (
    static.ROUTES,
    live.ROUTES,
    players.ROUTES,
    screen.ROUTES,
)
"""Every room's routes, in the order in which an address is looked up."""


class Options(Struct, frozen=True, kw_only=True):
    """How a hall is served: at which addresses, the best one for a phone first; to whom."""

    addresses: tuple[str, ...] = ()
    lan: bool = False


def app(hall: Hall, options: Options | None = None) -> Starlette:
    """Return the application that serves a hall; it knows `state.hall` and `state.options`."""
    made = Starlette(
        routes=[route for room in ROUTES for route in room],
        middleware=[Middleware(Headers), Middleware(Limits)],
        exception_handlers={HTTPException: _refused, Exception: _broken},
    )
    made.state.hall = hall
    made.state.options = options or Options()
    return made


async def _refused(request: Request, error: Exception) -> Response:
    """Answer what no route answers: there is no such page, or not in this way."""
    assert isinstance(error, HTTPException)
    return missing(request) if error.status_code == 404 else sorry(request, error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    """Answer where we made a mistake; what it was goes to the organiser's terminal only."""
    del error
    response = sorry(request, 500)
    response.headers.update(HEADERS)  # It comes from in front of what adds them.
    return response
