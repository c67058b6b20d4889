"""Who plays on: one beginning of the Swiss order, and of each flight the same number."""

from functools import partial
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets import released
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Division, MatchId, Pairing, PlayerId, Pool, Result, Verdict
from roundbook.projections.cut.qualifiers import best, parted_by, swiss_order
from roundbook.projections.explain.missed_cut import misses
from roundbook.projections.standings.standings import standings
from tests.rules.faces import IN_FORCE
from tests.scripts import Script, commitment, happened, lines_of, new_desk, opening, play
from tests.strategies import Event, dice

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
MASTERS = Division.MASTERS
SEEDED = partial(Random, 1)
VERDICTS = (Verdict.FIRST, Verdict.FIRST, Verdict.SECOND, Verdict.SECOND, Verdict.TIE)


def swiss(chance: Random, rounds: int) -> Tournament:
    """Return a tournament after some rounds: with late players, drops and returns."""
    event = Event(chance, lambda _: None)
    event.begin()
    event.swiss(rounds)
    return event.t


@pytest.mark.rule("TOP-3.3a", "A-44")
@given(dice(), st.integers(1, 4), st.integers(1, 3))
def test_a_cut_is_the_beginning_of_the_standings_of_those_who_are_in(
    chance: Random, rounds: int, doublings: int
) -> None:
    t, size = swiss(chance, rounds), 2**doublings
    ages = sorted({player.division for player in t.players.values()})
    for division in ages:
        placed = [one for one in standings(t, RULES) if one.division == division and one.place]
        inside = [one.player for one in placed if not one.dropped]
        if len(inside) < size:
            with pytest.raises(Refused, match="can still advance"):
                best(t, RULES, division, size)
            continue
        seeds = [one.player for one in best(t, RULES, division, size)]
        assert seeds == inside[:size]
        cut = ev.CutMade(division=division, pool=Pool("a-cut"), seeds=tuple(seeds))
        t.apply(cut, t.seq)
        assert [one.player for one in best(t, RULES, division, size)] == seeds
        after = [one.player for one in standings(t, RULES) if one.division == division]
        assert after[:size] == seeds
        rest = [one.player for one in placed if one.player not in seeds]
        assert [player for player in after[size:] if player in rest] == rest


def flighted(chance: Random, flights: int, each: int, rounds: int) -> Tournament:
    """Return Masters in flights of their own, after some rounds of random matches."""
    t = Tournament()
    t.apply(opening(), 1)
    pools = [Pool(f"masters-{letter}") for letter in "abcdefgh"[:flights]]
    for number in range(flights * each):
        t.apply(
            ev.PlayerRegistered(
                player=PlayerId(f"p{number + 1}"),
                division=MASTERS,
                commitment=commitment(number),
                pool=pools[number % flights],
            ),
            2,
        )
    t.apply(ev.PodsFormed(pods=dict.fromkeys(pools, (MASTERS,))), 3)
    for pool in pools:
        inside = [player.id for player in t.players.values() if player.pool == pool]
        for number in range(1, rounds + 1):
            chance.shuffle(inside)
            pairs = [Pairing(*inside[at : at + 2]) for at in range(0, len(inside) - 1, 2)]
            tables = tuple(range(1, len(pairs) + 1))
            paired = ev.RoundPaired(pool=pool, round=number, pairings=tuple(pairs), tables=tables)
            t.apply(paired, 4)
            t.apply(ev.RoundStarted(pool=pool, round=number), 5)
            for table in tables:
                result = Result(verdict=chance.choice(VERDICTS))
                match = MatchId(pool, number, table)
                t.apply(ev.ResultReported(match=match, result=result), 6)
    return t


@pytest.mark.rule("FL-7")
@given(dice(), st.sampled_from([2, 4]), st.integers(4, 7), st.integers(1, 4))
def test_every_flight_sends_its_best_and_all_are_seeded_by_the_standings(
    chance: Random, flights: int, each: int, rounds: int
) -> None:
    t = flighted(chance, flights, each, rounds)
    seeds = best(t, RULES, MASTERS, 2 * flights)
    chosen = {one.player for one in seeds}
    points = {one.player: one.match_points for one in standings(t, RULES)}
    places = [one.place for one in standings(t, RULES) if one.player in chosen]
    for pool in t.pods:
        inside = {player.id for player in t.players.values() if player.pool == pool}
        assert len(inside & chosen) == 2
        assert min(points[p] for p in inside & chosen) >= max(points[p] for p in inside - chosen)
        order = [one.player for one in swiss_order(t, RULES, MASTERS, pool)]
        assert set(order[:2]) == inside & chosen
    assert [one.place for one in seeds] == places
    assert all(points[a.player] >= points[b.player] for a, b in pairwise(seeds))


@pytest.mark.rule("FL-7")
@pytest.mark.parametrize(("flights", "size"), [(2, 2), (4, 4), (4, 10), (2, 7)])
def test_a_cut_that_flights_cannot_share_is_refused(flights: int, size: int) -> None:
    t = flighted(SEEDED(), flights, 4, 2)
    with pytest.raises(Refused, match="each flight must send the same number, at least two"):
        best(t, RULES, MASTERS, size)


