"""Sign-up at the door, and a late team, in real browsers: a phone without script, and a desk."""

import re
from contextlib import ExitStack
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.chromium import press
from tests.web.test_browser import complaints, hindrances, window
from tests.web.test_hall_browser import hall

pytestmark = pytest.mark.browser

SIGN_UP, WAITS = "Send to the desk", "Waiting for the desk."


def typed(page: Page, first: str, last: str, year: str) -> None:
    """Fill in the form."""
    page.get_by_label("First name").fill(first)
    page.get_by_label("Last name").fill(last)
    page.get_by_label("Year of birth").fill(year)


@pytest.mark.rule("LED-9")
def test_a_family_signs_up_without_script_and_the_desk_accepts_and_checks_in(
    line: Line, browser: Browser
) -> None:
    line.start()
    line("people sign-ups", "open")
    with hall(line, browser) as there, ExitStack() as stack:
        desk = there.phone(AccessRole.ORGANISER, "desk/sign-ups")
        said = complaints(desk)
        expect(desk.get_by_text("Nobody is waiting.")).to_be_visible()
        bare = stack.enter_context(window(browser, 360, script=False)).new_page()
        bare.goto(f"{there.root}/sign-up")
        typed(bare, "Mia", "Kim", "2015")
        press(bare.get_by_role("button", name=SIGN_UP))
        expect(bare.get_by_role("alert")).to_contain_text("Please correct the marked fields")
        expect(bare.get_by_label("First name")).to_have_value("Mia")
        bare.get_by_label("I am the parent or guardian").check()
        press(bare.get_by_role("button", name=SIGN_UP))
        expect(bare.get_by_text(WAITS)).to_be_visible()
        bare.get_by_text("Sign up another player").click()
        typed(bare, "Jo", "Kim", "1985")
        press(bare.get_by_role("button", name=SIGN_UP))
        expect(bare.get_by_text(WAITS)).to_have_count(2)
        press(bare.get_by_role("button", name="I am here Jo"))
        # The desk's page is renewed by itself.
        expect(desk.get_by_role("heading", name="Waiting (2)")).to_be_visible()
        expect(desk.get_by_text("a parent agreed")).to_be_visible()
        assert hindrances(desk) == []
        press(desk.get_by_role("button", name="Accept everybody who is waiting"))
        expect(desk.get_by_role("status").first).to_contain_text("Mia Kim (p1) was registered")
        press(desk.get_by_role("button", name="Check in 1 player"))
        expect(desk.get_by_role("status").first).to_contain_text("1 player has checked in")
        bare.reload()
        expect(bare.get_by_text("You are checked in.")).to_be_visible()
        expect(bare.get_by_role("heading", name="Mia K.")).to_be_visible()
        phone = there.phone(None, "sign-up")
        assert hindrances(phone) == []
        its_phone_hears_what_the_desk_decides(phone, desk)
        assert hindrances(phone) == []
        desk.goto(f"{there.root}/desk/sign-ups/flyer")
        expect(desk.get_by_role("heading", name="Sign up here")).to_be_visible()
        assert hindrances(desk) == []
        assert said == []


def its_phone_hears_what_the_desk_decides(phone: Page, desk: Page) -> None:
    """Sign up two people: one is accepted, one refused, and the phone shows both by itself."""
    for first, year, button, then in (
        (
            "Lou",
            "1980",
            "Accept everybody who is waiting",
            "You are registered: your number is p3.",
        ),
        ("Zoe", "1981", "Refuse", "The desk did not accept this sign-up."),
    ):
        typed(phone, first, "Kim", year)
        press(phone.get_by_role("button", name=SIGN_UP))
        expect(phone.get_by_text(WAITS)).to_be_visible()
        expect(phone.get_by_role("link", name="Refresh")).to_have_count(0)
        phone.get_by_text("Sign up another player").click()
        phone.get_by_label("First name").fill("Half")
        phone.get_by_role("heading", level=1).click()
        press(desk.get_by_role("button", name=button).first)
        expect(phone.get_by_text(then)).to_be_visible()
        expect(phone.get_by_label("First name")).to_have_value("Half")


