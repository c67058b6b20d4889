"""What cannot be is refused in one sentence wherever it is entered, and nothing is written.

At a terminal, at the prompt, and on the page of the same act: the sentence is the same.
"""

from html import unescape
from pathlib import Path

import pytest

from roundbook.cli.web.access.permissions import AccessRole
from tests.cli.line import Line
from tests.web.by_pages import plain
from tests.web.test_acts import hidden
from tests.web.test_decks_by_phone import Desk, hall
from tests.web.test_floor import send
from tests.web.test_round_forms import sent
from tests.web.visitor import Visitor

__all__ = ["hall"]


def refused_everywhere(
    line: Line, visitor: Visitor, words: tuple[str, ...], sentence: str, **fields: str
) -> None:
    """Enter the same at a terminal, at the prompt and on the page; `words` begin with the verb."""
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    before = line.files()
    verb = fields.pop("verb", words[0])
    at_terminal = line.run(*words, "-C", line.folder)
    assert at_terminal.code in {2, 3, 5}
    at_prompt = line.run("desk", "-C", line.folder, stdin=_typed(words).encode())
    on_page = unescape(sent(visitor, verb.replace(" ", "/"), **fields))
    for said in (at_terminal.err, at_prompt.out + at_prompt.err, on_page):
        flat = " ".join(said.split())
        assert sentence.lower() in flat.lower(), flat
        assert "Traceback" not in said
    assert at_terminal.out == ""
    assert line.files() == before


def _typed(words: tuple[str, ...]) -> str:
    verb, *others = words
    return " ".join([verb, *(f'"{word}"' if " " in word else word for word in others)])


FACTS = {
    ("--games", "1,1,2"): "the match was won before the last game listed",
    ("--games", "1", "--on", "game", "--time", "in-turn", "--prizes", "0-3"): "has won the game",
    ("--last-turn-ended",): "the turns after time begin only when time is called during a game",
    (
        "--on",
        "game",
        "--time",
        "in-turn",
        "--prizes",
        "7-1",
    ): '"7-1" does not give the Prize cards remaining',
    ("--time", "in-turn"): "time was called in a game, but no game has started",
}


@pytest.mark.rule("TRF-8.2", "A-24")
@pytest.mark.parametrize(("facts", "sentence"), FACTS.items(), ids=map(" ".join, FACTS))
def test_facts_that_cannot_be(
    line: Line, visitor: Visitor, facts: tuple[str, ...], sentence: str
) -> None:
    line.begin("Ana", "Ben", "Cho", "Dee")
    fields = _fields(facts) | {"match": "masters-1-1"}
    refused_everywhere(line, visitor, ("time-called", "masters-1-1", *facts), sentence, **fields)


def _fields(words: tuple[str, ...]) -> dict[str, str]:
    """Return options as the fields of the form."""
    found = dict[str, str]()
    for at, word in enumerate(words):
        if word.startswith("--"):
            value = words[at + 1] if at + 1 < len(words) else "--"
            name = word.removeprefix("--").replace("-", "_")
            found[name] = word.removeprefix("--") if value.startswith("--") else value
    return found


@pytest.mark.rule("A-65", "TRF-14.3")
def test_teams_that_are_half_registered(line: Line, visitor: Visitor) -> None:
    line.start("--format", "team-battle-constructed")
    line.register("Ana", "Ben", "Cho")
    form = ("team", "form", "Rocket")
    refused_everywhere(
        line,
        visitor,
        (*form, "p1", "p9"),
        "there is no player p9",
        verb="team form",
        name="Rocket",
        who="p1",
        partner="p9",
    )
    refused_everywhere(
        line,
        visitor,
        (*form, "p1", "p1"),
        "Ana (p1) cannot be both players of a team.",
        verb="team form",
        name="Rocket",
        who="p1",
        partner="p1",
    )
    line("team", *form[1:], "p1", "p2")
    line("announce", "--rounds", 2)
    missing = "Cho (p3) has no partner, but this event is played in teams."
    refused_everywhere(line, visitor, ("pair",), missing)


@pytest.mark.rule("A-65", "TRF-14.3")
@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("", "line 3: a team needs a name and two players"),
        ("p9", "line 3: there is no player p9"),
    ],
)
def test_a_list_with_half_a_team(line: Line, visitor: Visitor, second: str, sentence: str) -> None:
    line.start("--format", "team-battle-constructed")
    line.register("Ana", "Ben", "Cho")
    text = f"team,first,second\nRocket,p1,p2\nPlasma,p3,{second}\n"
    path = line.folder.parent / "teams.csv"
    path.write_text(text)
    before = line.files()
    said = line.run("team", "read", path, "-C", line.folder)
    assert (said.code in {3, 5}, sentence in said.err) == (True, True)
    visitor.come_in(AccessRole.ORGANISER, name="organiser")
    where = "/t/cup/desk/lists/teams"
    files = {"file": ("teams.csv", text.encode(), "text/csv")}
    page = visitor.post(where, data=hidden(visitor.get(where).text), files=files).text
    assert sentence in plain(page)
    assert line.files() == before


@pytest.mark.rule("A-19", "A-71")
def test_a_second_day_of_a_division_that_never_met_the_table(line: Line, visitor: Visitor) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day")
    line.crowd(masters=36, junior=6)
    begin = {"verb": "day-two"}
    nothing = "nothing has been paired, so there is no day two to begin."
    refused_everywhere(line, visitor, ("round day-two", "junior"), nothing, pool="junior", **begin)
    line("announce", "--rounds", "table")
    line("pair")
    line("start")
    few = "junior has no day two: Junior: 6 players, too few for the rounds table"
    refused_everywhere(line, visitor, ("round day-two", "junior"), few, pool="junior", **begin)
    nobody = "there is no pool senior."
    refused_everywhere(line, visitor, ("round day-two", "senior"), nobody, pool="senior", **begin)


LISTS = {
    "4 Pikachu\n" * 4_000: "has 4,000 lines; a deck list can have at most 1,000.",
    "4 Pikachu ((XY 42))\n56 Fire Energy\n": "it has brackets within brackets",
    "4 Pikachu (XY 42\n56 Fire Energy\n": "it has an unmatched bracket",
}


@pytest.mark.rule("TRF-4a", "A-87")
@pytest.mark.parametrize(("text", "sentence"), LISTS.items(), ids=["long", "within", "half"])
def test_a_deck_list_that_cannot_be_read(
    hall: Desk, text: str, sentence: str, tmp_path: Path
) -> None:
    path, line = tmp_path / "list.txt", hall.line
    path.write_text(text)
    hall.allow()
    before = line.files()
    for words in (
        ("deck", "register", "p1", path, "-C", line.folder),
        ("deck", "judge", path, "--format", "unlimited"),
    ):
        said = line.run(*words)
        assert (said.code, said.out) == (5, "")
        assert sentence in " ".join(said.err.split())
    page = send(hall.desk, "/t/cup/desk/hand/deck", who="p1", pasted=text)
    by_phone = hall.hand_in(text)
    assert sentence in plain(page.text)
    # A phone takes so many characters at most, so the list is too long before its lines count.
    told = "The list has 40,000 characters; at most 8,000 can be sent."
    assert (told if len(text) > 8_000 else sentence) in plain(by_phone.text)
    assert (page.status_code, by_phone.status_code) == (422, 422)
    assert line.files() == before
