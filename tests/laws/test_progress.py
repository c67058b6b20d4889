"""Whoever does what is proposed, from an empty folder on, ends with the archive of the event.

Until then nobody closes it: as long as something is owed, that needs an override.
"""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from roundbook.cli.session.venue import venue
from roundbook.cli.verbs import path_of
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pairing
from roundbook.projections.progress import Progress, Stand, progress
from tests.cli.line import Line
from tests.web.chance import fix

Pick = Callable[[MatchId, Pairing], list[str]]
"""What is reported of a match: the result, and options for who leaves."""

EVENTS = {
    "swiss": ("--style", "swiss"),
    "elimination": ("--style", "single-elimination"),
    "cut": ("--style", "swiss-plus-cut"),
    "premier": ("--style", "swiss-plus-cut", "--premier"),
    "two days": ("--style", "swiss-plus-cut"),
    "draft": ("--style", "swiss", "--format", "booster-draft"),
    "sealed": ("--style", "swiss", "--format", "sealed"),
    "teams": ("--style", "swiss", "--format", "team-battle-constructed"),
    "pod": ("--style", "swiss", "--pairing", "pod-sheet", "--format", "booster-draft"),
}


OWED = ("seed", "pair", "post", "start", "report", "day-two", "cut", "third-place")
"""What an announced event owes: as long as one of these comes next, only an override closes it."""


class Follower:
    """Somebody who does what is proposed, and fills in what it leaves open."""

    def __init__(
        self, home: Path, opening: tuple[str, ...], crowd: str, told: tuple[str, ...]
    ) -> None:
        self.line = Line(home, home / "cup")
        self.opening, self.crowd, self.told = opening, crowd, told
        self.verbs = list[str]()

    def follow(self, pick: Pick) -> None:
        """Do what is proposed; what is proposed stands among the steps, and nowhere twice."""
        cup = self.line.folder
        desk = venue(cup).desk if cup.exists() else None
        t = desk.tournament if desk else Tournament()
        found = progress(t, desk.rules if desk else released.load("play-2017"))
        assert_sound(found)
        assert found.next, "the archive ends it"
        act, words = found.next, list(found.next.args)
        self.verbs.append(act.verb)
        if desk and act.verb in OWED:
            said = self.line.at("close", "--dry-run")
            assert (said.code, "refused: " in said.err) == (3, True), (act, said)
        match act.verb:
            case "open":
                said = self.line.run("open", cup, "--name", "Cup", *self.opening, code=0)
                return
            case "register":
                (cup.parent / "players.csv").write_text(self.crowd)
                words = [str(cup.parent / "players.csv")]
            case "team form":
                words[0] = f"Team {words[1]}"
            case "announce":
                words = [re.sub(r"\bN$", "none", word) for word in words] + [*self.told]
            case "report":
                match = next(match for one in found.lanes for match in one.missing)
                words = [str(match), *pick(match, t.matches[match])]
            case "deckcheck record":
                words[-1] = "60"
            case "archive":
                assert self.line.run("archive", cup, "--out", cup.parent / "cup.zip").code == 0
                return
            case _:
                pass
        self.line(path_of(act.verb), *words)


def assert_sound(found: Progress) -> None:
    """What comes next is one of the steps that are due; no step is due before one that waits."""
    due = [step for step in found.steps if step.stand is Stand.NOW]
    assert due, found
    assert found.next not in found.also
    assert all(step.next for step in due), due


def followed(event: str, crowd: str, told: tuple[str, ...], pick: Pick) -> list[str]:
    """Return the verbs that lead an event to its archive."""
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROUNDBOOK_HOME", f"{home}/home")
        fix(patch.setattr)
        one = Follower(Path(home), (*EVENTS[event], "--start", "2026-03-07"), crowd, told)
        while one.verbs[-1:] != ["archive"]:
            assert len(one.verbs) < 200, f"no end in sight: {one.verbs[-5:]}"
            one.follow(pick)
        assert one.line.run("verify", one.line.folder).code == 0
        return one.verbs


def listed(sizes: dict[str, int]) -> str:
    """Return a list of so many players of each division."""
    rows = [f"{age} {n},{age}" for age, size in sizes.items() for n in range(size)]
    return "\n".join(["name,division", *rows])


CASES = [
    ("swiss", {"masters": 5}, ()),
    ("swiss", {"masters": 6, "senior": 4, "junior": 2}, ()),
    ("elimination", {"masters": 3, "junior": 3}, ("--third-place",)),
    ("cut", {"masters": 9, "senior": 8}, ("--cut", "masters=4", "--cut", "senior=4")),
    ("cut", {"masters": 8}, ("--cut", "masters=4", "--third-place")),
    ("two days", {"masters": 4}, ("--rounds", "2", "--day-two", "masters=1")),
    ("premier", {"masters": 8}, ("--cut", "masters=4")),
    ("draft", {"masters": 6}, ()),
    ("sealed", {"masters": 4}, ()),
    ("teams", {"masters": 8}, ()),
    ("pod", {"masters": 8}, ()),
]


@pytest.mark.parametrize(("event", "sizes", "told"), CASES)
def test_what_is_proposed_leads_from_an_empty_folder_to_the_archive(
    event: str, sizes: dict[str, int], told: tuple[str, ...]
) -> None:
    verbs = followed(event, listed(sizes), told, lambda *_: ["1"])
    assert verbs[:2] == ["open", "register"]
    assert verbs[-2:] == ["close", "archive"]


@given(st.data())
@settings(max_examples=settings().max_examples // 5, phases=[Phase.generate])
def test_no_result_and_no_drop_leads_astray(data: st.DataObject) -> None:
    """Ties, double losses, and players who leave: what is proposed still ends in the archive."""
    event, some, told = data.draw(st.sampled_from(CASES))
    sizes = {
        age: data.draw(st.integers(least if "--cut" in told else least // 2, least + 3))
        for age, least in some.items()
    }
    sizes["masters"] += event in {"pod", "teams"} and sizes["masters"] % 2
    leaving = st.sampled_from([(), (), (), (0,), (1,), (0, 1)])

    def pick(match: MatchId, pair: Pairing) -> list[str]:
        swiss = event != "elimination" and not match.pool.endswith("-cut")
        results = ["1", "2", "2-1", *(["tie", "double-loss"] if swiss else [])]
        leave = data.draw(leaving) if swiss else ()
        drops = [part for side in leave for part in ("--drop", pair[side])]
        return [data.draw(st.sampled_from(results)), *drops]

    followed(event, listed(sizes), told, pick)
