"""A repair makes a round right, and nobody could do so with fewer players moved."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Bye, ByeKind, Division, Pairing, Pool, Result, Verdict
from roundbook.projections.pairing import repair_search
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.repair import Repair, repair
from tests.projections.pairing.events import (
    POOL,
    RULES,
    dice_of,
    masters,
    opened,
    pair_by_hand,
    pid,
    play,
    secret_of,
)
from tests.projections.repairing import oracle
from tests.projections.repairing.waiting import join, large, small

SEEDS = st.integers(min_value=0, max_value=2**32)


def repaired(t: Tournament) -> Repair:
    return repair(t, RULES, pool=POOL, secret=secret_of(t))


def wait(t: Tournament) -> None:
    """Take back the start of the latest round, which the helper of the tests makes too."""
    latest = t.latest[POOL]
    t.rounds[POOL, latest] = replace(t.rounds[POOL, latest], started=False)


def checked(t: Tournament) -> None:
    """Compare a repair with every round that there is."""
    where = oracle.position(t, POOL)
    if not where.players:
        with pytest.raises(Refused, match="there is nobody to pair"):
            repaired(t)
        return
    right = oracle.right_rounds(where)
    if not right:
        with pytest.raises(NoLegalRound):
            repaired(t)
        return
    found = repaired(t)
    one = oracle.seats(found.pairings, found.byes)
    fewest = min(oracle.changed(where, other) for other in right)
    assert one in right
    assert oracle.changed(where, one) == found.least == len(found.moved) == fewest
    assert len(found.tables) == len(found.pairings)


@pytest.mark.rule("TOP-4g", "A-42")
@given(SEEDS)
@example(7182)
def test_among_all_rounds_that_are_as_good_none_changes_fewer_players(seed: int) -> None:
    checked(small(dice_of(seed)))


@given(SEEDS)
@example(7182)
def test_looking_at_a_few_posted_pairs_only_proves_the_same(seed: int) -> None:
    """The sizes are so small that even few players have more than is looked at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repair_search, "SIZES", (1, 2, 3))
        patch.setattr(repair_search, "NEARLY_ALL", 0)
        checked(small(dice_of(seed)))


@pytest.mark.rule("TOP-4g")
@pytest.mark.parametrize("seed", range(8))
def test_in_two_hundred_players_too_by_a_matching_of_the_whole_field(seed: int) -> None:
    t = large(dice_of(seed), 200)
    where = oracle.position(t, POOL)
    found = repaired(t)
    one = oracle.seats(found.pairings, found.byes)
    assert not one & where.barred
    assert {p for pair in one for p in pair} - {oracle.BYE} == set(where.players)
    best = oracle.best_by_networkx(where)
    assert best == (oracle.vector(where, one), oracle.changed(where, one))
    assert found.least == oracle.changed(where, one) == len(found.moved)


@given(SEEDS)
def test_who_keeps_the_opponent_keeps_the_table_and_the_side(seed: int) -> None:
    t = small(dice_of(seed))
    before = dict(t.rounds[POOL, t.latest[POOL]].matches())
    tables = {frozenset(pair): match.table for match, pair in before.items()}
    try:
        found = repaired(t)
    except Refused:
        return
    assert list(found.tables) == sorted(set(found.tables))
    for table, pair in zip(found.tables, found.pairings, strict=True):
        if frozenset(pair) in tables:
            assert tables[frozenset(pair)] == table
            assert pair in before.values()


@given(SEEDS)
def test_a_round_that_has_been_repaired_is_right(seed: int) -> None:
    t = small(dice_of(seed))
    try:
        found = repaired(t)
    except Refused:
        return
    t.apply(event(found), 1)
    again = repaired(t)
    assert again.moved == ()
    assert (again.pairings, again.tables, again.byes) == (found.pairings, found.tables, found.byes)


def event(found: Repair) -> ev.RoundRepaired:
    return ev.RoundRepaired(
        pool=found.pool,
        round=found.round,
        pairings=found.pairings,
        tables=found.tables,
        byes=found.byes,
        drawn=found.drawn,
    )


@pytest.mark.rule("A-42")
def test_a_late_player_meets_whoever_had_the_bye() -> None:
    t = masters(5)
    pair_by_hand(t, [(1, 2), (3, 4)], 5)
    play(t)
    pair_by_hand(t, [(1, 3), (5, 2)], 4)
    wait(t)
    join(t, pid(6), Division.MASTERS, 2)
    found = repaired(t)
    assert (found.byes, set(found.moved)) == ((), {pid(4), pid(6)})
    assert found.pairings[:2] == (Pairing(pid(1), pid(3)), Pairing(pid(5), pid(2)))
    assert set(found.pairings[2]) == {pid(4), pid(6)}
    assert found.tables == (1, 2, 3)


