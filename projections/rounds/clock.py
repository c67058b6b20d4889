"""How much time is left: of a round by its announcement and extensions, and to build decks."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from ledger.events.catalogue import BuildingStarted, RoundStarted
from ledger.record.entry import Entry, each_event
from ledger.rulesets.ruleset import Ruleset
from ledger.state.queries import Limit
from ledger.state.tournament import Tournament
from ledger.terms import MatchId, Pool
from projections.drafts.course import BUILDING


class RoundClock(Struct, frozen=True, kw_only=True):
    """The clock of a round that is being played.

    It starts at `clock_at`, some minutes after `started_at` (TRF §7.1), and runs for `limit`, as it
    was announced; None if nobody announced a time. `open` are the matches that are still out,
    `extensions` the minutes more that some of them have (TRF §7.2).
    """

    pool: Pool
    round: int
    started_at: datetime
    clock_at: datetime
    limit: Limit | None
    open: tuple[MatchId, ...]
    extensions: Mapping[MatchId, int]

    def ends_at(self, match: MatchId | None = None) -> datetime | None:
        """Return when time is called: for the round, or for one match with what it was given."""
        if self.limit is None:
            return None
        more = self.extensions.get(match, 0) if match else 0
        return self.clock_at + timedelta(minutes=self.limit.minutes + more)

    def left(self, at: datetime, match: MatchId | None = None) -> timedelta | None:
        """Return the time left at a moment; below nothing where time has been called.

        Before the clock starts all of it is left.
        """
        end = self.ends_at(match)
        return end - max(at, self.clock_at) if end else None


class BuildingClock(Struct, frozen=True):
    """The time in which Limited decks are built, from its start on (TRF §11.2)."""

    started_at: datetime

    @property
    def ends_at(self) -> datetime:
        """When time is called."""
        return self.started_at + timedelta(minutes=BUILDING)


def building(entries: Sequence[Entry], t: Tournament) -> BuildingClock | None:
    """Return the clock of players who build their decks; None once a round has started after."""
    if t.built is None or t.closed:
        return None
    found = None
    for entry, event in each_event(entries):
        if isinstance(event, BuildingStarted):
            found = BuildingClock(entry.at)
        elif isinstance(event, RoundStarted):
            found = None
    return found


def clocks(
    entries: Sequence[Entry], rules: Ruleset, t: Tournament | None = None
) -> list[RoundClock]:
    """Return the clock of every round that is being played, pool by pool.

    A round whose start a file did not tell has none, and one that is complete needs none. `t` is
    what the entries tell, for whoever has it already.
    """
    t = t or Tournament.replay(entries)
    starts: dict[tuple[Pool, int], tuple[datetime, datetime]] = {}
    pre_game = timedelta(minutes=rules.times.pre_game)
    for entry, event in each_event(entries):
        if isinstance(event, RoundStarted):
            clock_at = event.clock_at or entry.at + pre_game
            starts[event.pool, event.round] = (entry.at, clock_at)
    said = t.announcement
    turns = rules.times.extra_turns if said is None else said.extra_turns
    found = []
    for (pool, number), (started_at, clock_at) in sorted(starts.items()):
        played = [match for match in t.matches if match[:2] == (pool, number)]
        out = tuple(sorted(match for match in played if match not in t.results))
        if number != t.latest.get(pool) or not out or t.closed:
            continue
        minutes = said.minutes if said else None
        after = rules.times.extra_turns if turns is None else turns
        found.append(
            RoundClock(
                pool=pool,
                round=number,
                started_at=started_at,
                clock_at=clock_at,
                limit=Limit(minutes, after) if minutes else None,
                open=out,
                extensions={each: t.extensions[each] for each in out if each in t.extensions},
            )
        )
    return found
