"""Few players, many rounds: the draw leaves a round for the next time."""

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.projections.pairing.certificate import Kind
from roundbook.projections.pairing.engine import draw
from roundbook.projections.pairing.verifying import verify_round
from tests.projections.pairing import oracle
from tests.projections.pairing.events import dice_of, drawn, masters, pair_by_hand, play
from tests.projections.pairing.simulated import Event, one_try, position

EVENTS = range(60)


def ends(players: int, seed: int, *, planned: int | None) -> bool:
    """Whether an event of n − 1 rounds reaches one that nobody can pair."""
    event = Event(dice_of(seed), players, planned=planned)
    return any(one is None for _, one in event.rounds(players - 1))


@pytest.mark.rule("A-12")
@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_no_event_of_six_or_eight_players_ends_before_its_time(players: int) -> None:
    """Over n − 1 rounds; 1,000 events of each size passed once: see the bench."""
    stuck = sum(ends(players, seed, planned=players - 1) for seed in EVENTS)
    assert stuck == 0


def test_without_looking_ahead_many_of_them_end_early() -> None:
    assert sum(ends(6, seed, planned=None) for seed in EVENTS) > 5


def test_a_tournament_looks_ahead_as_far_as_its_rounds_are_planned() -> None:
    """Six players, five rounds; 1-2 3-4 5-6 and 1-3 2-5 4-6 are played, three rounds are to come.

    Of the eight legal rounds that are left only those that leave two more are drawn.
    """
    for number in range(20):
        t = masters(6, tournament=f"T-{number:08d}")
        t.apply(ev.RoundsSet(rounds=5), 20)
        for pairs in ([(1, 2), (3, 4), (5, 6)], [(1, 3), (2, 5), (4, 6)]):
            pair_by_hand(t, pairs)
            play(t)
        proposal = drawn(t)
        where = oracle.position(t)
        one = oracle.Try(tuple((a, b) for a, b in proposal.pairings), None)
        assert oracle.leaves_another(where, one)


@pytest.mark.parametrize(
    ("players", "seed"), [(10, 1), (11, 2), (12, 3), (13, 4), (14, 5), (17, 6)]
)
def test_larger_fields_keep_a_round_free(players: int, seed: int) -> None:
    """Beyond twelve players the round that is kept free stands in the certificate."""
    event = Event(dice_of(seed), players, planned=players - 1)
    for field, one in event.rounds(players - 3):
        assert one is not None
        if not field.looks_ahead:
            continue
        following = one.certificate.following
        assert following is not None
        assert oracle.leaves_another(position(field), one_try(field, one))
        wrong = verify_round(field, one, one.certificate)
        if one.certificate.kind is Kind.UNPROVEN:
            assert players > 12
            assert wrong == ["the round is legal, but a better pairing has not been ruled out"]
        else:
            assert wrong == []


def test_the_last_planned_round_leaves_nothing() -> None:
    event = Event(dice_of(7), 6, planned=3)
    rounds = list(event.rounds(3))
    assert [field.looks_ahead for field, _ in rounds] == [False, False, False]
    event = Event(dice_of(7), 6, planned=4)
    assert [field.looks_ahead for field, _ in event.rounds(4)] == [True, True, True, False]
    last = event.field()
    assert not last.looks_ahead
    assert draw(last).certificate.following is None
