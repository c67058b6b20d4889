"""Names in what is put up: by last name as people sort, and two of one name told apart."""

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from roundbook.ledger.text import folded, spellings
from roundbook.projections.reports.names import by_last_name, last_first
from tests.cli.line import Line
from tests.web.visitor import Visitor

NAMES = ("Jonas Zimmer", "Émre Çelik", "Max Schwarz", "Lea Schäfer", "Jan Łukasik", "Ana Lopez",
         "Peter Schmidt", "Peter Schmidt")  # fmt: skip
LISTED = ["Çelik, Émre", "Lopez, Ana", "Łukasik, Jan", "Schäfer, Lea", "Schmidt, Peter (p7)",
          "Schmidt, Peter (p8)", "Schwarz, Max", "Zimmer, Jonas"]  # fmt: skip


@pytest.fixture
def posted(line: Line) -> Line:
    line.start()
    for number, name in enumerate(NAMES):
        line("register", name, "--birth-year", 1980 + number)
    for verb in ("announce", "pair", "start"):
        line(verb)
    return line


def test_text_paper_page_and_screen_stand_in_one_order(
    posted: Line, visitor: Visitor, tmp_path: Path
) -> None:
    text = posted.run("pairings", "-C", posted.folder, "--by-name").out
    rows = re.findall(r"^(\S.*?)  +\d", text, re.MULTILINE)
    assert rows == LISTED
    file = tmp_path / "wall.pdf"
    posted("post", "--pdf", file)
    words = " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())
    assert "Schmidt, Peter (p7)" in words
    page = visitor.get("/t/cup/pairings").text
    assert re.findall(r'<th scope="row"><a [^>]*><bdi>([^<]+)</bdi>', page) == LISTED
    screen = visitor.get("/t/cup/screen?show=pairings").text
    assert re.findall(r'class="nm who[^"]*"><bdi>([^<]+)</bdi>', screen) == LISTED


def test_an_opponent_of_a_shared_name_is_told_apart_everywhere(
    posted: Line, visitor: Visitor
) -> None:
    for verb in ("pairings", "standings"):
        said = posted.run(verb, "-C", posted.folder).out
        assert all(f"Peter Schmidt ({player})" in said for player in ("p7", "p8"))
    by_name = posted.run("pairings", "-C", posted.folder, "--by-name").out
    assert len(re.findall(r"Schmidt, Peter \(p[78]\)", by_name)) == 4, "as a player, as an opponent"
    assert visitor.get("/t/cup/standings").text.count("Peter Schmidt (p") == 2
    shown = posted.run("standings", "-C", posted.folder, "--json").data["divisions"][0]["lines"]
    assert sum(one["name"] == "Peter Schmidt" for one in shown) == 2, "programs have the number"


@pytest.mark.rule("LED-9")
def test_two_children_with_the_same_short_name_are_told_apart_by_number(
    line: Line, visitor: Visitor
) -> None:
    line.start()
    for name in ("Jonas Peters", "Jonas Pohl", "Lea Peters"):
        line("register", name, "--division", "junior")
    page = visitor.get("/t/cup/players").text
    names = re.findall(r"<b><bdi>([^<]+)</bdi>", page)
    assert names == ["Jonas P. (p1)", "Jonas P. (p2)", "Lea P."]
    assert not re.search("Peters|Pohl", page)
    said = line.run("standings", "-C", line.folder, "--public").out
    assert "Jonas P. (p1)" in said
    assert "Lea P. (" not in said


def test_a_pod_of_several_divisions_says_whose_is_whose(line: Line, visitor: Visitor) -> None:
    line.start()
    for name, age in (("Ana Lopez", "masters"), ("Ben Ode", "senior"), ("Cho Min", "senior")):
        line("register", name, "--division", age)
    line("register", "Dee Fox", "--division", "masters")
    line("announce", "--rounds", 3, "--text", "x")
    line("pair")
    said = line.run("pairings", "-C", line.folder, "--by-name").out
    assert re.search(r"^Min, Cho +Senior +\d", said, re.MULTILINE)
    assert re.search(r"^Fox, Dee +Masters +\d", said, re.MULTILINE)
    line("post")
    assert "Senior" in visitor.get("/t/cup/pairings").text
    screen = visitor.get("/t/cup/screen?show=pairings").text
    [below] = re.findall(r"<bdi>Cho M\.</bdi></span><small>(.*?)</small>", screen)
    seen = unescape(re.sub("<[^>]+>", " ", below)).split()
    assert seen == ["against", "Ben", "O.", "S", "Senior"], "the letter is the opponent's"


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Ana Lopez (p4)", "Lopez, Ana (p4)"),
        ("Foxes (Ana Lopez & Ben Ode)", "Foxes (Ana Lopez & Ben Ode)"),
        ("Player 0013", "Player 0013"),
        ("Jonas P.", "Jonas P."),
        ("Jonas P. (p4)", "Jonas P. (p4)"),
    ],
)
def test_a_number_stays_behind_and_a_team_as_it_is(name: str, listed: str) -> None:
    assert last_first(name) == listed


def test_letters_of_every_latin_alphabet_are_those_that_people_type() -> None:
    typed = {
        "Yıldız": "yildiz",  # noqa: RUF001
        "İpek": "ipek", "Weiß": "weiss", "Sørensen": "sorensen", "Łoś": "los",
        "Đorđević": "dordevic", "Þór": "thor", "Ægir": "aegir", "Ħal": "hal", "Nguyễn": "nguyen",
        "Əliyev": "eliyev", "Ţurcan": "turcan", "O’Brien": "o'brien", "Ɓala": "bala",
        "ĳssel": "ijssel",
        "Œuvre": "oeuvre", "Guðrún": "gudrun", "Ŋoma": "noma",
    }  # fmt: skip
    assert {name: folded(name) for name in typed} == typed
    assert spellings("Müller") == ("muller", "mueller")
    assert spellings("Mu\u0308ller") == spellings("Müller"), "written as a letter and its mark"


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8)))
def test_a_name_stands_where_it_is_listed(names: list[str]) -> None:
    """What orders names is what is read in the list, so turning them round changes nothing."""
    for name in names:
        assert by_last_name(last_first(name)) == by_last_name(name)
        assert folded(folded(name)) == folded(name)


