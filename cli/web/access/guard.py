"""Guards of requests: host name, session, access role, and whether a form is from our own pages."""

import hmac
import ipaddress
import socket
from collections.abc import Callable, Collection, Iterable
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import DAY, AccessStore, Session
from roundbook.cli.web.server.limits import CLAIMS, FORMS, RateLimit
from roundbook.cli.web.server.problems import TurnedAwayError
from roundbook.cli.web.server.responses import CARD, MOST_ON_PHONE, keep_cookie, read_cookie
from roundbook.cli.web.server.tournaments import tournaments_of
from roundbook.ledger.phrases import phrase

# The host name of a request: another site must not reach the desk under a name of its own.

LOCAL = (".local", ".lan", ".home.arpa", ".internal", ".localhost")
"""Endings of host names that nobody can register."""


def is_ours(request: Request) -> bool:
    """Tell whether the request's host name is one that no stranger can point at this server."""
    return is_own_name(request.headers.get("host", ""), request.app.state.options.names)


def is_own_name(host: str, names: Collection[str] = ()) -> bool:
    """Tell the same of a `Host` header, with or without a port.

    `names` are those of our certificate. A request to one of them is safe wherever the name points,
    because only this server can answer for it.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        # An address is safe: only a name can be made to point here by a stranger.
        ipaddress.ip_address(name)
    except ValueError:
        ours = {"localhost", socket.gethostname().lower(), *names}
        return name in ours or name.endswith(LOCAL)
    return True


def is_same_origin(request: Request) -> bool:
    """Tell whether a form was sent from one of our pages, as far as the browser says.

    Every current browser sends an `Origin` with a form. A client that sends neither header is not a
    browser, so no other site can make it send a form unnoticed.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    return origin is None or path_of(request, f"{origin}/") is not None


def path_of(request: Request, address: str) -> str | None:
    """Return the path of an address on this server; None for an address elsewhere."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    ours = request.url.scheme, request.headers.get("host", "").lower()
    return parts.path if (parts.scheme, parts.netloc.lower()) == ours else None


PART = 1_400_000
"""The maximum size of a field in bytes: a checked list is sent a second time, in encoded form."""


class SignInError(Exception):
    """The visitor is not, or no longer, signed in and has to sign in first."""


def access_of(request: Request) -> AccessStore:
    """Return the access store of the served folder."""
    access = request.app.state.access
    assert isinstance(access, AccessStore)
    return access


def session_of(request: Request) -> Session | None:
    """Return the visitor's session; None for the public, and under a foreign host name."""
    return next(iter(sessions_here(request).values()), None)


def sessions_here(request: Request) -> dict[str, Session]:
    """Return the sessions of the browser by their tokens, first the one that it acts for.

    There are several only on a phone with the cards of several players. It acts for the player whom
    the address names, so that each of its tabs stays with its player, or for the last one opened.
    """
    if not is_ours(request):
        return {}
    access, acting = access_of(request), is_click(request)
    tokens = (read_cookie(request, access.cookie) or "").split(".")[:MOST_ON_PHONE]
    found = ((token, access.session(token, acting=acting)) for token in dict.fromkeys(tokens))
    me = request.query_params.get(CARD)
    here = ((token, session) for token, session in found if session)
    return dict(sorted(here, key=lambda one: me is None or one[1].player != me))


def has_card(request: Request, session: Session) -> bool:
    """Tell whether the address names the player of this session, or nobody."""
    return request.query_params.get(CARD) in {None, session.player}


def act_for(request: Request, response: Response) -> None:
    """Let a phone with several cards go on with the player whom the address names."""
    here = sessions_here(request) if CARD in request.query_params and is_click(request) else {}
    if len(here) > 1:
        keep_sessions(request, response, here)


def to_own_page(request: Request, session: Session, words: str = "", part: str = "") -> Response:
    """Redirect to the player's own page, whose address names the player."""
    query = "&".join(filter(None, (f"{CARD}={session.player}", words)))
    address = f"/t/{session.tournament}/mine?{query}{part}"
    response = RedirectResponse(address, 303)
    act_for(request, response)
    return response


def keep_sessions(request: Request, response: Response, tokens: Iterable[str]) -> None:
    """Let the browser keep these sessions; it acts for the first."""
    kept, seconds = ".".join([*tokens][:MOST_ON_PHONE]), int(DAY.total_seconds())
    keep_cookie(request, response, access_of(request).cookie, kept, seconds=seconds)


def is_click(request: Request) -> bool:
    """Tell whether a person made the request, and not a page that refreshes itself.

    Browsers send Sec-Fetch-Mode only over HTTPS, so our scripts send a header of their own too.
    """
    said = request.headers
    by_script = "x-part" in said or "x-live" in said or said.get("accept") == "text/event-stream"
    quiet = by_script or said.get("sec-fetch-mode") not in {None, "navigate"}
    return request.method == "POST" or not quiet


