"""Locks: until when a result can be corrected, or which entry locked it, when, and who wrote it."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from roundbook.ledger.errors import Refused
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import LOCK_OF_TOP, Ruleset
from roundbook.ledger.state.lock import chose_day_two, locked, locking_round, seeded_by
from roundbook.ledger.state.pools import brackets_seeded
from roundbook.ledger.state.round_names import read_out
from roundbook.ledger.state.rounds import rounds_started
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import Actor, MatchId, PlayerId, Pool, Result
from roundbook.ledger.text import minute_of
from roundbook.projections.rounds.rounds import AT_CLOSE, until_when


class State(StrEnum):
    """Whether a result can be corrected.

    `locked`: no, the round that locks it has been paired (TOP §4). `closed`: no, unless the
    organiser reopens the tournament. `seeded`: only with an override, and neither the seeds nor the
    players of day two change.
    `advanced`: no, unless an official overrides the rule: it has decided who advances. `open`: yes.
    """

    LOCKED = "locked"
    CLOSED = "closed"
    SEEDED = "seeded"
    ADVANCED = "advanced"
    OPEN = "open"


class Sealed(Struct, frozen=True, kw_only=True):
    """The entry that settled it: the pairing of `round` of `pool`, or the close (neither).

    `shortened` is whether it goes on from an older copy, and the round had been paired before it.
    """

    seq: int
    at: datetime
    hand: Actor
    pool: Pool | None = None
    round: int | None = None
    told: bool = False
    shortened: bool = False


class LockWhy(Struct, frozen=True, kw_only=True):
    """A match, its result, whether it can be corrected, and the entry that decided that.

    `locks_with` is the round whose pairing locks the match, `pools` the pools in which it may be
    paired. `withdrawn` is whether this round has been withdrawn: what it locked stays locked
    (A-48). `until` says until when an open match can be corrected, `sealing` which bracket round
    has locked it; otherwise both are empty.
    """

    match: MatchId
    players: tuple[PlayerId, ...]
    result: Result | None
    state: State
    locks_with: int
    pools: tuple[Pool, ...]
    by: Sealed | None = None
    withdrawn: bool = False
    until: str = ""
    sealing: str = ""


def explain_lock(entries: Iterable[Entry], rules: Ruleset, match: MatchId) -> LockWhy:
    """Return why a match is locked, or until when its result can be corrected (TOP §4).

    Raise Refused if the match has not been paired.
    """
    t = Tournament()
    lock = locking_round(match.round, rules)
    sealed: Sealed | None = None
    closed: Sealed | None = None
    begun: dict[tuple[Pool, int], Sealed] = {}
    for entry, event in each_event(entries):
        t.apply(event, entry.seq)
        if isinstance(event, ev.RoundPaired | ev.CutMade | ev.PlayerAmended | ev.HistoryShortened):
            # The first entry after which the match stayed locked. Correcting a player's division
            # can lock a Swiss match, through a bracket of that division; and another correction can
            # unlock it.
            reached = match in t.matches and locked(t, match, rules)
            sealed = (sealed or _sealed(entry, event)) if reached else None
        if isinstance(event, ev.TournamentClosed):
            closed = _sealed(entry, event)
        if isinstance(event, ev.RoundStarted) or (isinstance(event, ev.Seating) and event.told):
            begun.setdefault((event.pool, event.round), _sealed(entry, event))
    if match not in t.matches:
        raise Refused(
            f"match {match} has not been paired.",
            hint="Give the round and the table, such as 3-7.",
        )
    pools = (match.pool, *brackets_seeded(t, match))
    state, by = _state(t, match, sealed, closed, begun)
    bracket = by.pool if by and by.pool in t.cuts else None
    return LockWhy(
        match=match,
        players=tuple(t.matches[match]),
        result=t.results.get(match),
        state=state,
        locks_with=lock,
        pools=pools,
        by=by,
        withdrawn=state is State.LOCKED
        and not (by and by.shortened)
        and not any((pool, lock) in t.rounds for pool in pools),
        until=until_when(t, rules, match.pool, match.round, match) if state is State.OPEN else "",
        sealing=read_out(t, bracket, by.round) if bracket and by and by.round else "",
    )


def _state(
    t: Tournament,
    match: MatchId,
    sealed: Sealed | None,
    closed: Sealed | None,
    begun: dict[tuple[Pool, int], Sealed],
) -> tuple[State, Sealed | None]:
    """Return whether a result can be corrected, and the entry that decided that."""
    if t.closed is not None and sealed is None:
        return State.CLOSED, closed
    if sealed is not None:
        return State.LOCKED, sealed
    if match.pool in t.cuts:
        moved = rounds_started(t, match.pool) > match.round
        return (
            (State.ADVANCED, begun.get((match.pool, match.round + 1)))
            if moved
            else (State.OPEN, None)
        )
    if playing := seeded_by(t, match):
        first = min((n for pool, n in begun if pool == playing[0]), default=0)
        return State.SEEDED, begun.get((playing[0], first))
    if chose_day_two(t, match):
        return State.SEEDED, begun.get((match.pool, t.day_two[match.pool].after + 1))
    return State.OPEN, None


def _sealed(entry: Entry, event: ev.AnyEvent) -> Sealed:
    """Return an entry as one that settled a result."""
    of_round = event if isinstance(event, ev.Seating | ev.RoundStarted) else None
    return Sealed(
        seq=entry.seq,
        at=entry.at,
        hand=entry.hand,
        pool=of_round.pool if of_round else None,
        round=of_round.round if of_round else None,
        told=event.told is not None,
        shortened=isinstance(event, ev.HistoryShortened),
    )


# The state of a match as sentences for the desk: why it is locked, or until when it can be
# corrected.

RULE = (
    "A match record can be corrected until the second subsequent round has been paired. From then "
    "on it cannot be altered."
)
"""What TOP §4 says about correcting match records."""

_AT_CLOSE = (
    "The last rounds lock when the tournament is closed; only the organiser can "
    "reopen it, and the ledger shows that it was reopened."
)
BESIDES = {
    State.LOCKED: "Results locked by a paired round stay locked, even if that round is withdrawn.",
    State.CLOSED: _AT_CLOSE,
    State.SEEDED: (
        "Once a bracket or day two has started, correcting a result that chose its players "
        "needs an override and does not change who plays."
    ),
    State.ADVANCED: "In a bracket, who advances is settled once the next round has started.",
    State.OPEN: _AT_CLOSE,
}
"""Our reading where TOP §4 does not say more (A-48, A-49, A-40, A-71, A-50), by the state of the
match."""


def _which(found: LockWhy) -> str:
    """Return which round locks: an edition may give another one than TOP §4."""
    by_top = found.locks_with == found.match.round + LOCK_OF_TOP
    return "the second subsequent round" if by_top else "which locks it"


def lock_in_words(found: LockWhy, by: str) -> list[str]:
    """Return the state of a match in sentences; `by` is who wrote the entry that settled it."""
    match found.state:
        case State.LOCKED:
            if found.by and found.by.shortened:
                return [
                    f"{found.match} is locked: its record can no longer be altered (TOP §4).",
                    (
                        f"Round {found.locks_with}, {_which(found)}, had been paired "
                        "before the ledger was continued from an older copy."
                    ),
                    f"That {_settled(found.by, 'was recorded', by)}.",
                ]
            settled = _settled(found.by, "was paired", by)
            said = [
                f"{found.match} is locked: its record can no longer be altered (TOP §4).",
                f"The second subsequent round, {found.sealing}, {settled}."
                if found.sealing
                else f"Round {found.locks_with}, {_which(found)}, {settled}.",
            ]
            if found.withdrawn:
                said.append(
                    "That round has since been withdrawn; the results it locked stay locked."
                )
            return said
        case State.CLOSED:
            return [
                f"{found.match} is locked: the tournament is closed.",
                (
                    f"The tournament {_settled(found.by, 'was closed', by)}; "
                    "only the organiser can reopen it."
                ),
            ]
        case State.SEEDED:
            begun = _settled(found.by, "was started", by)
            for_day_two = found.by is not None and found.by.pool == found.match.pool
            who, stage = ("players", "day two") if for_day_two else ("seeds", "the bracket")
            return [
                f"{found.match} can be corrected only if an official overrides the rule.",
                (f"The match counted towards the {who} of {stage}, whose first round {begun}."),
                f"The {who} do not change.",
            ]
        case State.ADVANCED:
            return [
                f"{found.match} has decided who advances, and that is settled.",
                f"The next round {_settled(found.by, 'was started', by)}.",
            ]
        case State.OPEN:
            until = found.until
            until += "" if until == AT_CLOSE else ", or the tournament is closed"
            return [f"{found.match} can be corrected until {until} (TOP §4)."]


def _settled(one: Sealed | None, done: str, by: str) -> str:
    """Return which entry did something, when, and who wrote it."""
    if one is None:
        return done
    at = minute_of(one.at)
    told = ", according to a file" if one.told else ""
    return f"{done} at {at} by {by} (entry {one.seq}{told})"
