"""Deck lists that players agree to show: open in the cut, public after the close, else secret."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor

PAGE, MINE, CLAIMS = "/t/cup/decks", "/t/cup/mine", "/t/cup/desk/claims"
CARDS = ("Pikachu", "Charmander", "Squirtle", "Eevee", "Mew")


class Hall:
    """An event with a cut of two out of five, a list of each, the desk and the players' phones."""

    def __init__(self, line: Line, came: Callable[[], Visitor], access: AccessStore) -> None:
        self.line, self.access, self.came = line, access, came
        line.start("--style", "swiss-plus-cut", "--format", "unlimited")
        line.register("Ana", "Ben", "Cho", "Dee", "Eva")
        for number, card in enumerate(CARDS, 1):
            path = line.folder.parent / f"{card}.txt"
            path.write_text(f"4 {card} SVI 25\n56 Basic {{L}} Energy SVE 4\n")
            line("deck", "register", f"p{number}", path)
        self.desk = came()
        come_in(self.desk, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")
        self.phones = [self.phone(f"p{number}") for number in range(1, 6)]

    def phone(self, player: str) -> Visitor:
        phone = self.came()
        phone.post(f"/join/{self.access.invite_players('cup', [player], lasting=HOUR)[player]}")
        return phone

    def switch(self, word: str) -> None:
        key = form_key(self.desk.get(CLAIMS))
        self.desk.post(f"{CLAIMS}/switch", data={"key": key, "shown": word})

    def agree(self, number: int, *, agrees: bool = True) -> int:
        phone = self.phones[number - 1]
        data = {"key": form_key(phone.get(MINE)), "consent": "asked"}
        return phone.post(MINE, data=data | ({"shows": "yes"} if agrees else {})).status_code

    def seen(self, visitor: Visitor) -> list[str]:
        """Return the cards by which the lists on the page are known."""
        text = visitor.get(PAGE).text
        return [card for card in CARDS if card in text]


@pytest.fixture
def hall(line: Line, tournaments: TournamentFolder, access: AccessStore) -> Iterator[Hall]:
    made = app(tournaments, access)
    with ExitStack() as stack:
        yield Hall(line, lambda: stack.enter_context(Visitor(made)), access)


@pytest.mark.rule("TRF-4a")
def test_a_list_is_shown_only_in_the_cut_and_after_the_close_and_only_if_its_player_agrees(
    hall: Hall,
) -> None:
    line, stranger = hall.line, hall.came()
    assert hall.agree(1) == 409, "off by default"
    assert "Show my deck list" not in hall.phones[0].get(MINE).text
    hall.switch("yes")
    assert "Show my deck list" in hall.phones[0].get(MINE).text
    assert 'name="shows" value="yes">' in hall.phones[0].get(MINE).text, "nobody ticks it for them"
    line.announce("--rounds", 1, "--cut", "masters=2")
    line.pair()
    for number in range(1, 6):
        assert hall.agree(number) == 200
    everybody = (stranger, hall.desk, *hall.phones)
    assert [hall.seen(one) for one in everybody] == [[]] * 7, "nobody in the Swiss rounds"
    line.play(1)
    line("cut")
    first, second = (
        int(player[1:])
        for one in line.ledger()
        for event in one["events"]
        for player in event.get("seeds", ())
    )
    hall.agree(second, agrees=False)
    mine, yours = hall.phones[first - 1], hall.phones[second - 1]
    assert hall.seen(mine) == [CARDS[first - 1]]
    assert hall.seen(yours) == [], "who shows nothing reads nothing"
    hall.agree(second)
    both = [CARDS[number - 1] for number in sorted((first, second))]
    for number, phone in enumerate(hall.phones, 1):
        assert hall.seen(phone) == (both if number in {first, second} else []), number
    assert "Read the deck lists" in mine.get(MINE).text
    assert hall.seen(stranger) == hall.seen(hall.desk) == []
    way = 'href="/t/cup/decks">Deck lists</a>'
    assert way not in stranger.get("/t/cup").text
    line.close()
    assert hall.seen(stranger) == [*CARDS]
    assert way in stranger.get("/t/cup").text, "the page of the event leads to them"
    assert hall.agree(2, agrees=False) == 200, "a consent can be withdrawn at any time"
    assert "Charmander" not in hall.seen(stranger)
    line("people erase", "p5", "--reason", "asked", "--yes")
    assert hall.seen(stranger) == ["Pikachu", "Squirtle", "Eevee"]
    hall.switch("no")
    assert hall.seen(stranger) == []
    assert way not in stranger.get("/t/cup").text
    assert "No deck lists are shown here now." in stranger.get(PAGE).text
