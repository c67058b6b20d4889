"""What holds of the standings of every tournament, and a second reckoning of them from the prose.

The second reckoning is written from the description of the formula, player by player and without
any code of the first. It knows two editions: `tom`, and `play-2017` with ties left as they are.
"""

from collections import Counter
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Pool,
    Result,
    Verdict,
)
from roundbook.projections.standings.records import records
from roundbook.projections.standings.standings import standings
from tests.strategies import matched

pytestmark = pytest.mark.fast

POOL = Pool("all")
EDITIONS = ("tom", "play-2017")


class Meeting(NamedTuple):
    """A match of a round, or a bye where nobody is met."""

    round: int
    one: int
    other: int | None
    mark: str  # W, L, T, D (double loss), U (unplayed), O (open); B and A are byes


class Told(NamedTuple):
    """A tournament in the plainest form; players count from 0, `left` says after which round."""

    divisions: tuple[Division, ...]
    late: dict[int, int]
    left: dict[int, int]
    rounds: int
    planned: int
    meetings: tuple[Meeting, ...]


@st.composite
def tournaments(draw: st.DrawFn) -> Told:
    count = draw(st.integers(2, 9))
    some = st.sampled_from((Division.MASTERS, Division.MASTERS, Division.SENIOR, Division.JUNIOR))
    divisions = tuple(draw(some) for _ in range(count))
    rounds = draw(st.integers(1, 5))
    late = {p: draw(st.integers(1, rounds)) for p in range(count) if draw(st.integers(0, 7)) == 0}
    left: dict[int, int] = {}
    meetings: list[Meeting] = []
    for number in range(1, rounds + 1):
        for p in range(count):
            if p not in left and draw(st.integers(0, 11)) == 0:
                left[p] = number - 1
        still = [p for p in range(count) if p not in left and late.get(p, 0) < number]
        seated = draw(st.permutations(still))
        for one, other in zip(seated[::2], seated[1::2], strict=False):
            mark = draw(st.sampled_from("WWWWLLLLTTDUO" if number == rounds else "WWWWLLLLTTDU"))
            meetings.append(Meeting(number, one, other, mark))
        if len(seated) % 2:
            meetings.append(Meeting(number, seated[-1], None, draw(st.sampled_from("BBA"))))
    for p in range(count):
        if p not in left and draw(st.integers(0, 11)) == 0:
            left[p] = rounds
    planned = rounds + draw(st.integers(0, 1))
    return Told(divisions, late, left, rounds, planned, tuple(meetings))


def name(player: int) -> PlayerId:
    return PlayerId(f"p{player + 1}")


def events_of(told: Told) -> list[ev.AnyEvent]:
    """Return the tournament as events; the results of all rounds come last."""
    found: list[ev.AnyEvent] = [ev.RoundsSet(rounds=told.planned)]
    for player, division in enumerate(told.divisions):
        if player in told.late:
            losses = told.late[player]
            found.append(
                ev.LatePlayerAdmitted(
                    player=name(player), division=division, commitment="A" * 43, losses=losses
                )
            )
        else:
            found.append(
                ev.PlayerRegistered(player=name(player), division=division, commitment="A" * 43)
            )
    found.append(ev.PodsFormed(pods={POOL: tuple(Division)}))
    for number in range(1, told.rounds + 1):
        now = [m for m in told.meetings if m.round == number]
        pairs = [m for m in now if m.other is not None]
        byes = [m for m in now if m.other is None]
        found.append(
            ev.RoundPaired(
                pool=POOL,
                round=number,
                pairings=tuple(Pairing(name(m.one), name(m.other or 0)) for m in pairs),
                tables=tuple(range(1, len(pairs) + 1)),
                byes=tuple(
                    Bye(name(m.one), ByeKind.AWARDED if m.mark == "A" else ByeKind.RANDOM)
                    for m in byes
                ),
            )
        )
        found.append(ev.RoundStarted(pool=POOL, round=number))
    for player, after in told.left.items():
        found.append(ev.PlayerDropped(player=name(player), after=after))
    return found + results_of(told)


VERDICTS = {
    "W": Verdict.FIRST,
    "L": Verdict.SECOND,
    "T": Verdict.TIE,
    "D": Verdict.DOUBLE_LOSS,
    "U": Verdict.UNPLAYED,
}


