"""How many rounds an event or a pool still has, and when it may be over."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from msgspec import Struct

from ledger.state.round_names import first_round
from ledger.state.tournament import Tournament
from ledger.terms import Division, Pool
from projections.reports.icalendar import BETWEEN
from projections.reports.lists import latest
from projections.reports.public_view import Sight
from projections.rounds.clock import began
from projections.rounds.rounds import PostedRound, State
from projections.rounds_by_attendance import elimination_rounds


class StillToPlay(Struct, frozen=True, kw_only=True):
    """The rounds still to be played, with those in progress, and the announced match time.

    `over_at` is when the last of them may be over, if each takes `each` minutes from start to
    start; None if that cannot be told.
    """

    rounds: int
    minutes: int
    each: int
    over_at: datetime | None


def still_to_play(sight: Sight) -> StillToPlay | None:
    """Return what the longest part of an event still has; it is over when all of its parts are.

    None if the rounds or the match time are not announced, and once nothing is left.
    """
    t = sight.t
    boards = [board.round for board in sight.once(latest)]
    if not boards:
        ages = {one.division for one in t.players.values() if not one.out}
        return _found(t, _planned(t, None, ages), None)
    every = sight.once(by_pool).values()
    is_known = all(_last_round(t, one.pool) for one in boards)
    times = [one.over_at for one in every if one.over_at and is_known]
    most = max((one.rounds for one in every), default=0)
    return _found(t, most, max(times) if len(times) == len(every) > 0 else None)


def by_pool(sight: Sight) -> dict[Pool, StillToPlay]:
    """Return what each pool in play still has, with the day two and the cut that follow it.

    A round takes the announced match time, and the time that the calendar allows between two
    rounds. The latest round that has started is counted from its clock; if it took longer, from
    the latest entry. The time is unknown before round 1 has started, before the last day of an
    event of several days, and if the last round would end on another day than the latest entry.
    """
    found = dict[Pool, StillToPlay]()
    for one in (board.round for board in sight.once(latest)):
        started = one.number if one.state in BEGUN else one.number - 1
        after = _last_round(sight.t, one.pool) - started
        rounds = after + (one.state is State.STARTED)
        if left := _found(sight.t, rounds, _over_at(sight, one, started=started, after=after)):
            found[one.pool] = left
    return found


BEGUN = frozenset({State.STARTED, State.COMPLETED})


def _found(t: Tournament, rounds: int, over_at: datetime | None) -> StillToPlay | None:
    minutes = t.announcement.minutes if t.announcement else None
    if not minutes or t.closed is not None or rounds < 1:
        return None
    each = minutes + BETWEEN // timedelta(minutes=1)
    return StillToPlay(rounds=rounds, minutes=minutes, each=each, over_at=over_at)


def _last_round(t: Tournament, pool: Pool) -> int:
    return _planned(t, pool, t.pods.get(pool, ()))


def _planned(t: Tournament, pool: Pool | None, ages: Collection[Division]) -> int:
    """Return the number of the last round of a pool and its bracket; 0 if it is unknown."""
    if pool in t.cuts:
        return first_round(t, pool) - 1 + elimination_rounds(len(t.cuts[pool].seeds))
    said, rounds = t.announcement, t.planned.get(pool, t.planned.get(None))
    if said is None or not rounds:
        return 0
    further = (said.day_two.get(a, 0) + elimination_rounds(said.cut.get(a, 0)) for a in ages)
    return rounds + max(further, default=0)


def _over_at(sight: Sight, one: PostedRound, *, started: int, after: int) -> datetime | None:
    """Return when a pool may be over: `after` rounds more than the latest that has `started`."""
    t, now = sight.t, sight.entries[-1].at
    minutes = t.announcement.minutes if t.announcement else None
    if not minutes or not _is_last_day(t, one.pool, now.date()):
        return None
    each = timedelta(minutes=minutes) + BETWEEN
    clock_at = began(sight.entries, sight.rules, {(one.pool, started)}).get((one.pool, started))
    if clock_at is None and (one.state in BEGUN or one.pool not in t.cuts):
        return None  # Nothing has started, or the ledger does not say when.
    over = max(now, clock_at + each) if clock_at else now
    over += after * each + timedelta(minutes=4)
    over = over.replace(minute=over.minute - over.minute % 5, second=0, microsecond=0)
    return over if over.date() == now.date() else None


def _is_last_day(t: Tournament, pool: Pool, today: date) -> bool:
    """Tell whether a pool has no round on a later day than `today`."""
    said, opened = t.announcement, t.opened
    second = said is not None and any(said.day_two.get(age) for age in t.pods.get(pool, ()))
    end = (opened.end or opened.start) if opened else today
    return today >= end and not (second and pool not in t.day_two)