@pytest.mark.rule("A-42")
def test_a_late_player_without_anybody_to_meet_has_the_bye_of_the_lowest_bracket() -> None:
    t = masters(4)
    pair_by_hand(t, [(1, 2), (3, 4)])
    play(t)
    pair_by_hand(t, [(1, 3), (2, 4)])
    wait(t)
    join(t, pid(5), Division.MASTERS, 2)
    found = repaired(t)
    assert (found.byes, found.moved) == ((Bye(pid(5)),), (pid(5),))


@pytest.mark.rule("A-42")
def test_before_round_1_a_newcomer_takes_nobody_but_the_holder_of_the_bye_away() -> None:
    t = masters(7)
    pair_by_hand(t, [(1, 2), (3, 4), (5, 6)], 7)
    wait(t)
    join(t, pid(8), Division.MASTERS, 1)
    assert set(repaired(t).moved) == {pid(7), pid(8)}


@pytest.mark.rule("TOP-4g")
def test_a_corrected_record_exchanges_the_two_players_whose_bracket_was_wrong() -> None:
    t = masters(8)
    pair_by_hand(t, [(1, 2), (3, 4), (5, 6), (7, 8)])
    play(t)
    pair_by_hand(t, [(1, 3), (5, 7), (2, 4), (6, 8)])
    wait(t)
    match = next(match for match, pair in t.matches.items() if pair == (pid(1), pid(2)))
    t.apply(
        ev.ResultCorrected(match=match, result=Result(verdict=Verdict.SECOND), reason="misread"), 1
    )
    found = repaired(t)
    assert {frozenset(pair) for pair in found.pairings} == {
        frozenset({pid(2), pid(3)}),
        frozenset({pid(5), pid(7)}),
        frozenset({pid(1), pid(4)}),
        frozenset({pid(6), pid(8)}),
    }
    assert (found.least, found.tables) == (4, (1, 2, 3, 4))


def test_whoever_is_left_alone_at_the_top_goes_down_bracket_by_bracket() -> None:
    """Nobody jumps to the bye: each bracket sends one player down, as in a draw (TOP §3.1)."""
    t = masters(8)
    pair_by_hand(t, [(1, 2), (3, 4), (5, 6), (7, 8)])
    play(t)
    pair_by_hand(t, [(1, 3), (5, 7), (2, 4), (6, 8)])
    wait(t)
    t.apply(ev.PlayerDropped(player=pid(3), after=1), 1)
    found = repaired(t)
    [bye] = found.byes
    assert bye.player in {pid(4), pid(2), pid(6), pid(8)}
    assert found.least == 3
    assert pid(1) in found.moved


def test_an_awarded_bye_stays_where_it_was_granted() -> None:
    t = masters(5)
    t.apply(ev.ByeAwarded(player=pid(5), round=1), 1)
    pair_by_hand(t, [(1, 2), (3, 4)], 5, awarded=True)
    wait(t)
    t.apply(ev.PlayerDropped(player=pid(4), after=0), 1)
    found = repaired(t)
    assert found.byes == (Bye(pid(5), ByeKind.AWARDED), Bye(pid(3)))
    assert found.moved == (pid(3),)


def test_in_a_mixed_field_the_bye_stays_where_it_may() -> None:
    ages = [Division.JUNIOR] * 3 + [Division.MASTERS] * 4
    t = opened(ages)
    pair_by_hand(t, [(1, 2), (4, 5), (6, 7)], 3)
    wait(t)
    assert repaired(t).moved == ()


def test_a_bye_that_is_no_longer_needed_goes_and_nobody_moves() -> None:
    t = masters(3)
    pair_by_hand(t, [(1, 2)], 3)
    wait(t)
    t.apply(ev.PlayerDropped(player=pid(3), after=0), 1)
    found = repaired(t)
    assert (found.byes, found.moved, found.pairings) == ((), (), (Pairing(pid(1), pid(2)),))


def test_no_repair_leaves_a_dead_end_where_another_does_not() -> None:
    """Six players, five rounds: after round 4 one round has to be left."""
    t = masters(6)
    t.apply(ev.AnnouncementMade(rounds=5), 1)
    for pairs in ([(1, 2), (3, 4), (5, 6)], [(1, 3), (2, 5), (4, 6)]):
        pair_by_hand(t, pairs)
        play(t, Verdict.TIE)
    pair_by_hand(t, [(1, 4), (2, 6), (3, 5)])
    wait(t)
    where = oracle.position(t, POOL)
    found = repaired(t)
    assert oracle.leaves_a_round(where, oracle.seats(found.pairings, found.byes))


def test_what_cannot_be_repaired_is_said_in_a_sentence() -> None:
    t = masters(4)
    with pytest.raises(Refused, match="masters has no round to repair"):
        repaired(t)
    pair_by_hand(t, [(1, 2), (3, 4)])
    with pytest.raises(Refused, match="masters has no round to repair"):
        repaired(t)
    cut = Pool("masters-cut")
    t.apply(ev.CutMade(division=Division.MASTERS, pool=cut, seeds=(pid(1), pid(2))), 1)
    with pytest.raises(
        Refused, match="masters-cut follow from its seeds and results, so they cannot be repaired"
    ):
        repair(t, RULES, pool=cut, secret=secret_of(t))
