"""A League Challenge and a League Cup of this season, by pages and typed, and read to the letter.

Both are played from `open` to the archive. Whatever is said on the way, on pages, at the terminal,
on paper and in the archive, cites no document of an earlier season.
"""

import re
from collections import Counter
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.staff.questions import NOT_THESE
from tests.cli.line import Line
from tests.cli.typed import Said
from tests.web import chance
from tests.web.by_pages import ByPages, on_paper
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor

EDITION = "play-2027-notes"
OF_AN_EARLIER_SEASON = re.compile(
    r".{0,60}(?:\b(?:TOP|TRF|GTB|POD)\b|Sudden Death).{0,60}", re.DOTALL
)
"""A document of 2016 or 2017, or what only these know."""
LOOK_UP = "/desk/ask/rules"
"""The page with our texts of the rules, which says that they are not this event's documents."""
SEEN_OF_EACH = 2
"""How many pages of one kind are read in each state, such as those of players."""


class Reader:
    """Whoever reads along: every text, and where it stood."""

    def __init__(self) -> None:
        self.wrong = dict[str, str]()
        self.read = Counter[str]()

    def see(self, where: str, text: str) -> None:
        """Read a text; the names of editions are no citations."""
        text = re.sub(r"top-2017-literal|TOP 2017 literal|Tournament Operation[^\n]*", "", text)
        self.read[where.partition(" ")[0]] += 1
        for found in OF_AN_EARLIER_SEASON.finditer(text):
            self.wrong.setdefault(" ".join(found[0].split()), where)

    def page(self, where: str, kind: str, data: bytes) -> None:
        """Read an answer of the server, or a file."""
        if kind.endswith("pdf"):
            self.see(f"paper {where}", written(data))
        elif kind.startswith("text") or kind.endswith("json"):
            self.see(f"page {where}", shown(data.decode()))


def written(pdf: bytes) -> str:
    """Return the text of a PDF, on one line."""
    return " ".join(" ".join(one.extract_text() for one in PdfReader(BytesIO(pdf)).pages).split())


def shown(page: str) -> str:
    """Return what a page says, without tags; what a field proposes belongs to it."""
    said = re.sub(r"<(?:script|style)\b.*?</(?:script|style)>", " ", page, flags=re.DOTALL)
    fields = re.findall(r'(?:placeholder|value|title|aria-label|alt)="([^"]*)"', said)
    return unescape(" ".join([re.sub(r"</?(?:a|b|bdi|span|strong|em)\b[^>]*>", "", said), *fields]))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Return somebody who reads every answer of the server, and every word at the terminal."""
    found, ask, run = Reader(), Visitor.ask, Line.run

    def asked(self: Visitor, method: str, path: str, **options: object) -> object:
        answer = ask(self, method, path, **options)
        if not path.endswith(LOOK_UP):
            found.page(f"{method} {path}", answer.headers.get("content-type", ""), answer.content)
        return answer

    def typed(self: Line, *words: object, **options: object) -> Said:
        said = run(self, *words, **options)  # type: ignore[arg-type]
        found.see(f"terminal {' '.join(map(str, words))}", f"{said.out}\n{said.err}")
        return said

    monkeypatch.setattr(Visitor, "ask", asked)
    monkeypatch.setattr(Line, "run", typed)
    return found


def wander(visitor: Visitor, root: str) -> None:
    """Read every page that links lead to from the desk, the event's page and its list of forms."""
    todo, met, kinds = [f"{root}/desk", root, f"{root}/desk/acts"], set[str](), Counter[str]()
    while todo:
        path = todo.pop()
        kind = re.sub(r"\d+", "N", path.partition("?")[0])
        if path in met or kinds[kind] >= SEEN_OF_EACH or kind.endswith(LOOK_UP):
            continue
        met.add(path)
        kinds[kind] += 1
        answer = visitor.get(path)
        assert answer.status_code < 500, path
        if "html" in answer.headers.get("content-type", ""):
            links = re.findall(r'href="([^"#]*)', answer.text)
            todo += [one for one in map(unescape, links) if one.startswith(root)]


TYPED = (
    *("status", "standings", "pairings", "players", "history", "penalties", "calls", "messages"),
    *("clock", "bracket", "lint", "blame p2", "explain p1", "explain p3", "explain p9"),
    *("what-if 1 0-2", "decks", "deckcheck draw 2", "requests"),
    *(
        "verdict 1 --on game --prizes 3-2 --time in-turn",
        "repair",
        "day-two masters",
        "cut masters",
    ),
)
"""What is typed at the prompt besides the event itself, refused or not."""


def test_a_league_challenge_cites_no_document_of_an_earlier_season(event: "Event") -> None:
    """Fourteen players: four rounds without a cut."""
    pages = event.open("League Challenge", 14, style="swiss", table="tcg-swiss-only")
    assert "4 rounds" in event.announce(pages)
    event.rounds(pages, 4)
    event.end(pages)


