"""The page of invitations and sessions, on which the organiser invites and signs people out."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from urllib.parse import urlencode

import click
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from roundbook.cli.args.players import find_player
from roundbook.cli.args.types import NAME, STATION
from roundbook.cli.session.venue import refuse_station
from roundbook.cli.web.access.guard import access_of, form_of, seated
from roundbook.cli.web.access.permissions import AccessRole, invites
from roundbook.cli.web.access.security_log import Happening, log_of, note
from roundbook.cli.web.access.sessions import Invitation, Session
from roundbook.cli.web.access.signin import first_page, on_staff
from roundbook.cli.web.public.players import as_picture
from roundbook.cli.web.server.listing import listing_of
from roundbook.cli.web.server.page_routes import is_this_machine, private
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.tournaments import ServedTournament, tournaments_of
from roundbook.cli.web.staff.page_frame import answering
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.terms import PlayerId

HOSTS = frozenset(seat for seat in AccessRole if invites(seat))
LONGEST = timedelta(hours=72)
DAY = timedelta(days=1)
WRONG = (Happening.CODE_FAILED, Happening.TOO_MANY, Happening.REFUSED, Happening.FAILED)
ALL = "*"
"""The value of a form that invites to all tournaments; no tournament's address has this name."""


async def doors(request: Request) -> Response:
    """Show the invitations and sessions, or make a new invitation."""
    session = seated(request, HOSTS, anywhere=True)
    if request.method != "POST":
        return await answering(request, session, partial(_shown, host=session))
    fields = await form_of(request, session)
    try:
        code, seat = await asyncio.to_thread(_invited, request, session, fields)
    except (ValueError, click.UsageError, Refused) as wrong:
        show = partial(_shown, host=session, sorry=str(wrong), fields=fields)
        return await answering(request, session, show)
    note(request, Happening.INVITED, session)
    guest = fields.get("name", "").strip()
    show = partial(_shown, host=session, code=code, seat=seat, guest=guest)
    return await answering(request, session, show)


async def revoke(request: Request) -> Response:
    """Sign somebody out, or withdraw an invitation."""
    session = seated(request, HOSTS, anywhere=True)
    fields = await form_of(request, session)
    access = access_of(request)
    below = {str(one.number): one.number for one in _sessions(request, session)}
    codes = {one.digest for one in _invitations(request, session)}
    if fields.get("all"):
        others = set(below.values()) - {session.number}
        await asyncio.to_thread(access.revoke, others)
        await asyncio.to_thread(access.uninvite, codes)
    elif number := below.get(fields.get("session", "")):
        await asyncio.to_thread(access.revoke, [number])
    elif (code := fields.get("invitation", "")) in codes:
        await asyncio.to_thread(access.uninvite, [code])
    else:
        raise TurnedAwayError(
            "The sign-in or invitation has already ended, or you are not allowed to end it.",
            status=404,
        )
    note(request, Happening.ENDED, session)
    tournaments_of(request).wake_desks()
    return RedirectResponse(f"/doors{_on(_at(request))}", 303)


def _invited(request: Request, host: Session, fields: dict[str, str]) -> tuple[str, AccessRole]:
    """Return the code and the access role of a new invitation. Raise ValueError with a sentence."""
    try:
        seat = AccessRole(fields.get("seat", ""))
    except ValueError:
        raise ValueError("Choose a role.") from None
    if seat not in invites(host.seat):
        msg = f"You cannot invite anybody with the role {seat.value.replace('-', ' ')}."
        raise TurnedAwayError(msg)
    asked = fields.get("tournament", ALL)
    if not asked:
        raise ValueError("Choose a tournament, or all of them.")
    tournament = host.tournament or (None if asked == ALL else asked)
    served = tournaments_of(request).served(tournament) if tournament is not None else None
    if tournament is not None and served is None:
        msg = f"There is no tournament {tournament[:60]}."
        raise ValueError(msg)
    player = _player(fields.get("player", "").strip(), seat, served)
    hours, uses = _number(fields, "hours", 12, 72), _number(fields, "uses", 1, 50)
    if uses > 1 and fields.get("name", "").strip():
        raise ValueError(
            "An invitation for several people cannot have a name; each person enters their own."
        )
    typed = fields.get("name", "")
    name = NAME.convert(typed, None, None) if typed.strip() else ""
    station = fields.get("station", "").strip() or seat.value
    station = STATION.convert(station, None, None)
    _refuse_station(station, served or _only(request))
    code = access_of(request).invite(
        seat,
        name=on_staff(request, name, seat, tournament) if name else "",
        station=station,
        tournament=tournament,
        event=served.event() if served else None,
        player=player,
        lasting=min(timedelta(hours=hours), LONGEST),
        uses=uses,
    )
    return code, seat


def _only(request: Request) -> ServedTournament | None:
    """Return the only tournament that is served here, if it is one."""
    every = tournaments_of(request)
    return every.served(every.only) if every.only is not None else None


