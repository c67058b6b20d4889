"""A phone that is only tapped, and what does not fit on it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page

SMALL = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
.filter((one) => {
  const box = one.getBoundingClientRect(), label = one.labels?.[0]?.getBoundingClientRect();
  // What is not seen is not tapped; the picture of a bracket stands below its list.
  if (one.matches(".skip, [type=hidden], svg a")) return false;
  if (!one.checkVisibility() || !box.height) return false;
  return Math.max(box.height, label?.height ?? 0) < 43.5;
}).map((one) => `${one.tagName} ${one.textContent.trim()} ${one.getBoundingClientRect().height}`)"""
"""What a thumb does not hit: buttons, fields and links that are less than 44 px high."""


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


@contextmanager
def thumb(browser: Browser) -> Iterator[Phone]:
    """Hold a phone of the smallest common size."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    try:
        yield Phone(context.new_page())
    finally:
        context.close()
