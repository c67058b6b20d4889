"""How many rounds each division still has, and when it may be over."""

from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from roundbook.ledger.state.round_names import first_round
from roundbook.ledger.state.rounds import latest_round, open_matches, planned_rounds
from roundbook.ledger.state.tournament import Round, Tournament
from roundbook.ledger.terms import Division, Pool
from roundbook.projections.cut.planner import pods_counted
from roundbook.projections.reports.icalendar import BETWEEN, breaks_between
from roundbook.projections.reports.public_view import Sight
from roundbook.projections.rounds.clock import began
from roundbook.projections.rounds_by_attendance import elimination_rounds


class StillToPlay(Struct, frozen=True, kw_only=True):
    """The rounds still to be played, with those in progress, and the announced match time.

    `ahead` are those of day two and of the cut that have yet to be made, for players who advance.
    `over_at` is when the last of them may be over, if each takes `each` minutes from start to
    start, and with the announced `breaks`, in minutes; None if that cannot be told.
    """

    rounds: int
    ahead: int
    minutes: int
    each: int
    over_at: datetime | None
    breaks: int = 0


def still_to_play(sight: Sight) -> tuple[tuple[tuple[Division, ...], StillToPlay], ...]:
    """Return what an event still has, with the divisions for which it is the same.

    If it is the same for all players, no division is named. Divisions that are over are left out,
    and all of them if the rounds or the match time are not announced.
    """
    divisions = {one.division for one in sight.t.players.values()}
    found = dict[StillToPlay, list[Division]]()
    for division, left in sight.once(by_division).items():
        found.setdefault(left, []).append(division)
    if len(found) == 1 and all(len(same) == len(divisions) for same in found.values()):
        return tuple(((), left) for left in found)
    return tuple((tuple(same), left) for left, same in found.items())


def by_division(sight: Sight) -> dict[Division, StillToPlay]:
    """Return what each division still has, with the day two and the cut that follow.

    A round takes the announced match time, and the time that the calendar allows between two
    rounds. The latest round that has started is counted from its clock; if it took longer, from
    the latest entry. The time is unknown before round 1 of Swiss has started, if the ledger does
    not say when a round started, before the last day of an event of several days, before an
    announced second day is made, and if the last round would end on another day than the latest
    entry.
    A division of several flights is over when all of them are.
    """
    t = sight.t
    found = dict[Division, StillToPlay]()
    for division in sorted({one.division for one in t.players.values()}, key=list(Division).index):
        every = [_of_pool(sight, pool, division) for pool in _pools(sight, division)]
        left = [one for one in every if one]
        if left:
            longest = max(left, key=lambda one: one.rounds)
            times = [one.over_at for one in left if one.over_at]
            over_at = max(times) if len(times) == len(left) else None
            found[division] = replace(longest, over_at=over_at)
    return found


def _pools(sight: Sight, division: Division) -> list[Pool]:
    """Return where a division plays: its bracket once that is paired, before that its pods."""
    t = sight.t
    brackets = [pool for pool, cut in t.cuts.items() if cut.division in {division, None}]
    paired = [pool for pool in brackets[-1:] if t.latest.get(pool)]
    return paired or [pool for pool, pod in pods_counted(t, sight.rules).items() if division in pod]


def _of_pool(sight: Sight, pool: Pool, division: Division) -> StillToPlay | None:
    """Return what a pool still has for a division."""
    t, last = sight.t, _last_round(sight.t, pool, division)
    latest = latest_round(t, pool)
    ahead = _after_swiss(t, pool, division)
    if latest is None:
        return _found(t, last, ahead)
    begun = latest.number if latest.started else latest.number - 1
    after, breaks = last - begun, breaks_between(t, begun, last - begun)
    is_played = latest.started and bool(open_matches(t, latest))
    over_at = _over_at(sight, latest, after=after, breaks=breaks)
    return _found(t, after + is_played, ahead, over_at, breaks)


def _found(
    t: Tournament,
    rounds: int,
    ahead: int,
    over_at: datetime | None = None,
    breaks: timedelta = timedelta(0),
) -> StillToPlay | None:
    minutes = t.announcement.minutes if t.announcement else None
    if not minutes or t.closed is not None or rounds < 1:
        return None
    return StillToPlay(
        rounds=rounds,
        ahead=ahead,
        minutes=minutes,
        each=minutes + BETWEEN // timedelta(minutes=1),
        over_at=over_at,
        breaks=breaks // timedelta(minutes=1),
    )


def _last_round(t: Tournament, pool: Pool, division: Division) -> int:
    """Return the number of a division's last round, with its bracket; 0 if it is unknown."""
    if pool in t.cuts:
        return first_round(t, pool) - 1 + elimination_rounds(len(t.cuts[pool].seeds))
    said, rounds = t.announcement, planned_rounds(t, pool)
    if said is None or not rounds:
        return 0
    return rounds + said.day_two.get(division, 0) + _of_cut(t, division)


def _after_swiss(t: Tournament, pool: Pool, division: Division) -> int:
    """Return how many rounds only the players play who advance to a day two or a cut to come."""
    if pool in t.cuts or t.announcement is None:
        return 0
    day_two = 0 if pool in t.day_two else t.announcement.day_two.get(division, 0)
    return day_two + _of_cut(t, division)


def _of_cut(t: Tournament, division: Division) -> int:
    """Return the rounds of a division's cut, as it was made or announced."""
    made = [len(cut.seeds) for cut in t.cuts.values() if cut.division == division]
    announced = t.announcement.cut.get(division, 0) if t.announcement else 0
    return elimination_rounds(made[-1] if made else announced)


def _over_at(sight: Sight, one: Round, *, after: int, breaks: timedelta) -> datetime | None:
    """Return when a pool may be over: `after` rounds more than the latest that has started."""
    t, now = sight.t, sight.entries[-1].at
    minutes = t.announcement.minutes if t.announcement else None
    if not minutes or not _is_last_day(t, one.pool, now.date()):
        return None
    each = timedelta(minutes=minutes) + BETWEEN
    last = (one.pool, one.number if one.started else one.number - 1)
    clock_at = began(sight.entries, sight.rules, {last}).get(last)
    if clock_at is None and (one.started or one.pool not in t.cuts):
        return None  # Nothing has started, or the ledger does not say when.
    over = max(now, clock_at + each) if clock_at else now
    over += after * each + breaks + timedelta(minutes=4)
    over = over.replace(minute=over.minute - over.minute % 5, second=0, microsecond=0)
    return over if over.date() == now.date() else None


def _is_last_day(t: Tournament, pool: Pool, today: date) -> bool:
    """Tell whether a pool has no round on a later day than `today`."""
    said, opened = t.announcement, t.opened
    second = said is not None and any(said.day_two.get(age) for age in t.pods.get(pool, ()))
    end = (opened.end or opened.start) if opened else today
    return today >= end and not (second and pool not in t.day_two)
