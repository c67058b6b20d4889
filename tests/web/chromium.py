"""A real browser without a window, steered by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.cli.browser import found_browser
from tests.web.served import PATIENCE


@contextmanager
def chromium(*words: str) -> Iterator[Browser]:
    """Run a browser without a window, with options of its own if there are any."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found_browser(), args=["--no-sandbox", *words]
        )
        try:
            yield browser
        finally:
            browser.close()


def press(what: Locator) -> None:
    """Press what leads to another page, and wait until that page has come.

    A click returns before the server has answered. What is read after it may be what was there
    before, and a page that is opened after it may be thrown out by the answer when that comes.
    """
    with what.page.expect_navigation(timeout=1000 * PATIENCE):
        what.click()
