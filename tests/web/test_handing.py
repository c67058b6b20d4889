"""Files that are handed in at the desk: deck lists, and what requests are answered with."""

from hashlib import sha256
from pathlib import Path

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

DECK, REQUEST = "/t/cup/desk/hand/deck", "/t/cup/desk/hand/request"
LIST = {"who": "Ana", "format_name": "standard", "pool_name": "standard-2015"}


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Visitor:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    visitor.come_in(AccessRole.ORGANISER)
    return visitor


def test_a_deck_list_is_pasted_or_handed_in_as_a_file(desk: Visitor, line: Line) -> None:
    form = {**hidden(desk.get(DECK).text), **LIST}
    said = desk.post(DECK, data={**form, "pasted": "60 Fire Energy"})
    assert said.status_code == 200, said.text
    assert "60 cards" in said.text
    first = line.ledger()[-1]["events"][0]
    assert first["event"] == "deck-registered"
    form = {**hidden(said.text), **LIST}
    files = {"file": ("ana.txt", b"60 Water Energy", "text/plain")}
    assert "and replaces the earlier list" in desk.post(DECK, data=form, files=files).text


def test_what_a_page_says_of_a_list_names_no_option_of_the_terminal(desk: Visitor) -> None:
    unknown = {**LIST, "pasted": "4 Pichu XYZ 1\n56 Fire Energy"}
    said = desk.post(DECK, data={**hidden(desk.get(DECK).text), **unknown}).text
    assert "provide a card pool with the additional XY sets." in said
    assert "--pool" not in said


def test_a_list_that_cannot_be_read_stays_in_its_place(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    form = {**hidden(desk.get(DECK).text), **LIST}
    said = desk.post(DECK, data={**form, "pasted": "sixty <b>energies</b>"})
    assert said.status_code == 422
    assert "sixty &lt;b&gt;energies" in said.text
    assert desk.post(DECK, data=form).status_code == 422
    assert line.ledger() == before


@pytest.mark.parametrize("name", ["pool_name", "pool_list"])
def test_no_file_of_this_machine_is_read(
    desk: Visitor, line: Line, tmp_path: Path, name: str
) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "hunter2"')
    before = line.ledger()
    form = {**hidden(desk.get(DECK).text), **LIST, name: str(secret), "pasted": "60 Fire Energy"}
    said = desk.post(DECK, data=form)
    assert "hunter2" not in said.text
    assert name == "pool_list" or line.ledger() == before


def test_a_request_is_recorded_answered_with_a_file_and_its_receipt_shown(
    desk: Visitor, line: Line
) -> None:
    form = hidden(desk.get("/t/cup/desk/do/requests/record").text)
    asked = {**form, "source": "the sanctioning body", "reference": "2026-117"}
    assert "selected" not in desk.get(REQUEST).text, "there is none"
    assert "Request 1" in desk.post("/t/cup/desk/do/requests/record", data=asked).text
    waiting = "1: the sanctioning body</option>"
    assert f'<option value="1" selected>{waiting}' in desk.get(REQUEST).text
    archive = desk.get("/t/cup/desk/archive").text
    assert f'1 request for the results is waiting. <a href="{REQUEST}">' in archive
    assert "1 request waiting" in desk.get("/desk").text
    line("people requests", "record", "--from", "the league")
    assert "selected" not in desk.get(REQUEST).text, "there are two to choose from"
    form = {**hidden(desk.get(REQUEST).text), "number": "1"}
    data = b"the whole tournament"
    said = desk.post(REQUEST, data=form, files={"file": ("cup.zip", data, "application/zip")})
    assert sha256(data).hexdigest() in said.text
    assert line.ledger()[-1]["events"][0]["sha256"] == sha256(data).hexdigest()
    assert waiting not in desk.get(REQUEST).text
    assert '<option value="2" selected>2: the league' in desk.get(REQUEST).text
    receipt = desk.get("/t/cup/desk/ask/requests/receipt", params={"number": "1"}).text
    assert sha256(data).hexdigest() in receipt


def test_only_the_organiser_answers_requests(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert visitor.get(REQUEST).status_code == 403
    assert visitor.get(DECK).status_code == 200
    assert visitor.get("/t/cup/desk/hand/nothing").status_code == 404
