"""Who asks, and whether it is really they: sessions, seats, and forms that only our pages send."""

import hmac
import ipaddress
import socket
from collections.abc import Callable, Collection
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import AccessStore, Session
from cli.web.server.answers import read_cookie
from cli.web.server.limits import CLAIMS, FORMS, RateLimit
from cli.web.server.problems import TurnedAwayError
from cli.web.server.tournaments import tournaments_of
from ledger.phrases import phrase

# By which name we were called: a page elsewhere must not reach the desk under a name of its own.

LOCAL = (".local", ".lan", ".home.arpa", ".internal", ".localhost")
"""Endings of names that no one can buy."""


def is_ours(request: Request) -> bool:
    """Tell whether a request called us by a name that no stranger can point at us."""
    return is_own_name(request.headers.get("host", ""), request.app.state.options.names)


def is_own_name(host: str, names: Collection[str] = ()) -> bool:
    """Tell the same of the `Host` of a request, with or without a port.

    `names` are those that our certificate is good for: what somebody else points at us under one of
    them is no danger, since only we can answer by it.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        ours = {"localhost", socket.gethostname().lower(), *names}
        return name in ours or name.endswith(LOCAL)
    return True


def is_same_origin(request: Request) -> bool:
    """Tell whether a form was sent from a page of ours, as far as the browser says.

    Every browser of these years sends an `Origin` with a form. What sends neither is no browser,
    and nobody can make it send a form behind somebody's back.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    return origin is None or path_of(request, f"{origin}/") is not None


def path_of(request: Request, address: str) -> str | None:
    """Return the path of an address of ours, as the browser names us; None for any other's."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    ours = request.url.scheme, request.headers.get("host", "").lower()
    return parts.path if (parts.scheme, parts.netloc.lower()) == ours else None


PART = 1_400_000
"""So many bytes one field may have: a list that is judged first comes a second time, packed."""


class SignInError(Exception):
    """Nobody is signed in, or no longer: the page to sign in comes first."""


def access_of(request: Request) -> AccessStore:
    """Return the doors of what is served."""
    access = request.app.state.access
    assert isinstance(access, AccessStore)
    return access


def session_of(request: Request) -> Session | None:
    """Return who is signed in; None for the public, and for whoever called us by a foreign name."""
    if not is_ours(request):
        return None
    access = access_of(request)
    token = read_cookie(request, access.cookie)
    return access.session(token, acting=_is_click(request))


def _is_click(request: Request) -> bool:
    """Tell whether a person asks, and not a page that brings itself up to date or waits for news.

    Browsers say so by themselves (Sec-Fetch-Mode) over HTTPS alone, so our scripts do too.
    """
    said = request.headers
    by_script = "x-part" in said or "x-live" in said or said.get("accept") == "text/event-stream"
    quiet = by_script or said.get("sec-fetch-mode") not in {None, "navigate"}
    return request.method == "POST" or not quiet


def seated(request: Request, seats: Collection[AccessRole], *, anywhere: bool = False) -> Session:
    """Return who is signed in, in one of these seats, at the tournament that is asked for.

    `anywhere` is a page that shows everybody what belongs to their own tournament. Raises
    SignInError, TurnedAwayError.
    """
    session = session_of(request)
    if session is None:
        raise SignInError
    slug = request.path_params.get("slug")
    if session.seat not in seats:
        msg = f"This page is not for {session.seat.value.replace('-', ' ')}s."
        raise TurnedAwayError(msg)
    if slug is not None and not is_at(request, session, slug):
        raise TurnedAwayError("You are signed in to another tournament.")
    if slug is None and session.tournament is not None and not anywhere:
        raise TurnedAwayError(
            "You are signed in to one tournament, but this page is for all of them."
        )
    return session


def is_at(request: Request, session: Session, slug: str) -> bool:
    """Tell whether a session is good for the tournament that is called so now.

    Another one may lie in its folder by now: a rehearsal was cleared away, a folder was renamed.
    Raises Trouble where it cannot be read.
    """
    served = tournaments_of(request).served(slug)
    same = served is None or session.event is None or served.event() == session.event
    return session.at(slug) and same


def honest(request: Request) -> None:
    """Turn away a form that was sent from a page of somebody else's, signed in or not."""
    if not (is_ours(request) and is_same_origin(request)):
        raise TurnedAwayError("This form was not sent from one of our pages.")


async def form_of(request: Request, session: Session) -> dict[str, str]:
    """Return what was filled in, of a form that this session's own pages hold.

    Every field once; raises TurnedAwayError for a form that is not ours, or from before signing in.
    """
    return (await form_and_file_of(request, session, files=0))[0]


async def form_and_file_of(
    request: Request, session: Session, *, files: int = 1
) -> tuple[dict[str, str], tuple[str, bytes] | None]:
    """Return the same, and the file that came with it: its name and bytes; None for none."""
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
        msg = (
            "This form was opened before you signed in: open the page again, and send the form "
            "again."
        )
        raise TurnedAwayError(msg)
    return fields, file if file and any(file) else None


def to_sign_in(request: Request, *, back: str = "") -> Response:
    """Lead to the page to sign in, and back to this one afterwards.

    Whoever sent a form is told that nothing was recorded, and led `back` to what was typed, or to
    the page that held it.
    """
    looked = request.method in {"GET", "HEAD"}
    held = request.url.path if looked else path_of(request, request.headers.get("referer", ""))
    held = back or held
    words = [f"back={quote(held, safe='')}"] if held else []
    words += [] if looked else ["lost=yes"]
    return RedirectResponse(f"/sign-in?{'&'.join(words)}" if words else "/sign-in", 303)


_TOO_MANY = phrase(
    "Too many forms were sent from here within a minute. Nothing was recorded: wait a little, "
    "then try again."
)


class FormPace:
    """How many forms each session sent in the last minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with none."""
        self._staff = RateLimit(clock, each=FORMS, most=None)
        self._players = RateLimit(clock, each=CLAIMS, most=None)

    def count(self, session: Session) -> None:
        """Count a form of a session. Raises TurnedAwayError where there were too many."""
        done = self._players if session.seat is AccessRole.PLAYER else self._staff
        done.count(session.number, _TOO_MANY)
