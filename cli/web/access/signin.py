"""Sign-in pages: sign in with a code, an invitation link or a provider, and sign out."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from urllib.parse import quote, urlencode

import click
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.args.players import MOST, not_on_staff, staff_meant
from roundbook.cli.args.types import NAME
from roundbook.cli.places.people import book_or_none, read_book
from roundbook.cli.web.access.form_drafts import kept_for
from roundbook.cli.web.access.guard import (
    access_of,
    form_of,
    honest,
    is_ours,
    is_same_origin,
    keep_sessions,
    session_of,
    sessions_here,
)
from roundbook.cli.web.access.permissions import MAY, ROLES, AccessRole
from roundbook.cli.web.access.provider import Identity, NotSignedInError, Provider, begun
from roundbook.cli.web.access.security_log import Happening, address_of, note
from roundbook.cli.web.access.sessions import DOES_NOT_WORK, NO_MORE_CARDS, Invitation, Session
from roundbook.cli.web.server.limits import RateLimit
from roundbook.cli.web.server.page_cache import answer, finished
from roundbook.cli.web.server.page_routes import language_of, shown_now, tell
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import CARD, drop_cookie, keep_cookie, read_cookie
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.ledger.errors import Refused, Trouble
from roundbook.ledger.phrases import phrase
from roundbook.ledger.terms import HandId, PlayerId
from roundbook.projections.reports.rendering import render

FOUNDER = HandId("h1")
"""The first staff member of a names file: the one who opened the tournament."""

LONGEST_NAME = 1_000
LONGEST_CODE = 60
"""The lengths to which a name and a code are cut; longer ones are refused."""

BEGUN, BEGUN_SECONDS = "provider", 600
"""The cookie of a sign-in that has begun at a provider, and how many seconds it may take."""

_TOO_MANY = phrase("Too many wrong codes were tried: wait a minute.")


async def sign_in(request: Request) -> Response:
    """Show the form for a code, or accept a code.

    A visitor who is already signed in is redirected to their own page; `at` is the tournament from
    whose public pages the visitor comes, if any.
    """
    if request.method != "POST":
        session, at = session_of(request), request.query_params.get("at", "")
        if session is not None and at and "card" not in request.query_params:
            return RedirectResponse(first_page(request, session, at), 303)
        return await _form(request, signed=await _signed_in(request))
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=_word(filled.get("code")), name=_word(filled.get("name")))


async def join(request: Request) -> Response:
    """Show what an invitation is for, or accept it. Following a link alone signs nobody in."""
    code = str(request.path_params["code"])[:LONGEST_CODE]
    if request.method != "POST":
        invitation = await asyncio.to_thread(access_of(request).invited, code)
        if invitation is None:
            if own := await _own_card(request, code):
                return own
            _count(request)
        signed = await _signed_in(request)
        if invitation is None:
            return await _form(request, sorry="" if signed else DOES_NOT_WORK, signed=signed)
        return await _form(
            request,
            code=code,
            invitation=invitation,
            signed=signed,
            named=await _named(request, invitation),
            founders=await asyncio.to_thread(_founders, request, invitation),
        )
    honest(request)
    filled = await request.form(max_files=0, max_fields=10)
    return await _enter(request, code=code, name=_word(filled.get("name")))


async def go_out(request: Request) -> Response:
    """Redirect to the provider; the browser keeps how the sign-in began.

    Only from a page of ours: if the provider knows the browser, a link on another site could sign
    a visitor in, without asking, with an access role that somebody else has chosen.
    """
    provider = provider_of(request)
    if not is_ours(request):
        raise TurnedAwayError("This server does not use the host name in this address.")
    code = request.query_params.get("code", "")[:LONGEST_CODE]
    if not is_same_origin(request):
        return RedirectResponse(f"/join/{quote(code, safe='')}" if code else "/sign-in", 303)
    begin = partial(provider.begin, _redirect(request), code=code, back=_back(request))
    try:
        address, here = await provider.alone(begin)
    except NotSignedInError as wrong:
        return await _not_signed_in(request, wrong)
    response = RedirectResponse(address, 303)
    keep_cookie(request, response, BEGUN, here.to_text(), seconds=BEGUN_SECONDS)
    return response


async def come_back(request: Request) -> Response:
    """Sign in a person whom the provider has identified, with their invitation or a group."""
    provider, here = provider_of(request), begun(read_cookie(request, BEGUN))
    returns = request.app.state.returns
    assert isinstance(returns, RateLimit)
    if not (here and here.state == request.query_params.get("state")):
        # Requests of others do not lock out a browser whose sign-in began here.
        returns.count(address_of(request), _TOO_MANY)
    work = partial(provider.finish, here, dict(request.query_params), _redirect(request))
    try:
        identity = await provider.alone(work)
        if here and here.code:
            name, back = identity.name, here.back
            response = await _enter(request, code=here.code, name=name, back=back, typed=False)
        else:
            back = here.back if here else ""
            response = await _enter_by_group(request, provider, identity, back)
    except NotSignedInError as wrong:
        response = await _not_signed_in(request, wrong)
    drop_cookie(request, response, BEGUN)
    return response


async def _enter_by_group(
    request: Request, provider: Provider, identity: Identity, back: str
) -> Response:
    """Sign in with the first access role that the person's groups have. Raise NotSignedInError."""
    every, access = tournaments_of(request), access_of(request)
    who = identity.name or "Somebody without a name"
    mine = [one for one in provider.settings.seats if one.group in identity.groups]
    if not mine:
        msg = (
            f"{who} has no access role here. Ask the organiser for an invitation, or to be added "
            "to a group."
        )
        raise NotSignedInError(msg)
    seat = mine[0]
    served = every.served(seat.tournament) if seat.tournament else None
    if seat.tournament and served is None:
        msg = f"{who} has an access role at {seat.tournament}, which is not served here."
        raise NotSignedInError(msg)
    admit = partial(
        access.admit,
        seat.seat,
        station=seat.station or seat.seat.value,
        tournament=seat.tournament,
        event=served.event() if served else None,
        leaving=sessions_here(request).values(),
    )
    try:
        name = str(NAME.convert(identity.name, None, None))
        token, session = await asyncio.to_thread(admit, name=name)
    except (Refused, click.UsageError) as wrong:
        said = wrong.message if isinstance(wrong, Refused) else wrong.format_message()
        raise NotSignedInError(
            f"{provider.settings.name} did not send a usable name: {said}"
        ) from None
    return _entered(request, token, session, back)


