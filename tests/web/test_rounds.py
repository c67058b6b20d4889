"""The rounds at the desk: paired, posted, started, set right, corrected until they lock."""

import json
import re
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import finish, last, play
from tests.cli.test_deck import LEGAL, opened, taken
from tests.web.test_acts import hidden
from tests.web.test_entry import key
from tests.web.visitor import Visitor

ROUNDS = "/t/cup/desk/rounds"


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Visitor:
    line.run("open", line.folder, "--name", "Autumn Cup")
    for name in ("Ana", "Ben", "Cho", "Dee", "Eva"):
        line("register", name, "--division", "masters")
    line("announce")
    visitor.come_in(AccessRole.SCOREKEEPER)
    return visitor


def test_the_start_says_when_the_clock_starts_and_who_would_lose_the_round(desk: Visitor) -> None:
    step(desk, "pair")
    late = "Players who join after this get a loss for this round."
    late += " A round that has started cannot be withdrawn."
    assert f"The clock starts in 2 minutes. {late}" in desk.get(ROUNDS).text


@pytest.mark.rule("TOP-3.2.2")
def test_nobody_is_said_to_join_a_bracket_after_its_start(visitor: Visitor, line: Line) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--rounds", 2)
    line("round seed")
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get(ROUNDS).text
    assert "The clock starts in 2 minutes." in page
    assert "Players who join after this" not in page


def test_a_start_on_another_day_than_the_first_is_noticed(visitor: Visitor, line: Line) -> None:
    line.run("open", line.folder, "--name", "Autumn Cup", "--start", "2031-03-08")
    for name in ("Ana", "Ben"):
        line("register", name, "--division", "masters")
    line.announce("--rounds", 2)
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert "The first day of this event is 8 Mar 2031, not today." in visitor.get(ROUNDS).text
    assert "The first day of this event is 2031-03-08, not today." in line("start").err
    assert "not today" not in visitor.get(ROUNDS).text
    assert "<h2>Today</h2>" in visitor.get("/").text


def test_missing_deck_lists_are_named_before_the_start(
    visitor: Visitor, line: Line, tmp_path: Path
) -> None:
    opened(line)
    (tmp_path / "legal.txt").write_text(LEGAL, encoding="utf-8")
    taken(line, "p2", tmp_path / "legal.txt")
    line("announce")
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    said = "No deck list yet: Ana Lopez, Cho Min and Dee Fox."
    assert said in visitor.get(ROUNDS).text


def step(desk: Visitor, verb: str, **more: str) -> str:
    form = hidden(desk.get(ROUNDS).text)
    return desk.post(ROUNDS, data={**form, "verb": verb, **more}).text


def test_a_round_goes_from_pairing_to_the_next_by_buttons(desk: Visitor, line: Line) -> None:
    shown = desk.get(ROUNDS).text
    assert "5 players are registered" in shown
    assert "Pair round 1" in shown
    assert "Start round 1" in step(desk, "pair")
    assert "posted" in step(desk, "post", pool="masters")
    assert "0 of 2 in" in step(desk, "start", pool="masters")
    for text in ("1 1", "2 t"):
        key(desk, text)
    assert "Pair round 2" in desk.get(ROUNDS).text
    assert "Start round 2" in step(desk, "pair", pool="masters")


def test_a_drop_before_the_start_asks_for_a_repair(desk: Visitor, line: Line) -> None:
    step(desk, "pair")
    form = hidden(desk.get("/t/cup/desk/do/drop").text)
    desk.post("/t/cup/desk/do/drop", data={**form, "who": "p1"})
    shown = desk.get(ROUNDS).text
    assert "no longer matches the active players" in shown
    before = line.ledger()
    assert "Nothing was written." in step(desk, "repair", pool="masters", **{"dry-run": "yes"})
    assert line.ledger() == before
    assert "no longer matches the active players" not in step(desk, "repair", pool="masters")


