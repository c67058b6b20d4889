"""A small Swiss event through the real command line, typed at random, until it is closed."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.cli.line import Line

PICKS = st.integers(0, 99)
RESULTS = ("2-0", "1-2", "1-1-1", "tie", "double-loss", "2", "id")


class Typed(RuleBasedStateMachine):
    """Six players, two rounds of Swiss, words only: the lawful end with 0, the others with 3.

    A start puts the matches of its round into a bundle, and a report takes one out.
    """

    matches: Bundle[str] = Bundle("matches")

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.place = TemporaryDirectory()
        self.line = Line(home, Path(self.place.name) / "cup")
        self.line.enrol("Ana", "Ben", "Cho", "Dee", "Eva", "Fay")
        self.line("announce", "--rounds", 2)
        self.number, self.state, self.open = 0, "idle", list[str]()

    @precondition(lambda self: self.state == "idle" and self.number < 2)
    @rule()
    def pair(self) -> None:
        self.line("pair")
        self.number, self.state = self.number + 1, "waits"

    @precondition(lambda self: self.state == "waits")
    @rule(target=matches)
    def start(self) -> MultipleResults[str]:
        self.line("start")
        self.state, self.open = "played", self.line.tables(self.number)
        return multiple(*self.open)

    @rule(match=consumes(matches), how=PICKS)
    def report(self, match: str, how: int) -> None:
        self.open.remove(match)
        self.line("report", match, RESULTS[how % len(RESULTS)])
        self.line.refused("report", match, "2-0", rule="already-reported")
        self.state = "played" if self.open else "idle"

    @rule()
    def say_something(self) -> None:
        self.line("note", "The hall was cold.")

    @rule()
    def name_no_match(self) -> None:
        self.line.refused("report", "masters-9-9", "2-0", rule="match-unknown")

    @rule(match=matches)
    def be_too_quick(self, match: str) -> None:
        self.line.refused("close", rule="round-unfinished")
        self.line.refused("correct", match, "2-0", "--reason", "Why?", rule="not-reported")
        self.line.refused("register", "Gus", "--birth-year", 1990, rule="registration-closed")

    @precondition(lambda self: self.number == 0)
    @rule()
    def be_too_early(self) -> None:
        self.line.refused(
            "late", "Gus", "--birth-year", 1990, "--informed", rule="late-before-start"
        )

    def teardown(self) -> None:
        while self.number < 2 or self.state != "idle":
            match self.state:
                case "idle":
                    self.pair()
                case "waits":
                    self.start()
                case _:
                    self.report(self.open[0], self.number)
        self.line.close()
        self.line.refused("drop", "p1", rule="tournament-closed")
        self.line.run("verify", self.line.folder, code=0)
        self.place.cleanup()


def test_what_is_typed_is_done_or_refused_and_the_ledger_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    run_state_machine_as_test(
        lambda: Typed(tmp_path / "home"),  # type: ignore[arg-type]  # A class makes one too.
        settings=settings(
            max_examples=max(2, settings().max_examples // 30),
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )
