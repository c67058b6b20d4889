"""How much a request may bring, and how long it may take to bring it."""

import asyncio
import re
from collections.abc import Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FORM = 64 * 1024
"""So many bytes a form may have."""

FILE = 2_000_000
"""So many bytes a form may have that brings a list or a file, from somebody who is signed in; a
list comes packed, so larger."""

DESK = re.compile(r"/t/[^/]+/desk/")
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


def _brings(scope: Scope) -> bool:
    """Tell whether a form may bring a file: one of the desk, in the parts in which files come."""
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    return bool(DESK.match(scope["path"])) and kind.lower().startswith(b"multipart/form-data")


def _refuse(status: int, largest: int) -> PlainTextResponse:
    """Return a refusal, after which the connection is not used any more."""
    sentence = {
        408: "This took too long.",
        413: f"At most {largest:,} bytes.",
        503: "Too much is coming in at the moment; send it once more.",
    }[status]
    return PlainTextResponse(sentence + "\n", status, {"Connection": "close"})