def results_of(told: Told) -> list[ev.AnyEvent]:
    found: list[ev.AnyEvent] = []
    tables: Counter[int] = Counter()
    for m in told.meetings:
        if m.other is not None:
            tables[m.round] += 1
            if m.mark in VERDICTS:
                match = MatchId(POOL, m.round, tables[m.round])
                found.append(
                    ev.ResultReported(match=match, result=Result(verdict=VERDICTS[m.mark]))
                )
    return found


def fold(events: list[ev.AnyEvent]) -> Tournament:
    t = Tournament()
    for number, event in enumerate(events, start=1):
        t.apply(event, number)
    return t


# --- the second reckoning -------------------------------------------------------------------------


class Oracle:
    """The formula as its description says it, one player at a time."""

    def __init__(self, told: Told, edition: str) -> None:
        self.told = told
        self.tom = edition == "tom"
        self.ends = self.last_round()

    def last_round(self) -> int:
        """Return the last Swiss round: the one announced, if a further one is legal (A-73)."""
        told = self.told
        if any(m.mark == "O" for m in told.meetings):
            return told.planned
        still = [name(p) for p in range(len(told.divisions)) if p not in told.left]
        pairs = [m for m in told.meetings if m.other is not None]
        met = {frozenset((name(m.one), name(m.other or 0))) for m in pairs}
        had = {name(m.one) for m in told.meetings if m.other is None}
        byes = [p for p in still if p not in had] if len(still) % 2 else [None]
        ways = [[p for p in still if p != bye] for bye in byes]
        legal = len(still) > 1 and any(matched(way, met) is not None for way in ways)
        return told.planned if legal else told.rounds

    def rounds_of(self, p: int, end: int) -> list[tuple[int, str, int | None]]:
        """Return (round, mark, opponent) of a player, as the player sees it."""
        mirror = {"W": "L", "L": "W"}
        seen: list[tuple[int, str, int | None]] = [
            (number, "F", None) for number in range(1, self.told.late.get(p, 0) + 1)
        ]
        for m in self.told.meetings:
            if m.mark in "UO":
                continue
            if m.one == p:
                seen.append((m.round, m.mark, m.other))
            elif m.other == p:
                seen.append((m.round, mirror.get(m.mark, m.mark), m.one))
        return sorted(one for one in seen if one[0] <= end)

    def points(self, p: int) -> int:
        return sum({"W": 3, "B": 3, "A": 3, "T": 1}.get(m, 0) for _, m, _ in self.rounds_of(p, 99))

    def wp(self, p: int, end: int) -> Fraction:
        marks = [mark for _, mark, _ in self.rounds_of(p, end) if mark != "B"]
        if not self.tom:
            marks = [mark for mark in marks if mark != "A"]
        won = sum((Fraction(1) for m in marks if m in "WA"), Fraction(0))
        won += sum((Fraction(1, 2) for m in marks if m == "T"), Fraction(0))
        rate = won / len(marks) if marks else Fraction(0)
        rate = max(rate, Fraction(1, 4))
        gone = self.told.left.get(p)
        if gone is not None and gone <= end and gone < self.ends:
            rate = min(rate, Fraction(3, 4))
        return rate

    def end_of(self, p: int, end: int) -> int:
        return min(end, self.told.left.get(p, 99)) if self.tom else end

    def owp(self, p: int, end: int) -> Fraction:
        end = self.end_of(p, end)
        rates = [self.wp(q, end) for _, _, q in self.rounds_of(p, end) if q is not None]
        if self.tom:
            rates += [Fraction(1) for _, mark, _ in self.rounds_of(p, end) if mark == "A"]
        if not rates:
            return Fraction(0) if self.tom else Fraction(1, 4)
        return sum(rates, Fraction(0)) / len(rates)

    def oowp(self, p: int) -> Fraction:
        end = self.end_of(p, 99)
        rates = [self.owp(q, end) for _, _, q in self.rounds_of(p, end) if q is not None]
        if self.tom:
            rates += [Fraction(1, 4) for _, mark, _ in self.rounds_of(p, end) if mark == "A"]
        if not rates:
            return Fraction(0) if self.tom else Fraction(1, 4)
        return sum(rates, Fraction(0)) / len(rates)

    def claim(self, p: int) -> tuple[Fraction, ...]:
        late = Fraction(-1 if p in self.told.late else 0)
        return (Fraction(self.points(p)), late, self.owp(p, 99), self.oowp(p))

    def last(self, p: int) -> int | None:
        met = [q for _, _, q in self.rounds_of(p, 99) if q is not None]
        return met[-1] if met else None

    def beat(self, p: int, q: int) -> bool:
        marks = [mark for _, mark, other in self.rounds_of(p, 99) if other == q]
        return marks.count("W") > marks.count("L")

    def edges(self, level: list[int]) -> set[tuple[int, int]]:
        """Who beat whom, but for those who beat each other in a circle."""
        beat = {(p, q) for p in level for q in level if self.beat(p, q)}
        far = set(beat)
        for middle, p, q in product(level, level, level):
            if (p, middle) in far and (middle, q) in far:
                far.add((p, q))
        return {(p, q) for p, q in beat if (q, p) not in far}

    def front(self, level: list[int], edges: set[tuple[int, int]]) -> list[int]:
        return [q for q in level if not any((p, q) in edges for p in level)]

    def joined(self, level: list[int], *, alone: bool = False) -> list[list[int]]:
        """Head-to-head among all, the last opponents among those in front (A-52)."""
        edges, left, order = self.edges(level), list(level), []
        last = [] if alone else self.last_opponents(level)
        while left:
            placed = self.front(left, edges)
            if not alone and all(self.last(p) is not None for p in placed):
                high = next(part for part in last if set(part) & set(placed))
                placed = [p for p in placed if p in high]
            if len(placed) < len(level):
                placed = self.front(placed, self.edges(placed))
            order.append(placed)
            left = [p for p in left if p not in placed]
        return order

    def last_opponents(self, level: list[int]) -> list[list[int]]:
        """Players by their last opponents, who compare on points and the first four tiebreakers."""
        lasts = {p: self.last(p) for p in level}
        rivals = sorted({q for q in lasts.values() if q is not None})
        order: list[list[int]] = []
        for _, same in groupby(sorted(rivals, key=self.claim, reverse=True), key=self.claim):
            order += self.joined(sorted(same), alone=True)
        return [[p for p in level if lasts[p] in same] for same in order]

    def places(self, division: Division) -> dict[int, int]:
        """Return the place of every player of a division."""
        mine = [p for p, held in enumerate(self.told.divisions) if held == division]
        gone = {p for p in mine if p in self.told.left and not self.rounds_of(p, 99)}
        gone -= {
            p for m in self.told.meetings if m.mark == "U" for p in (m.one, m.other) if p in gone
        }

        def key(p: int) -> tuple[Fraction, ...]:
            points, *rest = self.claim(p)
            return (points, Fraction(-1 if p in gone else 0), *rest)

        tiers: list[list[int]] = []
        for _, same in groupby(sorted(mine, key=key, reverse=True), key=key):
            tiers += self.joined(sorted(same))
        if self.tom:
            tiers = [[p] for tier in tiers for p in sorted(tier)]
        found: dict[int, int] = {}
        for tier in tiers:
            place = len(found) + 1
            found.update(dict.fromkeys(tier, place))
        return found


