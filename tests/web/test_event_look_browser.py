"""An organiser's colour and logo in a real browser: on pages that are open, within their policy."""

import pytest
from playwright.sync_api import Browser, expect

from roundbook.cli.places.appearance import keep_look
from roundbook.projections.reports.public_view import EventLook
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web.served import Served
from tests.web.test_browser import complaints, hindrances, window
from tests.web.test_event_look import picture

pytestmark = pytest.mark.browser


def test_an_open_page_takes_the_colour_on_by_itself(browser: Browser, line: Line) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    with (
        Served(line.folder.parent, line.home) as served,
        window(browser, 360, 740) as context,
    ):
        page = context.new_page()
        said = complaints(page)
        page.goto(f"{served.address}/t/cup/players")
        root = page.locator("html")
        expect(page.locator(".event .logo")).to_have_count(0)
        keep_look(line.folder, EventLook(accent="yellow", logo=picture()))
        expect(root).to_have_attribute("data-accent", "yellow")
        expect(page.locator(".event .logo")).to_be_visible()
        ground = page.evaluate("getComputedStyle(document.querySelector('.find button')).color")
        assert ground == "rgb(26, 25, 32)", "dark words on yellow"
        assert page.locator(".event .logo").evaluate("one => one.naturalWidth") == 90
        assert not hindrances(page)
        assert said == []


SQUARE = """() => [...document.querySelectorAll(".list")].flatMap((list) => {
  const seen = (row) => [...row.cells].filter((cell) => cell.offsetParent !== null);
  const top = seen(list.tHead.rows[0]), low = seen([...list.tBodies[0].rows].at(-1));
  const corners = [
    [top[0], "StartStart"], [top.at(-1), "StartEnd"], [low[0], "EndStart"], [low.at(-1), "EndEnd"],
  ];
  return corners.filter(([cell, corner]) =>
    parseFloat(getComputedStyle(cell)[`border${corner}Radius`]) < 8).map((one) => one[1]);
})"""


def test_no_cell_lies_square_on_the_round_corner_of_a_list(browser: Browser, line: Line) -> None:
    line.start()
    for name in ("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox"):
        line("register", name, "--birth-year", 1990)
    line.announce("--rounds", 1)
    play(line)
    with Served(line.folder.parent, line.home) as served:
        for width in (360, 1200):  # On a phone the last columns are hidden.
            with window(browser, width, 740) as context:
                page = context.new_page()
                for path in ("standings", "standings/p1"):
                    page.goto(f"{served.address}/t/cup/{path}")
                    expect(page.locator(".list").first).to_be_visible()
                    assert page.evaluate(SQUARE) == [], (width, path)


BROKEN = """() => [...document.querySelectorAll(".champ .name bdi")].flatMap((name) => {
  const text = name.firstChild, found = [];
  for (const word of text.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (range.getClientRects().length > 1) found.push(word[0]);
  }
  return found;
})"""


def test_no_champions_name_is_broken_within_a_word(browser: Browser, line: Line) -> None:
    line.start()
    for age in ("junior", "senior", "masters"):
        line("register", f"Wagnerschmidtmaximilian {age}", "--division", age)
        line("register", f"Ole Berg{age[0]}", "--division", age)
    line.announce("--rounds", 1)
    play(line)
    line.close()
    with (
        Served(line.folder.parent, line.home) as served,
        window(browser, 1920, 1080) as context,
    ):
        page = context.new_page()
        page.goto(f"{served.address}/t/cup/screen")
        expect(page.locator(".champ")).to_have_count(3)
        assert page.evaluate(BROKEN) == []
