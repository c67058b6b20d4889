"""The sheet of the eight-player pod, against its own words, through a desk that asks every rule."""

import hashlib
from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Drawn
from roundbook.ledger.terms import MatchId, Pairing, PlayerId, Result, Verdict
from roundbook.ledger.validators.checks import Checks
from roundbook.projections.audits import AUDITS
from roundbook.projections.compare.pairing_quality import Verdict as Said
from roundbook.projections.compare.pairing_quality import review
from roundbook.projections.pairing.certificate import DRAW
from roundbook.projections.pairing.inputs import facts_of, key_of
from roundbook.projections.pairing.pod_sheet import POD_SHEET, SheetLeft, propose_by_sheet
from roundbook.projections.standings.records import records
from tests.projections.pairing.pod import POOL, PodEvent, as_pairs, met, round_of
from tests.scripts import play
from tests.strategies import dice

ROUND_2 = "wA-wC wB-wD lA-lC lB-lD"
ROUND_3 = "wE-wF lE-lF wG-wH lG-lH"
OF_ROUND_2 = {"E": "wA wC", "F": "wB wD", "G": "lA lC", "H": "lB lD"}


def first_matches(pod: PodEvent) -> dict[str, tuple[PlayerId, PlayerId]]:
    """A = 1-5, B = 2-6, C = 3-7, D = 4-8 (POD-3)."""
    s = pod.seats
    return {"A": (s[0], s[4]), "B": (s[1], s[5]), "C": (s[2], s[6]), "D": (s[3], s[7])}


def decide(
    pod: PodEvent, matches: dict[str, tuple[PlayerId, PlayerId]], number: int, chance: Random
) -> dict[str, PlayerId]:
    """Let somebody win each match; return who `wA`, `lA` and so on are."""
    who: dict[str, PlayerId] = {}
    for letter, pair in matches.items():
        winner, loser = chance.sample(pair, 2)
        pod.win(winner, number)
        who |= {f"w{letter}": winner, f"l{letter}": loser}
    return who


def second_matches(who: dict[str, PlayerId]) -> dict[str, tuple[PlayerId, PlayerId]]:
    return {
        letter: (who[words.split()[0]], who[words.split()[1]])
        for letter, words in OF_ROUND_2.items()
    }


@pytest.mark.rule("POD-3")
@given(dice())
def test_winners_and_losers_go_where_the_sheet_sends_them(chance: Random) -> None:
    pod = PodEvent()
    first = first_matches(pod)
    assert met(pod.pair()) == {frozenset(pair) for pair in first.values()}
    who = decide(pod, first, 1, chance)
    second = pod.pair()
    assert met(second) == as_pairs(ROUND_2, who)
    assert [set(pair) for pair in second.pairings] == [
        {who[a], who[b]} for a, b in (pair.split("-") for pair in ROUND_2.split())
    ], "the tables stand in the order E, F, G, H"
    who |= decide(pod, second_matches(who), 2, chance)
    third = pod.pair()
    assert met(third) == as_pairs(ROUND_3, who)
    assert {each.drawn.draw for each in (second, third)} == {POD_SHEET}
    assert {one.verdict for one in review(pod.desk.entries, pod.desk.rules)} == {Said.SHEET}


@pytest.mark.rule("POD-9")
def test_without_draws_one_has_nine_points_three_six_three_three_and_one_none() -> None:
    """Every one of the 2^12 outcomes, in a tree: 16 ways to play each of three rounds."""
    pod = PodEvent()
    seen = 0
    t1 = pod.t.copy()

    def paired(t: ev.RoundPaired) -> list[tuple[MatchId, Pairing]]:
        return [(MatchId(POOL, t.round, n), pair) for n, pair in enumerate(t.pairings, 1)]

    def grow(t: object, number: int) -> None:
        nonlocal seen
        assert isinstance(t, type(t1))
        secret = pod.secret()
        event = round_of(propose_by_sheet(t, pod.desk.rules, pool=POOL, secret=secret))
        for outcome in product((Verdict.FIRST, Verdict.SECOND), repeat=4):
            then = t.copy()
            then.apply(event, 99)
            then.apply(ev.RoundStarted(pool=POOL, round=number), 99)
            for (match, _), verdict in zip(paired(event), outcome, strict=True):
                then.apply(ev.ResultReported(match=match, result=Result(verdict=verdict)), 99)
            if number < 3:
                grow(then, number + 1)
                continue
            points = Counter(one.match_points for one in records(then, pod.desk.rules).values())
            assert points == {9: 1, 6: 3, 3: 3, 0: 1}
            seen += 1

    grow(t1, 1)
    assert seen == 2**12


