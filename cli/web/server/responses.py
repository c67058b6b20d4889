"""The headers of every answer, the cookies, and the static files."""

import re
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundbook.cli.web.server.page_cache import Page, answer, finished
from roundbook.projections.reports.languages import LANGUAGES

# Headers: load nothing from other sites, and allow no framing.

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Scripts, styles, fonts and pictures come only from our files, so text in names never runs."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: browsers would then send our own forms without an origin.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",  # Names are only for people at the venue.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_WRITTEN = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

STRICT = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
"""After one answer over HTTPS, a browser uses nothing else for a year (RFC 6797)."""


class Headers:
    """Middleware that adds the headers to every answer, and the language chosen in the address.

    A redirect too lets the browser remember it: no other address has to repeat it. A tab that only
    renews itself decides nothing for the others. At the desk it is the language of prints.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers that the application did not set itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asking = Request(scope)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name for name, _ in message["headers"]}
                more = [header for header in _WRITTEN if header[0] not in said]
                if scope["scheme"] == "https":
                    more.append(STRICT)
                chosen = asking.query_params.get("lang")
                here = scope["path"].split("/")[3:4] != ["desk"] and "x-live" not in asking.headers
                if chosen in LANGUAGES and here:
                    kept = Response()
                    keep_cookie(asking, kept, "lang", chosen, seconds=YEAR)
                    more += [header for header in kept.raw_headers if header[0] == b"set-cookie"]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        await self.app(scope, receive, sent)


# Cookies: out of reach of scripts and other sites, and over HTTPS bound to this host.


CARD = "as"
"""In the address of a player's own page: whose it is, if the phone has the cards of several."""

YEAR = 31_536_000
"""The seconds for which a browser remembers a language."""

MOST_ON_PHONE = 8
"""The most players that one phone keeps, such as those of a family."""


def read_cookie(request: Request, name: str) -> str | None:
    """Return the value of one of our cookies; None if the browser sent none."""
    return request.cookies.get(_named(request, name))


def keep_cookie(
    request: Request, response: Response, name: str, value: str, *, seconds: int
) -> None:
    """Store a value in the browser for this many seconds."""
    response.set_cookie(
        _named(request, name),
        value,
        max_age=seconds,
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )


def drop_cookie(request: Request, response: Response, name: str) -> None:
    """Delete a value from the browser."""
    name = _named(request, name)
    response.delete_cookie(name, secure=_is_secure(request), httponly=True, samesite="lax")


def _named(request: Request, name: str) -> str:
    """Return a cookie's full name: `__Host-` proves that no other site set it (RFC 6265bis)."""
    return f"__Host-{name}" if _is_secure(request) else name


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


# Static files: styles, scripts, the logo.

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


REMARKS = {
    "css": re.compile(rb"/\*.*?\*/\n?", re.DOTALL),
    "js": re.compile(rb"^ *//.*\n", re.MULTILINE),
}
"""What styles and scripts say to those who read the code: a phone on a slow line does without."""


def _all() -> dict[str, Page]:
    """Return every static file, ready to send."""
    found = {}
    for place in files("roundbook.cli.web").joinpath("static").iterdir():
        ending, body = place.name.rpartition(".")[2], place.read_bytes()
        if ending in REMARKS:
            body = REMARKS[ending].sub(b"", body)
        if ending in KINDS:
            found[place.name] = finished(body, kind=KINDS[ending])
    return found


FILES = _all()

A_DAY = "max-age=86400"

AT_HAND = "max-age=60, stale-while-revalidate=86400"
"""A browser shows what it has, and asks for a newer one meanwhile: so no icon appears late."""


async def show(request: Request) -> Response:
    """Send a static file."""
    page = FILES.get(request.path_params["name"])
    if page is None:
        raise HTTPException(404)
    # A font does not change between versions; styles and scripts are revalidated.
    kept = {KINDS["woff2"]: A_DAY, KINDS["svg"]: AT_HAND}
    return answer(request, page, cache=kept.get(page.kind, "no-cache"))


async def icon(request: Request) -> Response:
    """Send the logo, which browsers request on their own."""
    return answer(request, FILES["roundbook.svg"], cache=A_DAY)


ROUTES = (Route("/static/{name}", show), Route("/favicon.ico", icon))
