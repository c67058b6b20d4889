"""Monitoring of the server: health checks, request logs and metrics, without names or addresses."""

from collections.abc import Callable, Mapping
from datetime import datetime
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundbook.cli.web.server.tournaments import tournaments_of
from roundbook.ledger.optional_packages import missing

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

HEALTH = ("/healthz", "/readyz")
"""The health checks, answered under any host name."""


async def healthy(request: Request) -> Response:
    """Answer that the program is running."""
    del request
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    """Answer whether the served folder or database is available; else 503 with the reason."""
    if wrong := tournaments_of(request).places.missing():
        return PlainTextResponse(f"{wrong}\n", 503)
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


ROUTES = (Route("/healthz", healthy), Route("/readyz", ready))


class Answered(Struct, frozen=True, kw_only=True):
    """An answered request, by its route, which does not say whom it was about."""

    method: str
    route: str
    status: int
    seconds: float
    size: int


class Monitored:
    """Middleware that reports every answered request to `watchers`."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: tuple[BaseRoute, ...],
        watchers: tuple[Callable[[Answered], None], ...],
    ) -> None:
        """Wrap an application with these routes."""
        self.app, self.watchers = app, watchers
        named = (one for one in routes if isinstance(one, Route))
        self.paths: dict[object, str] = {one.endpoint: one.path for one in named}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, and report how it was answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, size, began = 500, 0, perf_counter()

        async def sent(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, sent)
        finally:
            done = Answered(
                method=scope["method"] if scope["method"] in METHODS else "other",
                route=self.paths.get(scope.get("endpoint", self), "none"),
                status=status,
                seconds=perf_counter() - began,
                size=size,
            )
            for watcher in self.watchers:
                watcher(done)


METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
"""All other methods are counted as one."""


def as_lines(out: IO[str], clock: Callable[[], datetime]) -> Callable[[Answered], None]:
    """Return a watcher that writes a line of JSON for each request, for log collectors."""

    def write(done: Answered) -> None:
        line: Mapping[str, Any] = {
            "time": clock().isoformat(timespec="milliseconds"),
            "method": done.method,
            "route": done.route,
            "status": done.status,
            "ms": round(1000 * done.seconds, 1),
            "bytes": done.size,
        }
        out.write(msgspec.json.encode(line).decode() + "\n")
        out.flush()

    return write


def as_metrics(registry: "CollectorRegistry") -> Callable[[Answered], None]:
    """Return a watcher that counts requests for Prometheus by route and status, with durations.

    A continuous answer, such as the news for phones, is counted when it ends, without its duration.
    """
    from prometheus_client import Counter, Histogram

    requests = Counter(
        "roundbook_requests",
        "Requests that were answered.",
        ["method", "route", "status"],
        registry=registry,
    )
    seconds = Histogram(
        "roundbook_request_seconds", "How long answers took.", ["route"], registry=registry
    )
    sizes = Counter(
        "roundbook_response_bytes", "Response bytes, before compression.", registry=registry
    )

    def count(done: Answered) -> None:
        requests.labels(done.method, done.route, str(done.status)).inc()
        sizes.inc(done.size)
        if not done.route.endswith(("/live", "/feed")):
            seconds.labels(done.route).observe(done.seconds)

    return count


def publish_metrics(
    at: tuple[str, int], gauges: Mapping[str, tuple[str, Callable[[], float]]]
) -> Callable[[Answered], None]:
    """Serve metrics to Prometheus at an address of their own; return the watcher that counts.

    `gauges` are current figures by name, each with its description. Raises Refused if the package
    is missing, OSError if the port is taken.
    """
    try:
        from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, start_http_server
    except ImportError as error:
        raise missing(error) from None
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    for name, (about, figure) in gauges.items():
        Gauge(f"roundbook_{name}", about, registry=registry).set_function(figure)
    count = as_metrics(registry)
    host, port = at
    start_http_server(port, host, registry=registry)
    return count