def after_a_draw(seed: int, letter: str = "A") -> tuple[PodEvent, dict[str, PlayerId]]:
    """A pod with its own secrets, whose match `letter` was drawn and whose others seat 1-4 won."""
    pod = PodEvent(seed=hashlib.sha256(str(seed).encode()).digest())
    first = first_matches(pod)
    pod.pair()
    who: dict[str, PlayerId] = {}
    for each, (one, other) in first.items():
        if each == letter:
            pod.tie(one, 1)
            who |= {"x": one, "y": other}
        else:
            pod.win(one, 1)
            who |= {f"w{each}": one, f"l{each}": other}
    return pod, who


def lot(pod: PodEvent, letter: str, player: PlayerId) -> bytes:
    """The lot of a player in the next draw, as docs/formats.md has it."""
    facts = facts_of(pod.t, pod.desk.rules, pool=POOL)
    drawn = Drawn(draw=POD_SHEET, number=pod.t.draws + 1, secret=pod.secret())
    words = (key_of(pod.t, facts, drawn), letter.encode(), player.encode())
    return hashlib.sha256(b"".join(len(w).to_bytes(4, "big") + w for w in words)).digest()


def meeting(pod: PodEvent, player: PlayerId, number: int) -> PlayerId:
    _, pairing = pod.match_of(player, number)
    return next(other for other in pairing if other != player)


@pytest.mark.rule("POD-5")
def test_after_a_draw_chance_says_who_takes_the_winners_place() -> None:
    """Both cases occur, as often as a coin shows heads; nobody else's opponent hangs on it."""
    up = 0
    for seed in range(200):
        pod, who = after_a_draw(seed)
        found = met(pod.by_sheet())
        ways = []
        for winner, loser in (("x", "y"), ("y", "x")):
            ways.append(as_pairs(ROUND_2, {**who, "wA": who[winner], "lA": who[loser]}))
        assert found in ways
        up += found == ways[0]
    assert 70 <= up <= 130


@pytest.mark.rule("POD-6")
@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("both", ["win", "lose", "differ"])
def test_who_drew_in_round_1_swap_brackets_for_round_3_if_their_records_are_the_same(
    letter: str, both: str
) -> None:
    swaps = 0
    for seed in range(6):
        pod, who = after_a_draw(seed, letter)
        pod.pair()
        up, down = who["x"], who["y"]
        if meeting(pod, up, 2) not in {who.get(f"w{each}") for each in "ABCD"}:
            up, down = down, up
        who |= {f"w{letter}": up, f"l{letter}": down}
        second = second_matches(who)
        for name, pair in second.items():
            winner = pair[0]
            if up in pair:
                winner = up if both != "lose" else next(p for p in pair if p != up)
            if down in pair:
                winner = down if both == "win" else next(p for p in pair if p != down)
            pod.win(winner, 2)
            loser = next(p for p in pair if p != winner)
            who |= {f"w{name}": winner, f"l{name}": loser}
        if both != "differ":
            place = {player: word for word, player in who.items() if word[1:] in set("EFGH")}
            who |= {place[up]: down, place[down]: up}
            swaps += 1
        assert met(pod.pair()) == as_pairs(ROUND_3, who)
    assert swaps == (0 if both == "differ" else 6)


@pytest.mark.rule("A-37")
@pytest.mark.parametrize("letter", "EFGH")
def test_one_draw_in_round_2_is_settled_by_lot_and_nobody_swaps(letter: str) -> None:
    ways_seen = set()
    for seed in range(12):
        pod = PodEvent(seed=hashlib.sha256(f"second {seed}".encode()).digest())
        first = first_matches(pod)
        pod.pair()
        who = decide(pod, first, 1, Random(seed))  # noqa: S311 - the dice of a test.
        pod.pair()
        for name, (one, other) in second_matches(who).items():
            if name == letter:
                pod.tie(one, 2)
            else:
                pod.win(one, 2)
            who |= {f"w{name}": one, f"l{name}": other}
        one, other = second_matches(who)[letter]
        up = min((one, other), key=lambda player: lot(pod, letter, player))
        turned = {**who, f"w{letter}": who[f"l{letter}"], f"l{letter}": who[f"w{letter}"]}
        ways = [as_pairs(ROUND_3, who), as_pairs(ROUND_3, turned)]
        assert met(pod.pair()) == ways[up == other], "nobody swaps what the lot has settled"
        ways_seen.add(up == other)
    assert ways_seen == {False, True}


