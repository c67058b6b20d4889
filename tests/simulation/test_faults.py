"""Nothing that was acknowledged is lost, whatever goes wrong: fixed seeds, and what they found."""

import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from roundbook.cli.places import last_seen
from roundbook.cli.places.last_seen import remember
from roundbook.ledger.storage.jsonl import JsonlStore
from roundbook.ledger.storage.postgres import PostgresStore
from tests.simulation.faults import crash_states, many, servers
from tests.simulation.faults.defects import DEFECTS
from tests.simulation.faults.disk import lines_in
from tests.simulation.faults.hall import Fault
from tests.simulation.faults.play import BrokenError, Plan, Played, Setting, Step, plan
from tests.simulation.faults.shorten import only, outcome, shortest
from tests.stores.lines import data, lines, mark

SEEDS = (3, 5, 9)
"""Events that are played in every run; `python -m tests.long simulation` plays two thousand."""

QUICK = (
    "a note is refused, and written",
    "an entry is acknowledged before it is on the disk",
    "a desk overlooks who has dropped",
)
"""Mistakes that one of the first few events finds."""

FEW, MANY = range(1, 6), range(1, 121)
EVENTS = 60
STATES = 300


def kept(wanted: Plan) -> None:
    """Play an event in which every promise has to be kept."""
    played, broken = outcome(wanted)
    told = "\n".join(broken.history) if broken else ""
    assert broken is None, f"{broken}\n{told}"
    assert played
    assert played.faults >= 5


@pytest.mark.rule("LED-5", "LED-6", "LED-9")
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_acknowledged_is_lost_in_a_hall_where_everything_goes_wrong(seed: int) -> None:
    kept(plan(seed, EVENTS))


def finding(name: str, seeds: range, events: int) -> tuple[Plan, BrokenError]:
    """Return the first of these events that finds a mistake, and how."""
    for wanted in (plan(seed, events) for seed in seeds):
        _, broken = outcome(wanted, name)
        if broken:
            return wanted, broken
    pytest.fail(f"none of {len(seeds)} events has found that {name}")


@pytest.mark.parametrize("name", QUICK)
def test_a_mistake_is_found_by_a_short_event(name: str) -> None:
    finding(name, FEW, EVENTS)


@pytest.mark.long
@pytest.mark.parametrize("name", DEFECTS)
def test_every_mistake_is_found(name: str) -> None:
    """Three in each room; one that is not found would say that the simulator looks away."""
    finding(name, MANY, 120)


def test_after_a_broken_promise_the_other_events_are_played_and_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def one(wanted: Plan, _: object) -> tuple[Played | None, BrokenError | None]:
        found = None if wanted.seed in {6, 8} else Played(110, wanted.seed, 70, 60, 40, 10)
        return found, None if found else BrokenError(3, "a line is lost")

    monkeypatch.setattr(many, "outcome", one)
    monkeypatch.setattr(many, "shortest", lambda wanted, broken, _: (wanted, broken))
    asked = many.Asked(events=2, numbers=frozenset({1}), defect=None)
    found = [*many.every(range(5, 10), asked, 1)]
    assert [line for each in found for line in each.lines] == [
        line
        for seed in (6, 8)
        for line in (
            f"seed {seed}: step 3: a line is lost",
            "  step 3: a line is lost",
            f"  python -m tests.simulation --seed {seed} --events 2 --only 1",
        )
    ]
    assert many.summary(range(5, 10), found, 1800) == (
        "5 events, seeds 5 to 9: 330 commands (180 acknowledged, 120 refused, 30 unknown), "
        "21 faults; at least 110 and 5 in each; 2 broke a promise (6, 8); 0.50 hours"
    )


