"""Nothing that was acknowledged is lost, whatever goes wrong: fixed seeds, and what they found."""

from pathlib import Path

import pytest

from roundbook.ledger.storage.postgres import PostgresStore
from tests.simulation.faults import crash_states, servers
from tests.simulation.faults.defects import DEFECTS
from tests.simulation.faults.play import BrokenError, Plan, plan
from tests.simulation.faults.shorten import only, outcome, shortest

SEEDS = (3, 5, 9)
"""Events that are played in every run; `python -m tests.long simulation` plays two thousand."""

FOUND = {
    "a bracket was offered to be paired whose seeds were out of date": (2, 120),
    "the repair of a round was advised though the round before lacked a result": (102, 120),
    "a round was offered though a result of an earlier one had been withdrawn": (703, 120),
}
"""What was found, with the seed and the steps of its event: all of it is mended."""

QUICK = {
    "a note is refused, and written": 1,
    "an entry is acknowledged before it is on the disk": 1,
    "a desk overlooks who has dropped": 1,
}
"""Mistakes that a short event finds, with its seed."""

EVENTS = 60
STATES = 300
MOST_SEEDS = 60
"""So many events are played until a mistake has to be found."""


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


@pytest.mark.long
@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_once_is_mended(what: str) -> None:
    seed, events = FOUND[what]
    kept(plan(seed, events))


@pytest.mark.parametrize("name", QUICK)
def test_a_mistake_is_found_by_a_short_event(name: str) -> None:
    played, broken = outcome(plan(QUICK[name], EVENTS), name)
    assert broken is not None, f"{name}: {played}"


@pytest.mark.long
@pytest.mark.parametrize("name", DEFECTS)
def test_every_mistake_is_found(name: str) -> None:
    """Three in each room; one that is not found would say that the simulator looks away."""
    seeds = range(1, MOST_SEEDS + 1)
    found = next((one for seed in seeds if (one := outcome(plan(seed, 120), name)[1])), None)
    assert found is not None


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


def test_there_are_twenty_mistakes_in_six_rooms() -> None:
    assert len(DEFECTS) >= 20
    assert len({one.room for one in DEFECTS.values()}) >= 6


def test_the_history_of_a_mistake_is_made_short_and_plays_alone() -> None:
    name = "a desk overlooks who has dropped"
    wanted = plan(QUICK[name], EVENTS)
    _, broken = outcome(wanted, name)
    assert broken is not None
    short, still = shortest(wanted, broken, name)
    assert len(short.steps) < 6
    assert "drop" in " ".join(still.history)
    alone = only(wanted, {one.number for one in short.steps})
    assert isinstance(outcome(alone, name)[1], BrokenError)


@pytest.mark.rule("LED-6")
def test_a_crash_at_any_effect_leaves_a_folder_that_goes_on(tmp_path: Path) -> None:
    """`python -m tests.simulation.faults.crash_states` tries five thousand states."""
    assert crash_states.lost(tmp_path, how_many=STATES, seed=1) == []
