"""Runs the web server (uvicorn): one process, many phones, a clean stop."""

import asyncio
import logging
import selectors
import signal
import socket
import ssl
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import Options, app, is_staff
from roundbook.cli.web.server.limits import HEAD, refusal
from roundbook.cli.web.server.proxy import Network, is_among
from roundbook.cli.web.server.tournaments import TournamentFolder

if TYPE_CHECKING:
    from asyncio import TimerHandle


# Connections with time limits, for requests to arrive and for answers to be read.

HEADER_SECONDS = 10.0
"""The seconds that the head of a request may take to arrive."""

TAKING_SECONDS = 60.0
"""The seconds that a client may take to read what was sent."""


class Crowd:
    """The connections of one server: who holds them, and which of them are idle.

    One address cannot take the place of all others, unless it is one of the `proxies`, which stand
    for many. `is_staff` tells whether a request is one of the staff: they are answered however many
    phones there are.
    """

    def __init__(self, proxies: tuple[Network, ...], is_staff: Callable[[Scope], bool]) -> None:
        """Begin without connections."""
        self.proxies, self.is_staff = proxies, is_staff
        self.held = Counter[str]()
        self.idle: dict[Patient, None] = {}
        """Those waiting for a further request, the longest wait first."""

    def make_room(self) -> bool:
        """Close the phone's connection that has been idle longest; tell whether there was one.

        The phone connects again by itself.
        """
        free = (one for one in self.idle if not self.is_staff(dict(one.scope)))
        found = next((one for one in free if one.is_silent), None)
        if found is not None:
            found.timeout_keep_alive_handler()
        return found is not None


class Patient(H11Protocol):
    """A connection with limits on waiting for a request, and for an answer to be read."""

    def __init__(self, *words: Any, crowd: Crowd, **named: Any) -> None:
        """Initialise as uvicorn does."""
        super().__init__(*words, **named)
        self._crowd = crowd
        self._app: ASGIApp = self.app
        self.app = self._answer

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, unless the server is full of busy connections: then staff's alone."""
        is_full = len(self.connections) > MOST_CONNECTIONS and not self._crowd.make_room()
        is_first = scope["path"].startswith(DOORS) or (is_full and self._crowd.is_staff(scope))
        await (refusal(503) if is_full and not is_first else self._app)(scope, receive, send)

    def connection_made(self, transport: object) -> None:
        """Start waiting for the head of a request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._address = self.client[0] if self.client else ""
        self._crowd.held[self._address] += 1
        crowded = 2 * len(self.connections) > MOST_CONNECTIONS
        is_alone = crowded and self._crowd.held[self._address] > SHARE
        if is_alone and not is_among(self._address, self._crowd.proxies):
            self.transport.abort()
        self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)
        self._taking: TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Receive data; an incomplete head has HEADER_SECONDS from its first byte."""
        self._crowd.idle.pop(self, None)
        super().data_received(data)
        if self._is_asked:
            self._waiting.cancel()
        elif self._waiting.cancelled():
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)

    def on_response_complete(self) -> None:
        """Continue with pending data; a head that has begun has its full time from now."""
        super().on_response_complete()
        if not self._is_asked and self.conn.trailing_data[0]:
            self._waiting.cancel()
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._send_away)
        if not (self._is_asked or self.transport.is_closing()):
            self._crowd.idle[self] = None
        self._hang_up()

    def pause_writing(self) -> None:
        """Wait until some of what was sent has been read."""
        super().pause_writing()
        self._give_up_later()

    def resume_writing(self) -> None:
        """Continue: the data was read."""
        self._stop_giving_up()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        self._crowd.idle.pop(self, None)
        super().timeout_keep_alive_handler()
        self._hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._crowd.idle.pop(self, None)
        self._crowd.held[self._address] -= 1
        if not self._crowd.held[self._address]:
            del self._crowd.held[self._address]
        self._waiting.cancel()
        self._stop_giving_up()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Whether nothing has arrived that is still to be read; closing would lose a request."""
        with selectors.DefaultSelector() as asking:
            asking.register(self.transport.get_extra_info("socket"), selectors.EVENT_READ)
            return not asking.select(0)

    def _send_away(self) -> None:
        """Close a connection without a request."""
        if not self._is_asked:
            self.transport.close()
            self._hang_up()

    def _hang_up(self) -> None:
        """Make sure that a closing connection ends, even if its client does not read the rest."""
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._give_up_later()

    def _give_up_later(self) -> None:
        if self._taking is None:
            self._taking = self.loop.call_later(TAKING_SECONDS, self.transport.abort)

    def _stop_giving_up(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    @property
    def _is_asked(self) -> bool:
        """Whether a request is waiting for its answer."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete


