"""A judge's evening on a phone, and a scorekeeper's: only taps, nothing sideways, nothing small."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.served import Served
from tests.web.test_browser import hindrances

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
.filter((one) => {
  const style = getComputedStyle(one), box = one.getBoundingClientRect();
  const label = one.labels?.[0]?.getBoundingClientRect();
  // A link within a sentence is as high as its line; what is not seen is not tapped.
  if (style.display === "inline" || one.matches(".skip, [type=hidden]")) return false;
  if (!one.checkVisibility() || !box.height) return false;
  return Math.max(box.height, label?.height ?? 0) < 43.5;
}).map((one) => `${one.tagName} ${one.textContent.trim()} ${one.getBoundingClientRect().height}`)"""
"""What a thumb does not hit: buttons, fields and links of their own that are less than 44 px."""


class Phone:
    """A phone that is only tapped: it counts the taps, and looks at each page that it comes to."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, one: Locator) -> None:
        self.taps += 1
        one.tap()

    def write(self, label: str, text: str) -> None:
        """Tap a field, and type."""
        field = self.page.get_by_label(label, exact=True).and_(self.page.locator(":visible"))
        self.tap(field)
        self.page.keyboard.type(text)

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def open(self, name: str) -> None:
        self.tap(self.page.locator("summary:visible", has_text=name).first)

    def is_fit(self) -> None:
        """Nothing is wider than the phone or too small for a thumb."""
        self.page.wait_for_load_state()  # Before its styles have come, every page is small.
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 360, self.page.url
        assert self.page.evaluate(SMALL) == [], self.page.url


@pytest.fixture
def signed_in(browser: Browser, line: Line) -> Iterator[Callable[[AccessRole], Phone]]:
    """Two tables: at the first a judge was called, at the second the reports do not match."""
    deck = line.home.parent / "deck.txt"
    deck.write_text("4 Pikachu SVI 25\n56 Basic {L} Energy SVE 4\n")
    line.start("--format", "unlimited")
    line.register("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Vogt")
    for number in range(1, 5):
        line("deck register", f"p{number}", deck)
    line.first_round(2, "--time", 50)
    line("call", "masters-1-1", "--for", "a question about a card")
    left, right = line.paired(1)["pairings"][1]
    won = Claim(match="masters-1-2", player=left, word="1", at=now(), games="2-1")
    other = Claim(match="masters-1-2", player=right, word="2", at=now(), games="0-2")
    said = Claims(allowed=True).saying(won).saying(other)
    PlayerReports(line.home, line.folder).change(lambda _: said)
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    with Served(line.folder.parent, line.home) as served:
        contexts = list[BrowserContext]()

        def phone(seat: AccessRole) -> Phone:
            """Sign in by typing a code, in a field that has the focus."""
            code = access.invite(
                seat, name="Jo Park", station="hall", tournament="cup", lasting=timedelta(hours=1)
            )
            context = browser.new_context(
                viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
            )
            contexts.append(context)
            held = Phone(context.new_page())
            held.page.goto(f"{served.address}/sign-in")
            held.is_fit()
            held.page.keyboard.type(code)
            held.button("Sign in")
            expect(held.page.get_by_role("heading", level=1)).not_to_have_text("Sign in")
            held.is_fit()
            assert held.taps == 1
            held.taps = 0
            return held

        yield phone
        for context in contexts:
            context.close()


def test_a_judge_answers_a_call_and_finds_the_dispute_by_taps(
    signed_in: Callable[[AccessRole], Phone],
) -> None:
    judge = signed_in(AccessRole.JUDGE)
    page = judge.page
    expect(page.get_by_role("heading", name="Calls for a judge (1)")).to_be_in_viewport()
    assert hindrances(page) == []
    judge.button("I am going to table 1")
    page.wait_for_url("**/masters-1-1*")
    judge.is_fit()
    judge.open("More time")
    judge.write("Minutes (required)", "3")
    judge.tap(page.get_by_text("Both players have been told"))
    judge.button("Give the time")
    expect(page.get_by_role("status").filter(has_text="3 minutes more")).to_be_visible()
    judge.open("Penalty")
    judge.tap(page.locator("fieldset:visible label").first)
    page.locator("select:visible").select_option("warning")
    judge.write("What for (required)", "drew an extra card")
    judge.button("Give the penalty")
    expect(page.get_by_role("status").filter(has_text="warning")).to_be_visible()
    judge.button("Close the call")
    expect(page.get_by_role("button", name="Close the call")).to_have_count(0)
    judge.is_fit()
    assert judge.taps == 10
    # The deck list of a player stands at the table; a player is found by three letters.
    judge.tap(page.get_by_role("link", name="Deck list").first)
    expect(page.get_by_role("main")).to_contain_text("Pikachu")
    judge.is_fit()
    judge.tap(page.get_by_role("navigation").get_by_role("link", name="Tables"))
    expect(page.get_by_role("heading", name="Reports that do not match (1)")).to_be_visible()
    judge.write("Table or player", "vog")
    page.keyboard.press("Enter")
    page.wait_for_url("**/masters-1-*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table")
    judge.is_fit()
    assert judge.taps == 13


def test_a_scorekeeper_keeps_a_report_and_enters_a_slip_by_taps(
    signed_in: Callable[[AccessRole], Phone], line: Line
) -> None:
    desk = signed_in(AccessRole.SCOREKEEPER)
    page = desk.page
    desk.tap(page.get_by_role("link", name="from players' phones"))
    page.wait_for_url("**/desk/claims*")
    desk.tap(page.get_by_role("button", name="Keep this report").first)
    expect(page.get_by_role("button", name="Keep this report")).to_have_count(0)
    desk.is_fit()
    assert desk.taps == 2
    desk.tap(page.get_by_role("navigation").get_by_role("link", name="Entry"))
    desk.tap(page.locator(".tables a").first)
    desk.tap(page.locator(".tiles label").first)
    desk.tap(page.locator(".tiles.games label", has_text="2–1"))
    desk.is_fit()
    desk.tap(page.get_by_role("main").get_by_role("button", name="Record"))
    expect(page.get_by_role("main")).to_contain_text("2 of 2 in")
    assert desk.taps == 7
    events = [event["event"] for entry in line.ledger() for event in entry["events"]]
    assert events.count("result-reported") == 2
