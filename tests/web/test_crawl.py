"""Every public page and every answer of the API, followed link by link, hides the young."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest

from tests.cli.line import Line
from tests.web.visitor import Visitor

YOUNG = {  # Name: year of birth, Player ID.
    "Kim Kidman": (2018, "7710001"),
    "Nia Nipper": (2018, "7710002"),
    "Mia van der Minor": (2018, "7710003"),
    "Lou Küken": (2018, "7710004"),
    "Sam Sproutling": (2012, "7710005"),
    "Tia Teenager": (2012, "7710006"),
}
HIDDEN = (
    *("kidman", "nipper", "minor", "küken", "kuken", "sproutling", "teenager"),
    *("2018", "2012", "77100"),
)
LINK = re.compile(r"""(?:href|src|action)=["']?([^"' >]+)""")
PATH = re.compile(r'"(/(?:api|t)/[^"{}]*)"')
LEFT = ("/live", "/stream", "/desk", "/doors", "/static/")
"""What never ends, what belongs to the staff, and what is the same for every event."""
MOST = 600
"""More pages than the event has: a crawl that does not end is a failure."""


@pytest.fixture
def cup(line: Line) -> Line:
    line.start("--style", "swiss-plus-cut")
    for name, (year, own) in YOUNG.items():
        line("register", name, "--birth-year", year, "--id", own)
    line.register("Ana Lima", "Ben Ito")
    line("announce", "--rounds", 3)
    line("pair")
    line("post")
    line("start")
    for paired in (one for entry in line.ledger() for one in entry["events"]):
        if paired["event"] == "round-paired":
            line("report", f"{paired['pool']}-1-{paired['tables'][0]}", "2-0")
    line("message", "p1 to the stage, please")
    line("drop", "p5")
    return line


def links(base: str, text: str) -> Iterator[str]:
    """Yield the addresses in a page, or in an answer of the API, without their fragments."""
    for found in (*LINK.findall(text), *PATH.findall(text)):
        to = urlsplit(urljoin(base, unescape(found)))
        if to.scheme in {"", "http"} and to.netloc in {"", "127.0.0.1"}:
            yield to.path + (f"?{to.query}" if to.query else "")


@pytest.mark.rule("LED-9")
def test_no_public_page_gives_away_somebody_young(cup: Line, visitor: Visitor) -> None:
    document = visitor.get("/api/openapi.json").json()
    known = [path.replace("{event}", "cup").replace("{slug}", "cup") for path in document["paths"]]
    numbers = [f"p{n}" for n in range(1, 9)]
    to_see = ["/", "/t/cup", "/t/cup/screen", "/t/cup/live.json", "/sw.js"]
    to_see += [re.sub(r"\{[a-z_]+\}", who, path) for path in known for who in numbers]
    seen, heard = dict[str, int](), set[str]()
    while to_see:
        path = to_see.pop()
        if path in seen or any(part in path for part in LEFT):
            continue
        answer = visitor.get(path)
        seen[path] = answer.status_code
        assert len(seen) < MOST
        assert answer.status_code < 500, path
        text = answer.text.casefold()
        heard |= {name for name in ("kim k.", "ana lima") if name in text}
        for word in HIDDEN:
            assert not re.search(rf"\b{word}\b" if word.isdigit() else word, text), (path, word)
        to_see.extend(links(f"http://127.0.0.1{path}", answer.text))
    assert heard == {"kim k.", "ana lima"}
    good = [path for path, code in seen.items() if code == 200]
    assert len(good) > 60, good
    for part in ("/t/cup/players/p1", "/t/cup/standings", "/t/cup/pairings", "/api/"):
        assert any(path.startswith(part) for path in good), part
