"""What judges and auditors see: the tables that are out, and everything that happened."""

import re
from html import unescape

import httpx
import pytest

from roundbook.cli.places.phone_claims import Claims, PlayerReports
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web.test_acts import hidden
from tests.web.test_signin import HOUR, come_in
from tests.web.visitor import Visitor

NAMES = ("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")


@pytest.fixture
def event(line: Line) -> Line:
    line.begin(*NAMES)
    line("report", "masters-1-1", "1")
    line("extend", "masters-1-2", "5", "--informed", "--reason", "a long ruling")
    return line


def test_a_judge_comes_to_the_tables_that_are_out(visitor: Visitor, event: Line) -> None:
    shown = visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert shown.url.path == "/t/cup/desk/tables"
    assert "Still playing (1)" in shown.text
    assert 'data-fresh="counts"' in shown.text, "the script renews the numbers with the list"
    assert "With extra time (1)" in shown.text
    assert "+5 min" in shown.text
    assert 'href="/t/cup/desk/tables/masters-1-2"' in shown.text


TABLE = "/t/cup/desk/tables/masters-1-2"


def test_a_judge_finds_a_table_by_its_number_and_does_everything_there(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup", station="judge")
    found = visitor.get("/t/cup/desk/tables", params={"table": "2"})
    assert found.url.path == TABLE
    assert "Kim Sun · judge</span>" in found.text  # Not once more as the station.
    assert "Table 9 is not being played" in visitor.get("/t/cup/desk/tables?table=9").text
    player = event.paired(1)["pairings"][1][0]

    def give(verb: str, **fields: str) -> httpx.Response:
        return visitor.post(TABLE, data={**hidden(visitor.get(TABLE).text), "verb": verb, **fields})

    extending = (
        visitor.get(TABLE).text.partition("<summary>More time")[2].partition("</details>")[0]
    )
    assert "shown on the players&#39; pages: give no names." in extending
    said = give("extend", minutes="3", informed="informed")
    assert said.url.path == TABLE
    assert "was given 3 extra minutes, and both players were told by Kim Sun." in said.text
    assert "8 extra minutes in total." in said.text
    noted = give("note", text="the clock was wrong.").text
    assert "the clock was wrong.</div>" in noted, "one full stop"
    assert event.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]
    past = visitor.get("/t/cup/desk/history").text
    assert "told by Kim Sun" in past
    assert "Kim Sun, judge<" in past, "the station of a judge is not said once more"
    asked = visitor.get(TABLE).text.partition("<summary>Penalty")[2].partition("</details>")[0]
    for name, label in (("who", "Player"), ("penalty", "Penalty"), ("infraction", "Infraction")):
        assert f'{label} <span class="soft">(required)</span>' in asked
        assert re.search(rf'name="{name}"[^>]* required', asked)
    given = give("penalty", who=player, penalty="warning", infraction="slow play")
    assert given.status_code == 200
    assert event.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]
    assert 'class="soft">round 1, table 2, entry' in given.text, "not masters-1-2"
    lost = give("penalty", who=player, penalty="game-loss", infraction="marked cards")
    assert "Undo: penalty</a>" in lost.text
    assert "/desk/do/report" not in lost.text  # A judge may not report a result.
    assert "Report a result" not in lost.text
    assert "in the result that you report. Tell the desk the result." in lost.text
    wrong = give("extend", minutes="3")
    assert wrong.status_code == 422
    assert "have not been told how much extra time" in wrong.text
    assert (
        "then tick “Both players have been told how many extra minutes they have”." in wrong.text
    )  # As the box is called.
    assert (
        ">Both players have been told how many extra minutes they have "
        '<span class="soft">(required)</span></label>' in wrong.text
    )
    assert '<details id="do-extend" open><summary>More time' in wrong.text
    ruled = give("time-called", games="1", time="between-games")
    assert "Tell the desk the result." in ruled.text
    assert "Report a result" not in ruled.text
    tried = give("time-called", games="1", time="between-games", **{"dry-run": "yes"})
    assert tried.status_code == 200
    assert "Nothing was written" in tried.text
    seen = give("time-called", games="1", time="between-games", report="report")
    assert seen.status_code == 200
    names = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    first, second = (names[each] for each in event.paired(1)["pairings"][1])
    assert f"The result is in: <b>{first} 1-0 {second}" in visitor.get(TABLE).text
    assert give("close").status_code == 404
    assert visitor.get("/t/cup/desk/tables/masters-1-9").status_code == 404


