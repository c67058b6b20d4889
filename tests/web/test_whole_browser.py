"""Whole events in a real browser, by the pages alone: every act that is offered can be done.

At each stage, staff of one role after the other try what their pages offer, without recording it.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import APIRequestContext, Browser, Locator, Page, expect

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints

pytestmark = pytest.mark.browser

IN_TURN = (
    *(AccessRole.ORGANISER, AccessRole.SCOREKEEPER, AccessRole.ORGANISER),
    *(AccessRole.HEAD_JUDGE, AccessRole.ORGANISER, AccessRole.JUDGE),
)
LOOKED_AT = {
    AccessRole.ORGANISER: ("rounds", "players"),
    AccessRole.SCOREKEEPER: ("rounds", "players"),
    AccessRole.HEAD_JUDGE: ("rounds", "tables"),
    AccessRole.JUDGE: ("tables", "check-in"),
}
"""The pages on which each role finds what it may do now."""


class Staff:
    """The staff of an event: the organiser at a laptop, and others who only look and try."""

    def __init__(self, browser: Browser, line: Line, served: Served) -> None:
        self.address = served.address
        self._browser = browser
        self._access = AccessStore(
            line.home, line.folder.parent, clock=now, random_bytes=random_bytes
        )
        self.clicks, self.root = 0, f"{served.address}/t/cup"
        self.seats: dict[AccessRole, APIRequestContext] = {}
        self.page = self._seated(AccessRole.ORGANISER)
        self.said = complaints(self.page)
        self._in_turn = cycle(IN_TURN)

    def _seated(self, seat: AccessRole) -> Page:
        context = self._browser.new_context(viewport={"width": 1366, "height": 768})
        code = self._access.invite(
            seat,
            name=seat.value,
            station="hall",
            tournament=None,
            player=None,
            lasting=timedelta(hours=1),
        )
        token, _ = self._access.enter(code)
        cookie = {"name": self._access.cookie, "value": token, "url": self.address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        self.seats[seat] = context.request
        return context.new_page()

    def follow(self, link: Locator) -> None:
        """Follow a link, and count it; a normal event never needs the list of all forms."""
        self.clicks += 1
        press(link)
        assert "/desk/acts" not in self.page.url

    def press(self, name: str) -> None:
        """Press a button, and count it."""
        self.follow(self.button(f"^{name}"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("main").get_by_role("button", name=re.compile(name)).first

    def at(self, path: str) -> Page:
        self.page.goto(f"{self.root}/{path}")
        return self.page

    def step(self, name: str) -> None:
        """Press the button of Rounds, and see that it was done; then try what is offered."""
        if not self.page.url.partition("?")[0].endswith("/desk/rounds"):
            self.at("desk/rounds")
        self.press(name)
        expect(self.page.locator(".done")).to_be_visible()
        self.try_all()

    def slips(self) -> None:
        """Enter every slip that is out by the keyboard alone: the left player wins."""
        page = self.at("desk")
        # A browser that is slow gives the line the keyboard only after the page has loaded.
        expect(page.get_by_label("Table and result")).to_be_focused()
        lines = [one.get_attribute("data-line") or "" for one in page.locator(".tables a").all()]
        for number, typed in enumerate(lines, start=1):
            page.keyboard.type(f"{typed.strip()} 20")
            page.keyboard.press("Enter")
            left = len(lines) - number
            expect(page.locator(".tables a")).to_have_count(left)
        self.try_all()

    def try_all(self) -> None:
        """Try what is offered now to one of the staff, every other time to the organiser."""
        seat = next(self._in_turn)
        if seat not in self.seats:
            self._seated(seat)
        for path in LOOKED_AT[seat]:
            self._try(self.seats[seat], f"{self.root}/desk/{path}", seat)

    def _try(self, seat: APIRequestContext, page: str, role: AccessRole) -> None:
        answer = seat.get(page)
        assert answer.ok, (role, page, answer.status)
        shown = answer.text()
        tried = set[tuple[str, frozenset[str]]]()
        for goes in re.findall(r'href="([^"]*/desk/do/[^"]*)"', main(shown)):
            asked = urlsplit(goes.replace("&amp;", "&"))
            kind = (asked.path, frozenset(name for name, _ in parse_qsl(asked.query)))
            if kind not in tried:
                tried.add(kind)
                form = seat.get(f"{self.address}{asked.path}?{asked.query}")
                assert form.ok, (role, goes, form.status)
                assert 'class="refusal"' not in main(form.text()), (role, goes, main(form.text()))
        for form in re.findall(r'action="[^"]*/desk/rounds".*?</form>', shown, re.DOTALL):
            fields = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
            tried_out = seat.post(page, form={**fields, "dry-run": "yes"})
            assert tried_out.ok, (role, fields, main(tried_out.text()))


def main(page: str) -> str:
    return page[page.index("<main") : page.index("</main>")]


@pytest.fixture
def staff(browser: Browser, line: Line) -> Iterator[Staff]:
    line.folder.parent.mkdir(exist_ok=True)
    with Served(line.folder.parent, line.home) as served:
        found = Staff(browser, line, served)
        yield found
        for context in browser.contexts:
            context.close()
    assert found.said == []


def first_round_of_a_cup(staff: Staff, where: Path) -> None:
    """Open a cup, register a list, announce it, and pair and post round 1."""
    names = (
        "Ana Roy",
        "Ben Ito",
        "Cleo Fox",
        "Dan Ash",
        "Eva Lim",
        "Finn Orr",
        "Gia Poe",
        "Hal Kay",
    )
    crowd = where / "crowd.csv"
    crowd.write_text("name,division\n" + "".join(f"{name},masters\n" for name in names))
    page = staff.page
    page.goto(f"{staff.address}/desk")
    page.get_by_label(re.compile("^Name|^Title")).last.fill("Cup")
    page.locator("select[name=style]").select_option("swiss-plus-cut")
    staff.press("Open the tournament")
    staff.follow(page.get_by_role("link", name=re.compile("^Import a list")))
    page.set_input_files("input[type=file]", crowd)
    staff.press("Check the list")
    staff.press("Register")
    staff.follow(page.locator(".rail").get_by_role("link", name=re.compile("Announce")))
    page.locator("[name='cut:masters']").select_option("4")
    page.locator("[name=third_place]").select_option("third-place")
    page.get_by_label(re.compile("^Number of players who get prizes")).fill("0")
    staff.press("Announce")
    staff.press("Pair")
    staff.press("Post the pairings")
    assert staff.clicks <= 8, "from the beginning to the first round posted"


def test_a_cup_with_a_cut_and_a_third_place_is_run_by_its_pages_in_few_clicks(
    staff: Staff, line: Line, tmp_path: Path
) -> None:
    page = staff.page
    first_round_of_a_cup(staff, tmp_path)
    staff.try_all()
    staff.step("Start round 1")
    staff.slips()
    before = staff.clicks
    page.keyboard.type("1 02 because the slip was read upside down")
    page.keyboard.press("Enter")
    expect(page.locator(".lately li").first).to_contain_text("correct")
    assert staff.clicks == before, "a correction is a line, and no click"
    told = next(one for entry in line.ledger() for one in entry["events"] if "cut" in one)
    rounds = told["rounds"]
    for number in range(2, rounds + 1):
        for name in ("Pair round", "Post the pairings", f"Start round {number}"):
            staff.step(name)
        staff.slips()
    staff.follow(page.locator(".rail").get_by_role("link", name=re.compile("Cut")))
    expect(
        page.get_by_role("heading", name=re.compile("4 of 8 players would advance"))
    ).to_be_visible()
    staff.press("Make the cut")
    staff.try_all()
    for name in ("Pair", "Post the pairings", "Start"):
        staff.step(name)
    staff.slips()
    staff.step("Pair the 3rd-place match")
    for name in ("Pair the final", "Post the pairings", "Start the final"):
        staff.step(name)
    staff.slips()
    staff.follow(page.locator(".rail").get_by_role("link", name=re.compile("Close")))
    expect(
        page.get_by_role("heading", name=re.compile("these places would be final"))
    ).to_be_visible()
    page.get_by_label(re.compile("^Type CLOSE")).fill("CLOSE")
    before = staff.clicks
    staff.press("Close")
    expect(page.locator(".done")).to_be_visible()
    assert staff.clicks - before == 1, "a close is its step, the word CLOSE and one click"
    staff.try_all()
    page.goto(f"{staff.root}/screen")
    expect(page.locator(".winners .after li")).to_have_count(3)


@pytest.mark.long
def test_two_pods_draft_and_play_and_nothing_is_offered_that_is_refused(
    staff: Staff, line: Line
) -> None:
    line.start("--edition", "dci-pod", open=16)
    line("announce")
    for name in ("Draw the seats for a booster draft", "Start the deck-building time", "Pair"):
        staff.step(name)
    assert "Draw the seats again" not in main(staff.at("desk/rounds").content()), (
        "the seats are kept once decks are built"
    )
    staff.step("Post the pairings")
    # Before the time for decks is over, the start asks.
    staff.follow(staff.page.get_by_role("link", name=re.compile("^Start the next round")))
    staff.press("Start")
    finish(line)
    staff.at("desk/rounds")
    staff.try_all()


@pytest.mark.long
def test_flights_are_drawn_and_played_and_nothing_is_offered_that_is_refused(
    staff: Staff, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=64)
    page = staff.at("desk/rounds")
    staff.follow(page.get_by_role("link", name=re.compile("^Split into flights")))
    staff.press("Split into 2 flights")
    line.announce("--rounds", 1, "--cut", "masters=8")
    staff.step("Pair")
    for name in ("Post the pairings", "Start"):
        staff.step(name)
    finish(line)
    staff.at("desk/rounds")
    staff.try_all()


def test_a_second_day_begins_and_is_taken_back_and_nothing_is_offered_that_is_refused(
    staff: Staff, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=36)
    line.announce("--rounds", 2, "--day-two", "masters=1", "--cut", "masters=4")
    for _ in range(2):
        play(line)
    page = staff.at("desk/rounds")
    staff.follow(page.locator(".rail").get_by_role("link", name=re.compile("Day two")))
    expect(page.get_by_role("heading", name=re.compile("would advance to day two"))).to_be_visible()
    staff.press("Begin day two")
    staff.try_all()
    staff.follow(staff.page.get_by_role("link", name="Undo: day two"))
    staff.press("Withdraw day two")
    expect(page.locator(".done")).to_be_visible()
    staff.try_all()
