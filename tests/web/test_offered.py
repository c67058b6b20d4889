"""What a page offers can be done; what cannot be done now says so at once, and why."""

import re
from datetime import datetime, timedelta

import pytest

from roundbook.cli.acts import rounds as acts_of_rounds
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web.at_desk import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

ROUNDS, ACTS, PLAYERS = (f"/t/cup/desk/{page}" for page in ("rounds", "acts", "players"))


@pytest.fixture
def organiser(visitor: Visitor, access: AccessStore) -> Visitor:
    come_in(visitor, access, AccessRole.ORGANISER, tournament="cup")
    return visitor


def crowd(line: Line, number: int) -> None:
    rows = "\n".join(f"Player {n},Masters" for n in range(number))
    (line.folder.parent / "list.csv").write_text(f"name,division\n{rows}\n")
    line("register", line.folder.parent / "list.csv")


def links(page: str) -> set[str]:
    """Return the acts to which a page has a link."""
    return set(re.findall(r'href="/t/cup/desk/do/([^"?]+)', page))


def why(visitor: Visitor, verb: str) -> str:
    """Return what the form of an act says above its fields."""
    page = visitor.get(f"/t/cup/desk/do/{verb}").text
    found = re.search(r'<div class="refusal" role="alert">(.*?)</div></div>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split()) if found else ""


def test_a_repair_is_offered_only_if_it_would_change_a_pairing(
    organiser: Visitor, line: Line
) -> None:
    line.start()
    crowd(line, 6)
    line.announce()
    line("pair")
    assert "Repair</button>" not in organiser.get(ROUNDS).text
    assert "repair" not in links(organiser.get(ACTS).text)
    assert why(organiser, "repair").startswith("There is nothing to repair in Masters.")
    line("drop", "p1")
    line("drop", "p2")
    assert "Repair</button>" in organiser.get(ROUNDS).text
    assert "repair" in links(organiser.get(ACTS).text)
    assert why(organiser, "repair") == ""


def test_the_head_judge_repairs_and_withdraws_a_round_on_the_page_of_rounds(
    visitor: Visitor, access: AccessStore, line: Line
) -> None:
    line.start()
    crowd(line, 6)
    line.announce()
    line("pair")
    line("drop", "p1")
    line("drop", "p2")
    come_in(visitor, access, AccessRole.HEAD_JUDGE, tournament="cup")
    page = visitor.get(ROUNDS).text
    assert "Repair</button>" in page
    assert "Withdraw the round" in page
    assert "Pair the whole round again" not in page
    assert not {'value="post"', 'value="start"', 'value="pair"'} & {
        *re.findall('value="[^"]*"', page)
    }
    done = visitor.post(ROUNDS, data={**hidden(page), "verb": "repair", "pool": "masters"})
    assert done.status_code == 200
    assert line.ledger()[-1]["events"][0]["event"] == "round-repaired"


@pytest.mark.parametrize(
    ("style", "verb", "said"),
    [
        ("single-elimination", "cut", "Single elimination has no pods, awarded byes,"),
        ("single-elimination", "day-two", "Single elimination has no pods, awarded byes,"),
        ("swiss-plus-cut", "seed", "Seeds are drawn only for single elimination"),
        ("swiss-plus-cut", "third-place", "No 3rd-place match can be paired now"),
        ("swiss-plus-cut", "draft/build", "The event is standard, so players bring their decks."),
        ("swiss-plus-cut", "draft/seats", "The event is standard, so it has no booster draft."),
        ("swiss-plus-cut", "start", "Nothing has been paired, so no round can start."),
        ("swiss-plus-cut", "reinstate", "Player 0 (p1) has not dropped."),
    ],
)
def test_a_form_that_cannot_be_used_says_so_at_once_and_is_on_no_list(
    organiser: Visitor, line: Line, style: str, verb: str, said: str
) -> None:
    line.start("--style", style, "--format", "standard")
    crowd(line, 4)
    assert why(organiser, verb).startswith(said)
    assert verb not in links(organiser.get(ACTS).text)


def test_round_1_of_a_team_battle_is_offered_once_everybody_has_a_partner(
    organiser: Visitor, line: Line
) -> None:
    line.start("--format", "team-battle-constructed")
    crowd(line, 4)
    assert 'value="pair"' not in organiser.get(ROUNDS).text
    assert "no partner" in why(organiser, "pair")
    line("team", "form", "Rocket", "p1", "p2")
    line("team", "form", "Aqua", "p3", "p4")
    assert "Pair round 1</button>" in organiser.get(ROUNDS).text
    assert why(organiser, "pair") == ""


def test_nobody_can_join_a_team_battle_late_and_the_page_says_how_before_the_start(
    organiser: Visitor, line: Line
) -> None:
    line.start("--format", "team-battle-constructed")
    crowd(line, 4)
    line("team", "form", "Rocket", "p1", "p2")
    line("team", "form", "Aqua", "p3", "p4")
    line.announce()
    line("pair")
    page = organiser.get(PLAYERS).text
    assert "Nobody else can join: teams can only be formed before round 1 is paired." in page
    assert "do/withdraw?what=masters-1" in page


def test_a_bracket_is_not_offered_to_be_paired_while_its_seeds_are_out_of_date(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination")
    crowd(line, 5)
    line.announce()
    line("round seed")
    assert 'value="pair"' in organiser.get(ROUNDS).text
    line("drop", "p1")
    page = organiser.get(ROUNDS).text
    assert 'value="pair"' not in page
    assert "The seeds no longer match the active players" in page


def test_no_round_is_offered_while_a_result_of_an_earlier_one_is_withdrawn(
    organiser: Visitor, line: Line
) -> None:
    line.start()
    crowd(line, 4)
    line.first_round(3)
    line.play(1)
    line.pair()
    line.play(2)
    assert 'value="pair"' in organiser.get(ROUNDS).text
    line("withdraw", "masters-1-1", "--reason", "misread")
    assert 'value="pair"' not in organiser.get(ROUNDS).text
    said = line.at("pair", code=3).err
    assert "Round 1 of masters lacks 1 result (table 1)" in said
    assert "Report the missing results" in said


def test_a_missing_result_is_reported_before_a_round_is_repaired(
    organiser: Visitor, line: Line
) -> None:
    line.start()
    crowd(line, 5)
    line.first_round(3)
    line.play(1)
    line("pair")
    line("withdraw", "masters-1-1", "--reason", "misread")
    line("drop", "p5")
    page = organiser.get(ROUNDS).text
    assert "report the missing result first" in page
    assert 'value="repair"' not in page


def test_a_cut_that_was_not_announced_can_be_made_on_its_form(
    organiser: Visitor, line: Line
) -> None:
    line.start()
    crowd(line, 4)
    line.announce("--rounds", "1")
    line("pair")
    line("start")
    for table in (1, 2):
        line("report", f"masters-1-{table}", "1")
    form = "/t/cup/desk/do/cut"
    page = organiser.get(form).text
    assert "Masters</label>" in page
    fields = {"divisions:masters": "yes", "size": "2", "reason": "The players asked for it."}
    done = organiser.post(form, data={**hidden(page), **fields})
    assert done.status_code == 200
    assert line.ledger()[-1]["events"][-1]["event"] == "cut-made"


def test_no_cut_is_advised_in_a_single_elimination(organiser: Visitor, line: Line) -> None:
    line.start("--style", "single-elimination")
    crowd(line, 4)
    for words in (
        ["cut"],
        ["cut", "masters", "--size", "2", "--reason", "why not"],
        ["round day-two"],
    ):
        said = line.at(*words)
        assert said.code == 3
        assert "To make one anyway" not in said.err
        assert "a single-elimination tournament has no Swiss rounds" in said.err
    page = organiser.get("/t/cup/desk/do/cut").text
    assert "To make one anyway" not in page


def test_the_form_that_announces_offers_a_cut_in_swiss_too(organiser: Visitor, line: Line) -> None:
    line.start()
    crowd(line, 9)
    form = "/t/cup/desk/do/announce"
    page = organiser.get(form).text
    chosen = re.search(r'<select id="f-cut-masters".*?</select>', page, re.DOTALL)
    assert chosen
    assert re.findall('value="([^"]*)"', chosen[0]) == ["", "2", "4", "8"]
    plain = organiser.post(form, data={**hidden(page), "cut:masters": "", "dry-run": "yes"})
    assert "swiss-plus-cut" not in plain.text
    told = organiser.post(form, data={**hidden(page), "cut:masters": "4", "prizes": "0"})
    assert "The event now has the style swiss-plus-cut, since a cut was announced." in told.text
    assert line.ledger()[-1]["events"][0]["cut"] == {"Masters": 4}


def test_a_table_offers_more_time_as_long_as_its_match_is_played(
    organiser: Visitor, line: Line
) -> None:
    line.start()
    crowd(line, 4)
    line.announce()
    table = "/t/cup/desk/tables/masters-1-1"
    line("pair")
    assert 'value="extend"' not in organiser.get(table).text
    line("start")
    assert {'value="extend"', 'value="time-called"'} <= {
        *re.findall('value="[a-z-]*"', organiser.get(table).text)
    }
    line("report", "masters-1-1", "1")
    assert 'value="extend"' not in organiser.get(table).text


def test_pods_that_are_formed_anew_are_paired_and_not_the_pool_that_was_withdrawn(
    organiser: Visitor, line: Line
) -> None:
    """Seed 100378 of the simulation: the old pool was offered, and refused."""
    line.start()
    for name, year in (("Sen Ior", 2012), ("Mas Ter", 1990), ("Mas Two", 1990)):
        line("register", name, "--birth-year", str(year))
    line.announce()
    line("pair")
    line("withdraw", "senior-masters-1", "--reason", "somebody came")
    line("register", "Jun Ior", "--birth-year", "2018")
    page = organiser.get(ROUNDS).text
    assert 'name="pool" value="senior-masters"' not in page
    assert line("status").out.endswith("next: roundbook pair\n")
    assert "round 1 of all" in line("pair").out


@pytest.mark.rule("TOP-3.3.5a")
@pytest.mark.parametrize(
    ("premier", "advised", "sizes"), [(True, "no cut", 0), (False, "a cut of 2", 1)]
)
def test_a_cut_that_is_too_large_names_a_size_that_the_form_has(
    organiser: Visitor, line: Line, premier: bool, advised: str, sizes: int
) -> None:
    line.start("--style", "swiss-plus-cut", *(["--premier"] if premier else []), Masters=7)
    form = "/t/cup/desk/do/announce"
    page = organiser.get(form).text
    chosen = re.search(r'<select id="f-cut-masters".*?</select>', page, re.DOTALL)
    assert chosen
    assert chosen[0].count('value="2"') == sizes
    sent = {**hidden(page), "cut": "masters=4", "prizes": "0"}
    refused = organiser.post(form, data=sent).text
    told = refused[refused.index('<div class="refusal"') : refused.index("<form method")]
    assert "a cut of 4 is more than half" in told.lower()
    assert f"Use {advised} (“Cut”)." in told
    assert "do/announce" not in told, "it is the form that is shown"
    assert ('href="#f-because"' in told) == ('id="f-because"' in refused)


def test_an_override_is_open_below_the_form_and_its_button_is_the_one_that_sends(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=9)
    line("people staff", "Kim Sun", "organiser")
    form = "/t/cup/desk/do/announce"
    sent = {**hidden(organiser.get(form).text), "said": "9", "prizes": "0"}
    refused = organiser.post(form, data=sent).text
    assert '<a href="#f-because">Override the rules …</a>' in refused
    assert refused.count("Override the rules") == refused.count("Override the rule")
    assert '<details class="override" id="override" open>' in refused, "nobody looks for it"
    [sends] = re.findall(r"<button(?![^>]*second)[^>]*>([^<]*)</button>", refused.split("<h1>")[1])
    assert sends == "Announce rounds, cut and times with this override"


def test_an_announcement_that_differs_from_the_table_says_both_numbers_and_nothing_twice(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=7, Senior=2)
    line("people staff", "Kim Sun", "organiser")
    form = "/t/cup/desk/do/announce"
    page = organiser.get(form).text
    assert " hours" not in page.split("<select")[1], "they would be those of other rounds"
    options = re.findall(r"<option value=\"4\"[^>]*>(.*?)</option>", page)
    assert options[0].startswith("Top 4 · needs a reason · 4 of 7 players")
    [rounds] = re.findall(r'name="(said:[^"]+)"', page)
    sent = {**hidden(page), rounds: "4", "cut:masters": "4", "prizes": "0"}
    refused = organiser.post(form, data=sent).text
    assert 'id="f-larger-wrong">Give the reason here.</p>' in refused
    assert "Override the rules" not in refused
    done = organiser.post(form, data={**sent, **hidden(refused), "larger": "so"})
    assert done.status_code == 200
    said = " ".join(re.sub("<[^>]+>", " ", done.text).split())
    fewest = "otherwise 3 rounds, the minimum (the largest division has 7 players"
    assert f"Senior &amp; Masters: 4 rounds announced; {fewest}" in said
    assert "Senior &amp; Masters: 3 rounds" not in said
    assert said.count("so all play together") == 1
    assert "The Masters cut is 4." not in said


def plain(page: str) -> str:
    """Return what a page says, without how."""
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def test_flights_are_named_as_people_say_them_and_the_announced_rounds_count(
    organiser: Visitor, line: Line
) -> None:
    table = ("--style", "swiss-plus-cut", "--table", "tcg-two-day", "--end", "2026-03-08")
    line.start(*table, Masters=64)
    line("people staff", "Kim Sun", "organiser")
    fields = {"division": "Masters", "number": "2"}
    page = organiser.get("/t/cup/desk/flights").text
    assert "Masters A would have 16 players, but needs at least 32." in page
    form = hidden(page)
    drawn = plain(organiser.post("/t/cup/desk/flights", data={**form, **fields}).text)
    assert "The pools were fixed: Masters." in drawn
    assert "Masters A with 32, Masters B with 32." in drawn
    page = organiser.get("/t/cup/desk/flights").text
    assert 'name="number" value="2" class="second">Split into 2 flights again</button>' in page
    assert "Masters A would have 16 players" in page, "although its pools have names by now"
    again = {**hidden(page), **fields, "reason": "a name was missing"}
    assert "Masters A with 32" in plain(organiser.post("/t/cup/desk/flights", data=again).text)
    form = hidden(organiser.get("/t/cup/desk/do/announce").text)
    told = {"said:masters-a": "3", "said:masters-b": "3", "prizes": "8", "cut:masters": "4"}
    passes = {"override": "rounds-differ", "because": "it is small", "typed": "OVERRIDE"}
    said = organiser.post("/t/cup/desk/do/announce", data={**form, **told, **passes}).text
    each = "masters, 2 flights of 32, 32: 3 rounds announced; the rounds table has 5 rounds"
    assert each.capitalize() in plain(said)
    assert "Each flight is paired by itself" in organiser.get(ROUNDS).text
    assert "7 Mar 2026</time> – <time" in organiser.get("/t/cup").text
    assert "masters-a" not in organiser.get("/t/cup/desk/standings").text


def test_the_rounds_of_day_two_are_not_said_to_be_swiss_rounds_of_all(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce("--rounds", 2, "--cut", "masters=0")
    play(line)
    play(line)
    line("round day-two", "masters", "--rounds", 1, "--reason", "there is time")
    said = plain(organiser.get("/t/cup").text)
    assert "2 rounds of Swiss." in said
    assert "Masters: 1 round on day two." in said
    assert "3 rounds of Swiss" not in said


@pytest.mark.rule("POD-1", "A-66")
def test_the_rounds_of_a_pod_are_those_of_its_sheet_before_and_after_its_seats_are_drawn(
    organiser: Visitor, line: Line
) -> None:
    """Twelve players sit at two tables of six: the row of twelve has four rounds."""
    line.start("--format", "booster-draft", "--pairing", "pod-sheet", Masters=12)
    form = "/t/cup/desk/do/announce"
    page = organiser.get(form).text
    assert re.search(r'name="said:masters" value="3"', page)
    assert "The pod sheet: each draft table plays 3 rounds by itself" in page
    energy = ("--basic-energy", "--energy-told-ahead")
    said = line("announce", *energy, "--dry-run").out
    assert "masters: 3 rounds for each draft table, which plays by itself as a pod." in said
    line("draft seats")
    page = organiser.get(form).text
    assert re.findall(r'name="said:pod-([ab])" value="(\d)"', page) == [("a", "3"), ("b", "3")]
    line("announce", *energy)
    for _ in range(3):
        play(line)
    line.refused("pair", "pod-a", rule="rounds-complete")


def test_what_the_pod_sheet_means_is_said_beside_the_draft_when_an_event_is_opened(
    visitor: Visitor, access: AccessStore
) -> None:
    come_in(visitor, access, AccessRole.ORGANISER)
    page = visitor.get("/desk").text
    more = page.index("<summary>More</summary>")
    assert page.index('name="cards"') < page.index("each draft table plays on its own") < more


def test_the_seats_of_a_draft_stand_on_rounds_as_long_as_no_round_is_paired(
    organiser: Visitor, line: Line
) -> None:
    line.start("--format", "booster-draft", Masters=8)
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("draft seats")
    seats = '<ol class="seats">'
    assert seats in organiser.get(ROUNDS).text
    line("pair")
    assert seats not in organiser.get(ROUNDS).text
    line("withdraw", "masters-1", "--reason", "too early")
    assert seats in organiser.get(ROUNDS).text


@pytest.mark.parametrize(
    ("paired", "said", "pod"),
    [
        ("swiss", "Players also meet opponents from other draft tables", ""),
        ("pod-sheet", "Each draft table plays by itself, as a pod.", "Pod A: 6 players"),
    ],
)
def test_a_draft_says_whether_its_tables_play_by_themselves_and_who_dropped(
    organiser: Visitor, line: Line, paired: str, said: str, pod: str
) -> None:
    line.start("--format", "booster-draft", "--pairing", paired, Masters=12)
    assert said in organiser.get(ROUNDS).text
    line("draft seats")
    assert said in organiser.get(ROUNDS).text
    assert pod in plain(organiser.get("/t/cup/desk/do/announce").text)
    assert "dropped" not in organiser.get("/t/cup").text
    line("drop", "p3")
    for page in (ROUNDS, "/t/cup", "/t/cup/screen"):
        assert '<span class="flag">dropped</span>' in organiser.get(page).text
    assert "11 players" in organiser.get("/t/cup").text
    for page in ("/t/cup/desk/standings", "/t/cup/standings"):
        assert "Masters 11 players" in plain(organiser.get(page).text)
    assert "(p3), dropped" in organiser.get("/t/cup/desk/ask/draft/order?ask=yes").text


@pytest.mark.rule("A-19")
def test_an_event_of_two_days_has_a_day_two_on_the_way_to_the_cut_for_all_flights_at_once(
    organiser: Visitor, line: Line
) -> None:
    table = ("--style", "swiss-plus-cut", "--table", "tcg-two-day", "--end", "2026-03-08")
    line.start(*table, Masters=64)
    line("people staff", "Kim Sun", "organiser")
    line("round flights", "masters=2")
    assert 'name="day_two:masters"' in organiser.get("/t/cup/desk/do/announce").text
    line.announce("--rounds", 1, "--cut", "masters=4")
    play(line)
    page = organiser.get(ROUNDS).text
    assert page.index("Make the cut …") < page.index(">Begin day two …<"), "it may be left out"
    standings = organiser.get("/t/cup/desk/standings").text
    assert "top 4 has been announced: the best 2 of each flight." in standings
    assert "cut-line" not in standings
    form = organiser.get("/t/cup/desk/do/cut").text
    assert "Masters: 4 of 64 players advance, the best 2 of each flight" in form
    assert 'Day two <span class="soft">not announced</span>' in page
    form = "/t/cup/desk/do/day-two"
    ahead = plain(organiser.get(form).text)
    assert "Masters A: 32 of 32 players would advance to day two" in ahead
    assert "Masters B: 32 of 32 players would advance to day two" in ahead
    nobody = (
        "Everybody advances: nobody is left out. Players with 0 match points or more advance; "
        "at least the best 16 of each flight do."
    )
    assert ahead.count(nobody) == 2
    empty = organiser.post(form, data=hidden(organiser.get(form).text)).text
    assert "give the number of rounds and a reason: “Rounds” and “Reason”" in plain(empty)
    sent = {**hidden(empty), "rounds": "2", "reason": "a league of its own"}
    begun = organiser.post(form, data=sent)
    assert begun.status_code == 200
    assert re.findall("Undo: day two [^<]*", begun.text) == [
        f"Undo: day two (Masters {flight})" for flight in "AB"
    ]
    back = organiser.get(f"{form}?pool=masters-b&undo=undo").text
    assert "already has these players" not in back
    press(organiser, "pair")
    both = organiser.get("/t/cup/desk/do/withdraw?what=masters-a-2&together=together").text
    assert "<b>Round 2 of Masters A and Masters B, and everything that was done with it" in both
    line("withdraw", "masters-a-2", "--together", "--reason", "too early")
    made = [e["pool"] for e in line.ledger()[-3]["events"] if e["event"] == "day-two-made"]
    assert made == ["masters-a", "masters-b"]
    assert "Begin day two" not in organiser.get(ROUNDS).text


@pytest.mark.rule("A-19", "FL-7")
def test_day_two_begins_in_one_tap_for_all_flights_and_says_how_many_go_on(
    organiser: Visitor, line: Line
) -> None:
    """The 32 of a division are shared by its flights, as its cut is: 16 of each."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", Masters=64)
    form = organiser.get("/t/cup/desk/do/announce").text
    assert "Masters: rounds on day two" in form
    line("announce", "--flights", "masters=2", "--rounds", 5, "--day-two", "masters=1")
    assert 'Day two <span class="soft">1 round</span>' in organiser.get(ROUNDS).text
    line("round flights", "masters=2")
    for _ in range(5):
        play(line)
    assert step(organiser.get(ROUNDS).text).startswith("Begin day two …")
    page = organiser.get(ROUNDS).text
    assert page.count(">Begin day two …<") == 1
    assert "do/day-two?pool=" not in page
    ahead = organiser.get("/t/cup/desk/do/day-two")
    assert "Masters A: 16 of 32 players would advance to day two" in plain(ahead.text)
    why = "Players with 9 match points or more advance; at least the best 16 of each flight do."
    assert plain(ahead.text).count(why) == 2
    assert "Everybody advances" not in ahead.text
    line("round day-two", "masters-a")
    assert step(organiser.get(ROUNDS).text).startswith("Begin day two …"), "before round 6 of A"
    sent = hidden(organiser.get("/t/cup/desk/do/day-two").text)
    assert "Masters B" in plain(organiser.post("/t/cup/desk/do/day-two", data=sent).text)
    assert len(line.ledger()[-1]["events"][0]["players"]) == 16
    assert step(organiser.get(ROUNDS).text).startswith("Pair the next round of every pool")
    steps = plain(organiser.get(ROUNDS).text)
    assert steps.index("Round 5 done") < steps.index("Day two done") < steps.index("Round 6")
    play(line)
    line("cut")
    assert line.run("verify", line.folder).code == 0


def step(page: str) -> str:
    """Return the words of the next step on the page of rounds."""
    found = re.search(r'<div class="lead">(.*?)</div>', page, re.DOTALL)
    return plain(found[1]) if found else ""


def press(visitor: Visitor, verb: str, **values: str) -> str:
    """Press a button of the page of rounds."""
    form = hidden(visitor.get(ROUNDS).text)
    return plain(visitor.post(ROUNDS, data={**form, "verb": verb, **values}).text)


def test_flights_that_were_announced_are_the_next_step_and_one_tap(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=64)
    form = organiser.get("/t/cup/desk/do/announce").text
    assert form.index('name="said:masters"') < form.index('name="flights:masters"')
    assert form.index('name="flights:masters"') < form.index("<summary>More</summary>")
    told = {"flights:masters": "2", "prizes": "8"}
    said = plain(organiser.post("/t/cup/desk/do/announce", data={**hidden(form), **told}).text)
    assert "Masters, 2 flights of 32, 32: 5 rounds" in said
    page = organiser.get(ROUNDS).text
    assert step(page).startswith("Split into 2 flights at random Each flight is paired by itself")
    assert "Pair round 1" not in page
    assert "Split into flights</a>" in page
    assert "The 2 flights of Masters were announced, but not drawn." in press(organiser, "pair")
    assert "Masters A with 32" in press(organiser, "flights", wanted="masters=2")
    assert step(organiser.get(ROUNDS).text).startswith("Pair the next round of every pool")
    again = organiser.get("/t/cup/desk/do/announce").text
    assert '<option value="2" selected>2 flights of 32, 32: 5 rounds</option>' in again
    line("pair")
    line("post")
    line("start")


def test_announced_flights_of_several_divisions_are_drawn_with_one_tap(
    organiser: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=64, Senior=65)
    flights = ("--flights", "masters=2", "--flights", "senior=2")
    said = line("announce", *flights, "--cut", "masters=8", "--cut", "senior=8").out
    both = "masters=2 senior=2" if "masters=2 senior=2" in said else "senior=2 masters=2"
    assert f"next: roundbook round flights {both}" in said
    page = organiser.get(ROUNDS).text
    assert re.match(
        r"Split [MS]\w+ into 2 flights and [MS]\w+ into 2 flights at random", step(page)
    )
    [wanted] = set(re.findall('name="wanted" value="([^"]+)"', page))
    drawn = press(organiser, "flights", wanted=wanted)
    assert "Masters A with 32, Masters B with 32" in drawn
    assert "Senior A with 33, Senior B with 32" in drawn
    assert step(organiser.get(ROUNDS).text).startswith("Pair the next round of every pool")


def test_after_round_1_is_withdrawn_a_division_can_be_split_on_the_page_of_rounds(
    organiser: Visitor, line: Line
) -> None:
    """An announcement without the number of flights is made again, before the next pairing."""
    line.start("--style", "swiss-plus-cut", "--table", "tcg-single-day", Masters=64)
    line("announce", "--cut", "masters=8")
    line("pair")
    assert "Split into flights" not in organiser.get(ROUNDS).text
    line("withdraw", "masters-1", "--reason", "flights are needed")
    assert "Split into flights" in organiser.get(ROUNDS).text
    form = hidden(organiser.get("/t/cup/desk/flights").text)
    drawn = {"division": "Masters", "number": "2"}
    said = plain(organiser.post("/t/cup/desk/flights", data={**form, **drawn}).text)
    assert "Announce the rounds now with “Announce rounds, cut and times”" in said
    assert step(organiser.get(ROUNDS).text).startswith("Change the announcement … The flights")
    told = "/t/cup/desk/do/announce"
    organiser.post(told, data=hidden(organiser.get(told).text))
    assert step(organiser.get(ROUNDS).text).startswith("Pair the next round of every pool")
    assert line.ledger()[-1]["events"][0]["flights"] == {"Masters": 2}


@pytest.mark.rule("TRF-11.2.2")
def test_deck_building_is_a_step_until_its_time_is_over_and_an_early_start_is_asked_about(
    organiser: Visitor, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.start("--format", "booster-draft", Masters=8)
    line("announce", "--basic-energy", "--energy-told-ahead")
    line("draft seats")
    line("draft build")
    ends = datetime.fromisoformat(line.ledger()[-1]["at"]) + timedelta(minutes=30)
    line("pair")
    line("post")
    page = organiser.get(ROUNDS).text
    rail = page[page.index('class="rail"') : page.index("</nav>", page.index('class="rail"'))]
    assert f'Build decks <span class="soft">until {ends:%H:%M}</span>' in rail
    building = f"Players are building decks until {ends:%H:%M}."
    assert step(page).startswith(f"Start round 1 … {building}")
    form = "/t/cup/desk/do/start?pool=masters"
    assert f'href="{form}"' in page
    assert building in plain(organiser.get(form).text)
    monkeypatch.setattr(acts_of_rounds, "now", lambda: ends)
    over = organiser.get(ROUNDS).text
    assert "until" not in step(over)
    assert "building decks" not in plain(organiser.get(form).text)
    monkeypatch.undo()
    organiser.post("/t/cup/desk/do/start", data=hidden(organiser.get(form).text))
    assert line.ledger()[-1]["events"][0]["event"] == "round-started"