@pytest.mark.rule("T1", "T2", "T3", "T4", "T5", "A-9", "A-22", "A-23", "A-46", "A-52", "A-53")
@pytest.mark.rule("GTB-6", "GTB-9", "A-73")
@pytest.mark.parametrize("edition", EDITIONS)
@given(told=tournaments())
def test_places_and_percentages_are_those_of_a_second_reckoning(edition: str, told: Told) -> None:
    oracle = Oracle(told, edition)
    expected = {d: oracle.places(d) for d in Division}
    for one in standings(fold(events_of(told)), load(edition)):
        p = int(one.player[1:]) - 1
        claim = (Fraction(one.match_points), Fraction(-one.late), one.op_win, one.op_op_win)
        assert claim == oracle.claim(p), one.player
        assert one.place == expected[one.division][p], one


# --- laws -----------------------------------------------------------------------------------------


@pytest.mark.rule("TOP-3.1a", "TOP-3.1c")
@given(tournaments())
def test_match_points_are_neither_lost_nor_invented(told: Told) -> None:
    found = records(fold(events_of(told)), load("play-2017"))
    worth = {"W": 3, "L": 3, "T": 2, "B": 3, "A": 3}
    told_points = sum(worth.get(m.mark, 0) for m in told.meetings)
    assert sum(record.match_points for record in found.values()) == told_points


