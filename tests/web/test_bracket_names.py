"""No page calls a round of a bracket by its number, or shows a value as the program holds it."""

import re
import shutil
from itertools import chain
from pathlib import Path

import pytest

from roundbook.cli.session.venue import now, random_bytes
from roundbook.cli.web.access.permissions import AccessRole
from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.app import app
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.web.by_pages import plain
from tests.web.test_guide import rail
from tests.web.test_signin import come_in
from tests.web.tour import TOUR
from tests.web.visitor import Visitor

BY_NUMBER = re.compile(r"\bround \d+ of [a-z]+-cut|cut,? round \d|[Rr]ound [45]\b|Round Top \d")
"""Rounds 4 and 5 of this event are its Top 8 and its Top 4."""

ASIDE = re.compile(
    "<datalist.*?</datalist>|<label for=.q-as_of.*?</label>|<pre.*?</pre>", re.DOTALL
)
"""What to choose from, an example of what to type, and answers as the command line gives them."""

AS_HELD = re.compile(r"\b[A-Z]\w+\([a-z_]+=")


def test_pages_say_top_4_and_no_page_says_round_5_of_masters_cut(
    stage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = shutil.copytree(stage, tmp_path / "stage")
    monkeypatch.setenv("ROUNDBOOK_HOME", str(base / "home"))
    tournaments = TournamentFolder(base / "events")
    access = AccessStore(base / "home", tournaments.folder, clock=now, random_bytes=random_bytes)
    found, shown = list[str](), ""
    with Visitor(app(tournaments, access)) as visitor:
        come_in(visitor, access, AccessRole.ORGANISER)
        paths = [re.sub(r"^/t/[\w-]+", "/t/top-cut", one) for one in chain(*TOUR.values())]
        for path in dict.fromkeys(one.replace("masters-1-1", "masters-cut-5-1") for one in paths):
            page = visitor.get(path).text
            text = plain(ASIDE.sub("", page))
            found += [f"{path}: {one}" for one in BY_NUMBER.findall(text)]
            found += [f"{path}: {one}" for one in AS_HELD.findall(plain(page))]
            named = re.findall(r"<h[1-3][^>]*>[^<]*masters-cut[^<]*<|>masters-cut</option>", page)
            found += [f"{path}: {one}" for one in named]
            shown += text
        steps = [said for _, said in rail(visitor.get("/t/top-cut/desk/rounds").text)]
    assert not found, "\n".join(found)
    assert "Masters cut, Top 4, semi-finals" in shown
    assert "Top 8, quarter-finals" in shown
    at = steps.index("Round 3 done")
    assert steps[at : at + 5] == [
        *("Round 3 done", "Cut top 8 done", "Quarter-finals done", "Semi-finals", "Final"),
    ]
