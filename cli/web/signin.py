"""The way in and out: a code that opens a seat, and leaving it."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cli.web.doors import DAY, Invitation, Session
from cli.web.guard import COOKIE, form_of, honest, porch_of, session_of
from cli.web.pages import answer, finished
from cli.web.permits import MAY, Seat
from cli.web.showing import hall_of
from cli.web.tries import Tries
from cli.web.visits import language_of
from ledger.errors import Refused
from projections.phrases import phrase
from projections.reports.rendering import render

LONGEST_NAME = 80

_NOTHING = phrase("This code opens nothing: it was used, or has ended.")


async def sign_in(request: Request) -> Response:
    """Show the form for a code, or take one."""
    if request.method == "GET":
        return _form(request)
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=_word(filled.get("code")), name=_word(filled.get("name")))


async def join(request: Request) -> Response:
    """Show what an invitation is for, or accept it: nobody comes in by merely following a link."""
    code = request.path_params["code"]
    if request.method == "GET":
        _count(request)
        invitation = await run_in_threadpool(porch_of(request).invited, code)
        if invitation is None:
            return _form(request, sorry=_NOTHING)
        return _form(request, code=code, invitation=invitation)
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=code, name=_word(filled.get("name")))


async def sign_out(request: Request) -> Response:
    """Leave the seat; the session is over everywhere."""
    session = session_of(request)
    if session is not None:
        await form_of(request, session)
        await run_in_threadpool(porch_of(request).revoke, [session.number])
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


async def _enter(request: Request, *, code: str, name: str) -> Response:
    """Let somebody in, and lead them to where they work."""
    _count(request)
    try:
        token, session = await run_in_threadpool(porch_of(request).enter, code, name=name)
    except Refused as refused:
        invitation = await run_in_threadpool(porch_of(request).invited, code)
        return _form(request, code=code, invitation=invitation, sorry=refused.message)
    response = RedirectResponse(_back(request) or first_page(request, session), 303)
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(DAY.total_seconds()),
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


def first_page(request: Request, session: Session) -> str:
    """Return where somebody who has just come in goes."""
    only = hall_of(request).only
    slug = session.tournament or (only.slug if only else None)
    if slug is None:
        return "/desk" if session.seat is Seat.ORGANISER else "/"
    if session.seat is Seat.SCREEN:
        return f"/t/{slug}/screen"
    if session.seat is Seat.PLAYER and session.player:
        return f"/t/{slug}/players/{session.player}"
    if session.seat is Seat.AUDITOR:
        return f"/t/{slug}/desk/history"
    takes_slips = "report" in MAY[session.seat]
    return f"/t/{slug}/desk" if takes_slips else f"/t/{slug}/desk/tables"


def _form(
    request: Request,
    *,
    code: str = "",
    invitation: Invitation | None = None,
    sorry: str = "",
) -> Response:
    """Return the page to sign in; of an invitation it says to what, and asks for what is open."""
    text = render(
        "sign-in.html",
        language_of(request),
        code=code,
        seat=invitation.seat.value if invitation else "",
        name=invitation.name if invitation else "",
        known=invitation is not None,
        tournament=(invitation.tournament or "") if invitation else "",
        back=_back(request),
        sorry=sorry,
    )
    page = finished(text, status=400 if sorry else 200)
    return answer(request, page, cache="no-store")


def _count(request: Request) -> None:
    """Count a try of a code."""
    tries = request.app.state.tries
    assert isinstance(tries, Tries)
    tries.count(request.client.host if request.client else "")


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
