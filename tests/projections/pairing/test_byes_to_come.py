"""Who was awarded a bye in a later round has the random one only where nobody else can."""

import hashlib

import pytest

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Bye, ByeKind, PlayerId
from roundbook.projections.pairing.inputs import facts_of
from roundbook.projections.pairing.rematches import propose_rematches
from roundbook.projections.pairing.repair import repair
from tests.projections.pairing.events import (
    POOL,
    RULES,
    drawn,
    masters,
    pair_by_hand,
    pid,
    play,
    posted,
    secret_of,
)

FIVE = "register ana ben cho dee eva\npods masters\n"
AWARDED = FIVE + "\n".join(f"award {name} 2" for name in ("ana", "ben", "cho", "dee"))


def awarding(t: Tournament, number: int, *players: int) -> Tournament:
    for player in players:
        t.apply(ev.ByeAwarded(player=pid(player), round=number), 99)
    return t


def lucky(byes: tuple[Bye, ...]) -> list[PlayerId]:
    return [bye.player for bye in byes if bye.kind is ByeKind.RANDOM]


@pytest.mark.rule("A-56", "TOP-3.1f")
@pytest.mark.parametrize("free", [1, 2, 3, 4, 5])
def test_the_random_bye_is_for_the_one_who_awaits_none(free: int) -> None:
    awaiting = {1, 2, 3, 4, 5} - {free}
    proposal = drawn(awarding(masters(5), 3, *awaiting))
    assert lucky(proposal.byes) == [pid(free)]
    assert proposal.drawn.draw == "draw-1"


@pytest.mark.rule("A-56")
def test_it_goes_up_a_bracket_for_that() -> None:
    t = masters(5)
    pair_by_hand(t, [(1, 3), (2, 4)], bye=5)
    play(t)
    assert lucky(drawn(t).byes)[0] in {pid(3), pid(4)}
    assert lucky(drawn(awarding(t, 4, 3, 4)).byes)[0] in {pid(1), pid(2)}


@pytest.mark.rule("A-56")
def test_where_everybody_else_has_had_one_it_falls_on_who_awaits_one() -> None:
    t = masters(3)
    pair_by_hand(t, [(1, 2)], bye=3)
    play(t)
    pair_by_hand(t, [(1, 3)], bye=2)
    play(t)
    proposal = drawn(awarding(t, 4, 1))
    assert lucky(proposal.byes) == [pid(1)]
    assert proposal.drawn.draw == "draw-1"


@pytest.mark.rule("A-56")
def test_without_a_random_bye_or_a_bye_to_come_the_draw_is_as_it_was() -> None:
    even = awarding(masters(6), 2, 1)
    assert drawn(even) == drawn(masters(6))
    past = awarding(masters(5), 1, 1, 2)
    assert drawn(past).drawn.draw == "draw-1"


@pytest.mark.rule("A-56")
def test_a_repair_leaves_the_bye_where_it_is_right_and_moves_it_where_not() -> None:
    t = awarding(masters(5), 3, 1, 2, 3, 4)
    right = drawn(t)
    t.apply(posted(t, right), 99)
    again = repair(t, RULES, pool=POOL, secret=secret_of(t))
    assert (again.moved, again.drawn.draw) == ((), "repair-1")
    t = masters(5)
    t.apply(posted(t, drawn(t)), 99)
    had = lucky(t.rounds[POOL, 1].byes)
    awarding(t, 3, int(had[0][1:]))
    moved = repair(t, RULES, pool=POOL, secret=secret_of(t))
    assert lucky(moved.byes) != had
    assert len(moved.moved) == 3  # Who had it, who has it, and the opponent that they change.


@pytest.mark.rule("A-56")
@pytest.mark.parametrize("free", [1, 2, 3])
def test_rematches_spare_them_too(free: int) -> None:
    t = masters(3)
    for number in range(1, 4):
        first, second = sorted({1, 2, 3} - {number})
        pair_by_hand(t, [(first, second)])
        play(t)
    awarding(t, 9, *({1, 2, 3} - {free}))
    proposal = propose_rematches(t, RULES, pool=POOL, secret=secret_of(t))
    assert lucky(proposal.byes) == [pid(free)]
    assert proposal.drawn.draw == "rematch-1"


def fact(*words: str) -> bytes:
    led = (len(word.encode()).to_bytes(4, "big") + word.encode() for word in words)
    return hashlib.sha256(b"".join(led)).digest()


@pytest.mark.rule("A-56", "LED-3")
def test_the_byes_to_come_are_facts_of_the_draw() -> None:
    """As docs/pairing.md has it, hashed by hand."""
    t = awarding(masters(3), 2, 1)
    roster = [fact("player", f"p{number}", "Masters", "in") for number in (1, 2, 3)]

    def state(facts: list[bytes]) -> bytes:
        return hashlib.sha256(b"".join(b"\0\0\0 " + each for each in sorted(facts))).digest()

    assert facts_of(t, RULES, pool=POOL).state == state(roster)
    spared = state([*roster, fact("award", "p1", "2")])
    assert facts_of(t, RULES, pool=POOL, sparing=True).state == spared
