"""The checks that need figures, at a desk that asks them after the validators."""

import hashlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused, Violation
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn, Override
from roundbook.ledger.importers.tdf.events import people, tell
from roundbook.ledger.importers.tdf.reader import read
from roundbook.ledger.people.book import Book
from roundbook.ledger.record import draws
from roundbook.ledger.record.entry import START, Entry
from roundbook.ledger.rulesets.released import digest, load
from roundbook.ledger.terms import Actor, Bye, Division, HandId, Pairing, Pool, Result, Verdict
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.audits import AUDITS
from roundbook.projections.pairing import propose
from roundbook.projections.pairing.certificate import DRAW, REMATCHES
from roundbook.projections.pairing.proposal import Proposal
from roundbook.projections.pairing.rematches import propose_rematches
from roundbook.projections.rules_in_force import rules_in_force
from roundbook.projections.standings.standings import standings
from tests.scripts import BEGIN, DRAWS, SEED, new_desk, play

POOL = Pool("masters")
IMPORTS = Path(__file__).resolve().parents[3] / "fixtures" / "imports"
CUTS = (
    "01_cup_two_pods_cut_final.tdf",
    "04b_vgc_cup_top8_paired.tdf",
    "04c_vgc_cup_final_decided.tdf",
    "07_cup_mixed_pod_drop_cap_final.tdf",
)


def desk_of(script: str) -> Desk:
    return play(script, new_desk(checks=rules_in_force(Book())))


def proposed(desk: Desk) -> Proposal:
    secret = draws.secret(SEED, DRAWS, desk.tournament.draws + 1)
    return propose(desk.tournament, desk.rules, pool=POOL, secret=secret)


def round_of(proposal: Proposal) -> ev.RoundPaired:
    return ev.RoundPaired(
        pool=proposal.pool,
        round=proposal.round,
        pairings=proposal.pairings,
        tables=tuple(range(1, len(proposal.pairings) + 1)),
        byes=proposal.byes,
        drawn=proposal.drawn,
    )


def refusal(desk: Desk, event: ev.AnyEvent) -> Violation:
    with pytest.raises(Refused) as refused:
        desk.post(event)
    return refused.value.violations[0]


def finish(desk: Desk, number: int) -> None:
    """Start the round that is paired, and let the first player of every match win."""
    desk.post(ev.RoundStarted(pool=POOL, round=number))
    for match in [match for match in desk.tournament.matches if match.round == number]:
        desk.post(ev.ResultReported(match=match, result=Result(verdict=Verdict.FIRST)))


FIVE = "register ana ben cho dee eva\npods masters"


@pytest.mark.rule("TOP-3.1b")
def test_rounds_as_drawn_pass() -> None:
    desk = desk_of(FIVE)
    for number in (1, 2, 3):
        desk.post(round_of(proposed(desk)))
        finish(desk, number)
    assert desk.tournament.latest[POOL] == 3


def test_tables_and_sides_are_not_drawn() -> None:
    desk = desk_of(FIVE)
    event = round_of(proposed(desk))
    turned = tuple(Pairing(b, a) for a, b in reversed(event.pairings))
    desk.post(replace(event, pairings=turned, tables=(7, 9)))
    assert desk.tournament.latest[POOL] == 1


def test_a_drawn_round_with_two_players_swapped_is_refused() -> None:
    desk = desk_of(FIVE)
    event = round_of(proposed(desk))
    (a, b), (c, d) = event.pairings
    breach = refusal(desk, replace(event, pairings=(Pairing(a, c), Pairing(b, d))))
    assert breach.rule == "draw-differs"
    assert breach.message == (
        "round 1 of masters does not match the draw: 2 of its 3 pairings and byes are different."
    )


def test_a_drawn_round_with_another_bye_is_refused() -> None:
    desk = desk_of(FIVE)
    event = round_of(proposed(desk))
    ((a, b), other), (bye,) = event.pairings, event.byes
    changed = replace(event, pairings=(Pairing(bye.player, b), other), byes=(Bye(a),))
    assert refusal(desk, changed).rule == "draw-differs"


def test_a_draw_where_nothing_can_be_drawn_is_refused() -> None:
    """Two players meet again, and somebody lets the rematch pass: then it was no draw."""
    desk = desk_of("register ana ben")
    desk.post(ev.PodsFormed(pods={POOL: (Division.MASTERS,)}))
    event = round_of(proposed(desk))
    desk.post(event)
    finish(desk, 1)
    number = desk.tournament.draws + 1
    again = replace(
        event,
        round=2,
        drawn=Drawn(draw=DRAW, number=number, secret=draws.secret(SEED, DRAWS, number)),
        override=Override(rule="rematch", reason="They want to.", official="organiser"),
    )
    breach = refusal(desk, again)
    assert breach.rule == "draw-differs"
    assert "no random draw was possible: round 2 of masters cannot be paired" in breach.message


@pytest.mark.rule("A-11", "LED-3")
def test_a_round_with_the_fewest_rematches_is_drawn_again_and_compared() -> None:
    desk = desk_of("register ana ben cho dee\npods masters")
    for number in (1, 2, 3):
        desk.post(round_of(proposed(desk)))
        finish(desk, number)
    secret = draws.secret(SEED, DRAWS, desk.tournament.draws + 1)
    found = propose_rematches(desk.tournament, desk.rules, pool=POOL, secret=secret)
    allowed = Override(rule="rematch", reason="A fourth round.", official="organiser")
    event = replace(round_of(found), override=allowed)
    (a, b), (c, d) = event.pairings
    swapped = replace(event, pairings=(Pairing(a, c), Pairing(b, d)))
    assert refusal(desk, swapped).rule == "draw-differs"
    assert refusal(desk, replace(event, override=None)).rule == "rematch"
    desk.post(event)
    assert desk.tournament.latest[POOL] == 4


