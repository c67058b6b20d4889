"""The fewest rematches where no round is legal, against every way to pair the field up (A-11)."""

from collections.abc import Iterator

import pytest

from roundbook.ledger.errors import Refused
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Verdict
from roundbook.projections.pairing.certificate import REMATCHES
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.pairing.rematches import propose_rematches
from tests.projections.pairing import oracle
from tests.projections.pairing.events import (
    POOL,
    RULES,
    dice_of,
    drawn,
    masters,
    pair_by_hand,
    pid,
    play,
    play_by_dice,
    secret_of,
)

Pairs = list[tuple[str, str]]
BYE = "bye"


def with_rematches(t: Tournament) -> Proposal:
    return propose_rematches(t, RULES, pool=POOL, secret=secret_of(t))


def ways(left: list[str]) -> Iterator[Pairs]:
    """Every way to pair these up, who comes first in each pair standing higher."""
    if not left:
        yield []
        return
    first, *rest = left
    for place, other in enumerate(rest):
        for more in ways(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *more]


def vector(t: Tournament, pairs: Pairs) -> tuple[int, ...] | None:
    """The objectives of docs/pairing.md before the usual ones, counted from the ledger.

    None if somebody would have a second bye.
    """
    where = oracle.position(t)
    number = t.latest[POOL] + 1
    levels = sorted({where.points[p] for p in where.players}, reverse=True)
    last: dict[frozenset[str], int] = {}
    for paired in t.rounds.values():
        last |= {frozenset(pair): paired.number for pair in paired.pairings}
    brackets, rounds = [0] * len(levels), [0] * number
    for one, other in pairs:
        if BYE in {one, other}:
            if {one, other} & where.had_bye:
                return None
        elif frozenset((one, other)) in where.met:
            brackets[levels.index(max(where.points[one], where.points[other]))] += 1
            rounds[number - last[frozenset((one, other))]] += 1
    return sum(brackets), rounds[1], *brackets, *rounds


def usual(t: Tournament, pairs: Pairs) -> tuple[int, ...]:
    """The objectives of any round: the bye, each gap between brackets from the top, squares."""
    where = oracle.position(t)
    levels = sorted({where.points[p] for p in where.players}, reverse=True)
    bye, squares, gaps = 0, 0, [0] * len(levels)
    for pair in pairs:
        places = sorted(levels.index(where.points[name]) for name in pair if name != BYE)
        if BYE in pair:
            bye = len(levels) - 1 - places[0]
            continue
        squares += (places[1] - places[0]) ** 2
        for gap in range(*places):
            gaps[gap] += 1
    return bye, *gaps, squares


def dead_ends(players: int, seeds: range) -> Iterator[Tournament]:
    """Tournaments played on by dice until no round is legal, and then for three rounds more."""
    for seed in seeds:
        dice, t, more = dice_of(seed), masters(players, tournament=f"T-{seed:08d}"), 0
        while more < 3:
            try:
                proposal = drawn(t)
            except NoLegalRound:
                more += 1
                yield t
                try:
                    proposal = with_rematches(t)
                except NoLegalRound:
                    break
            pair_by_hand(
                t,
                [(int(a[1:]), int(b[1:])) for a, b in proposal.pairings],
                next((int(bye.player[1:]) for bye in proposal.byes), None),
            )
            play_by_dice(t, dice, drops=0.03)


def pairs_of(proposal: Proposal) -> Pairs:
    return [*proposal.pairings, *((bye.player, BYE) for bye in proposal.byes)]


@pytest.mark.rule("A-11")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_way_to_pair_everybody_up_has_fewer_rematches_or_better_ones(players: int) -> None:
    tried = 0
    for t in dead_ends(players, range(12)):
        where = oracle.position(t)
        everybody = [*where.players, *([BYE] if len(where.players) % 2 else [])]
        found = [(vector(t, way), usual(t, way)) for way in ways(everybody)]
        best = min(((first, then) for first, then in found if first is not None), default=None)
        if best is None:
            with pytest.raises(NoLegalRound):
                with_rematches(t)
            continue
        proposal = with_rematches(t)
        mine = pairs_of(proposal)
        assert sorted(p for pair in mine for p in pair) == sorted(everybody)
        assert (vector(t, mine), usual(t, mine)) == best
        assert proposal.drawn.draw == REMATCHES
        tried += 1
    assert tried > 5


@pytest.mark.rule("A-11")
def test_where_a_round_is_legal_no_rematch_is_drawn() -> None:
    t = masters(4)
    pair_by_hand(t, [(1, 2), (3, 4)])
    play(t)
    with pytest.raises(Refused, match="can be paired without a rematch, so none is allowed"):
        with_rematches(t)


def test_a_rematch_of_round_1_comes_before_one_of_the_round_before() -> None:
    """All have met, and each way to pair them up holds two rematches: those of round 1."""
    t = masters(4)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]):
        pair_by_hand(t, pairs)
        play(t)
    found = {frozenset(pair) for pair in with_rematches(t).pairings}
    assert found == {frozenset((pid(1), pid(2))), frozenset((pid(3), pid(4)))}


def test_rounds_that_are_equally_good_are_drawn_by_chance() -> None:
    """Two groups of three have met across in full: one pair of round 1 meets again, any of them."""
    seen = set()
    for number in range(30):
        t = masters(6, tournament=f"T-{number:08d}")
        for pairs in ([(1, 4), (2, 5), (3, 6)], [(1, 5), (2, 6), (3, 4)], [(1, 6), (2, 4), (3, 5)]):
            pair_by_hand(t, pairs)
            play(t, Verdict.TIE)
        proposal = with_rematches(t)
        assert proposal == with_rematches(t)
        seen.add(frozenset(frozenset(pair) for pair in proposal.pairings))
    expected = ([(1, 4), (2, 3), (5, 6)], [(2, 5), (1, 3), (4, 6)], [(3, 6), (1, 2), (4, 5)])
    assert seen == {frozenset(frozenset((pid(a), pid(b))) for a, b in pairs) for pairs in expected}
