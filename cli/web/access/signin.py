"""The way in and out: a code that opens a seat, and leaving it."""

import asyncio

import click
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.args.words import NAME
from cli.web.access.guard import access_of, form_of, honest, session_of
from cli.web.access.permissions import MAY, AccessRole
from cli.web.access.security_log import Happening, address_of, note
from cli.web.access.sessions import DAY, Invitation, Session
from cli.web.server import cookies
from cli.web.server.limits import RateLimit
from cli.web.server.page_cache import answer, finished
from cli.web.server.page_routes import language_of, tell
from cli.web.server.tournaments import tournaments_of
from ledger.errors import Refused
from projections.reports.rendering import render
from projections.text import phrase

LONGEST_NAME = 1_000
LONGEST_CODE = 60
"""What is longer than that is cut: a name is then too long, and a code opens nothing."""

_NOTHING = phrase("This code opens nothing: it was used, or has ended.")


async def sign_in(request: Request) -> Response:
    """Show the form for a code, or take one.

    Whoever is signed in already is led to where they work: `at` is a tournament from whose public
    pages they come, which are the same for everybody.
    """
    if request.method != "POST":
        session, at = session_of(request), request.query_params.get("at", "")
        if session is not None and at:
            return RedirectResponse(first_page(request, session, at), 303)
        return _form(request, session=session)
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=_word(filled.get("code")), name=_word(filled.get("name")))


async def join(request: Request) -> Response:
    """Show what an invitation is for, or accept it: nobody comes in by merely following a link."""
    code = str(request.path_params["code"])[:LONGEST_CODE]
    if request.method != "POST":
        invitation = await asyncio.to_thread(access_of(request).invited, code)
        if invitation is None:
            _count(request)
            return _form(request, sorry=_NOTHING)
        return _form(request, code=code, invitation=invitation, session=session_of(request))
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=code, name=_word(filled.get("name")))


async def sign_out(request: Request) -> Response:
    """Leave the seat; the session is over everywhere."""
    honest(request)
    session = session_of(request)
    if session is not None:
        await form_of(request, session)
        await asyncio.to_thread(access_of(request).revoke, [session.number])
        note(request, Happening.SIGNED_OUT, session)
        tournaments_of(request).wake_desks()
    response = RedirectResponse("/", 303)
    cookies.drop(request, response, access_of(request).cookie)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


async def _enter(request: Request, *, code: str, name: str) -> Response:
    """Let somebody in, and lead them to where they work."""
    access, code, before = access_of(request), code[:LONGEST_CODE], session_of(request)
    try:
        name = str(NAME.convert(name, None, None)) if name else ""
        token, session = await asyncio.to_thread(access.enter, code, name=name, leaving=before)
    except (Refused, click.UsageError) as wrong:
        invitation = await asyncio.to_thread(access.invited, code)
        if invitation is None:
            _count(request)
        sorry = wrong.message if isinstance(wrong, Refused) else wrong.format_message()
        return _form(request, code=code, invitation=invitation, sorry=sorry, session=before)
    note(request, Happening.SIGNED_IN, session)
    response = RedirectResponse(_back(request) or first_page(request, session), 303)
    cookies.keep(request, response, access.cookie, token, seconds=int(DAY.total_seconds()))
    return response


def first_page(request: Request, session: Session, at: str = "") -> str:
    """Return where somebody who has just come in goes, or who comes from a tournament's pages."""
    tournaments = tournaments_of(request)
    slug = session.tournament or tournaments.only
    if slug is None and tournaments.served(at) is not None:
        slug = at
    return desk_of(session, slug) if slug else "/desk"


def desk_of(session: Session, slug: str) -> str:
    """Return where somebody in a seat works at a tournament."""
    if session.seat is AccessRole.SCREEN:
        return f"/t/{slug}/screen"
    if session.seat is AccessRole.PLAYER:
        return f"/t/{slug}/mine"
    if session.seat is AccessRole.AUDITOR:
        return f"/t/{slug}/desk/history"
    takes_slips = "report" in MAY[session.seat]
    return f"/t/{slug}/desk" if takes_slips else f"/t/{slug}/desk/tables"


def _form(
    request: Request,
    *,
    code: str = "",
    invitation: Invitation | None = None,
    sorry: str = "",
    session: Session | None = None,
) -> Response:
    """Return the page to sign in; of an invitation it says to what, and asks for what is open.

    Whoever is signed in is told so, and how to leave.
    """
    text = render(
        "sign-in.html",
        language_of(request),
        code=code,
        seat=invitation.seat.value if invitation else "",
        name=invitation.name if invitation else "",
        known=invitation is not None,
        tournament=(invitation.tournament or "") if invitation else "",
        back=_back(request),
        lost=bool(request.query_params.get("lost")),
        session=session,
        onward=first_page(request, session) if session else "",
        sorry=sorry,
    )
    page = finished(text, status=400 if sorry else 200)
    return answer(request, page, cache="no-store")


def _count(request: Request) -> None:
    """Count a code that opened nothing, and say so where the organiser sees it."""
    note(request, Happening.CODE_FAILED)
    tell(request, f"a code that opens nothing was typed at {address_of(request)}: see /doors.")
    tries = request.app.state.tries
    assert isinstance(tries, RateLimit)
    sorry = phrase("Too many codes were tried that open nothing: wait a minute.")
    tries.count(address_of(request), sorry)


def _back(request: Request) -> str:
    """Return the page that somebody wanted before they had to sign in: one of ours, or none."""
    back = request.query_params.get("back", "")
    plain = back.isascii() and back.isprintable() and "\\" not in back
    return back if plain and back.startswith("/") and not back.startswith("//") else ""


def _word(value: object) -> str:
    """Return what was typed into a field, within bounds."""
    return " ".join(value.split())[:LONGEST_NAME] if isinstance(value, str) else ""


ROUTES = (
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/join/{code}", join, methods=["GET", "POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
)
