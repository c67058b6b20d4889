"""Forms about rounds: what the tournament proposes, what a trial hides, what is missing."""

import html
import re

import pytest

from roundbook.cli.forms import field
from roundbook.cli.places.layout import own_home
from roundbook.cli.places.phone_claims import PlayerReports
from roundbook.cli.session.venue import Operator, venue
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import finish, last, play
from tests.cli.test_announce_times import imported
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor


def opened(line: Line, players: int, *options: str) -> None:
    line.run("open", line.folder, "--name", "Autumn Cup", *options)
    for number in range(1, players + 1):
        line("register", f"Player{number:02} Family", "--division", "masters")


def filled_in(page: str) -> dict[str, str]:
    """Return what stands in the fields of a form as it is shown, and what is ticked or chosen."""
    kinds = (
        r'<input (?:id="f-[^"]+"|type="hidden") name="([a-z_:]+)" value="([^"]*)"',
        r'<input type="checkbox"[^>]* name="([a-z_:]+)" value="([^"]*)" checked',
        r'<textarea id="f-[a-z_]+" name="([a-z_]+)"[^>]*>([^<]*)</textarea>',
    )
    found = [one for kind in kinds for one in re.findall(kind, page)]
    lists = re.findall(r'<select id="[^"]+" name="([a-z_:]+)".*?>(.*?)</select>', page, re.DOTALL)
    chosen = r'<option value="([^"]*)" selected|<option selected>([^<]*)<'
    found += [(name, a or b) for name, every in lists for a, b in re.findall(chosen, every)]
    ours = {"key", "cmd", "seen"}
    return {name: html.unescape(value) for name, value in found if name not in ours}


def sent(visitor: Visitor, verb: str, **fields: str) -> str:
    page = f"/t/cup/desk/do/{verb}"
    form = hidden(visitor.get(page).text)
    return plain(visitor.post(page, data={**form, **fields}).text)


def test_an_announcement_proposes_what_the_rounds_table_says(visitor: Visitor, line: Line) -> None:
    opened(line, 9, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = filled_in(visitor.get("/t/cup/desk/do/announce").text)
    plan = "Masters, a cut of 2: 2 of 9 players (22%), 5 rounds, 3:45 hours of matches."
    lacks = sent(visitor, "announce", **shown, **{"dry-run": "yes"})
    assert "Number of players who get prizes: this field must be filled in." in lacks
    assert plan in sent(visitor, "announce", **{**shown, "prizes": "8", "dry-run": "yes"})
    assert plan not in sent(visitor, "announce", **shown), "once it is announced, it is decided"
    by_page = line.ledger()[-1]["events"]
    line("announce", "--rounds", "table", "--prizes", 8)
    assert [{**by_page[0], "prizes": 8}] == line.ledger()[-1]["events"]
    assert shown["said:masters"] == str(by_page[0]["rounds"])
    assert shown["cut:masters"] == str(by_page[0]["cut"]["Masters"])
    assert shown["minutes"] == str(by_page[0]["minutes"])


def test_a_time_left_empty_keeps_what_was_announced_and_the_form_says_so(
    visitor: Visitor, line: Line
) -> None:
    opened(line, 9)
    line("announce", "--time", 60, "--turns", 5)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    keeps = "If empty: what was announced, or else the"
    assert f"in minutes. {keeps} imported file" in plain(page)
    assert f"turns after time. {keeps} edition" in plain(page)
    shown = filled_in(page)
    assert (shown["minutes"], shown["turns"]) == ("60", "5")
    sent(visitor, "announce", **{**shown, "prizes": "4", "minutes": "", "turns": ""})
    [event] = line.ledger()[-1]["events"]
    assert (event["prizes"], event["minutes"], event["extra_turns"]) == (4, 60, 5)


def test_the_text_that_was_announced_is_proposed_and_emptying_the_field_takes_it_back(
    visitor: Visitor, line: Line
) -> None:
    opened(line, 9)
    line("announce", "--text", "Lunch at 1.")
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = filled_in(visitor.get("/t/cup/desk/do/announce").text)
    assert shown["text"] == "Lunch at 1."
    sent(visitor, "announce", **{**shown, "prizes": "4"})
    assert line.ledger()[-1]["events"][0]["text"] == "Lunch at 1."
    sent(visitor, "announce", prizes="5")
    assert line.ledger()[-1]["events"][0]["text"] == "Lunch at 1.", "the field was not sent"
    emptied = {**shown, "prizes": "6", "text": ""}
    tried = sent(visitor, "announce", **emptied, **{"dry-run": "yes"})
    assert "Text: Lunch at 1. → not announced" in tried
    sent(visitor, "announce", **emptied)
    [event] = line.ledger()[-1]["events"]
    assert "text" not in event
    assert event["prizes"] == 6


def test_an_announcement_without_prizes_leads_back_to_them_in_words_of_the_hall(
    visitor: Visitor, line: Line
) -> None:
    """Choices and refusals are not words of a command: `Yes`, and no `refused:` at the front."""
    opened(line, 9, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    assert '<option value="no-third-place">No</option>' in page
    shown = filled_in(page)
    assert "Before round 1, announce the number of prizes too" in sent(visitor, "announce", **shown)
    rounds = plain(visitor.get("/t/cup/desk/rounds").text)
    assert "Announce rounds, cut and times …" in rounds
    assert "Change the announcement" not in rounds
    refused = sent(visitor, "announce", **shown)
    assert "This has already been announced" in refused
    assert not re.search("refused:|hint:", refused)
    sent(visitor, "announce", **{**shown, "prizes": "8"})
    assert filled_in(visitor.get("/t/cup/desk/do/announce").text)["prizes"] == "8"
    assert "Change the announcement …" in plain(visitor.get("/t/cup/desk/rounds").text)


@pytest.mark.rule("TRF-7.3")
@pytest.mark.parametrize(("minutes", "shown"), [(50, "50"), (30, "45")])
def test_the_form_proposes_the_time_of_an_imported_file(
    visitor: Visitor, line: Line, minutes: int, shown: str
) -> None:
    imported(line, minutes)
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = filled_in(visitor.get("/t/cup/desk/do/announce").text)
    assert form["minutes"] == shown
    said = sent(visitor, "announce", **{**form, "prizes": "4"})
    assert ("the imported file has 30 minutes a match" in said) == (minutes == 30)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ("swiss-plus-cut", "Swiss plus cut"),
        ("tcg-two-day", "TCG two day"),
        ("bo3", "Best of three"),
        ("south-america", "South America"),
        ("de", "German"),
        ("Junior", "Junior"),
    ],
)
def test_a_choice_is_shown_as_people_write_it(choice: str, said: str) -> None:
    assert field.choice("any", "Any", (choice, "other")).titled(choice) == said


