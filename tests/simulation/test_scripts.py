"""Whole events, typed line by line; what they end with is what an oracle of its own reckons."""

import gc
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.chance import alike
from tests.simulation import pod_reckoning, reckoning
from tests.simulation.run_script import SCRIPTS, Script, Type, as_programs, in_this_process

Typist = Callable[..., Script]
"""Types a script by its name, and returns it with all that was said."""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    """Yield what types a script to its end, in folders of its own.

    What the suite has loaded by then is not looked through for garbage at every command.
    """
    monkeypatch.setenv("ROUNDBOOK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ROUNDBOOK_HAND", raising=False)
    monkeypatch.delenv("ROUNDBOOK_STATION", raising=False)
    (tmp_path / "event").mkdir()

    def typed(name: str, typing: Type = in_this_process) -> Script:
        with alike(name):  # But for programs, whose chance is their own.
            return Script(SCRIPTS / f"{name}.txt", tmp_path / "event", typing).run()

    gc.freeze()
    yield typed
    gc.unfreeze()


def final(script: Script) -> list[dict[str, Any]]:
    """Return the final standings as the last command of them said."""
    placed: list[dict[str, Any]] = script.last("standings").standings
    return placed


def places(script: Script) -> dict[str, list[list[str]]]:
    """Return the final places as tiers, by division; nobody shares one after the close."""
    found: dict[str, list[list[str]]] = {}
    for one in final(script):
        tiers = found.setdefault(one["division"], [])
        assert (one["in_division"] or one["place"]) == len(tiers) + 1
        tiers.append([one["player"]])
    return found


def as_reckoned(script: Script) -> reckoning.Event:
    """Hold the places, points, seeds and brackets of an event against the reckoning."""
    assert script.last("verify").out
    assert places(script) == reckoning.places(script.folder)
    event = reckoning.read(script.folder)
    counted = reckoning.Swiss(event)
    for one in final(script):
        assert one["match_points"] == counted.points[one["player"]]
        if event.swiss() and not event.second_day:
            assert Fraction(one["op_win"]) == counted.op_win[one["player"]]
            assert Fraction(one["op_op_win"]) == counted.op_op_win[one["player"]]
    for pool, cut in event.cuts.items():
        if event.swiss():
            assert cut["seeds"] == reckoning.seeds_of(script.folder, pool)
        met = dict[int, set[frozenset[str]]]()
        for number, _, first, second, _ in event.matches(pool):
            met.setdefault(number, set()).add(frozenset((first, second)))
        assert met == reckoning.pairs_of_bracket(event, pool)
    return event


@pytest.mark.rule("FL-7", "FL-8")
def test_143_masters_in_two_flights_from_registration_to_the_final_places(play: Typist) -> None:
    event = as_reckoned(play("regional_143_two_flights"))
    assert sorted(map(len, event.flights["Masters"].values())) == [71, 72]
    assert {(pool, n) for pool, n in event.rounds if pool == "masters-b"} == {
        ("masters-b", n) for n in range(1, 8)
    }
    seeds = set(event.cuts["masters-cut"]["seeds"])
    assert [len(seeds & set(flight)) for flight in event.flights["Masters"].values()] == [8, 8]


@pytest.mark.rule("FL-5", "FL-6", "FL-7", "FL-8", "A-23", "TOP-3.3.6c")
def test_143_masters_in_four_flights_from_registration_to_the_final_places(play: Typist) -> None:
    event = as_reckoned(play("regional_143_four_flights"))
    flights = event.flights["Masters"]
    assert [len(flight) for flight in flights.values()] == [36] * 4, "35 and the one who came late"
    assert flights["masters-d"][-1] == "p144"
    for pool, flight in flights.items():
        for _, _, one, other, _ in event.matches(pool):
            assert {one, other} <= set(flight)
    seeds = event.cuts["masters-cut"]["seeds"]
    assert [len(set(seeds) & set(flight)) for flight in flights.values()] == [4] * 4
    by_lot = [player for player in seeds if player in flights["masters-c"]]
    assert set(by_lot) < set(event.lots["Masters"]), "others who were level do not play on"
    assert event.playoffs["masters-cut"]


@pytest.mark.rule("TOP-3.2a", "TOP-3.2b", "TOP-3.2.1", "TOP-3.2.3")
def test_53_players_in_a_single_elimination_from_registration_to_the_final_places(
    play: Typist,
) -> None:
    event = as_reckoned(play("elimination_53"))
    assert [len(event.rounds["bracket", n]["pairings"]) for n in range(1, 7)] == [
        21, 16, 8, 4, 2, 1
    ]  # fmt: skip
    byes = {player for player, _ in event.rounds["bracket", 1]["byes"]}
    assert byes == set(event.cuts["bracket"]["seeds"][:11])
    assert event.playoffs["bracket"]


@pytest.mark.rule("TOP-3.1.2a", "TOP-3.1.2c", "TOP-3.3.2")
def test_nine_seniors_and_two_juniors_from_registration_to_the_final_places(play: Typist) -> None:
    event = as_reckoned(play("cup_9_seniors_2_juniors"))
    assert {pool: len(cut["seeds"]) for pool, cut in event.cuts.items()} == {
        "senior-cut": 4,
        "junior-cut": 2,
    }
    assert event.swiss() == ["junior-senior"]


@pytest.mark.long
@pytest.mark.rule("A-19", "A-20", "TOP-3.3.5")
def test_800_players_on_two_days_from_registration_to_the_final_places(play: Typist) -> None:
    script = play("two_day_800")
    event = as_reckoned(script)
    taken = event.second_day["masters"]
    assert (taken["after"], len(event.rounds)) == (9, 15 + 3)
    assert taken["players"] == reckoning.second_day_of(script.folder, "masters")
    assert len(taken["players"]) > 32


@pytest.mark.rule("POD-3", "POD-5", "POD-10", "POD-11", "POD-12", "POD-13", "A-39")
@pytest.mark.parametrize("typing", [in_this_process, as_programs()], ids=["here", "as programs"])
def test_a_draft_pod_of_eight_from_registration_to_the_final_places(
    play: Typist, typing: Type
) -> None:
    script = play("draft_pod_8", typing)
    figures, order = pod_reckoning.reckon(script.folder)
    assert [one["player"] for one in final(script)] == order
    assert [one["place"] for one in final(script)] == list(range(1, 9))
    for one in final(script):
        reckoned = figures[one["player"]]
        assert one["match_points"] == reckoned.points
        assert Fraction(one["op_win"]) * 9 == reckoned.omp
        assert Fraction(one["game_win"]) * 3 == reckoned.gwp
        assert Fraction(one["op_game_win"]) * 3 == reckoned.ogp
