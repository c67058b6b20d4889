"""What the hall has for players: messages on phones and the screen, a judge to call, the door."""

import re
from html import unescape

import httpx
import pytest

from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import HOUR
from tests.web.visitor import Visitor

MINE = "/t/cup/mine"


def plain(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


@pytest.fixture
def event(line: Line) -> Line:
    line.begin("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")
    return line


def called(visitor: Visitor, shown: str, **other: str) -> httpx.Response:
    """Press the button that calls a judge."""
    match = re.findall('name="match" value="([^"]+)"', shown)
    fields = {**hidden(shown), "match": match[-1] if match else "", **other}
    return visitor.post(f"{MINE}/call", data=fields)


@pytest.mark.rule("TRF-1.2")
def test_a_player_calls_a_judge_once_and_is_told_who_comes(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    shown = visitor.get(MINE).text
    assert "Call a judge" in shown
    assert called(visitor, shown, match="masters-1-9").status_code == 409
    waits = called(visitor, shown)
    assert waits.url.path == MINE
    assert "A judge was called to your table at" in waits.text
    assert "Call a judge</summary>" not in waits.text
    (told,) = event.ledger()[-1]["events"]
    assert (told["event"], told["player"]) == ("judge-called", "p1")
    assert event.ledger()[-1]["hand"]["station"] == "phones"
    again = called(visitor, shown)
    assert again.status_code == 200
    assert event.ledger()[-1]["events"] == [told]
    table = "masters-1-" + str(told["match"][2])
    event("call", table, "--take", "--as", "Jo", "--role", "judge")
    assert "A judge is on the way to your table." in visitor.get(MINE).text
    event("call", table, "--done", "--as", "Jo", "--role", "judge")
    assert "Call a judge</summary>" in visitor.get(MINE).text
    event.close()
    assert "Call a judge</summary>" not in visitor.get(MINE).text


def test_nobody_calls_a_judge_when_everything_is_played(visitor: Visitor, line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    while line("status", "--json").data["phase"] == "swiss":
        assert "Call a judge</summary>" in visitor.get(MINE).text
        number = line("status", "--json").data["pools"][0]["round"]
        for match in line.tables(number):
            line("report", match, "1")
        if line("status", "--json").data["phase"] == "swiss":
            line("pair")
            line("start")
    assert "Call a judge</summary>" not in visitor.get(MINE).text


def table_of_p1(event: Line) -> str:
    pairs = event.paired(1)["pairings"]
    return event.tables(1)[next(i for i, pair in enumerate(pairs) if "p1" in pair)]


def test_players_read_their_own_penalties_on_their_own_phone_and_nobody_elses(
    visitor: Visitor, event: Line, access: AccessStore
) -> None:
    event("penalty", "p1", "warning", "--for", "drew a card of p2", "--match", table_of_p1(event))
    seq = event.ledger()[-1]["seq"]
    visitor.get("/t/cup/mine?me=p1")
    assert "penalties" not in visitor.get(MINE).text, "a phone that only remembers a player"
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    own = plain(visitor.get(MINE).text)
    assert "Warning : drew a card of Ben Ode round 1 ·" in own
    assert "No public page shows this." in own
    german = visitor.get(MINE, headers={"Accept-Language": "de"}).text
    assert "Verwarnung" in german
    assert "Warning" not in visitor.get("/t/cup/players/p1").text
    visitor.post(f"/join/{access.invite_players('cup', ['p2'], lasting=HOUR)['p2']}")
    assert "penalties" not in visitor.get(MINE).text, "of somebody else"
    visitor.post(f"/join/{access.invite_players('cup', ['p1'], lasting=HOUR)['p1']}")
    event("penalty", "p1", "--withdraw", seq, "--reason", "it was the opponent")
    assert "penalties" not in visitor.get(MINE).text


def test_a_match_lost_by_absence_penalty_or_drop_says_so_in_its_own_words(
    visitor: Visitor, event: Line
) -> None:
    match = table_of_p1(event)
    [pair] = [one for one in event.paired(1)["pairings"] if "p1" in one]
    [other] = {*pair} - {"p1"}
    p1, p2 = (str(pair.index(one) + 1) for one in ("p1", other))

    def of(player: str) -> str:
        return plain(visitor.get(f"/t/cup/players/{player}").text).partition("Match record")[2]

    event("report", match, f"no-show:{p1}")
    assert "lost did not show up" in of("p1")
    assert "won the opponent did not show up" in of(other)
    event("correct", match, "no-show:both", "--reason", "nobody was there")
    for player in pair:
        assert "neither player showed up" in of(player)
    event("correct", match, p2, "--reason", "they came")
    event("penalty", "p1", "match-loss", "--for", "left the table", "--match", match)
    for player in pair:
        assert "show" not in of(player).partition("History")[0]
        assert "penalty" not in of(player), "no public page shows it"
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    own = plain(visitor.get(MINE).text)
    assert own.count("penalty: Match loss") == 2, "where the result is, and in the record"
    event("penalty", "p1", "--withdraw", event.ledger()[-1]["seq"], "--reason", "a mistake")
    assert "penalty:" not in plain(visitor.get(MINE).text)


@pytest.mark.rule("TRF-1.2")
def test_whoever_called_a_judge_takes_it_back_until_one_is_on_the_way(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    waits = called(visitor, visitor.get(MINE).text).text
    assert "I no longer need a judge" in waits
    [pair] = [one for one in event.paired(1)["pairings"] if "p1" in one]
    [other] = {*pair} - {"p1"}
    before = event.files()
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player=other)
    theirs = visitor.get(MINE).text
    assert "A judge was called" in theirs
    assert "I no longer need a judge" not in theirs
    table = "-".join(map(str, event.ledger()[-1]["events"][0]["match"]))
    called(visitor, theirs, ends="yes", match=table)
    assert event.files() == before, "only the player who called"
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    assert "A judge was called" not in called(visitor, visitor.get(MINE).text, ends="yes").text
    assert event.ledger()[-1]["events"][0]["event"] == "call-ended"
    called(visitor, visitor.get(MINE).text)
    table = "-".join(map(str, event.ledger()[-1]["events"][0]["match"]))
    event("call", table, "--take", "--as", "Jo", "--role", "judge")
    assert "I no longer need a judge" not in visitor.get(MINE).text


def test_a_judge_is_no_longer_on_the_way_once_the_result_is_in(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    called(visitor, visitor.get(MINE).text)
    table = "-".join(map(str, event.ledger()[-1]["events"][0]["match"]))
    event("call", table, "--take", "--as", "Jo", "--role", "judge")
    event("report", table, "1")
    shown = visitor.get(MINE).text
    assert "A judge is on the way" not in shown
    again = called(visitor, shown)
    assert "A judge was called to your table at" in again.text, "the result may be wrong"
    status = event.run("status", "-C", event.folder)
    assert f"tables waiting for a judge: {table}\n" in status.out
    event("correct", table, "2", "--reason", "the slip was misread")
    assert "A judge was called" not in visitor.get(MINE).text
    assert "tables waiting for a judge" not in event.run("status", "-C", event.folder).out


def test_a_single_short_message_fills_the_projector(visitor: Visitor, event: Line) -> None:
    alone = '<p class="text alone">'
    event("message", "Lunch until 13:00.")
    assert f"{alone}<bdi>Lunch until 13:00.</bdi>" in visitor.get("/t/cup/screen").text
    event("message", "The small hall is open.")
    assert alone not in visitor.get("/t/cup/screen").text, "two share the wall"
    for seq in (event.ledger()[-2]["seq"], event.ledger()[-1]["seq"]):
        event("message", "--withdraw", seq)
    event("message", "A long one. " * 12)
    assert alone not in visitor.get("/t/cup/screen").text, "it would not fit"


def test_messages_stand_where_those_look_whom_they_are_for(visitor: Visitor, event: Line) -> None:
    own, other = event.paired(1)["pairings"]
    event("message", "Lunch until 13:00.")
    event("message", "The small hall.", "--division", "senior")
    event("message", f"{own[0]}, come to the desk.", "--match", "masters-1-1")
    shown = {
        page: visitor.get(f"/t/cup{page}").text
        for page in ("", "/screen", f"/players/{own[1]}", f"/players/{other[0]}")
    }
    assert ["Lunch until 13:00." in text for text in shown.values()] == [True] * 4
    assert ["The small hall." in text for text in shown.values()] == [True, True, False, False]
    assert [", come to the desk." in text for text in shown.values()] == [
        *(False, False, True, False),
    ]
    assert f"<bdi>{own[0]}" not in shown[f"/players/{own[1]}"]
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player=own[1])
    mine = visitor.get(MINE).text
    assert ", come to the desk." in mine
    assert "Lunch until 13:00." in mine
    event("message", "--withdraw", "9")
    assert "Lunch until 13:00." not in visitor.get("/t/cup").text
    assert "Nachrichten" in visitor.get("/t/cup", headers={"Accept-Language": "de"}).text


def test_before_round_1_a_phone_shows_the_code_that_the_door_reads(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line("register", "Ana Lopez", "--birth-year", 1990)
    line("register", "Ben Ode", "--birth-year", 1990)
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    assert "Show this code to the staff at the door." in visitor.get(MINE).text
    line("people check-in", "p1")
    shown = visitor.get(MINE).text
    assert "You are checked in." in shown
    assert "Show this code" not in shown
    assert "Call a judge" not in shown
