"""What every answer says to the browser, the cookies that it keeps, and our own files."""

from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.web.server.page_cache import Page, answer, finished

# Headers: load nothing from elsewhere, be framed by nobody.

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""No script, style, typeface or picture but our own files: what a name says is never run."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: browsers would then send forms of ours without saying where from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",  # Names are for those who are here.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_WRITTEN = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

STRICT = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
"""Whoever was answered over HTTPS comes by nothing else for a year (RFC 6797)."""


class Headers:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand in front of an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers, where the application did not set them itself."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name for name, _ in message["headers"]}
                more = [header for header in _WRITTEN if header[0] not in said]
                if scope["scheme"] == "https":
                    more.append(STRICT)
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        await self.app(scope, receive, sent)


# Our cookies: out of reach of scripts and other sites, and over HTTPS bound to this host alone.


def read_cookie(request: Request, name: str) -> str | None:
    """Return the value of a cookie of ours; None where the browser sent none."""
    return request.cookies.get(_named(request, name))


def keep_cookie(
    request: Request, response: Response, name: str, value: str, *, seconds: int
) -> None:
    """Let the browser keep a value for so many seconds."""
    response.set_cookie(
        _named(request, name),
        value,
        max_age=seconds,
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )


def drop_cookie(request: Request, response: Response, name: str) -> None:
    """Let the browser forget a value."""
    name = _named(request, name)
    response.delete_cookie(name, secure=_is_secure(request), httponly=True, samesite="lax")


def _named(request: Request, name: str) -> str:
    """Return a cookie's full name: `__Host-` says that nobody else has set it (RFC 6265bis)."""
    return f"__Host-{name}" if _is_secure(request) else name


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


# Our own files: the style, the scripts, the sign.

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


def _all() -> dict[str, Page]:
    """Return every file in the folder, ready to go out."""
    return {
        place.name: finished(place.read_bytes(), kind=KINDS[place.name.rpartition(".")[2]])
        for place in files("cli.web").joinpath("static").iterdir()
        if place.name.rpartition(".")[2] in KINDS
    }


FILES = _all()

A_DAY = "max-age=86400"


async def show(request: Request) -> Response:
    """Hand out one of our files."""
    page = FILES.get(request.path_params["name"])
    if page is None:
        raise HTTPException(404)
    # A typeface does not change with a version of ours; all else is asked for anew.
    return answer(request, page, cache=A_DAY if page.kind == KINDS["woff2"] else "no-cache")


async def icon(request: Request) -> Response:
    """Hand out the sign, which browsers ask for by themselves."""
    return answer(request, FILES["roundbook.svg"], cache=A_DAY)


ROUTES = (Route("/static/{name}", show), Route("/favicon.ico", icon))
