"""For every lint the smallest ledger in which it finds something, at the last entry."""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from msgspec.structs import replace

from ledger.events import catalogue as ev
from ledger.events.event import Override
from ledger.record.entry import Attempt, Entry
from ledger.terms import (
    Actor,
    Bye,
    Division,
    HandId,
    MatchId,
    Pairing,
    Pool,
    Result,
    Verdict,
)
from tests.projections.build import BEGIN, MASTERS, Told, player

FIRST = Result(verdict=Verdict.FIRST)
SECOND = Result(verdict=Verdict.SECOND)
MATCH = MatchId(MASTERS, 1, 1)


class Given(NamedTuple):
    """A ledger, and what was refused beside it."""

    entries: list[Entry]
    attempts: tuple[Attempt, ...] = ()


class Times(Told):
    """A tournament whose clock and hands a test may set."""

    def act(self, *events: ev.AnyEvent, hour: int = 10, minute: int = 0, hand: str = "h1") -> None:
        """Add an entry, written at this time of the first day by this hand."""
        self.entry(*events, hand=hand)
        at = BEGIN.replace(hour=0) + timedelta(hours=hour, minutes=minute)
        self.entries[-1] = replace(self.entries[-1], at=at)

    def paired(self, number: int, *pairs: tuple[int, int], override: str | None = None) -> None:
        """Pair a round by hand and start it, at ten o'clock."""
        why = "the organiser asked for it"
        let = Override(rule=override, reason=why, official="head-judge") if override else None
        self.act(
            ev.RoundPaired(
                pool=MASTERS,
                round=number,
                pairings=tuple(Pairing(player(a), player(b)) for a, b in pairs if b),
                tables=tuple(range(1, 1 + sum(bool(b) for _, b in pairs))),
                byes=tuple(Bye(player(a)) for a, b in pairs if not b),
                reason="the printer broke",
                override=let,
            )
        )
        self.act(ev.RoundStarted(pool=MASTERS, round=number))

    def report(self, result: Result = FIRST, *, hour: int = 10, hand: str = "h1") -> None:
        self.act(ev.ResultReported(match=MATCH, result=result), hour=hour, minute=40, hand=hand)

    def correct(self, result: Result, *, minute: int = 45, hand: str = "h1") -> None:
        corrected = ev.ResultCorrected(match=MATCH, result=result, reason="as the slip says")
        self.act(corrected, minute=minute, hand=hand)


def _begun(players: int = 2) -> Times:
    told = Times()
    told.register(players)
    told.pods(masters=[Division.MASTERS])
    told.paired(1, *[(n, n + 1) for n in range(1, players, 2)])
    return told


def _clock_set_back() -> Given:
    told = _begun()
    told.act(ev.NoteMade(text="The clock was an hour fast."), hour=9, minute=30)
    return Given(told.entries)


def _written_at_night() -> Given:
    told = _begun()
    told.act(ev.RoundStarted(pool=MASTERS, round=1), hour=23, minute=0)
    told.report(hour=23)
    return Given(told.entries)


def _before_the_round() -> Given:
    told = _begun()
    told.entries.pop()
    told.report(hour=10)
    told.act(ev.RoundStarted(pool=MASTERS, round=1), minute=50)
    return Given(told.entries)


def _long_after_the_round() -> Given:
    told = _begun()
    told.report(hour=13)
    return Given(told.entries)


def _started_at_once() -> Given:
    told = _begun()
    told.entries.pop()
    told.act(ev.RoundPosted(pool=MASTERS, round=1, sha256="f" * 64), minute=5)
    told.act(ev.RoundStarted(pool=MASTERS, round=1), minute=5)
    return Given(told.entries)


def _one_hand_both() -> Given:
    told = _begun(4)
    other = ev.ResultReported(match=MatchId(MASTERS, 1, 2), result=FIRST)
    told.act(other, minute=30, hand="h2")
    told.report()
    told.correct(SECOND)
    return Given(told.entries)


def _changed_again() -> Given:
    told = _begun()
    told.report()
    told.correct(SECOND)
    told.correct(FIRST, minute=50)
    return Given(told.entries)


def _changed_before_cut() -> Given:
    told = _begun()
    told.report()
    told.correct(SECOND)
    seeds = (player(2), player(1))
    told.act(ev.CutMade(division=Division.MASTERS, pool=Pool("cut"), seeds=seeds), minute=59)
    return Given(told.entries)


def _let(reason: str, number: int) -> ev.AnyEvent:
    let = Override(rule="drop-round", reason=reason, official="head-judge")
    return ev.PlayerDropped(player=player(number), after=0, override=let)


def _unexplained_override() -> Given:
    told = _begun()
    told.act(_let("it happened", 1))
    return Given(told.entries)


def _frequent_overrides() -> Given:
    told = _begun(4)
    for number in (1, 2, 3):
        told.act(_let("they left before it began", number))
    return Given(told.entries)


def _refused_attempts() -> Given:
    told = _begun()
    refused = Attempt(
        at=BEGIN,
        hand=Actor(id=HandId("h2")),
        cmd="c99",
        after=len(told.entries),
        rule="result-locked",
        message="match masters-1-1 is locked: round 3 has been paired.",
    )
    return Given(told.entries, (refused,))


def _second_bye() -> Given:
    told = Times()
    told.register(3)
    told.paired(1, (1, 2), (3, 0))
    told.paired(2, (2, 1), (3, 0), override="second-bye")
    return Given(told.entries[:-1])


def _rematch_played() -> Given:
    told = _begun(2)
    told.paired(2, (1, 2), override="rematch")
    return Given(told.entries[:-1])


def _worse_by_hand() -> Given:
    told = _begun(8)
    for table in range(1, 5):
        told.act(ev.ResultReported(match=MatchId(MASTERS, 1, table), result=FIRST), minute=40)
    told.paired(2, (1, 4), (3, 6), (5, 8), (7, 2))
    return Given(told.entries[:-1])


CASES: dict[str, Callable[[], Given]] = {
    "clock-set-back": _clock_set_back,
    "written-at-night": _written_at_night,
    "before-the-round": _before_the_round,
    "long-after-the-round": _long_after_the_round,
    "started-at-once": _started_at_once,
    "one-hand-both": _one_hand_both,
    "changed-again": _changed_again,
    "changed-before-cut": _changed_before_cut,
    "unexplained-override": _unexplained_override,
    "frequent-overrides": _frequent_overrides,
    "refused-attempts": _refused_attempts,
    "second-bye": _second_bye,
    "rematch-played": _rematch_played,
    "worse-by-hand": _worse_by_hand,
}
