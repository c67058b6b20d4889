"""The pages in a real browser: small phones, the keyboard, no script, news, a killed server."""

import signal
import time
from collections.abc import Iterator
from io import BytesIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pypdf import PdfReader

from tests.cli.line import Line
from tests.cli.swiss import play
from tests.projections.paper import joined
from tests.web.served import PATIENCE, Served

pytestmark = pytest.mark.browser

PAGES = (
    "/",
    "/nothing",
    "/t/empty",
    "/t/paired/players/p1",
    "/t/running",
    "/t/running/players",
    "/t/running/players/p1",
    "/t/running/pairings",
    "/t/running/pairings?by=table",
    "/t/running/standings",
    "/t/running/standings?sort=name&find=a",
    "/t/running/pairings?find=a",
    "/t/running/standings/p1",
    "/t/running/clock",
    "/t/running/screen",
    "/t/top-cut/bracket",
    "/t/top-cut/standings/p1",
    "/t/knock-out/standings",
    "/t/knock-out/standings/p1",
    "/t/over",
)
"""Every page that everybody may see, at the stages at which it differs most."""


@pytest.fixture(scope="module")
def stages(played: Line) -> Iterator[Served]:
    """Every stage of a tournament, served."""
    with Served(played.folder.parent, played.home) as served:
        yield served


def window(
    browser: Browser, width: int, height: int = 800, *, dark: bool = False, script: bool = True
) -> BrowserContext:
    return browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        java_script_enabled=script,
    )


def bare(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, text))


def until(page: Page, what: str) -> None:
    """Wait until something is so; the pages' own policy forbids the browser to be told to."""
    for _ in range(600):
        if page.evaluate(what):
            return
        page.wait_for_timeout(100)
    raise AssertionError(what)


