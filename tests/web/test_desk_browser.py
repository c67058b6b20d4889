"""The desk in a real browser: by keyboard alone, two desks at once, without a script, for all."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from roundbook.cli.places.phone_claims import Claim, Claims, PlayerReports
from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import last
from tests.web import events
from tests.web.chromium import press
from tests.web.served import Served
from tests.web.test_browser import complaints, hindrances, until, window
from tests.web.test_opening import LANDINGS
from tests.web.thumb import Phone, thumb

pytestmark = pytest.mark.browser


class Doors:
    """A server with its tournaments, and the way in for whoever a test needs."""

    def __init__(self, served: Served, access: AccessStore, line: Line) -> None:
        self.address, self._porch, self.line = served.address, access, line

    def invite(
        self,
        seat: AccessRole,
        name: str = "Kim Sun",
        station: str = "desk-1",
        tournament: str | None = None,
        player: str | None = None,
    ) -> str:
        """Return a code for somebody."""
        return self._porch.invite(
            seat,
            name=name,
            station=station,
            tournament=tournament,
            player=player,
            lasting=timedelta(hours=1),
        )

    def come_in(self, context: BrowserContext, seat: AccessRole, name: str, station: str) -> Page:
        """Let somebody in, and return their page."""
        token, _ = self._porch.enter(self.invite(seat, name, station))
        context.add_cookies([{"name": self._porch.cookie, "value": token, "url": self.address}])
        return context.new_page()

    def sign_out(self, name: str) -> None:
        """Sign somebody out, as the organiser does."""
        self._porch.revoke(one.number for one in self._porch.doors.sessions if one.name == name)

    def event(self, slug: str) -> Line:
        """Return the command line at a tournament."""
        return events.at(self.line, slug)


@pytest.fixture(scope="module")
def doors(played: Line) -> Iterator[Doors]:
    for slug in ("keys", "lock", "both", "meets", "plain", "waits", "taps", "above"):
        begun(events.at(played, slug))
    for slug in ("calls", "slips"):
        called(events.at(played, slug))
    access = AccessStore(played.home, played.folder.parent, clock=now, random_bytes=random_bytes)
    with Served(played.folder.parent, played.home) as served:
        yield Doors(served, access, played)


def test_a_desk_that_was_signed_out_is_told_to_sign_in_again(
    browser: Browser, doors: Doors
) -> None:
    with window(browser, 800) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Lou Signed", "desk-9")
        page.goto(f"{doors.address}/t/meets/desk/rounds")
        expect(page.get_by_text("You are no longer signed in")).to_be_hidden()
        doors.sign_out("Lou Signed")
        doors.event("meets")("note", "the stream ends")
        expect(page.get_by_text("You are no longer signed in: this page is out")).to_be_visible()
        expect(page.get_by_text("No connection")).to_be_hidden()
        way = page.get_by_role("link", name="Sign in again")
        assert way.get_attribute("href") == "/sign-in?back=%2Ft%2Fmeets%2Fdesk%2Frounds"


def begun(cup: Line) -> None:
    """Start round 1 of twelve players."""
    cup.start(Masters=12)
    cup.first_round(4, "--time", 50)


def called(cup: Line) -> None:
    """Two tables: at the first a judge was called, at the second the reports do not match."""
    deck = cup.home.parent / "deck.txt"
    deck.write_text("4 Pikachu SVI 25\n56 Basic {L} Energy SVE 4\n")
    cup.start("--format", "unlimited")
    cup.register("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Vogt")
    for number in range(1, 5):
        cup("deck register", f"p{number}", deck)
    cup.first_round(2, "--time", 50)
    cup("call", "masters-1-1", "--for", "a question about a card")
    left, right = cup.paired(1)["pairings"][1]
    won = Claim(match="masters-1-2", player=left, word="1", at=now(), games="2-1")
    other = Claim(match="masters-1-2", player=right, word="2", at=now(), games="0-2")
    said = Claims(allowed=True).saying(won).saying(other)
    PlayerReports(cup.home, cup.folder).change(lambda _: said)


def signs_in(phone: Phone, doors: Doors, seat: AccessRole, slug: str) -> None:
    """Sign in by typing a code, in a field that has the focus; that is one tap."""
    phone.page.goto(f"{doors.address}/sign-in")
    phone.is_fit()
    expect(phone.page.locator("#code")).to_be_focused()
    phone.page.keyboard.type(doors.invite(seat, tournament=slug))
    phone.button("Sign in")
    expect(phone.page.get_by_role("heading", level=1)).not_to_have_text("Sign in")
    phone.is_fit()
    assert phone.taps == 1
    phone.taps = 0


def results(cup: Line) -> dict[int, str]:
    """Return who won at every table, as the ledger has it."""
    found = {}
    for entry in cup.ledger():
        for event in entry["events"]:
            if event["event"] in {"result-reported", "result-corrected"}:
                found[event["match"][2]] = event["result"]["verdict"]
    return found


WORK = {**LANDINGS, AccessRole.ORGANISER: "/desk", AccessRole.PLAYER: "/mine"}
ON_PHONES = {AccessRole.HEAD_JUDGE, AccessRole.JUDGE, AccessRole.PLAYER}


@pytest.mark.parametrize("by_code", [False, True], ids=["by link", "by code"])
def test_each_seat_signs_in_and_lands_at_its_work(
    browser: Browser, doors: Doors, by_code: bool
) -> None:
    for seat, work in WORK.items():
        with window(browser, 360 if seat in ON_PHONES else 1366) as context:
            page = context.new_page()
            said = complaints(page)
            player = "p1" if seat is AccessRole.PLAYER else None
            code = doors.invite(seat, tournament="keys", player=player)
            page.goto(f"{doors.address}/sign-in" if by_code else f"{doors.address}/join/{code}")
            if by_code:
                page.get_by_label("Code").fill(code)
            press(page.get_by_role("main").get_by_role("button", name="Sign in"))
            page.wait_for_url(re.compile(rf"/t/keys{work}(\?as=\w+)?$"))
            expect(page.locator("h1, h2").first).to_be_visible()
            assert said == [], seat


def test_a_round_is_entered_by_keyboard_alone(browser: Browser, doors: Doors) -> None:
    """Slips go in one behind the other; what is wrong comes back, and what was behind it waits."""
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/keys/desk")
        said = complaints(page)
        box = page.locator("#line")
        expect(box).to_be_focused()
        for text in ("1 1", "2 t", "3 20", "4 x"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("4 of 6 in")
        expect(box).to_be_focused()
        expect(box).to_have_value("")
        page.keyboard.type("5")
        expect(page.locator("[data-who]")).to_contain_text("Masters")
        page.keyboard.press("Enter")
        expect(box).to_have_value("5 ")
        page.keyboard.type("2")
        page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("5 of 6 in")
        page.keyboard.type("77 1")
        page.keyboard.press("Enter")
        expect(page.locator("[role=alert]")).to_contain_text("There is no table 77")
        expect(box).to_have_value("77 1")
        expect(box).to_be_focused()
        page.keyboard.type("6 1")  # It takes the place of the line that was wrong.
        page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("6 of 6 in")
        page.keyboard.type("u")
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_contain_text("was undone")
        expect(page.locator(".count")).to_contain_text("5 of 6 in")
        assert [one for one in said if "422" not in one] == []
    assert results(doors.event("keys")) == {
        1: "first", 2: "tie", 3: "first", 4: "double-loss", 5: "second", 6: "first",
    }  # fmt: skip


def test_one_result_is_locked_for_many_tables(browser: Browser, doors: Doors) -> None:
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/lock/desk")
        expect(page.locator("#line")).to_be_focused()
        for text in ("= 20", "1 3", "5", "=", "2 2"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("4 of 6 in")
        expect(page.locator(".keeping")).to_be_empty()
        page.keyboard.type("= t")
        page.keyboard.press("Enter")
        expect(page.locator(".keeping")).to_contain_text("Score-lock: t.")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.locator(".keeping")).to_be_empty()
    assert results(doors.event("lock")) == {1: "first", 3: "first", 5: "first", 2: "second"}


def test_two_desks_work_on_one_round(browser: Browser, doors: Doors) -> None:
    """What one enters the other sees, while typing; where both enter a table, they decide."""
    with window(browser, 1366) as first, window(browser, 1024) as second:
        mine = doors.come_in(first, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        theirs = doors.come_in(second, AccessRole.ENTRY, "Bea Two", "desk-2")
        for page in (mine, theirs):
            page.goto(f"{doors.address}/t/both/desk")
            expect(page.locator("#line")).to_be_focused()
        mine.locator("#line").focus()
        mine.keyboard.type("1 2")
        theirs.keyboard.type("1 20")
        theirs.keyboard.press("Enter")
        expect(theirs.locator(".count")).to_contain_text("1 of 6 in")
        until(mine, "document.querySelector('.count').textContent.includes('1 of 6 in')")
        expect(mine.locator("#line")).to_have_value("1 2")
        expect(mine.locator("#line")).to_be_focused()
        mine.keyboard.press("Enter")
        odds = mine.locator(".odds")
        expect(odds).to_contain_text("by Bea Two (scorekeeper) at desk-2")
        mine.locator("#grammar").click()
        below = "document.querySelector('#grammar').getBoundingClientRect().top"
        assert mine.evaluate(
            f"document.querySelector('.odds').getBoundingClientRect().bottom <= {below}"
        )
        # What came back is replaced by what is typed next, also after a click into it.
        mine.locator("#line").click()
        mine.keyboard.type("5 9")
        mine.locator("#line").click()
        mine.keyboard.type("9")
        expect(mine.locator("#line")).to_have_value("5 99")
        mine.locator("#line").fill("")
        expect(odds).to_contain_text("Kim Sun at desk-1, not entered")
        mine.locator("#line").focus()
        mine.keyboard.press("Tab")
        expect(odds.get_by_label("Why your result is correct")).to_be_focused()
        mine.keyboard.type("signed by both")
        odds.get_by_role("button", name="Use my result").click()
        expect(mine.locator("#answer")).to_contain_text(re.compile(r"^\s*1: "))
        expect(mine.locator(".odds")).to_have_count(0)
        theirs.keyboard.type("1 20")
        theirs.keyboard.press("Enter")
        expect(theirs.locator(".odds")).to_contain_text(
            "You cannot change the recorded result. Both results stay here for the scorekeeper."
        )
    assert results(doors.event("both")) == {1: "second"}
    events_ = [event for entry in doors.event("both").ledger() for event in entry["events"]]
    assert [e["reason"] for e in events_ if e["event"] == "result-corrected"] == ["signed by both"]


HEARS = """() => {
  const news = new EventSource(document.body.dataset.desk);
  news.addEventListener("entry", (event) => { window.heard = Number.parseInt(event.data, 10); });
}"""


def test_what_another_desk_enters_while_a_slip_is_answered_is_shown(
    browser: Browser, doors: Doors
) -> None:
    """The answer was made before that entry, and comes behind the news of it."""
    with window(browser, 1366) as first, window(browser, 1024) as second:
        mine = doors.come_in(first, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        theirs = doors.come_in(second, AccessRole.ENTRY, "Bea Two", "desk-2")
        for page in (mine, theirs):
            page.goto(f"{doors.address}/t/meets/desk")
            expect(page.locator("#line")).to_be_focused()
        held = list[tuple[Route, APIResponse]]()

        def hold(route: Route) -> None:
            if route.request.method == "POST":
                held.append((route, route.fetch()))
            else:
                route.continue_()

        mine.route("**/t/meets/desk", hold)
        mine.evaluate(HEARS)
        mine.keyboard.type("1 1")
        mine.keyboard.press("Enter")
        expect(theirs.locator(".count")).to_contain_text("1 of 6 in")
        while not held:
            mine.wait_for_timeout(20)
        meets = doors.event("meets")
        meets("report", "masters-1-2", "1")
        expect(theirs.locator(".count")).to_contain_text("2 of 6 in")
        until(mine, f"window.heard === {len(meets.ledger())}")
        [(route, answer)] = held
        route.fulfill(response=answer)
        expect(mine.locator("#answer")).to_contain_text(re.compile(r"^\s*1: "))
        expect(mine.locator(".count")).to_contain_text("2 of 6 in")


def test_a_page_that_stays_as_it_was_says_that_it_is_behind(browser: Browser, doors: Doors) -> None:
    """The steps beside it go on by themselves, and are no reason to be silent about the rest."""
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Jo Park", "desk-1")
        for way in ("desk/history", "desk/do/note", "desk/print"):
            page.goto(f"{doors.address}/t/meets/{way}")
            seen = len(doors.event("meets").ledger())
            expect(page.locator("[data-newer]")).to_be_hidden()
            doors.event("meets")("note", f"seen from {way}")
            expect(page.locator("[data-newer]")).to_be_visible()
            expect(page.locator("[data-as-of]")).to_have_text(f"{seen}")
        page.goto(f"{doors.address}/t/meets/desk")
        doors.event("meets")("note", "seen from the entry")
        known = len(doors.event("meets").ledger())
        expect(page.locator("[data-as-of]")).to_have_text(f"{known}")
        expect(page.locator("[data-newer]")).to_be_hidden()


def test_without_a_script_all_of_it_works(browser: Browser, doors: Doors) -> None:
    with window(browser, 1366, script=False) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/plain/desk")
        for text in ("1 1", "2 20"):
            expect(page.locator("#line")).to_be_focused()
            page.keyboard.type(text)
            with page.expect_navigation():
                page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("2 of 6 in")
        page.reload()
        expect(page.locator(".count")).to_contain_text("2 of 6 in")
        page.locator(".tables a").first.click()
        page.get_by_role("radio", name="Tie").check()
        page.get_by_role("button", name="Record table 3").click()
        expect(page.locator(".count")).to_contain_text("3 of 6 in")
        expect(page.locator("#line")).to_be_focused()
        page.keyboard.type("1 2")
        page.keyboard.press("Enter")
        expect(page.locator(".odds")).to_contain_text("has two results")
        expect(page.locator(".odds [name=because]")).to_be_focused()
        expect(page.locator("#line")).to_have_value("1 2")
        page.get_by_role("button", name="Keep the recorded result").click()
        expect(page.locator(".odds")).to_have_count(0)
    assert results(doors.event("plain")) == {1: "first", 2: "first", 3: "tie"}
    assert last(doors.event("plain"), "result-reported")["result"]["verdict"] == "tie"


def test_the_recorded_result_is_kept_by_one_button(browser: Browser, doors: Doors) -> None:
    doors.event("plain")("report", "masters-1-6", "1")
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/plain/desk")
        page.keyboard.type("6 2")
        page.keyboard.press("Enter")
        with page.expect_response(lambda one: one.request.method == "POST"):
            page.get_by_role("button", name="Keep the recorded result").click()
        expect(page.locator(".odds")).to_have_count(0)
        expect(page.locator("#line")).to_be_focused()
        page.reload()
        expect(page.locator(".odds")).to_have_count(0)


def test_a_table_is_tapped_and_its_result(browser: Browser, doors: Doors) -> None:
    """The card opens in place, what stands in the box stays, and the next table can be tapped."""
    with window(browser, 360) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/taps/desk")
        said = complaints(page)
        page.locator("#line").fill("5")
        page.locator(".tables a").nth(2).click()
        expect(page.locator("#tapped")).to_be_focused()
        expect(page).to_have_url(f"{doors.address}/t/taps/desk")
        page.get_by_label("2–1").check()
        page.locator(".tapped [name=won]").nth(2).check()
        page.get_by_role("button", name="Record table 3").click()
        expect(page.locator(".count")).to_contain_text("1 of 6 in")
        expect(page.locator(".tapped")).to_have_count(0)
        expect(page.locator("#line")).to_have_value("5")
        expect(page.locator("#r-masters")).to_be_focused()
        page.locator(".tables a").first.click()
        page.get_by_role("link", name="Close").click()
        expect(page.locator(".tapped")).to_have_count(0)
        assert said == []
    found = last(doors.event("taps"), "result-reported")
    assert (found["match"][2], found["result"]) == (3, {"verdict": "second", "games": [1, 2, 0]})


def test_what_is_being_typed_is_never_changed(browser: Browser, doors: Doors) -> None:
    """A line that comes back as wrong waits beside the box while the next is typed."""
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/waits/desk")
        expect(page.locator("#line")).to_be_focused()

        def late(route: Route) -> None:
            page.wait_for_timeout(400)
            route.continue_()

        page.route("**/t/waits/desk", late)
        for key in ("= 9", "1 3"):
            page.keyboard.type(key)
            page.keyboard.press("Enter")
        page.keyboard.type("5 1")
        waits = page.locator("[data-waits] button:not([aria-label])")
        expect(waits).to_have_text(["= 9", "1 3"])
        expect(page.locator("[data-waits]")).to_contain_text("is not a result to repeat")
        expect(page.locator("#line")).to_have_value("5 1")
        page.keyboard.press("Enter")
        expect(waits).to_have_text(["= 9", "1 3", "5 1"])
        page.get_by_role("button", name="Discard 5 1").click()
        expect(waits).to_have_text(["= 9", "1 3"])
        page.locator("#line").focus()
        assert results(doors.event("waits")) == {}
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("= 9")
        page.keyboard.type("= 20")
        page.keyboard.press("Enter")
        expect(page.locator(".keeping")).to_contain_text("Score-lock: 20.")
        waits.first.click()
        page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("2 of 6 in")
    assert results(doors.event("waits")) == {1: "first", 3: "first"}


def test_a_form_that_cannot_be_sent_keeps_what_was_typed(browser: Browser, doors: Doors) -> None:
    with window(browser, 360) as context:
        page = doors.come_in(context, AccessRole.JUDGE, "Jo Park", "here")
        page.goto(f"{doors.address}/t/plain/desk/tables/masters-1-6")
        page.locator("summary").get_by_text("Note", exact=True).click()
        page.locator("#f-note-text").fill("both players agree")
        context.set_offline(True)
        page.get_by_role("button", name="Add the note").click()
        expect(page.get_by_role("alert")).to_contain_text("Not sent: there is no connection")
        expect(page.locator("#f-note-text")).to_have_value("both players agree")
        context.set_offline(False)
        page.get_by_role("button", name="Add the note").click()
        expect(page.locator(".done")).to_contain_text("both players agree")


def test_going_back_never_asks_to_send_a_form_again(browser: Browser, doors: Doors) -> None:
    """After a refusal, a check and a success; what is sent again from there counts once."""
    event = doors.event("plain")
    with window(browser, 800) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "back")
        page.goto(f"{doors.address}/t/plain/desk/do/note")
        page.locator("#f-who").fill("p99")
        page.locator("#f-text").fill("the stream ends")
        add = page.get_by_role("button", name="Add a note")
        press(add)
        expect(page.get_by_role("alert")).to_contain_text("p99")
        page.locator("#f-who").fill("p1")
        press(page.get_by_role("button", name="Check only"))
        expect(page.locator(".checked")).to_be_visible()
        press(add)
        expect(page.locator(".done")).to_contain_text("the stream ends")
        written = len(event.ledger())
        page.reload()
        expect(page.locator(".done")).to_be_visible()
        page.go_back()
        expect(page.locator(".checked")).to_be_visible()
        press(add)
        expect(page.locator(".warning")).to_contain_text("sent twice, and recorded once")
        assert len(event.ledger()) == written
        page.go_back()
        page.go_back()
        expect(page.get_by_role("alert")).to_contain_text("p99")
        page.go_back()
        expect(page.locator("#f-text")).to_be_visible()
        # Filled in differently it is something else.
        page.locator("#f-who").fill("p2")
        page.locator("#f-text").fill("the stream is back")
        press(add)
        expect(page.locator(".done")).to_contain_text("the stream is back")
        written += 1
        assert len(event.ledger()) == written
        # Meant anew: the form is opened again.
        page.goto(f"{doors.address}/t/plain/desk/do/note")
        page.locator("#f-who").fill("p1")
        page.locator("#f-text").fill("the stream ends")
        press(add)
        expect(page.locator(".done")).to_be_visible()
        assert len(event.ledger()) == written + 1


def test_a_button_that_is_pressed_again_while_the_answer_is_late_counts_once(
    browser: Browser, doors: Doors
) -> None:
    event = doors.event("plain")
    with window(browser, 800) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "late")
        page.goto(f"{doors.address}/t/plain/desk/do/note")
        page.locator("#f-text").fill("the answer is late")
        sent = list[str]()

        def late(route: Route) -> None:
            sent.append(route.request.post_data or "")
            if len(sent) == 1:  # It arrives, but no answer does.
                context.request.post(
                    route.request.url,
                    data=sent[0],
                    headers={"Content-Type": "application/x-www-form-urlencoded"},
                )
            else:
                route.continue_()

        page.route(
            "**/desk/do/note", lambda one: late(one) if one.request.post_data else one.continue_()
        )
        page.get_by_role("button", name="Add a note").focus()
        page.keyboard.press("Enter")
        while not sent:
            page.wait_for_timeout(100)
        page.keyboard.press("Enter")
        expect(page.locator(".warning")).to_contain_text("sent twice, and recorded once")
        assert len(sent) == 2
        texts = [one.get("text") for entry in event.ledger() for one in entry["events"]]
        assert texts.count("the answer is late") == 1


COVERED = """() => [...document.querySelector("main form.stacked").elements].filter((one) => {
  if (one.type === "hidden" || !one.checkVisibility()) return false;
  one.scrollIntoView({ block: "end", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
  return seen !== one;
}).map((one) => one.name)"""
"""What something else lies over when it is at the lower edge of the window."""


def test_the_bar_below_the_players_does_not_lie_over_the_form_above_them(
    browser: Browser, doors: Doors
) -> None:
    with window(browser, 1366, 500) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "here")
        page.goto(f"{doors.address}/t/plain/desk/players")
        page.locator("summary", has_text="late").click()
        expect(page.locator("form.stacked button").first).to_be_visible()
        assert page.evaluate(COVERED) == []
        page.evaluate("scrollTo(0, 0)")
        page.locator("main summary", has_text="late").click()
        expect(page.locator("p.several")).to_be_in_viewport()


WAYS_IN_SIGHT = """() => [...document.querySelectorAll(".top .ways a")].map((way) => {
    const { left, right } = way.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
})"""


def test_on_a_phone_no_way_is_cut_off_and_the_marked_one_is_in_sight(
    browser: Browser, doors: Doors
) -> None:
    """They are one row: a judge sees all of it, an organiser swipes to what is marked."""
    for seat, page, way in (
        (AccessRole.JUDGE, "tables/masters-1-1", "Tables"),
        (AccessRole.ORGANISER, "acts", "Set-up"),
    ):
        with window(browser, 360) as context:
            shown = doors.come_in(context, seat, "Jo Park", "here")
            shown.goto(f"{doors.address}/t/plain/desk/{page}")
            marked = shown.locator(".top nav :is(.ways [aria-current], .is-here summary)")
            expect(marked).to_contain_text(way)
            expect(marked).to_be_in_viewport(ratio=1)
            in_sight = shown.evaluate(WAYS_IN_SIGHT)
            assert all(in_sight) == (seat is AccessRole.JUDGE), "the organiser has many"
            menu = shown.locator(".top nav").bounding_box()
            assert menu
            assert menu["height"] < 60, "one row"
            opened = shown.locator(".group ul:visible")
            shown.locator("summary", has_text="Afterwards").click()
            expect(opened.get_by_role("link", name="History")).to_be_in_viewport(ratio=1)
            shown.keyboard.press("Escape")
            expect(opened).to_have_count(0)


def test_a_list_of_forms_is_filtered_as_one_types(browser: Browser, doors: Doors) -> None:
    with window(browser, 360) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "here")
        page.goto(f"{doors.address}/t/plain/desk/acts")
        links = page.locator("[data-words] a:visible")
        every = links.count()
        page.get_by_role("searchbox").press_sequentially("scoresheet")
        expect(links).to_have_text(["Print the match slips"])
        expect(page.locator("main h2:visible")).to_have_count(1)
        page.get_by_role("searchbox").fill("zebra")
        expect(page.get_by_role("status").last).to_contain_text("Nothing here is called that")
        page.get_by_role("searchbox").fill("")
        expect(links).to_have_count(every)
        expect(page.locator("[data-none]")).to_be_hidden()


def test_on_a_wide_screen_the_head_stands_above_the_rail_and_the_work(
    browser: Browser, doors: Doors
) -> None:
    with window(browser, 1920) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "here")
        page.goto(f"{doors.address}/t/plain/desk/acts")
        head, rail, work = (
            page.locator(one).bounding_box() for one in ("header.top", ".rail", "main")
        )
        assert head
        assert rail
        assert work
        assert head["x"] == rail["x"]
        assert head["x"] + head["width"] == work["x"] + work["width"]


def test_a_result_above_an_open_table_is_recorded_for_it(browser: Browser, doors: Doors) -> None:
    with window(browser, 1366) as context:
        page = doors.come_in(context, AccessRole.SCOREKEEPER, "Kim Sun", "desk-1")
        page.goto(f"{doors.address}/t/above/desk")
        said = complaints(page)
        page.locator(".tables a").nth(3).click()
        expect(page.locator("#tapped")).to_contain_text("4")
        page.get_by_role("button", name="2–0", exact=True).click()
        expect(page.locator(".count")).to_contain_text("1 of 6 in")
        expect(page.locator("#tapped")).to_have_count(0)
        assert said == []
    assert results(doors.event("above")) == {4: "first"}


def test_a_judge_answers_a_call_and_finds_the_dispute_by_taps(
    browser: Browser, doors: Doors
) -> None:
    with thumb(browser) as judge:
        page = judge.page
        signs_in(judge, doors, AccessRole.JUDGE, "calls")
        expect(page.get_by_role("heading", name="Calls for a judge (1)")).to_be_in_viewport()
        assert hindrances(page) == []
        judge.button("I am going to table 1")
        page.wait_for_url("**/masters-1-1*")
        judge.is_fit()
        judge.open("More time")
        judge.write("Minutes (required)", "3")
        judge.tap(page.get_by_text("Both players have been told"))
        judge.button("Give the time")
        expect(
            page.get_by_role("status").filter(has_text="3 extra minutes in total")
        ).to_be_visible()
        judge.open("Penalty")
        judge.tap(page.locator("fieldset:visible label").first)
        page.locator("select:visible").select_option("warning")
        judge.write("Infraction (required)", "drew an extra card")
        judge.button("Give the penalty")
        expect(page.get_by_role("status").filter(has_text="warning")).to_be_visible()
        judge.button("Close the call")
        expect(page.get_by_role("button", name="Close the call")).to_have_count(0)
        judge.is_fit()
        assert judge.taps == 10
        # The deck list of a player stands at the table; a player is found by three letters.
        judge.tap(page.get_by_role("link", name="Deck list").first)
        expect(page.get_by_role("main")).to_contain_text("Pikachu")
        judge.is_fit()
        judge.tap(page.get_by_role("navigation").get_by_role("link", name="Tables"))
        expect(page.get_by_role("heading", name="Phone reports to decide on (1)")).to_be_visible()
        judge.write("Table or player", "vog")
        page.keyboard.press("Enter")
        page.wait_for_url("**/masters-1-*")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Table")
        judge.is_fit()
        assert judge.taps == 13


def test_a_scorekeeper_keeps_a_report_and_enters_a_slip_by_taps(
    browser: Browser, doors: Doors
) -> None:
    with thumb(browser) as desk:
        page = desk.page
        signs_in(desk, doors, AccessRole.SCOREKEEPER, "slips")
        desk.tap(page.get_by_role("link", name="Players' phones sent"))
        page.wait_for_url("**/desk/claims*")
        desk.tap(page.get_by_role("button", name=re.compile("^Keep ")).first)
        expect(page.get_by_role("button", name=re.compile("^Keep "))).to_have_count(0)
        desk.is_fit()
        assert desk.taps == 2
        desk.tap(page.get_by_role("navigation").get_by_role("link", name="Entry"))
        desk.tap(page.locator(".tables a").first)
        desk.tap(page.locator(".tiles label").first)
        desk.tap(page.locator(".tiles.games label", has_text="2–1"))
        desk.is_fit()
        desk.tap(page.get_by_role("main").get_by_role("button", name="Record"))
        expect(page.get_by_role("main")).to_contain_text("2 of 2 in")
        assert desk.taps == 7
        events = [
            event["event"] for entry in doors.event("slips").ledger() for event in entry["events"]
        ]
        assert events.count("result-reported") == 2


def test_the_button_of_an_empty_desk_puts_the_cursor_into_the_name(
    browser: Browser, line: Line
) -> None:
    line.folder.parent.mkdir(exist_ok=True)
    with Served(line.folder.parent, line.home) as served, window(browser, 360, 768) as context:
        access = AccessStore(line.home, line.folder.parent, clock=now, random_bytes=random_bytes)
        hall = Doors(served, access, line)
        page = hall.come_in(context, AccessRole.ORGANISER, "organiser", "desk")
        page.goto(f"{served.address}/desk")
        page.get_by_role("link", name="Open a tournament").click()
        expect(page.locator("#f-title")).to_be_focused()
        expect(page.locator("#open")).to_be_in_viewport(ratio=1)
        page.set_viewport_size({"width": 1366, "height": 768})
        expect(page.get_by_role("link", name="Open a tournament")).to_be_hidden()
        page.locator("#f-title").fill("Spring Cup")
        press(page.get_by_role("button", name="Open the tournament"))
        page.wait_for_url(re.compile("/t/spring-cup/desk/players"))
        page.go_back()
        page.locator("#f-title").fill("Spring Cup")
        press(page.get_by_role("button", name="Open the tournament"))
        expect(page.locator(".warning")).to_contain_text("sent twice, and opened one tournament")
        page.goto(f"{served.address}/desk?all=yes")
        expect(page.locator(".cards li")).to_have_count(1)


def test_an_empty_event_begins_with_a_list_and_going_back_keeps_it(
    browser: Browser, doors: Doors
) -> None:
    """The way to the list is above the form for one player; a pasted list is never lost."""
    event = doors.event("bare")
    event.start()
    with window(browser, 1366, 768) as context:
        page = doors.come_in(context, AccessRole.ORGANISER, "Xavier G.", "empty")
        page.goto(f"{doors.address}/t/bare/desk/players")
        way = page.get_by_role("link", name="Import a list of players")
        expect(way).to_be_in_viewport(ratio=1)
        press(way)
        pasted, check = page.locator("#pasted"), page.get_by_role("button", name="Check the list")
        pasted.fill("Ana Lopez\nBen Ode")
        press(check)
        expect(page.get_by_role("alert")).to_contain_text("the list has no header row")
        page.get_by_label("Division, if the list does not say").select_option("Senior")
        press(check)
        register = page.get_by_role("button", name="Register these players")
        press(register)
        expect(page.locator(".done")).to_contain_text("2 players were registered")
        written = len(event.ledger())
        page.go_back()
        expect(page.get_by_role("heading", level=2).first).to_contain_text("2 players can be")
        expect(pasted).to_have_value("Ana Lopez\nBen Ode")
        press(register)
        expect(page.locator(".warning")).to_contain_text("sent twice, and recorded once")
        assert len(event.ledger()) == written
        page.go_back()
        page.go_back()
        expect(page.get_by_role("alert")).to_contain_text("the list has no header row")
        page.reload()
        expect(pasted).to_have_value("Ana Lopez\nBen Ode")