@pytest.mark.rule("A-37", "POD-6")
@pytest.mark.parametrize("split", [(2, 0), (1, 1), (4, 0), (1, 3)])
def test_with_two_draws_it_is_swiss_by_match_points_without_a_rematch(
    split: tuple[int, int],
) -> None:
    pod = PodEvent()
    history: set[frozenset[PlayerId]] = set()
    for number, draws in enumerate(split, start=1):
        found = pod.pair()
        history |= met(found)
        for place, pairing in enumerate(found.pairings):
            (pod.tie if place < draws else pod.win)(pairing.first, number)
        if sum(split[:number]) >= 2:
            with pytest.raises(SheetLeft, match="had no winner, so the round is paired by record"):
                pod.by_sheet()
            best = pod.swiss()
            assert best.drawn.draw == DRAW
            assert not met(best) & history
    pod.pair()
    judged = review(pod.desk.entries, pod.desk.rules)
    assert judged[-1].verdict in {Said.PARITY, Said.PROVEN}


@pytest.mark.rule("POD-1", "POD-3", "A-37")
@given(dice())
def test_whatever_happens_a_pod_is_paired_without_a_rematch_and_verifies(chance: Random) -> None:
    """Draws, double losses, drops, returns and players who come late: every rule keeps silent."""
    pod = PodEvent(chance.choice([7, 8, 8, 8]))
    history: list[frozenset[PlayerId]] = []
    for number in (1, 2, 3):
        if chance.random() < 0.3:
            inside = [player.id for player in pod.t.players.values() if not player.out]
            pod.drop(chance.choice(inside))
        outside = [player.id for player in pod.t.players.values() if player.out]
        if outside and chance.random() < 0.3:
            pod.desk.post(ev.PlayerReinstated(player=outside[0], reason="The bus was late."))
        found = pod.pair()
        history += met(found)
        for pairing in found.pairings:
            verdict = chance.choice([Verdict.FIRST, Verdict.SECOND, *Verdict])
            match, _ = pod.match_of(pairing.first, number)
            pod.desk.post(ev.ResultReported(match=match, result=Result(verdict=verdict)))
    assert len(history) == len(set(history))
    assert list(Checks(AUDITS).review(pod.desk.entries, pod.desk.rules)) == []
    said = {one.verdict for one in review(pod.desk.entries, pod.desk.rules)}
    assert said <= {Said.SHEET, Said.PARITY, Said.PROVEN}


# --- who is missing, and who is new ---------------------------------------------------------------


@pytest.mark.rule("POD-9")
@pytest.mark.parametrize(("gone", "lucky"), ["AC", "CA"])
def test_whoever_faces_an_empty_place_has_the_bye(gone: str, lucky: str) -> None:
    pod = PodEvent()
    first = first_matches(pod)
    pod.pair()
    for one, _ in first.values():
        pod.win(one, 1)
    pod.drop(first[gone][0])
    found = pod.pair()
    assert [bye.player for bye in found.byes] == [first[lucky][0]]
    assert found.drawn.draw == POD_SHEET
    for pairing in found.pairings:
        pod.win(pairing.first, 2)
    third = pod.by_sheet()
    loser = meeting(pod, found.pairings[0].first, 2)
    assert [bye.player for bye in third.byes] == [loser], "the loser of F meets nobody"
    winner = frozenset((first[lucky][0], found.pairings[0].first))
    assert winner in met(third), "and who had the bye meets the winner of F"


def test_seven_players_leave_the_place_of_seat_8_empty() -> None:
    pod = PodEvent(7)
    found = pod.pair()
    assert [bye.player for bye in found.byes] == [pod.seats[3]]
    assert len(found.pairings) == 3


def test_with_two_missing_the_sheet_says_no_more() -> None:
    pod = PodEvent()
    for seat in (0, 1):
        pod.drop(pod.seats[seat])
    with pytest.raises(SheetLeft, match="only 6 of the pod's 8 players are active"):
        pod.by_sheet()
    assert pod.pair().drawn.draw == DRAW


