"""At which tables a round is played: free, not blocked, and each fixed player at their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, Pairing, Pool
from roundbook.projections.pairing.table_numbers import TablePlan, tables, tables_in
from tests.projections.pairing.events import POOL, masters, pid

FOUR = tuple(Pairing(pid(n), pid(n + 1)) for n in (1, 3, 5, 7))
OTHER = Pool("junior")


def beside_others(count: int = 8) -> Tournament:
    """Tables 1 and 2 are those of a pool that is still playing."""
    t = masters(count + 4)
    t.apply(ev.PodsFormed(pods={POOL: (Division.MASTERS,), OTHER: (Division.JUNIOR,)}), 50)
    pairs = tuple(Pairing(pid(count + n), pid(count + n + 1)) for n in (1, 3))
    t.apply(ev.RoundPaired(pool=OTHER, round=1, pairings=pairs, tables=(1, 2), byes=()), 51)
    t.apply(ev.RoundStarted(pool=OTHER, round=1), 52)
    return t


def placed(t: Tournament, **hall: object) -> list[int]:
    plan = TablePlan(**hall)  # type: ignore[arg-type]
    return tables_in(t, POOL, FOUR, plan, plan.kept(t))


def test_blocked_tables_are_left_out() -> None:
    assert tables(masters(8), POOL, 4, None, {2, 3, 5}) == (1, 4, 6, 7)
    assert placed(masters(8), start=5, blocked=frozenset({6, 8})) == [5, 7, 9, 10]


def test_the_pods_in_play_share_one_numbering_beside_what_is_blocked() -> None:
    assert placed(beside_others(), blocked=frozenset({4})) == [3, 5, 6, 7]


def test_whoever_meets_a_fixed_player_comes_to_their_table_and_the_others_stay_in_order() -> None:
    assert placed(masters(8), fixed={pid(8): 2}) == [1, 3, 4, 2]
    assert placed(masters(8), fixed={pid(1): 50}) == [50, 1, 2, 3]


def test_a_table_is_kept_free_for_a_player_of_another_pool() -> None:
    assert placed(masters(10), fixed={pid(9): 2}) == [1, 3, 4, 5]


@pytest.mark.parametrize(
    ("hall", "said"),
    [
        (
            {"fixed": {pid(3): 4}, "blocked": frozenset({4})},
            "table 4 is the fixed table of p3, but is blocked.",
        ),
        ({"fixed": {pid(3): 2}}, "table 2 is the fixed table of p3, but is still being played at."),
        (
            {"fixed": {pid(3): 4, pid(4): 5}},
            "p3 and p4 are paired with each other, but their fixed tables are 4 and 5.",
        ),
        (
            {"fixed": {pid(3): 4, pid(6): 4}},
            "table 4 is the fixed table of p3 and of p6.",
        ),
    ],
)
def test_a_fixed_table_that_cannot_be_is_refused_in_a_sentence(
    hall: dict[str, object], said: str
) -> None:
    with pytest.raises(Refused) as refused:
        placed(beside_others(), **hall)
    assert refused.value.message == said
    assert refused.value.hint


@given(
    blocked=st.frozensets(st.integers(1, 12)),
    fixed=st.dictionaries(st.sampled_from([pid(n) for n in (1, 3, 5, 7, 9)]), st.integers(1, 12)),
    start=st.none() | st.integers(1, 8),
)
def test_every_match_has_a_table_of_its_own_or_the_sentence_is_true(
    blocked: frozenset[int], fixed: dict[object, int], start: int | None
) -> None:
    here = {player: table for player, table in fixed.items() if player != pid(9)}
    possible = len(set(fixed.values())) == len(fixed) and blocked.isdisjoint(here.values())
    try:
        found = placed(masters(8), blocked=blocked, fixed=fixed, start=start)
    except Refused:
        assert not possible
        return
    assert possible
    assert len(set(found)) == 4
    assert blocked.isdisjoint(found)
    others = []
    for pair, table in zip(FOUR, found, strict=True):
        if pair.first in here:
            assert table == here[pair.first]
        else:
            others.append(table)
    free = [n for n in range(start or 1, 60) if n not in blocked and n not in fixed.values()]
    assert others == free[: len(others)]


def keeping(*tables_of: tuple[int, int]) -> Tournament:
    """Eight players, some with a table from an earlier round."""
    t = masters(10)
    t.kept = {pid(player): table for player, table in tables_of}
    return t


def test_a_table_of_an_earlier_round_is_kept_and_gives_way_where_it_cannot_be() -> None:
    assert placed(keeping((8, 2))) == [1, 3, 4, 2]
    assert placed(keeping((8, 2)), fixed={pid(8): None}) == [1, 2, 3, 4], "let go"
    assert placed(keeping((8, 2)), fixed={pid(8): 9}) == [1, 2, 3, 9], "somewhere else"
    assert placed(keeping((8, 2)), blocked=frozenset({2})) == [1, 3, 4, 5]
    assert placed(keeping((1, 6), (2, 5))) == [5, 1, 2, 3], "two who meet: the lower table"
    assert placed(keeping((1, 6)), fixed={pid(2): 8}) == [8, 1, 2, 3], "said now goes first"
    busy = beside_others()
    busy.kept = {pid(3): 2}
    assert placed(busy) == [3, 4, 5, 6], "another pool is still playing there"
    gone = keeping((8, 2))
    gone.apply(ev.PlayerDropped(player=pid(8), after=0), 90)
    assert placed(gone) == [1, 2, 3, 4], "a player who dropped needs no table"


def test_a_table_is_kept_for_one_player() -> None:
    for fixed, said in (
        ({pid(3): 2}, "table 2 is the fixed table of p8 and of p3."),
        ({pid(3): None}, "p3 has no fixed table."),
    ):
        with pytest.raises(Refused) as refused:
            placed(keeping((8, 2)), fixed=fixed)
        assert refused.value.message == said
        assert refused.value.hint


def test_a_pool_does_not_move_to_the_fixed_table_of_one_player() -> None:
    t = masters(8)
    paired = ev.RoundPaired(
        pool=POOL, round=1, pairings=FOUR, tables=(2, 11, 12, 13), fixed=(pid(1),), byes=()
    )
    t.apply(paired, 60)
    assert tables(t, POOL, 4) == (11, 12, 13, 14)
