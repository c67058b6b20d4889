"""What the page of each player of a team says (A-65)."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape

import pytest

from cli.web.access.permissions import AccessRole
from cli.web.access.sessions import AccessStore
from cli.web.app import app
from cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.cli.test_team import formed
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor


class Hall:
    """A team battle of four teams, the organiser's desk, and phones for players."""

    def __init__(
        self, line: Line, tournaments: TournamentFolder, access: AccessStore, stack: ExitStack
    ) -> None:
        self.line, self.access, self._stack = line, access, stack
        self._made = app(tournaments, access)
        formed(line)
        line.announce("--rounds", 2)
        self.desk = self.visitor()
        come_in(self.desk, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")

    def visitor(self) -> Visitor:
        return self._stack.enter_context(Visitor(self._made))

    def phone(self, player: str) -> Visitor:
        phone = self.visitor()
        phone.post(f"/join/{self.access.invite_players('cup', [player], lasting=HOUR)[player]}")
        return phone

    def mine(self, player: str) -> str:
        return unescape(self.phone(player).get("/t/cup/mine").text)

    def page(self, path: str) -> str:
        return unescape(self.desk.get(f"/t/cup/desk/{path}").text)

    def switch(self, **fields: str) -> None:
        key = form_key(self.desk.get("/t/cup/desk/claims"))
        self.desk.post("/t/cup/desk/claims/switch", data={"key": key, **fields})

    def start(self) -> None:
        self.line("pair")
        self.line("start")

    def match_of(self, first: str) -> str:
        paired = self.line.paired(1)
        tables = zip(paired["tables"], paired["pairings"], strict=True)
        return f"masters-1-{next(table for table, pair in tables if first in pair)}"


@pytest.fixture
def hall(line: Line, tournaments: TournamentFolder, access: AccessStore) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(line, tournaments, access, stack)


@pytest.mark.rule("A-65")
def test_the_page_of_each_of_a_team_says_where_it_plays(line: Line, visitor: Visitor) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    for player in ("p1", "p2"):
        assert "dropped" not in visitor.get(f"/t/cup/players/{player}").text
    line("pair")
    line("start")
    tables = line.paired(1)
    at = next(
        table
        for table, pair in zip(tables["tables"], tables["pairings"], strict=True)
        if "p1" in pair
    )
    said = visitor.get("/t/cup/players/p2").text
    assert "plays for team Rocket (Ana Ash &amp; Ben Bay)" in said
    assert f'<span>Table</span> <b class="plate">{at}</b>' in said
    assert "dropped" not in said
    line("report", f"masters-1-{at}", "2-0")
    record = [
        re.findall(r"<b>(\d-\d-\d)</b>", visitor.get(f"/t/cup/players/{one}").text)
        for one in ("p1", "p2")
    ]
    assert record[0] == record[1] != []
    line("drop", "p1")
    assert "dropped" in visitor.get("/t/cup/players/p2").text


@pytest.mark.rule("A-65")
def test_both_players_of_a_team_are_counted_on_the_page_of_the_event(
    line: Line, visitor: Visitor
) -> None:
    formed(line)
    line("announce", "--rounds", 2)
    line("drop", "p7")
    assert "8 players" in visitor.get("/t/cup").text
    line("pair")
    line("start")
    assert "6 players" in visitor.get("/t/cup").text, "a team never came"


@pytest.mark.rule("A-65")
def test_cards_are_printed_for_both_players_of_a_team_until_it_drops(hall: Hall) -> None:
    hall.line("drop", "p7")
    key = form_key(hall.desk.get("/t/cup/desk/codes"))
    shown = hall.desk.post("/t/cup/desk/codes", data={"key": key}).text
    assert re.findall(r"<span>(p[0-9]+)</span>", shown) == ["p1", "p2", "p3", "p4", "p5", "p6"]


@pytest.mark.rule("A-65", "TRF-4a")
def test_both_players_of_a_team_hand_in_a_list_by_phone_until_they_play(hall: Hall) -> None:
    hall.switch(decks="yes")
    phone, text = hall.phone("p2"), "4 Pikachu SVI 25\n56 Basic {L} Energy SVE 4\n"
    data = {"key": form_key(phone.get("/t/cup/mine")), "list": text, "anyway": "yes"}
    assert "Sent: 60 cards." in phone.post("/t/cup/mine", data=data).text
    assert "Deck list of" in hall.page("claims")
    hall.line("drop", "p7")
    dropped = hall.phone("p8")
    refused = dropped.post("/t/cup/mine", data=data | {"key": form_key(dropped.get("/t/cup/mine"))})
    assert refused.status_code == 409
    assert "You have dropped, so your deck list can no longer change" in refused.text
    hall.start()
    refused = phone.post("/t/cup/mine", data=data)
    assert "Your first round has started, so your deck list can no longer change" in refused.text
