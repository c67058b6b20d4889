"""The turn-in of a round: how many slips came in, minute by minute since its clock started."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from roundbook.ledger.events.catalogue import ResultReported, ResultWithdrawn
from roundbook.ledger.record.entry import Entry, each_event
from roundbook.ledger.rulesets.ruleset import Ruleset
from roundbook.ledger.state.rounds import matches_of
from roundbook.ledger.state.tournament import Tournament
from roundbook.ledger.terms import MatchId, Pool
from roundbook.projections.rounds.clock import began


class TurnIn(Struct, frozen=True, kw_only=True):
    """The slips of a round that are in, of `every` match.

    `minutes` are those in which one came in, with their number: minute 0 is the first one of the
    clock, and has the slips from before it, too. `limit` is after how many minutes time is called.
    """

    pool: Pool
    round: int
    limit: int | None
    every: int
    minutes: tuple[tuple[int, int], ...]

    @property
    def together(self) -> int:
        """How many slips are in."""
        return sum(slips for _, slips in self.minutes)

    @property
    def in_time(self) -> int:
        """How many came in before time was called; all of them if there is no limit."""
        limit = self.limit
        return sum(slips for minute, slips in self.minutes if limit is None or minute < limit)

    def so_far(self) -> Iterator[tuple[int, int, int]]:
        """Yield each minute with its slips, and how many were in after it."""
        together = 0
        for minute, slips in self.minutes:
            together += slips
            yield minute, slips, together


def turn_in(
    entries: Sequence[Entry], t: Tournament, rules: Ruleset, pool: Pool, number: int
) -> TurnIn | None:
    """Return the turn-in of a round; None if its start is not known, or if nothing is in.

    A slip counts when it was reported; a correction brings in nothing new. Once a result was
    withdrawn, its match counts when it is reported again.
    """
    clock_at = began(entries, rules, {(pool, number)}).get((pool, number))
    matches = matches_of(t, pool, number)
    came = [at for match, at in _came_in(entries, pool, number).items() if match in matches]
    if clock_at is None or not came:
        return None
    minutes = Counter(max(0, (at - clock_at) // timedelta(minutes=1)) for at in came)
    return TurnIn(
        pool=pool,
        round=number,
        limit=t.announcement.minutes if t.announcement else None,
        every=len(matches),
        minutes=tuple(sorted(minutes.items())),
    )


def _came_in(entries: Sequence[Entry], pool: Pool, number: int) -> dict[MatchId, datetime]:
    """Return when each result of a round that stands was reported first."""
    found: dict[MatchId, datetime] = {}
    for entry, event in each_event(entries):
        match event:
            case ResultReported(match=match) if match[:2] == (pool, number):
                found.setdefault(match, entry.at)
            case ResultWithdrawn(match=match):
                found.pop(match, None)
            case _:
                pass
    return found