async def _not_signed_in(request: Request, wrong: NotSignedInError) -> Response:
    """Return the sign-in page with the reason, and tell the organiser in the terminal."""
    note(request, Happening.REFUSED, path=request.url.path)
    tell(request, f"{wrong} ({address_of(request)})")
    return await _form(request, sorry=str(wrong), status=wrong.status)


def provider_of(request: Request) -> Provider:
    """Return the provider with which staff sign in. Raise HTTPException if there is none."""
    provider = request.app.state.options.provider
    if provider is None:
        raise HTTPException(404)
    assert isinstance(provider, Provider)
    return provider


def _redirect(request: Request) -> str:
    """Return the address to which the provider sends people back, as registered with it."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}/sign-in/back"


async def sign_out(request: Request) -> Response:
    """Sign out and end the session.

    The last one to sign out is told how to sign in again; a link or card works only once.
    """
    honest(request)
    session = session_of(request)
    others, player = [*sessions_here(request)][1:], session.player if session else None
    at = tournaments_of(request).served((session and session.tournament) or "")
    if session is not None:
        await form_of(request, session)
        await asyncio.to_thread(access_of(request).revoke, [session.number])
        note(request, Happening.SIGNED_OUT, session)
        tournaments_of(request).wake_desks()
        if at and player:  # It may be open in other tabs.
            at.wake_phones([player])
    if session is not None and others:  # The other players of this phone stay signed in.
        to_next = f"/t/{session.tournament}/mine?forget={player}&gone=yes"
        response = RedirectResponse(to_next, 303)
        keep_sessions(request, response, others)
        return response
    of_player = f"/t/{at.slug}/mine?gone={player}" if at and player else "/"
    is_staff = session is not None and session.seat is not AccessRole.PLAYER
    response = RedirectResponse("/sign-in?out=yes" if is_staff else of_player, 303)
    drop_cookie(request, response, access_of(request).cookie)
    if session is not None and session.tournament is not None:
        drop_cookie(request, response, f"me-{session.tournament}")
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


async def _enter(
    request: Request, *, code: str, name: str, back: str = "", typed: bool = True
) -> Response:
    """Sign somebody in with a code, and redirect to their page.

    A name that the visitor `typed` must not be only similar to that of a staff member.
    """
    access, code = access_of(request), code[:LONGEST_CODE]
    try:
        name = str(NAME.convert(name, None, None)) if name else ""
        if typed and name:
            name = await asyncio.to_thread(_invited_name, request, code, name)
        leaving = [*sessions_here(request).values()]
        token, session = await asyncio.to_thread(access.enter, code, name=name, leaving=leaving)
    except (Refused, click.UsageError) as wrong:
        invitation = await asyncio.to_thread(access.invited, code)
        if invitation is None:
            if own := await _own_card(request, code):
                return own
            _count(request)
        sorry = wrong.message if isinstance(wrong, Refused) else wrong.format_message()
        signed = await _signed_in(request)
        return await _form(request, code=code, invitation=invitation, sorry=sorry, signed=signed)
    back = back or _back(request) or kept_for(request)
    return _entered(request, token, session, back, at=request.query_params.get("at", ""))


def _invited_name(request: Request, code: str, name: str) -> str:
    """Return the name under which somebody who typed a name signs in. Raises Refused."""
    invitation = access_of(request).invited(code)
    if invitation is None or invitation.name:
        return name  # The code does not work, or the name is that of the invitation.
    return on_staff(request, name, invitation.seat, invitation.tournament)


def on_staff(request: Request, name: str, seat: AccessRole, tournament: str | None) -> str:
    """Return the staff member's name that a typed name means; or a new name.

    Raises Refused if it is only similar to a known name, as after `--as`. Sign-ins that write
    nothing, and those to several tournaments, are not checked.
    """
    every = tournaments_of(request)
    slug = tournament or every.only
    served = every.served(slug) if slug else None
    if served is None or seat not in ROLES:
        return name
    book = read_book(served.folder)
    meant, near = staff_meant(name, book)
    if near:
        names = " or ".join(book.hands[hand] for hand in near[:MOST])
        msg = (
            f"{not_on_staff(name)} Did you mean {names}? The organiser can add a new staff member "
            "first."
        )
        raise Refused(msg)
    return meant


def _entered(
    request: Request, token: str, session: Session, back: str, *, at: str = ""
) -> Response:
    """Redirect somebody who has signed in to the page they wanted, or to their own."""
    note(request, Happening.SIGNED_IN, session)
    response = RedirectResponse(back or first_page(request, session, at), 303)
    beside = (one for one, each in sessions_here(request).items() if each.is_beside(session))
    keep_sessions(request, response, [token, *beside])
    return response


def first_page(request: Request, session: Session, at: str = "") -> str:
    """Return the first page after signing in, or for a visitor from a tournament's pages."""
    tournaments = tournaments_of(request)
    slug = session.tournament or tournaments.only
    if slug is None and tournaments.served(at) is not None:
        slug = at
    return desk_of(session, slug) if slug else "/desk"