def test_a_drop_before_the_start_of_a_pod_asks_for_another_pairing_by_the_sheet(
    visitor: Visitor, line: Line
) -> None:
    line.start("--edition", "dci-pod", Masters=8)
    line("announce")
    play(line, pool="open")
    visitor.come_in(AccessRole.ORGANISER, tournament="cup")
    step(visitor, "pair")
    line("drop", "p1")
    shown = visitor.get(ROUNDS).text
    goes = "desk/do/pair?pool=open&amp;again=again"
    assert main_buttons(shown) == ["Pair the round again …"]
    assert f'href="/t/cup/{goes}">Pair the round again' in shown
    assert "What would a repair change?" not in shown
    assert "Repair" not in step(visitor, "pair", pool="open")
    asked = hidden(visitor.get("/t/cup/desk/do/pair?pool=open&again=again").text)
    again = {**asked, "pool": "open", "again": "again", "reason": "p1 left", "typed": "PAIR AGAIN"}
    said = visitor.post("/t/cup/desk/do/pair", data=again)
    assert said.status_code == 200
    assert "Start round 2" in visitor.get(ROUNDS).text


def test_no_other_verb_goes_through_the_buttons(desk: Visitor, line: Line) -> None:
    before = line.ledger()
    form = hidden(desk.get(ROUNDS).text)
    for verb in ("close", "drop", "erase", "", "pair --again"):
        assert desk.post(ROUNDS, data={**form, "verb": verb}).status_code == 404
    assert line.ledger() == before


def test_to_draw_a_round_again_has_to_be_typed(desk: Visitor, line: Line) -> None:
    step(desk, "pair")
    before = line.ledger()
    again = {"pool": "masters", "again": "again", "reason": "wrong pod"}
    assert "Type PAIR AGAIN" in step(desk, "pair", **again)
    assert line.ledger() == before
    assert "Start round 1" in step(desk, "pair", **again, typed="PAIR AGAIN")
    assert line.ledger() != before


def test_a_correction_shows_what_it_changes_before_it_is_made(desk: Visitor, line: Line) -> None:
    for verb in ("pair", "start"):
        step(desk, verb)
    for text in ("1 1", "2 1"):
        key(desk, text)
    page = "/t/cup/desk/correct/masters-1-1"
    shown = desk.get(page).text
    assert "(kept in the ledger; players can read it)" in shown
    form = hidden(shown)
    before = line.ledger()
    asked = {**form, "result": "2", "reason": "slip read upside down"}
    assert "Nothing has been recorded" in desk.post(page, data={**asked, "preview": "yes"}).text
    tapped = desk.post(page, data={**form, "won": "2", "games": "2-0", "preview": "yes"}).text
    assert re.search(r"What a correction to .+ 2-0 .* would change", tapped), "the winner first"
    assert 'value="2-0" checked' in tapped, "what was tapped stays"
    assert 'href="/t/cup/desk/rounds">Rounds' in tapped
    assert desk.post(page, data={**form, "reason": "nothing chosen"}).status_code == 422
    assert line.ledger() == before
    assert "corrected" in desk.post(page, data=asked).text
    assert line.ledger()[-1]["events"][0]["event"] == "result-corrected"
    assert "slip read upside down" in desk.get("/t/cup/players/p1").text
    about = desk.get("/t/cup/desk/history", params={"about": "p1"}).text
    assert about.count('href="/t/cup/desk/correct/masters-1-') == 1, "once, and not for a lock"
    said = re.search(r"<div>(Table 1 was corrected to [^<]*)", about)
    assert said, about
    assert re.search(r"\(\w+ against \w+\)", said[1])
    assert " – " not in said[1], "the players are named once"


