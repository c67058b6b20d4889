"""The page of the close says what the event owes, in the words of the terminal."""

import re
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import play, two_rounds
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

PAGE = "/t/cup/desk/do/close"
CHECK = "/t/cup/desk/do/deckcheck/record"
OWED = "2 of 3 announced rounds of Masters were played."


def test_after_the_close_nobody_is_said_to_play_and_no_bracket_to_come(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    pages = [f"/t/cup{page}" for page in ("/bracket", "/desk/bracket", "/desk/players")]
    public, own, players = (plain(visitor.get(page).text) for page in pages)
    assert "If a cut is made, it appears here." in public
    assert "If a cut is made, it appears here." in own
    assert "playing" in players
    line.close()
    public, own, players = (plain(visitor.get(page).text) for page in pages)
    assert "This event has no bracket." in public
    assert "This event has no bracket." in own
    assert "playing" not in players
    assert "finished" in players


@pytest.mark.rule("A-55")
def test_what_is_owed_is_listed_before_it_is_closed_and_passes_for_one_reason(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.play(1, "tie")
    line("pair")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get(PAGE).text
    for said in (
        "Round 2 of Masters was paired, but has not started.",
        "1 of 3 announced rounds of Masters was played.",
        "round-unfinished, rounds-unplayed",
    ):
        assert said in page
    assert 'name="override" value="round-unfinished rounds-unplayed"' in page
    assert not (line.folder / "attempts.jsonl").exists(), "a look is no attempt"
    line("start")
    line.play(2, "tie")
    page = visitor.get(PAGE).text
    assert OWED in page
    assert OWED.replace("Masters", "masters") in line.refused("close")
    form = hidden(page) | {"typed": "CLOSE"}
    answer = visitor.post(PAGE, data=form)
    assert answer.status_code == 422
    assert OWED in answer.text
    passing = {"override": "rounds-unplayed", "because": "the hall is needed"}
    assert visitor.post(PAGE, data=hidden(answer.text) | form | passing).status_code == 200
    *_, closed = line.ledger()[-1]["events"]
    assert closed["event"] == "tournament-closed"
    assert closed["override"]["reason"] == "the hall is needed"


def test_every_place_that_a_close_makes_final_is_listed(visitor: Visitor, line: Line) -> None:
    line.start(Masters=10)
    line.first_round(1)
    line.play(1)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    assert "All other places (" in page
    for number in range(1, 11):
        assert f"Masters {number}</li>" in page


@pytest.mark.rule("TRF-5a")
def test_a_game_loss_that_a_result_forgets_stands_in_rounds_and_before_the_close(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    left = line.paired(1)["pairings"][0][0]
    line("penalty", left, "game-loss", "--for", "59 cards", "--match", "masters-1-1")
    line.report({"masters-1-1": "2-0", "masters-1-2": "1"})
    visitor.come_in(AccessRole.ORGANISER)
    name = ("Ana", "Ben", "Cho", "Dee")[int(left[1:]) - 1]
    said = f"{name} has a game loss at table 1, but the result does not include a game won by the "
    said += "opponent. Correct"
    for page in ("/t/cup/desk/rounds", PAGE):
        shown = visitor.get(page).text
        assert said in shown
        assert "/desk/do/correct?match=masters-1-1" in shown
    [note] = re.findall(r'href="(/t/cup/desk/do/note\?[^"]+)"', visitor.get(PAGE).text)
    form = visitor.get(unescape(note)).text
    assert f'name="who" value="{left}"' in form, "the button fills in whom the note is about"
    sent = {**hidden(form), "match": "masters-1-1", "who": left, "text": "served elsewhere"}
    visitor.post("/t/cup/desk/do/note", data=sent)
    assert "has a game loss" not in visitor.get("/t/cup/desk/rounds").text


def test_the_divisions_of_a_close_are_in_the_order_of_every_other_page(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=2, Senior=2)
    line.announce("--rounds", 1, "--override", "rounds-differ", "--because", "so")
    play(line)
    visitor.come_in(AccessRole.ORGANISER)
    page = plain(visitor.get(PAGE).text)
    assert page.index("Senior: these places") < page.index("Masters: these places")
    assert "tom: as in the file" not in page


def test_a_premier_event_without_a_deck_check_says_what_to_do_once_all_is_played(
    visitor: Visitor, line: Line
) -> None:
    line.start("--premier", Masters=4)
    line.announce("--rounds", 1, "--override", "rounds-differ", "--because", "so")
    line("pair")
    line("round slips")
    line("start")
    line.play(1)
    line("people staff", "Kim Sun", "organiser")
    visitor.come_in(AccessRole.ORGANISER)
    assert 'Cards counted <span class="soft">(required)</span>' in visitor.get(CHECK).text
    rounds = visitor.get("/t/cup/desk/rounds").text
    assert "A Premier Event needs a deck check before it is closed (TRF §5)." in rounds
    page = visitor.get(PAGE).text
    assert "Decks can be checked until their players leave:" in page
    assert "An official may override it" in page


@pytest.mark.rule("A-76")
def test_an_organiser_who_is_not_on_the_staff_list_is_told_who_can_add_them(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    line.play(1, "tie")
    visitor.come_in(AccessRole.ORGANISER)
    founder = line("people staff").out.partition(", ")[2].partition(",")[0]
    told = (
        f"You are not on the staff list as organiser; an organiser, such as {founder}, can add you."
    )
    page = visitor.get(PAGE).text
    assert told in page
    assert "Add a staff member" not in page[page.index("<main") : page.index("<form method")]
    form = hidden(page) | {"name": "Kim Sun", "roles": "organiser"}
    answer = visitor.post("/t/cup/desk/do/staff", data=form)
    assert answer.status_code == 422
    assert told in answer.text


@pytest.mark.rule("A-49", "A-76")
def test_an_organiser_who_is_not_on_the_staff_list_cannot_reopen_and_is_told_who_can(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    for number in (1, 2, 3):
        line.play(number, "1")
        if number < 3:
            line.pair()
    line("close")
    visitor.come_in(AccessRole.ORGANISER)
    told = "You are not on the staff list as organiser; an organiser, such as "
    rounds = plain(visitor.get("/t/cup/desk/rounds").text)
    told_who = "Only the organiser who opened the event, or one on the staff list, can reopen it."
    assert f"The tournament is closed. {told_who}" in rounds
    assert "All slips are in" not in rounds
    address = "/t/cup/desk/do/reopen"
    reopening = {"reason": "closed too early", "typed": "REOPEN"}
    page = visitor.get(address).text
    assert told in page
    answer = visitor.post(address, data=hidden(page) | reopening)
    assert answer.status_code == 422
    assert "you cannot reopen the tournament." in plain(answer.text).lower()
    assert told in answer.text
    visitor.client.cookies.clear()
    line("people staff", "Kim Sun", "organiser")
    visitor.come_in(AccessRole.ORGANISER, name="Kim Sun")
    page = visitor.get(address).text
    assert told not in page
    answer = visitor.post(address, data=hidden(page) | reopening)
    assert answer.status_code == 200
    assert "the tournament was reopened" in line("history").out


def test_a_close_without_its_word_says_so_at_the_field(visitor: Visitor, line: Line) -> None:
    """A browser that keeps the form back says it in a bubble that is soon gone, or not at all."""
    line.begin("Ana", "Ben", "Cho", "Dee", played=3)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    [field] = re.findall('<input id="f-typed"[^>]*>', page)
    assert "required" not in field
    assert "f-typed-wrong" not in page
    refused = visitor.post(PAGE, data=hidden(page))
    assert refused.status_code == 422
    [field] = re.findall('<input id="f-typed"[^>]*>', refused.text)
    assert 'aria-describedby="f-typed-wrong" autofocus' in field
    assert '<p class="wrong" id="f-typed-wrong">Type CLOSE to confirm.</p>' in refused.text
    assert line.ledger()[-1]["events"][0]["event"] != "tournament-closed"


def test_an_event_that_owes_nothing_has_nothing_listed(visitor: Visitor, line: Line) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=3)
    visitor.come_in(AccessRole.ORGANISER)
    page = visitor.get(PAGE).text
    assert "announced rounds" not in page
    assert "against the rule" not in page


def test_a_closed_tournament_offers_to_be_reopened_and_no_registration(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    for number in (1, 2, 3):
        line.play(number, "1")
        if number < 3:
            line.pair()
    line("close")
    line("people staff", "Kim Sun", "organiser")
    visitor.come_in(AccessRole.ORGANISER, name="Kim Sun")
    for page in ("rounds", "archive"):
        assert 'href="/t/cup/desk/do/reopen"' in visitor.get(f"/t/cup/desk/{page}").text
    for page in ("rounds", "players"):
        said = visitor.get(f"/t/cup/desk/{page}").text
        assert "Import a list of players" not in said
        assert "Announce rounds" not in said
    assert 'value="register"' not in visitor.get("/t/cup/desk/players").text
    assert 'value="late"' not in visitor.get("/t/cup/desk/players").text


def test_the_close_names_the_winner_of_every_division_and_writes_days_in_words(
    visitor: Visitor, line: Line
) -> None:
    """A division without a cut is won in its Swiss rounds; one that nobody played in by nobody."""
    line.start("--style", "swiss-plus-cut", Masters=8, Senior=8, Junior=1)
    line.announce(
        *("--rounds", 1, "--cut", "masters=2", "--cut", "senior=none"),
        *("--override", "rounds-differ", "--because", "so"),
    )
    play(line)
    line("cut")
    play(line)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get(PAGE).text
    done = visitor.post(PAGE, data=hidden(page) | {"typed": "CLOSE"})
    assert done.status_code == 200, done.text
    said = plain(done.text)
    for division in ("Masters", "Senior"):
        assert f"The winner of {division} is {division} " in said
    assert re.search(
        r"Keep the results until \d+ [A-Z][a-z]{2} 20\d\d, three months from \d+ ", said
    )
    assert not re.search(r"\d{4}-\d{2}-\d{2}", said)


def test_the_standings_say_why_the_percentages_of_a_player_who_dropped_are_odd(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=1)
    visitor.come_in(AccessRole.ORGANISER)
    page = "/t/cup/desk/standings"
    odd = "The percentages of a player who dropped count only the opponents met before the drop"
    assert odd not in visitor.get(page).text
    line("drop", "p1")
    assert odd in visitor.get(page).text


def test_the_prizes_of_places_stand_beside_the_players_who_win_them(
    visitor: Visitor, line: Line
) -> None:
    line.start(Masters=4)
    prizes = ("--prizes", 3, "--prize", "1=36 packs", "--prize", "2-3=12 packs")
    line.announce("--rounds", 2, *prizes)
    play(line)
    play(line)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get(PAGE).text
    won = [page.count(f'<span class="soft">{prize} packs') for prize in (36, 12)]
    assert won[0] == 1
    assert won[1] in {0, 2}, "a place that two share has no prize of its own"
    assert "36 packs" not in visitor.get("/t/cup/desk/standings").text
    done = visitor.post(PAGE, data=hidden(page) | {"typed": "CLOSE"})
    assert done.status_code == 200, plain(done.text)
    final = visitor.get("/t/cup/desk/standings").text
    cell = '<td data-label="Prize">'
    assert [final.count(f"{cell}{prize} packs</td>") for prize in (36, 12)] == won
    assert '<th scope="col">Player</th><th scope="col">Prize</th>' in final
    paper = visitor.get("/t/cup/desk/print/standings").content
    said = " ".join(PdfReader(BytesIO(paper)).pages[0].extract_text().split())
    assert " Prize " in said
    assert [said.count(f" {prize} packs") for prize in (36, 12)] == won


def test_every_place_with_a_prize_is_named_before_the_close(visitor: Visitor, line: Line) -> None:
    line.start(Masters=8)
    more = line.at("announce", "--rounds", 1, "--prizes", 4, "--prize", "1-5=a mat")
    assert (
        "the prizes by place are for 5 places, but the number of players who get prizes is 4"
        in (more.err)
    )
    prizes = [word for n in range(1, 9) for word in ("--prize", f"{n}=mat {n}")]
    line.announce("--rounds", 1, "--prizes", 8, *prizes)
    play(line)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    listed = visitor.get(PAGE).text.partition("these places would be final")[2]
    assert "All other places" not in listed.partition("mat ")[2]


def test_the_places_that_win_a_prize_are_marked_although_only_their_number_was_announced(
    visitor: Visitor, line: Line
) -> None:
    """Once the event is closed, on the desk's page and on that of the players."""
    two_rounds(line, 4, "--rounds", 2, "--prizes", 1)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    form = visitor.get("/t/cup/desk/do/announce").text
    assert form.index('name="prizes_by_place"') < form.index("<summary>More</summary>")
    page = visitor.get(PAGE).text
    assert page.count('<span class="soft">prize</span>') == 1
    for standings in ("/t/cup/desk/standings", "/t/cup/standings"):
        assert ">prize<" not in visitor.get(standings).text
    visitor.post(PAGE, data=hidden(page) | {"typed": "CLOSE"})
    for standings in ("/t/cup/desk/standings", "/t/cup/standings"):
        assert len(re.findall("<td[^>]*>prize</td>", visitor.get(standings).text)) == 1
    german = visitor.get("/t/cup/standings?lang=de").text
    assert '<th scope="col" class="wide">Preis</th>' in german
    assert '<span class="narrow soft">Preis</span>' in german, "on a phone, below the name"


@pytest.mark.parametrize("style", ["swiss", "single-elimination"])
def test_prizes_of_several_divisions_are_marked_only_where_all_have_one_list_of_places(
    visitor: Visitor, line: Line, style: str
) -> None:
    """An announcement gives prizes by place, and so not whose they are (TOP §2)."""
    line.start("--style", style, Masters=2, Senior=2)
    pure = style == "single-elimination"
    line.announce(*(() if pure else ("--rounds", 1)), "--prizes", 1)
    if pure:
        line("round seed")
        play(line)
    play(line)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    page = visitor.get(PAGE).text
    assert page.count('<span class="soft">prize</span>') == pure
    assert ("does not say which division each prize is for" in page) is not pure
    visitor.post(PAGE, data=hidden(page) | {"typed": "CLOSE"})
    for standings in ("/t/cup/desk/standings", "/t/cup/standings"):
        assert len(re.findall("<td[^>]*>prize</td>", visitor.get(standings).text)) == pure


def test_after_the_close_no_page_shows_a_message_or_offers_to_send_one(
    visitor: Visitor, line: Line
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee", played=3)
    line("message", "Prizes at noon.")
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    pages = [f"/t/cup{page}" for page in ("", "/screen", "/mine/p1", "/desk/messages")]
    assert all("Prizes at noon." in visitor.get(page).text for page in (pages[0], pages[3]))
    form = visitor.get(PAGE).text
    tried = visitor.post(PAGE, data=hidden(form) | {"typed": "CLOSE", "dry-run": "yes"}).text
    assert "Nothing was written" in tried, plain(tried)
    assert "The final places" not in tried
    line.close()
    assert not any("Prizes at noon." in visitor.get(page).text for page in pages)
    assert "The tournament is closed: no messages are shown" in visitor.get(pages[3]).text
    assert "Send the message" not in visitor.get(pages[3]).text
