"""The guided desk: the steps of the event, and on each page one act that leads on."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import finish, play
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

DESK = "/t/cup/desk"
OTHERWISE = ("--override", "rounds-differ", "--because", "so")


def main_button(page: str) -> str:
    """Return what the one main button of a page says."""
    inside = page[page.index("<main") : page.index("</main>")]
    found = re.findall(
        r'<(?:a class="button "[^>]*|button(?: class="")?)>(.*?)</(?:a|button)>', inside
    )
    assert len(found) == 1, found
    return str(found[0]).removesuffix(" …").strip()


def rail(page: str) -> list[tuple[str, str]]:
    """Return the steps of the event: how they stand, and what they say."""
    steps = re.findall(r'<li class="is-(\w+)"><a.*?</span> (.*?)</a></li>', page)
    return [(stand, " ".join(re.sub("<[^>]+>", "", said).split())) for stand, said in steps]


@pytest.mark.rule("TOP-4c")
def test_a_premier_round_shows_how_to_start_it_before_its_slips_are_printed(
    visitor: Visitor, line: Line
) -> None:
    line.start("--premier", Masters=4)
    line.announce()
    line("pair")
    line("post")
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(f"{DESK}/rounds").text
    assert "without slips" not in page, "only who is on the staff list may override a rule"
    line("people staff", "Kim Sun", "organiser")
    page = visitor.get(f"{DESK}/rounds").text
    assert main_button(page) == "Print the slips"
    [goes] = re.findall(
        r'<a class="button second" href="([^"]*)">Start round 1 without slips', page
    )
    form = visitor.get(goes).text
    assert "has no match slips" in form
    assert "Override the rule" in form
    done = visitor.post(f"{DESK}/rounds", data={**hidden(page), "verb": "slips"})
    assert "The slips of round 1 of Masters were prepared." in plain(done.text)
    assert "Print the slips: Open the PDF" in plain(done.text)
    assert "printed" not in plain(done.text)
    assert "without slips" not in done.text
    assert main_button(done.text) == "Start round 1"


def test_who_may_not_override_is_not_offered_a_start_without_slips(
    visitor: Visitor, line: Line
) -> None:
    line.start("--premier", Masters=4)
    line.announce()
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert "without slips" not in visitor.get(f"{DESK}/rounds").text


def test_rounds_has_one_main_button_from_an_empty_ledger_to_the_archive(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut")
    visitor.come_in(AccessRole.ORGANISER)
    said = list[str]()

    def looked() -> None:
        said.append(main_button(visitor.get(f"{DESK}/rounds").text))

    looked()
    line.crowd(Masters=8)
    looked()
    line.announce(
        "--rounds", 1, "--cut", "masters=2", "--override", "rounds-differ", "--because", "so"
    )
    for verb in ("pair", "post", "start"):
        looked()
        line(verb)
    looked()
    for match in line.tables(1):
        line("report", match, "2-0")
    looked()
    line("cut")
    for verb in ("pair", "post", "start"):
        looked()
        line(verb)
    looked()
    line("report", "masters-cut-2-1", "2-0")
    looked()
    line("close")
    looked()
    assert said == [
        *("Register players", "Announce rounds, cut and times"),
        *("Pair round 1", "Post the pairings", "Start round 1", "Enter slips"),
        *("Make the cut", "Pair the final", "Post the pairings", "Start the final"),
        *("Enter slips", "Close the tournament", "Seal the archive"),
    ]


def test_the_rail_numbers_the_steps_and_links_only_what_a_seat_may(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    visitor.come_in(AccessRole.SCOREKEEPER)
    page = visitor.get(f"{DESK}/players").text
    assert rail(page)[:3] == [
        ("done", "Register 4 players done"),
        ("done", "Announce 3 rounds done"),
        ("now", "Round 1"),
    ]
    assert [stand for stand, _ in rail(page)[3:]] == ["waits"] * len(rail(page)[3:])
    assert rail(page)[-2:] == [("waits", "Close"), ("waits", "Archive")]
    assert "desk/do/close" not in page
    visitor.client.cookies.clear()
    visitor.come_in(AccessRole.JUDGE)
    assert rail(visitor.get(f"{DESK}/tables").text) == []


def test_the_rail_goes_on_with_the_last_slip(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", "Eva", "Fay")
    visitor.come_in(AccessRole.SCOREKEEPER)
    form, part = hidden(visitor.get(DESK).text), {"X-Part": "yes"}
    # A slip of an earlier table leaves the steps as they are, so it is not slowed down by them.
    steps = (("1 1", None), ("2 1", "Round 1"), ("3 1", "Round 2"), ("u", "Round 1"))
    for typed, current in steps:
        said = visitor.post(DESK, data={**form, "line": typed}, headers=part).text
        form = hidden(said)
        assert ('<nav class="rail" data-fresh="rail"' in said) is (current is not None)
        assert [title for stand, title in rail(said) if stand == "now"] == [current][
            : bool(current)
        ]
        assert ("All slips are in." in said) is (current == "Round 2")


def test_a_cut_that_waits_for_its_pairing_is_no_empty_card(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=8)
    line.announce(
        *("--rounds", 1, "--cut", "masters=2", "--override", "rounds-differ", "--because", "so")
    )
    play(line)
    visitor.come_in(AccessRole.ORGANISER)
    line("cut")
    page = visitor.get(f"{DESK}/rounds").text
    assert main_button(page) == "Pair the final"
    card = page.partition('<h2 id="p-masters-cut">')[2].partition("</section>")[0]
    assert "Change the cut …" in card
    assert "Pair" not in card
    line("pair")
    assert "p-masters-cut" in visitor.get(f"{DESK}/rounds").text


def test_the_button_and_the_step_beside_it_name_a_round_alike(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", Masters=16)
    line.first_round(1, "--cut", "masters=8", "--override", "rounds-differ")
    line.play(1)
    line("cut")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    for name in ("quarter-finals", "semi-finals", "final"):
        page = visitor.get("/t/cup/desk/rounds").text
        now = [said for stand, said in rail(page) if stand == "now"]
        assert main_button(page) == f"Pair the {name}"
        assert now == [name.capitalize()], now
        line("pair")
        line("post")
        assert f">Start the {name}</button>" in visitor.get("/t/cup/desk/rounds").text
        line("start")
        finish(line)


def test_the_rail_names_the_division_of_a_bracket_and_counts_who_was_registered(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--premier", Junior=5, Masters=10)
    cuts = ("--cut", "junior=2", "--cut", "masters=4")
    rules = ("cut-too-large", "rounds-differ")
    allowed = [word for rule in rules for word in ("--override", rule)]
    line.announce("--rounds", 1, *cuts, *allowed, "--because", "so")
    play(line)
    line("drop", "p15")
    visitor.come_in(AccessRole.ORGANISER)
    line("cut")
    line("ruling deckcheck", "draw", "masters-cut", "--players", 1)
    steps = rail(visitor.get(f"{DESK}/rounds").text)
    assert steps[0] == ("done", "Register 15 players done")
    said = [said for _, said in steps]
    assert said[said.index("Junior: Final") :][:3] == [
        "Junior: Final",
        "Masters: Semi-finals",
        "Masters: Final",
    ]
    drawn = line.ledger()[-1]["events"][0]["players"][0]
    line("ruling deckcheck", "record", drawn, "--counted", 60)
    checks = [one for one in rail(visitor.get(f"{DESK}/rounds").text) if "Deck checks" in one[1]]
    assert checks == [("waits", "Deck checks 1 of 2")]


def test_third_place_is_done_once_every_bracket_with_semi_finals_has_its_match(
    visitor: Visitor, line: Line
) -> None:
    """A bracket of two players has no match for third place to wait for."""
    line.start("--style", "swiss-plus-cut", Junior=8, Masters=8)
    let = ("--override", "rounds-differ", "--because", "so")
    cuts = ("--cut", "junior=2", "--cut", "masters=4", "--third-place")
    line.announce("--rounds", 1, *cuts, *let)
    play(line)
    visitor.come_in(AccessRole.ORGANISER)

    def stands() -> list[str]:
        steps = rail(visitor.get(f"{DESK}/rounds").text)
        return [stand for stand, said in steps if said.startswith("Third place")]

    line("cut")
    assert stands() == ["waits"]
    play(line)
    assert stands() == ["now"]
    line("round third-place", "masters-cut")
    assert stands() == ["now"]
    line("report", "masters-cut-3-3", "1")
    assert stands() == ["done"]


def test_the_desk_leads_to_the_public_pages_and_back(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben")
    visitor.come_in(AccessRole.ORGANISER)
    head = visitor.get(f"{DESK}/history").text.partition("<main")[0]
    event, *others = re.findall(r'href="/t/cup(/?[^"]*)"[^>]*>([^<]*)</a>', head)
    assert event[0] == "/desk"
    assert {("", "Public page"), ("/screen", "Projector view")} <= set(others)
    [back] = re.findall(r'href="(/sign-in[^"]*)"', visitor.get("/t/cup").text)
    assert visitor.get(back).url.path == DESK


def test_what_a_rule_refuses_has_the_button_that_mends_it_and_quietly_the_override(
    visitor: Visitor, line: Line
) -> None:
    """To start unannounced is refused on Rounds, where the reason can be given as well."""
    line.start(Masters=4)
    line("pair")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = f"{DESK}/rounds"
    form = {**hidden(visitor.get(page).text), "verb": "start", "pool": "masters"}
    refused = visitor.post(page, data=form).text
    assert "announcement-missing" in refused
    assert f'href="{DESK}/do/announce' in refused
    assert "Override the rule" in refused
    assert 'name="override" value="announcement-missing"' in refused
    again = {**form, **hidden(refused), "override": "announcement-missing"}
    said = visitor.post(page, data={**again, "because": "told aloud", "typed": "OVERRIDE"}).text
    assert "started" in plain(said)
    assert line.ledger()[-1]["events"][0]["override"]["reason"] == "told aloud"


def test_after_an_act_work_goes_on_where_the_next_is_done_and_undo_is_an_event(
    visitor: Visitor, line: Line
) -> None:
    """The answer stands above the next step, and what the ledger allows is taken back from it."""
    line.start(Masters=4)
    line.announce()
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get(f"{DESK}/do/pair").text)
    paired = visitor.post(f"{DESK}/do/pair", data=form)
    assert paired.url.path == f"{DESK}/rounds"
    assert main_button(paired.text) == "Post the pairings"
    assert ">Undo: pairing of round 1</button>" in paired.text
    line("post")
    posted = visitor.get(str(paired.url)).text
    assert "Undo: " not in posted
    assert f'href="{DESK}/do/withdraw?what=masters-1">Withdraw round 1 …</a>' in posted
    form = hidden(visitor.get(f"{DESK}/do/drop").text)
    checked = visitor.post(f"{DESK}/do/drop", data={**form, "who": "p4", "dry-run": "yes"}).text
    assert "Nothing was written" in checked
    assert "Undo" not in checked, "nothing was done"
    left = visitor.post(f"{DESK}/do/drop", data={**form, "who": "p4"})
    assert left.url.path == f"{DESK}/players"
    assert f'href="{DESK}/do/reinstate?who=p4">Undo: drop of ' in left.text
    line("people reinstate", "p4", "--reason", "a slip")
    line("start")
    older = visitor.get(str(paired.url)).text
    assert "was paired" in older
    assert "Undo: " not in older, "the rounds went on, so what was offered then is over"
    page = visitor.get(DESK).text
    assert "Undo<" not in page
    said = visitor.post(DESK, data={**hidden(page), "line": "1 1"}).text
    undo = re.search(r'name="line" value="u">.*?<button class="second">Undo<', said, re.DOTALL)
    assert undo
    back = visitor.post(DESK, data={**hidden(said), "line": "u"}).text
    assert "was undone" in back
    assert "Undo<" not in back
    assert line.ledger()[-1]["events"][0]["event"] == "result-withdrawn"


@pytest.mark.rule("A-1")
def test_the_only_undefeated_player_is_named_once_with_the_pool_as_people_say_it(
    visitor: Visitor, line: Line
) -> None:
    line.start(Senior=2, Masters=2)
    line.announce("--rounds", 3, "--override", "rounds-differ", "--because", "so")
    for _ in range(2):
        play(line)
    visitor.come_in(AccessRole.ORGANISER)
    form = hidden(visitor.get(f"{DESK}/do/pair").text)
    said = visitor.post(f"{DESK}/do/pair", data=form).text
    assert said.count(" is undefeated in ") == 1
    assert "is undefeated in Senior &amp; Masters after round 2" in said
    later = visitor.get(f"{DESK}/rounds").text
    assert later.count("is undefeated in Senior &amp; Masters after round 2") == 1


def test_rounds_that_were_paired_at_once_are_withdrawn_at_once(
    visitor: Visitor, line: Line
) -> None:
    line.start(Senior=6, Masters=6)
    line.announce()
    visitor.come_in(AccessRole.ORGANISER)
    paired = visitor.post(f"{DESK}/do/pair", data=hidden(visitor.get(f"{DESK}/do/pair").text)).text
    assert re.findall(">Undo: ([^<]+)<", paired) == ["pairing of round 1 of Senior and Masters"]
    line("withdraw", "masters-1", "--together", "--reason", "the wrong hall")
    gone = [(one["event"], one["pool"]) for one in line.ledger()[-1]["events"]]
    assert gone == [("round-withdrawn", "masters"), ("round-withdrawn", "senior")]


def test_the_third_place_is_done_once_it_is_played_and_the_final_is_another_card(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=9)
    line.announce("--rounds", 1, "--cut", "masters=4", "--third-place", *OTHERWISE)
    line.pair()
    line.play(1)
    line("cut")
    line.pair()
    for table in (1, 2):
        line("report", f"masters-cut-2-{table}", "2-0")
    visitor.come_in(AccessRole.ORGANISER)
    fifth = re.findall(r"<tr.*?</tr>", visitor.get(f"{DESK}/standings").text, re.DOTALL)[5]
    assert ">the cut<" in fifth, "true of both players that it parts"

    def looked() -> tuple[str, dict[str, str]]:
        page = visitor.get(f"{DESK}/rounds").text
        steps = {title.removesuffix(" done"): stand for stand, title in rail(page)}
        return plain(page[page.index("<main") : page.index("</main>")]), steps

    said, steps = looked()
    assert steps["Third place"] == "now"
    assert "this match has no posting, no start and no clock of its own" in said
    line("round third-place")
    said, steps = looked()
    assert "Masters cut, 3rd-place match 0 of 1 in" in said
    assert "Enter slips The 3rd-place match is being played." in said, "it can begin at once"
    assert steps["Third place"] == "now"
    line("pair")
    said, steps = looked()
    assert said.count("Enter slips The 3rd-place match is being played.") == 1
    assert "Masters cut, 3rd-place match 0 of 1 in" in said
    assert (
        "Masters cut, final: paired Check 1 table, no bye. The 3rd-place match, at table 2" in said
    )
    assert "Still out (1)" in said
    assert "Masters, round 1: completed" in said, "the Swiss rounds stay over while the final waits"
    assert [*steps].index("Third place") == [*steps].index("Final") - 1
    line("post")
    line("start")
    assert "Masters cut, final and 3rd-place match 0 of 2 in" in looked()[0]
    assert "for the final only" in looked()[0], "of the clock beside it"
    out = re.findall(r"<strong>(.)</strong>.*?<span class=\"soft\">(.*?)<", visitor.get(DESK).text)
    assert {called for _table, called in out[:2]} == {"final", "3rd-place match"}
    assert "Masters, round 1: completed" in looked()[0]
    line("report", "masters-cut-3-2", "2-0")
    assert looked()[1]["Third place"] == "done"
    assert looked()[1]["Final"] == "now"


@pytest.mark.parametrize(("style", "has_cut"), [("swiss-plus-cut", True), ("swiss", False)])
def test_the_rail_shows_the_cut_of_an_event_from_the_start(
    visitor: Visitor, line: Line, style: str, has_cut: bool
) -> None:
    line.start("--style", style, Masters=9)
    visitor.come_in(AccessRole.ORGANISER)
    titles = [title for _, title in rail(visitor.get(f"{DESK}/rounds").text)]
    cut = ["Cut"] if has_cut else []
    assert titles[-len(cut) - 3 :] == ["Round 1", *cut, "Close", "Archive"]
