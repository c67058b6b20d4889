"""By which name we were called: a page elsewhere must not reach the desk under a name of its own.

Whoever owns a name may let it point at our address, and their page then asks us as if it were ours
(DNS rebinding). Public pages do not mind. Whatever acts asks `is_ours` first: numbers, this
machine's own name, and names that only a local network gives cannot be owned by a stranger.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.requests import Request

LOCAL = (".local", ".lan", ".home.arpa", ".internal", ".localhost")
"""Endings of names that no one can buy."""


def is_ours(request: Request) -> bool:
    """Tell whether a request called us by a name that no stranger can point at us."""
    return is_own_name(request.headers.get("host", ""))


def is_own_name(host: str) -> bool:
    """Tell the same of the `Host` of a request, with or without a port."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(LOCAL) or name == socket.gethostname().lower()
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
    if parts.scheme not in {"http", "https"}:
        return None
    ours = parts.netloc.lower() == request.headers.get("host", "").lower()
    return parts.path if ours else None
