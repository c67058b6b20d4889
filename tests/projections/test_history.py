"""The history: every event in words, and the ledger as it stood at any moment."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Override
from roundbook.ledger.terms import Division, MatchId, PlayerId
from roundbook.projections.history.history import history, line, what
from roundbook.projections.history.moments import BeforeRound, Moment, upto
from tests.scripts import BEGIN, MASTERS, happened, new_desk, opening, play

CORRECTED = (
    "match masters-1-2 was corrected to a win for the right player (p3 against p4), "
    "before that: a win for the left player"
)


def told() -> Desk:
    """Four players, two rounds, a result that was corrected, and a drop."""
    return happened("""
        register 1 2 3 4
        round 1 1>2 3>4
        hand organiser
        correct 1-2 second
        round 2 1-4 2-3
        drop 3 2
    """)


def test_every_event_is_told_once_and_in_order() -> None:
    entries = told().entries
    found = list(history(entries))
    assert [one.seq for one in found] == [entry.seq for entry in entries for _ in entry.events]


@pytest.mark.rule("LED-4")
def test_a_correction_says_who_when_what_why_and_what_stood_there_before() -> None:
    [one] = [h for h in history(told().entries, match=MatchId(MASTERS, 1, 2)) if h.hand.id == "h2"]
    assert one.hand.id == "h2"
    assert one.at == BEGIN + timedelta(minutes=one.seq - 1)
    assert one.what == CORRECTED
    assert one.why == "It was wrong."
    assert line(one).startswith("10 2018-03-04 10:09:00+01:00 h2 (organiser, desk): match")
    assert line(one).endswith(" - It was wrong.")


def test_a_later_announcement_says_what_it_changes() -> None:
    desk = new_desk()
    desk.post(opening())
    first = ev.AnnouncementMade(
        rounds=4,
        cut={Division.MASTERS: 4, Division.SENIOR: 0},
        prizes=0,
        minutes=60,
        extra_turns=3,
        text="Lunch at 1",
    )
    second = replace(first, text="Lunch at 2")
    third = replace(second, rounds=5, prizes=8, cut={Division.MASTERS: 4, Division.SENIOR: 2})
    for told_now in (first, second, third, third, replace(third, text="", redraft=True)):
        desk.post(told_now)
    assert [one.what for one in history(desk.entries)][1:] == [
        (
            "4 rounds were announced (minutes: 60; extra turns: 3; cut of Senior: none; "
            "cut of Masters: 4; number of prizes: none; text: Lunch at 1)"
        ),
        "the announcement was changed (text: Lunch at 1 → Lunch at 2)",
        (
            "the announcement was changed (rounds: 4 → 5; cut of Senior: none → 2; "
            "number of prizes: none → 8)"
        ),
        "the announcement was repeated",
        (
            "the announcement was changed (text: Lunch at 2 → not announced; "
            "re-draft: not announced → yes)"
        ),
    ]


def test_the_history_of_a_player_is_what_happened_to_them() -> None:
    said = [one.what for one in history(told().entries, player=PlayerId("p3"))]
    assert said == [
        "p3 was registered in Masters",
        "p3 and p4 were paired at table 2 in round 1 of masters",
        "match masters-1-2 was reported: a win for the left player (p3 against p4)",
        CORRECTED,
        "p2 and p3 were paired at table 2 in round 2 of masters",
        "p3 dropped, after round 2",
    ]


def test_the_history_of_a_match_begins_when_it_was_paired() -> None:
    found = list(history(told().entries, match=MatchId(MASTERS, 1, 2)))
    assert [one.seq for one in found] == [6, 9, 10]


def test_the_history_of_a_round_holds_its_pairing_its_start_and_its_results() -> None:
    found = list(history(told().entries, round_of=(MASTERS, 1)))
    assert [one.seq for one in found] == [6, 7, 8, 9, 10]


def test_the_filters_narrow_each_other() -> None:
    found = history(told().entries, player=PlayerId("p3"), round_of=(MASTERS, 2))
    assert [one.seq for one in found] == [11]


def test_an_override_is_told_with_the_rule_the_reason_and_the_official() -> None:
    t = told()
    t.post(
        ev.RoundsSet(
            rounds=4, override=Override(rule="rounds-table", reason="hall closes", official="h1")
        )
    )
    assert "[h1 overrode rounds-table: hall closes]" in line(list(history(t.entries))[-1])


def test_no_event_is_told_by_the_name_of_its_class() -> None:
    for one in history(told().entries):
        assert one.what
        assert "Event" not in one.what
    assert what(ev.TournamentClosed()) == "the tournament was closed"
    assert what(ev.PlayerDropped(player=PlayerId("p1"), after=0)) == (
        "p1 dropped, before the first round"
    )


@pytest.mark.parametrize(
    ("moment", "last"),
    [
        (7, 7),
        (13, 13),
        (BEGIN + timedelta(minutes=6), 7),
        (BEGIN + timedelta(minutes=6, seconds=59), 7),
        (BEGIN + timedelta(days=1), 13),
        (BeforeRound(1), 5),
        (BeforeRound(2, MASTERS), 10),
    ],
)
def test_a_moment_is_the_entries_written_by_then(moment: Moment, last: int) -> None:
    entries = told().entries
    assert [entry.seq for entry in upto(entries, moment)] == list(range(1, last + 1))


def test_a_round_that_was_paired_anew_begins_with_its_last_pairing() -> None:
    t = told()
    t.post(ev.RoundWithdrawn(pool=MASTERS, round=2, reason="wrong record"))
    play("round 2 1-3 2-4", t)
    assert len(upto(t.entries, BeforeRound(2))) == 14


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (14, "there is no entry 14; the ledger ends at entry 13."),
        (-1, "there is no entry -1; the ledger ends at entry 13."),
        (0, "the tournament had not been opened at that moment."),
        (BEGIN - timedelta(days=1), "the tournament had not been opened at that moment."),
        (BeforeRound(3), "round 3 has never been paired."),
        (BeforeRound(3, MASTERS), "round 3 of masters has never been paired."),
        (
            datetime(2018, 3, 4),  # noqa: DTZ001 - a time without an offset is the point.
            "2018-03-04T00:00:00 has no time-zone offset, so the exact time is unclear.",
        ),
    ],
)
def test_a_moment_that_never_was_is_refused(moment: Moment, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        upto(told().entries, moment)
    assert refusal.value.message == said
    assert refusal.value.hint
