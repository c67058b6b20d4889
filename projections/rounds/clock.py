"""The clocks: how much time is left in a round, and for building decks."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import filterfalse

from msgspec import Struct

from roundbook.ledger.events.catalogue import BuildingStarted, BuildingWithdrawn, RoundStarted
from roundbook.ledger.record.entry import Entry
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.match_time import Limit, turns_after_time
from roundbook.ledger.state.rounds import latest_round, matches_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.drafts import BUILDING


class RoundClock(Struct, frozen=True, kw_only=True):
    """The clock of a round in progress.

    It starts at `clock_at`, some minutes after `started_at` (TRF §7.1), and runs for `limit`, as
    announced; None if no time was announced. `open` are the matches without a result, `extensions`
    the extra minutes that some of them have (TRF §7.2).
    """

    pool: Pool
    round: int
    started_at: datetime
    clock_at: datetime
    limit: Limit | None
    open: tuple[MatchId, ...]
    extensions: Mapping[MatchId, int]

    def ends_at(self, match: MatchId | None = None) -> datetime | None:
        """Return when time is called: for the round, or for one match with its extra time."""
        if self.limit is None:
            return None
        more = self.extensions.get(match, 0) if match else 0
        return self.clock_at + timedelta(minutes=self.limit.minutes + more)

    def turns_end_at(self, match: MatchId | None = None) -> datetime | None:
        """Return when the turns after time are over at the latest; None if they have no limit."""
        end, limit = self.ends_at(match), self.limit
        if end is None or limit is None or not (limit.turns and limit.within):
            return None
        return end + timedelta(minutes=limit.within)

    def left(self, at: datetime, match: MatchId | None = None) -> timedelta | None:
        """Return the time left at a moment; negative once time has been called.

        Until the clock starts, all of the time is left.
        """
        end = self.ends_at(match)
        return end - max(at, self.clock_at) if end else None


class BuildingClock(Struct, frozen=True):
    """The time for building Limited decks, from its start (TRF §11.2)."""

    started_at: datetime

    @property
    def ends_at(self) -> datetime:
        """When time is called."""
        return self.started_at + timedelta(minutes=BUILDING)


def building(entries: Sequence[Entry], t: Tournament) -> BuildingClock | None:
    """Return the clock for building decks; None once a round has started after it."""
    if t.built is None or t.closed:
        return None
    for entry in reversed(entries):  # Every page of the desk asks, and the last event decides.
        for event in reversed(entry.events):
            if isinstance(event, BuildingStarted):
                return BuildingClock(entry.at)
            if isinstance(event, RoundStarted | BuildingWithdrawn):
                return None
    return None


def clocks(
    entries: Sequence[Entry], rules: Ruleset, t: Tournament | None = None
) -> list[RoundClock]:
    """Return the clock of every round in progress, pool by pool.

    An imported round whose start is unknown has no clock, and a complete one needs none. `t` is the
    tournament after these entries, if the caller has it already.
    """
    t = t or Tournament.replay(entries)
    running = {} if t.closed else _out(t)
    pre_game = timedelta(minutes=rules.times.pre_game)
    said = t.announcement
    turns = turns_after_time(t, rules)
    found = []
    for (pool, number), (entry, start) in sorted(_starts(entries, running).items()):
        out = running[pool, number]
        minutes = said.minutes if said else None
        found.append(
            RoundClock(
                pool=pool,
                round=number,
                started_at=entry.at,
                clock_at=start.clock_at or entry.at + pre_game,
                limit=Limit(minutes, *turns) if minutes else None,
                open=out,
                extensions={each: t.extensions[each] for each in out if each in t.extensions},
            )
        )
    return found


def began(
    entries: Sequence[Entry], rules: Ruleset, wanted: Collection[tuple[Pool, int]]
) -> dict[tuple[Pool, int], datetime]:
    """Return when the clocks of these rounds started, without rounds whose start is unknown."""
    pre_game = timedelta(minutes=rules.times.pre_game)
    return {
        which: start.clock_at or entry.at + pre_game
        for which, (entry, start) in _starts(entries, wanted).items()
    }


def _out(t: Tournament) -> dict[tuple[Pool, int], tuple[MatchId, ...]]:
    """Return the rounds that have started and are not complete, with the matches still open."""
    found = {}
    for pool, number in t.latest.items():
        paired = latest_round(t, pool)
        out = filterfalse(t.results.__contains__, matches_of(t, pool, number))
        if paired and paired.started and (still := tuple(sorted(out))):
            found[pool, number] = still
    return found


def _starts(
    entries: Sequence[Entry], wanted: Collection[tuple[Pool, int]]
) -> dict[tuple[Pool, int], tuple[Entry, RoundStarted]]:
    """Return the latest start of each wanted round, searching backwards until all are found.

    Every slip asks for the clocks, and most of a large ledger is older than the current round.
    """
    found: dict[tuple[Pool, int], tuple[Entry, RoundStarted]] = {}
    for entry in reversed(entries if wanted else ()):
        for event in entry.events:
            if isinstance(event, RoundStarted) and (event.pool, event.round) in wanted:
                found.setdefault((event.pool, event.round), (entry, event))
        if len(found) == len(wanted):
            break
    return found
