"""The entries that are named are those, and only those, without which the cell would differ."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId
from roundbook.projections.explain.blame import (
    Blamed,
    Cell,
    Figure,
    MatchCell,
    Value,
    blame,
    lacking,
)
from roundbook.projections.standings.shown import settled_entries, shown
from roundbook.projections.standings.standings import standings
from tests.scripts import happened, play
from tests.strategies import dice, simulate

RULES = [released.load(name) for name in ("play-2017", "dci-mtr", "top-2017-literal")]
NAMES = {
    Figure.PLACE: "place",
    Figure.POINTS: "match_points",
    Figure.RECORD: "record",
    Figure.OP_WIN: "op_win",
    Figure.OP_OP_WIN: "op_op_win",
    Figure.GAME_WIN: "game_win",
    Figure.OP_GAME_WIN: "op_game_win",
}
FEW = settings(max_examples=max(settings().max_examples // 8, 1))
"""Each example is a ledger folded once without each of its entries."""


def seen(t: Tournament, rules: Ruleset, cell: Cell) -> Value:
    """What the standings, or the ledger, show in a cell."""
    if isinstance(cell.of, MatchId):
        return t.matches.get(cell.of) if cell.shows is MatchCell.PAIRING else t.results.get(cell.of)
    assert isinstance(cell.shows, Figure)
    lines = {one.player: one for one in standings(t, rules)}
    value: Value = getattr(lines.get(cell.of), NAMES[cell.shows], None)
    return value


def one_by_one(entries: list[Entry], rules: Ruleset, cell: Cell) -> tuple[int, ...]:
    """Fold the ledger once without each entry, and look at the standings."""
    there = seen(Tournament.replay(entries), rules, cell)
    return tuple(
        entry.seq
        for number, entry in enumerate(entries)
        if seen(Tournament.replay(entries[:number] + entries[number + 1 :]), rules, cell) != there
    )


def the_shown(entries: list[Entry], rules: Ruleset, cell: Cell) -> list[Entry]:
    """Return the entries that count in the standings, which have to show the same figure."""
    t = Tournament.replay(entries)
    counted = settled_entries(entries, t)
    line = next((one for one in shown(t, rules) if one.player == cell.of), None)
    if line is not None and line.place is not None:
        assert getattr(line, NAMES[Figure(cell.shows)]) == seen(
            Tournament.replay(counted), rules, cell
        )
    return counted


def asked(entries: list[Entry], rules: Ruleset, cell: Cell) -> None:
    found: Blamed = blame(entries, rules, cell)
    if not isinstance(cell.of, MatchId):
        entries = the_shown(entries, rules, cell)
    assert found.value == seen(Tournament.replay(entries), rules, cell)
    assert found.made_by == one_by_one(entries, rules, cell)
    free = replace(
        rules,
        win_floor=Fraction(0),
        own_game_floor=Fraction(0),
        win_cap=Fraction(1),
        cap_applies="never",
    )
    loose = set(one_by_one(entries, free, cell)) - set(found.made_by)
    assert set(found.held) == (loose if "win" in cell.shows else set())


@pytest.mark.parametrize("figure", list(Figure))
@FEW
@given(dice(), st.data())
def test_a_figure_is_made_by_the_entries_whose_removal_alone_changes_it(
    figure: Figure, chance: Random, data: st.DataObject
) -> None:
    event = simulate(chance)
    player = data.draw(st.sampled_from(list(event.t.players)))
    rules = data.draw(st.sampled_from(RULES))
    asked(event.desk.entries, rules, Cell(of=player, shows=figure))


@pytest.mark.parametrize("part", list(MatchCell))
@given(dice(), st.data())
def test_a_match_is_made_by_the_entries_whose_removal_alone_changes_it(
    part: MatchCell, chance: Random, data: st.DataObject
) -> None:
    event = simulate(chance)
    if not event.t.matches:
        return
    match = data.draw(st.sampled_from(list(event.t.matches)))
    asked(event.desk.entries, RULES[0], Cell(of=match, shows=part))


def many(chance: Random, players: int = 12, rounds: int = 4) -> Desk:
    """An event without a cut, in which nearly every entry is one result."""
    told = happened(f"register {' '.join(map(str, range(1, players + 1)))}")
    for number in range(1, rounds + 1):
        seats = list(range(1, players + 1))
        chance.shuffle(seats)
        pairs = zip(seats[::2], seats[1::2], strict=True)
        played = " ".join(f"{a}{chance.choice('>><<=/?')}{b}" for a, b in pairs)
        play(f"round {number} {played}", told)
    return told


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (6, 2), (12, 4)])
@settings(max_examples=settings().max_examples // 4)
@given(dice(), st.data())
def test_a_place_is_told_from_one_line_as_from_all_lines(
    players: int, rounds: int, chance: Random, data: st.DataObject
) -> None:
    """In the smaller fields most players are level in something."""
    told = many(chance, players, rounds)
    player = PlayerId(f"p{data.draw(st.integers(1, players))}")
    rules = data.draw(st.sampled_from(RULES))
    asked(told.entries, rules, Cell(of=player, shows=Figure.PLACE))


def test_what_is_told_from_one_line_is_nearly_everything() -> None:
    told = many(Random(1))  # noqa: S311 - dice.
    every = frozenset(range(1, len(told.entries) + 1))
    quick = [*lacking(told.entries, told.tournament, RULES[0], PlayerId("p1"), every)]
    assert len(quick) == 11 + 24  # All players but p1, and all results.


def test_a_result_below_the_floor_is_told_apart() -> None:
    """p2 has won one of five, which counts 1/4 like one of four: p1 has (1/4 + 1/2) / 2."""
    told = happened("crowd 7; round 1 1>2; round 2 1=7 3>2; round 3 4>2; round 4 5>2; round 5 2>6")
    found = blame(told.entries, RULES[0], Cell(of=PlayerId("p1"), shows=Figure.OP_WIN))
    at = {
        event.match[1:]: entry.seq
        for entry in told.entries
        for event in entry.events
        if isinstance(event, ev.ResultReported)
    }
    assert found.value == Fraction(3, 8)
    assert {at[1, 1], at[2, 1]} == set(found.made_by) & set(at.values())
    assert {at[2, 2], at[3, 1], at[4, 1], at[5, 1]} == set(found.held) & set(at.values())