@pytest.mark.rule("A-11")
def test_nobody_draws_rematches_where_a_round_is_legal() -> None:
    desk = desk_of(FIVE)
    event = round_of(proposed(desk))
    assert event.drawn is not None
    breach = refusal(desk, replace(event, drawn=replace(event.drawn, draw=REMATCHES)))
    assert breach.rule == "draw-differs"
    assert "the next round of masters can be paired without a rematch" in breach.message


def test_other_procedures_and_other_hands_are_not_judged() -> None:
    for changes in ({"draw": "search-9"}, None):
        desk = desk_of(FIVE)
        event = round_of(proposed(desk))
        (a, b), (c, d) = event.pairings
        swapped = replace(event, pairings=(Pairing(a, c), Pairing(b, d)))
        assert event.drawn is not None
        if changes is None:
            desk.post(replace(swapped, drawn=None, reason="The printer ate the list."))
        else:
            desk.post(replace(swapped, drawn=replace(event.drawn, **changes)))
        assert desk.tournament.latest[POOL] == 1


SWISS = """
    register ana ben cho dee eva fay gus hal
    announce 3 masters=4
    round 1  ana-ben cho-dee eva-fay gus-hal
    report   1-1 2-0  1-2 2-0  1-3 2-0  1-4 2-0
    round 2  ana-cho eva-gus ben-dee fay-hal
    report   2-1 2-0  2-2 2-0  2-3 2-0  2-4 2-0
    round 3  ana-eva cho-gus ben-fay dee-hal
    report   3-1 2-0  3-2 2-0  3-3 2-0  3-4 2-0
"""


@pytest.mark.rule("TOP-3.3a")
def test_a_cut_takes_whom_the_standings_put_first() -> None:
    """Ana has nine points; eva, cho and ben six each, in this order by their opponents."""
    desk = desk_of(SWISS)
    first = [one.player for one in standings(desk.tournament, desk.rules)]
    wrong = ev.CutMade(
        division=Division.MASTERS,
        pool=Pool("masters-cut"),
        seeds=(first[0], first[4], first[2], first[3]),
    )
    breach = refusal(desk, wrong)
    assert breach.rule == "cut-differs"
    assert breach.message.startswith(f"seed 2 of the Masters cut is {first[4]} (place ")
    assert f"by the standings it should be {first[1]} " in breach.message
    desk.post(replace(wrong, seeds=tuple(first[:4])))
    assert desk.tournament.cuts


@pytest.mark.rule("A-44")
def test_whoever_has_dropped_makes_room_for_the_next() -> None:
    desk = desk_of(SWISS)
    first = [one.player for one in standings(desk.tournament, desk.rules)]
    desk.post(ev.PlayerDropped(player=first[1], after=3))
    still = [player for player in first if player != first[1]]
    desk.post(
        ev.CutMade(division=Division.MASTERS, pool=Pool("masters-cut"), seeds=tuple(still[:4]))
    )
    assert desk.tournament.cuts


def test_an_official_may_let_another_cut_pass() -> None:
    desk = desk_of(SWISS)
    first = [one.player for one in standings(desk.tournament, desk.rules)]
    desk.post(
        ev.CutMade(
            division=Division.MASTERS,
            pool=Pool("masters-cut"),
            seeds=(first[1], first[0]),
            reason="Agreed.",
            override=Override(rule="cut-differs", reason="Agreed.", official="organiser"),
        )
    )
    assert desk.tournament.cuts


@pytest.mark.parametrize("name", CUTS)
def test_files_of_the_official_program_pass_under_its_own_edition(name: str) -> None:
    """Their rounds are told, not drawn, and their cuts are what our standings say."""
    rules = load("tom")
    file = read((IMPORTS / name).read_bytes())
    acts = tell(
        file,
        sha256=hashlib.sha256((IMPORTS / name).read_bytes()).hexdigest(),
        rules=rules,
        edition_sha256=digest("tom"),
        tournament="told-tournament",
        commitments=["A" * 43 for _ in people(file)],
    )
    entries = [
        Entry(seq=seq, at=BEGIN, hand=Actor(id=HandId("h1")), cmd=f"c{seq}", prev=START, events=act)
        for seq, act in enumerate(acts, start=1)
    ]
    cuts = [event for act in acts for event in act if isinstance(event, ev.CutMade)]
    assert cuts
    assert list(Checks(AUDITS).review(entries, rules)) == []
    turned = [
        replace(entry, events=tuple(_last_first(event) for event in entry.events))
        for entry in entries
    ]
    found = list(Checks(AUDITS).review(turned, rules))
    assert [breach.rule for breach in found] == ["cut-differs"] * len(cuts)
    assert all(breach.told for breach in found)


def _last_first(event: ev.AnyEvent) -> ev.AnyEvent:
    """A cut with its seeds in the wrong order; anything else as it is."""
    return replace(event, seeds=event.seeds[::-1]) if isinstance(event, ev.CutMade) else event