def _refuse_station(station: str, served: ServedTournament | None) -> None:
    """Refuse a station that is named after a player, before anybody has signed in with it."""
    with suppress(Unreadable):  # Staff can be invited to a tournament that has to be repaired.
        if served is not None:
            with served.held() as here:
                refuse_station(here, station)


def _player(text: str, seat: AccessRole, served: ServedTournament | None) -> PlayerId | None:
    """Return the invited player, named by number, Player ID or name; None for other roles."""
    if seat is not AccessRole.PLAYER:
        if text:
            raise ValueError(
                "Only an invitation with the role player can be for one of the players."
            )
        return None
    if served is None or not text:
        raise ValueError(
            "To invite a player, choose one tournament, and enter a name or a number such as p17."
        )
    with served.held() as here:
        return find_player(text, here.desk.tournament, here.book)


def _number(fields: dict[str, str], name: str, usual: int, most: int) -> int:
    text = fields.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= most:
        msg = f"{name.capitalize()}: enter a number from 1 to {most}."
        raise ValueError(msg)
    return int(text)


def _noticed(request: Request) -> list[tuple[Happening, int, str, datetime]]:
    """Return the failed sign-ins and refusals of the last day, one row for each kind.

    A row has the kind, the number, and the address and local time of the last one.
    """
    log = log_of(request)
    found = [(what, log.lately(what, DAY)) for what in WRONG]
    return [
        (what, len(events), events[0].address, events[0].at.astimezone())
        for what, events in found
        if events
    ]


def _sessions(request: Request, host: Session) -> list[Session]:
    """Return the sessions that a host may see: their own, and those of people they may invite."""
    every = access_of(request).doors.sessions
    return [one for one in every if one.number == host.number or _concerns(host, one)]


def _invitations(request: Request, host: Session) -> list[Invitation]:
    """Return the invitations that a host may see."""
    return [one for one in access_of(request).doors.invitations if _concerns(host, one)]


def _concerns(host: Session, guest: Session | Invitation) -> bool:
    """Tell whether a host may end this: only if they could also have made the invitation."""
    return guest.seat in invites(host.seat) and host.tournament in {None, guest.tournament}


async def _shown(
    request: Request,
    host: Session,
    *,
    code: str = "",
    seat: AccessRole | None = None,
    guest: str = "",
    sorry: str = "",
    fields: dict[str, str] | None = None,
) -> Response:
    """Return the page; it shows the code of a new invitation once, as a link and a QR code.

    There is no QR code if no phone can open it.
    """
    address, names = address_of(request), await _names(request)
    tournaments = [host.tournament] if host.tournament else list(tournaments_of(request).folders)
    at = _at(request)
    link = f"{address}join/{code}" if code else ""
    unreachable = is_this_machine(address)
    return await private(
        request,
        "doors.html",
        status=400 if sorry else 200,
        host=host,
        onward=first_page(request, host, at),
        on=_on(at),
        link=link,
        unreachable=unreachable,
        picture=await asyncio.to_thread(as_picture, link) if link and not unreachable else "",
        code=code,
        fingerprint=request.app.state.options.fingerprint,
        door=f"{address}sign-in",
        seat=seat.value if seat else "",
        guest=guest,
        seats=sorted(each.value for each in invites(host.seat)),
        only=tournaments_of(request).only is not None,
        tournaments=tournaments,
        named=lambda slug: names.get(slug, slug),
        at=at if at in tournaments else tournaments[0] if len(tournaments) == 1 else "",
        sessions=[(one, access_of(request).last(one)) for one in _sessions(request, host)],
        invitations=_invitations(request, host),
        noticed=_noticed(request) if host.tournament is None else [],
        fields=fields or {},
        sorry=sorry,
    )


def _at(request: Request) -> str:
    """Return the tournament from whose desk somebody came here; empty if they came from none."""
    at = request.query_params.get("at", "")
    return at if tournaments_of(request).served(at) is not None else ""


def _on(at: str) -> str:
    """Return the query of an address of this page, so that the way back still leads to the desk."""
    return f"?{urlencode({'at': at})}" if at else ""


async def _names(request: Request) -> dict[str, str]:
    """Return the names of the tournaments by their addresses; with the address if two are alike."""
    try:
        found = await listing_of(request).now()
    except Unreadable:
        return {}
    alike = found.names
    return {
        one.slug: f"{one.name} ({one.slug})" if alike[one.name] > 1 else one.name
        for one in found.lines
    }


def address_of(request: Request) -> str:
    """Return the server's address as a phone can reach it, if there is one."""
    addresses: tuple[str, ...] = request.app.state.options.addresses
    return addresses[0] if addresses else str(request.base_url)


ROUTES = (
    Route("/doors", doors, methods=["GET", "POST"]),
    Route("/doors/end", revoke, methods=["POST"]),
)
