"""A real browser without a window, spoken to through two pipes (Chrome DevTools Protocol)."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tests.programs import needed

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-pipe",
)
LAUNCH = """
import os, sys
_, to_read, back_write, program, *options = sys.argv
os.dup2(int(to_read), 103), os.dup2(int(back_write), 104)
os.dup2(103, 3), os.dup2(104, 4)
os.execv(program, [program, *options])
"""
"""The browser reads from its file 3 and writes to its file 4."""


def found_browser() -> str:
    """Return the program."""
    return needed(*NAMES, called="Chromium")


class Tab:
    """One page of a browser; `asked` are the addresses that it wanted from the network."""

    def __init__(self, to: BinaryIO, back: BinaryIO) -> None:
        self._to = to
        self._back = back
        self._count = 0
        self._session: str | None = None
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def open(self, file: Path) -> None:
        """Show a file, as somebody does who clicks on it in a folder."""
        if self._session is None:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for part in ("Page", "Network", "Log", "Runtime"):
                self.call(f"{part}.enable")
        self.call("Page.navigate", url=file.as_uri())
        self.run("new Promise(done => document.readyState === 'complete' ? done()"
                 " : addEventListener('load', done))")  # fmt: skip

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file where the page asks for one."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def drop(self, file: Path) -> None:
        """Drag a file from a folder, and let it fall upon the page."""
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=3, y=3, data=data)

    def run(self, script: str) -> Any:
        """Run a script in the page, and return what comes of it."""
        said = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in said, said
        return said["result"].get("value")

    def picture(self, file: Path, width: int, *, dark: bool = False) -> None:
        """Take a picture of the whole page, as wide as a window or a telephone."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=900, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        taken = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(taken["data"]))

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Ask the browser for something, and wait for the answer."""
        self._count += 1
        message: dict[str, object] = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        self._to.flush()
        while True:
            heard = self._heard()
            if heard.get("id") == self._count:
                assert "error" not in heard, heard
                result: dict[str, Any] = heard["result"]
                return result
            self._note(heard)

    def _heard(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._back.read(1)) != b"\0":
            assert byte, "the browser has gone"
            data += byte
        heard: dict[str, Any] = json.loads(data)
        return heard

    def _note(self, heard: dict[str, Any]) -> None:
        match heard:
            case {"method": "Network.requestWillBeSent", "params": {"request": {"url": url}}}:
                self.asked.append(url)
            case {"method": "Log.entryAdded", "params": {"entry": {"text": text}}}:
                self.complaints.append(text)
            case {"method": "Runtime.exceptionThrown", "params": details}:
                self.complaints.append(str(details))
            case _:
                pass


@contextmanager
def browser(program: str, home: Path) -> Iterator[Tab]:
    """Run a browser whose settings are new, as long as it is needed."""
    to_read, to_write = os.pipe()
    back_read, back_write = os.pipe()
    ends = (str(to_read), str(back_write))
    options = (*OPTIONS, f"--user-data-dir={home}")
    running = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *ends, program, *options],
        pass_fds=(to_read, back_write),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "HOME": str(home)},
    )
    os.close(to_read)
    os.close(back_write)
    try:
        with os.fdopen(to_write, "wb") as to, os.fdopen(back_read, "rb") as back:
            yield Tab(to, back)
    finally:
        running.kill()
        running.wait()
