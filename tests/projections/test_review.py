"""Every round beside the best there was: ours are the best, and no other one passes for it."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.cli.commands import generate
from roundbook.ledger.events.catalogue import AnyEvent, RoundPaired
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.storage.store import MemoryStore
from roundbook.ledger.terms import Bye, ByeKind, Division, Pairing, PlayerId, Pool
from roundbook.projections.compare.pairing_quality import (
    Judged,
    Measured,
    Verdict,
    measured,
    review_events,
)
from roundbook.projections.pairing.state import Field, FieldPlayer
from roundbook.projections.practice.invented import Plan
from roundbook.projections.reports.text.review import OTHER_BYE, told_lines
from roundbook.projections.standings.records import records
from tests.strategies import have_met

RULES = released.load("play-2017")
GOOD = {Verdict.PARITY, Verdict.PROVEN}
Happened = list[tuple[int, AnyEvent]]


@cache
def event(seed: str, players: int, rounds: int, *, mixed: bool = False) -> Happened:
    """An invented event in which everything happens that bears on a pairing."""
    few = 3 if mixed else 0
    ages = (Division.JUNIOR, Division.SENIOR)
    plan = Plan(
        seed=seed,
        rounds=rounds,
        divisions=dict.fromkeys(ages, few) | {Division.MASTERS: players - 2 * few},
        ties=Fraction(1, 10),
        drops=Fraction(1, 20),
        late=Fraction(1, 20),
        awarded=Fraction(1, 20),
        corrections=Fraction(1, 10),
    )
    desk, _ = generate._played(plan, MemoryStore())
    return [(entry.seq, event) for entry in desk.entries for event in entry.events]


class Paired(NamedTuple):
    """A round of an event: where it stands, and the tournament before it."""

    at: int
    event: RoundPaired
    t: Tournament


def rounds(happened: Happened) -> list[Paired]:
    t, found = Tournament(), []
    for at, (seq, each) in enumerate(happened):
        if isinstance(each, RoundPaired):
            found.append(Paired(at, each, t.copy()))
        t.apply(each, seq)
    return found


def judged(happened: Happened, paired: Paired, **changes: Any) -> Judged:
    """What is said of a round that was otherwise; what came later is left out."""
    changed = replace(paired.event, **changes)
    upto = [*happened[: paired.at], (happened[paired.at][0], changed)]
    return next(
        one
        for one in review_events(upto, RULES)
        if (one.pool, one.round) == (changed.pool, changed.round)
    )


SEEDS = st.integers(0, 40).map(str)
EVENTS = st.builds(
    event,
    SEEDS,
    st.sampled_from([7, 12, 13, 18, 27, 40]),
    st.sampled_from([3, 5]),
    mixed=st.booleans(),
)


@pytest.mark.rule("TOP-3.1d", "A-10", "A-12")
@given(EVENTS)
def test_every_round_that_is_drawn_is_the_best_and_that_is_proven(happened: Happened) -> None:
    found = review_events(happened, RULES)
    assert [one for one in found if one.verdict not in GOOD] == []
    assert len(found) == len(rounds(happened))


@given(EVENTS, st.data())
def test_any_other_seat_in_a_drawn_round_is_found(happened: Happened, data: st.DataObject) -> None:
    paired = data.draw(st.sampled_from(rounds(happened)))
    pairings = swapped(paired.event.pairings, data)
    if pairings is not None:
        one = judged(happened, paired, pairings=pairings)
        assert one.verdict in {Verdict.OTHERWISE, Verdict.ILLEGAL}
        assert one.verdict.wrong


@given(EVENTS, st.data())
def test_another_table_or_side_is_no_other_round(happened: Happened, data: st.DataObject) -> None:
    paired = data.draw(st.sampled_from(rounds(happened)))
    turned = [Pairing(b, a) for a, b in data.draw(st.permutations(paired.event.pairings))]
    assert judged(happened, paired, pairings=tuple(turned)).verdict in GOOD


def swapped(pairings: Sequence[Pairing], data: st.DataObject) -> tuple[Pairing, ...] | None:
    """Two tables whose players change opponents; none in a round of one table."""
    if len(pairings) < 2:
        return None
    places = st.integers(0, len(pairings) - 1)
    i, j = data.draw(st.lists(places, min_size=2, max_size=2, unique=True))
    (a, b), (c, d) = pairings[i], pairings[j]
    changed = list(pairings)
    changed[i], changed[j] = Pairing(a, d), Pairing(c, b)
    return tuple(changed)


def vector(paired: Paired, pairings: Sequence[Pairing], lucky: PlayerId | None) -> tuple[int, ...]:
    """The objectives of a round of one division, counted by the words of the specification."""
    table = records(paired.t, RULES, through=paired.event.round - 1)
    points = {p: table[p].match_points for pair in paired.event.pairings for p in pair}
    points |= {b.player: table[b.player].match_points for b in random_byes(paired.event)}
    levels = sorted(set(points.values()), reverse=True)
    steps = [sorted(levels.index(points[player]) for player in pair) for pair in pairings]
    bye = len(levels) - 1 - levels.index(points[lucky]) if lucky else 0
    gaps = [sum(high <= gap < low for high, low in steps) for gap in range(len(levels) - 1)]
    return (bye, *gaps, sum((low - high) ** 2 for high, low in steps))


def random_byes(paired: RoundPaired) -> list[Bye]:
    return [bye for bye in paired.byes if bye.kind is ByeKind.RANDOM]


@pytest.mark.rule("A-12")
@given(st.builds(event, SEEDS, st.sampled_from([13, 18, 27, 40]), st.just(5)), st.data())
def test_a_round_by_hand_is_called_worse_exactly_if_its_figures_are(
    happened: Happened, data: st.DataObject
) -> None:
    """What the draw gave is the best; two opponents changed, and the bye, make it worse or not."""
    paired = data.draw(st.sampled_from(rounds(happened)))
    pairings = swapped(paired.event.pairings, data)
    byes = list(paired.event.byes)
    drawn = random_byes(paired.event)
    lucky = drawn[0].player if drawn else None
    if pairings is None:
        return
    if lucky and data.draw(st.booleans()):
        (first, second), *others = pairings
        pairings = (Pairing(lucky, second), *others)
        byes = [*(bye for bye in byes if bye.player != lucky), Bye(first)]
        new_lucky: PlayerId | None = first
    else:
        new_lucky = lucky
    one = judged(
        happened, paired, pairings=pairings, byes=tuple(byes), drawn=None, reason="by hand"
    )
    met = have_met(paired.t, paired.event.pool)
    had = {b.player for r in paired.t.rounds.values() for b in r.byes}
    before, after = (
        vector(paired, paired.event.pairings, lucky),
        vector(paired, pairings, new_lucky),
    )
    if any(frozenset(pair) in met for pair in pairings) or (
        new_lucky in had and lucky != new_lucky
    ):
        assert one.verdict is Verdict.ILLEGAL
    elif after > before:
        assert one.verdict is Verdict.WORSE
        assert one.why
    else:
        assert one.verdict in GOOD


def masters(*players: tuple[str, int, str], **fields: Any) -> Field:
    """A field in a few words: who, on how many points, and whom they have met."""
    return Field(
        players=tuple(
            FieldPlayer(id=name, points=points, opponents=frozenset(met.split()))
            for name, points, met in players
        ),
        key="0" * 64,
        **fields,
    )


FOUR = masters(("a", 3, "b"), ("b", 3, "a"), ("c", 0, "d"), ("d", 0, "c"), round=2)
SIX = masters(
    *((name, points, "") for name, points in zip("abcdef", (6, 6, 3, 3, 0, 0), strict=True))
)
FIVE = masters(("a", 3, ""), ("b", 3, ""), ("c", 0, ""), ("d", 0, ""), ("e", 0, ""))


@pytest.mark.parametrize(
    ("field", "pairs", "byes", "worse"),
    [
        (FOUR, ["ac", "bd"], "", ()),
        (SIX, ["ab", "cd", "ef"], "", ()),
        (
            SIX,
            ["ac", "bd", "ef"],
            "",
            (
                "2 pairs straddle the gap between 6 and 3 match points; 0 would be enough",
                "the squared differences in brackets add up to 2; 0 would be enough",
            ),
        ),
        (
            SIX,
            ["ae", "bf", "cd"],
            "",
            (
                "2 pairs straddle the gap between 6 and 3 match points; 0 would be enough",
                "2 pairs straddle the gap between 3 and 0 match points; 0 would be enough",
                "the squared differences in brackets add up to 8; 0 would be enough",
            ),
        ),
        (FIVE, ["ab", "cd"], "e", ()),
        (FIVE, ["bc", "de"], "a", ("the bye is 1 bracket higher than necessary",)),
    ],
)
def test_what_is_worse_is_said_with_by_how_much(
    field: Field, pairs: list[str], byes: str, worse: tuple[str, ...]
) -> None:
    found = measured(field, [(pair[0], pair[1]) for pair in pairs], list(byes))
    assert (found.illegal, found.worse) == ((), worse)


@pytest.mark.parametrize(
    ("pairs", "byes", "sentence"),
    [
        (["ab", "cd"], "", "a and b have met before"),
        (["ac", "bc"], "", "c is in it twice"),
        (["ac"], "", "b is left out"),
        (["ac", "bx"], "", "x is not to be paired in this round"),
        (["ac"], "bd", "nobody needs a bye"),
    ],
)
def test_what_is_not_legal_is_said(pairs: list[str], byes: str, sentence: str) -> None:
    found = measured(FOUR, [(pair[0], pair[1]) for pair in pairs], list(byes))
    assert sentence in found.illegal


@pytest.mark.rule("A-11")
def test_where_no_round_was_legal_the_witness_is_given() -> None:
    field = masters(("a", 3, "b"), ("b", 0, "a"), round=2)
    found = measured(field, [("a", "b")], [])
    assert found.rematches == 1
    assert found.impossible is not None
    assert "a has met everybody else to be paired" in found.impossible


def test_a_round_that_leaves_no_other_is_worse_where_another_does() -> None:
    """Four players over three rounds: none may be left with two who have met everybody."""
    met = (("a", 6, "b c"), ("b", 3, "a d"), ("c", 3, "a d"), ("d", 0, "b c"))
    last = masters(*met, round=3, rounds_planned=3)
    assert measured(last, [("a", "d"), ("b", "c")], []).worse == ()
    six = masters(*((name, 0, "") for name in "abcdef"), round=1, rounds_planned=5)
    assert measured(six, [("a", "b"), ("c", "d"), ("e", "f")], []).worse == ()


def test_two_triangles_are_not_left_to_themselves() -> None:
    """Six players after two rounds of a hexagon: one third round leaves two odd groups."""
    ring = {"a": "b f", "b": "a c", "c": "b d", "d": "c e", "e": "d f", "f": "e a"}
    field = masters(*((name, 0, met) for name, met in ring.items()), round=3, rounds_planned=5)
    bad = measured(field, [("a", "d"), ("b", "e"), ("c", "f")], [])
    assert bad.worse == ("the round leaves no legal next round",)
    assert measured(field, [("a", "d"), ("b", "f"), ("c", "e")], []).worse == ()


@pytest.mark.rule("A-14")
def test_where_divisions_are_mixed_a_round_is_compared_with_the_best_for_its_bye() -> None:
    ages = dict.fromkeys("abc", "Junior") | dict.fromkeys("defg", "Senior")
    field = Field(
        players=tuple(FieldPlayer(id=name, points=0, division=ages[name]) for name in ages),
        key="0" * 64,
        age_modified=True,
    )
    assert measured(field, [("a", "b"), ("d", "e"), ("f", "g")], ["c"]).worse == ()
    assert measured(field, [("a", "b"), ("c", "d"), ("e", "f")], ["g"]).worse == ()
    assert measured(field, [("a", "d"), ("b", "e"), ("f", "g")], ["c"]).worse == (
        "2 pairs cross divisions; 0 would be enough",
    )


@pytest.mark.rule("A-77")
@pytest.mark.parametrize(
    ("across", "verdict", "noted"),
    [(1, Verdict.PROVEN, True), (0, Verdict.PROVEN, False), (1, Verdict.WORSE, False)],
)
def test_a_figure_above_the_best_one_of_a_good_round_is_explained(
    across: int, verdict: Verdict, *, noted: bool
) -> None:
    """Good with its bye, which is drawn first: "as good as possible" beside "1 (best 0)"."""
    measured = Measured(byes=1, across=across, best_across=0, best_down=0)
    one = Judged(
        pool=Pool("all"),
        round=1,
        seq=9,
        told=False,
        tables=4,
        verdict=verdict,
        why=(),
        measured=measured,
    )
    assert (f"    {OTHER_BYE}" in told_lines([one])) is noted