@pytest.mark.long
def test_a_league_cup_cites_no_document_of_an_earlier_season(event: "Event") -> None:
    """Thirty-seven players: six rounds, slips, and a top 8."""
    pages = event.open("League Cup", 37, style="swiss-plus-cut", table="tcg-single-day")
    said = event.announce(pages, cut="masters=8")
    assert "6 rounds" in said
    event.rounds(pages, 6)
    pages.do("cut", "cut masters", divisions="masters")
    event.look(pages)
    for button in (
        "Pair the (?:first round|quarter-finals)",
        "Pair the semi-finals",
        "Pair the final",
    ):
        pages.step(button, "pair masters-cut")
        event.play(pages, "masters-cut")
    event.end(pages)


class Event:
    """A League event of this season: an empty folder that is served, and one to type it again."""

    def __init__(self, reader: Reader, visitor: Visitor, access: AccessStore, line: Line) -> None:
        self.reader, self.visitor, self.access, self.line = reader, visitor, access, line
        self.rows = ""

    def open(self, title: str, players: int, **fields: str) -> ByPages:
        """Open the event by its page, and take in the players."""
        fields |= {"edition": EDITION, "start": "2026-11-28", "points": "points"}
        pages = ByPages(self.visitor, self.access, title, **fields)
        pages.crowd(["masters"] * players)
        self.look(pages)
        return pages

    def announce(self, pages: ByPages, **fields: str) -> str:
        """Announce what this season asks for: the staff and the breaks as well."""
        fields |= {"format": "Standard", "staff": "Ana judges", "breaks": "lunch after round 3"}
        typed = " ".join(f"--{name} '{value}'" for name, value in fields.items())
        return pages.do("announce", f"announce {typed}", **fields)

    def look(self, pages: ByPages) -> None:
        """Read every page as it is now, in two languages."""
        wander(self.visitor, pages.root)
        pages.script += TYPED

    def rounds(self, pages: ByPages, rounds: int) -> None:
        """Play the Swiss rounds; look at everything once in the middle."""
        for number in range(1, rounds + 1):
            pages.step(f"Pair round {number}", "pair masters")
            if number == 2:
                self.look(pages)
                refused = {"result": "0-2", "reason": "the slip was misread"}
                self.visitor.post(
                    f"{pages.root}/desk/correct/masters-1-1", data={"key": "wrong", **refused}
                )
            self.play(pages, "masters")

    def play(self, pages: ByPages, pool: str) -> None:
        """Post a round, print its slips, start it, and enter every slip."""
        pages.step("Post the pairings", f"post {pool} --pdf sheet.pdf")
        pages.sent("/desk/rounds", f"slips {pool} --pdf sheet.pdf", verb="slips", pool=pool)
        pages.step("Start (?:round|the) ", f"start {pool}")
        pages.slips()

    def end(self, pages: ByPages) -> None:
        """Close and seal it, then type the same again; nothing may have been wrong."""
        pages.close()
        self.look(pages)
        for sheet in ("standings", "pairings", "bracket", "slips"):
            self.visitor.get(f"{pages.root}/desk/print/{sheet}")
        page = f"{pages.root}/desk/archive"
        sealed = self.visitor.post(page, data=hidden(self.visitor.get(page).text))
        self.archive(sealed.content)
        self.typed(pages)
        assert NOT_THESE.replace("'", "&#39;") in pages.get(LOOK_UP)
        assert self.reader.read.keys() == {"page", "paper", "terminal", "archive"}
        wrong = [f"{where}: {text}" for text, where in self.reader.wrong.items()]
        assert not wrong, "\n".join(wrong)

    def archive(self, data: bytes) -> None:
        """Read every text of an archive but the program of its page, which is the same for all."""
        with ZipFile(BytesIO(data)) as files:
            for name in files.namelist():
                if (
                    name.endswith((".txt", ".csv", ".json", ".jsonl", ".html"))
                    and "verify" not in name
                ):
                    self.reader.see(f"archive {name}", shown(files.read(name).decode()))

    def typed(self, pages: ByPages) -> None:
        """Run the same event by the command line."""
        options = {"title": "name", "points": "championship-points"}
        words = [f"--{options.get(name, name)}" for name in pages.opened]
        flags = {"points"}
        given = [
            part
            for word, (name, value) in zip(words, pages.opened.items(), strict=True)
            for part in ([word] if name in flags else [word, value])
        ]
        self.line.run("open", self.line.folder, *given, code=0)
        crowd = self.line.home.parent / "crowd.csv"
        crowd.write_text(pages.rows)
        script = [one.replace("crowd.csv", str(crowd)) for one in on_paper(pages.script, self.line)]
        self.line.run(
            *("desk", "-C", self.line.folder, "--keep-going"),
            stdin="".join(f"{text}\n" for text in script).encode(),
        )
        for paper in self.line.home.parent.glob("sheet-*.pdf"):
            self.reader.see(f"paper {paper.name}", written(paper.read_bytes()))
        file = self.line.home.parent / "typed.zip"
        self.line.run("archive", self.line.folder, "--out", file, code=0)
        self.line.run("verify", file, code=0)


@pytest.fixture
def event(
    reader: Reader,
    visitor: Visitor,
    access: AccessStore,
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
) -> Event:
    chance.fix(monkeypatch.setattr)
    return Event(reader, visitor, access, line)