def test_a_table_of_an_earlier_round_says_so_and_still_shows_what_was_done(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    opened = visitor.get(TABLE).text
    assert "from an earlier round" not in opened
    player = event.paired(1)["pairings"][1][0]
    event("report", "masters-1-2", "1")
    event.pair()
    sent = {**hidden(opened), "verb": "penalty", "who": player, "penalty": "caution"}
    given = visitor.post(TABLE, data={**sent, "infraction": "slow play"})
    assert (given.status_code, given.url.path) == (200, TABLE)
    assert "Undo: penalty</a>" in given.text
    assert event.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]
    assert "This table is from an earlier round: round 2 has been paired since." in given.text
    assert "<summary>More time" not in given.text, "the match is over"
    assert "Tables of round 2</a>" in visitor.get(TABLE).text
    assert "This match is locked" not in visitor.get(TABLE).text
    for match in event.tables(2):
        event("report", match, "1")
    event.pair()
    locked = unescape(visitor.get(TABLE).text)
    assert "This match is locked: its record can no longer be altered (TOP §4)." in locked
    assert "Round 3, the second subsequent round, was paired at" in locked


def test_a_judge_comes_to_a_table_of_an_earlier_round_by_list_search_and_history(
    visitor: Visitor, event: Line
) -> None:
    event("report", "masters-1-2", "1")
    event.pair()
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    floor = "/t/cup/desk/tables"
    every = visitor.get(f"{floor}?only=all").text
    assert f'href="{TABLE}"' not in every
    assert ">Round 2</a>" in every
    [first] = re.findall(r'href="([^"]+)"[^>]*>Round 1</a>', every)
    assert f'href="{TABLE}"' in visitor.get(unescape(first)).text
    for words in ("round 1 table 2", "table 2 of round 1", "masters-1-2"):
        assert visitor.get(floor, params={"table": words}).url.path == TABLE
    whole = visitor.get(floor, params={"table": "round 1"}).text
    assert f'href="{TABLE}"' in whole
    assert "No player called" not in whole
    past = visitor.get("/t/cup/desk/history", params={"about": "Round 1"})
    assert (past.status_code, f'<a href="{TABLE}">Table 2' in past.text) == (200, True)
    wrong = visitor.get(floor, params={"table": "round 1 table 9"})
    assert '<div class="refusal" role="alert">' in wrong.text
    assert "No player called" not in wrong.text
    assert f'<a href="{TABLE}">Table 2' in visitor.get("/t/cup/desk/history").text
    visitor.come_in(AccessRole.AUDITOR, tournament="cup", name="Ida")
    assert f'<a href="{TABLE}">' not in visitor.get("/t/cup/desk/history").text


