"""Acts about people by their forms: what is recorded, and what the page says follows from it."""

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import httpx
import pytest

from roundbook.cli.forms.field import Kind
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.staff.every_form import FORMS
from roundbook.cli.web.staff.steps import goes_on
from tests.cli.line import Line
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor


class Desk:
    """Somebody at the desk, who fills in forms."""

    def __init__(self, visitor: Visitor, line: Line) -> None:
        self.visitor, self.line = visitor, line

    def __call__(self, verb: str, **fields: str) -> str:
        """Send a form that is done; return the page."""
        said = self.sent(verb, **fields)
        assert said.status_code == 200, said.text
        return said.text

    def sent(self, verb: str, **fields: str) -> httpx.Response:
        path = f"/t/cup/desk/do/{verb}"
        return self.visitor.post(path, data={**hidden(self.visitor.get(path).text), **fields})

    def match_of(self, name: str) -> str:
        """Return the match of a player, as a form offers it."""
        page = self.visitor.get("/t/cup/desk/do/penalty").text
        found = re.search(rf'<option value="(masters-1-[12])">[^<]*{name}', page)
        assert found
        return found[1]

    def last(self) -> Any:
        """Return the first event of the last entry."""
        return self.line.ledger()[-1]["events"][0]


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Desk:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    return Desk(visitor, line)


def test_a_penalty_is_given_and_what_the_player_had_before_is_said(desk: Desk) -> None:
    desk("penalty", who="p1", penalty="warning", infraction="drew an extra card")
    match = desk.match_of("Ana")
    said = desk("penalty", who="p1", penalty="match-loss", infraction="60 + 1", match=match)
    assert desk.last()["penalty"] == "match-loss"
    assert "warning in entry" in said
    assert "drew an extra card" in said
    assert f'href="/t/cup/desk/do/report?match={match}&amp;result=' in said


def test_a_late_player_without_a_player_id_is_noticed_where_others_have_one(desk: Desk) -> None:
    late = {"birth_year": "1990", "informed": "informed"}
    assert "no Player ID" not in desk("late", name="Eve", **late)
    desk("late", name="Fay", own_id="4711", **late)
    said = desk("late", name="Gus", **late)
    assert "Gus (p7) has no Player ID, which a .tdf file needs: " in said
    assert "file needs: <a" in " ".join(said.split())
    assert 'href="/t/cup/desk/do/amend?who=p7"' in said


def test_a_prize_penalty_does_not_read_as_a_reward(desk: Desk) -> None:
    desk("penalty", who="p1", penalty="prize", infraction="drew two cards")
    said = desk("penalty", who="p1", penalty="double-prize", infraction="drew five cards")
    assert "was given a double Prize penalty: drew five cards" in said
    assert "Earlier penalty: Prize penalty in entry" in said
    assert ">Double Prize penalty</option>" in desk.visitor.get("/t/cup/desk/do/penalty").text


def test_a_penalty_is_taken_back_by_its_entry_alone(desk: Desk) -> None:
    desk("penalty", who="p1", penalty="warning", infraction="drew an extra card")
    number = str(len(desk.line.ledger()))
    wrong = desk.sent("penalty", who="p1", seq=number, penalty="caution", reason="no")
    assert wrong.status_code == 422
    assert desk.last()["event"] == "penalty-issued"
    desk("penalty", who="p1", seq=number, reason="it was the opponent")
    assert desk.last()["event"] == "penalty-withdrawn"


def test_the_way_back_asks_only_for_what_it_needs_and_is_called_so(desk: Desk) -> None:
    desk("penalty", who="p1", penalty="warning", infraction="drew an extra card")
    form = "/t/cup/desk/do/penalty"
    asked = desk.visitor.get(f"{form}?who=p1&seq={len(desk.line.ledger())}").text
    assert "<h1>Withdraw the penalty</h1>" in asked
    assert "<button>Withdraw the penalty</button>" in asked
    assert re.search(r'name="reason"[^>]*required', asked)
    assert "Give a penalty" not in asked.split("<main")[1]
    assert 'name="infraction"' not in asked
    assert "<button>Give a penalty</button>" in desk.visitor.get(form).text
    again = desk.sent("penalty", who="p1", seq=str(len(desk.line.ledger())))
    assert again.status_code == 422
    assert "<button>Withdraw the penalty</button>" in again.text
    for verb, field, title in [
        ("check-in", "undo=undo", "Undo the check-in"),
        ("message", "withdraw=3", "Withdraw the message"),
    ]:
        assert (
            f"<button>{title}</button>" in desk.visitor.get(f"/t/cup/desk/do/{verb}?{field}").text
        )


