"""The standings of every lawful event are those of a reckoning that shares no code with them."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from roundbook.ledger.record.entry import Entry, to_line
from roundbook.ledger.rulesets.released import load
from roundbook.projections.standings.standings import Standing, standings
from tests.scripts import play
from tests.simulation import reckoning
from tests.strategies import dice, simulate

RULES = load("play-2017")


@given(dice())
def test_figures_and_places_are_those_of_the_reckoning(chance: Random) -> None:
    event = simulate(chance)
    told = reckoning.Event(to_line(entry) for entry in event.desk.entries)
    if told.second_day:
        return  # The large two-day event of the scripts is reckoned.
    swiss = reckoning.Swiss(told)
    placed = standings(event.t, RULES)
    for one in placed:
        assert one.match_points == swiss.points[one.player]
        assert one.op_win == swiss.op_win[one.player]
        assert one.op_op_win == swiss.op_op_win[one.player]
    left = any(event.t.players[p].out for cut in event.t.cuts.values() for p in cut.seeds)
    if not left and all(over(told, pool) for pool in told.cuts):  # Who leaves loses unreported.
        assert in_tiers(placed) == reckoned(event.desk.entries)


@pytest.mark.rule("A-52")
def test_three_who_are_level_are_parted_by_all_their_matches() -> None:
    """Seed 102039: p2 beat p1, p1 beat p4, and the last match of p4 and p2 is a double loss."""
    desk = play(
        """
        announce 3
        register ana ben cho dee
        round 1 cho<dee ben>ana
        round 2 dee<ana cho>ben
        round 3 dee/ben ana<cho
        """
    )
    order = [["p3"], ["p2"], ["p1"], ["p4"]]
    assert in_tiers(standings(desk.tournament, RULES)) == {"Masters": order}
    assert reckoned(desk.entries) == {"Masters": order}


@pytest.mark.rule("A-8")
def test_nobody_is_level_with_a_disqualified_player() -> None:
    """Seed 500527: without p1, who has no place, two seniors are level, and they have met."""
    desk = play(
        """
        announce 2
        senior ana; register ben; senior cho dee
        senior-masters: round 1 ben<ana cho<dee
        senior-masters: round 2 cho>ana dee<ben
        senior-masters: disqualify ana
        """
    )
    order = {"Senior": [["p4"], ["p3"]], "Masters": [["p2"]]}
    assert in_tiers(standings(desk.tournament, RULES)) == order
    assert reckoned(desk.entries) == order


def over(told: reckoning.Event, pool: str) -> bool:
    """Tell whether a bracket was played to its end, with one player who never lost."""
    matches = told.matches(pool)
    seeds = told.cuts[pool]["seeds"]
    if any(told.players[seed]["after"] is not None for seed in seeds):
        return False  # Who leaves a bracket has lost, whatever the result says.
    lost = [verdict for *_, verdict in matches if verdict in {"first", "second"}]
    return len(lost) == len(matches) == len(seeds) - 1


def in_tiers(placed: list[Standing]) -> dict[str, list[list[str]]]:
    """Return places as tiers, by division."""
    found: dict[str, list[list[str]]] = {}
    for one in placed:
        tiers = found.setdefault(one.division, [])
        if one.place is None:
            continue
        if one.place > sum(map(len, tiers)):
            tiers.append([])
        tiers[-1].append(one.player)
    return found


def reckoned(entries: Iterable[Entry]) -> dict[str, list[list[str]]]:
    """Return the places that are reckoned from the lines of a ledger."""
    with TemporaryDirectory() as folder:
        lines = b"".join(to_line(entry) + b"\n" for entry in entries)
        (Path(folder) / "ledger.jsonl").write_bytes(lines)
        return reckoning.places(Path(folder))