@pytest.mark.long
def test_a_seed_plays_the_same_event_in_however_many_processes() -> None:
    words = [sys.executable, "-m", "tests.simulation", "--seed", "9003", "--seeds", "4"]
    said = [
        subprocess.run(
            [*words, "--processes", count],
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.rpartition(";")[0]
        for count in ("1", "2", "3")
    ]
    assert said[0].startswith("4 events, seeds 9003 to 9006: ")
    assert said[0] == said[1] == said[2]


@pytest.mark.rule("LED-6")
def test_servers_that_fail_over_lose_nothing_that_was_acknowledged() -> None:
    """PostgreSQL's contract in memory: `pytest -m database tests/stores` has the real one."""
    told = [servers.run(seed, 60) for seed in range(100)]
    assert sum(acknowledged for acknowledged, _ in told) > 2_000
    assert sum(faults for _, faults in told) > 1_000


def _any(*_: object) -> bool:
    return True


@pytest.mark.parametrize(
    ("alone", "owner", "name", "wrong"),
    [
        (True, servers, "NAME", "cup"),
        (False, PostgresStore, "_stand", _any),
    ],
    ids=["a leader that waits for nobody", "a rival's lines taken for one's own"],
)
def test_a_mistake_of_servers_or_of_the_store_is_found(
    monkeypatch: pytest.MonkeyPatch, alone: bool, owner: object, name: str, wrong: object
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(servers.Told):
        _ = [servers.run(seed, 60, alone=alone) for seed in range(100)]


def kept_back(*said: Any, **_: object) -> object:
    """Note the last line as always, but tell nobody if that is not possible."""
    return remember(*said)


@pytest.mark.rule("LED-6")
def test_an_older_copy_goes_on_unnoticed_only_if_somebody_was_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seed 100341: the disk was read-only for the note on the last line, and nobody said so."""
    hall = Setting(players=4, young=0, style="swiss", rounds=3)
    unnoted = [
        Plan(1, hall, (Step(0, "copy"), Step(1, "shell", 0, 2, fault), Step(2, "older")))
        for fault in [(Fault("read-only", at),) for at in range(4, 9)]
    ]
    assert [outcome(one)[1] for one in unnoted] == [None] * 5
    monkeypatch.setattr(last_seen, "remember", kept_back)
    found = {str(outcome(one)[1]) for one in unnoted}
    assert found == {"None", "step 2: an older copy went on unnoticed"}


def test_there_are_twenty_mistakes_in_six_rooms() -> None:
    assert len(DEFECTS) >= 20
    assert len({one.room for one in DEFECTS.values()}) >= 6


def test_the_history_of_a_mistake_is_made_short_and_plays_alone() -> None:
    name = "a desk overlooks who has dropped"
    wanted, broken = finding(name, FEW, EVENTS)
    short, still = shortest(wanted, broken, name)
    assert len(short.steps) < 6
    assert "drop" in " ".join(still.history)
    alone = only(wanted, {one.number for one in short.steps})
    assert isinstance(outcome(alone, name)[1], BrokenError)


@pytest.mark.rule("LED-6")
def test_a_crash_at_any_effect_leaves_a_folder_that_goes_on(tmp_path: Path) -> None:
    """`python -m tests.simulation.faults.crash_states` tries five thousand states."""
    chosen = partial(crash_states.states, how_many=STATES, seed=1)
    assert crash_states.lost(tmp_path, seed=1, chosen=chosen) == []


def after_the_slips(recording: crash_states.Recording) -> list[crash_states.State]:
    """Return the states in which the slips are read again, and the power goes then."""
    ends = [(before.until, one) for before, one in pairwise(recording.commands)]
    [(began, slips)] = [(at, one) for at, one in ends if one.words[-1].endswith("slips.csv")]
    return [crash_states.State(at, how) for at in range(began, slips.until) for how in (4, 8, 12)]


@pytest.mark.rule("LED-6")
def test_a_crash_after_the_next_command_finds_an_answer_that_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: "already recorded" was said of a line that a power cut could take."""
    monkeypatch.setattr(JsonlStore, "confirm", lambda *_, **__: None)
    found = crash_states.lost(tmp_path, seed=1, chosen=after_the_slips)
    assert {what for _, what in found} == {"a line that was acknowledged is not there"}


@pytest.mark.rule("LED-6")
@pytest.mark.parametrize("arrived", [0, 25])
def test_the_hall_reads_after_a_power_cut_what_the_program_reads(
    tmp_path: Path, arrived: int
) -> None:
    """Seed 9003: of two lines that nobody waited for, the second one arrived."""
    store, held = JsonlStore.create(tmp_path / "cup"), lines(10)
    store.append(held, after=0)
    hole, *rest = lines(3, start=mark(held))
    ledger = tmp_path / "cup/ledger.jsonl"
    ledger.write_bytes(data(held) + hole[:arrived].ljust(len(hole) + 1, b"\0") + data(rest))
    assert JsonlStore(tmp_path / "cup").lines() == lines_in(ledger) == held
