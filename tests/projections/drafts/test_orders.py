"""The order of a draft, against cards that are really passed round and picked, as the text says."""

from collections import Counter, deque
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.projections.drafts import (
    BUILDING,
    Limited,
    booster,
    course,
    passes_left,
    rochester,
    snake,
    solomon,
)

PLAYERS = st.integers(1, 8)
PACKS = st.integers(0, 7)
CARDS = st.integers(1, 15)


def passed_round(players: int, packs: int, cards: int) -> Iterator[tuple[int, int, str]]:
    """A booster draft with real cards: who takes which, in the order of hands around the table."""
    for pack in range(1, packs + 1):
        hands = [deque(f"{seat}:{card}" for card in range(cards)) for seat in range(players)]
        while any(hands):
            for seat, hand in enumerate(hands):
                yield pack, seat + 1, hand.popleft()
            # To the left: what seat 1 held goes to seat 2, and the last passes to the first.
            hands = [*hands[-1:], *hands[:-1]] if pack % 2 else [*hands[1:], *hands[:1]]


@pytest.mark.rule("TRF-11.2.2")
@given(PLAYERS, PACKS, CARDS)
def test_a_booster_draft_is_the_one_in_which_packs_are_handed_on(
    players: int, packs: int, cards: int
) -> None:
    taken = Counter[tuple[int, int]]()
    ours = []
    for one in booster(players, packs, cards):
        card = taken[one.pack, one.opened_by]
        taken[one.pack, one.opened_by] += 1
        ours.append((one.pack, one.seat, f"{one.opened_by - 1}:{card}"))
    assert ours == list(passed_round(players, packs, cards))


@pytest.mark.rule("TRF-11.2.2")
@given(PLAYERS, PACKS, CARDS)
def test_in_a_booster_draft_everybody_gets_as_many_cards_from_every_pack(
    players: int, packs: int, cards: int
) -> None:
    picks = list(booster(players, packs, cards))
    assert Counter((one.pack, one.opened_by) for one in picks) == dict.fromkeys(
        ((p, s) for p in range(1, packs + 1) for s in range(1, players + 1)), cards
    )
    each = Counter(one.seat for one in picks)
    assert each == (dict.fromkeys(range(1, players + 1), packs * cards) if packs else {})


@pytest.mark.rule("TRF-11.2.2")
def test_three_players_hand_the_first_pack_to_the_left_and_the_second_to_the_right() -> None:
    picks = list(booster(3, 2, 3))
    assert [one.opened_by for one in picks] == [
        1,
        2,
        3,
        3,
        1,
        2,
        2,
        3,
        1,
        1,
        2,
        3,
        2,
        3,
        1,
        3,
        1,
        2,
    ]
    assert [passes_left(pack) for pack in (1, 2, 3)] == [True, False, True]


def walked(players: int, opener: int, cards: int) -> list[int]:
    """A snake as the text has it: clockwise, the last picks two, back, the first picks two."""
    found: list[int] = []
    seat, step, at_end = opener, 1, 0
    while len(found) < cards:
        found.append(seat)
        at_end += 1
        if at_end == players:  # Everybody has had one this way: the last picks again, and back.
            step, at_end = -step, 0
            continue
        seat = (seat + step - 1) % players + 1
    return found


@pytest.mark.rule("TRF-11.2.3")
@given(PLAYERS, st.data(), st.integers(0, 60))
def test_a_snake_goes_round_and_back_and_its_ends_pick_twice(
    players: int, data: st.DataObject, cards: int
) -> None:
    opener = data.draw(st.integers(1, players))
    found = list(snake(players, opener, cards))
    assert found == walked(players, opener, cards)
    twice = found[: 2 * players]
    if len(twice) == 2 * players:
        assert twice == twice[::-1]
    each = Counter(dict.fromkeys(range(1, players + 1), 0))
    each.update(found)
    assert max(each.values()) - min(each.values()) <= 1


@pytest.mark.rule("TRF-11.2.3")
def test_six_players_and_twenty_cards() -> None:
    first = [one for one in rochester(6, 2, 10) if one.opening == 1]
    assert [one.seat for one in first] == [
        *(1, 2, 3, 4, 5, 6),
        *(6, 5, 4, 3, 2, 1),
        *(1, 2, 3, 4, 5, 6),
        *(6, 5),
    ]
    assert {one.opener for one in first} == {1}
    second = [one.seat for one in rochester(6, 2, 10) if one.opening == 2]
    assert second[:8] == [2, 3, 4, 5, 6, 1, 1, 6]


@pytest.mark.rule("TRF-11.2.3")
@given(PLAYERS, PACKS, CARDS)
def test_in_a_rochester_draft_everybody_opens_in_turn_and_gets_as_many_cards(
    players: int, packs: int, cards: int
) -> None:
    picks = list(rochester(players, packs, cards))
    stacks = [2] * (packs // 2) + [1] * (packs % 2)
    openings = [(o, n * cards) for n in stacks for o in range(1, players + 1)]
    found = Counter((one.opening, one.opener) for one in picks)
    assert found == {(i, o): size for i, (o, size) in enumerate(openings, start=1)}
    assert [one.opening for one in picks] == sorted(one.opening for one in picks)
    each = Counter(one.seat for one in picks)
    assert each == (dict.fromkeys(range(1, players + 1), packs * cards) if packs else {})


def by_the_text(cards: int) -> list[tuple[int, int]]:
    """A Solomon draft told from the stack: (who lays out, who picks) for each card."""
    found: list[tuple[int, int]] = []
    player, other = 1, 2
    while cards:
        pile = min(4, cards)
        cards -= pile
        turns = [player, other, other, player]
        while pile:
            found.append((player, turns.pop(0)))
            pile -= 1
        player, other = other, player
    return found


@pytest.mark.rule("TRF-11.2.4", "A-33")
@given(st.integers(0, 200))
def test_a_solomon_draft_goes_by_its_pattern_until_the_stack_is_empty(cards: int) -> None:
    picks = list(solomon(cards))
    assert [(one.opener, one.seat) for one in picks] == by_the_text(cards)
    first = sum(one.seat == 1 for one in picks)
    assert abs(2 * first - cards) <= 1
    if cards % 4 == 0:
        assert 2 * first == cards


@pytest.mark.rule("A-33")
@pytest.mark.parametrize(
    ("cards", "seats"),
    [(1, [1]), (2, [1, 2]), (3, [1, 2, 2]), (5, [1, 2, 2, 1, 2]), (6, [1, 2, 2, 1, 2, 1])],
)
def test_a_stack_that_does_not_divide_by_four(cards: int, seats: list[int]) -> None:
    assert [one.seat for one in solomon(cards)] == seats


@pytest.mark.rule("TRF-11.2b", "TRF-11.2.1")
@pytest.mark.parametrize("limited", Limited)
def test_every_kind_of_limited_play_has_thirty_minutes_to_build_forty_cards(
    limited: Limited,
) -> None:
    steps = course(limited)
    assert [one.minutes for one in steps if one.minutes] == [BUILDING] == [30]
    said = " ".join(one.what for one in steps)
    for word in ("40 cards", "one expansion", "Do not trade", "decks do not change", "signal"):
        assert word in said
    timed = next(place for place, one in enumerate(steps) if one.minutes)
    deck_stays = next(place for place, one in enumerate(steps) if "decks do not change" in one.what)
    assert timed < deck_stays