def test_a_late_player_has_no_line() -> None:
    pod = PodEvent(7)
    found = pod.pair()
    for pairing in found.pairings:
        pod.win(pairing.first, 1)
    pod.desk.post(
        ev.LatePlayerAdmitted(
            player=PlayerId("p8"),
            division=next(iter(pod.t.players.values())).division,
            commitment="B" * 43,
            losses=1,
            informed_by="h1",
        )
    )
    with pytest.raises(SheetLeft, match="p8 has no seat on the sheet"):
        pod.by_sheet()
    assert pod.pair().drawn.draw == DRAW


def test_a_fourth_round_and_an_awarded_bye_are_none_of_the_sheets_business() -> None:
    pod = PodEvent()
    pod.desk.post(ev.ByeAwarded(player=PlayerId("p3"), round=1))
    with pytest.raises(SheetLeft, match="p3 was awarded a bye"):
        pod.by_sheet()
    pod = PodEvent()
    for number in (1, 2, 3):
        for pairing in pod.pair().pairings:
            pod.win(pairing.first, number)
    with pytest.raises(SheetLeft, match="the sheet has three rounds"):
        pod.by_sheet()


def test_after_a_round_by_hand_against_the_sheet_it_goes_on_as_swiss() -> None:
    pod = PodEvent()
    s = pod.seats
    crossed = tuple(Pairing(s[place], s[place + 1]) for place in (0, 2, 4, 6))
    by_hand = ev.RoundPaired(
        pool=POOL, round=1, pairings=crossed, tables=(1, 2, 3, 4), reason="The sheet was misread."
    )
    pod.desk.post(by_hand)
    pod.desk.post(ev.RoundStarted(pool=POOL, round=1))
    for pairing in crossed:
        pod.win(pairing.first, 1)
    with pytest.raises(SheetLeft, match="was not paired from the pod sheet"):
        pod.by_sheet()
    assert pod.pair().drawn.draw == DRAW


# --- the audit ------------------------------------------------------------------------------------


@pytest.mark.rule("POD-3", "LED-3")
def test_a_round_that_is_not_what_the_sheet_says_is_refused() -> None:
    pod = PodEvent()
    found = pod.by_sheet()
    (a, b), (c, d), *rest = found.pairings
    forged = ev.RoundPaired(
        pool=POOL,
        round=1,
        pairings=(Pairing(a, c), Pairing(b, d), *rest),
        tables=(1, 2, 3, 4),
        drawn=found.drawn,
    )
    with pytest.raises(Refused) as refused:
        pod.desk.post(forged)
    assert refused.value.violations[0].rule == "draw-differs"


@pytest.mark.rule("POD-3")
def test_who_is_a_b_c_and_d_follows_from_the_seats_and_not_from_the_tables() -> None:
    pod = PodEvent()
    first = first_matches(pod)
    event = round_of(pod.by_sheet())
    turned = ev.RoundPaired(
        pool=POOL,
        round=1,
        pairings=tuple(Pairing(b, a) for a, b in reversed(event.pairings)),
        tables=(5, 6, 7, 9),
        drawn=event.drawn,
    )
    pod.desk.post(turned)
    pod.desk.post(ev.RoundStarted(pool=POOL, round=1))
    who: dict[str, PlayerId] = {}
    for letter, (one, other) in first.items():
        pod.win(one, 1)
        who |= {f"w{letter}": one, f"l{letter}": other}
    assert met(pod.by_sheet()) == as_pairs(ROUND_2, who)


def test_a_tournament_that_does_not_go_by_the_sheet_has_no_round_of_it() -> None:
    desk = play("register ana ben cho dee\npods masters")
    secret = PodEvent().secret()
    with pytest.raises(SheetLeft, match="does not use a pod sheet"):
        propose_by_sheet(desk.tournament, desk.rules, pool=POOL, secret=secret)


@pytest.mark.rule("POD-2")
@given(st.integers(0, 2**32))
def test_the_order_of_registration_gives_nobody_a_seat(seed: int) -> None:
    """Seats come from the secret alone: another secret seats the same eight otherwise or not."""
    one, other = (PodEvent(seed=hashlib.sha256(f"{seed} {n}".encode()).digest()) for n in (1, 2))
    assert sorted(one.seats) == sorted(other.seats) == [f"p{n}" for n in range(1, 9)]
    again = PodEvent(seed=hashlib.sha256(f"{seed} 1".encode()).digest())
    assert again.seats == one.seats