def test_one_round_fewer_than_the_table_has_goes_with_its_proposal(
    visitor: Visitor, line: Line
) -> None:
    opened(line, 9, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = filled_in(visitor.get("/t/cup/desk/do/announce").text)
    sent(visitor, "announce", **shown, one_less="one-less")
    assert line.ledger()[-1]["events"][0]["rounds"] == int(shown["said:masters"]) - 1
    said = sent(visitor, "announce", **{"said:masters": "7", "one_less": "one-less"})
    assert "According to the rounds table, Masters has 4 rounds" in said
    said = sent(visitor, "announce", said="7", one_less="one-less")
    assert "One Swiss round fewer than in the rounds table: " in said


def test_each_division_is_asked_for_its_rounds_and_its_cut_with_the_row_and_what_it_means(
    visitor: Visitor, line: Line
) -> None:
    """No field wants to be written as a command line has it: numbers, and sizes to choose from."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.crowd(Junior=9, Senior=13, Masters=41)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    assert re.findall(r'<textarea[^>]* name="([^"]+)"', page) == ["prizes_by_place", "breaks_after"]
    shown = filled_in(page)
    rounds = {age: shown[f"said:{age}"] for age in ("junior", "senior", "masters")}
    assert rounds == {"junior": "4", "senior": "5", "masters": "6"}
    assert "TOP §3.3.5, TCG single-day, 33-64 players" in page
    [sizes] = re.findall(r'name="cut:masters"[^>]*>(.*?)</select>', page, re.DOTALL)
    assert re.findall(r'value="(\d+)"', sizes) == ["0", "2", "4", "8", "16"]
    assert "needs a reason" not in page, "only an official may allow it"
    assert ">Top 8 · by the rounds table · 8 of 41 players (20%) · 3 rounds<" in sizes
    assert ">No cut<" in sizes
    sent(visitor, "announce", **{**shown, "cut:masters": "16", "said:junior": "3"})
    *_, told = line.ledger()[-1:]
    tabled = {age: int(shown[f"cut:{age.lower()}"]) for age in ("Junior", "Senior")}
    assert told["events"][0]["cut"] == {**tabled, "Masters": 16}
    apart = {one["pool"]: one["rounds"] for one in told["events"][1:]}
    assert apart["junior"] == 3


def test_an_announcement_says_what_players_who_have_not_checked_in_would_change(
    visitor: Visitor, line: Line
) -> None:
    """They may still come, so they count; the table has a round more for 33 than for 30."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=33)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = "/t/cup/desk/do/announce"
    assert "not checked in" not in visitor.get(page).text, "check-in is not used yet"
    line("people check-in", *(f"p{number}" for number in range(1, 31)))
    shown = plain(visitor.get(page).text)
    assert "Masters: 33 players" in shown
    assert (
        "TCG single-day, 33-64 players. 3 players have not checked in; without them, "
        "Masters has 30 players and 5 rounds." in shown
    )
    assert "Without players who have not checked in: 8 of 30 players." in shown
    line("people check-in", "--all")
    assert "not checked in" not in visitor.get(page).text


@pytest.mark.rule("TOP-3.3.5a")
def test_rounds_and_cuts_are_proposed_for_those_who_came_whoever_has_dropped_since(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=34)
    line("drop", "p34")
    line.announce()
    line.pair()
    line("drop", "p31", "p32", "p33")
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = visitor.get("/t/cup/desk/do/announce").text
    assert "Masters: 33 players" in shown
    assert "33-64 players" in shown
    assert "8 of 33 players" in shown
    late = ("--override", "announcement-late", "--because", "asked for")
    assert "masters: 6 rounds" in line("announce", "--rounds", "table", "--prizes", 3, *late).out


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"f": "5", "f:masters": "5", "f:junior": "5"}, "5"),
        ({"f": "5", "f:masters": "6", "f:junior": "5"}, "masters=6\njunior=5"),
        ({"f": "6\njunior=3", "f:masters": "6", "f:junior": "3"}, "6\njunior=3"),
        ({"f": "5", "f:masters": "", "f:junior": ""}, "5"),
        ({"f": "", "f:": "4"}, "4"),
        ({"f:masters": "yes", "f:junior": "yes"}, "masters\njunior"),
        ({"f": "masters=8"}, "masters=8"),
        ({}, ""),
    ],
)
def test_rows_say_what_would_be_typed_and_a_proposal_that_was_left_stays_one(
    sent: dict[str, str], said: str
) -> None:
    assert field.lines("f", "F").joined(sent) == said


