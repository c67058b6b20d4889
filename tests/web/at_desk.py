"""Somebody at a desk of the real server, over a connection of their own, as our script talks."""

import gzip
import re
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.web.served import PATIENCE


class Desk:
    """A desk that has come in by a code: it keeps its cookie, and the form of the next slip."""

    def __init__(self, port: int, code: str, page: str = "/t/cup/desk") -> None:
        self.port = port
        self.page = page
        self._line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._cookie = ""
        self.send("POST", f"/join/{code}", "name=organiser")
        self.look()

    def look(self) -> None:
        """Open the page anew."""
        self.form = hidden(self.send("GET", self.page))

    def hang_up(self) -> None:
        """Give up the connection; the next request opens another one."""
        self._line.close()

    def send(self, method: str, path: str, body: str = "") -> str:
        """Send a request, and return the page. Raises OSError, HTTPException."""
        headers = {"Cookie": self._cookie, "X-Part": "yes", "Accept-Encoding": "gzip"}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request(method, path, body or None, headers)
        said = self._line.getresponse()
        if found := said.getheader("Set-Cookie"):
            self._cookie = found.partition(";")[0]
        data = said.read()
        packed = said.getheader("Content-Encoding") == "gzip"
        text = (gzip.decompress(data) if packed else data).decode()
        assert said.status in {200, 303}, f"{method} {path}: {said.status} {text}"
        return text

    def enter(self, line: str) -> str:
        """Enter a line; return the page. Until it has come, the form stays that of this line."""
        text = self.send("POST", self.page, urlencode({**self.form, "line": line}))
        self.form = hidden(text)
        return text


def hidden(text: str) -> dict[str, str]:
    """Return the fields of a form that nobody fills in."""
    return dict(re.findall(r'type="hidden" name="(key|cmd|seen|warned)" value="([^"]*)"', text))