def desk_of(session: Session, slug: str) -> str:
    """Return the page of a tournament that fits the session's access role."""
    if session.seat is AccessRole.SCREEN:
        return f"/t/{slug}/screen"
    if session.seat is AccessRole.PLAYER:
        return f"/t/{slug}/mine?{CARD}={session.player}"
    if session.seat is AccessRole.AUDITOR:
        return f"/t/{slug}/desk/history"
    takes_slips = "report" in MAY[session.seat]
    return f"/t/{slug}/desk" if takes_slips else f"/t/{slug}/desk/tables"


async def _own_card(request: Request, code: str) -> Response | None:
    """Redirect to the page of the player whose card began a session here; None for other codes."""
    is_own = partial(access_of(request).is_card_of, code)
    for one in sessions_here(request).values():
        if await asyncio.to_thread(is_own, one):
            return RedirectResponse(f"/t/{one.tournament}/mine?{CARD}={one.player}", 303)
    return None


async def _signed_in(request: Request) -> list[Session]:
    """Return the sessions of a browser, with players' names in place of numbers, if known."""
    found = sessions_here(request).values()
    return [replace(one, name=(await _named(request, one))[1] or one.name) for one in found]


async def _named(request: Request, invitation: Invitation | Session) -> tuple[str, str]:
    """Return the names of the tournament and the player of a card or a session, if known."""
    slug = invitation.tournament
    if slug is None or (served := tournaments_of(request).served(slug)) is None:
        return "", ""
    try:
        sight, _ = await shown_now(served)
    except Trouble:  # The sign-in does not need it.
        return "", ""
    opened, who = sight.t.opened, PlayerId(invitation.player or "")
    if opened is None or invitation.event not in {None, opened.tournament}:
        return "", ""
    return opened.name, sight.name(who) if who in sight.t.players else ""


MOST_BOOKS = 50
"""The most names files that are read to propose a name."""


