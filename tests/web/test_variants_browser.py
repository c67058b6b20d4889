"""The rarer kinds of event in a real browser: the desk's steps, a phone, and the screen.

Every page is looked at where it is looked at: the desk on a laptop, players on phones, the screen
on a projector. Nothing may fail there, and no page has to be moved sideways.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints

pytestmark = pytest.mark.browser

LAPTOP, PHONE, PROJECTOR = (1280, 800), (390, 844), (1920, 1080)
FITS = "document.documentElement.scrollWidth <= innerWidth"


class Venue:
    """A served tournament with the organiser at a laptop, a player's phone and a projector."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.served = served
        self.said: list[list[str]] = []
        self.desk, self.phone, self.screen = (
            self._page(browser, *size) for size in (LAPTOP, PHONE, PROJECTOR)
        )
        self.desk.goto(f"{served.address}/join/{served.code}")
        self.desk.locator("#name").fill("organiser")
        press(self.desk.get_by_role("main").get_by_role("button"))
        self.desk.wait_for_url(lambda url: "/join/" not in url)

    def _page(self, browser: Browser, width: int, height: int) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        self.said.append(complaints(page))
        return page

    def at(self, page: Page, path: str) -> Page:
        """Open a page of the tournament; it has to fit."""
        page.goto(f"{self.served.address}/t/cup{path}")
        assert page.evaluate(FITS), path
        return page

    def step(self, button: str) -> None:
        """Press a button of the page of rounds."""
        page = self.at(self.desk, "/desk/rounds")
        press(page.get_by_role("main").get_by_role("button", name=re.compile(f"^{button}")).first)
        expect(page.locator(".done")).to_be_visible()
        assert page.evaluate(FITS), button

    def follow(self, link: str) -> Page:
        """Follow a link of the page of rounds."""
        page = self.at(self.desk, "/desk/rounds")
        # Without waiting for the next page, the one that is being left would be measured.
        with page.expect_navigation():
            page.get_by_role("link", name=re.compile(f"^{link}")).first.click()
        assert page.evaluate(FITS), link
        return page

    def slide(self, title: str) -> None:
        """See a slide of the screen; it comes by itself."""
        expect(self.screen.locator("[data-slide] h2", has_text=title).first).to_be_attached()


@pytest.fixture
def venue(browser: Browser, line: Line) -> Iterator[Venue]:
    line.folder.parent.mkdir(exist_ok=True)
    with Served(line.folder.parent, line.home) as served:
        found = Venue(browser, served)
        yield found
        for page in (found.desk, found.phone, found.screen):
            page.context.close()
    assert found.said == [[], [], []]


def test_flights_are_drawn_by_a_button_and_found_on_a_phone(line: Line, venue: Venue) -> None:
    line.start("--style", "swiss-plus-cut", Masters=64)
    page = venue.follow("Split into flights")
    expect(page.get_by_role("button", name="Split into 4 flights")).to_have_count(0)
    press(page.get_by_role("button", name="Split into 2 flights"))
    expect(page.locator(".done")).to_contain_text("Masters A with 32")
    line.announce("--rounds", 2, "--cut", "masters=8")
    venue.step("Pair round 1")
    venue.step("Post the pairings")
    flown = line.ledger()[-2]["events"][0]
    assert flown["pool"] == "masters-a"
    player = flown["pairings"][0][0]
    phone = venue.at(venue.phone, f"/players/{player}")
    expect(phone.get_by_text("plays in Masters A")).to_be_visible()
    expect(phone.locator(".place")).to_contain_text(str(flown["tables"][0]))
    venue.at(venue.screen, "/screen")
    expect(venue.screen.locator(".bar")).to_contain_text("Masters A")


def test_announced_flights_are_drawn_paired_and_posted_by_one_button_each(
    line: Line, venue: Venue
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=64)
    page = venue.at(venue.desk, "/desk/do/announce")
    page.locator("[name='flights:masters']").select_option("2")
    page.locator("[name=prizes]").fill("8")
    press(page.get_by_role("main").get_by_role("button", name="Announce rounds"))
    for step in (
        "Split into 2 flights at random",
        "Pair the next round of every pool",
        "Post the pairings",
    ):
        lead = page.locator(".lead").get_by_role("button", name=re.compile(f"^{step}"))
        expect(lead).to_be_visible()
        press(lead)
        expect(page.locator(".done")).to_be_visible()
    assert [one["pool"] for one in line.ledger()[-1]["events"]] == ["masters-a", "masters-b"]


