"""Pictures of places and slips in a real browser: within the policy, and for everybody."""

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.line import Line
from tests.cli.swiss import two_rounds
from tests.web.served import Served
from tests.web.test_browser import complaints, hindrances, window

pytestmark = pytest.mark.browser


def test_a_picture_that_was_opened_stays_open_and_is_for_everybody(
    browser: Browser, line: Line
) -> None:
    two_rounds(line, 8, "--rounds", 3, "--time", 50)
    with Served(line.folder.parent, line.home) as served:
        for width, dark in ((360, False), (1366, True)):
            with window(browser, width, 740, dark=dark) as context:
                page = context.new_page()
                said = complaints(page)
                page.goto(f"{served.address}/t/cup/standings")
                page.locator("#race-masters-rows > summary").click()
                version = page.locator("body").get_attribute("data-version") or ""
                line("note", f"somebody looks at {width}")
                expect(page.locator("body")).not_to_have_attribute("data-version", version)
                picture = page.locator(".race svg.chart")
                expect(picture).to_be_visible()
                at, table = picture.bounding_box(), page.locator(".raced > table").bounding_box()
                assert at
                assert table
                is_beside = at["x"] >= table["x"] + table["width"]
                assert is_beside == (width == 1366), "below the table on a phone"
                assert is_beside or at["y"] >= table["y"] + table["height"]
                expect(page.locator("#race-masters-rows table")).to_be_visible()
                assert not hindrances(page)
                page.goto(f"{served.address}/t/cup/players/p8")
                expect(page.locator("svg.chart")).to_be_visible()
                assert not hindrances(page)
                assert said == []