def test_the_penalty_is_marked_as_required_and_withdrawing_one_is_a_form_apart(desk: Desk) -> None:
    form = "/t/cup/desk/do/penalty"
    give, back = desk.visitor.get(form).text.split("<summary>Withdraw the penalty</summary>")
    for name, label in (("penalty", "Penalty"), ("infraction", "Infraction")):
        assert f'{label} <span class="soft">(required)</span>' in give
        assert re.search(rf'name="{name}"[^>]* required', give)
        assert f'name="{name}"' not in back
    assert 'name="seq"' not in give
    assert re.search(r'name="seq"[^>]* required', back)
    for missing in ("penalty", "infraction"):
        filled = {"penalty": "warning", "infraction": "late", missing: ""}
        refused = desk.sent("penalty", who="p1", **filled)
        assert refused.status_code == 422
        assert ": this field must be filled in." in refused.text
    assert "Withdraw a message" not in desk.visitor.get("/t/cup/desk/do/message").text


def test_decks_to_check_are_drawn_and_only_then_named(desk: Desk) -> None:
    before = desk.line.ledger()
    judged = desk("deckcheck/draw", tables="1", **{"dry-run": "yes"})
    assert "would be drawn" in judged
    assert 'class="checked"' in judged
    assert "deck-check" not in judged.split('class="checked"')[1].split("</div>")[0]
    assert desk.line.ledger() == before
    said = desk("deckcheck/draw", tables="1")
    assert "2 decks to check" in said
    assert " of Masters: <a class=" in said
    desk("deckcheck/record", who="p1", cards="60", sleeves="two are worn", outcome="replaced")
    checked = desk.line.ledger()[-1]["events"][0]
    assert checked["items"]["sleeves"] == "two are worn"


def test_somebody_is_named_to_the_staff_and_listed(desk: Desk) -> None:
    said = desk("staff", name="Jo Park", roles="judge\nscorekeeper")
    assert "Jo Park is h" in said
    assert "judge and scorekeeper" in said
    assert "Jo Park, judge and scorekeeper: 0 entries." in desk("staff")


def test_who_a_player_is_is_set_right_and_how_the_name_is_shown(desk: Desk) -> None:
    said = desk("amend", who="p1", name="Ana Lopez", reason="misread")
    assert desk.last()["event"] == "player-amended"
    assert "Ana Lopez (p1)" in said
    entries = len(desk.line.ledger())
    assert "shown with the first name and an initial" in desk("amend", who="p1", display="initial")
    assert len(desk.line.ledger()) == entries
    wrong = desk.sent("amend", who="p1", name="Ana Lopes")
    assert "Reason: a round is posted or started, so give a reason." in wrong.text


def test_somebody_who_is_not_admitted_needs_a_reason(desk: Desk) -> None:
    late = {"name": "Eva Late", "division": "masters", "refused": "refuse"}
    assert desk.sent("late", **late).status_code == 422
    assert "Eva Late is not admitted" in desk("late", **late, reason="would hold up round 2")
    assert desk.last()["event"] == "entry-refused"


def test_a_person_is_erased_once_the_word_is_typed(desk: Desk) -> None:
    judged = desk("erase", who="p1", reason="the parents asked", **{"dry-run": "yes"})
    assert "Would be erased: 1 name." in judged
    assert desk.sent("erase", who="p1", reason="the parents asked").status_code == 422
    said = desk("erase", who="p1", reason="the parents asked", typed="ERASE")
    assert "Erased: 1 name" in said
    assert desk.last()["event"] == "people-erased"
    assert '"Ana"' not in (desk.line.folder / "people.json").read_text(encoding="utf-8")


