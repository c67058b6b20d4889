"""Somebody who looks at the server with a browser, more or less, within this process."""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from typing import Any, Self, TypeVar

import httpx
from starlette.applications import Starlette

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore

Answer = TypeVar("Answer")


def invited(access: AccessStore, seat: AccessRole, **more: object) -> str:
    """Return a code with which somebody comes in."""
    asked = {"name": "Kim Sun", "station": "desk-2", "tournament": None} | more
    return access.invite(seat, **{"lasting": timedelta(hours=1), **asked})  # type: ignore[arg-type]


class Visitor:
    """A browser without a screen: it keeps cookies, and follows where it is led unless told not."""

    def __init__(
        self,
        app: Starlette,
        base_url: str = "http://127.0.0.1",
        access: AccessStore | None = None,
        client: tuple[str, int] = ("127.0.0.1", 123),
    ) -> None:
        self._runner = asyncio.Runner()
        self.app = app
        self._access = access
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app, raise_app_exceptions=False, client=client),
            base_url=base_url,
            follow_redirects=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self.client.aclose())
        self._runner.close()

    def come_in(self, seat: AccessRole, **more: object) -> httpx.Response:
        """Come in by a code with this access role, if the server's doors are known."""
        assert self._access
        return self.post(f"/join/{invited(self._access, seat, **more)}")

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for a page."""
        return self.ask("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """Send a form: `data={...}`."""
        return self.ask("POST", path, **options)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask in any way."""
        return self.run(self.client.request(method, path, **options))

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Return what comes of something that is done in the loop in which the server runs."""
        return self._runner.run(work)

    def at_once(self, paths: Sequence[str]) -> list[httpx.Response]:
        """Ask for many pages in the same moment."""

        async def ask() -> list[httpx.Response]:
            return await asyncio.gather(*(self.client.get(path) for path in paths))

        return self._runner.run(ask())

    def raw(self, path: str, **options: Any) -> tuple[httpx.Headers, bytes]:
        """Return the headers and the bytes of an answer as they went over the wire."""

        async def ask() -> tuple[httpx.Headers, bytes]:
            async with self.client.stream("GET", path, **options) as answer:
                return answer.headers, b"".join([part async for part in answer.aiter_raw()])

        return self._runner.run(ask())
