"""The desk decides what players report by phone, in a real browser, with one key."""

import re
from contextlib import ExitStack, suppress
from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Browser, expect

from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.chromium import chromium, press
from tests.web.served import PATIENCE, Served

pytestmark = pytest.mark.browser


def test_one_key_decides_the_first_match_that_waits(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    folder = line.folder.parent
    access = AccessStore(line.home, folder, clock=now, random_bytes=random_bytes)
    claims = Claims(allowed=True)
    for match, (left, right) in zip(line.tables(1), line.paired(1)["pairings"], strict=True):
        claims = claims.saying(Claim(match=match, player=left, word="1", at=now()))
        claims = claims.saying(Claim(match=match, player=right, word="2", at=now()))
    PlayerReports(line.home, line.folder).change(lambda _: claims)
    code = access.invite(
        AccessRole.ENTRY,
        name="Kim Sun",
        station="slips",
        tournament="cup",
        lasting=timedelta(hours=1),
    )
    with Served(folder, line.home) as served, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{served.address}/join/{code}")
        press(page.get_by_role("button", name="Sign in"))
        page.wait_for_url("**/t/cup/desk")
        page.goto(f"{served.address}/t/cup/desk/claims")
        assert page.locator("section.card").count() == 2
        page.keyboard.press("x")
        page.keyboard.press("Control+2")
        with page.expect_navigation():
            page.keyboard.press("2")
        assert page.locator("section.card").count() == 1
        # A list that renewed itself meanwhile takes the first key as "seen".
        page.keyboard.press("1")
        card = page.locator("section.card")
        with suppress(AssertionError):
            expect(card).to_have_count(0, timeout=5_000)
        if card.count():
            page.keyboard.press("1")
        expect(card).to_have_count(0)
        assert code not in served.said
    results = [entry for entry in line.ledger() if entry["events"][0]["event"] == "result-reported"]
    assert [entry["events"][0]["result"]["verdict"] for entry in results] == ["second", "first"]
    assert {entry["hand"]["station"] for entry in results} == {"slips"}


class Phones:
    """Players' phones at a server, each with a code of its own."""

    def __init__(self, served: Served, codes: dict[str, str], stack: ExitStack) -> None:
        self._served, self._codes, self._stack = served, codes, stack

    def says(self, player: str, word: str) -> None:
        """Let a player report how their match ended."""
        client = httpx.Client(base_url=self._served.address, trust_env=False, timeout=PATIENCE)
        phone = self._stack.enter_context(client)
        phone.post(f"/join/{self._codes[player]}")
        asked = phone.get("/t/cup/mine").text
        fields = dict(re.findall(r'name="(key|match)" value="([^"]+)"', asked))
        assert phone.post("/t/cup/mine", data={**fields, "said": word}).status_code == 303


class AtDesk:
    """Three pages of the desk, open at once: the slips, what players report, and a form."""

    def __init__(self, browser: Browser, served: Served, code: str) -> None:
        context = browser.new_context()
        self.slips, self.phoned, self.others = (context.new_page() for _ in range(3))
        self.slips.goto(f"{served.address}/join/{code}")
        press(self.slips.get_by_role("button", name="Sign in"))
        self.slips.wait_for_url("**/t/cup/desk")
        self.phoned.goto(f"{served.address}/t/cup/desk/claims")
        self.others.goto(f"{served.address}/t/cup/desk/do/note")

    def waits(self, number: int, alone: int = 0) -> None:
        """See on every page that so many matches wait; of others, one player alone has reported."""
        said = f"Phones ({number})" if number else "Phones"
        for page in (self.slips, self.phoned, self.others):
            expect(page.get_by_role("link", name=re.compile("^Phones"))).to_have_text(said)
        expect(self.phoned.locator("section.card")).to_have_count(number + alone)
        in_slips = self.slips.get_by_text("Players' phones sent something for you to decide: ")
        expect(in_slips).to_have_count(1 if number else 0)


class AtTable:
    """The page of a table, open while a judge writes a note there."""

    def __init__(self, browser: Browser, served: Served, code: str) -> None:
        self._page = browser.new_context().new_page()
        self._page.goto(f"{served.address}/join/{code}")
        press(self._page.get_by_role("button", name="Sign in"))
        self._page.goto(f"{served.address}/t/cup/desk/tables/masters-1-2")
        self._page.locator("summary", has_text="Note").click()
        self._note = self._page.locator("#do-note [name=text]")
        self._note.fill("Both were calm")

    def shows(self, reports: int) -> None:
        """See so many reports to choose from, or the result; the note is still being written."""
        expect(self._page.get_by_role("link", name=re.compile("^Keep "))).to_have_count(reports)
        expect(self._page.get_by_text("The result is in:")).to_have_count(0 if reports else 1)
        expect(self._note).to_have_value("Both were calm")


def test_what_players_report_shows_up_at_the_desk_by_itself(line: Line) -> None:
    """On the page of slips, in the list itself, and beside the way to it on any other page."""
    line.begin("Ana", "Ben", "Cho", "Dee", "Eve", "Fay")
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    hour = timedelta(hours=1)
    code = access.invite(
        AccessRole.SCOREKEEPER, name="Kim Sun", station="desk", tournament="cup", lasting=hour
    )
    judges = access.invite(
        AccessRole.JUDGE, name="Joy Sand", station="floor", tournament="cup", lasting=hour
    )
    referees = access.invite(
        AccessRole.JUDGE, name="Roy Bell", station="floor", tournament="cup", lasting=hour
    )
    pairs = line.paired(1)["pairings"]
    codes = access.invite_players(
        "cup", [player for pair in pairs for player in pair], lasting=hour
    )
    with (
        Served(line.folder.parent, line.home) as served,
        chromium() as browser,
        ExitStack() as stack,
    ):
        desk, phones = AtDesk(browser, served, code), Phones(served, codes, stack)
        at_table = AtTable(browser, served, referees)
        judge = browser.new_context().new_page()
        judge.goto(f"{served.address}/join/{judges}")
        press(judge.get_by_role("button", name="Sign in"))
        judge.goto(f"{served.address}/t/cup/desk/tables")
        typed = desk.others.locator("[name=text]")
        typed.fill("Gus Late")
        desk.waits(0)
        (first, second), (third, fourth), (fifth, _) = pairs
        phones.says(third, "won")
        desk.waits(0, alone=1)
        phones.says(fourth, "won")
        expect(desk.phoned.get_by_text("The reports do not match")).to_be_visible()
        expect(judge.get_by_text("Phone reports to decide on (1)")).to_be_visible()
        at_table.shows(2)
        phones.says(first, "won")
        phones.says(fifth, "won")
        desk.waits(1, alone=2)
        expect(desk.phoned.locator("section.card h2").first).to_contain_text("Table 2")
        phones.says(second, "lost")
        desk.waits(1, alone=1)
        line("report", "masters-1-2", "1")
        desk.waits(0, alone=1)
        at_table.shows(0)
        expect(desk.phoned.locator("section.card h2").first).to_contain_text("Table 3")
        rest = desk.phoned.locator("[data-keys-rest]")
        expect(rest).to_be_visible()
        desk.phoned.keyboard.press("1")
        expect(rest).to_be_hidden()
        desk.waits(0, alone=1)
        desk.phoned.keyboard.press("2")  # Only the player on the left has reported.
        desk.waits(0, alone=1)
        desk.phoned.keyboard.press("1")
        desk.waits(0)
        expect(typed).to_have_value("Gus Late")
    events = [entry["events"][0] for entry in line.ledger()]
    results = {e["match"][2]: e["result"]["verdict"] for e in events if "result" in e}
    assert results == {1: "first", 2: "first", 3: "first"}