@given(tournaments())
def test_every_win_is_the_loss_of_somebody(told: Told) -> None:
    found = records(fold(events_of(told)), load("play-2017")).values()
    double = sum(m.mark == "D" for m in told.meetings)
    forced = sum(told.late.values())
    wins = sum(record.wins for record in found)
    assert sum(record.losses for record in found) == wins + 2 * double + forced
    assert sum(record.ties for record in found) == 2 * sum(m.mark == "T" for m in told.meetings)


@pytest.mark.parametrize("edition", [*EDITIONS, "top-2017-literal", "dci-mtr", "dci-pod"])
@given(told=tournaments())
def test_places_are_those_of_a_race_in_each_division(edition: str, told: Told) -> None:
    found = standings(fold(events_of(told)), load(edition))
    assert sorted(one.player for one in found) == sorted(map(name, range(len(told.divisions))))
    for division in Division:
        places = [one.place for one in found if one.division == division]
        assert places == [
            1 + sum(other < place for other in places if other and place) for place in places
        ]


@pytest.mark.parametrize("edition", [*EDITIONS, "top-2017-literal", "dci-mtr"])
@given(told=tournaments())
def test_every_percentage_lies_between_floor_and_one(edition: str, told: Told) -> None:
    rules = load(edition)
    least = min(rules.win_floor, rules.op_win_without_opponents)
    for one in standings(fold(events_of(told)), rules):
        assert least <= one.op_win <= 1
        assert least <= one.op_op_win <= 1


@pytest.mark.parametrize("edition", EDITIONS)
@given(told=tournaments(), data=st.data())
def test_slips_may_come_in_in_any_order(edition: str, told: Told, data: st.DataObject) -> None:
    results = results_of(told)
    events = events_of(told)
    shuffled = events[: len(events) - len(results)] + data.draw(st.permutations(results))
    rules = load(edition)
    assert standings(fold(shuffled), rules) == standings(fold(events), rules)


@given(tournaments(), st.data())
def test_other_numbers_for_the_players_only_permute_the_standings(
    told: Told, data: st.DataObject
) -> None:
    turned = data.draw(st.permutations(range(len(told.divisions))))
    renamed = Told(
        divisions=tuple(told.divisions[turned.index(p)] for p in range(len(turned))),
        late={turned[p]: lost for p, lost in told.late.items()},
        left={turned[p]: after for p, after in told.left.items()},
        rounds=told.rounds,
        planned=told.planned,
        meetings=tuple(
            m._replace(one=turned[m.one], other=None if m.other is None else turned[m.other])
            for m in told.meetings
        ),
    )
    rules = load("play-2017")
    before = {one.player: one for one in standings(fold(events_of(told)), rules)}
    for after in standings(fold(events_of(renamed)), rules):
        same = before[name(turned.index(int(after.player[1:]) - 1))]
        assert (after.place, after.op_win, after.op_op_win, after.decided_by) == (
            same.place,
            same.op_win,
            same.op_op_win,
            same.decided_by,
        )


@given(tournaments(), st.integers(1, 5))
def test_records_through_a_round_are_those_of_a_tournament_that_ended_there(
    told: Told, last: int
) -> None:
    shorter = told._replace(
        meetings=tuple(m for m in told.meetings if m.round <= last),
        rounds=min(last, told.rounds),
        late={p: min(lost, last) for p, lost in told.late.items()},
    )
    rules = load("tom")
    assert records(fold(events_of(told)), rules, through=last) == records(
        fold(events_of(shorter)), rules
    )


@given(tournaments(), st.data())
def test_records_of_some_are_their_records_among_all(told: Told, data: st.DataObject) -> None:
    t, rules = fold(events_of(told)), load("tom")
    some = data.draw(st.lists(st.sampled_from(list(t.players)), unique=True))
    every = records(t, rules)
    assert records(t, rules, of=some) == {player: every[player] for player in some}


@pytest.mark.rule("A-23")
@given(tournaments())
def test_a_lot_over_everybody_leaves_nobody_level_and_moves_no_place_up_or_down(told: Told) -> None:
    rules = load("play-2017")
    t = fold(events_of(told))
    before = {one.player: one for one in standings(t, rules)}
    for division in Division:
        lots = tuple(p for p in reversed(t.players) if t.players[p].division == division)
        t.apply(ev.LotDrawn(division=division, lots=lots), 999)
    after = standings(t, rules)
    assert len({(one.division, one.place) for one in after}) == len(after)
    shared = Counter((one.division, one.place) for one in before.values())
    for one in after:
        was = before[one.player].place
        assert was is not None
        assert one.place is not None
        assert was <= one.place < was + shared[one.division, was]
