"""Our cookies: out of reach of scripts and other sites, and over HTTPS bound to this host alone."""

from starlette.requests import Request
from starlette.responses import Response


def read(request: Request, name: str) -> str | None:
    """Return the value of a cookie of ours; None where the browser sent none."""
    return request.cookies.get(_named(request, name))


def keep(request: Request, response: Response, name: str, value: str, *, seconds: int) -> None:
    """Let the browser keep a value for so many seconds."""
    response.set_cookie(
        _named(request, name),
        value,
        max_age=seconds,
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )


def drop(request: Request, response: Response, name: str) -> None:
    """Let the browser forget a value."""
    name = _named(request, name)
    response.delete_cookie(name, secure=_is_secure(request), httponly=True, samesite="lax")


def _named(request: Request, name: str) -> str:
    """Return a cookie's full name: `__Host-` says that nobody else has set it (RFC 6265bis)."""
    return f"__Host-{name}" if _is_secure(request) else name


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"