def test_a_flight_with_too_few_left_says_so() -> None:
    t = flighted(SEEDED(), 2, 4, 1)
    for number in (1, 3, 5):
        t.apply(ev.PlayerDropped(player=PlayerId(f"p{number}"), after=1), 9)
    with pytest.raises(
        Refused, match="the cut takes 2, but only 1 player of masters-a can still advance"
    ):
        best(t, RULES, MASTERS, 4)


FLIGHTS = """
    open
    announce 1
    {players}
    event {{"event":"pods-formed","pods":{{"masters-a":["Masters"],"masters-b":["Masters"]}}}}
    masters-a: round 1 p1-p2 p3-p4
    masters-a: report 1-1 2-0 1-2 2-0
    masters-b: round 1 p5-p6 p7-p8
    masters-b: report 1-1 2-0 1-2 1-1
"""


def at_desk() -> Script:
    """Return a desk with every rule, at which two flights have played a round."""
    players = "\n".join(
        '    event {"event":"player-registered","division":"Masters",'
        f'"player":"p{number}","commitment":"{commitment(number)}",'
        f'"pool":"masters-{"a" if number < 5 else "b"}"}}'
        for number in range(1, 9)
    )
    script = Script(new_desk(checks=IN_FORCE))
    for line in lines_of(FLIGHTS.format(players=players.strip())):
        script.play(line)
    return script


@pytest.mark.rule("FL-7")
def test_a_cut_of_flights_by_hand_is_judged_by_the_flights() -> None:
    """P1 and p3 have won in one flight, p5 in the other, where p7 and p8 have tied."""
    script = at_desk()
    script.play("cut masters p1 p3 p5 p2         ! cut-flights")
    script.play("cut masters p1 p3               ! cut-flights")
    script.play("cut masters p1 p3 p5 p6         ! cut-differs")
    script.play("cut masters p7 p3 p5 p1         ! cut-differs")
    script.play("cut masters p3 p5 p1 p8")


@pytest.mark.rule("A-44")
def test_the_bracket_starts_without_a_seed_if_nobody_can_move_up() -> None:
    script = Script(new_desk(checks=IN_FORCE))
    for line in lines_of("""
        register ana ben cho dee
        round 1 ana-ben cho-dee
        report 1-1 2-0 1-2 2-0
        rounds 1
        cut masters ana cho ben dee
        drop dee
        event {"event":"round-paired","pool":"masters-cut","round":2,"pairings":[["p3","p2"]],\
"tables":[1],"byes":[["p1","random"]]}
        masters-cut: start 2
    """):
        script.play(line)


def told() -> Desk:
    """Six players after three rounds, in this order: 3, 2, 1, 6, 5, 4."""
    return happened("crowd 6; round 1 1>4 2>5 3>6; round 2 1>5 2>6 3>4; round 3 2>1 3>5 4>6")


def test_the_clause_that_parts_two_players_is_the_first_that_is_asked_of_all_between() -> None:
    t = told().tournament
    order = [one.player for one in swiss_order(t, RULES, MASTERS)]
    assert parted_by(t, RULES, MASTERS, order[0], order[2]) == "match-points"
    assert parted_by(t, RULES, MASTERS, order[0], order[-1]) == "match-points"


@pytest.mark.rule("TOP-3.3.6a")
def test_whoever_is_not_in_the_cut_is_told_who_has_the_last_seat() -> None:
    made = told()
    order = [one.player for one in swiss_order(made.tournament, RULES, MASTERS)]
    assert misses(made.tournament, RULES, order[2]) == ()
    play(f"cut masters {order[0]} {order[1]}", made)
    assert misses(made.tournament, RULES, order[1]) == ()
    [miss] = misses(made.tournament, RULES, order[3])
    assert (miss.what, miss.size, miss.last, miss.gone) == ("the cut", 2, order[1], False)
    assert miss.step is not None
    assert (miss.step.decided_by, miss.step.other) == ("match-points", order[1])
    assert (miss.step.mine, miss.step.theirs) == ("3", "9") or miss.step.mine < miss.step.theirs


@given(dice(), st.integers(1, 3))
def test_everybody_outside_a_cut_has_a_reason_and_nobody_inside(
    chance: Random, rounds: int
) -> None:
    t = swiss(chance, rounds)
    for division in sorted({player.division for player in t.players.values()}):
        inside = [p for p in t.players.values() if p.division == division and not p.out]
        assume(len(inside) >= 2)
        seeds = tuple(one.player for one in best(t, RULES, division, 2))
        t.apply(ev.CutMade(division=division, pool=Pool(f"{division.lower()}-cut"), seeds=seeds), 9)
        for one in standings(t, RULES):
            if one.division != division or one.place is None:
                continue
            found = misses(t, RULES, one.player)
            assert (len(found) == 0) == (one.player in seeds)
            for miss in found:
                assert miss.step is not None or miss.gone
                level = replace(miss.step, mine="", theirs="") if miss.step else None
                assert level is None or level.other == miss.last
