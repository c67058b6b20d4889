"""Every writing verb by example, as words and options: typed in a shell, or given at a venue."""

from collections.abc import Callable, Mapping, Sequence
from shutil import copytree
from typing import NamedTuple

from roundbook.cli.verbs import path_of
from tests.cli.line import Line
from tests.cli.swiss import play

WHY = {"reason": "so that it is right"}
OWED = {"override": ["rounds-unplayed"], "because": "the hall is needed"}


class Step(NamedTuple):
    """A verb, what follows it, and its options without dashes; True is a flag."""

    verb: str
    words: Sequence[str] = ()
    options: Mapping[str, str | bool | Sequence[str]] = {}

    def typed(self) -> list[str]:
        """Return it as somebody types it in a shell."""
        line = [*path_of(self.verb).split(), *self.words]
        for name, value in self.options.items():
            if isinstance(value, str):
                line += [f"--{name}", value]
            elif isinstance(value, bool):
                line += [f"--{name}"]
            else:
                line += [part for one in value for part in (f"--{name}", one)]
        return line


def _born(*names: str) -> list[Step]:
    return [Step("register", [name], {"birth-year": "1990"}) for name in names]


SWISS = [
    *_born("Ana", "Ben", "Cho", "Dee", "Eve"),
    Step("staff", ["Jo Desk", "scorekeeper"]),
    Step("deck register", ["p1", "ana.txt"], {"format": "standard", "pool": "standard-2015"}),
    Step("announce", [], {"prizes": "none"}),
    Step("entropy", ["3 1 4 1 5"], {"source": "dice"}),
    Step("award-bye", ["p5", "1"]),
    Step("check-in", ["p1", "p2"]),
    Step("check-in", ["p2"], {"undo": True}),
    Step("check-in", ["p2", "p3", "p4", "p5"]),
    Step("pair"),
    Step("withdraw", ["masters-1"], WHY),
    Step("pair"),
    Step("drop", ["p4"]),
    Step("repair", [], WHY),
    Step("reinstate", ["p4"], WHY),
    Step("withdraw", ["masters-1"], WHY),
    Step("pair"),
    Step("post"),
    Step("slips"),
    Step("start"),
    Step("call", ["masters-1-1"], {"player": "p3", "for": "a trigger was missed"}),
    Step("call", ["masters-1-1"], {"take": True}),
    Step("call", ["masters-1-1"], {"done": True}),
    Step("message", ["Lunch until 13:00."]),
    Step("message", ["p1, please come to the desk."], {"match": "masters-1-1"}),
    Step("message", [], {"withdraw": "29"}),
    Step("extend", ["masters-1-1", "3"], {"informed": True, **WHY}),
    Step("report", ["masters-1-1", "2-0"], {"drop": ["p3"]}),
    Step("time-called", ["masters-1-2"], {"games": "1", "time": "between-games", "report": True}),
    Step("correct", ["masters-1-1", "2-1"], WHY),
    Step("withdraw", ["masters-1-1"], WHY),
    Step("report", ["masters-1-1", "0-2"]),
    Step("note", ["the hall is cold"]),
    Step("fact", ["example.org/seats/1", "plan-2"], {"data": '{"table": 7}'}),
    Step("amend", ["p1"], {"name": "Ida", **WHY}),
    Step("penalty", ["p2", "warning"], {"for": "slow play"}),
    Step("proxy", ["p2", "Switch"], {"damaged": "bent", "kept": True}),
    Step("deckcheck draw", [], {"tables": "1"}),
    Step("deckcheck record", ["p2"], {"counted": "60"}),
    Step("late-tag", ["p2"], {"set": True, **WHY}),
    Step("late-tag", ["p2"], {"clear": True, **WHY}),
    Step("drop", ["p2"]),
    Step("reinstate", ["p2"], WHY),
    Step("new-secrets", [], WHY),
    Step("key", [], {"renew": True, **WHY}),
    Step("late", ["Fay"], {"birth-year": "1990", "informed": True}),
    Step("late", ["Gil"], {"birth-year": "1990", "refuse": True, **WHY}),
    Step("pair"),
    Step("start"),
    Step("disqualify", ["p2"], WHY),
    Step("report", ["results.csv"]),
    Step("close", [], OWED),
    Step("reopen", [], WHY),
    Step("close", [], OWED),
    Step("requests record", [], {"from": "the office"}),
    Step("requests answer", ["1"], {"with": "results.csv"}),
    Step("erase", ["p3"], {"yes": True, "reason": "the parents asked for it"}),
]


BRACKET = [
    Step("announce", [], {"third-place": True, "prizes": "8"}),
    Step("seed"),
    Step("pair"),
    Step("start"),
    Step("report", ["bracket.csv"]),
    Step("pair"),
    Step("start"),
    Step("report", ["bracket-2-1", "1"]),
    Step("report", ["bracket-2-2", "1"]),
    Step("third-place"),
]
FLIGHTS = [
    Step("unregister", ["p129"], {"reason": "registered twice"}),
    Step("flights", ["masters=4"]),
    Step("announce", [], {"cut": "masters=16", "prizes": "none"}),
]
DRAFT = [Step("draft seats", ["booster"]), Step("draft build"), Step("merge", ["laptop-two"])]
DAYS = [Step("day-two"), Step("pair"), Step("start"), Step("report", ["two.csv"]), Step("cut")]


def _open(line: Line) -> None:
    line.start()


def _bracket(line: Line) -> None:
    line.start("--style", "single-elimination", masters=8)


def _regional(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "vg", masters=129)


def _small(line: Line) -> None:
    line.start(masters=8)
    away = line.home.parent / "laptop-two"
    copytree(line.folder, away)
    line.run("note", "the venue closes at six", "-C", away)
    line.forget()


def _one_day(line: Line) -> None:
    line.start("--style", "swiss-plus-cut", "--table", "tcg-two-day", masters=33)
    line.announce("--rounds", 1, "--day-two", "masters=1", "--cut", "masters=4")
    play(line)


TEAMS = [
    *_born("Ana", "Ben", "Cho", "Dee"),
    Step("team form", ["Rocket", "p1", "p3"]),
    Step("team split", ["p1"], WHY),
    Step("team read", ["teams.csv"]),
]


def _teams(line: Line) -> None:
    line.start("--format", "team-battle-constructed")


EVENTS: dict[str, tuple[Callable[[Line], None], list[Step]]] = {
    "swiss": (_open, SWISS),
    "bracket": (_bracket, BRACKET),
    "flights": (_regional, FLIGHTS),
    "draft": (_small, DRAFT),
    "days": (_one_day, DAYS),
    "teams": (_teams, TEAMS),
}
"""Events by name: how each begins in a shell, and the steps that are compared."""
