"""What holds of every round that is proposed."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record import draws
from roundbook.ledger.state.rounds import due
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import (
    Bye,
    ByeKind,
    Division,
    MatchId,
    Pairing,
    PlayerId,
    Result,
    Verdict,
)
from roundbook.projections.pairing import inputs
from roundbook.projections.pairing.impossible import NoLegalRound
from roundbook.projections.pairing.proposal import Proposal
from tests.projections.pairing import oracle
from tests.projections.pairing.events import (
    MASTERS,
    POOL,
    RULES,
    dice_of,
    drawn,
    opened,
    pid,
    play_by_dice,
    posted,
)

ROOT = Path(__file__).resolve().parents[2]
DIVISIONS = (Division.JUNIOR, Division.SENIOR, Division.MASTERS)


def past(dice: Random, players: int, rounds: int, *, mixed: bool, drops: float = 0.1) -> Tournament:
    """Any past, good pairings or not: former opponents, ties, byes and drops by dice."""
    kinds = [dice.choice(DIVISIONS) if mixed else MASTERS for _ in range(players)]
    t = opened(kinds)
    if dice.random() < 0.3:
        t.apply(ev.RoundsSet(rounds=dice.randint(1, 9)), players + 3)
    for number in range(1, rounds + 1):
        line = due(t, POOL, number)
        dice.shuffle(line)
        byes: tuple[Bye, ...] = ()
        if len(line) % 2:
            byes = (Bye(line.pop(), dice.choice(list(ByeKind))),)
        pairs = tuple(Pairing(a, b) for a, b in zip(line[::2], line[1::2], strict=True))
        told = ev.RoundPaired(
            pool=POOL,
            round=number,
            pairings=pairs,
            tables=tuple(range(1, len(pairs) + 1)),
            byes=byes,
        )
        t.apply(told, number)
        play_by_dice(t, dice, ties=0.3, drops=drops)
    if dice.random() < 0.2:
        lucky = PlayerId(f"p{dice.randint(1, players)}")
        t.apply(ev.ByeAwarded(player=lucky, round=rounds + 1), 99)
    for _ in range(dice.choice((0, 0, 1, 3, players))):
        awaits = PlayerId(f"p{dice.randint(1, players)}")
        t.apply(ev.ByeAwarded(player=awaits, round=rounds + 2), 99)
    return t


def as_try(where: oracle.Position, proposal: Proposal) -> oracle.Try:
    """What was proposed, as the oracle writes it."""
    rank = {player: place for place, player in enumerate(where.players)}
    pairs = sorted(
        (tuple(sorted(pair, key=rank.__getitem__)) for pair in proposal.pairings),
        key=lambda pair: rank[pair[0]],
    )
    byes = [bye.player for bye in proposal.byes if bye.kind == ByeKind.RANDOM]
    return oracle.Try(tuple((a, b) for a, b in pairs), byes[0] if byes else None)


pasts = st.builds(
    past,
    st.integers(0, 2**64).map(dice_of),
    st.integers(2, 8),
    st.integers(0, 5),
    mixed=st.booleans(),
)


def nobody_left(t: Tournament) -> bool:
    return not oracle.position(t).players


@pytest.mark.rule(
    "TOP-3.1d", "TOP-3.1e", "TOP-3.1f", "TOP-3.1.2b", "A-2", "A-10", "A-11", "A-12", "A-56"
)
@given(pasts)
def test_no_round_is_better_than_the_one_proposed(t: Tournament) -> None:
    if nobody_left(t):
        return
    where = oracle.position(t)
    legal = list(oracle.tries(where))
    try:
        proposal = drawn(t)
    except NoLegalRound:
        assert legal == []
        return
    found = as_try(where, proposal)
    assert found in legal
    if looks_ahead(t, proposal):
        reached = (int(not oracle.leaves_another(where, found)), *oracle.vector(where, found))
        assert reached == oracle.best_ahead(where, found.bye)
        legal = [one for one in legal if oracle.leaves_another(where, one)] or legal
    else:
        assert oracle.vector(where, found) == oracle.best_vector(where, found.bye)
    lowest = min(oracle.vector(where, one)[0] for one in legal)
    assert oracle.vector(where, found)[0] == lowest


def looks_ahead(t: Tournament, proposal: Proposal) -> bool:
    """Few players, many rounds, and not the last one (docs/pairing.md)."""
    planned = t.planned.get(None)
    present = len(oracle.position(t).players)
    return planned is not None and 2 * planned > present and proposal.round < planned


@pytest.mark.rule("A-14", "TOP-3.1.2b")
@given(pasts)
def test_a_second_implementation_of_the_page_draws_the_same_round(t: Tournament) -> None:
    if nobody_left(t):
        return
    where = oracle.position(t)
    asked = inputs.facts_of(t, RULES, pool=POOL, sparing=True)
    try:
        proposal = drawn(t)
    except NoLegalRound:
        assert oracle.drawn(where, b"any") is None
        return
    key = draws.key(
        tournament="T-12345678",
        pool=POOL,
        round=proposal.round,
        draw=1,
        state=asked.state,
        secret=proposal.drawn.secret,
    )
    assert as_try(where, proposal) == oracle.drawn(where, key, ahead=looks_ahead(t, proposal))


@pytest.mark.rule("TOP-3.1b", "TOP-3.1c", "TOP-3.1f", "TOP-3.1g", "A-11")
@example(seed=21, players=33, rounds=9, mixed=False)
@example(seed=22, players=17, rounds=12, mixed=True)
@given(
    seed=st.integers(0, 2**64),
    players=st.integers(2, 40),
    rounds=st.integers(1, 9),
    mixed=st.booleans(),
)
def test_whole_events_seat_everybody_once_and_nobody_meets_again(
    seed: int, players: int, rounds: int, *, mixed: bool
) -> None:
    dice = dice_of(seed)
    t = opened([dice.choice(DIVISIONS) if mixed else MASTERS for _ in range(players)])
    met: set[frozenset[PlayerId]] = set()
    byes: Counter[PlayerId] = Counter()
    for number in range(1, rounds + 1):
        expected = due(t, POOL, number)
        if not expected:
            return
        try:
            proposal = drawn(t)
        except NoLegalRound:
            # By Dirac's theorem this needs more past rounds than half the players, less one.
            assert number - 1 > len(expected) / 2 - 2
            return
        pairs = {frozenset(pair) for pair in proposal.pairings}
        seated = [p for pair in proposal.pairings for p in pair] + [b.player for b in proposal.byes]
        assert sorted(seated) == sorted(expected)
        assert len(proposal.byes) == len(expected) % 2
        assert not pairs & met
        met |= pairs
        byes.update(bye.player for bye in proposal.byes)
        assert max(byes.values(), default=0) <= 1
        t.apply(posted(t, proposal), number)
        play_by_dice(t, dice)


@given(pasts, st.integers(0, 2**32))
def test_the_order_and_the_number_of_entries_decide_nothing(t: Tournament, seed: int) -> None:
    """Results, drops and notes in another order; a wrong result, put right: the facts are equal."""
    if nobody_left(t):
        return
    dice = dice_of(seed)
    other = opened([player.division for player in t.players.values()])
    awards = [
        ev.ByeAwarded(player=p, round=number) for p, all_ in t.awarded.items() for number in all_
    ]
    for paired in t.rounds.values():
        tables = list(paired.tables)
        dice.shuffle(tables)
        again = ev.RoundPaired(
            pool=POOL,
            round=paired.number,
            pairings=paired.pairings,
            tables=tuple(tables),
            byes=paired.byes,
        )
        other.apply(again, 500)
        other.apply(ev.RoundPosted(pool=POOL, round=paired.number, sha256="0" * 64), 501)
        other.apply(ev.RoundStarted(pool=POOL, round=paired.number), 502)
        slips = list(zip(paired.matches(), tables, strict=True))
        dice.shuffle(slips)
        for (match, _), table in slips:
            here = MatchId(POOL, paired.number, table)
            wrong = Result(verdict=dice.choice(list(Verdict)))
            other.apply(ev.ResultReported(match=here, result=wrong), 503)
            right = ev.ResultCorrected(match=here, result=t.results[match], reason="It was wrong.")
            other.apply(right, 504)
    events: list[ev.AnyEvent] = [
        ev.PlayerDropped(player=p.id, after=p.after)
        for p in t.players.values()
        if p.after is not None
    ]
    events += awards
    dice.shuffle(events)
    for event in events:
        other.apply(ev.NoteMade(text="Somebody asked for the time."), 505)
        other.apply(event, 506)
    assert outcome(other) == outcome(t)


@given(pasts, st.integers(0, 2**32))
def test_what_numbers_the_players_have_makes_no_round_better(t: Tournament, seed: int) -> None:
    if nobody_left(t):
        return
    names = list(t.players)
    mixed = list(names)
    dice_of(seed).shuffle(mixed)
    new = dict(zip(names, mixed, strict=True))
    old = {given_: name for name, given_ in new.items()}
    other = opened([t.players[old[pid(n)]].division for n in range(1, len(names) + 1)])
    for paired in t.rounds.values():
        again = ev.RoundPaired(
            pool=POOL,
            round=paired.number,
            pairings=tuple(Pairing(new[a], new[b]) for a, b in paired.pairings),
            tables=paired.tables,
            byes=tuple(Bye(new[bye.player], bye.kind) for bye in paired.byes),
        )
        other.apply(again, 500)
        other.apply(ev.RoundStarted(pool=POOL, round=paired.number), 501)
    for match, result in t.results.items():
        other.apply(ev.ResultReported(match=match, result=result), 502)
    for player in t.players.values():
        if player.after is not None:
            other.apply(ev.PlayerDropped(player=new[player.id], after=player.after), 503)
        for number in t.awarded.get(player.id, ()):
            other.apply(ev.ByeAwarded(player=new[player.id], round=number), 504)
    assert bye_level(other) == bye_level(t)
    if len({p.division for p in t.players.values()}) == 1:
        assert reached(other) == reached(t)


def outcome(t: Tournament) -> Proposal | str:
    """What is proposed, or why nothing is."""
    try:
        return drawn(t)
    except NoLegalRound as refusal:
        return refusal.message


def reached(t: Tournament) -> tuple[int, ...] | None:
    """How good the proposal is."""
    try:
        proposal = drawn(t)
    except NoLegalRound:
        return None
    where = oracle.position(t)
    return oracle.vector(where, as_try(where, proposal))


def bye_level(t: Tournament) -> int | None:
    """How far from the lowest bracket the bye of the proposal is."""
    found = reached(t)
    return None if found is None else found[0]


@pytest.mark.rule("TOP-3.1e", "A-12")
@settings(max_examples=settings().max_examples // 2)
@given(
    st.integers(0, 2**64),
    st.integers(17, 300),
    st.integers(1, 7),
    st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]),
)
def test_a_large_field_crosses_no_gap_more_often_than_it_must(
    seed: int, players: int, rounds: int, ties: float
) -> None:
    """A gap is crossed once or never, as parity asks, while brackets are large (Dirac's theorem).

    That is while the smallest bracket has two players more for every round played, and four.
    """
    dice = dice_of(seed)
    t = opened([MASTERS] * players)
    for number in range(1, rounds + 1):
        if not due(t, POOL, number):
            return
        try:
            proposal = drawn(t)
        except NoLegalRound:
            return
        where = oracle.position(t)
        low, _, *gaps, _ = oracle.vector(where, as_try(where, proposal))
        lucky = next((bye.player for bye in proposal.byes), None)
        above = [
            sum(where.points[p] >= points and p != lucky for p in where.players)
            for points in oracle.levels(where)[:-1]
        ]
        assert [gap % 2 for gap in gaps] == [count % 2 for count in above]
        if min(Counter(where.points[p] for p in where.players).values()) >= 2 * number + 2:
            assert gaps == [count % 2 for count in above]
            assert low == 0
        t.apply(posted(t, proposal), number)
        play_by_dice(t, dice, ties=ties, drops=0.02)


def test_every_process_proposes_the_same_rounds() -> None:
    """Sets have another order in every process; rounds have not."""
    program = (
        "from tests.projections.pairing.events import dice_of\n"
        "from tests.projections.pairing.events import *\n"
        "J, S, M = Division.JUNIOR, Division.SENIOR, Division.MASTERS\n"
        "for kinds in ([M] * 11, [M] * 41, [J] * 3 + [S] * 6 + [M] * 12, [M] * 150, "
        "[J] * 9 + [M] * 140):\n"
        "    t, dice = opened(kinds), dice_of(5)\n"
        "    for number in range(1, 7):\n"
        "        proposal = drawn(t)\n"
        "        print(proposal)\n"
        "        t.apply(posted(t, proposal), number)\n"
        "        play_by_dice(t, dice, ties=0.4)\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(told) == 1
    assert b"Proposal" in told.pop()
