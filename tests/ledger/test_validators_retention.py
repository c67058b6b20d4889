"""When names may go, as a judge would tell it: the last day, and who is erased at once."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import ImportedFrom
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets import released
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, HandId, PlayerId
from roundbook.ledger.validators.checks import Check, Checks
from roundbook.ledger.validators.retention import keep_until, months, retention_running
from roundbook.projections.history.history import history
from roundbook.projections.history.requests import in_words, kept_until
from tests.scripts import opening, play

pytestmark = pytest.mark.fast

RULES = released.load("play-2017")
CHECKS = Checks([Check(retention_running)])
OPENED = opening()
CLOSED = ev.TournamentClosed()
EVERYBODY = ev.PeopleErased(reason="The season is over.", everybody=True)
TOLD = ImportedFrom(sha256="0" * 64)


def entry(event: ev.AnyEvent, day: date, seq: int = 1) -> Entry:
    at = datetime(day.year, day.month, day.day, 23, 59, tzinfo=UTC)
    hand = Actor(id=HandId("h1"))
    return Entry(seq=seq, at=at, hand=hand, cmd=f"c{seq}", prev="A" * 43, events=(event,))


def closed(opened: ev.TournamentOpened, close: ev.TournamentClosed, *, on: date) -> Tournament:
    t = Tournament.replay([entry(opened, opened.start)])
    t.apply_entry(entry(close, on, 2))
    return t


def refusals(t: Tournament, event: ev.AnyEvent, day: date, rules: Ruleset = RULES) -> Iterator[str]:
    for violation in CHECKS.judge(t, entry(event, day, 3), event, rules):
        yield violation.message


@pytest.mark.rule("TOP-4f", "A-43")
@pytest.mark.parametrize(
    ("opened", "close", "ended"),
    [
        (OPENED, replace(CLOSED, end=date(2018, 3, 5)), date(2018, 3, 5)),
        (
            replace(OPENED, end=date(2018, 3, 6)),
            replace(CLOSED, end=date(2018, 3, 5)),
            date(2018, 3, 5),
        ),
        (replace(OPENED, end=date(2018, 3, 6)), CLOSED, date(2018, 3, 6)),
        (OPENED, CLOSED, date(2018, 4, 1)),
        (OPENED, replace(CLOSED, told=TOLD), date(2018, 3, 4)),
    ],
)
def test_the_last_day_is_that_of_the_close_of_the_opening_or_else_the_day_of_the_close(
    opened: ev.TournamentOpened, close: ev.TournamentClosed, ended: date
) -> None:
    t = closed(opened, close, on=date(2018, 4, 1))
    assert t.ended == ended
    assert kept_until(t, RULES) == ended.replace(month=ended.month + 3)


@pytest.mark.rule("A-43", "TOP-4f")
@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)), st.integers(0, 200))
def test_nobody_empties_the_book_for_89_days_and_after_93_anybody_may(end: date, days: int) -> None:
    t = closed(OPENED, replace(CLOSED, end=end), on=end)
    day = date.fromordinal(end.toordinal() + days)
    found = list(refusals(t, EVERYBODY, day))
    if days <= 89:
        assert found
    if days >= 93:
        assert found == []
    assert ("names may be erased now" in in_words(kept_until(t, RULES), day)) == (not found)
    one = ev.PeopleErased(reason="They asked.", players=(PlayerId("p1"),))
    assert list(refusals(t, one, day)) == []
    two = replace(one, hands=(HandId("h2"),))
    assert list(refusals(t, two, day)) == [
        message.replace("all people", "2 people") for message in found
    ]


@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)), st.integers(0, 30), st.integers(0, 1200))
def test_results_are_kept_as_many_months_as_the_edition_says(
    end: date, months: int, days: int
) -> None:
    rules = replace(RULES, retention_months=months)
    t = closed(OPENED, replace(CLOSED, end=end), on=end)
    kept = keep_until(end, rules)
    assert (kept is None) == (months == 0), "no day where no rule says how long"
    until = kept or end
    assert (until.year - end.year) * 12 + until.month - end.month == months
    assert until.day in {end.day, monthrange(until.year, until.month)[1]}
    day = date.fromordinal(end.toordinal() + days)
    assert bool([*refusals(t, EVERYBODY, day, rules)]) == (day <= until)


def test_without_such_a_rule_names_may_go_once_the_tournament_is_over() -> None:
    rules = replace(RULES, retention_months=0)
    running = Tournament.replay([entry(OPENED, OPENED.start)])
    (said,) = refusals(running, EVERYBODY, OPENED.start, rules)
    assert "results are kept until the tournament is over" in said
    over = closed(OPENED, CLOSED, on=date(2018, 3, 4))
    assert [*refusals(over, EVERYBODY, date(2018, 3, 5), rules)] == []


@pytest.mark.parametrize(
    ("months_", "said"),
    [(1, "one month"), (3, "three months"), (12, "twelve months"), (18, "18 months")],
)
def test_a_time_is_said_in_words(months_: int, said: str) -> None:
    assert months(replace(RULES, retention_months=months_)) == said


def test_what_is_closed_again_begins_anew() -> None:
    t = closed(OPENED, CLOSED, on=date(2018, 3, 4))
    t.apply_entry(entry(ev.TournamentReopened(reason="A dispute."), date(2018, 5, 1), 3))
    assert (t.ended, kept_until(t, RULES)) == (None, None)
    t.apply_entry(entry(CLOSED, date(2018, 5, 2), 4))
    assert kept_until(t, RULES) == date(2018, 8, 2)


def test_requests_and_erasures_are_allowed_after_the_close_and_before() -> None:
    desk = play("""
        register ana ben
        event {"event":"request-recorded","number":1,"source":"the sanctioning body"}
        event {"event":"people-erased","players":["p1"],"reason":"They asked."}
        close
        event {"event":"people-erased","players":["p1"],"reason":"Again."}  ! erased-already
        event {"event":"people-erased","players":["p9"],"reason":"Who?"}    ! player-unknown
        event {"event":"people-erased","players":["p2"],"reason":"They asked."}
        event {"event":"request-recorded","number":3,"source":"somebody"}   ! request-number
        event {"event":"request-recorded","number":2,"source":"somebody"}
    """)
    assert desk.tournament.erased == {"p1": 6, "p2": 8}
    assert [one.what for one in history(desk.entries) if "erased" in one.what] == [
        "p1 was erased from the names file",
        "p2 was erased from the names file",
    ]
    first = desk.tournament.requests[1]
    assert first.source == "the sanctioning body"


def test_who_was_erased_is_not_written_down_anew() -> None:
    play("""
        register ana
        event {"event":"people-erased","players":["p1"],"reason":"They asked."}
        amend ana masters   ! erased-already
    """)
