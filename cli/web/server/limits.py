"""Limits on the size, duration and frequency of requests."""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable, Hashable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundbook.cli.web.server.problems import TurnedAwayError

HEAD = 16_384
"""The most bytes in the head of a request: its address and all header fields."""

FORM = 64 * 1024
"""The most bytes in a form."""

FILE = 2_000_000
"""The most bytes in a signed-in person's form with a list or a file; a deck list comes packed, so
it unpacks to more."""

DESK = re.compile(r"(/t/[^/]+)?/desk/")
"""The addresses that such forms are sent to."""

AT_ONCE = 64_000_000
"""The most bytes being received at once from signed-in people, and the same again from others, so
that slow requests from strangers leave room for the desk."""

SECONDS = 20
"""The seconds that a whole request may take to arrive."""


class Limits:
    """Middleware that refuses requests that are too large (413) or too slow (408).

    They are refused before they are read as a whole. If very much arrives at once, further requests
    are told to wait (503).
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        largest: int | None = None,
        seconds: float = SECONDS,
        at_once: int = AT_ONCE,
        is_known: Callable[[Scope], bool] = lambda _: False,
    ) -> None:
        """Wrap an application; `largest` applies to every address.

        `is_known` tells whether the sender of a request is signed in.
        """
        self.app = app
        self.largest = largest
        self.seconds = seconds
        self.room = {True: at_once, False: at_once}
        self._is_known = is_known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request whose body is within the limits."""
        if scope["type"] == "http" and (status := _refused_head(scope)):
            await refusal(status, HEAD)(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self.app(scope, receive, send)
            return
        known = self._is_known(scope)
        largest = self.largest or (FILE if known and _brings(scope) else FORM)
        body = bytearray()
        refused = await self._read(scope, receive, body, largest, known=known)
        try:
            if refused is None:
                whole: list[Message] = [{"type": "http.request", "body": bytes(body)}]

                async def heard() -> Message:
                    return whole.pop() if whole else await receive()

                await self.app(scope, heard, send)
            elif refused:
                await refusal(refused, largest)(scope, receive, send)
        finally:
            # Given back in any case, or senders who leave halfway would use up the room for good.
            self.room[known] += len(body)

    async def _read(
        self, scope: Scope, receive: Receive, body: bytearray, largest: int, *, known: bool
    ) -> int | None:
        """Read a body; return None, the status of a refusal, or 0 if the sender has gone."""
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not said.isdigit() or len(said) > 12 or int(said) > largest:
            return 413
        try:
            async with asyncio.timeout(self.seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return 0
                    part = message.get("body", b"")
                    if len(body) + len(part) > largest:
                        return 413
                    if len(part) > self.room[known]:
                        return 503
                    body += part
                    self.room[known] -= len(part)
                    if not message.get("more_body"):
                        return None
        except TimeoutError:
            return 408


def _refused_head(scope: Scope) -> int:
    """Return the status for refusing the head of a request; 0 if it is acceptable.

    A head that gives the length of its body in two ways may hide another request (RFC 9112 §6.3).
    """
    names = {name for name, _ in scope["headers"]}
    if {b"content-length", b"transfer-encoding"} <= names:
        return 400
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    whole = fields + len(scope["path"]) + len(scope.get("query_string", b""))
    return 431 if whole > HEAD else 0


def _brings(scope: Scope) -> bool:
    """Tell whether a form may contain a file: a multipart form for the desk."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    return bool(DESK.match(scope["path"])) and kind.lower().startswith(b"multipart/form-data")


def refusal(status: int, largest: int = 0) -> PlainTextResponse:
    """Return a refusal that closes the connection."""
    sentence = {
        400: "The request gives its length twice.",
        408: "The request took too long.",
        413: f"A request can be at most {largest:,} bytes long.",
        431: f"The headers of a request can be at most {largest:,} bytes long.",
        503: "Too many requests are coming in at the moment; send this one again.",
    }[status]
    return PlainTextResponse(sentence + "\n", status, {"Connection": "close"})


# Limits per minute, for one person and for all together.

MINUTE = 60.0
EACH, ALL = 20, 300
"""The most wrong codes per minute, from one address and in all.

A venue often has one address for two thousand phones that arrive within minutes. Right codes are
therefore not counted, or one guessing phone would keep everybody out. Codes are long enough:
guessing a thousand a second for a whole day finds one of a thousand codes with a chance of one in
ten million.
"""

FORMS, CLAIMS = 600, 30
"""The most forms per minute from one session: of the staff, and of a player."""


SIGN_UPS, ALL_SIGN_UPS = 600, 1_200
"""The most sign-ups per minute, from one address and in all.

A hall often has one address, and after a gap in its network everybody sends at once.
"""


class RateLimit:
    """What was done in the last minute, and by whom. Used in the event loop only."""

    def __init__(
        self, clock: Callable[[], float], *, each: int = EACH, most: int | None = ALL
    ) -> None:
        """Start at zero; `most` is the limit for all together."""
        self._clock, self._each, self._most = clock, each, most
        self._done: deque[tuple[float, Hashable]] = deque()
        self._by: Counter[Hashable] = Counter()

    def are_spent(self, who: Hashable) -> bool:
        """Tell whether somebody has reached their limit, or all together have."""
        before = self._clock() - MINUTE
        while self._done and self._done[0][0] <= before:
            _, one = self._done.popleft()
            self._by[one] -= 1
            # Without this, every address of the day would stay in memory.
            if not self._by[one]:
                del self._by[one]
        too_many = self._most is not None and len(self._done) >= self._most
        return too_many or self._by[who] >= self._each

    def count(self, who: Hashable, sorry: str) -> None:
        """Count one more. Raises TurnedAwayError with this sentence if there were too many."""
        if self.are_spent(who):
            raise TurnedAwayError(sorry, status=429)
        self._done.append((self._clock(), who))
        self._by[who] += 1
