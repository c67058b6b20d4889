"""What whoever runs the server may watch: is it up, how busy is it; no names, no addresses."""

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

from cli.web.server.tournaments import tournaments_of
from ledger.extras import missing

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

HEALTH = ("/healthz", "/readyz")
"""What a supervisor asks, under whatever name it knows this machine by."""


async def healthy(request: Request) -> Response:
    """Say that the program answers."""
    del request
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def ready(request: Request) -> Response:
    """Say whether the folder or database that is served is there; else 503, and why."""
    if wrong := tournaments_of(request).places.missing():
        return PlainTextResponse(f"{wrong}\n", 503)
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


ROUTES = (Route("/healthz", healthy), Route("/readyz", ready))


class Answered(Struct, frozen=True, kw_only=True):
    """A request that was answered: by which route, which says nothing of who it was about."""

    method: str
    route: str
    status: int
    seconds: float
    size: int


class Monitored:
    """Tells `watchers` of every request that was answered."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: tuple[BaseRoute, ...],
        watchers: tuple[Callable[[Answered], None], ...],
    ) -> None:
        """Stand in front of an application with these routes."""
        self.app, self.watchers = app, watchers
        named = (one for one in routes if isinstance(one, Route))
        self.paths: dict[object, str] = {one.endpoint: one.path for one in named}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request, and say how it was answered."""
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
"""Whatever else a stranger invents is counted as one."""


def as_lines(out: IO[str], clock: Callable[[], datetime]) -> Callable[[Answered], None]:
    """Return what writes a line of JSON for each request, as programs that gather logs read it."""

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
    """Return what counts requests for Prometheus, by route and status, and how long they took.

    An answer that goes on, such as the news for phones, is counted when it ends, and not timed.
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
    """Answer Prometheus at an address of its own, and return what counts requests for it.

    `gauges` are figures of the moment, by their names, each with what it says. Raises Refused where
    the package is missing, OSError where the port is taken.
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