def test_time_called_asks_for_prize_cards_and_tells_the_verdict_by_name(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    names = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    first, second = event.paired(1)["pairings"][1]
    asked = (
        visitor.get(TABLE).text.partition("<summary>Time called")[2].partition("Call a judge")[0]
    )
    assert ">Prize cards remaining</label>" in asked
    assert f"Enter 1 for {names[first]} and 2 for {names[second]};" in asked
    assert f"In the game being played, for {names[first]}, then for {names[second]}" in asked
    assert '<option value="in-turn">During a turn (turn 0)</option>' in asked
    assert "Tick this to see what the result is if the match ends now." in asked

    def tried(**fields: str) -> str:
        shown = hidden(visitor.get(TABLE).text)
        sent = {**shown, "verb": "time-called", "dry-run": "yes", **fields}
        return visitor.post(TABLE, data=sent).text

    playing = {"on": "game", "time": "in-turn", "last_turn_ended": "last-turn-ended"}
    said = tried(games="1", prizes="3-2", report="report", **playing)
    assert f"a win for {names[first]} ({first})" in said
    assert "the left player" not in said.partition("<form")[0]
    assert "The Prize cards remaining make no difference here" in said
    assert said.count("Nothing was written") == 1
    assert said.count("To be recorded: ") == 2
    assert "To be recorded: this match was reported" in said
    assert "2 of 2 results of round 1 of Masters would be in." in said
    assert "make no difference" not in tried(games="1", **playing)


def test_the_usual_games_are_chosen_by_name_and_others_are_typed(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    names = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    first, second = (names[each] for each in event.paired(1)["pairings"][1])

    def tried(**fields: str) -> str:
        shown = hidden(visitor.get(TABLE).text)
        sent = {**shown, "verb": "time-called", "dry-run": "yes", "time": "between-games", **fields}
        return visitor.post(TABLE, data=sent).text

    listed = visitor.get(TABLE).text.partition("Games so far")[2].partition("</select>")[0]
    assert re.findall('<option value="([^"]+)">([^<]+)<', listed) == [
        ("none", "No game is finished"),
        ("1", f"{first} won game 1"),
        ("2", f"{second} won game 1"),
        ("1,2", f"1–1, {first} won game 1"),
        ("2,1", f"1–1, {second} won game 1"),
    ]
    chosen = tried(games="2,1")
    assert "Result: 1-1 (a tie)" in chosen
    assert f'<option value="2,1" selected>1–1, {second} won game 1<' in chosen
    assert f"a win for {first}" in tried(other_games="1-0")
    unclear = tried(other_games="1-1")
    assert "does not say who won which game; list the winners in order" in unclear
    assert re.search(r"<details open><summary>Games that are not in the list", unclear)
    both = tried(games="1", other_games="sd1")
    assert "Choose from the list or enter the games below it, not both" in both


def test_what_came_of_trying_a_form_stands_in_that_form(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    shown = visitor.get(TABLE).text
    sent = {**hidden(shown), "verb": "time-called", "games": "1", "time": "between-games"}
    said = visitor.post(TABLE, data={**sent, "dry-run": "yes"}).text
    assert f'action="{TABLE}#answer"' in said, "the next answer is in sight as well"
    assert said.count('id="answer"') == 1
    assert said.index('<details id="do-time-called" open><summary>Time called') < said.index(
        'id="answer"'
    )
    assert "Tell the desk the result." in said
    assert "Or tick “Report the result that follows” to report the result here." in said
    assert "You may report this result because it follows from the rules." in said, "in both places"
    recorded = visitor.post(TABLE, data=sent).text
    assert recorded.count('id="answer"') == 1
    assert "to report the result here" not in recorded
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    assert "You may report it" not in visitor.get(TABLE).text


def test_extra_time_is_taken_back_at_the_table(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    shown = visitor.get(TABLE).text
    change = "/t/cup/desk/do/extend?match=masters-1-2&amp;minutes={}&amp;instead=instead"
    assert f'href="{change.format(0)}">Change the extra time</a>' in shown
    other = visitor.get(TABLE.replace("1-2", "1-1")).text
    assert "Change the extra time" not in other, "it was given none"
    more = {**hidden(shown), "verb": "extend", "minutes": "3", "informed": "informed"}
    given = visitor.post(TABLE, data=more).text
    assert ">Change the extra time</a>" in given
    assert "To undo this, tell both players first: <a" in " ".join(given.split())
    assert "informed=informed" not in given, "whoever tells the players ticks it"
    assert f'href="{change.format(5)}">Change the extra time</a>' in given, "what it had before"
    form = visitor.get(change.format(5).replace("&amp;", "&")).text
    assert "<h1>Change the extra time</h1>" in form
    assert ": 8 extra minutes</b>" in form
    assert 'name="minutes" value="5"' in form
    sent = {**hidden(form), "match": "masters-1-2", "instead": "instead", "minutes": "5"}
    sent |= {"informed": "informed", "reason": "the wrong table"}
    back = visitor.post("/t/cup/desk/do/extend", data=sent)
    assert back.url.path == TABLE
    assert "+5 min" in back.text
    assert "Undo:" not in back.text
    until = re.search(r"Extra time: 5 min .*?until ([0-9:]+)", back.text)
    assert "changed to 5 min: “the wrong table”" in back.text
    event("report", "masters-1-2", "1")
    done = visitor.get(TABLE).text
    assert until
    assert f"until {until[1]}" not in done, "the match is over"
    assert "+5 min: “a long ruling”" in done
    assert "Change the extra time" not in done


def test_a_match_is_named_by_its_table_on_every_form_that_asks_for_one(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    page = "/t/cup/desk/do/time-called"
    sent = {**hidden(visitor.get(page).text), "match": "2", "games": "1", "time": "between-games"}
    assert visitor.post(page, data=sent).status_code == 200
    assert event.ledger()[-1]["events"][0]["match"] == ["masters", 1, 2]
    wrong = visitor.post(page, data={**sent, "match": "9", "cmd": "another-one"})
    assert wrong.status_code == 422
    assert "Match: there is no table 9" in wrong.text


def test_a_note_about_nobody_stands_on_the_page_of_its_table(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    shown = visitor.get(TABLE).text
    note, penalty = (
        shown.partition(f"<summary>{title}")[2].partition("</details>")[0]
        for title in ("Note", "Penalty")
    )
    assert 'value="" checked><span>Nobody</span>' in note
    assert "Nobody" not in penalty, "somebody is given it"
    assert "Notes about this table" not in shown
    sent = {**hidden(shown), "verb": "note", "text": "a marker coin was lost.", "who": ""}
    visitor.post(TABLE, data=sent)
    assert "player" not in event.ledger()[-1]["events"][0]
    shown = visitor.get(TABLE).text
    assert "Notes about this table" in shown
    assert "a marker coin was lost. <span" in shown
    assert "Notes about this table" not in visitor.get(TABLE.replace("1-2", "1-1")).text


def test_calls_stand_first_in_the_order_of_waiting_and_are_taken_and_done(
    visitor: Visitor, event: Line
) -> None:
    event("call", "masters-1-2", "--for", "a missed trigger")
    event("call", "masters-1-1")
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    shown = visitor.get("/t/cup/desk/tables").text
    assert "Calls for a judge (2)" in shown
    assert "data-calling>&nbsp;(2)<" in shown, "the way here counts them"
    listed = shown.partition('role="search"')[2]
    assert listed.count("calls a judge") == 1, "the card too, among those still playing"
    order = re.findall('<strong class="plate">([0-9]+)</strong>', shown)
    assert order == ["2", "1"]
    took = visitor.post(TABLE, data={**hidden(shown), "verb": "call", "take": "take"})
    assert "you are going" in took.text
    assert re.search("Called by [^<]+ at [0-9:]+: a missed trigger", took.text)
    shown = visitor.get("/t/cup/desk/tables").text
    assert re.findall('<strong class="plate">([0-9]+)</strong>', shown) == ["1", "2"]
    done = visitor.post(TABLE, data={**hidden(took.text), "verb": "call", "done": "done"})
    assert "The call from this match was closed" in done.text, "the page names the match"
    assert "Calls for a judge (1)" in visitor.get("/t/cup/desk/tables").text
    last = done.text.index("<summary>Call a judge")
    assert last > done.text.index("<summary>Penalty"), "judges answer calls: they seldom call"
    again = visitor.post(TABLE, data={**hidden(done.text), "verb": "call"})
    assert "A judge was called to this match" in again.text
    assert event.ledger()[-1]["hand"]["role"] == "judge"


def test_a_table_lists_the_penalties_of_its_players_each_with_the_way_to_withdraw_it(
    visitor: Visitor, event: Line
) -> None:
    there, other = event.paired(1)["pairings"][1][0], event.paired(1)["pairings"][0][0]
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert "Penalties given to these players" not in visitor.get(TABLE).text
    given = []
    for player, what in (
        (there, f"slow play by {there}"),
        (other, "marked cards"),
        (there, "late"),
    ):
        event("penalty", player, "warning", "--for", what)
        given.append(len(event.ledger()))
    shown = visitor.get(TABLE).text
    assert "Penalties given to these players" in shown
    assert f"slow play by {there}" not in shown, "names stand in place of numbers"
    assert "slow play by " in shown
    assert "marked cards" not in shown
    ways = re.findall(r'href="/t/cup/(desk/do/penalty[^"]+)">Withdraw the penalty<', shown)
    assert ways == [f"desk/do/penalty?who={there}&amp;seq={given[at]}" for at in (0, 2)]
    form = visitor.get(f"/t/cup/desk/do/penalty?who={there}&seq={given[2]}").text
    filled = {**hidden(form), "who": there, "seq": str(given[2]), "reason": "the clock was wrong"}
    named = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))[there]
    assert f"<b>{named}: warning for “late” (entry {given[2]})</b>" in form
    assert f'type="hidden" name="who" value="{there}"' in form
    assert f'type="hidden" name="seq" value="{given[2]}"' in form
    assert re.findall('<label for="f-([a-z]+)"', form) == ["reason"], "nothing else is asked"
    back = visitor.post("/t/cup/desk/do/penalty", data=filled)
    assert back.url.path == TABLE, "at the table from which the judge came"
    assert "was withdrawn" in back.text
    shown = visitor.get(TABLE).text
    assert "withdrawn: the clock was wrong" in shown
    assert shown.count(">Withdraw the penalty<") == 1
    about = visitor.get("/t/cup/desk/history", params={"about": there}).text
    assert "the clock was wrong" in about
    event("people disqualify", there, "--reason", "cheating")
    shown = visitor.get(TABLE).text
    assert "disqualification" in shown
    assert shown.count(">Withdraw the penalty<") == 1, "they are reinstated instead"


def test_the_history_of_whom_a_penalty_is_about_holds_its_withdrawal(
    visitor: Visitor, event: Line
) -> None:
    wrong, other = event.paired(1)["pairings"][1]
    event("penalty", wrong, "warning", "--for", "slow play", "--match", "masters-1-2")
    event("penalty", wrong, "--withdraw", len(event.ledger()), "--reason", "the wrong player")
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    for about in (wrong, other, "masters-1-2"):
        past = visitor.get("/t/cup/desk/history", params={"about": about}).text
        assert "slow play" in past
        assert "was withdrawn: “the wrong player”" in past
    elsewhere = event.paired(1)["pairings"][0][0]
    past = visitor.get("/t/cup/desk/history", params={"about": elsewhere}).text
    assert "withdrawn" not in past


def test_a_call_is_not_listed_any_more_once_the_result_is_in(visitor: Visitor, event: Line) -> None:
    event("call", "masters-1-2")
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert 'data-calls="1"' in visitor.get("/t/cup/desk/tables").text
    event("report", "masters-1-2", "2")
    shown = visitor.get("/t/cup/desk/tables").text
    assert 'data-calls="0"' in shown
    assert "No table is calling a judge." in shown
    finished = visitor.get(TABLE).text
    for over in ("Call a judge", "Time called"):
        assert f"<summary>{over}" not in finished, "the match is finished"
    assert event.at("call", "masters-1-1", "--json").data["waiting"] == ["masters-1-1"]


def test_a_table_to_which_a_judge_is_going_no_longer_needs_one(
    visitor: Visitor, event: Line
) -> None:
    event("call", "masters-1-1")
    event("call", "masters-1-2")
    event("call", "masters-1-1", "--take", "--as", "Jo Park")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    page = visitor.get("/t/cup/desk").text
    assert 'data-calls="1"' in page
    assert "1 table needs a judge" in page


def test_a_judge_goes_to_a_table_that_calls_before_its_round_has_started(
    visitor: Visitor, event: Line
) -> None:
    event("report", "masters-1-2", "1")
    event("call", "masters-1-2")
    event("pair")
    event("call", "masters-2-1")
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    floor = visitor.get("/t/cup/desk/tables").text
    assert "Calls for a judge (2)" in floor
    assert "All (0)" in floor, "nothing is being played"
    page = "/t/cup/desk/tables/masters-2-1"
    took = visitor.post(page, data={**hidden(floor), "verb": "call", "take": "take"})
    assert took.url.path == page
    assert "you are going" in took.text
    assert "<summary>Penalty" in took.text
    assert "<summary>More time" not in took.text, "the match has not started"
    assert "<summary>Time called" not in took.text
    event("start")
    assert "<summary>More time" in visitor.get(page).text
    assert visitor.get(TABLE).status_code == 200, "its players called in the round before"


@pytest.mark.parametrize("final_is_paired", [True, False])
def test_the_match_for_third_place_is_a_table_like_any_other(
    visitor: Visitor, access: AccessStore, line: Line, *, final_is_paired: bool
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--third-place")
    line("round seed")
    play(line)
    if final_is_paired:
        line("pair")
        line("round third-place")
        line("start")
    else:
        line("round third-place")
    third = next(e for e in line.ledger()[-1 - final_is_paired]["events"] if "pairing" in e)
    match, (player, _) = f"bracket-2-{third['table']}", third["pairing"]
    line("extend", match, "6", "--informed")
    visitor.come_in(AccessRole.HEAD_JUDGE, tournament="cup")
    floor = visitor.get("/t/cup/desk/tables").text
    assert f'href="/t/cup/desk/tables/{match}"' in floor
    assert f"Still playing ({1 + final_is_paired})" in floor
    assert not final_is_paired or "With extra time (1)" in floor
    found = visitor.get(f"/t/cup/desk/tables/{match}")
    if final_is_paired:  # Otherwise the semi-final at this table is the latest as well.
        found = visitor.get("/t/cup/desk/tables", params={"table": third["table"]})
        assert found.url.path == f"/t/cup/desk/tables/{match}"
    assert "Bracket, 3rd-place match" in found.text
    PlayerReports(line.home, line.folder).change(lambda _: Claims(allowed=True))
    visitor.post(f"/join/{access.invite_players('cup', [player], lasting=HOUR)[player]}")
    own = visitor.get("/t/cup/mine").text
    assert f"Yes, call a judge to table {third['table']}" in own
    assert "How did the match end?" in own
    said = line("report", match, "1").out
    assert f"1 of {1 + final_is_paired}" in said


def test_a_message_to_a_division_is_one_line_on_the_screen(visitor: Visitor, event: Line) -> None:
    event("message", "Sweets at the desk.", "--division", "masters")
    assert "<b>Masters:</b> <bdi>Sweets at the desk.</bdi>" in visitor.get("/t/cup/screen").text


def test_the_desk_sends_messages_and_takes_them_back(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.HEAD_JUDGE, tournament="cup")
    page = "/t/cup/desk/messages"
    asked = visitor.get(page).text
    assert "No messages are shown at the moment." in asked
    said = visitor.post(page, data={**hidden(asked), "text": "p1, come here", "division": ""})
    assert "<bdi>Ana Lopez, come here</bdi>" in said.text
    named = visitor.post(page, data={**hidden(said.text), "text": "Ana Lopez, come here"})
    assert named.status_code == 422
    assert "names are kept out of the ledger" in named.text
    assert visitor.post(page, data=hidden(named.text)).status_code == 422
    gone = re.findall('name="withdraw" value="([0-9]+)"', said.text)
    back = visitor.post(page, data={**hidden(said.text), "withdraw": gone[0], "cmd": "other-one"})
    assert "No messages are shown at the moment." in back.text


def test_a_judge_reads_the_messages_to_players_and_who_sends_them(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    page = "/t/cup/desk/tables"
    assert "Messages to players (" not in visitor.get(page).text
    event("message", "Lunch until 13:00.")
    event("message", "p1, come to the desk.", "--match", "masters-1-1")
    shown = visitor.get(page).text
    told = re.findall(r'<bdi>([^<]*)</bdi> <span class="soft">\S+ · to ([^<]*)<', shown)
    assert told == [
        ("Ana Lopez, come to the desk.", "table 1 of Masters"),
        ("Lunch until 13:00.", "everybody"),
    ]
    assert "sent by the organiser, the head judge or the scorekeeper" in shown
    assert 'name="withdraw"' not in shown
    event("message", "--withdraw", str(event.ledger()[-1]["seq"]))
    assert "come to the desk" not in visitor.get(page).text


def test_an_auditor_reads_everything_and_writes_nothing(visitor: Visitor, event: Line) -> None:
    shown = visitor.come_in(AccessRole.AUDITOR, tournament="cup")
    assert shown.url.path == "/t/cup/desk/history"
    assert "Ana Lopez" in shown.text
    assert "a long ruling" in shown.text
    about = visitor.get("/t/cup/desk/history", params={"about": "masters-1-2"}).text
    assert "a long ruling" in about
    assert visitor.get("/t/cup/desk/history", params={"about": "nobody"}).status_code == 422
    for page in ("desk", "desk/rounds", "desk/tables", "desk/players", "desk/acts"):
        assert visitor.get(f"/t/cup/{page}").status_code == 403


def test_an_entry_station_does_not_read_the_history(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.ENTRY, tournament="cup")
    assert visitor.get("/t/cup/desk/history").status_code == 403


def test_a_judge_who_asks_for_the_desk_is_led_to_the_tables(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert visitor.get("/t/cup/desk").url.path == "/t/cup/desk/tables"
    assert visitor.get("/t/cup/desk/do/verdict").status_code == 200, "a judge may calculate"
    closed = visitor.get("/t/cup/desk/do/pair")
    assert closed.status_code == 403
    assert "“Pair a round” is not for judges; ask the organiser." in closed.text


def send(visitor: Visitor, page: str, **fields: str) -> httpx.Response:
    """Send the form of a page, filled in."""
    return visitor.post(page, data={**hidden(visitor.get(page).text), **fields})


def test_a_judge_corrects_their_own_result_with_a_reason(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    seen = {"verb": "time-called", "games": "1", "time": "between-games", "report": "report"}
    assert 'name="reason"' not in visitor.get(TABLE).text.partition("<summary>Time called")[2]
    said = send(visitor, TABLE, **seen).text
    assert "If the result is wrong, tell the desk the right one." in said
    assert "/desk/do/correct" not in said
    again = send(visitor, TABLE, **{**seen, "games": "2"})
    assert again.status_code == 422
    assert "--" not in re.sub("<[^>]+>", "", again.text), "no option of a terminal"
    done = send(visitor, TABLE, **{**seen, "games": "2", "reason": "the sides were swapped"})
    assert done.status_code == 200
    _, corrected = event.ledger()[-1]["events"]
    assert corrected["event"] == "result-corrected"
    assert corrected["result"]["verdict"] == "second"


def test_the_verdict_comes_first_and_stands_out(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    seen = {"verb": "time-called", "games": "1", "time": "between-games", "dry-run": "yes"}
    said = send(visitor, TABLE, **seen).text
    lines = re.findall(r'<div class="said">(.*?)</div>', said, re.DOTALL)
    assert lines[0].startswith("Result: ")
    assert "Nothing was written." in "".join(lines[1:])
    assert (
        send(
            visitor, TABLE, **{**seen, "on": "game", "time": "in-turn", "prizes": "3 : 4"}
        ).status_code
        == 200
    )


def test_who_can_enter_or_correct_a_result_does_it_from_the_table(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    assert "/t/cup/desk?table=masters-1-2" in visitor.get(TABLE).text
    assert "/t/cup/desk/correct/masters-1-1" in visitor.get(TABLE.replace("1-2", "1-1")).text


def test_a_call_that_another_judge_has_taken_names_that_judge(
    visitor: Visitor, access: AccessStore, event: Line
) -> None:
    event("call", "masters-1-2")
    with Visitor(visitor.app) as other:
        come_in(other, access, AccessRole.JUDGE, tournament="cup", name="Jo Judge")
        visitor.come_in(AccessRole.JUDGE, tournament="cup")
        mine, theirs = (hidden(one.get(TABLE).text) for one in (visitor, other))
        other.post(TABLE, data={**theirs, "verb": "call", "take": "take"})
        before = event.ledger()
        taken = visitor.post(TABLE, data={**mine, "verb": "call", "take": "take"})
        assert "Jo Judge is already going to table 2." in taken.text
        assert other.post(TABLE, data={**theirs, "verb": "call", "take": "take"}).status_code == 200
    assert event.ledger() == before


def test_a_name_in_a_note_becomes_the_number_with_one_tap(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    name = NAMES[int(event.paired(1)["pairings"][1][0][1:]) - 1]
    player = event.paired(1)["pairings"][1][0]
    text = f"{name.upper()} shuffled twice"
    refused = send(visitor, TABLE, verb="note", text=text, who=player)
    assert f'name="rewrite" value="{player}"' in refused.text
    noted = send(visitor, TABLE, verb="note", text=text, who=player, rewrite=player)
    assert event.ledger()[-1]["events"][0]["text"] == f"{player} shuffled twice"
    assert f"about {name} ({player}): " in noted.text
    assert "cannot be withdrawn" in noted.text


def test_a_judge_finds_a_table_by_a_player(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    player = event.paired(1)["pairings"][1][0]
    first = NAMES[int(player[1:]) - 1].split()[0]
    for wanted in (first.lower(), player):
        found = visitor.get("/t/cup/desk/tables", params={"table": wanted})
        assert found.url.path == TABLE, wanted
    assert (
        "No table or player now playing matches “zorro”"
        in visitor.get("/t/cup/desk/tables?table=zorro").text
    )


def test_decks_that_were_drawn_lead_to_their_check_until_it_is_recorded(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    drawn = send(visitor, "/t/cup/desk/do/deckcheck/draw", tables="1", pool="masters")
    checks = re.findall(r'href="(/t/cup/desk/do/deckcheck/record\?who=p\d)"', drawn.text)
    assert len(checks) == 2
    listed = visitor.get("/t/cup/desk/tables").text
    assert "Decks to check (2)" in listed
    assert all(one in listed for one in checks)
    player = checks[0][-2:]
    done = send(visitor, "/t/cup/desk/do/deckcheck/record", who=player, cards="60")
    assert done.status_code == 200
    assert "Decks to check (1)" in visitor.get("/t/cup/desk/tables").text


def test_forms_from_a_table_name_it_and_offer_the_penalties_of_the_edition(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    player = event.paired(1)["pairings"][1][0]
    check = visitor.get(f"/t/cup/desk/do/deckcheck/record?who={player}&match=masters-1-2").text
    assert "; round 1, table 2</b>" in check
    assert 'type="hidden" name="match" value="masters-1-2"' in check
    assert re.findall('name="match"[^>]*', check) == ['name="match" value="masters-1-2"']
    event("penalty", player, "warning", "--for", "late", "--match", "masters-1-2")
    back = visitor.get(f"/t/cup/desk/do/penalty?who={player}&seq={len(event.ledger())}").text
    assert ": warning, round 1, table 2, for “late”" in back

    def offered(path: str) -> list[str]:
        page = visitor.get(path).text
        return re.findall(r'<option value="([a-z-]*prize|game-loss|match-loss)"', page)

    at_table = offered(TABLE)
    assert at_table == offered("/t/cup/desk/do/penalty")
    assert at_table == offered("/t/cup/desk/do/deckcheck/record")
    assert "quadruple-prize" not in at_table, "this edition has none"


def test_a_history_that_is_long_has_pages(
    visitor: Visitor, event: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundbook.cli.web.staff.history.MOST", 4)
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    page, seen = "/t/cup/desk/history", list[int]()
    while page:
        shown = visitor.get(page).text
        found = [int(one) for one in re.findall(r'data-label="Entry">(\d+)<', shown)]
        assert 0 < len(set(found)) <= 4
        seen += dict.fromkeys(found)
        earlier = re.search(r'href="([^"]+)">Earlier \(\d+\)<', shown)
        assert ("Latest</a>" in shown) == ("before=" in page)
        page = unescape(earlier[1]) if earlier else ""
    assert seen == sorted({*range(1, len(event.ledger()) + 1)}, reverse=True)


def test_a_name_that_several_have_is_a_choice_of_players(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    asked = send(visitor, "/t/cup/desk/do/deckcheck/record", who="o")
    assert asked.status_code == 422
    assert set(re.findall(r'<option value="(p\d)"', asked.text)) >= {"p1", "p2"}


def test_the_answer_of_the_calculator_stands_above_its_form(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    assert 'href="/t/cup/desk/do/verdict"' in visitor.get(TABLE).text
    page = "/t/cup/desk/do/verdict"
    assert "Check only" not in visitor.get(page).text, "it never writes"
    assert "<button>Ask</button>" in visitor.get(page).text
    said = send(visitor, page, games="1", time="between-games")
    assert said.url.path == page
    assert 'class="checked"' in said.text, "nothing was recorded"
    assert '<option value="between-games" selected>' in said.text


@pytest.mark.rule("A-64", "A-86")
def test_the_calculator_knows_the_format_and_the_turns_of_the_event(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start("--format", "sealed", "--match-format", "bo1")
    for name in NAMES:
        line("register", name, "--birth-year", 1990)
    told = ("--basic-energy", "--energy-told-ahead", "--time", 30, "--turns", 4)
    line("announce", "--rounds", 2, *told)
    line("pair")
    line("start")
    come_in(visitor, access, AccessRole.JUDGE, tournament="cup")
    page = "/t/cup/desk/do/verdict"
    assert re.search(r'name="single"[^>]* checked', visitor.get(page).text)
    ended = {"on": "game", "time": "in-turn", "prizes": "2-3"}
    unfinished = send(visitor, page, **ended).text
    assert "Prize cards remaining 2 to 3 of 4" in unfinished
    assert "turn 1 of 4" in unfinished
    final = {"elimination": "elimination", "games": "1", "last_turn_ended": "last-turn-ended"}
    said = send(visitor, page, **ended, **final).text
    assert "both have at least half their Prize cards left" in said, "two of four"
    typed = send(visitor, page, **ended, **final, initial="6").text
    assert "Result: 2-0" in typed, "what is typed counts"


def test_a_judge_at_a_table_says_who_was_away_and_whether_a_judge_was_told(
    visitor: Visitor, access: AccessStore, event: Line
) -> None:
    come_in(visitor, access, AccessRole.JUDGE, tournament="cup")
    names = dict(zip(("p1", "p2", "p3", "p4"), NAMES, strict=True))
    first, second = (names[each] for each in event.paired(1)["pairings"][1])
    page = visitor.get(TABLE).text
    asked = page.partition("<summary>Time called")[2].partition("Call a judge")[0]
    listed = asked.partition(">Late or away</label>")[2].partition("</select>")[0]
    assert re.findall('<option value="([^"]+)">([^<]+)<', listed) == [
        ("nobody", "Nobody"),
        ("1", first),
        ("2", second),
        ("both", "Both"),
    ]
    assert "A judge was told before the match ended" in asked
    assert "Decider" not in asked, "Sudden Death decides a match in brackets only"
    sent = {**hidden(page), "verb": "time-called", "dry-run": "yes", "games": "1"}
    away = {**sent, "time": "between-games", "away": "1"}
    said = visitor.post(TABLE, data=away).text
    assert f"Not counted: {first}" in said
    assert "was late or away, but no judge was told before the end" in said
    told = visitor.post(TABLE, data={**away, "judge_told": "judge-told"}).text
    assert f"a win for {second}" in told


def test_what_is_wrong_with_a_form_names_its_fields_and_not_options(
    visitor: Visitor, event: Line
) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    draw = "/t/cup/desk/do/deckcheck/draw"
    both = send(visitor, draw, tables="1", players="1", pool="masters").text
    assert "Tables: give a number of tables or of players, not both." in both
    page = "/t/cup/desk/do/verdict"
    sheet = send(visitor, page, games="1", single="single", edition="dci-pod").text
    assert ")” and “A best-of-one match”, or use a different edition." in sheet
    for said in (both, sheet):
        assert not re.search("--(tables|players|elimination|single)", said)


def test_the_form_of_a_penalty_leads_to_what_the_rules_say(visitor: Visitor, event: Line) -> None:
    visitor.come_in(AccessRole.JUDGE, tournament="cup")
    goes = "/t/cup/desk/ask/rules?about=penalty"
    for page in (TABLE, "/t/cup/desk/do/penalty"):
        # In a new tab: what the form has so far stays in it.
        assert visitor.get(page).text.count(f'href="{goes}" target="_blank"') == 1
    assert "TRF §7.2" in visitor.get(goes).text


def test_the_page_of_a_table_in_a_bracket_asks_who_won_sudden_death(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start("--style", "single-elimination")
    for name in NAMES:
        line("register", name, "--birth-year", 1990)
    line("announce")
    line("round seed")
    line("pair")
    line("start")
    come_in(visitor, access, AccessRole.JUDGE, tournament="cup")
    page = visitor.get("/t/cup/desk/tables/bracket-1-1").text
    asked = page.partition("<summary>Time called")[2].partition("Call a judge")[0]
    assert "Decider" in asked
    assert "desk/do/verdict?elimination=elimination" in page