@pytest.fixture
def shortened(line: Line) -> Line:
    line.start()
    for name, age in (("Mila Novak", "junior"), ("Carla Novak", "masters"), ("Öykü Özil", "junior"),
                      ("Nina Berg", "masters"), ("Ana Maria Lund", "junior")):  # fmt: skip
        line("register", name, "--division", age)
    for verb in ("announce", "pair", "start"):
        line(verb)
    return line


def led(visitor: Visitor, letters: str, page: str = "players") -> str:
    """Return where a search leads, or the names that it lists."""
    answer = visitor.get(f"/t/cup/{page}", params={"find": letters})
    if answer.history:
        return str(answer.url).rpartition("/")[2].rpartition("#")[2]
    return " ".join(re.findall(r'<li><a href="[^"]+"><b><bdi>([^<]+)', answer.text))


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("page", ["players", "standings", "pairings"])
@pytest.mark.usefixtures("shortened")
def test_a_child_is_found_by_the_whole_name_and_as_the_lists_print_it(
    visitor: Visitor, page: str
) -> None:
    for letters in ("Mila Novak", "Mila N.", "mila n.", "Novak, Mila", "MILA NOWAK", "mila"):
        assert led(visitor, letters, page) == "p1", letters
    for letters in ("Öykü Özil", "oyku ozil", "oeykue oezil"):
        assert led(visitor, letters, page) == "p3", letters
    assert led(visitor, "Ana Maria Lund", page) == "p5"
    assert led(visitor, "Mila Berg", page) == "", "the letter that is shown is another"


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("page", ["players", "standings", "pairings"])
@pytest.mark.usefixtures("shortened")
def test_the_surname_of_a_child_does_not_open_the_page_of_a_stranger(
    visitor: Visitor, page: str
) -> None:
    told = "Players under 18 are often listed by first name and initial"
    for letters in ("novak", "Nov"):
        assert led(visitor, letters, page) == "Novak, Carla Mila N."
        assert told in visitor.get(f"/t/cup/{page}", params={"find": letters}).text
    assert told in visitor.get(f"/t/cup/{page}", params={"find": "ozil"}).text, "nobody is found"
    assert told not in visitor.get(f"/t/cup/{page}").text
    assert led(visitor, "carla novak", page) == "p2"
    assert led(visitor, "berg", page) == "p4", "nobody is listed as B."
    assert led(visitor, "nina", page) == "p4", "a first name"
    assert led(visitor, "p2", page) == led(visitor, "2", page) == "p2"


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("page", ["players", "standings", "pairings"])
@pytest.mark.usefixtures("shortened")
def test_a_surname_that_is_not_shown_leads_to_its_initial_and_is_never_confirmed(
    visitor: Visitor, page: str
) -> None:
    """A right surname and a wrong one with the same initial get the same answer."""

    def answer(letters: str) -> str:
        text = visitor.get(f"/t/cup/{page}", params={"find": letters}).text
        return text.replace(letters, "…")

    assert led(visitor, "Lund", page) == "Ana L."
    assert "Perhaps one of these players, who are listed by first name" in answer("Lund")
    assert "players found" not in answer("Lund"), "a hit and no hits at once"
    assert "0 players found." in answer("Zorn")
    assert answer("Lund") == answer("Lopez") == answer("Lxyzq")
    assert "number on the card from the desk" in answer("Lund")
    assert led(visitor, "Maria Lund", page) == "Ana L.", "a part of the name that is not shown"
    assert "number on the card from the desk" in answer("Zorn"), "nobody has that initial"
    assert "Perhaps one of these" not in answer("Zorn")
    assert "Perhaps one of these" not in visitor.get(f"/t/cup/{page}").text


@pytest.mark.rule("LED-9")
@pytest.mark.parametrize("page", ["players", "standings", "pairings"])
def test_a_misspelt_name_finds_names_that_are_shown_and_opens_no_page(
    visitor: Visitor, line: Line, page: str
) -> None:
    line.start()
    for name in ("Ann Johnson", "Émre Çelik"):
        line("register", name, "--division", "masters")
    for name in ("Mila Novak", "Leo Jonson", "Theo Katz"):
        line("register", name, "--division", "junior")
    for verb in ("announce", "pair", "start"):
        line(verb)

    def answer(letters: str) -> str:
        text = visitor.get(f"/t/cup/{page}", params={"find": letters}).text
        return text.replace(letters, "…")

    for letters in ("Jonson", "Jonsen", "Anne Jonsson"):
        assert led(visitor, letters, page) == "Johnson, Ann Leo J.", letters
        assert "Similar names:" in answer(letters)
    assert led(visitor, "chelik", page) == "Çelik, Émre"
    assert led(visitor, "Mlia Novak", page) == "Mila N."
    assert answer("Mlia Novak") == answer("Mlia Nowak") == answer("Mlia Nxyzq")
    assert "Try the first name" not in answer("chelik")
    # A surname that is not shown is not found, however it is spelt.
    assert answer("Katz") == answer("Kats") == answer("Kxyzq")
    assert led(visitor, "Kats", page) == "Theo K."
    assert led(visitor, "Ann Johnson", page) == "p1", "a name that is spelt right is found alone"
