"""A round as posted: records before it, slips still out, and what can no longer be altered."""

import pytest

from roundbook.ledger.desk import Desk
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.rulesets.released import load
from roundbook.ledger.state.lock import final
from roundbook.ledger.terms import ByeKind, MatchId, Pairing, Pool
from roundbook.projections.rounds.rounds import (
    State,
    corrected_later,
    open_everywhere,
    posted_round,
    until_when,
)
from tests.scripts import MASTERS, happened, play, player

RULES = load("play-2017")
CUT = Pool("masters-cut")


def told() -> Desk:
    return happened("crowd 5; round 1 1>2 3=4 5; round 2 5-1 3>2 awarded:4")


@pytest.mark.rule("TOP-4d")
def test_a_posted_round_shows_the_records_from_before_it() -> None:
    posted = posted_round(told().tournament, RULES, MASTERS, 2)
    assert posted is not None
    seats = [(line.table, line.first.record, line.second.record) for line in posted.tables]
    assert seats == [(1, "1-0-0", "1-0-0"), (2, "0-0-1", "0-1-0")]
    assert [line.first.match_points for line in posted.tables] == [3, 1]
    [bye] = posted.byes
    assert (bye.seat.player, bye.seat.record, bye.kind) == (player(4), "0-0-1", ByeKind.AWARDED)


def test_the_slips_that_are_still_out_are_named() -> None:
    t = told().tournament
    posted = posted_round(t, RULES, MASTERS, 2)
    assert posted is not None
    assert posted.open == (MatchId(MASTERS, 2, 1),)
    assert open_everywhere(t) == [MatchId(MASTERS, 2, 1)]
    assert posted.state == State.STARTED


@pytest.mark.rule("TOP-4a")
def test_a_round_is_paired_then_posted_then_started_then_completed() -> None:
    t = told().tournament
    seen = []
    for event in (
        ev.RoundPaired(
            pool=MASTERS, round=3, pairings=(Pairing(player(1), player(3)),), tables=(1,)
        ),
        ev.RoundPosted(pool=MASTERS, round=3, sha256="0" * 64),
        ev.RoundStarted(pool=MASTERS, round=3),
    ):
        t.apply(event, 99)
        posted = posted_round(t, RULES, MASTERS, 3)
        assert posted is not None
        seen.append(posted.state)
    assert seen == [State.PAIRED, State.POSTED, State.STARTED]
    first = posted_round(t, RULES, MASTERS, 1)
    assert first is not None
    assert first.state == State.COMPLETED


def test_a_round_that_was_never_paired_or_was_withdrawn_is_none() -> None:
    t = told().tournament
    assert posted_round(t, RULES, MASTERS, 3) is None
    t.apply(ev.RoundWithdrawn(pool=MASTERS, round=2, reason="wrong record"), 99)
    assert posted_round(t, RULES, MASTERS, 2) is None


@pytest.mark.rule("TOP-4h", "A-48")
def test_a_round_locks_when_the_second_round_after_it_is_paired_and_stays_locked() -> None:
    told_so_far = told()
    match = MatchId(MASTERS, 1, 1)
    assert not final(told_so_far.tournament, match, RULES)
    play("round 3 1-3 4-5 2", told_so_far)
    t = told_so_far.tournament
    first, second = (posted_round(t, RULES, MASTERS, number) for number in (1, 2))
    assert first is not None
    assert second is not None
    assert (first.locked, second.locked) == (True, False)
    t.apply(ev.RoundWithdrawn(pool=MASTERS, round=3, reason="wrong record"), 99)
    assert final(t, match, RULES)


@pytest.mark.rule("A-49")
def test_closing_the_tournament_locks_everything() -> None:
    t = told().tournament
    t.apply(ev.TournamentClosed(), 99)
    assert final(t, MatchId(MASTERS, 2, 2), RULES)


@pytest.mark.rule("A-40")
def test_the_last_swiss_round_locks_with_the_second_round_of_the_cut() -> None:
    tournament = told()
    play("cut masters 1 3 4 5; masters-cut: round 3 1>5 4<3", tournament)
    last = MatchId(MASTERS, 2, 2)
    assert not final(tournament.tournament, last, RULES)
    play("masters-cut: round 4 1-3", tournament)
    assert final(tournament.tournament, last, RULES)


def test_a_round_of_the_cut_shows_swiss_records_and_the_play_off() -> None:
    script = "cut masters 1 3 4 5; masters-cut: round 3 1>5 4<3; masters-cut: round 4 1>3"
    t = play(script, told()).tournament
    pairing = Pairing(player(5), player(4))
    t.apply(ev.ThirdPlacePlayoffPaired(pool=CUT, round=4, pairing=pairing, table=2), 99)
    posted = posted_round(t, RULES, CUT, 4)
    assert posted is not None
    assert [line.playoff for line in posted.tables] == [False, True]
    assert posted.tables[0].first.record == "1-0-0"
    assert posted.open == (MatchId(CUT, 4, 2),)
    assert MatchId(CUT, 4, 2) in open_everywhere(t)


@pytest.mark.rule("TOP-4h")
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("announce 4; round 1 1>2 3>4 5", ["round 3 is paired"]),
        (
            "open swiss; announce 2; crowd 4; round 1 1>2 3>4; round 2 1>3 2>4",
            ["the tournament is closed"] * 2,
        ),
        (
            "open swiss; crowd 4; round 1 1>2 3>4; round 2 1>3 2>4",
            ["round 3 is paired", "round 4 is paired"],
        ),
        (
            "announce 2 masters=4; round 1 1>2 3>4 5; round 2 1>3 2>4 5",
            ["the single-elimination bracket is paired", "the single-elimination bracket starts"],
        ),
        ("announce 2 senior=4; round 1 1>2 3>4 5", ["the tournament is closed"]),
    ],
)
def test_only_what_will_come_ends_the_time_to_correct(script: str, said: list[str]) -> None:
    """The answers are read from TOP §4 and the announcement: no later round is named."""
    opened = script if "crowd" in script else f"open; crowd 5; {script}"
    t = happened(opened).tournament
    assert [until_when(t, RULES, MASTERS, 1 + n) for n in range(len(said))] == said


@pytest.mark.rule("A-50")
def test_in_a_bracket_the_next_round_ends_it_and_after_the_final_the_close() -> None:
    t = play("cut masters 1 3 4 5; masters-cut: round 3 1>5 4<3", told()).tournament
    said = [until_when(t, RULES, CUT, number) for number in (3, 4)]
    assert said == ["the next round starts", "the tournament is closed"]


def test_a_result_by_which_a_round_was_paired_is_kept_beside_its_correction() -> None:
    """Corrected before the next round is no remark; afterwards it is, also of the last round."""
    desk = happened("crowd 4; round 1 1>2:2-0 3>4:2-0; correct 1-1 0-2; round 2 2>3:2-1 1>4:2-0")
    assert not corrected_later(desk.entries, desk.tournament)
    play("correct 1-2 0-2; cut masters 1 2; masters-cut: round 3 1-2; correct 2-1 0-2", desk)
    was = corrected_later(desk.entries, desk.tournament)
    assert {str(match): str(result.games) for match, result in was.items()} == {
        "masters-1-2": "2-0",
        "masters-2-1": "2-1",
    }
    play("correct 1-2 2-0", desk)
    assert [str(one) for one in corrected_later(desk.entries, desk.tournament)] == ["masters-2-1"]
