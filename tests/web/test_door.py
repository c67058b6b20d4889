"""The door before round 1, on a page: who has come, by list, name and code; what pairing asks."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

DOOR = "/t/cup/desk/check-in"


@pytest.fixture
def event(line: Line) -> Line:
    line.enrol("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")
    line("announce")
    return line


def listed(text: str) -> list[str]:
    """Return who is still to come, as the page lists them."""
    coming = text.partition("<summary>Here")[0].partition("Not here yet")[2]
    return re.findall("<b>([^<]*)</b>", coming)


def test_players_come_by_list_name_and_code_and_one_is_taken_back(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    shown = visitor.get(DOOR).text
    assert "<strong>0 of 4</strong> are here" in shown
    assert listed(shown) == ["Dee Fox", "Ana Lopez", "Ben Ode", "Cho Sun"]
    by_name = visitor.get(DOOR, params={"find": "lopez"}).text
    assert listed(by_name) == ["Ana Lopez"]
    assert "<button autofocus>" in by_name
    said = visitor.post(DOOR, data={**hidden(by_name), "who": "p1"}).text
    assert "Ana Lopez (p1) checked in." in said
    assert "3 still to check in." in said
    assert "<strong>1 of 4</strong> are here" in said
    assert listed(visitor.get(DOOR, params={"find": "p2"}).text) == ["Ben Ode"]
    again = visitor.post(DOOR, data={**hidden(said), "who": "p1"})
    assert again.status_code == 422
    assert "has already checked in" in again.text
    undone = visitor.post(DOOR, data={**hidden(again.text), "who": "p1", "undo": "yes"}).text
    assert "was undone" in undone
    assert len(listed(undone)) == 4
    assert visitor.post(DOOR, data=hidden(undone)).status_code == 422


def test_the_desk_chooses_what_becomes_of_those_who_have_not_come(
    visitor: Visitor, event: Line
) -> None:
    event("people check-in", "p1", "p2")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    rounds = visitor.get("/t/cup/desk/rounds").text
    asked = visitor.post("/t/cup/desk/rounds", data={**hidden(rounds), "verb": "pair"})
    assert asked.status_code == 422
    assert "Cho Sun (p3) and Dee Fox (p4) have not checked in" in asked.text
    ways = re.findall(r'name="absent" value="(\w+)"', asked.text)
    assert ways == ["drop", "keep"]
    assert "Decide what to do with players who have not checked in:" in asked.text
    assert "If they are left out: 2 players would remain." in asked.text
    form = visitor.get("/t/cup/desk/do/pair?absent=drop").text
    assert '<option value="drop" selected>Drop</option>' in form
    sent = {**hidden(form), "absent": "drop"}
    said = visitor.post("/t/cup/desk/do/pair", data=sent)
    assert said.status_code == 200
    assert [one["event"] for one in event.ledger()[-1]["events"]] == [
        *("player-dropped", "player-dropped", "pods-formed", "round-paired"),
    ]


def left_out_of_round_1(visitor: Visitor, event: Line) -> str:
    """Leave two players out and pair; return the answer."""
    event("people check-in", "p1", "p2")
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    form = hidden(visitor.get("/t/cup/desk/do/pair").text)
    return visitor.post("/t/cup/desk/do/pair", data={**form, "absent": "drop"}).text


def test_one_button_undoes_a_round_with_the_players_who_were_left_out_of_it(
    visitor: Visitor, event: Line
) -> None:
    """One press left two players out and paired: one press gives back what was there before."""
    said = left_out_of_round_1(visitor, event)
    undo = re.findall("<form[^>]*>((?:<input[^>]*>)*)<button[^>]*>Undo: ([^<]+)</button>", said)
    assert [title for _, title in undo] == ["pairing of round 1 and drop of 2 players"]
    sent = dict(re.findall('name="([a-z-]+)" value="([^"]*)"', undo[0][0]))
    back = visitor.post("/t/cup/desk/rounds", data=sent).text
    why = "undone by the person who paired it"
    assert [
        (one["event"], one.get("player"), one["reason"]) for one in event.ledger()[-1]["events"]
    ] == [
        ("round-withdrawn", None, why),
        ("player-reinstated", "p3", why),
        ("player-reinstated", "p4", why),
    ]
    assert "Undo:" not in back
    assert listed(visitor.get(DOOR).text) == ["Dee Fox", "Cho Sun"]
    form = hidden(visitor.get("/t/cup/desk/do/pair").text)
    asked = visitor.post("/t/cup/desk/do/pair", data=form).text
    assert "Cho Sun (p3) and Dee Fox (p4) have not checked in" in asked


def test_a_round_that_is_posted_or_of_somebody_else_is_withdrawn_by_a_form(
    visitor: Visitor, event: Line
) -> None:
    """Players have seen their tables: a reason is owed, and nothing says that it is undone."""
    left_out_of_round_1(visitor, event)
    answer = visitor.get("/t/cup/desk/rounds").text
    once = {"verb": "withdraw", "what": "masters-1", "reason": "undone by the person who paired it"}
    event("post")
    before = event.ledger()
    refused = visitor.post("/t/cup/desk/rounds", data={**hidden(answer), **once})
    assert refused.status_code in {409, 422}
    why = "ound 1 of Masters needs a reason to be withdrawn: "
    assert f"{why}round 1 of Masters has been posted." in refused.text
    assert event.ledger() == before
    page = "/t/cup/desk/do/withdraw?what=masters-1&together=together"
    asked = visitor.get(page).text
    assert '<input type="hidden" name="together" value="together">' in asked
    assert "<b>Masters, round 1, and everything that was done with it</b>" in asked
    sent = {**hidden(asked), "what": "masters-1", "together": "together", "reason": "too early"}
    visitor.post(page, data={**sent, "typed": "WITHDRAW"})
    assert [
        (one["event"], one.get("player"), one["reason"]) for one in event.ledger()[-1]["events"]
    ] == [
        ("round-withdrawn", None, "too early"),
        ("player-reinstated", "p3", "too early"),
        ("player-reinstated", "p4", "too early"),
    ]
    event("pair", "--absent", "keep")
    before = event.ledger()
    shown = visitor.get("/t/cup/desk/rounds").text
    refused = visitor.post("/t/cup/desk/rounds", data={**hidden(shown), **once})
    assert f"{why}somebody else paired it." in refused.text, "the terminal has paired it"
    assert 'href="/t/cup/desk/do/withdraw?what=masters-1">' in refused.text
    assert event.ledger() == before
    event("start")
    started = visitor.get("/t/cup/desk/rounds").text
    refused = visitor.post("/t/cup/desk/rounds", data={**hidden(started), **once})
    assert "ound 1 of Masters has started: its pairings cannot change." in refused.text
    assert "do/withdraw?what" not in refused.text, "nothing is advised that is refused"


def test_who_has_not_checked_in_is_asked_for_only_where_somebody_has_not(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    page = "/t/cup/desk/do/pair"
    assert 'name="absent"' not in visitor.get(page).text, "nobody checks in at this event"
    event("people check-in", "p1", "p2", "p3")
    assert 'name="absent"' in visitor.get(page).text
    event.pair("--absent", "keep")
    event.play(1)
    assert 'name="absent"' not in visitor.get(page).text, "round 1 is paired"


def test_check_in_is_on_the_way_until_round_1_has_started(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    assert 'href="/t/cup/desk/check-in"' in visitor.get("/t/cup/desk/rounds").text
    event.pair()
    assert 'href="/t/cup/desk/check-in"' not in visitor.get("/t/cup/desk/rounds").text
    assert "anybody who arrives now is late" in visitor.get(DOOR).text


def test_a_player_who_was_left_out_is_found_and_reinstated_from_here(
    visitor: Visitor, event: Line
) -> None:
    event("drop", "p3")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    for find in ("", "Sun"):
        page = visitor.get(DOOR, params={"find": find}).text
        dropped = page.partition("<summary>Dropped")[2]
        assert re.findall("<b>([^<]*)</b>", dropped) == ["Cho Sun"]
        assert "dropped before round 1" in dropped
        assert 'href="/t/cup/desk/do/reinstate?who=p3"' in dropped
    assert "<summary>Dropped" not in visitor.get(DOOR, params={"find": "lopez"}).text
    visitor.client.cookies.clear()
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    dropped = visitor.get(DOOR).text.partition("<summary>Dropped")[2]
    assert "/do/reinstate" not in dropped
    assert "The desk can reinstate them." in dropped
