"""Whoever runs an event by the pages of the desk alone, and notes how each act is typed."""

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import count

from pypdf import PdfReader

from roundbook.cli.verbs import path_of
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from tests.cli.line import Line
from tests.web.test_acts import hidden
from tests.web.test_signin import come_in
from tests.web.visitor import Visitor

Decide = Callable[[int, int, int], str]
"""Says how a match ends in a round, given the numbers in the names of the left and the right."""


def as_typed(act: str) -> str:
    """Return how an act is typed whose verb is named first."""
    verb, space, rest = act.partition(" ")
    return f"{path_of(verb)}{space}{rest}"


def lower_wins(number: int, first: int, second: int) -> str:
    """The lower number wins, in two games or three."""
    del number
    games = ("20", "21") if first < second else ("02", "12")
    return games[(first + second) % 2]


class ByPages:
    """The organiser at the desk of one tournament; `script` is what they did, as it is typed."""

    def __init__(self, visitor: Visitor, access: AccessStore, title: str, **fields: str) -> None:
        self.visitor = visitor
        come_in(visitor, access, AccessRole.ORGANISER)
        self.script: list[str] = []
        self.rows = ""
        self.opened = {"title": title, "start": "2026-03-07", **fields}
        page = visitor.get("/desk").text
        answer = visitor.post("/desk", data={**hidden(page), **self.opened})
        assert answer.url.path.endswith("/desk/players"), answer.text
        self.root = answer.url.path.removesuffix("/desk/players")
        self.slug = self.root.removeprefix("/t/")

    def get(self, path: str) -> str:
        """Read a page of the tournament."""
        answer = self.visitor.get(f"{self.root}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def sent(self, page: str, spoken: str, /, **fields: str) -> str:
        """Fill in the form of a page of the desk; note how that is typed."""
        held = hidden(self.get(page))
        answer = self.visitor.post(f"{self.root}{page}", data={**held, **fields})
        assert answer.status_code == 200, plain(answer.text)
        self.script.append(as_typed(spoken))
        return plain(answer.text)

    def do(self, verb: str, spoken: str, /, **fields: str) -> str:
        """Do what the form of a verb does."""
        return self.sent(f"/desk/do/{verb}", spoken, **fields)

    def step(self, button: str, typed: str) -> str:
        """Press a button of the page of rounds, which has to be there: that of the pool, if any."""
        page, pool = self.get("/desk/rounds"), "".join(typed.split()[1:2])
        forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
        found = [form for form in forms if re.search(rf"<button[^>]*>{button}", form)]
        assert found, f"no button says {button}: {plain(page)}"
        form = next((one for one in found if f'name="pool" value="{pool}"' in one), found[0])
        fields = dict(re.findall(r'name="([a-z-]+)" value="([^"]*)"', form))
        answer = self.visitor.post(f"{self.root}/desk/rounds", data=fields)
        assert answer.status_code == 200, plain(answer.text)
        self.script.append(as_typed(typed))
        return plain(answer.text)

    def crowd(self, divisions: Iterable[str]) -> None:
        """Take in a player of each of these divisions, by a list."""
        names = (f"Player{number:02} Family{number:02}" for number in count(1))
        rows = [f"{name},{division}" for name, division in zip(names, divisions, strict=False)]
        self.rows = "\n".join(["name,division", *rows])
        page = f"{self.root}/desk/lists/players"
        file = {"file": ("crowd.csv", self.rows.encode(), "text/csv")}
        judged = self.visitor.post(page, data=hidden(self.visitor.get(page).text), files=file).text
        packed = re.findall(r'name="packed" value="([^"]+)"', judged)[0]
        taken = {**hidden(judged), "name": "crowd.csv", "packed": packed}
        answer = self.visitor.post(page, data=taken)
        assert f"{len(rows)} players" in plain(answer.text), plain(answer.text)
        self.script.append("register crowd.csv")

    def play(self, pools: Iterable[str], decide: Decide = lower_wins) -> None:
        """Post and start a round of these pools, and enter every slip that is out."""
        for pool in pools:
            self.step("Post the pairings", f"post {pool} --pdf sheet.pdf")
            self.step("Start (?:round|the) ", f"start {pool}")
        self.slips(decide)

    def slips(self, decide: Decide = lower_wins) -> None:
        """Enter every slip that is out."""
        page = self.get("/desk")
        for line, number, first, second in self.out():
            keyed = f"{line} {decide(number, first, second)}"
            answer = self.visitor.post(f"{self.root}/desk", data={**hidden(page), "line": keyed})
            assert answer.status_code == 200, plain(answer.text)
            self.script.append(keyed)
            page = answer.text
        assert not self.out()

    def out(self) -> list[tuple[str, int, int, int]]:
        """Return what is out: what to type for a table, the round, and who sits there."""
        page = self.get("/desk")
        found = []
        for section in re.findall(r'<section aria-labelledby="r-.*?</section>', page, re.DOTALL):
            tables = (
                r'href="\?table=[a-z-]+-(\d+)-\d+" data-line="([^"]+)"><strong>\d+</strong>'
                r" <span>Player(\d+).*? – Player(\d+)"
            )
            found += [
                (line.strip(), int(number), int(first), int(second))
                for number, line, first, second in re.findall(tables, section)
            ]
        return found

    def printed(self, verb: str) -> str:
        """Return what a list says that is printed from its page, on one line."""
        answer = self.visitor.get(f"{self.root}/desk/print/{verb}")
        assert answer.headers["content-type"] == "application/pdf", plain(answer.text)
        pages = PdfReader(BytesIO(answer.content)).pages
        return " ".join(" ".join(page.extract_text() for page in pages).split())

    def close(self) -> None:
        """Close the tournament."""
        self.do("close", "close", typed="CLOSE")


def plain(page: str) -> str:
    """Return what a page says, without how."""
    main = re.search(r"<main.*?</main>", page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", main[0] if main else page).split())


def on_paper(script: Iterable[str], line: Line) -> list[str]:
    """Return what is typed with a file of its own for every sheet that is printed."""
    folder = line.home.parent
    return [
        text.replace("sheet.pdf", str(folder / f"sheet-{number}.pdf"))
        for number, text in enumerate(script)
    ]


def typed_again(line: Line, pages: ByPages) -> None:
    """Run the same event by the command line: opened by a command, the rest at the prompt."""
    named = {"title": "name"}
    words = [
        word
        for field, value in pages.opened.items()
        for word in (f"--{named.get(field, field)}", value)
    ]
    said = line.run("open", line.folder, *words, code=0)
    crowd = line.home.parent / "crowd.csv"
    crowd.write_text(pages.rows)
    script = [text.replace("crowd.csv", str(crowd)) for text in on_paper(pages.script, line)]
    typed = "".join(f"{text}\n" for text in script).encode()
    said = line.run("desk", "-C", line.folder, "--keep-going", stdin=typed)
    assert said.err.count("rule: ") == 0, said.err
