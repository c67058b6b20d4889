"""Markup in names, notes, lists and rules is text to a real browser, on pages and in files."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import escape
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.staff.every_form import FORMS
from tests.cli.line import Line
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints, window
from tests.web.tour import TOUR

pytestmark = pytest.mark.browser

IMAGE = "<x-e><img src=x onerror=hit()>"
ATTRIBUTE = "\"'><svg onload=hit()><x-e>"
ENDS = "</title></textarea></script><script>hit()</script><x-e>"
QUOTES = "'\"autofocus onfocus='hit()'\" x='"
WORDS = "</p></option></style><input onfocus=hit() autofocus><x-w>"
"""No name: names stay out of what is written."""
WATCH = "window.hits = 0; window.hit = () => { window.hits += 1 }"
FOUND = """querySelectorAll(
  "x-e, x-w, [onerror], [onload], [onfocus], img[src=x], script:not([src])").length"""
MADE = f"window.hits + document.{FOUND}"
READ = f"text => new DOMParser().parseFromString(text, 'text/html').{FOUND}"
"""How many elements are made of what people wrote: on the page, or of a text."""


class Evil:
    """A team battle in which every word that people may choose is markup, and its server."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.access = AccessStore(
            line.home, line.folder.parent, clock=now, random_bytes=random_bytes
        )
        self.address = ""

    def come_in(self, page: Page, seat: AccessRole) -> None:
        player = seat is AccessRole.PLAYER
        code = self.access.invite(
            seat,
            name=IMAGE,
            station="desk",
            tournament="cup" if player else None,
            event=None,
            player="p1" if player else None,
            lasting=timedelta(hours=1),
        )
        page.goto(f"{self.address}/join/{code}")
        press(page.get_by_role("main").get_by_role("button").last)
        page.wait_for_url(lambda url: "/join/" not in url)


@pytest.fixture(scope="module")
def evil(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evil]:
    del browser
    away = tmp_path_factory.mktemp("evil")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", str(away / "home"))
        (away / "events").mkdir()
        line = Line(away / "home", away / "events" / "cup")
        rules = away / "ours.toml"
        line.run("edition", "new", rules, "--from", "play-2017", "--title", IMAGE, code=0)
        said = (
            "--start",
            "2026-03-07",
            "--edition-file",
            rules,
            "--format",
            "team-battle-constructed",
        )
        line.run("open", line.folder, "--name", ENDS, *said, code=0)
        line.register(IMAGE, ATTRIBUTE, ENDS, QUOTES, "Ana", "Ben", "Cho", "Dee")
        for number, name in enumerate((IMAGE, ATTRIBUTE, ENDS, QUOTES)):
            team = name.replace("hit()", "top.hit()")  # A team is not called by a player's name.
            line("team", "form", team, f"p{2 * number + 1}", f"p{2 * number + 2}")
        line.first_round(2, "--text", WORDS)
        line("note", WORDS, "--as", IMAGE)
        line("penalty", "p1", "warning", "--for", WORDS)
        line.play(1)
        line("correct", line.tables(1)[0], "2", "--reason", WORDS)
        with Served(line.folder.parent, line.home) as served:
            found = Evil(line)
            found.address = served.address
            yield found


@pytest.fixture
def page(browser: Browser, evil: Evil) -> Iterator[Page]:
    with window(browser, 1366) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.on("dialog", lambda _: pytest.fail("a script asks"))
        yield page


def test_what_is_made_of_markup_is_seen(page: Page) -> None:
    for text in (IMAGE, ATTRIBUTE, ENDS, WORDS):
        page.goto("about:blank")
        page.set_content(f"<p>{text}")
        assert page.evaluate(MADE) > 0, text


ALL = dict.fromkeys(
    re.sub("^/t/[^/]+", "/t/cup", path)
    for path in (
        *chain.from_iterable(TOUR.values()),
        "/t/running/desk/do/penalty?who=p1",
        "/t/running/desk/do/team/split?player=p3",
    )
)
PAGES = {
    None: [path for path in ALL if "desk" not in path],
    AccessRole.PLAYER: ["/t/cup/mine"],
    AccessRole.ORGANISER: [path for path in ALL if "desk" in path or path == "/doors"],
}


def test_no_page_of_the_server_makes_anything_of_what_people_wrote(page: Page, evil: Evil) -> None:
    said, shown = complaints(page), ""
    for seat, paths in PAGES.items():
        if seat:
            evil.come_in(page, seat)
        for path in paths:
            page.goto(evil.address + path, wait_until="domcontentloaded")
            assert page.evaluate(MADE) == 0, path
            shown += page.content()
    for form in FORMS.values():  # Read by the browser, and not shown: that would take long.
        there = f"{evil.address}/t/cup/desk/do/{form.verb.replace(' ', '/')}"
        answer = page.context.request.get(there).text()
        assert page.evaluate(READ, answer) == 0, form.verb
    for text in (IMAGE, ATTRIBUTE, ENDS, QUOTES, WORDS):
        assert escape(text, quote=False) in shown, "it is shown as it was written"
    assert [one for one in said if "Failed to load resource" not in one] == []


def test_no_list_that_is_handed_in_makes_anything(page: Page, evil: Evil, tmp_path: Path) -> None:
    evil.come_in(page, AccessRole.ORGANISER)
    file = tmp_path / "list.csv"
    for text in (f"{IMAGE},{WORDS}\n1,2\n", f"name,birth year\n{ENDS},{WORDS}\n"):
        file.write_text(text)
        page.goto(f"{evil.address}/t/cup/desk/lists/players")
        page.set_input_files("#file", file)
        with page.expect_navigation():
            page.get_by_role("button", name="Check the list").click()
        assert page.evaluate(MADE) == 0, text
        assert "<" in page.locator("main").inner_text(), "something of the list is shown"


def test_no_file_that_is_handed_out_makes_anything(page: Page, evil: Evil, tmp_path: Path) -> None:
    """A file that is opened from the disk has no server that forbids it scripts."""
    line, archive = evil.line, tmp_path / "cup.zip"
    line.run("archive", line.folder, "--unfinished", WORDS, "--out", archive, code=0)
    with ZipFile(archive) as packed:
        packed.extractall(tmp_path / "laid")
    for name, *words in (
        ("standings.html", "file export", "-C", line.folder),
        ("rounds.html", "file export", "-C", line.folder),
        ("dossier.html", "proof dossier", "-C", line.folder, line.tables(1)[0], "--out"),
        ("player.html", "proof dossier", "-C", line.folder, "p1", "--out"),
    ):
        assert line.run(*words, tmp_path / "laid" / name).code == 0
    pages = sorted((tmp_path / "laid").rglob("*.html"))
    assert len(pages) >= 7
    for file in pages:
        page.goto(file.as_uri())
        if file.name == "verify.html":
            page.set_input_files("#file", archive)
            page.wait_for_selector("#found .verdict")
        own = file.name == "verify.html"  # Its script stands in the page.
        assert page.evaluate(MADE) == own, file
        assert "&lt;x-" in page.content(), file
