"""What the clock of the desk shows: night, delay, haste, and a clock that was set back."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from ledger.events import catalogue as ev
from ledger.record.entry import Entry
from ledger.terms import Pool
from projections.lints.remark import Case, Remark

NIGHT = (23, 6)
"""From this hour to that, by the clock of the venue, nobody plays."""

LONG = timedelta(hours=3)
"""Longer than any round: the results of a round are in by then."""

HASTE = timedelta(seconds=60)
"""Nobody reads a list, checks a record and finds a table in less."""

_Result = ev.ResultReported | ev.ResultCorrected | ev.ResultWithdrawn
_Weighty = _Result | ev.Seating | ev.RoundWithdrawn | ev.CutMade | ev.DayTwoMade | ev.LateTagCleared


def written_at_night(case: Case) -> Iterator[Remark]:
    """What is written while nobody plays is written without witnesses.

    Results, pairings and cuts between 23:00 and 06:00; entries one after the other are one remark.
    """
    night: list[Entry] = []
    for entry in case.entries:
        if any(isinstance(e, _Weighty) and e.told is None for e in entry.events):
            if NIGHT[1] <= entry.at.hour < NIGHT[0]:
                yield from _night(night)
                night = []
            else:
                night.append(entry)
    yield from _night(night)


def _night(entries: list[Entry]) -> Iterator[Remark]:
    if entries:
        first, last = entries[0], entries[-1]
        some = f"entry {first.seq} was" if first is last else f"{len(entries)} entries were"
        upto = "" if first is last else f", the last as entry {last.seq}"
        said = f"{some} written at night, from {first.at:%H:%M}{upto}."
        yield Remark(lint="written-at-night", seq=first.seq, message=said)


def _starts(case: Case) -> dict[tuple[Pool, int], tuple[int, datetime]]:
    """Return when each round was started last, and by which entry."""
    return {
        (event.pool, event.round): (entry.seq, entry.at)
        for entry, event in case.acts()
        if isinstance(event, ev.RoundStarted)
    }


def long_after_the_round(case: Case) -> Iterator[Remark]:
    """A result that is entered hours after its round rests on somebody's memory.

    More than three hours after the round was started.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, _Result) or event.match[:2] not in starts:
            continue
        later = entry.at - starts[event.match[:2]][1]
        if later > LONG:
            hours = later // timedelta(hours=1)
            said = f"the result of {event.match} was entered {hours} hours after its round began."
            yield Remark(lint="long-after-the-round", seq=entry.seq, message=said)


def before_the_round(case: Case) -> Iterator[Remark]:
    """A result that is there before its round began was not played for.

    By the order of the entries, or by the clock.
    """
    starts = _starts(case)
    for entry, event in case.acts():
        if not isinstance(event, ev.ResultReported) or event.match[:2] not in starts:
            continue
        seq, at = starts[event.match[:2]]
        if entry.seq < seq or entry.at < at:
            said = f"{event.match} was reported at {entry.at:%H:%M}; its round began at {at:%H:%M}."
            yield Remark(lint="before-the-round", seq=entry.seq, message=said)


def clock_set_back(case: Case) -> Iterator[Remark]:
    """A clock that goes back makes every time after it worth less."""
    for before, after in pairwise(case.entries):
        if after.at < before.at:
            said = (
                f"entry {after.seq} was written at {after.at:%Y-%m-%d %H:%M:%S}, "
                f"and the one before it at {before.at:%Y-%m-%d %H:%M:%S}."
            )
            yield Remark(lint="clock-set-back", seq=after.seq, message=said)


def started_at_once(case: Case) -> Iterator[Remark]:
    """Players check their records while a round is posted; that takes more than seconds (TOP §4).

    A round that was started less than a minute after it was posted.
    """
    posted: dict[tuple[Pool, int], datetime] = {}
    for entry, event in case.acts():
        if isinstance(event, ev.RoundPosted):
            posted[event.pool, event.round] = entry.at
        elif isinstance(event, ev.RoundStarted) and (event.pool, event.round) in posted:
            waited = entry.at - posted[event.pool, event.round]
            if waited < HASTE:
                seconds = max(0, int(waited.total_seconds()))
                where = f"round {event.round} of {event.pool}"
                said = f"{where} was started {seconds} seconds after it was posted."
                yield Remark(lint="started-at-once", seq=entry.seq, message=said)
