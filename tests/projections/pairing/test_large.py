"""Fields that are too large to be solved as a whole: neighbours, windows, and the last resort."""

from itertools import chain, pairwise

import pytest

from roundbook.ledger.record import draws
from roundbook.ledger.terms import Division
from roundbook.projections.pairing import best_round as searching
from roundbook.projections.pairing.board import Board, Scale
from roundbook.projections.pairing.certificate import Kind
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.perfect_matching import ALONE, complete
from tests.projections.pairing.events import (
    MASTERS,
    POOL,
    dice_of,
    drawn,
    opened,
    play_by_dice,
    posted,
)

Pairs = list[tuple[int, int]]


def search(where: Board, name: str) -> Pairs:
    """The pairs that are drawn, whatever proves them."""
    return searching.search(where, name).pairs


def board(
    sizes: list[int],
    barred: set[frozenset[int]] | None = None,
    *,
    no_bye: frozenset[int] = frozenset(),
    key: bytes = b"k" * 32,
) -> Board:
    """A board with brackets of these sizes; an odd one has the bye on it."""
    n = sum(sizes)
    bye = n % 2 == 1
    pairs = barred or set()
    rows = [{v for v in range(n) if frozenset((u, v)) in pairs} for u in range(n)]
    if bye:
        rows = [row | {n} if u in no_bye else row for u, row in enumerate(rows)] + [set(no_bye)]
    return Board(
        names=tuple(f"p{v + 1}" for v in range(n)) + ("bye",) * bye,
        brackets=tuple(chain.from_iterable([b] * size for b, size in enumerate(sizes))),
        divisions=(0,) * n,
        barred=tuple(rows),
        key=key,
        bye=bye,
    )


def legal(where: Board, pairs: Pairs) -> bool:
    seated = sorted(chain.from_iterable(pairs))
    return seated == list(range(len(where.names))) and all(
        v not in where.barred[u] for u, v in pairs
    )


def crossed(where: Board, pairs: Pairs) -> list[int]:
    """How many pairs cross each gap between brackets, the bye left out."""
    at = where.brackets
    tables = [sorted((at[u], at[v])) for u, v in pairs if max(u, v) < where.players]
    return [sum(low <= gap < high for low, high in tables) for gap in range(at[-1])]


@pytest.mark.rule("TOP-3.1d", "TOP-3.1e")
@pytest.mark.parametrize("sizes", [[9, 9, 9, 9, 9], [40, 51, 60], [1] * 30, [70, 1, 70], [129]])
def test_a_field_without_clashes_goes_down_once_where_it_must(sizes: list[int]) -> None:
    where = board(sizes)
    found = search(where, "round 2")
    assert legal(where, found)
    above = [sum(sizes[: gap + 1]) for gap in range(len(sizes) - 1)]
    assert crossed(where, found) == [count % 2 for count in above]
    if where.bye:
        (lucky,) = [u for u, v in found if v == where.players]
        assert where.brackets[lucky] == where.brackets[-1]


def test_neighbours_are_those_of_the_lots() -> None:
    """As docs/pairing.md has it: brackets in the order of lots, one behind the other."""
    where = board([7, 6, 6])
    brackets = (range(7), range(7, 13), range(13, 19))
    line = [v for cell in brackets for v in where.by_lot(cell, "0")] + [19]
    assert set(search(where, "round 2")) == {
        (a, b) for place, (a, b) in enumerate(pairwise(line)) if place % 2 == 0
    }


@pytest.mark.parametrize("number", range(12))
def test_a_bracket_is_drawn_until_nobody_meets_again(number: int) -> None:
    """The first draw in which no two neighbours have met, and no other."""
    met = {frozenset((u, (u + step) % 24)) for u in range(24) for step in (1, 5)}
    where = board([24], met, key=bytes([number]) * 32)
    for attempt in range(100):
        label, turn = divmod(attempt, 4)
        lots = {v: draws.lot(where.key, str(label), where.names[v]) for v in range(24)}
        line = sorted(lots, key=lambda v: lots[v][8 * turn :] + lots[v][: 8 * turn])
        pairs = list(zip(line[::2], line[1::2], strict=True))
        if not any(frozenset(pair) in met for pair in pairs):
            assert search(where, "round 5") == pairs
            return
    raise AssertionError("the test was to find a draw")


@pytest.mark.parametrize("number", [13, 21, 25, 26])
def test_a_window_grows_until_no_gap_is_crossed_without_need(number: int) -> None:
    """Two players of the upper bracket have met all of it but three, who may sit far away."""
    met = {frozenset((u, v)) for u in (0, 1) for v in range(70) if v != u and v not in (50, 51, 52)}
    where = board([70, 70], met, key=bytes([number]) * 32)
    found = search(where, "round 9")
    assert legal(where, found)
    assert crossed(where, found) == [0]


