"""Players report their own match by phone: both alike, it is in; otherwise the desk decides."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any
from unittest.mock import Mock

import pytest

from roundbook.cli.places import layout
from roundbook.cli.places.phone_claims import (
    Claim,
    Claims,
    PlayerReports,
    from_bytes,
    reports_kept,
    to_bytes,
)
from roundbook.cli.session.venue import now
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.public.match_claims import contests, seen_from_left
from roundbook.cli.web.server.tournaments import TournamentFolder
from roundbook.ledger.errors import Refused, Unreadable
from roundbook.ledger.record.entry import entries_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool
from tests.cli.line import Line
from tests.cli.swiss import lower_wins
from tests.web.test_acts import hidden
from tests.web.test_signin import HOUR, come_in, form_key
from tests.web.visitor import Visitor

NAMES = ("Ana", "Ben", "Cho", "Dee")
WON = 'I won <span class="score">2–1</span>'
"""A result is never broken over two lines."""


class Floor:
    """A round that is being played, the organiser's desk, and a phone for every player."""

    def __init__(
        self, line: Line, tournaments: TournamentFolder, access: AccessStore, stack: ExitStack
    ) -> None:
        self.line, self.access = line, access
        self._made = app(tournaments, access)
        self._stack = stack
        line.begin(*NAMES)
        self.matches = line.tables(1)
        self.pairs = [tuple(pair) for pair in line.paired(1)["pairings"]]
        self.desk = self.visitor()
        come_in(self.desk, access, AccessRole.ORGANISER, tournament="cup", name="Kim Sun")
        self.phones = {player: self.phone(player) for pair in self.pairs for player in pair}

    def visitor(self) -> Visitor:
        return self._stack.enter_context(Visitor(self._made))

    def phone(self, player: str) -> Visitor:
        phone = self.visitor()
        phone.post(f"/join/{self.access.invite_players('cup', [player], lasting=HOUR)[player]}")
        return phone

    def allow(self, word: str = "yes") -> None:
        key = form_key(self.desk.get("/t/cup/desk/claims"))
        self.desk.post("/t/cup/desk/claims/switch", data={"key": key, "allowed": word})

    def says(self, player: str, word: str, match: str | None = None) -> int:
        phone = self.phones[player]
        shown = phone.get("/t/cup/mine")
        found = re.search(r"&amp;match=([^#]+)#now", shown.text)
        filled = {
            "key": form_key(shown),
            "match": match or (found[1] if found else ""),
            "said": word,
        }
        return phone.post("/t/cup/mine", data=filled).status_code


@pytest.fixture
def floor(line: Line, tournaments: TournamentFolder, access: AccessStore) -> Iterator[Floor]:
    with ExitStack() as stack:
        yield Floor(line, tournaments, access, stack)


def test_nobody_reports_by_phone_unless_the_organiser_allows_it(floor: Floor) -> None:
    before = floor.line.files()
    page = floor.desk.get("/t/cup/desk/claims").text
    assert "<h1>Phones</h1>" in page, "as its tab is called"
    assert "breaks a rule or leaves out a game loss or match loss. A judge" in page
    left, right = floor.pairs[0]
    assert "tell the desk the result" in floor.phones[left].get("/t/cup/mine").text
    assert floor.says(left, "won", floor.matches[0]) == 403
    assert floor.says(right, "lost", floor.matches[0]) == 403
    assert floor.line.files() == before


def test_in_best_of_one_each_way_to_report_is_said_once(visitor: Visitor, line: Line) -> None:
    line.start("--match-format", "bo1", Masters=4)
    line("announce")
    line.pair()
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    ways = visitor.get("/t/cup/mine").text.partition('<ul class="results"')[2].partition("</ul>")[0]
    assert re.findall(r">([^<>]*[a-z])\s*<", ways) == ["I won", "I lost", "We tied"]