def complaints(page: Page) -> list[str]:
    """Keep what the browser complains about: a script that fails, a policy that is broken."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on(
        "console",
        lambda said: (
            found.append(said.text)
            if said.type in {"error", "warning"} and "404" not in said.text
            else None
        ),
    )
    return found


def hindrances(page: Page) -> list[str]:
    """Return what axe-core finds on a page; what it does not mind is not told, which takes long."""
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    return [found.generate_report()] if found.violations_count else []


def test_every_page_is_usable_by_everybody_at_every_width(browser: Browser, stages: Served) -> None:
    """axe-core finds nothing, no page has to be moved sideways, and nothing fails.

    That is so in the dark, too: see the tour.
    """
    with window(browser, 320) as context:
        page = context.new_page()
        said = complaints(page)
        for path in PAGES:
            page.goto(stages.address + path)
            assert hindrances(page) == [], path
            for width in (320, 1280):
                page.set_viewport_size({"width": width, "height": 800})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{path} is {wide} wide"
            page.set_viewport_size({"width": 320, "height": 800})
        assert said == []


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_longer_words_have_room_on_the_smallest_phone(
    browser: Browser, stages: Served, language: str
) -> None:
    with window(browser, 320) as context:
        page = context.new_page()
        page.goto(f"{stages.address}/?lang={language}")
        for path in PAGES:
            page.goto(stages.address + path)
            assert page.locator("html").get_attribute("lang") == language, path
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 320, f"{path} is {wide} wide"


BROKEN = """() => [...document.querySelectorAll("#record ~ table bdi")].flatMap((one) =>
    [...one.firstChild.data.matchAll(/(?<![^\\s-])[^\\s-]{1,15}(?![^\\s-])/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(one.firstChild, word.index);
        range.setEnd(one.firstChild, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }).map((word) => word[0]))"""
"""The words of names in the table of a player's record that are broken over two lines."""


def test_a_phone_breaks_a_name_between_its_words_only(browser: Browser, line: Line) -> None:
    line.enrol("Ana Lima", "Maximilian Hohenzollern-Sigmaringen", "Cho Min", "Dee Fox")
    line.announce("--rounds", 3)
    for _ in range(3):
        play(line)
    with Served(line.folder.parent, line.home) as served, window(browser, 320) as context:
        page = context.new_page()
        page.goto(f"{served.address}/t/cup/players/p1")
        assert page.locator("#record ~ table bdi").count() == 3
        assert page.evaluate(BROKEN) == []


def test_targets_are_large_enough_for_a_finger(browser: Browser, stages: Served) -> None:
    with window(browser, 320) as context:
        page = context.new_page()
        for path in ("/t/running", "/t/running/players", "/t/running/pairings"):
            page.goto(stages.address + path)
            small = page.evaluate(
                """[...document.querySelectorAll(
                    "nav a, button, input:not([type=hidden]), .people a, .tabs a")]
                .filter((one) => one.getClientRects().length)
                .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
                .filter(([, box]) => box.height < 44 || box.width < 44)
                .map(([text]) => text)"""
            )
            assert small == [], path


def test_somebody_finds_themselves_by_keyboard_alone(browser: Browser, stages: Served) -> None:
    with window(browser, 390) as context:
        page = context.new_page()
        page.goto(stages.address + "/t/running")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Skip to the content")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_id("find")
        page.keyboard.type("a")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").first).to_contain_text("players found.")
        link = page.locator(".people a", has_text="Winter, Ada")
        for _ in range(20):
            page.keyboard.press("Tab")
            if link.evaluate("(one) => one === document.activeElement"):
                break
        outline = link.evaluate("(one) => getComputedStyle(one).outlineStyle")
        assert outline == "solid"
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ada Winter")


def test_one_hit_opens_and_the_line_is_seen_at_once(browser: Browser, stages: Served) -> None:
    with window(browser, 360, 740) as context:
        page = context.new_page()
        page.goto(stages.address + "/t/running/players")
        page.get_by_role("searchbox").fill("ada w")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ada Winter")
        for path in ("standings?sort=name", "pairings?by=table"):
            page.goto(f"{stages.address}/t/running/{path}")
            page.get_by_role("searchbox").fill("ada w")
            page.keyboard.press("Enter")
            page.wait_for_url(f"**/{path.partition('?')[0]}?*{path.partition('?')[2]}*#p*")
            expect(page.locator(":target")).to_contain_text("Ada")
            expect(page.locator(":target")).to_be_in_viewport()


def test_without_scripts_everything_can_be_read_and_found(browser: Browser, stages: Served) -> None:
    with window(browser, 390, script=False) as context:
        page = context.new_page()
        page.goto(stages.address + "/t/running")
        page.get_by_role("searchbox").fill("ada")
        page.get_by_role("button", name="Find").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ada Winter")
        page.get_by_role("link", name="why?").click()
        expect(page.get_by_role("heading", name="How this place was decided")).to_be_visible()
        page.goto(stages.address + "/t/running/clock")
        expect(page.get_by_text("Time is called at")).to_be_visible()
        expect(page.locator("[data-left]")).to_be_hidden()
        page.goto(stages.address + "/t/running/screen")
        for slide in page.locator("[data-slide]").all():
            expect(slide).to_be_visible()


def test_a_clock_counts_by_the_servers_time_whatever_the_phone_believes(
    browser: Browser, stages: Served
) -> None:
    with window(browser, 390) as context:
        page = context.new_page()
        page.add_init_script("Date.now = () => 0;")
        page.goto(stages.address + "/t/running/clock")
        left = page.locator("[data-left]")
        expect(left).to_be_visible()
        clock = page.locator("[data-clock]")
        ends, begins = (int(clock.get_attribute(f"data-{n}") or 0) for n in ("ends", "begins"))
        before = time.time() * 1000
        text = left.inner_text()
        after = time.time() * 1000
        minutes, seconds = map(int, text.split(":"))
        shown = 1000 * (60 * minutes + seconds)
        to = begins if before < begins else ends
        assert to - after - 2000 <= shown <= to - before + 2000
        expect(left).not_to_have_text(text)


def test_the_script_of_the_clock_comes_with_the_first_clock(browser: Browser, line: Line) -> None:
    line.enrol("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Lund")
    line.announce()
    with Served(line.folder.parent, line.home) as served, window(browser, 390) as context:
        page = context.new_page()
        said = complaints(page)
        script = page.locator("script[src$='/clock.js']")
        page.goto(served.address + "/t/cup")
        expect(page.locator("[data-clock]")).to_have_count(0)
        expect(script).to_have_count(0)
        line.pair()
        expect(page.locator("[data-left]").first).to_be_visible()
        expect(script).to_have_count(1)
        assert said == []


def at_the_end(page: Page, *, left: int) -> None:
    """Let the server's time be so many milliseconds before the end of the clock on this page."""
    ends = int(page.locator("[data-clock]").first.get_attribute("data-ends") or 0)
    page.route("**/now", lambda route: route.fulfill(body=str(ends - left)))
    page.reload()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("path", "width"), [("clock", 360), ("", 360), ("screen", 1920)])
