"""A tour of every page that there is, as people come to it: phone, laptop, projector, dark."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain
from typing import Literal

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.public.overlay import SHOWS as OVERLAYS
from roundbook.cli.web.public.screen import SHOWS
from roundbook.cli.web.staff.act_pages import is_here
from roundbook.cli.web.staff.every_form import FORMS
from tests.cli.line import Line
from tests.web.chromium import press
from tests.web.events import HOSTILE, MANY_LETTERS
from tests.web.served import PATIENCE, Served
from tests.web.test_browser import complaints, hindrances, window
from tests.web.thumb import thumb
from tests.web.tour import TOUR

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 683, 1366, 1920)
"""Of phones, of a laptop at 200 % and as it is, and of a projector."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
  if (at === document.body) return "";
  const shown = style.outlineStyle !== "none" || style.boxShadow !== "none";
  return shown && box.width > 1 && box.height > 1 ? "" : at.outerHTML.slice(0, 120);
}"""
"""Says which element has the focus without anybody seeing it."""


class Touring:
    """A server with tournaments at every stage, and codes by which the organiser comes in."""

    def __init__(self, served: Served, access: AccessStore) -> None:
        self.address, self._porch = served.address, access

    def come_in(
        self,
        page: Page,
        player: str | None = None,
        slug: str = "running",
        seat: AccessRole = AccessRole.ORGANISER,
    ) -> None:
        """Come in as the organiser of all, as other staff, or as a player of a tournament."""
        code = self._porch.invite(
            AccessRole.PLAYER if player else seat,
            name="Olga Ode",
            station="office",
            tournament=slug if player else None,
            player=player,
            lasting=timedelta(hours=1),
        )
        page.goto(f"{self.address}/join/{code}")
        press(page.get_by_role("main").get_by_role("button"))
        page.wait_for_url(lambda url: "/join/" not in url)


@pytest.fixture(scope="module")
def touring(played: Line) -> Iterator[Touring]:
    access = AccessStore(played.home, played.folder.parent, clock=now, random_bytes=random_bytes)
    with Served(played.folder.parent, played.home) as served:
        yield Touring(served, access)


def test_nobody_meets_a_hindrance_on_any_page(browser: Browser, touring: Touring) -> None:
    """axe-core finds nothing, nothing has to be moved sideways, tabbing shows where one is."""
    with window(browser, 1366) as context:
        page = context.new_page()
        touring.come_in(page)
        said = complaints(page)
        found = list[str]()
        for path in chain.from_iterable(TOUR.values()):
            page.goto(touring.address + path)
            for scheme, width in zip(SCHEMES, (683, 320), strict=True):
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": width, "height": 768})
                found += [f"{path}, {scheme}: {each}" for each in hindrances(page)]
            found += [f"{path}: {each}" for each in seen_by_keyboard(page)]
            found += [f"{path} is wider than {width}" for width in too_wide(page)]
        assert not found, "\n".join(found)
        assert [one for one in said if "404" not in one and "400" not in one] == []


HALL = tuple(
    f"/t/{slug}/{page}"
    for slug in ("empty", "running", "top-cut", "knock-out", "over")
    for page in (
        *("screen", "overlay"),
        *(f"screen?show={show}" for show in SHOWS if show),
        *(f"overlay?show={show}" for show in OVERLAYS),
    )
)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [360, 1366, 1920])
def test_nobody_meets_a_hindrance_on_a_screen_or_a_stream_of_any_size(
    browser: Browser, touring: Touring, width: int, scheme: str
) -> None:
    """The tour looks at some of them; without its script, a screen shows every slide at once."""
    found = list[str]()
    with window(browser, width, dark=scheme == "dark") as context:
        context.set_default_navigation_timeout(1000 * PATIENCE)
        context.route("**/static/screen.js", lambda route: route.abort())
        page = context.new_page()
        for path in HALL:
            answer = page.goto(touring.address + path)
            assert answer is not None
            assert answer.ok, path
            found += [f"{path}: {each}" for each in hindrances(page)]
            wide = page.evaluate("document.documentElement.scrollWidth")
            found += [f"{path} is {wide} wide"] if wide > width else []
    assert not found, "\n".join(found)


LONGEST = f"p{2 + len(HOSTILE) + len(MANY_LETTERS)}"
"""The player of `running` with the longest name, which a comparison puts beside another."""

OF_A_JUDGE = (
    *("tables?only=all", "tables/masters-2-2", "standings", "history", "ask", "acts", "ask/rules"),
    *(
        f"ask/explain?about={LONGEST}",
        "do/penalty?who=p1",
        "do/verdict",
        "do/deckcheck/record?who=p1",
    ),
)


def test_a_finger_hits_every_link_on_public_pages_and_those_of_players_and_judges(
    browser: Browser, touring: Touring
) -> None:
    every = chain.from_iterable(TOUR.values())
    public = [path for path in every if not re.search("desk|doors|screen|overlay", path)]
    with thumb(browser) as phone:
        page = phone.page
        for path in (*public, "/t/running/mine?me=p1", "/t/over/standings/p2"):
            page.goto(touring.address + path)
            phone.is_fit()
        touring.come_in(page, "p1", "top-cut")
        for path in ("mine", "mine?need=1"):
            page.goto(f"{touring.address}/t/top-cut/{path}")
            phone.is_fit()
    with thumb(browser) as phone:
        touring.come_in(phone.page, seat=AccessRole.JUDGE)
        for path in (*(f"running/desk/{one}" for one in OF_A_JUDGE), "registered/desk/check-in"):
            phone.page.goto(f"{touring.address}/t/{path}")
            phone.is_fit()


def test_all_pages_of_a_judge_are_in_sight_on_a_phone_before_and_after_the_start(
    browser: Browser, touring: Touring
) -> None:
    with thumb(browser) as phone:
        page = phone.page
        touring.come_in(page, seat=AccessRole.JUDGE)
        for slug, has in (("registered", "Check in"), ("running", "Standings")):
            page.goto(f"{touring.address}/t/{slug}/desk/tables")
            bar = page.get_by_role("navigation", name="Desk pages")
            assert bar.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, slug
            expect(bar).to_contain_text(has)
            expect(bar).not_to_contain_text({"Check in", "Standings"}.difference({has}).pop())


def test_a_player_meets_no_hindrance_on_a_page_of_their_own(
    browser: Browser, touring: Touring
) -> None:
    with window(browser, 320) as context:
        page = context.new_page()
        touring.come_in(page, "p1")
        said = complaints(page)
        page.goto(f"{touring.address}/t/running/mine")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert not hindrances(page), scheme
        assert not seen_by_keyboard(page)
        assert not too_wide(page)
        assert said == []


def test_a_player_meets_no_hindrance_from_the_door_to_a_match_at_odds(
    browser: Browser, line: Line
) -> None:
    """Every state of a player's own page: door, deck list, table, result, judge."""
    line.start("--format", "standard")
    line.register("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Vogt")
    line.announce("--rounds", 2, "--cut", "masters=2")
    access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
    reports, found = PlayerReports(line.home, line.folder), list[str]()
    reports.change(lambda _: Claims(allowed=True, decks=True))
    with Served(line.folder.parent, line.home) as served, window(browser, 320) as context:
        page = context.new_page()
        said = complaints(page)

        def looked(state: str, words: str) -> None:
            expect(page.get_by_role("main")).to_contain_text(words)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                page.set_viewport_size({"width": 320, "height": 768})
                found.extend(f"{state}, {scheme}: {one}" for one in hindrances(page))
            found.extend(f"{state} is wider than {width}" for width in too_wide(page))

        Touring(served, access).come_in(page, "p1", "cup")
        looked("the door", "Deck list")
        page.get_by_label("Paste the list").fill("hello")
        press(page.get_by_role("button", name="Send the list"))
        looked("a list that is wrong", "hello")
        page.get_by_label("Paste the list").fill("60 Basic Fire Energy SVE 2")
        press(page.get_by_role("button", name="Send the list"))
        looked("a list that waits", "Sent: 60 cards.")
        reports.change(lambda c: c.handing("p1", replace(c.lists[0], returned=True)))
        page.reload()
        looked("a list that came back", "The desk sent your list back.")
        for verb in ("pair", "post", "start"):
            line(verb)
            page.reload()
            looked(verb, "Table" if verb != "pair" else "posted")
        press(page.get_by_role("link", name="2–1", exact=True).first)
        looked("asked", "Is this right?")
        press(page.get_by_role("button", name="Yes: "))
        looked("said", "Sent: I won 2–1.")
        pair = next(one for one in line.paired(1)["pairings"] if "p1" in one)
        [other] = {*pair} - {"p1"}
        reports.change(lambda c: replace(c, claims=(*c.claims, contrary(c.claims[0], other))))
        page.reload()
        looked("at odds", "do not match")
        page.locator("summary", has_text="Call a judge").click()
        press(page.get_by_role("button", name="Yes, call a judge"))
        looked("a judge", "A judge was called")
    assert not found, "\n".join(found)
    assert [one for one in said if "422" not in one] == []


