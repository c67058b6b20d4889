"""A real browser without a window, steered by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

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
