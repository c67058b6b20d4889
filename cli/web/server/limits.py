"""How much a request may bring, and how long it may take to bring it."""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable, Hashable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.web.server.problems import TurnedAwayError

HEAD = 16_384
"""So many bytes the head of a request may have: its address and all header fields."""

FORM = 64 * 1024
"""So many bytes a form may have."""

FILE = 2_000_000
"""So many bytes a form may have that brings a list or a file, from somebody who is signed in; a
list comes packed, so larger."""

DESK = re.compile(r"(/t/[^/]+)?/desk/")
"""Where such forms are sent to."""

AT_ONCE = 64_000_000
"""So many bytes are taken in at the same time from all who are signed in, and as many from others:
what strangers send slowly leaves the desk its room."""

SECONDS = 20
"""So long a whole request may take to arrive."""


class Limits:
    """Refuses what is too large (413) or comes too slowly (408), before anybody reads it all.

    Where very much comes in at once, whoever comes then is told to wait (503).
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
        """Stand in front of an application; `largest` holds for every address alike.

        `is_known` tells whether somebody is signed in who sends a request.
        """
        self.app = app
        self.largest = largest
        self.seconds = seconds
        self.room = {True: at_once, False: at_once}
        self._is_known = is_known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request whose body is within the limits."""
        if scope["type"] == "http" and (refused := _refused_head(scope)):
            await _refuse(refused, HEAD)(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self.app(scope, receive, send)
            return
        known = self._is_known(scope)
        largest = self.largest or (FILE if known and _brings(scope) else FORM)
        body = bytearray()
        refusal = await self._read(scope, receive, body, largest, known=known)
        try:
            if refusal is None:
                whole: list[Message] = [{"type": "http.request", "body": bytes(body)}]

                async def heard() -> Message:
                    return whole.pop() if whole else await receive()

                await self.app(scope, heard, send)
            elif refusal:
                await _refuse(refusal, largest)(scope, receive, send)
        finally:
            self.room[known] += len(body)

    async def _read(
        self, scope: Scope, receive: Receive, body: bytearray, largest: int, *, known: bool
    ) -> int | None:
        """Read a body; return with which status it is refused, 0 where nobody listens any more."""
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
    """Return with which status the head of a request is refused; 0 for one that is none too large.

    One that says twice, and differently, where its body ends hides another request (RFC 9112 §6.3).
    """
    names = {name for name, _ in scope["headers"]}
    if {b"content-length", b"transfer-encoding"} <= names:
        return 400
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    whole = fields + len(scope["path"]) + len(scope.get("query_string", b""))
    return 431 if whole > HEAD else 0


def _brings(scope: Scope) -> bool:
    """Tell whether a form may bring a file: one of the desk, in the parts in which files come."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    return bool(DESK.match(scope["path"])) and kind.lower().startswith(b"multipart/form-data")


def _refuse(status: int, largest: int) -> PlainTextResponse:
    """Return a refusal, after which the connection is not used any more."""
    sentence = {
        400: "The request gives its length twice.",
        408: "This took too long.",
        413: f"At most {largest:,} bytes.",
        431: f"The headers of a request can have at most {largest:,} bytes.",
        503: "Too many requests are coming in at the moment; send this one again.",
    }[status]
    return PlainTextResponse(sentence + "\n", status, {"Connection": "close"})


# How often somebody may do something in a minute: one of them, and all together.

MINUTE = 60.0
EACH, ALL = 20, 300
"""So many codes that open nothing may be typed in a minute: at one address, and in all.

A venue is often one address, behind which two thousand phones come in within minutes: a code that
opens something always does and is not counted, or one phone that guesses would keep everybody out.
The length of a code is what keeps it: whoever tries a thousand a second for a whole day meets one
of a thousand codes with a chance of one in ten million.
"""

FORMS, CLAIMS = 600, 30
"""So many forms may be sent in a minute by one session: of the staff, and of a player."""


class RateLimit:
    """What was done in the last minute, by whom. Asked in the event loop only."""

    def __init__(
        self, clock: Callable[[], float], *, each: int = EACH, most: int | None = ALL
    ) -> None:
        """Begin with nothing done; `most` may be done by all together."""
        self._clock, self._each, self._most = clock, each, most
        self._done: deque[tuple[float, Hashable]] = deque()
        self._by: Counter[Hashable] = Counter()

    def are_spent(self, who: Hashable) -> bool:
        """Tell whether somebody has done it as often as they may, or all together have."""
        before = self._clock() - MINUTE
        while self._done and self._done[0][0] <= before:
            _, one = self._done.popleft()
            self._by[one] -= 1
            if not self._by[one]:
                del self._by[one]
        too_many = self._most is not None and len(self._done) >= self._most
        return too_many or self._by[who] >= self._each

    def count(self, who: Hashable, sorry: str) -> None:
        """Count one more. Raises TurnedAwayError with a sentence where there were too many."""
        if self.are_spent(who):
            raise TurnedAwayError(sorry, status=429)
        self._done.append((self._clock(), who))
        self._by[who] += 1
