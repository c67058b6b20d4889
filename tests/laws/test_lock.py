"""The lock: a match record holds for good once the second round after it has ever been paired."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundbook.cli.library.testing import as_repair
from roundbook.ledger.desk import Desk
from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.events.event import Override
from roundbook.ledger.state.lock import entered_again, locked
from roundbook.ledger.state.round_names import named
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, PlayerId, Pool
from tests.strategies import ELIMINATION, SWISS, Event, dice, simulate

UNTIL_LOCK = 2


class Books:
    """What an onlooker would write down to know what is locked: no tournament, no fold.

    The players of each match as first paired, the division of each player, the division of each
    bracket, and every round that was ever paired.
    """

    def __init__(self, desk: Desk) -> None:
        self.rounds: set[tuple[Pool, int]] = set()
        self.players: dict[MatchId, tuple[PlayerId, PlayerId]] = {}
        self.division: dict[PlayerId, str] = {}
        self.brackets: dict[Pool, str] = {}
        self.reported: dict[MatchId, str] = {}
        self.closed = False
        for event in (event for entry in desk.entries for event in entry.events):
            self.read(event)

    def read(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.PlayerRegistered() | ev.LatePlayerAdmitted():
                self.division[event.player] = event.division
            case ev.RoundPaired() | ev.RoundRepaired():
                self.seat(event)
            case ev.RoundWithdrawn():
                self.forget(event.pool, event.round)
            case ev.CutMade():
                self.brackets[event.pool] = event.division
            case ev.ResultReported() | ev.ResultCorrected():
                self.reported[event.match] = str(event.result)
            case ev.ResultWithdrawn():
                self.reported.pop(event.match, None)
            case ev.TournamentClosed():
                self.closed = True
            case ev.TournamentReopened():
                self.closed = False
            case _:
                pass

    def seat(self, event: ev.Seating) -> None:
        self.forget(event.pool, event.round)
        for table, pairing in zip(event.tables, event.pairings, strict=True):
            self.players[MatchId(event.pool, event.round, table)] = pairing
        if isinstance(event, ev.RoundPaired):  # A repair makes no new round.
            self.rounds.add((event.pool, event.round))

    def forget(self, pool: Pool, number: int) -> None:
        for match in [match for match in self.players if match[:2] == (pool, number)]:
            self.players.pop(match)
            self.reported.pop(match, None)

    def locked(self, match: MatchId) -> bool:
        """A round two later or more: of its pool, or of a bracket of one of its two players."""
        ages = {self.division[player] for player in self.players[match]}
        heirs = {pool for pool, age in self.brackets.items() if age in ages}
        pools = {match.pool} if match.pool in self.brackets else {match.pool, *heirs}
        return any(p in pools and n >= match.round + UNTIL_LOCK for p, n in self.rounds)


def attempts(event: Event, match: MatchId) -> Iterator[ev.AnyEvent]:
    """Yield what somebody could try in order to alter a record, with leave where leave exists."""
    bracket = match.pool.endswith("-cut")
    rule = "cut-result-final" if bracket else "seeding-frozen"
    leave = Override(rule=rule, reason="The slip was misread.", official="organiser")
    now = event.t.results[match]
    others = [result for result in (ELIMINATION if bracket else SWISS) if result != now]
    other = event.chance.choice(others)
    yield ev.ResultCorrected(match=match, result=other, reason="A slip.", override=leave)
    yield ev.ResultWithdrawn(match=match, reason="A slip.", override=leave)


def meddle(event: Event) -> None:
    """Try to alter a record at any moment; what is not locked is put right again."""
    if not event.t.results or event.perhaps(2):
        return
    match = event.chance.choice(sorted(event.t.results))
    try_to_alter(event, match)


def locking(event: Event, match: MatchId) -> set[str]:
    """What may be said of a locked match: its round by number, one of a bracket by its name."""
    lock = match.round + UNTIL_LOCK
    rounds = {named(event.t, pool, lock) for pool in event.t.cuts} | {f"round {lock}"}
    said = (
        "has been paired",
        "was paired, and withdrawing it does not unlock anything",
    )
    return {f"match {match} is locked: {one} {how}." for one in rounds for how in said}


def try_to_alter(event: Event, match: MatchId) -> None:
    books = Books(event.desk)
    if match in event.t.endings and not books.locked(match):
        return  # What a judge saw of it binds it as well: `test_facts`.
    for attempt in attempts(event, match):
        was = event.t.results[match]
        entries = len(event.desk.entries)
        try:
            event.desk.post(attempt)
        except Refused as refused:
            first = refused.violations[0]
            if books.closed:
                assert first.rule == "tournament-closed"
                continue
            assert books.locked(match), first.message
            assert first.rule == "result-locked"
            assert first.message in locking(event, match)
            assert len(event.desk.entries) == entries
            assert event.t.results[match] == was
        else:
            assert not books.locked(match), f"{match} was altered"
            assert not books.closed
            assert event.t.results.get(match) != was
        assert {m: str(r) for m, r in event.t.results.items()} == Books(event.desk).reported
        if match not in event.t.results:
            event.desk.post(ev.ResultReported(match=match, result=was))


@pytest.mark.rule("TOP-4h", "A-40", "A-48")
@given(dice())
def test_a_record_can_be_altered_until_the_second_round_after_it_is_paired(chance: Random) -> None:
    """Tried at any moment: between pairing and start, after a withdrawal, out of mixed pods."""
    simulate(chance, meddle)


@pytest.mark.rule("TOP-4h", "A-48")
@given(dice())
def test_withdraw_correct_pair_again_does_not_get_round_the_lock(chance: Random) -> None:
    """Whenever a round is taken back, every record of the event is tried."""

    def when_withdrawn(event: Event) -> None:
        last = event.desk.entries[-1].events[-1]
        if isinstance(last, ev.RoundWithdrawn):
            for match in sorted(event.t.results):
                try_to_alter(event, match)

    simulate(chance, when_withdrawn)


@pytest.mark.rule("A-74")
@given(dice())
def test_what_was_locked_stays_locked_when_an_older_copy_goes_on(chance: Random) -> None:
    """Of the results that the copy holds; a match without one is as open as it is in the copy."""
    event = simulate(chance)
    entries, whole, rules = event.desk.entries, event.t, event.desk.rules
    copy = Tournament.replay(entries[: chance.randrange(1, len(entries) + 1)])
    alone = copy.copy()
    lost = ev.HistoryShortened(
        lines=len(entries),
        leaf=event.desk.leaf(len(entries)),
        paired=whole.ever_paired,
        reason="The stick was lost.",
    )
    copy.apply(lost, copy.seq + 1)
    for match, pair in copy.matches.items():
        same = [whole.players[p].division == copy.players[p].division for p in pair]
        if match not in copy.results:
            assert locked(copy, match, rules) == locked(alone, match, rules)
            assert entered_again(copy, match) == copy.seq + 1
        elif all(same) and whole.matches.get(match) == pair:
            assert locked(copy, match, rules) == locked(whole, match, rules), match


@pytest.mark.rule("A-49")
@given(dice())
def test_closing_locks_everything_and_reopening_no_more_than_pairing_did(chance: Random) -> None:
    event = simulate(chance)
    if event.t.closed is None:
        event.post(ev.TournamentClosed())
    results = sorted(event.t.results)
    for match in results:
        try_to_alter(event, match)
    event.post(ev.TournamentReopened(reason="The last slip was misread."))
    for match in results:
        try_to_alter(event, match)
    assert event.t.reopened == 1


@pytest.mark.rule("TOP-4b")
@given(dice())
def test_no_pairing_of_a_started_round_ever_changes(chance: Random) -> None:
    def after_each(event: Event) -> None:
        for (pool, number), paired in sorted(event.t.rounds.items()):
            if not paired.started:
                continue
            kept = {m: p for m, p in event.t.matches.items() if m[:2] == (pool, number)}
            again = ev.RoundPaired(
                pool=pool,
                round=number,
                pairings=paired.pairings[::-1],
                tables=paired.tables,
                byes=paired.byes,
                reason="They would rather not.",
            )
            for attempt in (
                again,
                replace(again, told=None, pairings=(), tables=()),
                as_repair(again),
                ev.RoundWithdrawn(pool=pool, round=number, reason="They would rather not."),
            ):
                with pytest.raises(Refused) as caught:
                    event.desk.post(attempt)
                assert caught.value.violations[0].rule in {
                    "round-already-started",
                    "tournament-closed",
                }
            assert kept == {m: p for m, p in event.t.matches.items() if m[:2] == (pool, number)}
            assert event.t.rounds[pool, number] == paired

    def now_and_then(event: Event) -> None:
        if event.perhaps(10):
            after_each(event)

    event = simulate(chance, now_and_then)
    after_each(event)