@pytest.mark.rule("A-14")
def test_those_who_leave_their_divisions_are_from_the_lowest_brackets() -> None:
    where = Board(
        names=tuple(f"p{v + 1}" for v in range(134)),
        brackets=(*[0] * 60, *[1] * 74),
        divisions=(*[0] * 30, *[1] * 30, *[0] * 35, *[1] * 39),
        barred=tuple(set() for _ in range(134)),
        key=b"k" * 32,
        kinds=("Masters", "Senior"),
    )
    found = search(where, "round 2")
    assert legal(where, found)
    across = [(u, v) for u, v in found if where.divisions[u] != where.divisions[v]]
    assert len(across) == 1
    assert [where.brackets[v] for v in across[0]] == [1, 1]


@pytest.mark.rule("A-12")
def test_a_small_bracket_that_has_met_itself_is_settled_in_a_window() -> None:
    """Four leaders have all met: all of them go down, and nobody else does without need."""
    leaders = {frozenset((u, v)) for u in range(4) for v in range(u)}
    where = board([4, 60, 100], leaders)
    found = search(where, "round 5")
    assert where.players > searching.MOST
    assert legal(where, found)
    assert crossed(where, found) == [4, 0]


def test_what_is_too_large_for_a_window_is_paired_all_the_same() -> None:
    """The upper half may only meet the lower one; no bracket of the game has met itself so."""
    upper = {frozenset((u, v)) for u in range(150) for v in range(u)}
    where = board([150, 150], upper)
    found = searching.search(where, "round 9")
    assert legal(where, found.pairs)
    assert crossed(where, found.pairs) == [150]
    assert found.kind is Kind.UNPROVEN


@pytest.mark.rule("A-11")
def test_a_large_dead_end_is_refused_with_a_reason_that_is_cut_short() -> None:
    upper = {frozenset((u, v)) for u in range(151) for v in range(u)}
    with pytest.raises(NoLegalRound) as refused:
        search(board([151, 149], upper), "round 9 of masters")
    assert refused.value.message.startswith(
        "round 9 of masters cannot be paired without a rematch or a second bye. These 150 players "
        "(p1, p2, p3, "
    )
    assert "and 138 more) have only these 149 possible opponents between them" in (
        refused.value.message
    )


@pytest.mark.rule("A-10")
@pytest.mark.parametrize("sizes", [[60, 60, 11], [30, 30, 1], [60, 60, 41]])
def test_the_bye_of_a_large_field_goes_up_if_the_lowest_bracket_had_it(sizes: list[int]) -> None:
    first = sizes[0] + sizes[1]
    where = board(sizes, no_bye=frozenset(range(first, sum(sizes))))
    found = search(where, "round 3")
    assert legal(where, found)
    (lucky,) = [u for u, v in found if v == where.players]
    assert where.brackets[lucky] == 1


@pytest.mark.rule("A-10")
def test_a_bye_that_nobody_may_have_is_refused() -> None:
    with pytest.raises(NoLegalRound, match="All 131 players to be paired have had a bye"):
        search(board([60, 71], no_bye=frozenset(range(131))), "round 3")


@pytest.mark.parametrize("seed", range(12))
def test_both_exact_searches_agree(seed: int) -> None:
    """Small fields are solved by weighing all rounds, larger ones by an exact matching."""
    dice = dice_of(seed)
    sizes = [dice.randint(1, 4) for _ in range(5)][: dice.randint(2, 5)]
    pairs = {frozenset((u, v)) for u in range(sum(sizes)) for v in range(u) if dice.random() < 0.45}
    where = board(sizes, pairs)
    if complete(where.barred, [ALONE] * len(where.names)) is not None:
        with pytest.raises(NoLegalRound):
            search(where, "round 5")
        return
    one, other = searching.draw(where), searching.solve(where, range(len(where.names)), [])
    assert other is not None
    assert legal(where, one)
    assert legal(where, other.pairs)
    assert cost(where, one) == cost(where, other.pairs)


def cost(where: Board, pairs: Pairs) -> int:
    seats = where.seats()
    scale = Scale(seats)
    return sum(scale.price(seats[u], seats[v]) for u, v in pairs)


@pytest.mark.rule("TOP-3.1.2b", "A-14")
@pytest.mark.parametrize("sizes", [(5, 8, 30), (3, 31, 101), (21, 20, 106)])
def test_divisions_are_crossed_by_one_pair_at_most_while_they_last(
    sizes: tuple[int, int, int],
) -> None:
    dice = dice_of(3)
    kinds = [Division.JUNIOR] * sizes[0] + [Division.SENIOR] * sizes[1] + [MASTERS] * sizes[2]
    t = opened(kinds)
    for number in (1, 2, 3):
        proposal = drawn(t)
        bye = next((b.player for b in proposal.byes), None)
        count = dict.fromkeys(Division, 0)
        for player in t.players.values():
            count[player.division] += not player.out and player.id != bye
        across = sum(t.players[a].division != t.players[b].division for a, b in proposal.pairings)
        assert across == sum(size % 2 for size in count.values()) / 2
        t.apply(posted(t, proposal), number)
        play_by_dice(t, dice, drops=0)
    assert t.latest[POOL] == 3
