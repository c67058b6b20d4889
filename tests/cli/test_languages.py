"""What players read on paper, in their language: whole, within its columns, and nothing cut."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import pytest
from pypdf import PdfReader

from roundbook.ledger.events.posting import Paper
from roundbook.ledger.text import cells_of
from roundbook.projections.reports.paper import bracket, flow, slips
from roundbook.projections.reports.paper.press import SIZES, Press, Side, width
from tests.cli import tongues
from tests.cli.line import Line
from tests.cli.test_pod import begin as begin_pod
from tests.cli.test_pod import play as play_pod

LANGUAGES = ("de", "es", "fr")
Event = Callable[[Line], None]


def pod(line: Line) -> None:
    begin_pod(line)
    for number in (1, 2, 3):
        play_pod(line, number, "2-0", "2-1", "1-2", "1-0")


def empty_pod(line: Line) -> None:
    line.start("--edition", "dci-pod")


PRINTS: list[tuple[Event, tuple[str, ...]]] = [
    (tongues.swiss, ("round slips",)),
    (tongues.swiss, ("post",)),
    (tongues.swiss, ("pairings",)),
    (tongues.swiss, ("pairings", "--round", "1")),
    (tongues.swiss, ("pairings", "--by-name")),
    (tongues.swiss, ("standings",)),
    (tongues.swiss, ("standings", "--overall")),
    (tongues.swiss, ("announce",)),
    (tongues.swiss, ("ruling deckcheck", "form", "p1")),
    (tongues.cut, ("round slips",)),
    (tongues.cut, ("pairings",)),
    (tongues.cut, ("standings",)),
    (tongues.cut, ("round bracket",)),
    (tongues.bracket, ("standings",)),
    (tongues.bracket, ("round bracket",)),
    (pod, ("round podsheet",)),
    (empty_pod, ("round podsheet",)),
]
"""Every print that players read, at an event where it has something to say."""

SAME = {
    "bye",
    "deck",
    "draft",
    "junior",
    "senior",
    "masters",
    "master",
    "match",
    "table",
    "minutes",
}
SAME |= {
    "format",
    "fractions",
    "matches",
    "name",
    "date",
    "score",
    "places",
    "point",
    "pokémon",
    "text",
}
SAME |= {
    "drop",
    "place",
    "points",
    "texture",
    "infraction",
    "description",
    "page",
    "premier",
    "player",
}
SAME |= {
    "event",
    "judge",
    "judges",
    "legible",
    "extra",
    "tables",
}  # Said in German or Spanish as well.
"""Words that are the same in one of the languages, or are written so in the names here."""

NAMES = {each.lower() for name in tongues.NAMES for each in re.findall(r"\w+", name)}
NAMES |= {"lunch", "noon", "bracket", "cup", "masters", "final"}


def said(line: Line, words: tuple[str, ...], *more: object) -> str:
    """What a print says as text: what is posted is shown, what is read is read."""
    if words[0] in {"post", "round slips"}:
        return line(*words, *more).out
    return line.at(*words, *more, code=0).out


def english(text: str) -> set[str]:
    """The words of a text that are no names and no figures."""
    found = {each.lower() for each in re.findall(r"[^\W\d_]{4,}", text)} - SAME
    return {each for each in found if each not in " ".join(NAMES)}


@pytest.mark.parametrize(("event", "words"), PRINTS)
def test_a_text_is_said_in_every_language_within_eighty_columns(
    line: Line, event: Event, words: tuple[str, ...]
) -> None:
    event(line)
    whole = said(line, words)
    mine = english(whole)
    for language in LANGUAGES:
        told = said(line, words, "--lang", language)
        assert max(map(cells_of, told.splitlines())) <= 80
        assert english(told) & mine == set(), language
        assert told.count("[ ]") == whole.count("[ ]")
        assert len(re.findall(r"\d+-\d+-\d+ ", told)) == len(re.findall(r"\d+-\d+-\d+ ", whole))
    if words[0] not in {"post", "round slips"}:
        assert said(line, words, "--json") == said(line, words, "--json", "--lang", "de")


class Ink(NamedTuple):
    """Where a text stands on a page: its edges, and its baseline and size."""

    page: str
    left: float
    right: float
    base: float
    size: float
    text: str

    def meets(self, other: "Ink") -> bool:
        """Whether two texts stand on one another: letters are three quarters of their size high."""
        across = min(self.right, other.right) - max(self.left, other.left)
        top = max(self.base - self.size * 0.7, other.base - other.size * 0.7)
        return self.page == other.page and across > 0.5 and min(self.base, other.base) - top > 0.5


@pytest.fixture
def inked(monkeypatch: pytest.MonkeyPatch) -> list[Ink]:
    """What is written on pages from now on; what slips share stands where their first one is."""
    found: list[Ink] = []
    page, part, write, ctx = [1], [""], Press.text, Press.turn

    def text(
        press: Press,
        at: tuple[float, float],
        text: str,
        size: float,
        *,
        bold: bool = False,
        side: Side = Side.LEFT,
    ) -> None:
        wide = width(press.type, text, size, bold=bold)
        left = at[0] - {Side.LEFT: 0.0, Side.RIGHT: wide, Side.MIDDLE: wide / 2}[side]
        where = part[0] or f"page {page[0]}"
        if text.strip():
            found.append(Ink(where, left, left + wide, at[1], size, text))
        write(press, at, text, size, bold=bold, side=side)

    def turned(press: Press) -> None:
        page[0] += 1
        ctx(press)

    def named(name: str, draw: Callable[..., None]) -> Callable[..., None]:
        def drawn(*words: object, **more: object) -> None:
            part[0] = name
            draw(*words, **more)
            part[0] = ""

        return drawn

    monkeypatch.setattr(Press, "text", text)
    monkeypatch.setattr(Press, "turn", turned)
    monkeypatch.setattr(slips, "draw_frame", named("page 1", slips.draw_frame))
    monkeypatch.setattr(slips, "back", named("back", slips.back))
    return found


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize(("event", "words"), PRINTS)
def test_on_paper_nothing_is_cut_and_nothing_stands_on_anything_else(
    line: Line, inked: list[Ink], event: Event, words: tuple[str, ...], paper: Paper
) -> None:
    event(line)
    mine: set[str] = set()
    for language in ("en", *LANGUAGES):
        inked.clear()
        file = line.home.parent / f"{language}.pdf"
        said(line, words, "--pdf", file, "--paper", paper, "--lang", language)
        assert inked
        wide, high = SIZES[paper]
        if words[0] == "round bracket":
            wide, high = high, wide
        for one in inked:
            assert one.left >= 15, one
            assert one.right <= wide - 15, one
            assert 15 <= one.base <= high - 10, one
        for one, other in combinations(inked, 2):
            assert not one.meets(other), (one, other)
        told = english(" ".join(one.text for one in inked))
        if language == "en":
            mine = told
        else:
            assert told & mine == set(), language
        reader = PdfReader(file)
        assert reader.trailer["/Root"]["/Lang"] == language  # type: ignore[index]
        if words[0] == "round podsheet":
            assert len(reader.pages) == 1


def test_a_text_in_a_language_is_recorded_with_it_and_shown_again(line: Line) -> None:
    tongues.swiss(line)
    for verb in ("round slips", "post"):
        plain = line(verb).out
        [event] = line.ledger()[-1]["events"]
        assert "language" not in event
        for language in LANGUAGES:
            text = line(verb, "--lang", language).out
            [event] = line.ledger()[-1]["events"]
            assert (event["language"], text != plain) == (language, True)
            again = line.run("proof posted", "-C", line.folder, "--entry", len(line.ledger()))
            assert (again.code, again.out) == (0, text)
    assert line.run("verify", line.folder).code == 0


def test_a_language_that_is_none_of_ours_is_refused(line: Line) -> None:
    tongues.swiss(line)
    assert line.at("round slips", "--lang", "xx").code == 2
    assert line.run("standings", "-C", line.folder, "--lang", "xx").code == 2


def test_a_name_that_is_a_word_of_ours_stays_a_name(line: Line) -> None:
    """Somebody may be called Late, or bye: only sentences are translated."""
    line.begin("late", "bye", "Player", "nobody")
    for verb in ("pairings", "standings"):
        told = line.run(verb, "-C", line.folder, "--lang", "de").out
        for name in ("late", "bye", "Player", "nobody"):
            assert re.search(rf"\b{name}\b", told), (verb, name)


@pytest.mark.parametrize("title", ["Deck check: p1 " + "Wolkenstein-" * 6, "W" * 60])
def test_a_long_title_is_set_smaller_and_never_runs_off_the_page(
    inked: list[Ink], title: str
) -> None:
    from roundbook.projections.reports.paper.bracket import Branch, tree_pdf
    from roundbook.projections.reports.paper.document import Document, NewPage
    from tests.projections.paper import ours

    document = Document(title="Cup", under="Cup", parts=(NewPage(title),))
    flow.as_pdf(document, paper=Paper.A4, type_=ours())
    branch = Branch(title=title, columns=((("a", ""), ("b", "")), (("a", "2-0"),)))
    tree_pdf([branch], "Cup", paper=Paper.LETTER, type_=ours())
    assert max(one.right for one in inked if one.page == "page 1") <= SIZES[Paper.A4][0] - 30
    assert max(one.right for one in inked) <= SIZES[Paper.LETTER][1] - bracket.MARGIN + 0.1