def test_the_last_five_minutes_are_said_and_coloured(
    browser: Browser, stages: Served, path: str, width: int, dark: bool
) -> None:
    with window(browser, width, 1080 if width > 1000 else 740, dark=dark) as context:
        page = context.new_page()
        page.goto(f"{stages.address}/t/running/{path}".rstrip("/"))
        said = page.get_by_text("Last 5 minutes").first
        plain = "getComputedStyle(document.querySelector('[data-clock]')).backgroundColor"
        at_the_end(page, left=330_000)
        expect(page.get_by_text("Time left").first).to_be_visible()
        expect(said).to_be_hidden()
        before = page.evaluate(plain)
        page.unroute("**/now")
        at_the_end(page, left=299_000)
        expect(said).to_be_visible()
        expect(page.get_by_text("Time left").first).to_be_hidden()
        assert page.evaluate(plain) != before
        assert not hindrances(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert width < 1000 or page.evaluate(SPILLS) == []


def test_a_clock_that_is_over_no_longer_says_when_time_is_called(
    browser: Browser, stages: Served
) -> None:
    with window(browser, 360) as context:
        page = context.new_page()
        page.goto(f"{stages.address}/t/running/clock")
        called = page.get_by_text("Time is called at").first
        expect(called).to_be_visible()
        at_the_end(page, left=-60_000)
        expect(page.get_by_text("Time!").first).to_be_visible()
        expect(called).to_be_hidden()


def test_a_page_that_is_open_brings_itself_up_to_date_and_survives_a_kill(
    browser: Browser, line: Line
) -> None:
    """Whoever was connected when the server was killed is connected again, without a hand."""
    line.begin("Ada Winter", "Bruno Castel", "Cleo Marsh", "Dario Lund")
    first, second = line.tables(1)
    folder = line.folder.parent
    served = Served(folder, line.home)
    with window(browser, 390) as context:
        page = context.new_page()
        said = complaints(page)
        with served:
            page.goto(served.address + "/t/cup/pairings?by=table")
            expect(page.get_by_text("2–1")).to_have_count(0)
            line("report", first, "2-1")
            expect(page.get_by_text("2–1")).to_be_visible()
            expect(page.get_by_text("just been updated")).to_be_visible()
            assert said == []
            served.process.send_signal(signal.SIGKILL)
            served.process.wait()
            expect(page.get_by_text("No connection")).to_be_visible()
        line("report", second, "0-2")
        with Served(folder, line.home, port=served.port):
            expect(page.get_by_text("0–2")).to_be_visible()
            expect(page.get_by_text("No connection")).to_be_hidden()


def test_a_long_name_is_not_broken_in_the_pairings_by_table_on_a_phone(
    browser: Browser, line: Line
) -> None:
    line.begin("Maximilian Schwarzenberger", "Bartholomew Featherstonehaugh")
    with Served(line.folder, line.home) as served, window(browser, 360) as context:
        page = context.new_page()
        page.goto(served.address + "/t/cup/pairings?by=table")
        names = page.locator("main td bdi")
        assert sorted(names.all_inner_texts()) == [
            "Bartholomew Featherstonehaugh",
            "Maximilian Schwarzenberger",
        ]
        lines = """(bdi) => {
          const range = document.createRange(), text = bdi.firstChild;
          range.setStart(text, text.data.indexOf(" ") + 1);
          range.setEnd(text, text.data.length);
          return range.getClientRects().length;
        }"""
        assert [one.evaluate(lines) for one in names.all()] == [1, 1], "lines of each last name"
        assert hindrances(page) == []


def test_a_page_that_is_open_says_so_while_its_folder_is_away(browser: Browser, line: Line) -> None:
    """The server answers, but has nothing to show; no version is new when the folder is back."""
    line.begin("Ada Winter", "Bruno Castel")
    gone = line.folder.with_name("gone")
    with Served(line.folder.parent, line.home) as served, window(browser, 390) as context:
        page = context.new_page()
        page.goto(served.address + "/t/cup/pairings?by=table")
        lost = page.get_by_text("No connection since")
        expect(lost).to_be_hidden()
        line.folder.rename(gone)
        expect(lost).to_be_visible()
        gone.rename(line.folder)
        expect(lost).to_be_hidden()
        line("report", line.tables(1)[0], "2-1")
        expect(page.get_by_text("2–1")).to_be_visible()


def test_the_open_list_shows_a_new_tournament_and_says_when_the_folder_is_away(
    browser: Browser, line: Line
) -> None:
    line.start()
    folder = line.folder.parent
    gone = folder.with_name("gone")
    with Served(folder, line.home) as served, window(browser, 390) as context:
        page = context.new_page()
        said = complaints(page)
        page.goto(served.address)
        words = ("open", folder / "lodz", "--name", "Łódź Open", "--start", "2026-03-07")
        assert line.run(*words).code == 0
        expect(page.get_by_role("link", name="Łódź Open")).to_be_visible()
        lost = page.get_by_text("No connection since")
        expect(lost).to_be_hidden()
        folder.rename(gone)
        expect(lost).to_be_visible()
        gone.rename(folder)
        expect(lost).to_be_hidden()
        assert said == []
        # Whoever follows the list does not keep the server from stopping.
        served.process.terminate()
        assert served.process.wait(timeout=PATIENCE) == 0


def test_a_word_that_is_being_typed_is_not_taken_away(browser: Browser, line: Line) -> None:
    line.begin("Ada Winter", "Bruno Castel")
    with Served(line.folder, line.home) as served, window(browser, 390) as context:
        page = context.new_page()
        page.goto(served.address + "/t/cup")
        page.get_by_role("searchbox").type("ada")
        line("report", line.tables(1)[0], "2-1")
        page.wait_for_timeout(1500)
        expect(page.get_by_role("searchbox")).to_have_value("ada")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.get_by_role("searchbox").blur()
        expect(page.get_by_text("Round 1 is over.")).to_be_visible()


SPILLS = """[...document.querySelectorAll("[data-slide]:not([hidden]) li, .bar, .bar > *")]
.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1
        || (one.matches("li") && one.scrollHeight > one.clientHeight + 2);
}).map((one) => one.textContent.trim())"""
"""What of the screen runs over its edge, or a line over the next one."""


def test_a_hall_of_two_hundred_sees_every_name_within_half_a_minute(
    browser: Browser, line: Line
) -> None:
    line.start(Masters=120, Senior=80)
    line.first_round()
    with Served(line.folder, line.home) as served:
        for width, height in ((1920, 1080), (3840, 2160)):
            with window(browser, width, height) as context:
                page = context.new_page()
                page.clock.install()
                page.goto(served.address + "/t/cup/screen")
                seen = list[str]()
                for _ in range(30):
                    page.clock.run_for(1000)
                    names = page.locator("[data-slide]:not([hidden]) .nm").all_text_contents()
                    seen += [name for name in names if name not in seen]
                    assert page.evaluate(SPILLS) == []
                assert len(seen) == 200
                page.goto(served.address + "/t/cup/screen?show=clock")
                assert page.evaluate(SPILLS) == []
                assert page.evaluate("document.body.scrollHeight") <= height


def test_three_divisions_stand_whole_in_the_picture_of_a_stream(
    browser: Browser, line: Line
) -> None:
    line.start(Junior=8, Senior=8, Masters=8)
    line.first_round(12)
    with Served(line.folder, line.home) as served, window(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(f"{served.address}/t/cup/overlay?show=standings")
        cards = page.locator(".list-card")
        expect(cards).to_have_count(3)
        for card in cards.all():
            box = card.bounding_box()
            assert box
            assert box["x"] + box["width"] <= 1920
            assert box["y"] + box["height"] <= 1080


@pytest.mark.parametrize("where", ["running/screen", "running/screen?show=standings"])
def test_the_longest_names_stay_on_their_line_of_the_screen(
    browser: Browser, stages: Served, where: str
) -> None:
    with window(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(f"{stages.address}/t/{where}")
        page.evaluate("document.querySelectorAll('.say').forEach((one) => one.remove())")
        until(page, "document.querySelector('[data-slide]:not([hidden]) .nm') !== null")
        assert page.evaluate(SPILLS) == []


def test_a_name_on_the_screen_is_as_large_as_its_line_lets_it_be(
    browser: Browser, line: Line
) -> None:
    """It is measured: a long name shrinks only where it has no room, and so do three champions."""
    long = f"Maximilian {'-'.join(7 * ['Hohenzollern'])[:70]}"
    line.start("--style", "swiss-plus-cut")
    for division in ("junior", "senior", "masters"):
        for name in (long, "Bo Li", *(f"Lucas Dubois-Lefèvre {n}" for n in range(6))):
            line("register", f"{name} {division}", "--division", division)
    line.announce("--rounds", 1, "--cut", "junior=2", "--cut", "senior=2", "--cut", "masters=2")
    line("people amend", "seniors", "--display", "full")
    play(line)
    with Served(line.folder, line.home) as served, window(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(f"{served.address}/t/cup/screen?show=pairings")
        size = "(one) => getComputedStyle(one).fontSize"
        names = page.locator("[data-slide]:not([hidden]) .nm")
        sizes = {one.text_content(): one.evaluate(size) for one in names.all()}
        assert len({px for name, px in sizes.items() if name and "Max" not in name}) == 1
        assert page.evaluate(SPILLS) == []
        line("cut")
        play(line)
        line.close()
        page.goto(f"{served.address}/t/cup/screen")
        until(page, "document.querySelectorAll('.winners .champ').length === 3")
        page.evaluate(
            """(long) => {
            for (const one of document.querySelectorAll(".champ p")) one.append(` ${long}`);
            document.dispatchEvent(new Event("renewed"));
        }""",
            long,
        )
        over = "[...document.querySelectorAll('.champ')].map((one) => one.getBoundingClientRect())"
        assert page.evaluate(f"{over}.every((box) => box.top > 100 && box.bottom < 1080)")


def test_the_box_of_a_clock_begins_where_the_other_text_begins(
    browser: Browser, stages: Served
) -> None:
    with window(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(f"{stages.address}/t/running/screen?show=clock")
        lefts = """["h2", ".clock"].map((one) => {
            const found = document.querySelector(`.bigclock ${one}`);
            if (one === ".clock") found.dataset.state = "over";
            return found.getBoundingClientRect().left;
        })"""
        heading, clock = page.evaluate(lefts)
        assert heading == clock


def test_a_screen_stays_where_it_was_when_a_result_comes_in(browser: Browser, line: Line) -> None:
    line.start(Masters=100)
    line.first_round()
    second = "document.querySelectorAll('[data-slide]')[1].hidden"
    with Served(line.folder, line.home) as served, window(browser, 1920, 1080) as context:
        page = context.new_page()
        page.goto(served.address + "/t/cup/screen")
        until(page, f"!{second}")
        version = page.evaluate("document.body.dataset.version")
        line("report", line.tables(1)[0], "2-0")
        until(page, f"document.body.dataset.version !== {version!r}")
        assert page.locator("[data-slide]:not([hidden])").count() == 1
        assert page.locator("[data-slide]").first.is_hidden()


def test_what_is_printed_leaves_out_what_cannot_be_pressed(
    browser: Browser, stages: Served
) -> None:
    with window(browser, 1280) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(stages.address + "/t/running/pairings?by=table")
        expect(page.get_by_role("navigation").first).to_be_hidden()
        expect(page.locator(".tabs")).to_be_hidden()
        expect(page.get_by_text("Ada Winter").first).to_be_visible()
        expect(page.get_by_text("Other rounds")).to_be_hidden()
        expect(page.get_by_role("link", name="Staff: sign in or return")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_list_is_printed_whole_and_on_as_wide_as_the_paper(
    browser: Browser, stages: Served, language: str, paper: str
) -> None:
    """Nothing counts down on paper, and no line runs over the margins."""
    wide = {"A4": 794, "Letter": 816}[paper] - 2 * 53
    with window(browser, wide) as context:
        page = context.new_page()
        page.emulate_media(media="print")
        for where in ("running/pairings", "running/standings", "top-cut/bracket"):
            page.goto(f"{stages.address}/t/{where}?lang={language}")
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, where
            for counting in page.locator("[data-left], [data-when]").all():
                expect(counting).to_be_hidden()
            made = page.pdf(format=paper, prefer_css_page_size=False)
            said = joined([one.extract_text() for one in PdfReader(BytesIO(made)).pages])
            named = [one for one in page.locator("main th a").all_inner_texts() if one.isascii()]
            # Beside a long opponent a name takes two lines, and its words are apart. The reader of
            # the PDF turns signs around that follow Arabic letters: only letters are compared.
            words = [bare(word) for name in named for word in name.split()]
            assert [word for word in words if word not in bare(said)] == []
            assert named or "bracket" in where
