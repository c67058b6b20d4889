"""A whole event through the pages alone, by two desks at once, from an empty folder to the archive.

Then the same event once more, typed at `roundbook desk`: what is in the record is the same, event
by event, for there is one way to the ledger and the pages are only another hand on it.
"""

import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.cli.line import Line
from tests.web import chance
from tests.web.by_pages import on_paper
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints

pytestmark = pytest.mark.browser

CUP = "/t/autumn-cup"
ROUNDS, BRACKET = 6, 3
NAMES = [f"Player{n:02} Family{n:02}" for n in range(1, 41)]
LATE = "Player41 Family41"
GRAMMAR = re.compile(r"\b(?:junior|senior|masters)=|--[a-z]|roundbook [a-z]")
"""What nobody has to write at the guided desk, and no page asks for: a command's own words."""

Script = list[str | list[str]]
"""What was done, as lines of `roundbook desk`; slips that two desks keyed in at once are a list."""


class Hands:
    """Two people with a browser each: the organiser at the desk, and a scorekeeper beside them."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.address = served.address
        self.one = self._page(browser)
        self.two = self._page(browser)
        self.script: Script = []
        self.said = complaints(self.one)
        self.come_in(self.one, served.code)

    def _page(self, browser: Browser) -> Page:
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        return context.new_page()

    def come_in(self, page: Page, code: str) -> None:
        page.goto(f"{self.address}/join/{code}")
        if page.locator("#name").count():  # The start code asks for the organiser's name.
            page.locator("#name").fill("Olga One")
        press(page.get_by_role("main").get_by_role("button"))
        page.wait_for_url(lambda url: "/join/" not in url)

    def invite(self) -> None:
        """Let the second one in, by a code from the page of the doors."""
        self.one.goto(f"{self.address}/doors")
        main = self.one.get_by_role("main")
        back = main.get_by_role("link", name="Back to the desk")
        assert back.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)") > 8
        fill(main, seat="scorekeeper", tournament="*", name="Bea Two", station="desk-2")
        press(self.one.get_by_role("button", name="Invite"))
        expect(main).to_contain_text("/join/")
        code = re.search(r"/join/([0-9A-Z-]+)", self.one.content())
        assert code
        self.come_in(self.two, code[1])

    def goto(self, path: str) -> Page:
        self.one.goto(f"{self.address}{CUP}{path}")
        return self.one

    def lead(self, name: str) -> Locator:
        """Return the one main button of the page of rounds, which leads on; it says this."""
        page = self.goto("/desk/rounds")
        button = page.locator("main .lead").locator("button, .button")
        expect(button).to_have_text(re.compile(f"^\\s*(?:{name})"))
        expect(page.locator("main :is(button, .button):not(.second):visible")).to_have_count(1)
        assert not GRAMMAR.search(page.get_by_role("main").inner_text())
        return button

    def act(self, name: str, spoken: str, **fields: str) -> None:
        """Follow the button that leads on, and do what its form does; note how it is typed."""
        press(self.lead(name))
        page = self.one
        page.wait_for_url("**/desk/do/**")
        assert not GRAMMAR.search(page.get_by_role("main").inner_text())
        fill(page.get_by_role("main"), **fields)
        press(page.locator("main .buttons button").first)
        expect(page.locator(".done")).to_be_visible()
        self.script.append(spoken)

    def step(self, name: str, typed: str) -> None:
        """Press the button that leads on."""
        press(self.lead(name))
        expect(self.one.locator(".done")).to_be_visible()
        self.script.append(typed)

    def enter(self, lines: dict[int, str]) -> None:
        """Key in slips at both desks at once: odd tables here, even ones there."""
        for page in (self.one, self.two):
            page.goto(f"{self.address}{CUP}/desk")
            page.locator("#line").focus()
        for table, line in lines.items():
            page = self.one if table % 2 else self.two
            page.keyboard.type(line)
            page.keyboard.press("Enter")
        for page in (self.one, self.two):
            all_in = re.compile(f"^{len(lines)} of {len(lines)} in$")
            expect(page.locator(".count", has_text=all_in)).to_be_visible()
        self.script.append(list(lines.values()))

    def tap(self, lines: dict[int, str]) -> None:
        """Enter slips by hand: the table, who won, and the games."""
        for count, (table, line) in enumerate(lines.items(), start=1):
            page = self.one
            keyed = line.split()[1]
            page.locator(".tables a").filter(has=page.get_by_text(str(table), exact=True)).click()
            won = "t" if keyed == "t" else "1" if keyed[0] > keyed[-1] or keyed == "1" else "2"
            page.locator(f".tapped [name=won][value='{won}']").check()
            if len(keyed) == 2:
                page.get_by_label("–".join(sorted(keyed, reverse=True)), exact=True).check()
            page.get_by_role("button", name=f"Record table {table}").click()
            expect(page.locator(".count")).to_contain_text(f"{count} of {len(lines)} in")
        self.script.append(list(lines.values()))

    def seats(self) -> dict[int, tuple[int, int]]:
        """Return who sits where, by the numbers in their names, from the page."""
        tables = self.goto("/desk").locator(".tables a").all_inner_texts()
        found = {}
        for text in tables:
            table, first, second = re.findall(r"^(\d+)|Player(\d+)", " ".join(text.split()))
            found[int(table[0])] = (int(first[1]), int(second[1]))
        return found

    def play(self, number: int, pool: str, **instead: str) -> dict[int, tuple[int, int]]:
        """Post, start and play a round that is paired."""
        self.step("Post", f"post {pool} --pdf sheet.pdf")
        self.step(f"Start (?:round {number}|the )", f"start {pool}")
        seats = self.seats()
        lines = {table: f"{table} {result(number, *who)}" for table, who in seats.items()}
        last = max(lines)
        if leaves := instead.get("leaves"):
            lines[last] = f"{last} 1 {leaves}"
        (self.tap if number == 3 else self.enter)(lines)
        return seats


def result(number: int, first: int, second: int) -> str:
    """Say how a match ends: the lower number wins, in two games or three; some are ties."""
    if number <= ROUNDS and (first + second + number) % 7 == 0:
        return "t"
    games = ("20", "21") if first < second else ("02", "12")
    return games[(first + second) % 2]


def fill(form: Locator, **fields: str) -> None:
    """Fill in a form by the names of its fields, also those that are folded away."""
    for name, value in fields.items():
        one = form.locator(f'[name="{name}"]').first
        one.evaluate(
            """(one) => {
            for (let at = one.closest("details"); at; at = at.parentElement.closest("details"))
              at.open = true;
            }"""
        )
        if one.evaluate("(one) => one.tagName") == "SELECT":
            one.select_option(value)
        elif one.get_attribute("type") == "checkbox":
            one.check()
        else:
            one.fill(value)


def by_pages(hands: Hands, archive: Path) -> None:
    """Run the event from an empty folder to its archive."""
    one = hands.one
    one.goto(f"{hands.address}/desk")
    opened = {"title": "Autumn Cup", "style": "swiss-plus-cut", "start": "2026-03-07"}
    fill(one.locator("form[action='/desk']"), **opened)
    press(one.get_by_role("button", name="Open the tournament"))
    one.wait_for_url(f"**{CUP}/desk/players")
    hands.invite()
    taken_in(hands)
    hands.act("Announce", "announce --prizes none", prizes="0")
    for number in range(1, ROUNDS + 1):
        hands.step("Pair round", "pair")
        if number == 3:
            refused_after_the_lock(hands)
        leaves = {2: "d2", 4: "d1"}.get(number, "")
        hands.play(number, "masters", leaves=leaves)
        if number == 1:
            arrive_late(hands)
            corrected_before_the_lock(hands)
    hands.act("Make the cut", "cut masters")
    expect(one.locator(".done")).to_contain_text("8")
    for number in range(ROUNDS + 1, ROUNDS + BRACKET + 1):
        hands.step("Pair", "pair masters-cut")
        hands.play(number, "masters-cut")
    hands.act("Close the tournament", "close", typed="CLOSE")
    press(hands.lead("Seal the archive"))
    page = one
    with page.expect_download() as download:
        page.get_by_role("button", name="Seal and download").click()
    expect(page.locator("[data-sealed]")).to_contain_text("Sealed")
    download.value.save_as(archive)


def taken_in(hands: Hands) -> None:
    """Register all but one by a list, and one by a form."""
    rows = "\n".join(["name,division", *(f"{name},masters" for name in NAMES[:-1])])
    page = hands.goto("/desk/lists/players")
    page.locator("#file").set_input_files(
        {"name": "crowd.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    press(page.get_by_role("button", name="Check the list"))
    press(page.get_by_role("button", name="Register these players"))
    expect(page.get_by_role("main")).to_contain_text("39 players")
    expect(page.get_by_role("button", name="Register these players")).to_have_count(0)
    hands.script.append("register crowd.csv")
    page = hands.goto("/desk/players")
    fill(page.get_by_role("main"), who=NAMES[-1], division="masters")
    press(page.get_by_role("button", name="Register", exact=True))
    expect(page.locator(".done")).to_contain_text(NAMES[-1])
    hands.script.append(f"register '{NAMES[-1]}' --division masters")


def arrive_late(hands: Hands) -> None:
    """Admit somebody who has missed round 1, and was told what that costs."""
    page = hands.goto("/desk/players")
    fill(page.get_by_role("main"), name=LATE, division="masters", informed="informed")
    press(page.get_by_role("button", name="Admit"))
    expect(page.locator(".done")).to_contain_text(LATE)
    hands.script.append(f"late '{LATE}' --division masters --informed")


def corrected_before_the_lock(hands: Hands) -> None:
    """Correct a result of round 1 after a look at what that changes."""
    page = hands.goto("/desk/correct/masters-1-3")
    page.locator("[name=won]").nth(2).check()
    page.get_by_label("2–0").check()
    fill(page.get_by_role("main"), reason="the slip was read upside down")
    press(page.get_by_role("button", name="What would this change"))
    expect(page.get_by_text("Nothing has been recorded.")).to_be_visible()
    press(page.get_by_role("button", name="Correct the result"))
    expect(page.locator(".done")).to_contain_text("corrected")
    hands.script.append("correct masters-1-3 0-2 --reason 'the slip was read upside down'")


def refused_after_the_lock(hands: Hands) -> None:
    """Try the same of another match once round 3 is paired: there is no form left (TOP §4)."""
    page = hands.goto("/desk/correct/masters-1-4")
    expect(page.locator("main")).to_contain_text("is locked: its record can no longer")
    expect(page.get_by_role("button", name="Correct the result")).to_have_count(0)
    hands.script.append("correct masters-1-4 0-2 --reason 'this one too'")


def at_the_prompt(line: Line, script: Script, told: list[Any]) -> None:
    """Run the same event by the command line; slips come in as they came in at the two desks."""
    opened = ("--name", "Autumn Cup", "--start", "2026-03-07", "--style", "swiss-plus-cut")
    said = line.run("open", line.folder, *opened, code=0)
    crowd = line.home.parent / "crowd.csv"
    crowd.write_text("\n".join(["name,division", *(f"{name},masters" for name in NAMES[:-1])]))
    order = [e["match"][2] for entry in told for e in entry if e["event"] == "result-reported"]
    lines: list[str] = []
    for each in script:
        if isinstance(each, str):
            lines.append(each.replace("crowd.csv", str(crowd)))
        else:
            now, order = order[: len(each)], order[len(each) :]
            lines += sorted(each, key=lambda text: now.index(int(text.split()[0])))
    typed = "".join(f"{text}\n" for text in on_paper(lines, line)).encode()
    said = line.run("desk", "-C", line.folder, "--keep-going", stdin=typed)
    assert "result-locked" in said.err
    assert said.err.count("rule: ") == 1, said.err


def told_in(line: Line) -> list[Any]:
    """Return the events of every entry: without hands, times, ids of commands."""
    return [entry["events"] for entry in line.ledger()]


def test_an_event_is_run_by_pages_alone_and_is_the_same_when_typed(
    browser: Browser, tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """41 players, ties, drops, a late player, a correction, a refused one, a top 8, the archive."""
    archive = tmp_path / "autumn-cup.zip"
    there = Line(tmp_path / "home-of-pages", line.folder.parent / "autumn-cup")
    with Served(line.folder.parent, there.home, first=chance.PROGRAM) as served:
        hands = Hands(browser, served)
        by_pages(hands, archive)
    assert [one for one in hands.said if "422" not in one] == []
    assert {entry["hand"]["station"] for entry in there.ledger()} == {"desk", "desk-2"}
    with ZipFile(archive) as sealed:
        assert sealed.testzip() is None
        assert any(name.endswith("ledger.jsonl") for name in sealed.namelist())
    line.run("verify", there.folder, code=0)
    chance.fix(monkeypatch.setattr)
    here = Line(line.home, tmp_path / "typed")
    at_the_prompt(here, hands.script, told_in(there))
    assert told_in(here) == told_in(there)
