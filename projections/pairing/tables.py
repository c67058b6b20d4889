"""At which tables a round is played: the lowest that are free."""

from itertools import count as counting

from ledger.field import latest_round, open_matches
from ledger.terms import Pool
from ledger.tournament import Tournament


def tables(t: Tournament, pool: Pool, count: int, start: int | None = None) -> tuple[int, ...]:
    """Return `count` table numbers for a round of a pool, from `start` or from 1.

    A table at which a match of another pool has not finished is taken, so that the pods in play
    share one numbering and nobody is sent to a seat that is taken.
    """
    latest = [latest_round(t, other) for other in sorted(t.latest) if other != pool]
    taken = {match.table for paired in latest if paired for match in open_matches(t, paired)}
    taken |= {match.table for match in t.playoffs.values() if match not in t.results}
    free = (table for table in counting(start or 1) if table not in taken)
    return tuple(next(free) for _ in range(count))
