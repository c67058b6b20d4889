"""The desk decides what players report by phone, in a real browser, with one key."""

from datetime import timedelta

from cli.web.claims import Claim, Claims
from cli.web.permits import Seat
from cli.web.porch import Porch
from cli.web.slate import Slate
from cli.wiring import fresh, now
from tests.cli.line import Line
from tests.web.served import Served, chromium


def test_one_key_decides_the_first_match_that_waits(line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    folder = line.folder.parent
    porch = Porch(line.home, folder, clock=now, fresh=fresh)
    claims = Claims(allowed=True)
    for match, (left, right) in zip(line.tables(1), line.paired(1)["pairings"], strict=True):
        claims = claims.saying(Claim(match=match, player=left, word="1", at=now()))
        claims = claims.saying(Claim(match=match, player=right, word="2", at=now()))
    Slate(line.home, line.folder).change(lambda _: claims)
    code = porch.invite(
        Seat.ENTRY,
        name="Kim Sun",
        station="slips",
        tournament="cup",
        lasting=timedelta(hours=1),
    )
    with Served(folder, line.home) as served, chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(5_000)
        page.goto(f"{served.address}/join/{code}")
        page.get_by_role("button", name="Come in").click()
        page.wait_for_url("**/t/cup/desk")
        page.goto(f"{served.address}/t/cup/desk/claims")
        assert page.locator("section.card").count() == 2
        page.keyboard.press("x")
        page.keyboard.press("Control+2")
        with page.expect_navigation():
            page.keyboard.press("2")
        assert page.locator("section.card").count() == 1
        with page.expect_navigation():
            page.keyboard.press("t")
        assert page.locator("section.card").count() == 0
        assert code not in served.said
    results = [entry for entry in line.ledger() if entry["events"][0]["event"] == "result-reported"]
    assert [entry["events"][0]["result"]["verdict"] for entry in results] == ["second", "tie"]
    assert {entry["hand"]["station"] for entry in results} == {"slips"}
