"""What a player needs for the cut, against every way in which the open matches can be reported."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, PlayerId
from roundbook.projections.cut.needs import needs
from roundbook.projections.standings.standings import standings
from tests.scripts import happened

pytestmark = pytest.mark.fast

RULES = load("play-2017")
FIRST, SECOND = ("1>2 3>4 5>6", "1<2 3=4 5>6", "1>2 3<4 5=6"), ("1-3", "2-5", "4-6")
OPENING = "open\nannounce {rounds} cut masters=2\ncrowd 6\nround 1 {first}\nround 2 "


def told(first: str, ends: tuple[str, ...], rounds: int = 2) -> Tournament:
    """Return the tournament in whose second round the matches ended so; `-` is open."""
    second = " ".join(pair.replace("-", end) for pair, end in zip(SECOND, ends, strict=True))
    return happened(OPENING.format(rounds=rounds, first=first) + second).tournament


def ranks(t: Tournament, player: PlayerId) -> tuple[int, int]:
    """Return the first and the last place of a player, as the published standings have it."""
    places = {one.player: one.place or 99 for one in standings(t, RULES)}
    own = places[player]
    return own, own + sum(place == own for place in places.values()) - 1


@given(first=st.sampled_from(FIRST), ends=st.tuples(*[st.sampled_from("><=--")] * 3))
@pytest.mark.rule("A-44")
def test_the_places_that_are_named_are_those_that_can_come_about(
    first: str, ends: tuple[str, ...]
) -> None:
    t, asked = told(first, ends), PlayerId("p1")
    found = needs(t, RULES, asked)
    assert found
    open_ones = [n for n, end in enumerate(ends) if end == "-"]
    assert found.counted == 3 ** len(open_ones)
    seen: dict[str | None, list[tuple[int, int]]] = {}
    for filled in product("><=", repeat=len(open_ones)):
        whole = list(ends)
        for n, end in zip(open_ones, filled, strict=True):
            whole[n] = end
        own = {">": "win", "<": "lose", "=": "tie"}[whole[0]] if ends[0] == "-" else None
        seen.setdefault(own, []).append(ranks(told(first, tuple(whole)), asked))
    assert {one.own: (one.best, one.worst) for one in found.outlooks} == {
        own: (min(best for best, _ in all_of), max(worst for _, worst in all_of))
        for own, all_of in seen.items()
    }


@given(first=st.sampled_from(FIRST), ends=st.tuples(*[st.sampled_from("><=-")] * 3))
def test_a_bound_holds_whatever_happens_in_a_round_that_is_to_come(
    first: str, ends: tuple[str, ...]
) -> None:
    asked = PlayerId("p1")
    found = needs(told(first, ends, rounds=3), RULES, asked)
    assert found
    assert (found.counted, found.rounds) == (None, 1)
    open_ones = [n for n, end in enumerate(ends) if end == "-"]
    bound = {one.own: (one.best, one.worst) for one in found.outlooks}
    for filled in product("><", repeat=len(open_ones)):
        whole = list(ends)
        for n, end in zip(open_ones, filled, strict=True):
            whole[n] = end
        own = {">": "win", "<": "lose"}[whole[0]] if ends[0] == "-" else None
        second = " ".join(p.replace("-", end) for p, end in zip(SECOND, whole, strict=True))
        before = OPENING.format(rounds=3, first=first) + second
        for third in ("1>4 2>6 3>5", "1<4 2<6 3<5"):
            t = happened(f"{before}\nround 3 {third}").tournament
            best, worst = ranks(t, asked)
            assert bound[own][0] <= best <= worst <= bound[own][1]


def test_a_bound_takes_into_account_who_plays_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who play each other cannot both pass a player, and an own loss is a win for another."""
    monkeypatch.setattr("roundbook.projections.cut.needs.MOST", 0)
    found = needs(told(FIRST[0], ("-", "-", "-")), RULES, PlayerId("p1"))
    assert found
    assert found.counted is None
    assert {one.own: (one.best, one.worst) for one in found.outlooks} == {
        "win": (1, 2),
        "tie": (1, 3),
        "lose": (2, 5),
    }


def test_there_is_nothing_to_need_without_a_cut_or_once_somebody_has_left() -> None:
    assert needs(happened("crowd 4; round 1 1>2 3-4").tournament, RULES, PlayerId("p3")) is None
    t = told(FIRST[0], ("-", ">", ">"))
    assert needs(t, RULES, PlayerId("p1"))
    gone = happened(OPENING.format(rounds=2, first=FIRST[0]) + "1>3 2-5 4>6\ndrop 3").tournament
    assert needs(gone, RULES, PlayerId("p3")) is None
    (outlook,) = needs(gone, RULES, PlayerId("p1")).outlooks  # type: ignore[union-attr]
    assert (outlook.own, outlook.best, outlook.worst) == (None, 1, 1)


@pytest.mark.parametrize("asked", ["p1", "p6"])
def test_before_round_1_nothing_is_decided(asked: str) -> None:
    t = happened("open\nannounce 3 cut masters=2\ncrowd 6").tournament
    found = needs(t, RULES, PlayerId(asked))
    assert found
    assert (found.size, found.of, found.rounds, found.begun) == (2, 6, 3, False)


def test_a_round_that_is_not_started_is_foreseen_like_one_that_is() -> None:
    before = OPENING.format(rounds=2, first=FIRST[0]).removesuffix("\nround 2 ")
    waits = happened(f"{before}\npair 2 1-3 2-5 4-6").tournament
    started = told(FIRST[0], ("-", "-", "-"))
    found = needs(waits, RULES, PlayerId("p1"))
    assert found == needs(started, RULES, PlayerId("p1"))
    assert found
    assert found.counted == 27
    gone = happened(f"{before}\npair 2 1-3 2-5 4-6\ndrop 6").tournament
    found = needs(gone, RULES, PlayerId("p1"))
    assert found
    assert (found.counted, found.rounds, found.of) == (None, 1, 5), "it has to be paired again"


def test_nothing_is_foreseen_where_a_second_day_comes_before_the_cut() -> None:
    t = happened("open\nannounce 2 cut masters=2\ncrowd 6").tournament
    assert needs(t, RULES, PlayerId("p1"))
    assert t.announcement
    t.announcement = replace(t.announcement, day_two={Division.MASTERS: 2})
    assert needs(t, RULES, PlayerId("p1")) is None