@pytest.mark.parametrize("style", ["swiss", "single-elimination"])
def test_a_trial_tells_nothing_of_a_draw(visitor: Visitor, line: Line, style: str) -> None:
    opened(line, 8, "--style", style)
    visitor.come_in(AccessRole.SCOREKEEPER)
    line("announce", "--rounds", "3")
    verb = "pair" if style == "swiss" else "seed"
    before = line.ledger()
    said = sent(visitor, verb, **{"dry-run": "yes"})
    assert "Nothing was written." in said
    assert "would be paired" in said or "would be drawn" in said
    assert "(p1)" not in said
    assert line.ledger() == before


def test_flights_are_looked_at_and_a_trial_draws_none(visitor: Visitor, line: Line) -> None:
    opened(line, 3)
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert "3 players without flights" in sent(visitor, "flights")
    assert "2, 4, 8 or 16 flights" in sent(visitor, "flights", wanted="masters=3")


def test_the_fewest_flights_for_a_number_of_rounds_are_a_sentence(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", masters=64)
    visitor.come_in(AccessRole.SCOREKEEPER)
    for at_most, said in (
        ("9", "Masters plays at most 9 rounds without flights."),
        ("5", "Masters needs at least 2 flights to play at most 5 rounds."),
        ("1", "Masters needs more than 1 round with any possible number of flights."),
    ):
        assert said in sent(visitor, "flights", at_most=at_most)


def test_a_flight_is_announced_with_its_own_players(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", masters=64)
    line("round flights", "masters=2")
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = visitor.get("/t/cup/desk/do/announce").text
    assert "Masters A: 32 players" in shown
    assert "Masters B: 32 players" in shown


def test_rounds_say_how_many_they_are_in_flights(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", masters=64)
    visitor.come_in(AccessRole.SCOREKEEPER)
    means = (
        "If you choose flights and change no number of rounds, each flight plays: 5 rounds with 2"
    )
    assert means in plain(visitor.get("/t/cup/desk/do/announce").text)
    line("announce", "--flights", "masters=2", "--cut", "masters=8", "--prizes", 8)
    assert means not in plain(visitor.get("/t/cup/desk/do/announce").text)


@pytest.mark.rule("TRF-11.2b")
def test_a_limited_event_is_asked_for_its_energy_at_once(visitor: Visitor, line: Line) -> None:
    opened(line, 4, "--format", "sealed")
    visitor.come_in(AccessRole.SCOREKEEPER)
    asked = visitor.get("/t/cup/desk/do/announce").text
    first = asked.partition("<summary>More</summary>")[0]
    for name in ("basic_energy", "energy_told_ahead"):
        assert f'<select id="f-{name}" name="{name}" required' in first
    sent(visitor, "announce", basic_energy="basic-energy", energy_told_ahead="energy-told-ahead")
    later = visitor.get("/t/cup/desk/do/announce").text
    assert "basic_energy" not in later.partition("<summary>More</summary>")[0]


@pytest.mark.rule("TRF-11.2a")
def test_energy_that_was_not_announced_ahead_is_said_and_round_1_starts(
    visitor: Visitor, line: Line
) -> None:
    opened(line, 4, "--format", "sealed")
    visitor.come_in(AccessRole.SCOREKEEPER)
    asked = visitor.get("/t/cup/desk/do/announce").text.partition("<summary>More</summary>")[0]
    assert '<select id="f-energy_told_ahead" name="energy_told_ahead" required' in asked
    answers = {"basic_energy": "basic-energy", "energy_told_ahead": "no-energy-told-ahead"}
    said = sent(visitor, "announce", **answers, third_place="no-third-place", prizes="0")
    kept = "this announcement does not say that basic Energy was announced before the day"
    assert "basic Energy: provided" in said
    assert f"Note: {kept}. It should be" in said
    shown = visitor.get("/t/cup/desk/do/announce").text
    for no in ("no-third-place", "no-energy-told-ahead", "no-redraft"):
        assert f'<option value="{no}" selected' in shown
    assert "before the day of the event" not in plain(visitor.get("/t/cup").text)
    line("pair")
    line("start")


def test_a_round_by_hand_needs_its_reason(visitor: Visitor, line: Line) -> None:
    opened(line, 4)
    visitor.come_in(AccessRole.SCOREKEEPER)
    line("announce")
    before = line.ledger()
    assert "give a reason if a round is paired by hand" in sent(
        visitor, "pair", seats="p1-p2 p3-p4"
    )
    assert "Pairings by hand: " in sent(visitor, "pair", seats="Ana Ben", reason="so asked")
    assert line.ledger() == before
    sent(visitor, "pair", seats="p1-p2 p3-p4", reason="so asked")
    [*_, paired] = line.ledger()[-1]["events"]
    assert paired["pairings"] == [["p1", "p2"], ["p3", "p4"]]


def test_a_premier_round_does_not_start_without_slips(visitor: Visitor, line: Line) -> None:
    opened(line, 4, "--premier")
    visitor.come_in(AccessRole.SCOREKEEPER)
    line("announce", "--rounds", "3")
    line("pair")
    assert filled_in(visitor.get("/t/cup/desk/do/start").text)["pool"] == "masters"
    said = sent(visitor, "start")
    assert "This is a Premier Event, but round 1 of Masters has no match slips" in said
    line("round slips")
    said = sent(visitor, "start")
    assert "The pairings of round 1 of Masters were not posted" in said


def test_a_cut_proposes_its_division_and_size(visitor: Visitor, line: Line) -> None:
    opened(line, 4, "--style", "swiss-plus-cut")
    visitor.come_in(AccessRole.SCOREKEEPER)
    line("announce", "--rounds", "1", "--cut", "masters=2")
    line.pair()
    for table in (1, 2):
        line("report", f"masters-1-{table}", "1")
    page = visitor.get("/t/cup/desk/do/cut").text
    assert page.index("<summary>More") < page.index('name="size"') < page.index("would advance")
    shown = filled_in(page)
    assert (shown["divisions:masters"], shown["size"]) == ("yes", "2")
    trial = sent(visitor, "cut", **shown, **{"dry-run": "yes"})
    assert "the Masters cut is 2" in sent(visitor, "cut", divisions="masters", size="4")
    assert "Nothing was written." in trial
    said = sent(visitor, "cut", **shown)
    assert "Just out: " in said
    assert line.ledger()[-1]["events"][-1]["event"] == "cut-made"


def test_a_cut_ticks_the_division_that_was_asked_for_and_says_how_many_advance(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=8)
    rules = ("--override", "rounds-differ", "--because", "so")
    line.announce("--rounds", 1, "--cut", "junior=2", "--cut", "masters=2", *rules)
    play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    both = visitor.get("/t/cup/desk/do/cut").text
    assert {"divisions:junior", "divisions:masters"} <= set(filled_in(both))
    page = visitor.get("/t/cup/desk/do/cut?divisions=junior").text
    assert "Junior: 2 of 8 players advance" in page
    assert "divisions:masters" not in filled_in(page)
    sent(visitor, "cut", **filled_in(page))
    made = [one for one in line.ledger()[-1]["events"] if one["event"] == "cut-made"]
    assert [one["division"] for one in made] == ["Junior"]


def test_the_forms_that_say_who_plays_on_warn_of_what_is_open(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=9)
    line.announce("--rounds", 1, "--cut", "masters=4", "--third-place")
    play(line)
    at = venue(line.folder, Operator())
    wishes = PlayerReports(own_home(), at.folder)

    def asks_to_drop(player: str) -> str:
        wishes.change(lambda kept: kept.wishing(player, leaves=True), at.desk.tournament)
        return " has asked on the phone page to drop: "

    visitor.come_in(AccessRole.ORGANISER)
    form = "/t/cup/desk/do/cut"
    early = visitor.get(form).text
    warns = asks_to_drop("p9")
    assert warns not in early
    assert warns in visitor.get(form).text
    before = line.ledger()
    late = visitor.post(form, data={**hidden(early), **filled_in(early)}).text
    assert warns in late
    assert "Nothing has been recorded yet" in late
    assert line.ledger() == before
    visitor.post(form, data={**hidden(late), **filled_in(late)})
    assert last(line, "cut-made")
    line("drop", "p9")
    play(line)
    rounds = "/t/cup/desk/rounds"
    early = visitor.get(rounds).text
    third = re.search('<input type="hidden" name="verb" value="third-place">.*?>Pair the', early)
    assert third, "nothing is open"
    warns = asks_to_drop(last(line, "cut-made")["seeds"][0])
    goes = "/t/cup/desk/do/third-place?pool=masters-cut"
    assert f'href="{goes}">Pair the 3rd-place match …' in visitor.get(rounds).text
    pressed = {**hidden(early), "verb": "third-place", "pool": "masters-cut"}
    asked = visitor.post(rounds, data=pressed)
    assert (asked.url.path, warns in asked.text) == (goes.partition("?")[0], True)
    visitor.post(asked.url.path, data={**hidden(asked.text), "pool": "masters-cut"})
    assert last(line, "third-place-playoff-paired")


def made_again(visitor: Visitor) -> str:
    """Return the form to which the notice of a cut that must be made again leads."""
    page = visitor.get("/t/cup/desk/rounds").text
    [goes] = {*re.findall(r'href="(/t/cup/desk/do/cut[^"]*again=again)"', page)}
    return visitor.get(html.unescape(goes)).text


def test_a_cut_that_is_made_again_proposes_its_own_division_and_size(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=16, Senior=12)
    rules = ("--override", "rounds-differ", "--because", "so")
    line.announce("--rounds", 2, "--cut", "masters=8", "--cut", "senior=4", *rules)
    play(line)
    play(line)
    line("cut", "senior")
    line("drop", last(line, "cut-made")["seeds"][0])
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = made_again(visitor)
    shown = filled_in(page)
    assert (shown["divisions:senior"], shown["size"], shown["again"]) == ("yes", "4", "again")
    assert "divisions:masters" not in page
    assert "Senior: 4 of 12 players would advance" in page
    trial = visitor.post("/t/cup/desk/do/cut", data={**hidden(page), **shown, "dry-run": "yes"})
    assert "Nothing was written." in trial.text
    assert filled_in(trial.text) == shown
    sent(visitor, "cut", **filled_in(trial.text))
    assert last(line, "cut-made")["division"] == "Senior"
    line("cut", "masters")
    line("drop", last(line, "cut-made")["seeds"][0])
    shown = filled_in(made_again(visitor))
    assert (shown["divisions:masters"], shown["size"]) == ("yes", "8")


def test_a_division_that_was_not_ticked_is_not_ticked_when_the_form_is_shown_again(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=8)
    rules = ("--override", "rounds-differ", "--because", "so")
    line.announce("--rounds", 1, "--cut", "junior=2", "--cut", "masters=2", *rules)
    play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = visitor.get("/t/cup/desk/do/cut").text
    ticked = {"divisions:junior", "divisions:masters"}
    shown = {name: value for name, value in filled_in(form).items() if name not in ticked}
    page = visitor.post("/t/cup/desk/do/cut", data={**hidden(form), **shown, "dry-run": "yes"})
    assert not ticked & {*filled_in(page.text)}
    assert "Junior: 2 of 8 players would advance" in page.text, "without a tick, all are meant"
    one = {"divisions:junior": "yes", "dry-run": "yes"}
    page = visitor.post("/t/cup/desk/do/cut", data={**hidden(form), **shown, **one})
    assert ticked & {*filled_in(page.text)} == {"divisions:junior"}


def test_what_can_be_withdrawn_or_corrected_is_chosen_by_name(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line("report", "masters-1-1", "2-1")
    line("report", "masters-1-2", "1-1")
    line("pair")
    visitor.come_in(AccessRole.ORGANISER)
    both = ["masters-1-1", "masters-1-2"]
    page = visitor.get("/t/cup/desk/do/withdraw").text
    waiting, *others = options_of(page, "what")
    assert waiting == ("masters-2", "Masters, round 2")
    assert [match for match, _ in others] == both
    page = visitor.get("/t/cup/desk/do/withdraw?what=masters-2").text
    assert "<h1>Withdraw the round</h1>" in page
    assert "<b>Masters, round 2</b>" in page
    assert '<input type="hidden" name="what" value="masters-2">' in page
    assert "masters-1-1" not in page, "what can be withdrawn is not chosen again"
    page = visitor.get("/t/cup/desk/do/withdraw?what=masters-1-1").text
    assert "<h1>Withdraw the result or the match</h1>" in page
    page = visitor.get("/t/cup/desk/do/correct").text
    assert [match for match, _ in options_of(page, "match")] == both
    [*_, (_, tie)] = options_of(page, "match")
    assert re.fullmatch(r"Masters, round 1, table 2: \w+ – \w+, .*1-1.*", tie)
    again = visitor.get("/t/cup/desk/do/correct?match=masters-9-9").text
    assert filled_in(again)["match"] == "masters-9-9", "what stood in the address is kept"


def options_of(page: str, name: str) -> list[tuple[str, str]]:
    """Return what can be chosen in a field, and what it is called."""
    [inside] = re.findall(rf'<select[^>]* name="{name}".*?</select>', page, re.DOTALL)
    return [
        (value, said)
        for value, said in re.findall(r'value="([^"]*)"[^>]*>([^<]*)<', inside)
        if value
    ]


def test_the_announcement_wants_the_prizes_as_a_number_and_counts_the_players(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Junior=9, Masters=12)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    assert re.search(r'name="prizes"[^>]* type="number"[^>]* required', page)
    assert "Junior: 9 players" in page
    assert "Masters: 12 players" in page
    sent(visitor, "announce", **{**filled_in(page), "prizes": "0"})
    assert line.ledger()[-1]["events"][0]["prizes"] == 0
    assert filled_in(visitor.get("/t/cup/desk/do/announce").text)["prizes"] == "0"


def test_the_announcement_names_the_division_that_counts(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.crowd(Junior=3, Senior=4, Masters=16)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    assert "23 players" in page
    assert "13-20 players: the largest division counts (Masters, 16 players)" in page
    assert ">Top 4 · by the rounds table · 4 of 16 players (25%) · 2 rounds<" in page


def test_the_form_of_the_cut_counts_those_whom_the_rule_counts(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=12)
    line.announce("--rounds", 1, "--cut", "masters=4")
    line("drop", "p1")
    play(line)
    line("drop", "p2")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/cut").text
    counted = "1 dropped later and is counted, 1 dropped before round 1 and is not counted"
    assert f"Masters: 4 of 11 players advance ({counted})" in page
    assert "Masters: 4 of 11 players would advance" in page


def test_a_cut_that_is_refused_shows_who_would_advance_and_which_cut_its_button_makes(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=14, Senior=8)
    line.announce("--rounds", 2, "--cut", "masters=4", "--cut", "senior=4")
    for _ in range(2):
        play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/cut?divisions=masters&size=8").text
    sent = {**hidden(page), **filled_in(page), "reason": "so", "dry-run": "yes"}
    said = visitor.post("/t/cup/desk/do/cut", data=sent).text
    assert "A cut of 8 is more than half of the 14 players in Masters." in said
    assert "Use a cut of 4, for Masters only" in said
    assert "Masters: 8 of 14 players would advance" in said


def test_what_was_only_checked_can_be_left_and_come_back_to(visitor: Visitor, line: Line) -> None:
    """A browser asks before it sends a form again, so the answer is a page of its own."""
    line.start("--style", "swiss-plus-cut", Masters=16)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    sent = {**hidden(page), **filled_in(page), "prizes": "3", "text": "Lunch.", "dry-run": "yes"}
    said = visitor.post("/t/cup/desk/do/announce", data=sent, follow_redirects=False)
    assert said.status_code == 303
    for _ in range(2):
        again = visitor.get(said.headers["location"]).text
        assert "Nothing was written." in again
        assert filled_in(again)["prizes"] == "3"
        assert "Lunch." in again
    assert all(one["event"] != "announcement-made" for one in line.ledger()[-1]["events"])


def test_a_message_goes_to_a_division_or_to_a_table(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.SCOREKEEPER)
    key = access.doors.sessions[-1].form_key
    fields = {"key": key, "text": "Come.", "division": "Masters", "match": "masters-1-1"}
    page = visitor.post("/t/cup/desk/messages", data=fields).text
    assert "hoose a division or a table for the message, not both." in page
    assert line.ledger()[-1]["events"][0]["event"] != "message-sent"


def test_a_word_that_has_to_be_typed_may_be_in_small_letters(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.ORGANISER)
    assert "disqualify" not in str(line.ledger()[-1])
    fields = {"who": "p1", "reason": "hid a card"}
    answer = sent(visitor, "disqualify", **fields, typed="disqualify")
    assert line.ledger()[-1]["events"][0]["event"] == "player-disqualified"
    assert re.search(r"Table \d still needs a result: ", answer)


def test_the_last_result_of_the_final_says_who_won(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=4)
    line.announce("--rounds", 1, "--cut", "masters=2", "--third-place")
    play(line)
    line("cut")
    line.pair("masters-cut")
    visitor.come_in(AccessRole.SCOREKEEPER)
    first = last(line, "round-paired")["pairings"][0][0]
    answer = sent(visitor, "report", match="masters-cut-2-1", result="1")
    assert f"The winner of Masters is Masters {first[1:]} ({first})." in answer


def rows_ahead(page: str) -> list[tuple[str, str, str]]:
    """Return the rows of who would advance: seed, player and place."""
    row = r'<tr><td class="number">([^<]*)</td><th scope="row">([^<]*)</th><td class="number">(\d+)'
    return re.findall(row, page)


def test_the_cut_shows_who_would_advance_before_its_button_and_draws_nothing(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=8)
    let = ("--override", "rounds-differ", "--because", "so")
    line.first_round(1, "--cut", "junior=2", "--cut", "masters=4", *let)
    visitor.come_in(AccessRole.SCOREKEEPER)
    cut = "/t/cup/desk/do/cut"
    assert "would advance" not in visitor.get(cut).text, "Swiss is still being played"
    finish(line)
    before = line.ledger()
    page = visitor.get(f"{cut}?divisions=masters").text
    assert page.index("Masters: 4 of 8 players would advance") < page.index("<button>Make the cut")
    assert "Junior: 2 of 8 players would" not in page
    assert "Junior: 2 of 8 players would" in visitor.get(cut).text
    ahead = rows_ahead(page)
    assert [(seed, place) for seed, _, place in ahead] == [("1–4", "1")] * 4
    tied = "are tied on every tiebreaker. Making the cut draws their order at random."
    assert tied in plain(page)
    three = visitor.get(f"{cut}?divisions=masters&size=3").text
    assert "draws at random which 3 of them advance." in plain(three)
    assert sorted(rows_ahead(three)) == sorted(("1–3", name, place) for _, name, place in ahead)
    assert line.ledger() == before


def test_those_who_would_advance_are_those_who_do_with_the_seeds_that_were_shown(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=12)
    line.announce("--rounds", 4, "--cut", "masters=4", "--override", "cut-too-large")
    for _ in range(4):
        play(line)
    line("drop", last(line, "round-paired")["pairings"][0][0])
    visitor.come_in(AccessRole.SCOREKEEPER)
    shown = rows_ahead(visitor.get("/t/cup/desk/do/cut").text)
    line("cut")
    made = [f"Masters {seed.removeprefix('p')}" for seed in last(line, "cut-made")["seeds"]]
    ranges = {name: seeds.split("–") for seeds, name, _ in shown}
    for number, name in enumerate(made, start=1):
        first, final = ranges[name][0], ranges[name][-1]
        assert int(first) <= number <= int(final)
    again = "/t/cup/desk/do/cut?again=again"
    assert not rows_ahead(visitor.get(again).text), "the seeds are those of the standings already"
    line("drop", last(line, "cut-made")["seeds"][0])
    names = [name for _, name, _ in rows_ahead(visitor.get(again).text)]
    assert made[0] not in names
    assert len(names) >= len(made), "the next in the standings moves up"


def test_a_cut_can_be_changed_until_its_bracket_starts(visitor: Visitor, line: Line) -> None:
    """After the cut, before and beside its waiting round, and on the page of the form."""
    line.start("--style", "swiss-plus-cut", Masters=16)
    line.announce(
        "--rounds", 2, "--cut", "masters=4", "--third-place", "--override", "rounds-differ"
    )
    play(line)
    play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/cut").text
    made = visitor.post("/t/cup/desk/do/cut", data={**hidden(page), **filled_in(page)})
    change = "/t/cup/desk/do/cut?divisions=masters&amp;again=again"
    assert change in made.text
    assert made.text.count("Change the cut …") == 1
    assert change in visitor.get("/t/cup/desk/bracket").text
    assert change in visitor.get("/t/cup/desk/rounds").text
    line("pair", "masters-cut")
    assert change in visitor.get("/t/cup/desk/rounds").text
    assert change in visitor.get("/t/cup/desk/bracket").text
    every = visitor.get("/t/cup/desk/acts").text
    assert '<a href="/t/cup/desk/do/cut">Change the cut</a>' in every
    assert "<h1>Change the cut</h1>" in visitor.get("/t/cup/desk/do/cut").text
    page = visitor.get(html.unescape(change)).text
    assert "<h1>Change the cut</h1>" in page
    assert 'class="refusal"' not in page
    assert page.index('name="size"') < page.index('name="reason"') < page.index("<button>Change")
    shown = filled_in(page)
    assert (shown["divisions:masters"], shown["size"]) == ("yes", "4")
    assert "<summary>More" not in page
    same = sent(visitor, "cut", **{**shown, "reason": "so"})
    assert "has already been made: the seeds are the same" in same
    shown |= {"size": "2", "reason": "the hall closes", "dry-run": "yes"}
    page = visitor.post("/t/cup/desk/do/cut", data={**hidden(page), **shown}).text
    assert "Masters: 2 of 16 players would advance" in page
    assert len(rows_ahead(page)) >= 2
    said = sent(visitor, "cut", **{**filled_in(page), "dry-run": ""})
    assert len(last(line, "cut-made")["seeds"]) == 2
    assert "No 3rd-place match, though one was announced: a cut of 2 has no semi-finals." in said
    assert 'Cut <span class="soft">top 2</span>' in visitor.get("/t/cup/desk/rounds").text
    page = visitor.get(html.unescape(change)).text
    assert page.index('name="size"') < page.index('name="reason"') < page.index("<button>Change")
    assert "<summary>More" not in page
    shown = filled_in(page)
    assert (shown["size"], shown.get("reason", "")) == ("2", "")
    refused = visitor.post("/t/cup/desk/do/cut", data={**hidden(page), **shown, "size": "3"}).text
    assert "the Masters cut is 2 now, and should be 4." in refused
    assert '<p class="wrong" id="f-reason-wrong">A cut to a different number' in refused
    shown |= {"size": "4"}
    sent(visitor, "cut", **shown)
    assert "reason" not in last(line, "cut-made"), (
        "that of the cut to 2 is not one for the cut to 4"
    )
    for verb in ("pair", "start"):
        line(verb, "masters-cut")
    for where in ("rounds", "bracket"):
        assert "Change the cut" not in visitor.get(f"/t/cup/desk/{where}").text


def test_a_cut_of_more_than_half_can_be_chosen_and_overridden(visitor: Visitor, line: Line) -> None:
    """A field below the table has no cut by it, and a trial announces nothing."""
    opened(line, 7, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get("/t/cup/desk/do/announce").text
    assert ("Too few for the rounds table" in page, "by the rounds table" in page) == (True, False)
    shown = {**filled_in(page), "prizes": "0"}
    tried = sent(visitor, "announce", **shown, **{"dry-run": "yes"})
    assert "Masters, no cut: 3 rounds, 2:15 hours of matches, chosen." in tried
    shown["cut:masters"] = "4"
    assert "more than half of the 7 players" in sent(visitor, "announce", **shown)
    let = {"override": "cut-too-large", "because": "The hall is free.", "typed": "override"}
    sent(visitor, "announce", **shown, **let)
    assert line.ledger()[-1]["events"][0]["cut"] == {"Masters": 4}


def test_a_reason_beside_the_choice_allows_a_cut_of_more_than_half(
    visitor: Visitor, line: Line
) -> None:
    """Nobody is refused first, and no word is typed; it is kept as any override."""
    opened(line, 7, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get("/t/cup/desk/do/announce").text
    [large] = re.findall(r'<option value="(\d+)" data-needs-why>', page)
    assert large == "4"
    assert page.index("data-needs-why") < page.index('name="larger"') < page.index('name="prizes"')
    shown = {**filled_in(page), "prizes": "0", "larger": "The hall is free."}
    sent(visitor, "announce", **shown)
    [told] = line.ledger()[-1]["events"]
    assert "override" not in told, "what was not chosen needs no reason"
    sent(visitor, "announce", **{**shown, "cut:masters": "4"})
    [told] = line.ledger()[-1]["events"]
    assert (told["cut"], told["override"]["rule"]) == ({"Masters": 4}, "cut-too-large")
    assert told["override"]["reason"] == "The hall is free."
    again = filled_in(visitor.get("/t/cup/desk/do/announce").text)
    assert (again["cut:masters"], again["larger"]) == ("4", "The hall is free.")


def test_staff_who_may_not_override_are_not_offered_more_than_half(
    visitor: Visitor, line: Line
) -> None:
    opened(line, 7, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/announce").text
    assert 'name="cut:masters"' in page
    assert "data-needs-why" not in page
    assert 'name="larger"' not in page
    fields = {**filled_in(page), "prizes": "0", "cut:masters": "4", "larger": "so"}
    assert "more than half of the 7 players" in sent(visitor, "announce", **fields)


def test_a_cut_that_became_more_than_half_asks_for_its_reason_and_takes_it(
    visitor: Visitor, line: Line
) -> None:
    """The players were not known when it was announced, so it was not allowed then."""
    opened(line, 8, "--style", "swiss-plus-cut", "--table", "tcg-single-day")
    line.announce("--rounds", 1, "--cut", "masters=4", "--override", "rounds-differ")
    for gone in ("p7", "p8"):
        line("people unregister", gone)
    line("register", "Late Comer", "--division", "masters")
    play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get("/t/cup/desk/do/cut").text
    assert page.index("<summary>More<") < page.index('name="reason"'), "theirs would not do"
    assert "more than half" in sent(visitor, "cut", **{**filled_in(page), "reason": "so"})
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get("/t/cup/desk/do/cut").text
    assert page.index('name="reason"') < page.index("<summary>More<")
    before = line.ledger()
    asked = visitor.post("/t/cup/desk/do/cut", data={**hidden(page), **filled_in(page)}).text
    assert "A cut of 4 is more than half of the 7 players in Masters." in asked
    assert 'id="f-reason-wrong">Give the reason here.</p>' in asked
    assert "override" not in asked.lower(), "nobody types a word"
    assert "Rule:" not in asked, "it is in no text of the game"
    assert line.ledger() == before
    refused = line.attempts()
    sent(visitor, "cut", **{**filled_in(asked), "reason": "The hall is free."})
    made = last(line, "cut-made")
    assert (made["override"]["rule"], made["reason"]) == ("cut-too-large", "The hall is free.")
    assert made["override"]["reason"] == "The hall is free."
    assert line.attempts() == refused


@pytest.mark.rule("A-71")
def test_day_two_shows_who_would_advance_and_can_be_undone_until_it_starts(
    visitor: Visitor, line: Line
) -> None:
    """Of thirty-six players only one has no win, and less than three ties."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day")
    line.crowd(Masters=36)
    line.announce("--rounds", 3, "--day-two", "masters=1", "--cut", "masters=4")
    for _ in range(2):
        play(line, lambda _first, _second: "tie")
    line("pair")
    line("start")
    visitor.come_in(AccessRole.SCOREKEEPER)
    form = "/t/cup/desk/do/day-two"
    assert "would advance" not in visitor.get(form).text, "round 3 is still being played"
    for table in range(1, 19):
        line("report", f"masters-3-{table}", "id" if table > 1 else "1")
    assert f'href="{form}?pool=masters">Begin day two' in visitor.get("/t/cup/desk/rounds").text
    page = visitor.get(f"{form}?pool=masters").text
    assert "Masters: 35 of 36 players would advance to day two" in plain(page)
    first = last(line, "round-paired")["pairings"][0]
    shown = re.findall(r'<tr><th scope="row">Masters (\d+)</th>', page)
    assert {f"p{number}" for number in shown} == {f"p{n}" for n in range(1, 37)} - {first[1]}
    answer = sent(visitor, "day-two", pool="masters", rounds="1")
    assert "its players are fixed" in answer
    line("pair")
    back = visitor.get(f"{form}?pool=masters&undo=undo").text
    assert "would advance" not in back
    assert "<button>Withdraw day two" in back
    assert "already has these players" not in back
    sent(visitor, "day-two", pool="masters", undo="undo")
    kinds = [event["event"] for event in line.ledger()[-1]["events"]]
    assert kinds == ["round-withdrawn", "rounds-set", "day-two-made"]
    assert "next: roundbook round day-two masters" in line.run("status", "-C", line.folder).out
    assert "day two of masters was withdrawn" in line.run("history", "-C", line.folder).out
    refused = line.refused("round day-two", "--undo")
    assert "there is no day two that could be withdrawn" in refused
    assert "Begin day two: `roundbook round day-two`." in refused
    line("round day-two", "masters")
    assert "day two of masters was withdrawn" in line("round day-two", "--undo").out
    line.refused("round day-two", "--undo", "--again", code=2)
    line("round day-two")
    play(line)
    line.refused("round day-two", "masters", "--undo", rule="day-two-too-late")
    refused = line.refused("round day-two", "--undo")
    assert "Day two has started, so it can no longer be withdrawn." in refused
    assert "Begin day two" not in refused
    assert line.run("verify", line.folder).code == 0
