"""Names, notes and addresses that are markup are shown as they are, on every page for everybody."""

import re
from html.parser import HTMLParser
from urllib.parse import quote

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.visitor import Visitor

EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "'onmouseover='alert(1)",
    "</title><script>alert(1)//",
    "javascript:alert(1)",
    "{{7*7}}${7*7}",
)
OPEN = (
    "",
    "/players",
    "/pairings",
    "/standings",
    "/clock",
    "/words",
    "/screen",
    "/standings/p1",
    "/players/p2",
)
DESK = (
    "",
    "/rounds",
    "/players",
    "/tables",
    "/standings",
    "/history",
    "/ask",
    "/print",
    "/archive",
    "/acts",
    "/do/register",
    "/do/note",
    "/do/drop",
)


class Markup(HTMLParser):
    """Collects what would run, of a page as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.tags = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += 1
        said = dict(attrs)
        if tag == "script" and not (said.get("src") or "").startswith("/static/"):
            self.runs.append(f"a script of its own: {said}")
        for name, value in attrs:
            target = re.sub(r"\s", "", value or "").lower()
            leads = name in {"href", "src", "action", "formaction"}
            if name.startswith("on") or (leads and target.startswith(("javascript:", "data:text"))):
                self.runs.append(f"<{tag} {name}={value}>")


def running_in(text: str) -> list[str]:
    """Return what a page would run that is no file of ours."""
    markup = Markup()
    markup.feed(text)
    assert markup.tags > 5, text[:300]
    return markup.runs


@pytest.fixture
def evil(line: Line) -> Line:
    line.run("open", line.folder, "--name", f"Cup {EVIL[1]}", "--start", "2026-03-07")
    line.register(*EVIL[:4])
    line.first_round()
    for text in EVIL[4:]:
        line("note", text)
    return line


def test_what_would_run_is_seen() -> None:
    page = "<p><b><i><a href=/><em><u>"
    for text in EVIL[:3]:
        assert running_in(page + text), text
    assert running_in(f'{page}<a href="{EVIL[5]}">')
    assert not running_in(f'{page}<script src="/static/live.js"></script>')


@pytest.mark.parametrize("seat", [None, AccessRole.ORGANISER, AccessRole.JUDGE, AccessRole.PLAYER])
def test_no_page_runs_what_somebody_is_called_or_has_written(
    visitor: Visitor, evil: Line, seat: AccessRole | None
) -> None:
    if seat:
        player = "p1" if seat is AccessRole.PLAYER else None
        visitor.come_in(seat, name=EVIL[0], tournament="cup", player=player)
    shown = ""
    for path in (*(f"/t/cup{one}" for one in OPEN), *(f"/t/cup/desk{one}" for one in DESK)):
        page = visitor.get(path)
        assert running_in(page.text) == [], path
        shown += page.text
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown


@pytest.mark.parametrize("text", EVIL)
def test_no_page_runs_what_an_address_or_a_form_brings(
    visitor: Visitor, evil: Line, text: str
) -> None:
    word = quote(text, safe="")
    for path in (
        f"/t/cup/players?find={word}",
        f"/sign-in?back={word}&lost=yes",
        f"/join/{word}",
        f"/t/cup?lang={word}",
        f"/nothing/{word}",
    ):
        assert running_in(visitor.get(path).text) == [], path
    assert running_in(visitor.post("/sign-in", data={"code": text, "name": text}).text) == []
    visitor.come_in(AccessRole.ORGANISER)
    for path, field in (
        ("/t/cup/desk/do/drop", "who"),
        ("/t/cup/desk/do/note", "override"),
        ("/t/cup/desk", "line"),
        ("/doors", "name"),
    ):
        key = re.search(r'name="key" value="([^"]+)"', visitor.get(path).text)
        assert key
        sent = {"key": key[1], field: text, "seat": text, "cmd": "a-1"}
        assert running_in(visitor.post(path, data=sent).text) == [], path
