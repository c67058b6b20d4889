"""Slips at the desk: one line each, by whoever may, with the mistakes left in place."""

import re
from html import unescape

import pytest

from roundbook.cli.places.last_seen import UNNOTED
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web import events
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

DESK = "/t/cup/desk"


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Visitor:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.SCOREKEEPER)
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


def test_every_desk_page_opens_after_round_1_was_withdrawn(visitor: Visitor, line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.announce("--rounds", 2)
    line("pair")
    line("withdraw", "masters-1", "--reason", "a player came late")
    visitor.come_in(AccessRole.ORGANISER)
    pages = re.findall(r'href="(/t/cup/desk[^"#]*)"', visitor.get("/t/cup/desk").text)
    assert len({*pages}) > 10
    for page in {"/t/cup/desk", *pages}:
        assert visitor.get(unescape(page)).status_code == 200, page


def test_a_line_that_is_wrong_stays_in_the_box(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    for wrong in ("9 1", "1 hello", "pair", "1 1 d7"):
        said = key(desk, wrong)
        assert f'value="{wrong}"' in said
        assert 'role="alert"' in said
    assert line.ledger() == before


def test_the_keys_are_said_in_sight_and_no_tie_where_there_is_none(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce")
    line("round seed")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    assert "<kbd>12 t</kbd> tie" in visitor.get(DESK).text, "nothing is being played"
    line.pair()
    page = visitor.get(DESK).text
    legend = page.partition('<summary id="grammar">')[2].partition("</summary>")[0]
    assert "Table 12: <kbd>12 1</kbd> left player won" in legend
    assert "tie" not in page.partition('<summary id="grammar">')[2].partition("</details>")[0]
    assert "12 t" not in page


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


@pytest.mark.rule("LED-6")
def test_whoever_writes_hears_that_an_older_copy_would_not_be_noticed(
    desk: Visitor, visitor: Visitor, line: Line
) -> None:
    assert UNNOTED not in key(desk, "1 1")
    line.forget()
    (line.home / "seen").write_text("a file in the way")
    assert UNNOTED in key(desk, "2 1")
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(f"{DESK}/rounds").text
    [pair] = re.findall(
        r"<form(?:(?!</form>).)*<button[^>]*>Pair round 2.*?</form>", page, re.DOTALL
    )
    button = dict(re.findall(r'name="([a-z-]+)" value="([^"]*)"', pair))
    assert UNNOTED in visitor.post(f"{DESK}/rounds", data=button).text
    note = {**hidden(visitor.get(f"{DESK}/do/note").text), "text": "The hall is cold."}
    assert UNNOTED in visitor.post(f"{DESK}/do/note", data=note).text


def test_a_slip_decodes_no_name_anew(
    desk: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names file of a large event takes longer to decode than all else that a slip needs."""
    key(desk, "1 1")
    desk.get("/t/cup")

    def decoded(*_: object) -> None:
        pytest.fail("the names file was decoded again")

    with monkeypatch.context() as patch:
        patch.setattr("roundbook.cli.places.people.from_bytes", decoded)
        patch.setattr("roundbook.cli.web.server.tournaments.public_names", decoded)
        assert "2 of 2 in" in key(desk, "2 1")
        assert "Round 1 is over." in desk.get("/t/cup").text
    line("people amend", "p1", "--name", "Ada Winter", "--reason", "a wrong name")
    assert "Ada Winter" in desk.get("/t/cup/pairings?by=table").text


def test_a_slip_that_is_sent_twice_is_entered_once(desk: Visitor, line: Line) -> None:
    form = hidden(desk.get(DESK).text)
    desk.post(DESK, data={**form, "line": "1 1"})
    after = line.ledger()
    desk.post(DESK, data={**form, "line": "1 1"})
    assert line.ledger() == after


def test_an_entry_station_takes_slips_and_corrects_nothing(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.ENTRY)
    assert "1 of 2 in" in key(visitor, "1 1")
    before = line.ledger()
    assert "ask the scorekeeper" in key(visitor, "1 2 because misread")
    both = "Both results stay here for the scorekeeper."
    shown = key(visitor, "1 2")
    assert both in shown
    assert "Keep the recorded result" not in shown
    kept = visitor.post(DESK, data={**hidden(shown), "keep": "masters-1-1"})
    assert kept.status_code == 403
    said = "Only the organiser, the head judge or the scorekeeper can decide between two results."
    assert said in kept.text
    assert both in visitor.get(DESK).text, "it decided nothing"
    assert line.ledger() == before


def test_a_player_and_the_public_have_no_desk(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    assert "Sign in" in visitor.get(DESK).text
    visitor.come_in(AccessRole.PLAYER, tournament="cup", player="p1")
    assert visitor.get(DESK).status_code == 403


def test_a_pool_that_has_gone_on_to_its_bracket_asks_for_no_slips(
    visitor: Visitor, line: Line
) -> None:
    events.at_the_cut(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/top-cut/desk").text
    assert "Masters cut, Top 4, semi-finals" in page
    assert "Masters, round 3" not in page


def at(desk: Visitor, access: AccessStore, name: str, station: str) -> Visitor:
    """Return another desk, with a session of its own."""
    other = Visitor(desk.app)
    come_in(other, access, AccessRole.SCOREKEEPER, name=name, station=station)
    return other


def test_before_the_start_of_a_round_the_box_says_whether_it_is_paired(
    visitor: Visitor, line: Line
) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line.announce("--rounds", 3)
    visitor.come_in(AccessRole.SCOREKEEPER)
    step = "“Rounds” shows the next step."
    assert f"No round is being played. {step}" in plain(visitor.get(DESK).text)
    line("pair")
    line("post")
    posted = plain(visitor.get(DESK).text)
    assert f"Masters: round 1 is paired, but has not started. {step}" in posted
    assert "Pair and start" not in posted
    line("start")
    assert step not in plain(visitor.get(DESK).text), "results are missing"


def test_two_desks_at_one_table_see_both_results_and_whose_they_are(
    desk: Visitor, access: AccessStore, line: Line
) -> None:
    with at(desk, access, "Bea Two", "desk-3") as other:
        mine, theirs = hidden(desk.get(DESK).text), hidden(other.get(DESK).text)
        other.post(DESK, data={**theirs, "line": "1 20"})
        before = line.ledger()
        answer = desk.post(DESK, data={**mine, "line": "1 2"})
    assert answer.status_code == 422
    assert 'value="1 2"' in answer.text
    assert "has two results" in answer.text
    assert "(kept in the ledger; players can read it)" in answer.text
    first, second = (name for name in ("Ana", "Ben", "Cho", "Dee") if name in _odds(answer.text))
    assert first
    assert second
    assert "Bea Two (scorekeeper) at desk-3" in answer.text
    assert "Kim Sun at desk-2, not entered" in answer.text
    assert line.ledger() == before
    taken = {**hidden(answer.text), "line": "masters-1-1 2", "because": "their slip was read wrong"}
    desk.post(DESK, data=taken)
    event = line.ledger()[-1]["events"][0]
    assert event["event"] == "result-corrected"
    assert event["reason"] == "their slip was read wrong"


def test_a_table_with_two_results_stays_open_until_it_is_decided(
    desk: Visitor, access: AccessStore, line: Line
) -> None:
    line("report", "masters-1-1", "2-0")
    asks = "Table 1 has two results"
    sent = {**hidden(desk.get(DESK).text), "line": "1 2"}
    assert asks in desk.post(DESK, data=sent).text
    nexts = desk.post(DESK, data={**hidden(desk.get(DESK).text), "line": "2 1"})
    assert nexts.status_code == 200
    assert asks in nexts.text
    assert 'name="because" required maxlength="400" autocomplete="off" autofocus' not in nexts.text
    shown = desk.get(DESK).text
    assert asks in shown
    with at(desk, access, "Bea Two", "desk-3") as other:
        theirs = other.get(DESK).text
        assert asks in theirs, "every desk sees it"
        assert "Kim Sun at desk-2, not entered" in theirs
        assert "Use the other result" in theirs
    assert "All slips are in." not in shown
    rounds = desk.get("/t/cup/desk/rounds").text
    assert "All slips are in." not in rounds
    said = "Round 1, table 1 has two results: "
    assert said in rounds
    assert 'href="/t/cup/desk/do/pair?pool=masters">Pair round 2 …' in rounds
    for path in ("do/pair?pool=masters", "tables/masters-1-1"):
        assert said in desk.get(f"{DESK}/{path}").text
    assert said in line("pair").err
    shown, asks = desk.get(DESK).text, "Table 1 of round 1 has two results"
    assert asks in shown
    [keep] = re.findall(r'<button name="keep" value="([^"]+)"', shown)
    assert asks in desk.get(DESK, params={"keep": keep}).text, "looking decides nothing"
    kept = desk.post(DESK, data={**hidden(shown), "cmd": "kept", "keep": keep, "keeping": "20"})
    assert asks not in kept.text
    assert 'name="keeping" value="20"' in kept.text
    assert asks not in desk.get(DESK).text
    desk.post(DESK, data={**hidden(shown), "cmd": "another", "line": "masters-1-1 2"})
    assert asks in desk.get(DESK).text
    line("correct", "masters-1-1", "2", "--reason", "the slip")
    assert asks not in desk.get(DESK).text, "what another desk decided is decided"


def _odds(text: str) -> str:
    return text.split("has two results", 1)[1].split("</section>", maxsplit=1)[0]


def test_two_desks_that_agree_are_one_result(
    desk: Visitor, access: AccessStore, line: Line
) -> None:
    with at(desk, access, "Bea Two", "desk-3") as other:
        mine, theirs = hidden(desk.get(DESK).text), hidden(other.get(DESK).text)
        other.post(DESK, data={**theirs, "line": "1 20"})
        before = line.ledger()
        assert desk.post(DESK, data={**mine, "line": "1 20"}).status_code == 200
    assert line.ledger() == before


def test_a_result_that_is_a_button_is_no_table_while_a_result_is_kept(
    desk: Visitor, line: Line
) -> None:
    form = hidden(desk.get(DESK).text)
    desk.post(DESK, data={**form, "line": "1", "result": "2", "keeping": "20"})
    event = line.ledger()[-1]["events"][0]
    assert (event["match"], event["result"]["verdict"]) == (["masters", 1, 1], "second")
    assert len([e for e in line.ledger() if e["events"][0]["event"] == "result-reported"]) == 1


def test_a_table_alone_shows_who_sits_there_and_waits_for_its_result(
    desk: Visitor, line: Line
) -> None:
    before = line.ledger()
    said = key(desk, "1")
    assert 'value="1 "' in said
    assert "no result" in said
    assert line.ledger() == before


def test_a_page_that_is_loaded_again_enters_nothing_again(desk: Visitor, line: Line) -> None:
    form = hidden(desk.get(DESK).text)
    answer = desk.post(DESK, data={**form, "line": "1 20"})
    assert [one.status_code for one in answer.history] == [303]
    after = line.ledger()
    assert "1 of 2 in" in desk.get(str(answer.url)).text
    assert line.ledger() == after


def test_our_script_is_given_the_part_that_changes(desk: Visitor) -> None:
    part = desk.get(DESK, headers={"x-part": "yes"}).text
    assert "<html" not in part
    assert 'data-fresh="rounds"' in part


def test_undo_says_what_it_takes_back(desk: Visitor, line: Line) -> None:
    key(desk, "1 20")
    said = key(desk, "u")
    assert f"Entry {len(line.ledger()) - 1} was undone" in said
    assert "masters-1-1" in said


def test_a_clock_runs_beside_the_box(visitor: Visitor, line: Line) -> None:
    line.enrol("Ana", "Ben", "Cho", "Dee")
    line("announce", "--time", 50)
    line.pair()
    visitor.come_in(AccessRole.ENTRY)
    assert "Time is called at" in visitor.get(DESK).text


def test_the_enter_key_presses_no_button_but_enter(desk: Visitor) -> None:
    """A browser takes the first button of a form; while a result is kept, too."""
    for said in (desk.get(DESK).text, key(desk, "= 20")):
        form = said.split('class="entry', 1)[1].split("</form>", maxsplit=1)[0]
        assert form.index("<button>Enter</button>") == form.index("<button")


def answer_of(text: str) -> str:
    """Return what the page says of a line, as plain text."""
    said = text.split('id="answer">', 1)[1].split("<details>", 1)[0]
    return " ".join(re.sub("<[^>]+>", " ", said).split())


def test_a_refusal_is_a_sentence_and_no_line_of_a_terminal(desk: Visitor, line: Line) -> None:
    line.play(1)
    line("pair")
    form = hidden(desk.get(DESK).text)
    line("start")
    said = answer_of(desk.post(DESK, data={**form, "line": "1 1"}).text)
    assert re.match("Entry [0-9]+ changed round 2 of Masters while you were typing", said)
    assert "press Enter again" in said
    for word in ("conflict:", "refused:", "hint:", "rule:", "`"):
        assert word not in said
    assert "1 of 2 in" in key(desk, "1 1")


def test_a_drop_without_a_side_is_a_button_for_each_player(desk: Visitor, line: Line) -> None:
    said = key(desk, "1 1 drop")
    offers = re.findall(r'name="instead" value="([^"]+)"', said)
    assert offers == ["1 1 d1", "1 1 d2"]
    desk.post(DESK, data={**hidden(said), "line": "1 1 drop", "instead": offers[1]})
    reported, dropped = line.ledger()[-1]["events"]
    assert reported["event"] == "result-reported"
    assert dropped["player"] == line.paired(1)["pairings"][0][1]


def test_a_result_without_a_table_is_no_table(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    assert "first, then choose the result" in key(desk, "", result="1")
    assert line.ledger() == before


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_is_shown_where_it_is_asked_for(desk: Visitor, word: str) -> None:
    form = hidden(desk.get(DESK).text)
    answer = desk.post(DESK, data={**form, "line": word})
    assert answer.status_code == 200
    assert "undo your last entry, if it is a result or a drop" in answer_of(answer.text)


def test_what_comes_next_is_the_button_and_a_closed_event_has_no_box(
    visitor: Visitor, line: Line
) -> None:
    over = events.over(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/over/desk").text
    assert "no more results can be entered" in page
    assert 'id="line"' not in page
    line.begin("Ana", "Ben")
    key(visitor, "1 1")
    assert re.search(r'class="button" href="/t/cup/desk/rounds"', visitor.get(DESK).text)
    assert over.ledger()


@pytest.mark.parametrize("part", [{}, {"X-Part": "yes"}])
def test_who_types_a_slip_while_somebody_closes_is_told_why_nothing_was_entered(
    desk: Visitor, line: Line, part: dict[str, str]
) -> None:
    key(desk, "1 20")
    key(desk, "2 20")
    form = hidden(desk.get(DESK).text)
    line.close("--override", "rounds-unplayed", "--because", "it is late")
    before = line.ledger()
    said = desk.post(DESK, data={**form, "line": "1 2 because misread"}, headers=part).text
    told = re.search(r'class="refusal" role="alert">(.*?)</div>', said, re.DOTALL)
    assert told
    assert "closed" in told[1]
    assert line.ledger() == before


def test_a_call_for_a_judge_is_seen_at_the_box(desk: Visitor, line: Line) -> None:
    assert "needs a judge" not in desk.get(DESK).text
    line("call", "masters-1-1")
    assert "1 table needs a judge" in " ".join(re.sub("<[^>]+>", "", desk.get(DESK).text).split())


def test_in_best_of_one_no_button_and_no_hint_is_about_games(visitor: Visitor, line: Line) -> None:
    line.start("--match-format", "bo1", Masters=4)
    line("announce")
    play(line)
    line("pair")
    line("start")
    visitor.come_in(AccessRole.SCOREKEEPER)
    # Time is called at some minute, and once in an hour at twenty past.
    page = re.sub(r"<time.*?</time>", "", visitor.get(DESK).text)
    assert 'value="1"' in page
    assert not re.search(r"won 2-0|[012]–[012]|\b20</|= 20", page)
