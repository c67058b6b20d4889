"""The live board on Rounds, the last look before what is final, and the steps that lead there."""

import re

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import finish, last, play
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

ROUNDS = "/t/cup/desk/rounds"


def out(page: str) -> list[str]:
    """Return the tables that the board lists, in its order."""
    board = page[page.index('data-fresh="board-masters"') : page.index('id="t-masters"')]
    return re.findall(r'<a href="([^"]+)"[^>]*><strong>', board)


def test_rounds_shows_the_clock_what_is_in_and_first_the_tables_to_look_at(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=8)
    line.announce("--rounds", 2, "--time", 50)
    line.pair()
    line("report", "masters-1-1", "2-0")
    line("extend", "masters-1-3", 3, "--informed", "--reason", "a deck check")
    line("call", "masters-1-4", "--for", "a missed trigger")
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(ROUNDS).text
    assert "1 of 4 in" in plain(page)
    assert "Time is called at" in plain(page)
    assert out(page) == [f"/t/cup/desk?table=masters-1-{table}" for table in (4, 3, 2)]
    assert "calls a judge" in page
    assert "Calls for a judge (1)" in plain(page)
    assert "a missed trigger" in plain(page)
    assert "lacks 3 results" not in page, "the board says what is missing"
    assert page.count('name="verb"') == 0, "while slips are out, no button would change anything"
    line("report", "masters-1-4", "2-0")
    assert "2 of 4 in" in plain(visitor.get(ROUNDS).text)
    visitor.come_in(AccessRole.HEAD_JUDGE)
    assert "2 of 4 in" in plain(visitor.get(ROUNDS).text)


def test_a_long_round_lists_some_tables_and_counts_the_rest(visitor: Visitor, line: Line) -> None:
    line.start(Masters=60)
    line.announce("--rounds", 1)
    line.pair()
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(ROUNDS).text
    assert len(out(page)) == 24
    assert 'href="/t/cup/desk?out=all#out">Show all 30 tables' in page


def test_what_is_posted_and_printed_is_opened_and_not_made_again(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=4)
    line.announce("--rounds", 1)
    line("pair")
    visitor.come_in(AccessRole.ORGANISER)
    assert ">Post the pairings<" in visitor.get(ROUNDS).text
    form = {**hidden(visitor.get(ROUNDS).text), "verb": "post", "pool": "masters"}
    page = visitor.post(ROUNDS, data=form).text
    assert page.count("Open the PDF") == 1
    assert "Post the pairings" not in page
    assert "Open the PDF" in visitor.get(ROUNDS).text, "also when the answer is gone"
    assert "Another paper size, language or number of boards" in page


def test_the_steps_lead_to_day_two_and_to_the_cut_with_who_would_advance(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=40)
    line.announce("--rounds", 3, "--day-two", "masters=1", "--cut", "masters=4")
    for _ in range(3):
        play(line)
    finish(line)
    visitor.come_in(AccessRole.ORGANISER)
    rail = visitor.get(ROUNDS).text
    goes = re.findall(r'href="(/t/cup/desk/do/day-two[^"]*)"', rail)
    assert "/t/cup/desk/do/day-two?pool=masters" in goes
    page = plain(visitor.get(goes[0]).text)
    assert "players would advance to day two" in page
    assert "Begin day two" in page, "one tap after the step"
    cut = 'href="/t/cup/desk/do/cut"'
    assert cut not in rail, "it waits for day two"
    line("round day-two", "masters")
    play(line)
    finish(line)
    assert cut in visitor.get(ROUNDS).text


def test_all_forms_say_that_pairings_and_slips_would_be_printed_again(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=4)
    line.announce("--rounds", 1)
    line("pair")
    visitor.come_in(AccessRole.ORGANISER)
    forms = "/t/cup/desk/acts"
    for verb, title in (("post", "Post the pairings"), ("round slips", "Print the match slips")):
        assert f">{title}</a>" in visitor.get(forms).text
        line(verb)
        assert f">{title} again</a>" in visitor.get(forms).text


def test_a_round_to_pair_says_what_it_locks_unless_that_is_locked_already(
    visitor: Visitor, line: Line
) -> None:
    """What a withdrawn round locked stays locked (TOP §4)."""
    line.start(Masters=8)
    line.announce("--rounds", 3)
    play(line)
    play(line)
    visitor.come_in(AccessRole.ORGANISER)
    locks = "The results of round 1 lock"
    assert locks in plain(visitor.get(ROUNDS).text)
    line("pair")
    line("withdraw", "masters-3", "--reason", "somebody left")
    page = plain(visitor.get(ROUNDS).text)
    assert "Pair round 3" in page
    assert locks not in page