MOST_CONNECTIONS = 8_000
"""The most connections served at once. A further one takes the place of one that is idle; if there
is none, it is told to wait, unless it is one of the staff or they sign in."""

DOORS = ("/join/", "/sign-in", "/healthz")
"""Where staff sign in, and monitors ask: even a full server answers there."""

SHARE = 64
"""The connections that one address may always hold; it may hold more only while half of all are
free. A venue often has one address, and one phone that opens thousands leaves room for the
others."""

BACKLOG = 2048
"""The most connections waiting to be accepted."""

STOPPING = (signal.SIGINT, signal.SIGTERM)

TURN = 0.0005
"""The seconds one thread runs before another may."""

IDLE_SECONDS = 30
STOP_SECONDS = 4
"""The seconds that a stop waits for unfinished answers."""


class Server(uvicorn.Server):
    """A server that releases listeners before it waits for them."""

    def __init__(self, config: uvicorn.Config, tournaments: TournamentFolder) -> None:
        """Remember the tournaments whose listeners must be released."""
        super().__init__(config)
        self.tournaments = tournaments

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, using the tournaments' thread pool for all threads."""
        asyncio.get_running_loop().set_default_executor(self.tournaments.pool)
        await super().serve(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals to stop without ending the program: it continues, and ends by itself."""
        if threading.current_thread() is not threading.main_thread():
            yield  # Only the main thread gets signals.
            return
        before = {each: signal.signal(each, self.handle_exit) for each in STOPPING}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on Ctrl-C or when a service manager asks; the second time at once."""
        super().handle_exit(sig, frame)
        with suppress(RuntimeError):  # The loop has not started, or has ended.
            asyncio.get_running_loop().call_soon_threadsafe(self.tournaments.end)


def server(
    tournaments: TournamentFolder,
    access: AccessStore,
    options: Options,
    tls: ssl.SSLContext | None = None,
) -> Server:
    """Return the server, not yet running; with `tls` it serves HTTPS only.

    It does not log addresses.
    """
    made = app(tournaments, access, options)
    crowd = Crowd(options.proxies, lambda scope: is_staff({**scope, "app": made}))
    config = uvicorn.Config(
        made,
        http=partial(Patient, crowd=crowd),  # type: ignore[arg-type]  # It makes one.
        ws="none",
        lifespan="off",
        access_log=False,
        log_level=logging.WARNING,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=HEAD,
    )
    config.load()
    config.ssl = tls
    return Server(config, tournaments)


def take_turns() -> None:
    """Let threads that answer phones interrupt page rendering much sooner than after 5 ms.

    Every answer first waits for the interpreter, so while a large event's page is rendered, two
    thousand phones would each have to wait for it.
    """
    sys.setswitchinterval(TURN)


def allow_many_files() -> None:
    """Raise this process's limit of open files, as far as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        enough = 4 * MOST_CONNECTIONS
        aim = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
        if soft < aim:
            resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))


def bound(host: str, port: int) -> socket.socket:
    """Return a socket listening at an address. Raises OSError if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sets TCP_NODELAY only on known TCP sockets.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def own_addresses() -> list[str]:
    """Return this machine's addresses on the local network, the most likely one first.

    Nothing is sent: the system is only asked for the route it would use.
    """
    found: dict[str, None] = {}
    with (
        suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking,
    ):
        asking.connect(("192.0.2.1", 9))  # An address reserved for documentation (RFC 5737).
        found[asking.getsockname()[0]] = None
    with suppress(OSError):
        for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(info[4][0])] = None
    return [one for one in found if not one.startswith(("127.", "0."))]
