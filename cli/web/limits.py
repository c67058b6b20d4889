"""How much a request may bring, and how long it may take to bring it."""

import asyncio

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 1_000_000
"""So many bytes a form or a file may have, unless a route asks for more."""

SECONDS = 20
"""So long a whole request may take to arrive."""


class Limits:
    """Refuses what is too large (413) or comes too slowly (408), before anybody reads it all."""

    def __init__(self, app: ASGIApp, *, largest: int = LARGEST, seconds: float = SECONDS) -> None:
        """Stand in front of an application."""
        self.app = app
        self.largest = largest
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request whose body is within the limits."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD"}:
            await self.app(scope, receive, send)
            return
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not said.isdigit() or int(said) > self.largest:
            await _refuse(413, f"At most {self.largest:,} bytes.")(scope, receive, send)
            return
        body = bytearray()
        try:
            async with asyncio.timeout(self.seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return
                    body += message.get("body", b"")
                    if len(body) > self.largest:
                        refusal = _refuse(413, f"At most {self.largest:,} bytes.")
                        await refusal(scope, receive, send)
                        return
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            await _refuse(408, "This took too long.")(scope, receive, send)
            return
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def heard() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, heard, send)


def _refuse(status: int, sentence: str) -> PlainTextResponse:
    """Return a refusal, after which the connection is not used any more."""
    return PlainTextResponse(sentence + "\n", status, {"Connection": "close"})