@pytest.mark.rule("TOP-3.3.6b")
def test_a_third_place_match_is_undone_by_the_button_in_the_answer(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--third-place")
    line("round seed")
    play(line)
    finish(line)
    visitor.come_in(AccessRole.ORGANISER)
    form = "/t/cup/desk/do/third-place"
    done = visitor.post(form, data={**hidden(visitor.get(form).text), "pool": "bracket"}).text
    [(goes, label)] = re.findall('href="([^"]+)">(Undo: [^<]+)</a>', done)
    assert label == "Undo: 3rd-place match"
    page = visitor.get(goes).text
    assert re.search(r'<input type="hidden" name="what" value="bracket-2-\d">', page)
    assert "3rd-place match: table" in plain(page)
    what = re.findall(r'name="what" value="(bracket-2-\d)"', page)[0]
    before = line.ledger()
    sent = {**hidden(page), "what": what, "reason": "there is no time for it"}
    back = visitor.post("/t/cup/desk/do/withdraw", data=sent).text
    assert len(line.ledger()) == len(before) + 1
    assert f"The 3rd-place match at table {what[-1]} was withdrawn" in plain(back)
    assert "Pair the 3rd-place match" in visitor.get(ROUNDS).text


def test_the_third_place_match_names_its_players_and_the_close_who_has_won(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--third-place")
    line("round seed")
    play(line)
    finish(line)
    visitor.come_in(AccessRole.ORGANISER)
    assert re.search(
        r"Masters \d and Masters \d, who lost the semi-finals, play for third place",
        plain(visitor.get(ROUNDS).text),
    )
    line("round third-place")
    play(line)
    finish(line)
    page = plain(visitor.get("/t/cup/desk/do/close").text)
    assert "these places would be final" in page
    assert page.index("More Last day") < page.index("these places") < page.index("Type CLOSE")
    assert page.count("Masters ") >= 4


@pytest.mark.rule("TOP-3.3.6b")
def test_a_third_place_match_is_everywhere_once_it_is_paired_and_finished_once_it_is_over(
    visitor: Visitor, line: Line
) -> None:
    """It needs no posting and no start, so it does not wait for the final."""
    line.start("--style", "single-elimination", Masters=4)
    line("announce", "--third-place")
    line("round seed")
    play(line)
    finish(line)
    line("round third-place")
    third = last(line, "third-place-playoff-paired")
    match, pair = f"bracket-2-{third['table']}", third["pairing"]
    names = [f"Masters {player[1:]}" for player in pair]

    def read(path: str) -> str:
        return plain(visitor.get(f"/t/cup{path}").text)

    def shown() -> None:
        assert re.search(r"3rd-place match Being played · 0 of 1 results in", read(""))
        for page in ("/pairings", "/pairings?by=table", "/pairings?pool=bracket&round=2"):
            assert all(name in read(page) for name in names), page
        page = visitor.get("/t/cup/pairings").text
        assert page.count(f'id="{pair[0]}"') == 1
        assert read("/screen").count("third place") == 2

    shown()
    assert "Next: final" in read("")
    visitor.come_in(AccessRole.PLAYER, player=pair[0])
    assert f"Table {third['table']} against {names[1]}" in read("/mine")
    visitor.come_in(AccessRole.ORGANISER)
    line("pair")
    shown()
    line("report", match, "2-0")
    latest = read("/desk")
    assert f"able {third['table']} in the 3rd-place match" in latest
    assert "bracket-2-" not in latest
    assert "3rd-place match Complete" in read("")
    line("post")
    assert read("/pairings").count("third place · complete") == 2
    screen = visitor.get("/t/cup/screen?show=pairings").text
    assert "third place" not in screen
    assert all(name not in screen for name in names), "nobody is sent to a match that is over"


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("award-bye", {"who": "p1", "number": "3", "reason": "won a side event"}),
        ("entropy", {"text": "4 2 6", "source": "dice at the stage"}),
    ],
)
def test_what_nothing_takes_back_is_shown_first_and_done_by_a_second_tap(
    visitor: Visitor, line: Line, verb: str, fields: dict[str, str]
) -> None:
    line.begin("Ana", "Ben")
    visitor.come_in(AccessRole.ORGANISER)
    form = f"/t/cup/desk/do/{verb}"
    before = line.ledger()
    first = visitor.post(form, data={**hidden(visitor.get(form).text), **fields}).text
    assert line.ledger() == before
    sure = re.findall(r'class="grave" name="sure" value="([0-9a-f]+)"', first)
    assert sure, plain(first)
    visitor.post(form, data={**hidden(first), **fields, "sure": sure[0]})
    assert len(line.ledger()) == len(before) + 1