def test_the_seats_of_a_draft_are_drawn(visitor: Visitor, line: Line) -> None:
    line.start()
    for name in ("Ana", "Ben", "Cho", "Dee"):
        line("register", name, "--division", "masters")
    visitor.come_in(AccessRole.ORGANISER)
    said = Desk(visitor, line)("draft/seats", kind="booster")
    assert "Draft table 1, seat 4: " in said
    assert line.ledger()[-1]["events"][0]["event"] == "draft-seated"


@pytest.mark.rule("A-91")
def test_seats_drawn_by_mistake_are_undone_by_the_button_in_the_answer(
    visitor: Visitor, line: Line
) -> None:
    line.start("--format", "booster-draft")
    line.crowd(masters=9)
    visitor.come_in(AccessRole.ORGANISER)
    desk = Desk(visitor, line)
    said = desk("draft/seats")
    [(goes, label)] = re.findall('href="([^"]+)">(Undo: [^<]+)</a>', said)
    assert label == "Undo: draft seats"
    page = visitor.get(goes).text
    assert "Nobody has a seat until the seats are drawn again" in page
    assert 'name="kind"' not in page
    assert '<input type="hidden" name="undo" value="undo">' in page, "a box would be ticked already"
    assert desk.sent("draft/seats", undo="undo").status_code == 422, "a reason is owed"
    done = desk("draft/seats", undo="undo", reason="not everybody is here")
    assert "The draft seats were withdrawn" in plain(done)
    assert "<h1>Rounds</h1>" in done, "the form to withdraw them does not apply any more"
    assert line.ledger()[-1]["events"][0]["event"] == "seats-withdrawn"
    assert "Undo:" not in done
    page = visitor.get("/t/cup/desk/rounds").text
    assert "Draw the seats for a booster draft" in page
    assert "Draw the seats again" not in page


def test_after_an_act_that_is_undone_or_withdrawn_no_page_stays_on_its_form() -> None:
    """It was for one player or one state, which the act has ended."""
    ended = [verb for verb, form in FORMS.items() if form.undoing] + ["unregister", "withdraw"]
    assert {"draft seats", "draft build", "check-in", "day-two", "message"} <= {*ended}
    assert [verb for verb in ended if not goes_on(verb, lambda _: True)] == []


def test_no_form_offers_the_open_division_where_players_have_one_by_age(desk: Desk) -> None:
    for form in ("do/late", "do/message", "lists/players"):
        page = desk.visitor.get(f"/t/cup/desk/{form}").text.lower()
        assert '<option value="senior"' in page, form
        assert '<option value="open"' not in page, form


def test_choosing_nothing_has_words_on_every_form(visitor: Visitor, line: Line) -> None:
    """Of an empty first line, nobody can tell what it means, or whether it may stay."""
    line.start()
    line.crowd(masters=5)
    visitor.come_in(AccessRole.ORGANISER)
    choosing = [
        verb
        for verb, form in FORMS.items()
        if any(one.kind is Kind.CHOICE or one.options for one in form.fields)
    ]
    shown = {verb: visitor.get(f"/t/cup/desk/do/{verb.replace(' ', '/')}") for verb in choosing}
    read = {verb: one.text for verb, one in shown.items() if one.status_code == 200}
    assert {"announce", "penalty", "register", "verdict"} <= read.keys()
    assert [verb for verb, text in read.items() if '<option value=""></option>' in text] == []
    assert '<option value="">Choose …</option>' in read["penalty"]
    assert '<option value="">Not chosen</option>' in read["register"]


