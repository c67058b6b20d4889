"""How soon a phone shows something: the first visit to an event page on a slow line.

Run it by hand: `python -m tests.bench paint [CHECKOUT]`. It prints figures and judges nothing. A
browser with an empty cache opens the page at 400 kbit/s with a latency of 400 ms, in turns with a
bare page of as many bytes in one answer, which no page can beat; and with the page of another
checkout of roundbook, if its folder is given.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, make_server

from playwright.sync_api import Browser, Page

from tests.cli.line import PROGRAM, SOURCE
from tests.cli.typed import words_of
from tests.web.chromium import chromium

KBITS, LATENCY, VISITS = 400, 400, 15
PLAYERS = 40
PATIENCE = 60

PAINTED = """() => new Promise(done => new PerformanceObserver(list => {
    const one = list.getEntriesByName("first-contentful-paint")[0];
    if (one) done(one.startTime);
}).observe({type: "paint", buffered: true}))"""

SIZES = """() => performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"""


def typed(*words: object) -> list[str]:
    """Return a command, as a program and its words."""
    return [sys.executable, "-c", PROGRAM, *words_of(words)]


def surroundings(source: Path, home: Path) -> dict[str, str]:
    """Return the environment in which the code of a checkout runs."""
    return {**os.environ, "PYTHONPATH": str(source), "ROUNDBOOK_HOME": str(home)}


@contextmanager
def event(source: Path, away: Path) -> Iterator[str]:
    """Serve an event with the code of a checkout; yield the address of its page."""
    home, events = away / "home", away / "events"
    events.mkdir(parents=True)
    names = away / "names.csv"
    rows = (f"Given{n} Family{n},Masters" for n in range(1, PLAYERS + 1))
    names.write_text("\n".join(["name,division", *rows]), encoding="utf-8")
    folder = events / "cup"
    for words in (
        ("open", folder, "--name", "Cup", "--start", "2026-03-07"),
        ("register", names, "-C", folder),
        ("announce", "--rounds", 6, "-C", folder),
        ("pair", "-C", folder),
    ):
        subprocess.run(
            typed(*words),
            cwd=source,  # The code of the folder where one is comes before all other.
            env=surroundings(source, home),
            check=True,
            capture_output=True,
            stdin=subprocess.DEVNULL,
        )
    port = free_port()
    with subprocess.Popen(
        typed("serve", events, "--port", port),
        cwd=source,
        env=surroundings(source, home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            answered(port)
            yield f"http://127.0.0.1:{port}/t/cup"
        finally:
            server.kill()


def free_port() -> int:
    """Return a port at which nobody listens."""
    with make_server("127.0.0.1", 0, lambda *_: []) as one:
        return int(one.server_port)


def answered(port: int) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            HTTPConnection("127.0.0.1", port, timeout=5).request("GET", "/")
        except OSError:
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.2)
        else:
            return


class _Silent(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called.
        """Say nothing."""


@contextmanager
def bare(size: int) -> Iterator[str]:
    """Serve one page of so many bytes, with nothing to fetch beside it."""
    head = b"<!doctype html><title>Cup</title><link rel=icon href='data:,'><p>Cup</p><!--"
    body = head + b"x" * (size - len(head) - 3) + b"-->"

    def page(_: object, start: object) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(len(body)))])  # type: ignore[operator]
        return [body]

    with make_server("127.0.0.1", 0, page, handler_class=_Silent) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def visited(browser: Browser, address: str) -> tuple[float, int]:
    """Open a page for the first time; return the milliseconds to its first paint, and its bytes."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page: Page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    speed = KBITS * 1000 / 8
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": speed,
            "uploadThroughput": speed,
        },
    )
    page.goto(address, wait_until="load")
    painted, size = float(page.evaluate(PAINTED)), int(page.evaluate(SIZES))
    context.close()
    return painted, size


def main(*words: str) -> None:
    """Measure, and print medians and ratios."""
    with ExitStack() as stack:
        away = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(chromium())
        pages = {"this checkout": stack.enter_context(event(SOURCE, away / "here"))}
        if words:
            other = Path(words[0]).resolve()
            pages["the other checkout"] = stack.enter_context(event(other, away / "there"))
        _, size = visited(browser, pages["this checkout"])
        pages["a bare page"] = stack.enter_context(bare(size))
        took: dict[str, list[float]] = {name: [] for name in pages}
        sizes: dict[str, int] = {}
        for _ in range(VISITS):
            for name, address in pages.items():
                painted, sizes[name] = visited(browser, address)
                took[name].append(painted)
    ours = median(took["this checkout"])
    print(f"  first paint at {KBITS} kbit/s and {LATENCY} ms, median of {VISITS} first visits")
    for name, one in took.items():
        print(
            f"  {name}: {median(one):,.0f} ms ({min(one):,.0f} to {max(one):,.0f}),"
            f" {sizes[name]:,} bytes; this checkout takes {ours / median(one):.2f} of it"
        )