def _founders(request: Request, invitation: Invitation) -> list[str]:
    """Return the names of those who opened the tournaments here, if an organiser has to type one.

    Somebody who signs in with such a name can reopen that tournament.
    """
    if invitation.name or invitation.seat is not AccessRole.ORGANISER:
        return []
    tournaments_of(request).look_now()
    folders = tournaments_of(request).folders
    asked = [invitation.tournament] if invitation.tournament else [*folders][:MOST_BOOKS]
    books = (book_or_none(folders[slug], []) for slug in asked if slug in folders)
    return [*dict.fromkeys(name for book in books if (name := book.hands.get(FOUNDER)))]


async def _form(  # noqa: PLR0913 - one argument per fact.
    request: Request,
    *,
    code: str = "",
    invitation: Invitation | None = None,
    named: tuple[str, str] = ("", ""),
    founders: Iterable[str] = (),
    sorry: str = "",
    signed: Sequence[Session] = (),
    status: int = 400,
) -> Response:
    """Return the sign-in page. For an invitation, it says what for and asks only what is missing.

    A visitor who is signed in is told so, and how to sign out. If such a visitor follows a link
    that does not work, the page asks for no other code: it is mostly the link they signed in with.
    """
    provider = request.app.state.options.provider
    followed = request.method != "POST" and "code" in request.path_params
    again = followed and invitation is None and bool(signed)
    carried = {"back": _back(request), "at": request.query_params.get("at", "")[:LONGEST_CODE]}
    token = (read_cookie(request, access_of(request).cookie) or "").partition(".")[0]
    served = _wanted(request, invitation, signed)
    contact = await _contact(served)
    over = served is not None and served.is_over
    text = render(
        "sign-in.html",
        language_of(request),
        code=code,
        seat=invitation.seat.value if invitation else "",
        name=invitation.name if invitation else "",
        player=invitation.player if invitation else None,
        known=invitation is not None,
        tournament=(invitation.tournament or "") if invitation else "",
        event=named[0],
        who=named[1],
        founders=[*founders],
        back=_back(request),
        carried=urlencode({key: word for key, word in carried.items() if word}),
        ended=None if signed else access_of(request).ended(token) if token else None,
        lost=bool(request.query_params.get("lost")),
        out=bool(request.query_params.get("out")),
        again=again,
        signed=[(one, first_page(request, one)) for one in signed],
        stays=[one.name for one in signed if invitation and one.is_beside(invitation)],
        leaves=[
            one.name
            for one in signed
            if invitation and one.player != invitation.player and not one.is_beside(invitation)
        ],
        sorry=NO_MORE_CARDS if over and sorry == DOES_NOT_WORK else sorry,
        over=over,
        provider=provider.settings.name if provider else "",
        contact=contact,
    )
    page = finished(text, status=404 if again else status if sorry else 200)
    return answer(request, page, cache="no-store")


def _wanted(
    request: Request, invitation: Invitation | None, signed: Sequence[Session]
) -> ServedTournament | None:
    """Return the tournament that the visitor wants, if one can be told."""
    every, at = tournaments_of(request), request.query_params.get("at")
    invited = invitation.tournament if invitation else None
    alone = every.folders if len(every.folders) == 1 else ()
    own = [one.tournament for one in signed[:1]]
    return every.served(next(filter(None, (invited, at, *own, *alone)), ""))


async def _contact(served: ServedTournament | None) -> str:
    """Return the contact line of a tournament, brought up to date."""
    with suppress(Trouble):  # The sign-in does not need it.
        return (await shown_now(served)).sight.look.contact if served else ""
    return ""


def _count(request: Request) -> None:
    """Count a code that does not work, and tell the organiser in the terminal."""
    note(request, Happening.CODE_FAILED)
    tell(request, f"an invalid sign-in code came from {address_of(request)}; see the page /doors.")
    tries = request.app.state.tries
    assert isinstance(tries, RateLimit)
    tries.count(address_of(request), _TOO_MANY)


def _back(request: Request) -> str:
    """Return the page wanted before signing in, if it is one of ours; empty otherwise."""
    back = request.query_params.get("back", "")
    plain = back.isascii() and back.isprintable() and "\\" not in back
    return back if plain and back.startswith("/") and not back.startswith("//") else ""


def _word(value: object) -> str:
    """Return the text of a field on one line, cut to the maximum length."""
    return " ".join(value.split())[:LONGEST_NAME] if isinstance(value, str) else ""


ROUTES = (
    Route("/sign-in", sign_in, methods=["GET", "POST"]),
    Route("/sign-in/out", go_out, methods=["GET"]),
    Route("/sign-in/back", come_back, methods=["GET"]),
    Route("/join/{code}", join, methods=["GET", "POST"]),
    Route("/sign-out", sign_out, methods=["POST"]),
)
