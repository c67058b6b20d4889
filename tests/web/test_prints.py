"""Paper from the desk: what is posted is recorded, lists are only printed."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.cli.swiss import play
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

PRINT = "/t/cup/desk/print"


@pytest.fixture
def desk(visitor: Visitor, line: Line) -> Visitor:
    line.begin("Ana Lopez", "Ben Ode", "Cho Sun", "Dee Fox")
    visitor.come_in(AccessRole.SCOREKEEPER)
    return visitor


def text_of(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


@pytest.mark.parametrize("verb", ["post", "slips"])
def test_what_players_are_given_is_printed_and_recorded_once(
    desk: Visitor, line: Line, verb: str
) -> None:
    form = {**hidden(desk.get(PRINT).text), "verb": verb, "pool": "masters", "paper": "a4"}
    before = len(line.ledger())
    said = desk.post(PRINT, data=form)
    assert said.headers["content-type"] == "application/pdf"
    assert "Lopez" in text_of(said.content)
    [event] = line.ledger()[-1]["events"]
    assert event["event"] == "round-posted"
    again = desk.post(PRINT, data=form)
    assert again.content == said.content
    assert len(line.ledger()) == before + 1


@pytest.mark.parametrize("what", ["pairings", "standings", "deckcheck/form?about=p1"])
def test_lists_are_printed_and_not_recorded(desk: Visitor, line: Line, what: str) -> None:
    before = line.files()
    said = desk.get(f"{PRINT}/{what}")
    assert said.headers["content-type"] == "application/pdf", said.text
    assert "Lopez" in text_of(said.content)
    assert line.files() == before


@pytest.mark.parametrize(
    ("language", "pairings", "standings", "slips"),
    [
        ("de", "nach Tischen", "Rangliste", "Unterschrift"),
        ("es", "por mesa", "Clasificación", "Firma"),
        ("fr", "par table", "Classement", "Signé"),
    ],
)
def test_what_players_read_is_printed_in_the_language_that_is_chosen(
    desk: Visitor, line: Line, language: str, pairings: str, standings: str, slips: str
) -> None:
    page = desk.get(PRINT).text
    assert page.count(f'<option value="{language}" lang="{language}"') == 1
    for what, there in (("pairings", pairings), ("standings", standings)):
        said = text_of(desk.get(f"{PRINT}/{what}?lang={language}").content)
        assert there in said
        assert "round 1" not in said
    form = {**hidden(page), "verb": "slips", "lang": language}
    assert slips in text_of(desk.post(PRINT, data=form).content)
    [event] = line.ledger()[-1]["events"]
    assert event["printed"]["language"] == language
    assert "by table" in text_of(desk.get(f"{PRINT}/pairings?lang=xx").content)


def test_what_cannot_be_printed_says_why(desk: Visitor, line: Line) -> None:
    said = desk.get(f"{PRINT}/bracket")
    assert said.status_code == 422
    assert 'role="alert"' in said.text
    before = line.ledger()
    form = {**hidden(desk.get(PRINT).text), "verb": "post", "round": "9"}
    assert desk.post(PRINT, data=form).status_code == 422
    assert desk.post(PRINT, data={**form, "verb": "close"}).status_code == 404
    assert desk.get(f"{PRINT}/archive").status_code == 404
    assert line.ledger() == before


def test_a_judge_prints_lists_and_posts_nothing(visitor: Visitor, line: Line) -> None:
    line.begin("Ana Lopez", "Ben Ode")
    visitor.come_in(AccessRole.JUDGE)
    form = hidden(visitor.get("/t/cup/desk/do/note").text)
    assert visitor.get(f"{PRINT}/standings").status_code == 200
    before = line.ledger()
    assert visitor.post(PRINT, data={**form, "verb": "post"}).status_code == 403
    assert line.ledger() == before


def test_names_are_printed_as_everybody_sees_them_where_that_is_chosen(
    desk: Visitor, line: Line
) -> None:
    line("people amend", "p1", "--display", "initial")
    page = desk.get(PRINT).text
    assert "including those of children" in page
    form = {**hidden(page), "verb": "slips", "pool": "masters"}
    assert "Lopez" in text_of(desk.post(PRINT, data=form).content)
    form = {**hidden(desk.get(PRINT).text), "verb": "slips", "pool": "masters", "public": "public"}
    said = text_of(desk.post(PRINT, data=form).content)
    assert "L." in said
    assert "Lopez" not in said


def test_pools_and_players_are_chosen_on_the_page_of_prints(desk: Visitor) -> None:
    page = desk.get(PRINT).text
    about = re.findall(r'<(select|input)[^>]* name="about"', page)
    assert about == ["input"], "one pool is no choice"
    assert '<option value="p1">Ana Lopez</option>' in page


def test_only_what_an_event_has_can_be_printed(visitor: Visitor, line: Line) -> None:
    line.start("--pairing", "pod-sheet", Masters=8)
    line.announce("--rounds", 3, "--cut", "masters=2")
    visitor.come_in(AccessRole.SCOREKEEPER, tournament="cup")
    shown = visitor.get(PRINT).text
    assert ">Pod sheet</h3>" in shown
    assert ">Bracket</h3>" not in shown, "there is no bracket yet"
    for _ in range(3):
        play(line)
    line("cut")
    shown = visitor.get(PRINT).text
    of_bracket = shown.partition(">Bracket</h3>")[2].partition("</form>")[0]
    assert "<button" in of_bracket
    assert "<select" not in of_bracket, "one bracket is no choice"


def test_paper_and_language_are_chosen_once_and_remembered(desk: Visitor, line: Line) -> None:
    """For lists, for what is recorded, and for the buttons of the page of rounds."""
    page = desk.get(PRINT).text
    assert page.count("<select") == 2
    assert 'value="a4" selected' in page
    chosen = desk.get(PRINT, params={"paper": "letter", "lang": "fr"})
    assert chosen.status_code == 200
    assert 'value="letter" selected' in desk.get(PRINT).text, "also the next time"
    assert "Classement" in text_of(desk.get(f"{PRINT}/standings").content)
    desk.post(PRINT, data={**hidden(page), "verb": "slips"})
    [event] = line.ledger()[-1]["events"]
    assert event["printed"]["paper"] == "letter"
    assert event["printed"]["language"] == "fr"
    assert '<html lang="en">' in desk.get("/t/cup").text, "players read what they chose"
    odd = desk.get(PRINT, params={"paper": "../x", "lang": "xx"}).text
    assert 'value="letter" selected' in odd


def test_what_was_printed_is_opened_again_and_printed_anew_only_where_asked(desk: Visitor) -> None:
    def card(verb: str) -> str:
        return desk.get(PRINT).text.partition(f'id="p-{verb}"')[2].partition("</section>")[0]

    assert ">Print and record</button>" in card("slips")
    assert "including those of children" in card("slips").partition("<details")[0]
    desk.post(PRINT, data={**hidden(desk.get(PRINT).text), "verb": "slips"})
    shown, _, folded = card("slips").partition("<details")
    assert "Open the PDF" in shown
    assert "<button" not in shown
    assert "Print and record again" in folded
    assert ">Print and record</button>" in card("post"), "each by itself"


def test_a_print_of_several_pools_is_one_file_that_names_them(visitor: Visitor, line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--end", "2026-03-08", Masters=64)
    line.announce(
        *("--rounds", 4, "--flights", "masters=2", "--cut", "masters=4"),
        *("--override", "rounds-differ", "--because", "so"),
    )
    line("round flights", "masters=2")
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    visitor.post(PRINT, data={**hidden(visitor.get(PRINT).text), "verb": "slips"})
    assert re.findall(">(Open the PDF[^<]*)</a>", visitor.get(PRINT).text) == [
        "Open the PDF: Masters A, Masters B"
    ]
    said = text_of(visitor.get(f"{PRINT}/standings").content)
    assert "7 Mar 2026 – 8 Mar 2026" in said
    assert "Masters A" in said
    assert "Masters B" in said


def test_every_pool_is_printed_also_one_that_a_cut_has_followed(
    visitor: Visitor, line: Line
) -> None:
    line.start("--style", "swiss-plus-cut", Masters=9)
    line.announce(
        *("--rounds", 2, "--cut", "masters=2", "--override", "rounds-differ", "--because", "so")
    )
    play(line)
    play(line)
    line("cut")
    line("pair")
    visitor.come_in(AccessRole.SCOREKEEPER)
    said = text_of(visitor.get(f"{PRINT}/pairings").content)
    assert "Masters, round 2" in said
    assert "Masters cut" in said


def test_the_seats_of_a_draft_are_printed_once_they_are_drawn(visitor: Visitor, line: Line) -> None:
    line.start("--format", "booster-draft", Masters=8)
    visitor.come_in(AccessRole.SCOREKEEPER)
    assert ">Draft seats</h3>" not in visitor.get(PRINT).text
    line("draft seats")
    assert ">Draft seats</h3>" in visitor.get(PRINT).text
    said = " ".join(text_of(visitor.get(f"{PRINT}/draft/seats?lang=de").content).split())
    assert "Draft-Tisch 1 Sitzplatz Spieler" in said, said
    assert all(said.count(f"Masters {n} ") for n in range(1, 9))


def test_a_swiss_event_without_pods_has_no_pod_sheet(desk: Visitor) -> None:
    assert ">Pod sheet</h3>" not in desk.get(PRINT).text


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_printed_standings_say_what_decided_in_the_words_of_the_pages(
    visitor: Visitor, line: Line, language: str
) -> None:
    """A column that would be empty, as for one player alone in a division, is left out."""
    line.start("--style", "swiss-plus-cut", Masters=9, Senior=1)
    line.announce(
        *("--rounds", 1, "--cut", "masters=2", "--override", "rounds-differ", "--because", "so")
    )
    play(line)
    line("cut")
    play(line)
    visitor.come_in(AccessRole.SCOREKEEPER)
    words = {
        "cut": {"en": "the cut", "de": "der Cut"},
        "bracket": {"en": "how far they got in the bracket"},
        "match-points": {"en": "match points", "de": "Matchpunkte"},
    }
    pages = PdfReader(BytesIO(visitor.get(f"{PRINT}/standings?lang={language}").content)).pages
    said = " ".join(" ".join(page.extract_text() for page in pages).split())
    for code, in_words in words.items():
        assert not re.search(rf"[0-9] {code}\s", said), (code, said)
        assert in_words.get(language, "") in said
    assert said.count("Decided by") == (language == "en"), "only where something decided"
