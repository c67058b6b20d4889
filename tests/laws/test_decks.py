"""What holds of every deck list: the judgement is what a judge finds who lays the cards out."""

from collections import Counter
from datetime import date
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.decks.deck_list import CardLine, DeckList, canonical
from roundbook.projections.decks import judge, with_unused
from tests.projections.decks import RULES, asking

pytestmark = pytest.mark.fast

TITLES = ("Pikachu", "PIKACHU", "Shiftry", "Double Colorless Energy", "Fire Energy", "Water Energy")
BASIC = {"fire energy", "water energy"}
EXPANDED = {"XY", "FLF", "NXD", "BCR", "PR-BLW"}
SETS = (*sorted(EXPANDED), "SVI", "BS", "")
SIZES = {
    "expanded": (60, 4),
    "sealed": (40, None),
    "30-card-constructed": (30, 2),
    "30-card-limited": (30, None),
    "team-battle-limited": (40, None),
}


class Card(NamedTuple):
    """A card as it lies on the table, with the line that it is from."""

    title: str
    set: str
    number: str
    line: int


@st.composite
def lists(draw: st.DrawFn) -> DeckList:
    """Return a list; many have the size of some format."""
    lines: list[CardLine] = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        line = CardLine(
            count=draw(st.integers(1, 6)),
            title=draw(st.sampled_from(TITLES)),
            set=draw(st.sampled_from(SETS)),
            number=draw(st.sampled_from(["72", "14", ""])),
            line=number,
        )
        lines.append(line)
    size = draw(st.sampled_from([0, 30, 40, 60]))
    missing = size - sum(line.count for line in lines)
    if missing > 0:
        lines.append(CardLine(count=missing, title="Water Energy", line=len(lines) + 1))
    return DeckList(lines=tuple(lines))


def laid_out(deck: DeckList) -> list[Card]:
    return [
        Card(line.title.lower(), line.set, line.number, line.line)
        for line in deck.lines
        for _ in range(line.count)
    ]


def found_by_hand(cards: list[Card], name: str) -> set[tuple[str, int]]:
    """Return what a judge finds who counts the cards one by one."""
    size, most = SIZES[name]
    wrong: set[tuple[str, int]] = set()
    if len(cards) != size:
        wrong.add(("deck-size", 0))
    seen: Counter[str] = Counter()
    too_many: set[str] = set()
    for card in cards:
        seen[card.title] += 1
        over = most is not None and seen[card.title] > most
        if over and card.title not in BASIC and card.title not in too_many:
            wrong.add(("copies", card.line))
            too_many.add(card.title)
    if name == "expanded":
        for card in cards:
            may_be_72 = card.number in {"72", ""} and card.set in {"NXD", ""}
            if card.title == "shiftry" and may_be_72:
                wrong.add(("card-banned", card.line))
    return wrong


@given(lists(), st.sampled_from(sorted(SIZES)))
def test_the_judgement_is_what_a_judge_finds_who_lays_the_cards_out(
    deck: DeckList, name: str
) -> None:
    found = judge(deck, asking(name))
    by_hand = found_by_hand(laid_out(deck), name)
    assert {(one.rule, one.line) for one in found.breaches} == by_hand
    assert len(found.breaches) == len(by_hand)
    assert found.cards == len(laid_out(deck))
    # A card of a set that the pool does not list, or of none, is neither legal nor illegal.
    unknown = {
        card.line
        for card in laid_out(deck)
        if name == "expanded" and card.set not in EXPANDED and card.title not in BASIC
    }
    assert set(found.unjudged) == unknown


@given(lists(), st.permutations(range(9)))
def test_the_order_of_the_lines_breaks_no_rule_and_mends_none(
    deck: DeckList, order: list[int]
) -> None:
    shuffled = tuple(deck.lines[place] for place in order if place < len(deck.lines))
    one = judge(deck, asking("expanded"))
    other = judge(DeckList(lines=shuffled), asking("expanded"))
    assert sorted(b.rule for b in one.breaches) == sorted(b.rule for b in other.breaches)


@given(lists(), lists())
def test_in_limited_exactly_the_part_of_what_was_given_passes(
    given_out: DeckList, deck: DeckList
) -> None:
    """By title alone: a sub-multiset of the cards handed out, counted card by card."""
    bare = [
        DeckList(
            lines=tuple(
                CardLine(count=line.count, title=line.title, line=line.line) for line in one.lines
            )
        )
        for one in (given_out, deck)
    ]
    given_cards, cards = (Counter(card.title for card in laid_out(one)) for one in bare)
    found = judge(bare[1], asking("sealed", handed_out=bare[0])).breaches
    not_given = any(one.rule == "not-handed-out" for one in found)
    assert not_given == bool(cards - given_cards)
    if not not_given:
        whole = with_unused(bare[1], bare[0], RULES)
        assert Counter(card.title for card in laid_out(whole)) == given_cards


@st.composite
def legal_lists(draw: st.DrawFn) -> DeckList:
    """Return a list of 60 cards: four of a title at most, none of them banned, and basic Energy."""
    titles = draw(st.sets(st.sampled_from(["Pikachu", "Shiftry", "Double Colorless Energy"])))
    cards = [
        CardLine(
            count=draw(st.integers(1, 4)),
            title=title,
            set=draw(st.sampled_from(["XY", "FLF", "BCR"])),
            number=draw(st.sampled_from(["72", "14", ""])),
            line=number,
        )
        for number, title in enumerate(sorted(titles), start=1)
    ]
    energy = 60 - sum(card.count for card in cards)
    fire = draw(st.integers(1, energy - 1))
    for title, count in (("Fire Energy", fire), ("Water Energy", energy - fire)):
        cards.append(CardLine(count=count, title=title, line=len(cards) + 1))
    return DeckList(lines=tuple(cards))


@given(legal_lists(), st.dates(date(2014, 9, 1), date(2016, 8, 31)))
def test_adding_a_card_to_a_full_deck_is_never_legal(deck: DeckList, on: date) -> None:
    asked = asking("expanded", on=on)
    assert not judge(deck, asked).breaches
    more = DeckList(lines=(*deck.lines, CardLine(count=1, title="Fire Energy", line=99)))
    assert [one.rule for one in judge(more, asked).breaches] == ["deck-size"]


@given(lists(), st.sampled_from(sorted(SIZES)))
def test_the_list_that_is_kept_breaks_the_rules_that_the_list_breaks(
    deck: DeckList, name: str
) -> None:
    """So a list can be judged again from what is kept, and never comes out worse."""
    asked = asking(name)
    before, after = judge(deck, asked).breaches, judge(canonical(deck), asked).breaches
    assert {one.rule for one in before} == {one.rule for one in after}
    assert len(after) <= len(before)