def contrary(claim: Claim, player: str) -> Claim:
    """Return that the other player of a match says the opposite."""
    return replace(claim, player=player, word="2" if claim.word == "1" else "1", games="")


def seen_by_keyboard(page: Page, steps: int = 8) -> list[str]:
    """Return what has the focus unseen, and what comes in another order than it is read."""
    found = page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").all_inner_texts()
    for _ in range(steps):
        page.keyboard.press("Tab")
        unseen = page.evaluate(FOCUSED)
        found += [unseen] if unseen else []
    return found


def too_wide(page: Page) -> list[int]:
    """Return the widths at which a page has to be moved sideways."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1080 if width == 1920 else 768})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(width)
    return found


def test_every_page_can_be_read_without_a_script(browser: Browser, touring: Touring) -> None:
    with window(browser, 390, script=False) as context:
        page = context.new_page()
        touring.come_in(page)
        for path in chain.from_iterable(TOUR.values()):
            page.goto(touring.address + path)
            assert page.get_by_role("main").inner_text().strip(), path
            assert page.get_by_role("heading", level=1).count() == 1, path
            hidden = page.locator("main button:visible").evaluate_all(
                "all => all.filter(one => one.getBoundingClientRect().width < 20).length"
            )
            assert hidden == 0, f"{path}: a button that nobody sees"


def test_every_act_has_a_form_that_fits_a_phone(browser: Browser, touring: Touring) -> None:
    parts = sorted(form.verb for form in FORMS.values() if is_here(form))
    with window(browser, 320) as context:
        page = context.new_page()
        touring.come_in(page)
        for part in parts:
            path = f"/t/running/desk/do/{part.replace(' ', '/')}"
            page.goto(touring.address + path)
            for folded in page.locator("main details").all():
                folded.evaluate("one => { one.open = true }")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
            unnamed = page.locator("main form").last.locator("input:visible, select, textarea")
            for field in unnamed.all():
                assert field.evaluate("one => one.labels.length > 0"), f"{path}: {field}"