def test_a_draft_is_seated_by_a_button_and_the_screen_shows_it_by_itself(
    line: Line, venue: Venue
) -> None:
    line.start("--edition", "dci-pod", open=8)
    line("announce")
    venue.at(venue.screen, "/screen")
    venue.at(venue.phone, "/players/p3")
    venue.step("Draw the seats for a booster draft")
    [circle] = line.ledger()[-1]["events"][0]["tables"]
    venue.slide("Draft table 1")
    place = venue.phone.locator(".place")
    expect(place).to_contain_text(f"Draft table 1, seat {circle.index('p3') + 1}")
    expect(venue.follow("Who picks when").locator("pre")).to_contain_text("passed to the left")
    venue.step("Pair round 1")
    venue.step("Post the pairings")
    expect(place).to_contain_text("Table")
    expect(venue.phone.get_by_text("Draft table")).to_have_count(0)


def test_the_second_day_begins_with_a_form_and_everybody_is_told(line: Line, venue: Venue) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=40)
    line.announce("--rounds", 3, "--day-two", "masters=1", "--cut", "masters=4")
    for _ in range(3):
        play(line)
    page = venue.follow("Begin day two")
    expect(page.get_by_role("heading", name="players would advance to day two")).to_be_visible()
    press(page.get_by_role("button", name="Begin day two"))
    expect(venue.desk.locator(".done")).to_be_visible()
    made = next(e for e in line.ledger()[-1]["events"] if e["event"] == "day-two-made")
    out = next(f"p{n}" for n in range(1, 41) if f"p{n}" not in made["players"])
    phone = venue.at(venue.phone, f"/players/{out}")
    told = r"\S.* has played their last match: place \d+ of 40\."
    expect(phone.get_by_text(re.compile(rf"is not playing on day two\. {told}"))).to_be_visible()
    venue.step("Pair round 4")
    venue.step("Post the pairings")
    phone = venue.at(venue.phone, f"/players/{made['players'][0]}")
    expect(phone.get_by_text("plays on day two")).to_be_visible()
    expect(venue.at(venue.screen, "/screen").get_by_text("day two")).to_be_visible()


def test_the_match_for_third_place_is_paired_beside_the_final(line: Line, venue: Venue) -> None:
    line.start("--style", "single-elimination", Masters=6, Senior=2)
    line("announce", "--third-place")
    venue.step("Draw the seeds")
    for _ in range(2):
        play(line)
    venue.step("Pair the 3rd-place match")
    third = line.ledger()[-1]["events"][0]["pairing"][0]
    venue.step("Pair the final")
    expect(venue.desk.get_by_role("cell", name="third place")).to_be_visible()
    venue.step("Post the pairings")
    phone = venue.at(venue.phone, f"/players/{third}")
    expect(phone.get_by_text("3rd-place match").first).to_be_visible()
    expect(venue.at(venue.screen, "/screen").get_by_text("third place").first).to_be_visible()
    expect(venue.at(venue.phone, "/bracket").get_by_text("Third place").first).to_be_visible()


def test_ages_play_together_and_each_has_a_cut_of_its_own(line: Line, venue: Venue) -> None:
    line.start("--style", "swiss-plus-cut", Junior=5, Senior=5, Masters=6)
    cuts = ("--cut", "junior=2", "--cut", "senior=2", "--cut", "masters=4")
    line.announce("--rounds", 2, *cuts, "--override", "cut-too-large")
    venue.step("Pair round 1")
    venue.step("Post the pairings")
    venue.at(venue.screen, "/screen")
    expect(venue.screen.locator(".bar")).to_contain_text("All divisions round 1")
    line("start")
    for match in (f"all-1-{table}" for table in line.paired(1)["tables"]):
        line("report", match, "1")
    play(line)
    page = venue.follow("Make the cut")
    press(page.get_by_role("button", name="Make the cut"))
    expect(page.locator(".done")).to_contain_text("The cut of Junior was made")
    page = venue.at(venue.desk, "/desk/rounds")
    expect(page.get_by_role("button", name="Pair")).to_have_count(4)
    phone = venue.at(venue.phone, "/bracket")
    for division in ("Junior", "Senior", "Masters"):
        expect(phone.get_by_role("heading", name=f"{division} cut")).to_be_visible()


def test_a_cut_of_more_than_half_asks_for_its_reason_as_it_is_chosen(
    line: Line, venue: Venue
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=7)
    page = venue.at(venue.desk, "/desk/do/announce")
    why, cut = page.locator("[name=larger]"), page.locator('[name="cut:masters"]')
    expect(why).to_be_hidden()
    assert why.get_attribute("required") is None
    cut.select_option("4")
    expect(why).to_be_visible()
    assert why.get_attribute("required") == ""
    cut.select_option("2")
    expect(why).to_be_hidden()
    cut.select_option("4")
    why.fill("The hall is free.")
    page.get_by_label("Number of players who get prizes").fill("0")
    press(page.get_by_role("button", name="Announce rounds, cut and times"))
    assert line.ledger()[-1]["events"][0]["override"]["reason"] == "The hall is free."
