"""The public address behind a reverse proxy, and which proxies' headers are trusted."""

import ipaddress
import re
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from roundbook.cli.web.server.monitoring import HEALTH
from roundbook.ledger.errors import Misuse

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

HERE = ("127.0.0.0/8", "::1")
"""Proxies on this machine, trusted if no other is named."""

_PORTS = {"http": 80, "https": 443}
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*\Z")


class PublicAddress(Struct, frozen=True, kw_only=True):
    """The address that people type and scan; `host` is its name, `at` the browser's Host header."""

    scheme: str
    host: str
    at: str

    def __str__(self) -> str:
        """Return the address as a link, with a final slash."""
        return f"{self.scheme}://{self.at}/"


def public_address(text: str) -> PublicAddress:
    """Return the public address in a text. Raises Misuse if it is not one."""
    try:
        parts = urlsplit(text.strip().lower())
        name, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise Misuse(f"{text} is not an address; use https://results.example.org.") from None
    if parts.scheme not in _PORTS or not name or parts.username is not None:
        raise Misuse(f"{text} is not an address; use https://results.example.org.")
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        msg = f"{text} has a path: roundbook needs a host name of its own, such as https://{name}."
        raise Misuse(msg)
    if not (_NAME.match(name) or _is_address(name)):
        raise Misuse(f"{name} cannot be a host name; write it in ASCII (xn--…).")
    shown = f"[{name}]" if ":" in name else name
    at = shown if port in {None, _PORTS[parts.scheme]} else f"{shown}:{port}"
    return PublicAddress(scheme=parts.scheme, host=name, at=at)


def proxy_networks(named: Iterable[str]) -> tuple[Network, ...]:
    """Return proxies' addresses or networks. Raises Misuse for anything else."""
    found = []
    for one in named:
        try:
            found.append(ipaddress.ip_network(one))
        except ValueError:
            msg = f"{one} is neither an address nor a network; use 10.0.0.5 or 10.0.0.0/24."
            raise Misuse(msg) from None
    return tuple(found)


class Hosted:
    """Middleware that restores the scheme and sender of requests from trusted proxies.

    Requests under the public name get its scheme, whatever the headers say. Their sender is the
    last address of `X-Forwarded-For` that is not a trusted proxy. Headers from anybody else are
    ignored. Requests for another host are refused (421, RFC 9110 §15.5.20): `is_ours` knows our
    names.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        address: PublicAddress,
        proxies: tuple[Network, ...],
        is_ours: Callable[[str], bool],
    ) -> None:
        """Wrap an application."""
        self.app, self.address, self.proxies, self._is_ours = app, address, proxies, is_ours

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with its scheme and sender corrected."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = Headers(scope=scope)
        host = said.get("host", "").lower()
        if scope["path"] not in HEALTH and not self._is_ours(host):
            await PlainTextResponse(f"This is {self.address}.\n", 421)(scope, receive, send)
            return
        if scope["client"] and is_among(scope["client"][0], self.proxies):
            scope = {**scope, "client": (self._sender(scope["client"][0], said), 0)}
            if host == self.address.at:
                scope["scheme"] = self.address.scheme
        await self.app(scope, receive, send)

    def _sender(self, peer: str, said: Headers) -> str:
        """Return the sender: going back from the proxy, the first that is not a trusted proxy."""
        told = ",".join(said.getlist("x-forwarded-for")).split(",")
        for each in reversed([one.strip() for one in told]):
            if not _is_address(each):
                break
            peer = each
            if not is_among(peer, self.proxies):
                break
        return peer


def is_among(peer: str, networks: Iterable[Network]) -> bool:
    """Tell whether an address is in one of these networks."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    return any(address in each for each in networks)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