def test_a_registration_is_withdrawn_and_the_list_of_players_shows_it(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line.crowd(masters=5)
    visitor.come_in(AccessRole.ORGANISER)
    desk = Desk(visitor, line)
    sure = re.search('name="sure" value="([^"]+)">Yes: ', desk("unregister", who="p5"))
    assert sure
    done = desk("unregister", who="p5", sure=sure[1])
    assert "<h1>Players</h1>" in done
    assert "p5" in plain(done)
    assert desk.sent("check-in", who="p4").url.path == "/t/cup/desk/check-in"


@pytest.mark.rule("A-91")
def test_what_cannot_be_taken_back_is_shown_first_and_done_by_a_second_tap(
    visitor: Visitor, line: Line
) -> None:
    """A registration that is withdrawn, and seats that are drawn again, are gone for good."""
    line.start()
    line.crowd(masters=5)
    visitor.come_in(AccessRole.ORGANISER)
    desk = Desk(visitor, line)
    for verb, fields, event in (
        ("unregister", {"who": "p5"}, "registration-withdrawn"),
        ("draft/seats", {"kind": "booster", "reason": "a table was moved"}, "draft-seated"),
    ):
        if verb == "draft/seats":
            desk(verb, kind="booster")
        before = line.ledger()
        asked = desk(verb, **fields)
        assert "Nothing was written" in asked
        sure = re.search(r'<button class="grave" name="sure" value="([^"]+)">Yes: ', asked)
        assert sure
        assert line.ledger() == before
        other = {name: "p4" if name == "who" else "another" for name in fields if name != "kind"}
        desk(verb, **{**fields, **other}, sure=sure[1])
        assert line.ledger() == before, "the second tap means what the first one showed"
        desk(verb, **fields, sure=sure[1])
        assert line.ledger()[-1]["events"][0]["event"] == event


@pytest.mark.rule("TRF-11.2b")
def test_the_time_to_build_decks_is_started_by_the_desks_button_and_shown_to_all(
    visitor: Visitor, line: Line
) -> None:
    line.start("--format", "sealed")
    for name in ("Ana", "Ben"):
        line("register", name, "--division", "masters")
    visitor.come_in(AccessRole.ORGANISER)
    assert "Start the deck-building time" in visitor.get("/t/cup/desk/rounds").text
    shown = ("", "/clock", "/screen")
    assert not any("data-clock" in visitor.get(f"/t/cup{page}").text for page in shown)
    Desk(visitor, line)("draft/build")
    assert line.ledger()[-1]["events"] == [{"event": "building-started"}]
    ends = datetime.fromisoformat(line.ledger()[-1]["at"]) + timedelta(minutes=30)
    for page in shown:
        said = visitor.get(f"/t/cup{page}").text
        assert "Building decks" in said
        assert f'data-ends="{round(ends.timestamp() * 1000)}"' in said
        assert "Finish this turn" not in said
        assert "<h3>Building decks" not in said, "no heading of a higher level is above it"
    assert "Start the deck-building time" not in visitor.get("/t/cup/desk/rounds").text
    [one] = [visitor.get("/api/v1/tournaments/cup/clock").json()["building"]]
    assert datetime.fromisoformat(one["ends_at"]) == ends
    line("announce", "--basic-energy", "--energy-told-ahead")
    line.pair()
    for page in shown:
        assert "Building decks" not in visitor.get(f"/t/cup{page}").text


@pytest.mark.rule("TRF-11.2b", "A-91")
@pytest.mark.parametrize("by", [("--format", "booster-draft"), ("--pairing", "pod-sheet")])
def test_decks_can_be_built_after_round_1_is_paired_until_it_starts(
    visitor: Visitor, line: Line, by: tuple[str, str]
) -> None:
    """A pairing that came too early does not end it, and the start says that it does."""
    line.start(*by)
    line.crowd(masters=8)
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("draft", "seats", "booster")
    line("pair")
    visitor.come_in(AccessRole.ORGANISER)
    page = plain(visitor.get("/t/cup/desk/rounds").text)
    assert "Start the deck-building time" in page
    assert "Once round 1 starts, deck building cannot be started." in page
    said = Desk(visitor, line)("draft/build")
    assert "The deck-building time ends at" in said
    assert "Undo:" not in said, "a round has been paired"
    page = plain(visitor.get("/t/cup/desk/rounds").text)
    assert "Start the deck-building time" not in page
    assert "cannot be started" not in page
    line("start")
    assert "Start the deck-building time" not in visitor.get("/t/cup/desk/rounds").text


def test_a_list_passes_over_players_who_are_registered_already(
    visitor: Visitor, line: Line
) -> None:
    line.start()
    line("register", "Ana", "--division", "masters")
    visitor.come_in(AccessRole.SCOREKEEPER)
    path, data = "/t/cup/desk/lists/players", b"name,division,club\nAna,masters,x\nBen,masters,y\n"
    form, files = hidden(visitor.get(path).text), {"file": ("more.csv", data, "text/csv")}
    refused = visitor.post(path, data=form, files=files)
    assert refused.status_code == 422
    assert "line 2: this person is already registered as Ana (p1)." in refused.text
    wrong = {"file": ("more.csv", b"name,division\nBen,old\n", "text/csv")}
    refused = visitor.post(path, data={**form, "check": "yes"}, files=wrong)
    assert "Correct the list and try again; nothing was written." in refused.text, "only checked"
    judged = visitor.post(path, data={**form, "skip_known": "skip-known"}, files=files).text
    assert "1 player can be registered, 1 is registered already" in judged
    assert "registered already, as p1" in judged
    assert ">To look at</th>" in judged
    assert "Not read: club." in judged
    files = {"file": ("new.csv", b"name,division\nCho,masters\n", "text/csv")}
    plain_list = visitor.post(path, data=form, files=files).text
    assert "1 player can be registered" in plain_list
    assert ">To look at</th>" not in plain_list, "no empty column"


def test_a_list_of_results_is_checked_as_a_table_and_then_recorded(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    first, second = sorted(line.tables(1))
    line("report", first, "2-0")
    leaver = line.paired(1)["pairings"][1][0]
    visitor.come_in(AccessRole.SCOREKEEPER)
    path = "/t/cup/desk/lists/results"
    data = f"match,result,drop\n{first},2-0,\n{second},1-2,{leaver}\n".encode()
    files = {"file": ("slips.csv", data, "text/csv")}
    before = line.ledger()
    judged = visitor.post(path, data=hidden(visitor.get(path).text), files=files).text
    assert line.ledger() == before
    assert "1 result can be recorded, 1 is recorded already" in judged
    rows = [
        [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", judged, re.DOTALL)
    ]
    assert rows[0] == ["Line", "Players", "Table", "Result", "Drops", "To look at"]
    assert [(row[0], row[2], row[-1]) for row in rows[1:]] == [
        ("2", "Masters, round 1, table 1", "recorded already"),
        ("3", "Masters, round 1, table 2", ""),
    ]
    who = rows[2][1].partition(" – ")[0]
    assert rows[2][3].startswith("1-2 (a win for ")
    assert rows[2][4] == who
    assert "would be entry" not in judged
    packed = dict(re.findall(r'name="(name|packed)" value="([^"]*)"', judged))
    visitor.post(path, data=hidden(judged) | packed)
    events = [one["event"] for one in line.ledger()[-1]["events"]]
    assert events == ["result-reported", "player-dropped"]
    judged = visitor.post(path, data=hidden(visitor.get(path).text), files=files).text
    assert "No result here is new, 2 are recorded already" in judged
    assert "Record these results" not in judged


def test_a_page_is_told_how_the_dates_of_a_list_begin(visitor: Visitor, line: Line) -> None:
    line.start()
    visitor.come_in(AccessRole.SCOREKEEPER)
    path, data = "/t/cup/desk/lists/players", b"name,birth date\nAna,03/04/1996\nBen,05/06/1997\n"
    files = {"file": ("more.csv", data, "text/csv")}
    form = hidden(visitor.get(path).text)
    judged = visitor.post(path, data=form, files=files).text
    assert "may begin with the day or with the month, so only the year is kept." in judged
    assert "Choose below which comes first" in judged
    judged = visitor.post(path, data={**form, "days": "month-first"}, files=files).text
    assert "The dates begin with the month: 03/04/1996 was read as 4 March 1996." in judged
    packed = re.search(r'name="packed" value="([^"]+)"', judged)
    assert packed
    again = {**hidden(judged), "name": "more.csv", "packed": packed[1], "days": "month-first"}
    assert 'name="days" value="month-first"' in judged
    said = visitor.post(path, data=again).text
    assert "2 players were registered" in said
    book = (line.folder / "people.json").read_text()
    assert [book.count(f'"birthday": "{day}"') for day in ("03-04", "05-06")] == [1, 1]
    line("register", "Cho", "--birth-year", 1996)
    more = {"file": ("more.csv", data.replace(b"Ana", b"Cho"), "text/csv")}
    known = {**form, "days": "day-first", "skip_known": "skip-known"}
    judged = visitor.post(path, data=known, files=more).text
    assert "1 missing date of birth will be added." in judged
    assert "<button>Register these players</button>" in judged


def test_a_form_about_a_player_names_them_and_asks_for_the_rest_alone(desk: Desk) -> None:
    page = desk.visitor.get("/t/cup/desk/do/drop?who=p2").text
    assert "<h1>Drop Ben</h1>" in page
    assert "<button>Drop Ben</button>" in page
    assert "<b>Ben (p2), Masters</b>" in page
    assert "<textarea" not in page
    desk("drop", who="p2")
    assert desk.last() == {"event": "player-dropped", "player": "p2", "after": 1}
    assert '<textarea id="f-who"' in desk.visitor.get("/t/cup/desk/do/drop?who=nobody").text


def test_a_correction_begins_with_what_stands_and_keeps_what_was_left(desk: Desk) -> None:
    desk("late", name="Eve", birth_year="1990", own_id="4711", informed="informed")
    page = desk.visitor.get("/t/cup/desk/do/amend?who=p5").text
    stands = {"name": "Eve", "own_id": "4711", "birth_year": "1990"}
    for name, value in stands.items():
        assert re.search(rf'name="{name}" value="{value}"', page)
    assert '<option value="masters" selected>' in page
    before = desk.line.ledger()
    as_it_stood = {"who": "p5", **stands, "division": "masters"}
    assert desk.sent("amend", **as_it_stood).status_code == 422
    assert desk.line.ledger() == before
    desk("amend", **{**as_it_stood, "birth_year": "1991"}, reason="born later")
    assert desk.last()["event"] == "player-amended"
    assert "division" not in desk.last()


def test_a_player_is_offered_what_applies_to_them(desk: Desk) -> None:
    desk("drop", who="p2")
    page = desk.visitor.get("/t/cup/desk/players").text
    for player, there, not_there in (("p2", "reinstate", "drop"), ("p1", "drop", "reinstate")):
        assert f"/desk/do/{there}?who={player}" in page
        assert f"/desk/do/{not_there}?who={player}" not in page


def test_a_field_that_is_wrong_is_marked_with_why_beside_it(desk: Desk) -> None:
    page = desk.sent("award-bye", who="p1", number="x").text
    [field] = re.findall(r'<input id="f-number"[^>]*>', page)
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="f-number-wrong"' in field
    assert '<p class="wrong" id="f-number-wrong">' in page
    assert page.count('aria-invalid="true"') == 1


def test_of_several_players_the_page_says_to_choose_where_it_offers_a_choice(desk: Desk) -> None:
    asked = {"penalty": "warning", "infraction": "drew an extra card"}
    page = desk.sent("penalty", who="e", **asked).text
    assert "2 players match" in page
    assert "Choose the player you mean." in page
    assert "Give the number" not in page
    [choices] = re.findall(r'<select id="f-who".*?</select>', page, re.DOTALL)
    assert re.findall('<option value="(p[0-9])"', choices) == ["p2", "p4"]
    lines = desk.sent("check-in", who="e").text
    assert "Give the number of the player you mean: Ben (p2), Dee (p4)." in lines


def test_a_form_says_in_a_sentence_what_it_does_and_folds_what_is_long(desk: Desk) -> None:
    """So a phone shows the first field at once; nothing that the form says is lost."""
    folded = 0
    for verb, form in FORMS.items():
        answer = desk.visitor.get(f"/t/cup/desk/do/{verb.replace(' ', '/')}")
        if answer.status_code != 200 or not form.about:
            continue
        said, _, _ = answer.text.partition("</h1>")[2].partition("<form")
        above, fold, _ = said.partition('<details id="explained">')
        own = unescape(plain(above)).partition(form.about[0][:20])[2]
        assert len(own) <= 300 or form.danger, verb
        assert not (fold and form.danger), "what cannot be undone is read whole"
        whole = unescape(plain(said.replace("<summary>More about this</summary>", "")))
        assert all(part in whole for part in form.about), verb
        folded += bool(fold)
    assert folded >= 3