def test_a_correction_that_an_official_may_allow_is_overridden_on_its_page(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut")
    line("pair")
    line("start")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    opened = visitor.get("/t/cup/desk/do/correct").text
    assert "counted towards the seeds" not in opened, "no match has been chosen"
    listed = visitor.get("/t/cup/desk/acts").text
    assert "The match counted towards the seeds of Masters cut, which has started." in listed
    page = "/t/cup/desk/correct/masters-1-1"
    sent = {**hidden(visitor.get(page).text), "result": "tie", "reason": "upside down"}
    before = line.files()
    asked = visitor.post(page, data={**sent, "preview": "yes"}).text
    assert "The correction would be refused, for the reason above, unless" in asked
    assert "counted towards the seeds of Masters cut" in asked
    assert line.files() == before, "whoever asks has tried nothing"
    refused = visitor.post(page, data=sent).text
    for shown in (asked, refused):
        assert 'name="override" value="' in shown
    rule = re.findall('name="override" value="([^"]*)"', refused)[0]
    let = {"override": rule, "because": "wrong slip", "typed": "OVERRIDE"}
    assert "was corrected" in visitor.post(page, data={**sent, **let}).text
    assert "wrong slip" in json.dumps(line.ledger()[-1])


def test_a_locked_result_says_since_when_and_is_refused(desk: Visitor, line: Line) -> None:
    for number in (1, 2):
        for verb in ("pair", "start"):
            step(desk, verb)
        for text in ("1 1", "2 1"):
            key(desk, text)
        assert number
    step(desk, "pair")
    page = "/t/cup/desk/correct/masters-1-1"
    shown = desk.get(page).text
    assert "locked: its record can no longer be altered (TOP §4)" in shown
    assert "Reason for the correction" not in shown
    before, form = line.ledger(), hidden(desk.get("/t/cup/desk").text)
    answer = desk.post(page, data={**form, "result": "2", "reason": "too late"})
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.text
    assert line.ledger() == before


def test_a_result_that_only_the_close_locks_can_be_opened_by_the_organiser(
    desk: Visitor, line: Line
) -> None:
    for verb in ("pair", "start"):
        step(desk, verb)
    for text in ("1 1", "2 1"):
        key(desk, text)
    line.close()
    shown = desk.get("/t/cup/desk/correct/masters-1-1").text
    assert "The tournament is closed, so this result is locked. Only the organiser can" in shown
    assert "can no longer be altered" not in shown


def test_a_form_that_breaks_does_not_say_that_nothing_was_recorded(
    desk: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for verb in ("pair", "start"):
        step(desk, verb)
    key(desk, "1 1")
    page = "/t/cup/desk/correct/masters-1-1"
    form = hidden(desk.get(page).text)

    async def broken(*words: object, **more: object) -> None:
        raise ZeroDivisionError(words, more)

    monkeypatch.setattr("roundbook.cli.web.staff.corrections._page", broken)
    answer = desk.post(page, data={**form, "result": "2", "preview": "yes"})
    assert answer.status_code == 500
    assert "Before you try again, check whether it was recorded" in answer.text
    assert "Nothing was recorded" not in answer.text


@pytest.mark.parametrize("match", ["masters-1-99", "nonsense", "p1", "masters-1"])
def test_a_match_that_was_never_paired_is_no_page(desk: Visitor, match: str) -> None:
    assert desk.get(f"/t/cup/desk/correct/{match}").status_code == 404


def test_before_it_is_posted_a_round_is_checked(desk: Visitor, line: Line) -> None:
    shown = step(desk, "pair")
    assert "2 tables (1 and 2), bye: " in shown
    assert "No rematches." in shown
    line("withdraw", "masters-1", "--reason", "to be paired by hand")
    line.pair("--by-hand", "p1-p2 p3-p4 bye:p5", "--reason", "so asked")
    line("report", "masters-1-1", "1")
    line("report", "masters-1-2", "1")
    seats = ("--by-hand", "p1-p2 p3-p5 bye:p4", "--reason", "so asked")
    line("pair", *seats, "--override", "rematch", "--because", "so asked")
    assert "1 rematch: Ana – Ben" in desk.get(ROUNDS).text


def test_a_page_that_is_not_there_keeps_the_frame(desk: Visitor) -> None:
    said = desk.get("/t/cup/desk/nowhere")
    assert said.status_code == 404
    assert "There is no such page at the desk." in said.text
    assert 'href="/t/cup/desk/rounds"' in said.text
    assert 'href="/t/cup/desk/rounds"' in desk.get("/t/cup/desk/archive").text


def pdf_of(page: str) -> str:
    """Return the address of the PDF that an answer offers."""
    found = re.findall(r'href="([^"]+/desk/print/again/\d+)"', page)
    assert found, page
    return str(found[0])


@pytest.mark.parametrize(("verb", "done"), [("post", "posted"), ("slips", "ready to print")])
def test_what_a_button_prints_is_recorded_once_and_opens_as_the_pdf_that_was_recorded(
    desk: Visitor, line: Line, verb: str, done: str
) -> None:
    step(desk, "pair")
    said = step(desk, verb, pool="masters")
    [event] = line.ledger()[-1]["events"]
    assert event["sha256"] not in said
    assert event["sha256"] in desk.get("/t/cup/desk/history").text
    assert re.search(rf"<b>[^<]* {done}\.</b>", said)
    before = line.files()
    paper = desk.get(pdf_of(said))
    assert paper.headers["content-type"] == "application/pdf"
    assert sha256(paper.content).hexdigest() == event["sha256"]
    assert pdf_of(desk.get("/t/cup/desk/print").text) == pdf_of(said)
    assert line.files() == before
    assert desk.get("/t/cup/desk/print/again/1").status_code == 422


def test_a_start_without_a_posting_says_so_before_and_offers_it_after(
    desk: Visitor, line: Line
) -> None:
    paired = step(desk, "pair")
    assert "Start round 1 without posting it" in paired
    assert "without posting it" not in step(desk, "post", pool="masters")
    line("withdraw", "masters-1", "--reason", "once more")
    step(desk, "pair")
    started = step(desk, "start", pool="masters")
    offered = dict(buttons(started))
    assert {"post", "slips"} <= set(offered)
    assert desk.post(ROUNDS, data=offered["post"]).status_code == 200
    assert line.ledger()[-1]["events"][0]["event"] == "round-posted"


def buttons(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return the buttons of an answer that do something at once: the verb, and what they send."""
    answer = page[page.index('role="') :]
    forms = re.findall(r"<form(?:(?!</form>).)*</form>", answer, re.DOTALL)
    sent = [dict(re.findall(r'name="([a-z-]+)" value="([^"]*)"', form)) for form in forms]
    return [(one["verb"], one) for one in sent if "verb" in one]


@pytest.mark.parametrize(("way", "seated"), [("drop", 2), ("keep", 5)])
def test_players_who_have_not_checked_in_are_left_out_or_paired_by_one_button(
    desk: Visitor, line: Line, way: str, seated: int
) -> None:
    line("people check-in", "p1", "p2")
    asked = buttons(step(desk, "pair"))
    chosen = next(one for verb, one in asked if verb == "pair" and one.get("absent") == way)
    assert desk.post(ROUNDS, data=chosen).status_code == 200
    paired = line.ledger()[-1]["events"][-1]
    assert paired["event"] == "round-paired"
    assert 2 * len(paired["pairings"]) + len(paired.get("byes", ())) == seated


def test_that_latecomers_are_late_is_said_before_round_1_alone(desk: Visitor) -> None:
    late = "Players who arrive after the start count as late"
    assert late in desk.get(ROUNDS).text
    step(desk, "pair")
    step(desk, "start")
    for text in ("1 1", "2 1"):
        key(desk, text)
    assert late not in desk.get(ROUNDS).text


def test_a_result_is_told_with_who_won(desk: Visitor, line: Line) -> None:
    for verb in ("pair", "start"):
        step(desk, verb)
    key(desk, "1 20")
    first, second = line.paired(1)["pairings"][0]
    names = {f"p{at}": name for at, name in enumerate(("Ana", "Ben", "Cho", "Dee", "Eva"), 1)}
    for page in (ROUNDS, "/t/cup/desk", "/t/cup/desk/history"):
        said = desk.get(page).text
        assert f"a win for {names[first]}" in said, page
        assert "a win for the left" not in said
    assert names[second] in desk.get("/t/cup/desk/history?about=masters-1-1").text


def test_every_round_is_one_tap_away_with_what_is_locked_and_what_can_be_corrected(
    desk: Visitor,
) -> None:
    for _ in range(2):
        for verb in ("pair", "start"):
            step(desk, verb)
        for text in ("1 1", "2 1"):
            key(desk, text)
    step(desk, "pair")
    latest = desk.get(ROUNDS).text
    assert "Tables: round 3" in latest
    assert "/correct/" not in latest, "no result of round 3 is in"
    ways = re.findall(r'href="(/t/cup/desk/rounds\?round=(\d))#p-masters"', latest)
    assert [number for _, number in ways] == ["1", "2", "3"]
    rail = latest[latest.index('class="rail"') : latest.index("</nav>", latest.index("rail"))]
    assert re.findall(r'href="/t/cup/(desk/rounds[^"]*)"[^>]*><span[^>]*>.*?</span> Round', rail)[
        :3
    ] == ["desk/rounds?round=1", "desk/rounds?round=2", "desk/rounds"]
    first, second, _ = (desk.get(way).text for way, _ in ways)
    assert '<details id="t-masters" open><summary>Tables: round 1' in first
    why = re.findall(r'· <a href="([^"]*kind=lock[^"]*)">locked<', first)
    assert len(why) == 2
    words = {"kind": "lock", "about": "round 1 table 2"}
    for asked in (desk.get(unescape(why[0])), desk.get("/t/cup/desk/ask/explain", params=words)):
        assert "locked: its record can no longer be altered (TOP §4)" in asked.text
        assert "Round 3, the second subsequent round, was paired at" in asked.text
    mine = desk.get("/t/cup/desk/ask/explain", params={"kind": "lock", "about": "Ana"}).text
    assert mine.count("Ana") > 2, "each match of a player"
    for about in ("round 1 table 2", "Table 2, round 1", "Masters, round 1, table 2"):
        past = desk.get("/t/cup/desk/history", params={"about": about})
        assert past.status_code == 200, about
        assert "Nothing was recorded about that" not in past.text
    for results, status in (("round 1 table 2=0-2", 200), ("1-2=0-2", 200), ("1-9=0-2", 422)):
        asked = desk.get("/t/cup/desk/ask/what-if", params={"ask": "yes", "results": results})
        assert asked.status_code == status, results
    for about in ("round 1 table 9", "Nobody Here"):
        past = desk.get("/t/cup/desk/history", params={"about": about})
        assert past.status_code == 422, about
        assert "`roundbook" not in past.text
    assert "/correct/" not in first
    assert second.count('href="/t/cup/desk/correct/masters-2-') == 2
    for page in (first, second):
        assert "Start round 3" in page, "what comes next stays"
        assert "Pair the whole round again" in page
    assert "Tables: round 3" in desk.get(f"{ROUNDS}?round=9").text
    assert desk.get(f"{ROUNDS}?round=x").status_code == 200


def main_buttons(page: str) -> list[str]:
    """Return the labels of the primary buttons of a page."""
    inside = page[page.index("<main") : page.index("</main>")]
    links = re.findall(r'<a class="button "[^>]*>([^<]*)</a>', inside)
    return links + re.findall(r'<button(?: class="")?>([^<]*)</button>', inside)


def test_after_an_act_there_is_one_primary_button_and_it_is_the_next_step(
    visitor: Visitor, line: Line
) -> None:
    """What the answer advises is not offered again if the page leads to it."""
    line.run("open", line.folder, "--name", "Autumn Cup", "--style", "swiss")
    for name in ("Ana", "Ben", "Cho", "Dee", "Eva"):
        line("register", name, "--division", "masters")
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/announce").text
    sent = {**hidden(form), "said": "3", "prizes": ""}
    answer = visitor.post("/t/cup/desk/do/announce", data=sent).text
    assert (
        "Before round 1, announce the number of prizes too: “Announce rounds, cut and times” ("
        in answer
    )
    assert main_buttons(answer) == ["Announce rounds, cut and times …"]
    assert answer.count(">Announce rounds, cut and times") == 1
    form = visitor.get("/t/cup/desk/do/announce").text
    sent = {**hidden(form), "said": "3", "prizes": "4"}
    answer = visitor.post("/t/cup/desk/do/announce", data=sent).text
    assert main_buttons(answer) == ["Pair round 1"]
    for verb in ("pair", "post"):
        step(visitor, verb)
    line("drop", "p1")
    repaired = step(visitor, "repair", pool="masters")
    assert "The posted pairings are out of date" in repaired
    assert repaired.count(">Post the pairings<") == 1
    assert main_buttons(repaired) == ["Post the pairings"]


def test_before_round_1_the_page_says_who_plays_together_and_why(
    visitor: Visitor, line: Line
) -> None:
    line.start(Junior=3, Senior=4, Masters=16)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(ROUNDS).text
    assert (
        "3 Junior, 4 Senior and 16 Masters: Junior and Senior each have fewer than 6 players, so "
        "all play together (TOP §3.1.2), with places for each division." in page
    )
    line("announce")
    line("pair")
    assert "so all play together" not in visitor.get(ROUNDS).text


def test_the_steps_and_the_standings_tell_registered_from_playing(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=9)
    visitor.come_in(AccessRole.ORGANISER)
    assert "9 players<" in visitor.get(ROUNDS).text
    line("drop", "p9")
    line.first_round()
    assert ">8 of 9<" in visitor.get(ROUNDS).text
    line("report", line.tables(1)[0], "1")
    standings = "/t/cup/desk/standings"
    assert "round 1: 1 of 4 in" in visitor.get(standings).text
    finish(line)
    assert "round 1: " not in visitor.get(standings).text


def test_players_of_the_same_name_have_their_number_once(visitor: Visitor, line: Line) -> None:
    line.begin("Zoe Adler", "Zoe Adler Two", "Ben", "Cho")
    line("people amend", "p2", "--id", "4101", "--reason", "another person")
    line("people amend", "p2", "--name", "Zoe Adler", "--reason", "typed wrongly")
    visitor.come_in(AccessRole.ORGANISER, name="organiser", station="organiser")
    codes = "/t/cup/desk/codes"
    cards = visitor.post(codes, data=hidden(visitor.get(codes).text)).text
    for page in (cards, visitor.get("/t/cup/desk/standings").text):
        text = " ".join(re.sub("<[^>]+>", "", page).split())
        assert text.count("Zoe Adler p1") == 1
        assert "(p1)" not in text.partition("Zoe Adler p1")[2][:10]
    assert "Signed in as organiser Who may sign in" in plain(visitor.get("/desk").text)


def plain(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page).replace("·", " ").split())


@pytest.mark.rule("A-44")
def test_a_bracket_is_not_paired_while_its_cut_has_to_be_made_again(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=8)
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    line("cut")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    assert 'value="pair"' in visitor.get(ROUNDS).text
    seeds = line.ledger()[-1]["events"][-1]["seeds"]
    line("drop", seeds[0])
    shown = visitor.get(ROUNDS).text
    assert 'value="pair"' not in shown
    assert " because " not in plain(visitor.get("/t/cup/bracket").text)
    [bracket] = visitor.get("/api/v1/tournaments/cup/bracket").json()["brackets"]
    matches = [one for each in bracket["rounds"] for one in each["matches"]]
    assert {(one["how"], one["winner"]) for one in matches} == {("to come", None)}
    assert "A seeded player has dropped, so the Masters cut must be made again:" in shown
    assert "do/cut?divisions=masters&amp;again=again" in shown
    refused = step(visitor, "pair", pool="masters-cut")
    assert "cannot be paired:" in refused
    assert "Make the cut again" in refused
    assert 'name="override" value="seeds-outdated"' in refused
    line("pair", "masters-cut", "--override", "seeds-outdated", "--because", "agreed")
    assert "Post the pairings" in visitor.get(ROUNDS).text
    line("drop", seeds[1])
    shown = visitor.get(ROUNDS).text
    assert "Post the pairings" not in shown
    assert "Start the semi-finals" not in shown
    assert "What would a repair change?" not in shown, "a repair is refused as well"
    line("cut", "masters", "--again")
    line("pair", "masters-cut")
    assert "What would a repair change?" not in visitor.get(ROUNDS).text, "it would change nothing"


@pytest.mark.rule("A-93")
def test_a_worse_round_by_hand_is_written_only_when_that_is_accepted(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line.crowd(Masters=8)
    line("announce")
    play(line)
    visitor.come_in(AccessRole.ORGANISER)
    (a, b), (c, d), (e, f), (g, h) = line.paired(1)["pairings"]
    page = visitor.get("/t/cup/desk/do/pair?pool=masters").text
    seats = {"seats": f"{a}-{d} {c}-{b} {e}-{h} {g}-{f}", "reason": "They asked for it."}
    fields = {**hidden(page), "pool": "masters", **seats}
    before = line.ledger()
    why = "pairs straddle the gap between 3 and 0 match points"
    tried = plain(visitor.post("/t/cup/desk/do/pair", data={**fields, "dry-run": "yes"}).text)
    assert why in tried
    refused = plain(visitor.post("/t/cup/desk/do/pair", data=fields).text)
    assert "A better pairing is possible" in refused
    assert why in refused
    assert "tick “Pair by hand although a better pairing is possible”" in refused
    assert line.ledger() == before
    again = {**hidden(visitor.get("/t/cup/desk/do/pair?pool=masters").text), "pool": "masters"}
    visitor.post("/t/cup/desk/do/pair", data={**again, **seats, "anyway": "anyway"})
    assert last(line, "round-paired")["reason"] == "They asked for it."


def test_a_round_that_no_longer_matches_the_players_is_repaired_before_it_is_posted(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=6)
    line("announce", "--prizes", 0)
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert ">Post the pairings<" in visitor.get("/t/cup/desk/rounds").text
    line("drop", "p2")
    page = visitor.get("/t/cup/desk/rounds").text
    assert "no longer matches the active players" in page
    assert ">Post the pairings<" not in page
    line("round repair")
    assert ">Post the pairings<" in visitor.get("/t/cup/desk/rounds").text
