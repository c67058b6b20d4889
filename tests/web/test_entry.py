"""Slips at the desk: one line each, by whoever may, with the mistakes left in place."""

import pytest

from cli.web.permits import Seat
from cli.web.porch import Porch
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

DESK = "/t/cup/desk"


@pytest.fixture
def desk(visitor: Visitor, porch: Porch, line: Line) -> Visitor:
    line.begin("Ana", "Ben", "Cho", "Dee")
    come_in(visitor, porch, Seat.SCOREKEEPER)
    return visitor


def key(desk: Visitor, text: str, **more: str) -> str:
    form = hidden(desk.get(DESK).text)
    return desk.post(DESK, data={**form, "line": text, **more}).text


def test_a_slip_is_one_line(desk: Visitor, line: Line) -> None:
    assert "0 of 2 in" in desk.get(DESK).text
    said = key(desk, "1 20")
    assert "1 of 2 in" in said
    last = line.ledger()[-1]
    assert last["events"][0]["event"] == "result-reported"
    assert last["hand"]["station"] == "desk-2"


def test_a_line_that_is_wrong_stays_in_the_box(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    for wrong in ("9 1", "1 hello", "pair", "1 1 d7"):
        said = key(desk, wrong)
        assert f'value="{wrong}"' in said
        assert 'role="alert"' in said
    assert line.ledger() == before


def test_another_result_needs_a_reason(desk: Visitor, line: Line) -> None:
    key(desk, "1 1")
    before = line.ledger()
    assert "because" in key(desk, "1 2")
    assert line.ledger() == before
    key(desk, "1 2 because slip read upside down")
    assert line.ledger()[-1]["events"][0]["event"] == "result-corrected"


def test_one_result_for_many_tables(desk: Visitor, line: Line) -> None:
    said = key(desk, "= 20")
    assert 'name="keeping" value="20"' in said
    assert "2 of 2 in" in key(desk, "1 2", keeping="20")


def test_undo_is_an_entry(desk: Visitor, line: Line) -> None:
    key(desk, "1 1")
    before = len(line.ledger())
    assert "0 of 2 in" in key(desk, "u")
    assert len(line.ledger()) == before + 1


def test_a_slip_that_is_sent_twice_is_entered_once(desk: Visitor, line: Line) -> None:
    form = hidden(desk.get(DESK).text)
    desk.post(DESK, data={**form, "line": "1 1"})
    after = line.ledger()
    desk.post(DESK, data={**form, "line": "1 1"})
    assert line.ledger() == after


def test_an_entry_station_takes_slips_and_corrects_nothing(
    visitor: Visitor, porch: Porch, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    come_in(visitor, porch, Seat.ENTRY)
    assert "1 of 2 in" in key(visitor, "1 1")
    before = line.ledger()
    assert "ask the scorekeeper" in key(visitor, "1 2 because misread")
    assert line.ledger() == before


def test_a_player_and_the_public_have_no_desk(visitor: Visitor, porch: Porch, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert "Sign in" in visitor.get(DESK).text
    come_in(visitor, porch, Seat.PLAYER, tournament="cup", player="p1")
    assert visitor.get(DESK).status_code == 403