@pytest.mark.rule("A-65", "TRF-14.3")
def test_a_late_team_joins_by_pages_alone_and_its_second_player_reports(
    line: Line, browser: Browser
) -> None:
    line.start("--format", "team-battle-constructed")
    line.register("Ana Ash", "Ben Bay", "Cho Cox", "Dee Day")
    line("team", "form", "Rocket", "p1", "p2")
    line("team", "form", "Plasma", "p3", "p4")
    line.announce("--rounds", 1)
    line("pair")
    with hall(line, browser) as there:
        desk = there.phone(AccessRole.ORGANISER, "desk/teams")
        said = complaints(desk)
        expect(desk.get_by_role("main")).to_contain_text("no late team can join")
        assert hindrances(desk) == []
        press(desk.get_by_role("link", name="Withdraw round 1"))
        desk.get_by_label("Reason").fill("a late team")
        desk.get_by_label("Type WITHDRAW").fill("WITHDRAW")
        press(desk.get_by_role("button", name="Withdraw the round"))
        expect(desk.get_by_role("status").first).to_contain_text("withdrawn")
        for name in ("Eva Elm", "Fay Fox"):
            desk.goto(f"{there.root}/desk/do/register")
            desk.get_by_label("Name", exact=False).first.fill(name)
            desk.get_by_label("Year of birth").fill("1990")
            press(desk.get_by_role("main").get_by_role("button", name="Register"))
            expect(desk.get_by_role("status").first).to_contain_text("was registered")
        desk.goto(f"{there.root}/desk/teams")
        press(desk.get_by_role("link", name="Form a team with Eva Elm"))
        desk.get_by_label("Team").first.fill("Aces")
        desk.get_by_label("Partner").fill("p6")
        press(desk.get_by_role("main").get_by_role("button", name="Form a team"))
        expect(desk.get_by_role("status").first).to_contain_text("are the team Aces")
        assert said == []
        line.pair()
        line_up = line.paired(1)["pairings"][0]
        partner = f"p{int(line_up[0][1:]) + 1}"
        key = {"name": "Let players report from their phones"}
        desk.goto(f"{there.root}/desk/claims")
        press(desk.get_by_role("button", **key))  # type: ignore[arg-type]
        phone = there.phone(AccessRole.PLAYER, "mine", player=partner)
        expect(phone.get_by_role("heading", name="Seats at your table")).to_be_visible()
        assert hindrances(phone) == []
        press(phone.get_by_role("link", name="2–0"))
        press(phone.get_by_role("button", name="Yes: We won 2–0"))
        expect(phone.get_by_text("Sent: We won 2–0.")).to_be_visible()
        expect(desk.get_by_role("button", name="Keep ")).to_be_visible()


@pytest.mark.rule("A-65", "TRF-14.3")
def test_second_players_of_teams_agree_by_phone_and_one_of_them_drops_the_team(
    line: Line, browser: Browser
) -> None:
    line.start("--format", "team-battle-constructed")
    line.register("Ana Ash", "Ben Bay", "Cho Cox", "Dee Day")
    line("team", "form", "Rocket", "p1", "p2")
    line("team", "form", "Plasma", "p3", "p4")
    line.announce("--rounds", 2)
    line.pair()
    first, second = line.paired(1)["pairings"][0]
    with hall(line, browser) as there:
        desk = there.phone(AccessRole.ORGANISER, "desk/claims")
        press(desk.get_by_role("button", name="Let players report from their phones"))
        phones = [
            there.phone(AccessRole.PLAYER, "mine", player=f"p{int(player[1:]) + 1}")
            for player in (first, second)
        ]
        for phone, score, said in zip(phones, ("2–0", "0–2"), ("won", "lost"), strict=True):
            press(phone.get_by_role("link", name=score))
            press(phone.get_by_role("button", name=f"Yes: We {said} {score}"))
            expect(phone.get_by_role("main")).to_contain_text(score)
        phone = phones[1]
        phone.goto(f"{there.root}/mine")
        phone.locator("summary", has_text="Drop").click()
        expect(phone.get_by_text("This counts for your whole team.")).to_be_visible()
        press(phone.get_by_role("button", name="Yes, drop me"))
        expect(phone.get_by_text("You asked to drop: the desk has been told")).to_be_visible()
        press(desk.get_by_role("main").get_by_role("button", name=re.compile("^Drop ")))
        expect(desk.get_by_role("status").first).to_contain_text("dropped")
        phone.goto(f"{there.root}/mine")
        expect(phone.get_by_role("main")).to_contain_text("You have dropped")
    events = [event for entry in line.ledger() for event in entry["events"]]
    [report] = [one["result"] for one in events if one["event"] == "result-reported"]
    assert (report["verdict"], report["games"][:2]) == ("first", [2, 0])
    assert [one["player"] for one in events if one["event"] == "player-dropped"] == [second]


OFF_CENTRE = """() => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const sheet = document.querySelector(".flyer");
  return [...sheet.querySelectorAll(":scope > *")].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const drawn = one.matches("img") ? one : range;
    return Math.abs(middle(drawn) - middle(sheet)) > 2;
  }).map((one) => one.textContent || one.alt);
}"""


def test_a_flyer_is_in_the_middle_of_its_sheet_and_alone_on_it(
    line: Line, browser: Browser
) -> None:
    line.start("--name", "Saturday Cup")
    line("people sign-ups", "open")
    with hall(line, browser) as there:
        desk = there.phone(AccessRole.ORGANISER, "desk/sign-ups/flyer")
        for width in (360, 1366):
            desk.set_viewport_size({"width": width, "height": 1017})
            assert desk.evaluate(OFF_CENTRE) == [], width
        desk.emulate_media(media="print")
        assert desk.evaluate(OFF_CENTRE) == []
        [sheet] = PdfReader(BytesIO(desk.pdf(format="A4", prefer_css_page_size=True))).pages
        said = [row.strip() for row in sheet.extract_text().splitlines() if row.strip()]
        assert said[0] == "Saturday Cup"
        assert said[-1] == f"{there.root}/sign-up"
