"""Many phones in one process: each listens for news, and reloads a page at a moment of its own.

Run by `bench_web`: `python -m tests.bench.phones PORT LIVE PAGE COUNT SECONDS follow|once`. Half of
the phones ask over a connection that they have had for a while, half over a new one. With `follow`
they reload whenever there is news, too, as `live.js` does. Prints what came of it as JSON.

With 5,000 phones the server has more connections than it serves at once, and closes idle ones. A
request that is on its way at that moment is reset: like a browser, the phone asks again over a new
connection (RFC 9112 §9.3.1), and that is counted.
"""

import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

AT_ONCE = 100
"""So many connections are opened at the same time before the phones begin."""

MOST_SPREAD = 15_000
"""The longest pause that a phone makes before it asks, in milliseconds, whatever it was told."""


class Asking(NamedTuple):
    """What all phones ask for."""

    port: int
    live: str
    page: str
    many: int
    seconds: float
    follow: bool


class HungUpError(ConnectionError):
    """The server closed the connection before it answered."""


class Answered(asyncio.Protocol):
    """One connection over which a page is asked for; it may be used again."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.waiting: asyncio.Future[int] | None = None
        self._held = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def ask(self, request: bytes) -> "asyncio.Future[int]":
        """Ask; the future is the number of bytes that came, head and all."""
        assert self.transport is not None
        self._held.clear()
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.waiting

    def data_received(self, data: bytes) -> None:
        self._held += data
        end = self._held.find(b"\r\n\r\n")
        if end < 0 or self.waiting is None or self.waiting.done():
            return
        head = bytes(self._held[:end]).lower()
        if not head.startswith(b"http/1.1 200"):
            said = head.partition(b"\r\n")[0].decode()
            self.waiting.set_exception(ConnectionError(said))
            return
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(self._held) >= end + 4 + length:
            self.waiting.set_result(len(self._held))

    def connection_lost(self, exc: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(HungUpError(str(exc or "hung up")))


def home_of(number: int) -> tuple[str, int] | None:
    """Return the address of a phone, where the system gives every program 127.0.0.2 and so on.

    Once half of its connections are taken, the server lets one address hold no more than 64. With
    5,000 phones each has about 20 streams, 10 connections that are kept, and few others; an odd
    number of addresses spreads those that are kept, which every second phone has.
    """
    return (f"127.0.0.{2 + number % 251}", 0) if sys.platform == "linux" else None


class Listening(asyncio.Protocol):
    """A connection on which a phone hears of news; `told` is called with the pause it may make."""

    def __init__(self, told: Callable[[float], None]) -> None:
        self.told = told
        self.lost = False
        self.heard = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        for line in data.split(b"\n"):
            if line.startswith(b"data: "):
                self.heard.set()
                self.told(min(MOST_SPREAD, int(line.split(b" ")[2])) / 1000)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.lost = True


class Phones:
    """All of them, and what they have seen."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.took: list[float] = []
        self.bytes = 0
        self.wrong: Counter[str] = Counter()
        self.again = 0
        self.running = False
        self.planned: set[int] = set()
        self.reloads: set[asyncio.Task[None]] = set()
        self.kept: dict[int, Answered] = {}
        head = "\r\nHost: 127.0.0.1\r\nUser-Agent: phone\r\nAccept-Language: en\r\n"
        self._page = (
            f"GET {asking.page} HTTP/1.1{head}Accept: text/html\r\nAccept-Encoding: gzip\r\n\r\n"
        ).encode()
        self._live = f"GET {asking.live} HTTP/1.1{head}Accept: text/event-stream\r\n\r\n".encode()

    async def run(self) -> dict[str, object]:
        """Listen, say so, wait for a line from whoever started us, reload, and count."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(AT_ONCE)
        listening = await asyncio.gather(
            *(self._listen(number, gate) for number in range(self.asking.many))
        )
        print("ready", flush=True)
        await loop.run_in_executor(None, sys.stdin.readline)
        for number in range(0, self.asking.many, 2):
            held = await self._connected(number)
            await held.ask(self._page)
            self.kept[number] = held
        self.running = True
        print("go", flush=True)
        for number in range(self.asking.many):
            self.plan(number, random.uniform(0, self.asking.seconds), even=True)  # noqa: S311
        await asyncio.sleep(self.asking.seconds)
        self.running = False
        while self.reloads:
            await asyncio.gather(*self.reloads)
        await asyncio.sleep(0)
        return {
            "took": sorted(self.took),
            "bytes": self.bytes,
            "wrong": dict(self.wrong),
            "again": self.again,
            "deaf": sum(one.lost for one in listening),
        }

    def plan(self, number: int, pause: float, *, even: bool = False) -> None:
        """Let a phone reload after a pause, unless it is about to do so."""
        if number in self.planned and not even:
            return
        self.planned.add(number)
        asyncio.get_running_loop().call_later(pause, self._begin, number)

    def _begin(self, number: int) -> None:
        if not self.running:
            return
        task = asyncio.create_task(self._reload(number))
        self.reloads.add(task)
        task.add_done_callback(self.reloads.discard)

    async def _reload(self, number: int) -> None:
        began = time.perf_counter()
        self.planned.discard(number)
        held = self.kept.pop(number, None)
        try:
            is_kept = not (held is None or held.transport is None or held.transport.is_closing())
            if held is None or not is_kept:
                held = await self._connected(number)
            try:
                size = await asyncio.wait_for(held.ask(self._page), 30)
            except HungUpError:
                if not is_kept:
                    raise
                self.again += 1
                held = await self._connected(number)
                size = await asyncio.wait_for(held.ask(self._page), 30)
        except (OSError, TimeoutError) as error:
            self.wrong[str(error) or type(error).__name__] += 1
        else:
            self.bytes += size
            self.took.append(time.perf_counter() - began)
        if held is not None and held.transport is not None:
            if number % 2 or number in self.kept:
                held.transport.close()
            else:
                self.kept[number] = held

    async def _connected(self, number: int) -> Answered:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            Answered, "127.0.0.1", self.asking.port, local_addr=home_of(number)
        )
        return made

    async def _listen(self, number: int, gate: asyncio.Semaphore) -> Listening:
        def told(spread: float) -> None:
            if self.running and self.asking.follow:
                self.plan(number, random.uniform(0, spread))  # noqa: S311 - as a browser does.

        loop = asyncio.get_running_loop()
        async with gate:
            transport, made = await loop.create_connection(
                lambda: Listening(told),
                "127.0.0.1",
                self.asking.port,
                local_addr=home_of(number),
            )
            transport.write(self._live)
            await asyncio.wait_for(made.heard.wait(), 60)
        return made


def main() -> None:
    """Be the phones."""
    port, live, page, count, seconds, how = sys.argv[1:]
    with suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asking = Asking(int(port), live, page, int(count), float(seconds), how == "follow")
    print(json.dumps(asyncio.run(Phones(asking).run())), flush=True)


if __name__ == "__main__":
    main()