def test_what_both_say_alike_is_the_result_by_the_hand_of_the_phones(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    before = floor.line.files()
    assert floor.says(right, "lost") == 200
    assert floor.line.files() == before, "a claim is not in the ledger"
    assert floor.says(left, "won") == 200
    last = floor.line.ledger()[-1]
    assert last["events"][0]["event"] == "result-reported"
    assert last["events"][0]["result"] == {"verdict": "first"}
    assert (last["hand"]["station"], last["hand"]["role"]) == ("phones", "scorekeeper")
    mine = floor.phones[left].get("/t/cup/mine").text
    assert f"entry {last['seq']}" in mine
    past = unescape(floor.desk.get("/t/cup/desk/history").text)
    latest = unescape(floor.desk.get("/t/cup/desk").text)
    for shown in (past, latest):
        assert "players' phones" in shown
        assert "scorekeeper at phones" not in shown, "no person of the staff"
    sent = {**hidden(floor.desk.get("/t/cup/desk").text), "line": "1 2", "keeping": ""}
    odds = unescape(floor.desk.post("/t/cup/desk", data=sent).text)
    assert f"entry {last['seq']} by the players' phones," in odds


def test_a_result_before_the_clock_has_started_is_asked_about(floor: Floor) -> None:
    floor.allow()
    left, _ = floor.pairs[0]
    early = "The clock of this round has not started yet."
    ask = f"/t/cup/mine?said=won&match={floor.matches[0]}"
    assert early in floor.phones[left].get(ask.replace("won", "2-0")).text
    begins = r'class="notice" data-before="\d{13}">The clock of this round has not started yet'
    asked = floor.phones[left].get(ask.replace("won", "2-0")).text
    assert re.search(begins, asked), "it goes when the clock starts"
    assert early not in floor.phones[left].get("/t/cup/mine").text
    assert floor.says(left, "2-0") == 200, "it may be so"


def test_where_they_differ_the_desk_decides_and_is_named(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    before = floor.line.files()
    floor.says(left, "won")
    floor.says(right, "won")
    assert floor.line.files() == before
    assert "reports do not match" in floor.phones[left].get("/t/cup/mine").text
    shown = floor.desk.get("/t/cup/desk/claims")
    assert "The reports do not match" in shown.text
    waits = "for you to decide: table 1 (the players' reports differ)</a>"
    assert waits in unescape(floor.desk.get("/t/cup/desk").text)
    filled = {**hidden(shown.text), "match": floor.matches[0], "result": "2"}
    decided = floor.desk.post("/t/cup/desk/claims", data=filled)
    assert "Nothing is waiting for the desk" in decided.text
    last = floor.line.ledger()[-1]
    assert last["events"][0]["result"] == {"verdict": "second"}
    assert last["hand"]["station"] == "desk-2"


@pytest.mark.parametrize("kept", [0, 1])
def test_a_report_that_the_desk_keeps_is_entered_with_its_games(floor: Floor, kept: int) -> None:
    floor.allow()
    for player, word in zip(floor.pairs[0], ("2-0", "2-1"), strict=True):
        floor.says(player, word)
    page = floor.desk.get("/t/cup/desk/claims").text
    values = re.findall(r'name="keep" value="([^"]+)"', page)
    assert values == [*floor.pairs[0]]
    filled = {**hidden(page), "match": floor.matches[0], "keep": values[kept]}
    decided = floor.desk.post("/t/cup/desk/claims", data=filled)
    assert re.search("If this is wrong: <a [^>]*>Correct a result</a>", decided.text)
    result, note = floor.line.ledger()[-1]["events"]
    assert note["player"] == values[kept], "the ledger says whose report it was"
    result = result["result"]
    whose = [kept == 0, kept == 1]
    for player, is_own in zip(floor.pairs[0], whose, strict=True):
        mine = unescape(floor.phones[player].get("/t/cup/mine").text)
        assert "so the desk decided" in mine
        assert ("Your report counts" in mine) == is_own
    assert (
        result
        == [
            {"verdict": "first", "games": [2, 0, 0]},
            {"verdict": "second", "games": [1, 2, 0]},
        ][kept]
    )


def test_another_result_is_a_tap_away_where_nothing_is_kept(floor: Floor) -> None:
    floor.allow()
    floor.says(floor.pairs[0][0], "won")
    page = floor.desk.get("/t/cup/desk/claims").text
    assert page.count(">Keep ") == 1
    [way] = re.findall(r'href="([^"]+)" data-key="o"', page)
    assert "Who won?" in floor.desk.get(way).text


def test_a_judge_at_the_table_sees_what_each_side_says_where_they_differ(floor: Floor) -> None:
    floor.allow()
    judge = floor.visitor()
    come_in(judge, floor.access, AccessRole.JUDGE, tournament="cup", name="Jo Park")
    (left, right), table = floor.pairs[0], f"/t/cup/desk/tables/{floor.matches[0]}"
    floor.says(left, "2-1")
    assert "Reports from the players' phones" not in judge.get(table).text, (
        "one side alone is no contradiction"
    )
    floor.says(right, "2-0")
    page = judge.get(table).text
    assert '<span class="score">2–0</span>' in page, "a phone breaks no line within a result"
    shown = " ".join(re.sub("<[^>]+>", " ", page).split())
    name = dict(zip(("p1", "p2", "p3", "p4"), ("Ana", "Ben", "Cho", "Dee"), strict=True))
    assert re.search(rf"{name[left]} [0-9:]+ {name[left]} won 2–1", shown)
    assert re.search(rf"{name[right]} [0-9:]+ {name[right]} won 2–0", shown)
    for player, won in ((left, "2–1"), (right, "2–0")):
        assert f"Keep {name[player]}'s: {name[player]} won {won}" in shown
    assert "If neither is right, tell the desk the result: a scorekeeper or the organiser" in shown
    assert "Yes: keep" not in shown, "nothing is kept by one tap"
    assert (
        "Reports from the players' phones"
        not in judge.get(f"/t/cup/desk/tables/{floor.matches[1]}").text
    )
    tables = judge.get("/t/cup/desk/tables").text
    assert "data-calling>&nbsp;(1)<" in tables, "a table that needs a judge, though none is called"
    assert "Phone reports to decide on (1)" in tables
    listed, _, below = tables.partition('role="search"')
    assert f'href="{table}"' in listed, "near the calls"
    assert below.count("reports to decide on") == 1
    own = floor.desk.get(table).text
    assert own.count(">Keep ") == 2, "who may report keeps one of them here"
    assert "ell the desk" not in own
    asked = floor.desk.get(table, params={"keep": left}).text
    assert "You cannot change it" not in asked, "who may correct a result is not told who may"
    kept = next((floor.line.home / "claims").glob("*.json"))
    kept.write_text("no claims")
    for page in (table, "/t/cup/desk/tables"):
        seen = judge.get(page)
        assert seen.status_code == 200, "a damaged file keeps no judge from a table"
        assert "players' phone reports cannot be read" in unescape(seen.text)
    kept.unlink()
    assert "cannot be read" not in judge.get(table).text
    assert "Reports from the players' phones" not in judge.get(table).text


def everybody_is_told_whose_report_counts(floor: Floor, kept: str, other: str) -> None:
    """See it on the pages of both players, in the history, and nowhere in public."""
    for player, whose in ((kept, "Your report counts"), (other, "Your opponent's report counts")):
        mine = unescape(floor.phones[player].get("/t/cup/mine").text)
        assert "Your reports did not match, so a judge decided." in mine
        assert mine.count(whose) == 2, "with the result, and in the history"
        public = unescape(floor.visitor().get(f"/t/cup/players/{player}").text)
        assert "did not match" not in public
    names = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    past = unescape(floor.desk.get("/t/cup/desk/history").text)
    text = "the phone reports differed, and this player's report was kept"
    assert f"about {names[kept]}: {text}" in past
    [typed] = [row for row in floor.line("history").out.splitlines() if "phone reports" in row]
    assert f"({kept}): the phone reports differed," in typed


@pytest.mark.parametrize("seat", [AccessRole.JUDGE, AccessRole.HEAD_JUDGE])
def test_a_judge_keeps_one_of_two_reports_whole_and_enters_no_other_result(
    floor: Floor, seat: AccessRole
) -> None:
    floor.allow()
    judge = floor.visitor()
    come_in(judge, floor.access, seat, tournament="cup", name="Jo Park")
    (left, right), table = floor.pairs[0], f"/t/cup/desk/tables/{floor.matches[0]}"
    floor.says(left, "2-1")
    floor.says(right, "2-0")
    page = judge.get(table, params={"keep": right}).text
    name = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    shown = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert f"Is this right? {name[right]} won 2–0 This becomes the result" in shown
    assert f"{name[left]}'s report ({name[left]} won 2–1 ) is not kept." in shown
    assert f"Yes: keep {name[right]}'s report" in shown
    assert ("You cannot change it afterwards." in shown) == (seat is AccessRole.JUDGE)
    assert f"keep {name[left]}" not in shown, "the other report is not one tap away"
    seen = dict(re.findall(r'type="hidden" name="(player|said)" value="([^"]*)"', page))
    assert seen == {"player": right, "said": "0-2"}
    settle = {**hidden(page), "verb": "settle", **seen}
    floor.says(right, "1-0")
    changed = judge.post(table, data=settle)
    assert changed.status_code == 422
    assert f"{name[right]} has changed the report since you opened this page." in changed.text
    floor.says(right, "2-0")
    for other in (floor.pairs[1][0], "p99", ""):
        before = floor.line.files()
        assert judge.post(table, data={**settle, "player": other}).status_code == 422
        assert floor.line.files() == before, other
    forged = {**settle, "result": "0-2", "verb": "report"}
    assert judge.post(table, data=forged).status_code == 404
    if seat is AccessRole.JUDGE:
        assert judge.post("/t/cup/desk/claims", data={**settle, "result": "1"}).status_code == 403
    floor.line("call", floor.matches[0])
    answer = judge.post(table, data=settle)
    assert "The call for a judge from this match is closed." in answer.text
    entry = floor.line.ledger()[-1]
    assert entry["events"] == [
        {
            "event": "result-reported",
            "match": ["masters", 1, 1],
            "result": {"verdict": "second", "games": [0, 2, 0]},
        },
        {
            "event": "note-made",
            "match": ["masters", 1, 1],
            "player": right,
            "text": "the phone reports differed, and this player's report was kept",
        },
    ]
    assert entry["hand"]["role"] == seat.value
    assert "Reports from the players' phones" not in answer.text
    said = unescape(answer.text)
    box = " ".join(re.sub("<[^>]+>", " ", said.partition('class="done"')[2]).split())
    order = [
        box.index("The call for a judge from this match is closed."),
        box.index(f"{name[right]}'s report was kept. {name[left]}'s was not: {name[left]} 2-1"),
        box.index("was reported: 0-2"),
    ]
    assert order == sorted(order), "first what happened to the call that was answered"
    assert box.count("2-0") + box.count("0-2") == 1, "the result is said once"
    others = "a scorekeeper, the head judge or an organiser can correct it."
    assert (others in said) == (seat is AccessRole.JUDGE)
    assert ("Correct a result" in said) == (seat is AccessRole.HEAD_JUDGE)
    assert "was reported: 0-2" in said
    everybody_is_told_whose_report_counts(floor, right, left)
    again = judge.post(table, data=settle)
    assert floor.line.ledger()[-1] == entry, "the same form, sent twice"
    assert again.status_code == 200


def test_the_typed_act_keeps_a_report_by_the_hand_of_a_judge(floor: Floor) -> None:
    floor.allow()
    for player, word in zip(floor.pairs[0], ("2-1", "2-0"), strict=True):
        floor.says(player, word)
    line, left = floor.line, floor.pairs[0][0]
    other = line.at("ruling settle", 1, floor.pairs[1][0], "--as", "Jo Park", "--role", "judge")
    assert (other.code, "does not play in match masters-1-1" in other.err) == (2, True)
    trial = line("ruling settle", 1, left, "--dry-run")
    assert "Nothing was written" in trial.out
    said = line("ruling settle", 1, left, "--as", "Jo Park", "--role", "judge", "--cmd", "one")
    assert "was reported: 2-1" in said.out
    assert line.ledger()[-1]["hand"]["role"] == "judge"
    assert line("ruling settle", 1, left, "--cmd", "one", "--as", "Jo Park").code == 0
    refused = line.at("ruling settle", 1, left)
    assert "already has a result: 2-1" in refused.err
    assert "use `roundbook correct`" in refused.err


@pytest.mark.parametrize("words", [(), ("2-1",), ("2-1", "1-2")])
def test_only_reports_that_differ_are_settled(floor: Floor, words: tuple[str, ...]) -> None:
    floor.allow()
    (left, _), table = floor.pairs[0], f"/t/cup/desk/tables/{floor.matches[0]}"
    for player, word in zip(floor.pairs[0], words, strict=False):
        floor.says(player, word)
    judge = floor.visitor()
    come_in(judge, floor.access, AccessRole.JUDGE, tournament="cup", name="Jo Park")
    page = judge.get(table).text
    assert ">Keep " not in page
    before = floor.line.files()
    said = judge.post(table, data={**hidden(page), "verb": "settle", "player": left}).text
    if len(words) == 2:  # They agree, so the result is in the ledger.
        assert "already has a result" in unescape(said)
    else:
        assert "Tell the desk the result." in said
        assert "There are not two different phone reports of this match" in unescape(said)
    assert floor.line.files() == before


def test_one_who_is_silent_leaves_it_to_the_desk_and_may_still_agree(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.says(left, "tied")
    assert "Has not reported yet" in floor.desk.get("/t/cup/desk/claims").text
    floor.says(right, "won")
    floor.says(right, "tied")
    assert floor.line.ledger()[-1]["events"][0]["result"] == {"verdict": "tie"}


def test_nobody_speaks_for_another_match_or_another_player(floor: Floor) -> None:
    floor.allow()
    (left, right), (other, _) = floor.pairs
    before = floor.line.files()
    assert floor.says(other, "won", floor.matches[0]) == 409
    assert floor.says(left, "won", "masters-9-1") == 409
    assert floor.says(left, "2-2", floor.matches[0]) == 422
    assert floor.says(left, "double-loss", floor.matches[0]) == 422
    assert floor.says(left, "", floor.matches[0]) == 422
    floor.says(left, "won")
    assert floor.line.files() == before
    key = form_key(floor.phones[right].get("/t/cup/mine"))
    stolen = {"key": key, "match": floor.matches[0], "said": "lost"}
    assert floor.phones[left].post("/t/cup/mine", data=stolen).status_code == 403
    assert floor.line.files() == before


def test_a_slip_at_the_desk_ends_what_was_claimed(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.says(left, "won")
    floor.line("report", floor.matches[0], "2")
    assert floor.says(right, "lost", floor.matches[0]) == 409
    for player, seen in ((left, "a loss"), (right, "a win")):
        fields = {"key": form_key(floor.phones[player].get("/t/cup/mine")), "said": "won"}
        late = floor.phones[player].post(
            "/t/cup/mine", data=fields | {"match": str(floor.matches[0])}
        )
        assert f"Your match already has a result: {seen}. If it is wrong" in late.text
    reports = PlayerReports(floor.access.home, floor.line.folder)
    assert reports.read().allowed
    told = "Recorded: a loss. You had reported: a win. If it is wrong, tell the desk."
    own = re.findall(r"Recorded: .*?desk\.", floor.phones[left].get("/t/cup/mine").text)
    assert own == [told, told], "beside the result, and in the history"
    assert "You had reported" not in floor.phones[right].get("/t/cup/mine").text
    floor.line("withdraw", floor.matches[0], "--reason", "another table")
    assert "You had reported" not in floor.phones[left].get("/t/cup/mine").text
    for match, won in zip(floor.matches, "22", strict=True):
        floor.line("report", match, won)
    assert told in floor.phones[left].get("/t/cup/mine").text
    floor.line("pair")
    assert "You had reported" not in floor.phones[left].get("/t/cup/mine").text
    assert not reports.read().claims


def test_a_report_unlike_the_slip_stays_in_view_until_somebody_decides(floor: Floor) -> None:
    floor.allow()
    left, match = floor.pairs[0][0], floor.matches[0]
    pages = ("", "/rounds", "/claims", "/do/pair?pool=masters", f"/tables/{match}")

    def open_on() -> list[bool]:
        return ["has two results" in floor.desk.get(f"/t/cup/desk{page}").text for page in pages]

    floor.says(left, "won")
    for one in floor.matches:
        floor.line("report", one, "2")
    assert open_on() == [True] * len(pages)
    counts = "If you pair now, the recorded result counts."
    assert counts in floor.desk.get("/t/cup/desk/do/pair?pool=masters").text
    assert counts not in floor.desk.get("/t/cup/desk/rounds").text
    assert "All slips are in." not in floor.desk.get("/t/cup/desk/rounds").text
    phones = floor.desk.get("/t/cup/desk/claims").text
    assert "is recorded; by phone " in phones
    assert "is waiting for the desk" not in phones
    shown = floor.desk.get("/t/cup/desk").text
    assert "<dt>By phone</dt>" in shown
    floor.line("correct", match, "tie", "--reason", "the slip")
    assert open_on() == [False] * len(pages), "who corrects has decided"
    floor.line("withdraw", match, "--reason", "another table")
    floor.line("report", match, "2")
    assert open_on() == [True] * len(pages)
    floor.desk.post("/t/cup/desk", data={**hidden(shown), "cmd": "kept", "keep": match})
    assert open_on() == [False] * len(pages)
    assert "You had reported: a win." in floor.phones[left].get("/t/cup/mine").text


def test_what_the_desk_was_asked_about_is_not_asked_again(floor: Floor) -> None:
    floor.allow()
    for player in floor.pairs[0]:
        floor.says(player, "won")
    floor.line("report", floor.matches[0], "1")
    for page in ("", "/rounds", "/claims"):
        assert "has two results" not in floor.desk.get(f"/t/cup/desk{page}").text


def test_after_the_close_no_phone_is_sent_to_a_desk_that_is_gone(floor: Floor) -> None:
    floor.allow()
    for match in floor.matches:
        floor.line("report", match, "1")
    phone = floor.phones[floor.pairs[0][0]]
    key = form_key(phone.get("/t/cup/mine"))
    floor.line.close()
    for sent in (
        {"said": "won", "match": floor.matches[0]},
        {"leaves": "yes"},
        {"list": "4 Pikachu"},
    ):
        late = phone.post("/t/cup/mine", data={"key": key, **sent})
        assert late.status_code == 409
        assert "<p>The event is closed, so nothing can be changed.</p>" in late.text
        assert "desk" not in late.text.partition("<main")[2]


def test_claims_outlive_the_server_and_an_agreement_that_was_not_written_is(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.says(left, "won")
    reports = PlayerReports(floor.access.home, floor.line.folder)
    said = Claim(match=floor.matches[0], player=right, word="1", at=now())
    reports.change(lambda claims: claims.saying(said))  # It stopped before the result was written.
    assert floor.line.ledger()[-1]["events"][0]["event"] == "round-started"
    floor.desk.get("/t/cup/desk/claims")
    assert floor.line.ledger()[-1]["events"][0]["event"] == "result-reported"
    assert not reports.read().claims


def test_what_the_rules_refuse_waits_for_the_desk(
    line: Line, tournaments: TournamentFolder, access: AccessStore
) -> None:
    line.start("--style", "single-elimination")
    line.register("Ana", "Ben")
    line("announce")
    line("round seed")
    line.pair()
    reports = PlayerReports(access.home, line.folder)
    match = next(
        f"{event['pool']}-1-{event['tables'][0]}"
        for entry in line.ledger()
        for event in entry["events"]
        if event["event"] == "round-paired"
    )
    claims = tuple(Claim(match=match, player=p, word="tie", at=now()) for p in ("p1", "p2"))
    reports.change(lambda _: Claims(allowed=True, claims=claims))
    before = line.files()
    with Visitor(app(tournaments, access)) as desk:
        come_in(desk, access, AccessRole.SCOREKEEPER)
        shown = [desk.get("/t/cup/desk/claims") for _ in range(3)]
    assert all('<div class="refusal">' in one.text for one in shown)
    assert line.files() == before, "whoever looks again has tried nothing"


def test_a_result_that_forgets_a_game_loss_waits_for_the_desk(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    match, name = floor.matches[0], NAMES[int(left[1:]) - 1]
    floor.line("penalty", left, "game-loss", "--for", "59 cards", "--match", match)
    before = floor.line.files()
    floor.says(left, "2-0")
    floor.says(right, "0-2")
    assert floor.line.files() == before, "nothing is entered"
    for player in (left, right):
        mine = floor.phones[player].get("/t/cup/mine").text
        assert "a judge gave a game loss or match loss in this match, and your result" in mine
        assert "The desk has been told." in mine
        assert "do not match" not in mine
        assert "cannot be entered" not in mine
        assert ("59 cards" in mine) == (player == left), "the opponent reads no infraction"
    shown = floor.desk.get("/t/cup/desk/claims")
    asks = (
        "has a game loss in this match, but the result does not include a game won by the opponent."
    )
    tables = f"/t/cup/desk/tables/{match}"
    for page in (shown.text, floor.desk.get(tables).text):
        assert f"Both players reported this result. {name} {asks}" in unescape(page)
        assert "do not match" not in page
    assert "(1)" in floor.desk.get("/t/cup/desk/tables").text
    for loses in ("2-1", "1-2", "0-2"):
        assert f'name="result" value="{loses}" class="second">Enter ' in shown.text
    assert '<button name="result" value="2-0" class="second">Enter' in shown.text, "not blue"
    assert shown.text.index('value="0-2"') < shown.text.index("<summary>Enter it as both reported")
    assert "Keys: o opens" in shown.text
    assert f"table 1 ({name} {asks}".removesuffix(".") in unescape(
        floor.desk.get("/t/cup/desk").text
    )
    filled = {**hidden(shown.text), "match": match, "result": "2-0"}
    assert asks in floor.desk.post("/t/cup/desk/claims", data=filled).text, "asked, not forbidden"
    assert floor.line.ledger()[-1]["events"][0]["event"] == "result-reported"
    assert asks.replace("in this match", f"in match {match}") in floor.line("status").out
    at_table = unescape(floor.desk.get(tables).text)
    assert "the result does not include a game won by the opponent. Correct" in at_table


def test_a_slip_that_differs_from_a_single_phone_report_says_so(floor: Floor) -> None:
    floor.allow()
    left, _ = floor.pairs[0]
    floor.says(left, "2-0")
    for slip, differs in (("1 21", True), ("u", False), ("1 20", False)):
        sent = {**hidden(floor.desk.get("/t/cup/desk").text), "line": slip}
        told = unescape(floor.desk.post("/t/cup/desk", data=sent).text)
        assert ("<dt>By phone</dt>" in told) is differs, slip


def test_whoever_withdraws_a_game_loss_reads_which_held_result_was_entered(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.line("penalty", left, "game-loss", "--for", "59 cards", "--match", floor.matches[0])
    given = floor.line.ledger()[-1]["seq"]
    floor.says(left, "2-0")
    assert "phones sent something" not in floor.desk.get("/t/cup/desk").text, "one report is news"
    floor.says(right, "0-2")
    form = floor.desk.get(f"/t/cup/desk/do/penalty?who={left}&seq={given}").text
    sent = {**hidden(form), "who": left, "seq": str(given), "reason": "the deck was right"}
    said = floor.desk.post("/t/cup/desk/do/penalty", data=sent).text
    assert "Table 1: the result that both players reported has now been entered, " in said
    assert floor.line.ledger()[-1]["events"][0]["event"] == "result-reported"


def test_a_result_that_counts_a_game_loss_is_entered(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.line("penalty", left, "game-loss", "--for", "59 cards", "--match", floor.matches[0])
    floor.says(left, "2-1")
    floor.says(right, "1-2")
    assert floor.line.ledger()[-1]["events"][0]["event"] == "result-reported"


def test_taking_it_back_drops_what_was_claimed(floor: Floor) -> None:
    floor.allow()
    floor.says(floor.pairs[0][0], "won")
    floor.allow("")
    kept = PlayerReports(floor.access.home, floor.line.folder).read()
    assert not kept.allowed
    assert not kept.claims


def test_claims_are_for_the_eyes_of_the_owner_alone_and_hold_no_name(floor: Floor) -> None:
    floor.allow()
    floor.says(floor.pairs[0][0], "won")
    kept = next((floor.line.home / "claims").glob("*.json"))
    assert kept.stat().st_mode & 0o077 == 0
    for name in ("Ana", "Ben", "Cho", "Dee"):
        assert name not in kept.read_text()


def test_codes_are_printed_for_everybody_who_is_in_and_work_once(floor: Floor) -> None:
    key = form_key(floor.desk.get("/t/cup/desk/codes"))
    shown = floor.desk.post("/t/cup/desk/codes", data={"key": key}).text
    codes = re.findall(r"<code>([0-9A-Z-]+)</code>", shown)
    assert "data-prints hidden>Print the codes</button>" in shown
    assert '<button class="grave">Create new codes, and void earlier ones</button>' in shown
    assert '<input type="checkbox" id="void" required>' in shown, "and only by a second tap"
    players = re.findall(r"<b>\w+</b> <span>(p[0-9]+)</span>", shown)
    assert sorted(players) == ["p1", "p2", "p3", "p4"]
    assert shown.count("<img") == 4
    phone = floor.visitor()
    mine = phone.post(f"/join/{codes[0]}")
    assert mine.url.path == "/t/cup/mine"
    assert f"{players[0]} ·" in mine.text
    assert floor.visitor().get(f"/join/{codes[0]}").status_code == 400
    again = floor.desk.post("/t/cup/desk/codes", data={"key": key, "player": players[1]}).text
    assert len(re.findall("<code>", again)) == 1
    assert floor.access.invited(codes[1]) is None, "a second print takes the first one's place"
    assert floor.access.invited(codes[2])
    by_name = floor.desk.post("/t/cup/desk/codes", data={"key": key, "player": "cho"}).text
    assert re.findall(r"<b>\w+</b> <span>(p[0-9]+)</span>", by_name) == ["p3"]
    nobody = floor.desk.post("/t/cup/desk/codes", data={"key": key, "player": "zorro"})
    assert nobody.status_code == 422
    kept = next((floor.line.home / "doors").glob("*.json")).read_text()
    assert "Cho" not in kept


def test_a_code_is_made_for_a_name_and_what_is_nobody_stays_in_the_field(floor: Floor) -> None:
    page = floor.desk.get("/t/cup/desk/codes").text
    known = re.findall(r'<option value="(p\d+)">([^<]+)</option>', page)
    player, name = known[0]
    key = re.findall(r'name="key" value="([^"]+)"', page)[0]
    shown = floor.desk.post("/t/cup/desk/codes", data={"key": key, "player": name}).text
    assert re.findall(r"<b>([^<]+)</b> <span>(p\d+)</span>", shown) == [(name, player)]
    wrong = floor.desk.post("/t/cup/desk/codes", data={"key": key, "player": "Nobody at all"})
    assert wrong.status_code == 422
    assert 'value="Nobody at all"' in wrong.text
    assert "the computer that runs the server can reach it" in page


@pytest.mark.parametrize(
    ("word", "left", "right"),
    [
        ("won", ("1", ""), ("2", "")),
        ("lost", ("2", ""), ("1", "")),
        ("tied", ("tie", ""), ("tie", "")),
        ("2-1", ("1", "2-1"), ("2", "1-2")),
        ("0-2", ("2", "0-2"), ("1", "2-0")),
        ("1-1", ("tie", "1-1"), ("tie", "1-1")),
        ("id", None, None),
        ("no-show:1", None, None),
    ],
)
def test_each_side_speaks_of_itself(
    word: str, left: tuple[str, str] | None, right: tuple[str, str] | None
) -> None:
    assert seen_from_left(word, is_left=True) == left
    assert seen_from_left(word, is_left=False) == right


@pytest.mark.parametrize("data", [b"", b"{", b'{"claims": [{"match": 1}]}', b'{"other": 1}'])
def test_a_damaged_file_of_claims_is_one_sentence_and_holds_no_desk_up(
    floor: Floor, data: bytes
) -> None:
    floor.allow()
    kept = next((floor.line.home / "claims").glob("*.json"))
    kept.write_bytes(data)
    with pytest.raises(Unreadable, match="the players' reports in claims"):
        from_bytes(data, "claims.json")
    told = "The file with the players' phone reports cannot be read. Only the slips count"
    entry, phones = (floor.desk.get(f"/t/cup/desk{page}") for page in ("", "/claims"))
    assert (entry.status_code, phones.status_code) == (200, 503)
    for shown in (entry, phones):
        assert told in unescape(shown.text)
    assert "<h1>Temporarily unavailable</h1>" in phones.text
    assert "This tournament cannot be read" not in phones.text


def test_claims_are_looked_through_once_however_many_they_are(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand tables report at the same time, and every phone looks after the answer."""
    asked = list[str]()

    class Counted(Claim, frozen=True, kw_only=True):
        def __getattribute__(self, name: str) -> Any:
            if name == "player":
                asked.append(name)
            return super().__getattribute__(name)

    pairs = [(f"p{n}", f"p{n + 1}") for n in range(1, 1001, 2)]
    playing = {MatchId(Pool("masters"), 9, n): pair for n, pair in enumerate(pairs, start=1)}
    said = tuple(
        Counted(match=str(match), player=pair[0], word="1", at=now())
        for match, pair in playing.items()
    )
    monkeypatch.setattr("roundbook.cli.web.public.match_claims.running", lambda _: playing)
    found = contests(Tournament(), Claims(claims=said))
    assert len(found) == len(said)
    assert len(asked) <= 2 * len(said)


def test_what_is_kept_comes_back() -> None:
    claims = Claims(allowed=True).saying(Claim(match="m-1-1", player="p1", word="1", at=now()))
    assert from_bytes(to_bytes(claims), "claims.json") == claims
    again = claims.saying(Claim(match="m-1-1", player="p1", word="tie", at=now()))
    assert [each.word for each in again.claims] == ["tie"]


def test_only_the_desk_hears_that_somebody_has_reported(floor: Floor) -> None:
    floor.allow()
    known = re.search(r'data-claimed="(\d+)"', floor.desk.get("/t/cup/desk/claims").text)
    assert known
    player = floor.pairs[0][0]
    assert floor.says(player, "won") == 200
    later = re.search(r'data-claimed="(\d+)"', floor.desk.get("/t/cup/desk/claims").text)
    assert later
    assert int(later[1]) == int(known[1]) + 1
    screen, stranger = floor.visitor(), floor.visitor()
    come_in(screen, floor.access, AccessRole.SCREEN, tournament="cup")
    assert floor.phones[player].get("/t/cup/desk/live").status_code == 403
    assert screen.get("/t/cup/desk/live").status_code == 403
    assert stranger.get("/t/cup/desk/live").url.path == "/sign-in"


@pytest.mark.rule("LED-9")
def test_a_tap_on_the_page_of_one_child_is_no_report_of_another(floor: Floor) -> None:
    """Each card is scanned into a tab of its own, and each tab stays with its child."""
    floor.allow()
    left, right = floor.pairs[0]
    phone = floor.phones[left]
    [tap, *_] = re.findall(r'href="(\?as=\w+&amp;said=[^"#]+)', phone.get("/t/cup/mine").text)
    phone.post(f"/join/{floor.access.invite_players('cup', [right], lasting=HOUR)[right]}")
    assert f"?as={right}&amp;said=" in phone.get("/t/cup/mine").text
    tapped = phone.get(f"/t/cup/mine{tap.replace('&amp;', '&')}")
    [sent] = re.findall(r'action="(/t/cup/mine\?as=\w+)"[^>]*class="slip"', tapped.text)
    assert sent.endswith(f"?as={left}")
    assert f"?as={right}&amp;said=" in phone.get(f"/t/cup/mine?as={right}").text
    form = {"key": form_key(tapped), "match": str(floor.matches[0]), "said": "2-1"}
    phone.post(sent, data=form)
    [claim] = PlayerReports(floor.access.home, floor.line.folder).read().claims
    assert (claim.player, (claim.word, claim.games)) == (left, seen_from_left("2-1", is_left=True))


def test_every_way_of_an_own_page_names_its_player_from_the_first_moment(floor: Floor) -> None:
    """The card of a brother or sister may be scanned into another tab at any time."""
    floor.allow()
    left = floor.pairs[0][0]
    remembers = floor.visitor()
    remembers.get(f"/t/cup/mine?me={left}")
    for phone, whose in ((floor.phones[left], f"as={left}"), (remembers, f"me={left}&kept=yes")):
        to_do, seen = ["/t/cup/mine"], set[str]()
        while to_do:
            page = phone.get(to_do.pop()).text
            sent = re.findall(r'action="(/t/cup/mine[^"]*|/sign-[^"]*)"', page)
            ways = re.findall(r'href="((?:/t/cup/mine)?\?[^"#]*|/t/cup/mine)[#"]', page)
            for way in {unescape(one) for one in (*sent, *ways)} - seen:
                assert whose in way or way == f"?forget={left}"
                seen.add(way)
                if way not in sent and "forget" not in way:
                    to_do.append(f"/t/cup/mine{way[way.index('?') :]}")
        assert any("lang=de" in way for way in seen)
        other = phone.get("/t/cup/standings").text  # What it keeps may change before the next tap.
        assert {*re.findall(r'href="(/t/cup/mine[^"]*)"', other)} == {"/t/cup/mine?which=yes"}


def test_one_tap_asks_and_the_second_says_it(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    before = floor.line.files()
    address = f"/t/cup/mine?as={left}&said=2-1&match={floor.matches[0]}"
    assert address.replace("&", "&amp;")[len("/t/cup/mine") :] in (
        floor.phones[left].get("/t/cup/mine").text
    )
    asked = floor.phones[left].get(address).text
    assert "Is this right?" in asked
    assert f"Yes: {WON}" in asked
    assert "How did the match end?" not in asked, "nothing else is asked then"
    assert not PlayerReports(floor.access.home, floor.line.folder).read().claims
    assert floor.says(left, "2-1") == 200
    assert f"Sent: {WON}." in floor.phones[left].get("/t/cup/mine").text
    back = floor.phones[left].get(address).text
    assert "Is this right?" not in back, "the button Back asks for nothing that was sent"
    assert f"Sent: {WON}." in back
    other = floor.phones[left].get(address.replace("2-1", "2-0")).text
    assert f"You have already sent: {WON}. This report replaces it." in other
    assert "Your opponent has reported" in floor.phones[right].get("/t/cup/mine").text
    assert "Recorded" not in floor.phones[left].get("/t/cup/mine").text
    assert floor.line.files() == before, "a claim is not in the ledger"
    assert floor.says(right, "1-2") == 200
    last = floor.line.ledger()[-1]
    assert last["events"][0]["result"] == {"games": [2, 1, 0], "verdict": "first"}
    for player in (left, right):
        assert f"entry {last['seq']}" in floor.phones[player].get("/t/cup/mine").text


def test_a_choice_is_not_carried_over_to_the_next_match(floor: Floor) -> None:
    floor.allow()
    player = floor.pairs[0][0]
    address = f"/t/cup/mine?said=2-0&match={floor.matches[0]}"
    assert "Is this right?" in floor.phones[player].get(address).text
    for match in floor.matches:
        floor.line("report", match, "1")
    floor.line.pair()
    shown = floor.phones[player].get(address).text
    assert "How did the match end?" in shown
    assert "Is this right?" not in shown
    assert "Is this right?" not in floor.phones[player].get("/t/cup/mine?said=2-0").text


def test_a_report_that_comes_too_late_leads_back_to_the_match(floor: Floor) -> None:
    floor.allow()
    player = floor.pairs[0][0]
    phone = floor.phones[player]
    key = form_key(phone.get("/t/cup/mine"))
    late = phone.post("/t/cup/mine", data={"key": key, "match": "masters-9-9", "said": "won"})
    assert late.status_code == 409
    assert 'href="/t/cup/mine">My match<' in late.text
    assert 'href="/t/cup">Go to the event<' in late.text
    assert "list of tournaments" not in late.text


def test_the_same_winner_by_other_games_is_not_the_same(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    floor.says(left, "2-1")
    floor.says(right, "0-2")
    name = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    for one, other in ((left, right), (right, left)):
        page = floor.phones[one].get("/t/cup/mine").text
        shown = " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())
        assert "Your reports do not match." in shown
        winner = "you won" if one == left else f"{name[left]} won"
        mine, others = ("2–1", "2–0") if one == left else ("2–0", "2–1")
        assert f"You say: {winner} {mine}" in shown
        assert f"{name[other]} says: {winner} {others}" in shown
    assert "2–1" in floor.desk.get("/t/cup/desk/claims").text


@pytest.mark.parametrize("word", ["9-9", "<b>", "2-1-1-1", "bye"])
def test_what_cannot_be_said_is_not_asked_about(floor: Floor, word: str) -> None:
    floor.allow()
    shown = floor.phones[floor.pairs[0][0]].get("/t/cup/mine", params={"said": word}).text
    assert "How did the match end?" in shown
    assert "Is this right?" not in shown


def test_a_phone_remembers_who_somebody_said_they_are_and_says_nothing_for_them(
    floor: Floor,
) -> None:
    floor.allow()
    left = floor.pairs[0][0]
    phone = floor.visitor()
    shown = phone.get("/t/cup/players/p1").text
    assert "/mine?me=p1" in shown
    assert "This is me, or my child: keep this page on this phone" in shown
    assert phone.get(f"/t/cup/mine?me={left}").url.path == "/t/cup/mine"
    again = phone.get("/t/cup/mine").text
    assert "This page is kept on this phone" in again
    assert "How did the match end?" not in again
    key = form_key(floor.phones[left].get("/t/cup/mine"))
    said = {"key": key, "match": floor.matches[0], "said": "won"}
    assert phone.post("/t/cup/mine", data=said).url.path == "/sign-in"
    assert not PlayerReports(floor.access.home, floor.line.folder).read().claims
    assert "was removed from this phone" in phone.get(f"/t/cup/mine?forget={left}").text
    assert "does not know who you are" in phone.get("/t/cup/mine").text
    assert phone.get("/t/cup/mine?me=p99").url.path == "/t/cup/players", "nobody is called so"


def test_other_pages_lead_a_players_phone_back_to_their_own_and_nobody_elses(
    floor: Floor,
) -> None:
    left = floor.pairs[0][0]
    own, remembers, other = floor.phones[left], floor.visitor(), floor.visitor()
    remembers.get(f"/t/cup/mine?me={left}")
    own.get("/t/cup/mine")
    for phone in (own, remembers):
        for page in ("", "/pairings", "/players", "/players/p1", "/standings", "/clock", "/mine"):
            assert re.search(
                r'href="/t/cup/mine\?(which=yes|as=\w+|me=\w+&amp;kept=yes)"',
                phone.get(f"/t/cup{page}").text,
            ), page
            assert 'href="/t/cup/mine?which' not in other.get(f"/t/cup{page}").text, page
        assert 'href="/t/cup/jump"' in phone.get("/t/cup/standings").text
        found = phone.get("/t/cup/jump")
        assert (found.url.path, found.url.fragment) == ("/t/cup/standings", left)
        assert f'<tr id="{left}">' in found.text
    assert 'href="/t/cup/jump"' not in other.get("/t/cup/standings").text
    assert other.get("/t/cup/jump").url.path == "/t/cup/players"
    last = own.post("/sign-out", data={"key": form_key(own.get("/t/cup/mine"))})
    told = "No player is signed in on this phone now. To sign in again, you need"
    assert told in last.text
    assert 'href="/sign-in?at=cup"' in last.text, "the way back, by the code of a card"
    assert 'href="/t/cup/mine?which' not in own.get("/t/cup").text, (
        "a phone that is handed on forgets"
    )
    shared = own.get("/t/cup/mine")
    assert shared.url.path == "/t/cup/mine"
    for part in ("<h1>My match</h1>", 'action="/t/cup/players"', 'href="/t/cup/standings"'):
        assert part in shared.text, "an address that was sent on leads into the event"


@pytest.mark.parametrize("told", ["p1", "p1.", "p1.another", "p99.{}", ".{}", "<b>.{}"])
def test_a_phone_of_another_event_or_of_nobody_is_nobodys(floor: Floor, told: str) -> None:
    phone = floor.visitor()
    event = floor.line.ledger()[0]["events"][0]["tournament"]
    phone.client.cookies.set("me-cup", told.format(event), domain="127.0.0.1")
    assert 'href="/t/cup/mine?which' not in phone.get("/t/cup").text
    assert phone.get("/t/cup/jump").url.path == "/t/cup/players"
    phone.client.cookies.set("me-cup", f"p1.{event}", domain="127.0.0.1")
    assert 'href="/t/cup/mine?which=yes"' in phone.get("/t/cup").text


def test_both_phones_of_a_match_hear_of_it_and_no_other(floor: Floor) -> None:
    floor.allow()
    left, right = floor.pairs[0]
    other = floor.pairs[1][0]

    def version(player: str) -> str:
        found = re.search(r'data-version="([^"]+)"', floor.phones[player].get("/t/cup/mine").text)
        assert found
        return found[1]

    before = {player: version(player) for player in (left, right, other)}
    floor.says(left, "won")
    changed = {player for player in before if version(player) != before[player]}
    assert changed == {left, right}


@pytest.mark.parametrize(("style", "offered"), [("swiss", False), ("swiss-plus-cut", True)])
def test_before_the_announcement_the_style_tells_whether_there_is_a_cut_to_ask_about(
    line: Line, tournaments: TournamentFolder, access: AccessStore, style: str, *, offered: bool
) -> None:
    line.start("--style", style)
    line("register", "Ana", "--birth-year", 1990)
    with Visitor(app(tournaments, access)) as phone:
        come_in(phone, access, AccessRole.PLAYER, tournament="cup", player="p1")
        assert ("What do I need for the cut?" in phone.get("/t/cup/mine").text) is offered


def test_a_phone_says_what_its_player_needs_for_the_cut(
    line: Line, tournaments: TournamentFolder, access: AccessStore
) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.announce("--rounds", 1, "--cut", "masters=2")
    with Visitor(app(tournaments, access)) as other:
        come_in(other, access, AccessRole.PLAYER, tournament="cup", player="p1")
        told = "The top 2 of 4 advance after 1 round. Nothing is decided yet."
        early = other.get("/t/cup/mine?need=1").text
        assert told in early
        assert "Drop from the tournament</summary>" in early, "no round is being played"
        line("pair")
        assert told in other.get("/t/cup/mine?need=1").text, "nobody has seen the pairing"
        line("post")
        posted = other.get("/t/cup/mine?need=1").text
        assert "Exact: all 9 possible outcomes" in posted
        line("start")
        assert "Exact: all 9 possible outcomes" in other.get("/t/cup/mine?need=1").text
    first, second = line.tables(1)
    (left, _), _ = line.paired(1)["pairings"]
    line("report", second, "1")
    with Visitor(app(tournaments, access)) as phone:
        come_in(phone, access, AccessRole.PLAYER, tournament="cup", player=left)
        assert "What do I need for the cut?</a>" in phone.get("/t/cup/mine").text
        shown = phone.get("/t/cup/mine?need=1").text
        assert "Drop after this match</summary>" in shown
        assert "The top 2 of 4 advance." in shown
        assert re.search(r"<b>I win</b>: places? 1[^<]* · certain to advance", shown)
        assert re.search(r"<b>I lose</b>: places? [34][^<]* · cannot make the cut", shown)
        assert "Exact: all 3 possible outcomes" in shown
        line("report", first, "1")
        assert "<b>As things stand</b>" in phone.get("/t/cup/mine?need=1").text
        certain = phone.get("/t/cup/mine?need=1").text
        assert "Drop from the tournament</summary>" in certain
        assert "rounds of 50 minutes" not in certain, "those are for the players of the cut"
        assert "open matches" not in certain, "none is open"
        assert "All results are in. This assumes that nobody else drops, no match is" in certain
        line("cut")
        assert 'id="need"' not in phone.get("/t/cup/mine?need=1").text, "nothing is left to need"


def test_a_phone_says_in_plain_words_that_it_is_too_early_for_the_cut(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=8)
    line.first_round(3, "--cut", "masters=4")
    visitor.get("/t/cup/mine?me=p1")
    shown = visitor.get("/t/cup/mine?need=1").text
    assert "Too early to say" in shown
    assert "I win" not in shown
    line("drop", "p1")
    assert "need=1" not in visitor.get("/t/cup/mine").text


@pytest.mark.parametrize("alone", [False, True], ids=["the desk confirms it", "by rule"])
def test_a_player_drops_by_phone_at_the_end_of_the_round(floor: Floor, *, alone: bool) -> None:
    left, _ = floor.pairs[0]
    key = form_key(floor.desk.get("/t/cup/desk/claims"))
    if alone:
        floor.desk.post("/t/cup/desk/claims/switch", data={"key": key, "drops": "yes"})
    phone, before = floor.phones[left], floor.line.files()
    own = {"key": form_key(phone.get("/t/cup/mine"))}
    assert "You asked to drop" in phone.post("/t/cup/mine", data={**own, "leaves": "yes"}).text
    stays = phone.post("/t/cup/mine", data={**own, "leaves": "no"}).text
    assert "You stay in" in stays
    assert "You asked to drop" not in stays
    assert "You stay in" not in phone.get("/t/cup/mine").text
    phone.post("/t/cup/mine", data={**own, "leaves": "yes"})
    assert floor.line.files() == before, "a wish is not in the ledger"
    floor.line("report", floor.matches[0], "1")
    shown = phone.get("/t/cup/mine").text
    name = f"{NAMES[int(left[1:]) - 1]} ({left})"
    for path in ("rounds", "do/pair"):
        warns = f"{name} has asked on the phone page to drop: "
        assert (warns in floor.desk.get(f"/t/cup/desk/{path}").text) is not alone
    assert (f"asked on the phone page to drop: {name}" in floor.line("status").out) is not alone
    if not alone:
        now = shown.partition('id="now"')[2].partition("</section>")[0]
        assert "You asked to drop: the desk has been told" in now
        page = floor.desk.get("/t/cup/desk/claims").text
        assert "wants to drop" in page
        assert "Nothing is waiting for the desk" not in page
        floor.desk.post("/t/cup/desk/claims", data={**hidden(page), "drop": left})
    last = floor.line.ledger()[-1]
    assert last["events"] == [{"event": "player-dropped", "player": left, "after": 1}]
    assert (last["hand"]["station"] == "phones") is alone
    assert "wants to drop" not in floor.desk.get("/t/cup/desk/claims").text
    assert "You asked to drop" not in phone.get("/t/cup/mine").text
    assert phone.post("/t/cup/mine", data={**own, "leaves": "yes"}).status_code == 409


def test_whoever_pairs_at_the_terminal_is_told_who_asked_to_drop(floor: Floor) -> None:
    left, _ = floor.pairs[0]
    own = {"key": form_key(floor.phones[left].get("/t/cup/mine")), "leaves": "yes"}
    floor.phones[left].post("/t/cup/mine", data=own)
    for match in floor.matches:
        floor.line("report", match, "1")
    shown = floor.desk.get("/t/cup/desk/rounds").text
    assert 'href="/t/cup/desk/do/pair?pool=masters">Pair round 2 …' in shown, "the form asks first"
    assert (
        f"({left}) has asked on the phone page to drop: `roundbook drop {left}"
        in floor.line("pair").err
    )
    floor.line("post")
    assert "data-seat" in floor.phones[left].get("/t/cup/mine").text
    floor.line("drop", left)
    shown = floor.phones[left].get("/t/cup/mine").text
    assert "data-seat" not in shown, "a table that nobody sits at calls nobody"


def test_a_page_from_before_somebody_asked_to_drop_asks_when_it_is_pressed(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asks_to_drop(player: str) -> str:
        own = {"key": form_key(floor.phones[player].get("/t/cup/mine")), "leaves": "yes"}
        floor.phones[player].post("/t/cup/mine", data=own)
        return f"({player}) has asked on the phone page to drop: "

    for match in floor.matches:
        floor.line("report", match, "1")
    page = floor.desk.get("/t/cup/desk/rounds").text
    assert 'name="pool" value="masters"><button class="">Pair round 2</button>' in page
    pressed = {**hidden(page), "verb": "pair", "pool": "masters"}
    left, right = floor.pairs[0]
    warns, before = asks_to_drop(left), floor.line.files()
    asked = floor.desk.post("/t/cup/desk/rounds", data=pressed)
    assert asked.url.path == "/t/cup/desk/do/pair"
    assert warns in asked.text
    assert re.search(rf"If you pair now, [^.]*\({left}\) is paired too\.", asked.text)
    warned = {**hidden(asked.text), "pool": "masters"}
    asks_to_drop(right)
    came_up = "Nothing has been recorded yet. Read what came up after you opened the page"
    again = floor.desk.post("/t/cup/desk/do/pair", data=warned).text
    assert came_up in again
    assert f"({right}) have asked on the phone page to drop: " in again
    assert floor.line.files() == before
    with monkeypatch.context() as counting:
        reads = Mock(wraps=reports_kept)
        counting.setattr("roundbook.cli.keying.open_matters.reports_kept", reads)
        floor.desk.get("/t/cup/desk/rounds")
    assert reads.call_count == 1, "a page reads the open slips once"
    sent = {**hidden(again), "pool": "masters"}
    assert came_up not in floor.desk.post("/t/cup/desk/do/pair", data=sent).text
    assert floor.line.ledger()[-1]["events"][0]["event"] == "round-paired"
    said = floor.desk.post("/t/cup/desk/do/pair", data=sent).text
    assert "The form was sent twice" in said, "it was asked before the first of them"


def test_nobody_leaves_a_round_that_is_posted_by_phone(floor: Floor) -> None:
    """The wish waits until the round has been played: the posted round stands as it is."""
    left, right = floor.pairs[0]
    key = form_key(floor.desk.get("/t/cup/desk/claims"))
    floor.desk.post("/t/cup/desk/claims/switch", data={"key": key, "drops": "yes"})
    for match in floor.matches:
        floor.line("report", match, "1")
    floor.line("pair")
    for who in (left, right):
        phone = floor.phones[who]
        own = {"key": form_key(phone.get("/t/cup/mine")), "leaves": "yes"}
        assert "You asked to drop" in phone.post("/t/cup/mine", data=own).text
    before = floor.line.files()
    floor.phones[left].get("/t/cup/mine")
    assert floor.line.files() == before
    floor.line("start")


def test_a_drop_that_is_refused_is_noted_by_nobody_who_looks(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise Refused("somebody who has won the bracket cannot drop.")

    monkeypatch.setattr("roundbook.cli.web.public.match_claims.drop", refuses)
    left, _ = floor.pairs[0]
    key = form_key(floor.desk.get("/t/cup/desk/claims"))
    floor.desk.post("/t/cup/desk/claims/switch", data={"key": key, "drops": "yes"})
    floor.line("report", floor.matches[0], "1")
    before, phone = floor.line.files(), floor.phones[left]
    own = {"key": form_key(phone.get("/t/cup/mine")), "leaves": "yes"}
    for _ in range(3):
        assert "You asked to drop" in phone.post("/t/cup/mine", data=own).text
    assert floor.line.files() == before


def now_says(visitor: Visitor, player: str) -> str:
    """Return what a player's page says of now, and all that stands below it."""
    page = visitor.get(f"/t/cup/players/{player}").text
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition('id="now"')[2]).split())


def won(line: Line, number: int) -> list[tuple[str, str]]:
    """Let the lower number win at every table; return the winners and the losers."""
    found, paired = [], line.paired(number)
    for table, pair in zip(paired["tables"], paired["pairings"], strict=True):
        first, second = sorted(pair)
        line("report", f"{paired['pool']}-{number}-{table}", "1" if pair[0] == first else "2")
        found.append((first, second))
    return found


def round_of(line: Line, number: int) -> list[tuple[str, str]]:
    """Pair, start and play a round; return the winners and the losers."""
    line.pair()
    return won(line, number)


@pytest.mark.rule("A-44")
def test_nobody_advances_while_a_cut_has_to_be_made_again(visitor: Visitor, line: Line) -> None:
    """A seeded player has dropped: the desk makes the cut again, and pages wait for it."""
    line.start(Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4")
    for number in (1, 2, 3):
        round_of(line, number)
    line("cut")
    seeds = line.ledger()[-1]["events"][-1]["seeds"]
    below = next(f"p{n}" for n in range(1, 9) if f"p{n}" not in seeds)
    assert "These players advance" in visitor.get("/t/cup").text
    line("drop", seeds[0])
    page = visitor.get("/t/cup").text
    assert ("These players advance" in page, "shows who advances" in page) == (False, True)
    for who in (below, seeds[1]):
        assert "this page shows whether" in now_says(visitor, who)
        assert "Next opponent" not in now_says(visitor, who)
    line("cut", "masters", "--again")
    assert "These players advance" in visitor.get("/t/cup").text
    line("pair")
    line("post")
    [_, second] = seeds = line.paired(4)["pairings"][0]
    line("drop", seeds[0])
    assert "is over" not in now_says(visitor, second), "the match was never played"
    tables = visitor.get("/api/v1/tournaments/cup/pairings").json()["pairings"][0]["tables"]
    assert [one["by_leaving"] for one in tables] == [False, False]


@pytest.mark.rule("A-40")
def test_a_bracket_of_one_age_changes_nothing_for_another_in_the_same_pod(
    visitor: Visitor, line: Line
) -> None:
    """Its pairing locks the matches of its own players; Seniors have finished as before."""
    line.start(Masters=7, Senior=4)
    line.announce("--rounds", 3, "--cut", "masters=2")
    for number in (1, 2, 3):
        round_of(line, number)
    t = Tournament.replay(entries_of(layout.lines(line.folder)))
    senior = next(one for one in t.players.values() if one.division == "Senior")
    theirs = "has played their last match: place"
    assert theirs in now_says(visitor, senior.id)
    line("cut")
    assert "First place" in visitor.get("/t/cup").text
    [locked] = line("pair", "--json").data["locks"]
    assert (locked["pool"], locked["number"], locked["of"]) == ("senior-masters", 2, ["Masters"])
    line("start")
    assert "First place" in visitor.get("/t/cup").text, "the bracket has replaced their pod"
    assert theirs in now_says(visitor, senior.id)
    page = visitor.get(f"/t/cup/players/{senior.id}").text
    alone = [
        match
        for match, pair in t.matches.items()
        if senior.id in pair and {t.players[one].division for one in pair} == {senior.division}
    ]
    told = page.count("can be corrected until the tournament is closed")
    assert told == 2 * len(alone), "in the list of what to check, and beside the round"
    assert "corrected until the single-elimination bracket" not in page


def test_a_page_says_who_advances_who_is_out_and_who_has_won(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    """From the last Swiss round to the end of the event, to each player what is true for them."""
    line.start(Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4")
    for number in (1, 2, 3):
        round_of(line, number)
        waits = "Once the cut is made, this page shows whether"
        assert (waits in now_says(visitor, "p8")) == (number == 3)
    line("cut")
    assert "advances to the cut as seed 1." in now_says(visitor, "p1")
    missed = now_says(visitor, "p8")
    assert "did not make the cut. If one of its players drops before it starts," in missed
    assert "last match" not in missed
    (best, lost), (other, _) = round_of(line, 4)
    assert "The next table will appear here as soon as" in now_says(visitor, best)
    assert "is out of the bracket." in now_says(visitor, lost)
    round_of(line, 5)
    assert "is out of the bracket." in now_says(visitor, lost)
    assert "lost the final and finished second." in now_says(visitor, other)
    assert "did not make the cut." in now_says(visitor, "p8")
    assert "is first." in now_says(visitor, best)
    assert "Masters champion" in visitor.get(f"/t/cup/players/{best}").text
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    code = access.invite_players("cup", ["p8"], lasting=HOUR)["p8"]
    asked = visitor.get(f"/join/{code}").text
    assert "Tournament: Cup." in asked
    assert "You sign in as <bdi>Masters 8</bdi>." in asked
    visitor.post(f"/join/{code}")
    own = visitor.get("/t/cup/mine").text
    for gone in ("What do I need for the cut?", "Call a judge", "Drop after this match"):
        assert gone not in own
    line.close()
    assert "Masters champion" in visitor.get(f"/t/cup/players/{best}").text


def test_a_semi_finalist_waits_for_the_match_for_third_place(visitor: Visitor, line: Line) -> None:
    line.start(Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=4", "--third-place")
    for number in (1, 2, 3):
        round_of(line, number)
    line("cut")
    lost, fourth = (pair[1] for pair in round_of(line, 4))
    assert "The next table will appear here" in now_says(visitor, lost)
    line("round third-place")
    against = f"Table 2 against Masters {lost[1:]}"
    assert "Now Masters cut, 3rd-place match" in now_says(visitor, fourth)
    assert against in now_says(visitor, fourth)
    line("pair")
    assert against in now_says(visitor, fourth), "it needs no posting and no start"
    assert "The round has not started yet" not in now_says(visitor, fourth)
    line("start")
    assert "Now Masters cut, 3rd-place match" in now_says(visitor, fourth)
    won(line, 5)
    event = next(
        e for one in line.ledger() for e in one["events"] if "playoff-paired" in e["event"]
    )
    line("report", f"{event['pool']}-{event['round']}-{event['table']}", "1")
    for player in (lost, fourth):
        assert "is out of the bracket." in now_says(visitor, player)
        page = visitor.get(f"/t/cup/players/{player}").text
        assert "3rd-place match reported: " in page
        assert "Final" not in page
        why = visitor.get(f"/t/cup/standings/{player}").text
        assert "decided by <b>the 3rd-place match</b>:" in why
    rows = re.findall(
        r'<tr id="(p\d)">.*?<td class="wide soft">(.*?)</td>',
        visitor.get("/t/cup/standings").text,
        re.DOTALL,
    )
    assert {player for player, by in rows if by == "the 3rd-place match"} == {lost, fourth}


def test_without_a_cut_the_last_round_is_the_end(visitor: Visitor, line: Line) -> None:
    line.start(Masters=4)
    line.announce("--rounds", 2, "--cut", "masters=0")
    round_of(line, 1)
    assert "for round 2 are not posted yet: they will appear here" in now_says(visitor, "p1")
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    assert "Drop from the tournament" in visitor.get("/t/cup/mine").text
    line.pair()
    (done, beside), (waits, other) = line.paired(2)["pairings"]
    line("report", line.tables(2)[0], lower_wins(done, beside))
    for player, is_over in ((done, True), (waits, False)):
        assert "All rounds are over." not in now_says(visitor, player)
        assert ("is over. Other results are still missing." in now_says(visitor, player)) is is_over
    line("report", line.tables(2)[1], lower_wins(waits, other))
    assert "All rounds are over." in now_says(visitor, "p1")
    assert "Drop from the tournament" not in visitor.get("/t/cup/mine").text, "it changes nothing"
    line.close()
    assert "Masters champion" in visitor.get("/t/cup/players/p1").text
