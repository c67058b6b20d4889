"""The rarer kinds of event by pages alone, from an empty folder to the archive; and typed again.

Each is run with the buttons of the desk; what players and the hall see is looked at on the way; and
the same event typed at the command line has the same events, but for hands, times and command ids.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.web.access.sessions import AccessStore
from roundbook.cli.web.server.tournaments import TournamentFolder
from tests.cli.line import Line
from tests.web import chance
from tests.web.by_pages import ByPages, plain, typed_again
from tests.web.test_acts import hidden
from tests.web.visitor import Visitor


class Stage:
    """An empty folder that is served, and another one where the event is typed again."""

    def __init__(
        self,
        visitor: Visitor,
        access: AccessStore,
        line: Line,
        where: pytest.MonkeyPatch,
        folder: Path,
    ) -> None:
        self.visitor, self.access, self.line, self._where = visitor, access, line, where
        self._folder = folder

    def open(self, title: str, **fields: str) -> ByPages:
        """Open a tournament by its page."""
        return ByPages(self.visitor, self.access, title, **fields)

    def sealed(self, pages: ByPages) -> list[Any]:
        """Seal the archive, verify it; return the events, which are those of the typed event."""
        there = Line(self.line.home, self.line.folder.parent / pages.slug)
        page = f"{pages.root}/desk/archive"
        archive = self.visitor.post(page, data=hidden(self.visitor.get(page).text))
        assert archive.headers["content-type"] == "application/zip", plain(archive.text)
        file = self._folder / "archive.zip"
        file.write_bytes(archive.content)
        assert self.line.run("verify", file).code == 0
        home = self._folder / "another-home"
        self._where.setenv("ROUNDBOOK_HOME", str(home))
        here = Line(home, self._folder / "typed")
        typed_again(here, pages)
        told, again = ([entry["events"] for entry in one.ledger()] for one in (there, here))
        assert again == told
        return [event for events in told for event in events]


@pytest.fixture
def stage(
    visitor: Visitor,
    access: AccessStore,
    line: Line,
    tournaments: TournamentFolder,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Stage:
    assert not [*tournaments.folder.iterdir()]
    chance.fix(monkeypatch.setattr)
    return Stage(visitor, access, line, monkeypatch, tmp_path)


def test_a_single_elimination_with_a_third_place_match(stage: Stage) -> None:
    """Six of two ages: two byes, semi-finals, the final and the match beside it."""
    pages = stage.open("Knock Out", style="single-elimination")
    pages.crowd(["masters"] * 4 + ["senior"] * 2)
    pages.do("announce", "announce --third-place --prizes 3", third_place="third-place", prizes="3")
    pages.step("Draw the seeds", "seed")
    pages.step("Pair the quarter-finals", "pair bracket")
    pages.play(["bracket"])
    pages.step("Pair the semi-finals", "pair bracket")
    pages.play(["bracket"])
    pages.step("Pair the 3rd-place match", "third-place bracket")
    pages.step("Pair the final", "pair bracket")
    pages.play(["bracket"])
    assert "Third place" in plain(pages.get("/bracket"))
    assert "3 rounds of single elimination" in plain(pages.get(""))
    assert "third place" in plain(pages.get("/pairings?round=3&by=table"))
    assert "hird place" in pages.printed("bracket")
    pages.close()
    stage.sealed(pages)


def test_a_booster_draft_pod(stage: Stage) -> None:
    """Eight at one table: the seats, three rounds by the sheet, the sheet filled in."""
    pages = stage.open("Friday Pod", edition="dci-pod")
    pages.crowd(["open"] * 8)
    pages.do("announce", "announce --prizes none", prizes="0")
    pages.step("Draw the seats for a booster draft", "draft seats booster")
    seats = re.findall(r"Player(\d+)", plain(pages.get("/screen")))
    for seat, number in enumerate(seats, start=1):
        said = plain(pages.get(f"/players/p{int(number)}"))
        assert f"Draft table 1, seat {seat} " in said
    assert len(seats) == 8
    assert "Player03" in pages.printed("podsheet")
    for _ in range(3):
        pages.step("Pair round", "pair")
        pages.play(["open"])
    pages.close()
    stage.sealed(pages)


def test_two_days_with_a_cut(stage: Stage) -> None:
    """Forty players: three rounds on the first day, one on the second, a top 4."""
    pages = stage.open("Regional", style="swiss-plus-cut", table="tcg-two-day")
    pages.crowd(["masters"] * 40)
    passes = {"override": "rounds-differ", "because": "it is small", "typed": "OVERRIDE"}
    told = {"prizes": "8", "said": "3", "day_two": "masters=1", "cut": "masters=4"}
    typed = "announce --prizes 8 --rounds 3 --day-two masters=1 --cut masters=4"
    pages.do(
        "announce", f"{typed} --override rounds-differ --because 'it is small'", **told, **passes
    )
    for _ in range(3):
        pages.step("Pair round", "pair")
        pages.play(["masters"])
    assert "players would advance to day two" in plain(pages.get("/desk/do/day-two?pool=masters"))
    pages.do("day-two", "day-two masters", pool="masters", rounds="1")
    seen = [plain(pages.get(f"/players/p{number}")) for number in range(1, 41)]
    on, out = ("plays on day two", "is not playing on day two.")
    assert all((on in said) is not (out in said) for said in seen)
    assert sum(on in said for said in seen) >= 32
    pages.step("Pair round 4", "pair masters")
    pages.play(["masters"])
    assert "round 4 of 4 day two" in plain(pages.get(""))
    assert "round 4" in pages.printed("pairings")
    pages.do("cut", "cut masters", divisions="masters")
    for _ in range(2):
        pages.step("Pair", "pair masters-cut")
        pages.play(["masters-cut"])
    pages.close()
    stage.sealed(pages)


def test_divisions_that_play_together_and_are_cut_apart(stage: Stage) -> None:
    """Juniors, Seniors and Masters in one pod, age-modified; each division has its own top."""
    pages = stage.open("Small Cup", style="swiss-plus-cut")
    pages.crowd(["junior"] * 5 + ["senior"] * 5 + ["masters"] * 8)
    passes = {"override": "rounds-differ", "because": "it is small", "typed": "OVERRIDE"}
    told = {"prizes": "8", "said": "3", "cut": "junior=2\nsenior=2\nmasters=4"}
    typed = "announce --prizes 8 --rounds 3 --cut junior=2 --cut senior=2 --cut masters=4"
    pages.do(
        "announce", f"{typed} --override rounds-differ --because 'it is small'", **told, **passes
    )
    for _ in range(3):
        pages.step("Pair round", "pair")
        pages.play(["all"])
    assert "All divisions: round 3 of 3" in plain(pages.get(""))
    pages.do("cut", "cut junior senior masters", divisions="junior\nsenior\nmasters")
    for pools in (["junior-cut", "senior-cut", "masters-cut"], ["masters-cut"]):
        pages.step("Pair", f"pair {pools[0]}")
        for pool in pools[1:]:
            pages.step("Pair", f"pair {pool}")
        pages.play(pools)
    pages.close()
    stage.sealed(pages)


def test_flights(stage: Stage) -> None:
    """Sixty-four Masters in two flights of 32, joined by a cut."""
    pages = stage.open("Large Cup", style="swiss-plus-cut")
    pages.crowd(["masters"] * 64)
    pages.sent("/desk/flights", "flights masters=2", division="Masters", number="2")
    passes = {"override": "rounds-differ", "because": "it is small", "typed": "OVERRIDE"}
    typed = "announce --prizes 8 --rounds 2 --cut masters=8"
    pages.do(
        "announce",
        f"{typed} --override rounds-differ --because 'it is small'",
        said="2",
        prizes="8",
        cut="masters=8",
        **passes,
    )
    for button in ("Pair round 1", "Pair round 2"):
        for flight in ("masters-a", "masters-b"):
            pages.step(button, f"pair {flight}")
        pages.play(["masters-a", "masters-b"])
    flown = [plain(pages.get(f"/players/p{number}")) for number in range(1, 65)]
    assert sum("plays in Masters A" in said for said in flown) == 32
    assert sum("plays in Masters B" in said for said in flown) == 32
    assert "masters b" in pages.printed("pairings").lower()
    pages.do("cut", "cut masters", divisions="masters")
    missed = [plain(pages.get(f"/standings/p{number}")) for number in range(1, 65)]
    assert (
        sum("8 players advance; the last of them from Masters A is " in said for said in missed)
        == 28
    )
    for _ in range(3):
        pages.step("Pair", "pair masters-cut")
        pages.play(["masters-cut"])
    pages.close()
    stage.sealed(pages)