def seated(request: Request, seats: Collection[AccessRole], *, anywhere: bool = False) -> Session:
    """Return the session, if it has one of these access roles at the tournament of the page.

    `anywhere` is for a page that shows visitors what belongs to their own tournament. Raise
    SignInError or TurnedAwayError.
    """
    session = session_of(request)
    if session is None:
        raise SignInError
    return admitted(request, session, seats, anywhere=anywhere)


def admitted(
    request: Request, session: Session, seats: Collection[AccessRole], *, anywhere: bool = False
) -> Session:
    """Return this session if `seated` would return it for the page. Raise TurnedAwayError."""
    slug = request.path_params.get("slug")
    if session.seat not in seats:
        msg = f"This page is not for {session.seat.value.replace('-', ' ')}s."
        raise TurnedAwayError(msg)
    if slug is not None and not is_at(request, session, slug):
        raise TurnedAwayError(phrase("You are signed in to another tournament."))
    if slug is None and session.tournament is not None and not anywhere:
        raise TurnedAwayError(
            "You are signed in to one tournament, but this page is for all of them."
        )
    return session


def is_at(request: Request, session: Session, slug: str) -> bool:
    """Tell whether a session is valid for the tournament that has this name in addresses now.

    The folder may contain another tournament by now: a rehearsal was removed, or a folder was
    renamed. Raise Trouble if the tournament cannot be read.
    """
    served = tournaments_of(request).served(slug)
    same = served is None or session.event is None or served.event() == session.event
    return session.at(slug) and same


def honest(request: Request) -> None:
    """Raise TurnedAwayError for a form that was sent from another site's page."""
    if not (is_ours(request) and is_same_origin(request)):
        raise TurnedAwayError("This form was not sent from one of our pages.")


async def form_of(request: Request, session: Session) -> dict[str, str]:
    """Return the values of a form that was sent from one of this session's pages.

    Each field has one value. Raise TurnedAwayError for a form that is not ours, or that was opened
    before signing in.
    """
    return (await form_and_file_of(request, session, files=0))[0]


async def form_and_file_of(
    request: Request, session: Session, *, files: int = 1
) -> tuple[dict[str, str], tuple[str, bytes] | None]:
    """Return the same, and the name and bytes of the uploaded file; None if there is none."""
    honest(request)
    request.app.state.pace.count(session)
    filled = await request.form(max_files=files, max_fields=500, max_part_size=PART)
    texts = ((name, value) for name, value in filled.items() if isinstance(value, str))
    # Browsers send each line with CR LF, which a page could not show in a field again.
    fields = {name: value.replace("\r\n", "\n") for name, value in texts}
    sent = [value for value in filled.values() if not isinstance(value, str)]
    file = (sent[0].filename or "", await sent[0].read()) if sent else None
    await filled.close()
    if not hmac.compare_digest(fields.pop("key", "").encode(), session.form_key.encode()):
        served = tournaments_of(request).served(request.path_params.get("slug", ""))
        msg = (
            phrase(
                "This form was opened before you signed in. Reload the page, then send the form "
                "again."
            )
            if has_card(request, session)
            else phrase(
                "This player is no longer signed in on this phone, so nothing was recorded."
            )
            if served and served.is_over
            else phrase(
                "This player is no longer signed in on this phone, so nothing was recorded. Ask "
                "the desk for a new card."
            )
        )
        raise TurnedAwayError(msg)
    return fields, file if file and any(file) else None


def to_sign_in(request: Request, *, back: str = "") -> Response:
    """Redirect to the sign-in page, and back to this page afterwards.

    A visitor who sent a form is told that nothing was recorded, and returns to `back`: the draft,
    or the page with the form.
    """
    looked = request.method in {"GET", "HEAD"}
    held = request.url.path if looked else path_of(request, request.headers.get("referer", ""))
    held = back or held
    words = [f"back={quote(held, safe='')}"] if held else []
    words += [] if looked else ["lost=yes"]
    return RedirectResponse(f"/sign-in?{'&'.join(words)}" if words else "/sign-in", 303)


_TOO_MANY = phrase(
    "Too many forms were sent from here within a minute. Nothing was recorded. Wait a little, "
    "then try again."
)


class FormPace:
    """The number of forms that each session sent in the last minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with no forms counted."""
        self._staff = RateLimit(clock, each=FORMS, most=None)
        self._players = RateLimit(clock, each=CLAIMS, most=None)

    def count(self, session: Session) -> None:
        """Count a form of a session. Raise TurnedAwayError if there were too many."""
        done = self._players if session.seat is AccessRole.PLAYER else self._staff
        done.count(session.number, _TOO_MANY)
