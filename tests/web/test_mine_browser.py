"""A player's day on a phone of 360 by 740, in a real browser, with the network cut twice."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from roundbook.cli.places.phone_claims import Claims, PlayerReports
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.chromium import chromium, press
from tests.web.served import Served
from tests.web.test_browser import at_the_end

pytestmark = pytest.mark.browser

CALLED = "window.called = []; navigator.vibrate = (how) => window.called.push(how);"

BESIDE = """() => {
  const [clock, plate] = [".clock", ".plate"]
    .map((one) => document.querySelector(`.head ${one}`).getBoundingClientRect());
  return clock.top < plate.bottom && clock.left >= plate.right;
}"""

HIGH = "all => all.map((one) => one.getBoundingClientRect().height)"

ALL_SEEN = """async () => {
  const thumb = document.querySelector(".thumb").getBoundingClientRect().top;
  const tiles = [...document.querySelectorAll(".results a")];
  const seen = () => tiles.length && tiles.every((one) => {
    const box = one.getBoundingClientRect();
    return box.height && box.top >= 0 && box.bottom <= thumb;
  });
  for (let n = 0; n < 300 && !seen(); n += 1) await new Promise(requestAnimationFrame);
  return seen();
}"""
"""Whether each result can be tapped without scrolling: none is below the ways at the thumb."""


WATCHED = """() => {
  const lost = document.querySelector("[data-lost]");
  new MutationObserver(() => { if (!lost.hidden) sessionStorage.lost = "yes"; })
    .observe(lost, { attributes: true });
}"""


def stamped(page: Page, seq: int) -> None:
    """See the receipt of an entry, whose number is in the history."""
    expect(page.get_by_text("Recorded", exact=False).first).to_be_visible()
    expect(page.get_by_text(f"entry {seq}", exact=True)).to_be_visible()


def says(page: Page, tile: str, asked: str) -> None:
    """Report a result: one tap, a question, and a second tap."""
    press(page.get_by_role("link", name=tile, exact=True))
    expect(page.get_by_role("heading", name="Is this right")).to_be_visible()
    press(page.get_by_role("button", name=asked))
    expect(page.get_by_role("heading", name="Is this right")).to_be_hidden()


def reaches_nobody(page: Page) -> None:
    """Tap without a network: it is said below what was tapped, and the page stays as it is."""
    page.get_by_role("link", name="2–1", exact=True).click()
    expect(page.get_by_role("heading", name="How did the match end?")).to_be_visible()
    assert "/mine?as=" in page.url
    unsent = page.locator(".unsent")
    expect(unsent).to_be_in_viewport()
    expect(unsent).to_have_text(re.compile("the page cannot be opened"))
    page.evaluate("scrollTo(0, 0)")
    page.locator("summary", has_text="Call a judge").click()
    page.get_by_role("button", name="Yes, call a judge").click()
    expect(page.locator(".judge .unsent")).to_be_in_viewport()
    expect(unsent).to_have_count(1)
    expect(unsent).to_have_text(re.compile("nothing was sent"))
    expect(page.get_by_role("button", name="Yes, call a judge")).to_be_in_viewport()
    assert page.evaluate("scrollY") < 60, "no further than shows what is said"


def test_the_last_five_minutes_call_a_player_once_whose_match_is_open(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.first_round(2, "--time", 50)
    first, second = (pair[0] for pair in line.paired(1)["pairings"])
    line("report", line.tables(1)[1], "1")
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    codes = access.invite_players("cup", [first, second], lasting=timedelta(hours=1))
    with Served(line.folder.parent, line.home) as served, chromium() as browser:
        for player, calls in ((first, 1), (second, 0)):
            page = browser.new_context(viewport=ViewportSize(width=360, height=740)).new_page()
            page.clock.install()
            page.add_init_script(CALLED)
            page.goto(f"{served.address}/join/{codes[player]}")
            press(page.get_by_role("button", name=re.compile("Sign in")))
            page.wait_for_url(re.compile("/t/cup/mine"))
            page.goto(f"{served.address}/t/cup/clock")
            at_the_end(page, left=600_000)
            page.goto(f"{served.address}/t/cup/mine")
            if calls:
                expect(page.get_by_text("Time left")).to_be_visible()
                assert page.evaluate("window.called") == []
            page.clock.fast_forward(301_000)
            if calls:
                expect(page.get_by_text("Last 5 minutes")).to_be_visible()
            page.clock.run_for(4000)
            assert page.evaluate("window.called.length") == calls
            if calls:
                at_the_end(page, left=-1000)
                expect(page.get_by_text("Time!")).to_be_visible()
                assert page.evaluate(BESIDE), "a clock below would push the results out of view"


def test_a_day_of_a_player_with_the_network_cut_twice(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.announce("--rounds", 2, "--cut", "masters=2")
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    line.pair()
    (left, right), _ = line.paired(1)["pairings"]
    mine, theirs = line.tables(1)
    codes = access.invite_players("cup", [left, right], lasting=timedelta(hours=1))
    with Served(line.folder.parent, line.home) as served, chromium() as browser:
        size = ViewportSize(width=360, height=740)
        ours, other = (browser.new_context(viewport=size, has_touch=True) for _ in range(2))
        page, opponent = ours.new_page(), other.new_page()
        page.add_init_script(CALLED)
        for phone, player in ((page, left), (opponent, right)):
            phone.goto(f"{served.address}/join/{codes[player]}")
            press(phone.get_by_role("button", name=re.compile("Sign in")))
            phone.wait_for_url(re.compile("/t/cup/mine"))
        expect(page.locator("[data-seat]")).to_have_attribute("data-seat", mine)
        assert ("Table" in page.title(), page.evaluate(ALL_SEEN)) == (True, True)

        ours.set_offline(True)  # In the middle of round 1.
        lost = page.get_by_text(re.compile("No connection since [0-9]"))
        expect(lost).to_be_visible()
        reaches_nobody(page)
        ours.set_offline(False)
        expect(lost).to_be_hidden()
        expect(page.locator(".unsent")).to_have_count(0)

        says(page, "2–1", "Yes: I won 2–1")
        expect(page.get_by_text("Sent: I won 2–1.")).to_be_visible()
        expect(opponent.get_by_text("Your opponent has reported.")).to_be_visible()
        says(opponent, "0–2", "Yes: I lost 0–2")
        expect(page.get_by_text("Your reports do not match.")).to_be_visible()
        opponent.locator("summary", has_text="Change my report").click()
        assert opponent.evaluate(ALL_SEEN), "also where the page tells two reports apart"
        says(opponent, "1–2", "Yes: I lost 1–2")
        stamped(opponent, line.ledger()[-1]["seq"])
        stamped(page, line.ledger()[-1]["seq"])
        assert page.evaluate("window.called") == [], "there is no new table"

        ours.set_offline(True)  # While round 2 is paired.
        expect(lost).to_be_visible()
        line("report", theirs, "1")
        line.pair()
        ours.set_offline(False)
        seat = next(
            table
            for table, pair in zip(line.tables(2), line.paired(2)["pairings"], strict=True)
            if left in pair
        )
        expect(page.locator("[data-seat]")).to_have_attribute("data-seat", seat)
        expect(lost).to_be_hidden()
        expect(opponent.get_by_role("heading", name="How did the match end?")).to_be_visible()
        assert [phone.evaluate(ALL_SEEN) for phone in (page, opponent)] == [True, True]
        assert page.evaluate("window.called.length") == 1, "a new table is called out once"
        page.get_by_role("link", name="What do I need for the cut?").click()
        expect(page.get_by_text(re.compile("Exact: all 9 possible outcomes"))).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_a_new_table_is_told_wherever_the_page_is_scrolled(line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.first_round(2)
    with Served(line.folder.parent, line.home) as served, chromium() as browser:
        size = ViewportSize(width=360, height=740)
        page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()
        page.goto(f"{served.address}/t/cup/mine?me=p1#deck")
        page.wait_for_url(re.compile("/t/cup/mine[^#]*$"))  # An answer is scrolled to once.
        told = page.get_by_role("link", name=re.compile(r"^Round 2: table \d+ against \w+$"))
        line.play(1)
        expect(page.get_by_text("The next table will appear here")).to_have_count(0)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(told).to_have_count(0)
        line("pair")
        line("post")
        expect(told).to_be_in_viewport()
        expect(page.locator(".calling")).to_have_attribute("aria-live", "polite")
        expect(page.locator(".place")).not_to_be_in_viewport()
        told.click()
        expect(told).to_have_count(0)
        expect(page.locator(".place")).to_be_in_viewport()
        line("withdraw", "masters-2", "--reason", "a mistake")
        expect(page.locator(".place")).to_have_count(0)
        line("pair")
        line("post")
        expect(page.locator(".place")).to_be_in_viewport()
        expect(told).to_have_count(0)  # What is in view is not said twice.
        links = page.locator(".now p a, .now + p a").evaluate_all(HIGH)
        assert len(links) > 1
        assert min(links) >= 44, "a finger hits a link in the card as well as a button"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_two_tabs_of_one_phone_stay_with_their_children_and_report_for_both(line: Line) -> None:
    line.enrol("Ana", "Ben")
    line.first_round(2)
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    [children] = line.paired(1)["pairings"]
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    codes = access.invite_players("cup", children, lasting=timedelta(hours=1))
    with Served(line.folder.parent, line.home) as served, chromium() as browser:
        phone = browser.new_context(viewport=ViewportSize(width=360, height=740))
        tabs = [phone.new_page() for _ in children]
        names = []
        for tab, child in zip(tabs, children, strict=True):
            tab.goto(f"{served.address}/join/{codes[child]}")
            press(tab.get_by_role("button", name=re.compile("Sign in")))
            tab.wait_for_url(re.compile("/t/cup/mine"))
            names.append(tab.get_by_role("heading", level=1).inner_text())
        assert len({*names}) == 2
        line("message", "Lunch until 13:00.")
        for tab, name in zip(tabs, names, strict=True):
            expect(tab.get_by_text("Lunch until 13:00.")).to_be_visible()
            expect(tab.get_by_role("heading", level=1)).to_have_text(name)
        says(tabs[0], "2–1", "Yes: I won 2–1")
        expect(tabs[0].get_by_text("Sent: I won 2–1.")).to_be_visible()
        says(tabs[1], "1–2", "Yes: I lost 1–2")
        expect(tabs[1].get_by_text("Recorded", exact=False).first).to_be_visible()
        tabs[0].reload()
        expect(tabs[0].get_by_role("heading", level=1)).to_have_text(names[0])
        press(tabs[0].get_by_role("link", name="My match"))
        expect(tabs[0].get_by_role("heading", level=1)).to_have_text(names[0])
        press(tabs[0].get_by_role("link", name="Deutsch"))
        expect(tabs[0].get_by_role("heading", level=1)).to_have_text(names[0])
        press(tabs[0].get_by_role("link", name="English"))
        stale, below = phone.new_page(), phone.new_page()
        stale.goto(f"{served.address}/t/cup/mine?as={children[1]}#now")
        expect(stale.get_by_role("heading", level=1)).to_have_text(names[1])
        stale.evaluate(WATCHED)
        below.goto(f"{served.address}/t/cup/mine?as={children[1]}")
        below.evaluate("scrollTo(0, document.body.scrollHeight)")
        tabs[1].locator("summary", has_text="Sign out").click()
        press(tabs[1].get_by_role("button", name=f"Yes, sign out {names[1]}"))
        gone = f"{names[1]} is no longer signed in on this phone."
        for tab in (tabs[1], stale, below):
            expect(tab.get_by_text(gone)).to_be_visible()
            expect(tab.get_by_text(gone)).to_be_in_viewport()
            expect(tab.get_by_role("heading", level=1)).to_have_text(names[0])
            expect(tab.get_by_label("Players on this phone")).to_have_count(0)
        assert stale.evaluate("sessionStorage.lost") is None, "a refusal is no lost connection"
        asked: list[str] = []
        stale.on("request", lambda one: asked.append(one.url))
        stale.wait_for_timeout(3000)
        assert len(asked) <= 2, "a tab that has lost its child does not ask again and again"
    events = [event for entry in line.ledger() for event in entry["events"]]
    [result] = [one["result"] for one in events if one["event"] == "result-reported"]
    assert (result["verdict"], result["games"][:2]) == ("first", [2, 1])


def test_pages_of_ones_own_that_nobody_looks_at_leave_connections_for_the_others(
    line: Line,
) -> None:
    """A browser has six connections to one server; the last three keep theirs, to call players."""
    line.begin("Ana", "Ben", "Cho", "Dee")
    hide = """Object.defineProperty(document, "hidden", {value: true, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));"""
    with Served(line.folder.parent, line.home) as served, chromium() as browser:
        phone = browser.new_context(viewport=ViewportSize(width=360, height=740))
        tabs = []
        for _ in range(7):
            tab = phone.new_page()
            tab.goto(f"{served.address}/t/cup/mine?me=p1")
            expect(tab.get_by_role("heading", level=1)).to_have_text("Ana")
            tab.evaluate(hide)
            tabs.append(tab)
        line("message", "Lunch until 13:00.")
        for tab in tabs[-3:]:
            expect(tab.get_by_text("Lunch until 13:00.")).to_be_visible()
        for tab in tabs[:-3]:
            expect(tab.get_by_text("Lunch until 13:00.")).to_have_count(0)
