"""The web application (Starlette): all routes, middleware and error pages."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import perf_counter

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import Scope

from roundbook.cli.session.venue import now, today
from roundbook.cli.web.access import form_drafts, signin
from roundbook.cli.web.access.guard import FormPace, SignInError, is_own_name, session_of
from roundbook.cli.web.access.kept_answers import FlashStore
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.provider import Provider
from roundbook.cli.web.access.security_log import Happening, SecurityLog, note
from roundbook.cli.web.access.sessions import AccessStore, Session
from roundbook.cli.web.public import (
    api,
    calls_and_messages,
    feed,
    live,
    overlay,
    phones,
    players,
    screen,
    sign_up,
)
from roundbook.cli.web.server import monitoring, responses
from roundbook.cli.web.server.limits import ALL_SIGN_UPS, SIGN_UPS, Limits, RateLimit
from roundbook.cli.web.server.listing import TournamentList
from roundbook.cli.web.server.monitoring import Answered, Monitored
from roundbook.cli.web.server.page_routes import missing, sorry, tell_why
from roundbook.cli.web.server.problems import TurnedAwayError, is_program, problem
from roundbook.cli.web.server.proxy import Hosted, Network, PublicAddress
from roundbook.cli.web.server.responses import HEADERS, Headers
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.cli.web.staff import (
    act_pages,
    appearance,
    archive,
    check_in,
    corrections,
    flights,
    history,
    invitations,
    judges,
    lists,
    messages,
    page_frame,
    paper,
    questions,
    rounds,
    saves,
    send_again,
    shelf,
    shelf_acts,
    sign_ups,
    slips,
    standings,
    teams,
    tom_file,
    tournaments,
)
from roundbook.cli.web.staff import phones as desk_phones
from roundbook.cli.web.staff import players as desk_players
from roundbook.ledger.errors import Trouble

ROUTES: tuple[Sequence[BaseRoute], ...] = (
    responses.ROUTES,
    monitoring.ROUTES,
    live.ROUTES,
    players.ROUTES,
    screen.ROUTES,
    overlay.ROUTES,
    api.ROUTES,
    feed.ROUTES,
    signin.ROUTES,
    send_again.ROUTES,
    invitations.ROUTES,
    phones.ROUTES,
    sign_up.ROUTES,
    calls_and_messages.ROUTES,
    tournaments.ROUTES,
    shelf.ROUTES,
    shelf_acts.ROUTES,
    desk_players.ROUTES,
    check_in.ROUTES,
    sign_ups.ROUTES,
    judges.ROUTES,
    messages.ROUTES,
    appearance.ROUTES,
    history.ROUTES,
    paper.ROUTES,
    archive.ROUTES,
    tom_file.ROUTES,
    standings.ROUTES,
    questions.ROUTES,
    lists.ROUTES,
    saves.ROUTES,
    slips.ROUTES,
    rounds.ROUTES,
    flights.ROUTES,
    teams.ROUTES,
    corrections.ROUTES,
    desk_phones.ROUTES,
    act_pages.ROUTES,
    page_frame.ROUTES,
)
"""The routes of all modules, in the order of lookup."""


class Options(Struct, frozen=True, kw_only=True):
    """The options for serving: the addresses, the best one for phones first, and access.

    `names` are our host names that others could buy. `fingerprint` is that of a certificate created
    here, for people to compare since browsers warn about it. `public` is the public address,
    `proxies` the trusted proxies, `watchers` are told about every answer. `provider` signs staff
    in, in addition to codes.
    """

    addresses: tuple[str, ...] = ()
    lan: bool = False
    names: tuple[str, ...] = ()
    fingerprint: str = ""
    public: PublicAddress | None = None
    proxies: tuple[Network, ...] = ()
    watchers: tuple[Callable[[Answered], None], ...] = ()
    provider: Provider | None = None


def app(
    tournaments: TournamentFolder, access: AccessStore, options: Options | None = None
) -> Starlette:
    """Return the application for tournaments, with its `state`."""
    options = options or Options()
    routes = tuple(route for room in ROUTES for route in room)
    made = Starlette(
        routes=routes,
        middleware=[*_around(options, routes), Middleware(Limits, is_known=_is_known)],
        exception_handlers={
            HTTPException: _refused,
            SignInError: _unknown,
            TurnedAwayError: _turned_away,
            Trouble: _not_readable,
            Exception: _broken,
        },
    )
    made.state.tournaments = tournaments
    made.state.listing = TournamentList(tournaments, today)
    made.state.access = access
    made.state.security = SecurityLog(access.home, tournaments.places, clock=now)
    made.state.kept = FlashStore()
    made.state.shelf = form_drafts.FormDrafts()
    made.state.tries = RateLimit(perf_counter)
    made.state.returns = RateLimit(perf_counter)
    made.state.told = RateLimit(perf_counter, each=1)
    made.state.sign_ups = RateLimit(perf_counter, each=SIGN_UPS, most=ALL_SIGN_UPS)
    made.state.pace = FormPace(perf_counter)
    made.state.options = options
    return made


def _around(options: Options, routes: tuple[BaseRoute, ...]) -> Iterator[Middleware]:
    """Yield the middleware, outermost first."""
    if options.public:
        is_ours = partial(is_own_name, names=options.names)
        yield Middleware(Hosted, address=options.public, proxies=options.proxies, is_ours=is_ours)
    if options.watchers:
        yield Middleware(Monitored, routes=routes, watchers=options.watchers)
    yield Middleware(Headers)


def _note(request: Request, what: Happening) -> None:
    """Write a request to the security log, with its session and without its code."""
    session = None
    with suppress(Trouble):
        session = session_of(request)
    secret = {request.path_params.get("code"), request.path_params.get("word")}
    parts = ("…" if part in secret else part for part in request.url.path.split("/"))
    note(request, what, session, path=f"{request.method} {'/'.join(parts)}")


def _is_known(scope: Scope) -> bool:
    """Tell whether the sender of a request is signed in, before the request is read."""
    return _session(scope) is not None


def is_staff(scope: Scope) -> bool:
    """Tell whether the sender of a request is signed in, and not as a player."""
    session = _session(scope)
    return session is not None and session.seat is not AccessRole.PLAYER


def _session(scope: Scope) -> Session | None:
    """Return the session; without a readable access list there is none, as a later page says."""
    try:
        return session_of(Request(scope))
    except Trouble:
        return None


async def _refused(request: Request, error: Exception) -> Response:
    """Answer a request without a route: no such page, or a wrong method."""
    assert isinstance(error, HTTPException)
    if is_program(request):
        return problem(error.status_code)
    return missing(request) if error.status_code == 404 else sorry(request, error.status_code)


async def _unknown(request: Request, error: Exception) -> Response:
    """Answer somebody who is not signed in, or no longer is."""
    del error
    return await form_drafts.signing_in(request)


async def _turned_away(request: Request, error: Exception) -> Response:
    """Answer a request that is not allowed, in one sentence."""
    assert isinstance(error, TurnedAwayError)
    if error.status in {403, 429}:
        what = Happening.REFUSED if error.status == 403 else Happening.TOO_MANY
        _note(request, what)
    if request.url.path.startswith("/t/"):
        found = await page_frame.in_frame(request, error.status, str(error))
        if found is not None:
            return found
    return sorry(request, error.status, str(error))


async def _not_readable(request: Request, error: Exception) -> Response:
    """Answer if the data or the access list cannot be used; the organiser's terminal says why."""
    assert isinstance(error, Trouble)
    tell_why(request, error)
    return problem(503) if is_program(request) else sorry(request, 503)


async def _broken(request: Request, error: Exception) -> Response:
    """Answer after a programming error; details go to the organiser's terminal only."""
    del error
    _note(request, Happening.FAILED)
    response = problem(500) if is_program(request) else sorry(request, 500)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)  # It bypasses the middleware that adds them.
    return response
