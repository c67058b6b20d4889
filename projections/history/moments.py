"""The ledger as it stood at a moment: after an entry, at a time, before or after a round."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from roundbook.ledger.errors import Refused, advice, do
from roundbook.ledger.events import catalogue as ev
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.terms import Pool


class BeforeRound(NamedTuple):
    """The moment just before a round was paired: in any pool, if none is named.

    If a round was paired again or repaired, the last pairing counts, as it is the one that was
    played.
    """

    round: int
    pool: Pool | None = None


class AfterRound(NamedTuple):
    """The moment just before the next round was paired, or the latest moment so far."""

    round: int
    pool: Pool | None = None


Moment = int | datetime | BeforeRound | AfterRound
"""An entry's number, a time with its offset, or the moment before or after a round."""


def upto(entries: Sequence[Entry], moment: Moment) -> list[Entry]:
    """Return the entries written up to a moment, including the entry at that number or time.

    The clock may have been set back, so it does not decide the order: for a time, this is
    everything up to the last entry that is not later. Raise Refused if there is no such moment, or
    if the tournament had not been opened then.
    """
    last = _last(entries, moment)
    if entries and not last:
        raise Refused(
            "the tournament had not been opened at that moment.",
            hint=f"Give an entry from 1 to {len(entries)}.",
        )
    return list(entries[:last])


def _last(entries: Sequence[Entry], moment: Moment) -> int:
    """Return the number of the last entry written up to a moment; 0 if there was none."""
    match moment:
        case BeforeRound():
            return _before(entries, moment)
        case AfterRound(number, pool):
            _before(entries, BeforeRound(number, pool))  # Refuses a round that was never paired.
            with suppress(Refused):
                return _before(entries, BeforeRound(number + 1, pool))
            return len(entries)
        case datetime():
            if moment.tzinfo is None:
                raise Refused(
                    f"{moment.isoformat()} has no time-zone offset, so the exact time is unclear.",
                    hint="Add the time-zone offset, such as 2026-03-07T14:30+01:00.",
                )
            return max((e.seq for e in entries if e.at <= moment), default=0)
        case int():
            if not 0 <= moment <= len(entries):
                raise Refused(
                    f"there is no entry {moment}; the ledger ends at entry {len(entries)}.",
                    hint=f"Give an entry from 1 to {len(entries)}.",
                )
            return moment


def _before(entries: Sequence[Entry], moment: BeforeRound) -> int:
    """Return how many entries had been written before a round was paired."""
    for number in range(len(entries) - 1, -1, -1):
        for event in entries[number].events:
            if (
                isinstance(event, ev.Seating)
                and event.round == moment.round
                and moment.pool in {None, event.pool}
            ):
                return _first_of(entries, number, moment) if moment.pool is None else number
    where = f" of {moment.pool}" if moment.pool else ""
    raise Refused(
        f"round {moment.round}{where} has never been paired.",
        hint=advice("{} shows the rounds that have been paired.", do("history")),
    )


def _first_of(entries: Sequence[Entry], last: int, moment: BeforeRound) -> int:
    """Return the earliest of the last pairings of a round, over all pools."""
    found: dict[Pool, int] = {}
    for number, entry in enumerate(entries[: last + 1]):
        for event in entry.events:
            if isinstance(event, ev.Seating) and event.round == moment.round:
                found[event.pool] = number
    return min(found.values())
