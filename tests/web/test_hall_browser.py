"""The hall in real browsers: the door, a call for a judge from phone to phone, a message to all."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints, hindrances, window

pytestmark = pytest.mark.browser


class Hall:
    """A server with one event, and a phone for whoever is there."""

    def __init__(self, line: Line, browser: Browser, stack: ExitStack) -> None:
        folder = line.folder.parent
        self._access = AccessStore(line.home, folder, clock=now, random_bytes=random_bytes)
        self._browser, self._stack = browser, stack
        self.root = f"{stack.enter_context(Served(folder, line.home)).address}/t/cup"

    def phone(self, seat: AccessRole | None, page: str, player: str | None = None) -> Page:
        """Return a phone of somebody who has come in, at a page."""
        context = self._stack.enter_context(window(self._browser, 360))
        if seat:
            lasting = timedelta(hours=1)
            code = self._access.invite(
                seat,
                name="Jo Park",
                station="hall",
                tournament="cup",
                player=player,
                lasting=lasting,
            )
            token, _ = self._access.enter(code)
            cookie = {"name": self._access.cookie, "value": token, "url": self.root}
            context.add_cookies([cookie])  # type: ignore[list-item]
        shown = context.new_page()
        shown.goto(f"{self.root}/{page}")
        return shown


@contextmanager
def hall(line: Line, browser: Browser) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(line, browser, stack)


def test_players_are_checked_in_by_three_letters_and_the_others_left_out(
    line: Line, browser: Browser
) -> None:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Sun")
    line("announce")
    with hall(line, browser) as there:
        page = there.phone(AccessRole.ORGANISER, "desk/check-in")
        said = complaints(page)
        for letters in ("lop", "p2"):
            expect(page.get_by_label("Name or number")).to_be_focused()
            page.keyboard.type(letters)
            page.keyboard.press("Enter")
            page.wait_for_url("**/check-in?find=*")
            expect(page.get_by_role("button", name="Check in")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_role("status").filter(has_text="checked in")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("2 of 3 are here")
        assert not hindrances(page)
        page.goto(f"{there.root}/desk/rounds")
        press(page.get_by_role("main").get_by_role("button", name="pair").first)
        expect(page.get_by_role("alert")).to_contain_text("Cho Sun (p3) has not checked in")
        press(page.get_by_role("alert").get_by_role("button", name="Drop them"))
        expect(page.get_by_role("status").filter(has_text="Cho Sun").first).to_be_visible()
        assert [one for one in said if "422" not in one] == []
    assert [event["event"] for event in line.ledger()[-1]["events"]] == [
        *("player-dropped", "pods-formed", "round-paired"),
    ]


def test_a_call_goes_from_a_players_phone_to_a_judges_and_back(
    line: Line, browser: Browser
) -> None:
    line.begin("Ana Lopez", "Ben Ode")
    with hall(line, browser) as there:
        player = there.phone(AccessRole.PLAYER, "mine", "p1")
        judge = there.phone(AccessRole.JUDGE, "desk/tables")
        anybody = there.phone(None, "players/p1")
        player.locator("summary", has_text="Call a judge").click()
        press(player.get_by_role("button", name="Yes, call a judge"))
        expect(player.get_by_text("A judge was called to your table")).to_be_visible()
        expect(judge.get_by_role("heading", name="Calls for a judge (1)")).to_be_visible()
        expect(judge.get_by_role("link", name="Tables (1)")).to_be_visible()
        press(judge.get_by_role("button", name="I am going"))
        judge.wait_for_url("**/desk/tables/masters-1-1?told=*")
        assert not hindrances(judge)
        player.reload()
        expect(player.get_by_text("A judge is on the way to your table.")).to_be_visible()
        judge.set_viewport_size({"width": 360, "height": 520})
        judge.evaluate("scrollTo(0, 0)")
        judge.get_by_text("More time").click()
        expect(judge.get_by_role("button", name="Give the time")).to_be_in_viewport(ratio=1)
        judge.get_by_label("Minutes (required)").fill("3")
        judge.get_by_label("Both players have been told how many extra minutes they have").check()
        press(judge.get_by_role("button", name="Give the time"))
        expect(
            judge.get_by_role("status").filter(has_text="3 extra minutes in total")
        ).to_be_visible()
        press(judge.get_by_role("button", name="Close the call"))
        expect(judge.locator("summary", has_text="Call a judge")).to_be_visible()
        desk = there.phone(AccessRole.SCOREKEEPER, "desk/messages")
        desk.get_by_label("Message", exact=True).fill("Lunch until 13:00.")
        press(desk.get_by_role("button", name="Send the message"))
        expect(anybody.get_by_text("Lunch until 13:00.")).to_be_visible()
        press(desk.get_by_role("button", name="Withdraw the message"))
        expect(anybody.get_by_text("Lunch until 13:00.")).to_have_count(0)
        assert not hindrances(desk)


def test_the_file_for_tom_comes_by_itself_and_the_page_stays(line: Line, browser: Browser) -> None:
    line.start()
    for number, name in enumerate(("Ana Lopez", "Ben Ode"), start=1):
        line("register", name, "--birth-date", f"1990-02-0{number}", "--id", 4000 + number)
    with hall(line, browser) as here:
        desk = here.phone(AccessRole.ORGANISER, "desk/tom-file")
        desk.get_by_label("City").fill("Bonn")
        with desk.expect_download() as coming:
            press(desk.get_by_role("button", name="Download the file"))
        assert b"<city>Bonn</city>" in coming.value.path().read_bytes()
        expect(desk.get_by_role("status").filter(has_text="is being downloaded")).to_be_visible()
        expect(desk.get_by_label("City")).to_have_value("Bonn")
        assert not hindrances(desk)


def test_what_an_answer_offered_goes_when_the_rounds_have_gone_on(
    line: Line, browser: Browser
) -> None:
    """The page renews itself under the answer, which keeps only what was done."""
    line.start(Masters=4)
    line.announce()
    with hall(line, browser) as there:
        page = there.phone(AccessRole.ORGANISER, "desk/rounds")
        press(page.get_by_role("main").get_by_role("button", name="Pair round 1"))
        offer = page.get_by_role("button", name="Undo: pairing of round 1")
        expect(offer).to_be_visible()
        line("start")
        expect(offer).to_have_count(0)
        expect(page.get_by_role("status").filter(has_text="was paired")).to_be_visible()


def test_the_list_of_forms_renews_itself_and_a_low_menu_opens_upwards(
    line: Line, browser: Browser
) -> None:
    line.start(Masters=16)
    line.announce()
    with hall(line, browser) as there:
        page = there.phone(AccessRole.ORGANISER, "desk/acts")
        page.get_by_label("Find").fill("pair")
        expect(page.get_by_role("link", name="Pair a round")).to_be_visible()
        line("pair")
        line("start")
        expect(page.get_by_role("link", name="Pair a round")).to_have_count(0)
        expect(page.get_by_role("link", name="Drop", exact=False).first).to_be_hidden()
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(f"{there.root}/desk/players")
        menus = page.locator(".roster .group")
        menus.last.scroll_into_view_if_needed()
        menus.last.locator("summary").click()
        expect(menus.last.get_by_role("link").last).to_be_in_viewport(ratio=1)
