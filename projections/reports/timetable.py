"""When what is played: the rounds that were started, and an estimate of those that are to come."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from ledger.events.catalogue import RoundStarted
from ledger.record.entry import Entry
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import least, planned_rounds
from ledger.state.tournament import Tournament
from ledger.terms import Pool
from projections.put_up import as_put_up

BETWEEN = timedelta(minutes=15)
"""What an estimate gives between two rounds: the turns after time, slips, and pairing."""


class Slot(Struct, frozen=True, kw_only=True):
    """A round and its time; `ends` is None where nobody said how long a match is.

    `estimated` is a round that has not been started: it begins when the one before may be over.
    """

    pool: Pool | None
    round: int
    begins: datetime
    ends: datetime | None
    estimated: bool = False

    @property
    def title(self) -> str:
        """The round as people say it: `Masters, round 3`."""
        where = f"{self.pool.replace('-', ' ').capitalize()}, round" if self.pool else "Round"
        return f"{where} {self.round}"


def slots(entries: Iterable[Entry], rules: Ruleset, begins: datetime | None = None) -> list[Slot]:
    """Return the rounds with their times, pool by pool.

    A round begins with its clock. Rounds to come follow the latest one that was started, or
    `begins`, as long as it is known how long a match is; without either they have no time.
    """
    t = Tournament()
    starts: dict[tuple[Pool, int], datetime] = {}
    pre_game = timedelta(minutes=rules.times.pre_game)
    for entry in entries:
        for event in entry.events:
            if isinstance(event, RoundStarted):
                starts[event.pool, event.round] = event.clock_at or entry.at + pre_game
        t.follow(entry)
    t = as_put_up(t)
    length = _length(t, rules)
    found = [
        Slot(pool=pool, round=number, begins=at, ends=at + length if length else None)
        for (pool, number), at in sorted(starts.items())
        if (pool, number) in t.rounds
    ]
    return found if t.closed or not length else [*found, *_coming(t, found, length, begins)]


def _length(t: Tournament, rules: Ruleset) -> timedelta | None:
    """Return how long a match is: as announced, else the least that the edition allows."""
    if t.announcement and t.announcement.minutes:
        return timedelta(minutes=t.announcement.minutes)
    limit = least(t.opened, rules) if t.opened else None
    return timedelta(minutes=limit.minutes) if limit else None


def _coming(
    t: Tournament, started: list[Slot], length: timedelta, begins: datetime | None
) -> Iterator[Slot]:
    """Yield the rounds that nobody has started yet, one after the other."""
    for pool, last in _ends(t):
        before = [slot for slot in started if slot.pool == pool]
        at = before[-1].begins + length + BETWEEN if before else begins
        first = before[-1].round + 1 if before else 1
        for number in range(first, last + 1):
            if at is None:
                break
            yield Slot(pool=pool, round=number, begins=at, ends=at + length, estimated=True)
            at += length + BETWEEN


def _ends(t: Tournament) -> Iterator[tuple[Pool | None, int]]:
    """Yield what is paired together, and the number of its last round.

    A bracket is there as soon as its first round is put up; before that nobody can say.
    """
    pools: list[Pool | None] = [*sorted(t.pods)] or [None]
    for pool in pools:
        planned = t.planned.get(None) if pool is None else planned_rounds(t, pool)
        if planned and not (pool and _cut_of(t, pool)):
            yield pool, planned
    for pool, cut in sorted(t.cuts.items()):
        first = min((number for where, number in t.rounds if where == pool), default=None)
        if first is not None:
            yield pool, first + max(len(cut.seeds) - 1, 1).bit_length() - 1


def _cut_of(t: Tournament, pool: Pool) -> bool:
    """Tell whether somebody of a pool plays single elimination by now."""
    return any(cut.division in {None, *t.pods[pool]} for cut in t.cuts.values())
